//! The steps of the verification: answer, then keep, remove or fix. A removal takes reasons and needs none.

use super::answer::Answer;
use super::keep_twice::KeepTwice;
use super::{Ask, Draft, Given, Input, Next, SaidSoFar, Step, Steps, Verdict, checklist};
use crate::queue::opened::OpenedQuestion;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::verification::{VerifyDecision, VerifyReason, VerifyVerdict};
use assay_core::keyword::Keyword;

/// The steps of the verification.
pub const VERIFY: Steps = Steps(&[&Answer, &KeepTwice(&Settle)]);

/// The same for scripts, which may leave the answer out.
pub const VERIFY_BY_SCRIPT: Steps = Steps(&[&Settle]);

/// Asks what becomes of a suspected question, and why it is removed.
struct Settle;

impl Step for Settle {
    fn ask(&self, _: &OpenedQuestion, draft: &Draft) -> Option<Ask> {
        Some(match draft.verdict {
            Some(_) if draft.is_done() && checklist::lacks_words(draft) => Ask::Words,
            Some(_) => Ask::Reasons,
            None => Ask::Verdict,
        })
    }

    fn take(&self, item: &OpenedQuestion, mut draft: Draft, input: Input) -> Option<Next> {
        match input {
            Input::Verdict(Verdict::Wrong) | Input::Right(_) | Input::Category(_) => return None,
            Input::Verdict(Verdict::TextOnly) => {
                let verdict = Some(Verdict::Remove);
                draft = Draft { verdict, is_text_only: true, said: SaidSoFar::All, ..draft };
            }
            Input::Verdict(verdict) => draft.verdict = Some(verdict),
            Input::TextOnly => draft.is_text_only = true,
            Input::Fix(text) => draft.fix = Some(text),
            input => return checklist::say(item, draft, input, settled),
        }
        Some(settled(item, draft))
    }

    fn given(&self, item: &OpenedQuestion) -> Given {
        let text_only = std::iter::once(String::from(VerifyReason::TextOnly));
        Given {
            verdicts: VerifyVerdict::all().map(VerifyVerdict::name).collect(),
            reasons: text_only.chain(checklist::given(item).reasons).collect(),
            ..Given::default()
        }
    }
}

/// The decision, once it is whole.
fn settled(item: &OpenedQuestion, draft: Draft) -> Next {
    let verdict = match (&draft.fix, draft.verdict) {
        (Some(_), _) => VerifyVerdict::Fix,
        (None, Some(Verdict::Keep)) => VerifyVerdict::Keep,
        (None, Some(Verdict::Remove)) if draft.is_done() && !checklist::lacks_words(&draft) => {
            VerifyVerdict::Remove
        }
        _ => return Next::Ask(draft),
    };
    let text_only = draft.is_text_only.then_some(VerifyReason::TextOnly);
    let wrong = draft.reasons.into_iter().map(VerifyReason::Wrong);
    Next::decided(Act::Verify(VerifyDecision {
        answer: item.answer,
        verdict,
        reasons: text_only.into_iter().chain(wrong).collect(),
        note: draft.words,
        fix: draft.fix,
    }))
}
