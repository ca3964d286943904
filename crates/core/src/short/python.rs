//! Numbers as Python reads, rounds and writes them. The rules of MathVista and MMMU compare what Python makes of an
//! answer.

/// The zeros of all scripts that Python 3.11 reads; the nine other digits follow each.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
    0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50,
    0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// The decimal digit that Python takes a character for, from `0` to `9`.
pub(super) fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let zero = ZEROS[..ZEROS.partition_point(|zero| *zero <= code)].last()?;
    char::from_digit(code - zero, 10)
}

/// The text with the digits of all scripts as `0` to `9`.
pub(super) fn with_plain_digits(text: &str) -> String {
    text.chars().map(|c| digit(c).unwrap_or(c)).collect()
}

/// What `float(text)` gives; `None` where Python raises an error.
pub(super) fn float(text: &str) -> Option<f64> {
    // Rust takes the same words and forms; Python also has underscores between digits, and digits of all scripts.
    without_underscores(&with_plain_digits(text.trim()))?.parse().ok()
}

/// Whether `int(text)` gives a number, in the digits that it is then written with.
pub(super) fn int(text: &str) -> Option<String> {
    let text = without_underscores(&with_plain_digits(text.trim()))?;
    let (sign, digits) = match text.strip_prefix(['+', '-']) {
        Some(digits) => (if text.starts_with('-') { "-" } else { "" }, digits),
        None => ("", text.as_str()),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    Some(if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") })
}

/// What `str(int(number))` gives; `None` for what is not finite.
pub(super) fn whole(number: f64) -> Option<String> {
    let text = number.is_finite().then(|| format!("{:.0}", number.trunc()))?;
    Some(if text == "-0" { "0".to_owned() } else { text })
}

/// What `round(number, decimals)` gives. Both languages round the exact value, halves to even.
pub(super) fn round(number: f64, decimals: u8) -> f64 {
    match number.is_finite() {
        true => format!("{number:.*}", usize::from(decimals)).parse().unwrap_or(number),
        false => number,
    }
}

/// What `str(number)` gives.
pub(super) fn written(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    let shortest = format!("{number:e}");
    let Some((digits, power)) = shortest.split_once('e') else { return shortest };
    match power.parse::<i32>() {
        Ok(power) if (-4..16).contains(&power) || number == 0.0 => {
            let plain = format!("{number}");
            if plain.contains('.') { plain } else { plain + ".0" }
        }
        Ok(power) => {
            let sign = if power < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", power.unsigned_abs())
        }
        Err(_) => shortest,
    }
}

/// The text without underscores; `None` where one is not between digits.
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_digit =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_between = |(at, _): (usize, &str)| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    text.match_indices('_').all(is_between).then(|| text.replace('_', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    // From Python 3.11.
    #[test]
    fn numbers_are_read_and_written_as_python_does() {
        let floats = [
            ("1.50", "1.5"),
            (" 2 ", "2.0"),
            ("1e16", "1e+16"),
            ("123456789012345.6", "123456789012345.6"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("1.5e-7", "1.5e-07"),
            ("-.5", "-0.5"),
            ("1_000", "1000.0"),
            ("inf", "inf"),
            ("NaN", "nan"),
            ("-0", "-0.0"),
            ("３.５", "3.5"),
            ("-٤٢", "-42.0"),
            ("𝟙𝟘", "10.0"),
        ];
        for (text, expected) in floats {
            assert_eq!(float(text).map(written).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "1,5", "1__0", "_1", "1 2", "0x10", "$3", "½", "三"] {
            assert_eq!(float(text), None, "{text}");
        }
        let whole_numbers =
            [("007", "7"), ("-0", "0"), ("+12", "12"), ("-1_0", "-10"), ("१२", "12")];
        for (text, expected) in whole_numbers {
            assert_eq!(int(text).as_deref(), Some(expected));
        }
        assert_eq!((int("1.0"), int("-"), int("")), (None, None, None));
    }

    #[test]
    fn halves_are_rounded_to_even_and_the_exact_value_counts() {
        let cases = [(0.125, 2, "0.12"), (0.375, 2, "0.38"), (2.675, 2, "2.67"), (2.5, 0, "2.0")];
        for (number, decimals, expected) in cases {
            assert_eq!(written(round(number, decimals)), expected);
        }
        assert_eq!(whole(-0.5).as_deref(), Some("0"));
        assert_eq!(whole(1e20).as_deref(), Some("100000000000000000000"));
        assert_eq!(whole(f64::NAN), None);
    }
}
