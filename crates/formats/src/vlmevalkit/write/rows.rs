//! The rows of a file: one for each question, one for each CircularEval pass, or one for each
//! prediction.

use std::collections::HashSet;

use super::named_questions;
use crate::vlmevalkit::numbering::PassOffset;
use assay_core::benchmark::{ChoiceOrder, Pass, Prediction, Question};
use assay_core::score::RequiredPasses;

/// A row that will be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// The position of its question.
    pub question: usize,
    pub pass: Pass,
    /// Its index in the file.
    pub index: String,
    /// The order in which it shows the choices.
    pub order: ChoiceOrder,
}

/// The rows of a file for CircularEval.
#[derive(Debug, Default)]
pub struct CircularRows {
    /// First all first passes, then all second ones, and so on: a file that is cut off early still has every
    /// question, and pictures come before the rows that point at them.
    pub rows: Vec<FileRow>,
    /// The positions of questions whose passes have other indices than in the file that they came
    /// from, because other questions' passes had to be numbered too.
    pub renumbered: Vec<usize>,
}

/// Questions that have no index for their passes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the passes of {} have no index: pass k of question i is row i + k × 1,000,000 (or a larger power of \
     ten), so the keys must be whole numbers that leave room for it",
    named_questions(keys.iter().map(String::as_str))
)]
pub struct Unnumbered {
    pub keys: Vec<String>,
}

/// One row for each question.
pub fn first_rows(questions: &[&Question]) -> Vec<FileRow> {
    let first = |(at, question): (usize, &&Question)| FileRow {
        question: at,
        pass: Pass::FIRST,
        index: question.key.as_str().to_owned(),
        order: question.order(),
    };
    questions.iter().enumerate().map(first).collect()
}

/// One row for each pass of CircularEval. Passes that the benchmark's file has keep their orders,
/// and their indices if no other question needs new ones; all others are rotated to the left and
/// numbered as VLMEvalKit does.
pub fn circular_rows(questions: &[&Question]) -> Result<CircularRows, Unnumbered> {
    let passes: Vec<RequiredPasses> = questions
        .iter()
        .map(|question| {
            RequiredPasses::from_source(&question.passes, &question.choices, question.answer)
        })
        .collect();
    let numbered = |passes: &RequiredPasses| matches!(passes, RequiredPasses::Rotated(2..));
    let as_recorded = !passes.iter().any(numbered) && indices_differ(questions);
    let offset = PassOffset::for_keys(questions.iter().map(|question| question.key.as_str()));
    let mut expansion = CircularRows::default();
    let mut unnumbered = Vec::new();
    for (at, (question, passes)) in questions.iter().zip(&passes).enumerate() {
        let (mut has_index, mut is_renumbered) = (true, false);
        for (pass, order) in passes.orders(&question.passes, &question.order()) {
            let key = question.key.as_str();
            let recorded = recorded(question, pass);
            let index = match recorded {
                _ if pass == Pass::FIRST => key.to_owned(),
                Some(recorded) if as_recorded => recorded.to_owned(),
                _ => offset.index(key, pass).map(|n| n.to_string()).unwrap_or_default(),
            };
            has_index &= !index.is_empty();
            is_renumbered |= recorded.is_some_and(|recorded| recorded != index);
            expansion.rows.push(FileRow { question: at, pass, index, order });
        }
        if !has_index {
            unnumbered.push(question.key.to_string());
        }
        expansion.renumbered.extend(is_renumbered.then_some(at));
    }
    if !unnumbered.is_empty() {
        return Err(Unnumbered { keys: unnumbered });
    }
    expansion.rows.sort_by_key(|row| (row.pass, row.question));
    Ok(expansion)
}

/// The rows of a file of predictions: for each the position of its question, the pass, and the order in
/// which the model saw the choices.
#[derive(Debug, Default)]
pub struct AnsweredRows {
    /// The rows in the order of the predictions.
    pub rows: Vec<FileRow>,
    /// Whether indices do not show the pass of a row, so that the file needs
    /// [`super::Column::Pass`].
    pub needs_pass: bool,
}

/// The rows of predictions: the indices of the benchmark's file if it has the pass, otherwise
/// VLMEvalKit's numbers.
pub fn answered_rows<'a>(
    questions: &[&Question],
    answered: impl IntoIterator<Item = (usize, &'a Prediction)>,
) -> AnsweredRows {
    let offset = PassOffset::for_keys(questions.iter().map(|question| question.key.as_str()));
    let mut answers = AnsweredRows::default();
    for (at, Prediction { pass, order, .. }) in answered {
        let question = questions[at];
        let key = question.key.as_str();
        let index = match recorded(question, *pass) {
            _ if *pass == Pass::FIRST => Some(key.to_owned()),
            Some(recorded) => Some(recorded.to_owned()),
            None => offset.index(key, *pass).map(|number| number.to_string()),
        };
        answers.needs_pass |= index.is_none();
        let index = index.unwrap_or_else(|| format!("{key}+{pass}"));
        answers.rows.push(FileRow { question: at, pass: *pass, index, order: order.clone() });
    }
    let mut seen = HashSet::new();
    answers.needs_pass |= !answers.rows.iter().all(|row| seen.insert(row.index.as_str()));
    answers
}

/// The index of a pass in the file that the question came from, if that had it.
fn recorded(question: &Question, pass: Pass) -> Option<&str> {
    let recorded = question.passes.iter().find(|recorded| recorded.pass == pass);
    recorded.map(|recorded| recorded.index.as_str())
}

/// Whether the indices that the rows had in their files are distinct; a benchmark may consist of
/// several files.
fn indices_differ(questions: &[&Question]) -> bool {
    let mut seen = HashSet::new();
    let keys = questions.iter().map(|question| question.key.as_str());
    let later = questions.iter().flat_map(|question| &question.passes);
    let later = later.filter(|pass| pass.pass != Pass::FIRST).map(|pass| pass.index.as_str());
    keys.chain(later).all(|index| seen.insert(index))
}
