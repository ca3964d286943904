//! Drafts: what an annotator typed on a screen and has not saved yet. They end with the decision that saves
//! them.

use rusqlite::params;

use super::{Annotator, Benchmark, NewDecision, Result, Store, Transaction, View};
use crate::query::Query;
use assay_core::benchmark::decision::Act;
use assay_core::keyword::{Keyword, keywords};

keywords! {
    /// What a draft will be.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum DraftKind {
        /// A note on the item.
        Note = "note",
        /// What is wrong with the question, in words beyond the reasons.
        WhatIsWrong = "what-is-wrong",
        /// The reasons that were marked before the verdict, a name in each line.
        Reasons = "reasons",
        /// The words of the question as they shall be.
        Fix = "fix",
    }
}

impl DraftKind {
    /// The drafts of an item that an act saves, or that have lost their object by it.
    pub fn ended_by(act: &Act) -> &'static [DraftKind] {
        match act {
            Act::Note { .. } => &[DraftKind::Note],
            act if act.is_final() => &[DraftKind::WhatIsWrong, DraftKind::Reasons, DraftKind::Fix],
            _ => &[],
        }
    }
}

/// What a draft is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DraftFor {
    /// The name of the queue.
    pub queue: String,
    /// The item.
    pub item: String,
    /// What it will be.
    pub kind: DraftKind,
}

impl DraftFor {
    /// A draft for an item of a queue.
    pub fn new(kind: DraftKind, queue: &str, item: &str) -> Self {
        DraftFor { queue: queue.to_owned(), item: item.to_owned(), kind }
    }
}

impl View {
    /// An annotator's drafts in a benchmark.
    pub fn drafts(&self, by: &Annotator, benchmark: &Benchmark) -> Result<Vec<(DraftFor, String)>> {
        let sql = "SELECT queue, item, kind, text FROM draft
            WHERE annotator_id = ?1 AND benchmark_id = ?2";
        let rows: Vec<(String, String, String, String)> =
            self.all(sql, params![by.id, benchmark.id])?;
        // A later version of the program may know more kinds.
        let draft = |(queue, item, kind, text): (String, String, String, String)| {
            Some((DraftFor { queue, item, kind: DraftKind::from_name(&kind).ok()? }, text))
        };
        Ok(rows.into_iter().filter_map(draft).collect())
    }
}

impl Store {
    /// Writes drafts all together; an empty text removes its draft.
    pub fn keep_drafts(
        &mut self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        drafts: &[(DraftFor, String)],
    ) -> Result<()> {
        // A draft survives the program's end; waiting for the disk would delay what is typed.
        self.relaxed(|store| {
            store.write(|transaction| {
                transaction.make_known(annotator)?;
                drafts.iter().try_for_each(|(DraftFor { queue, item, kind }, text)| {
                    let sql = match text.is_empty() {
                        true => {
                            "DELETE FROM draft WHERE annotator_id = ?1 AND benchmark_id = ?2
                             AND queue = ?3 AND item = ?4 AND kind = ?5 AND ?6 = ''"
                        }
                        false => "INSERT OR REPLACE INTO draft VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    };
                    let row = params![annotator.id, benchmark.id, queue, item, kind.name(), text];
                    transaction.change(sql, row)
                })
            })
        })
    }
}

impl Transaction<'_> {
    /// Removes the drafts that a decision ends.
    pub(super) fn end_drafts(&self, annotator: &Annotator, decision: &NewDecision) -> Result<()> {
        let NewDecision { queue, question_id, item, act, .. } = decision;
        for kind in DraftKind::ended_by(act) {
            let sql =
                "DELETE FROM draft WHERE annotator_id = ?1 AND queue = ?3 AND item = ?4 AND kind = ?5
                AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?2)";
            self.change(sql, params![annotator.id, question_id, queue, item, kind.name()])?;
        }
        Ok(())
    }
}
