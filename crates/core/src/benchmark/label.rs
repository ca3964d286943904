//! Choice labels: the letters A to Z before the choices of a question.

use std::fmt;
use std::str::FromStr;

use crate::keyword::{UnexpectedText, written_as_text};

/// One of the 26 upper-case letters that label the choices of a question.
///
/// `Z` is a label like the others here: a question may have 26 choices. Whether a `Z` means "none
/// of the choices" is decided where an extraction is read, not by the letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(u8);

impl Label {
    /// The first label.
    pub const A: Label = Label(0);
    /// How many labels there are.
    pub const COUNT: usize = 26;

    /// The label at a position, `0` being A; `None` from 26 on.
    pub fn from_index(index: usize) -> Option<Label> {
        (index < Self::COUNT).then_some(Label(index as u8))
    }

    /// The label written as this upper-case ASCII letter.
    pub fn from_letter(letter: char) -> Option<Label> {
        letter.is_ascii_uppercase().then(|| Label(letter as u8 - b'A'))
    }

    /// The label written as this text: one upper-case ASCII letter and no more.
    pub fn from_text(text: &str) -> Option<Label> {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.next().is_none()).and_then(Label::from_letter)
    }

    /// The position of the label, A being `0`.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The upper-case letter.
    pub fn letter(self) -> char {
        char::from(b'A' + self.0)
    }

    /// All labels in order.
    pub fn all() -> impl Iterator<Item = Label> {
        (0..Self::COUNT as u8).map(Label)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Label({})", self.letter())
    }
}

written_as_text!(Label);

impl FromStr for Label {
    type Err = UnexpectedText;

    /// Reads one letter, upper or lower case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let label = Label::from_text(text).or_else(|| Label::from_text(&text.to_ascii_uppercase()));
        label.ok_or_else(|| UnexpectedText::new("one letter A to Z", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_that_of_a_choice_if_its_name_is_one_capital_letter() {
        assert_eq!(Label::from_text("C"), Label::from_index(2));
        for name in ["", "c", "CD", "\u{c4}", " C"] {
            assert_eq!(Label::from_text(name), None, "{name:?}");
        }
    }

    #[test]
    fn a_label_reads_back_as_it_was_written() {
        for label in Label::all() {
            assert_eq!(label.to_string().parse(), Ok(label));
            assert_eq!(serde_json::to_value(label).unwrap(), label.to_string());
        }
    }

    #[test]
    fn labels_are_the_letters_a_to_z_in_order() {
        let letters: String = Label::all().map(Label::letter).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        for (index, label) in Label::all().enumerate() {
            assert_eq!((label.index(), Label::from_index(index)), (index, Some(label)));
        }
        assert_eq!(Label::from_index(26), None);
    }

    #[test]
    fn words_and_digits_are_not_labels() {
        for text in ["", "AB", "1", "é", "Ａ"] {
            assert!(text.parse::<Label>().is_err(), "{text:?}");
        }
    }
}
