//! `assay import`: questions and decisions into the database.

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::decisions::ImportDecisions;
use super::labels::ImportLabels;
use super::predictions::ImportPredictions;
use super::{Output, Shared, guideline, names, warn};
use crate::benchmark::Question;
use crate::benchmark::taxonomy::Taxonomy;
use crate::formats::{QuestionFile, ReadOptions, SkippedRow, read_questions};
use crate::report::{Align, Table, print};
use crate::store::{ImportOutcome, Importer, Store, remove_database};

#[derive(Debug, Subcommand)]
pub(crate) enum Import {
    /// Questions with their pictures, from files in VLMEvalKit's layout
    Questions(ImportQuestions),
    /// The guideline that reviewers read, in Markdown
    Guideline(guideline::ImportGuideline),
    /// What a model answered, from VLMEvalKit's files or any table or JSON lines
    Predictions(ImportPredictions),
    /// What a judge outside read from predictions: long CSV, JSON lines, VLMEvalKit's _result files
    Labels(ImportLabels),
    /// Rows of history as `assay export decisions` writes them
    Decisions(ImportDecisions),
}

impl Import {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Import::Questions(questions) => questions.run(shared),
            Import::Guideline(guideline) => guideline.run(shared),
            Import::Predictions(predictions) => predictions.run(shared),
            Import::Labels(labels) => labels.run(shared),
            Import::Decisions(decisions) => decisions.run(shared),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImportQuestions {
    /// Files that together are one benchmark
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What the benchmark is called; without it, as the first file
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// The layout of the files
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The folder below which the files of a column `image_path` lie
    #[arg(long, value_name = "DIR")]
    image_root: Option<PathBuf>,
    /// The tree of abilities; without it, mmbench where the categories are MMBench's
    #[arg(long, value_name = "NAME")]
    taxonomy: Option<String>,
    /// Leave bad rows out and list them, instead of importing nothing
    #[arg(long)]
    skip_bad: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// Told by the file
    #[default]
    Auto,
    /// VLMEvalKit's tab-separated table, pictures in it
    Vlmevalkit,
}

/// What an import did.
#[derive(Debug, Serialize)]
struct Document {
    benchmark: String,
    questions: usize,
    rows: usize,
    images: usize,
    #[serde(flatten)]
    outcome: ImportOutcome,
    skipped: Vec<Skipped>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Skipped {
    file: String,
    #[serde(flatten)]
    row: SkippedRow,
}

impl ImportQuestions {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (Format::Auto | Format::Vlmevalkit) = self.format;
        if let Some(name) = self.taxonomy.as_deref().filter(|name| *name != "mmbench") {
            bail!("there is no taxonomy called {name}; there is: mmbench");
        }
        let name = self.benchmark.clone().unwrap_or_else(|| names::benchmark_of(&self.files[0]));
        let options = ReadOptions { image_root: self.image_root.clone(), skip_bad: self.skip_bad };
        let was_there = shared.db.exists();
        let mut store = Store::open_or_create(&shared.db)?;
        let document = store.import(&name, Some("mmbench"), |importer| {
            import_files(&name, &self.files, &options, importer)
        });
        let document = match document {
            Ok(document) => document,
            Err(error) => {
                let is_empty = store.benchmarks().is_ok_and(|benchmarks| benchmarks.is_empty());
                drop(store);
                if !was_there && is_empty {
                    remove_database(&shared.db);
                }
                return Err(error.context("nothing was imported"));
            }
        };
        for warning in &document.warnings {
            warn(warning);
        }
        print(&mut io::stdout().lock(), self.output.form, &document, &tables(&document))?;
        Ok(())
    }
}

fn import_files(
    name: &str,
    files: &[PathBuf],
    options: &ReadOptions,
    importer: &Importer<'_>,
) -> anyhow::Result<Document> {
    let mut document = Document {
        benchmark: name.to_owned(),
        questions: 0,
        rows: 0,
        images: 0,
        outcome: ImportOutcome::default(),
        skipped: Vec::new(),
        warnings: Vec::new(),
    };
    let mut questions: Vec<Question> = Vec::new();
    let mut first_file: HashMap<String, usize> = HashMap::new();
    for (number, path) in files.iter().enumerate() {
        let read = read_with_progress(path, options, importer)?;
        for question in &read.questions {
            if let Some(&earlier) = first_file.get(question.key.as_str()) {
                bail!(
                    "{}: question {} is in {} too; give each file a benchmark of its own",
                    path.display(),
                    question.key,
                    files[earlier].display()
                );
            }
            first_file.insert(question.key.as_str().to_owned(), number);
        }
        document.rows += read.rows;
        let file = path.display().to_string();
        document
            .skipped
            .extend(read.skipped.into_iter().map(|row| Skipped { file: file.clone(), row }));
        document.warnings.extend(read.warnings);
        if !read.picture_column {
            document.warnings.push(format!("{file} has no pictures: its questions are text only"));
        }
        if !read.unused_columns.is_empty() {
            let columns = read.unused_columns.join(", ");
            document.warnings.push(format!("{file}: columns not used: {columns}"));
        }
        questions.extend(read.questions);
    }
    warn_of_unknown_abilities(&questions, &mut document.warnings);
    document.questions = questions.len();
    document.images = distinct_pictures(&questions);
    document.outcome = importer.keep_questions(&questions)?;
    Ok(document)
}

fn read_with_progress(
    path: &Path,
    options: &ReadOptions,
    importer: &Importer<'_>,
) -> anyhow::Result<QuestionFile> {
    let bar = progress_bar(path);
    let mut keep = |bytes: &[u8]| importer.keep_picture(bytes).map_err(Into::into);
    let read = read_questions(path, options, &mut keep, &mut |bytes| bar.set_position(bytes));
    bar.finish_and_clear();
    Ok(read?)
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(path: &Path) -> ProgressBar {
    let size = path.metadata().map(|metadata| metadata.len());
    let (Ok(size), true) = (size, io::stderr().is_terminal()) else {
        return ProgressBar::hidden();
    };
    let bar = ProgressBar::new(size);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {bytes} of {total_bytes}  {eta}") {
        bar.set_style(style);
    }
    bar
}

fn distinct_pictures(questions: &[Question]) -> usize {
    let pictures = questions.iter().flat_map(|question| &question.pictures);
    pictures.map(|picture| picture.hash).collect::<std::collections::HashSet<_>>().len()
}

fn warn_of_unknown_abilities(questions: &[Question], warnings: &mut Vec<String>) {
    let taxonomy = Taxonomy::mmbench();
    let known = |question: &&Question| {
        question.category.as_deref().is_some_and(|name| taxonomy.leaf(name).is_some())
    };
    let count = questions.iter().filter(known).count();
    if count > 0 && count < questions.len() {
        let unknown = questions.len() - count;
        warnings.push(format!("{unknown} questions have a category that MMBench does not have"));
    }
}

fn tables(document: &Document) -> Vec<Table> {
    let mut summary = Table::new([
        ("benchmark", Align::Left),
        ("questions", Align::Right),
        ("rows", Align::Right),
        ("pictures", Align::Right),
        ("new", Align::Right),
        ("changed", Align::Right),
        ("unchanged", Align::Right),
        ("not in the file", Align::Right),
        ("rows skipped", Align::Right),
    ]);
    let outcome = &document.outcome;
    let counts = [
        document.questions,
        document.rows,
        document.images,
        outcome.new,
        outcome.changed,
        outcome.unchanged,
        outcome.absent,
        document.skipped.len(),
    ];
    let name = std::iter::once(document.benchmark.clone());
    summary.row(name.chain(counts.iter().map(ToString::to_string)));
    let mut tables = vec![summary];
    if !document.skipped.is_empty() {
        let mut skipped = Table::new([
            ("file", Align::Left),
            ("row", Align::Right),
            ("line", Align::Right),
            ("index", Align::Left),
            ("why it was skipped", Align::Left),
        ]);
        for Skipped { file, row } in &document.skipped {
            skipped.row([
                file.clone(),
                row.row.to_string(),
                row.line.to_string(),
                row.index.clone().unwrap_or_default(),
                row.reason.clone(),
            ]);
        }
        tables.push(skipped);
    }
    tables
}
