//! The screens by action: apart from tests, the only place that names every screen.

use super::agreement::Agreement;
use super::benchmarks::Benchmarks;
use super::board::BoardListing;
use super::browse::Browse;
use super::guideline::GuidelineReader;
use super::help::Help;
use super::history::OwnHistory;
use super::home::Home;
use super::look_alikes::LookAlikesScreen;
use super::models::Models;
use super::palette::Palette;
use super::queues::{ItemOpener, Opener, QUEUE_SCREENS, QueueEntry};
use super::settings::SettingsScreen;
use super::votes::Judges;
use super::{Outcome, Screen, audit, bundled, description};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::terms;
use assay_core::benchmark::queues::QUEUE_REVIEW;

/// The other screens by the action that opens them.
const SCREENS: [(Action, Opener); 14] = [
    (Action::OpenBrowse, |_, session| Outcome::Open(Box::new(Browse::new(session)))),
    (Action::OpenHistory, |_, session| Outcome::Open(OwnHistory::screen(session))),
    (Action::OpenModels, |_, session| Outcome::Open(Models::screen(session))),
    (Action::OpenAgreement, |_, session| Outcome::Open(Agreement::screen(session))),
    (Action::OpenJudges, |_, session| Outcome::Open(Judges::screen(session))),
    (Action::OpenDescription, |_, session| Outcome::Open(Box::new(description::screen(session)))),
    (Action::OpenLookAlikes, |_, session| Outcome::Open(Box::new(LookAlikesScreen::new(session)))),
    (Action::OpenAudit, |_, session| Outcome::Open(Box::new(audit::screen(session)))),
    (Action::OpenBoard, |_, session| Outcome::Open(Box::new(BoardListing::screen(session)))),
    (Action::OpenBenchmarks, |_, session| Outcome::Open(chooser(session, None))),
    (Action::OpenSettings, |_, session| Outcome::Open(Box::new(SettingsScreen::new(session)))),
    (Action::Guideline, |layers, session| open_guideline(layers, session)),
    (Action::Help, |layers, session| Outcome::Open(Box::new(Help::about(top(layers), session)))),
    (Action::Palette, |layers, session| {
        Outcome::Open(Box::new(Palette::over(top(layers), session)))
    }),
];

/// The function that opens the screen of an action; `None` if the action does not open one.
pub fn opener(action: Action) -> Option<Opener> {
    let of_queue = QUEUE_SCREENS.iter().find(|queue| queue.action == action);
    let other = SCREENS.iter().find(|(opening, _)| *opening == action);
    of_queue.map(|queue| queue.open_next).or(other.map(|(_, opener)| *opener))
}

/// Why an action is not available in the open bundle; `None` if it is available, or if no bundle is
/// open.
pub fn why_not(action: Action, session: &Session) -> Option<String> {
    let queue = session.bundle?;
    let opened = QUEUE_SCREENS.iter().find(|entry| entry.action == action);
    if bundled::is_possible(action, session) && opened.is_none_or(|opened| opened.name == queue) {
        return None;
    }
    Some(match action {
        Action::Fix => text!("refusal-fix-in-bundle").to_owned(),
        _ => text!("bundle-has-one-queue", queue = terms::queue(queue)),
    })
}

/// The first screen, which is never closed.
pub fn home() -> Box<dyn Screen> {
    Box::new(Home::default())
}

/// The chooser of benchmarks; `then` is opened in the chosen one.
pub fn chooser(session: &Session, then: Option<Action>) -> Box<dyn Screen> {
    Box::new(Benchmarks::screen(session, then))
}

/// What is next after a queue: the next one in which something is left, else the other benchmarks, else
/// home.
pub fn next_work(queue: &'static str, session: &Session) -> (Action, String) {
    let has_work = |entry: &&QueueEntry| {
        let left = session.desks.named(entry.name).map(|desk| desk.progress().left());
        let is_offered = || (entry.is_offered)(session);
        entry.name != queue && left.map_or_else(is_offered, |left| left > 0)
    };
    let queues = QUEUE_SCREENS.iter().filter(|_| session.bundle.is_none());
    if let Some(entry) = queues.into_iter().find(has_work) {
        let (title, work) = (entry.at_home)(session);
        return (entry.action, format!("{title} · {work}"));
    }
    match session.store.benchmarks() {
        Ok(all) if all.len() > 1 && session.bundle.is_none() => {
            (Action::OpenBenchmarks, text!("end-benchmarks").to_owned())
        }
        _ => (Action::Home, text!("end-home").to_owned()),
    }
}

/// How an item of a queue is opened.
pub fn item_opener(queue: &str) -> Option<ItemOpener> {
    QUEUE_SCREENS.iter().find(|entry| entry.name == queue).map(|entry| entry.open_at)
}

/// The queue whose item is open in one of the layers, the topmost first; without one, that of the bundle
/// that is open, or else the review.
pub fn current_queue(layers: &[Box<dyn Screen>], session: &Session) -> &'static str {
    let open = layers.iter().rev().find_map(|layer| layer.queue());
    open.or(session.bundle).unwrap_or(QUEUE_REVIEW)
}

fn open_guideline(layers: &[Box<dyn Screen>], session: &Session) -> Outcome {
    let desk = session.desks.named(current_queue(layers, session));
    let question = layers.iter().rev().find_map(|layer| layer.question());
    let reader = |desk| Box::new(GuidelineReader::new(desk, question, session));
    desk.map_or(Outcome::Stay, |desk| Outcome::Open(reader(desk)))
}

/// The layer on top: there always is one, since the home screen is never closed.
fn top(layers: &[Box<dyn Screen>]) -> &dyn Screen {
    layers[layers.len() - 1].as_ref()
}
