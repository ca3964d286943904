//! The filters of [`crate::quality`] over the runs of a benchmark, with the evidence for each flag.

use serde::Serialize;

use super::exam::{Answers, Exam};
use crate::benchmark::{Input, Label, Pass, QuestionKey};
use crate::extract::{Answer, RuleSet};
use crate::quality::{
    Outcome, Rule, Verdict, flag_probability, right_by_chance, suspect_text_only, suspect_wrong,
    verdict,
};
use crate::score::{AnsweredPass, Group, RequiredPasses, Strategy};
use crate::store::{Benchmark, Run, Store, StoreError};

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

/// What a filter found.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspicion {
    /// How many questions were looked at: all that have a reference answer.
    pub checked: usize,
    /// Questions of which the evidence does not tell.
    pub incomplete: Vec<QuestionKey>,
    /// Questions that are suspected.
    pub flagged: Vec<Suspected>,
    /// The rows of the questions that are not suspected.
    pub cleared: Vec<i64>,
    /// How many flags chance alone would give.
    pub chance: Vec<ChanceRow>,
    /// Questions without a reference answer, which cannot be checked.
    pub without_answer: usize,
}

/// A suspected question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suspected {
    /// The question's name.
    pub question: QuestionKey,
    /// The row of its revision.
    #[serde(skip)]
    pub id: i64,
    /// What each model answered.
    pub evidence: Vec<Evidence>,
}

/// What one model answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The model's name.
    pub model: String,
    /// Whether it is right; nothing where unread answers leave that open.
    pub correct: Option<bool>,
    /// Its passes.
    pub passes: Vec<EvidencePass>,
}

/// One pass of the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvidencePass {
    /// Which pass.
    pub pass: Pass,
    /// The letter read from the text; `Z` for none of the choices.
    pub label: Option<char>,
    /// The label that stood before the right choice.
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

/// Looks all questions over. The runs' input must be [`Filter::input`].
pub fn suspicion(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    filter: Filter,
    (strategy, rules): (Strategy, RuleSet),
    extractor: Option<&str>,
) -> Result<Suspicion, StoreError> {
    let mut exam = Exam::of(store, benchmark)?;
    let answers = exam.answers_of(store, runs, rules, extractor)?;
    let mut found = Suspicion {
        checked: 0,
        incomplete: Vec::new(),
        flagged: Vec::new(),
        cleared: Vec::new(),
        chance: Vec::new(),
        without_answer: 0,
    };
    for (at, item) in exam.items().iter().enumerate() {
        if item.sheet.answer.is_none() {
            found.without_answer += 1;
            continue;
        }
        found.checked += 1;
        let passes = strategy.required(&item.required).count() as u32;
        found.count_shape(item.sheet.choices.len(), passes, filter, runs.len());
        let verdicts: Vec<Verdict> = answers
            .iter()
            .map(|answers| verdict(&received(answers, at, &item.required), strategy))
            .collect();
        match filter.outcome(&verdicts) {
            Outcome::Cleared => found.cleared.push(item.sheet.id),
            Outcome::Incomplete => found.incomplete.push(item.sheet.key.clone()),
            Outcome::Flagged => found.flagged.push(Suspected {
                question: item.sheet.key.clone(),
                id: item.sheet.id,
                evidence: evidence(store, runs, &answers, (at, item.sheet.id), &verdicts)?,
            }),
        }
    }
    for row in &mut found.chance {
        row.expected = row.probability * row.questions as f64;
    }
    Ok(found)
}

impl Suspicion {
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

/// The passes of a question. From a note that the request failed nothing is read, even where the kit's
/// rules find a word of a choice in it.
fn received<'a>(answers: &Answers, item: usize, required: &'a RequiredPasses) -> Group<'a> {
    let passes = answers.passes(item).map(|(pass, reading)| match reading.failed {
        true => AnsweredPass { answer: Answer::Nothing, ..pass },
        false => pass,
    });
    Group { passes: passes.collect(), required }
}

fn evidence(
    store: &Store,
    runs: &[Run],
    answers: &[Answers],
    (item, question_id): (usize, i64),
    verdicts: &[Verdict],
) -> Result<Vec<Evidence>, StoreError> {
    let mut evidence = Vec::with_capacity(runs.len());
    for ((run, answers), verdict) in runs.iter().zip(answers).zip(verdicts) {
        let mut texts = store.predictions(run, question_id)?;
        let mut text = |pass: Pass| {
            let found = texts.iter_mut().find(|prediction| prediction.pass == pass);
            found.map(|prediction| std::mem::take(&mut prediction.text)).unwrap_or_default()
        };
        let passes = answers.passes(item).map(|(pass, _)| EvidencePass {
            pass: pass.pass,
            label: pass.answer.letter(),
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
