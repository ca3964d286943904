//! What marks a database as a bundle, and what may be decided in one.
//!
//! How a bundle is filled is in `bundle`, what a merge takes of it in `unite`.

use super::{Annotator, Benchmark, QuestionEntry, Refusal, Result, View};
use assay_core::benchmark::queues::{QUEUE_REVIEW, queue_named};

/// The setting that says for whom a bundle was made.
pub const BUNDLE_SETTING: &str = "bundle-for";

/// The setting that says for which queue; without it, for the review.
pub(super) const QUEUE_SETTING: &str = "bundle-queue";

impl View {
    /// The queue that this database is a bundle of; `None` if it is not one.
    pub fn bundled_queue(&self) -> Result<Option<&'static str>> {
        Ok(self.bundle()?.map(|(_, queue)| queue))
    }

    /// For whom this database is a bundle; `None` if it is not one.
    pub fn bundle_person(&self) -> Result<Option<String>> {
        Ok(self.bundle()?.map(|(person, _)| person))
    }

    /// Refuses everyone but the person of a bundle; no one elsewhere.
    ///
    /// # Errors
    /// `OtherBundle` says for whom and for which queue the bundle was made.
    pub fn check_bundle_person(&self, annotator: &Annotator) -> Result<()> {
        match self.bundled_queue()? {
            Some(queue) => self.check_bundle_of(annotator, queue),
            None => Ok(()),
        }
    }

    /// Refuses everyone but the person of a bundle, and other queues than its own; no one elsewhere.
    ///
    /// # Errors
    /// `OtherBundle` says for whom and for which queue the bundle was made.
    pub fn check_bundle_of(&self, annotator: &Annotator, queue: &str) -> Result<()> {
        self.check_bundle(annotator, queue, false)
    }

    /// The questions of a bundle that was made for this queue; `None` elsewhere.
    pub fn bundled_items(
        &self,
        benchmark: &Benchmark,
        queue: &str,
    ) -> Result<Option<Vec<QuestionEntry>>> {
        match self.bundled_queue()? == Some(queue) {
            true => Ok(Some(self.question_entries(benchmark)?)),
            false => Ok(None),
        }
    }

    /// Whether the database is a bundle.
    pub(super) fn is_bundle(&self) -> Result<bool> {
        Ok(self.bundle()?.is_some())
    }

    /// For whom and for which queue the database is a bundle; `None` if it is not one.
    pub(super) fn bundle(&self) -> Result<Option<(String, &'static str)>> {
        let Some(person) = self.setting(BUNDLE_SETTING)? else { return Ok(None) };
        let queue = self.setting(QUEUE_SETTING)?;
        let queue = queue.as_deref().and_then(queue_named).map_or(QUEUE_REVIEW, |queue| queue.name);
        Ok(Some((person, queue)))
    }

    /// In a bundle its person decides, in its queue: what is blind for them may not be for others, and what
    /// one queue shows another one hides. A fix needs the reference answer, which is not there.
    pub(super) fn check_bundle(
        &self,
        annotator: &Annotator,
        queue: &str,
        is_fix: bool,
    ) -> Result<()> {
        match self.bundle()? {
            Some((person, made_for)) if person != annotator.name || made_for != queue => {
                Err(Refusal::OtherBundle { person, queue: made_for }.into())
            }
            Some(_) if is_fix => Err(Refusal::FixInBundle.into()),
            _ => Ok(()),
        }
    }
}
