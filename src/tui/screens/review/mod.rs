//! The review screen: see the picture, answer blind, judge.
//!
//! Step one: the reference answer is neither on the screen nor in this memory; it is read from the
//! store only after the own answer is committed. Step two: both stand side by side, one key
//! judges, and the next question comes.
//!
//! Here is the screen and what keys do to it; `commands` says which keys do something, `deciding`
//! commits, `layout` and `draw` show, `pictures` is the strip of a question's pictures.

mod commands;
mod deciding;
mod draw;
mod item;
mod layout;
pub(super) mod pictures;

use ratatui::layout::{Position, Rect};

use self::item::{Item, layout_of};
use self::layout::Layout;
use super::note::NoteEditor;
use super::reasons::{ReasonPicker, WrongBecause};
use super::{Canvas, Outcome, Reply, Screen};
use crate::benchmark::Label;
use crate::benchmark::decision::{Act, BlindAnswer, ReviewVerdict};
use crate::store::BlindQuestion;
use crate::tui::action::Action;
use crate::tui::drafts::DraftFor;
use crate::tui::keymap::KeyContext;
use crate::tui::picture::{Look, PictureStage};
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

/// The screen on which questions are reviewed.
pub struct Review {
    /// What is on the desk; nothing when all is done.
    item: Option<Item>,
    /// Counts the items shown, so that the program knows when a new one is due.
    shown: u64,
    layout: Layout,
    /// Questions that may come next, for preparing their pictures.
    neighbours: Vec<BlindQuestion>,
    /// The position shown before this one.
    before: Option<usize>,
    /// What the popups of this screen leave.
    reasons: Reply<WrongBecause>,
    note: Reply<String>,
}

impl Review {
    /// At the next question that waits.
    pub fn next(session: &mut Session) -> Self {
        let next = session.desk.waiting_after(None).next();
        Self::open(next, session)
    }

    /// At a certain question.
    pub fn at(position: usize, session: &mut Session) -> Self {
        Self::open(Some(position), session)
    }

    fn open(position: Option<usize>, session: &mut Session) -> Self {
        let mut review = Review {
            item: None,
            shown: 0,
            layout: layout::lay_out(Rect::new(0, 0, 80, 24), true, |_, _| 1),
            neighbours: Vec::new(),
            before: None,
            reasons: Reply::default(),
            note: Reply::default(),
        };
        review.show(position, session);
        review
    }

    /// Puts a question on the desk. If it cannot be read, the screen stays and says so.
    fn show(&mut self, position: Option<usize>, session: &mut Session) {
        let before = self.item.as_ref().map(|item| item.position);
        match position.map(|position| Item::load(position, session)).transpose() {
            Ok(item) => {
                self.item = item;
                self.before = before;
                self.shown = super::fresh_number();
                self.look_ahead(session);
            }
            Err(error) => session.status = Some(StatusMessage::error(error.to_string())),
        }
    }

    /// Reads the questions whose pictures may be wanted next: two after, one before.
    fn look_ahead(&mut self, session: &Session) {
        let here = self.item.as_ref().map(|item| item.position);
        let next = session.desk.waiting_after(here).take(2);
        let positions: Vec<usize> = next.chain(self.before).collect();
        let questions = positions
            .into_iter()
            .filter_map(|position| session.desk.load(&session.store, position).ok());
        self.neighbours = questions.collect();
    }

    fn advance(&mut self, session: &mut Session) {
        let here = self.item.as_ref().map(|item| item.position);
        let next = session.desk.waiting_after(here).next();
        self.show(next, session);
    }

    fn move_cursor(&mut self, by: isize) {
        let Some(item) = &mut self.item else { return };
        let last = item.question.choices.len().saturating_sub(1);
        let cursor = item.cursor.unwrap_or(0).saturating_add_signed(by).min(last);
        item.cursor = Some(cursor);
    }

    fn scroll(&mut self, by: isize, session: &Session) {
        let Some(item) = &mut self.item else { return };
        let card = item.card(&session.theme, &self.layout);
        let last = card.last_scroll(self.layout.card.height);
        item.scroll = item.scroll.min(last).saturating_add_signed(by).min(last);
    }
}

impl Screen for Review {
    fn key_context(&self) -> KeyContext {
        KeyContext::Review
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        self.item.as_ref().map_or(commands::WHEN_DONE.to_vec(), commands::commands)
    }

    fn why_not(&self, action: Action) -> Option<String> {
        commands::why_not(self.item.as_ref()?, action)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        let page = isize::try_from(self.layout.card.height).unwrap_or(1);
        let has_cursor = self.item.as_ref().is_some_and(|item| item.cursor.is_some());
        match action {
            Action::NoneOfTheChoices => self.answer(BlindAnswer::NoneOfTheChoices, session),
            Action::CannotTell => self.answer(BlindAnswer::CannotTell, session),
            Action::Keep => self.judge(ReviewVerdict::Keep, vec![], None, session),
            Action::TextOnly => self.judge(ReviewVerdict::TextOnly, vec![], None, session),
            Action::Wrong => {
                if let Some(key) = self.key() {
                    let picker = ReasonPicker::about(key, self.reasons.handle());
                    return Outcome::Open(Box::new(picker));
                }
            }
            Action::Skip => self.set_aside(Act::Skip, "skipped", session),
            Action::Later => self.set_aside(Act::Later, "put off", session),
            Action::Note => {
                if let Some(key) = self.key() {
                    let what = DraftFor::Note(key.to_owned());
                    let reply = self.note.handle();
                    let editor = NoteEditor::new("Note", what, &session.drafts, reply);
                    return Outcome::Open(Box::new(editor));
                }
            }
            Action::FullScreen => {
                if let Some(hash) = self.item.as_ref().and_then(|item| item.strip.current()) {
                    return Outcome::FullScreen(hash);
                }
            }
            Action::ZoomIn => return Outcome::Look(Look::Closer),
            Action::ZoomOut => return Outcome::Look(Look::Farther),
            Action::ZoomReset => return Outcome::Look(Look::Whole),
            Action::Up if has_cursor => self.move_cursor(-1),
            Action::Down if has_cursor => self.move_cursor(1),
            Action::Left => return Outcome::Look(Look::Left),
            Action::Right => return Outcome::Look(Look::Right),
            Action::Up => return Outcome::Look(Look::Up),
            Action::Down => return Outcome::Look(Look::Down),
            Action::NextPicture => self.turn(1),
            Action::PreviousPicture => self.turn(-1),
            Action::ScrollUp => self.scroll(-1, session),
            Action::ScrollDown => self.scroll(1, session),
            Action::PageUp => self.scroll(-page, session),
            Action::PageDown => self.scroll(page, session),
            Action::Focus => self.toggle_focus(),
            Action::Confirm => self.confirm(session),
            other => {
                if let Some(label) = other.choice() {
                    self.choose(label, session);
                }
            }
        }
        Outcome::Stay
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        if let Some(WrongBecause { reasons, note }) = self.reasons.take() {
            self.judge(ReviewVerdict::Wrong, reasons, note, session);
        }
        if let Some(note) = self.note.take() {
            self.set_aside(Act::Note { note }, "note saved", session);
        }
        Outcome::Stay
    }

    fn look(&mut self, look: Look, stage: &PictureStage) {
        if let Some(item) = &mut self.item {
            item.strip.look(look, stage);
        }
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        let Some(item) = &self.item else { return Outcome::Stay };
        if !self.layout.card.contains(at) || item.reveal.is_some() {
            return Outcome::Stay;
        }
        let card = item.card(&session.theme, &self.layout);
        let scroll = item.scroll.min(card.last_scroll(self.layout.card.height));
        if let Some(label) = card.choice_at(usize::from(at.y - self.layout.card.y) + scroll) {
            self.answer(BlindAnswer::Choice(label), session);
        }
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        if let Some(item) = &self.item {
            self.layout = layout_of(&item.question, area, session);
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(self, canvas, session);
    }

    fn item(&self) -> u64 {
        self.shown
    }
}

impl Review {
    fn choose(&mut self, label: Label, session: &mut Session) {
        if self.item.as_ref().is_some_and(|item| item.has_choice(label)) {
            self.answer(BlindAnswer::Choice(label), session);
        }
    }

    /// The key of the question on the desk.
    fn key(&self) -> Option<&str> {
        self.item.as_ref().map(|item| item.question.key.as_str())
    }

    fn turn(&mut self, by: isize) {
        if let Some(item) = &mut self.item {
            item.strip.turn(by);
        }
    }

    fn toggle_focus(&mut self) {
        if let Some(item) = &mut self.item
            && item.reveal.is_none()
            && !item.question.choices.is_empty()
        {
            item.cursor = if item.cursor.is_some() { None } else { Some(0) };
        }
    }

    fn confirm(&mut self, session: &mut Session) {
        let Some(item) = &self.item else { return };
        let marked = item.cursor.and_then(|cursor| item.question.choices.get(cursor));
        match marked.map(|choice| choice.label) {
            Some(label) => self.answer(BlindAnswer::Choice(label), session),
            None => {
                session.status = Some(StatusMessage::hint(
                    "answer with a letter, or press Tab to mark a choice",
                ));
            }
        }
    }
}
