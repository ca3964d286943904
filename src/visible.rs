//! Making text from data harmless and visible before it reaches a terminal.
//!
//! Questions, predictions and file names are untrusted. A control character could move the
//! cursor or change the title of the window, a bidirectional override could make a choice read
//! as another one, a zero-width character could hide inside a word. None of them is dropped
//! silently: each is replaced by a sign that a reader can see.
//!
//! Every output of the program goes through here: the screens, tables, messages and errors. JSON
//! and CSV on standard output keep the data as it is, because `serde_json` escapes control
//! characters and scripts need the original text.

use std::borrow::Cow;

/// Replaces what a terminal would act on or hide: control characters by caret notation (`^[` for
/// ESC, `^M` for CR, `<9B>` for C1), tabs by four spaces, bidirectional and zero-width characters by
/// `<U+202E>`. Line feeds stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| !needs_a_sign(c) || c == '\n') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            _ => push_sign(&mut out, c),
        }
    }
    Cow::Owned(out)
}

/// As [`visible`], for a place that holds one line: line feeds become `⏎`.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        shown if shown.contains('\n') => Cow::Owned(shown.replace('\n', "⏎")),
        shown => shown,
    }
}

fn needs_a_sign(c: char) -> bool {
    c.is_control() || hides_or_reorders(c)
}

/// Characters without a glyph of their own that change how others are read. The zero-width
/// joiner and the variation selectors are not among them: emoji and several scripts need them.
fn hides_or_reorders(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}' | '\u{200C}' | '\u{200E}' | '\u{200F}'
        | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}')
}

fn push_sign(out: &mut String, c: char) {
    match c {
        '\t' => out.push_str("    "),
        '\u{00}'..='\u{1F}' => {
            out.push('^');
            out.push(char::from(c as u8 + 0x40));
        }
        '\u{7F}' => out.push_str("^?"),
        '\u{80}'..='\u{9F}' => out.push_str(&format!("<{:02X}>", c as u32)),
        _ if hides_or_reorders(c) => out.push_str(&format!("<U+{:04X}>", c as u32)),
        _ => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(visible("一只猫 – a cat\nsecond line"), Cow::Borrowed(_)));
    }

    #[test]
    fn an_escape_sequence_is_shown_instead_of_obeyed() {
        assert_eq!(visible("\u{1b}[31mred\u{7}\u{9b}2J"), "^[[31mred^G<9B>2J");
    }

    #[test]
    fn direction_overrides_and_zero_width_characters_are_shown() {
        assert_eq!(visible("a\u{202e}b\u{200b}c\u{feff}"), "a<U+202E>b<U+200B>c<U+FEFF>");
    }

    #[test]
    fn a_joined_emoji_stays_whole() {
        assert_eq!(visible("👩\u{200d}🚀"), "👩\u{200d}🚀");
    }

    #[test]
    fn a_line_keeps_its_breaks_visible() {
        assert_eq!(visible_line("one\ntwo\tthree"), "one⏎two    three");
    }
}
