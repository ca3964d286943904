//! Votes as a table with a row for each: question, left, right, judge, winner; also as JSON records.
//!
//! The columns have several names: evalica's `worker` and `model_x`, MT-Bench's `model_a`. Further columns hold
//! what other layouts have and these five lack, so that any votes can be written as a table.

use std::fs::File;

use super::fields::any_text;
use super::intake::Intake;
use super::{Rows, VoteQuestion, VoteRow};
use crate::MAX_TEXT_BYTES;
use crate::bad_rows::{Refusal, in_field};
use crate::error::{EMPTY, FormatError, shown};
use crate::image_cell::is_missing_to_pandas;
use crate::json_fields::Fields;
use crate::records::{Limits, Record, RecordError, RecordReader};
use crate::sniff::open_table;
use assay_core::keyword::Keyword as _;
use assay_core::votes::{JudgeKind, Reading, Undecided};

/// The names of the columns, in order of preference.
const QUESTION: &[&str] = &["question", "prompt", "question_id", "id"];
const MODELS: &[[&str; 2]] = &[
    ["left", "right"],
    ["model_a", "model_b"],
    ["model_x", "model_y"],
    ["x", "y"],
    ["first", "second"],
];
const JUDGE: &[&str] = &["judge", "worker", "annotator"];
const WINNER: &str = "winner";

/// The limits of cells and records: answers may be in cells, pictures not.
const LIMITS: Limits = Limits { cell: MAX_TEXT_BYTES, record: 32_000_000, cells: 1_000 };

/// The cells of a row by the names of the columns; `None` for an empty one.
type Cells<'c> = &'c dyn Fn(&str) -> Option<String>;

/// Reads a table.
pub(super) fn read_table(source: File, intake: &mut Intake) -> Result<(), FormatError> {
    let file = intake.file().to_owned();
    let known = ["question", "prompt", "left", "right", "judge", "worker", WINNER];
    let opened = open_table(source, &known).map_err(|error| error.in_file(&file))?;
    let mut records = RecordReader::new(opened.text, opened.delimiter, LIMITS);
    let bad_file = |problem: String| FormatError::bad_file(&file, problem);
    let fatal = |error: RecordError| bad_file(error.to_string());
    let header: Vec<String> = match records.next_record().map_err(fatal)? {
        None => return Err(bad_file(EMPTY.to_owned())),
        Some(header) => {
            let name = |cell: &[u8]| String::from_utf8_lossy(cell).trim().to_lowercase();
            header.cells().map(name).collect()
        }
    };
    let has = |name: &str| header.iter().any(|column| column == name);
    if !has(WINNER) || !MODELS.iter().any(|pair| pair.iter().all(|name| has(name))) {
        return Err(bad_file(format!(
            "the columns are {}; expected question (or prompt), left and right (or model_a and model_b, x \
             and y), judge (or worker), winner",
            shown(&header.join(", "))
        )));
    }
    if !QUESTION.iter().any(|name| has(name)) {
        let sentence =
            "there is no column \"question\": each row is a question, named by its number";
        intake.warnings.note(sentence.to_owned());
    }
    loop {
        let record = match records.next_record() {
            Ok(None) => return Ok(()),
            Ok(Some(record)) => record,
            Err(error @ (RecordError::Io(_) | RecordError::OpenQuote { .. })) => {
                return Err(fatal(error));
            }
            Err(error) => {
                intake.begin_row(error.line())?;
                intake.end_row(Err(error.to_string().into()))?;
                records.skip_rest_of_record().map_err(fatal)?;
                continue;
            }
        };
        if record.cells().all(|cell| cell.trim_ascii().is_empty()) {
            continue;
        }
        intake.begin_row(record.line)?;
        let made = table_row(&record, &header, intake);
        intake.end_row(made.map(|row| vec![row]))?;
    }
}

fn table_row(
    record: &Record<'_>,
    header: &[String],
    intake: &mut Intake,
) -> Result<VoteRow, Refusal> {
    if record.len() != header.len() {
        let (found, expected) = (record.len(), header.len());
        return Err(format!("{found} cells, but the first line names {expected} columns").into());
    }
    if record.cells().any(|cell| std::str::from_utf8(cell).is_err()) {
        return Err("is not UTF-8; save the file as UTF-8".to_owned().into());
    }
    let cell = |name: &str| {
        let column = header.iter().position(|column| column == name)?;
        let text = std::str::from_utf8(record.cell(column)).unwrap_or_default();
        (!text.trim().is_empty()).then(|| text.to_owned())
    };
    row(&cell, intake)
}

/// Reads a record with the same fields.
pub(super) fn record(fields: &Fields, intake: &mut Intake) -> Rows {
    let cell = |name: &str| {
        let value = fields.get(name).filter(|value| !value.is_null())?;
        Some(any_text(value)).filter(|text| !text.trim().is_empty())
    };
    Ok(vec![row(&cell, intake)?])
}

/// The vote of a row.
fn row(cell: Cells<'_>, intake: &mut Intake) -> Result<VoteRow, Refusal> {
    let trimmed = |name: &str| cell(name).map(|text| text.trim().to_owned());
    let key = QUESTION.iter().find_map(|name| trimmed(name));
    let question = VoteQuestion {
        key: key.unwrap_or_else(|| intake.row().to_string()),
        text: cell("question_text"),
        category: trimmed("category"),
        level: trimmed("level"),
    };
    let pair = MODELS.iter().find(|pair| pair.iter().any(|name| cell(name).is_some()));
    let pair = pair.unwrap_or(&MODELS[0]);
    let Some(first) = trimmed(pair[0]) else {
        return Err(in_field(pair[0], "there is none; expected a model's name"));
    };
    let number = |name: &'static str| -> Result<Option<f64>, Refusal> {
        let Some(written) = trimmed(name) else { return Ok(None) };
        let value = written.parse::<f64>().ok().filter(|value| value.is_finite());
        let problem = || in_field(name, format!("found {}; expected a number", shown(&written)));
        value.map(Some).ok_or_else(problem)
    };
    let scores = [number("left_score")?, number("right_score")?];
    let winner = trimmed(WINNER).filter(|winner| !is_missing_to_pandas(winner));
    let reason = match trimmed("reason") {
        None => Undecided::Null,
        Some(reason) => {
            Undecided::from_name(&reason).map_err(|error| in_field("reason", error.to_string()))?
        }
    };
    let mut row = match trimmed(pair[1]) {
        None if scores[0].is_some() || cell("reason").is_some() => {
            intake.single(question, &first, scores[0].ok_or(reason))?
        }
        None => return Err(in_field(pair[1], "there is none; expected a model's name")),
        Some(second) => {
            let reading = match (scores, number("preference")?, &winner) {
                ([Some(first), Some(second)], ..) => Reading::Scores { first, second },
                (_, Some(preference), _) => Reading::graded(preference).map_err(|_| {
                    in_field("preference", format!("found {preference}; expected 0 to 1"))
                })?,
                (_, _, None) => Reading::Undecided(reason),
                (_, _, Some(winner)) => verdict(winner, [&first, &second])?,
            };
            intake.pair(question, [&first, &second], reading)?
        }
    };
    let judge = JUDGE.iter().find_map(|name| Some((*name, trimmed(name)?)));
    row.judge = match (judge, trimmed("judge_kind")) {
        (None, _) => None,
        (Some((_, name)), Some(kind)) => {
            let kind = JudgeKind::from_name(&kind)
                .map_err(|error| in_field("judge_kind", error.to_string()))?;
            Some(intake.judge(&name, kind))
        }
        (Some(("judge", name)), None) => Some(intake.named_judge(&name)),
        (Some((_, name)), None) => Some(intake.judge(&name, JudgeKind::Person)),
    };
    let whole = |name: &'static str| -> Result<u16, Refusal> {
        let Some(written) = trimmed(name) else { return Ok(0) };
        let expected = "expected a whole number from 0";
        written
            .parse()
            .map_err(|_| in_field(name, format!("found {}; {expected}", shown(&written))))
    };
    (row.turn, row.repeat) = (whole("turn")?, whole("repeat")?);
    row.grade = intake.shared(trimmed("grade").or(winner));
    row.template = intake.shared(trimmed("template"));
    row.text = cell("judgment");
    row.answers = ["left_answer", "right_answer"].map(|name| intake.shared(cell(name)));
    Ok(row)
}

/// What the word for the winner says.
pub(super) fn verdict(winner: &str, [first, second]: [&str; 2]) -> Result<Reading, Refusal> {
    if let Ok(reading) = Reading::from_winner(winner, first, second) {
        return Ok(reading);
    }
    Ok(match winner.to_lowercase().as_str() {
        "left" | "model_a" | "model_x" | "model_1" => Reading::FIRST,
        "right" | "model_b" | "model_y" | "model_2" => Reading::SECOND,
        // MT-Bench's judge named different models in the two orders.
        "tie" | "draw" | "tie (inconsistent)" => Reading::TIE,
        "bothbad" | "both bad" | "tie (bothbad)" => Reading::Undecided(Undecided::BothBad),
        "error" => Reading::Undecided(Undecided::Error),
        _ => {
            let [winner, first, second] = [winner, first, second].map(shown);
            let problem =
                format!("found {winner}; expected left, right, tie, {first}, {second} or nothing");
            return Err(in_field(WINNER, problem));
        }
    })
}
