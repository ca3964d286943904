//! `assay export results`: the verdict on each question for each model.

use clap::Args;

use super::target::Target;
use crate::cli::Shared;
use crate::cli::eval::Selection;
use crate::formats::written_rows::Cell;
use crate::keyword::Keyword;
use crate::scoring::{QuestionResult, RunOptions, for_each_result};

#[derive(Debug, Args)]
pub(crate) struct Results {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    target: Target,
}

const COLUMNS: [&str; 15] = [
    "question",
    "model",
    "input",
    "correct",
    "counted",
    "decided_by",
    "labels",
    "answers",
    "category",
    "l2-category",
    "split",
    "rules",
    "extractor",
    "strategy",
    "missing",
];

impl Results {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.target.form()?;
        self.selection.scoring.judge_questions()?;
        let mut store = shared.open()?;
        let (benchmark, runs, options) = self.selection.find(&store)?;
        let columns = COLUMNS.map(str::to_owned).to_vec();
        self.target.write(columns, |out| {
            for_each_result(&mut store, &benchmark, &runs, &options, |result| {
                Ok(out.row(&cells(&result, &options))?)
            })
        })
    }
}

fn cells<'a>(result: &'a QuestionResult<'_>, options: &'a RunOptions) -> [Cell<'a>; COLUMNS.len()] {
    let QuestionResult { run, question, .. } = result;
    let decided_by = result.decided_by.map(|decided_by| decided_by.to_string().into());
    [
        Cell::index(question.key.as_str()),
        Cell::text(&run.model),
        Cell::text(run.input.name()),
        Cell::Truth(result.correct),
        Cell::Truth(result.counted),
        decided_by.map_or(Cell::Missing, Cell::Text),
        Cell::text(&result.labels),
        Cell::text(&result.answers),
        Cell::optional(question.category.as_deref()),
        Cell::optional(question.l2_category.as_deref()),
        Cell::optional(question.split.as_deref()),
        Cell::text(options.rules.name()),
        Cell::optional(options.extractor.as_deref()),
        Cell::Text(result.strategy.to_string().into()),
        Cell::Text(options.missing.to_string().into()),
    ]
}
