//! The scoring table of one model: questions × passes, from any source.
//!
//! A prediction file and a run in the database fill the same table ([`ModelAnswers`] under a list
//! of [`Question`]s). The whole score is computed here: the default strategy, which questions
//! count, the result rows, the undecided questions and the warnings about missing passes.

mod count;

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use self::count::Count;
use super::{
    ExtractedPass, Group, Judgement, Missing, ModelAnswers, Placement, RequiredPasses, ResultRow,
    Strategy, breakdown, judge,
};
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::{AnswerRule, Label, QuestionKey};

/// A question as the table needs it.
#[derive(Clone, Copy, Debug)]
pub struct TableQuestion<'q> {
    /// Its name.
    pub key: &'q str,
    /// Its split and abilities.
    pub placement: Placement<'q>,
    /// The placements of the passes whose rows have others, by the positions of the passes.
    pub moved: &'q [(usize, Placement<'q>)],
    /// The passes that CircularEval requires.
    pub required: &'q RequiredPasses,
    /// The number of its choices.
    pub choices: usize,
    /// Whether it has a reference answer; one without is not counted.
    pub has_answer: bool,
    /// The rule of its short answer.
    pub rule: Option<AnswerRule>,
}

/// A question that can be in a table.
pub trait Question {
    /// What the table needs of it.
    fn in_table(&self) -> TableQuestion<'_>;
}

/// A question of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedQuestion {
    /// The question's name.
    pub key: QuestionKey,
    /// The leaf ability.
    pub category: Option<String>,
    /// The L-2 ability.
    pub l2_category: Option<String>,
    pub split: Option<String>,
    /// The number of its choices.
    pub choices: usize,
    /// The reference answer.
    pub answer: Option<Label>,
    /// The rule of its short answer, if there is something to compare with.
    pub rule: Option<AnswerRule>,
    /// The passes that CircularEval requires.
    pub required: RequiredPasses,
}

impl Question for AskedQuestion {
    fn in_table(&self) -> TableQuestion<'_> {
        TableQuestion {
            key: self.key.as_str(),
            placement: Placement {
                split: self.split.as_deref(),
                l2_category: self.l2_category.as_deref(),
                category: self.category.as_deref(),
            },
            moved: &[],
            required: &self.required,
            choices: self.choices,
            has_answer: self.answer.is_some() || self.rule.is_some(),
            rule: self.rule,
        }
    }
}

/// Questions that no pass decided. If every pass counts separately, these are passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Undecided {
    /// Because passes are absent.
    pub missing_passes: usize,
    /// Because nothing was extracted from passes.
    pub not_extracted: usize,
}

/// The score of one model.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The questions that it was asked and that have a reference answer.
    pub questions: usize,
    /// Questions that no pass decided.
    pub undecided: Undecided,
    /// Accuracy by split and ability.
    pub results: Vec<ResultRow>,
    /// How many of the questions have short answers, by rule; the others are judged by their choices.
    pub short_answers: BTreeMap<AnswerRule, usize>,
    /// Warnings for readers of the score about missing questions and passes, as sentences.
    pub warnings: Vec<String>,
}

/// For each question the number of its placement, so that many models are counted fast.
#[derive(Clone, Debug)]
pub struct Placements {
    /// Gives the abilities their L-1.
    taxonomy: Taxonomy,
    /// The position of one question of each different placement.
    examples: Vec<usize>,
    /// The placement of each question, as an index into `examples`.
    numbers: Vec<u32>,
}

impl Placements {
    /// The placements of these questions in a taxonomy.
    pub fn new<Q: Question>(questions: &[Q], taxonomy: &Taxonomy) -> Self {
        let mut known: HashMap<Placement<'_>, u32> = HashMap::new();
        let mut examples = Vec::new();
        let mut numbers = Vec::with_capacity(questions.len());
        for (position, question) in questions.iter().enumerate() {
            let number = *known.entry(question.in_table().placement).or_insert_with(|| {
                examples.push(position);
                examples.len() as u32 - 1
            });
            numbers.push(number);
        }
        Placements { taxonomy: taxonomy.clone(), examples, numbers }
    }
}

/// One model's answers under the questions of a benchmark.
#[derive(Clone, Debug)]
pub struct ScoringTable<'t, Q> {
    questions: &'t [Q],
    answers: &'t ModelAnswers,
    /// The splits in which the model has any prediction. It was not asked in others.
    asked: Vec<Option<&'t str>>,
    /// The answers as they were read when the model was asked, if that reading spared passes.
    /// A pass that was wrong by that reading spared those after it.
    pub sparing: Option<&'t ModelAnswers>,
}

impl<'t, Q: Question> ScoringTable<'t, Q> {
    /// The table of these questions and one model's answers to them.
    pub fn new(questions: &'t [Q], answers: &'t ModelAnswers) -> Self {
        let mut asked: Vec<Option<&str>> = Vec::new();
        for (position, question) in questions.iter().enumerate() {
            if !answers.question(position).is_empty() {
                let split = question.in_table().placement.split;
                if !asked.contains(&split) {
                    asked.push(split);
                }
            }
        }
        ScoringTable { questions, answers, asked, sparing: None }
    }

    /// The verdict on each question; `None` if it has no reference answer, or is in a split without
    /// any answer of the model.
    pub fn judgements(&self, strategy: Strategy, missing: Missing) -> Vec<Option<Judgement>> {
        let judgement = |(position, question): (usize, &Q)| {
            let question = question.in_table();
            let is_scored = question.has_answer && self.asked.contains(&question.placement.split);
            is_scored.then(|| {
                let passes = self.answers.question(position);
                judge(&Group { passes, required: question.required }, strategy, missing)
            })
        };
        self.questions.iter().enumerate().map(judgement).collect()
    }

    /// Whether any question has more than one pass, so that "every pass" means more than the first.
    pub fn asks_for_later_passes(&self) -> bool {
        self.answers.has_later_passes()
            || self.questions.iter().map(Q::in_table).any(|question| {
                matches!(question.required, RequiredPasses::Listed(_))
                    && self.asked.contains(&question.placement.split)
            })
    }

    /// The score. `placements` are those of the table's questions.
    pub fn score(&self, strategy: Strategy, missing: Missing, placements: &Placements) -> Score {
        let mut count = Count::new(self.questions, placements, strategy, missing);
        let counts_first_alone = strategy == Strategy::EveryPass && !self.asks_for_later_passes();
        for (position, question) in self.questions.iter().map(Q::in_table).enumerate() {
            let extracted = self.answers.question(position);
            if !question.has_answer {
                let without = match question.choices {
                    0 => &mut count.noted.open,
                    _ => &mut count.noted.without_answer,
                };
                *without += usize::from(!extracted.is_empty());
                continue;
            }
            if !self.asked.contains(&question.placement.split) {
                count.noted.not_asked += 1;
                continue;
            }
            if extracted.is_empty() {
                count.noted.absent.push(question.key);
                if missing == Missing::Kit {
                    continue;
                }
            }
            if let Some(rule) = question.rule {
                *count.short_answers.entry(rule).or_default() += 1;
            }
            let required =
                if counts_first_alone { &super::FIRST_PASS_ONLY } else { question.required };
            let group = Group { passes: extracted, required };
            let is_wrong = |pass: &ExtractedPass| pass.is_right() == Some(false);
            let sparing = self.sparing.map(|read| read.question(position).iter().any(is_wrong));
            count.note_missing_passes(question, &group, sparing);
            let place = placements.numbers[position] as usize;
            match strategy {
                Strategy::EveryPass => count.passes(place, question, &group),
                Strategy::Circular | Strategy::FirstPass => count.question(place, &group),
            }
        }
        let has_later_passes = self.answers.has_later_passes();
        Score {
            questions: count.questions,
            undecided: count.undecided,
            short_answers: count.short_answers.clone(),
            warnings: count.warnings(has_later_passes, !counts_first_alone),
            results: breakdown(&placements.taxonomy, count.tallies),
        }
    }
}

#[cfg(test)]
mod tests;
