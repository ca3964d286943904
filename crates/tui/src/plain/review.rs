//! The review in lines: what it says beyond the conversation about questions.

use super::questions::item::Item;
use super::questions::{PlainSteps, command};
use super::words;
use crate::messages::text;
use crate::terms;
use assay_store::{Result, Store};
use assay_workflow::queue::{ReviewDesk, ReviewQueue, SessionSummary};

impl PlainSteps for ReviewQueue {
    fn progress(desk: &ReviewDesk, item: &Item, text: &str) -> String {
        let progress = desk.progress();
        let later = match progress.later {
            0 => String::new(),
            later => text!("plain-later", later),
        };
        let note = item.opened.note.as_deref().map(words::note).unwrap_or_default();
        let (decided, total, skipped) = (progress.decided(), progress.total, skipped(desk));
        text!("plain-review-far", decided, total, skipped, later, text, note)
    }

    fn finished(desk: &ReviewDesk) -> String {
        let decided = desk.progress().decided();
        text!("plain-review-done", decided, skipped = skipped(desk))
    }

    fn help(_: Option<&Item>) -> String {
        command::help()
    }

    fn session_summary(desk: &ReviewDesk, store: &Store, first: usize) -> Result<String> {
        Ok(terms::session_summary(&SessionSummary::since(desk, store, first)?).join("\n"))
    }
}

fn skipped(desk: &ReviewDesk) -> String {
    match desk.progress().skipped {
        0 => String::new(),
        skipped => text!("plain-skipped-count", skipped),
    }
}
