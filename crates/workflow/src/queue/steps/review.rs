//! The steps of the review: guess, answer, category, verdict.

use super::answer::Answer;
use super::category::Category;
use super::gate::Gate;
use super::keep_twice::KeepTwice;
use super::{Ask, Draft, Given, Input, Next, Step, Steps, Verdict, checklist};
use crate::queue::opened::OpenedQuestion;
use assay_core::benchmark::decision::{Act, ReviewDecision, ReviewVerdict};

/// The steps of the review.
pub const REVIEW: Steps = Steps(&[&Gate, &Answer, &Category, &KeepTwice(&Judge)]);

/// The same for scripts.
pub const REVIEW_BY_SCRIPT: Steps = Steps(&[&Gate, &Answer, &Category, &Judge]);

/// Asks for the verdict, and why a question is wrong.
struct Judge;

impl Step for Judge {
    fn ask(&self, item: &OpenedQuestion, draft: &Draft) -> Option<Ask> {
        Some(match draft.verdict {
            Some(_) => checklist::ask(item, draft),
            None => Ask::Verdict,
        })
    }

    fn take(&self, item: &OpenedQuestion, draft: Draft, input: Input) -> Option<Next> {
        match input {
            Input::Verdict(Verdict::Remove) => None,
            Input::Verdict(verdict) => {
                Some(judged(item, Draft { verdict: Some(verdict), ..draft }))
            }
            input => checklist::say(item, draft, input, judged),
        }
    }

    fn given(&self, item: &OpenedQuestion) -> Given {
        checklist::given(item)
    }
}

/// The review, once it is whole.
fn judged(item: &OpenedQuestion, draft: Draft) -> Next {
    let (draft, verdict) = match draft.verdict {
        Some(Verdict::Keep) => (draft, ReviewVerdict::Keep),
        Some(Verdict::TextOnly) => (draft, ReviewVerdict::TextOnly),
        Some(Verdict::Wrong) if draft.is_done() => {
            (checklist::with_other_for_words(draft), ReviewVerdict::Wrong)
        }
        _ => return Next::Ask(draft),
    };
    if checklist::lacks_words(&draft) && verdict == ReviewVerdict::Wrong
        || checklist::lacks_category(item, &draft)
    {
        return Next::Ask(draft);
    }
    let category = checklist::category(item, &draft);
    let Draft { reasons, corrected, words: note, .. } = draft;
    let answer = item.answer;
    let review = ReviewDecision { answer, verdict, reasons, corrected, category, note };
    Next::decided(Act::Review(review))
}
