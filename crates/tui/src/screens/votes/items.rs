//! The questions of a pair of models, each with what every judge said in each order.

use std::ops::Range;
use std::sync::Arc;

use super::comparison::Comparisons;
use super::data::VotesData;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::pager::Pager;
use crate::session::Session;
use crate::stems::Stems;
use assay_core::figures::table::{Meaning, Piece, Table};
use assay_core::votes::{Judgment, Verdict};
use assay_store::{QuestionEntry, ShownAnswers};

/// The list of questions.
pub(super) struct Items {
    pair: PairVotes,
    stems: Stems,
}

/// The votes on two models.
#[derive(Clone)]
pub(super) struct PairVotes {
    pub data: Arc<VotesData>,
    /// The model whose wins are meant, and the other one.
    pub models: [u32; 2],
    /// The votes on each question.
    pub questions: Arc<Vec<Vec<Judgment>>>,
}

impl Items {
    /// Records that the annotator sees what others said about these answers, and opens the list. If
    /// that fails, the screen below shows the error.
    pub fn open(data: Arc<VotesData>, models: [u32; 2], session: &mut Session) -> Outcome {
        let [own, other] = models;
        let of_pair = |vote: &&Judgment| vote.pair() == (own.min(other), own.max(other));
        let mut votes: Vec<Judgment> = data.judgments.iter().filter(of_pair).copied().collect();
        votes.sort_by_key(|vote| {
            (vote.question, vote.turn, vote.judge, vote.repeat, vote.first != own)
        });
        let questions = votes.chunk_by(|x, y| (x.question, x.turn) == (y.question, y.turn));
        let questions = Arc::new(questions.map(<[Judgment]>::to_vec).collect());
        let pair = PairVotes { data, models, questions };
        let entries = (0..pair.questions.len()).filter_map(|at| pair.entry(at, session));
        let mut seen: Vec<_> = entries.map(|entry| entry.id).collect();
        seen.sort_unstable();
        seen.dedup();
        let recorded = session.record_seen(&seen, ShownAnswers::ALL);
        let progress = session.review().progress();
        if recorded.is_ok() && progress.done < progress.total {
            session.hint(text!("votes-warning"));
        }
        let items = Items { pair, stems: Stems::load(session) };
        Outcome::open(recorded.map(|()| ListScreen::new(items, session)), session)
    }
}

impl PairVotes {
    pub fn names(&self) -> [&str; 2] {
        self.models.map(|model| self.data.name(model))
    }

    /// The key of a question and the turn, which is 0 where there is only one.
    pub fn question(&self, at: usize) -> (&str, u16) {
        let names = &self.data.loaded.votes.questions;
        let vote = self.questions[at].first();
        vote.map_or(("", 0), |vote| (names.name(vote.question), vote.turn))
    }

    fn entry<'s>(&self, at: usize, session: &'s Session) -> Option<&'s QuestionEntry> {
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

impl Listing for Items {
    const IS_LONG: bool = true;
    const GAP: usize = 1;

    fn len(&self, _: &Session) -> usize {
        self.pair.questions.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        Pager::open(Comparisons(self.pair.clone()), row, session)
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        let count = self.pair.questions.len();
        self.pair.head(&text!("votes-items", count), session)
    }

    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String> {
        let key = |at| match self.pair.question(at) {
            (key, 0) => key.to_owned(),
            (key, turn) => format!("{key}/{turn}"),
        };
        let stem = |at| self.pair.entry(at, session).map(|entry| self.stems.stem(entry));
        Ok(Table::over(rows)
            .text("", |at| (Meaning::Key, key(at)))
            .most(16)
            .least(5)
            .text("", stem)
            .least(8)
            .filling()
            .text("", |at| self.pair.verdicts(at))
            .most(60)
            .least(12)
            .table())
    }
}
