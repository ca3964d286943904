//! The screen of a queue of questions: an action becomes inputs, and what the steps ask next opens the panel
//! in which it is said. What a panel leaves is inputs too.
//!
//! What differs between the queues is a [`QuestionScreen`].

use std::marker::PhantomData;
use std::time::Duration;

use ratatui::layout::{Position, Rect};

use super::item::{Below, Item, Neighbour};
use super::layout::Layout;
use super::saved::saved;
use super::{answering, commands, draw, gate};
use crate::action::Action;
use crate::messages::text;
use crate::picture::{Look, PicturePanes};
use crate::plain::PlainSteps;
use crate::screens::category_list::CategoryList;
use crate::screens::choice_entry::ChoiceEntry;
use crate::screens::fix_form::FixForm;
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
use assay_store::{BlindQuestion, DraftFor, DraftKind, Result, Store, StoreError};
use assay_workflow::queue::steps::{Ask, Draft, Input, Verdict};
use assay_workflow::queue::{DecisionContext, Desk, OpenDesk, OpenedQuestion};

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
        _desk: &Desk<Self>,
        _opened: &OpenedQuestion,
        _draft: &Draft,
        _session: &Session,
    ) -> Result<Option<Below>> {
        Ok(None)
    }
}

/// The screen of a queue of questions.
pub struct QuestionView<Q> {
    layout: Layout,
    /// Questions that may come next, for preparing their pictures.
    neighbours: Vec<Neighbour>,
    /// The area of panels.
    place: PanelPlace,
    /// What a panel says of the question.
    said: Reply<Vec<Input>>,
    queue: PhantomData<Q>,
}

impl<Q> Default for QuestionView<Q> {
    fn default() -> Self {
        QuestionView {
            layout: Layout::default(),
            neighbours: Vec::new(),
            place: PanelPlace::default(),
            said: Reply::default(),
            queue: PhantomData,
        }
    }
}

/// What is known of the question at a position, and what its queue shows below it.
fn read<Q: QuestionScreen>(
    position: usize,
    session: &Session,
) -> Result<(OpenedQuestion, Option<Below>)> {
    let no_desk = || StoreError::Unknown { what: text!("review-no-desk").into() };
    let desk = session.desks.get::<Q>().ok_or_else(no_desk)?;
    let opened = desk.open_item(&session.store, position)?;
    let below = Q::shown_below(desk, &opened, &Draft::default(), session)?;
    Ok((opened, below))
}

impl<Q: QuestionScreen> QuestionView<Q> {
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
        &self,
        item: &Item,
        verdict: Verdict,
        answer: Option<BlindAnswer>,
        session: &Session,
    ) -> NoteEditor {
        let name = match verdict {
            Verdict::Keep => ReviewVerdict::Keep,
            _ => ReviewVerdict::TextOnly,
        };
        let (answer, name) = (answering::answer_before(answer), terms::verdict(name));
        let title = text!("adjudicate-why-title", answer, verdict = name);
        let stored = DraftFor::new(DraftKind::WhatIsWrong, Q::NAME, item.key());
        let reply = self.said.answer(move |why| vec![Input::Verdict(verdict), Input::Why(why)]);
        let place = Some(self.place.clone());
        NoteEditor::new(title, (stored, &session.drafts), None, place, reply)
    }

    /// The panel that asks what is wrong with the question.
    fn flag_panel(&self, item: &Item, verdict: Verdict, session: &Session) -> FlagPanel {
        let (place, reply) = (self.place.clone(), self.said.answer(|inputs| inputs));
        FlagPanel::about(item.said(), verdict, Q::NAME, session, place, reply)
    }

    /// The popup in which a choice without a key is typed.
    fn choice_entry(&self, item: &Item, session: &mut Session) -> ChoiceEntry {
        let reply = self.said.answer(|label| vec![commands::chosen(label)]);
        ChoiceEntry::new(&item.opened.question.choices, session.typed_choice.take(), reply)
    }

    /// The list from which the category is chosen before that of the data is shown.
    fn categories(&self, item: &Item, session: &Session) -> Result<CategoryList> {
        let names = session.store.category_names_for(item.opened.question.id)?;
        let title = text!("category-title", key = item.key());
        let reply = self.said.answer(|category| vec![Input::Category(category)]);
        Ok(CategoryList::new(title, &names, None, self.place.clone(), reply))
    }

    fn fix_form(&self, item: &Item, session: &Session) -> Result<FixForm> {
        let reply = self.said.answer(|text| vec![Input::Fix(Box::new(text))]);
        FixForm::open(&item.opened.question, session, reply)
    }
}

impl<Q: QuestionScreen> QueueView for QuestionView<Q> {
    type Queue = Q;
    type Item = Item;
    const EDITS_NOTE: bool = true;

    fn load(position: usize, session: &Session) -> Result<Item> {
        let (opened, below) = read::<Q>(position, session)?;
        Ok(Item::new(opened, Q::STEPS, below, &session.store))
    }

    /// Reads the questions whose pictures may be wanted next: two after, one before.
    fn look_ahead(&mut self, here: Option<usize>, before: Option<usize>, session: &Session) {
        let Some(desk) = session.desks.get::<Q>() else { return };
        let positions = desk.waiting_after(here).take(2).chain(before);
        let questions = positions.filter_map(|position| desk.load(&session.store, position).ok());
        let neighbours = questions.map(|question| Neighbour::new(question, &session.store));
        self.neighbours = neighbours.collect();
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

    fn opened(item: &mut Item) -> &mut OpenedQuestion {
        &mut item.opened
    }

    fn draft(item: &Item) -> Draft {
        item.draft.clone()
    }

    /// A choice alone only marks a guess; what is asked of a verdict is said in a panel.
    fn go_on(&mut self, item: &mut Item, draft: Draft, session: &mut Session) -> Outcome {
        match (Q::STEPS.ask(&item.opened, &draft), draft.verdict) {
            (Ask::Confidence, _) => gate::mark(item, draft.choice()),
            (Ask::Why, Some(verdict)) => {
                let editor = self.why_editor(item, verdict, draft.answer, session);
                return Outcome::Open(Box::new(editor));
            }
            (_, Some(verdict)) => {
                return Outcome::Open(Box::new(self.flag_panel(item, verdict, session)));
            }
            (_, None) => Self::keep(item, draft, session),
        }
        Outcome::Stay
    }

    fn saved(item: &Item, act: &Act, store: &Store) -> String {
        saved(act, item, store)
    }

    fn update(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Response {
        if let Some(inputs) = commands::inputs(item, action) {
            return Response::Say(inputs);
        }
        Response::Outcome(match (action, item.ask()) {
            (Action::Fix, _) => Outcome::open(self.fix_form(item, session), session),
            (Action::Confirm, Ask::Category) => {
                Outcome::open(self.categories(item, session), session)
            }
            (Action::OtherChoice, _) => Outcome::Open(Box::new(self.choice_entry(item, session))),
            _ => {
                let frame = (Q::NAME, Self::KEY_CONTEXT, Self::commands(item));
                return answering::update(item, &self.layout, action, frame, session);
            }
        })
    }

    fn take_back(item: &mut Item, session: &mut Session) -> bool {
        gate::take_back(item, session)
    }

    fn resume(&mut self) -> Response {
        self.said.take().map_or(Response::STAY, Response::Say)
    }

    fn click(&mut self, item: &mut Item, at: Position, session: &mut Session) -> Response {
        let label = answering::choice_at(item, &self.layout, at, session);
        label.map_or(Response::STAY, |label| Response::Say(vec![commands::chosen(label)]))
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
        self.layout = item.lay_out(area, self.place.is_taken(), session);
        if self.place.is_taken() {
            let rows = |width| item.rows_of_choices(width, session);
            let (layout, room) = self.layout.with_panel(area, rows);
            self.layout = layout;
            self.place.assign(room);
        }
        for neighbour in &mut self.neighbours {
            neighbour.lay_out(area, session);
        }
    }

    fn context(&self, item: &Item, session: &mut Session) -> DecisionContext {
        answering::context(Q::NAME, item, &self.layout, session)
    }

    /// After a step the store gives more: the picture, the reference answer, the evidence. After the answer the
    /// category is asked for, where it is.
    fn next_step(&mut self, item: &mut Item, position: usize, session: &mut Session) -> Outcome {
        match session.store.at_one_moment(|| read::<Q>(position, session)) {
            Ok((opened, below)) => item.renew(opened, below, &session.store),
            Err(error) => {
                session.show_error(text!("review-next-unreadable", error));
            }
        }
        match item.ask() {
            Ask::Category => Outcome::open(self.categories(item, session), session),
            _ => Outcome::Stay,
        }
    }

    fn name(item: &Item) -> Option<&str> {
        Some(item.key())
    }

    fn question(item: &Item) -> Option<&BlindQuestion> {
        Some(&item.opened.question)
    }

    fn note_of_flag(&self, item: &Item, session: &Session) -> Option<FlagPanel> {
        let verdict = Q::NOTED?;
        let note =
            item.opened.flag().and_then(|last| last.note).filter(|_| item.opened.note.is_none());
        note.map(|_| self.flag_panel(item, verdict, session).in_note())
    }

    fn panel_place(&self) -> Option<PanelPlace> {
        Some(self.place.clone())
    }

    fn title(&self, desk: &Desk<Q>, item: &Item, _: &Session) -> TitleParts {
        TitleParts::of_question(desk.today(), item.key())
    }

    fn title_area(&self) -> Rect {
        self.layout.title
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(item, &self.layout, Self::KEY_CONTEXT, canvas, session);
        draw::prepare_neighbours(&self.neighbours, canvas, session);
    }
}
