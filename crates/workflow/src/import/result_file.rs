//! Labels of a judge from the logs of VLMEvalKit's `_result` files.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Serialize;

use super::{ImportError, InPlace, Result, refuse};
use crate::evaluation::current_run;
use crate::linking::{PredictionLinker, scored_answer};
use assay_core::benchmark::{Input, Label, Pass, Prediction, PredictionName};
use assay_core::extract::{Answer, Choices};
use assay_core::keyword::Keyword as _;
use assay_formats::judge_log::{
    OneRow, Outcome, PREFETCHED, Silence, group, is_of_one_row, one_row, read_alike,
};
use assay_formats::predictions::{Compat, KnownColumn, PredictionTable, RIGHT, WRONG, read_table};
use assay_store::{Benchmark, QuestionId, QuestionSheet, Run, Store, StoredExtraction};

/// The counts of a judge from VLMEvalKit's `_result` file.
#[derive(Debug, Default, Serialize)]
pub struct ResultFileCounts {
    /// Rows of the file.
    pub rows: usize,
    /// Labels of the judge.
    pub labels: usize,
    /// Predictions for which VLMEvalKit drew a label at random, because the judge's replies were
    /// unusable. Kept as `nothing`.
    pub random_draws: usize,
    /// Labels that may have been drawn at random; the log does not show it.
    pub maybe_random: usize,
    /// Predictions that VLMEvalKit's rules read, so that no judge was asked.
    pub by_rules: usize,
    /// Rows without a label, or without a further one, and why.
    pub silent: BTreeMap<String, usize>,
}

impl ResultFileCounts {
    /// Warnings about the labels, in sentences.
    pub fn warnings(&self) -> Vec<String> {
        let counted = [
            (self.random_draws, "labels were drawn at random by VLMEvalKit: kept as nothing read"),
            (
                self.maybe_random,
                "labels are of right answers whose log has no reply: it does not say which of them \
                 were drawn at random",
            ),
            (self.by_rules, "predictions were read by VLMEvalKit's rules: the judge was not asked"),
        ];
        let counted = counted.into_iter().filter(|(count, _)| *count > 0);
        let counted = counted.map(|(count, words)| format!("{count} {words}"));
        let silent = self.silent.iter();
        counted
            .chain(silent.map(|(why, rows)| format!("{rows} rows have no (further) label: {why}")))
            .collect()
    }
}

/// The columns with what a judge extracted, where the log does not say it.
const EXTRACTED: [KnownColumn; 3] =
    [KnownColumn::Res, KnownColumn::Extract, KnownColumn::Extracted];

/// The columns that say only whether a row is right, where there are no others.
const VERDICTS: [KnownColumn; 3] =
    [KnownColumn::Hit, KnownColumn::VerifierScore, KnownColumn::Score];

/// Whether a file is one of VLMEvalKit's, which has a log, and not a list of labels.
pub(super) fn is_one(path: &Path) -> Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(64 << 10).read_to_end(&mut head)?;
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head).trim_ascii_start();
    if head.first() == Some(&0x80) {
        refuse!(
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
    let names = first.split(['\t', ',', ';']).map(|name| name.trim().trim_matches('"'));
    let names: Vec<&str> = names.collect();
    let judged = EXTRACTED.iter().chain(&VERDICTS).map(|column| column.name());
    let mut judged = judged.chain(["log"]);
    let is_judged = judged.any(|name| names.contains(&name));
    Ok(names.contains(&"index") && is_judged && !text.starts_with(b"{"))
}

/// Reads the labels of a judge.
pub(super) fn read(
    path: &Path,
    store: &Store,
    benchmark: &Benchmark,
    model: &str,
    input: Input,
) -> Result<(Run, Vec<StoredExtraction>, ResultFileCounts)> {
    let table = read_table(path, Compat::None)?;
    let extracted = EXTRACTED.into_iter().find(|column| table.has(*column));
    let verdict = VERDICTS.into_iter().find(|column| table.has(*column));
    let has_log = table.has(KnownColumn::Log);
    if !has_log && extracted.is_none() && verdict.is_none() {
        refuse!(
            "{}: there is no column \"log\"; expected VLMEvalKit's _result file (index, hit, log), one with a \
             column res, extract, extracted or verifier_score, or a list of labels as CSV or JSON lines",
            path.display()
        );
    }
    let run = current_run(store, benchmark, model, input)?;
    let Some(run) = run else {
        refuse!(
            "{} has no predictions of {model} with input {input}; import them first, they are what the log \
             is about",
            benchmark.name
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
        let place = linker.place_of(&table, row).map_err(ImportError::from);
        let silence = place.and_then(|place| match (extracted, verdict) {
            (Some(column), _) if table.text(row, KnownColumn::Log) != Some(PREFETCHED) => {
                reader.extracted(table.text(row, column), place)
            }
            (None, Some(column)) if !has_log => reader.verdict(table.verdict(row, column), place),
            _ => reader.row(&table, row, place),
        });
        let silence = silence.in_place(|| format!("{}, row {}", path.display(), row + 1))?;
        reader.count(silence);
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
const NO_CHOICE: &str = "what the judge extracted is none of the choices";
const NOT_SHOWN: &str = "the judge's letter was not among the choices";

impl Reader<'_> {
    /// Counts a row without a label, or without a further one, by the reason.
    fn count(&mut self, silence: Option<String>) {
        if let Some(why) = silence {
            *self.counts.silent.entry(why).or_default() += 1;
        }
    }

    /// Takes the labels of a row; returns why it has none, or no further one.
    fn row(
        &mut self,
        table: &PredictionTable,
        row: usize,
        place: Option<(usize, Pass)>,
    ) -> Result<Option<String>> {
        let Some((question, pass)) = place else { return Ok(Some(NO_QUESTION.into())) };
        let Some(log) = table.text(row, KnownColumn::Log).filter(|log| !log.trim().is_empty())
        else {
            return Ok(Some(NO_LOG.into()));
        };
        let sheet = &self.sheets[question];
        if log == PREFETCHED {
            return self.take(sheet, pass, Outcome::ByRules);
        }
        if sheet.short.is_some() {
            return self.verdict(table.hit(row), place);
        }
        let predictions = self.store.predictions(self.run, sheet.id)?;
        if is_of_one_row(log) {
            let Some(prediction) = predictions.iter().find(|known| known.pass == pass) else {
                return Ok(Some(NOT_IMPORTED.into()));
            };
            return match row_outcome(log, table.hit(row), prediction, sheet) {
                Ok(outcome) => self.take(sheet, pass, outcome),
                Err(silence) => Ok(Some(silence.to_string())),
            };
        }
        let texts: Vec<&str> = predictions.iter().map(as_vlmevalkit_prints).collect();
        let (outcomes, silence) = group(log, &texts);
        for (at, outcome) in outcomes {
            let silence = self.take(sheet, predictions[at].pass, outcome)?;
            self.count(silence);
        }
        Ok(silence.map(|silence| silence.to_string()))
    }

    /// Takes what a judge extracted: a letter, the text of one choice, or both; returns why it is no label.
    fn extracted(
        &mut self,
        text: Option<&str>,
        place: Option<(usize, Pass)>,
    ) -> Result<Option<String>> {
        let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
            return Ok(Some(NO_LOG.into()));
        };
        self.judged(place, text, |prediction, sheet| {
            if sheet.short.is_some() {
                return scored_answer(text, prediction, sheet);
            }
            let letter = Label::from_text(text.trim_matches(['(', ')', '.', ':', ' ']));
            let same = |(_, choice): &(Label, &str)| choice.trim().eq_ignore_ascii_case(text);
            let mut by_text = prediction.order.texts(&sheet.choices).filter(same);
            let only = by_text.next().filter(|_| by_text.next().is_none()).map(|(label, _)| label);
            let choices = Choices::new(prediction.order.texts(&sheet.choices));
            only.or(letter).map(Answer::Label).or_else(|| read_alike(text, &choices))
        })
    }

    /// Takes whether a row is right: the letter of the right choice, or nothing that is right.
    fn verdict(
        &mut self,
        is_right: Option<bool>,
        place: Option<(usize, Pass)>,
    ) -> Result<Option<String>> {
        let Some(is_right) = is_right else { return Ok(Some(NO_LOG.into())) };
        let said = if is_right { RIGHT } else { WRONG };
        self.judged(place, said, |prediction, sheet| scored_answer(said, prediction, sheet))
    }

    /// Takes the answer that `read` finds for the prediction of a row; returns why there is none.
    fn judged(
        &mut self,
        place: Option<(usize, Pass)>,
        reply: &str,
        read: impl Fn(&Prediction, &QuestionSheet) -> Option<Answer>,
    ) -> Result<Option<String>> {
        let Some((question, pass)) = place else { return Ok(Some(NO_QUESTION.into())) };
        let sheet = &self.sheets[question];
        let predictions = self.store.predictions(self.run, sheet.id)?;
        let Some(prediction) = predictions.iter().find(|known| known.pass == pass) else {
            return Ok(Some(NOT_IMPORTED.into()));
        };
        let Some(answer) = read(prediction, sheet) else { return Ok(Some(NO_CHOICE.into())) };
        self.take(sheet, pass, Outcome::Judged { answer, reply: Some(reply.to_owned()) })
    }

    /// Takes the label of a pass; returns why it has none.
    fn take(
        &mut self,
        sheet: &QuestionSheet,
        pass: Pass,
        outcome: Outcome,
    ) -> Result<Option<String>> {
        let is_random = outcome == Outcome::Random;
        let (answer, evidence) = match outcome {
            Outcome::ByRules => {
                self.counts.by_rules += 1;
                return Ok(None);
            }
            Outcome::Random => {
                (Answer::Nothing, Some("no useful reply; drawn at random".to_owned()))
            }
            Outcome::Judged { answer, reply } => (answer, reply),
        };
        let (model, input) = (self.run.model.clone(), self.run.input);
        let name = PredictionName { key: sheet.key.clone(), model, pass, input };
        let Some(text) = self.store.shown_text(self.benchmark, &name, None)? else {
            return Ok(Some(NOT_IMPORTED.into()));
        };
        if let Answer::Label(label) = answer
            && sheet.short.is_none()
            && text.order.original_of(label).is_none()
        {
            return Ok(Some(NOT_SHOWN.into()));
        }
        if !self.seen.insert((text.question_id, pass)) {
            refuse!("question {} has pass {pass} twice; keep one of the two rows", sheet.key);
        }
        match is_random {
            true => self.counts.random_draws += 1,
            false => {
                self.counts.labels += 1;
                self.counts.maybe_random += usize::from(evidence.is_none());
            }
        }
        let question_id = text.question_id;
        self.kept.push(StoredExtraction { question_id, pass, answer, evidence });
        Ok(None)
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
