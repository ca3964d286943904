//! Parses the replies of a terminal out of its input; pure.
//!
//! Replies and keys arrive mixed. Input that is not a reply to one of our queries was typed and is
//! kept.

use crate::keyboard::{Found, first};

/// A colour, 8 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Whether dark text is more legible on it.
    pub fn is_light(self) -> bool {
        let Rgb(red, green, blue) = self;
        299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 128_000
    }
}

/// The replies so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replies {
    /// kitty's graphics query was answered with OK.
    pub kitty: bool,
    /// Name and version (XTVERSION).
    pub version: Option<String>,
    /// The primary device attributes: the last query, so its answer ends the wait.
    pub attributes: Option<Vec<u16>>,
    /// The background colour (OSC 11).
    pub background: Option<Rgb>,
    /// The largest sixel picture, width and height in pixels (XTSMGRAPHICS).
    pub sixel_limit: Option<(u16, u16)>,
    /// Everything else: keys.
    pub typed: Vec<u8>,
    /// Width and height of a cell in pixels.
    pub cell_pixels: Option<(u16, u16)>,
}

impl Replies {
    /// Parses everything that has arrived so far. A reply that is not complete yet is left out.
    pub fn parse(mut input: &[u8]) -> Self {
        let mut replies = Replies::default();
        while !input.is_empty() {
            match first(input) {
                Found::Bytes(length, _) | Found::PasteBegins(length) => {
                    let (this, rest) = input.split_at(length);
                    if !replies.take(this) {
                        replies.typed.extend_from_slice(this);
                    }
                    input = rest;
                }
                Found::Unfinished => {
                    if !matches!(input, [0x1B, b'[' | b']' | b'P' | b'_', ..]) {
                        replies.typed.extend_from_slice(input);
                    }
                    break;
                }
            }
        }
        replies
    }

    /// Whether there is any reply yet; keys are not replies.
    pub fn have_an_answer(&self) -> bool {
        let keys_only = Replies { typed: self.typed.clone(), ..Replies::default() };
        *self != keys_only
    }

    /// Whether sixel is among the device attributes.
    pub fn claims_sixel(&self) -> bool {
        self.attributes.as_ref().is_some_and(|attributes| attributes.contains(&4))
    }

    fn take(&mut self, sequence: &[u8]) -> bool {
        let text = String::from_utf8_lossy(sequence);
        if let Some(body) = text.strip_prefix("\x1b_G") {
            self.kitty |= body.starts_with("i=31;OK");
            return true;
        }
        if let Some(body) = text.strip_prefix("\x1bP>|") {
            self.version = Some(body.trim_end_matches("\x1b\\").chars().take(80).collect());
            return true;
        }
        if let Some(body) = text.strip_prefix("\x1b]11;") {
            self.background = colour(body.trim_end_matches(['\x07', '\x1b', '\\']));
            return true;
        }
        let Some(body) = text.strip_prefix("\x1b[") else { return false };
        let Some((parameters, end)) = body.char_indices().last().map(|(at, c)| (&body[..at], c))
        else {
            return false;
        };
        let numbers: Vec<u16> = parameters
            .trim_start_matches('?')
            .split(';')
            .map_while(|number| number.parse().ok())
            .collect();
        match (parameters.starts_with('?'), end, numbers.as_slice()) {
            (true, 'c', _) => self.attributes = Some(numbers),
            (true, 'S', &[2, 0, width, height]) => self.sixel_limit = Some((width, height)),
            (false, 't', &[6, height, width]) => self.cell_pixels = Some((width, height)),
            // A negative answer: still an answer, not a key.
            (true, 'S', _) | (false, 't', _) => {}
            _ => return false,
        }
        true
    }
}

/// `rgb:ffff/ffff/ffff`, with one to four digits each.
fn colour(text: &str) -> Option<Rgb> {
    let mut channels = text.strip_prefix("rgb:")?.split('/').map(|digits| {
        let most = 16u32.checked_pow(digits.len() as u32)?.checked_sub(1)?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        (1..=4).contains(&digits.len()).then(|| (value * 255 / most) as u8)
    });
    Some(Rgb(channels.next()??, channels.next()??, channels.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ANSWERS: &[u8] = b"\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.41.1)\x1b\\\x1b[6;18;9t\
        \x1b]11;rgb:1e1e/2020/ff00\x07\x1b[?62;4;52c";

    #[test]
    fn every_answer_is_read() {
        let replies = Replies::parse(ANSWERS);
        assert!(replies.kitty && replies.claims_sixel());
        assert_eq!(replies.version.as_deref(), Some("kitty(0.41.1)"));
        assert_eq!(replies.cell_pixels, Some((9, 18)));
        assert_eq!(replies.background, Some(Rgb(0x1e, 0x20, 0xfe)));
        assert_eq!(replies.typed, b"");
    }

    #[test]
    fn keys_between_answers_are_kept() {
        let mixed = [b"b".as_slice(), ANSWERS, b"\x1b[A", b"y\x1bx"].concat();
        let replies = Replies::parse(&mixed);
        assert_eq!(replies.typed, b"b\x1b[Ay\x1bx");
        assert!(replies.attributes.is_some() && replies.have_an_answer());
        assert!(!Replies::parse(b"jk\x1b[A").have_an_answer());
    }

    #[test]
    fn a_refusal_is_no_support() {
        assert!(!Replies::parse(b"\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\").kitty);
    }

    #[test]
    fn a_short_colour_is_stretched() {
        assert_eq!(colour("rgb:f/8/0"), Some(Rgb(255, 136, 0)));
        assert_eq!(colour("rgb:zz/00/00"), None);
        assert_eq!(colour("rgb:/00/00"), None);
    }

    proptest! {
        #[test]
        fn nothing_the_input_holds_can_panic(input in prop::collection::vec(any::<u8>(), 0..80)) {
            Replies::parse(&input);
        }

        #[test]
        fn answers_cut_anywhere_are_completed_by_the_rest(at in 0usize..ANSWERS.len()) {
            prop_assert!(Replies::parse(&ANSWERS[..at]).attributes.is_none());
            prop_assert_eq!(Replies::parse(ANSWERS), Replies::parse(&[&ANSWERS[..at], &ANSWERS[at..]].concat()));
        }
    }
}
