//! The questions that are listed: all of them in the order of their keys, narrowed by a filter and
//! by what is typed, then the best first.

use std::cmp::Reverse;
use std::collections::HashSet;

use rayon::prelude::*;

use super::filter::Filter;
use crate::benchmark::decision::{Act, ReviewVerdict};
use crate::benchmark::history::ItemState;
use crate::queue::ReviewDesk;
use crate::store::QuestionEntry;
use crate::tui::session::Session;
use crate::tui::widgets::find::{Query, folded};

/// Where a question stands, in a sign and a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is decided.
    Undecided,
    /// The blind answer is given, the verdict is not.
    Answered,
    /// Good.
    Kept,
    /// Flagged: answerable without the picture.
    TextOnly,
    /// Wrong.
    Wrong,
    /// Passed over.
    Skipped,
    /// Put off.
    Later,
}

impl State {
    fn of(standing: &ItemState) -> Self {
        match standing {
            ItemState::Answered(_) => State::Answered,
            ItemState::Decided(Act::Review(review)) => match review.verdict {
                ReviewVerdict::Keep => State::Kept,
                ReviewVerdict::TextOnly => State::TextOnly,
                ReviewVerdict::Wrong => State::Wrong,
            },
            ItemState::Skipped => State::Skipped,
            ItemState::Later => State::Later,
            ItemState::Untouched | ItemState::Decided(_) => State::Undecided,
        }
    }

    /// One cell that tells it, with or without colour.
    pub fn sign(self) -> &'static str {
        match self {
            State::Undecided => "·",
            State::Answered => "½",
            State::Kept => "✓",
            State::TextOnly => "T",
            State::Wrong => "✗",
            State::Skipped => "»",
            State::Later => "…",
        }
    }

    /// A word that tells it.
    pub fn word(self) -> &'static str {
        match self {
            State::Undecided => "undecided",
            State::Answered => "answered",
            State::Kept => "kept",
            State::TextOnly => "text-only",
            State::Wrong => "wrong",
            State::Skipped => "skipped",
            State::Later => "later",
        }
    }
}

/// A question in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its position in the annotator's order.
    pub position: usize,
    /// Where it stands.
    pub state: State,
    /// Whether a filter suspects it, as far as this annotator may know.
    pub is_flagged: bool,
}

/// All questions, and which of them are shown.
#[derive(Debug, Default)]
pub struct QuestionList {
    all: Vec<Listed>,
    /// What is searched of each; made at the first find.
    folded: Vec<String>,
    filter: Filter,
    query: Query,
    shown: Vec<usize>,
}

impl QuestionList {
    /// All questions as they stand now.
    pub fn new(session: &Session) -> Self {
        let desk = session.review();
        let items = desk.items();
        let mut positions: Vec<usize> = (0..items.len()).collect();
        positions.sort_by_cached_key(|&position| {
            let key = items[position].key.as_str();
            (key.parse::<u64>().unwrap_or(u64::MAX), key.to_owned())
        });
        let undecided = |position| Listed { position, state: State::Undecided, is_flagged: false };
        let mut list = QuestionList {
            all: positions.into_iter().map(undecided).collect(),
            ..QuestionList::default()
        };
        list.refresh(session);
        list
    }

    /// Reads again where each question stands. A flag is told once the review is finished; where
    /// flags cannot be read, none is told.
    pub fn refresh(&mut self, session: &Session) {
        let (store, desk) = (&session.store, session.review());
        let flags = store.flags_visible_to(desk.annotator(), desk.benchmark()).unwrap_or_default();
        let flagged: HashSet<usize> =
            flags.iter().filter_map(|flag| desk.position_of(flag.question.as_str())).collect();
        for listed in &mut self.all {
            let standing = desk.state(listed.position);
            listed.state = State::of(&standing);
            listed.is_flagged = standing.is_decided() && flagged.contains(&listed.position);
        }
        self.narrow(desk);
    }

    /// Shows other questions.
    pub fn set_filter(&mut self, filter: Filter, desk: &ReviewDesk) {
        self.filter = filter;
        self.narrow(desk);
    }

    /// Which questions are shown.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Shows what fits a text that was typed.
    pub fn find(&mut self, typed: &str, desk: &ReviewDesk) {
        let query = Query::new(typed);
        if query == self.query {
            return;
        }
        self.query = query;
        self.narrow(desk);
    }

    /// What is looked for.
    pub fn query(&self) -> &Query {
        &self.query
    }

    fn narrow(&mut self, desk: &ReviewDesk) {
        let Self { all, folded, filter, query, shown } = self;
        let items = desk.items();
        let entry = |place: usize| &items[all[place].position];
        let passes = |place: &usize| filter.lets_through(all[*place], entry(*place));
        if query.is_empty() {
            *shown = (0..all.len()).filter(passes).collect();
            return;
        }
        if folded.len() != all.len() {
            *folded = (0..all.len()).into_par_iter().map(|place| searched(entry(place))).collect();
        }
        let scored = (0..all.len())
            .into_par_iter()
            .filter(passes)
            .filter_map(|place| query.score(&folded[place]).map(|score| (Reverse(score), place)));
        let mut scored: Vec<_> = scored.collect();
        scored.par_sort_unstable();
        *shown = scored.into_iter().map(|(_, place)| place).collect();
    }

    /// How many questions there are, shown or not.
    pub fn total(&self) -> usize {
        self.all.len()
    }

    /// How many questions are shown.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Whether no question is shown.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// The question in a row of the list.
    pub fn at(&self, row: usize) -> Option<Listed> {
        self.shown.get(row).map(|&place| self.all[place])
    }

    /// The row in which a question is listed.
    pub fn row_of(&self, position: usize) -> Option<usize> {
        self.shown.iter().position(|&place| self.all[place].position == position)
    }

    /// Every question, shown or not.
    pub fn all(&self) -> &[Listed] {
        &self.all
    }
}

/// What is searched of a question: key, stem, category. The key stands first, where a find counts
/// most.
fn searched(entry: &QuestionEntry) -> String {
    let category = entry.category.as_deref().unwrap_or_default();
    folded(&format!("{} {} {category}", entry.key, entry.stem))
}
