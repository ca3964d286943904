//! In which order a row shows the choices of its question. The one rule for rows of a data set and of a
//! database; readers of question files, where a pass must prove itself, have a stricter one.

use std::collections::BTreeSet;

use super::unusual::Unusual;
use assay_core::benchmark::{ChoiceOrder, Label};
use assay_formats::predictions::reads_as_missing;

/// Choices with their labels.
pub(crate) type LabelledTexts<'t> = [(Label, &'t str)];

/// The order in which a row shows the choices of its question: rotated, by one of `rotations`, or shuffled.
/// `None` if these are other choices. Where choices repeat, several rotations match, and the first counts. With
/// it comes what is unusual: a choice such as "None" is missing, as pandas leaves it behind; a number is written
/// differently, 20 as 20.0; the order is not a rotation.
pub(crate) fn shown_order(
    choices: &LabelledTexts<'_>,
    shown: &LabelledTexts<'_>,
    mut rotations: impl Iterator<Item = usize>,
) -> Option<(ChoiceOrder, BTreeSet<Unusual>)> {
    let original = ChoiceOrder::original(choices.iter().map(|(label, _)| *label));
    let rotated = rotations.find_map(|by| {
        let unusual = match_rotation(choices, by, shown)?;
        Some((original.rotated_left(by), unusual))
    });
    rotated.or_else(|| Some((order_by_texts(choices, shown)?, BTreeSet::from([Unusual::Shuffled]))))
}

/// The order in which the row shows the very choices of the question, each of which reads differently, as
/// harnesses that shuffle choices write it.
fn order_by_texts(choices: &LabelledTexts<'_>, shown: &LabelledTexts<'_>) -> Option<ChoiceOrder> {
    // Of choices that read the same all would be the first: then not each is shown once.
    let original_of = |&(_, text): &(Label, &str)| {
        choices.iter().find(|(_, same)| same.trim() == text.trim()).map(|(label, _)| *label)
    };
    let order: Vec<Label> = shown.iter().map(original_of).collect::<Option<_>>()?;
    let is_each_once = choices.iter().all(|(label, _)| order.contains(label));
    let same_labels =
        choices.iter().map(|(label, _)| label).eq(shown.iter().map(|(label, _)| label));
    (same_labels && is_each_once).then(|| ChoiceOrder::original(order))
}

/// How the row's choices match those of the question rotated left by this number of places; `None` if they
/// do not.
fn match_rotation(
    choices: &LabelledTexts<'_>,
    by: usize,
    shown: &LabelledTexts<'_>,
) -> Option<BTreeSet<Unusual>> {
    let mut unusual = BTreeSet::new();
    let mut found = shown.iter().peekable();
    let rotated = choices.iter().zip(choices.iter().cycle().skip(by));
    for ((place, _), (_, original)) in rotated {
        let expected = original.trim();
        let text = found.next_if(|(label, _)| label == place);
        let text = text.map_or("", |(_, text)| text.trim());
        if text == expected {
            continue;
        }
        if text.is_empty() && reads_as_missing(expected) {
            unusual.insert(Unusual::LostOption);
        } else if is_same_number(text, expected) {
            unusual.insert(Unusual::OtherNumber);
        } else {
            return None;
        }
    }
    found.next().is_none().then_some(unusual)
}

fn is_same_number(one: &str, other: &str) -> bool {
    match (one.parse::<f64>(), other.parse::<f64>()) {
        #[expect(clippy::float_cmp, reason = "20 and 20.0 parse to the very same number")]
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::Pass;
    use assay_core::score::likeliest_rotations;

    /// The order in pass 1, and what is unusual; `-` is a missing choice.
    fn order(choices: &[&'static str], shown: &[&'static str]) -> Option<(String, [bool; 3])> {
        let labelled = |texts: &[&'static str]| -> Vec<(Label, &'static str)> {
            Label::all().zip(texts.iter().copied()).filter(|(_, text)| *text != "-").collect()
        };
        let likely = likeliest_rotations(Pass(1), choices.len());
        let (order, unusual) = shown_order(&labelled(choices), &labelled(shown), likely)?;
        let kinds = [Unusual::LostOption, Unusual::OtherNumber, Unusual::Shuffled];
        Some((order.to_string(), kinds.map(|kind| unusual.contains(&kind))))
    }

    #[test]
    fn choices_are_found_rotated_and_shuffled() {
        let choices = ["cat", "dog", "hen"];
        assert_eq!(order(&choices, &["hen", "cat", "dog"]), Some(("CAB".into(), [false; 3])));
        assert_eq!(
            order(&choices, &["dog", "cat", "hen "]),
            Some(("BAC".into(), [false, false, true]))
        );
        assert_eq!(order(&choices, &["dog", "cat", "cow"]), None);
        assert_eq!(order(&choices, &["dog", "cat"]), None);
    }

    #[test]
    fn of_several_rotations_the_likeliest_counts() {
        assert_eq!(
            order(&["x", "y", "x", "y"], &["y", "x", "y", "x"]),
            Some(("BCDA".into(), [false; 3]))
        );
    }

    #[test]
    fn what_pandas_changes_in_a_choice_is_taken_as_shown() {
        let choices = ["20", "None", "7"];
        assert_eq!(order(&choices, &["-", "7.0", "20"]), Some(("BCA".into(), [true, true, false])));
    }
}
