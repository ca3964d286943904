//! Links the rows of prediction files to questions: which question, which pass, and in which order
//! the model saw the choices.
//!
//! A row is named by the index that it has in the benchmark's own file, by the key of its question with
//! a column `pass` or `g_index`, or by VLMEvalKit's numbering (pass `k` of question `i` is `i + k ×
//! 1,000,000`). The order is never guessed from the number of the pass: the choices in the row show
//! it, by their texts; a row without choices has the order that the benchmark's file lists for the
//! pass. Official files rotate in either direction, so both are taken.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::benchmark::{ChoiceOrder, Label, Pass, Prediction, PredictionStatus};
use crate::formats::error::shown;
use crate::formats::predictions::{PredictionTable, reads_as_missing};
use crate::formats::vlmevalkit::numbering::PassOffset;
use crate::keyword::keywords;
use crate::score::likeliest_rotations;
use crate::store::{NewPrediction, QuestionSheet};

/// A row that cannot be linked to a question.
#[derive(Debug, thiserror::Error)]
#[error("{}, row {row} (index {index}): {problem}", file.display())]
pub struct LinkError {
    /// The file.
    pub file: PathBuf,
    /// The row, 1 for the first below the names of the columns.
    pub row: usize,
    /// Its index, made visible.
    pub index: String,
    /// What is wrong.
    pub problem: Box<RowProblem>,
}

/// What is wrong with a row.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each message is the documentation")]
pub enum RowProblem {
    #[error("this is pass {pass} of question {key}, which has only {choices} choices")]
    TooManyPasses { pass: u32, key: String, choices: usize },
    #[error("the pass {found} is no number; the first pass is 0")]
    BadPass { found: String },
    #[error(
        "the choices {found} are not those of question {key} in rotated order ({expected}); were these \
         predictions made on another version of the benchmark?"
    )]
    OtherChoices { key: String, found: String, expected: String },
    #[error(
        "the order of the choices in pass {pass} of question {key} is not known: the row has \
         none, and the benchmark's file had no such row; add the columns A, B, .."
    )]
    UnknownOrder { pass: u32, key: String },
    #[error(
        "pass {pass} of question {key} is already in row {other_row} of {} and says something else there; \
         say with --duplicates first or last which one counts",
        other_file.display()
    )]
    Repeated { pass: u32, key: String, other_row: usize, other_file: PathBuf },
}

/// Which of several rows of the same pass counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// The first.
    First,
    /// The last, as in a file to which a second attempt was appended.
    Last,
}

keywords! { Duplicates {
    First = "first",
    Last = "last",
} }

/// Predictions with their questions, and warnings about their rows.
#[derive(Debug, Default)]
pub struct LinkedPredictions {
    /// One for each row that is linked.
    pub predictions: Vec<NewPrediction>,
    /// The rows of all files.
    pub rows: usize,
    /// The questions that have at least one prediction.
    pub questions: usize,
    /// The most passes that any question has.
    pub passes: usize,
    /// Rows whose index is not that of any question; they are left out.
    pub unknown: usize,
    /// Rows whose reference answer was compared with the benchmark's.
    pub compared_answers: usize,
    /// Those of them that name another.
    pub other_answers: usize,
    /// What is unusual, in sentences.
    pub warnings: Vec<String>,
}

/// Links rows to the questions of a benchmark, file by file.
#[derive(Debug)]
pub struct PredictionLinker<'a> {
    questions: &'a [QuestionSheet],
    by_key: HashMap<&'a str, usize>,
    /// Question and position among its passes, by the index in the benchmark's file.
    by_source_index: HashMap<&'a str, (usize, usize)>,
    /// What VLMEvalKit adds to an index for each pass.
    offset: PassOffset,
    duplicates: Option<Duplicates>,
    files: Vec<PathBuf>,
    /// The predictions of each question.
    places: Vec<Vec<LinkedRow>>,
    linked: LinkedPredictions,
    unusual: UnusualRows,
}

/// The prediction for a pass.
#[derive(Clone, Copy, Debug)]
struct LinkedRow {
    pass: Pass,
    file: usize,
    row: usize,
    /// The place among all predictions.
    position: usize,
}

/// Rows with something unusual: how many, and the first few.
#[derive(Debug, Default)]
struct UnusualRows {
    unknown: Rows,
    lost_options: Rows,
    numbers: Rows,
    answers: Rows,
    empty: Rows,
    repeated: Rows,
    superseded: Rows,
}

#[derive(Debug, Default)]
struct Rows {
    count: usize,
    first: Vec<String>,
}

impl Rows {
    fn note(&mut self, index: &str) {
        self.count += 1;
        if self.first.len() < 5 {
            self.first.push(shown(index));
        }
    }

    fn sentence(&self, what: &str) -> Option<String> {
        let more = if self.count > self.first.len() { ", .." } else { "" };
        let first = self.first.join(", ");
        (self.count > 0).then(|| format!("{} {what} (index {first}{more})", self.count))
    }
}

impl<'a> PredictionLinker<'a> {
    /// A linker to these questions. Two rows of one pass that differ are an error unless it is said which
    /// counts.
    pub fn new(questions: &'a [QuestionSheet], duplicates: Option<Duplicates>) -> Self {
        let mut by_key = HashMap::with_capacity(questions.len());
        let mut by_source_index = HashMap::with_capacity(questions.len());
        for (at, question) in questions.iter().enumerate() {
            by_key.insert(question.key.as_str(), at);
            for (position, pass) in question.passes.iter().enumerate() {
                by_source_index.insert(pass.index.as_str(), (at, position));
            }
        }
        PredictionLinker {
            questions,
            by_key,
            by_source_index,
            offset: PassOffset::for_keys(questions.iter().map(|question| question.key.as_str())),
            duplicates,
            files: Vec::new(),
            places: vec![Vec::new(); questions.len()],
            linked: LinkedPredictions::default(),
            unusual: UnusualRows::default(),
        }
    }

    /// Links the rows of a file.
    pub fn add_file(&mut self, path: &Path, table: &PredictionTable) -> Result<(), LinkError> {
        self.files.push(path.to_owned());
        self.linked.warnings.extend(table.warnings().iter().cloned());
        self.linked.rows += table.rows();
        self.linked.predictions.reserve(table.rows());
        for row in 0..table.rows() {
            self.row(table, row).map_err(|problem| LinkError {
                file: path.to_owned(),
                row: row + 1,
                index: shown(table.row_index(row)),
                problem: Box::new(problem),
            })?;
        }
        Ok(())
    }

    /// All predictions.
    pub fn finish(mut self) -> LinkedPredictions {
        self.linked.questions = self.places.iter().filter(|passes| !passes.is_empty()).count();
        self.linked.passes = self.places.iter().map(Vec::len).max().unwrap_or(0);
        self.linked.unknown = self.unusual.unknown.count;
        self.linked.other_answers = self.unusual.answers.count;
        let sentences = [
            self.unusual.unknown.sentence("rows are of no question of the benchmark: left out"),
            self.unusual.lost_options.sentence(
                "rows lack a choice whose text pandas takes for a missing cell: taken as shown",
            ),
            self.unusual
                .numbers
                .sentence("rows write the number of a choice differently: taken as equal"),
            self.unusual.answers.sentence(
                "rows name another reference answer than the benchmark has: the benchmark's counts",
            ),
            self.unusual.empty.sentence("predictions are empty"),
            self.unusual.repeated.sentence("rows repeat an earlier row word for word: taken once"),
            self.unusual.superseded.sentence(match self.duplicates {
                Some(Duplicates::Last) => "rows take the place of an earlier row of the same pass",
                _ => "rows come after another of the same pass, which counts",
            }),
        ];
        self.linked.warnings.extend(sentences.into_iter().flatten());
        self.linked
    }

    fn row(&mut self, table: &PredictionTable, row: usize) -> Result<(), RowProblem> {
        let index = table.row_index(row);
        let Some((at, pass)) = self.place_of(table, row)? else {
            self.unusual.unknown.note(index);
            return Ok(());
        };
        let question = &self.questions[at];
        if pass.0 as usize >= question.choices.len().max(1) {
            let (key, choices) = (question.key.to_string(), question.choices.len());
            return Err(RowProblem::TooManyPasses { pass: pass.0, key, choices });
        }
        let order = self.order(table, row, at, pass)?;
        if let Some((found, answer)) = table.answer(row).zip(question.answer) {
            self.linked.compared_answers += 1;
            let shown = order.shown_label_of(answer).map(|label| label.to_string());
            if shown.as_deref() != Some(found.trim()) {
                self.unusual.answers.note(index);
            }
        }
        let text = table.prediction(row);
        if text.is_empty() {
            self.unusual.empty.note(index);
        }
        let status = PredictionStatus::from_text(text);
        let prediction = Prediction { pass, order, text: text.to_owned(), status };
        let there = self.places[at].iter().find(|other| other.pass == pass).copied();
        if let Some(there) = there {
            return self.repeat(there, prediction, question, index);
        }
        let position = self.linked.predictions.len();
        let file = self.files.len() - 1;
        self.places[at].push(LinkedRow { pass, file, row: row + 1, position });
        self.linked.predictions.push(NewPrediction { question_id: question.id, prediction });
        Ok(())
    }

    /// A second row of a pass: harmless where it says the same, as when a run was started again.
    fn repeat(
        &mut self,
        there: LinkedRow,
        prediction: Prediction,
        question: &QuestionSheet,
        index: &str,
    ) -> Result<(), RowProblem> {
        let kept = &mut self.linked.predictions[there.position].prediction;
        if *kept == prediction {
            self.unusual.repeated.note(index);
            return Ok(());
        }
        match self.duplicates {
            Some(Duplicates::First) => {}
            Some(Duplicates::Last) => *kept = prediction,
            None => {
                return Err(RowProblem::Repeated {
                    pass: there.pass.0,
                    key: question.key.to_string(),
                    other_row: there.row,
                    other_file: self.files[there.file].clone(),
                });
            }
        }
        self.unusual.superseded.note(index);
        Ok(())
    }

    /// The position of a row's question in the list, and its pass; nothing where the row is of no
    /// question.
    pub fn place_of(
        &self,
        table: &PredictionTable,
        row: usize,
    ) -> Result<Option<(usize, Pass)>, RowProblem> {
        let index = table.row_index(row);
        if let Some(written) = table.pass(row) {
            let pass = written.trim().trim_end_matches(".0").parse().map(Pass);
            let pass = pass.map_err(|_| RowProblem::BadPass { found: shown(written) })?;
            let by_index = || self.by_source_index.get(index).map(|&(question, _)| question);
            let named = table.group(row).unwrap_or(index);
            let question = self.by_key.get(named).copied().or_else(by_index);
            return Ok(question.map(|question| (question, pass)));
        }
        if let Some(&(question, position)) = self.by_source_index.get(index) {
            return Ok(Some((question, self.questions[question].passes[position].pass)));
        }
        if let Some(&question) = self.by_key.get(index) {
            return Ok(Some((question, Pass::FIRST)));
        }
        let Ok(number) = index.parse::<u64>() else { return Ok(None) };
        let split = self.offset.split(number);
        let question = self.by_key.get(split.question.to_string().as_str()).copied();
        Ok(question
            .zip(u32::try_from(split.pass).ok())
            .map(|(question, pass)| (question, Pass(pass))))
    }

    /// The order in which the row shows the choices of its question.
    fn order(
        &mut self,
        table: &PredictionTable,
        row: usize,
        at: usize,
        pass: Pass,
    ) -> Result<ChoiceOrder, RowProblem> {
        let question = &self.questions[at];
        let original = ChoiceOrder::original(question.choices.iter().map(|choice| choice.label));
        let recorded = question.passes.iter().find(|known| known.pass == pass);
        if table.choices(row).next().is_none() {
            return match recorded {
                Some(recorded) => Ok(recorded.order.clone()),
                None if pass == Pass::FIRST => Ok(original),
                None => {
                    Err(RowProblem::UnknownOrder { pass: pass.0, key: question.key.to_string() })
                }
            };
        }
        let count = question.choices.len();
        let recorded = recorded.and_then(|recorded| {
            (0..count).find(|&by| recorded.order == original.rotated_left(by))
        });
        // Where choices repeat, several rotations match: the likeliest comes first.
        for by in recorded.into_iter().chain(likeliest_rotations(pass, count)) {
            if let Some(matched) = match_rotation(question, by, table, row) {
                let index = table.row_index(row);
                if matched.lost_option {
                    self.unusual.lost_options.note(index);
                }
                if matched.number {
                    self.unusual.numbers.note(index);
                }
                return Ok(original.rotated_left(by));
            }
        }
        let listed = |choices: &mut dyn Iterator<Item = (Label, &str)>| {
            let each: Vec<String> =
                choices.map(|(label, text)| format!("{label} {text}")).collect();
            shown(&each.join(" · "))
        };
        Err(RowProblem::OtherChoices {
            key: question.key.to_string(),
            found: listed(&mut table.choices(row)),
            expected: listed(&mut question.choices.iter().map(|c| (c.label, c.text.as_str()))),
        })
    }
}

/// How a row's choices match those of its question in an order.
#[derive(Clone, Copy, Debug, Default)]
struct RotationMatch {
    /// A choice such as "None" is missing, as pandas leaves it behind.
    lost_option: bool,
    /// A number is written differently: 20 as 20.0.
    number: bool,
}

/// How the row's choices match those of the question rotated left by so many places; nothing where they
/// do not.
fn match_rotation(
    question: &QuestionSheet,
    by: usize,
    table: &PredictionTable,
    row: usize,
) -> Option<RotationMatch> {
    let mut matched = RotationMatch::default();
    let mut found = table.choices(row).peekable();
    let shown = question.choices.iter().zip(question.choices.iter().cycle().skip(by));
    for (place, original) in shown {
        let expected = original.text.trim();
        let text = found.next_if(|(label, _)| *label == place.label);
        let text = text.map_or("", |(_, text)| text.trim());
        if text == expected {
            continue;
        }
        if text.is_empty() && reads_as_missing(expected) {
            matched.lost_option = true;
        } else if is_same_number(text, expected) {
            matched.number = true;
        } else {
            return None;
        }
    }
    found.next().is_none().then_some(matched)
}

fn is_same_number(one: &str, other: &str) -> bool {
    match (one.parse::<f64>(), other.parse::<f64>()) {
        #[expect(clippy::float_cmp, reason = "20 and 20.0 parse to the very same number")]
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
