//! The flag panel: why a question is wrong, which answer is right, and a note, all at once.
//!
//! Digits mark reasons. After "wrong reference answer" a choice's letter is the answer that is right, after
//! "wrong category" a list asks for the category that is right. Any other letter begins the note; from
//! then on everything typed is text. The panel lies where it covers neither the stem nor the choices.

mod draw;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::category_list::CategoryList;
use super::panel_place::PanelPlace;
use super::{Canvas, Outcome, Raw, Reply, Screen};
use crate::benchmark::decision::WrongReason;
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::{Checklist, Label};
use crate::store::{BlindQuestion, QuestionId};
use crate::tui::action::Action;
use crate::tui::drafts::DraftFor;
use crate::tui::keymap::KeyContext;
use crate::tui::messages::text;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::store_words::InWords;
use crate::tui::widgets::note_field::NoteField;
use crate::tui::widgets::scroll::ListWindow;

/// Why a question is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongBecause {
    /// The reasons; at least one unless they are optional.
    pub reasons: Vec<WrongReason>,
    /// The choice that is right, where the reference answer is wrong.
    pub corrected: Option<Label>,
    /// The category that is right, where that of the data is wrong.
    pub category: Option<String>,
    /// A remark.
    pub note: Option<String>,
}

/// What the next letter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// The begin of the note.
    Reasons,
    /// The answer that is right.
    Answer,
    /// The begin of the note, which has to be written; digits still mark reasons.
    NoteNext,
    /// Text of the note, as are digits and spaces.
    Note,
}

/// The panel that asks for reasons.
pub struct FlagPanel {
    /// The question's key.
    about: String,
    /// The checklist of the question.
    checklist: &'static Checklist,
    /// The reasons that it offers, with their digits.
    reasons: Vec<(char, WrongReason)>,
    /// The choices that may be right: all but the reference answer. Nothing where the panel does not
    /// ask.
    answers: Vec<Label>,
    reference: Option<Label>,
    needs_reason: bool,
    /// The question whose category may be corrected; nothing where the panel does not ask.
    categories_of: Option<QuestionId>,
    /// The category of the data, which is not the one that is right.
    data_category: Option<String>,
    /// The category that was chosen before, if it is another one.
    chosen_before: Option<String>,
    taxonomy: Option<&'static Taxonomy>,
    marked: Vec<WrongReason>,
    corrected: Option<Label>,
    category: Option<String>,
    /// What the list of categories leaves.
    from_list: Reply<String>,
    /// The reason whose answer or category was chosen last.
    chosen_last: Option<WrongReason>,
    focus: Focus,
    /// Whether the arrows have marked a line.
    has_cursor: bool,
    window: ListWindow,
    note: NoteField,
    place: PanelPlace,
    reply: Reply<WrongBecause>,
}

impl FlagPanel {
    /// Asks what is wrong with a question.
    pub fn about(
        question: &BlindQuestion,
        reference: Option<Label>,
        session: &Session,
        place: PanelPlace,
        reply: Reply<WrongBecause>,
    ) -> Self {
        let key = question.key.as_str();
        let draft = DraftFor::WhatIsWrong(key.to_owned());
        let answers = question.choices.iter().map(|choice| choice.label);
        let mut note = NoteField::new(session.drafts.text(&draft));
        note.set_focus(false);
        FlagPanel {
            about: key.to_owned(),
            checklist: question.checklist(),
            reasons: question.checklist().reasons().collect(),
            answers: answers.filter(|&label| Some(label) != reference).collect(),
            reference,
            needs_reason: true,
            categories_of: Some(question.id),
            data_category: question.category.clone(),
            chosen_before: None,
            taxonomy: question.taxonomy,
            marked: Vec::new(),
            corrected: None,
            category: None,
            from_list: Reply::default(),
            chosen_last: None,
            focus: Focus::Reasons,
            has_cursor: false,
            window: ListWindow::default(),
            note,
            place,
            reply,
        }
    }

    /// Lets the panel be closed without a reason, and does not ask for the right answer and category: where
    /// the question itself can be fixed.
    #[must_use]
    pub fn for_removal(self) -> Self {
        FlagPanel {
            needs_reason: false,
            answers: Vec::new(),
            reference: None,
            categories_of: None,
            ..self
        }
    }

    /// The category that the annotator chose before the panel was opened: the right one where that of the
    /// data is wrong.
    #[must_use]
    pub fn after_category(self, chosen: Option<&str>) -> Self {
        let differs = chosen.filter(|&chosen| self.data_category.as_deref() != Some(chosen));
        FlagPanel { chosen_before: differs.map(str::to_owned), ..self }
    }

    fn draft(&self) -> DraftFor {
        DraftFor::WhatIsWrong(self.about.clone())
    }

    fn focus_on(&mut self, focus: Focus) {
        self.focus = focus;
        self.note.set_focus(matches!(focus, Focus::NoteNext | Focus::Note));
    }

    fn is_marked(&self, reason: WrongReason) -> bool {
        self.marked.contains(&reason)
    }

    fn toggle(&mut self, reason: WrongReason, session: &mut Session) -> Outcome {
        let is_marked = !self.is_marked(reason);
        match is_marked {
            true => self.marked.push(reason),
            false => self.marked.retain(|&marked| marked != reason),
        }
        self.marked.sort_unstable();
        let asks_for_answer = !self.answers.is_empty() && self.corrected.is_none();
        match (reason, is_marked) {
            (WrongReason::WrongReferenceAnswer, true) if asks_for_answer => {
                self.focus_on(Focus::Answer);
            }
            (WrongReason::WrongReferenceAnswer, false) => {
                self.corrected = None;
                self.focus_on(Focus::Reasons);
            }
            (WrongReason::Other, true) => self.focus_on(Focus::NoteNext),
            (WrongReason::Other, false) if self.focus == Focus::NoteNext => {
                self.focus_on(Focus::Reasons);
            }
            (WrongReason::WrongCategory, true) if self.categories_of.is_some() => {
                self.category.clone_from(&self.chosen_before);
                if self.category.is_none() {
                    return self.open_categories(session);
                }
            }
            (WrongReason::WrongCategory, false) => self.category = None,
            _ => {}
        }
        Outcome::Stay
    }

    /// The list from which the category that is right is chosen, if there is anything to choose from.
    fn open_categories(&self, session: &mut Session) -> Outcome {
        let Some(question_id) = self.categories_of else { return Outcome::Stay };
        let names = match session.store.category_names_for(question_id) {
            Ok(names) => names,
            Err(error) => {
                session.status = Some(StatusMessage::error(error.in_words()));
                return Outcome::Stay;
            }
        };
        let without = self.data_category.as_deref();
        if names.all().iter().all(|name| Some(name.as_str()) == without) {
            return Outcome::Stay;
        }
        let title = text!("category-right-title", key = self.about);
        let (place, reply) = (self.place.clone(), self.from_list.handle());
        Outcome::Open(Box::new(CategoryList::new(title, &names, without, place, reply)))
    }

    /// Takes the answer or the category back that was chosen last, and asks again; whether there was one.
    fn choose_again(&mut self, session: &mut Session) -> Option<Outcome> {
        match self.chosen_last.take()? {
            WrongReason::WrongCategory => {
                self.category.take()?;
                Some(self.open_categories(session))
            }
            _ => {
                self.corrected.take()?;
                self.focus_on(Focus::Answer);
                Some(Outcome::Stay)
            }
        }
    }

    /// A character that was typed. Nothing if the key map is to decide.
    fn character(&mut self, key: KeyEvent, typed: char, session: &mut Session) -> Option<Outcome> {
        if self.focus == Focus::Note {
            self.note.key(key);
            return Some(Outcome::Stay);
        }
        if let Some(place) = self.reasons.iter().position(|(digit, _)| *digit == typed) {
            self.window.mark(place);
            return Some(self.toggle(self.reasons[place].1, session));
        }
        if typed == ' ' {
            return (!self.has_cursor).then_some(Outcome::Stay);
        }
        if self.focus == Focus::Answer {
            let label = Label::from_letter(typed.to_ascii_uppercase());
            let label = label.filter(|_| typed.is_ascii_lowercase());
            if let Some(label) = label.filter(|label| self.answers.contains(label)) {
                self.corrected = Some(label);
                self.chosen_last = Some(WrongReason::WrongReferenceAnswer);
                self.focus_on(Focus::NoteNext);
                return Some(Outcome::Stay);
            }
            if label.is_some() && label == self.reference {
                let hint = text!("panel-is-reference", typed = typed);
                session.status = Some(StatusMessage::hint(hint));
                return Some(Outcome::Stay);
            }
        }
        self.focus_on(Focus::Note);
        self.note.key(key);
        Some(Outcome::Stay)
    }

    fn key(&mut self, key: KeyEvent, session: &mut Session) -> Option<Outcome> {
        let has_modifier = key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL);
        let writes = self.focus == Focus::Note;
        match key.code {
            KeyCode::Esc => {
                self.leave(session);
                return Some(Outcome::Close);
            }
            KeyCode::Char(typed) if !has_modifier => {
                session.status = None;
                return self.character(key, typed, session);
            }
            KeyCode::Enter if has_modifier => {
                self.focus_on(Focus::Note);
                self.note.new_line();
            }
            KeyCode::Backspace if !writes && self.chosen_last.is_some() => {
                return self.choose_again(session).or(Some(Outcome::Stay));
            }
            KeyCode::Backspace => {
                self.note.key(key);
                if self.note.is_empty() && writes {
                    self.focus_on(Focus::NoteNext);
                }
            }
            KeyCode::Char('w' | 'u' | 'h' | 'a' | 'e' | 'k') if writes => self.note.key(key),
            KeyCode::Left
            | KeyCode::Right
            | KeyCode::Up
            | KeyCode::Down
            | KeyCode::Home
            | KeyCode::End
            | KeyCode::Delete
                if writes =>
            {
                self.note.key(key);
            }
            _ => return None,
        }
        Some(Outcome::Stay)
    }

    fn leave(&self, session: &mut Session) {
        let note = self.note.text();
        if !note.is_empty() {
            let hint = text!("panel-draft-kept");
            session.status = Some(StatusMessage::hint(hint));
        }
        session.drafts.keep(self.draft(), note);
    }

    fn confirm(&mut self, session: &mut Session) -> Outcome {
        let note = Some(self.note.text()).filter(|note| !note.is_empty());
        let mut reasons = self.marked.clone();
        if self.needs_reason && reasons.is_empty() {
            if note.is_none() {
                let hint = text!("panel-needs-reason");
                session.status = Some(StatusMessage::hint(hint));
                return Outcome::Stay;
            }
            // A note alone is a reason in other words.
            reasons.push(WrongReason::Other);
        }
        if reasons.contains(&WrongReason::Other) && note.is_none() {
            self.focus_on(Focus::Note);
            let hint = text!("panel-other-needs-words");
            session.status = Some(StatusMessage::hint(hint));
            return Outcome::Stay;
        }
        session.drafts.keep(self.draft(), note.clone().unwrap_or_default());
        let (corrected, category) = (self.corrected, self.category.clone());
        self.reply.send(WrongBecause { reasons, corrected, category, note });
        Outcome::Close
    }
}

impl Screen for FlagPanel {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reasons
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        vec![Action::Confirm, Action::Focus, Action::Toggle, Action::Up, Action::Down, Action::Back]
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => self.key(*key, session),
            Raw::Paste(text) => {
                self.focus_on(Focus::Note);
                self.note.paste(text);
                Some(Outcome::Stay)
            }
        }
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Toggle => {
                if let Some(&(_, reason)) = self.reasons.get(self.window.marked()) {
                    return self.toggle(reason, session);
                }
            }
            Action::Focus => self.focus_on(match self.focus {
                Focus::Note => Focus::Reasons,
                _ => Focus::Note,
            }),
            Action::Confirm => return self.confirm(session),
            movement => {
                self.has_cursor = true;
                self.window.act(movement);
            }
        }
        Outcome::Stay
    }

    /// After the list of categories was closed.
    fn resume(&mut self, _: &mut Session) -> Outcome {
        if let Some(category) = self.from_list.take() {
            self.category = Some(category);
            self.chosen_last = Some(WrongReason::WrongCategory);
            self.focus_on(Focus::NoteNext);
        }
        Outcome::Stay
    }

    fn prepare(&mut self, _: Rect, _: &Session) {
        let rows = self.area().height.saturating_sub(3);
        self.window.fit(self.reasons.len(), rows);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        self.draw_panel(canvas, session);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
