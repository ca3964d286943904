//! What a filter found, and keeping it as flags.

use serde::Serialize;
use serde_json::json;

use super::FilterOptions;
use crate::evaluation::setting::RunOptions;
use crate::outcomes::flag_evidence::{Evidence, FlagFinding, FlaggedBy};
use assay_core::benchmark::QuestionKey;
use assay_core::quality::Contradiction;
use assay_core::score::Strategy;
use assay_store::{Flagging, NewFlag, QuestionId, Result, Run, Store, StoreError};

/// What a filter found.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterResult {
    /// What made a model correct on a question, which may be the default for the runs.
    pub strategy: Strategy,
    /// Models of which there are first passes alone where the strategy asks for others too.
    pub first_passes_alone: Vec<String>,
    /// How many questions were looked at: all that have a reference answer.
    pub checked: usize,
    /// Questions that the evidence leaves open.
    pub incomplete: Vec<QuestionKey>,
    /// Questions that the filter flags: those of `contradicted` with the strongest evidence first,
    /// else in the order of the file.
    pub flagged: Vec<FlaggedQuestion>,
    /// The rows of the questions that it does not flag, and of incomplete ones whose flag rested on people
    /// alone, who have taken it back.
    pub cleared: Vec<QuestionId>,
    /// How many flags chance alone would give.
    pub chance: Vec<ChanceRow>,
    /// Open questions, which have no answer to compare.
    pub open_questions: usize,
    /// Questions with short answers: the filters compare choices.
    pub short_answers: usize,
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
    runs: &[Run],
    options: &FilterOptions,
    found: &FilterResult,
) -> Result<Flagging> {
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
    let flags: Vec<NewFlag> = found.flagged.iter().map(new_flag).collect::<Result<_>>()?;
    store.keep_flags(filter.kind(), &filter.rule(), &parameters, &flags, &found.cleared)
}
