//! In which order a row shows the choices of its question.

use super::RowProblem;
use assay_core::benchmark::{ChoiceOrder, Label, Pass};
use assay_core::score::likeliest_rotations;
use assay_formats::error::shown;
use assay_formats::predictions::{PredictionTable, reads_as_missing};
use assay_store::QuestionSheet;

/// The order in which the row shows the choices of its question.
pub(super) fn order_of_row(
    question: &QuestionSheet,
    table: &PredictionTable,
    row: usize,
    pass: Pass,
) -> Result<(ChoiceOrder, RotationMatch), RowProblem> {
    let original = ChoiceOrder::original(question.choices.iter().map(|choice| choice.label));
    let recorded = question.passes.iter().find(|known| known.pass == pass);
    if table.choices(row).next().is_none() {
        return match recorded {
            Some(recorded) => Ok((recorded.order.clone(), RotationMatch::default())),
            None if pass == Pass::FIRST => Ok((original, RotationMatch::default())),
            None => Err(RowProblem::UnknownOrder { pass: pass.0, key: question.key.to_string() }),
        };
    }
    let count = question.choices.len();
    let recorded = recorded
        .and_then(|recorded| (0..count).find(|&by| recorded.order == original.rotated_left(by)));
    // Where choices repeat, several rotations match: the likeliest comes first.
    for by in recorded.into_iter().chain(likeliest_rotations(pass, count)) {
        if let Some(matched) = match_rotation(question, by, table, row) {
            return Ok((original.rotated_left(by), matched));
        }
    }
    if let Some(order) = order_by_texts(question, table, row) {
        return Ok((order, RotationMatch { shuffled: true, ..RotationMatch::default() }));
    }
    let listed = |choices: &mut dyn Iterator<Item = (Label, &str)>| {
        let each: Vec<String> = choices.map(|(label, text)| format!("{label} {text}")).collect();
        shown(&each.join(" · "))
    };
    Err(RowProblem::OtherChoices {
        key: question.key.to_string(),
        found: listed(&mut table.choices(row)),
        expected: listed(&mut question.choices.iter().map(|c| (c.label, c.text.as_str()))),
    })
}

/// How a row's choices match those of its question in an order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RotationMatch {
    /// A choice such as "None" is missing, as pandas leaves it behind.
    pub(super) lost_option: bool,
    /// A number is written differently: 20 as 20.0.
    pub(super) number: bool,
    /// The order is not a rotation.
    pub(super) shuffled: bool,
}

/// The order in which the row shows the very choices of the question, each of which reads differently, as
/// harnesses that shuffle choices write it.
fn order_by_texts(
    question: &QuestionSheet,
    table: &PredictionTable,
    row: usize,
) -> Option<ChoiceOrder> {
    let labels: Vec<Label> = question.choices.iter().map(|choice| choice.label).collect();
    let (letters, texts): (Vec<Label>, Vec<&str>) = table.choices(row).unzip();
    // Of choices that read the same all would be the first: then not each is shown once.
    let original_of = |text: &&str| {
        let same = question.choices.iter().find(|choice| choice.text.trim() == text.trim());
        same.map(|choice| choice.label)
    };
    let shown: Vec<Label> = texts.iter().map(original_of).collect::<Option<_>>()?;
    let is_each_once = labels.iter().all(|label| shown.contains(label));
    let is_all = letters == labels && shown.len() == labels.len() && is_each_once;
    is_all.then(|| ChoiceOrder::original(shown))
}

/// How the row's choices match those of the question rotated left by this number of places; `None` if they
/// do not.
fn match_rotation(
    question: &QuestionSheet,
    by: usize,
    table: &PredictionTable,
    row: usize,
) -> Option<RotationMatch> {
    let mut matched = RotationMatch::default();
    let mut found = table.choices(row).peekable();
    let shown = question.choices.iter().zip(question.choices.iter().cycle().skip(by));
    for (place, original) in shown {
        let expected = original.text.trim();
        let text = found.next_if(|(label, _)| *label == place.label);
        let text = text.map_or("", |(_, text)| text.trim());
        if text == expected {
            continue;
        }
        if text.is_empty() && reads_as_missing(expected) {
            matched.lost_option = true;
        } else if is_same_number(text, expected) {
            matched.number = true;
        } else {
            return None;
        }
    }
    found.next().is_none().then_some(matched)
}

fn is_same_number(one: &str, other: &str) -> bool {
    match (one.parse::<f64>(), other.parse::<f64>()) {
        #[expect(clippy::float_cmp, reason = "20 and 20.0 parse to the very same number")]
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
