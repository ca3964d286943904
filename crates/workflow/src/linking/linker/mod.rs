//! Links the rows of prediction files to questions: which question, which pass, and in which order
//! the model saw the choices.
//!
//! A row is named by the index that it has in the benchmark's own file, by the key of its question with
//! a column `pass` or `g_index`, or by VLMEvalKit's numbering (pass `k` of question `i` is `i + k ×
//! 1,000,000`). The order is never guessed from the number of the pass: the choices in the row show
//! it, by their texts; a row without choices has the order that the benchmark's file lists for the
//! pass. Official files rotate in either direction, so both are taken.
//!
//! Where the harness may have given the index (a log of Inspect AI, documents of lmms-eval), the text that was
//! asked must confirm it; else the row is linked by that text. Several samples of an answer make one
//! prediction in `samples`.

mod samples;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use self::samples::SampledPasses;
use super::by_text::QuestionsByText;
use super::shown_order::shown_order;
use super::unusual::{Unusual, UnusualRows};
use crate::linking::scored_choices::check_scores;
use assay_core::benchmark::{ChoiceOrder, Label, Pass, Prediction, PredictionStatus, ShortAnswer};
use assay_core::extract::Answer;
use assay_core::keyword::keywords;
use assay_core::score::{ExtractedLabel, likeliest_rotations};
use assay_core::short::{ShortVerdict, judge};
use assay_formats::error::shown;
use assay_formats::predictions::{GRADED, KnownColumn, PredictionTable, RIGHT, WRONG};
use assay_formats::vlmevalkit::numbering::PassOffset;
use assay_store::{NewPrediction, QuestionId, QuestionSheet, RunSamples, StoredExtraction};

keywords! {
    /// Which of several rows of the same pass counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Duplicates {
        /// The first.
        First = "first",
        /// The last, as in a file to which a second attempt was appended.
        Last = "last",
    }
}

/// Predictions with their questions, and warnings about their rows.
#[derive(Debug, Default)]
pub struct LinkedPredictions {
    /// One for each row that is linked.
    pub predictions: Vec<NewPrediction>,
    /// The samples of which they are the majority, where questions were asked several times.
    pub samples: RunSamples,
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
    /// Rows whose question is confirmed by the text that the model was asked.
    pub confirmed: usize,
    /// What the harness's own scorers said about the predictions, by their names.
    pub scores: BTreeMap<String, Vec<StoredExtraction>>,
    /// What is unusual, in sentences.
    pub warnings: Vec<String>,
}

/// What scorers said about an answer, by their names.
type Labels = Vec<(String, Answer)>;

impl LinkedPredictions {
    fn keep_labels(&mut self, question_id: QuestionId, pass: Pass, labels: Labels) {
        for (scorer, answer) in labels {
            let read = StoredExtraction { question_id, pass, answer, evidence: None };
            self.scores.entry(scorer).or_default().push(read);
        }
    }
}

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
    pub problem: RowProblem,
}

/// What is wrong with a row, in a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RowProblem(String);

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
    /// Whether the documents of the file are in the order of the questions, as far as their texts say.
    in_order: bool,
    /// The questions by their stems, where rows have to be confirmed by them.
    by_text: Option<QuestionsByText<'a>>,
    /// Whether rows are named by the place of their question in the benchmark's file, 0 for the first.
    are_counted: bool,
    /// In which order the first confirmed row of a question shows its choices. A row in another order is of
    /// another pass.
    first_shown: HashMap<usize, ChoiceOrder>,
    sampled: SampledPasses,
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

/// The position of a question in the list, and its pass.
type Place = (usize, Pass);

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
            in_order: false,
            by_text: None,
            are_counted: false,
            first_shown: HashMap::new(),
            sampled: SampledPasses::default(),
            files: Vec::new(),
            places: vec![Vec::new(); questions.len()],
            linked: LinkedPredictions::default(),
            unusual: UnusualRows::default(),
        }
    }

    /// Confirms rows by what was asked; `stems` are those of the questions, in their order.
    pub fn confirm_by_text(&mut self, stems: impl Iterator<Item = &'a str>) {
        let choices = |sheet: &'a QuestionSheet| {
            sheet.choices.iter().map(|choice| choice.text.as_str()).collect()
        };
        let questions = self.questions.iter().map(choices);
        self.by_text = Some(QuestionsByText::new(stems.zip(questions)));
    }

    /// Takes the indices of a table for places in the benchmark's file if none is that of a question.
    pub fn count_documents(&mut self, table: &PredictionTable) {
        let is_known =
            |index| self.by_source_index.contains_key(index) || self.by_key.contains_key(index);
        self.are_counted = !(0..table.rows()).any(|row| is_known(table.row_index(row)));
    }

    /// Links the rows of a file.
    pub fn add_file(&mut self, path: &Path, table: &PredictionTable) -> Result<(), LinkError> {
        self.files.push(path.to_owned());
        self.linked.warnings.extend(table.warnings.iter().cloned());
        self.linked.rows += table.rows();
        self.linked.predictions.reserve(table.rows());
        self.in_order = (0..table.rows()).all(|row| self.is_at_its_place(table, row));
        for row in 0..table.rows() {
            self.row(table, row).map_err(|problem| LinkError {
                file: path.to_owned(),
                row: row + 1,
                index: shown(table.row_index(row)),
                problem,
            })?;
        }
        Ok(())
    }

    /// All predictions.
    pub fn finish(mut self) -> LinkedPredictions {
        self.sampled.finish(self.questions, &mut self.linked);
        self.linked.questions = self.places.iter().filter(|passes| !passes.is_empty()).count();
        self.linked.passes = self.places.iter().map(Vec::len).max().unwrap_or(0);
        self.linked.unknown = self.unusual.count(Unusual::UnknownQuestion);
        self.linked.other_answers = self.unusual.count(Unusual::OtherAnswer);
        self.linked.warnings.extend(self.unusual.sentences());
        self.linked
    }

    fn row(&mut self, table: &PredictionTable, row: usize) -> Result<(), RowProblem> {
        let index = table.row_index(row);
        let Some(((at, pass), is_by_number)) = self.found_place(table, row)? else {
            self.unusual.note(Unusual::UnknownQuestion, index);
            return Ok(());
        };
        let question = &self.questions[at];
        let (key, choices) = (&question.key, question.choices.len());
        if pass.0 as usize >= choices.max(1) {
            return Err(RowProblem(format!(
                "this is pass {pass} of question {key}, which has only {choices} choices"
            )));
        }
        let (order, mut unusual) = order_of_row(question, table, row, pass)?;
        // The text that was asked says which question the row is of.
        let is_confirmed = self.by_text.is_some() && table.asked(row).is_some();
        let pass = match is_confirmed {
            true => {
                self.linked.confirmed += 1;
                let first = self.first_shown.entry(at).or_insert_with(|| order.clone());
                let is_later = pass == Pass::FIRST && *first != order;
                is_later.then(|| pass_shown(question, &order)).flatten().unwrap_or(pass)
            }
            false => pass,
        };
        let labels = question.choices.iter().map(|choice| choice.label);
        check_scores(question.key.as_str(), table.text(row, KnownColumn::Scored), labels)
            .map_err(RowProblem)?;
        unusual.extend(table.prediction(row).is_empty().then_some(Unusual::Empty));
        unusual.extend(is_by_number.then_some(Unusual::AtItsPlace));
        for kind in unusual {
            self.unusual.note(kind, index);
        }
        if let Some((found, answer)) = table.answer(row).zip(question.answer) {
            self.linked.compared_answers += 1;
            let shown = order.shown_label_of(answer).map(|label| label.to_string());
            if shown.as_deref() != Some(found.trim()) {
                self.unusual.note(Unusual::OtherAnswer, index);
            }
        }
        // An answer in words is no sign but that of the place.
        if let Some((found, short)) = table.answer(row).zip(question.short.as_ref())
            && self.are_counted
        {
            self.linked.compared_answers += 1;
            if !short.answers.iter().any(|answer| answer.trim() == found.trim()) {
                self.unusual.note(Unusual::OtherAnswer, index);
            }
        }
        let text = table.prediction(row);
        let status = PredictionStatus::from_text(text);
        let prediction = Prediction { pass, order, text: text.to_owned(), status };
        let label = |(scorer, said): (&str, &str)| {
            Some((scorer.to_owned(), scored_answer(said, &prediction, question)?))
        };
        let labels: Labels = table.scores(row).filter_map(label).collect();
        if let Some(number) = table.sample(row) {
            if !self.sampled.take((at, pass), number, (prediction, labels))? {
                self.unusual.note(Unusual::Repeated, index);
            }
            self.places[at].push(LinkedRow { pass, file: 0, row: 0, position: 0 });
            return Ok(());
        }
        let there = self.places[at].iter().find(|other| other.pass == pass).copied();
        if let Some(there) = there {
            return self.repeat(there, prediction, question, index);
        }
        self.linked.keep_labels(question.id, pass, labels);
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
            self.unusual.note(Unusual::Repeated, index);
            return Ok(());
        }
        let kind = match self.duplicates {
            Some(Duplicates::First) => Unusual::Superseded,
            Some(Duplicates::Last) => {
                *kept = prediction;
                Unusual::Superseding
            }
            None => {
                let LinkedRow { pass, row, file, .. } = there;
                let (key, file) = (&question.key, self.files[file].display());
                return Err(RowProblem(format!(
                    "pass {pass} of question {key} is already in row {row} of {file} and says something else \
                     there; say with --duplicates first or last which one counts"
                )));
            }
        };
        self.unusual.note(kind, index);
        Ok(())
    }

    /// The position of a row's question in the list, and its pass; `None` if the row is not of a
    /// question.
    pub fn place_of(
        &self,
        table: &PredictionTable,
        row: usize,
    ) -> Result<Option<(usize, Pass)>, RowProblem> {
        Ok(self.found_place(table, row)?.map(|(place, _)| place))
    }

    /// The same, and whether it is one of several only by the number of the row's document.
    fn found_place(
        &self,
        table: &PredictionTable,
        row: usize,
    ) -> Result<Option<(Place, bool)>, RowProblem> {
        let named = self.named_place(table, row)?;
        let (Some(by_text), Some(asked)) = (&self.by_text, table.asked(row)) else {
            return Ok(named.map(|place| (place, false)));
        };
        let choices = table.choices(row).map(|(_, text)| text).collect();
        let found = by_text.find(asked, choices, named.map(|(at, _)| at));
        Ok(match found[..] {
            [at] => {
                let named = named.filter(|&(named, _)| named == at);
                Some((named.unwrap_or((at, Pass::FIRST)), false))
            }
            _ if self.in_order => {
                let at = table.document(row).filter(|at| found.contains(at));
                at.map(|at| ((at, Pass::FIRST), true))
            }
            _ => None,
        })
    }

    /// Whether the question that has the number of the row's document may be the row's.
    fn is_at_its_place(&self, table: &PredictionTable, row: usize) -> bool {
        let (Some(by_text), Some(at)) = (&self.by_text, table.document(row)) else { return false };
        let choices = table.choices(row).map(|(_, text)| text).collect();
        table.asked(row).is_some_and(|asked| by_text.agrees(at, asked, choices))
    }

    /// The place that a row's index, pass and group name.
    fn named_place(
        &self,
        table: &PredictionTable,
        row: usize,
    ) -> Result<Option<(usize, Pass)>, RowProblem> {
        let index = table.row_index(row);
        if let Some(written) = table.text(row, KnownColumn::Pass) {
            let pass = written.trim().trim_end_matches(".0").parse().map(Pass);
            let pass = pass.map_err(|_| {
                let found = shown(written);
                RowProblem(format!("the pass {found} is not a number; the first pass is 0"))
            })?;
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
        if self.are_counted {
            let at = usize::try_from(number).ok().filter(|at| *at < self.questions.len());
            return Ok(at.map(|at| (at, Pass::FIRST)));
        }
        let split = self.offset.split(number);
        let question = self.by_key.get(split.question.to_string().as_str()).copied();
        Ok(question
            .zip(u32::try_from(split.pass).ok())
            .map(|(question, pass)| (question, Pass(pass))))
    }
}

/// The label that a scorer gives: the letter that it read, that of the right choice, or nothing that is right; of a
/// short answer whether it is right. A failed request and an open question have none.
pub(crate) fn scored_answer(
    said: &str,
    prediction: &Prediction,
    question: &QuestionSheet,
) -> Option<Answer> {
    let order = &prediction.order;
    if prediction.failed() {
        return None;
    }
    if let Some(short) = &question.short {
        return scored_short_answer(said, short);
    }
    if question.choices.is_empty() || said.starts_with(GRADED) {
        return None;
    }
    if said == RIGHT {
        return order.shown_label_of(question.answer?).map(Answer::Label);
    }
    match Label::from_text(said) {
        Some(label) => order.original_of(label).map(|_| Answer::Label(label)),
        None => Some(Answer::Nothing),
    }
}

/// The same of a short answer: the verdict, or what the rule makes of the value that was read.
fn scored_short_answer(said: &str, short: &ShortAnswer) -> Option<Answer> {
    let is_right = match (said, said.strip_prefix(GRADED)) {
        (RIGHT, _) => true,
        (WRONG, _) => false,
        (_, Some(grade)) => grade.parse::<f64>().ok()? >= ShortVerdict::THRESHOLD,
        _ => judge(short, said).is_some_and(|verdict| verdict.is_right()),
    };
    Some(if is_right { Answer::Label(ExtractedLabel::ACCEPTED) } else { Answer::NoneOfThem })
}

/// The order in which a row shows the choices of its question, and how they match.
fn order_of_row(
    question: &QuestionSheet,
    table: &PredictionTable,
    row: usize,
    pass: Pass,
) -> Result<(ChoiceOrder, BTreeSet<Unusual>), RowProblem> {
    let choices: Vec<(Label, &str)> =
        question.choices.iter().map(|choice| (choice.label, choice.text.as_str())).collect();
    let original = ChoiceOrder::original(choices.iter().map(|(label, _)| *label));
    let recorded = question.passes.iter().find(|known| known.pass == pass);
    let recorded = recorded.map(|known| &known.order);
    let found: Vec<(Label, &str)> = table.choices(row).collect();
    if found.is_empty() {
        let order = recorded.cloned().or_else(|| (pass == Pass::FIRST).then_some(original));
        let unknown = || {
            RowProblem(format!(
                "the order of the choices in pass {pass} of question {} is not known: the row has none, \
                 and the benchmark's file had no such row; add the columns A, B, ..",
                question.key
            ))
        };
        return Ok((order.ok_or_else(unknown)?, BTreeSet::new()));
    }
    let recorded = recorded
        .and_then(|order| (0..choices.len()).find(|&by| *order == original.rotated_left(by)));
    let likely = recorded.into_iter().chain(likeliest_rotations(pass, choices.len()));
    let listed = |choices: &[(Label, &str)]| {
        let each: Vec<String> =
            choices.iter().map(|(label, text)| format!("{label} {text}")).collect();
        shown(&each.join(" · "))
    };
    shown_order(&choices, &found, likely).ok_or_else(|| {
        let (found, key, choices) = (listed(&found), &question.key, listed(&choices));
        RowProblem(format!(
            "the choices {found} are not those of question {key} in rotated order ({choices}); were these \
             predictions made on another version of the benchmark?"
        ))
    })
}

/// The pass in which a question shows its choices in this order: as its file lists it, else by the rotation.
fn pass_shown(question: &QuestionSheet, order: &ChoiceOrder) -> Option<Pass> {
    if let Some(known) = question.passes.iter().find(|known| known.order == *order) {
        return Some(known.pass);
    }
    let original = ChoiceOrder::original(question.choices.iter().map(|choice| choice.label));
    let by = (1..question.choices.len()).find(|&by| original.rotated_left(by) == *order)?;
    u32::try_from(by).ok().map(Pass)
}
