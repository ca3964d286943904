//! The decisions of others on the questions that this annotator has decided, read on another
//! thread.

use std::collections::HashMap;

use super::state::Others;
use crate::screens::background::Figures;
use crate::session::Session;
use assay_store::{Annotator, Benchmark, QUEUE_REVIEW, Result, Store};

/// The decisions of others, by the key of the question.
pub type OthersByKey = HashMap<String, Others>;

/// Reads them in the background.
pub fn read(session: &Session) -> Figures<OthersByKey> {
    let annotator = session.review().annotator().clone();
    Figures::computed(session, move |store, benchmark| load(store, benchmark, &annotator))
}

/// What this annotator may see of the verdicts of others.
pub fn load(store: &Store, benchmark: &Benchmark, annotator: &Annotator) -> Result<OthersByKey> {
    let rows = store.current_decisions_visible_to(annotator, benchmark, QUEUE_REVIEW)?;
    let mut verdicts: HashMap<String, Vec<String>> = HashMap::new();
    for decision in rows {
        let verdict = decision.row.act.final_act().map(|last| last.outcome.to_string());
        verdicts.entry(decision.row.item).or_default().extend(verdict);
    }
    let others = |verdicts: Vec<String>| Others {
        people: verdicts.len().saturating_sub(1),
        differ: verdicts.iter().any(|verdict| *verdict != verdicts[0]),
    };
    Ok(verdicts.into_iter().map(|(key, verdicts)| (key, others(verdicts))).collect())
}
