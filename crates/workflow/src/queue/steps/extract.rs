//! The step of the extraction: the label that a model's text chooses, with the bytes that decide.

use super::{Ask, Draft, Given, Input, Next, Refusal, Step, Steps};
use crate::queue::opened::OpenedText;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{HandExtraction, HandLabel, Label};

/// The steps of the extraction.
pub const EXTRACT: Steps<OpenedText> = Steps(&[&Read]);

/// Asks which choice a text chooses.
struct Read;

impl Step<OpenedText> for Read {
    fn ask(&self, _: &OpenedText, _: &Draft) -> Option<Ask> {
        Some(Ask::Label)
    }

    fn take(&self, item: &OpenedText, draft: Draft, input: Input) -> Option<Next> {
        let is_choice = |label: Label| item.text.choices.iter().any(|choice| choice.label == label);
        Some(match input {
            Input::Evidence(evidence) => Next::Ask(Draft { evidence, ..draft }),
            Input::Label(HandLabel::Choice(label)) if !is_choice(label) => {
                Next::Refuse(Refusal::NoSuchChoice(label))
            }
            Input::Label(label) => Next::Commit(Act::Extract(HandExtraction {
                label,
                shown: item.text.shown.clone(),
                evidence: draft.evidence,
            })),
            _ => return None,
        })
    }

    fn given(&self, item: &OpenedText) -> Given {
        let choices = item.text.choices.iter().map(|choice| HandLabel::Choice(choice.label));
        let labels = choices.chain(HandLabel::NO_CHOICE).map(|label| label.to_string()).collect();
        Given { labels, ..Given::default() }
    }
}
