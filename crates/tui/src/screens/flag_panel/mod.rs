//! The flag panel: why a question is wrong, which answer is right, and a note, all at once.
//!
//! It opens with the content of the decision in force. Digits mark reasons. With "wrong reference
//! answer" marked, the arrows or a capital letter choose the answer that is right; with "wrong
//! category" a list asks for the category that is right. Any other letter begins the note; from then
//! on everything typed is text (`typing`). What was said is the draft of the queue's steps. The panel is under
//! the choices, where the answer that is right has its sign; the keys of pages scroll the card.

mod draw;
mod typing;

use ratatui::layout::{Position, Rect};

use self::typing::Capitals;
use super::category_list::CategoryList;
use super::panel_place::PanelPlace;
use super::{Answer, Canvas, Outcome, Raw, Reply, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::terms::{self, letter};
use crate::widgets::cells::cells;
use crate::widgets::list::List;
use crate::widgets::note_field::NoteField;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::{BlindAnswer, WrongReason};
use assay_store::{DraftFor, DraftKind};
use assay_workflow::queue::steps::{Ask, Draft, Input, Next, Refusal, Steps, Verdict};
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
    /// The reasons that the question's checklist offers, with their digits.
    reasons: Vec<(char, WrongReason)>,
    /// The reasons as they are read.
    words: Vec<String>,
    /// The answers that may be right, beginning with none, then the own answer; only none if the panel does
    /// not ask.
    answers: Vec<Option<Label>>,
    steps: Steps,
    /// The question with what the annotator said of it before.
    question: OpenedQuestion,
    verdict: Verdict,
    /// What was said in the panel, and the draft that it makes.
    said: Vec<Input>,
    draft: Draft,
    /// The result of the list of categories.
    from_list: Reply<String>,
    /// The reason whose answer or category was chosen last.
    chosen_last: Option<WrongReason>,
    capitals: Option<Capitals>,
    focus: Focus,
    /// Whether the arrows have marked a line.
    has_cursor: bool,
    list: List,
    note: NoteField,
    place: PanelPlace,
    reply: Answer<Vec<Input>>,
}

impl FlagPanel {
    /// Asks for the faults of a question with this verdict. The content of the decision in force is
    /// marked, and a later draft of the note stays.
    pub fn about(
        (steps, question, draft): (Steps, OpenedQuestion, Draft),
        verdict: Verdict,
        queue: &'static str,
        session: &Session,
        place: PanelPlace,
        reply: Answer<Vec<Input>>,
    ) -> Self {
        let what = DraftFor::new(DraftKind::WhatIsWrong, queue, question.item_name());
        let reasons: Vec<(char, WrongReason)> = question.question.checklist().reasons().collect();
        let in_force = question.flag();
        let mut note = NoteField::new(what, in_force.and_then(|last| last.note), session);
        note.set_focus(false);
        let marked = in_force.map(|last| last.faults()).unwrap_or_default().into_iter();
        let marked = marked.filter(|reason| reasons.iter().any(|(_, one)| one == reason));
        let marks = marked.map(|reason| Input::Reason(reason, true));
        let mut inputs: Vec<Input> = [Input::Verdict(verdict)].into_iter().chain(marks).collect();
        let mut answers = vec![None];
        if verdict == Verdict::Wrong {
            let own = match question.answer {
                Some(BlindAnswer::Choice(label)) => Some(label),
                _ => None,
            };
            let labels = question.question.choices.iter().map(|choice| Some(choice.label));
            answers.extend(labels.filter(|label| *label != question.reference()));
            answers[1..].sort_by_key(|label| *label != own);
            inputs.push(Input::Right(in_force.and_then(|last| last.corrected)));
            let category = in_force.and_then(|last| last.corrected_category());
            inputs.extend(category.map(|name| Input::Category(name.to_owned())));
        }
        let checklist = question.question.checklist();
        let words =
            reasons.iter().map(|(_, one)| terms::offered_reason(checklist, *one).into_owned());
        let words = words.collect();
        let mut panel = FlagPanel {
            reasons,
            words,
            answers,
            steps,
            question,
            verdict,
            said: Vec::new(),
            draft,
            from_list: Reply::default(),
            chosen_last: None,
            capitals: None,
            focus: Focus::Reasons,
            has_cursor: false,
            list: List::default(),
            note,
            place,
            reply,
        };
        // What the question no longer takes is left out.
        for input in inputs {
            let _ = panel.say(input);
        }
        panel.want_rows();
        panel
    }

    /// Asks for the rows of the reasons and of the note.
    fn want_rows(&self) {
        let (words, of_note) = (self.words.clone(), self.rows_of_note());
        self.place.want(false, move |width| draw::rows_wanted(&words, width, of_note));
    }

    /// Adds what was said to the draft.
    fn say(&mut self, input: Input) -> Result<(), Refusal> {
        match self.steps.take(&self.question, self.draft.clone(), input.clone()) {
            Next::Ask(draft) => self.draft = draft,
            Next::Refuse(refusal) => return Err(refusal),
            Next::Commit(_) => {}
        }
        self.said.push(input);
        self.place.set_right(self.draft.corrected);
        Ok(())
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
        self.is_marked(WrongReason::WrongReferenceAnswer) && self.answers.len() > 1
    }

    fn is_marked(&self, reason: WrongReason) -> bool {
        self.draft.reasons.contains(&reason)
    }

    fn toggle(&mut self, reason: WrongReason, session: &mut Session) -> Outcome {
        let is_marked = !self.is_marked(reason);
        let _ = self.say(Input::Reason(reason, is_marked));
        match (reason, is_marked) {
            (WrongReason::Other, true) => self.focus_on(Focus::NoteNext),
            (WrongReason::Other, false) if self.focus == Focus::NoteNext => {
                self.focus_on(Focus::Reasons);
            }
            (WrongReason::WrongCategory, true) if self.verdict == Verdict::Wrong => {
                let OpenedQuestion { question, category, .. } = &self.question;
                match category_beside(question, category.as_deref(), &self.draft.reasons) {
                    Some(category) => drop(self.say(Input::Category(category))),
                    None => return self.open_categories(session),
                }
            }
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
        if names.all.iter().all(|name| Some(name.as_str()) == without) {
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
                self.draft.category.as_ref()?;
                for is_marked in [false, true] {
                    let _ = self.say(Input::Reason(WrongReason::WrongCategory, is_marked));
                }
                Some(self.open_categories(session))
            }
            _ => {
                self.draft.corrected?;
                let _ = self.say(Input::Right(None));
                self.focus_on(Focus::Reasons);
                Some(Outcome::Stay)
            }
        }
    }

    /// Chooses the answer that is right, unless it is the reference answer; false if the question has no such
    /// choice.
    fn choose(&mut self, label: Label, session: &mut Session) -> bool {
        match self.say(Input::Right(Some(label))) {
            Ok(()) => self.answer_chosen(),
            Err(Refusal::NoSuchChoice(_)) => return false,
            Err(_) => session.hint(text!("panel-is-reference", typed = letter(label))),
        }
        true
    }

    fn answer_chosen(&mut self) {
        self.chosen_last = Some(WrongReason::WrongReferenceAnswer);
        self.focus_on(Focus::NoteNext);
    }

    fn confirm(&mut self, session: &mut Session) -> Outcome {
        let note = Some(self.note.text()).filter(|note| !note.is_empty()).map(Input::Words);
        // The list has asked for the category that is right.
        let last: Vec<Input> = note.into_iter().chain([Input::LeaveOpen]).collect();
        match self.steps.take_all(&self.question, self.draft.clone(), last.clone()) {
            Next::Refuse(refusal) if refusal.lacks_reason() => {
                session.hint(text!("panel-needs-reason"));
                return Outcome::Stay;
            }
            // The reason `other` needs words. A vote takes its reasons without them.
            Next::Ask(draft) if self.steps.ask(&self.question, &draft) == Ask::Words => {
                self.focus_on(Focus::Note);
                session.hint(text!("panel-other-needs-words"));
                return Outcome::Stay;
            }
            Next::Ask(_) | Next::Refuse(_) | Next::Commit(_) => {}
        }
        self.keep_draft(session);
        (self.reply)([self.said.as_slice(), &last].concat());
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
        commands.extend([Action::PageUp, Action::PageDown, Action::ScrollUp, Action::ScrollDown]);
        commands
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        let outcome = match input {
            Raw::Key(key) => self.key(*key, session),
            Raw::Paste(text) => {
                self.capitals = None;
                self.focus_on(Focus::Note);
                self.note.paste(text);
                Some(Outcome::Stay)
            }
        };
        if !matches!(outcome, Some(Outcome::Open(_))) {
            self.want_rows();
        }
        outcome
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
                let here = self.answers.iter().position(|one| *one == self.draft.corrected);
                let by = if action == Action::Left { self.answers.len() - 1 } else { 1 };
                let next = (here.unwrap_or(0) + by) % self.answers.len();
                let _ = self.say(Input::Right(self.answers[next]));
                self.answer_chosen();
            }
            Action::Confirm => return self.confirm(session),
            scrolls if self.place.scroll(scrolls) => {}
            movement => {
                self.has_cursor = true;
                self.list.act(movement);
            }
        }
        Outcome::Stay
    }

    fn keep_draft(&self, session: &mut Session) {
        self.note.keep_draft(session);
    }

    /// Called after the list of categories was closed.
    fn resume(&mut self, _: &mut Session) -> Outcome {
        self.want_rows();
        if let Some(category) = self.from_list.take() {
            let _ = self.say(Input::Category(category));
            self.chosen_last = Some(WrongReason::WrongCategory);
            self.focus_on(Focus::NoteNext);
        }
        Outcome::Stay
    }

    /// A reason is marked, or the mark taken away; a choice on the card is the answer that is right.
    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if let Some(place) = self.reason_at(at) {
            self.list.mark(place);
            return self.toggle(self.reasons[place].1, session);
        }
        if self.is_in_note(at) {
            self.focus_on(Focus::Note);
        } else if let Some(label) = self.place.choice_at(at).filter(|_| self.asks_for_answer()) {
            self.choose(label, session);
        }
        Outcome::Stay
    }

    fn prepare(&mut self, _: Rect, _: &Session) {
        let area = self.place.area();
        self.list.lay_out(self.reasons.len(), Rect { height: cells(self.reasons.len()), ..area });
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        self.draw_panel(canvas, session);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
