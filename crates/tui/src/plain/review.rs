//! The review in lines: what it says beyond the conversation about questions.

use super::questions::item::Item;
use super::questions::{PlainQuestions, PlainSteps, command};
use super::words;
use crate::messages::text;
use crate::terms;
use assay_store::{Store, StoreError};
use assay_workflow::queue::{ReviewDesk, ReviewQueue, SessionSummary};

/// The conversation about the questions of the review.
pub type PlainReview = PlainQuestions<ReviewQueue>;

impl PlainSteps for ReviewQueue {
    fn progress(desk: &ReviewDesk, item: &Item, text: &str) -> String {
        let progress = desk.progress();
        let later = match progress.later {
            0 => String::new(),
            later => text!("plain-later", later = later),
        };
        let question = &item.opened.question;
        let note = desk.history().note(question.key.as_str(), question.revision);
        text!(
            "plain-review-far",
            decided = progress.decided(),
            total = progress.total,
            skipped = skipped(desk),
            later = later,
            text = text,
            note = note.map(words::note).unwrap_or_default()
        )
    }

    fn when_done(desk: &ReviewDesk) -> String {
        let decided = desk.progress().decided();
        text!("plain-review-done", decided = decided, skipped = skipped(desk))
    }

    fn help(_: Option<&Item>) -> String {
        command::help()
    }

    fn summary(desk: &ReviewDesk, store: &Store, first: usize) -> Result<String, StoreError> {
        Ok(terms::session_summary(&SessionSummary::since(desk, store, first)?).join("\n"))
    }
}

fn skipped(desk: &ReviewDesk) -> String {
    match desk.progress().skipped {
        0 => String::new(),
        skipped => text!("plain-skipped-count", skipped = skipped),
    }
}
