//! The votes on the answers of two models, question by question.

use std::sync::Arc;

use super::data::VotesData;
use crate::messages::text;
use crate::screens::list_chrome::Head;
use crate::session::Session;
use assay_core::figures::table::{Meaning, Piece};
use assay_core::votes::{Judgment, Verdict};
use assay_store::QuestionEntry;

/// The votes on two models.
#[derive(Clone)]
pub(super) struct PairVotes {
    pub data: Arc<VotesData>,
    /// The model whose wins are meant, and the other one.
    pub models: [u32; 2],
    /// The votes on each question.
    pub questions: Arc<Vec<Vec<Judgment>>>,
}

impl PairVotes {
    pub fn new(data: Arc<VotesData>, models: [u32; 2]) -> Self {
        let [own, other] = models;
        let of_pair = |vote: &&Judgment| vote.pair() == (own.min(other), own.max(other));
        let mut votes: Vec<Judgment> = data.judgments.iter().filter(of_pair).copied().collect();
        votes.sort_by_key(|vote| {
            (vote.question, vote.turn, vote.judge, vote.repeat, vote.first != own)
        });
        let questions = votes.chunk_by(|x, y| (x.question, x.turn) == (y.question, y.turn));
        let questions = Arc::new(questions.map(<[Judgment]>::to_vec).collect());
        PairVotes { data, models, questions }
    }

    pub fn names(&self) -> [&str; 2] {
        self.models.map(|model| self.data.name(model))
    }

    /// The key of a question and the turn, which is 0 where there is only one.
    pub fn question(&self, at: usize) -> (&str, u16) {
        let names = &self.data.loaded.votes.questions;
        let vote = self.questions[at].first();
        vote.map_or(("", 0), |vote| (names.name(vote.question), vote.turn))
    }

    /// The question in the annotator's review, if it is still there.
    pub fn entry<'s>(&self, at: usize, session: &'s Session) -> Option<&'s QuestionEntry> {
        let desk = session.review();
        desk.position_of(self.question(at).0).map(|position| &desk.items()[position])
    }

    /// What a vote says of the first of the models.
    pub fn verdict(&self, vote: &Judgment) -> (Meaning, char) {
        match (vote.reading.verdict(), vote.first == self.models[0]) {
            (Err(_), _) => (Meaning::Warning, '?'),
            (Ok(Verdict::Tie), _) => (Meaning::Plain, '='),
            (Ok(Verdict::First), true) | (Ok(Verdict::Second), false) => (Meaning::Agree, '+'),
            (Ok(Verdict::First), false) | (Ok(Verdict::Second), true) => (Meaning::Disagree, '-'),
        }
    }

    /// What the judges said, with 1 where the first of the models was shown first: `gpt-4 1+ 2=`.
    pub fn verdicts(&self, at: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut judge = None;
        for vote in &self.questions[at] {
            if judge.replace(vote.judge) != Some(vote.judge) {
                let gap = if pieces.is_empty() { "" } else { "  " };
                let name = self.data.loaded.votes.judges.name(vote.judge);
                pieces.push((Meaning::Dim, format!("{gap}{name}")));
            }
            let (meaning, sign) = self.verdict(vote);
            let place = if vote.first == self.models[0] { 1 } else { 2 };
            pieces.push((meaning, format!(" {place}{sign}")));
        }
        pieces
    }

    /// The lines above the list and above each of its questions.
    pub fn head(&self, part: &str, session: &Session) -> Head {
        let [own, other] = self.names();
        let part = format!("{own} : {other}{part}");
        let legend = text!("votes-legend", own, other);
        Head::new(text!("votes-what"), Some(&part), legend, session)
    }
}
