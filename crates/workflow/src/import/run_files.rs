//! The prediction files of one run, read and linked to the questions of a benchmark.
//!
//! Says of each file what its columns were taken for, and refuses files that are not what they were
//! said to be. Storing the run is in [`import_run`](mod@crate::evaluation::import_run).

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use super::{InPlace, Result, refuse};
use crate::linking::{Duplicates, LinkedPredictions, PredictionLinker};
use assay_core::keyword::keywords;
use assay_core::score::RankBy;
use assay_formats::predictions::{
    Compat, Field, KnownColumn, Mapped, PredictionTable, read_mapped_table, read_table,
};
use assay_formats::regular_file::open_regular;
use assay_store::{Benchmark, QuestionId, QuestionSheet, SourceFile, Store};

keywords! {
    /// The layout of a prediction file.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum PredictionFormat {
        /// Recognised by the columns.
        #[default]
        Auto = "auto",
        /// VLMEvalKit's prediction files: xlsx, tsv, csv or json with index and prediction.
        Vlmevalkit = "vlmevalkit",
        /// lmms-eval's samples, as `--log_samples` writes them.
        LmmsEval = "lmms-eval",
        /// lm-evaluation-harness's samples, as `--log_samples` writes them.
        LmEval = "lm-eval",
        /// Inspect AI's logs, .eval or .json.
        Inspect = "inspect",
        /// SEED-Bench's results: `question_id` and prediction, as JSON or JSON lines.
        SeedBench = "seed-bench",
        /// One JSON object a line.
        Jsonl = "jsonl",
        /// Any table with names of columns.
        Csv = "csv",
    }
}

/// Files that together are one run, and how to read them.
#[derive(Clone, Copy, Debug)]
pub struct RunFiles<'a> {
    /// The files.
    pub paths: &'a [PathBuf],
    /// Their layout.
    pub format: PredictionFormat,
    /// What columns are, where the user says so.
    pub columns: &'a [Mapped],
    /// Which of two rows of the same pass counts.
    pub duplicates: Option<Duplicates>,
    /// What is compared where rows have scores of the choices.
    pub rank_by: RankBy,
}

/// The questions of a benchmark, the files that were read, and their predictions.
pub(super) type LinkedRun = (Vec<QuestionSheet>, Vec<SourceFile>, LinkedPredictions);

/// A file that was read.
struct ReadFile {
    table: PredictionTable,
    source: SourceFile,
    /// Whether nothing but the count of documents names the rows.
    index_is_doc_id: bool,
}

impl RunFiles<'_> {
    /// Reads the files and links their rows. `say` is called with what the columns of a file were
    /// taken for, unless they have VLMEvalKit's names.
    pub(super) fn link(
        &self,
        store: &Store,
        benchmark: &Benchmark,
        say: impl Fn(&str) + Sync,
    ) -> Result<LinkedRun> {
        let (files, questions) = std::thread::scope(|scope| {
            let read = || self.paths.iter().map(|path| self.read(path, &say)).collect();
            let reading = scope.spawn(read);
            let questions = store.question_sheets(benchmark);
            let files = reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (files, questions)
        });
        let (files, questions): (Result<Vec<ReadFile>>, _) = (files, questions?);
        let files = files?;
        let stems = match files.iter().any(|read| read.table.is_asked()) {
            true => stems(store, benchmark, &questions)?,
            false => Vec::new(),
        };
        let mut rows = PredictionLinker::new(&questions, self.duplicates);
        if !stems.is_empty() {
            rows.confirm_by_text(stems.iter().map(String::as_str));
        }
        let mut source = Vec::new();
        let mut index_is_doc_id = false;
        for (path, read) in self.paths.iter().zip(files) {
            if read.index_is_doc_id {
                rows.count_documents(&read.table);
            }
            rows.add_file(path, &read.table)?;
            source.push(read.source);
            index_is_doc_id |= read.index_is_doc_id;
        }
        let linked = rows.finish();
        refuse_other_benchmark(&linked, benchmark)?;
        // Lmms-eval's count of documents was the only column that could be the index.
        if index_is_doc_id {
            refuse_doubtful_index(&linked, benchmark)?;
            say(
                "warning: doc_id counts the documents of a task; it was taken for the index of the benchmark, or \
                 where that has other ones, for the place in its file",
            );
        }
        Ok((questions, source, linked))
    }

    fn read(&self, path: &Path, say: &impl Fn(&str)) -> Result<ReadFile> {
        let source = source_file(path).in_place(|| path.display().to_string())?;
        if self.format == PredictionFormat::Vlmevalkit && self.columns.is_empty() {
            let table = read_table(path, Compat::None)?;
            if !table.has(KnownColumn::Prediction) {
                refuse!(
                    "{}: there is no column \"prediction\"; is this the data set itself?",
                    path.display()
                );
            }
            return Ok(ReadFile { table, source, index_is_doc_id: false });
        }
        let (table, mapping) = read_mapped_table(path, self.columns, self.rank_by)?;
        self.refuse_other_format(path, &mapping)?;
        let has_vlmevalkits_names =
            mapping.iter().all(|mapped| mapped.column == mapped.field.to_string());
        let has_any_names = matches!(self.format, PredictionFormat::Jsonl | PredictionFormat::Csv);
        if !has_vlmevalkits_names || has_any_names {
            let columns: Vec<String> = mapping.iter().map(ToString::to_string).collect();
            say(&format!("{}: columns {}", path.display(), columns.join(", ")));
        }
        let counts = |mapped: &Mapped| mapped.column == "doc_id" && !self.columns.contains(mapped);
        Ok(ReadFile { table, source, index_is_doc_id: mapping.iter().any(counts) })
    }

    /// lmms-eval's and SEED-Bench's files are known by their columns, unless those were named.
    fn refuse_other_format(&self, path: &Path, mapping: &[Mapped]) -> Result<()> {
        let (field, column, expected) = match self.format {
            PredictionFormat::LmmsEval | PredictionFormat::LmEval => {
                (Field::Prediction, "filtered_resps", "doc_id and filtered_resps")
            }
            PredictionFormat::Inspect => {
                (Field::Prediction, "output.completion", "Inspect AI's log")
            }
            PredictionFormat::SeedBench => {
                (Field::Index, "question_id", "question_id and prediction")
            }
            PredictionFormat::Auto
            | PredictionFormat::Vlmevalkit
            | PredictionFormat::Jsonl
            | PredictionFormat::Csv => return Ok(()),
        };
        let found = mapping.iter().find(|mapped| mapped.field == field);
        if let Some(found) =
            found.filter(|found| found.column != column && !self.columns.contains(found))
        {
            refuse!(
                "{}: expected {expected}, found {found}; leave --format out or name the columns with \
                 --map",
                path.display()
            );
        }
        Ok(())
    }
}

/// A file of another benchmark has no row in this one; importing nothing would look like success.
fn refuse_other_benchmark(linked: &LinkedPredictions, benchmark: &Benchmark) -> Result<()> {
    if linked.rows == 0 {
        refuse!("the files have no row below the names of the columns");
    }
    if linked.predictions.is_empty() {
        let (rows, name) = (linked.rows, &benchmark.name);
        refuse!(
            "none of the {rows} rows is of a question of {name} (where a log says what was asked, this must be \
             the question's text); name the right benchmark with --benchmark, or the right column with --map \
             COLUMN=index"
        );
    }
    Ok(())
}

/// lmms-eval counts the documents of a task, and nothing says that the benchmark counts alike. Where
/// every row is of a question and names its reference answer, it does.
fn refuse_doubtful_index(linked: &LinkedPredictions, benchmark: &Benchmark) -> Result<()> {
    let doubt = match linked {
        LinkedPredictions { unknown: 1.., .. } => {
            format!("{} rows are then of no question", linked.unknown)
        }
        LinkedPredictions { confirmed, rows, .. } if confirmed == rows => return Ok(()),
        LinkedPredictions { other_answers: 1.., .. } => {
            format!("{} rows then have another reference answer", linked.other_answers)
        }
        LinkedPredictions { compared_answers, predictions, .. }
            if *compared_answers < predictions.len() =>
        {
            "no reference answers in the file confirm it".to_owned()
        }
        _ => return Ok(()),
    };
    refuse!(
        "only doc_id could be the index in {}, but it counts the documents of a task, and {doubt}; name \
         the column that holds the index with --map COLUMN=index (inside an object: \
         seed_all.question_id=index), or say --map doc_id=index if it does",
        benchmark.name
    )
}

/// The stems of the questions, in their order.
fn stems(store: &Store, benchmark: &Benchmark, questions: &[QuestionSheet]) -> Result<Vec<String>> {
    let whole = store.questions_without_parts(benchmark)?.into_iter();
    let mut stems: HashMap<QuestionId, String> =
        whole.map(|stored| (stored.id, stored.question.stem)).collect();
    Ok(questions.iter().map(|sheet| stems.remove(&sheet.id).unwrap_or_default()).collect())
}

/// A file by its name, with the hash of its bytes.
pub(super) fn source_file(path: &Path) -> io::Result<SourceFile> {
    let mut file = open_regular(path)?;
    let mut hasher = blake3::Hasher::new();
    io::copy(&mut file, &mut hasher)?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(SourceFile { file: name, blake3: hasher.finalize().to_hex().to_string() })
}
