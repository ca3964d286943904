//! `assay import`: questions and decisions into the database.

mod pictures;
mod settings;

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use pictures::{Pictures, placement};
use settings::{ChosenTaxonomy, FileSettings, settle_checklist, settle_taxonomy};

use super::commands::commands;
use super::decisions::ImportDecisions;
use super::labels::ImportLabels;
use super::predictions::ImportPredictions;
use super::{Output, Shared, guideline, names, warn};
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::{PictureReference, Question};
use crate::describe::{UnknownName, unknown_names};
use crate::formats::question_formats::{QuestionSource, question_sources};
use crate::formats::questions::{QuestionFormat, QuestionSink};
use crate::formats::{FormatError, QuestionFile, ReadOptions};
use crate::keyword::Keyword;
use crate::report::documents::import::{ImportedQuestions, SkippedInFile};
use crate::store::{Importer, remove_database};

commands! {
    pub(crate) enum Import {
        /// Questions with their pictures, from the files of other programs or from our own JSON lines
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
}

#[derive(Debug, Args)]
pub(crate) struct ImportQuestions {
    /// Files that together are one benchmark, or the folder of its Parquet files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What the benchmark is called; without it, as the first file
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// The layout of the files
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The folder that holds the picture files; no path leads out of it. Without it, a table's are not
    /// read, and those of other formats are looked for beside the file that names them
    #[arg(long, value_name = "DIR")]
    image_root: Option<PathBuf>,
    /// The tree of abilities: mmbench, mllm-bench, mmt-bench, seed-bench-2, or a file of one's own in
    /// TOML. Without it, the one that has most of the categories
    #[arg(long, value_name = "NAME|FILE")]
    taxonomy: Option<String>,
    /// Read questions whose picture files are not there, and mark them by the extra field
    /// missing_pictures, instead of listing the files and importing nothing
    #[arg(long)]
    allow_missing_pictures: bool,
    /// What the database keeps of pictures in files and in Parquet; without it, copies of up to 1 GB, and
    /// references to more. Pictures within a text are copied
    #[arg(long, value_enum)]
    pictures: Option<Pictures>,
    /// Leave bad rows out and list them, instead of importing nothing
    #[arg(long)]
    skip_bad: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// Recognized by the content of each file
    #[default]
    Auto,
    /// VLMEvalKit's table, tab-separated or a spreadsheet, pictures in it
    Vlmevalkit,
    /// Hugging Face's Parquet files, shards or a folder of them
    Huggingface,
    /// SEED-Bench's JSON, versions 1 and 2
    SeedBench,
    /// MLLM-Bench's questions.json
    MllmBench,
    /// JSON lines as `export questions --format jsonl` writes them, or other people's
    Jsonl,
}

impl Format {
    fn named(self) -> Option<QuestionFormat> {
        match self {
            Format::Auto => None,
            Format::Vlmevalkit => Some(QuestionFormat::Vlmevalkit),
            Format::Huggingface => Some(QuestionFormat::HuggingFace),
            Format::SeedBench => Some(QuestionFormat::SeedBench),
            Format::MllmBench => Some(QuestionFormat::MllmBench),
            Format::Jsonl => Some(QuestionFormat::Jsonl),
        }
    }
}

impl ImportQuestions {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let name = self.benchmark.clone().unwrap_or_else(|| names::benchmark_of(&self.files[0]));
        let options = ReadOptions {
            image_root: self.image_root.clone(),
            skip_bad: self.skip_bad,
            allow_missing_pictures: self.allow_missing_pictures,
        };
        let sources = question_sources(&self.files, self.format.named())?;
        let taxonomy = self.taxonomy.as_deref().map(ChosenTaxonomy::find).transpose()?;
        let was_there = shared.db.exists();
        let mut store = shared.open_or_create()?;
        let document = store.import(&name, None, |importer| {
            importer.place_pictures(placement(self.pictures, &sources));
            let mut document =
                import_sources(&name, taxonomy.as_ref(), &sources, &options, importer)?;
            let referenced = importer.settle_pictures()?;
            document.pictures = pictures::kept(self.pictures, document.images, referenced);
            document.warnings.extend(pictures::warning(self.pictures, &document.pictures));
            anyhow::Ok(document)
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
        self.output.print(&document)
    }
}

fn import_sources(
    name: &str,
    taxonomy: Option<&ChosenTaxonomy>,
    sources: &[QuestionSource],
    options: &ReadOptions,
    importer: &Importer<'_>,
) -> anyhow::Result<ImportedQuestions> {
    let mut document = ImportedQuestions { benchmark: name.to_owned(), ..Default::default() };
    let mut questions: Vec<Question> = Vec::new();
    let mut first_file: HashMap<String, usize> = HashMap::new();
    let mut settings: Vec<FileSettings> = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let file = source.name();
        let format = source.format().name();
        if !document.formats.contains(&format) {
            document.formats.push(format);
        }
        let read = read_with_progress(source, options, importer)?;
        for question in &read.questions {
            if let Some(&earlier) = first_file.get(question.key.as_str()) {
                bail!(
                    "{file}: question {} is in {} too; give each file a benchmark of its own:{}",
                    question.key,
                    sources[earlier].name(),
                    one_command_each(sources)
                );
            }
            first_file.insert(question.key.as_str().to_owned(), number);
        }
        document.rows += read.rows;
        document
            .skipped
            .extend(read.skipped.into_iter().map(|row| SkippedInFile { file: file.clone(), row }));
        document.warnings.extend(read.warnings);
        if !read.picture_column {
            document.warnings.push(format!("{file} has no pictures: its questions are text only"));
        }
        for field in read.extra_fields {
            if !document.extra_fields.contains(&field) {
                document.extra_fields.push(field);
            }
        }
        questions.extend(read.questions);
        settings.push(FileSettings { file, settings: read.settings });
    }
    let warnings = &mut document.warnings;
    document.checklist = settle_checklist(&settings, importer, warnings)?;
    if let Some(taxonomy) = settle_taxonomy(taxonomy, &settings, &questions, importer, warnings)? {
        document.taxonomy = Some(taxonomy.name.clone());
        document.unknown_categories = unknown_names(&questions, &taxonomy);
        document.warnings.extend(about_unknown(&taxonomy, &document.unknown_categories));
    }
    document.questions = questions.len();
    document.images = distinct_pictures(&questions);
    document.outcome = importer.keep_questions(&questions)?;
    Ok(document)
}

/// The commands that import each file as a benchmark named after it.
fn one_command_each(sources: &[QuestionSource]) -> String {
    let files = |source: &QuestionSource| {
        let names: Vec<String> = source.files.iter().map(|f| f.display().to_string()).collect();
        names.join(" ")
    };
    let command = |source: &QuestionSource| format!("  assay import questions {}", files(source));
    format!("\n{}", sources.iter().map(command).collect::<Vec<_>>().join("\n"))
}

fn read_with_progress(
    source: &QuestionSource,
    options: &ReadOptions,
    importer: &Importer<'_>,
) -> anyhow::Result<QuestionFile> {
    let bar = progress_bar(source.size());
    let mut keep = |bytes: &[u8], place: Option<&PictureReference>| {
        importer.keep_picture_from(bytes, place).map_err(Into::into)
    };
    let sink =
        QuestionSink { keep_picture: &mut keep, progress: &mut |bytes| bar.set_position(bytes) };
    let read = source.read(options, sink);
    bar.finish_and_clear();
    read.map_err(|error| match error {
        FormatError::BadRow { .. } => {
            anyhow!("{error}; or leave bad rows out with --skip-bad, which lists them")
        }
        other => other.into(),
    })
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(size: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
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

/// More unknown categories than this are counted, not named.
const MOST_NAMED: usize = 8;

/// The warning about categories that the taxonomy does not have.
fn about_unknown(taxonomy: &Taxonomy, unknown: &[UnknownName]) -> Option<String> {
    let questions: usize = unknown.iter().map(|name| name.questions).sum();
    let with_nearest = |unknown: &UnknownName| match &unknown.nearest {
        Some(nearest) => format!("{} (nearest: {nearest})", unknown.name),
        None => unknown.name.clone(),
    };
    let mut names: Vec<String> = unknown.iter().take(MOST_NAMED).map(with_nearest).collect();
    if unknown.len() > MOST_NAMED {
        names.push(format!("and {} more", unknown.len() - MOST_NAMED));
    }
    (questions > 0).then(|| {
        format!(
            "{questions} questions have a category that the taxonomy {} does not have, and keep it: {}",
            taxonomy.name,
            names.join(", ")
        )
    })
}
