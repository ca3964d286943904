//! The parts shared by readers of votes: counting rows, sharing names, numbering repeats,
//! refusing bad rows.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;

use super::{Judge, VoteQuestion, VoteRow};
use crate::bad_rows::{BadRows, Refusal, in_field};
use crate::error::{BadRow, FormatError, RowPosition, text_too_long};
use crate::warning::Warnings;
use crate::{MAX_ROWS, MAX_TEXT_BYTES};
use assay_core::votes::JudgeKind;

/// Values with one copy of each.
#[derive(Debug)]
pub(super) struct Shared<T: ?Sized>(HashSet<Arc<T>>);

impl<T: ?Sized + Eq + Hash> Shared<T> {
    pub fn get(&mut self, value: impl Into<Arc<T>> + Borrow<T>) -> Arc<T> {
        let same: &T = value.borrow();
        if let Some(known) = self.0.get(same) {
            return Arc::clone(known);
        }
        let new: Arc<T> = value.into();
        self.0.insert(Arc::clone(&new));
        new
    }
}

/// What a judgment is of: turn, and where the only copies of question, models in the order shown, and judge are.
type Subject = (u16, [usize; 4]);

/// Takes in the rows of one file.
#[derive(Debug)]
pub(super) struct Intake {
    /// The columns, if the records are rows of a table.
    pub columns: Vec<String>,
    pub names: Shared<str>,
    judges: Shared<Judge>,
    /// The last judge whose kind was known by its name.
    last_judge: Option<Arc<Judge>>,
    questions: Shared<VoteQuestion>,
    times: HashMap<Subject, u16>,
    warnings: Warnings,
    bad: BadRows,
    position: RowPosition,
}

impl Intake {
    pub fn new(file: &Path) -> Self {
        Intake {
            columns: Vec::new(),
            names: Shared(HashSet::new()),
            judges: Shared(HashSet::new()),
            last_judge: None,
            questions: Shared(HashSet::new()),
            times: HashMap::new(),
            warnings: Warnings::default(),
            bad: BadRows::new(file, true),
            position: RowPosition::default(),
        }
    }

    pub fn file(&self) -> &Path {
        &self.bad.file
    }

    pub fn number_of_row(&self) -> usize {
        self.position.row
    }

    /// One copy of a text that may be missing.
    pub fn shared(&mut self, text: Option<impl AsRef<str>>) -> Option<Arc<str>> {
        text.map(|text| self.names.get(text.as_ref()))
    }

    /// A judge.
    pub fn judge(&mut self, name: &str, kind: JudgeKind) -> Arc<Judge> {
        self.judges.get(Judge { name: name.to_owned(), kind })
    }

    /// A judge whose kind is what its name says.
    pub fn judge_called(&mut self, name: &str) -> Arc<Judge> {
        if let Some(last) = self.last_judge.as_ref().filter(|last| last.name == name) {
            return Arc::clone(last);
        }
        let judge = self.judge(name, JudgeKind::from_judge_name(name));
        self.last_judge = Some(Arc::clone(&judge));
        judge
    }

    /// A question; an error if its texts are too long.
    pub fn question(&mut self, question: VoteQuestion) -> Result<Arc<VoteQuestion>, Refusal> {
        let is_long = |text: &String| text.len() > MAX_TEXT_BYTES;
        match is_long(&question.key) || question.text.as_ref().is_some_and(is_long) {
            true => Err(in_field("question", text_too_long())),
            false => Ok(self.questions.get(question)),
        }
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

    /// Leaves the row out.
    pub fn refuse(&mut self, refusal: Refusal) -> Result<(), FormatError> {
        self.bad.refuse(self.position, None, refusal)
    }

    /// Notes that a sentence holds for the row.
    pub fn note(&mut self, sentence: &'static str) {
        self.warnings.note_row(sentence, self.position.row);
    }

    /// Numbers the repeats of the row's votes: how often the same was judged before.
    ///
    /// # Errors
    /// If there are more of one vote than can be numbered.
    pub fn number_repeats(&mut self, rows: &mut [VoteRow]) -> Result<(), Refusal> {
        const SAME: &str =
            "question, models, order and judge are those of a row before; counted as a repeat";
        for row in rows.iter_mut().filter(|row| row.repeat == 0) {
            let place = |text: &Arc<str>| Arc::as_ptr(text).addr();
            let judge = row.judge.as_ref().map_or(0, |judge| Arc::as_ptr(judge).addr());
            let [question, first] = [Arc::as_ptr(&row.question).addr(), place(&row.first)];
            let second = row.second.as_ref().map_or(0, place);
            let subject = (row.turn, [question, first, second, judge]);
            let times = self.times.entry(subject).or_default();
            row.repeat = *times;
            *times = times.checked_add(1).ok_or_else(|| {
                format!("{} rows before have the same question, models, order and judge", u16::MAX)
            })?;
            if row.repeat > 0 {
                self.note(SAME);
            }
        }
        Ok(())
    }

    /// The rows that were left out and the warnings.
    ///
    /// # Errors
    /// If no row is good.
    pub fn finish(self, good: usize) -> Result<(Vec<BadRow>, Vec<String>), FormatError> {
        match (good, self.position.row) {
            (0, 0) => Err(self.bad.bad_file("there is no row in it")),
            (0, _) => Err(self.bad.no_good_row()),
            _ => Ok((self.bad.into_skipped(), self.warnings.into_sentences())),
        }
    }
}
