//! Undo and redo for scripts: of a certain queue, or of the queue in which something was decided last.
//!
//! The rows are the same as those of the screens; the item need not be at a desk.

use super::decision_context::DecisionContext;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::{History, HistoryRow};
use assay_core::benchmark::queues::queue_names;
use assay_store::{
    Annotator, Benchmark, DecisionRow, Exposure, NewDecision, QuestionId, Result, Store,
};
use uuid::Uuid;

/// Which way the history is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// The newest decision in force is taken back.
    Undo,
    /// What was taken back last is brought back.
    Redo,
}

impl Correction {
    /// The act that corrects the newest decision of a history, and the row that it takes or brings back.
    pub fn target(self, history: &History) -> Option<(Act, &HistoryRow)> {
        match self {
            Correction::Undo => history.next_undo().map(|row| (Act::Undo { row: row.id }, row)),
            Correction::Redo => {
                let (undo, restored) = history.next_redo()?;
                Some((Act::Redo { row: undo.id }, restored))
            }
        }
    }
}

/// Corrects the newest decision of an annotator in one queue, or in all of them. `None` if there is
/// nothing to correct.
pub fn correct(
    store: &mut Store,
    annotator: &Annotator,
    benchmark: &Benchmark,
    queue: Option<&str>,
    correction: Correction,
) -> Result<Option<DecisionRow>> {
    let mut found = Vec::new();
    for name in queue_names().into_iter().filter(|name| queue.is_none_or(|queue| queue == *name)) {
        let history: History = store.history(annotator, name, benchmark)?.into_iter().collect();
        found.extend(correction.target(&history).map(|(act, about)| (name, act, about.clone())));
    }
    // Ids sort by time: of several queues the one with the newest row is meant.
    let newest = found.into_iter().max_by_key(|(_, act, _)| match act {
        Act::Undo { row } | Act::Redo { row } => Some(*row),
        _ => None,
    });
    let Some((queue, act, row)) = newest else { return Ok(None) };
    let about = (queue, store.question_of_decision(row.id)?, row.item);
    decide_by_script(store, annotator, about, act, None).map(Some)
}

/// Commits an act of a script on an item that need not be at a desk: the queue, the row of the question, the
/// item's name.
pub(super) fn decide_by_script(
    store: &mut Store,
    annotator: &Annotator,
    (queue, question_id, item): (&'static str, QuestionId, String),
    act: Act,
    guideline: Option<String>,
) -> Result<DecisionRow> {
    let has_seen_reference = store.has_answered(annotator, question_id)?;
    let shown_answers = store.shown_answers(annotator, question_id)?;
    let exposure = DecisionContext::new("script").exposure(has_seen_reference, shown_answers);
    store.decide(annotator, &unmeasured((queue, question_id, item), act, guideline, exposure))
}

/// A row to append on which no one has spent attention.
fn unmeasured(
    (queue, question_id, item): (&'static str, QuestionId, String),
    act: Act,
    guideline: Option<String>,
    exposure: Exposure,
) -> NewDecision {
    let (active_ms, hands_out_picture) = (0, false);
    NewDecision { queue, question_id, item, act, guideline, exposure, active_ms, hands_out_picture }
}

/// The row to append for an act of administration on the item of another row, with what it names as its screen.
pub(super) fn administrative_row(
    store: &Store,
    (queue, row, item): (&'static str, Uuid, String),
    act: Act,
    guideline: Option<String>,
    screen: &str,
) -> Result<NewDecision> {
    let exposure = Exposure { screen: screen.into(), ..Exposure::default() };
    let about = (queue, store.question_of_decision(row)?, item);
    Ok(unmeasured(about, act, guideline, exposure))
}
