//! `assay decide vote`.

use anyhow::Context;
use clap::Args;

use super::{commit, refused};
use crate::benchmark::decision::WrongReason;
use crate::benchmark::own_reason::Reason;
use crate::benchmark::vote::{Ballot, HIGHEST_SCORE, Vote};
use crate::cli::names::Decider;
use crate::cli::value_names::ReasonParser;
use crate::cli::{Shared, WrongUsage};
use crate::keyword::did_you_mean;
use crate::queue::steps::{Input, Refusal, VOTE};
use crate::queue::{VoteDesk, VoteQueue};

/// Vote on two models' answers to a question
#[derive(Debug, Args)]
pub(crate) struct DecideVote {
    /// The pair, as `assay next vote` names it, or KEY/MODEL/MODEL/TURN
    item: String,
    #[command(flatten)]
    decider: Decider,
    /// Which answer is better in the order in which `assay next vote` shows them to you: 1, 2, tie or
    /// both-bad; with five grades also 1-slightly and 2-slightly
    #[arg(long, value_name = "VOTE", value_parser = typed_vote, required_unless_present = "scores")]
    vote: Option<Vote>,
    /// Where answers are scored: the scores of both from 1 to 5, in the same order
    #[arg(long, value_name = "FIRST,SECOND", value_parser = typed_scores, conflicts_with = "vote")]
    scores: Option<[u8; 2]>,
    /// Why: a reason that `assay next vote` lists; may be given several times
    #[arg(long = "reason", value_name = "REASON", value_parser = ReasonParser::<WrongReason>::default())]
    reasons: Vec<WrongReason>,
    /// A remark
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

impl DecideVote {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark, annotator) = self.decider.open(shared)?;
        let mut desk = VoteDesk::open(&mut store, VoteQueue, annotator, benchmark)?;
        let position = desk.position_named(&self.item).with_context(|| {
            format!("{} is in no sample of pairs; `assay next vote` names the next pair", self.item)
        })?;
        let item = desk.open_item(&store, position)?;
        let (question, ballot) = (item.question.clone(), item.ballot());
        if self.scores.is_some() != (ballot == Ballot::Scores) {
            return Err(expected(ballot));
        }
        let names = question.checklist().names();
        if let Some(strange) = self.reasons.iter().find(|one| !names.contains(&one.name())) {
            let (meant, names) =
                (did_you_mean(strange.name(), names.iter().copied()), names.join(", "));
            let problem = format!("--reason {strange}: no such reason{meant}; there are {names}");
            return Err(WrongUsage(problem).into());
        }
        let reasons = self.reasons.into_iter().map(|reason| Input::Reason(reason, true));
        let said = reasons.chain(self.note.map(Input::Words)).chain(self.vote.map(Input::Vote));
        let scores =
            self.scores.into_iter().flatten().map(|score| Input::Adopt(usize::from(score - 1)));
        let act = VOTE.decide(item, said.chain(scores).collect());
        let act = act.map_err(|refusal| match refusal {
            Refusal::VerdictFirst => expected(ballot),
            other => refused(other, &question),
        })?;
        commit(&mut desk, &mut store, position, act)
    }
}

/// What a pair takes, where the flags are for another kind of vote.
fn expected(ballot: Ballot) -> anyhow::Error {
    let flag = if ballot == Ballot::Scores { "--scores FIRST,SECOND" } else { "--vote" };
    WrongUsage(format!("this pair takes {flag}: expected {}", ballot.typed().join(", "))).into()
}

fn typed_scores(text: &str) -> Result<[u8; 2], String> {
    let score =
        |text: &str| text.trim().parse().ok().filter(|score| (1..=HIGHEST_SCORE).contains(score));
    let both =
        text.split_once(',').and_then(|(first, second)| Some([score(first)?, score(second)?]));
    both.ok_or_else(|| format!("expected two scores from 1 to {HIGHEST_SCORE}, for instance 4,2"))
}

fn typed_vote(text: &str) -> Result<Vote, String> {
    let expected = || format!("expected {}", Ballot::Grades.typed().join(", "));
    Vote::from_typed(text).ok_or_else(expected)
}
