//! How many questions have which final state after their reviews.

use serde::Serialize;

use super::provenance::Provenance;
use super::record::RevisionRecord;

/// How many questions of a benchmark have which final state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProvenanceCounts {
    /// All reviewers agree.
    pub unanimous: usize,
    /// More than half of the reviewers agree.
    pub majority: usize,
    /// Experts settled them.
    pub adjudicated: usize,
    /// Not settled.
    pub open: usize,
    /// Of the open ones, those without a review.
    pub unreviewed: usize,
    /// Of the unanimous ones, those that one person reviewed.
    pub reviewed_once: usize,
}

impl<'r> FromIterator<&'r RevisionRecord> for ProvenanceCounts {
    fn from_iter<I: IntoIterator<Item = &'r RevisionRecord>>(records: I) -> Self {
        let mut counts = ProvenanceCounts::default();
        for record in records {
            match record.final_state().provenance {
                Provenance::Unanimous => {
                    counts.unanimous += 1;
                    counts.reviewed_once += usize::from(record.reviews.len() == 1);
                }
                Provenance::Majority => counts.majority += 1,
                Provenance::Adjudicated => counts.adjudicated += 1,
                Provenance::Open => {
                    counts.open += 1;
                    let is_silent = record.reviews.is_empty() && record.adjudications.is_empty();
                    counts.unreviewed += usize::from(is_silent);
                }
            }
        }
        counts
    }
}
