//! Votes files: what judges said about answers, in the layouts of the programs that write such files.
//!
//! A layout is recognised by the fields of the first record, not by the file's name. Whatever the layout, the
//! result is a [`VotesFile`] of [`VoteRow`]s. A row without a verdict (null, error, −1, a text that names
//! none) is a row with its reason; a row that is broken (no model, a winner that is not in the pair) is left
//! out and listed. The meaning of verdicts is `assay_core::votes`; storing them is left to the callers.

mod answers;
mod intake;
mod layout;
mod layouts;
mod paths;
mod source;
#[cfg(test)]
mod tests;
mod verdicts;
mod write;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use crate::bad_rows::Refusal;
use crate::error::{BadRow, FormatError, shown};
use assay_core::keyword::{Keyword as _, keywords};
use assay_core::votes::JudgeKind;
use assay_core::votes::parse::Said;

pub use answers::{AnswerRow, AnswersFile, read_answers};
use intake::Intake;
use layout::Layout;
use layouts::{LAYOUTS, LONG};
use source::for_each_record;
pub use write::{WriteVotesError, write_votes};

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
    /// Whether the file says which of the two was shown first.
    pub has_order: bool,
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

/// Reads a file of votes; without a format, it is recognised.
///
/// # Errors
/// If the file cannot be read, has none of the layouts, or has no good row.
pub fn read_votes(file: &Path, format: Option<VotesFormat>) -> Result<VotesFile, FormatError> {
    let mut intake = Intake::new(file);
    let (mut found, mut rows) = (format, Vec::new());
    let may_be_table = format.is_none_or(|format| format == VotesFormat::Long);
    let mut of_table: Option<Layout> = None;
    for_each_record(&mut intake, may_be_table, &mut |record, intake| {
        let layout = match intake.columns.is_empty() {
            true => layout_of(record, found)?,
            false => &*of_table.get_or_insert_with(|| LONG.within(&intake.columns)),
        };
        found = Some(layout.format);
        let mut votes = layout.rows(record, intake)?;
        intake.number_repeats(&mut votes)?;
        rows.append(&mut votes);
        Ok(())
    })?;
    let (skipped, mut warnings) = intake.finish(rows.len())?;
    let format = found.unwrap_or(VotesFormat::Long);
    if format == VotesFormat::JudgeBench {
        name_judges(&mut rows);
    }
    if rows.iter().any(|row| !row.has_order) {
        let because = "bias by position cannot be read from it";
        warnings.push(format!("the file does not say which answer was shown first: {because}"));
    }
    Ok(VotesFile { format, rows, skipped, warnings })
}

/// The layout of a record, of a format if one is given.
fn layout_of(record: &Value, format: Option<VotesFormat>) -> Result<&'static Layout, Refusal> {
    let is_meant = |layout: &&Layout| format.is_none_or(|format| format == layout.format);
    let mut layouts = LAYOUTS.iter().filter(is_meant);
    layouts.find(|layout| layout.fits(record)).ok_or_else(|| {
        let fields = record.as_object().into_iter().flat_map(serde_json::Map::keys);
        let fields: Vec<&str> = fields.take(12).map(String::as_str).collect();
        let expected = LAYOUTS.iter().filter(is_meant).map(|layout| layout.fields.join(", "));
        let expected = match format {
            Some(_) => expected.collect::<Vec<_>>().join("; or "),
            None => {
                let names: Vec<&str> = VotesFormat::all().map(VotesFormat::name).collect();
                format!("those of a known layout: {}", names.join(", "))
            }
        };
        format!("found the fields {}; expected {expected}", shown(&fields.join(", "))).into()
    })
}

/// Judgments that failed do not name their judge: it is the file's, if that has only one.
fn name_judges(rows: &mut [VoteRow]) {
    let judges = rows.iter().filter_map(|row| row.judge.as_ref());
    let judges: HashSet<&Arc<Judge>> =
        judges.filter(|judge| judge.kind != JudgeKind::Label).collect();
    if let [only] = &judges.into_iter().cloned().collect::<Vec<_>>()[..] {
        for row in rows {
            row.judge.get_or_insert_with(|| only.clone());
        }
    }
}
