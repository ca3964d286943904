//! The step of the adjudication: a review is adopted, or an answer and a verdict override all. Where a review
//! says the same it is adopted; where none does, the adjudicator says why.

use super::{Ask, Draft, Given, Input, Next, Refusal, Step, Steps, Verdict, answer, checklist};
use crate::queue::opened::OpenedQuestion;
use crate::queue::opened::adopted_if_said;
use assay_core::benchmark::adjudication::AdjudicateDecision;
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewVerdict};

/// The steps of the adjudication.
pub const ADJUDICATE: Steps = Steps(&[&Settle]);

/// Asks what becomes of a disputed question.
struct Settle;

impl Step for Settle {
    fn ask(&self, item: &OpenedQuestion, draft: &Draft) -> Option<Ask> {
        Some(match draft.verdict {
            None => Ask::Verdict,
            Some(Verdict::Wrong) => checklist::ask(item, draft),
            Some(_) => Ask::Why,
        })
    }

    fn take(&self, item: &OpenedQuestion, mut draft: Draft, input: Input) -> Option<Next> {
        match input {
            Input::Adopt(place) => return Some(adopted(item, &draft, place)),
            Input::Verdict(Verdict::Remove) => return None,
            Input::Verdict(verdict) => draft.verdict = Some(verdict),
            Input::GuidelineUnclear => draft.guideline_unclear = !draft.guideline_unclear,
            Input::Answer(answer) => match answer::check(item, answer) {
                // Said again, it is taken back.
                Ok(()) => draft.answer = Some(answer).filter(|_| draft.answer != Some(answer)),
                Err(refusal) => return Some(Next::Refuse(refusal)),
            },
            input => return checklist::say(item, draft, input, settled),
        }
        Some(settled(item, draft))
    }

    fn given(&self, item: &OpenedQuestion) -> Given {
        Given { labels: Given::answers(item).labels, ..checklist::given(item) }
    }
}

/// The review at a place, adopted.
fn adopted(item: &OpenedQuestion, draft: &Draft, place: usize) -> Next {
    match item.reviews.get(place) {
        Some(one) => {
            let note = draft.words.clone();
            committed(
                AdjudicateDecision { note, ..AdjudicateDecision::adopting(one.row, &one.review) },
                draft,
            )
        }
        None => Next::Refuse(Refusal::NoSuchReview(place + 1)),
    }
}

/// The answer that is right: the one that was chosen, else the one that all reviewers give.
fn right_answer(item: &OpenedQuestion, draft: &Draft) -> Option<BlindAnswer> {
    let common = item.reviews.first().and_then(|first| {
        let answer = first.review.answer;
        answer.filter(|_| item.reviews.iter().all(|one| one.review.answer == answer))
    });
    draft.answer.or(common)
}

/// The decision, once it is whole.
fn settled(item: &OpenedQuestion, draft: Draft) -> Next {
    let verdict = match draft.verdict {
        Some(Verdict::Keep) => ReviewVerdict::Keep,
        Some(Verdict::TextOnly) => ReviewVerdict::TextOnly,
        Some(Verdict::Wrong | Verdict::Remove) => ReviewVerdict::Wrong,
        None => return Next::Ask(draft),
    };
    let answer = right_answer(item, &draft);
    if item.question.kind().takes_answer() && answer.is_none() {
        return Next::Refuse(Refusal::RightAnswerFirst);
    }
    let is_wrong = verdict == ReviewVerdict::Wrong;
    if is_wrong && !draft.is_done() {
        return Next::Ask(draft);
    }
    let draft = if is_wrong { checklist::with_other_for_words(draft) } else { draft };
    if checklist::lacks_category(item, &draft) {
        return Next::Ask(draft);
    }
    let decision = AdjudicateDecision {
        reasons: draft.reasons.clone(),
        corrected: draft.corrected,
        category: draft.category.clone(),
        why: draft.why.clone(),
        note: draft.words.clone(),
        ..AdjudicateDecision::overriding(answer, verdict)
    };
    match adopted_if_said(decision, &item.reviews) {
        Err(undecided) => Next::Refuse(Refusal::Undecided(undecided)),
        Ok(decision) if decision.adopted.is_some() => committed(decision, &draft),
        Ok(_) if is_wrong && checklist::lacks_words(&draft) => Next::Ask(draft),
        Ok(_) if !is_wrong && draft.why.is_none() => Next::Ask(Draft { answer, ..draft }),
        Ok(decision) => committed(decision, &draft),
    }
}

fn committed(decision: AdjudicateDecision, draft: &Draft) -> Next {
    let guideline_unclear = draft.guideline_unclear;
    Next::decided(Act::Adjudicate(AdjudicateDecision { guideline_unclear, ..decision }))
}
