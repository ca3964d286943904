//! Prediction files as JSON: a list of records, or one record a line.
//!
//! VLMEvalKit writes its table with Python's `json`, so a missing cell reads `NaN`, and whole
//! numbers of a column with such a cell read `1.0`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::BufReader;

use serde_json::value::RawValue;

use super::choice_scores::{self, ScoredAnswer};
use super::mapping::{INDEX_NAMES, INNER_PROMPT, PROMPT, SEED_INDEX, SUBMITTED_INDEX, TASK_INDEX};
use super::samples::{SCORED_BY, said};
use super::table::holds_pictures;
use super::{KnownColumn, TextTable, batch};
use crate::benchmark_settings::BenchmarkSettings;
use crate::error::{ReadError, shown};
use crate::json_records::JsonRecords;
use crate::raw_fields::{RawFields, inside, text_of};
use crate::short_answer::SHORT_ANSWER;
use crate::{MAX_COLUMNS, MAX_ROWS};
use assay_core::benchmark::Label;
use assay_core::keyword::Keyword as _;
use assay_core::score::{RankBy, only_largest};

/// The longest record, in bytes; VLMEvalKit's rows do not contain pictures.
const MAX_RECORD_BYTES: usize = 32_000_000;

/// Reads all records. Values inside objects become columns if the `named` paths lead to them.
pub(super) fn read(file: File, named: &[String], rank_by: RankBy) -> Result<TextTable, ReadError> {
    let mut records = JsonRecords::new(BufReader::with_capacity(1 << 18, file), MAX_RECORD_BYTES);
    let mut reading = Reading {
        table: TextTable::default(),
        columns: HashMap::new(),
        named,
        filters: Vec::new(),
        likelihoods: 0,
        tied: 0,
        rank_by,
        scored: choice_scores::Counted::default(),
    };
    let mut row = 0;
    while let Some(record) = records.next_record()? {
        row += 1;
        let place =
            |problem: &dyn fmt::Display| format!("record {row} (line {}): {problem}", record.line);
        if row > MAX_ROWS {
            return Err(place(&format_args!("more than {MAX_ROWS} records; split the file")).into());
        }
        let fields: RawFields<'_> = serde_json::from_str(&record.text)
            .map_err(|error| place(&format_args!("is not a JSON object: {error}")))?;
        // Assay's own lines of questions begin so; `score --dataset` reads them.
        if BenchmarkSettings::is_record(fields.0.iter().map(|(name, _)| name)) {
            continue;
        }
        reading.take(&fields).map_err(|problem| place(&problem))?;
    }
    reading.warn();
    Ok(reading.table)
}

struct Reading<'n> {
    table: TextTable,
    /// The positions of the columns by their names.
    columns: HashMap<String, usize>,
    /// Paths to values inside objects.
    named: &'n [String],
    /// The filters of lm-evaluation-harness that records name; those of the first one are read.
    filters: Vec<String>,
    /// The number of responses that were likelihoods of the choices, and of those in which several are
    /// highest.
    likelihoods: usize,
    tied: usize,
    /// What is compared if records have scores of the choices.
    rank_by: RankBy,
    scored: choice_scores::Counted,
}

impl Reading<'_> {
    fn take(&mut self, fields: &RawFields<'_>) -> Result<(), String> {
        if self.is_of_another_filter(fields) {
            return Ok(());
        }
        let mut cells: Vec<Option<Cow<'_, str>>> = vec![None; self.columns.len()];
        let mut scored = None;
        for (position, (name, value)) in fields.0.iter().enumerate() {
            if holds_pictures(name) {
                continue;
            }
            let column = self.column(name, position)?;
            cells.resize(self.columns.len(), None);
            let text = match RESPONSES.contains(&name.as_ref()) {
                false if name == SHORT_ANSWER => {
                    Ok(Some(value.get()).filter(|json| *json != "null").map(Cow::from))
                }
                true => match likelihoods(value) {
                    Some(ScoredAnswer { prediction, scored: letters }) => {
                        // Of two responses the filtered one is read.
                        if name == RESPONSES[0] || fields.get(RESPONSES[0]).is_none() {
                            self.likelihoods += 1;
                            self.tied += usize::from(prediction.is_none());
                            scored = Some(letters);
                        }
                        Ok(prediction.map(Cow::from))
                    }
                    None => text_of(only_response(value)),
                },
                false => text_of(value),
            };
            cells[column] = match text {
                Ok(text) => text,
                // Fields that scoring does not need may hold anything.
                Err(problem) if !is_needed(name) => {
                    let inner = if value.get().starts_with('[') { "0" } else { "NAME" };
                    self.table.note_structured(name, &problem, inner);
                    None
                }
                Err(problem) => return Err(format!("field {}: {problem}", shown(name))),
            };
        }
        // Values that become columns although they are not fields of the record.
        let mut others: Vec<(Cow<'_, str>, Option<Cow<'_, str>>)> = Vec::new();
        let field = |name: &str| fields.get(name);
        if let Some(answer) = choice_scores::answer(field, self.rank_by, &mut self.scored)? {
            others.push((KnownColumn::Prediction.name().into(), answer.prediction.map(Cow::from)));
            scored = Some(answer.scored);
        }
        others.extend(
            scored.map(|letters| (KnownColumn::Scored.name().into(), Some(letters.into()))),
        );
        let inner = inner_columns(fields, self.named).into_iter();
        let inner = inner.map(|(path, value)| (path, text_of(value)));
        for (path, text) in inner.chain(batch::reply(fields).map(|text| (batch::COLUMN, text))) {
            let text = text.map_err(|problem| format!("field {}: {problem}", shown(path)))?;
            others.push((path.into(), text));
        }
        let of_question = of_question(fields).into_iter();
        others.extend(of_question.map(|(name, value)| (name, text_of(value).unwrap_or_default())));
        others.extend(scores(fields).map(|(name, said)| (name.into(), Some(said.into()))));
        let prompt = fields.get("doc_id").filter(|_| fields.get(PROMPT).is_none());
        let prompt = prompt.and_then(|_| text_of(fields.at(INNER_PROMPT)?).ok()?);
        others.extend(prompt.map(|prompt| (PROMPT.into(), Some(prompt))));
        others.extend(submitted_index(fields).map(|index| (SUBMITTED_INDEX.into(), Some(index))));
        for (name, text) in others {
            let column = self.column(&name, usize::MAX)?;
            cells.resize(self.columns.len(), None);
            cells[column] = text;
        }
        for cell in &cells {
            self.table.push_cell(cell.as_deref());
        }
        Ok(())
    }

    /// lm-evaluation-harness writes a record for each filter; that of the first one counts.
    fn is_of_another_filter(&mut self, fields: &RawFields<'_>) -> bool {
        let filter = fields.get("filter").filter(|_| fields.get(RESPONSES[0]).is_some());
        let Some(Ok(Some(filter))) = filter.map(text_of) else { return false };
        if !self.filters.iter().any(|known| *known == filter) {
            self.filters.push(filter.clone().into_owned());
        }
        self.filters.first().is_some_and(|first| *first != filter)
    }

    fn warn(&mut self) {
        if let [first, others @ ..] = self.filters.as_slice()
            && !others.is_empty()
        {
            self.table.warnings.push(format!(
                "responses of the filter {} were read, those of {} were not",
                shown(first),
                others.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", ")
            ));
        }
        self.table.warnings.extend(self.scored.warning(self.rank_by));
        if self.likelihoods > 0 {
            let tied = match self.tied {
                0 => String::new(),
                tied => format!("; in {tied} several are highest, which is not an answer"),
            };
            self.table.warnings.push(format!(
                "{} responses are likelihoods of the choices: the letter of the highest one was read{tied}",
                self.likelihoods
            ));
        }
    }

    /// The position of a column, most often the same as in the record before.
    fn column(&mut self, name: &str, expected: usize) -> Result<usize, String> {
        if self.table.columns().get(expected).is_some_and(|column| column == name) {
            return Ok(expected);
        }
        if let Some(&column) = self.columns.get(name) {
            return Ok(column);
        }
        let column = self.columns.len();
        if column == MAX_COLUMNS {
            return Err(format!("more than {MAX_COLUMNS} different fields"));
        }
        self.table.add_column(name);
        self.columns.insert(name.to_owned(), column);
        Ok(column)
    }
}

fn submitted_index<'a>(fields: &RawFields<'a>) -> Option<Cow<'a, str>> {
    fields.get("doc_id")?;
    let mut submitted = RawFields::from_value(fields.get("submission")?)?.0;
    match submitted.pop() {
        Some((index, label)) if submitted.is_empty() && index != "index" => {
            label.get().starts_with('"').then_some(index)
        }
        _ => None,
    }
}

/// What the metrics of lm-evaluation-harness say about the sample.
fn scores(fields: &RawFields<'_>) -> impl Iterator<Item = (String, String)> {
    let names = fields.get("metrics").and_then(|names| serde_json::from_str(names.get()).ok());
    let names: Vec<String> = names.unwrap_or_default();
    names.into_iter().filter_map(|name| {
        let value = serde_json::from_str(fields.get(&name)?.get()).ok()?;
        Some((format!("{SCORED_BY}{name}"), said(None, &value)?))
    })
}

/// The question as lmms-eval's objects have it next to its index: its words, its choices, its
/// abilities.
fn of_question<'a>(fields: &RawFields<'a>) -> Vec<(Cow<'a, str>, &'a RawValue)> {
    if fields.get("doc_id").is_none() {
        return Vec::new();
    }
    let objects = ["submission", "gpt_eval_score", "doc"].into_iter();
    let mut objects = objects.filter_map(|name| RawFields::from_value(fields.get(name)?));
    let Some(object) = objects.find(|object| object.get("A").is_some()) else {
        return Vec::new();
    };
    let is_of_question = |name: &str| {
        let is_choice = matches!(name.as_bytes(), [b'A'..=b'Z']);
        is_choice || ["question", "category", "L2-category", "l2-category", "split"].contains(&name)
    };
    let values = object.0.into_iter();
    values.filter(|(name, _)| is_of_question(name) && fields.get(name).is_none()).collect()
}

/// Values inside the record's objects that become columns: the usual ones and those `named`.
fn inner_columns<'a, 'n>(
    fields: &RawFields<'a>,
    named: &'n [String],
) -> Vec<(&'n str, &'a RawValue)> {
    // lmms-eval keeps the data set's own index inside an object.
    let inner_names = INDEX_NAMES.into_iter().filter(|name| name.contains('.'));
    let mut found: Vec<(&'n str, &'a RawValue)> =
        inner_names.filter_map(|path| Some((path, fields.at(path)?))).collect();
    if found.is_empty() {
        let of_task = fields.0.iter().filter(|(name, _)| name.starts_with("seed"));
        let index = of_task.into_iter().find_map(|(_, object)| inside(object, "question_id"));
        found.extend(index.map(|index| (SEED_INDEX, index)));
    }
    if found.is_empty() && fields.get("doc_id").is_some() {
        let of_metric = fields.0.iter().find_map(|(_, object)| {
            TASK_KEYS
                .iter()
                .find_map(|key| inside(object, key).filter(|id| matches!(text_of(id), Ok(Some(_)))))
        });
        found.extend(of_metric.map(|index| (TASK_INDEX, index)));
    }
    let is_new =
        |path: &&String| fields.get(path).is_none() && !INDEX_NAMES.contains(&path.as_str());
    let named = named.iter().filter(is_new);
    found.extend(named.filter_map(|path| Some((path.as_str(), fields.at(path)?))));
    found
}

/// The names of a question's key in the objects of lmms-eval's metrics.
const TASK_KEYS: [&str; 6] = ["question_id", "index", "id", "pid", "idx", "questionId"];

/// Fields of samples with the model's text. The second is the text before filters.
const RESPONSES: [&str; 2] = ["filtered_resps", "resps"];

/// The content of a sample's response. lmms-eval and lm-evaluation-harness write a text as a list
/// of one, or as a list of one in a list of one.
fn only_response(value: &RawValue) -> &RawValue {
    let mut value = value;
    while let Ok([only]) = serde_json::from_str::<[&RawValue; 1]>(value.get()) {
        value = only;
    }
    value
}

/// The answer of a response that is a pair of likelihood and "is it what the model would write" for each
/// choice, as lm-evaluation-harness writes them.
fn likelihoods(response: &RawValue) -> Option<ScoredAnswer> {
    let pairs: Vec<&RawValue> = serde_json::from_str(only_response(response).get()).ok()?;
    let likelihood = |pair: &&RawValue| -> Option<f64> {
        let [likelihood, is_greedy]: [&RawValue; 2] =
            serde_json::from_str(only_response(pair).get()).ok()?;
        let is_truth = matches!(unquoted(is_greedy), "true" | "false" | "True" | "False");
        unquoted(likelihood).parse().ok().filter(|one: &f64| is_truth && !one.is_nan())
    };
    let likelihoods: Vec<f64> = pairs.iter().map(likelihood).collect::<Option<_>>()?;
    let letters = (0..likelihoods.len()).map(Label::from_index).collect::<Option<Vec<_>>>()?;
    (likelihoods.len() > 1).then(|| ScoredAnswer {
        prediction: only_largest(&likelihoods).map(|at| letters[at].to_string()),
        scored: letters.iter().map(Label::to_string).collect(),
    })
}

/// A value without the quotes of a text: lmms-eval writes numbers as texts.
fn unquoted(value: &RawValue) -> &str {
    let text = value.get();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

fn is_needed(name: &str) -> bool {
    let is_choice = name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase();
    is_choice || matches!(name, "index" | "prediction" | "answer" | "g_index")
}
