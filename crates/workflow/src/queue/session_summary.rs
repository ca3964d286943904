//! What one annotator did in the review in one session: how many questions, how long each, how often the
//! own answer was the reference answer, what was flagged.
//!
//! It is computed at the end of a session, never between a key and the next question.

use super::review::ReviewDesk;
use assay_core::benchmark::decision::{Act, ReviewDecision, ReviewVerdict};
use assay_store::{Result, Store};

/// The work of one session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionSummary {
    /// Questions that were decided, and whose decision is in force.
    pub decided: usize,
    /// Milliseconds of attention, that for decisions taken back included.
    pub active_ms: u64,
    /// Decided questions that have a reference answer.
    pub compared: usize,
    /// Of these, those on which the own answer is the reference answer.
    pub agreed: usize,
    /// The questions that were not kept, by key, in the order of their decisions.
    pub flagged: Vec<(String, ReviewDecision)>,
}

impl SessionSummary {
    /// What was done from the row with this number of the annotator's history on.
    pub fn since(desk: &ReviewDesk, store: &Store, first: usize) -> Result<Self> {
        let history = desk.history();
        let mut summary = SessionSummary::default();
        for row in history.rows().iter().skip(first) {
            summary.active_ms = summary.active_ms.saturating_add(row.active_ms);
            let deciding = history.deciding_row(&row.item, row.revision);
            let is_in_force = deciding.is_some_and(|deciding| deciding.id == row.id);
            let Act::Review(review) = &row.act else { continue };
            if !is_in_force {
                continue;
            }
            summary.decided += 1;
            if let Some(position) = desk.position_of(&row.item)
                && let Some(own) = review.answer
                && let Some(is_equal) = desk.reveal(store, position)?.accepts(own)
            {
                summary.compared += 1;
                summary.agreed += usize::from(is_equal);
            }
            if review.verdict != ReviewVerdict::Keep {
                summary.flagged.push((row.item.clone(), review.clone()));
            }
        }
        Ok(summary)
    }
}
