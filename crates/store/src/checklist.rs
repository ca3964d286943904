//! The checklists of benchmarks: which reasons their reviewers choose among.
//!
//! A benchmark's own is a setting in TOML. The checklist of a question is found here.

use std::sync::Arc;

use super::error::damaged;
use super::{Benchmark, QuestionId, Result, Store, View};
use assay_core::benchmark::Checklists;
use assay_core::benchmark::administration::AdministrativeAct;

/// What the setting with a benchmark's own checklists is called, before the benchmark's name.
pub(super) const OWN_CHECKLISTS: &str = "checklist/";

/// What a lead does about a checklist that cannot be read.
pub(super) const WHAT_TO_DO: &str =
    "`assay checklist set FILE` replaces it, `assay checklist reset` removes it";

/// The setting with a benchmark's own checklists.
pub(super) fn key(benchmark: &Benchmark) -> String {
    format!("{OWN_CHECKLISTS}{}", benchmark.name)
}

impl View {
    /// The checklists of a benchmark: its own, or those that come with the program.
    ///
    /// # Errors
    /// `Damaged` where its own cannot be read.
    pub fn checklists(&self, benchmark: &Benchmark) -> Result<Arc<Checklists>> {
        let Some(text) = self.own_checklists(benchmark)? else {
            return Ok(Checklists::built_in().clone());
        };
        self.checklists.get(&text, Checklists::own).map_err(|error| {
            damaged(format!("a benchmark's checklist cannot be read ({error}); {WHAT_TO_DO}"))
        })
    }

    /// A benchmark's own checklists in TOML, where it has any.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn own_checklists(&self, benchmark: &Benchmark) -> Result<Option<String>> {
        self.setting(&key(benchmark))
    }

    /// The checklists of the benchmark that a question is of.
    pub(super) fn checklists_of(&self, question_id: QuestionId) -> Result<Arc<Checklists>> {
        self.checklists(&self.benchmark_of(question_id)?)
    }
}

impl Store {
    /// Gives a benchmark checklists of its own, in TOML, or those of the program; decisions are not touched.
    ///
    /// # Errors
    /// `Refused` where the text is not a checklist, and where the team has a lead and `by` is not one; nothing is
    /// stored then.
    pub fn set_checklists(
        &mut self,
        benchmark: &Benchmark,
        text: Option<&str>,
        by: &str,
    ) -> Result<()> {
        if let Some(text) = text {
            Checklists::own(text).map_err(|error| error.to_string())?;
        }
        self.write(|transaction| {
            let act = |now, before| AdministrativeAct::Checklist { now, before };
            transaction.put_as_act(by, Some(benchmark), (&key(benchmark), text), act)
        })
    }
}
