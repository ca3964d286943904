//! Replaces characters in untrusted text that a terminal would act on or hide.
//!
//! Questions, predictions and file names are untrusted. A control character can move the cursor or
//! change the title of the window, a bidirectional override can make one choice look like another,
//! a zero-width character can hide inside a word, and an emoji that the terminal draws wider than
//! its computed width shifts the rest of the line. Each such character is replaced by a visible
//! substitute; none is dropped silently.
//!
//! Every output of the program goes through this module: screens, tables, messages and errors
//! through [`visible`], JSON through [`Harmless::json`], which escapes the characters and so keeps
//! the data. CSV keeps the characters in a file or a pipe and goes through [`Harmless::text`] when
//! it is written to a terminal.

mod characters;
mod writer;

use std::borrow::Cow;
use std::fmt::Write;

use characters::{acts_or_hides, is_pictograph, is_skin_tone, is_variation_selector};
pub use writer::Harmless;

const JOINER: char = '\u{200D}';

/// Replaces characters that a terminal would act on or hide: control characters by caret notation
/// (`^[` for ESC, `^M` for CR, `<9B>` for C1), tabs by four spaces, bidirectional, zero-width and
/// other invisible characters by their code point (`<U+202E>`). Line feeds are kept.
///
/// Emoji sequences are split into their parts, because terminals disagree on their width by up to
/// six columns: a joined family becomes its members, a skin tone is drawn next to the hand.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c == '\n' || !acts_or_hides(c) && !is_skin_tone(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let follows_pictograph = before.is_some_and(is_pictograph);
        match c {
            '\n' => out.push('\n'),
            JOINER if follows_pictograph && rest.peek().copied().is_some_and(is_pictograph) => {}
            // These select the emoji or the text style of the character before. Digits have one in
            // key caps.
            '\u{FE0E}' | '\u{FE0F}' if before.is_some_and(may_have_a_style) => continue,
            _ if is_skin_tone(c) && follows_pictograph => {
                out.push(' ');
                out.push(c);
            }
            _ => push_substitute(&mut out, c),
        }
        before = Some(c);
    }
    Cow::Owned(out)
}

/// Like [`visible`], for text that must fit on one line: line feeds become `⏎`.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        shown if shown.contains('\n') => Cow::Owned(shown.replace('\n', "⏎")),
        shown => shown,
    }
}

/// The same JSON document with every character that a terminal would act on or hide written as an
/// escape such as `\u001b`. These characters occur only inside strings, so the data is unchanged.
pub fn json_escaped(document: &str) -> Cow<'_, str> {
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

fn push_substitute(out: &mut String, c: char) {
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
    use regex::Regex;
    use std::sync::LazyLock;

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(visible("一只猫 – a cat\nsecond line ☺"), Cow::Borrowed(_)));
    }

    #[test]
    fn an_escape_sequence_is_shown_and_not_obeyed() {
        assert_eq!(visible("\u{1b}[31mred\u{7}\u{9b}2J"), "^[[31mred^G<9B>2J");
    }

    #[test]
    fn direction_overrides_and_zero_width_characters_are_shown() {
        assert_eq!(visible("a\u{202e}b\u{200b}c\u{feff}"), "a<U+202E>b<U+200B>c<U+FEFF>");
        assert_eq!(visible("pay\u{200d}pal"), "pay<U+200D>pal");
        assert_eq!(visible("a\u{3164}b\u{34f}c\u{fe00}"), "a<U+3164>b<U+034F>c<U+FE00>");
    }

    #[test]
    fn joined_emoji_are_split_so_that_every_terminal_draws_them_at_the_computed_width() {
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
    fn escaped_json_holds_the_same_data() {
        let text = "\u{9b}31m \u{202e}x\u{7f} 👩\u{200d}🚀 \u{e0041} 猫\n";
        let document = serde_json::to_string_pretty(&[text]).unwrap();
        let escaped = json_escaped(&document);
        assert!(escaped.contains("\\u009b31m \\u202ex\\u007f") && escaped.contains('猫'));
        assert!(escaped.contains("\\udb40\\udc41"), "{escaped}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&escaped).unwrap(), [text]);
    }

    #[test]
    fn every_bidirectional_control_is_shown_by_its_code_point() {
        let controls = "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\
                        \u{2067}\u{2068}\u{2069}";
        for control in controls.chars() {
            let expected = format!("a<U+{:04X}>b", u32::from(control));
            assert_eq!(visible(&format!("a{control}b")), expected);
        }
    }

    /// Controls, format characters and characters without a glyph, by the Unicode tables of the
    /// `regex` crate: a source that shares nothing with the tables tested here.
    static ACTS_OR_HIDES: LazyLock<Regex> = LazyLock::new(|| {
        let classes = r"\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}";
        // The last one is the placeholder that kitty replaces by a picture.
        Regex::new(&format!(r"[{classes}\x{{10EEEE}}--\n]")).unwrap()
    });

    #[test]
    fn no_character_of_unicode_that_acts_or_hides_is_left() {
        let all: String = ('\0'..=char::MAX).flat_map(|c| [c, 'x']).collect();

        let shown = visible(&all);
        assert_eq!(
            ACTS_OR_HIDES.find(&shown).map(|found| found.as_str().escape_unicode().to_string()),
            None
        );
        assert!(!ACTS_OR_HIDES.is_match(&json_escaped(&all)));
    }

    #[test]
    fn letters_signs_and_spaces_of_every_script_stay_as_they_are() {
        let kept = Regex::new(r"^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]$").unwrap();
        let mut buffer = [0; 4];
        for c in '\0'..=char::MAX {
            let text = &*c.encode_utf8(&mut buffer);
            if kept.is_match(text) && !ACTS_OR_HIDES.is_match(text) && !is_skin_tone(c) {
                assert!(matches!(visible(text), Cow::Borrowed(_)), "U+{:04X}", u32::from(c));
            }
        }
    }

    proptest! {
        #[test]
        fn text_with_emoji_has_nothing_that_acts_or_hides_and_showing_it_twice_changes_nothing(
            text in "([\u{200D}\u{FE0E}\u{FE0F}\u{1F3FB}-\u{1F3FF}\u{1F468}\u{2764}#1a\n\u{2066}\u{1B}]|\\PC){0,16}",
        ) {
            let shown = visible(&text).into_owned();
            prop_assert!(!ACTS_OR_HIDES.is_match(&shown), "{shown:?}");
            prop_assert_eq!(visible(&shown), &*shown);
        }
    }

    #[test]
    fn what_needs_no_change_is_not_copied() {
        assert!(matches!(visible_line("one line"), Cow::Borrowed(_)));
        assert!(matches!(json_escaped("[\"two\",\n\"lines\"]"), Cow::Borrowed(_)));
        assert_eq!(json_escaped("\"\u{9b}\""), "\"\\u009b\"");
    }

    #[test]
    fn a_selector_after_a_letter_and_a_delete_are_shown() {
        assert_eq!(visible("a\u{fe0f}b\u{fe0e}"), "a<U+FE0F>b<U+FE0E>");
        assert_eq!(visible("#\u{fe0f}*\u{fe0f}"), "#*");
        assert_eq!(visible("\u{7f}"), "^?");
    }
}
