//! `assay decide vote`.

use anyhow::Context;
use clap::Args;

use super::{commit, refused};
use crate::benchmark::vote::Vote;
use crate::cli::names::Decider;
use crate::cli::{Shared, WrongUsage};
use crate::queue::steps::{Input, VOTE};
use crate::queue::{VoteDesk, VoteQueue};

/// Vote on two models' answers to a question
#[derive(Debug, Args)]
pub(crate) struct DecideVote {
    /// The pair: KEY/MODEL/MODEL/TURN, as `assay next vote` names it
    item: String,
    #[command(flatten)]
    decider: Decider,
    /// Which answer is better in the order in which `assay next vote` shows them to you: 1, 2, tie or
    /// both-bad; with five grades also 1-slightly and 2-slightly
    #[arg(long, value_name = "VOTE", value_parser = typed_vote)]
    vote: Vote,
    /// Why
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

impl DecideVote {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark, annotator) = self.decider.open(shared)?;
        let mut desk = VoteDesk::open(&mut store, VoteQueue, annotator, benchmark)?;
        let position = desk.position_of(&self.item).with_context(|| {
            format!("{} is in no sample of pairs; `assay next vote` names the next pair", self.item)
        })?;
        let item = desk.open_item(&store, position)?;
        let is_graded = item.pair.as_ref().is_some_and(|pair| pair.is_graded);
        let offered = Vote::offered(is_graded);
        if !offered.contains(&self.vote) {
            let offered: Vec<&str> = offered.iter().map(|vote| vote.typed()).collect();
            let (given, offered) = (self.vote.typed(), offered.join(", "));
            let problem =
                format!("--vote {given}: votes on this pair have no grades; expected {offered}");
            return Err(WrongUsage(problem).into());
        }
        let question = item.question.clone();
        let note = self.note.map(Input::Words).into_iter();
        let inputs = note.chain([Input::Vote(self.vote)]).collect();
        let act = VOTE.decide(item, inputs).map_err(|refusal| refused(refusal, &question))?;
        commit(&mut desk, &mut store, position, act)
    }
}

fn typed_vote(text: &str) -> Result<Vote, String> {
    Vote::from_typed(text).ok_or_else(|| {
        let known: Vec<&str> = Vote::offered(true).iter().map(|vote| vote.typed()).collect();
        format!("expected {}", known.join(", "))
    })
}
