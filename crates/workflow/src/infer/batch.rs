//! Batch files: a run's requests written for another cluster, and the answers read back.
//!
//! A line's id is made of the run, the row of the question's revision and the pass. An answer to a
//! question that was edited in the meantime has an id that is no longer asked for.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::error::{AskError, Result};
use super::options::AskOptions;
use super::plan::{Plan, PlannedPass, Selection};
use super::task::Task;
use crate::evaluation::PreparedBenchmark;
use assay_core::benchmark::Input;
use assay_core::keyword::Keyword;
use assay_core::score::Strategy;
use assay_formats::regular_file::open_regular;
use assay_llm::batch::{BatchAnswer, BatchFile, BatchLimits, BatchWriter, read_answer};
use assay_llm::{Client, Outcome};
use assay_store::{Benchmark, QuestionId, RecordedRequest, Run, Store};

/// Longer lines are refused.
const LONGEST_LINE: usize = 64 << 20;

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
) -> Result<Vec<BatchFile>> {
    let mut settings = options.settings(client);
    // Reads which passes have outstanding answers; it does not change them.
    settings["endpoint"]["batch"] = options.selection.strategy.name().into();
    let task = Task::load(store, benchmark, options)?;
    if let Some(run) = &task.run {
        options.check_settings(run, &settings)?;
    }
    let run = task.open_run(store, benchmark, options, &settings)?;
    let mut writer = batch_writer(client, folder, &options.model, options.input)?;
    task.for_each_request(store, options, client, |position, pass, request| {
        let id = request_id(&run, task.questions[position].id, pass);
        Ok(writer.push(&id, &request.body(&client.endpoint))?)
    })?;
    Ok(writer.finish()?)
}

/// Begins the files of a model's requests in a folder, which is created if needed.
pub(crate) fn batch_writer(
    client: &Client,
    folder: &Path,
    model: &str,
    input: Input,
) -> Result<BatchWriter> {
    let refused = |reason: io::Error| AskError::Refused(format!("{}: {reason}", folder.display()));
    fs::create_dir_all(folder).map_err(refused)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let files = folder.join(format!("{}-{input}", model.replace(|c| !is_plain(c), "_")));
    Ok(BatchWriter::new(BatchLimits::default(), client.address().batch_path(), files))
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

/// A run that needs answers, and what the files say of it.
struct OpenRun {
    benchmark: Benchmark,
    run: Run,
    selection: Selection,
    rows: Vec<RecordedRequest>,
    is_mentioned: bool,
}

/// The runs that need answers, and the run of each id; its pass if that has no answer.
type Expected = (Vec<OpenRun>, HashMap<String, (usize, Option<(QuestionId, PlannedPass)>)>);

fn expected(store: &mut Store) -> Result<Expected> {
    let (mut runs, mut ids) = (Vec::new(), HashMap::new());
    for benchmark in store.benchmarks()? {
        for run in store.runs(&benchmark)?.into_iter().filter(Run::is_open) {
            let is_first =
                run.settings.as_ref().is_some_and(|s| s["endpoint"]["batch"] == "first-pass");
            let strategy = if is_first { Strategy::FirstPass } else { Strategy::Circular };
            let selection = Selection { strategy, all_passes: true, limit: None, only: None };
            let mut prepared = PreparedBenchmark::load(store, &benchmark)?;
            // Those of all passes first, then those of passes without an answer.
            for answers_of in [None, Some(&run)] {
                let plan = Plan::compute(store, &mut prepared, answers_of, &selection)?;
                for question in plan.questions {
                    let row = prepared.questions()[question.position].sheet.id;
                    for pass in question.passes {
                        let id = request_id(&run, row, &pass);
                        let open = answers_of.map(|_| (row, pass));
                        ids.insert(id, (runs.len(), open));
                    }
                }
            }
            let benchmark = benchmark.clone();
            runs.push(OpenRun { benchmark, run, selection, rows: Vec::new(), is_mentioned: false });
        }
    }
    Ok((runs, ids))
}

/// Reads output and error files of batches into the open runs. A run with all its answers is
/// sealed.
///
/// # Errors
/// If a line is not an answer of a batch; nothing is recorded then.
pub fn read_batch(store: &mut Store, files: &[PathBuf]) -> Result<ReadBatch> {
    let (mut runs, mut ids) = expected(store)?;
    if runs.is_empty() {
        let why = "no run waits for answers; write a batch with `assay batch write` first";
        return Err(AskError::Refused(why.to_owned()));
    }
    let mut counts = ReadBatch::default();
    // Another file may have the answer.
    let mut failed: HashSet<String> = HashSet::new();
    for path in files {
        for_each_answer(path, |answer| {
            let Some((run, open)) = ids.get_mut(&answer.id) else {
                counts.unknown += 1;
                return;
            };
            let run = &mut runs[*run];
            run.is_mentioned = true;
            let Some((question_id, pass)) = open else {
                counts.reused += 1;
                return;
            };
            let is_failure = matches!(answer.outcome, Outcome::Failed(_));
            counts.answered += usize::from(matches!(answer.outcome, Outcome::Answered(_)));
            counts.refused += usize::from(matches!(answer.outcome, Outcome::Refused(_)));
            run.rows.extend(pass.recorded(*question_id, answer.outcome, Duration::ZERO));
            if is_failure {
                failed.insert(answer.id);
            } else {
                failed.remove(&answer.id);
                *open = None;
            }
        })?;
    }
    for OpenRun { run, rows, .. } in runs.iter().filter(|run| !run.rows.is_empty()) {
        store.record_requests(run, rows)?;
    }
    for OpenRun { benchmark, run, selection, .. } in runs.iter().filter(|run| run.is_mentioned) {
        let run = store.reread_run(run)?;
        let mut prepared = PreparedBenchmark::load(store, benchmark)?;
        let left = Plan::compute(store, &mut prepared, Some(&run), selection)?.passes();
        counts.missing += left;
        if left == 0 {
            store.seal_run(&run)?;
        }
    }
    counts.failed = failed.len();
    counts.missing = counts.missing.saturating_sub(failed.len());
    Ok(counts)
}

/// Calls `each` with every answer of a file.
pub(crate) fn for_each_answer(path: &Path, mut each: impl FnMut(BatchAnswer)) -> Result<()> {
    let shown = path.display();
    let failed = |reason: io::Error| AskError::Refused(format!("{shown}: {reason}"));
    let mut reader = BufReader::new(open_regular(path).map_err(failed)?);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let mut limited = reader.by_ref().take(LONGEST_LINE as u64 + 1);
        if limited.read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{FEFF}').trim();
        let read = match bytes.len() > LONGEST_LINE {
            true => Err(format!("longer than {} MB", LONGEST_LINE >> 20)),
            false if text.is_empty() => Ok(()),
            false => read_answer(text).map(&mut each).map_err(|reason| reason.to_string()),
        };
        let wrong = |reason: String| AskError::Refused(format!("{shown}, line {line}: {reason}"));
        read.map_err(wrong)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_questions::small_question;
    use assay_core::benchmark::{ChoiceOrder, Input, Label, Pass};
    use assay_store::StoreError;
    use serde_json::Value;

    #[test]
    fn ids_of_requests_are_unique_and_not_longer_than_a_batch_takes() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open_or_create(&folder.path().join("b.db")).unwrap();
        let questions = [small_question("1", "One?"), small_question("2", "Two?")];
        store.import::<_, StoreError>("b", None, |into| into.keep_questions(&questions)).unwrap();
        let benchmark = store.the_benchmark(None).unwrap();
        let model = "m".repeat(200);
        let mut run = |input| store.begin_run(&benchmark, &model, input, &Value::Null).unwrap();
        let runs = [run(Input::Image), run(Input::Text)];
        let rows = store.question_sheets(&benchmark).unwrap();
        let order = ChoiceOrder::original([Label::A]);
        let mut ids = HashSet::new();
        for run in &runs {
            for row in &rows {
                for pass in [Pass(0), Pass(7)] {
                    ids.insert(request_id(
                        run,
                        row.id,
                        &PlannedPass { pass, order: order.clone() },
                    ));
                }
            }
        }
        assert_eq!(ids.len(), 8);
        assert!(ids.iter().all(|id| (1..=64).contains(&id.len())), "{ids:?}");
    }
}
