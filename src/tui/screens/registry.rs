//! Which action opens which screen: with the tests, the only place that names every screen.

use super::agreement::Agreement;
use super::browse::Browse;
use super::extract::Extract;
use super::guideline::GuidelineReader;
use super::help::Help;
use super::history::OwnHistory;
use super::home::Home;
use super::models::Models;
use super::palette::Palette;
use super::review::Review;
use super::verify::Verify;
use super::{Outcome, Screen};
use crate::benchmark::decision::{QUEUE_EXTRACT, QUEUE_REVIEW, QUEUE_VERIFY};
use crate::queue::{VerifyDesk, VerifyQueue};
use crate::tui::action::Action;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

/// Opens a screen over the open layers, of which the last is on top.
pub type Opener = fn(&[Box<dyn Screen>], &mut Session) -> Outcome;

/// The screens by the action that opens them.
const SCREENS: [(Action, Opener); 10] = [
    (Action::OpenReview, |_, session| Outcome::OpenItem(Box::new(Review::next(session)))),
    (Action::OpenExtract, |_, session| open_extract(session)),
    (Action::OpenVerify, |_, session| open_verify(session)),
    (Action::OpenBrowse, |_, session| Outcome::Open(Box::new(Browse::new(session)))),
    (Action::OpenHistory, |_, session| Outcome::Open(OwnHistory::screen(session))),
    (Action::OpenModels, |_, session| Outcome::Open(Box::new(Models::new(session)))),
    (Action::OpenAgreement, |_, session| Outcome::Open(Box::new(Agreement::new(session)))),
    (Action::Guideline, |layers, session| open_guideline(layers, session)),
    (Action::Help, |layers, session| over_top(layers, |top| Box::new(Help::about(top, session)))),
    (Action::Palette, |layers, session| {
        over_top(layers, |top| Box::new(Palette::over(top, session)))
    }),
];

/// How the screen of an action is opened; nothing where the action opens none.
pub fn opener(action: Action) -> Option<Opener> {
    SCREENS.iter().find(|(opening, _)| *opening == action).map(|(_, opener)| *opener)
}

/// The first screen, which is never closed.
pub fn home(session: &Session) -> Box<dyn Screen> {
    Box::new(Home::new(session))
}

/// Opens an item of a queue by its position.
pub type ItemOpener = fn(usize, &mut Session) -> Box<dyn Screen>;

/// The screens of queues by the names of the queues.
const QUEUE_SCREENS: [(&str, ItemOpener); 3] = [
    (QUEUE_REVIEW, |position, session| Box::new(Review::at(position, session))),
    (QUEUE_EXTRACT, |position, session| Box::new(Extract::at(position, session))),
    (QUEUE_VERIFY, |position, session| Box::new(Verify::at(position, session))),
];

/// How an item of a queue is opened.
pub fn item_opener(queue: &str) -> Option<ItemOpener> {
    QUEUE_SCREENS.iter().find(|(name, _)| *name == queue).map(|(_, opener)| *opener)
}

/// The queue whose item is open in one of the layers, the topmost first; without one, the review.
pub fn current_queue(layers: &[Box<dyn Screen>]) -> &'static str {
    layers.iter().rev().find_map(|layer| layer.queue()).unwrap_or(QUEUE_REVIEW)
}

fn open_extract(session: &mut Session) -> Outcome {
    if session.desks.named(QUEUE_EXTRACT).is_none() {
        let hint = "there is no sample to read; draw one with `assay extract sample`";
        session.status = Some(StatusMessage::hint(hint));
        return Outcome::Stay;
    }
    Outcome::OpenItem(Box::new(Extract::next(session)))
}

/// Opens the desk anew, so that flags that came since are on it.
fn open_verify(session: &mut Session) -> Outcome {
    let (annotator, benchmark) =
        (session.review().annotator().clone(), session.review().benchmark().clone());
    match VerifyDesk::open(&mut session.store, VerifyQueue, annotator, benchmark) {
        Ok(desk) => session.desks.open(desk),
        Err(error) => {
            session.status = Some(StatusMessage::error(error.to_string()));
            return Outcome::Stay;
        }
    }
    Outcome::OpenItem(Box::new(Verify::next(session)))
}

fn open_guideline(layers: &[Box<dyn Screen>], session: &Session) -> Outcome {
    let desk = session.desks.named(current_queue(layers));
    desk.map_or(Outcome::Stay, |desk| Outcome::Open(Box::new(GuidelineReader::new(desk, session))))
}

fn over_top(
    layers: &[Box<dyn Screen>],
    open: impl FnOnce(&dyn Screen) -> Box<dyn Screen>,
) -> Outcome {
    layers.last().map_or(Outcome::Stay, |top| Outcome::Open(open(top.as_ref())))
}
