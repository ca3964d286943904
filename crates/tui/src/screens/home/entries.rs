//! The entries of the home screen, and what each of them opens.

use super::Home;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A separate screen.
    Open(Action),
    /// Outstanding work.
    Waits(Wait),
    /// One of the last decisions.
    Decision(usize),
    /// Another benchmark, by its place.
    Switch(usize),
}

/// The work that needs the annotator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    Suspected,
    Disagreements,
    Flagged,
    Unread,
    OpenRuns,
}

/// Other benchmarks that are listed.
const MOST_BENCHMARKS: usize = 6;

impl Home {
    /// Lists the entries; the mark stays on its entry if that still exists.
    pub(super) fn list_entries(&mut self, session: &Session) {
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

    /// The outstanding work; in a bundle that is its own queue, which is listed above.
    pub(super) fn waits(&self) -> Vec<Wait> {
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

    pub(super) fn open(&self, entry: Entry, session: &mut Session) -> Outcome {
        match entry {
            Entry::Open(action) => Outcome::Do(action),
            Entry::Waits(Wait::Suspected) => Outcome::Do(Action::OpenVerify),
            Entry::Waits(Wait::Unread) => Outcome::Do(Action::OpenExtract),
            Entry::Waits(Wait::OpenRuns) => Outcome::Do(Action::OpenModels),
            Entry::Waits(Wait::Flagged) => {
                Outcome::Open(Box::new(Browse::filtered(Criterion::Flagged, session)))
            }
            Entry::Waits(Wait::Disagreements) => {
                Outcome::Open(Box::new(Browse::filtered(Criterion::Disputed, session)))
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
