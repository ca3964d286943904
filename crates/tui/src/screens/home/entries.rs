//! The entries of the home screen, and what each of them opens.

use super::Home;
use super::words::{describe, describe_benchmark};
use crate::action::Action;
use crate::messages::text;
use crate::screens::browse::{Browse, Criterion};
use crate::screens::queues::{QUEUE_SCREENS, QueueEntry};
use crate::screens::review::Review;
use crate::screens::{Outcome, bundled};
use crate::session::Session;
use crate::status::StatusMessage;
use assay_core::benchmark::queues::settled_by;

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
        let screens = screens.map(|action| (self.describe(action, session), Opens::Screen(action)));
        let history = session.review().history();
        let decisions = self.last.iter().enumerate();
        let decisions = decisions.map(|(at, row)| (describe(row, history), Opens::Decision(at)));
        self.entries = screens
            .map(|one| entry(Section::Screens, one))
            .chain(self.waits().into_iter().map(|one| entry(Section::Waits, one)))
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
    fn waits(&self) -> Vec<(String, Opens)> {
        let figures = self.figures.as_ref().filter(|_| self.bundle.is_none());
        let Some(figures) = figures else { return Vec::new() };
        let waiting = self.here().map(|work| work.waiting).unwrap_or_default();
        let disputes = text!("wait-disagreements", count: waiting.disagreements);
        let disputes = match figures.disputed {
            0 => text!("home-disputes-after-review", words = disputes),
            own => text!("home-disputes-with-own", words = disputes, own = own),
        };
        let suspects = text!("wait-suspected", count: waiting.suspected);
        let flagged = text!("wait-flagged", count: figures.flagged);
        let unread = text!("wait-unread", count: waiting.unread_texts);
        let runs = text!("wait-open-runs", count: waiting.open_runs);
        let all = [
            (waiting.suspected, suspects, Opens::Screen(Action::OpenVerify)),
            (waiting.disagreements, disputes, Opens::Questions(Criterion::Disputed)),
            (figures.flagged, flagged, Opens::Questions(Criterion::Flagged)),
            (waiting.unread_texts, unread, Opens::Screen(Action::OpenExtract)),
            (waiting.open_runs, runs, Opens::Screen(Action::OpenModels)),
        ];
        let waits = all.into_iter().filter(|(count, ..)| *count > 0);
        waits.map(|(_, words, opens)| (words, opens)).collect()
    }

    /// Other benchmarks, with their work.
    fn others(&self, session: &Session) -> Vec<(String, Opens)> {
        let (here, me) = (&session.review().benchmark().name, &session.review().annotator().name);
        let work = self.figures.as_deref().map_or(&[][..], |figures| &figures.work);
        let others = work.iter().enumerate().filter(|(_, work)| work.benchmark != *here);
        let others = others.map(|(at, work)| (describe_benchmark(work, me), Opens::Benchmark(at)));
        others.take(MOST_BENCHMARKS).collect()
    }

    /// The screens that can be opened, in the order of the actions; queues, models, agreement and
    /// benchmarks only if they have content, and in a bundle only those of its queue.
    pub(super) fn screens(&self, session: &Session) -> Vec<Action> {
        let is_open = |queue: &QueueEntry| session.desks.named(queue.name).is_some();
        // Entries that settle others' decisions are shown only if this person has something to
        // settle, which is counted in the background.
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

    pub(super) fn open(&self, opens: Opens, session: &mut Session) -> Outcome {
        match opens {
            Opens::Screen(action) => Outcome::Do(action),
            Opens::Questions(that) => Outcome::Open(Box::new(Browse::filtered(that, session))),
            Opens::Decision(row) => {
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
            Opens::Benchmark(at) => self.switch(at, session),
        }
    }

    fn switch(&self, at: usize, session: &mut Session) -> Outcome {
        let work = self.figures.as_ref().and_then(|figures| figures.work.get(at));
        let Some(work) = work else { return Outcome::Stay };
        let named = session.store.the_benchmark(Some(&work.benchmark));
        match named.and_then(|benchmark| session.open_benchmark(&benchmark)) {
            Ok(()) => Outcome::HomeThen(None),
            Err(error) => {
                session.status = Some(StatusMessage::error(error.to_string()));
                Outcome::Stay
            }
        }
    }

    /// Whether more than one person has decided in a queue.
    fn has_team(&self) -> bool {
        let queues = self.here().map(|work| work.queues.as_slice()).unwrap_or_default();
        queues.iter().any(|queue| queue.annotators.len() > 1)
    }
}
