//! Undo and redo for scripts: of a certain queue, or of the queue in which something was decided last.
//!
//! The rows are the same as those of the screens; the item need not be at a desk.

use super::decision_context::DecisionContext;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::{History, HistoryRow};
use assay_core::benchmark::queues::queue_names;
use assay_store::{Annotator, Benchmark, DecisionRow, NewDecision, Store, StoreError};

/// Which way the history is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// The newest decision in force is taken back.
    Undo,
    /// What was taken back last is brought back.
    Redo,
}

/// The row that a correction appends, and what it is about.
struct Target {
    queue: &'static str,
    /// The row that is taken or brought back.
    about: HistoryRow,
    act: Act,
    /// Ids sort by time: of several queues the one with the newest row is meant.
    newest: uuid::Uuid,
}

/// Corrects the newest decision of an annotator in one queue, or in all of them. Nothing where there is
/// nothing to correct.
pub fn correct(
    store: &mut Store,
    annotator: &Annotator,
    benchmark: &Benchmark,
    queue: Option<&str>,
    correction: Correction,
) -> Result<Option<DecisionRow>, StoreError> {
    let mut newest: Option<Target> = None;
    for name in queue_names().into_iter().filter(|name| queue.is_none_or(|queue| queue == *name)) {
        let history: History = store.history(annotator, name, benchmark)?.into_iter().collect();
        if let Some(target) = target(name, &history, correction)
            && newest.as_ref().is_none_or(|newest| newest.newest < target.newest)
        {
            newest = Some(target);
        }
    }
    let Some(Target { queue, about, act, .. }) = newest else { return Ok(None) };
    let question_id = store.question_of_decision(about.id)?;
    let has_seen_reference = store.has_answered(annotator, question_id)?;
    let shown_answers = store.shown_answers(annotator, question_id)?;
    let context = DecisionContext::new("script");
    let decision = NewDecision {
        queue,
        question_id,
        item: about.item,
        act,
        guideline: None,
        exposure: context.exposure(has_seen_reference, shown_answers),
        active_ms: 0,
        hands_out_picture: false,
    };
    store.decide(annotator, &decision).map(Some)
}

fn target(queue: &'static str, history: &History, correction: Correction) -> Option<Target> {
    match correction {
        Correction::Undo => {
            let about = history.next_undo()?.clone();
            let (act, newest) = (Act::Undo { row: about.id }, about.id);
            Some(Target { queue, about, act, newest })
        }
        Correction::Redo => {
            let (undo, restored) = history.next_redo()?;
            let (act, newest) = (Act::Redo { row: undo.id }, undo.id);
            Some(Target { queue, about: restored.clone(), act, newest })
        }
    }
}
