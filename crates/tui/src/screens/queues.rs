//! The screens of queues in one table: a row for each, filled by its `QueueAtHome` and its `QueueView`.

use super::queue::{QueueAtHome, QueueScreen, QueueView};
use super::{Outcome, Screen};
use crate::action::Action;
use crate::session::Session;
use assay_workflow::queue::Queue;

pub const QUEUE_SCREENS: &[QueueEntry] = &[
    QueueEntry::new::<super::review::ReviewView>(),
    QueueEntry::new::<super::extract::ExtractView>(),
    QueueEntry::new::<super::verify::VerifyView>(),
    QueueEntry::new::<super::adjudicate::AdjudicateView>(),
    QueueEntry::new::<super::vote::VoteView>(),
];

/// Opens a screen over the open layers, of which the last is on top.
pub type Opener = fn(&[Box<dyn Screen>], &mut Session) -> Outcome;

/// Opens an item of a queue by its position.
pub type ItemOpener = fn(usize, &mut Session) -> Box<dyn Screen>;

/// The interface of a queue's screen to the rest of the program.
pub struct QueueEntry {
    /// The name of the queue.
    pub name: &'static str,
    /// The action that opens it.
    pub action: Action,
    /// Opens the next outstanding item.
    pub open_next: Opener,
    /// Opens a certain item.
    pub open_at: ItemOpener,
    /// Whether the home screen offers it.
    pub is_offered: fn(&Session) -> bool,
    /// Its title and outstanding work, for the home screen.
    pub at_home: fn(&Session) -> (&'static str, String),
}

impl QueueEntry {
    const fn new<V: QueueView>() -> Self {
        QueueEntry {
            name: V::Queue::NAME,
            action: V::Queue::OPEN,
            open_next: |_, session| match V::Queue::open_desk(session) {
                Ok(()) => Outcome::OpenItem(Box::new(QueueScreen::<V>::next(session))),
                Err(message) => {
                    session.status = Some(message);
                    Outcome::Stay
                }
            },
            open_at: |position, session| Box::new(QueueScreen::<V>::at(position, session)),
            is_offered: V::Queue::is_offered,
            at_home: |session| V::Queue::at_home(session.desks.get::<V::Queue>()),
        }
    }
}
