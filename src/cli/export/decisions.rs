//! `assay export decisions`: history as JSON lines, or what counts as a table for people.

use std::collections::HashSet;
use std::io::Write;

use clap::Args;
use uuid::Uuid;

use super::target::Target;
use crate::benchmark::FinalAct;
use crate::benchmark::decision::Act;
use crate::benchmark::queues::{QUEUES, queue_names};
use crate::cli::{Shared, WrongUsage, print_message};
use crate::formats::written_rows::{Cell, RowForm};
use crate::store::{DecisionRow, Store};
use crate::visible::Harmless;

#[derive(Debug, Args)]
pub(crate) struct Decisions {
    /// Only those about this benchmark
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// Only those of this queue: review, extract or verify
    #[arg(long, value_name = "QUEUE")]
    queue: Option<String>,
    /// Only what counts now: one row for each annotator and item, none that was taken back, replaced or
    /// made on an older revision of the question
    #[arg(long)]
    in_force: bool,
    #[command(flatten)]
    target: Target,
}

const COLUMNS: [&str; 14] = [
    "benchmark",
    "queue",
    "item",
    "annotator",
    "act",
    "answer",
    "outcome",
    "reasons",
    "note",
    "revision",
    "seconds",
    "created",
    "id",
    "supersedes",
];

impl Decisions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        if let Some(queue) = &self.queue
            && QUEUES.iter().all(|known| known.name != queue)
        {
            let message =
                format!("no queue is called {queue}; there are: {}", queue_names().join(", "));
            return Err(WrongUsage(message).into());
        }
        let form = self.target.form_or(RowForm::Jsonl)?;
        let store = shared.open()?;
        if let Some(benchmark) = &self.benchmark {
            store.the_benchmark(Some(benchmark))?;
        }
        let counting = if self.in_force { Some(ids_in_force(&store)?) } else { None };
        let is_wanted = |row: &DecisionRow| {
            self.benchmark.as_ref().is_none_or(|name| row.benchmark == *name)
                && self.queue.as_ref().is_none_or(|name| row.queue == *name)
                && counting.as_ref().is_none_or(|ids| ids.contains(&row.id))
        };
        if form == RowForm::Jsonl {
            return self.write_lines(&store, is_wanted);
        }
        let columns = COLUMNS.map(str::to_owned).to_vec();
        self.target.with_form(form).write(columns, |out| {
            store.for_each_decision::<anyhow::Error>(is_wanted, |row| Ok(out.row(&cells(&row))?))
        })
    }

    /// Whole rows, as `assay import decisions` takes them.
    fn write_lines(
        &self,
        store: &Store,
        is_wanted: impl Fn(&DecisionRow) -> bool,
    ) -> anyhow::Result<()> {
        let mut rows = 0;
        let mut write = |out: &mut dyn Write| {
            store.for_each_decision::<anyhow::Error>(&is_wanted, |row| {
                rows += 1;
                serde_json::to_writer(Harmless::json(&mut *out), &row)?;
                Ok(writeln!(out)?)
            })
        };
        self.target.write_text(&mut write)?;
        if let Some(path) = self.target.file() {
            print_message(&format!("{rows} rows written to {}", path.display()));
        }
        Ok(())
    }
}

/// The rows that count now.
fn ids_in_force(store: &Store) -> anyhow::Result<HashSet<Uuid>> {
    let mut ids = HashSet::new();
    for benchmark in store.benchmarks()? {
        for queue in QUEUES {
            let rows = store.current_decisions(&benchmark, queue.name)?;
            ids.extend(rows.into_iter().map(|in_force| in_force.row.id));
        }
    }
    Ok(ids)
}

fn cells(row: &DecisionRow) -> [Cell<'_>; COLUMNS.len()] {
    let text = |text: String| match text.is_empty() {
        true => Cell::Missing,
        false => Cell::Text(text.into()),
    };
    let decision = row.act.final_act();
    let note = match &row.act {
        Act::Note { note } => Some(note.as_str()),
        _ => decision.and_then(FinalAct::note),
    };
    [
        Cell::text(&row.benchmark),
        Cell::text(&row.queue),
        Cell::index(&row.item),
        Cell::text(&row.annotator),
        Cell::text(row.act.name()),
        text(row.act.answer().map(|answer| answer.to_string()).unwrap_or_default()),
        text(decision.map(FinalAct::outcome).unwrap_or_default()),
        text(decision.map(|decision| decision.reasons().join("; ")).unwrap_or_default()),
        Cell::optional(note),
        Cell::Number(u64::from(row.question_revision)),
        text(format!("{:.1}", row.active_ms as f64 / 1000.0)),
        Cell::text(&row.created),
        text(row.id.to_string()),
        text(row.supersedes.map(|id| id.to_string()).unwrap_or_default()),
    ]
}
