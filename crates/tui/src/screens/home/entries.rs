//! The entries of the home screen, and what each of them opens.

use super::Home;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::browse::{Browse, Criterion};
use crate::screens::queues::{QUEUE_SCREENS, QueueEntry};
use crate::screens::thumbnails::{Settled, Thumbnail};
use crate::screens::{Outcome, bundled};
use crate::session::Session;
use crate::terms;
use assay_core::benchmark::queues::{has_questions_as_items, settled_by};
use assay_core::visible::visible_line;
use assay_store::QUEUE_REVIEW;
use assay_workflow::queue::{BenchmarkWork, FoundItem};

/// An entry that opens with Enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub section: Section,
    pub opens: Opens,
}

/// Where an entry is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// The queue of the large figure.
    Figure,
    /// The questions that come next.
    Next,
    /// Outstanding work.
    Waits,
    /// Other benchmarks.
    Benchmarks,
    /// The last decisions.
    Decisions,
    /// The other screens.
    Menu,
}

/// What an entry opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    /// A separate screen.
    Screen(Action),
    /// A list of questions.
    Questions(Criterion),
    /// An item of a queue, by its position.
    Item(&'static str, usize),
    /// Another benchmark, by its place.
    Benchmark(usize),
}

/// Outstanding work: the key that opens it, its title if it is that of a queue, what waits.
pub(super) struct Wait {
    pub key: Option<String>,
    pub title: &'static str,
    pub words: String,
    pub opens: Opens,
    /// Whether something is left to do.
    pub is_open: bool,
}

/// A screen of the menu, with its key.
pub(super) struct MenuItem {
    pub action: Action,
    pub key: String,
    pub title: &'static str,
}

/// Other benchmarks that are listed.
const MOST_BENCHMARKS: usize = 6;

impl Home {
    /// The queue of the large figure: that of the bundle, else the first one in which something is left.
    pub(super) fn main_queue(session: &Session) -> &'static QueueEntry {
        let is_left = |queue: &&QueueEntry| {
            session.desks.named(queue.name).is_some_and(|desk| desk.progress().left() > 0)
        };
        let of_bundle = session.bundle.and_then(queue_named);
        of_bundle.or_else(|| QUEUE_SCREENS.iter().find(is_left)).unwrap_or(&QUEUE_SCREENS[0])
    }

    /// The outstanding work: the other queues, then what no queue has. None in a bundle, whose queue is
    /// that of the figure.
    pub(super) fn waits(&self, session: &Session) -> Vec<Wait> {
        if session.bundle.is_some() {
            return Vec::new();
        }
        let figures = self.figures.ready();
        let waiting = self.here(session).map(|work| work.waiting).unwrap_or_default();
        let counted = terms::waits(&waiting);
        let main = Self::main_queue(session).action;
        let queues = self.queues(session).into_iter().filter(|queue| queue.action != main);
        let queues = queues.map(|queue| {
            let (title, words) = (queue.at_home)(session);
            let team =
                counted.iter().find(|(count, _, opens)| *count > 0 && *opens == queue.action);
            let left = session.desks.named(queue.name).map(|desk| desk.progress().left());
            Wait {
                key: key_of(queue.action, session),
                title,
                words: team.map_or(words, |(_, words, _)| words.clone()),
                opens: Opens::Screen(queue.action),
                is_open: team.is_some() || left != Some(0),
            }
        });
        let (flagged, own) = figures.map_or((0, 0), |figures| (figures.flagged, figures.disputed));
        let disputes = text!("wait-disagreements", count: waiting.disagreements);
        let disputes = match own {
            0 => text!("home-disputes-after-review", words = disputes),
            own => text!("home-disputes-with-own", words = disputes, own),
        };
        let flags = text!("wait-flagged", count: flagged);
        let [.., (runs, of_runs, open_runs)] = counted.clone();
        let others = [
            (waiting.disagreements, disputes, Opens::Questions(Criterion::Disputed)),
            (flagged, flags, Opens::Questions(Criterion::Flagged)),
            (runs, of_runs, Opens::Screen(open_runs)),
        ];
        let others = others.into_iter().filter(|(count, ..)| *count > 0);
        let others = others.map(|(_, words, opens)| {
            let key = match opens {
                Opens::Screen(action) => key_of(action, session),
                _ => None,
            };
            Wait { key, title: "", words, opens, is_open: true }
        });
        queues.chain(others).collect()
    }

    /// Other benchmarks, with their work.
    pub(super) fn others(&self, session: &Session) -> Vec<(String, Opens)> {
        let (here, me) = (&session.review().benchmark().name, &session.review().annotator().name);
        let work = self.figures.ready().map_or(&[][..], |figures| &figures.work);
        let others = work.iter().enumerate().filter(|(_, work)| work.benchmark != *here);
        let others = others.map(|(at, work)| (describe_benchmark(work, me), Opens::Benchmark(at)));
        others.take(MOST_BENCHMARKS).collect()
    }

    /// The queues that can be opened. In a bundle only its own.
    fn queues(&self, session: &Session) -> Vec<&'static QueueEntry> {
        // Entries that settle others' decisions are shown only if this person has something to
        // settle, which is counted in the background.
        let to_settle = self.figures.ready().map_or(0, |figures| figures.to_settle);
        let has_items = |queue: &QueueEntry| settled_by(queue.name).is_none() || to_settle > 0;
        let is_open = |queue: &QueueEntry| session.desks.named(queue.name).is_some();
        let is_listed = |queue: &&QueueEntry| match session.bundle {
            Some(bundle) => queue.name == bundle,
            None => (is_open(queue) || self.offered.contains(&queue.action)) && has_items(queue),
        };
        QUEUE_SCREENS.iter().filter(is_listed).collect()
    }

    /// The actions that open a screen from here.
    pub(super) fn openings(&self, session: &Session) -> Vec<Action> {
        let queues = self.queues(session).into_iter().map(|queue| queue.action);
        let others = self.menu_items(session).into_iter().map(|item| item.action);
        let mut openings: Vec<Action> = queues.chain(others).collect();
        openings.sort_by_key(|action| *action as usize);
        openings
    }

    /// The screens that are not queues and have something to show.
    pub(super) fn menu_items(&self, session: &Session) -> Vec<MenuItem> {
        let is_offered = |action: Action| self.offered.contains(&action);
        let items = [
            (Action::OpenBrowse, text!("home-browse"), true),
            (Action::OpenHistory, text!("home-history"), true),
            (Action::OpenModels, text!("home-models"), is_offered(Action::OpenModels)),
            (Action::OpenAgreement, text!("home-agreement"), is_offered(Action::OpenAgreement)),
            (Action::OpenJudges, text!("home-judges"), is_offered(Action::OpenJudges)),
            (Action::OpenBoard, text!("home-board"), self.has_team(session)),
            (Action::OpenAudit, text!("home-audit"), is_offered(Action::OpenAudit)),
            (Action::OpenDescription, text!("home-description"), true),
            (Action::OpenLookAlikes, text!("home-look-alikes"), session.look_alikes.is_some()),
            (Action::OpenBenchmarks, text!("home-benchmarks"), is_offered(Action::OpenBenchmarks)),
            (Action::OpenSettings, text!("home-settings"), true),
        ];
        let items = items.into_iter().filter(|(action, _, has_content)| {
            *has_content && bundled::is_possible(*action, session)
        });
        let item = |(action, title, _): (Action, &'static str, bool)| MenuItem {
            action,
            key: key_of(action, session).unwrap_or_default(),
            title,
        };
        items.map(item).collect()
    }

    /// The questions that come next, `most` of them, and those that were decided last.
    pub(super) fn thumbnails(session: &Session, most: usize) -> [Vec<(Thumbnail, Opens)>; 2] {
        let queue = Self::main_queue(session).name;
        let desk = session.desks.named(queue).filter(|_| has_questions_as_items(queue));
        let Some(desk) = desk else { return [Vec::new(), Vec::new()] };
        let opens = |item: &FoundItem| Opens::Item(queue, item.position);
        let next = desk.coming(most).into_iter().map(|item| {
            let opens = opens(&item);
            let words = format!("#{}", item.name);
            (Thumbnail { question: item.question, words, settled: None }, opens)
        });
        let last = desk.history().settling_since(0).rev().filter_map(|row| {
            let item = desk.find(&row.item)?;
            let opens = opens(&item);
            let words = format!("#{} {}", item.name, terms::decision(&row.act));
            let settled = row.act.is_final().then(|| Settled::by(&row.act))?;
            Some((Thumbnail { question: item.question, words, settled: Some(settled) }, opens))
        });
        [next.collect(), last.take(most).collect()]
    }

    pub(super) fn open(&self, opens: &Opens, session: &mut Session) -> Outcome {
        match opens {
            Opens::Screen(action) => Outcome::Do(*action),
            Opens::Questions(that) => {
                Outcome::Open(Box::new(Browse::filtered(that.clone(), session)))
            }
            Opens::Item(queue, position) => match queue_named(queue) {
                Some(queue) => Outcome::OpenItem((queue.open_at)(*position, session)),
                None => Outcome::Stay,
            },
            Opens::Benchmark(at) => self.switch(*at, session),
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

fn queue_named(name: &str) -> Option<&'static QueueEntry> {
    QUEUE_SCREENS.iter().find(|queue| queue.name == name)
}

pub(super) fn key_of(action: Action, session: &Session) -> Option<String> {
    session.keymap.key_for(KeyContext::Home, action).map(|key| key.to_string())
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
