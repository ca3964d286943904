//! Drafts of remarks, as the screens keep them in addition to the database.
//!
//! A draft is written when its panel is left, at a pause of typing and at the end of the program.
//! One that cannot be written at once stays here and is written with the next one.

use std::collections::{HashMap, HashSet};

use assay_store::{Annotator, Benchmark, DecisionRow, DraftFor, DraftKind, Result, Store};
use assay_workflow::queue::ReviewDesk;

/// An annotator's drafts in the benchmark that is open.
#[derive(Clone, Debug, Default)]
pub struct Drafts {
    texts: HashMap<DraftFor, String>,
    /// Drafts that differ from the database.
    unwritten: HashSet<DraftFor>,
}

impl Drafts {
    /// The drafts of earlier sessions.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store, annotator: &Annotator, benchmark: &Benchmark) -> Result<Self> {
        let texts = store.drafts(annotator, benchmark)?.into_iter().collect();
        Ok(Drafts { texts, unwritten: HashSet::new() })
    }

    /// The text of a draft; empty if there is none.
    pub fn text(&self, what: &DraftFor) -> &str {
        self.texts.get(what).map_or("", String::as_str)
    }

    /// Keeps the text of a draft; an empty text removes it.
    pub fn keep(&mut self, what: DraftFor, text: String) {
        if self.text(&what) == text {
            return;
        }
        match text.is_empty() {
            true => drop(self.texts.remove(&what)),
            false => drop(self.texts.insert(what.clone(), text)),
        }
        self.unwritten.insert(what);
    }

    /// Forgets the drafts that a decision has ended in the database.
    pub fn end_with(&mut self, row: &DecisionRow) {
        for kind in DraftKind::ended_by(&row.act) {
            let what = DraftFor::new(*kind, &row.queue, &row.item);
            self.texts.remove(&what);
            self.unwritten.remove(&what);
        }
    }

    /// Whether something is still to be written.
    pub fn are_unwritten(&self) -> bool {
        !self.unwritten.is_empty()
    }

    /// Writes the changed drafts.
    ///
    /// # Errors
    /// When the database cannot be written; the next call then writes them.
    pub fn write(&mut self, store: &mut Store, review: &ReviewDesk) -> Result<()> {
        if self.unwritten.is_empty() {
            return Ok(());
        }
        let changed = self.unwritten.iter();
        let changed: Vec<(DraftFor, String)> =
            changed.map(|what| (what.clone(), self.text(what).to_owned())).collect();
        store.keep_drafts(review.annotator(), review.benchmark(), &changed)?;
        self.unwritten.clear();
        Ok(())
    }
}
