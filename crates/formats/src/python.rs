//! JSON scalars as Python would print them, because other tools compare printed values.
//!
//! A choice that is the number 2 reads `2`, 2.0 reads `2.0`, true reads `True`, null `None`. Only
//! the text that a JSON value was written with can distinguish 2 from 2.0, so these functions take
//! raw values.

use std::borrow::Cow;

use serde_json::value::RawValue;

/// The text of Python's `str()` of a JSON scalar.
///
/// # Errors
/// For lists and objects.
pub fn python_text(value: &RawValue) -> Result<String, String> {
    let not_a_scalar =
        |found: &str| Err(format!("expected a text, a number, true, false or null, found {found}"));
    let written = value.get();
    match written.as_bytes().first() {
        Some(b'"') => Ok(serde_json::from_str(written).unwrap_or_default()),
        Some(b't') => Ok("True".into()),
        Some(b'f') => Ok("False".into()),
        Some(b'n') => Ok("None".into()),
        Some(b'[') => not_a_scalar("a list"),
        Some(b'{') => not_a_scalar("an object"),
        _ => Ok(python_number(written)),
    }
}

/// A JSON number as Python prints it: whole numbers with all their digits, others by `repr(float)`.
fn python_number(written: &str) -> String {
    if !written.contains(['.', 'e', 'E']) {
        return if written == "-0" { "0".into() } else { written.into() };
    }
    written.parse().map_or_else(|_| written.into(), python_float)
}

/// Python's `repr(float)`: the shortest digits that read back the same, with an exponent below
/// 1e-4 and from 1e16 on.
pub fn python_float(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse::<i32>() {
        Ok(exponent @ -4..16) => {
            let plain = value.to_string();
            if exponent >= 0 && !plain.contains('.') { plain + ".0" } else { plain }
        }
        Ok(exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.abs())
        }
        Err(_) => scientific,
    }
}

/// Replaces escaped halves of surrogate pairs in a line of JSON by U+FFFD.
///
/// Python writes such halves where a model's text was cut inside a pair, and reads them back; a
/// Rust string cannot hold them.
pub fn without_lone_surrogates(line: &str) -> Cow<'_, str> {
    if !line.contains("\\ud") && !line.contains("\\uD") {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('\\') {
        let (before, escape) = rest.split_at(start);
        out.push_str(before);
        let taken = match (surrogate(escape), escape.get(6..).and_then(surrogate)) {
            (Some(0xD800..0xDC00), Some(0xDC00..0xE000)) => {
                out.push_str(&escape[..12]);
                12
            }
            (Some(_), _) => {
                out.push_str("\\ufffd");
                6
            }
            (None, _) => {
                // The character after the backslash belongs to it, so `\\ud800` is text.
                let len = 1 + escape[1..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&escape[..len]);
                len
            }
        };
        rest = &escape[taken..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The code unit of a `\uD8xx` to `\uDFxx` at the start of `text`.
fn surrogate(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let unit = u32::from_str_radix(digits, 16).ok()?;
    (0xD800..0xE000).contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(json: &str) -> String {
        python_text(&serde_json::from_str::<Box<RawValue>>(json).unwrap()).unwrap()
    }

    #[test]
    fn scalars_read_as_python_prints_them() {
        let cases = [
            ("2", "2"),
            ("2.0", "2.0"),
            ("-0", "0"),
            ("-0.0", "-0.0"),
            ("1e5", "100000.0"),
            ("1e16", "1e+16"),
            ("123456789012345678.0", "1.2345678901234568e+17"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("1.5e-7", "1.5e-07"),
            ("1e400", "inf"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("true", "True"),
            ("null", "None"),
            ("\"Ja\\u0301\"", "Ja\u{301}"),
        ];
        for (json, expected) in cases {
            assert_eq!(printed(json), expected, "{json}");
        }
    }

    #[test]
    fn a_list_has_no_text() {
        let list = serde_json::from_str::<Box<RawValue>>("[1]").unwrap();
        assert!(python_text(&list).unwrap_err().ends_with("found a list"));
    }

    #[test]
    fn half_a_surrogate_pair_becomes_the_replacement_character() {
        assert_eq!(without_lone_surrogates(r#""\ud83d!""#), r#""\ufffd!""#);
        assert_eq!(without_lone_surrogates(r#""\ud83d\ude00""#), r#""\ud83d\ude00""#);
        assert_eq!(without_lone_surrogates(r#""\\ud83d""#), r#""\\ud83d""#);
        assert_eq!(without_lone_surrogates(r#""\udc00\ud83d""#), r#""\ufffd\ufffd""#);
    }
}
