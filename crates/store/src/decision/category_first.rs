//! Of which questions a reviewer is to choose the category before that of the data is shown.
//!
//! The store keeps the category from them, not the view: [`super::gate`] loads a question without it, and a
//! bundle has none.

use rusqlite::Connection;

use super::decided::{key_and_revision, own_history};
use crate::assignment::assignment_of;
use crate::category::has_categories;
use crate::checklist::checklists_of;
use crate::{Annotator, QuestionId, Store, StoreError};
use assay_core::benchmark::queues::QUEUE_REVIEW;

impl Store {
    /// Whether the category of a question is kept from a reviewer until they have chosen one.
    pub fn asks_category(
        &self,
        annotator: &Annotator,
        question_id: QuestionId,
    ) -> Result<bool, StoreError> {
        asks_category(&self.connection, annotator, question_id)
    }
}

/// Whether a reviewer is to choose the category of a question: the benchmark asks for it, the review is
/// theirs, there is something to choose from, and none that they chose is in force.
pub(crate) fn asks_category(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<bool, StoreError> {
    let (key, revision) = key_and_revision(connection, question_id)?;
    if !checklists_of(connection, question_id)?.confirms_category() {
        return Ok(false);
    }
    if let Some(assignment) = assignment_of(connection, QUEUE_REVIEW, question_id)?
        && !assignment.includes(connection, annotator)?
    {
        return Ok(false);
    }
    let own = own_history(connection, QUEUE_REVIEW, question_id, &key, annotator)?;
    if !own.lacks_category(&key, revision) {
        return Ok(false);
    }
    has_categories(connection, question_id)
}
