//! Why a question is wrong: reasons of its checklist, the answer and the category that are right, and words.
//!
//! Shared by the verdicts of all queues. Words alone are the reason `other`, and `other` needs words; the
//! category that is right is asked for once, and may be left open.

use super::answer::is_choice;
use super::{Ask, Draft, Given, Input, Next, Refusal, SaidSoFar};
use crate::queue::opened::{OpenedQuestion, category_beside};
use assay_core::benchmark::decision::{ReviewVerdict, WrongReason};
use assay_core::keyword::Keyword;

/// What follows from what an input says of a verdict: `judge` with the draft that says it too; `None` where it
/// says something else.
pub(super) fn say(
    item: &OpenedQuestion,
    mut draft: Draft,
    input: Input,
    judge: fn(&OpenedQuestion, Draft) -> Next,
) -> Option<Next> {
    let some_words = |words: String| Some(words).filter(|words| !words.trim().is_empty());
    match input {
        Input::Reason(reason, is_marked) => {
            draft.reasons.retain(|marked| *marked != reason);
            match (reason, is_marked) {
                (_, true) => draft.reasons.push(reason),
                (WrongReason::WrongReferenceAnswer, false) => draft.corrected = None,
                (WrongReason::WrongCategory, false) => draft.category = None,
                _ => {}
            }
            draft.reasons.sort_unstable();
        }
        Input::Right(Some(label)) if !is_choice(item, label) => {
            return Some(Next::Refuse(Refusal::NoSuchChoice(label)));
        }
        Input::Right(Some(label)) if item.reference() == Some(label) => {
            return Some(Next::Refuse(Refusal::IsReference(label)));
        }
        Input::Right(label) => draft.corrected = label,
        Input::Category(name) => draft.category = Some(name),
        Input::LeaveOpen => draft.said = SaidSoFar::AllButCategory,
        Input::Words(words) => draft.words = some_words(words),
        Input::Why(why) => draft.why = some_words(why),
        Input::Done => draft.said = draft.said.max(SaidSoFar::All),
        _ => return None,
    }
    Some(judge(item, draft))
}

/// Words without a reason are the reason `other`.
pub(super) fn with_other_for_words(mut draft: Draft) -> Draft {
    if draft.reasons.is_empty() && (draft.words.is_some() || draft.why.is_some()) {
        draft.reasons.push(WrongReason::Other);
    }
    draft
}

/// The category that the decision holds: the one that is right, or the one that was chosen before.
pub(super) fn category(item: &OpenedQuestion, draft: &Draft) -> Option<String> {
    let before = || category_beside(&item.question, item.category.as_deref(), &draft.reasons);
    draft.category.clone().or_else(before)
}

/// Whether `other` is marked without words.
pub(super) fn lacks_words(draft: &Draft) -> bool {
    let has_words = draft.words.is_some() || draft.why.is_some();
    draft.reasons.contains(&WrongReason::Other) && !has_words
}

/// Whether the category is wrong, and it is not said which one is right.
pub(super) fn lacks_category(item: &OpenedQuestion, draft: &Draft) -> bool {
    draft.reasons.contains(&WrongReason::WrongCategory)
        && category(item, draft).is_none()
        && draft.said != SaidSoFar::AllButCategory
}

/// What is asked of a wrong question.
pub(super) fn ask(item: &OpenedQuestion, draft: &Draft) -> Ask {
    match draft.is_done() {
        true if lacks_words(draft) => Ask::Words,
        true if lacks_category(item, draft) => Ask::RightCategory,
        _ => Ask::Reasons,
    }
}

/// What may be given of a question that is reviewed, or whose reviews are settled.
pub(super) fn given(item: &OpenedQuestion) -> Given {
    Given {
        verdicts: ReviewVerdict::all().map(ReviewVerdict::name).collect(),
        reasons: item.question.checklist().names().into_iter().map(str::to_owned).collect(),
        takes_category: true,
        ..Given::default()
    }
}
