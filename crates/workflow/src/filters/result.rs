//! What a filter found, and keeping it as flags.

use serde::Serialize;
use serde_json::json;

use super::votes::RunVotes;
use super::{Filter, FilterOptions};
use crate::evaluation::prepared::{RunAnswers, ScoredQuestion};
use crate::evaluation::run_score::RunOptions;
use crate::outcomes::flag_evidence::{Evidence, FlagFinding, FlaggedBy};
use assay_core::benchmark::QuestionKey;
use assay_core::quality::{Contradiction, Verdict};
use assay_core::score::Strategy;
use assay_store::{
    Benchmark, Flag, FlagKind, Flagging, NewFlag, QuestionId, Run, Store, StoreError,
};

/// What a filter found.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterResult {
    /// What made a model correct on a question, which may be the default for the runs.
    pub strategy: Strategy,
    /// Models of which there are first passes alone where the strategy asks for others too.
    pub first_passes_alone: Vec<String>,
    /// How many verdicts of each run are missing.
    missing: Vec<usize>,
    /// How many questions were looked at: all that have a reference answer.
    pub checked: usize,
    /// Questions that the evidence leaves open.
    pub incomplete: Vec<QuestionKey>,
    /// Their rows.
    pub incomplete_rows: Vec<QuestionId>,
    /// Questions that the filter flags: those of `contradicted` with the strongest evidence first,
    /// else in the order of the file.
    pub flagged: Vec<FlaggedQuestion>,
    /// The rows of the questions that it does not flag.
    pub cleared: Vec<QuestionId>,
    /// How many flags chance alone would give.
    pub chance: Vec<ChanceRow>,
    /// Open questions, which have no answer to compare.
    pub open_questions: usize,
    /// Questions with choices and no reference answer, which cannot be checked.
    pub without_answer: usize,
    /// The accuracy of each model, of which `contradicted` makes its weight; else empty.
    pub accuracies: Vec<ModelAccuracy>,
}

/// How often a model's passes are right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelAccuracy {
    /// The model's name.
    pub model: String,
    /// See [`assay_core::quality::Accuracy`].
    pub accuracy: f64,
}

/// A question that a filter flags.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlaggedQuestion {
    /// The question's name.
    pub question: QuestionKey,
    /// The row of its revision.
    #[serde(skip)]
    pub id: QuestionId,
    /// What flags it: the models, people, or both.
    pub by: Vec<FlaggedBy>,
    /// What the models choose instead; of the filter `contradicted` alone.
    #[serde(flatten)]
    pub contradiction: Option<Contradiction>,
    /// What each model answered and what people found.
    pub evidence: Vec<Evidence>,
}

/// Questions of one shape, and how often models that guess would have them flagged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChanceRow {
    /// How many choices they have.
    pub choices: usize,
    /// How many passes are asked for.
    pub passes: u32,
    /// How many of the checked questions have this shape.
    pub questions: usize,
    /// The probability of a flag on one of them.
    pub probability: f64,
    /// How many flags that makes on average.
    pub expected: f64,
}

impl FilterResult {
    /// Nothing found yet.
    pub(super) fn new(runs: &[Run], votes: Option<&[RunVotes]>, strategy: Strategy) -> Self {
        let accuracy = |(run, votes): (&Run, &RunVotes)| ModelAccuracy {
            model: run.model.clone(),
            accuracy: votes.accuracy(),
        };
        FilterResult {
            strategy,
            first_passes_alone: Vec::new(),
            missing: vec![0; runs.len()],
            checked: 0,
            incomplete: Vec::new(),
            incomplete_rows: Vec::new(),
            flagged: Vec::new(),
            cleared: Vec::new(),
            chance: Vec::new(),
            open_questions: 0,
            without_answer: 0,
            accuracies: runs.iter().zip(votes.unwrap_or_default()).map(accuracy).collect(),
        }
    }

    /// Counts which runs lack passes of a question that would decide it.
    pub(super) fn count_missing(&mut self, verdicts: &[Verdict], question: &ScoredQuestion) {
        if question.sheet.answer.is_some() {
            for (missing, verdict) in self.missing.iter_mut().zip(verdicts) {
                *missing += usize::from(*verdict == Verdict::Missing);
            }
        }
    }

    /// Notes the models that lack passes because they were asked first passes alone.
    pub(super) fn keep_first_passes_alone(&mut self, answers: &[RunAnswers]) {
        let models = answers.iter().map(|run| &run.answers).zip(&self.missing);
        let first_alone = models.filter(|(answers, missing)| {
            **missing > 0 && !answers.passes().is_empty() && !answers.has_later_passes()
        });
        self.first_passes_alone = first_alone.map(|(answers, _)| answers.model.clone()).collect();
    }

    /// The incomplete questions whose flag rested on people alone, who have taken it back.
    fn left_by_people(&self, flags: &[Flag], kind: FlagKind) -> Vec<QuestionId> {
        let rests_on_people = |key: &QuestionKey| {
            flags.iter().any(|flag| {
                let is_same = flag.kind == kind && flag.question == *key;
                is_same && FlagFinding::from_flag(flag).is_by_people_alone()
            })
        };
        let incomplete = self.incomplete.iter().zip(&self.incomplete_rows);
        incomplete.filter(|(key, _)| rests_on_people(key)).map(|(_, row)| *row).collect()
    }

    /// Once every question was looked at: what chance would give, the strongest flags first.
    pub(super) fn finish(&mut self) {
        for row in &mut self.chance {
            row.expected = row.probability * row.questions as f64;
        }
        let strength = |flagged: &FlaggedQuestion| {
            flagged.contradiction.map_or(0.0, |contradiction| contradiction.strength)
        };
        self.flagged.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    }

    /// Counts a checked question by its shape.
    pub(super) fn count_shape(
        &mut self,
        choices: usize,
        passes: u32,
        filter: Filter,
        models: usize,
    ) {
        let same = |row: &&mut ChanceRow| row.choices == choices && row.passes == passes;
        if let Some(row) = self.chance.iter_mut().find(same) {
            row.questions += 1;
            return;
        }
        let Some(probability) = filter.chance(models, choices, passes) else { return };
        self.chance.push(ChanceRow { choices, passes, questions: 1, probability, expected: 0.0 });
        self.chance.sort_by_key(|row| (row.choices, row.passes));
    }

    /// How many flags models that guess would give on average.
    pub fn expected_by_chance(&self) -> f64 {
        self.chance.iter().map(|row| row.expected).sum()
    }
}

/// Keeps what a filter found as flags in the database.
///
/// # Errors
/// When the database cannot be written.
pub fn keep_flags(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &FilterOptions,
    found: &FilterResult,
) -> Result<Flagging, StoreError> {
    let FilterOptions { filter, scoring: RunOptions { rules, missing, extractor, .. }, .. } =
        options;
    let parameters = json!({
        "models": runs.iter().map(|run| &run.model).collect::<Vec<_>>(),
        "strategy": found.strategy,
        "missing": missing,
        "rules": rules,
        "extractor": extractor,
    });
    let new_flag = |flagged: &FlaggedQuestion| {
        let refused = |error: serde_json::Error| StoreError::Refused(error.to_string());
        let evidence = serde_json::to_value(&flagged.evidence).map_err(refused)?;
        let by = match flagged.contradiction {
            Some(_) => Vec::new(),
            None => flagged.by.clone(),
        };
        let finding = FlagFinding { by, contradiction: flagged.contradiction };
        let finding = serde_json::to_value(finding).map_err(refused)?;
        Ok(NewFlag { question_id: flagged.id, evidence, finding: Some(finding) })
    };
    let flags: Vec<NewFlag> =
        found.flagged.iter().map(new_flag).collect::<Result<_, StoreError>>()?;
    let mut cleared = found.cleared.clone();
    cleared.extend(found.left_by_people(&store.flags(benchmark)?, filter.kind()));
    store.keep_flags(filter.kind(), &filter.rule(), &parameters, &flags, &cleared)
}
