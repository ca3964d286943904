//! Late probe replies: replies of the terminal that arrive after the probe has stopped waiting.
//!
//! crossterm parses `ESC P`, `ESC ]` and `ESC _` as keys held with Alt, and everything after them as
//! typed letters: on a slow line `kitty(0.41)` would answer a question and judge it. A reply comes in
//! one burst and has an end, which distinguishes it from typing.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The letters of a reply are never further apart, not even on a line that stutters.
const BURST: Duration = Duration::from_millis(100);
/// No reply to our queries is longer.
const LONGEST: usize = 512;

/// Filters out the letters of late replies.
#[derive(Debug, Default)]
pub struct LateReplies {
    /// When the last letter of an unfinished reply came, and how many there were.
    inside: Option<(Instant, usize)>,
}

impl LateReplies {
    /// Whether the key is part of a reply and nobody pressed it.
    pub fn include(&mut self, key: &KeyEvent, at: Instant) -> bool {
        let goes_on = self.inside.filter(|&(last, length)| {
            at.saturating_duration_since(last) < BURST && length < LONGEST
        });
        self.inside = match goes_on {
            Some(_) if ends(key) => None,
            Some((_, length)) => Some((at, length + 1)),
            None => begins(key).then_some((at, 1)),
        };
        goes_on.is_some() || self.inside.is_some()
    }
}

/// A device control string, an operating system command or an application program command.
fn begins(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::ALT) && matches!(key.code, KeyCode::Char('P' | ']' | '_'))
}

/// A string terminator, or the bell that some terminals send instead.
fn ends(key: &KeyEvent) -> bool {
    match key.code {
        KeyCode::Char('\\') => key.modifiers.contains(KeyModifiers::ALT),
        KeyCode::Char('g') => key.modifiers.contains(KeyModifiers::CONTROL),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(letter: char, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(letter), modifiers)
    }

    /// The letters that are left of those typed at the same moment.
    fn left(keys: &[KeyEvent]) -> String {
        let (mut replies, now) = (LateReplies::default(), Instant::now());
        let typed = keys.iter().filter(|key| !replies.include(key, now));
        typed.filter_map(|key| key.code.as_char()).collect()
    }

    fn typed(text: &str) -> Vec<KeyEvent> {
        text.chars().map(|letter| key(letter, KeyModifiers::NONE)).collect()
    }

    #[test]
    fn what_is_between_beginning_and_end_was_not_typed() {
        let alt = |letter| vec![key(letter, KeyModifiers::ALT)];
        let bell = vec![key('g', KeyModifiers::CONTROL)];
        let keys = [
            typed("a"),
            alt('P'),
            typed(">|kitty(0.41)"),
            alt('\\'),
            typed("b"),
            alt(']'),
            typed("11;rgb:bbbb/cccc/aaaa"),
            bell,
            typed("c"),
        ];
        assert_eq!(left(&keys.concat()), "abc");
    }

    #[test]
    fn a_key_pressed_after_a_pause_counts_again() {
        let mut replies = LateReplies::default();
        let now = Instant::now();
        assert!(replies.include(&key(']', KeyModifiers::ALT), now));
        assert!(!replies.include(&key('b', KeyModifiers::NONE), now + 2 * BURST));
        assert!(!replies.include(&key('y', KeyModifiers::NONE), now + 2 * BURST));
    }

    #[test]
    fn a_reply_without_end_does_not_swallow_everything() {
        let keys = [vec![key('_', KeyModifiers::ALT)], typed(&"b".repeat(LONGEST + 10))].concat();
        assert_eq!(left(&keys).len(), 11);
    }
}
