//! `assay import predictions`: what a model answered, linked to the questions of a benchmark.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::{Output, Shared, print_message, warn};
use crate::benchmark::Input;
use crate::formats::predictions::{
    Compat, Field, Mapped, PredictionTable, read_mapped_table, read_table,
};
use crate::report::documents::imported_predictions::ImportedPredictions;
use crate::scoring::{Duplicates, LinkedPredictions, PredictionLinker, import_run};
use crate::store::{Benchmark, Kept, NewRun, QuestionSheet, SourceFile, Store};

#[derive(Debug, Args)]
pub(crate) struct ImportPredictions {
    /// Files that together are one run of the model
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The model's name
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// What the model was given: the question with its pictures, or the text alone
    #[arg(long, value_enum, default_value_t)]
    input: Input,
    /// The layout of the files
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Let these count instead of the predictions that the model has; the old ones are kept
    #[arg(long)]
    replace: bool,
    /// What a column is: index, prediction, pass, g_index, answer, or a choice A to Z; a value inside the
    /// objects of JSON is named by its path, such as seed_all.question_id
    #[arg(long, value_name = "COLUMN=FIELD")]
    map: Vec<Mapped>,
    /// Which of two rows of the same pass counts where they differ; without it, such rows are an error
    #[arg(long, value_enum, value_name = "WHICH")]
    duplicates: Option<Duplicates>,
    /// Read and check everything, write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
enum Format {
    /// Recognised by the columns
    #[default]
    Auto,
    /// VLMEvalKit's prediction files: xlsx, tsv, csv or json with index and prediction
    Vlmevalkit,
    /// lmms-eval's samples, as --log_samples writes them
    LmmsEval,
    /// SEED-Bench's results: `question_id` and prediction, as JSON or JSON lines
    SeedBench,
    /// One JSON object a line
    Jsonl,
    /// Any table with names of columns
    Csv,
}

/// A file that was read.
struct Read {
    table: PredictionTable,
    source: SourceFile,
    /// Whether nothing but the count of documents names the rows.
    is_counted: bool,
}

impl ImportPredictions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        if self.model.trim().is_empty() {
            bail!("the model needs a name; the one given with --model is empty");
        }
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let (files, sheets) = std::thread::scope(|scope| {
            let reading = scope.spawn(|| self.files.iter().map(|path| self.read(path)).collect());
            let sheets = store.question_sheets(&benchmark);
            let files = reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (files, sheets)
        });
        let (files, sheets): (anyhow::Result<Vec<Read>>, _) = (files, sheets?);
        let mut linker = PredictionLinker::new(&sheets, self.duplicates);
        let mut source = Vec::new();
        let mut is_counted = false;
        for (path, read) in self.files.iter().zip(files?) {
            linker.add_file(path, &read.table).context("nothing was imported")?;
            source.push(read.source);
            is_counted |= read.is_counted;
        }
        let predictions = linker.finish();
        refuse_other_benchmark(&predictions, &benchmark)?;
        if is_counted {
            refuse_doubtful(&predictions, &benchmark)?;
        }
        let document = self.keep(&mut store, &benchmark, &sheets, source, predictions)?;
        self.output.print_with_warnings(&document)
    }

    /// Reads a file, and says what its columns were taken for unless they have VLMEvalKit's names.
    fn read(&self, path: &Path) -> anyhow::Result<Read> {
        let source = source_file(path)?;
        if self.format == Format::Vlmevalkit && self.map.is_empty() {
            let table = read_table(path, Compat::None)?;
            if !table.has_predictions() {
                bail!(
                    "{}: there is no column \"prediction\"; is this the data set itself?",
                    path.display()
                );
            }
            return Ok(Read { table, source, is_counted: false });
        }
        let (table, mapping) = read_mapped_table(path, &self.map)?;
        self.refuse_other_format(path, &mapping)?;
        let has_vlmevalkits_names =
            mapping.iter().all(|mapped| mapped.column == mapped.field.to_string());
        if !has_vlmevalkits_names || matches!(self.format, Format::Jsonl | Format::Csv) {
            let columns: Vec<String> = mapping.iter().map(ToString::to_string).collect();
            print_message(&format!("{}: columns {}", path.display(), columns.join(", ")));
        }
        let counts = |mapped: &Mapped| mapped.column == "doc_id" && !self.map.contains(mapped);
        Ok(Read { table, source, is_counted: mapping.iter().any(counts) })
    }

    /// lmms-eval's and SEED-Bench's files are known by their columns, unless those were named.
    fn refuse_other_format(&self, path: &Path, mapping: &[Mapped]) -> anyhow::Result<()> {
        let (field, column, expected) = match self.format {
            Format::LmmsEval => (Field::Prediction, "filtered_resps", "doc_id and filtered_resps"),
            Format::SeedBench => (Field::Index, "question_id", "question_id and prediction"),
            Format::Auto | Format::Vlmevalkit | Format::Jsonl | Format::Csv => return Ok(()),
        };
        let found = mapping.iter().find(|mapped| mapped.field == field);
        if let Some(found) =
            found.filter(|found| found.column != column && !self.map.contains(found))
        {
            bail!(
                "{}: expected {expected}, found {found}; leave --format out or name the columns with \
                 --map",
                path.display()
            );
        }
        Ok(())
    }

    fn keep(
        &self,
        store: &mut Store,
        benchmark: &Benchmark,
        sheets: &[QuestionSheet],
        source: Vec<SourceFile>,
        linked: LinkedPredictions,
    ) -> anyhow::Result<ImportedPredictions> {
        let mut document = ImportedPredictions {
            benchmark: benchmark.name.clone(),
            model: self.model.clone(),
            input: self.input,
            read: linked.rows,
            rows: linked.predictions.len(),
            questions: linked.questions,
            passes: linked.passes,
            new: false,
            replaced: None,
            failed: linked.predictions.iter().filter(|new| new.prediction.failed()).count(),
            unknown: linked.unknown,
            dry_run: self.dry_run,
            warnings: linked.warnings,
        };
        if self.dry_run {
            return Ok(document);
        }
        let run = NewRun {
            model: self.model.clone(),
            input: self.input,
            source,
            predictions: linked.predictions,
        };
        match import_run(store, benchmark, sheets, run, self.replace)? {
            Kept::New(_) => document.new = true,
            Kept::AsBefore(_) => {}
            Kept::Replaced { old, .. } => {
                document.new = true;
                document.replaced = Some(old.created);
            }
        }
        Ok(document)
    }
}

/// A file of another benchmark has no row in this one; importing nothing would look like success.
fn refuse_other_benchmark(linked: &LinkedPredictions, benchmark: &Benchmark) -> anyhow::Result<()> {
    if linked.rows == 0 {
        bail!("the files have no row below the names of the columns");
    }
    if linked.predictions.is_empty() {
        bail!(
            "none of the {} rows is of a question of {}; name the right benchmark with --benchmark, \
             or the right column with --map COLUMN=index",
            linked.rows,
            benchmark.name
        );
    }
    Ok(())
}

/// lmms-eval counts the documents of a task, and nothing says that the benchmark counts alike. Where every
/// row is of a question and names its reference answer, it does.
fn refuse_doubtful(linked: &LinkedPredictions, benchmark: &Benchmark) -> anyhow::Result<()> {
    let doubt = match linked {
        LinkedPredictions { unknown: 1.., .. } => {
            format!("{} rows are then of no question", linked.unknown)
        }
        LinkedPredictions { other_answers: 1.., .. } => {
            format!("{} rows then have another reference answer", linked.other_answers)
        }
        LinkedPredictions { compared_answers, predictions, .. }
            if *compared_answers < predictions.len() =>
        {
            "no reference answers in the file confirm it".to_owned()
        }
        _ => {
            warn(
                "doc_id counts the documents of a task; it was taken for the index of the benchmark",
            );
            return Ok(());
        }
    };
    bail!(
        "only doc_id could be the index in {}, but it counts the documents of a task, and {doubt}; name \
         the column that holds the index with --map COLUMN=index (inside an object: \
         seed_all.question_id=index), or say --map doc_id=index if it does",
        benchmark.name
    )
}

fn source_file(path: &Path) -> anyhow::Result<SourceFile> {
    let mut hasher = blake3::Hasher::new();
    let mut file = File::open(path).with_context(|| path.display().to_string())?;
    io::copy(&mut file, &mut hasher).with_context(|| path.display().to_string())?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(SourceFile { file: name, blake3: hasher.finalize().to_hex().to_string() })
}
