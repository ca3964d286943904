//! Votes files: what judges said about answers, in the layouts of the programs that write such files.
//!
//! A layout is recognised by the fields of the first record, not by the file's name. Whatever the layout, the
//! result is a [`VotesFile`] of [`VoteRow`]s. A row without a verdict (null, error, −1, a text that names
//! none) is a row with its reason; a row that is broken (no model, a winner that is not in the pair) is left
//! out and listed. The meaning of verdicts is `assay_core::votes`; storing them is left to the callers.

mod alpaca_eval;
mod fastchat;
mod fields;
mod intake;
mod long;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use crate::bad_rows::Refusal;
use crate::error::{BadRow, FormatError, shown};
use crate::json_fields::Fields;
use crate::json_records::JsonRecords;
use crate::questions::{Start, not_json};
use crate::regular_file::open_regular;
use assay_core::keyword::{Keyword as _, keywords};
use assay_core::votes::JudgeKind;
use assay_core::votes::parse::Said;

use intake::Intake;

/// The longest record, in bytes: two answers, two prompts and what the judge wrote about them.
const MAX_RECORD_BYTES: usize = 32_000_000;

keywords! {
    /// A layout of votes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum VotesFormat {
        /// MLLM-Bench's votes and scores, of both generations.
        MllmBench = "mllm-bench",
        /// FastChat's judgments of pairs and of single answers, and MT-Bench's votes of people.
        FastChat = "fastchat",
        /// AlpacaEval's annotations.
        AlpacaEval = "alpaca-eval",
        /// Arena-Hard's judgments: two games, five grades.
        ArenaHard = "arena-hard",
        /// WildBench's pairs and scores.
        WildBench = "wildbench",
        /// JudgeBench's judgments in two orders, with labels.
        JudgeBench = "judgebench",
        /// MLLM-as-a-Judge's scores and pairs.
        MllmAsAJudge = "mllm-as-a-judge",
        /// A table with a row for each vote: question, left, right, judge, winner.
        Long = "long",
    }
}

/// The votes of a file.
#[derive(Debug)]
pub struct VotesFile {
    pub format: VotesFormat,
    /// In the order of the file. A record with two games gives two of them.
    pub rows: Vec<VoteRow>,
    /// The rows that were left out because they are broken, in the order of the file.
    pub skipped: Vec<BadRow>,
    /// Warnings, as sentences.
    pub warnings: Vec<String>,
}

/// A question that answers were judged for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VoteQuestion {
    /// The file's own key; AlpacaEval's is the instruction.
    pub key: String,
    pub text: Option<String>,
    pub category: Option<String>,
    /// The level of abilities above the category.
    pub level: Option<String>,
}

/// Who said it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Judge {
    pub name: String,
    pub kind: JudgeKind,
}

/// One look of one judge at two answers, in the order shown, or at a single one. Names that occur again are
/// shared.
#[derive(Clone, Debug, PartialEq)]
pub struct VoteRow {
    /// The row of the file, from 1.
    pub row: usize,
    pub question: Arc<VoteQuestion>,
    /// The turn of a conversation, 0 if the file has none.
    pub turn: u16,
    /// Which of several equal requests, from 0.
    pub repeat: u16,
    /// The model whose answer was shown first, or alone.
    pub first: Arc<str>,
    /// The model whose answer was shown second; `None` for the score of a single answer.
    pub second: Option<Arc<str>>,
    /// `None` if the file does not name it.
    pub judge: Option<Arc<Judge>>,
    /// [`Said::Single`] exactly if there is no second model.
    pub said: Said,
    /// The verdict as it is written in the file.
    pub grade: Option<Arc<str>>,
    /// What the judge wrote.
    pub text: Option<String>,
    /// The name of the prompt.
    pub template: Option<Arc<str>>,
    /// The texts of the two answers, or of the single one.
    pub answers: [Option<Arc<str>>; 2],
}

/// The rows of a record.
type Rows = Result<Vec<VoteRow>, Refusal>;

/// A layout of records: a record is of the first layout all of whose fields it has.
struct Layout {
    format: VotesFormat,
    fields: &'static [&'static str],
    rows: fn(&Fields, &mut Intake) -> Rows,
}

const LAYOUTS: &[Layout] = &[
    Layout {
        format: VotesFormat::FastChat,
        fields: &["question_id", "model_1", "model_2", "g1_winner"],
        rows: fastchat::pair,
    },
    Layout {
        format: VotesFormat::FastChat,
        fields: &["question_id", "model", "score"],
        rows: fastchat::single,
    },
    Layout {
        format: VotesFormat::FastChat,
        fields: &["question_id", "model_a", "model_b", "winner"],
        rows: fastchat::people,
    },
    Layout {
        format: VotesFormat::AlpacaEval,
        fields: &["instruction", "generator_1", "generator_2"],
        rows: alpaca_eval::rows,
    },
    Layout { format: VotesFormat::Long, fields: &["left", "right", "winner"], rows: long::record },
];

/// Reads a file of votes; without a format, it is recognised.
///
/// # Errors
/// If the file cannot be read, has none of the layouts, or has no good row.
pub fn read_votes(file: &Path, format: Option<VotesFormat>) -> Result<VotesFile, FormatError> {
    let source = open_regular(file).map_err(FormatError::unreadable(file))?;
    let mut intake = Intake::new(file);
    let format = if Start::read(file)?.is_json() {
        read_records(source, format, &mut intake)?
    } else if format.is_none_or(|format| format == VotesFormat::Long) {
        long::read_table(source, &mut intake)?;
        VotesFormat::Long
    } else {
        let problem = "this is not JSON, and only \"long\" is a table; leave --format out, or name the JSON file";
        return Err(FormatError::bad_file(file, problem));
    };
    intake.into_file(format)
}

fn read_records(
    source: File,
    mut format: Option<VotesFormat>,
    intake: &mut Intake,
) -> Result<VotesFormat, FormatError> {
    let mut records = JsonRecords::new(BufReader::with_capacity(1 << 18, source), MAX_RECORD_BYTES);
    while let Some(record) =
        records.next_record().map_err(|error| not_json(error, intake.file()))?
    {
        intake.begin_row(record.line)?;
        let made = match serde_json::from_str::<Fields>(&record.text) {
            Err(error) => Err(format!("it cannot be read as JSON: {error}").into()),
            Ok(fields) => match layout_of(&fields, format) {
                None => Err(no_layout(&fields, format)),
                Some(layout) => {
                    format = Some(layout.format);
                    (layout.rows)(&fields, intake)
                }
            },
        };
        intake.end_row(made)?;
    }
    format.ok_or_else(|| intake.unknown_layout())
}

fn layout_of(fields: &Fields, format: Option<VotesFormat>) -> Option<&'static Layout> {
    let has_all = |layout: &&Layout| layout.fields.iter().all(|name| fields.contains_key(*name));
    let fits = |layout: &&Layout| format.is_none_or(|format| format == layout.format);
    LAYOUTS.iter().filter(fits).find(has_all)
}

/// The problem of a record without the fields of a layout.
fn no_layout(fields: &Fields, format: Option<VotesFormat>) -> Refusal {
    let found: Vec<&str> = fields.keys().take(12).map(String::as_str).collect();
    let found = shown(&found.join(", "));
    let Some(format) = format else {
        return format!("its fields {found} are those of no known layout of votes").into();
    };
    let layouts = LAYOUTS.iter().filter(|layout| layout.format == format);
    let expected: Vec<String> = layouts.map(|layout| layout.fields.join(", ")).collect();
    let name = format.name();
    format!("found the fields {found}; {name} has {}", expected.join(", or ")).into()
}
