//! CircularEval's passes: the same question asked once per choice, the choices rotated each time.
//!
//! Papers: MMBench §4.3. Pass 0 shows the choices as the benchmark has them; in pass `k` they
//! are rotated left by `k`, so that the label A is before what was choice `k`. Official files
//! exist with either direction of rotation, so the order that was shown is stored and never guessed
//! from the number of the pass.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Choice, Label};
use crate::keyword::{UnexpectedText, written_as_text};

/// The number of a CircularEval pass; 0 is the question with the choices in the benchmark's order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Pass(pub u32);

impl Pass {
    /// The pass that shows the choices in their original order.
    pub const FIRST: Pass = Pass(0);
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The order of the choices in one pass: which original choice is at which position.
///
/// Written as the original labels in the order they were shown: `BCDA` means that A showed the
/// original choice B. Labels that the question leaves out (gaps) do not occur.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChoiceOrder(Vec<Label>);

impl ChoiceOrder {
    /// The order in which the benchmark has the choices.
    pub fn original(labels: impl IntoIterator<Item = Label>) -> Self {
        ChoiceOrder(labels.into_iter().collect())
    }

    /// This order rotated left by `by` places.
    #[must_use]
    pub fn rotated_left(&self, by: usize) -> Self {
        let mut labels = self.0.clone();
        if !labels.is_empty() {
            let by = by % labels.len();
            labels.rotate_left(by);
        }
        ChoiceOrder(labels)
    }

    /// The original labels in the order shown.
    pub fn labels(&self) -> &[Label] {
        &self.0
    }

    /// The labels as they were shown, each with the original label of the choice behind it. What is
    /// shown are the same letters in their order: gaps stay where they are.
    pub fn shown(&self) -> impl Iterator<Item = (Label, Label)> + use<'_> {
        let mut letters = self.0.clone();
        letters.sort_unstable();
        letters.into_iter().zip(self.0.iter().copied())
    }

    /// The choices of a question with the labels that they have in this order.
    pub fn texts<'c>(
        &self,
        choices: &'c [Choice],
    ) -> impl Iterator<Item = (Label, &'c str)> + use<'_, 'c> {
        self.shown().filter_map(move |(label, original)| {
            let choice = choices.iter().find(|choice| choice.label == original)?;
            Some((label, choice.text.as_str()))
        })
    }

    /// The label that was shown before the original choice.
    pub fn shown_label_of(&self, original: Label) -> Option<Label> {
        self.shown().find(|&(_, there)| there == original).map(|(shown, _)| shown)
    }

    /// The original label of the choice that was shown under this letter.
    pub fn original_of(&self, letter: Label) -> Option<Label> {
        self.shown().find(|&(shown, _)| shown == letter).map(|(_, original)| original)
    }

    /// The position at which the original choice was shown.
    pub fn position_of(&self, original: Label) -> Option<usize> {
        self.0.iter().position(|&label| label == original)
    }
}

impl fmt::Display for ChoiceOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|label| label.fmt(f))
    }
}

written_as_text!(ChoiceOrder);

impl FromStr for ChoiceOrder {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let labels: Option<Vec<Label>> = text.chars().map(Label::from_letter).collect();
        let order = labels.filter(|labels| all_differ(labels)).map(ChoiceOrder);
        order.ok_or_else(|| UnexpectedText::new("an order of choices such as BCDA", text))
    }
}

fn all_differ(labels: &[Label]) -> bool {
    labels.iter().enumerate().all(|(i, label)| !labels[..i].contains(label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_second_pass_shows_the_old_b_at_a() {
        let order = ChoiceOrder::original(Label::all().take(4));
        assert_eq!(order.rotated_left(1).to_string(), "BCDA");
    }

    #[test]
    fn a_gap_in_the_labels_stays_where_it_is() {
        let order = "CDA".parse::<ChoiceOrder>().unwrap();
        let shown: String = order.shown().map(|(shown, _)| shown.letter()).collect();
        assert_eq!(shown, "ACD");
        assert_eq!(order.shown_label_of(Label::A), Label::from_letter('D'));
    }

    #[test]
    fn an_order_never_names_a_choice_twice() {
        assert!("ABA".parse::<ChoiceOrder>().is_err());
    }

    #[test]
    fn an_order_with_a_gap_is_read_in_both_directions() {
        let order = "CDA".parse::<ChoiceOrder>().unwrap();
        let label = |letter| Label::from_letter(letter);
        let originals: Vec<_> = ['A', 'B', 'C', 'D', 'E']
            .map(|shown| order.original_of(label(shown).unwrap()))
            .into_iter()
            .collect();
        assert_eq!(originals, [label('C'), None, label('D'), label('A'), None]);
        assert_eq!(order.labels(), [label('C'), label('D'), label('A')].map(Option::unwrap));
        let positions =
            ['A', 'B', 'C', 'D'].map(|original| order.position_of(label(original).unwrap()));
        assert_eq!(positions, [Some(2), None, Some(0), Some(1)]);
    }

    proptest! {
        #[test]
        fn every_choice_is_found_again_under_the_label_it_was_shown_with(
            letters in Just(('A'..='Z').collect::<Vec<char>>()).prop_shuffle(), count in 0usize..=26,
        ) {
            let written: String = letters[..count].iter().collect();
            let order = written.parse::<ChoiceOrder>().unwrap();
            prop_assert_eq!(order.labels().len(), count);
            for &original in order.labels() {
                let shown = order.shown_label_of(original).unwrap();
                prop_assert_eq!(order.original_of(shown), Some(original));
                let position = order.position_of(original).unwrap();
                prop_assert_eq!(order.labels()[position], original);
            }
            prop_assert_eq!(order.to_string(), written);
        }

        #[test]
        fn rotating_once_per_choice_is_the_identity(n in 0usize..=26) {
            let original = ChoiceOrder::original(Label::all().take(n));
            prop_assert_eq!(original.rotated_left(n), original.clone());
            let stepwise = (0..n).fold(original.clone(), |order, _| order.rotated_left(1));
            prop_assert_eq!(stepwise, original);
        }
    }
}
