//! Python's list literals of strings, such as `['a', "b\n"]`, read without running anything.
//!
//! VLMEvalKit writes several pictures into one cell by `str(list)` and reads them back by `eval`.
//! This is the part of the language that such cells use: square brackets, strings in single or
//! double quotes with Python's escapes, commas, a trailing comma, white space. Anything else is an
//! error with its position.

use std::borrow::Cow;

use super::error::shown;

/// The most entries that a list may have.
pub const MAX_ENTRIES: usize = 1_000;

/// Whether a cell is written as a list: VLMEvalKit looks at the first and the last character.
pub fn looks_like_a_list(text: &[u8]) -> bool {
    text.len() >= 2 && text.starts_with(b"[") && text.ends_with(b"]")
}

/// A list literal of these texts.
pub fn literal<T: AsRef<str>>(texts: &[T]) -> String {
    let escaped = |text: &T| {
        let text = text.as_ref().replace('\\', "\\\\").replace('\'', "\\'");
        text.replace('\n', "\\n").replace('\r', "\\r")
    };
    let quoted: Vec<String> = texts.iter().map(|text| format!("'{}'", escaped(text))).collect();
    format!("[{}]", quoted.join(", "))
}

/// The problem of a cell with a list that cannot be read.
pub fn bad_list(cell: &str, problem: &str) -> String {
    format!("found {}: {problem}; expected a list such as ['..', '..']", shown(cell))
}

/// The entries of a list literal, or where it stops being one. Entries without escapes are not copied.
pub fn parse(text: &str) -> Result<Vec<Cow<'_, str>>, String> {
    let mut literal = Literal { text, rest: text };
    let mut entries = Vec::new();
    if !literal.take('[') {
        return Err(literal.error("an opening bracket"));
    }
    loop {
        literal.skip_white_space();
        if literal.take(']') {
            break;
        }
        if entries.len() == MAX_ENTRIES {
            return Err(literal.error("at most 1,000 entries, and a closing bracket"));
        }
        entries.push(literal.string()?);
        literal.skip_white_space();
        if !literal.take(',') && !literal.rest.starts_with(']') {
            return Err(literal.error("a comma or a closing bracket"));
        }
    }
    literal.skip_white_space();
    match literal.rest {
        "" => Ok(entries),
        _ => Err(literal.error("nothing after the closing bracket")),
    }
}

/// A literal, and the part of it that is still to be read.
struct Literal<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Literal<'a> {
    /// Takes a character if it comes next.
    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_white_space(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn error(&self, expected: &str) -> String {
        let before = &self.text[..self.text.len() - self.rest.len()];
        format!("expected {expected} at character {}", before.chars().count() + 1)
    }

    /// A quoted string. Pictures are long and have no escapes, so stretches without a backslash are
    /// copied whole.
    fn string(&mut self) -> Result<Cow<'a, str>, String> {
        const STOPS: [[char; 4]; 2] = [['\'', '\\', '\n', '\r'], ['"', '\\', '\n', '\r']];
        let Some(stops) = STOPS.into_iter().find(|[quote, ..]| self.take(*quote)) else {
            return Err(self.error("a quoted text"));
        };
        let mut entry = Cow::Borrowed("");
        loop {
            let (stretch, rest) =
                self.rest.split_at(self.rest.find(stops).unwrap_or(self.rest.len()));
            match entry {
                Cow::Borrowed("") => entry = Cow::Borrowed(stretch),
                _ => entry.to_mut().push_str(stretch),
            }
            self.rest = rest;
            if self.take(stops[0]) {
                return Ok(entry);
            }
            if !self.take('\\') {
                return Err(self.error("a closing quote"));
            }
            self.escape(entry.to_mut())?;
        }
    }

    /// What follows a backslash. An unknown escape is kept as it is, backslash included.
    fn escape(&mut self, out: &mut String) -> Result<(), String> {
        let mut rest = self.rest.chars();
        let Some(c) = rest.next() else {
            return Err(self.error("a character after the backslash"));
        };
        if matches!(c, '0'..='7') {
            out.push(self.code_point(8, 1, 3)?);
            return Ok(());
        }
        self.rest = rest.as_str();
        match c {
            '\n' => {}
            '\\' | '\'' | '"' => out.push(c),
            'a' => out.push('\u{07}'),
            'b' => out.push('\u{08}'),
            'f' => out.push('\u{0C}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\u{0B}'),
            'x' => out.push(self.code_point(16, 2, 2)?),
            'u' => out.push(self.code_point(16, 4, 4)?),
            'U' => out.push(self.code_point(16, 8, 8)?),
            'N' => return Err(self.error("no named character")),
            _ => out.extend(['\\', c]),
        }
        Ok(())
    }

    fn code_point(&mut self, radix: u32, at_least: usize, at_most: usize) -> Result<char, String> {
        let digits = self.rest.chars().take(at_most).take_while(|c| c.is_digit(radix)).count();
        if digits < at_least {
            return Err(self.error("the digits of a character"));
        }
        let (digits, rest) = self.rest.split_at(digits);
        let code = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
        let code = code.ok_or_else(|| self.error("the number of a character"))?;
        self.rest = rest;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entries(text: &str) -> Vec<String> {
        parse(text).unwrap().into_iter().map(Cow::into_owned).collect()
    }

    #[test]
    fn both_kinds_of_quotes_and_a_trailing_comma_are_read() {
        assert_eq!(entries(r#"[ 'a' , "it's", ]"#), ["a", "it's"]);
        assert!(entries("[ ]").is_empty());
    }

    #[test]
    fn escapes_mean_what_they_mean_in_python() {
        assert_eq!(
            entries(r"['\\ \' \x41 \u732b \U0001F600 \101 \0 \q \n']"),
            ["\\ ' A 猫 😀 A \0 \\q \n"]
        );
    }

    #[test]
    fn an_entry_without_escapes_is_not_copied() {
        assert!(matches!(parse("['abc']").unwrap()[0], Cow::Borrowed("abc")));
    }

    #[test]
    fn anything_else_is_refused_with_its_place() {
        let cases = [
            ("", "expected an opening bracket at character 1"),
            ("['a'", "expected a comma or a closing bracket at character 5"),
            ("['a' 'b']", "expected a comma or a closing bracket at character 6"),
            ("['a", "expected a closing quote at character 4"),
            ("['a\nb']", "expected a closing quote at character 4"),
            ("[1]", "expected a quoted text at character 2"),
            ("[猫]", "expected a quoted text at character 2"),
            ("[,]", "expected a quoted text at character 2"),
            ("[None]", "expected a quoted text at character 2"),
            ("[['a']]", "expected a quoted text at character 2"),
            ("[__import__('os').system('true')]", "expected a quoted text at character 2"),
            (r"['\ud800']", "expected the number of a character at character 5"),
            (r"['\x4']", "expected the digits of a character at character 5"),
            ("['a'] + ['b']", "expected nothing after the closing bracket at character 7"),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text).unwrap_err(), message, "{text}");
        }
    }

    /// As Python's `repr` writes a string.
    fn repr(text: &str) -> String {
        let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
        let mut out = String::from(quote);
        for c in text.chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                c if c == quote => out.extend(['\\', c]),
                c if c.is_control() => out.push_str(&format!("\\x{:02x}", c as u32)),
                c => out.push(c),
            }
        }
        out.push(quote);
        out
    }

    proptest! {
        #[test]
        fn a_list_written_by_python_reads_back(texts in prop::collection::vec(any::<String>(), 0..5)) {
            let written: Vec<String> = texts.iter().map(|text| repr(text)).collect();
            prop_assert_eq!(entries(&format!("[{}]", written.join(", "))), texts);
        }

        #[test]
        fn no_text_makes_it_panic(text in r#"\[?[\[\]'",\\xuU0-9a ]*\]?"#) {
            let _ = parse(&text);
        }
    }
}
