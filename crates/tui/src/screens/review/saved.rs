//! The message in the status line for a committed act.

use super::item::Item;
use crate::messages::text;
use crate::terms::{self, key_letter, letter};
use assay_core::benchmark::QuestionText;
use assay_core::benchmark::adjudication::AdjudicateDecision;
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewDecision, WrongReason};
use assay_core::benchmark::verification::VerifyDecision;
use assay_core::benchmark::vote::VoteDecision;
use assay_core::keyword::Keyword;
use assay_store::Store;
use assay_workflow::queue::verify::predictions_to_ask_again;

/// The message for an act on a question.
pub(super) fn saved(act: &Act, item: &Item, store: &Store) -> String {
    match act {
        Act::Answer { answer } => text!("message-answer-saved", answer = answer_word(*answer)),
        Act::Guess(guess) => text!("message-guess-saved", guess = terms::guess(*guess)),
        Act::Category { category } => {
            text!("message-category-saved", category = item.category_in_words(category))
        }
        Act::Review(review) => {
            let (answer, verdict) = (answer_before(review.answer), terms::verdict(review.verdict));
            text!("message-review-saved", answer, verdict, right = right(review, item))
        }
        Act::Verify(VerifyDecision { fix: Some(fix), .. }) => {
            text!("message-fix-saved").to_owned() + &to_ask_again(fix, item, store)
        }
        Act::Verify(decision) => {
            let verdict = terms::outcome(decision.verdict.name());
            text!("message-verify-saved", answer = answer_before(decision.answer), verdict)
        }
        Act::Adjudicate(decision) => settled(decision, item),
        Act::Vote(VoteDecision { scores: Some([first, second]), .. }) => {
            text!("message-scores-saved", first, second)
        }
        Act::Vote(decision) => {
            text!("message-vote-saved", vote = terms::outcome(decision.vote.name()))
        }
        _ => String::new(),
    }
}

/// `· ask again: 12 passes of 3 runs`; empty if nothing must be asked again.
fn to_ask_again(fix: &QuestionText, item: &Item, store: &Store) -> String {
    let stale = predictions_to_ask_again(store, item.opened.question.id, fix).unwrap_or_default();
    match stale.iter().map(|one| one.passes).sum::<usize>() {
        0 => String::new(),
        passes => text!("fix-ask-again-short", passes, runs = stale.len()),
    }
}

/// The answer and the category that are right instead of those of the data.
fn right(review: &ReviewDecision, item: &Item) -> String {
    let right = review.corrected.map(|label| text!("message-right-is", letter = letter(label)));
    let is_wrong = review.reasons.contains(&WrongReason::WrongCategory);
    let category = review.category.as_deref().filter(|_| is_wrong);
    let category =
        category.map(|name| text!("message-category-is", category = item.category_in_words(name)));
    right.unwrap_or_default() + &category.unwrap_or_default()
}

fn settled(decision: &AdjudicateDecision, item: &Item) -> String {
    let verdict = terms::verdict(decision.verdict);
    let answer = answer_before(decision.answer);
    let reviews = &item.opened.reviews;
    let adopted = decision.adopted.and_then(|row| reviews.iter().position(|one| one.row == row));
    let message = match adopted {
        Some(at) => text!("message-adopted", number = at + 1, answer, verdict),
        None => text!("message-overridden", answer, verdict),
    };
    message + if decision.guideline_unclear { text!("message-unclear") } else { "" }
}

/// The own answer before a verdict in a message, where there is one: `b · `.
pub fn answer_before(answer: Option<BlindAnswer>) -> String {
    answer.map(|answer| format!("{} · ", answer_word(answer))).unwrap_or_default()
}

/// An answer as messages say it.
pub fn answer_word(answer: BlindAnswer) -> String {
    terms::answer_with(answer, key_letter, text!("answer-cannot-tell"))
}
