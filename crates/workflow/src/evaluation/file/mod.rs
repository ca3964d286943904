//! The score of a prediction file, with its data set or without, and no database.
//!
//! [`FileInput`] holds the tables, [`FileScoring`] their rows grouped into questions with the labels that
//! rules extracted. The score itself is computed by [`assay_core::score::ScoringTable`], as for a run in the
//! database.

mod all_rules;
mod answered;
mod data_warnings;
mod questions;
mod samples;
mod warnings;

use std::collections::HashMap;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;

pub use self::all_rules::{DifferingQuestion, ScoresByRules, scores_by_rules};
use self::questions::{FileQuestion, FileQuestions};
pub use self::samples::SampleCounts;
use super::short_answers::{JudgedShort, judged};
use crate::linking::file::known_rows;
use assay_core::benchmark::prediction::is_failure_message;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{AnswerRule, Label, Pass, PredictionStatus};
use assay_core::extract::{Choices, Extraction, RuleSet, extract};
use assay_core::score::{
    DecidedBy, ExtractedLabel, ExtractedPass, ExtractionCounts, Judgement, Missing, ModelAnswers,
    Placements, RankBy, Score, ScoringTable, Strategy,
};
use assay_core::short::ShortVerdict;
use assay_formats::predictions::{
    Compat, KnownColumn, PredictionError, PredictionTable, read_ranked_table, read_table,
};

/// Why a file has no score.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] PredictionError),
    /// The rows of the tables do not make questions with answers.
    #[error("{file}: {problem}")]
    Rows {
        /// The prediction file.
        file: String,
        /// What is wrong and what to do.
        problem: String,
    },
}

/// How a file is scored.
#[derive(Clone, Copy, Debug)]
pub struct FileOptions {
    /// The rules that extract labels; also the version of VLMEvalKit that is reproduced.
    pub rules: RuleSet,
    /// How passes make a score; without it, [`Strategy::default_for`] the file.
    pub strategy: Option<Strategy>,
    /// How missing passes are treated.
    pub missing: Missing,
}

/// A prediction file and its data set.
#[derive(Debug)]
pub struct FileInput {
    file: String,
    predictions: PredictionTable,
    dataset: Option<PredictionTable>,
    /// The rule for rows that have an answer, no choices and no rule of their own.
    pub answer_rule: Option<AnswerRule>,
}

impl FileInput {
    /// Reads the tables. Where predictions are scores of the choices, these are compared by `rank_by`.
    ///
    /// # Errors
    /// When a file cannot be read, or the first has no predictions.
    pub fn read(
        file: &Path,
        dataset: Option<&Path>,
        compat: Compat,
        rank_by: RankBy,
    ) -> Result<Self, FileError> {
        let predictions = read_ranked_table(file, compat, rank_by)?;
        let dataset = dataset.map(|path| read_table(path, compat)).transpose()?;
        Self::from_tables(file.display().to_string(), predictions, dataset)
    }

    /// From tables that were read before; `file` is the name in messages.
    ///
    /// # Errors
    /// When the table has no predictions.
    pub fn from_tables(
        file: String,
        predictions: PredictionTable,
        dataset: Option<PredictionTable>,
    ) -> Result<Self, FileError> {
        let problem = if !predictions.has(KnownColumn::Prediction) {
            "there is no column \"prediction\"; is this the data set itself?"
        } else if predictions.rows() == 0 {
            "there is no row below the names of the columns"
        } else {
            return Ok(FileInput { file, predictions, dataset, answer_rule: None });
        };
        Err(FileError::Rows { file, problem: problem.to_owned() })
    }

    /// Groups the rows into questions and extracts their labels. VLMEvalKit's early version drops the
    /// rows that the data set does not have; so do its rules here.
    ///
    /// # Errors
    /// When the data set does not have the file's questions, or there are no reference answers.
    pub fn scoring(&mut self, options: FileOptions) -> Result<FileScoring<'_>, FileError> {
        if let (RuleSet::VlmevalkitEarly, Some(dataset)) = (options.rules, &self.dataset)
            && !self.predictions.is_asked()
            && let Some(known) = known_rows(&self.predictions, dataset)
        {
            self.predictions = known;
        }
        let (predictions, dataset) = (&self.predictions, self.dataset.as_ref());
        let questions = FileQuestions::new(predictions, dataset, options, self.answer_rule)
            .map_err(|problem| FileError::Rows { file: self.file.clone(), problem })?;
        Ok(FileScoring::new(questions, options))
    }
}

/// A prediction file with its questions and the labels of its rows.
#[derive(Debug)]
pub struct FileScoring<'a> {
    questions: FileQuestions<'a>,
    /// What was extracted from each row.
    labels: Vec<ExtractedLabel>,
    /// The steps of the rules that found it.
    steps: Vec<&'static str>,
    answers: ModelAnswers,
    /// What short answers are worth, by row.
    short: HashMap<usize, JudgedShort>,
    samples: Option<SampleCounts>,
    strategy: Strategy,
    missing: Missing,
}

/// The score of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileScore {
    /// The strategy, which may be the default.
    pub strategy: Strategy,
    /// How many rows there are.
    pub rows: usize,
    /// Questions, results and the warnings about missing passes.
    pub score: Score,
    /// How often questions were asked, where that is more than once.
    pub samples: Option<SampleCounts>,
    /// How many rows have a label.
    pub extraction: ExtractionCounts,
    /// What is unusual about the file and its data set as such, in sentences.
    pub file_warnings: Vec<String>,
}

/// The label of one row.
#[derive(Clone, Copy, Debug)]
pub struct ScoredRow<'a> {
    /// The row's index.
    pub index: &'a str,
    /// The letter; `Z` for none of the choices.
    pub label: Option<char>,
    /// The step of the rules that found it.
    pub step: &'static str,
    /// What a short answer is worth.
    pub short: Option<&'a ShortVerdict>,
}

/// The verdict on one question.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedQuestion<'a> {
    /// The question's index.
    question: &'a str,
    correct: bool,
    counted: bool,
    decided_by: DecidedBy,
    /// The passes that are there.
    passes: Vec<JudgedPass>,
}

#[derive(Clone, Debug, Serialize)]
struct JudgedPass {
    pass: Pass,
    /// The letter that was extracted.
    label: Option<char>,
    /// The letter that is right.
    answer: Option<Label>,
    /// What a short answer is worth.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    short: Option<ShortVerdict>,
}

impl<'a> FileScoring<'a> {
    fn new(mut questions: FileQuestions<'a>, options: FileOptions) -> Self {
        let predictions = questions.predictions;
        let judge = |row: usize| {
            let text = predictions.prediction(row);
            let failed = is_failure_message(text);
            let status = if failed { PredictionStatus::Failed } else { PredictionStatus::Ok };
            Some((row, judged(questions.short(row)?, text, status)))
        };
        let short: HashMap<usize, JudgedShort> =
            (0..predictions.rows()).into_par_iter().filter_map(judge).collect();
        let read = |row: usize| {
            let text = predictions.prediction(row);
            if let Some(judged) = short.get(&row) {
                return (judged.label, "short answer");
            }
            let extraction = match questions.is_open(row) {
                true => Extraction::NOTHING,
                false => extract(options.rules, text, &Choices::new(questions.choices(row))),
            };
            (
                ExtractedLabel::from_extraction(&extraction, is_failure_message(text)),
                extraction.step,
            )
        };
        let (labels, steps): (Vec<ExtractedLabel>, Vec<&str>) =
            (0..predictions.rows()).into_par_iter().map(read).unzip();
        let samples = predictions.is_sampled().then(|| questions.keep_majority(&labels)).flatten();
        let pass = |&(row, pass): &(usize, Pass)| ExtractedPass {
            pass,
            extracted: labels[row],
            reference: questions.reference(row),
            grade: short.get(&row).and_then(|judged| judged.grade),
        };
        let passes =
            questions.list.iter().enumerate().flat_map(|(position, question)| {
                question.rows.iter().map(move |row| (position, row))
            });
        let passes = passes.map(|(position, row)| (position, pass(row)));
        let answers = ModelAnswers::new("", questions.list.len(), passes, 0);
        let strategy = options.strategy.unwrap_or_else(|| Strategy::default_for([&answers]));
        let missing = options.missing;
        FileScoring { questions, labels, steps, answers, short, samples, strategy, missing }
    }

    fn verdict(&self, row: usize) -> Option<&ShortVerdict> {
        self.short.get(&row).and_then(|judged| judged.verdict.as_ref())
    }

    fn table(&self) -> ScoringTable<'_, FileQuestion<'a>> {
        ScoringTable::new(&self.questions.list, &self.answers)
    }

    /// The score.
    pub fn score(&self) -> FileScore {
        let categories = self.questions.list.iter().filter_map(|one| one.placement.category);
        let taxonomy = Taxonomy::recognize(categories).unwrap_or(Taxonomy::default_taxonomy());
        let placements = Placements::new(&self.questions.list, taxonomy);
        let labels = self.labels.iter().enumerate();
        let of_choices = labels.filter(|(row, _)| !self.questions.is_open(*row));
        FileScore {
            strategy: self.strategy,
            rows: self.labels.len(),
            score: self.table().score(self.strategy, self.missing, &placements),
            samples: self.samples,
            extraction: ExtractionCounts::count(of_choices.map(|(row, label)| {
                if self.short.contains_key(&row) { label.as_matched() } else { *label }
            })),
            file_warnings: warnings::warnings(&self.questions),
        }
    }

    /// The label of each row, in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = ScoredRow<'_>> {
        let rows = self.labels.iter().zip(&self.steps).enumerate();
        rows.map(|(row, (label, &step))| ScoredRow {
            index: self.questions.predictions.row_index(row),
            label: label.answer.letter().filter(|_| !self.short.contains_key(&row)),
            step,
            short: self.verdict(row),
        })
    }

    /// The verdict on each question that counts, in the order of their indices.
    pub fn judged_questions(&self) -> impl Iterator<Item = JudgedQuestion<'_>> {
        let judgements = self.table().judgements(self.strategy, self.missing);
        let questions = self.questions.list.iter().enumerate().zip(judgements);
        questions.filter_map(|((position, question), judgement)| {
            let passes = self.answers.question(position);
            if passes.is_empty() && self.missing == Missing::Kit {
                return None;
            }
            let Judgement { counted, correct, decided_by } = judgement?;
            let is_short = question.rule().is_some();
            let pass = |(pass, &(row, _)): (&ExtractedPass, &(usize, Pass))| {
                let label = pass.extracted.answer.letter().filter(|_| !is_short);
                let answer = pass.reference.filter(|_| !is_short);
                JudgedPass { pass: pass.pass, label, answer, short: self.verdict(row).cloned() }
            };
            let passes = passes.iter().zip(&question.rows).map(pass).collect();
            Some(JudgedQuestion { question: question.index, correct, counted, decided_by, passes })
        })
    }
}
