//! `assay export questions`: a benchmark as a file that VLMEvalKit and we ourselves read.

use clap::Args;

use super::target::Target;
use crate::benchmark::Question;
use crate::cli::{Shared, print_message, warn};
use crate::formats::MAX_CELL_BYTES;
use crate::formats::vlmevalkit::write::rows::{FileRow, circular_rows, first_rows};
use crate::formats::vlmevalkit::write::{
    Column, columns, losses, named_questions, write_questions,
};
use crate::formats::written_rows::RowForm;
use crate::score::RequiredPasses;
use crate::store::{Benchmark, Store};

/// How many questions that stay single are named.
const MOST_TOLD: usize = 50;

#[derive(Debug, Args)]
pub(crate) struct Questions {
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// A row for each pass of CircularEval: the choices rotated to the left, pictures pointed at
    #[arg(long)]
    circular: bool,
    #[command(flatten)]
    target: Target,
}

impl Questions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let form = self.target.form()?;
        let store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let stored = store.whole_questions(&benchmark)?;
        if stored.is_empty() {
            anyhow::bail!("{} has no questions", benchmark.name);
        }
        let questions: Vec<&Question> = stored.iter().map(|stored| &stored.question).collect();
        let rows = self.rows(&questions)?;
        let mut columns = columns(&questions, &rows);
        if form == RowForm::Xlsx && columns.contains(&Column::Image) {
            columns.retain(|column| *column != Column::Image);
            warn("pictures are longer than a cell of a spreadsheet: they are left out");
        }
        for loss in losses(&questions, &rows, &columns, form) {
            warn(&loss);
        }
        tell_revisions(&store, &benchmark)?;
        let names = columns.iter().map(|column| column.name().into_owned()).collect();
        let mut bytes = |hash| Ok(store.picture_bytes(hash)?);
        let too_long = self
            .target
            .write(names, |out| write_questions(&questions, &rows, &columns, &mut bytes, out))?;
        tell_too_long(&too_long);
        Ok(())
    }

    fn rows(&self, questions: &[&Question]) -> anyhow::Result<Vec<FileRow>> {
        if !self.circular {
            tell_passes_left_out(questions);
            return Ok(first_rows(questions));
        }
        let circular = circular_rows(questions)?;
        tell_single(questions);
        if !circular.renumbered.is_empty() {
            warn(&format!(
                "the passes of {} have other indices than in the file they came from: all passes are \
                 numbered alike",
                named_questions(circular.renumbered.iter().map(|&at| questions[at].key.as_str()))
            ));
        }
        Ok(circular.rows)
    }
}

/// Says which questions are asked once only, and why.
fn tell_single(questions: &[&Question]) {
    let mut single = 0;
    for question in questions {
        let passes =
            RequiredPasses::from_source(&question.passes, &question.choices, question.answer);
        if let RequiredPasses::Single(reason) = passes {
            single += 1;
            if single <= MOST_TOLD {
                print_message(&format!("question {} stays single: {reason}", question.key));
            }
        }
    }
    if single > MOST_TOLD {
        print_message(&format!("and so do {} more", single - MOST_TOLD));
    }
}

fn tell_too_long(indices: &[String]) {
    if !indices.is_empty() {
        warn(&format!(
            "the pictures of {} have more than {} MB in base64: VLMEvalKit reads them, an import refuses them",
            indices.join(", "),
            MAX_CELL_BYTES / 1_000_000
        ));
    }
}

fn tell_passes_left_out(questions: &[&Question]) {
    let circular = questions.iter().filter(|question| question.passes.len() > 1).count();
    if circular > 0 {
        print_message(&format!(
            "{circular} questions have CircularEval passes in the file they came from; --circular writes them"
        ));
    }
}

/// A file of questions holds what they are, not what they were.
fn tell_revisions(store: &Store, benchmark: &Benchmark) -> anyhow::Result<()> {
    let overviews = store.benchmark_overviews()?;
    let older = overviews.iter().find(|overview| overview.name == benchmark.name);
    match older.map_or(0, |overview| overview.older_revisions) {
        0 => {}
        older => warn(&format!("{older} older revisions of questions are not in the file")),
    }
    Ok(())
}
