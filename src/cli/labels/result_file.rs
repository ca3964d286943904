//! Labels of a judge from the logs of VLMEvalKit's `_result` files.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, bail};

use crate::benchmark::{Input, Pass, Prediction, PredictionName};
use crate::evaluation::current_run;
use crate::extract::{Answer, Choices};
use crate::formats::judge_log::{OneRow, Outcome, Silence, group, is_of_one_row, one_row};
use crate::formats::predictions::{Compat, PredictionTable, read_table};
use crate::linking::PredictionLinker;
use crate::report::documents::labels::ResultFileCounts;
use crate::store::{Benchmark, QuestionId, QuestionSheet, Run, ShownText, Store, StoredExtraction};

/// Which predictions were judged.
pub(super) struct Judged<'a> {
    pub model: &'a str,
    pub input: Input,
}

/// Whether a file is one of VLMEvalKit's, which has a log, and not a list of labels.
pub(super) fn is_one(path: &Path) -> anyhow::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(64 << 10).read_to_end(&mut head)?;
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head).trim_ascii_start();
    if head.first() == Some(&0x80) {
        bail!(
            "this is a pickle, and reading one can run any code that is in it. Take the _result.xlsx \
             beside it; or, if you trust the file, write it as JSON yourself: python3 -c \"import \
             json, pickle; print(json.dumps([dict(index=str(k), hit=v['hit'], log=v['log']) for k, \
             v in pickle.load(open('FILE.pkl', 'rb')).items()]))\" > FILE.json"
        );
    }
    if head.starts_with(b"PK") || head.starts_with(b"\xD0\xCF\x11\xE0") || text.starts_with(b"[") {
        return Ok(true);
    }
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first).to_lowercase();
    let mut names = first.split(['\t', ',', ';']).map(|name| name.trim().trim_matches('"'));
    let (mut has_index, mut has_log) = (false, false);
    names.by_ref().for_each(|name| {
        has_index |= name == "index";
        has_log |= name == "log";
    });
    Ok(has_index && has_log && !text.starts_with(b"{"))
}

/// Reads the labels of a judge.
pub(super) fn read(
    path: &Path,
    store: &Store,
    benchmark: &Benchmark,
    judged: &Judged<'_>,
) -> anyhow::Result<(Run, Vec<StoredExtraction>, ResultFileCounts)> {
    let table = read_table(path, Compat::None)?;
    if !table.has_logs() {
        bail!(
            "{}: there is no column \"log\"; expected VLMEvalKit's _result file (index, hit, log), or \
             a list of labels as CSV or JSON lines",
            path.display()
        );
    }
    let run = current_run(store, benchmark, judged.model, judged.input)?;
    let Some(run) = run else {
        bail!(
            "{} has no predictions of {} with input {}; import them first, they are what the log \
             is about",
            benchmark.name,
            judged.model,
            judged.input
        );
    };
    let sheets = store.question_sheets(benchmark)?;
    let linker = PredictionLinker::new(&sheets, None);
    let mut reader = Reader {
        store,
        benchmark,
        run: &run,
        sheets: &sheets,
        kept: Vec::new(),
        seen: HashSet::new(),
        counts: ResultFileCounts { rows: table.rows(), ..Default::default() },
    };
    for row in 0..table.rows() {
        let place = linker.place_of(&table, row).map_err(anyhow::Error::from);
        let place = place.and_then(|place| reader.row(&table, row, place));
        place.with_context(|| format!("{}, row {}", path.display(), row + 1))?;
    }
    let Reader { kept, counts, .. } = reader;
    Ok((run, kept, counts))
}

struct Reader<'a> {
    store: &'a Store,
    benchmark: &'a Benchmark,
    run: &'a Run,
    sheets: &'a [QuestionSheet],
    kept: Vec<StoredExtraction>,
    seen: HashSet<(QuestionId, Pass)>,
    counts: ResultFileCounts,
}

const NOT_IMPORTED: &str = "the prediction was not imported, or its request had failed";
const NO_QUESTION: &str = "the row is of no question of the benchmark";
const NO_LOG: &str = "the row has no log";
const NOT_SHOWN: &str = "the judge's letter was not among the choices";

impl Reader<'_> {
    fn nothing(&mut self, why: &dyn Display) {
        *self.counts.silent.entry(why.to_string()).or_default() += 1;
    }

    fn row(
        &mut self,
        table: &PredictionTable,
        row: usize,
        place: Option<(usize, Pass)>,
    ) -> anyhow::Result<()> {
        let Some((question, pass)) = place else {
            self.nothing(&NO_QUESTION);
            return Ok(());
        };
        let Some(log) = table.log(row).filter(|log| !log.trim().is_empty()) else {
            self.nothing(&NO_LOG);
            return Ok(());
        };
        let sheet = &self.sheets[question];
        let predictions = self.store.predictions(self.run, sheet.id)?;
        if is_of_one_row(log) {
            let Some(prediction) = predictions.iter().find(|known| known.pass == pass) else {
                self.nothing(&NOT_IMPORTED);
                return Ok(());
            };
            return match row_outcome(log, table.hit(row), prediction, sheet) {
                Ok(outcome) => self.take(sheet, pass, outcome),
                Err(silence) => {
                    self.nothing(&silence);
                    Ok(())
                }
            };
        }
        let texts: Vec<&str> = predictions.iter().map(as_vlmevalkit_prints).collect();
        let (outcomes, silence) = group(log, &texts);
        for (at, outcome) in outcomes {
            self.take(sheet, predictions[at].pass, outcome)?;
        }
        if let Some(silence) = silence {
            self.nothing(&silence);
        }
        Ok(())
    }

    fn take(&mut self, sheet: &QuestionSheet, pass: Pass, outcome: Outcome) -> anyhow::Result<()> {
        let (answer, evidence) = match outcome {
            Outcome::ByRules => {
                self.counts.by_rules += 1;
                return Ok(());
            }
            Outcome::Random => {
                (Answer::Nothing, Some("no useful reply; drawn at random".to_owned()))
            }
            Outcome::Judged { answer, reply } => (answer, reply),
        };
        let Some(text) = self.text(sheet, pass)? else {
            self.nothing(&NOT_IMPORTED);
            return Ok(());
        };
        if let Answer::Label(label) = answer
            && text.order.original_of(label).is_none()
        {
            self.nothing(&NOT_SHOWN);
            return Ok(());
        }
        if !self.seen.insert((text.question_id, pass)) {
            bail!("question {} has pass {pass} twice; keep one of the two rows", sheet.key);
        }
        match (answer, &evidence) {
            (Answer::Nothing, _) => self.counts.random_draws += 1,
            (_, reply) => {
                self.counts.labels += 1;
                self.counts.maybe_random += usize::from(reply.is_none());
            }
        }
        let question_id = text.question_id;
        self.kept.push(StoredExtraction { question_id, pass, answer, evidence });
        Ok(())
    }

    fn text(&self, sheet: &QuestionSheet, pass: Pass) -> anyhow::Result<Option<ShownText>> {
        let (model, input) = (self.run.model.clone(), self.run.input);
        let name = PredictionName { key: sheet.key.clone(), model, pass, input };
        Ok(self.store.shown_text(self.benchmark, &name, None)?)
    }
}

fn row_outcome(
    log: &str,
    hit: Option<bool>,
    prediction: &Prediction,
    sheet: &QuestionSheet,
) -> Result<Outcome, Silence> {
    let choices = Choices::new(prediction.order.texts(&sheet.choices));
    let reference = sheet.answer.and_then(|answer| prediction.order.shown_label_of(answer));
    one_row(
        log,
        OneRow { prediction: as_vlmevalkit_prints(prediction), choices: &choices, reference, hit },
    )
}

/// An empty prediction is a missing cell to pandas, and `nan` in the log.
fn as_vlmevalkit_prints(prediction: &Prediction) -> &str {
    if prediction.text.is_empty() { "nan" } else { &prediction.text }
}
