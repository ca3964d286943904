//! A question is kept by saying so twice where the own answer is not the reference answer: a reflex keeps none.
//!
//! A benchmark's checklist may leave the rule out (`keep-twice = false`). Two ways are exempt: a script says
//! answer and verdict at once and has no reflex, and an adjudicator has said which answer is right.

use super::{Ask, Draft, Given, Input, Next, Step, Verdict};
use crate::queue::opened::OpenedQuestion;

/// The step of the verdict, which takes the first `keep` where the answers differ as a question.
pub(super) struct KeepTwice(pub &'static dyn Step);

impl Step for KeepTwice {
    fn ask(&self, item: &OpenedQuestion, draft: &Draft) -> Option<Ask> {
        if draft.is_kept_once { Some(Ask::KeepAgain) } else { self.0.ask(item, draft) }
    }

    fn take(&self, item: &OpenedQuestion, draft: Draft, input: Input) -> Option<Next> {
        let is_first = !draft.is_kept_once && item.keeps_twice();
        let is_kept_once = is_first && input == Input::Verdict(Verdict::Keep);
        let draft = Draft { is_kept_once, ..draft };
        if is_kept_once { Some(Next::Ask(draft)) } else { self.0.take(item, draft, input) }
    }

    fn given(&self, item: &OpenedQuestion) -> Given {
        self.0.given(item)
    }
}
