//! The home screen: what can be opened, what waits, how far everybody and each ability is, what was
//! decided last, the other benchmarks. Whatever is marked opens with Enter.

mod abilities;
mod columns;
mod figures;
mod lines;

use std::collections::BTreeSet;
use std::sync::Arc;

use ratatui::layout::{Position, Rect};
use ratatui::widgets::Widget;

use self::abilities::bars_by_ability;
use self::columns::Column;
use self::figures::HomeFigures;
use self::lines::HomeLine;
use super::background::Background;
use super::browse::{Browse, Filter};
use super::bundled;
use super::queues::{QUEUE_SCREENS, QueueEntry};
use super::review::Review;
use super::team_lines::team;
use super::{Canvas, Outcome, Screen};
use crate::benchmark::history::History;
use crate::benchmark::queues::settled_by;
use crate::queue::{BenchmarkWork, OpenDesk};
use crate::store::{DecisionRow, QUEUE_REVIEW};
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::messages::text;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::store_words::InWords;
use crate::tui::widgets::bars::Bar;
use crate::tui::widgets::chrome::{draw_action_bar, draw_title};
use crate::tui::widgets::history_text::{act_in_words, local_time};
use crate::tui::widgets::scroll_hint::MARGIN;
use crate::tui::widgets::wrap::padded;

/// The first screen.
pub struct Home {
    /// What Enter opens, in the order of the screen.
    entries: Vec<Entry>,
    marked: usize,
    bars: Vec<Bar>,
    last: Vec<DecisionRow>,
    /// How many models have answered.
    models: usize,
    /// How many people have extracted labels by hand.
    readers: usize,
    /// How many benchmarks there are.
    benchmarks: usize,
    /// The actions that open the queues which have something to decide.
    queues: Vec<Action>,
    /// What is counted at the moment.
    counting: Option<Background<HomeFigures>>,
    /// Whether the counts are wanted anew. They are begun once the screen is painted, so that no frame
    /// waits for them, and not at all as long as another screen is on top.
    is_count_due: bool,
    /// Whether the screen has read what it shows at once; it may be opened below another one.
    is_fresh: bool,
    /// The benchmark that is open.
    name: String,
    /// The queue whose bundle the database is, if it is one.
    bundle: Option<&'static str>,
    /// What was counted last.
    figures: Option<Arc<HomeFigures>>,
    /// The columns as they are laid out.
    columns: Vec<Column>,
}

/// Something that opens with Enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// A screen of its own.
    Open(Action),
    /// What waits.
    Waits(Wait),
    /// One of the last decisions.
    Decision(usize),
    /// Another benchmark, by its place.
    Switch(usize),
}

/// What waits for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    Suspected,
    Disagreements,
    Flagged,
    Unread,
    OpenRuns,
}

/// Rows of the history that are shown.
const LAST: usize = 10;
/// Other benchmarks that are listed.
const MOST_BENCHMARKS: usize = 6;
/// From this width on there are two columns.
const WIDE: u16 = 110;

impl Home {
    /// The home screen as things stand now.
    pub fn new(session: &Session) -> Self {
        Home {
            entries: Vec::new(),
            marked: 0,
            bars: Vec::new(),
            last: Vec::new(),
            models: 0,
            readers: 0,
            benchmarks: 0,
            queues: Vec::new(),
            counting: None,
            is_count_due: true,
            is_fresh: false,
            figures: None,
            bundle: session.bundle(),
            name: session.review().benchmark().name.clone(),
            columns: Vec::new(),
        }
    }

    fn refresh(&mut self, session: &Session) {
        self.is_fresh = true;
        self.bars = bars_by_ability(session);
        let desk = session.review();
        let (annotator, benchmark) = (desk.annotator(), desk.benchmark());
        let newest = session.store.newest_decisions(annotator, QUEUE_REVIEW, benchmark, LAST);
        self.last = newest.unwrap_or_default();
        self.bundle = session.bundle();
        if self.bundle.is_some_and(|queue| queue != QUEUE_REVIEW) {
            // These are of the review.
            self.bars.clear();
            self.last.clear();
        }
        let runs = session.store.runs(benchmark).unwrap_or_default();
        let current = runs.iter().filter(|run| run.is_current);
        let names: BTreeSet<&str> = current.map(|run| run.model.as_str()).collect();
        self.models = names.len();
        let people = session.store.people_who_read(benchmark);
        self.readers = people.map_or(0, |people| people.len());
        self.benchmarks = session.store.benchmarks().map_or(0, |all| all.len());
        let offered = QUEUE_SCREENS.iter().filter(|queue| (queue.is_offered)(session));
        self.queues = offered.map(|queue| queue.action).collect();
        self.list_entries(session);
    }

    /// Takes the counts once they are ready.
    fn collect(&mut self, session: &Session) {
        let Some(counting) = self.counting.as_mut().filter(|counting| counting.is_running()) else {
            return;
        };
        counting.collect();
        if let Some(figures) = counting.ready() {
            self.figures = Some(Arc::clone(figures));
            self.list_entries(session);
        }
    }

    /// Lists what can be opened; the mark stays on its entry where that is still there.
    fn list_entries(&mut self, session: &Session) {
        let marked = self.entries.get(self.marked).copied();
        let screens = self.screens(session).into_iter().map(Entry::Open);
        let waits = self.waits().into_iter().map(Entry::Waits);
        let decisions = (0..self.last.len()).map(Entry::Decision);
        let here = &session.review().benchmark().name;
        let work = self.figures.as_deref().map_or(&[][..], |figures| &figures.work);
        let others = work.iter().enumerate().filter(|(_, work)| work.benchmark != *here);
        let others = others.map(|(at, _)| Entry::Switch(at)).take(MOST_BENCHMARKS);
        let entries = screens.chain(waits).chain(decisions).chain(others).collect();
        self.entries = entries;
        let same = marked.and_then(|marked| self.entries.iter().position(|one| *one == marked));
        let last = self.entries.len().saturating_sub(1);
        self.marked = same.unwrap_or_else(|| self.marked.min(last));
    }

    /// The counts of the benchmark that is open.
    fn here(&self) -> Option<&BenchmarkWork> {
        let figures = self.figures.as_deref()?;
        let name = &self.name;
        figures.work.iter().find(|work| work.benchmark == *name)
    }

    /// Whether more than one person has decided in a queue.
    fn has_team(&self) -> bool {
        let queues = self.here().map(|work| work.queues.as_slice()).unwrap_or_default();
        queues.iter().any(|queue| queue.annotators.len() > 1)
    }

    /// What waits; in a bundle that is its own queue, which is listed above.
    fn waits(&self) -> Vec<Wait> {
        let figures = self.figures.as_ref().filter(|_| self.bundle.is_none());
        let Some(figures) = figures else { return Vec::new() };
        let waiting = self.here().map(|work| work.waiting).unwrap_or_default();
        let all = [
            (waiting.suspected, Wait::Suspected),
            (waiting.disagreements, Wait::Disagreements),
            (figures.flagged, Wait::Flagged),
            (waiting.unread_texts, Wait::Unread),
            (waiting.open_runs, Wait::OpenRuns),
        ];
        all.into_iter().filter(|(count, _)| *count > 0).map(|(_, wait)| wait).collect()
    }

    /// The screens that can be opened, in the order of the actions; queues, models, agreement and
    /// benchmarks only where there is something, and in a bundle only what it is for.
    fn screens(&self, session: &Session) -> Vec<Action> {
        let is_open = |queue: &QueueEntry| session.desks.named(queue.name).is_some();
        // What settles others' decisions is there only where something waits for this person, which is
        // counted in the background.
        let to_settle = self.figures.as_ref().map_or(0, |figures| figures.to_settle);
        let has_items = |queue: &QueueEntry| settled_by(queue.name).is_none() || to_settle > 0;
        let is_listed = |queue: &&QueueEntry| match self.bundle {
            Some(bundle) => queue.name == bundle,
            None => (is_open(queue) || self.queues.contains(&queue.action)) && has_items(queue),
        };
        let queues = QUEUE_SCREENS.iter().filter(is_listed);
        let lists = [Action::OpenBrowse, Action::OpenHistory].into_iter();
        let models = (self.models > 0).then_some(Action::OpenModels);
        let agreement = (self.readers > 0).then_some(Action::OpenAgreement);
        let benchmarks = (self.benchmarks > 1).then_some(Action::OpenBenchmarks);
        let queues = queues.map(|queue| queue.action);
        let mut screens: Vec<Action> =
            queues.chain(lists).chain(models).chain(agreement).chain(benchmarks).collect();
        screens.extend(self.has_team().then_some(Action::OpenBoard));
        screens.extend([Action::OpenSettings, Action::OpenDescription]);
        screens.retain(|&action| bundled::is_possible(action, session));
        screens.sort_by_key(|&action| action as usize);
        screens
    }

    /// A screen in words.
    fn describe(&self, action: Action, session: &Session) -> String {
        let queue = QUEUE_SCREENS.iter().find(|queue| queue.action == action);
        let (title, words) = match (queue, action) {
            (Some(queue), _) => (queue.at_home)(session),
            (None, Action::OpenBrowse) => (
                text!("home-browse"),
                text!("home-questions", count = session.review().items().len()),
            ),
            (None, Action::OpenModels) => {
                (text!("home-models"), text!("home-with-predictions", count = self.models))
            }
            (None, Action::OpenAgreement) => {
                (text!("home-agreement"), text!("home-readers", count = self.readers))
            }
            (None, Action::OpenBenchmarks) => {
                (text!("home-benchmarks"), text!("home-all-benchmarks", count = self.benchmarks))
            }
            (None, Action::OpenBoard) => (text!("home-board"), text!("home-what-board").to_owned()),
            (None, Action::OpenSettings) => {
                (text!("home-settings"), text!("home-what-settings").to_owned())
            }
            (None, Action::OpenDescription) => {
                (text!("home-description"), text!("home-what-description").to_owned())
            }
            (None, _) => {
                let rows = session.review().history().rows().len();
                (text!("home-history"), text!("home-own-rows", rows: rows))
            }
        };
        format!("{}  {words}", padded(title, 10))
    }

    fn describe_decision(&self, row: usize, session: &Session) -> String {
        let history = session.review().history();
        self.last.get(row).map(|row| describe(row, history)).unwrap_or_default()
    }

    fn open(&self, entry: Entry, session: &mut Session) -> Outcome {
        match entry {
            Entry::Open(action) => Outcome::Do(action),
            Entry::Waits(Wait::Suspected) => Outcome::Do(Action::OpenVerify),
            Entry::Waits(Wait::Unread) => Outcome::Do(Action::OpenExtract),
            Entry::Waits(Wait::OpenRuns) => Outcome::Do(Action::OpenModels),
            Entry::Waits(Wait::Flagged) => {
                let filter = Filter { flagged: true, ..Filter::default() };
                Outcome::Open(Box::new(Browse::filtered(filter, session)))
            }
            Entry::Waits(Wait::Disagreements) => {
                let filter = Filter { disputed: true, ..Filter::default() };
                Outcome::Open(Box::new(Browse::filtered(filter, session)))
            }
            Entry::Decision(row) => {
                let item = self.last.get(row).map(|row| row.item.as_str());
                match item.and_then(|item| session.review().position_of(item)) {
                    Some(position) => Outcome::OpenItem(Box::new(Review::at(position, session))),
                    None => {
                        let words = text!("home-question-gone");
                        session.status = Some(StatusMessage::hint(words));
                        Outcome::Stay
                    }
                }
            }
            Entry::Switch(at) => self.switch(at, session),
        }
    }

    fn switch(&self, at: usize, session: &mut Session) -> Outcome {
        let work = self.figures.as_ref().and_then(|figures| figures.work.get(at));
        let Some(work) = work else { return Outcome::Stay };
        let named = session.store.the_benchmark(Some(&work.benchmark));
        match named.and_then(|benchmark| session.open_benchmark(&benchmark)) {
            Ok(()) => Outcome::HomeThen(None),
            Err(error) => {
                session.status = Some(StatusMessage::error(error.in_words()));
                Outcome::Stay
            }
        }
    }

    /// The lines in one column, or in two where there is room.
    fn lay_out(&self, area: Rect, session: &Session) -> Vec<Column> {
        let theme = &session.theme;
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
        let is_wide = area.width >= WIDE;
        let left = if is_wide { area.width / 2 } else { area.width };
        let right = if is_wide { area.width - left } else { area.width };
        let me = &session.review().annotator().name;
        let mut own = lines::sections(self, usize::from(left), session);
        let here = self.here().filter(|_| self.bundle.is_none());
        let team = here.map(|work| team(work, usize::from(right), me, theme));
        let team = team.map(|lines| lines.into_iter().map(HomeLine::from).collect());
        let abilities = lines::abilities(self, usize::from(right), theme);
        let figures = self.figures.as_deref().filter(|_| self.models == 0);
        let hints = match self.bundle {
            Some(queue) => Some(lines::about_bundle(queue, usize::from(right), theme)),
            None => figures.map(|figures| lines::hints(figures, usize::from(right), theme)),
        };
        let beside = vec![team.unwrap_or_default(), abilities, hints.unwrap_or_default()];
        if is_wide {
            let right_area = Rect { x: body.x + left, width: right, ..body };
            return vec![
                Column::new(own, Rect { width: left, ..body }),
                Column::new(beside, right_area),
            ];
        }
        // What waits comes first, then the team.
        let rest = own.split_off(2);
        vec![Column::new(own.into_iter().chain(beside).chain(rest).collect(), body)]
    }
}

impl Screen for Home {
    fn key_context(&self) -> KeyContext {
        KeyContext::Home
    }

    fn commands(&self, session: &Session) -> Vec<Action> {
        let others = [
            Action::Find,
            Action::Guideline,
            Action::Undo,
            Action::Palette,
            Action::Help,
            Action::Back,
            Action::Up,
            Action::Down,
            Action::First,
            Action::Last,
        ];
        let opening = self.screens(session);
        let others = others.into_iter().filter(|&action| bundled::is_possible(action, session));
        std::iter::once(Action::Confirm).chain(opening).chain(others).collect()
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        let last = self.entries.len().saturating_sub(1);
        match action {
            Action::Confirm => {
                let marked = self.entries.get(self.marked).copied();
                return marked.map_or(Outcome::Stay, |entry| self.open(entry, session));
            }
            Action::Up => self.marked = self.marked.saturating_sub(1),
            Action::Down => self.marked = (self.marked + 1).min(last),
            Action::First => self.marked = 0,
            Action::Last => self.marked = last,
            _ => {}
        }
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        let entry = self.columns.iter().find_map(|column| column.entry_at(at));
        let Some(at) = entry else { return Outcome::Stay };
        if at == self.marked {
            return self.update(Action::Confirm, session);
        }
        self.marked = at;
        Outcome::Stay
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        self.name.clone_from(&session.review().benchmark().name);
        self.is_count_due = true;
        self.refresh(session);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        if !self.is_fresh {
            self.refresh(session);
        }
        self.collect(session);
        self.list_entries(session);
        self.columns = self.lay_out(area, session);
        let marked = self.marked;
        self.columns.iter_mut().for_each(|column| column.show(marked));
    }

    fn is_waiting(&self) -> bool {
        self.is_count_due || self.counting.as_ref().is_some_and(Background::is_running)
    }

    fn painted(&mut self, session: &Session) {
        if std::mem::take(&mut self.is_count_due) {
            self.counting = Some(figures::compute(session));
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let desk = session.review();
        let notice = session.notice.as_ref().map(|n| format!(" · {n}")).unwrap_or_default();
        let name = format!("Assay · {}", desk.benchmark().name);
        let title = (&*name, &*format!(" · {}{notice}", desk.annotator().name));
        let queue = self.bundle.unwrap_or(QUEUE_REVIEW);
        let today = session.desks.named(queue).map(OpenDesk::today).unwrap_or_default();
        let each =
            today.seconds_each().map(|s| text!("home-seconds-each", s = s)).unwrap_or_default();
        let right = text!("home-today", count = today.decided, each = each);
        draw_title(title, &right, Rect { height: 1, ..area }, theme, canvas.buffer);
        for Column { lines, area, window } in &self.columns {
            let rows = lines.iter().skip(window.top()).zip(area.top()..area.bottom());
            for (line, y) in rows {
                (&line.line).render(Rect { y, height: 1, ..*area }, canvas.buffer);
            }
            let text = Rect { width: area.width.saturating_sub(MARGIN), ..*area };
            window.hint().draw_arrows(text, theme, canvas.buffer);
        }
        let bar = Rect { y: area.bottom() - 1, height: 1, ..area };
        let commands = self.commands(session);
        draw_action_bar(
            session.status.as_ref(),
            &commands,
            (&session.keymap, KeyContext::Home),
            bar,
            theme,
            canvas.buffer,
        );
    }
}
/// A row of history in a line.
fn describe(row: &DecisionRow, history: &History) -> String {
    let when = local_time(&row.created);
    let taken_back = if history.is_taken_back(row.id) { text!("home-taken-back") } else { "" };
    format!("{when}  #{}  {}{taken_back}", row.item, act_in_words(&row.act, history))
}
