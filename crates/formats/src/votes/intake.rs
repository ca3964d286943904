//! The parts shared by readers of votes: counting rows, sharing names, numbering repeats, refusing bad rows.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;

use super::{Judge, Rows, VoteQuestion, VoteRow, VotesFile, VotesFormat};
use crate::bad_rows::{BadRows, Refusal, in_field};
use crate::error::{FormatError, RowPosition, shown, text_too_long};
use crate::warning::Warnings;
use crate::{MAX_ROWS, MAX_TEXT_BYTES};
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Reading, Undecided};

/// Names with one copy of each.
#[derive(Debug)]
struct Shared<T: ?Sized>(HashSet<Arc<T>>);

impl<T: ?Sized + Eq + Hash> Shared<T> {
    fn get(&mut self, value: impl Into<Arc<T>> + Borrow<T>) -> Arc<T> {
        let same: &T = value.borrow();
        if let Some(known) = self.0.get(same) {
            return Arc::clone(known);
        }
        let new: Arc<T> = value.into();
        self.0.insert(Arc::clone(&new));
        new
    }
}

/// What a judgment is of: question, turn, models in the order shown, judge.
type Subject = (Arc<VoteQuestion>, u16, Arc<str>, Option<Arc<str>>, Option<Arc<Judge>>);

/// Takes in the rows of one file.
#[derive(Debug)]
pub(super) struct Intake {
    pub warnings: Warnings,
    bad: BadRows,
    position: RowPosition,
    names: Shared<str>,
    questions: Shared<VoteQuestion>,
    judges: Shared<Judge>,
    times: HashMap<Subject, u16>,
    rows: Vec<VoteRow>,
}

impl Intake {
    pub fn new(file: &Path) -> Self {
        Intake {
            warnings: Warnings::default(),
            bad: BadRows::new(file, true),
            position: RowPosition::default(),
            names: Shared(HashSet::new()),
            questions: Shared(HashSet::new()),
            judges: Shared(HashSet::new()),
            times: HashMap::new(),
            rows: Vec::new(),
        }
    }

    pub fn file(&self) -> &Path {
        &self.bad.file
    }

    pub fn row(&self) -> usize {
        self.position.row
    }

    /// One copy of a name.
    pub fn name(&mut self, name: &str) -> Arc<str> {
        self.names.get(name)
    }

    /// One copy of a text that may be missing.
    pub fn shared(&mut self, text: Option<String>) -> Option<Arc<str>> {
        text.map(|text| self.name(&text))
    }

    pub fn judge(&mut self, name: &str, kind: JudgeKind) -> Arc<Judge> {
        self.judges.get(Judge { name: name.to_owned(), kind })
    }

    /// A judge whose kind its name says.
    pub fn named_judge(&mut self, name: &str) -> Arc<Judge> {
        self.judge(name, JudgeKind::from_judge_name(name))
    }

    /// A pair of answers in the order shown.
    pub fn pair(
        &mut self,
        question: VoteQuestion,
        [first, second]: [&str; 2],
        reading: Reading,
    ) -> Result<VoteRow, Refusal> {
        if first == second {
            return Err(format!("the model {} is compared with itself", shown(first)).into());
        }
        let second = self.name(second);
        self.row_of(question, first, Some(second), Said::Pair(reading))
    }

    /// The score of an answer.
    pub fn single(
        &mut self,
        question: VoteQuestion,
        model: &str,
        score: Result<f64, Undecided>,
    ) -> Result<VoteRow, Refusal> {
        self.row_of(question, model, None, Said::Single(score))
    }

    fn row_of(
        &mut self,
        question: VoteQuestion,
        first: &str,
        second: Option<Arc<str>>,
        said: Said,
    ) -> Result<VoteRow, Refusal> {
        if question.key.trim().is_empty() {
            return Err("the question has no key".to_owned().into());
        }
        let texts = [Some(&question.key), question.text.as_ref()];
        if texts.into_iter().flatten().any(|text| text.len() > MAX_TEXT_BYTES) {
            return Err(in_field("question", text_too_long()));
        }
        Ok(VoteRow {
            row: self.position.row,
            question: self.questions.get(question),
            turn: 0,
            repeat: 0,
            first: self.name(first),
            second,
            judge: None,
            said,
            grade: None,
            text: None,
            template: None,
            answers: [None, None],
        })
    }

    /// Begins the next row, which begins on this line.
    pub fn begin_row(&mut self, line: u64) -> Result<(), FormatError> {
        self.position = RowPosition { row: self.position.row + 1, line };
        if self.position.row > MAX_ROWS {
            let problem = format!("the file has more than {MAX_ROWS} rows; split it");
            return Err(self.bad.bad_file(problem));
        }
        Ok(())
    }

    /// Ends a row: its votes are kept, or it is refused.
    pub fn end_row(&mut self, made: Rows) -> Result<(), FormatError> {
        let rows = match made {
            Ok(rows) => rows,
            Err(refusal) => return self.bad.refuse(self.position, None, refusal),
        };
        for mut row in rows {
            if row.repeat == 0 {
                row.repeat = self.times_before(&row);
            }
            self.rows.push(row);
        }
        Ok(())
    }

    /// How often the same was judged before.
    fn times_before(&mut self, row: &VoteRow) -> u16 {
        let (first, second) = (Arc::clone(&row.first), row.second.clone());
        let subject = (Arc::clone(&row.question), row.turn, first, second, row.judge.clone());
        let times = self.times.entry(subject).or_default();
        let before = *times;
        *times = times.saturating_add(1);
        if before > 0 {
            const SAME: &str =
                "question, models, order and judge are those of a row before; counted as a repeat";
            self.warnings.note_row(SAME, row.row);
        }
        before
    }

    /// The problem of a file without a known layout.
    pub fn unknown_layout(&self) -> FormatError {
        if self.position.row == 0 {
            return self.bad.bad_file("there is no vote in it");
        }
        let names: Vec<&str> = VotesFormat::all().map(VotesFormat::name).collect();
        let names = names.join(", ");
        self.bad.bad_file(format!(
            "no record has the fields of a layout of votes; the layouts are {names}"
        ))
    }

    /// The file with its rows.
    pub fn into_file(self, format: VotesFormat) -> Result<VotesFile, FormatError> {
        if self.rows.is_empty() {
            return Err(match self.position.row {
                0 => self.bad.bad_file("there is no vote in it"),
                _ => self.bad.no_good_row(),
            });
        }
        let warnings = self.warnings.into_sentences();
        Ok(VotesFile { format, rows: self.rows, skipped: self.bad.into_skipped(), warnings })
    }
}
