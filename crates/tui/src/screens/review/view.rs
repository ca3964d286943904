//! The screen of a queue of questions: an action becomes inputs, and what the steps ask next opens the panel
//! in which it is said.
//!
//! What differs between the queues is a [`QuestionScreen`].

use std::marker::PhantomData;
use std::time::Duration;

use ratatui::layout::{Position, Rect};

use super::frame::QuestionFrame;
use super::item::{Below, Item};
use super::saved::saved;
use super::{answering, commands, gate};
use crate::action::Action;
use crate::messages::text;
use crate::picture::{Look, PicturePanes};
use crate::plain::{PlainQuestions, PlainSteps};
use crate::screens::category_list::CategoryList;
use crate::screens::fix_form::{FixForm, FixedText};
use crate::screens::flag_panel::FlagPanel;
use crate::screens::note::NoteEditor;
use crate::screens::panel_place::PanelPlace;
use crate::screens::queue::{QueueAtHome, QueueView, Response, TitleParts};
use crate::screens::{Canvas, Outcome, Reply};
use crate::session::Session;
use crate::status::StatusMessage;
use crate::terms;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewVerdict};
use assay_store::{BlindQuestion, DecisionRow, DraftFor, DraftKind, StoreError};
use assay_workflow::queue::steps::{Ask, Draft, Input, Next, Verdict};
use assay_workflow::queue::{DecisionContext, Desk, OpenedQuestion};

/// What differs between the screens of queues of questions.
pub trait QuestionScreen: PlainSteps + QueueAtHome {
    /// The verdict whose panel holds the note of a decision; `None` where notes are elsewhere.
    const NOTED: Option<Verdict>;

    /// The actions that decide, the most wanted first.
    fn verdicts(opened: &OpenedQuestion) -> Vec<Action>;

    /// What is shown below the question.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn shown_below(
        desk: &Desk<Self>,
        opened: &OpenedQuestion,
        draft: &Draft,
        session: &Session,
    ) -> Result<Option<Below>, StoreError> {
        let _ = (desk, opened, draft, session);
        Ok(None)
    }
}

/// The screen of a queue of questions.
pub struct QuestionView<Q> {
    frame: QuestionFrame,
    /// What the list of categories leaves.
    chosen: Reply<String>,
    /// What the form leaves.
    fixed: Reply<FixedText>,
    /// Why all reviewers are overridden, and what overrides them.
    why: (Reply<String>, Draft),
    queue: PhantomData<Q>,
}

impl<Q> Default for QuestionView<Q> {
    fn default() -> Self {
        QuestionView {
            frame: QuestionFrame::default(),
            chosen: Reply::default(),
            fixed: Reply::default(),
            why: (Reply::default(), Draft::default()),
            queue: PhantomData,
        }
    }
}

/// What is known of the question at a position, and what its queue shows below it.
fn read<Q: QuestionScreen>(
    position: usize,
    session: &Session,
) -> Result<(OpenedQuestion, Option<Below>), StoreError> {
    let no_desk = || StoreError::Unknown { what: text!("review-no-desk").into() };
    let desk = session.desks.get::<Q>().ok_or_else(no_desk)?;
    let opened = desk.open_question(&session.store, position)?;
    let below = Q::shown_below(desk, &opened, &Draft::default(), session)?;
    Ok((opened, below))
}

impl<Q: QuestionScreen> QuestionView<Q> {
    /// Does what inputs make of the item.
    fn say(&mut self, item: &mut Item, inputs: Vec<Input>, session: &mut Session) -> Response {
        let next = item.take(inputs);
        self.go_on(item, next, session)
    }

    fn go_on(&mut self, item: &mut Item, next: Next, session: &mut Session) -> Response {
        let draft = match next {
            Next::Commit(act) => {
                let message = saved(&act, item);
                return Response::Commit(act, message);
            }
            Next::Refuse(refusal) => {
                return commands::refused(&refusal).map_or(Response::STAY, Response::Hint);
            }
            Next::Ask(draft) => draft,
        };
        let open = |layer| Response::Outcome(Outcome::Open(layer));
        match (Q::STEPS.ask(&item.opened, &draft), draft.verdict) {
            (Ask::Why, Some(verdict)) => {
                open(Box::new(self.why_editor(item, verdict, draft, session)))
            }
            (_, Some(verdict)) => {
                open(Box::new(self.frame.flag_panel(item, verdict, Q::NAME, session)))
            }
            (_, None) => {
                Self::keep(item, draft, session);
                Response::STAY
            }
        }
    }

    /// Keeps what was said of the item, and shows it.
    fn keep(item: &mut Item, draft: Draft, session: &mut Session) {
        if draft.answer != item.draft.answer {
            let words =
                |answer| text!("adjudicate-chosen", answer = answering::answer_word(answer));
            session.status = draft.answer.map(words).map(StatusMessage::hint);
        }
        item.draft = draft;
        if let Some(desk) = session.desks.get::<Q>()
            && let Ok(below) = Q::shown_below(desk, &item.opened, &item.draft, session)
        {
            item.below = below;
        }
    }

    /// The editor for why all reviewers are overridden.
    fn why_editor(
        &mut self,
        item: &Item,
        verdict: Verdict,
        draft: Draft,
        session: &Session,
    ) -> NoteEditor {
        let verdict = match verdict {
            Verdict::Keep => ReviewVerdict::Keep,
            _ => ReviewVerdict::TextOnly,
        };
        let (answer, verdict) = (answering::answer_before(draft.answer), terms::verdict(verdict));
        let title = text!("adjudicate-why-title", answer = answer, verdict = verdict);
        let stored = DraftFor::new(DraftKind::WhatIsWrong, Q::NAME, item.key());
        self.why.1 = draft;
        NoteEditor::new(title, stored, &session.drafts, self.why.0.handle())
            .at(Some(self.frame.place()))
    }

    /// Marks the choice that is guessed, or answers with it.
    fn choose(&mut self, item: &mut Item, label: Label, session: &mut Session) -> Response {
        if item.asks_guess() {
            gate::mark(item, label);
            return Response::STAY;
        }
        self.say(item, vec![Input::Answer(BlindAnswer::Choice(label))], session)
    }

    /// The list from which the category is chosen before that of the data is shown.
    fn open_categories(&self, item: &Item, session: &mut Session) -> Outcome {
        match session.store.category_names_for(item.opened.question.id) {
            Ok(names) => {
                let title = text!("category-title", key = item.key());
                let (place, reply) = (self.frame.place(), self.chosen.handle());
                Outcome::Open(Box::new(CategoryList::new(title, &names, None, place, reply)))
            }
            Err(error) => {
                session.status = Some(StatusMessage::error(error.to_string()));
                Outcome::Stay
            }
        }
    }

    fn open_form(&self, item: &Item, session: &mut Session) -> Outcome {
        match FixForm::open(&item.opened.question, session, self.fixed.handle()) {
            Ok(form) => Outcome::Open(Box::new(form)),
            Err(error) => {
                session.status = Some(StatusMessage::error(error.to_string()));
                Outcome::Stay
            }
        }
    }
}

impl<Q: QuestionScreen> QueueView for QuestionView<Q> {
    type Queue = Q;
    type Plain = PlainQuestions<Q>;
    type Item = Item;

    fn load(position: usize, session: &Session) -> Result<Item, StoreError> {
        let (opened, below) = read::<Q>(position, session)?;
        let question = &opened.question;
        let desk = session.desks.get::<Q>();
        let note = desk
            .and_then(|desk| desk.history().note(question.key.as_str(), question.revision))
            .map(str::to_owned);
        Ok(Item::new(opened, Q::STEPS, (note, below), &session.store))
    }

    /// Reads the questions whose pictures may be wanted next: two after, one before.
    fn look_ahead(&mut self, here: Option<usize>, before: Option<usize>, session: &Session) {
        let Some(desk) = session.desks.get::<Q>() else { return };
        self.frame.look_ahead(desk, here, before, session);
    }

    fn commands(item: &Item) -> Vec<Action> {
        commands::commands(item, Q::verdicts(&item.opened))
    }

    fn choices_without_key(item: &Item) -> Vec<Label> {
        commands::labels_without_key(item)
    }

    fn why_not(item: &Item, action: Action) -> Option<String> {
        commands::why_not(item, action)
    }

    fn update(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Response {
        match (action, item.ask()) {
            (Action::Fix, _) => return Response::Outcome(self.open_form(item, session)),
            (Action::Confirm, Ask::Category) => {
                return Response::Outcome(self.open_categories(item, session));
            }
            (Action::Confirm, Ask::Answer) => {
                if let Some(label) = item.marked() {
                    return self.choose(item, label, session);
                }
            }
            _ => {}
        }
        if let Some(label) = action.choice() {
            return self.choose(item, label, session);
        }
        if let Some(inputs) = commands::inputs(item, action) {
            return self.say(item, inputs, session);
        }
        let frame = (Q::NAME, Self::KEY_CONTEXT, Self::commands(item));
        answering::update(item, &self.frame, action, frame, session)
    }

    fn take_back(item: &mut Item, session: &mut Session) -> bool {
        gate::take_back(item, session)
    }

    fn resume(&mut self, item: &mut Item, session: &mut Session) -> Response {
        if let Some(FixedText { text, to_ask_again }) = self.fixed.take() {
            return match self.say(item, vec![Input::Fix(Box::new(text))], session) {
                Response::Commit(act, message) if !to_ask_again.is_empty() => {
                    Response::Commit(act, format!("{message} · {to_ask_again}"))
                }
                response => response,
            };
        }
        if let Some(label) = self.frame.take_typed() {
            return self.choose(item, label, session);
        }
        if let Some(category) = self.chosen.take() {
            return self.say(item, vec![Input::Category(category)], session);
        }
        if let Some(why) = self.why.0.take() {
            let draft = std::mem::take(&mut self.why.1);
            let next = Q::STEPS.take(&item.opened, draft, Input::Why(why));
            return self.go_on(item, next, session);
        }
        match self.frame.take_reasons() {
            Some(inputs) => self.say(item, inputs, session),
            None => Response::STAY,
        }
    }

    fn click(&mut self, item: &mut Item, at: Position, session: &mut Session) -> Response {
        match answering::choice_at(item, &self.frame.layout, at, session) {
            Some(label) => self.choose(item, label, session),
            None => Response::STAY,
        }
    }

    fn look(item: &mut Item, look: Look, pictures: &PicturePanes) {
        item.look(look, pictures);
    }

    fn until_tick(item: &Item) -> Option<Duration> {
        item.strip.until_next_frame()
    }

    fn tick(item: &mut Item, is_loading: bool) {
        item.strip.play_on(is_loading);
    }

    fn prepare(&mut self, item: &mut Item, area: Rect, session: &Session) {
        self.frame.prepare(item, area, session);
    }

    fn context(&self, item: &Item, session: &mut Session) -> DecisionContext {
        answering::context(Q::NAME, item, &self.frame.layout, session)
    }

    /// After a step the store gives more: the picture, the reference answer, the evidence.
    fn committed(
        &mut self,
        item: &mut Item,
        position: usize,
        row: &DecisionRow,
        session: &mut Session,
    ) {
        match &row.act {
            Act::Note { note } => item.note = Some(note.clone()),
            act if act.is_step() => {
                match session.store.at_one_moment(|| read::<Q>(position, session)) {
                    Ok((opened, below)) => item.renew(opened, below, &session.store),
                    Err(error) => {
                        let words = text!("review-next-unreadable", error = error.to_string());
                        session.status = Some(StatusMessage::error(words));
                    }
                }
            }
            _ => {}
        }
    }

    /// After the answer the category is asked for, where it is.
    fn next_step(&mut self, item: &Item, session: &mut Session) -> Outcome {
        match item.ask() {
            Ask::Category => self.open_categories(item, session),
            _ => Outcome::Stay,
        }
    }

    fn name(item: &Item) -> Option<&str> {
        Some(item.key())
    }

    fn question(item: &Item) -> Option<&BlindQuestion> {
        Some(&item.opened.question)
    }

    fn note(item: &Item) -> Option<&str> {
        item.note.as_deref()
    }

    fn note_of_flag(&self, item: &Item, session: &Session) -> Option<FlagPanel> {
        self.frame.note_of_flag(item, Q::NOTED?, Q::NAME, session)
    }

    fn panel_place(&self) -> Option<PanelPlace> {
        Some(self.frame.place())
    }

    fn title(&self, desk: &Desk<Q>, item: &Item, _: &Session) -> TitleParts {
        TitleParts::of_question(desk.today(), item.key())
    }

    fn title_area(&self) -> Rect {
        self.frame.layout.title
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        self.frame.draw(item, Self::KEY_CONTEXT, canvas, session);
    }
}
