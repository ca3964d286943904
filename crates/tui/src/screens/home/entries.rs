//! The entries of the home screen, and what each of them opens.

use super::Home;
use crate::action::Action;
use crate::messages::text;
use crate::screens::browse::{Browse, Criterion};
use crate::screens::queues::{QUEUE_SCREENS, QueueEntry};
use crate::screens::review::Review;
use crate::screens::{Outcome, bundled};
use crate::session::Session;
use crate::terms;
use crate::widgets::history_text::{act_in_words, local_time};
use crate::widgets::wrap::padded;
use assay_core::benchmark::history::History;
use assay_core::benchmark::queues::settled_by;
use assay_core::visible::visible_line;
use assay_store::{DecisionRow, QUEUE_REVIEW};
use assay_workflow::queue::BenchmarkWork;

/// An entry that opens with Enter.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub section: Section,
    pub words: String,
    pub opens: Opens,
}

/// Where an entry is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// The screens.
    Screens,
    /// Outstanding work.
    Waits,
    /// The last decisions.
    Decisions,
    /// Other benchmarks.
    Benchmarks,
}

/// What an entry opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    /// A separate screen.
    Screen(Action),
    /// A list of questions.
    Questions(Criterion),
    /// The question of one of the last decisions.
    Decision(usize),
    /// Another benchmark, by its place.
    Benchmark(usize),
}

/// Other benchmarks that are listed.
const MOST_BENCHMARKS: usize = 6;

impl Home {
    /// Lists the entries; the mark stays on its entry if that still exists.
    pub(super) fn list_entries(&mut self, session: &Session) {
        let marked =
            self.entries.get(self.marked).map(|entry| (entry.section, entry.opens.clone()));
        let entry = |section, (words, opens)| Entry { section, words, opens };
        let screens = self.screens(session).into_iter();
        let screens = screens.map(|(action, words)| (words, Opens::Screen(action)));
        let history = session.review().history();
        let decisions = self.last.iter().enumerate();
        let decisions = decisions.map(|(at, row)| (describe(row, history), Opens::Decision(at)));
        self.entries = screens
            .map(|one| entry(Section::Screens, one))
            .chain(self.waits(session).into_iter().map(|one| entry(Section::Waits, one)))
            .chain(decisions.map(|one| entry(Section::Decisions, one)))
            .chain(self.others(session).into_iter().map(|one| entry(Section::Benchmarks, one)))
            .collect();
        let is_marked =
            |entry: &Entry| marked.as_ref() == Some(&(entry.section, entry.opens.clone()));
        let last = self.entries.len().saturating_sub(1);
        let same = self.entries.iter().position(is_marked);
        self.marked = same.unwrap_or_else(|| self.marked.min(last));
    }

    /// The outstanding work; in a bundle that is its own queue, which is listed above.
    fn waits(&self, session: &Session) -> Vec<(String, Opens)> {
        let figures = self.figures.ready().filter(|_| session.bundle.is_none());
        let Some(figures) = figures else { return Vec::new() };
        let waiting = self.here(session).map(|work| work.waiting).unwrap_or_default();
        let disputes = text!("wait-disagreements", count: waiting.disagreements);
        let disputes = match figures.disputed {
            0 => text!("home-disputes-after-review", words = disputes),
            own => text!("home-disputes-with-own", words = disputes, own),
        };
        let flagged = text!("wait-flagged", count: figures.flagged);
        let [suspects, unread, runs] = terms::waits(&waiting)
            .map(|(count, words, action)| (count, words, Opens::Screen(action)));
        let all = [
            suspects,
            (waiting.disagreements, disputes, Opens::Questions(Criterion::Disputed)),
            (figures.flagged, flagged, Opens::Questions(Criterion::Flagged)),
            unread,
            runs,
        ];
        let waits = all.into_iter().filter(|(count, ..)| *count > 0);
        waits.map(|(_, words, opens)| (words, opens)).collect()
    }

    /// Other benchmarks, with their work.
    fn others(&self, session: &Session) -> Vec<(String, Opens)> {
        let (here, me) = (&session.review().benchmark().name, &session.review().annotator().name);
        let work = self.figures.ready().map_or(&[][..], |figures| &figures.work);
        let others = work.iter().enumerate().filter(|(_, work)| work.benchmark != *here);
        let others = others.map(|(at, work)| (describe_benchmark(work, me), Opens::Benchmark(at)));
        others.take(MOST_BENCHMARKS).collect()
    }

    /// The screens that can be opened with their entries, in the order of the actions. In a bundle only
    /// those of its queue.
    pub(super) fn screens(&self, session: &Session) -> Vec<(Action, String)> {
        let is_open = |queue: &QueueEntry| session.desks.named(queue.name).is_some();
        // Entries that settle others' decisions are shown only if this person has something to
        // settle, which is counted in the background.
        let to_settle = self.figures.ready().map_or(0, |figures| figures.to_settle);
        let has_items = |queue: &QueueEntry| settled_by(queue.name).is_none() || to_settle > 0;
        let is_listed = |queue: &&QueueEntry| match session.bundle {
            Some(bundle) => queue.name == bundle,
            None => (is_open(queue) || self.queues.contains(&queue.action)) && has_items(queue),
        };
        let queues = QUEUE_SCREENS.iter().filter(is_listed);
        let queues = queues.map(|queue| (queue.action, (queue.at_home)(session)));
        let others = self.other_screens(session).into_iter();
        let others = others.filter_map(|(action, title, words)| Some((action, (title, words?))));
        let others = others.filter(|(action, _)| bundled::is_possible(*action, session));
        let mut screens: Vec<_> = queues.chain(others).collect();
        screens.sort_by_key(|(action, _)| *action as usize);
        let entry = |(action, (title, words))| (action, format!("{}  {words}", padded(title, 10)));
        screens.into_iter().map(entry).collect()
    }

    /// The screens that are not queues, each with its title and what it has; `None` if it has nothing.
    fn other_screens(&self, session: &Session) -> [(Action, &'static str, Option<String>); 9] {
        let &Home { models, readers, is_judged, benchmarks, .. } = self;
        let items = session.review().items().len();
        let rows = session.review().history().rows().len();
        let models = (models > 0).then(|| text!("home-with-predictions", count = models));
        let readers = (readers > 0).then(|| text!("home-readers", count = readers));
        let judges = is_judged.then(|| text!("home-what-judges").to_owned());
        let benchmarks = (benchmarks > 1).then(|| text!("home-all-benchmarks", count = benchmarks));
        let board = self.has_team(session).then(|| text!("home-what-board").to_owned());
        let described = Some(text!("home-what-description").to_owned());
        [
            (
                Action::OpenBrowse,
                text!("home-browse"),
                Some(text!("home-questions", count = items)),
            ),
            (Action::OpenHistory, text!("home-history"), Some(text!("home-own-rows", rows: rows))),
            (Action::OpenModels, text!("home-models"), models),
            (Action::OpenAgreement, text!("home-agreement"), readers),
            (Action::OpenJudges, text!("home-judges"), judges),
            (Action::OpenBenchmarks, text!("home-benchmarks"), benchmarks),
            (Action::OpenBoard, text!("home-board"), board),
            (
                Action::OpenSettings,
                text!("home-settings"),
                Some(text!("home-what-settings").into()),
            ),
            (Action::OpenDescription, text!("home-description"), described),
        ]
    }

    pub(super) fn open(&self, opens: Opens, session: &mut Session) -> Outcome {
        match opens {
            Opens::Screen(action) => Outcome::Do(action),
            Opens::Questions(that) => Outcome::Open(Box::new(Browse::filtered(that, session))),
            Opens::Decision(row) => {
                let item = self.last.get(row).map(|row| row.item.as_str());
                match item.and_then(|item| session.review().position_of(item)) {
                    Some(position) => Outcome::OpenItem(Box::new(Review::at(position, session))),
                    None => {
                        session.hint(text!("home-question-gone"));
                        Outcome::Stay
                    }
                }
            }
            Opens::Benchmark(at) => self.switch(at, session),
        }
    }

    fn switch(&self, at: usize, session: &mut Session) -> Outcome {
        let work = self.figures.ready().and_then(|figures| figures.work.get(at));
        let Some(work) = work else { return Outcome::Stay };
        let named = session.store.the_benchmark(Some(&work.benchmark));
        match named.and_then(|benchmark| session.open_benchmark(&benchmark)) {
            Ok(()) => Outcome::HomeThen(None),
            Err(error) => Outcome::failed(&error, session),
        }
    }

    /// Whether more than one person has decided in a queue.
    fn has_team(&self, session: &Session) -> bool {
        let queues = self.here(session).map(|work| work.queues.as_slice()).unwrap_or_default();
        queues.iter().any(|queue| queue.annotators.len() > 1)
    }
}

/// A row of history in a line.
fn describe(row: &DecisionRow, history: &History) -> String {
    let when = local_time(&row.created);
    let taken_back = if history.is_taken_back(row.id) { text!("home-taken-back") } else { "" };
    format!("{when}  #{}  {}{taken_back}", row.item, act_in_words(&row.act, history))
}

/// Another benchmark, with its work.
fn describe_benchmark(work: &BenchmarkWork, me: &str) -> String {
    let left = work.queue(QUEUE_REVIEW).map_or_else(String::new, |review| {
        let (mine, all) = (review.left_for(me), review.undecided);
        text!("home-left-of-benchmark", mine, items = review.items, all)
    });
    let waits = terms::waiting(&work.waiting);
    let waits = if waits.is_empty() { waits } else { format!(" · {waits}") };
    format!("{}  {left}{waits}", visible_line(&work.benchmark))
}
