//! Judges: how they rank the models, down to single votes, and how far each of them can be trusted.
//!
//! The screens: the leaderboard ([`Judges`]) with the figures of the marked model and the judges below
//! it; the win rates of each pair of models (`matrix`); the questions of a pair with what each judge said
//! (`items`); one of them with both answers (`comparison`); and a page for each judge (`trust`). A key
//! selects the next rule by which votes count, another one the next judge. The figures are computed on a
//! background thread (`data`).
//!
//! These screens show the models' names and what others voted. The store records who opened the
//! questions of a pair: see [`assay_store::Store::record_answer_exposures`].

mod comparison;
mod data;
mod items;
mod matrix;
mod pair_votes;
mod trust;

use std::ops::Range;
use std::sync::Arc;

use ratatui::layout::Size;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use self::data::{Basis, VotesData};
use self::matrix::Matrix;
use self::trust::TrustPages;
use super::background::Figures;
use super::list_chrome::Head;
use super::list_screen::{ListScreen, Listing};
use super::{Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::{text, words_of};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::columns::beside_or_below;
use crate::widgets::interval::{Scale, figures, with_interval};
use crate::widgets::share::{interval, percent};
use crate::widgets::table::table_lines;
use crate::widgets::wrap::styled_lines;
use assay_core::figures::table::{Meaning, Table};
use assay_core::keyword::Keyword;
use assay_core::statistics::Statistic;
use assay_core::votes::{JudgeCount, JudgeKind, Standing};
use assay_store::Store;
use assay_workflow::voting::LoadedVotes;

/// From this width on the figures of a model and the judges are beside each other.
const WIDE: usize = 108;

/// The leaderboard.
pub(super) struct Judges {
    /// The basis that keys have chosen; the figures may still be of another one.
    chosen: Option<Basis>,
    /// The votes, if they were read before.
    known: Option<Arc<LoadedVotes>>,
    figures: Figures<VotesData>,
}

impl Judges {
    /// The models by the votes of the first judge.
    pub fn screen(session: &Session) -> Box<dyn Screen> {
        Judges::by(None, None, session)
    }

    /// The models by a basis; `known` are the votes if they were read before.
    fn by(
        chosen: Option<Basis>,
        known: Option<Arc<LoadedVotes>>,
        session: &Session,
    ) -> Box<dyn Screen> {
        let mut judges = Judges { chosen, known, figures: Figures::default() };
        judges.compute(session);
        Box::new(ListScreen::new(judges, session))
    }

    /// The figures, if anyone has voted.
    fn data(&self) -> Option<&Arc<VotesData>> {
        self.figures.ready().filter(|data| !data.loaded.votes.judgments.is_empty())
    }

    /// Computes the figures by the chosen basis, one computation at a time.
    fn compute(&mut self, session: &Session) {
        let ready = self.figures.ready();
        let is_there = ready.is_some_and(|data| self.chosen.is_none_or(|own| own == data.basis));
        if !self.figures.is_running() && !is_there {
            let ready = ready.map(|data| Arc::clone(&data.loaded));
            let (known, basis) = (ready.or_else(|| self.known.clone()), self.chosen);
            self.figures.start(session, Store::open, move |store, benchmark| {
                VotesData::load(store, benchmark, known, basis)
            });
        }
    }
}

impl Listing for Judges {
    const ACTIONS: &'static [Action] =
        &[Action::Rule, Action::Judge, Action::Trust, Action::Back, Action::Palette, Action::Help];
    const KEYS: KeyContext = KeyContext::Judges;
    const OPENED_BY: Option<Action> = Some(Action::OpenJudges);
    const GAP: usize = 1;
    const ROWS_BELOW: u16 = 9;
    const PAGES_BELOW: bool = true;

    fn refresh(&mut self, _: u16, session: &Session) -> bool {
        let has_ended = self.figures.collect();
        // Another basis may have been chosen meanwhile.
        if has_ended && self.figures.failure.is_none() {
            self.compute(session);
        }
        has_ended
    }

    fn len(&self, _: &Session) -> usize {
        self.data().map_or(0, |data| data.models.len())
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let Some(data) = self.data().cloned() else { return Outcome::Stay };
        Outcome::Open(Box::new(Matrix::screen(data, row, session)))
    }

    fn act(&mut self, action: Action, _: usize, session: &mut Session) -> Option<Outcome> {
        let data = self.data()?;
        let now = self.chosen.unwrap_or(data.basis);
        self.chosen = Some(match action {
            Action::Rule => now.next_rule(),
            Action::Judge => now.next_judge(data.judges.len()),
            Action::Trust => {
                let (loaded, rule) = (Arc::clone(&data.loaded), data.basis.rule);
                return Some(Outcome::Open(TrustPages::screen(loaded, rule, session)));
            }
            _ => return None,
        });
        self.figures.failure = None;
        self.compute(session);
        Some(Outcome::Stay)
    }

    fn is_waiting(&self) -> bool {
        self.figures.is_running()
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        let basis = match self.data() {
            Some(_) if self.figures.is_running() => text!("agreement-computing").to_owned(),
            data => data.map(|data| data.describe()).unwrap_or_default(),
        };
        Head::new(text!("votes-what"), None, basis, session)
    }

    fn notice(&self, _: &Session) -> Option<String> {
        let none = || self.data().is_none().then(|| text!("votes-none").to_owned());
        let failure = self.figures.failure.clone();
        failure.or_else(|| self.figures.notice(text!("agreement-computing"))).or_else(none)
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        let Some(data) = self.data() else { return Ok(Table::default()) };
        let dim = |words: String| (Meaning::Dim, words);
        let controlled = |own: &Standing| data.controlled(&own.model);
        Ok(Table::over(&data.board.models)
            .number("", |own| own.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string()))
            .text("95 %", |own| own.rank95.map(|(best, worst)| dim(format!("{best}–{worst}"))))
            .text(text!("models-head-model"), |own| &own.model)
            .most(40)
            .least(14)
            .number(text!("votes-strength"), |own| signed(&own.strength))
            .with(|table| with_interval(table, data.strengths(), |own| &own.strength))
            .rank(3)
            .number(text!("votes-win-rate"), |own| percent(&own.win_rate))
            .number("95 %", |own| dim(interval(&own.win_rate)))
            .rank(5)
            .number("n", |own| own.record.n)
            .rank(4)
            .only_if(data.controlled.is_some(), |table| {
                let length = |own: &Standing| controlled(own).map(|[length, _]| percent(length));
                let style = |own: &Standing| controlled(own).map(|[_, style]| signed(style));
                table
                    .number(text!("votes-length-controlled"), length)
                    .rank(1)
                    .number(text!("votes-style-controlled"), style)
                    .rank(1)
            })
            .number(text!("models-head-undecided"), |own| dim(own.record.undecided.to_string()))
            .rank(4)
            .table())
    }

    fn title(&self, _: &Session) -> String {
        text!("votes-models").to_owned()
    }

    fn legend(&self, _: bool, _: &Session) -> Vec<String> {
        let controlled = self.data().is_some_and(|data| data.controlled.is_some());
        let controlled = controlled.then(|| text!("votes-controlled-legend").to_owned());
        [text!("votes-board-legend").to_owned()].into_iter().chain(controlled).collect()
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let own = self.data().and_then(|data| data.board.models.get(marked));
        own.map(|own| own.model.clone()).unwrap_or_default()
    }

    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let Some(data) = self.data() else { return Vec::new() };
        let (width, theme) = (usize::from(size.width), &session.theme);
        let right = (width >= WIDE).then_some(width / 3);
        beside_or_below(width, right, theme, |at, width| match at {
            0 => model_lines(data, marked, width, theme),
            _ => judge_lines(data, width, theme),
        })
    }
}

/// A strength with its sign.
fn signed(strength: &Statistic) -> String {
    strength.value().map_or_else(|| "-".to_owned(), |value| format!("{value:+.2}"))
}

/// The figures of a model in full, raw and with length and style controlled, and its record against each other
/// one.
fn model_lines(data: &VotesData, at: usize, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(own) = data.board.models.get(at) else { return Vec::new() };
    let controlled = data.controlled(&own.model);
    let [length, style] = [0, 1].map(|at| controlled.map(|both| both[at]));
    let strength = (text!("votes-strength-in-full"), &own.strength);
    let rate = (text!("votes-win-rate-in-full"), &own.win_rate);
    let [of_style, of_length] = [text!("votes-style-in-full"), text!("votes-length-in-full")];
    let names = [strength.0, rate.0, of_style, of_length];
    let widest = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let of_kind = |raw: (&'static str, &Statistic), name, controlled: Option<&Statistic>, scale| {
        let both: Vec<_> = [raw].into_iter().chain(controlled.map(|of| (name, of))).collect();
        table_lines(&figures(&both, widest, scale), width, theme)
    };
    let of = &own.record;
    let (wins, ties, losses, undecided) = (of.wins, of.ties, of.losses, of.undecided);
    let record = text!("votes-record", wins, ties, losses, undecided);
    let parts = [
        [
            of_kind(strength, of_style, style, data.strengths()),
            of_kind(rate, of_length, length, Scale::SHARE),
            styled_lines(&record, width, theme.dim),
        ]
        .concat(),
        table_lines(&data.against_others(at, None), width, theme),
    ];
    parts.join(&Line::default())
}

/// Everyone who judged, with counts and why votes have no verdict; those who do not count here are dim.
fn judge_lines(data: &VotesData, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let judges: Vec<_> = data.judges.iter().zip(&data.loaded.kinds).collect();
    let table = Table::over(&judges)
        .text(text!("votes-judge"), |(of, _)| {
            let counts = data.counts(&of.judge);
            (if counts { Meaning::Plain } else { Meaning::Dim }, &of.judge)
        })
        .most(30)
        .least(8)
        .text("", |(_, kind)| (Meaning::Dim, words_of("judge-kind", kind.name())))
        .number(text!("votes-votes"), |(of, _)| of.votes)
        .only_if(judges.iter().any(|(of, _)| !of.undecided.is_empty()), |table| {
            let undecided = |(of, _): &(&JudgeCount, &JudgeKind)| {
                (Meaning::Warning, terms::no_verdicts(&of.undecided))
            };
            table.text(text!("votes-no-verdict"), undecided).least(8)
        });
    table_lines(&table.table(), width, theme)
}
