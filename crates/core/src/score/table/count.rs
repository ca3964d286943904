//! The counts made while scoring a table: tallies, undecided questions, names for warnings.

use std::collections::BTreeMap;

use super::{Placements, Question, TableQuestion, Undecided};
use crate::benchmark::{AnswerRule, Pass};
use crate::score::{DecidedBy, Grade, Graded, Group, Missing, Strategy, Tally, judge, warnings};

/// The counts under a strategy and a treatment of absent passes.
pub(super) struct Count<'t> {
    strategy: Strategy,
    missing: Missing,
    pub(super) tallies: Vec<Tally<'t>>,
    pub(super) questions: usize,
    pub(super) undecided: Undecided,
    pub(super) short_answers: BTreeMap<AnswerRule, usize>,
    pub(super) noted: Noted<'t>,
}

/// The questions that warnings are about.
#[derive(Default)]
pub(super) struct Noted<'t> {
    /// Questions without predictions.
    pub(super) absent: Vec<&'t str>,
    /// Questions that have predictions, but not for their first pass.
    without_first: Vec<&'t str>,
    /// Questions that have their first pass and lack others; their present passes are right.
    lacking_passes: Vec<&'t str>,
    /// Questions that lack passes and have one from which nothing was read.
    lacking_beside_unread: Vec<&'t str>,
    /// Questions with passes that were spared, but not by the reading of the rules in use.
    spared_passes: Vec<&'t str>,
    /// Questions whose data set lists fewer passes than there are choices.
    fewer_passes: Vec<&'t str>,
    /// Open questions that have predictions.
    pub(super) open: usize,
    pub(super) without_answer: usize,
    pub(super) not_asked: usize,
}

impl<'t> Count<'t> {
    pub(super) fn new<Q: Question>(
        questions: &'t [Q],
        placements: &Placements,
        strategy: Strategy,
        missing: Missing,
    ) -> Self {
        let empty = |&example: &usize| Tally {
            placement: questions[example].in_table().placement,
            questions: 0,
            correct: 0,
            graded: Graded::default(),
        };
        let tallies = placements.examples.iter().map(empty).collect();
        let (undecided, noted) = (Undecided::default(), Noted::default());
        let short_answers = BTreeMap::new();
        Count { strategy, missing, tallies, questions: 0, undecided, short_answers, noted }
    }

    /// A wrong pass decides a question of CircularEval: no pass is lacking, and passes may have
    /// been spared.
    pub(super) fn note_missing_passes(
        &mut self,
        question: TableQuestion<'t>,
        group: &Group<'_>,
        is_spared: Option<bool>,
    ) {
        let (strategy, noted) = (self.strategy, &mut self.noted);
        let is_decided = strategy != Strategy::EveryPass
            && group.passes.iter().any(|pass| pass.is_right() == Some(false));
        if question.required.are_fewer_than(question.choices) {
            noted.fewer_passes.push(question.key);
        }
        match group.passes.first() {
            Some(first) if first.pass != Pass::FIRST => noted.without_first.push(question.key),
            Some(_) if !is_decided && group.absent(strategy).next().is_some() => {
                let is_unread = group.passes.iter().any(|pass| pass.is_right().is_none());
                let list = match strategy {
                    Strategy::EveryPass => &mut noted.lacking_passes,
                    _ if is_spared == Some(true) => &mut noted.spared_passes,
                    _ if is_unread => &mut noted.lacking_beside_unread,
                    _ => &mut noted.lacking_passes,
                };
                list.push(question.key);
            }
            Some(_) | None => {}
        }
    }

    pub(super) fn question(&mut self, place: usize, group: &Group<'_>) {
        self.questions += 1;
        let judgement = judge(group, self.strategy, self.missing);
        match judgement.decided_by {
            DecidedBy::Missing(_) => self.undecided.missing_passes += 1,
            DecidedBy::NotExtracted(_) => self.undecided.not_extracted += 1,
            DecidedBy::AllPassesRight | DecidedBy::FirstPassRight | DecidedBy::Wrong(_) => {}
        }
        let times = if judgement.counted { times_counted(group, self.missing) } else { 0 };
        self.tallies[place].questions += times;
        self.tallies[place].correct += if judgement.correct { times } else { 0 };
        if let Some(grade) = group.passes.iter().find_map(|pass| pass.grade.map(Grade::score)) {
            self.tallies[place].graded.add(times, grade, judgement.correct);
        }
    }

    /// Counts each pass separately, in the placement of its own row. A pass that is absent, or
    /// does not have a label, is wrong or left out; under `kit` an absent pass is not required.
    pub(super) fn passes(&mut self, place: usize, question: TableQuestion<'t>, group: &Group<'_>) {
        self.questions += 1;
        let missing = self.missing;
        let absent = match missing {
            Missing::Kit => 0,
            Missing::Wrong | Missing::Exclude => group.absent(Strategy::EveryPass).count(),
        };
        self.undecided.missing_passes += absent;
        for (position, pass) in group.passes.iter().enumerate() {
            let is_right = pass.is_right();
            self.undecided.not_extracted += usize::from(is_right.is_none());
            if is_right.is_none() && missing == Missing::Exclude {
                continue;
            }
            let correct = usize::from(is_right == Some(true));
            match question.moved.iter().find(|(moved, _)| *moved == position) {
                Some(&(_, placement)) => {
                    let mut graded = Graded::default();
                    if let Some(grade) = pass.grade.map(Grade::score) {
                        graded.add(1, grade, correct > 0);
                    }
                    self.tallies.push(Tally { placement, questions: 1, correct, graded });
                }
                None => {
                    if let Some(grade) = pass.grade.map(Grade::score) {
                        self.tallies[place].graded.add(1, grade, correct > 0);
                    }
                    self.tallies[place].questions += 1;
                    self.tallies[place].correct += correct;
                }
            }
        }
        if missing == Missing::Wrong {
            self.tallies[place].questions += absent;
        }
    }

    pub(super) fn warnings(&self, has_later_passes: bool, requires_passes: bool) -> Vec<String> {
        let Count { strategy, missing, noted, .. } = self;
        let (strategy, missing) = (*strategy, *missing);
        let mut sentences = vec![warnings::absent_questions(&noted.absent, missing)];
        if has_later_passes {
            sentences.push(warnings::without_first_pass(&noted.without_first));
        }
        if strategy != Strategy::FirstPass && requires_passes {
            let lacking = &noted.lacking_passes;
            sentences.push(warnings::lacking_passes(lacking, strategy, missing, has_later_passes));
            sentences.push(warnings::lacking_beside_unread(&noted.lacking_beside_unread, missing));
            sentences.push(warnings::spared_passes(&noted.spared_passes, missing));
            sentences.push(warnings::fewer_passes(&noted.fewer_passes));
        }
        let counted = |count: usize, sentence: &str| {
            (count > 0).then(|| format!("{count} questions {sentence}"))
        };
        sentences.push(warnings::short_answers(&self.short_answers));
        sentences.push(warnings::open_questions(noted.open, "counted"));
        sentences
            .push(counted(noted.without_answer, "have no reference answer: they are not counted"));
        sentences.push(counted(
            noted.not_asked,
            "are of splits in which the model has no prediction: not counted",
        ));
        sentences.into_iter().flatten().collect()
    }
}

/// VLMEvalKit averages over first rows, so a repeated first row counts twice.
fn times_counted(group: &Group<'_>, missing: Missing) -> usize {
    match missing {
        Missing::Kit => group.passes.iter().filter(|pass| pass.pass == Pass::FIRST).count(),
        Missing::Wrong | Missing::Exclude => 1,
    }
}
