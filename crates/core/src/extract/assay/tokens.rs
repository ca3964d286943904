//! Splits a text into tokens: words, numbers, signs and line breaks, each with its position.
//!
//! Models use Markdown, LaTeX, full-width letters and typographic quotes. The tokeniser removes
//! them, so that the rules see the same tokens for `(B)`, `**(B)**`, `（Ｂ）` and `$\text{(B)}$`.
//! Texts and choices go through the same tokens, so that a restated choice can be compared with the
//! choice.

use super::word_keys;
use super::words::{self, key};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Letters that belong together, or a single Chinese character.
    Word,
    /// One Latin letter on its own, upper case or not.
    Letter(char),
    /// Digits, with a sign, thousands separators and decimals if present.
    Number,
    /// Anything else that is visible.
    Sign(char),
    /// The end of a line.
    Break,
}

/// A piece of text that rules examine.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    /// Equal for tokens that read the same: see [`word_keys::key`].
    pub key: u64,
    /// First byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
    /// Whether this token follows the one before without a space.
    pub glued: bool,
}

impl Token {
    /// Whether it is this sign.
    pub fn is_sign(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }

    /// Whether a sign ends a sentence. A point within a number is part of the number.
    pub fn ends_sentence(&self) -> bool {
        matches!(self.kind, Kind::Sign('.' | '!' | '?' | ';'))
    }

    /// Whether a sentence ends here, by a sign or with the line.
    pub fn is_end(&self) -> bool {
        self.kind == Kind::Break || self.ends_sentence()
    }
}

/// The tokens of the sentence before `at`, the nearest first and at most this number.
pub fn sentence_before(tokens: &[Token], at: usize, most: usize) -> impl Iterator<Item = &Token> {
    tokens[at.saturating_sub(most)..at].iter().rev().take_while(|token| !token.is_end())
}

/// The tokens of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut reader = Reader { text, at: 0, tokens: Vec::with_capacity(text.len() / 4 + 4) };
    while let Some(c) = reader.peek(reader.at) {
        reader.step(c);
    }
    reader.tokens
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
}

impl Reader<'_> {
    /// Reads one token or skips one piece of markup, which begins with this character.
    fn step(&mut self, c: char) {
        let len = c.len_utf8();
        match plain(c) {
            '\n' => self.push(Kind::Break, 0, self.at + len),
            '\\' => self.command(self.at + len),
            '<' if self.is_box() => {}
            // Markup; `°` and `%` are units that texts and choices give or leave out freely.
            '*' | '`' | '$' | '#' | '~' | '_' | '{' | '}' | '^' | '°' | '%' => self.at += len,
            c if c.is_whitespace() || is_invisible(c) => self.at += len,
            '²' => self.push(Kind::Number, word_keys::number_key("2"), self.at + len),
            '³' => self.push(Kind::Number, word_keys::number_key("3"), self.at + len),
            'π' => self.push(Kind::Word, word_keys::key("pi"), self.at + len),
            '√' => self.push(Kind::Word, key!("sqrt"), self.at + len),
            c if c.is_ascii_digit() => self.number(self.at),
            '.' if self.begins_a_number(len) => self.number(self.at),
            '-' if self.begins_a_number(len) => self.number(self.at + len),
            c if is_chinese(c) => self.push(Kind::Word, u64::from(u32::from(c)), self.at + len),
            c if c.is_alphabetic() => self.word(),
            c => self.push(Kind::Sign(c), word_keys::sign_key(c), self.at + len),
        }
    }

    fn peek(&self, at: usize) -> Option<char> {
        match self.text.as_bytes().get(at) {
            Some(&byte) if byte.is_ascii() => Some(char::from(byte)),
            Some(_) => self.text.get(at..)?.chars().next(),
            None => None,
        }
    }

    fn push(&mut self, kind: Kind, key: u64, end: usize) {
        let glued = self.tokens.last().is_some_and(|last| last.end == self.at);
        self.tokens.push(Token { kind, key, start: self.at, end, glued });
        self.at = end;
    }

    /// A minus or a point belongs to a number when a digit follows and no other value is right before it:
    /// `-4`, `.5`.
    fn begins_a_number(&self, len: usize) -> bool {
        let digit = self.peek(self.at + len).is_some_and(|c| plain(c).is_ascii_digit());
        let free = self.tokens.last().is_none_or(|last| {
            last.end < self.at
                || (0x3400..0x1_0000).contains(&last.key)
                || matches!(last.kind, Kind::Sign(sign) if !matches!(sign, ')' | ']' | '.'))
        });
        digit && free
    }

    fn number(&mut self, digits_from: usize) {
        let mut end = digits_from;
        while let Some(c) = self.peek(end) {
            let next = self.peek(end + c.len_utf8()).map(plain);
            match plain(c) {
                '0'..='9' => {}
                '.' | ',' if next.is_some_and(|c| c.is_ascii_digit()) => {}
                _ => break,
            }
            end += c.len_utf8();
        }
        let key = word_keys::number_key(&self.text[self.at..end]);
        self.push(Kind::Number, key, end);
    }

    fn word(&mut self) {
        let mut end = self.at;
        while let Some(c) = self.peek(end) {
            let c_end = end + c.len_utf8();
            let joins = matches!(c, '\'' | '’')
                && self.peek(c_end).is_some_and(|next| next.is_ascii_alphabetic());
            if !joins && (!plain(c).is_alphabetic() || is_chinese(c) || c == 'π') {
                break;
            }
            end = c_end;
        }
        let word = &self.text[self.at..end];
        let mut letters = word.chars().map(plain);
        let kind = match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Kind::Letter(letter),
            _ => Kind::Word,
        };
        let key = if word.is_ascii() {
            word_keys::key(word)
        } else {
            word_keys::key(&word.chars().map(plain).collect::<String>())
        };
        self.push(kind, key, end);
    }

    /// The tag with which some models box their answer, read like `\boxed`.
    fn is_box(&mut self) -> bool {
        const TAGS: [&str; 2] = ["<box>", "<|begin_of_box|>"];
        let rest = &self.text[self.at..];
        let Some(tag) = TAGS.iter().find(|tag| rest.starts_with(**tag)) else { return false };
        // The last sign keeps the word apart from what it boxes.
        self.push(Kind::Word, key!("boxed"), self.at + tag.len() - 1);
        true
    }

    /// A LaTeX command with its name at `from`: those that only set type are skipped, `\boxed` and the
    /// like are words.
    fn command(&mut self, from: usize) {
        let rest = &self.text.as_bytes()[from..];
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let name = &self.text[from..from + len];
        if name.is_empty() {
            // `\(`, `\[`, `\,` and `\$`: the delimiter is not a bracket of the sentence.
            let delimiter = self.peek(from).filter(|c| "()[],;:!$%&#_{}\\".contains(*c));
            self.at = from + delimiter.map_or(0, char::len_utf8);
        } else if words::SETS_TYPE.split(' ').any(|word| word == name) {
            self.at = from + len;
        } else if is_escaped_break(name) {
            self.push(Kind::Break, 0, from + 1);
        } else {
            let key = match name {
                "times" => word_keys::sign_key('×'),
                _ => word_keys::key(name),
            };
            self.push(Kind::Word, key, from + len);
        }
    }
}

/// A line break that was escaped: `is\nB`.
fn is_escaped_break(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('n') && letters.next().is_none_or(char::is_uppercase)
}

/// The ASCII character that a typographic or full-width one represents, or the character itself.
fn plain(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    match c {
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(u32::from(c) - 0xFEE0).filter(char::is_ascii).unwrap_or(c)
        }
        '。' => '.',
        '、' => ',',
        '“' | '”' | '„' | '「' | '」' | '『' | '』' | '《' | '》' | '«' | '»' => '"',
        '‘' | '’' => '\'',
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '‐'..='―' | '−' => '-',
        _ => c,
    }
}

fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{FE0F}')
}

/// Chinese is written without spaces: each character is a token.
fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<u64> {
        tokens(text).iter().map(|token| token.key).collect()
    }

    #[test]
    fn decoration_does_not_change_what_is_read() {
        for text in ["**(B)**", "（Ｂ）", "$\\text{(B)}$", "`(B)`", "\\((B)\\)"] {
            assert_eq!(keys(text), keys("(B)"), "{text}");
        }
    }

    #[test]
    fn numbers_are_equal_by_value() {
        assert_eq!(keys("$14,000,000"), keys("14000000"));
        assert_eq!(keys("3.0"), keys("3"));
        assert_ne!(keys("-3"), keys("3"));
        assert_eq!(keys("5cm²"), keys("5 cm^2"));
    }

    #[test]
    fn a_letter_in_a_word_or_a_formula_is_glued() {
        let hyphen = tokens("USB-C");
        assert!(hyphen[2].glued && hyphen[1].glued);
        assert_eq!(tokens("B's")[0].kind, Kind::Word);
        assert!(tokens("B12")[1].glued);
    }

    #[test]
    fn chinese_characters_stand_alone() {
        assert_eq!(tokens("答案是B。").len(), 5);
    }

    #[test]
    fn places_are_bytes_of_the_text() {
        let text = "选（Ｂ）";
        let letter = tokens(text)[2];
        assert_eq!((letter.kind, &text[letter.start..letter.end]), (Kind::Letter('B'), "Ｂ"));
    }
}
