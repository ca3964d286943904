//! Which questions are listed: by the state of their review, by category, by split; and the popup
//! for choosing them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::state::{Listed, State};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::{Canvas, Outcome, Reply, Screen};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_hints, draw_popup, popup_area};
use crate::widgets::list::{List, Row};
use crate::widgets::wrap::{cut, padded};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::visible::visible_line;
use assay_store::QuestionEntry;
use assay_workflow::queue::{ReviewDesk, VisibleCategories};

/// A filter of the listed questions; the default lists all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// By the state of their review.
    pub state: Option<StateFilter>,
    /// Only those that a filter suspects.
    pub flagged: bool,
    /// Only those on which people's verdicts differ.
    pub disputed: bool,
    /// By leaf ability.
    pub category: Option<String>,
    /// By split.
    pub split: Option<String>,
    /// Only some questions.
    pub among: Option<Among>,
}

/// Some questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Among {
    pub words: String,
    pub keys: Arc<BTreeSet<String>>,
}

/// A state or group of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateFilter {
    Undecided,
    Kept,
    TextOnly,
    Wrong,
    SetAside,
}

impl StateFilter {
    const ALL: [StateFilter; 5] = [
        StateFilter::Undecided,
        StateFilter::Kept,
        StateFilter::TextOnly,
        StateFilter::Wrong,
        StateFilter::SetAside,
    ];

    fn words(self) -> &'static str {
        match self {
            StateFilter::Undecided => text!("filter-undecided"),
            StateFilter::Kept => text!("filter-kept"),
            StateFilter::TextOnly => text!("filter-text-only"),
            StateFilter::Wrong => text!("filter-wrong"),
            StateFilter::SetAside => text!("filter-set-aside"),
        }
    }

    fn lets_through(self, state: State) -> bool {
        match self {
            StateFilter::Undecided => matches!(state, State::Undecided | State::Answered),
            StateFilter::Kept => state == State::Kept,
            StateFilter::TextOnly => state == State::TextOnly,
            StateFilter::Wrong => state == State::Wrong,
            StateFilter::SetAside => matches!(state, State::Skipped | State::Later),
        }
    }
}

impl Filter {
    /// Whether a question is listed.
    pub fn lets_through(
        &self,
        listed: Listed,
        entry: &QuestionEntry,
        categories: VisibleCategories<'_>,
    ) -> bool {
        let fits = |wanted: &Option<String>, found: Option<&str>| {
            wanted.is_none() || wanted.as_deref() == found
        };
        self.state.is_none_or(|state| state.lets_through(listed.state))
            && (!self.flagged || listed.is_flagged)
            && (!self.disputed || listed.others.differ)
            && self.among.as_ref().is_none_or(|among| among.keys.contains(entry.key.as_str()))
            && (self.category.is_none() || fits(&self.category, categories.get(entry)))
            && fits(&self.split, entry.split.as_deref())
    }

    /// A description of the filter; `None` if everything is listed.
    pub fn words(&self, taxonomy: &Taxonomy) -> Option<String> {
        let state = self.state.map(|state| state.words().to_owned());
        let flagged = self.flagged.then(|| text!("filter-flagged").to_owned());
        let disputed = self.disputed.then(|| text!("filter-disputed").to_owned());
        let category = self.category.as_deref().map(|name| terms::category(taxonomy, name));
        let among = self.among.as_ref().map(|among| visible_line(&among.words).into_owned());
        let chosen = [among, state, flagged, disputed, category, self.split.clone()];
        let words: Vec<String> = chosen.into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(" · "))
    }
}

/// One line of the popup.
struct Choice {
    words: String,
    count: usize,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Everything,
    State(StateFilter),
    Flagged,
    Disputed,
    Category(String),
    Split(String),
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
        let entry = |one: &Listed| &desk.items()[one.position];
        let everything = Choice {
            words: text!("filter-everything").into(),
            count: listed.len(),
            kind: Kind::Everything,
        };
        let states = StateFilter::ALL.into_iter().map(|state| Choice {
            words: state.words().into(),
            count: listed.iter().filter(|one| state.lets_through(one.state)).count(),
            kind: Kind::State(state),
        });
        let counted = |names: &mut dyn Iterator<Item = &'_ str>| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            names.for_each(|name| *counts.entry(name.to_owned()).or_default() += 1);
            counts
        };
        let taxonomy = desk.benchmark().taxonomy();
        let named = |counts: BTreeMap<String, usize>, kind: fn(String) -> Kind| {
            let choice = |(name, count): (String, usize)| Choice {
                words: match kind(String::new()) {
                    Kind::Category(_) => terms::category(taxonomy, &name),
                    _ => name.clone(),
                },
                count,
                kind: kind(name),
            };
            counts.into_iter().map(choice).collect::<Vec<_>>()
        };
        let suspected = listed.iter().filter(|one| one.is_flagged).count();
        let flagged = (suspected > 0).then(|| Choice {
            words: text!("filter-flagged").into(),
            count: suspected,
            kind: Kind::Flagged,
        });
        let differing = listed.iter().filter(|one| one.others.differ).count();
        let disputed = (differing > 0).then(|| Choice {
            words: text!("filter-disputed").into(),
            count: differing,
            kind: Kind::Disputed,
        });
        let splits = named(
            counted(&mut listed.iter().filter_map(|one| entry(one).split.as_deref())),
            Kind::Split,
        );
        let categories = named(
            counted(&mut listed.iter().filter_map(|one| desk.categories().get(entry(one)))),
            Kind::Category,
        );
        let choices: Vec<Choice> = std::iter::once(everything)
            .chain(states)
            .chain(flagged)
            .chain(disputed)
            .chain(splits)
            .chain(categories)
            .collect();
        FilterPicker { filter, list: List::new(choices.len()), choices, reply }
    }

    fn close(&self) -> Outcome {
        self.reply.send(self.filter.clone());
        Outcome::Close
    }

    /// Choosing the chosen entry removes it.
    fn choose(&mut self) {
        let Some(choice) = self.choices.get(self.list.marked()) else { return };
        match choice.kind.clone() {
            Kind::Everything => self.filter = Filter::default(),
            Kind::State(state) => toggle(&mut self.filter.state, state),
            Kind::Flagged => self.filter.flagged = !self.filter.flagged,
            Kind::Disputed => self.filter.disputed = !self.filter.disputed,
            Kind::Category(name) => toggle(&mut self.filter.category, name),
            Kind::Split(name) => toggle(&mut self.filter.split, name),
        }
    }

    fn is_chosen(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Everything => self.filter == Filter::default(),
            Kind::State(state) => self.filter.state == Some(*state),
            Kind::Flagged => self.filter.flagged,
            Kind::Disputed => self.filter.disputed,
            Kind::Category(name) => self.filter.category.as_ref() == Some(name),
            Kind::Split(name) => self.filter.split.as_ref() == Some(name),
        }
    }

    fn line(&self, row: Row, theme: &Theme) -> Line<'static> {
        let (choice, width) = (&self.choices[row.index], self.list.width());
        let mark = if self.is_chosen(&choice.kind) { "(•) " } else { "( ) " };
        let shown = cut(&choice.words, width.saturating_sub(25));
        let space = width.saturating_sub(shown.width() + 23);
        Line::from(vec![
            row.sign(theme),
            Span::styled(format!("{mark}{shown}"), row.style(theme.text, theme)),
            Span::raw(" ".repeat(space)),
            Span::styled(padded(kind_in_words(&choice.kind), 9), theme.dim),
            Span::styled(format!("{:>7}", choice.count), theme.text),
        ])
    }

    fn size(&self, area: Rect) -> (u16, u16) {
        let widest = self.choices.iter().map(|choice| choice.words.width()).max().unwrap_or(0);
        let width = cells(widest + 28).clamp(40, 76).min(area.width);
        (width, cells(self.choices.len() + 2).min(area.height.saturating_sub(2)))
    }
}

fn toggle<T: PartialEq>(chosen: &mut Option<T>, wanted: T) {
    *chosen = if chosen.as_ref() == Some(&wanted) { None } else { Some(wanted) };
}

fn kind_in_words(kind: &Kind) -> &'static str {
    match kind {
        Kind::Everything => "",
        Kind::State(_) => text!("filter-kind-state"),
        Kind::Flagged => text!("filter-kind-filters"),
        Kind::Disputed => text!("filter-kind-people"),
        Kind::Category(_) => text!("filter-kind-category"),
        Kind::Split(_) => text!("filter-kind-split"),
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
                if !self.choices.get(self.list.marked()).is_some_and(|c| self.is_chosen(&c.kind)) {
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

    fn prepare(&mut self, area: Rect, _: &Session) {
        let popup = popup_area(self.size(area), area);
        self.list.lay_out(self.choices.len(), popup.inner(Margin::new(1, 1)));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let size = self.size(canvas.area);
        draw_popup(text!("filter-title"), size, canvas.area, theme, canvas.buffer);
        self.list.draw(canvas.buffer, |row| self.line(row, theme));
        let hints = [
            (Action::Confirm, text!("filter-list-these")),
            (Action::Toggle, text!("filter-mark-several")),
            (Action::Back, text!("filter-leave")),
        ];
        draw_hints(&hints, KeyContext::List, canvas.area, session, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
