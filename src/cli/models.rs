//! `assay models`: the runs of models in the database.

use clap::Args;

use super::{Output, Shared};
use crate::evaluation::labels;
use crate::extract::RuleSet;
use crate::report::documents::models::{self, MatchRates, ModelRow};
use crate::score::ExtractionCounts;
use crate::store::{Benchmark, Place, QuestionId, Run, Store};

#[derive(Debug, Args)]
pub(crate) struct Models {
    /// Only the runs over this benchmark
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Models {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmarks = match &self.benchmark {
            Some(name) => vec![store.the_benchmark(Some(name))?],
            None => store.benchmarks()?,
        };
        let mut models = Vec::new();
        for benchmark in &benchmarks {
            for run in store.runs(benchmark)? {
                models.push(row(&mut store, benchmark, &run)?);
            }
        }
        self.output.print(&models::Models { models })
    }
}

fn row(store: &mut Store, benchmark: &Benchmark, run: &Run) -> anyhow::Result<ModelRow> {
    let places = store.places(run)?;
    let is_open: Vec<bool> = places.iter().map(Place::is_of_open_question).collect();
    let mut questions: Vec<QuestionId> =
        places.into_iter().map(|place| place.question_id).collect();
    questions.dedup(); // places are in the order of their questions
    let failed = match run.is_open() {
        true => store.failed_requests(run)?.len(),
        false => run.failed,
    };
    let mut match_rate = |rules| -> anyhow::Result<Option<f64>> {
        let labels = labels(store, benchmark, run, rules)?;
        let of_choices = labels.into_iter().zip(&is_open).filter(|&(_, &open)| !open);
        Ok(ExtractionCounts::count(of_choices.map(|(label, _)| label)).match_rate)
    };
    Ok(ModelRow {
        benchmark: benchmark.name.clone(),
        model: run.model.clone(),
        input: run.input,
        rows: run.predictions,
        questions: questions.len(),
        failed,
        state: run.state.name(),
        scored_by: run.scored_by(),
        match_rate: MatchRates {
            vlmevalkit_late: match_rate(RuleSet::VlmevalkitLate)?,
            assay: match_rate(RuleSet::Assay)?,
        },
        imported: run.created.clone(),
        current: run.is_current,
        source: run.source.clone(),
    })
}
