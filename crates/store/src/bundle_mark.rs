//! What marks a database as a bundle, and what may be decided in one.
//!
//! How a bundle is filled is in `bundle`, what a merge takes of it in `unite`.

use super::error::damaged;
use super::{Annotator, Refusal, Result, View};
use assay_core::benchmark::queues::{QUEUE_REVIEW, queue_named};

/// The setting that says for whom a bundle was made.
pub const BUNDLE_SETTING: &str = "bundle-for";

/// The setting that says for which queue; without it, for the review.
pub(super) const QUEUE_SETTING: &str = "bundle-queue";

/// The setting with the names of its questions in the order in which they were packed.
pub(super) const ORDER_SETTING: &str = "bundle-order";

impl View {
    /// The queue that this database is a bundle of; `None` if it is not one.
    pub fn bundled_queue(&self) -> Result<Option<&'static str>> {
        Ok(self.bundle()?.map(|(_, queue)| queue))
    }

    /// Refuses everyone but the person of a bundle; no one elsewhere.
    ///
    /// # Errors
    /// `OtherBundle` says for whom and for which queue the bundle was made.
    pub fn check_bundle_person(&self, annotator: &Annotator) -> Result<()> {
        let queue = self.bundled_queue()?;
        queue.map_or(Ok(()), |queue| self.check_bundle(annotator, queue, false))
    }

    /// For whom and for which queue the database is a bundle; `None` if it is not one.
    pub fn bundle(&self) -> Result<Option<(String, &'static str)>> {
        let Some(person) = self.setting(BUNDLE_SETTING)? else { return Ok(None) };
        let queue = self.setting(QUEUE_SETTING)?;
        let queue = queue.as_deref().and_then(queue_named).map_or(QUEUE_REVIEW, |queue| queue.name);
        Ok(Some((person, queue)))
    }

    /// The names of a bundle's items in the order in which they were packed; `None` where there is none.
    pub fn packed_order(&self) -> Result<Option<Vec<String>>> {
        let order = self.setting(ORDER_SETTING)?.map(|order| serde_json::from_str(&order));
        order.transpose().map_err(damaged)
    }

    /// In a bundle its person decides, in its queue: what is blind for them may not be for others, and what
    /// one queue shows another one hides. A fix needs the reference answer, which is not there.
    ///
    /// # Errors
    /// `OtherBundle` says for whom and for which queue the bundle was made.
    pub fn check_bundle(&self, annotator: &Annotator, queue: &str, is_fix: bool) -> Result<()> {
        match self.bundle()? {
            Some((person, made_for)) if person != annotator.name || made_for != queue => {
                Err(Refusal::OtherBundle { person, queue: made_for }.into())
            }
            Some(_) if is_fix => Err(Refusal::FixInBundle.into()),
            _ => Ok(()),
        }
    }
}
