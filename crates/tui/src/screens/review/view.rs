//! The screen of a queue of questions: an action becomes inputs, and what the steps ask next opens the panel
//! in which it is said. What a panel leaves is inputs too.
//!
//! What differs between the queues is a [`QuestionScreen`](super::item::QuestionScreen).

use std::marker::PhantomData;

use ratatui::layout::{Position, Rect};

use super::arrangement::Neighbour;
use super::item::{Below, Item, QuestionScreen};
use super::layout::Layout;
use super::saved::{answer_before, answer_word};
use super::{commands, draw};
use crate::action::Action;
use crate::messages::text;
use crate::screens::answer_entry::AnswerEntry;
use crate::screens::category_list::CategoryList;
use crate::screens::choice_entry::ChoiceEntry;
use crate::screens::fix_form::FixForm;
use crate::screens::flag_panel::FlagPanel;
use crate::screens::note::NoteEditor;
use crate::screens::panel_place::{CardLines, PanelPlace};
use crate::screens::queue::{QueueView, TitleParts};
use crate::screens::{Canvas, Outcome, Reply};
use crate::session::Session;
use crate::status::StatusMessage;
use crate::terms;
use crate::widgets::note_field::NoteField;
use assay_core::benchmark::QuestionKind;
use assay_core::benchmark::decision::{BlindAnswer, ReviewVerdict};
use assay_core::benchmark::own_reason::Reason;
use assay_store::{DraftFor, DraftKind, Result, StoreError};
use assay_workflow::queue::steps::{Ask, Draft, Input, Next, Verdict};
use assay_workflow::queue::{DecisionContext, Desk, OpenDesk, OpenedQuestion};

/// The screen of a queue of questions.
#[derive(Default)]
pub struct QuestionView<Q> {
    pub(super) layout: Layout,
    /// Questions that may come next, for preparing their pictures.
    neighbours: Vec<Neighbour>,
    /// The area of panels.
    place: PanelPlace,
    /// What a panel says of the question.
    said: Reply<Vec<Input>>,
    queue: PhantomData<Q>,
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
            let words = |answer| text!("adjudicate-chosen", answer = answer_word(answer));
            session.status = draft.answer.map(words).map(StatusMessage::hint);
        }
        if draft.is_kept_once {
            let key = session.key_of(Self::KEY_CONTEXT, Action::Keep);
            session.hint(text!("review-keep-again", key));
        }
        item.draft = draft;
        let names = item.draft.reasons.iter().map(Reason::name);
        let names = names.collect::<Vec<_>>().join("\n");
        let what = DraftFor::new(DraftKind::Reasons, Q::NAME, item.opened.item_name());
        session.drafts.keep(what, names);
        if let Some(desk) = session.desks.get::<Q>()
            && let Ok(below) = Q::shown_below(desk, &item.opened, &item.draft, session)
        {
            item.below = below;
        }
    }

    /// The place of a panel that opens.
    fn place_for_panel(&self, item: &Item) -> PanelPlace {
        self.place.open(item.marks().right)
    }

    /// Gives the panel its place in the text column: under the choices, or in the place of the question.
    fn make_room(&mut self, item: &mut Item, session: &Session) {
        let theme = &session.theme;
        let mut beside = item.beside_panel.take().unwrap_or_default();
        let whole = item.card(theme, &self.layout);
        let lines = CardLines {
            all: whole.height(),
            question: whole.lines_of_question(),
            choices: item.opened.question.choices.len(),
        };
        let (before, column) = (self.layout.card, self.layout.inside());
        let left = self.place.divide(column, lines);
        let width = before.width.saturating_sub(column.width - left.width);
        self.layout.card = Rect { y: left.y, width, height: left.height, ..before };
        (beside.right, beside.hides_question) = (self.place.right(), self.place.is_in_place());
        let scrolling = self.place.take_scrolling();
        item.scroll_beside_panel(beside, scrolling, &self.layout, theme);
        let (card, area) = (item.card(theme, &self.layout), self.layout.card);
        let scroll = draw::scroll_of(item, &card, &self.layout);
        let labels = item.opened.question.choices.iter().map(|choice| choice.label);
        let choices =
            labels.filter_map(|label| Some((label, card.rows_of_choice(label, area, scroll)?)));
        self.place.set_choices(choices.collect());
    }

    /// The editor for why all reviewers are overridden.
    fn why_editor(
        &self,
        item: &Item,
        verdict: Verdict,
        answer: Option<BlindAnswer>,
        session: &Session,
    ) -> NoteEditor {
        let is_kept = verdict == Verdict::Keep;
        let verdict_words = if is_kept { ReviewVerdict::Keep } else { ReviewVerdict::TextOnly };
        let (answer, verdict_words) = (answer_before(answer), terms::verdict(verdict_words));
        let title = text!("adjudicate-why-title", answer, verdict = verdict_words);
        let key = item.opened.question.key.as_str();
        let draft = DraftFor::new(DraftKind::WhatIsWrong, Q::NAME, key);
        let field = NoteField::new(draft, None, session);
        let reply = self.said.answer(move |why| vec![Input::Verdict(verdict), Input::Why(why)]);
        NoteEditor::new(title, Some(self.place_for_panel(item)), reply, field)
    }

    /// The panel that asks what is wrong with the question.
    fn flag_panel(&self, item: &Item, verdict: Verdict, session: &Session) -> FlagPanel {
        let (place, reply) = (self.place_for_panel(item), self.said.answer(|inputs| inputs));
        let said = (item.steps, item.opened.clone(), item.draft.clone());
        FlagPanel::about(said, verdict, Q::NAME, session, place, reply)
    }

    /// The field for a short answer, with what was typed of it already.
    fn answer_entry(&self, item: &Item, typed: &str) -> Outcome {
        let title = text!("answer-entry-title", key = item.opened.question.key);
        let reply = self.said.answer(|typed| vec![Input::Answer(BlindAnswer::Typed(typed))]);
        let place = self.place_for_panel(item);
        Outcome::Open(Box::new(AnswerEntry::new(title, typed, place, reply)))
    }

    /// The list from which the category is chosen before that of the data is shown.
    fn categories(&self, item: &Item, session: &Session) -> Result<CategoryList> {
        let names = session.store.category_names_for(item.opened.question.id)?;
        let title = text!("category-title", key = item.opened.question.key);
        let reply = self.said.answer(|category| vec![Input::Category(category)]);
        Ok(CategoryList::new(title, &names, None, self.place_for_panel(item), reply))
    }
}

impl<Q: QuestionScreen> QueueView for QuestionView<Q> {
    type Queue = Q;
    type Item = Item;
    const EDITS_NOTE: bool = true;

    fn load(position: usize, session: &Session) -> Result<Item> {
        let (opened, below) = read::<Q>(position, session)?;
        let mut item = Item::new::<Q>(opened, below, &session.store);
        let of = |kind| session.drafts.text(&DraftFor::new(kind, Q::NAME, item.opened.item_name()));
        let names = of(DraftKind::Reasons);
        let offered = item.opened.question.checklist().reasons();
        let marked = offered.filter(|(_, reason)| names.lines().any(|name| name == reason.name()));
        let said: Vec<Input> = marked.map(|(_, reason)| Input::Reason(reason, true)).collect();
        let words = Some(Input::Words(of(DraftKind::WhatIsWrong).to_owned()));
        let words = words.filter(|_| !said.is_empty());
        let said = said.into_iter().chain(words).collect();
        if let Next::Ask(draft) = Q::STEPS.take_all(&item.opened, Draft::default(), said) {
            item.draft = draft;
        }
        Ok(item)
    }

    /// Reads the questions whose pictures may be wanted next: two after, one before.
    fn look_ahead(&mut self, here: Option<usize>, before: Option<usize>, session: &Session) {
        let Some(desk) = session.desks.get::<Q>() else { return };
        let positions = desk.waiting_after(here).take(2).chain(before);
        let questions = positions.filter_map(|position| desk.load(&session.store, position).ok());
        let neighbours =
            questions.map(|question| Neighbour::new(question, Q::ARRANGEMENT, &session.store));
        self.neighbours = neighbours.collect();
    }

    fn said(&self) -> &Reply<Vec<Input>> {
        &self.said
    }

    fn act(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Outcome {
        match (action, item.ask()) {
            (Action::Fix, _) => {
                let reply = self.said.answer(|text| vec![Input::Fix(Box::new(text))]);
                let place = self.place_for_panel(item);
                Outcome::open(FixForm::open(&item.opened, place, session, reply), session)
            }
            (Action::Confirm, Ask::Category) => {
                Outcome::open(self.categories(item, session), session)
            }
            (Action::Confirm, Ask::Answer) | (Action::OtherChoice, _)
                if item.opened.question.kind() == QuestionKind::Short =>
            {
                self.answer_entry(item, "")
            }
            (Action::OtherChoice, _) => {
                let reply = self.said.answer(|label| vec![commands::chosen(label)]);
                let (choices, typed) = (&item.opened.question.choices, session.typed_choice.take());
                Outcome::Open(Box::new(ChoiceEntry::new(choices, typed, reply)))
            }
            _ => self.change_view(item, action, session),
        }
    }

    fn begin_typing(&self, item: &Item, first: char) -> Option<Outcome> {
        let begins = first.is_ascii_digit() || matches!(first, '-' | '.');
        (begins && item.waits_for_typed()).then(|| self.answer_entry(item, &first.to_string()))
    }

    /// A choice alone only marks a guess; what is asked of a verdict is said in a panel. What is kept once is
    /// given up with another verdict.
    fn go_on(&mut self, item: &mut Item, draft: Draft, session: &mut Session) -> Outcome {
        item.draft.is_kept_once = draft.is_kept_once;
        match (Q::STEPS.ask(&item.opened, &draft), draft.verdict) {
            (Ask::Confidence, _) => item.mark(draft.choice()),
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

    fn click(&self, item: &Item, at: Position, session: &Session) -> Option<Input> {
        self.choice_at(item, at, session).map(commands::chosen)
    }

    fn prepare(&mut self, item: &mut Item, area: Rect, session: &Session) {
        self.layout = item.lay_out(area, session);
        match self.place.is_taken() {
            true if item.beside.is_some() => {
                self.layout.beside = self.place.take_lower(self.layout.beside);
            }
            true => self.make_room(item, session),
            false => item.beside_panel = None,
        }
        if let Some(beside) = &mut item.beside {
            beside.fit(self.layout.beside, &item.draft, &session.theme);
        }
        for neighbour in &mut self.neighbours {
            neighbour.lay_out(area, session);
        }
    }

    fn context(&self, item: &Item, session: &mut Session) -> DecisionContext {
        let has_picture = !item.strip.is_empty();
        let mode = has_picture.then(|| session.surface.mode.to_string());
        let surface = session.surface;
        let cells = has_picture.then(|| item.picture_cells(&self.layout, &surface));
        session.context(Q::NAME, mode, cells)
    }

    /// After a step the store gives more: the picture, the reference answer, the evidence. After the answer the
    /// category is asked for, where it is.
    fn next_step(&mut self, item: &mut Item, position: usize, session: &mut Session) -> Outcome {
        match session.store.at_one_moment(|| read::<Q>(position, session)) {
            Ok((opened, below)) => item.renew::<Q>(opened, below, &session.store),
            Err(error) => session.show_error(text!("review-next-unreadable", error)),
        }
        match item.ask() {
            Ask::Category => Outcome::open(self.categories(item, session), session),
            _ => Outcome::Stay,
        }
    }

    fn note_of_flag(&self, item: &Item, session: &Session) -> Option<FlagPanel> {
        let verdict = Q::NOTED?;
        let note =
            item.opened.flag().and_then(|last| last.note).filter(|_| item.opened.note.is_none());
        note.map(|_| self.flag_panel(item, verdict, session).in_note())
    }

    fn panel_place(&self, item: &Item) -> Option<PanelPlace> {
        Some(self.place_for_panel(item))
    }

    /// A question by its key, with the pace of the day.
    fn title(&self, desk: &Desk<Q>, item: &Item) -> TitleParts {
        let today = desk.today();
        let each = today.seconds_each().map(|seconds| text!("title-seconds-each", seconds));
        let pace = [text!("title-today", count = today.decided)].into_iter().chain(each).collect();
        let name = Some(format!("#{}", item.opened.question.key));
        TitleParts { area: self.layout.title, reading: None, pace, name }
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(item, &self.layout, Self::KEY_CONTEXT, canvas, session);
        if let Some(beside) = &item.beside {
            beside.draw(session, canvas.buffer);
        }
        let soon = self.neighbours.iter().flat_map(|one| one.pictures(&session.surface));
        soon.for_each(|(hash, area)| canvas.pictures.prepare(canvas.buffer, area, hash));
    }
}
