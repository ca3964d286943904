//! The counts of the home screen, computed on another thread: the team's work, outstanding work,
//! files that could be imported.

use crate::screens::browse::others;
use assay_formats::nearby::{Nearby, nearby_files};
use assay_store::{Annotator, Benchmark, Result, Store};
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

impl HomeFigures {
    /// Counts what this annotator sees.
    pub fn load(store: &mut Store, benchmark: &Benchmark, annotator: &Annotator) -> Result<Self> {
        let mut flags = store.flags_visible_to(annotator, benchmark)?;
        flags.dedup_by(|one, other| one.question == other.question);
        let others = others::load(store, benchmark, annotator)?;
        let to_settle = match store.check_settler(annotator) {
            Ok(()) => {
                let (annotator, benchmark) = (annotator.clone(), benchmark.clone());
                AdjudicateDesk::open(store, AdjudicateQueue, annotator, benchmark)?
                    .waiting(store)?
            }
            Err(_) => 0,
        };
        Ok(HomeFigures {
            work: BenchmarkWork::load_all(store)?,
            flagged: flags.len(),
            disputed: others.values().filter(|others| others.differ).count(),
            to_settle,
            nearby: nearby_files(std::path::Path::new(".")),
        })
    }
}
