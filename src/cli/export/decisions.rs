//! `assay export decisions`: history as JSON lines, or the effective decisions as a table for
//! people.

use clap::Args;

use super::target::Target;
use super::thumbnails::{self, Thumbnails};
use crate::benchmark::decision::Act;
use crate::benchmark::queues::{QUEUES, queue_names};
use crate::cli::{Shared, WrongUsage};
use crate::export::decisions::{PicturesOfItems, ids_in_force};
use crate::formats::written_rows::{Cell, RowForm};
use crate::store::DecisionRow;
use crate::visible::Harmless;

#[derive(Debug, Args)]
pub(crate) struct Decisions {
    /// Only those about this benchmark
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// Only those of this queue, by the name that `assay annotate` has for it
    #[arg(long, value_name = "QUEUE")]
    queue: Option<String>,
    /// Only what counts now: one row for each annotator and item, none that was taken back, replaced or
    /// made on an older revision of the question
    #[arg(long)]
    in_force: bool,
    /// In a spreadsheet: the question's first picture in a last column, at most 240x180 pixels
    #[arg(long)]
    with_pictures: bool,
    #[command(flatten)]
    target: Target,
}

/// A column of the table, and its cells.
type Column = (&'static str, fn(&DecisionRow) -> Cell<'_>);

const COLUMNS: [Column; 17] = [
    ("benchmark", |row| Cell::text(&row.benchmark)),
    ("queue", |row| Cell::text(&row.queue)),
    ("item", |row| Cell::index(&row.item)),
    ("annotator", |row| Cell::text(&row.annotator)),
    ("act", |row| Cell::text(row.act.name())),
    ("answer", |row| text(row.act.answer())),
    ("outcome", |row| text(row.act.final_act().map(|last| last.outcome.to_string()))),
    ("reasons", |row| text(row.act.final_act().map(|done| done.reason_words().join("; ")))),
    ("note", |row| Cell::optional(note(&row.act))),
    ("revision", |row| Cell::Number(u64::from(row.question_revision))),
    ("seconds", |row| text(Some(format!("{:.1}", row.active_ms as f64 / 1000.0)))),
    ("created", |row| Cell::text(&row.created)),
    ("id", |row| text(Some(row.id))),
    ("supersedes", |row| text(row.supersedes)),
    ("category", |row| Cell::optional(row.act.category())),
    ("corrected", |row| text(row.act.final_act().and_then(|last| last.corrected))),
    ("corrected_category", |row| {
        Cell::optional(row.act.final_act().and_then(|last| last.corrected_category()))
    }),
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
        if self.with_pictures {
            thumbnails::refuse_text(form)?;
        }
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
            // Whole rows, as `assay import decisions` takes them.
            let mut rows = 0;
            self.target.write_text(|out| {
                store.for_each_decision::<anyhow::Error>(is_wanted, |row| {
                    rows += 1;
                    serde_json::to_writer(Harmless::json(&mut *out), &row)?;
                    Ok(writeln!(out)?)
                })
            })?;
            self.target.report(rows, "rows");
            return Ok(());
        }
        let mut columns = COLUMNS.map(|(name, _)| name.to_owned()).to_vec();
        columns.extend(self.with_pictures.then(|| thumbnails::COLUMN.to_owned()));
        let mut thumbnails = Thumbnails::new(&store);
        let mut pictures = PicturesOfItems::default();
        self.target.with_form(form).write(columns, |out| {
            store.for_each_decision::<anyhow::Error>(is_wanted, |row| {
                out.row(&COLUMNS.map(|(_, cell)| cell(&row)))?;
                if self.with_pictures
                    && let Some(hash) = pictures.first_picture(&row, &store)?
                {
                    thumbnails.put(hash, (out.rows(), COLUMNS.len()), out)?;
                }
                Ok(())
            })
        })?;
        thumbnails.report();
        Ok(())
    }
}

/// A cell with the words of a value, if there are any.
fn text<'a>(value: Option<impl ToString>) -> Cell<'a> {
    let words = value.map(|value| value.to_string()).filter(|words| !words.is_empty());
    words.map_or(Cell::Missing, |words| Cell::Text(words.into()))
}

fn note(act: &Act) -> Option<&str> {
    match act {
        Act::Note { note } => Some(note),
        act => act.final_act().and_then(|last| last.note),
    }
}
