//! Choices that read `nan`: missing cells that pandas printed, or choices of the question.
//!
//! Files that went through pandas have the text `nan` if a question does not have that choice: in
//! column D of questions with three choices, in column E of all. lmms-eval 0.7.3 writes its
//! submissions this way, and counted as choices these cells halve the score. A question about code
//! may really have the choice `nan`. It is a choice if the reference answer names it, or if another
//! choice follows it: in the row itself, or in another CircularEval pass of the question.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::warning::Warnings;
use assay_core::benchmark::{Label, Question};

/// What pandas prints for a missing cell.
pub(crate) const NAN: &str = "nan";

/// The part of a row that decides this.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceRow<'a> {
    /// The question's text, the same in all its passes.
    pub stem: &'a str,
    /// The choices in the order of their labels.
    pub choices: Vec<(Label, &'a str)>,
    /// The label of the right choice, if it is known.
    pub answer: Option<Label>,
}

impl<'a> ChoiceRow<'a> {
    pub fn new(question: &'a Question) -> Self {
        let choices = question.choices.iter().map(|choice| (choice.label, choice.text.as_str()));
        ChoiceRow { stem: &question.stem, choices: choices.collect(), answer: question.answer }
    }
}

/// The rows, by their positions, in which `nan` is not a choice, and the number of rows that keep
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NanChoices {
    /// Rows whose choices that read `nan` are absent.
    pub absent: HashSet<usize>,
    /// Rows in which `nan` is a choice.
    pub kept: usize,
}

impl NanChoices {
    /// Looks at all rows of a file.
    pub fn find<'a>(rows: impl Iterator<Item = ChoiceRow<'a>>) -> Self {
        let mut with_nan: Vec<(usize, u64)> = Vec::new();
        let mut real: HashSet<u64> = HashSet::new();
        for (at, row) in rows.enumerate() {
            if !row.choices.iter().any(|(_, text)| *text == NAN) {
                continue;
            }
            let question = question_of(&row);
            if is_real(&row) {
                real.insert(question);
            }
            with_nan.push((at, question));
        }
        let is_real = |question: &u64| real.contains(question);
        let kept = with_nan.iter().filter(|(_, question)| is_real(question)).count();
        let absent = with_nan.into_iter().filter(|(_, question)| !is_real(question));
        NanChoices { absent: absent.map(|(at, _)| at).collect(), kept }
    }

    /// The warnings, as sentences.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        let absent = (!self.absent.is_empty()).then(|| {
            format!(
                "{} rows have choices that read “nan”, which pandas prints for a missing cell: they count \
                 as absent",
                self.absent.len()
            )
        });
        let kept = (self.kept > 0).then(|| {
            format!(
                "{} rows have a choice “nan” with other choices behind it, or as the answer: it was kept",
                self.kept
            )
        });
        absent.into_iter().chain(kept)
    }
}

/// Removes the choices of questions that are missing cells in the words of pandas. Returns the positions
/// of the questions that have no choice any more, and thereby no answer, although they had one.
pub(crate) fn leave_out(questions: &mut [&mut Question], warnings: &mut Warnings) -> Vec<usize> {
    let nan = NanChoices::find(questions.iter().map(|question| ChoiceRow::new(question)));
    let mut without_answer = Vec::new();
    for &at in &nan.absent {
        let question = &mut *questions[at];
        question.choices.retain(|choice| choice.text != NAN);
        if question.choices.is_empty() && question.answer.take().is_some() {
            without_answer.push(at);
        }
        let order = question.order();
        question.passes.iter_mut().for_each(|pass| pass.order = order.clone());
    }
    nan.sentences().for_each(|sentence| warnings.note(sentence));
    without_answer
}

/// Whether the row shows that `nan` is a choice.
fn is_real(row: &ChoiceRow<'_>) -> bool {
    let last = row.choices.iter().rposition(|(_, text)| *text != NAN);
    row.choices.iter().enumerate().filter(|(_, (_, text))| *text == NAN).any(|(at, (label, _))| {
        last.is_some_and(|last| at < last) || (last.is_some() && row.answer == Some(*label))
    })
}

/// A hash that the passes of one question share: its text and its choices in any order.
fn question_of(row: &ChoiceRow<'_>) -> u64 {
    let mut texts: Vec<&str> = row.choices.iter().map(|(_, text)| text.trim()).collect();
    texts.sort_unstable();
    let mut hasher = DefaultHasher::new();
    (row.stem.trim(), texts).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row<'a>(stem: &'a str, texts: &[&'a str], answer: char) -> ChoiceRow<'a> {
        let choices = Label::all().zip(texts.iter().copied()).collect();
        ChoiceRow { stem, choices, answer: Label::from_letter(answer) }
    }

    fn absent(rows: Vec<ChoiceRow<'_>>) -> (Vec<usize>, usize) {
        let found = NanChoices::find(rows.into_iter());
        let mut absent: Vec<usize> = found.absent.into_iter().collect();
        absent.sort_unstable();
        (absent, found.kept)
    }

    #[test]
    fn nan_behind_the_last_choice_is_a_missing_cell() {
        let rows = vec![
            row("a", &["1", "2", "3", "nan", "nan"], 'A'),
            row("b", &["1", "2", "3", "4", "nan"], 'D'),
            row("c", &["1", "2"], 'B'),
        ];
        assert_eq!(absent(rows), (vec![0, 1], 0));
    }

    #[test]
    fn nan_among_other_choices_is_one_of_them_in_every_pass() {
        let rows = vec![
            row("0/0", &["inf", "0", "nan"], '?'),
            row("0/0", &["0", "nan", "inf"], '?'),
            row("1/0", &["inf", "0", "nan"], '?'),
            row("log", &["inf", "nan"], 'B'),
        ];
        assert_eq!(absent(rows), (vec![2], 3));
    }

    #[test]
    fn other_words_for_nothing_are_choices() {
        for word in ["None", "NA", "N/A", "NaN", "null", " nan"] {
            assert_eq!(absent(vec![row("a", &["1", word], 'A')]), (vec![], 0), "{word}");
        }
    }

    #[test]
    fn a_row_of_nothing_but_nan_has_no_choices() {
        assert_eq!(absent(vec![row("a", &["nan", "nan"], 'A')]), (vec![0], 0));
    }
}
