//! The marks of choices that are pictures: the annotator's answer and the reference answer, with the
//! signs and colours that the question card has for choices in words.

use crate::theme::{Theme, Tone};
use crate::widgets::question_card::Marks;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::BlindAnswer;

/// The marks of the choices of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChoiceMarks {
    own: Option<Label>,
    reference: Option<Label>,
    right: Option<Label>,
    /// The choice under the cursor.
    cursor: Option<Label>,
}

impl From<Marks<'_>> for ChoiceMarks {
    fn from(marks: Marks<'_>) -> Self {
        let own = match marks.answer {
            Some(BlindAnswer::Choice(label)) => Some(label),
            _ => None,
        };
        ChoiceMarks {
            own,
            reference: marks.reveal.and_then(|reveal| reveal.answer),
            right: marks.right,
            cursor: None,
        }
    }
}

impl ChoiceMarks {
    /// The same with a cursor on a choice.
    #[must_use]
    pub fn with_cursor(self, cursor: Option<Label>) -> Self {
        ChoiceMarks { cursor, ..self }
    }

    /// The signs before a choice's letter.
    pub fn signs(self, label: Label) -> String {
        let marks = [(self.own, '▸'), (self.reference, '✓'), (self.right, '→')];
        let signs = marks.iter().filter(|(marked, _)| *marked == Some(label)).map(|(_, sign)| sign);
        let signs: String = signs.collect();
        match signs.is_empty() {
            true if self.cursor == Some(label) => "› ".to_owned(),
            true => signs,
            false => signs + " ",
        }
    }

    /// The colour of its letter.
    pub fn tone(self, label: Label, theme: &Theme) -> Tone {
        match (self.own == Some(label), self.reference == Some(label)) {
            (_, true) => theme.reference,
            (true, false) => theme.own,
            (false, false) if self.cursor == Some(label) => theme.selected,
            (false, false) => theme.key,
        }
    }
}
