//! The counts of the home screen, computed on another thread: the team's work, outstanding work,
//! files that could be imported.

use crate::screens::background::Background;
use crate::session::Session;
use assay_core::benchmark::FinalAct;
use assay_formats::nearby::{Nearby, nearby_tables};
use assay_store::{QUEUE_REVIEW, StoreError};
use assay_workflow::queue::BenchmarkWork;
use assay_workflow::queue::adjudicate::{AdjudicateDesk, AdjudicateQueue};

/// The counts.
#[derive(Debug, Default)]
pub(super) struct HomeFigures {
    /// Every benchmark of the database, oldest first.
    pub work: Vec<BenchmarkWork>,
    /// Questions that a filter flags and that this annotator has reviewed.
    pub flagged: usize,
    /// Questions on which reviewers differ and that this annotator has reviewed.
    pub disputed: usize,
    /// Questions that need a decision of this annotator to be settled.
    pub to_settle: usize,
    /// Tables in the working directory.
    pub nearby: Vec<Nearby>,
}

/// Counts in the background.
pub(super) fn compute(session: &Session) -> Background<HomeFigures> {
    let annotator = session.review().annotator().clone();
    Background::start(session, move |store, benchmark| {
        let work = BenchmarkWork::load_all(store)?;
        let mut flags = store.flags_visible_to(&annotator, benchmark)?;
        flags.dedup_by(|one, other| one.question == other.question);
        let mut rows = store.current_decisions_visible_to(&annotator, benchmark, QUEUE_REVIEW)?;
        rows.sort_by(|one, other| one.row.item.cmp(&other.row.item));
        let outcome =
            |act: &assay_core::benchmark::decision::Act| act.final_act().map(FinalAct::outcome);
        let of_items = rows.chunk_by(|one, other| one.row.item == other.row.item);
        let disputed = of_items
            .filter(|rows| {
                rows.iter().any(|one| outcome(&one.row.act) != outcome(&rows[0].row.act))
            })
            .count();
        let to_settle = match store.check_settler(&annotator) {
            Ok(()) => {
                let (annotator, benchmark) = (annotator.clone(), benchmark.clone());
                AdjudicateDesk::open(store, AdjudicateQueue, annotator, benchmark)?
                    .waiting(store)?
            }
            Err(_) => 0,
        };
        let nearby = nearby_tables(std::path::Path::new("."));
        let flagged = flags.len();
        Ok::<_, StoreError>(HomeFigures { work, flagged, disputed, to_settle, nearby })
    })
}
