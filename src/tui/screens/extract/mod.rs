//! The extract screen: read what a model wrote, say which choice it chooses, next.
//!
//! One key is one decision. Neither the reference answer nor anybody's reading is in this memory, and
//! not the model's name. The picture is shown only when it is asked for: what counts is the text.
//!
//! Here is the screen and what keys do to it; `item` is the text on the desk, `text` its lines,
//! `deciding` commits, `draw` shows.

mod deciding;
mod draw;
mod item;
mod text;

use ratatui::layout::Rect;

use self::draw::Layout;
use self::item::Item;
use super::note::NoteEditor;
use super::{Canvas, Outcome, Reply, Screen};
use crate::benchmark::HandLabel;
use crate::benchmark::decision::Act;
use crate::tui::action::Action;
use crate::tui::drafts::DraftFor;
use crate::tui::keymap::KeyContext;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;

/// The screen on which models' texts are read.
pub struct Extract {
    /// What is on the desk; nothing when all is done.
    item: Option<Item>,
    /// Changes with the item, so that the program knows when a new one is due.
    shown: u64,
    layout: Layout,
    /// The note that its editor leaves.
    note: Reply<String>,
}

impl Extract {
    /// At the next text that waits.
    pub fn next(session: &mut Session) -> Self {
        let mut screen = Extract::empty();
        screen.advance(session);
        screen
    }

    /// At a certain text.
    pub fn at(position: usize, session: &mut Session) -> Self {
        let mut screen = Extract::empty();
        screen.show(Some(position), session);
        screen
    }

    fn empty() -> Self {
        let (layout, note) = (Layout::default(), Reply::default());
        Extract { item: None, shown: super::fresh_number(), layout, note }
    }

    fn advance(&mut self, session: &mut Session) {
        let here = self.item.as_ref().map(|item| item.position);
        let Session { store, extract, .. } = session;
        let Some(desk) = extract else { return };
        match desk.next_after(store, here) {
            Ok(next) => self.show(next, session),
            Err(error) => session.status = Some(StatusMessage::error(error.to_string())),
        }
    }

    fn write_note(&self, session: &Session) -> Outcome {
        let here = self.item.as_ref().map(|item| item.position);
        let desk = session.extract.as_ref();
        let Some(name) = desk.zip(here).and_then(|(desk, here)| desk.items().get(here)) else {
            return Outcome::Stay;
        };
        let what = DraftFor::NoteOnText(name.item.clone());
        let editor = NoteEditor::new("Note", what, &session.drafts, self.note.handle());
        Outcome::Open(Box::new(editor))
    }

    /// Puts a text on the desk. If it cannot be read, the screen stays and says so.
    fn show(&mut self, position: Option<usize>, session: &mut Session) {
        match position.map(|position| Item::load(position, session)).transpose() {
            Ok(item) => {
                self.item = item.flatten();
                self.shown = super::fresh_number();
            }
            Err(error) => session.status = Some(StatusMessage::error(error.to_string())),
        }
    }
}

impl Screen for Extract {
    fn key_context(&self) -> KeyContext {
        KeyContext::Extract
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let Some(item) = &self.item else {
            return vec![Action::Undo, Action::Redo, Action::Home, Action::Back, Action::Help];
        };
        let choices = item.text.choices.iter();
        let mut commands: Vec<Action> =
            choices.filter_map(|choice| Action::choose(choice.label)).collect();
        commands.extend([
            Action::NoneOfTheChoices,
            Action::Refusal,
            Action::Several,
            Action::OffTopic,
            Action::Skip,
            Action::Later,
            Action::Undo,
            Action::Note,
        ]);
        if item.answer_from > 0 {
            commands.push(Action::Reasoning);
        }
        if !item.text.pictures.is_empty() {
            commands.push(Action::FullScreen);
        }
        commands.push(Action::Focus);
        if item.selection.is_some() {
            commands.extend([
                Action::Toggle,
                Action::Left,
                Action::Right,
                Action::Up,
                Action::Down,
            ]);
        }
        commands.extend([Action::ScrollUp, Action::ScrollDown, Action::PageUp, Action::PageDown]);
        commands.extend([Action::Redo, Action::Guideline, Action::Palette, Action::Help]);
        commands.extend([Action::Home, Action::Back]);
        commands
    }

    fn why_not(&self, action: Action) -> Option<String> {
        let item = self.item.as_ref()?;
        match action {
            Action::FullScreen => Some("this question has no picture".into()),
            Action::Reasoning => Some("this text has no reasoning before its answer".into()),
            Action::Toggle | Action::Left | Action::Right | Action::Up | Action::Down => {
                Some("Tab first: then mark the words that decided".into())
            }
            _ => action
                .choice()
                .filter(|label| !item.has_choice(*label))
                .map(|label| format!("this question has no choice {label}")),
        }
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        let label = match action {
            Action::NoneOfTheChoices => Some(HandLabel::NoneOfTheChoices),
            Action::Refusal => Some(HandLabel::Refusal),
            Action::Several => Some(HandLabel::Several),
            Action::OffTopic => Some(HandLabel::OffTopic),
            other => other.choice().map(HandLabel::Choice),
        };
        if let Some(label) = label {
            self.label(label, session);
            return Outcome::Stay;
        }
        match action {
            Action::Skip => self.set_aside(Act::Skip, "skipped", session),
            Action::Later => self.set_aside(Act::Later, "put off", session),
            Action::Note => return self.write_note(session),
            _ => return self.item.as_mut().map_or(Outcome::Stay, |item| item.look_at(action)),
        }
        Outcome::Stay
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        if let Some(note) = self.note.take() {
            self.set_aside(Act::Note { note }, "note saved", session);
        }
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        if let Some(item) = &mut self.item {
            self.layout = Layout::of(area, &item.text, &session.theme);
            item.fit(self.layout.text);
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(self, canvas, session);
    }

    fn item(&self) -> u64 {
        self.shown
    }
}
