//! Which questions are listed: by the state of their review, by category, by split; and the popup
//! for choosing them.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::sync::Arc;

use ratatui::layout::{Margin, Position, Rect};
use unicode_width::UnicodeWidthStr;

use super::state::{Listed, State};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::{Canvas, Outcome, Reply, Screen};
use crate::session::Session;
use crate::terms;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_box, draw_prompt, popup_area};
use crate::widgets::list::List;
use crate::widgets::table::TableLayout;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::figures::table::{Meaning, Table};
use assay_core::visible::visible_line;
use assay_store::QuestionEntry;
use assay_workflow::queue::ReviewDesk;

/// A filter of the listed questions: at most one criterion of each kind. The default lists all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter(pub BTreeSet<Criterion>);

/// What a question can meet, in the order of the popup.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Criterion {
    /// It is one of some questions: which, in words, and their keys. The popup does not offer this.
    Among { words: String, keys: Arc<BTreeSet<String>> },
    /// Its review is in this state.
    State(State),
    /// A filter suspects it.
    Flagged,
    /// People's verdicts on it differ.
    Disputed,
    /// It is in this split.
    Split(String),
    /// The leaf ability.
    Category(String),
}

impl Criterion {
    fn is_met(&self, listed: Listed, entry: &QuestionEntry, category: Option<&str>) -> bool {
        match self {
            Criterion::Among { keys, .. } => keys.contains(entry.key.as_str()),
            Criterion::State(state) => *state == listed.state.group(),
            Criterion::Flagged => listed.is_flagged,
            Criterion::Disputed => listed.others.differ,
            Criterion::Split(name) => entry.split.as_ref() == Some(name),
            Criterion::Category(name) => category == Some(name),
        }
    }

    fn words(&self, taxonomy: &Taxonomy) -> String {
        match self {
            Criterion::Among { words, .. } => visible_line(words).into_owned(),
            Criterion::State(state) => state.group_words().to_owned(),
            Criterion::Flagged => text!("filter-flagged").to_owned(),
            Criterion::Disputed => text!("filter-disputed").to_owned(),
            Criterion::Split(name) => name.clone(),
            Criterion::Category(name) => terms::category(taxonomy, name),
        }
    }

    fn kind(&self) -> Option<&'static str> {
        Some(match self {
            Criterion::Among { .. } => return None,
            Criterion::State(_) => text!("filter-kind-state"),
            Criterion::Flagged => text!("filter-kind-filters"),
            Criterion::Disputed => text!("filter-kind-people"),
            Criterion::Split(_) => text!("filter-kind-split"),
            Criterion::Category(_) => text!("filter-kind-category"),
        })
    }
}

impl Filter {
    /// Whether a question is listed, whose category is this one as far as it may be seen.
    pub fn lists(&self, listed: Listed, entry: &QuestionEntry, category: Option<&str>) -> bool {
        self.0.iter().all(|criterion| criterion.is_met(listed, entry, category))
    }

    /// A description of the filter; `None` if everything is listed.
    pub fn words(&self, taxonomy: &Taxonomy) -> Option<String> {
        let words: Vec<String> = self.0.iter().map(|criterion| criterion.words(taxonomy)).collect();
        (!words.is_empty()).then(|| words.join(" · "))
    }

    /// Removes the criterion if it is chosen, else chooses it instead of another one of its kind.
    fn toggle(&mut self, criterion: &Criterion) {
        if !self.0.remove(criterion) {
            self.0.retain(|other| discriminant(other) != discriminant(criterion));
            self.0.insert(criterion.clone());
        }
    }
}

/// One line of the popup.
struct Choice {
    words: String,
    count: usize,
    /// `None` lists everything.
    criterion: Option<Criterion>,
}

/// The popup that asks which questions to list.
pub struct FilterPicker {
    filter: Filter,
    choices: Vec<Choice>,
    list: List,
    reply: Reply<Filter>,
}

impl FilterPicker {
    /// Creates the popup with the current filter.
    pub fn new(filter: Filter, listed: &[Listed], desk: &ReviewDesk, reply: Reply<Filter>) -> Self {
        let groups = State::ALL.map(State::group);
        let mut counts: BTreeMap<Criterion, usize> =
            groups.map(|group| (Criterion::State(group), 0)).into();
        for one in listed {
            let entry = &desk.items()[one.position];
            let met = [
                Some(Criterion::State(one.state.group())),
                one.is_flagged.then_some(Criterion::Flagged),
                one.others.differ.then_some(Criterion::Disputed),
                entry.split.clone().map(Criterion::Split),
                desk.visible_category(entry).map(|name| Criterion::Category(name.to_owned())),
            ];
            met.into_iter().flatten().for_each(|met| *counts.entry(met).or_default() += 1);
        }
        let taxonomy = desk.benchmark().taxonomy();
        let choice = |(criterion, count): (Criterion, usize)| Choice {
            words: criterion.words(taxonomy),
            count,
            criterion: Some(criterion),
        };
        let (words, count) = (text!("filter-everything").to_owned(), listed.len());
        let everything = Choice { words, count, criterion: None };
        let choices: Vec<Choice> =
            std::iter::once(everything).chain(counts.into_iter().map(choice)).collect();
        FilterPicker { filter, list: List::new(choices.len()), choices, reply }
    }

    fn close(&self) -> Outcome {
        self.reply.send(self.filter.clone());
        Outcome::Close
    }

    /// Choosing the chosen entry removes it.
    fn choose(&mut self) {
        match self.choices.get(self.list.marked()).map(|choice| &choice.criterion) {
            Some(Some(criterion)) => self.filter.toggle(criterion),
            Some(None) => self.filter = Filter::default(),
            None => {}
        }
    }

    fn is_chosen(&self, choice: &Choice) -> bool {
        match &choice.criterion {
            Some(criterion) => self.filter.0.contains(criterion),
            None => self.filter == Filter::default(),
        }
    }

    fn table(&self) -> Table {
        let words = |choice: &Choice| {
            let mark = if self.is_chosen(choice) { "(•)" } else { "( )" };
            format!("{mark} {}", choice.words)
        };
        let kind = |choice: &Choice| {
            Some((Meaning::Dim, choice.criterion.as_ref().and_then(Criterion::kind)?))
        };
        Table::over(&self.choices)
            .text("", words)
            .least(8)
            .filling()
            .text("", kind)
            .number("", |choice| format!("{:>6}", choice.count))
            .table()
    }

    fn size(&self, area: Rect) -> (u16, u16) {
        let widest = self.choices.iter().map(|choice| choice.words.width()).max().unwrap_or(0);
        let width = cells(widest + 28).clamp(40, 76).min(area.width);
        (width, cells(self.choices.len() + 2).min(area.height.saturating_sub(2)))
    }
}

impl Screen for FilterPicker {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        self.list.commands(&[Action::Toggle, Action::Filter])
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        match action {
            Action::Confirm => {
                if !self.choices.get(self.list.marked()).is_some_and(|it| self.is_chosen(it)) {
                    self.choose();
                }
                return self.close();
            }
            Action::Filter => return self.close(),
            Action::Toggle => self.choose(),
            movement => self.list.act(movement),
        }
        Outcome::Stay
    }

    fn click(&mut self, at: Position, _: &mut Session) -> Outcome {
        if self.list.click(at) {
            self.choose();
        }
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        let popup = popup_area(self.size(area), area);
        self.list.lay_out(self.choices.len(), popup.inner(Margin::new(1, 1)));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let size = self.size(canvas.area);
        draw_box(text!("filter-title"), popup_area(size, canvas.area), theme, canvas.buffer);
        let table = self.table();
        let layout = TableLayout::new(&table, self.list.width().saturating_sub(3), 1);
        self.list.draw_table((&table, &layout), 0, None, theme, canvas.buffer);
        let hints = [
            (Action::Confirm, text!("filter-list-these")),
            (Action::Toggle, text!("filter-mark-several")),
            (Action::Back, text!("filter-leave")),
        ];
        draw_prompt(None, &hints, KeyContext::List, canvas.area, session, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }

    fn dims_below(&self) -> bool {
        true
    }
}
