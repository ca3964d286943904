//! Making text from data harmless and visible before it reaches a terminal.
//!
//! Questions, predictions and file names are untrusted. A control character could move the
//! cursor or change the title of the window, a bidirectional override could make a choice read
//! as another one, a zero-width character could hide inside a word, and an emoji that the terminal
//! draws wider than we count would push a line over its neighbours. None of them is dropped
//! silently: each is replaced by a sign that a reader can see.
//!
//! Every output of the program goes through here: the screens, tables, messages and errors through
//! [`visible`], JSON through [`Harmless::json`], which keeps the data as it is. CSV keeps it too, but
//! goes through [`Harmless::text`] when it is written to a terminal.

mod characters;
mod writer;

use std::borrow::Cow;
use std::fmt::Write;

use characters::{acts_or_hides, is_pictograph, is_skin_tone, is_variation_selector};
pub use writer::Harmless;

const JOINER: char = '\u{200D}';

/// Replaces what a terminal would act on or hide: control characters by caret notation (`^[` for
/// ESC, `^M` for CR, `<9B>` for C1), tabs by four spaces, bidirectional, zero-width and other
/// invisible characters by `<U+202E>`. Line feeds stay.
///
/// Emoji that are made of several characters are taken apart: terminals disagree on their width by
/// up to six columns. A joined family becomes its members, a skin tone stands beside the hand.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c == '\n' || !acts_or_hides(c) && !is_skin_tone(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let follows_pictograph = before.is_some_and(is_pictograph);
        match c {
            '\n' => out.push('\n'),
            JOINER if follows_pictograph && letters.peek().copied().is_some_and(is_pictograph) => {}
            // Emoji or text: the same picture. The digits have it before the frame of a key cap.
            '\u{FE0E}' | '\u{FE0F}' if before.is_some_and(may_have_a_style) => continue,
            _ if is_skin_tone(c) && follows_pictograph => {
                out.push(' ');
                out.push(c);
            }
            _ => push_sign(&mut out, c),
        }
        before = Some(c);
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

/// The same JSON document without a character that a terminal would act on or hide: they can occur
/// only within its strings and become `\u001b` there, so that nothing of the data is changed.
fn json_escaped(document: &str) -> Cow<'_, str> {
    if document.chars().all(|c| c == '\n' || !acts_or_hides(c)) {
        return Cow::Borrowed(document);
    }
    let mut out = String::with_capacity(document.len() + 64);
    for c in document.chars() {
        if c == '\n' || !acts_or_hides(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    Cow::Owned(out)
}

fn may_have_a_style(c: char) -> bool {
    is_pictograph(c) || c.is_ascii_digit() || matches!(c, '#' | '*')
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
        _ if acts_or_hides(c) || is_variation_selector(c) => {
            out.push_str(&format!("<U+{:04X}>", c as u32));
        }
        _ => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(visible("一只猫 – a cat\nsecond line ☺"), Cow::Borrowed(_)));
    }

    #[test]
    fn an_escape_sequence_is_shown_instead_of_obeyed() {
        assert_eq!(visible("\u{1b}[31mred\u{7}\u{9b}2J"), "^[[31mred^G<9B>2J");
    }

    #[test]
    fn direction_overrides_and_zero_width_characters_are_shown() {
        assert_eq!(visible("a\u{202e}b\u{200b}c\u{feff}"), "a<U+202E>b<U+200B>c<U+FEFF>");
        assert_eq!(visible("pay\u{200d}pal"), "pay<U+200D>pal");
        assert_eq!(visible("a\u{3164}b\u{34f}c\u{fe00}"), "a<U+3164>b<U+034F>c<U+FE00>");
    }

    #[test]
    fn joined_emoji_are_taken_apart_so_that_every_terminal_draws_them_as_wide_as_we_count() {
        assert_eq!(visible("👩\u{200d}🚀"), "👩🚀");
        assert_eq!(visible("👨\u{200d}👩\u{200d}👧"), "👨👩👧");
        assert_eq!(visible("🏳\u{fe0f}\u{200d}🌈"), "🏳🌈");
        assert_eq!(visible("👍🏽!"), "👍 🏽!");
        assert_eq!(visible("❤\u{fe0f} 1\u{fe0f}\u{20e3}"), "❤ 1\u{20e3}");
        assert_eq!(visible("🚀\u{200d}x"), "🚀<U+200D>x");
    }

    #[test]
    fn a_line_keeps_its_breaks_visible() {
        assert_eq!(visible_line("one\ntwo\tthree"), "one⏎two    three");
    }

    #[test]
    fn json_says_the_same_without_a_character_that_acts() {
        let text = "\u{9b}31m \u{202e}x\u{7f} 👩\u{200d}🚀 \u{e0041} 猫\n";
        let document = serde_json::to_string_pretty(&[text]).unwrap();
        let escaped = json_escaped(&document);
        assert!(escaped.contains("\\u009b31m \\u202ex\\u007f") && escaped.contains('猫'));
        assert!(escaped.contains("\\udb40\\udc41"), "{escaped}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&escaped).unwrap(), [text]);
    }

    proptest! {
        #[test]
        fn nothing_that_acts_or_hides_is_left_and_showing_it_again_changes_nothing(text: String) {
            let shown = visible(&text).into_owned();
            prop_assert!(shown.chars().all(|c| c == '\n' || !acts_or_hides(c)), "{shown:?}");
            prop_assert_eq!(visible(&shown), &*shown);
        }
    }
}
