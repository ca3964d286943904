//! What marks a database as a bundle, and what may be decided in one.
//!
//! How a bundle is filled is in `bundle`, what a merge takes of it in `unite`.

use rusqlite::Connection;

use super::setting::setting;
use super::{Annotator, Benchmark, QuestionEntry, Refusal, Store, StoreError};
use assay_core::benchmark::queues::{QUEUE_REVIEW, queue_named};

/// The setting that says for whom a bundle was made.
pub const BUNDLE_SETTING: &str = "bundle-for";

/// The setting that says for which queue; without it, for the review.
pub(super) const QUEUE_SETTING: &str = "bundle-queue";

impl Store {
    /// The queue that this database is a bundle of; `None` if it is not one.
    pub fn bundled_queue(&self) -> Result<Option<&'static str>, StoreError> {
        Ok(bundle(&self.connection)?.map(|(_, queue)| queue))
    }

    /// For whom this database is a bundle; `None` if it is not one.
    pub fn bundle_person(&self) -> Result<Option<String>, StoreError> {
        Ok(bundle(&self.connection)?.map(|(person, _)| person))
    }

    /// Refuses everyone but the person of a bundle; no one elsewhere.
    ///
    /// # Errors
    /// `OtherBundle` says for whom and for which queue the bundle was made.
    pub fn check_bundle_person(&self, annotator: &Annotator) -> Result<(), StoreError> {
        match self.bundled_queue()? {
            Some(queue) => self.check_bundle_of(annotator, queue),
            None => Ok(()),
        }
    }

    /// Refuses everyone but the person of a bundle, and other queues than its own; nothing elsewhere.
    ///
    /// # Errors
    /// `OtherBundle` says for whom and for which queue the bundle was made.
    pub fn check_bundle_of(&self, annotator: &Annotator, queue: &str) -> Result<(), StoreError> {
        check_bundle(&self.connection, annotator, queue, false)
    }

    /// The questions of a bundle that was made for this queue; nothing elsewhere.
    pub fn bundled_items(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Option<Vec<QuestionEntry>>, StoreError> {
        match self.bundled_queue()? == Some(queue) {
            true => Ok(Some(self.question_entries(benchmark)?)),
            false => Ok(None),
        }
    }
}

/// Whether the database is a bundle.
pub(super) fn is_bundle(connection: &Connection) -> Result<bool, StoreError> {
    Ok(bundle(connection)?.is_some())
}

/// For whom and for which queue the database is a bundle; `None` if it is not one.
pub(super) fn bundle(
    connection: &Connection,
) -> Result<Option<(String, &'static str)>, StoreError> {
    let Some(person) = setting(connection, BUNDLE_SETTING)? else { return Ok(None) };
    let queue = setting(connection, QUEUE_SETTING)?;
    let queue = queue.as_deref().and_then(queue_named).map_or(QUEUE_REVIEW, |queue| queue.name);
    Ok(Some((person, queue)))
}

/// In a bundle its person decides, in its queue: what is blind for them may not be for others, and what
/// one queue shows another one hides. A fix needs the reference answer, which is not there.
pub(super) fn check_bundle(
    connection: &Connection,
    annotator: &Annotator,
    queue: &str,
    is_fix: bool,
) -> Result<(), StoreError> {
    match bundle(connection)? {
        Some((person, made_for)) if person != annotator.name || made_for != queue => {
            Err(Refusal::OtherBundle { person, queue: made_for }.into())
        }
        Some(_) if is_fix => Err(Refusal::FixInBundle.into()),
        _ => Ok(()),
    }
}
