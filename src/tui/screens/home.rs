//! The home screen: what waits for this annotator, how far each ability is, what was decided last.

use std::collections::{BTreeSet, HashMap};

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::queues::{QUEUE_SCREENS, QueueEntry};
use super::{Canvas, Outcome, Screen};
use crate::benchmark::history::History;
use crate::benchmark::taxonomy::Taxonomy;
use crate::store::{DecisionRow, QUEUE_REVIEW};
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::session::Session;
use crate::tui::widgets::bars::{Bar, draw_bars};
use crate::tui::widgets::cells::cells;
use crate::tui::widgets::chrome::{draw_action_bar, draw_title};
use crate::tui::widgets::history_text::{act_in_words, local_time};
use crate::tui::widgets::list::{List, Row};
use crate::tui::widgets::wrap::cut;

/// The first screen.
pub struct Home {
    list: List,
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
}

impl Home {
    /// The home screen as things stand now.
    pub fn new(session: &Session) -> Self {
        let mut home = Home {
            list: List::default(),
            bars: Vec::new(),
            last: Vec::new(),
            models: 0,
            readers: 0,
            benchmarks: 0,
            queues: Vec::new(),
        };
        home.refresh(session);
        home
    }

    fn refresh(&mut self, session: &Session) {
        self.bars = bars_by_ability(session);
        let newest = session.store.newest_decisions(
            session.review().annotator(),
            QUEUE_REVIEW,
            session.review().benchmark(),
            10,
        );
        self.last = newest.unwrap_or_default();
        let runs = session.store.runs(session.review().benchmark()).unwrap_or_default();
        let current = runs.iter().filter(|run| run.is_current);
        let names: BTreeSet<&str> = current.map(|run| run.model.as_str()).collect();
        self.models = names.len();
        self.readers = session
            .store
            .people_who_read(session.review().benchmark())
            .map_or(0, |people| people.len());
        self.benchmarks = session.store.benchmarks().map_or(0, |all| all.len());
        let offered = QUEUE_SCREENS.iter().filter(|queue| (queue.is_offered)(session));
        self.queues = offered.map(|queue| queue.action).collect();
        self.list.set_len(self.entries(session).len());
    }

    /// What can be opened, in the order of the actions; queues, models and agreement only where there
    /// is something.
    fn entries(&self, session: &Session) -> Vec<Action> {
        let is_open = |queue: &QueueEntry| session.desks.named(queue.name).is_some();
        let queues = QUEUE_SCREENS
            .iter()
            .filter(|queue| is_open(queue) || self.queues.contains(&queue.action));
        let lists = [Action::OpenBrowse, Action::OpenHistory].into_iter();
        let models = (self.models > 0).then_some(Action::OpenModels);
        let agreement = (self.readers > 0).then_some(Action::OpenAgreement);
        let benchmarks = (self.benchmarks > 1).then_some(Action::OpenBenchmarks);
        let queues = queues.map(|queue| queue.action);
        let mut entries: Vec<Action> =
            queues.chain(lists).chain(models).chain(agreement).chain(benchmarks).collect();
        entries.sort_by_key(|&action| action as usize);
        entries
    }

    /// An entry in words.
    fn describe(&self, action: Action, session: &Session) -> String {
        let queue = QUEUE_SCREENS.iter().find(|queue| queue.action == action);
        let (title, words) = match (queue, action) {
            (Some(queue), _) => (queue.at_home)(session),
            (None, Action::OpenBrowse) => {
                ("Browse", format!("{} questions", session.review().items().len()))
            }
            (None, Action::OpenModels) => ("Models", format!("{} with predictions", self.models)),
            (None, Action::OpenAgreement) => {
                ("Agreement", format!("extractors and {} who read texts", self.readers))
            }
            (None, Action::OpenBenchmarks) => {
                ("Benchmarks", format!("another of the {} in this database", self.benchmarks))
            }
            (None, _) => {
                let rows = session.review().history().rows().len();
                ("History", format!("{rows} rows of your own"))
            }
        };
        format!("{title:<10}  {words}")
    }
}

/// Progress by L-2 ability, in the order of the taxonomy, then those it does not know.
fn bars_by_ability(session: &Session) -> Vec<Bar> {
    let taxonomy = session.review().benchmark().taxonomy();
    let mut bars: Vec<(usize, Bar)> = Vec::new();
    // Looking a name up folds its letters, so each of the few names is looked up once.
    let mut bar_of: HashMap<(Option<&str>, Option<&str>), usize> = HashMap::new();
    for (position, item) in session.review().items().iter().enumerate() {
        let names = (item.category.as_deref(), item.l2_category.as_deref());
        let index = *bar_of.entry(names).or_insert_with(|| {
            let (place, label) = ability(taxonomy, names.0, names.1);
            bars.iter().position(|(_, bar)| bar.label == label).unwrap_or_else(|| {
                bars.push((place, Bar { label, done: 0, total: 0 }));
                bars.len() - 1
            })
        });
        let bar = &mut bars[index].1;
        bar.total += 1;
        bar.done += usize::from(session.review().state(position).is_done());
    }
    bars.sort_by(|(place, bar), (other, of_other)| {
        (place, &bar.label).cmp(&(other, &of_other.label))
    });
    bars.into_iter().map(|(_, bar)| bar).collect()
}

/// The L-2 ability of a question: its position in the taxonomy, and its title.
fn ability(
    taxonomy: &Taxonomy,
    category: Option<&str>,
    l2_category: Option<&str>,
) -> (usize, String) {
    let by_leaf = category.and_then(|name| taxonomy.leaf(name)).map(|(_, l2, _)| l2);
    let by_l2 = || l2_category.and_then(|name| taxonomy.level2(name)).map(|(_, l2)| l2);
    let known = by_leaf.or_else(by_l2).map(|l2| l2.title.as_str());
    let title = known.or(l2_category).or(category).unwrap_or("no ability given");
    let mut titles = taxonomy.l1.iter().flat_map(|l1| &l1.l2).map(|l2| l2.title.as_str());
    (titles.position(|known| known == title).unwrap_or(usize::MAX), title.to_owned())
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
        ];
        let opening = self.entries(session);
        std::iter::once(Action::Confirm).chain(opening).chain(others).collect()
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if action == Action::Confirm {
            let marked = self.entries(session).get(self.list.marked()).copied();
            return marked.map_or(Outcome::Stay, Outcome::Do);
        }
        self.list.act(action);
        Outcome::Stay
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        self.refresh(session);
        Outcome::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let desk = session.review();
        let notice = session.notice.as_ref().map(|n| format!(" · {n}")).unwrap_or_default();
        let name = format!("Assay · {}", desk.benchmark().name);
        let title = (&*name, &*format!(" · {}{notice}", desk.annotator().name));
        let today = desk.today();
        let each = today.seconds_each().map(|s| format!(" · {s} s each")).unwrap_or_default();
        let right = format!("today {}{each}", today.decided);
        draw_title(title, &right, Rect { height: 1, ..area }, theme, canvas.buffer);

        let mut y = area.y + 2;
        let width = usize::from(area.width.saturating_sub(4));
        for (position, action) in self.entries(session).into_iter().enumerate() {
            let key = session.keymap.key_for(KeyContext::Home, action).map(|k| k.to_string());
            let words = self.describe(action, session);
            let row = Row { index: position, is_marked: position == self.list.marked() };
            let (sign, style) = (row.sign(theme), row.style(theme.text, theme));
            canvas.buffer.set_span(area.x + 2, y, &sign, 2);
            let key = key.unwrap_or_default();
            // Two columns are enough but for keys of one's own, such as `Ctrl-r`.
            let indent = cells(key.width()).max(2) + 1;
            let words = cut(&words, width.saturating_sub(usize::from(indent) + 1));
            canvas.buffer.set_string(area.x + 4, y, key, theme.key);
            canvas.buffer.set_string(area.x + 4 + indent, y, words, style);
            y += 1;
        }

        y += 1;
        canvas.buffer.set_string(area.x + 2, y, "Progress by ability", theme.heading);
        let room = area.bottom().saturating_sub(y + 2);
        let bar_rows = cells(self.bars.len()).min(room);
        let bars =
            Rect { x: area.x + 2, y: y + 1, width: area.width.saturating_sub(4), height: bar_rows };
        draw_bars(&self.bars, bars, theme, canvas.buffer);
        y = bars.bottom() + 1;

        if y + 2 < area.bottom() && !self.last.is_empty() {
            canvas.buffer.set_string(area.x + 2, y, "Your last decisions", theme.heading);
            let room = usize::from(area.bottom() - y - 2);
            for (row, decision) in self.last.iter().take(room).enumerate() {
                let line = cut(&describe(decision, desk.history()), width);
                canvas.buffer.set_string(area.x + 2, y + 1 + row as u16, line, theme.text);
            }
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
    let taken_back = if history.is_taken_back(row.id) { " (taken back)" } else { "" };
    format!("{when}  #{}  {}{taken_back}", row.item, act_in_words(&row.act, history))
}
