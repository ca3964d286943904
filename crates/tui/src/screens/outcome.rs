//! The request of a screen to the program after an input, and the result of a popup for the screen
//! that opened it. No type of a particular screen appears here.

use std::cell::Cell;
use std::fmt::Display;
use std::rc::Rc;

use super::Screen;
use crate::action::Action;
use crate::picture::Look;
use crate::session::Session;
use assay_store::Result;

/// What the program does after a screen has handled an input.
pub enum Outcome {
    /// No request.
    Stay,
    /// Opens a screen above this one.
    Open(Box<dyn Screen>),
    /// Opens an item of a queue above the home screen and the lists. Only one item is open at a
    /// time: it replaces an earlier one.
    OpenItem(Box<dyn Screen>),
    /// Closes this screen; the one below resumes.
    Close,
    /// Closes this screen, then does an action as if its key had been pressed below.
    CloseThen(Action),
    /// Closes every screen except home, which resumes, then does an action, if any, as if its key
    /// had been pressed there.
    HomeThen(Option<Action>),
    /// Does an action as if its key had been pressed.
    Do(Action),
    /// Zooms or pans the picture of this screen.
    Look(Look),
    /// Ends the program.
    Quit,
}

/// The result of a popup. The opener keeps one handle and gives the popup another; the popup sends
/// before it closes, the opener takes in [`Screen::resume`].
pub struct Reply<T>(Rc<Cell<Option<T>>>);

impl Outcome {
    /// Opens a screen; if it cannot be made, the reason is shown instead.
    pub fn open<S: Screen + 'static>(screen: Result<S>, session: &mut Session) -> Self {
        match screen {
            Ok(screen) => Outcome::Open(Box::new(screen)),
            Err(error) => Outcome::failed(error, session),
        }
    }

    /// Stays and shows why something failed.
    pub fn failed(error: impl Display, session: &mut Session) -> Self {
        session.show_error(error);
        Outcome::Stay
    }
}

/// Where a popup leaves its result.
pub type Answer<T> = Box<dyn Fn(T)>;

impl<T: 'static> Reply<T> {
    /// The same as [`Self::handle`], where `make` turns the popup's result into what its opener takes.
    pub fn answer<U>(&self, make: impl Fn(U) -> T + 'static) -> Answer<U> {
        let reply = self.handle();
        Box::new(move |result| reply.send(make(result)))
    }
}

impl<T> Reply<T> {
    /// A second handle for the popup. A result that an earlier popup left is dropped.
    #[must_use]
    pub fn handle(&self) -> Self {
        self.0.set(None);
        Reply(Rc::clone(&self.0))
    }

    /// Stores the result.
    pub fn send(&self, result: T) {
        self.0.set(Some(result));
    }

    /// Takes the result; `None` if the popup was closed without one.
    pub fn take(&self) -> Option<T> {
        self.0.take()
    }
}

impl<T> Default for Reply<T> {
    fn default() -> Self {
        Reply(Rc::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_taken_once_and_only_by_the_popup_that_was_opened_last() {
        let reply = Reply::default();
        let popup = reply.handle();
        popup.send("first");
        assert_eq!((reply.take(), reply.take()), (Some("first"), None));
        popup.send("stale");
        let _second = reply.handle();
        assert_eq!(reply.take(), None);
    }
}
