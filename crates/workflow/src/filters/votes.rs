//! The choices that runs vote for, for the filter `contradicted`: extracted labels mapped back through
//! the order in which each pass showed the choices.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::evaluation::prepared::{PreparedBenchmark, RunAnswers, ScoredQuestion};
use assay_core::benchmark::{ChoiceOrder, Label, Pass};
use assay_core::extract::Answer;
use assay_core::quality::{Accuracy, PassVote, Votes};
use assay_core::score::{ExtractedPass, Group, Missing, Strategy};
use assay_store::{Result, Run, Store};

/// The orders in which the passes of a run showed the choices, by question and pass.
type Orders = HashMap<(usize, Pass), ChoiceOrder>;

/// What one run votes for.
#[derive(Debug)]
pub(crate) struct RunVotes {
    orders: Arc<Orders>,
    /// By question; `None` without a reference answer.
    votes: Vec<Option<Votes>>,
    accuracy: Accuracy,
}

impl RunVotes {
    /// The votes of runs on all questions.
    pub(crate) fn compute(
        store: &Store,
        prepared: &PreparedBenchmark,
        runs: &[Run],
        answers: &[RunAnswers],
        strategy: Strategy,
        missing: Missing,
    ) -> Result<Vec<RunVotes>> {
        let mut by_layout: HashMap<_, Arc<Orders>> = HashMap::new();
        let mut all = Vec::with_capacity(runs.len());
        for (run, answers) in runs.iter().zip(answers) {
            let orders = match by_layout.entry(run.layout()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(Arc::new(prepared.orders(store.places(run)?))),
            };
            let (orders, accuracy) = (Arc::clone(orders), Accuracy::default());
            let mut of_run = RunVotes { orders, votes: Vec::new(), accuracy };
            for (at, question) in prepared.questions().iter().enumerate() {
                let votes = question.sheet.answer.map(|reference| {
                    let passes = answers.answers.question(at);
                    let passes = of_run.pass_votes(at, question, passes, strategy);
                    let votes = Votes::new(passes, reference, missing);
                    of_run.accuracy.add(votes.share_right(reference));
                    votes
                });
                of_run.votes.push(votes);
            }
            all.push(of_run);
        }
        Ok(all)
    }

    /// The votes on a question; `None` without a reference answer.
    pub(crate) fn votes(&self, question: usize) -> Option<&Votes> {
        self.votes[question].as_ref()
    }

    /// The accuracy on all questions but this one, whose reference answer is given.
    pub(crate) fn accuracy_without(&self, question: usize, reference: Label) -> f64 {
        let share = self.votes(question).and_then(|votes| votes.share_right(reference));
        self.accuracy.without(share)
    }

    /// The accuracy on all questions.
    pub(super) fn accuracy(&self) -> f64 {
        self.accuracy.without(None)
    }

    /// The original label of the choice that a pass names.
    pub(super) fn choice(&self, question: usize, pass: &ExtractedPass) -> Option<Label> {
        if pass.extracted.failed {
            return None;
        }
        // Where there are 26 choices, `Z` is one of them.
        let label = Label::from_letter(pass.extracted.answer.letter()?)?;
        self.orders.get(&(question, pass.pass))?.original_of(label)
    }

    /// One vote for each pass that is asked for or there.
    fn pass_votes(
        &self,
        at: usize,
        question: &ScoredQuestion,
        passes: &[ExtractedPass],
        strategy: Strategy,
    ) -> Vec<PassVote> {
        let is_asked =
            |pass: &&ExtractedPass| strategy != Strategy::FirstPass || pass.pass == Pass::FIRST;
        let vote = |pass: &ExtractedPass| match (self.choice(at, pass), pass.extracted.answer) {
            (Some(choice), _) => PassVote::Choice(choice),
            (None, _) if pass.extracted.failed => PassVote::Unread,
            (None, Answer::Nothing) => PassVote::Unread,
            (None, _) => PassVote::NoChoice,
        };
        let there = passes.iter().filter(is_asked).map(vote);
        let absent = Group { passes, required: &question.required }.absent(strategy).count();
        there.chain(std::iter::repeat_n(PassVote::Absent, absent)).collect()
    }
}
