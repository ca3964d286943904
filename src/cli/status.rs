//! `assay status`: what the database holds.

use clap::Args;

use super::{Output, Shared, names};
use crate::queue::board::record_disputes_seen;
use crate::queue::{BenchmarkWork, Board};
use crate::report::Form;
use crate::report::documents::status;

#[derive(Debug, Args)]
pub(crate) struct Status {
    /// Who asks: once a person has a role, gold and the quality of work are for leads. JSON lists the disputed
    /// questions for a person who is named here, and their later decisions on these say that they saw it
    #[arg(long = "as", value_name = "NAME")]
    lead: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Status {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let name = names::name(self.lead.clone(), &store)?;
        let is_for_leads = store.is_lead(&name)?;
        let mut status = store.at_one_moment(|| {
            let work = BenchmarkWork::load_all(&store)?;
            let board = Board::load_all(&store, &work, is_for_leads)?;
            let (database, name) = (shared.db.display().to_string(), store.setting("name")?);
            // In the order in which they were made, as their work.
            let benchmarks = store.benchmark_overviews()?;
            let annotators = store.annotator_overviews()?;
            Ok(status::Status { database, name, benchmarks, annotators, work, board })
        })?;
        let is_listed = self.lead.is_some() && self.output.form == Form::Json;
        for board in &mut status.board {
            let Some(leads) = &mut board.for_leads else { continue };
            match &leads.disagreements {
                Some(disputed) if is_listed => {
                    let benchmark = store.the_benchmark(Some(&board.benchmark))?;
                    let annotator = store.annotator(&name)?;
                    let keys = disputed.iter().map(|one| &one.question);
                    record_disputes_seen(&mut store, &benchmark, &annotator, keys)?;
                }
                _ => leads.disagreements = None,
            }
        }
        self.output.print(&status.printout(self.output.form))
    }
}
