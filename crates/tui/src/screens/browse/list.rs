//! The questions that are listed: all of them in the order of their keys, narrowed by a filter and
//! by what is typed, then the best first.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::filter::Filter;
use super::others::OthersByKey;
use super::state::{Listed, Others, State};
use crate::session::Session;
use crate::stems::Stems;
use crate::terms;
use crate::widgets::find::{Query, folded};
use assay_store::QuestionEntry;
use assay_workflow::queue::ReviewDesk;

/// All questions, and which of them are shown.
#[derive(Debug, Default)]
pub struct QuestionList {
    /// Every question, shown or not.
    pub all: Vec<Listed>,
    stems: Stems,
    /// The searched text of each question; computed at the first search.
    folded: Vec<String>,
    /// Which questions are shown.
    pub filter: Filter,
    /// The search.
    pub query: Query,
    shown: Vec<usize>,
}

impl QuestionList {
    /// All questions in their present state.
    pub fn new(session: &Session) -> Self {
        let desk = session.review();
        let items = desk.items();
        let mut positions: Vec<usize> = (0..items.len()).collect();
        positions.sort_by_cached_key(|&position| {
            let key = items[position].key.as_str();
            (key.parse::<u64>().unwrap_or(u64::MAX), key.to_owned())
        });
        let undecided = |position| Listed {
            position,
            state: State::Undecided,
            is_flagged: false,
            others: Others::default(),
        };
        let mut list = QuestionList {
            all: positions.into_iter().map(undecided).collect(),
            ..QuestionList::default()
        };
        list.refresh(session);
        list
    }

    /// Updates the state of each question. A flag is shown after the review is finished; if flags
    /// cannot be read, none is shown.
    pub fn refresh(&mut self, session: &Session) {
        let (store, desk) = (&session.store, session.review());
        if !self.stems.cover(desk.items()) {
            self.stems = Stems::load(session);
            self.folded.clear();
        }
        // Which categories may be found changes with every choice and what is taken back.
        if desk.confirms_categories() {
            self.folded.clear();
        }
        let flags = store.flags_visible_to(desk.annotator(), desk.benchmark()).unwrap_or_default();
        let flagged: HashSet<usize> =
            flags.iter().filter_map(|flag| desk.position_of(flag.question.as_str())).collect();
        for listed in &mut self.all {
            let state = desk.state(listed.position);
            listed.state = State::from(&state);
            listed.is_flagged = state.is_decided() && flagged.contains(&listed.position);
        }
        self.narrow(desk);
    }

    /// Shows the decisions of others.
    pub fn set_others(&mut self, others: &OthersByKey, desk: &ReviewDesk) {
        for listed in &mut self.all {
            let key = desk.items()[listed.position].key.as_str();
            let is_decided = desk.state(listed.position).is_decided();
            listed.others = others.get(key).copied().filter(|_| is_decided).unwrap_or_default();
        }
        self.narrow(desk);
    }

    /// Shows other questions.
    pub fn set_filter(&mut self, filter: Filter, desk: &ReviewDesk) {
        self.filter = filter;
        self.narrow(desk);
    }

    /// Shows the matches of a typed text.
    pub fn find(&mut self, typed: &str, desk: &ReviewDesk) {
        let query = Query::new(typed);
        if query == self.query {
            return;
        }
        self.query = query;
        self.narrow(desk);
    }

    fn narrow(&mut self, desk: &ReviewDesk) {
        if !self.query.is_empty() {
            self.make_ready(desk);
        }
        let Self { all, folded, filter, query, shown, .. } = self;
        let items = desk.items();
        let entry = |place: usize| &items[all[place].position];
        let passes = |place: &usize| {
            let entry = entry(*place);
            filter.lists(all[*place], entry, desk.visible_category(entry))
        };
        if query.is_empty() {
            *shown = (0..all.len()).filter(passes).collect();
            return;
        }
        let scored = (0..all.len())
            .into_par_iter()
            .filter(passes)
            .filter_map(|place| query.score(&folded[place]).map(|score| (Reverse(score), place)));
        let mut scored: Vec<_> = scored.collect();
        scored.par_sort_unstable();
        *shown = scored.into_iter().map(|(_, place)| place).collect();
    }

    /// Prepares the searched texts, so that the first typed letter is not delayed.
    pub fn make_ready(&mut self, desk: &ReviewDesk) {
        if self.folded.len() != self.all.len() {
            self.folded = folded_texts(&self.all, &self.stems, desk);
        }
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

    /// The stem of a question.
    pub fn stem(&self, entry: &QuestionEntry) -> &str {
        self.stems.stem(entry)
    }
}

/// The searched text of each question: key, stem, category in words and by its name.
fn folded_texts(all: &[Listed], stems: &Stems, desk: &ReviewDesk) -> Vec<String> {
    let items = desk.items();
    // Looking a name up folds its letters, so each of the few names is looked up once.
    let names: HashSet<&str> =
        items.iter().filter_map(|item| desk.visible_category(item)).collect();
    let taxonomy = desk.benchmark().taxonomy();
    let words: HashMap<&str, String> =
        names.into_iter().map(|name| (name, terms::category(taxonomy, name))).collect();
    // The key is first, where a match counts most.
    let searched = |listed: &Listed| {
        let entry = &items[listed.position];
        let category = desk.visible_category(entry).unwrap_or_default();
        let in_words = words.get(category).map_or("", String::as_str);
        folded(&format!("{} {} {in_words} {category}", entry.key, stems.stem(entry)))
    };
    all.par_iter().map(searched).collect()
}
