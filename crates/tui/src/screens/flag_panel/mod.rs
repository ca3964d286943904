//! The flag panel: why a question is wrong, which answer is right, and a note, all at once.
//!
//! It opens with the content of the decision in force. Digits mark reasons. With "wrong reference
//! answer" marked, the arrows or a capital letter choose the answer that is right (`right_answer`);
//! with "wrong category" a list asks for the category that is right. Any other letter begins the
//! note; from then on everything typed is text. The panel covers neither the stem nor the choices.

mod draw;
mod right_answer;
mod typing;

use ratatui::layout::Rect;

use self::right_answer::RightAnswer;
use super::category_list::CategoryList;
use super::panel_place::PanelPlace;
use super::{Answer, Canvas, Outcome, Raw, Reply, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::list::List;
use crate::widgets::note_field::NoteField;
use assay_core::benchmark::decision::WrongReason;
use assay_store::{DraftFor, DraftKind};
use assay_workflow::queue::steps::{Draft, Input, Next, Steps, Verdict};
use assay_workflow::queue::{OpenedQuestion, category_beside};

/// What the next letter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// The start of the note.
    Reasons,
    /// The start of the note, which is required; digits still mark reasons.
    NoteNext,
    /// Text of the note, as are digits and spaces.
    Note,
}

/// The panel that asks for reasons.
pub struct FlagPanel {
    draft: DraftFor,
    /// The reasons that the question's checklist offers, with their digits.
    reasons: Vec<(char, WrongReason)>,
    right: RightAnswer,
    steps: Steps,
    /// The question with what the annotator said of it before.
    question: OpenedQuestion,
    before: Draft,
    verdict: Verdict,
    marked: Vec<WrongReason>,
    category: Option<String>,
    /// The result of the list of categories.
    from_list: Reply<String>,
    /// The reason whose answer or category was chosen last.
    chosen_last: Option<WrongReason>,
    focus: Focus,
    /// Whether the arrows have marked a line.
    has_cursor: bool,
    list: List,
    note: NoteField,
    /// The note of the decision in force.
    saved_note: String,
    place: PanelPlace,
    reply: Answer<Vec<Input>>,
}

impl FlagPanel {
    /// Asks for the faults of a question with this verdict. The content of the decision in force is
    /// marked, and a later draft of the note stays.
    pub fn about(
        (steps, question, before): (Steps, OpenedQuestion, Draft),
        verdict: Verdict,
        queue: &'static str,
        session: &Session,
        place: PanelPlace,
        reply: Answer<Vec<Input>>,
    ) -> Self {
        let key = question.question.key.as_str();
        let draft = DraftFor::new(DraftKind::WhatIsWrong, queue, key);
        let reasons: Vec<(char, WrongReason)> = question.question.checklist().reasons().collect();
        let in_force = question.flag();
        let is_offered = |reason: &WrongReason| reasons.iter().any(|(_, one)| one == reason);
        let marked = in_force.map(|last| last.faults()).unwrap_or_default();
        let marked = marked.into_iter().filter(is_offered).collect();
        let saved_note = in_force.and_then(|last| last.note).unwrap_or_default().to_owned();
        let begun = session.drafts.text(&draft);
        let mut note = NoteField::new(if begun.is_empty() { &saved_note } else { begun });
        note.set_focus(false);
        let (mut right, mut category) = (RightAnswer::default(), None);
        if verdict == Verdict::Wrong {
            let choices = question.question.choices.iter().map(|choice| choice.label);
            right = RightAnswer::new(choices, question.reference());
            right.choose(in_force.and_then(|last| last.corrected));
            category = in_force.and_then(|last| last.corrected_category()).map(str::to_owned);
        }
        FlagPanel {
            steps,
            before,
            draft,
            reasons,
            right,
            question,
            verdict,
            marked,
            category,
            from_list: Reply::default(),
            chosen_last: None,
            focus: Focus::Reasons,
            has_cursor: false,
            list: List::default(),
            note,
            saved_note,
            place,
            reply,
        }
    }

    /// Starts in the note instead of the reasons.
    #[must_use]
    pub fn in_note(mut self) -> Self {
        self.focus_on(Focus::Note);
        self
    }

    fn focus_on(&mut self, focus: Focus) {
        self.focus = focus;
        self.note.set_focus(matches!(focus, Focus::NoteNext | Focus::Note));
    }

    /// Whether the answer that is right can be chosen now.
    fn asks_for_answer(&self) -> bool {
        self.is_marked(WrongReason::WrongReferenceAnswer) && !self.right.choices.is_empty()
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
        match (reason, is_marked) {
            (WrongReason::WrongReferenceAnswer, false) => self.right.choose(None),
            (WrongReason::Other, true) => self.focus_on(Focus::NoteNext),
            (WrongReason::Other, false) if self.focus == Focus::NoteNext => {
                self.focus_on(Focus::Reasons);
            }
            (WrongReason::WrongCategory, true) if self.verdict == Verdict::Wrong => {
                let chosen = self.question.category.as_deref();
                self.category = category_beside(&self.question.question, chosen, &self.marked);
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
        let question = &self.question.question;
        let names = match session.store.category_names_for(question.id) {
            Ok(names) => names,
            Err(error) => return Outcome::failed(error, session),
        };
        let without = question.category.as_deref();
        if names.all().iter().all(|name| Some(name.as_str()) == without) {
            return Outcome::Stay;
        }
        let title = text!("category-right-title", key = question.key);
        let (place, reply) = (self.place.clone(), self.from_list.answer(|category| category));
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
                self.right.chosen?;
                self.right.choose(None);
                self.focus_on(Focus::Reasons);
                Some(Outcome::Stay)
            }
        }
    }

    fn leave(&self, session: &mut Session) {
        self.keep_draft(session);
        if !session.drafts.text(&self.draft).is_empty() {
            session.hint(text!("panel-draft-kept"));
        }
    }

    /// The inputs of the panel for the question.
    fn inputs(&self) -> Vec<Input> {
        let reasons = self.marked.iter().map(|reason| Input::Reason(*reason, true));
        let right = self.right.chosen.map(|label| Input::Right(Some(label)));
        let category = self.category.clone().map(Input::Category);
        let note = Some(self.note.text()).filter(|note| !note.is_empty()).map(Input::Words);
        std::iter::once(Input::Verdict(self.verdict))
            .chain(reasons)
            .chain(right)
            .chain(category)
            .chain(note)
            // The list has asked for the category that is right.
            .chain([Input::LeaveOpen])
            .collect()
    }

    fn confirm(&mut self, session: &mut Session) -> Outcome {
        let inputs = self.inputs();
        match self.steps.take_all(&self.question, self.before.clone(), inputs.clone()) {
            Next::Refuse(refusal) if refusal.lacks_reason() => {
                session.hint(text!("panel-needs-reason"));
                return Outcome::Stay;
            }
            // The reason `other` needs words.
            Next::Ask(_) => {
                self.focus_on(Focus::Note);
                session.hint(text!("panel-other-needs-words"));
                return Outcome::Stay;
            }
            Next::Refuse(_) | Next::Commit(_) => {}
        }
        session.drafts.keep(self.draft.clone(), self.note.text());
        (self.reply)(inputs);
        Outcome::Close
    }
}

impl Screen for FlagPanel {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reasons
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let mut commands = vec![Action::Confirm, Action::Focus];
        if self.asks_for_answer() {
            commands.extend([Action::Left, Action::Right]);
        }
        commands.extend([Action::Toggle, Action::Up, Action::Down, Action::Back]);
        commands
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => self.key(*key, session),
            Raw::Paste(text) => {
                self.right.settle();
                self.focus_on(Focus::Note);
                self.note.paste(text);
                Some(Outcome::Stay)
            }
        }
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Toggle => {
                if let Some(&(_, reason)) = self.reasons.get(self.list.marked()) {
                    return self.toggle(reason, session);
                }
            }
            Action::Focus => self.focus_on(match self.focus {
                Focus::Note => Focus::Reasons,
                _ => Focus::Note,
            }),
            Action::Left | Action::Right => {
                self.right.step(if action == Action::Left { -1 } else { 1 });
                self.answer_chosen();
            }
            Action::Confirm => return self.confirm(session),
            movement => {
                self.has_cursor = true;
                self.list.act(movement);
            }
        }
        Outcome::Stay
    }

    fn keep_draft(&self, session: &mut Session) {
        let note = Some(self.note.text()).filter(|note| *note != self.saved_note);
        session.drafts.keep(self.draft.clone(), note.unwrap_or_default());
    }

    /// Called after the list of categories was closed.
    fn resume(&mut self, _: &mut Session) -> Outcome {
        if let Some(category) = self.from_list.take() {
            self.category = Some(category);
            self.chosen_last = Some(WrongReason::WrongCategory);
            self.focus_on(Focus::NoteNext);
        }
        Outcome::Stay
    }

    fn prepare(&mut self, _: Rect, _: &Session) {
        let area = self.area();
        let rows = Rect { height: area.height.saturating_sub(3), ..area };
        self.list.lay_out(self.reasons.len(), rows);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        self.draw_panel(canvas, session);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
