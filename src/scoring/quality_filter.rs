//! The filters of [`crate::quality`] over the runs of a benchmark, with the evidence for each flag.

use serde::Serialize;
use serde_json::json;

use super::prepared::{PreparedBenchmark, RunAnswers};
use crate::benchmark::{Input, Label, Pass, QuestionKey};
use crate::extract::{Answer, RuleSet};
use crate::quality::{
    Outcome, Rule, Verdict, flag_probability, right_by_chance, suspect_text_only, suspect_wrong,
    verdict,
};
use crate::score::{AnsweredPass, ExtractedPass, Group, Strategy};
use crate::store::{Benchmark, FlagKind, Flagging, NewFlag, QuestionId, Run, Store, StoreError};

/// A filter with what it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Questions that models answer without the picture.
    TextOnly(Rule),
    /// Questions that no model with pictures answers.
    Wrong,
}

impl Filter {
    /// The runs it looks at.
    pub fn input(self) -> Input {
        match self {
            Filter::TextOnly(_) => Input::Text,
            Filter::Wrong => Input::Image,
        }
    }

    /// What its flags say of a question.
    pub fn kind(self) -> FlagKind {
        match self {
            Filter::TextOnly(_) => FlagKind::TextOnly,
            Filter::Wrong => FlagKind::Wrong,
        }
    }

    /// The rule's name.
    pub fn rule(self) -> String {
        match self {
            Filter::TextOnly(rule) => rule.to_string(),
            Filter::Wrong => "no-model-correct".into(),
        }
    }

    fn outcome(self, verdicts: &[Verdict]) -> Outcome {
        match self {
            Filter::TextOnly(rule) => suspect_text_only(rule, verdicts),
            Filter::Wrong => suspect_wrong(verdicts),
        }
    }

    /// How probable a flag is when every model guesses every pass.
    fn chance(self, models: usize, choices: usize, passes: u32) -> f64 {
        let right = right_by_chance(choices, passes);
        match self {
            Filter::TextOnly(rule) => {
                flag_probability(models, right, rule.threshold(models), models)
            }
            Filter::Wrong => flag_probability(models, right, 0, 0),
        }
    }
}

/// A filter and how the answers are judged for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterOptions {
    /// The filter.
    pub filter: Filter,
    /// What makes a model correct on a question.
    pub strategy: Strategy,
    /// The rules that extract labels.
    pub rules: RuleSet,
    /// The extractor whose labels fill in where the rules find nothing.
    pub extractor: Option<String>,
}

/// What a filter found.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterResult {
    /// How many questions were looked at: all that have a reference answer.
    pub checked: usize,
    /// Questions that the evidence leaves open.
    pub incomplete: Vec<QuestionKey>,
    /// Questions that the filter flags.
    pub flagged: Vec<FlaggedQuestion>,
    /// The rows of the questions that it does not flag.
    pub cleared: Vec<QuestionId>,
    /// How many flags chance alone would give.
    pub chance: Vec<ChanceRow>,
    /// Questions without a reference answer, which cannot be checked.
    pub without_answer: usize,
}

/// A question that a filter flags.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlaggedQuestion {
    /// The question's name.
    pub question: QuestionKey,
    /// The row of its revision.
    #[serde(skip)]
    pub id: QuestionId,
    /// What each model answered.
    pub evidence: Vec<Evidence>,
}

/// What one model answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The model's name.
    pub model: String,
    /// Whether it is right; nothing where passes without a label leave that open.
    pub correct: Option<bool>,
    /// Its passes.
    pub passes: Vec<EvidencePass>,
}

/// One pass of the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvidencePass {
    /// Which pass.
    pub pass: Pass,
    /// The letter extracted from the text; `Z` for none of the choices.
    pub label: Option<char>,
    /// The label of the right choice.
    pub answer: Option<Label>,
    /// What the model wrote.
    pub text: String,
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

/// Keeps what a filter found as flags in the database.
///
/// # Errors
/// When the database cannot be written.
pub fn keep_flags(
    store: &mut Store,
    runs: &[Run],
    options: &FilterOptions,
    found: &FilterResult,
) -> Result<Flagging, StoreError> {
    let FilterOptions { filter, strategy, rules, extractor } = options;
    let parameters = json!({
        "models": runs.iter().map(|run| &run.model).collect::<Vec<_>>(),
        "strategy": strategy,
        "rules": rules,
        "extractor": extractor,
    });
    let new_flag = |flagged: &FlaggedQuestion| {
        let evidence = serde_json::to_value(&flagged.evidence)
            .map_err(|error| StoreError::Refused(error.to_string()))?;
        Ok(NewFlag { question_id: flagged.id, evidence })
    };
    let flags: Vec<NewFlag> =
        found.flagged.iter().map(new_flag).collect::<Result<_, StoreError>>()?;
    store.keep_flags(filter.kind(), &filter.rule(), &parameters, &flags, &found.cleared)
}

/// Applies a filter to all questions. The runs' input must be [`Filter::input`].
pub fn apply_filter(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &FilterOptions,
) -> Result<FilterResult, StoreError> {
    let FilterOptions { filter, strategy, rules, ref extractor } = *options;
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let answers = prepared.answers_of_runs(store, runs, rules, extractor.as_deref())?;
    let mut found = FilterResult {
        checked: 0,
        incomplete: Vec::new(),
        flagged: Vec::new(),
        cleared: Vec::new(),
        chance: Vec::new(),
        without_answer: 0,
    };
    for (at, question) in prepared.questions().iter().enumerate() {
        if question.sheet.answer.is_none() {
            found.without_answer += 1;
            continue;
        }
        found.checked += 1;
        let passes = strategy.required(&question.required).count() as u32;
        found.count_shape(question.sheet.choices.len(), passes, filter, runs.len());
        let verdicts: Vec<Verdict> = answers
            .iter()
            .map(|run| {
                let passes: Vec<AnsweredPass> =
                    run.answers.question(at).iter().map(received).collect();
                verdict(&Group { passes: &passes, required: &question.required }, strategy)
            })
            .collect();
        match filter.outcome(&verdicts) {
            Outcome::Cleared => found.cleared.push(question.sheet.id),
            Outcome::Incomplete => found.incomplete.push(question.sheet.key.clone()),
            Outcome::Flagged => found.flagged.push(FlaggedQuestion {
                question: question.sheet.key.clone(),
                id: question.sheet.id,
                evidence: evidence(store, runs, &answers, (at, question.sheet.id), &verdicts)?,
            }),
        }
    }
    for row in &mut found.chance {
        row.expected = row.probability * row.questions as f64;
    }
    Ok(found)
}

impl FilterResult {
    fn count_shape(&mut self, choices: usize, passes: u32, filter: Filter, models: usize) {
        let same = |row: &&mut ChanceRow| row.choices == choices && row.passes == passes;
        if let Some(row) = self.chance.iter_mut().find(same) {
            row.questions += 1;
            return;
        }
        let probability = filter.chance(models, choices, passes);
        self.chance.push(ChanceRow { choices, passes, questions: 1, probability, expected: 0.0 });
        self.chance.sort_by_key(|row| (row.choices, row.passes));
    }

    /// How many flags models that guess would give on average.
    pub fn expected_by_chance(&self) -> f64 {
        self.chance.iter().map(|row| row.expected).sum()
    }
}

/// A pass as the filter judges it. A failed request has no label, even where VLMEvalKit's rules find a
/// word of a choice in its error message.
fn received(pass: &ExtractedPass) -> AnsweredPass {
    match pass.extracted.failed {
        true => AnsweredPass { answer: Answer::Nothing, ..pass.answered() },
        false => pass.answered(),
    }
}

fn evidence(
    store: &Store,
    runs: &[Run],
    answers: &[RunAnswers],
    (item, question_id): (usize, QuestionId),
    verdicts: &[Verdict],
) -> Result<Vec<Evidence>, StoreError> {
    let mut evidence = Vec::with_capacity(runs.len());
    for ((run, answers), verdict) in runs.iter().zip(answers).zip(verdicts) {
        let mut texts = store.predictions(run, question_id)?;
        let mut text = |pass: Pass| {
            let found = texts.iter_mut().find(|prediction| prediction.pass == pass);
            found.map(|prediction| std::mem::take(&mut prediction.text)).unwrap_or_default()
        };
        let passes = answers.answers.question(item).iter().map(|pass| EvidencePass {
            pass: pass.pass,
            label: pass.extracted.answer.letter(),
            answer: pass.reference,
            text: text(pass.pass),
        });
        evidence.push(Evidence {
            model: run.model.clone(),
            correct: verdict.is_correct(),
            passes: passes.collect(),
        });
    }
    Ok(evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::ExtractedLabel;

    #[test]
    fn a_failed_request_has_no_label_whatever_the_rules_find_in_it() {
        let pass = |failed| {
            let answer = Answer::Label(Label::A);
            let extracted = ExtractedLabel { answer, is_refusal: false, failed };
            received(&ExtractedPass { pass: Pass::FIRST, extracted, reference: Some(Label::A) })
        };
        assert_eq!(pass(false).is_right(), Some(true));
        assert_eq!(pass(true).is_right(), None);
    }
}
