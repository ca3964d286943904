//! `assay export results`: the verdict on each question for each model.

use clap::Args;

use super::target::Target;
use crate::cli::Shared;
use crate::cli::eval::Selection;
use crate::evaluation::{QuestionResult, RunOptions, for_each_result};
use crate::formats::written_rows::Cell;
use crate::keyword::Keyword;

#[derive(Debug, Args)]
pub(crate) struct Results {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    target: Target,
}

/// A column of the table, and its cells.
type Column = (&'static str, for<'a> fn(&'a QuestionResult<'a>, &'a RunOptions) -> Cell<'a>);

const COLUMNS: [Column; 15] = [
    ("question", |result, _| Cell::index(result.question.key.as_str())),
    ("model", |result, _| Cell::text(&result.run.model)),
    ("input", |result, _| Cell::text(result.run.input.name())),
    ("correct", |result, _| Cell::Truth(result.correct)),
    ("counted", |result, _| Cell::Truth(result.counted)),
    ("decided_by", |result, _| {
        let decided_by = result.decided_by.as_ref().map(|decided_by| decided_by.to_string().into());
        decided_by.map_or(Cell::Missing, Cell::Text)
    }),
    ("labels", |result, _| Cell::text(&result.labels)),
    ("answers", |result, _| Cell::text(&result.answers)),
    ("category", |result, _| Cell::optional(result.question.category.as_deref())),
    ("l2-category", |result, _| Cell::optional(result.question.l2_category.as_deref())),
    ("split", |result, _| Cell::optional(result.question.split.as_deref())),
    ("rules", |_, options| Cell::text(options.rules.name())),
    ("extractor", |_, options| Cell::optional(options.extractor.as_deref())),
    ("strategy", |result, _| Cell::Text(result.strategy.to_string().into())),
    ("missing", |_, options| Cell::Text(options.missing.to_string().into())),
];

impl Results {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.target.form()?;
        self.selection.scoring.judge_questions()?;
        let mut store = shared.open()?;
        let (benchmark, runs, options) = self.selection.find(&store)?;
        let columns = COLUMNS.map(|(name, _)| name.to_owned()).to_vec();
        self.target.write(columns, |out| {
            for_each_result(&mut store, &benchmark, &runs, &options, |result| {
                Ok(out.row(&COLUMNS.map(|(_, cell)| cell(&result, &options)))?)
            })
        })
    }
}
