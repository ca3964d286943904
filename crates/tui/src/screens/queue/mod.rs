//! The screen of a queue: item after item, one decision each.
//!
//! The shared part of all queues is here: the open item, committing, the next item, skip, later and
//! notes, and the number that shows the program that a new item is due. `frame` draws the frame
//! around the item. A queue's own folder implements [`QueueView`]: its item, its keys, its drawing.
//!
//! The screen moves on only after a decision is on the disk; if that fails, it stays and shows the
//! error.

mod end;
mod frame;
mod sitting;
mod view;

use std::time::Duration;

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use self::end::End;
pub use self::frame::TitleParts;
pub(super) use self::frame::describe_progress;
use self::sitting::Sitting;
pub use self::view::{QueueAtHome, QueueView, ViewedItem, open_anew, refused};
use super::bundled;
use super::note::NoteEditor;
use super::{Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::picture::{Look, PicturePanes};
use crate::session::Session;
use crate::status::StatusMessage;
use crate::terms;
use crate::typed_choice::{TypedChoice, has_modifier};
use crate::widgets::note_field::NoteField;
use assay_core::benchmark::decision::Act;
use assay_store::{BlindQuestion, DraftFor, DraftKind, Store};
use assay_workflow::queue::steps::{Input, Next};
use assay_workflow::queue::{DecisionContext, OpenDesk, OpenedItem, Queue, QueueItem};

pub struct QueueScreen<V: QueueView> {
    view: V,
    /// The item on screen and its position; `None` when none is left.
    open: Option<(usize, V::Item)>,
    /// A number that is different for every item shown.
    shown: u64,
    /// The end of the queue, once no item is open.
    end: Option<End>,
    /// The act to carry out as soon as another program has finished writing.
    delayed: Option<Delayed>,
}

/// An act that was delayed because another program was writing.
enum Delayed {
    /// Committing an act, which is then reported with this message.
    Commit(Box<Act>, String, DecisionContext),
    /// Moving on to the next item, after an act with this message.
    Advance(Option<StatusMessage>),
}

impl<V: QueueView> QueueScreen<V> {
    /// Opens the next outstanding item.
    pub fn next(session: &mut Session) -> Self {
        session.begin_sitting(V::Queue::NAME);
        let mut screen = Self::empty();
        screen.advance(session);
        Self::announce_guideline(session);
        screen
    }

    /// Opens a given item.
    pub fn at(position: usize, session: &mut Session) -> Self {
        session.begin_sitting(V::Queue::NAME);
        let mut screen = Self::empty();
        let Session { store, desks, .. } = session;
        if let Some(desk) = desks.get_mut::<V::Queue>() {
            // An item without a free place is still shown; a decision on it is refused.
            let _ = store.briefly(|store| desk.hold(store, position));
        }
        screen.show(Some(position), session);
        screen
    }

    /// Reports once that the guideline has changed since the annotator was here last.
    fn announce_guideline(session: &mut Session) {
        let Session { store, desks, .. } = session;
        let Some(desk) = desks.get::<V::Queue>() else { return };
        let version = desk.guideline().version.clone();
        // If another program is writing, it is reported the next time.
        let is_new = store.briefly(|store| desk.has_new_guideline(store)).unwrap_or(false);
        if is_new && session.status.is_none() {
            let key = session.key_of(V::KEY_CONTEXT, Action::Guideline);
            session.hint(text!("guideline-new", version, key));
        }
    }

    fn empty() -> Self {
        QueueScreen {
            view: V::default(),
            open: None,
            shown: super::fresh_number(),
            end: None,
            delayed: None,
        }
    }

    fn here(&self) -> Option<usize> {
        self.open.as_ref().map(|(position, _)| *position)
    }

    fn advance(&mut self, session: &mut Session) {
        let Session { store, desks, .. } = session;
        let Some(desk) = desks.get_mut::<V::Queue>() else { return };
        let here = self.here();
        let said = session.status.clone();
        match store.briefly(|store| desk.next_after(store, here)) {
            Ok(next) => self.show(next, session),
            Err(error) if session.waits_after(&error) => {
                self.delayed = Some(Delayed::Advance(said));
            }
            Err(error) => session.show_error(error),
        }
    }

    /// Shows an item. If it cannot be read, the screen stays and shows the error.
    fn show(&mut self, position: Option<usize>, session: &mut Session) {
        let before = self.here();
        let load = |position| V::load(position, session).map(|item| (position, item));
        let opened = session.store.at_one_moment(|| {
            let open = position.map(load).transpose()?;
            self.view.look_ahead(position, before, session);
            Ok(open)
        });
        match opened {
            Ok(open) => {
                self.open = open;
                self.shown = super::fresh_number();
                let is_done = self.open.is_none();
                self.end = is_done.then(|| {
                    let why = why_done::<V>(session).unwrap_or_default();
                    End::new(V::Queue::NAME, why, session)
                });
            }
            Err(error) => session.show_error(error),
        }
    }

    /// Does what inputs make of the item.
    fn say(&mut self, inputs: Vec<Input>, session: &mut Session) -> Outcome {
        let Some((_, item)) = &mut self.open else { return Outcome::Stay };
        let draft = item.draft();
        match V::Queue::STEPS.take_all(item.opened(), draft, inputs) {
            Next::Commit(act) => {
                let message = saved(item, &act, &session.store);
                let context = self.view.context(item, session);
                self.commit(act, message, context, session)
            }
            Next::Refuse(refusal) => {
                if let Some(why) = refused(&refusal) {
                    session.hint(why);
                }
                Outcome::Stay
            }
            Next::Ask(draft) => self.view.go_on(item, draft, session),
        }
    }

    /// Commits an act, reports it, and moves on to the next item if the act ends this one.
    fn commit(
        &mut self,
        act: Act,
        message: String,
        context: DecisionContext,
        session: &mut Session,
    ) -> Outcome {
        let Some((position, item)) = &mut self.open else { return Outcome::Stay };
        let Session { store, desks, .. } = session;
        let Some(desk) = desks.get_mut::<V::Queue>() else { return Outcome::Stay };
        let commit = |store: &mut Store| desk.commit(store, *position, act.clone(), &context);
        let row = match store.briefly(commit) {
            Ok(row) => row,
            Err(error) if session.waits_after(&error) => {
                self.delayed = Some(Delayed::Commit(Box::new(act), message, context));
                return Outcome::Stay;
            }
            Err(error) => {
                session.status = Some(StatusMessage::not_saved(&error));
                return Outcome::Stay;
            }
        };
        // An item that stays on the screen does not need a name, except for a note that may have
        // been meant for another.
        let name = item.name().filter(|_| !act.is_step());
        let name = name.map(|name| text!("message-of-item", name)).unwrap_or_default();
        session.status = Some(StatusMessage::saved(message + &name));
        session.drafts.end_with(&row);
        if act.is_step() {
            // A key that was pressed before the next step is painted is not meant for it.
            self.shown = super::fresh_number();
            return self.view.next_step(item, *position, session);
        }
        item.opened().add(&act);
        let is_decided = act.is_final();
        if !act.leaves_item_open() {
            self.advance(session);
            session.remind_of_break();
            let line = is_decided.then(|| Sitting::new(V::Queue::NAME, session).line()).flatten();
            if let Some((line, status)) = line.zip(session.status.as_mut()) {
                status.add(&line);
            }
        }
        Outcome::Stay
    }

    fn write_note(&mut self, session: &Session) -> Outcome {
        let desk = session.desks.get::<V::Queue>();
        let item = desk.zip(self.here()).and_then(|(desk, here)| desk.items().get(here));
        let Some(item) = item else { return Outcome::Stay };
        let what = DraftFor::new(DraftKind::Note, V::Queue::NAME, item.name());
        let Some((_, open)) = &mut self.open else { return Outcome::Stay };
        if let Some(panel) = self.view.note_of_flag(open, session) {
            return Outcome::Open(Box::new(panel));
        }
        let note = open.opened().note().filter(|_| V::EDITS_NOTE).map(str::to_owned);
        let name = open.name();
        let title = name
            .map_or_else(|| text!("note-title").to_owned(), |name| text!("note-title-on", name));
        let field = NoteField::new(what, note.as_deref(), session);
        let reply = self.view.said().answer(|note| vec![Input::Note(note)]);
        let place = self.view.panel_place(open);
        Outcome::Open(Box::new(NoteEditor::new(title, place, reply, field)))
    }
}

/// Why no item is open, and what was done in this session. Parts that cannot be counted are left out.
fn why_done<V: QueueView>(session: &Session) -> Option<String> {
    let desk = session.desks.get::<V::Queue>()?;
    let (progress, rest) = (desk.progress(), desk.passed_over(&session.store).unwrap_or_default());
    let why = match (terms::passed_over(progress, rest), progress.left(), progress.skipped) {
        (Some(rest), ..) => format!("{rest}\n\n{}", text!("rest-keys")),
        (None, _, 0) | (None, 1.., _) => V::Queue::all_done(desk),
        // A skipped item is not done.
        (None, 0, skipped) => {
            text!("rest-of-queue-skipped", decided = progress.decided(), skipped)
        }
    };
    let done = V::Queue::done_in_session(session);
    Some(if done.is_empty() { why } else { format!("{why}\n\n{}", done.join("\n")) })
}

/// The message for a committed act.
fn saved(item: &impl ViewedItem, act: &Act, store: &Store) -> String {
    match act {
        Act::Skip => text!("message-skipped").into(),
        Act::Later => text!("message-put-off").into(),
        Act::Note { .. } => text!("message-note-saved").into(),
        act => item.saved(act, store),
    }
}

impl<V: QueueView> Screen for QueueScreen<V> {
    fn key_context(&self) -> KeyContext {
        V::KEY_CONTEXT
    }

    fn queue(&self) -> Option<&'static str> {
        Some(V::Queue::NAME)
    }

    fn question(&self) -> Option<&BlindQuestion> {
        self.open.as_ref().and_then(|(_, item)| item.question())
    }

    fn commands(&self, session: &Session) -> Vec<Action> {
        let here = self.open.as_ref();
        let mut commands =
            here.map_or_else(|| V::Queue::WHEN_DONE.to_vec(), |(_, item)| item.commands());
        commands.retain(|&action| bundled::is_possible(action, session));
        commands
    }

    fn why_not(&self, action: Action) -> Option<String> {
        self.open.as_ref().and_then(|(_, item)| item.why_not(action))
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Skip => self.say(vec![Input::Skip], session),
            Action::Later => self.say(vec![Input::Later], session),
            Action::Note => self.write_note(session),
            Action::Confirm if self.open.is_none() => {
                self.end.as_ref().map_or(Outcome::Stay, |end| Outcome::Do(end.next()))
            }
            _ => {
                let Some((_, item)) = &mut self.open else { return Outcome::Stay };
                match item.inputs(action) {
                    Some(inputs) => self.say(inputs, session),
                    None => self.view.act(item, action, session),
                }
            }
        }
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        let Raw::Key(event) = input else { return None };
        let item = &self.open.as_ref()?.1;
        if let KeyCode::Char(typed) = event.code
            && !has_modifier(*event)
            && let Some(outcome) = self.view.begin_typing(item, typed)
        {
            return Some(outcome);
        }
        let labels = item.choices_without_key();
        let commands = self.commands(session);
        let frame = (V::KEY_CONTEXT, commands.as_slice());
        session.typed_choice =
            Some(TypedChoice::from_key(*event, &labels, frame, &session.keymap)?);
        Some(self.update(Action::OtherChoice, session))
    }

    fn take_back(&mut self, session: &mut Session) -> bool {
        self.open.as_mut().is_some_and(|(_, item)| item.take_back(session))
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        let said = self.view.said().take();
        said.map_or(Outcome::Stay, |inputs| self.say(inputs, session))
    }

    fn retry(&mut self, session: &mut Session) {
        match self.delayed.take() {
            Some(Delayed::Commit(act, message, context)) => {
                self.commit(*act, message, context, session);
            }
            Some(Delayed::Advance(said)) => {
                session.status = said;
                self.advance(session);
            }
            None => return,
        }
        if self.delayed.is_none() {
            session.end_waiting();
        }
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        let open = self.open.as_ref();
        let said = open.and_then(|(_, item)| self.view.click(item, at, session));
        if let Some(end) = &self.end {
            return match end.item_at(at) {
                Some(position) => Outcome::OpenItem(Box::new(Self::at(position, session))),
                None if end.is_next(at) => Outcome::Do(end.next()),
                None => Outcome::Stay,
            };
        }
        said.map_or(Outcome::Stay, |input| self.say(vec![input], session))
    }

    fn look(&mut self, look: Look, pictures: &PicturePanes) {
        if let Some((_, item)) = &mut self.open {
            item.look(look, pictures);
        }
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        if let Some((_, item)) = &mut self.open {
            self.view.prepare(item, area, session);
        }
        if let Some(end) = &mut self.end {
            end.prepare(area, session);
        }
    }

    fn is_waiting(&self) -> bool {
        self.end.as_ref().is_some_and(End::is_waiting)
    }

    fn painted(&mut self, session: &Session) {
        if let Some(end) = &mut self.end {
            end.painted(session);
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        frame::draw(self, canvas, session);
    }

    fn lease_time(&self, session: &Session) -> Option<Duration> {
        session.desks.get::<V::Queue>()?.lease_time(self.here()?)
    }

    fn until_tick(&self) -> Option<Duration> {
        self.open.as_ref()?.1.until_tick()
    }

    fn tick(&mut self, is_loading: bool) {
        if let Some((_, item)) = &mut self.open {
            item.tick(is_loading);
        }
    }

    fn renew(&mut self, session: &mut Session) {
        let Session { store, desks, .. } = session;
        if let Some((desk, here)) = desks.get::<V::Queue>().zip(self.here()) {
            // If it fails, the lease still has two thirds of its time, and it is tried again.
            let _ = store.briefly(|store| desk.renew(store, here));
        }
    }

    fn item(&self) -> u64 {
        self.shown
    }
}
