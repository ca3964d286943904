//! Decides whether a pass settles its question, so that the passes after it need not be asked.

use assay_core::benchmark::{ChoiceOrder, Label, PredictionStatus};
use assay_core::extract::{Choices, RuleSet, extract_answer};
use assay_core::score::ExtractedLabel;

/// The rule sets that must agree that a pass is wrong: our own reads it as wrong, and the rules
/// that the field scores with do not read it as right. So the same passes exist whichever of them
/// scores.
pub(super) const DECIDING_RULES: [RuleSet; 2] = [RuleSet::Assay, RuleSet::VlmevalkitLate];

/// Whether a pass from which the deciding rules read these labels decides its question. A pass from which
/// our own rules read nothing does not: an LLM extractor may still read it.
pub(super) fn decides(reference: Option<Label>, [own, field]: [ExtractedLabel; 2]) -> bool {
    let is_right = |label: ExtractedLabel| label.answer.is_right(reference);
    reference.is_some()
        && !own.failed
        && is_right(own) == Some(false)
        && is_right(field) != Some(true)
}

/// What the deciding rules read from an answer. `choices` are those that the model was shown.
pub(super) fn read<'a>(
    status: PredictionStatus,
    text: &str,
    choices: impl Iterator<Item = (Label, &'a str)>,
) -> [ExtractedLabel; 2] {
    if status == PredictionStatus::Refused {
        return [ExtractedLabel::REFUSED; 2];
    }
    let choices = Choices::new(choices);
    let failed = status == PredictionStatus::Failed;
    DECIDING_RULES.map(|rules| {
        ExtractedLabel::from_extraction(&extract_answer(rules, text, &choices), failed)
    })
}

/// The label of the right choice in an order.
pub(super) fn shown_reference(order: &ChoiceOrder, answer: Option<Label>) -> Option<Label> {
    answer.and_then(|answer| order.shown_label_of(answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(text: &str, status: PredictionStatus, answer: Option<Label>) -> bool {
        let choices = [(Label::A, "a cat"), (Label::from_letter('B').unwrap(), "a dog")];
        decides(answer, read(status, text, choices.into_iter()))
    }

    #[test]
    fn a_wrong_choice_or_a_refusal_decides_and_a_right_or_unread_answer_does_not() {
        let a = Some(Label::A);
        assert!(decided("B", PredictionStatus::Ok, a));
        assert!(decided("", PredictionStatus::Refused, a));
        assert!(!decided("A", PredictionStatus::Ok, a));
        assert!(!decided("Hm.", PredictionStatus::Ok, a));
        assert!(!decided("B", PredictionStatus::Failed, a));
        assert!(!decided("B", PredictionStatus::Ok, None), "without a reference nothing is wrong");
    }
}
