//! Batch files: a run's requests written for another cluster, and the answers read back.
//!
//! A line's id is made of the run, the row of the question's revision and the pass. An answer to a
//! question that was edited in the meantime has an id that is no longer asked for.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::checks::look_for_pictures;
use super::options::{AskError, AskOptions};
use super::plan::{Plan, PlannedPass, Wanted};
use super::questions::Questions;
use super::settings::check_settings;
use super::steps::recorded;
use crate::evaluation::{PreparedBenchmark, current_run};
use assay_core::score::Strategy;
use assay_formats::regular_file::open_regular;
use assay_llm::batch::{BatchError, BatchLimits, BatchWriter, NoBatchAnswer, read_answer};
use assay_llm::{Client, Outcome, Picture};
use assay_store::{Benchmark, QuestionId, RecordedRequest, RequestOutcome, Run, Store, StoreError};

/// Longer lines are refused.
const LONGEST_LINE: usize = 64 << 20;

/// Why a batch cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum BatchFileError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Request(#[from] BatchError),
    #[error("{}: {reason}", path.display())]
    File { path: PathBuf, reason: std::io::Error },
    /// A line is not an answer.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        reason: NoBatchAnswer,
    },
    /// A line is too long.
    #[error("{}, line {line}: longer than {} MB", path.display(), LONGEST_LINE >> 20)]
    LongLine {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// No run needs answers.
    #[error("no run waits for answers; write a batch with `assay batch write` first")]
    NothingOpen,
}

impl From<StoreError> for BatchFileError {
    fn from(error: StoreError) -> Self {
        BatchFileError::Ask(error.into())
    }
}

/// A batch file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenFile {
    pub file: PathBuf,
    pub requests: u64,
    pub bytes: u64,
}

/// Writes the requests for all passes without an answer into files of a folder, which is created if
/// needed. From then on the run is open until the answers are read.
///
/// # Errors
/// If a question cannot be asked, or a file cannot be written; no file is left then.
pub fn write_batch(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &AskOptions,
    client: &Client,
    folder: &Path,
) -> Result<Vec<WrittenFile>, BatchFileError> {
    let (mut prepared, questions) = Questions::load(store, benchmark)?;
    let run = current_run(store, benchmark, &options.model, options.input)?;
    if let Some(run) = &run {
        check_settings(run, options)?;
    }
    let plan = Plan::compute(store, &mut prepared, run.as_ref(), &options.wanted)?;
    look_for_pictures(store, &plan, &questions, options.input)?;
    let run = match run {
        Some(run) if run.is_open() => run,
        _ => store.begin_run(benchmark, &options.model, options.input, &options.settings)?,
    };
    fs::create_dir_all(folder)
        .map_err(|reason| BatchFileError::File { path: folder.to_owned(), reason })?;
    let mut paths = Vec::new();
    let written =
        write_requests(store, &plan, &questions, options, client, (&run, folder, &mut paths));
    match written {
        Ok(files) => Ok(files),
        Err(error) => {
            for path in paths {
                let _ = fs::remove_file(path);
            }
            Err(error)
        }
    }
}

fn write_requests(
    store: &Store,
    plan: &Plan,
    questions: &Questions,
    options: &AskOptions,
    client: &Client,
    (run, folder, paths): (&Run, &Path, &mut Vec<PathBuf>),
) -> Result<Vec<WrittenFile>, BatchFileError> {
    let name: String = options
        .model
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
        .collect();
    let taken = client.endpoint().taken_formats().unwrap_or_default();
    let open = |number: usize| {
        let path = folder.join(format!("{name}-{}-{number:03}.jsonl", options.input));
        let file = File::create_new(&path).map_err(|error| {
            let why = match error.kind() {
                ErrorKind::AlreadyExists => {
                    "there is such a file already; name another --dir, or remove it".to_owned()
                }
                _ => error.to_string(),
            };
            io::Error::new(error.kind(), format!("{}: {why}", path.display()))
        })?;
        paths.push(path);
        Ok(BufWriter::new(file))
    };
    let mut writer = BatchWriter::new(BatchLimits::default(), client.address().batch_path(), open);
    for planned in &plan.questions {
        let question = questions.question(planned.position);
        for pass in &planned.passes {
            let picture = |hash| Ok(Picture::new(&store.picture_bytes(hash)?, &taken)?);
            let request =
                options.prompt.request(question, &pass.order, options.input, picture).map_err(
                    |reason| AskError::Prompt { question: question.key.to_string(), reason },
                )?;
            let id = request_id(run, questions.row(planned.position), pass);
            writer.push(&id, &request.body(client.endpoint()))?;
        }
    }
    let files = writer.finish()?;
    let written = files.into_iter().zip(paths.iter()).map(|(file, path)| WrittenFile {
        file: path.clone(),
        requests: file.requests,
        bytes: file.bytes,
    });
    Ok(written.collect())
}

/// The id of a request: a code of the run, the revision, the pass.
fn request_id(run: &Run, question: QuestionId, pass: &PlannedPass) -> String {
    let name = format!("{}/{}/{}", run.created, run.model, run.input);
    let mark = blake3::hash(name.as_bytes()).to_hex();
    format!("{}-{question}-{}", &mark[..16], pass.pass)
}

/// The result of reading answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReadBatch {
    /// Passes with an answer from these files.
    pub answered: usize,
    /// Passes that were refused.
    pub refused: usize,
    /// Passes whose request failed.
    pub failed: usize,
    /// Passes of the runs without an answer, which no line mentions.
    pub missing: usize,
    /// Lines with an id that is not of an open run.
    pub unknown: usize,
    /// Lines for passes that were answered before.
    pub reused: usize,
}

/// A run that needs answers.
struct Waiting {
    benchmark: Benchmark,
    run: Run,
    wanted: Wanted,
}

/// Reads output and error files of batches into the open runs. A run with all its answers is
/// sealed.
///
/// # Errors
/// If a line is not an answer of a batch; nothing is recorded then.
pub fn read_batch(store: &mut Store, files: &[PathBuf]) -> Result<ReadBatch, BatchFileError> {
    let mut waiting = Vec::new();
    for benchmark in store.benchmarks()? {
        for run in store.runs(&benchmark)?.into_iter().filter(Run::is_open) {
            let is_first =
                run.settings.as_ref().is_some_and(|s| s["endpoint"]["batch"] == "first-pass");
            let strategy = if is_first { Strategy::FirstPass } else { Strategy::Circular };
            let wanted = Wanted { strategy, all_passes: true, limit: None, only: None };
            waiting.push(Waiting { benchmark: benchmark.clone(), run, wanted });
        }
    }
    if waiting.is_empty() {
        return Err(BatchFileError::NothingOpen);
    }
    // The pass of each id; those that are answered have none.
    let mut open: HashMap<String, (usize, QuestionId, PlannedPass)> = HashMap::new();
    let mut answered = HashMap::new();
    for (at, Waiting { benchmark, run, wanted }) in waiting.iter().enumerate() {
        let mut prepared = PreparedBenchmark::load(store, benchmark)?;
        let all = Plan::compute(store, &mut prepared, None, wanted)?;
        let left = Plan::compute(store, &mut prepared, Some(run), wanted)?;
        for (plan, is_left) in [(&all, false), (&left, true)] {
            for question in &plan.questions {
                let row = prepared.questions()[question.position].sheet.id;
                for pass in &question.passes {
                    let id = request_id(run, row, pass);
                    match is_left {
                        true => drop(open.insert(id, (at, row, pass.clone()))),
                        false => drop(answered.insert(id, at)),
                    }
                }
            }
        }
    }
    let mut counts = ReadBatch::default();
    let mut rows: Vec<Vec<RecordedRequest>> = waiting.iter().map(|_| Vec::new()).collect();
    let mut touched = vec![false; waiting.len()];
    // Another file may have the answer.
    let mut failed: HashSet<String> = HashSet::new();
    for path in files {
        for_each_line(path, |line| {
            let answer = read_answer(line)?;
            let Some((at, question_id, pass)) = open.remove(&answer.id) else {
                match answered.get(&answer.id) {
                    Some(&at) => {
                        touched[at] = true;
                        counts.reused += 1;
                    }
                    None => counts.unknown += 1,
                }
                return Ok(());
            };
            touched[at] = true;
            let is_failure = matches!(answer.outcome, Outcome::Failed(_));
            match is_failure {
                true => drop(failed.insert(answer.id.clone())),
                false => drop(failed.remove(&answer.id)),
            }
            if let Some(row) = recorded(question_id, &pass, answer.outcome, Duration::ZERO) {
                match row.outcome {
                    RequestOutcome::Answered { .. } => counts.answered += 1,
                    RequestOutcome::Refused { .. } => counts.refused += 1,
                    RequestOutcome::Failed { .. } => {}
                }
                rows[at].push(row);
            }
            if is_failure {
                open.insert(answer.id, (at, question_id, pass));
            }
            Ok(())
        })?;
    }
    for (Waiting { run, .. }, rows) in waiting.iter().zip(&rows) {
        if !rows.is_empty() {
            store.record_requests(run, rows)?;
        }
    }
    for (Waiting { benchmark, run, wanted }, _) in
        waiting.iter().zip(touched).filter(|(_, touched)| *touched)
    {
        let run = store.reread_run(run)?;
        let mut prepared = PreparedBenchmark::load(store, benchmark)?;
        let left = Plan::compute(store, &mut prepared, Some(&run), wanted)?.passes();
        counts.missing += left;
        if left == 0 {
            store.seal_run(&run)?;
        }
    }
    counts.failed = failed.len();
    counts.missing = counts.missing.saturating_sub(failed.len());
    Ok(counts)
}

fn for_each_line(
    path: &Path,
    mut each: impl FnMut(&str) -> Result<(), NoBatchAnswer>,
) -> Result<(), BatchFileError> {
    let failed = |reason| BatchFileError::File { path: path.to_owned(), reason };
    let mut reader = BufReader::new(open_regular(path).map_err(failed)?);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let mut limited = std::io::Read::take(&mut reader, LONGEST_LINE as u64 + 1);
        if limited.read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
            return Ok(());
        }
        if bytes.len() > LONGEST_LINE {
            return Err(BatchFileError::LongLine { path: path.to_owned(), line });
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{FEFF}').trim();
        if !text.is_empty() {
            each(text).map_err(|reason| BatchFileError::Line {
                path: path.to_owned(),
                line,
                reason,
            })?;
        }
    }
    Ok(())
}
