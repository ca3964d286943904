//! The program as a state: layers of screens, what an input does to them, what is drawn.
//!
//! Nothing here knows a real terminal, so a test drives the whole program with keys and looks at
//! the cells. `input` turns keys, pastes and clicks into actions and this file does them; `layers`
//! opens and closes screens, `correction` takes decisions back, `frame` draws.

mod correction;
mod drafts;
mod editing;
mod frame;
mod input;
mod key_line;
mod layers;

use std::time::{Duration, Instant};

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::{Position, Size};

use self::key_line::KeyLine;
use super::action::Action;
use super::messages::speak;
use super::picture::{ColourDepth, PicturePanes};
use super::screens::{Outcome, Screen, registry};
use super::session::Session;
use super::status::ECHO;
use crate::wide_characters::WideCharacterRepair;
use assay_workflow::queue::correction::Correction;

/// The number of renewals in the time of a lease, so that one failure does not lose it.
const RENEWALS_IN_A_LEASE: u32 = 3;
/// The time without a key after which the annotator counts as absent and the item is released to
/// others.
const LONGEST_ABSENCE: Duration = Duration::from_mins(30);

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key, and when it was pressed.
    Key(KeyEvent, Instant),
    /// Pasted text.
    Paste(String),
    /// The mouse, and when it was used.
    Mouse(MouseEvent, Instant),
    /// The terminal has another size.
    Resize,
    /// A picture is ready, or background work is done.
    PictureReady,
    /// It is time to hold the item on the screen for longer.
    Renew,
    /// It is time for something on the screen to move by itself.
    Tick,
    /// It is time to write what was typed and not saved yet.
    KeepDrafts,
    /// It is time for the message that something was saved to go.
    EchoEnds,
    /// It is time to try again what another program that was writing kept from being saved.
    Retry,
    /// The system asks for something, or the terminal answers late.
    Terminal(TerminalRequest),
}

/// A request that only the terminal's owner can carry out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalRequest {
    /// End the program.
    Quit,
    /// Give the terminal back until `fg`.
    Suspend,
    /// Take the terminal again: the process was stopped and continues, and others have used it.
    Retake,
    /// Ask the terminal again what it can do, which may be more than it seemed at the start.
    AskAgain,
    /// Clear the terminal and draw everything again.
    Redraw,
    /// Open the configuration file in an editor.
    EditSettings,
    /// Use mouse and colours as the settings say now, and draw everything again.
    FollowSettings,
}

fn in_terminal(session: &Session) -> (bool, ColourDepth) {
    (session.mouse, session.settings.colours())
}

/// The program.
pub struct App {
    session: Session,
    layers: Vec<Box<dyn Screen>>,
    pub pictures: PicturePanes,
    wide_characters: WideCharacterRepair,
    key_line: KeyLine,
    /// What the terminal's owner must do now.
    pub terminal_request: Option<TerminalRequest>,
    /// Whether a frame is due.
    pub needs_drawing: bool,
    /// Whether the terminal has had another size since a frame was last prepared.
    pub was_resized: bool,
    /// The size of a terminal that is too large to be drawn; `None` for any other.
    pub too_large: Option<Size>,
    shown_item: u64,
    painted_at: Instant,
    /// The mouse mode and the colour depth that were sent to the terminal last.
    in_terminal: (bool, ColourDepth),
    /// When the item on the screen was last held for longer.
    renewed_at: Instant,
    /// The undo or redo to apply as soon as another program has finished writing.
    delayed: Option<Correction>,
    /// When what was typed and not saved yet is written.
    drafts_due: Option<Instant>,
    /// Where the pressed mouse button holds a picture, and whether it has moved it.
    grabbed: Option<(Position, bool)>,
}

impl App {
    /// The program on its home screen.
    pub fn new(mut session: Session, pictures: PicturePanes) -> Self {
        session.next_work = registry::next_work;
        speak(session.settings.language());
        let in_terminal = in_terminal(&session);
        App {
            session,
            layers: vec![registry::home()],
            pictures,
            wide_characters: WideCharacterRepair::default(),
            key_line: KeyLine::default(),
            terminal_request: None,
            needs_drawing: true,
            was_resized: false,
            too_large: None,
            shown_item: 0,
            painted_at: Instant::now(),
            in_terminal,
            renewed_at: Instant::now(),
            delayed: None,
            drafts_due: None,
            grabbed: None,
        }
    }

    /// What is shared by the screens.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Changes what is shared by the screens.
    pub fn session_mut(&mut self) -> &mut Session {
        self.needs_drawing = true;
        &mut self.session
    }

    /// Handles one event.
    pub fn handle(&mut self, event: Event) {
        speak(self.session.settings.language());
        match event {
            Event::Key(key, at) => self.handle_key(key, at),
            Event::Paste(text) => self.handle_paste(text),
            Event::Mouse(mouse, at) => self.handle_mouse(mouse, at),
            Event::Resize => (self.needs_drawing, self.was_resized) = (true, true),
            Event::PictureReady => self.needs_drawing = true,
            Event::KeepDrafts => self.keep_drafts(),
            Event::EchoEnds => self.end_echo(),
            Event::Retry => self.retry(),
            Event::Renew => self.renew(),
            Event::Tick => self.tick(),
            Event::Terminal(request) => self.terminal_request = Some(request),
        }
        if self.session.drafts.are_unwritten() {
            self.drafts_will_be_due();
        }
        self.follow_settings();
    }

    /// Applies the settings to pictures and terminal. A preview ends with its screen.
    fn follow_settings(&mut self) {
        if self.top().opened_by() != Some(Action::OpenSettings) {
            self.session.end_trial();
        }
        let in_terminal = in_terminal(&self.session);
        if self.session.surface != self.pictures.service.surface() {
            self.pictures.service.set_surface(self.session.surface);
        } else if in_terminal == self.in_terminal {
            return;
        }
        self.in_terminal = in_terminal;
        self.terminal_request = self.terminal_request.or(Some(TerminalRequest::FollowSettings));
    }

    /// Carries out an action of the program or of the top screen.
    pub fn act(&mut self, action: Action) {
        speak(self.session.settings.language());
        self.needs_drawing = true;
        if let Some(why) = registry::why_not(action, &self.session) {
            self.session.hint(why);
            return;
        }
        match action {
            Action::Quit => self.terminal_request = Some(TerminalRequest::Quit),
            Action::Suspend => self.terminal_request = Some(TerminalRequest::Suspend),
            Action::Redraw => self.terminal_request = Some(TerminalRequest::Redraw),
            Action::Back => self.take(Outcome::Close),
            Action::Home => {
                self.layers.truncate(1);
                self.resume();
            }
            Action::EditSettings => self.ask_for_editor(),
            Action::Find => self.find(),
            // A step that is not saved yet is taken back before those that are.
            Action::Undo if self.with_top(|top, session| top.take_back(session)) => {}
            Action::Undo => self.correct(Correction::Undo),
            Action::Redo => self.correct(Correction::Redo),
            _ => match registry::opener(action) {
                Some(opener) => self.open(action, opener),
                None => self.act_on_top(action),
            },
        }
    }

    /// Undo and redo act on the queue that is open, on whatever screen, and open the item that they
    /// changed.
    fn correct(&mut self, correction: Correction) {
        let queue = registry::current_queue(&self.layers, &self.session);
        let position = correction::correct(correction, queue, &mut self.session);
        self.delayed = self.is_waiting_for_writer().then_some(correction);
        if let Some((position, open)) = position.zip(registry::item_opener(queue)) {
            let screen = open(position, &mut self.session);
            self.show_item(screen);
        }
    }

    /// Whether something waits until another program has finished writing.
    pub fn is_waiting_for_writer(&self) -> bool {
        self.session.is_waiting_for_writer()
    }

    /// The time from a moment until the hold on the open item must be renewed; `None` if none is held, or
    /// if the annotator is absent.
    pub fn until_renewal_at(&self, now: Instant) -> Option<Duration> {
        let leases = self.layers.iter().filter_map(|layer| layer.lease_time(&self.session));
        let each = leases.min()? / RENEWALS_IN_A_LEASE;
        let is_here = self.session.attention.idle_time_at(now) < LONGEST_ABSENCE;
        is_here.then(|| each.saturating_sub(now.saturating_duration_since(self.renewed_at)))
    }

    /// The time from a moment until the message that something was saved goes; `None` if there is none, and
    /// without colours, where nothing on the screen changes by itself.
    pub fn until_echo_ends_at(&self, now: Instant) -> Option<Duration> {
        let is_still = self.session.surface.no_colour;
        let status = self.session.status.as_ref().filter(|status| status.is_echo() && !is_still)?;
        Some(ECHO.saturating_sub(now.saturating_duration_since(status.since)))
    }

    fn end_echo(&mut self) {
        self.needs_drawing = true;
        self.session.status = self.session.status.take().filter(|status| !status.is_echo());
    }

    /// The next timer: the earliest of renewing a lease, advancing an animation, saving drafts, and the end of
    /// a message.
    pub fn next_timer(&self) -> Option<(Duration, Event)> {
        let renewal = self.until_renewal_at(Instant::now()).map(|until| (until, Event::Renew));
        let tick = self.top().until_tick().map(|until| (until, Event::Tick));
        let drafts = self.until_drafts().map(|until| (until, Event::KeepDrafts));
        let echo = self.until_echo_ends_at(Instant::now()).map(|until| (until, Event::EchoEnds));
        renewal.into_iter().chain(tick).chain(drafts).chain(echo).min_by_key(|(until, _)| *until)
    }

    fn tick(&mut self) {
        self.needs_drawing = true;
        let is_loading = self.pictures.is_loading();
        self.with_top(|top, _| top.tick(is_loading));
    }

    fn renew(&mut self) {
        self.renewed_at = Instant::now();
        for layer in &mut self.layers {
            layer.renew(&mut self.session);
        }
    }

    /// Saves typed text, and releases the open items, so that others need not wait until their
    /// leases expire.
    pub fn release(&mut self) {
        self.keep_drafts();
        let Session { store, desks, .. } = &mut self.session;
        // A lease that cannot be ended now expires.
        let _ = store.briefly(|store| desks.release(store));
    }

    /// Tries again what could not be saved because another program was writing.
    fn retry(&mut self) {
        if !self.is_waiting_for_writer() {
            return;
        }
        self.needs_drawing = true;
        if let Some(correction) = self.delayed.take() {
            return self.correct(correction);
        }
        for layer in &mut self.layers {
            layer.retry(&mut self.session);
        }
    }

    fn act_on_top(&mut self, action: Action) {
        if self.top().commands(&self.session).contains(&action) {
            let outcome = self.with_top(|top, session| top.update(action, session));
            self.take(outcome);
        }
    }
}
