//! The scoring table of one model: questions × passes, from whatever source.
//!
//! A prediction file and a run in the database fill the same table ([`ModelAnswers`] under a list of
//! [`Question`]s). All that a score says is computed here: the default strategy, which questions count,
//! the result rows, the undecided questions and the warnings about missing passes.

use std::collections::HashMap;

use serde::Serialize;

use super::{
    AnsweredPass, DecidedBy, ExtractedPass, Group, Judgement, Missing, ModelAnswers, Placement,
    RequiredPasses, ResultRow, Strategy, Tally, breakdown, count_passes, judge, warnings,
};
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::{Label, Pass, QuestionKey};

/// A question as the table needs it.
pub trait Question {
    /// Its name.
    fn key(&self) -> &str;
    /// Where it belongs.
    fn placement(&self) -> Placement<'_>;
    /// The passes that CircularEval requires.
    fn required(&self) -> &RequiredPasses;
    /// How many choices it has.
    fn choices(&self) -> usize;
    /// Where its pass at this position belongs, if rows say so themselves.
    fn placement_of_pass(&self, _position: usize) -> Placement<'_> {
        self.placement()
    }
    /// Whether it has a reference answer; one without is not counted.
    fn has_answer(&self) -> bool {
        true
    }
}

/// A question of a comparison, by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedQuestion {
    /// The question's name.
    pub key: QuestionKey,
    /// The leaf ability.
    pub category: Option<String>,
    /// The L-2 ability.
    pub l2_category: Option<String>,
    /// The split.
    pub split: Option<String>,
    /// How many choices it has.
    pub choices: usize,
    /// The reference answer.
    pub answer: Option<Label>,
    /// The passes that CircularEval requires.
    pub required: RequiredPasses,
}

impl Question for AskedQuestion {
    fn key(&self) -> &str {
        self.key.as_str()
    }

    fn placement(&self) -> Placement<'_> {
        Placement {
            split: self.split.as_deref(),
            l2_category: self.l2_category.as_deref(),
            category: self.category.as_deref(),
        }
    }

    fn required(&self) -> &RequiredPasses {
        &self.required
    }

    fn choices(&self) -> usize {
        self.choices
    }
}

/// Questions that no pass decided. Where every pass counts by itself, these are passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Undecided {
    /// Because passes are not there.
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
    /// What a reader of the score should know about missing questions and passes, in sentences.
    pub warnings: Vec<String>,
}

/// For each question the number of its placement, so that many models are counted fast.
#[derive(Clone, Debug)]
pub struct Placements {
    /// Gives the abilities their L-1.
    taxonomy: &'static Taxonomy,
    /// A question of each different placement.
    examples: Vec<usize>,
    /// Which of them each question has.
    numbers: Vec<u32>,
}

impl Placements {
    /// The placements of these questions in a taxonomy.
    pub fn new<Q: Question>(questions: &[Q], taxonomy: &'static Taxonomy) -> Self {
        let mut known: HashMap<Placement<'_>, u32> = HashMap::new();
        let mut examples = Vec::new();
        let mut numbers = Vec::with_capacity(questions.len());
        for (position, question) in questions.iter().enumerate() {
            let number = *known.entry(question.placement()).or_insert_with(|| {
                examples.push(position);
                examples.len() as u32 - 1
            });
            numbers.push(number);
        }
        Placements { taxonomy, examples, numbers }
    }
}

/// One model's answers under the questions of a benchmark.
#[derive(Clone, Debug)]
pub struct ScoringTable<'t, Q> {
    questions: &'t [Q],
    answers: &'t ModelAnswers,
    /// The splits in which the model has any prediction. In others it was not asked.
    asked: Vec<Option<&'t str>>,
    /// The answers as they were read when the model was asked, if passes were spared by that reading.
    sparing: Option<&'t ModelAnswers>,
}

impl<'t, Q: Question> ScoringTable<'t, Q> {
    /// The table of these questions and one model's answers to them.
    pub fn new(questions: &'t [Q], answers: &'t ModelAnswers) -> Self {
        let mut asked: Vec<Option<&str>> = Vec::new();
        for (position, question) in questions.iter().enumerate() {
            if !answers.question(position).is_empty() {
                let split = question.placement().split;
                if !asked.contains(&split) {
                    asked.push(split);
                }
            }
        }
        ScoringTable { questions, answers, asked, sparing: None }
    }

    /// The same table, where the model was asked until a pass was wrong: `read` are its answers as they were
    /// read then. A pass that was wrong by that reading spared those after it.
    #[must_use]
    pub fn spared_by(self, read: Option<&'t ModelAnswers>) -> Self {
        ScoringTable { sparing: read, ..self }
    }

    /// Whether the question counts: it has a reference answer, and the model was asked its split.
    fn is_scored(&self, question: &Q) -> bool {
        question.has_answer() && self.asked.contains(&question.placement().split)
    }

    /// The verdict on each question; nothing where it has no reference answer, or is in a split of
    /// which the model answered nothing at all.
    pub fn judgements(&self, strategy: Strategy, missing: Missing) -> Vec<Option<Judgement>> {
        self.judgements_seen(strategy, missing, ExtractedPass::answered)
    }

    /// As [`ScoringTable::judgements`] with each pass seen through `answered`.
    pub(super) fn judgements_seen(
        &self,
        strategy: Strategy,
        missing: Missing,
        answered: impl Fn(&ExtractedPass) -> AnsweredPass,
    ) -> Vec<Option<Judgement>> {
        let mut passes = Vec::new();
        let judgement = |(position, question): (usize, &Q)| {
            self.is_scored(question).then(|| {
                passes.clear();
                passes.extend(self.answers.question(position).iter().map(&answered));
                judge(&Group { passes: &passes, required: question.required() }, strategy, missing)
            })
        };
        self.questions.iter().enumerate().map(judgement).collect()
    }

    /// Whether any question is asked more than once, so that "every pass" means more than the first.
    fn asks_for_later_passes(&self) -> bool {
        let lists_passes = |question: &Q| matches!(question.required(), RequiredPasses::Listed(_));
        self.answers.has_later_passes()
            || self.questions.iter().any(|question| {
                lists_passes(question) && self.asked.contains(&question.placement().split)
            })
    }

    /// The score. `placements` are those of the table's questions.
    pub fn score(&self, strategy: Strategy, missing: Missing, placements: &Placements) -> Score {
        let mut count = Count::new(self.questions, placements);
        let counts_first_alone = strategy == Strategy::EveryPass && !self.asks_for_later_passes();
        let mut passes = Vec::new();
        for (position, question) in self.questions.iter().enumerate() {
            let extracted = self.answers.question(position);
            if !question.has_answer() {
                let without = match question.choices() {
                    0 => &mut count.open,
                    _ => &mut count.without_answer,
                };
                *without += usize::from(!extracted.is_empty());
                continue;
            }
            if !self.asked.contains(&question.placement().split) {
                count.not_asked += 1;
                continue;
            }
            if extracted.is_empty() {
                count.absent.push(question.key());
                if missing == Missing::Kit {
                    continue;
                }
            }
            passes.clear();
            passes.extend(extracted.iter().map(ExtractedPass::answered));
            let required = match counts_first_alone {
                true => &super::FIRST_PASS_ONLY,
                false => question.required(),
            };
            let group = Group { passes: &passes, required };
            let is_wrong = |pass: &ExtractedPass| pass.answered().is_right() == Some(false);
            let sparing = self.sparing.map(|read| read.question(position).iter().any(is_wrong));
            count.note_missing_passes(question, &group, strategy, sparing);
            let place = placements.numbers[position] as usize;
            match strategy {
                Strategy::EveryPass => count.passes(place, question, &group, missing),
                Strategy::Circular | Strategy::FirstPass => {
                    count.question(place, &group, strategy, missing);
                }
            }
        }
        let has_later_passes = self.answers.has_later_passes();
        Score {
            questions: count.questions,
            undecided: count.undecided,
            warnings: count.warnings(strategy, missing, has_later_passes, !counts_first_alone),
            results: breakdown(placements.taxonomy, count.tallies),
        }
    }
}

/// What is counted on the way through a table.
struct Count<'t> {
    tallies: Vec<Tally<'t>>,
    questions: usize,
    undecided: Undecided,
    /// Questions without any prediction.
    absent: Vec<&'t str>,
    /// Questions that have predictions, but not for their first pass.
    without_first: Vec<&'t str>,
    /// Questions that have their first pass and lack others; what is there is right.
    lacking_passes: Vec<&'t str>,
    /// Questions that lack passes beside one from which nothing was read.
    lacking_beside_unread: Vec<&'t str>,
    /// Questions of which passes were spared, but not by what the rules in use read.
    spared_passes: Vec<&'t str>,
    /// Questions of which the data set lists fewer passes than there are choices.
    fewer_passes: Vec<&'t str>,
    /// Open questions that have predictions.
    open: usize,
    without_answer: usize,
    not_asked: usize,
}

impl<'t> Count<'t> {
    fn new<Q: Question>(questions: &'t [Q], placements: &Placements) -> Self {
        let empty = |&example: &usize| Tally {
            placement: questions[example].placement(),
            questions: 0,
            correct: 0,
        };
        Count {
            tallies: placements.examples.iter().map(empty).collect(),
            questions: 0,
            undecided: Undecided::default(),
            absent: Vec::new(),
            without_first: Vec::new(),
            lacking_passes: Vec::new(),
            lacking_beside_unread: Vec::new(),
            spared_passes: Vec::new(),
            fewer_passes: Vec::new(),
            open: 0,
            without_answer: 0,
            not_asked: 0,
        }
    }

    /// A wrong pass decides a question of CircularEval: it lacks nothing, and passes may have been spared.
    fn note_missing_passes<Q: Question>(
        &mut self,
        question: &'t Q,
        group: &Group<'_>,
        strategy: Strategy,
        is_spared: Option<bool>,
    ) {
        let is_decided = strategy != Strategy::EveryPass
            && group.passes.iter().any(|pass| pass.is_right() == Some(false));
        if question.required().are_fewer_than(question.choices()) {
            self.fewer_passes.push(question.key());
        }
        match group.passes.first() {
            Some(first) if first.pass != Pass::FIRST => self.without_first.push(question.key()),
            Some(_) if !is_decided && group.absent().next().is_some() => {
                let is_unread = group.passes.iter().any(|pass| pass.is_right().is_none());
                let list = match strategy {
                    Strategy::EveryPass => &mut self.lacking_passes,
                    _ if is_spared == Some(true) => &mut self.spared_passes,
                    _ if is_unread => &mut self.lacking_beside_unread,
                    _ => &mut self.lacking_passes,
                };
                list.push(question.key());
            }
            Some(_) | None => {}
        }
    }

    fn question(&mut self, place: usize, group: &Group<'_>, strategy: Strategy, missing: Missing) {
        self.questions += 1;
        let judgement = judge(group, strategy, missing);
        match judgement.decided_by {
            DecidedBy::Missing(_) => self.undecided.missing_passes += 1,
            DecidedBy::NotExtracted(_) => self.undecided.not_extracted += 1,
            DecidedBy::AllPassesRight | DecidedBy::FirstPassRight | DecidedBy::Wrong(_) => {}
        }
        let times = if judgement.counted { times_counted(group, missing) } else { 0 };
        self.tallies[place].questions += times;
        self.tallies[place].correct += if judgement.correct { times } else { 0 };
    }

    /// Counts each pass by itself, where its own row belongs.
    fn passes<Q: Question>(
        &mut self,
        place: usize,
        question: &'t Q,
        group: &Group<'_>,
        missing: Missing,
    ) {
        self.questions += 1;
        let count = count_passes(group, missing);
        self.undecided.missing_passes += count.absent;
        self.undecided.not_extracted += count.not_extracted;
        for (position, pass) in group.passes.iter().enumerate() {
            let is_right = pass.is_right();
            if is_right.is_none() && missing == Missing::Exclude {
                continue;
            }
            let correct = usize::from(is_right == Some(true));
            let placement = question.placement_of_pass(position);
            if placement == self.tallies[place].placement {
                self.tallies[place].questions += 1;
                self.tallies[place].correct += correct;
            } else {
                self.tallies.push(Tally { placement, questions: 1, correct });
            }
        }
        if missing == Missing::Wrong {
            self.tallies[place].questions += count.absent;
        }
    }

    fn warnings(
        &self,
        strategy: Strategy,
        missing: Missing,
        has_later_passes: bool,
        requires_passes: bool,
    ) -> Vec<String> {
        let mut sentences = vec![warnings::absent_questions(&self.absent, missing)];
        if has_later_passes {
            sentences.push(warnings::without_first_pass(&self.without_first));
        }
        if strategy != Strategy::FirstPass && requires_passes {
            let lacking = &self.lacking_passes;
            sentences.push(warnings::lacking_passes(lacking, strategy, missing, has_later_passes));
            sentences.push(warnings::lacking_beside_unread(&self.lacking_beside_unread, missing));
            sentences.push(warnings::spared_passes(&self.spared_passes, missing));
            sentences.push(warnings::fewer_passes(&self.fewer_passes));
        }
        let counted = |count: usize, sentence: &str| {
            (count > 0).then(|| format!("{count} questions {sentence}"))
        };
        sentences.push(warnings::open_questions(self.open, "counted"));
        sentences
            .push(counted(self.without_answer, "have no reference answer: they are not counted"));
        sentences.push(counted(
            self.not_asked,
            "are of splits in which the model has no prediction: not counted",
        ));
        sentences.into_iter().flatten().collect()
    }
}

/// VLMEvalKit averages over first rows, so a first row that is there twice counts twice.
fn times_counted(group: &Group<'_>, missing: Missing) -> usize {
    match missing {
        Missing::Kit => group.passes.iter().filter(|pass| pass.pass == Pass::FIRST).count(),
        Missing::Wrong | Missing::Exclude => 1,
    }
}

#[cfg(test)]
mod tests;
