//! The review screen: see the picture, answer blind, judge.
//!
//! Step one: the reference answer is neither on the screen nor in this memory; it is read from the
//! store only after the annotator's own answer is committed, and the category where the benchmark asks
//! for one. Step two: both are side by side, one key
//! judges, and the next question comes.
//!
//! [`ReviewView`] is what keys do to a question, [`answering`] and [`frame`] the parts of it that
//! the verify screen shares; `commands` lists the keys that do something,
//! `layout` and `draw` show, `pictures` holds the pictures of a question.

pub(super) mod answering;
pub(super) mod commands;
pub(super) mod draw;
pub(super) mod frame;
mod gate;
pub(super) mod item;
pub(super) mod layout;
mod within_text;

use std::time::Duration;

use ratatui::layout::{Position, Rect};

use self::answering::{answer_before, answer_word};
use self::frame::QuestionFrame;
use self::item::Item;
use super::category_list::CategoryList;
use super::flag_panel::{FlagPanel, WrongBecause};
use super::panel_place::PanelPlace;
use super::queue::{QueueScreen, QueueView, Response, TitleParts};
use super::{Canvas, Outcome, Reply};
use crate::benchmark::Label;
use crate::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict};
use crate::queue::{DecisionContext, Queue, ReviewDesk, ReviewQueue, category_beside};
use crate::store::{BlindQuestion, DecisionRow, StoreError};
use crate::tui::action::Action;
use crate::tui::messages::text;
use crate::tui::picture::{Look, PicturePanes};
use crate::tui::plain::PlainReview;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::store_words::InWords;
use crate::tui::terms;
use crate::tui::terms::letter;

/// The screen on which questions are reviewed.
pub type Review = QueueScreen<ReviewView>;

/// What the review adds to the screen of a queue.
#[derive(Default)]
pub struct ReviewView {
    frame: QuestionFrame,
    /// What the list of categories leaves.
    chosen: Reply<String>,
    /// What was done in this sitting, once no question is left.
    summary: Vec<String>,
}

impl QueueView for ReviewView {
    type Queue = ReviewQueue;
    type Plain = PlainReview;
    type Item = Item;
    const OPEN: Action = Action::OpenReview;
    const WHEN_DONE: &'static [Action] = &commands::WHEN_DONE;

    fn at_home(desk: Option<&ReviewDesk>) -> (&'static str, String) {
        let progress = desk.map(ReviewDesk::progress).unwrap_or_default();
        (
            text!("review-title"),
            text!("home-left-of", left = progress.left(), total = progress.total),
        )
    }

    fn load(position: usize, session: &Session) -> Result<Item, StoreError> {
        let desk = session.review();
        let opened = desk.open_question(&session.store, position)?;
        let note = desk.history().note(opened.question.key.as_str(), opened.question.revision);
        Ok(Item::new(opened, note.map(str::to_owned), &session.store))
    }

    /// Reads the questions whose pictures may be wanted next: two after, one before.
    fn look_ahead(&mut self, here: Option<usize>, before: Option<usize>, session: &Session) {
        let desk = session.review();
        self.summary = match here {
            Some(_) => Vec::new(),
            None => session.summary().map(|summary| terms::sitting(&summary)).unwrap_or_default(),
        };
        self.frame.look_ahead(desk, here, before, session);
    }

    fn commands(item: &Item) -> Vec<Action> {
        commands::commands(item)
    }

    fn choices_without_key(item: &Item) -> Vec<Label> {
        commands::labels_without_key(item)
    }

    fn why_not(item: &Item, action: Action) -> Option<String> {
        commands::why_not(item, action)
    }

    fn update(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Response {
        if item.question.is_gated()
            && let Some(response) = gate::update(item, action, session)
        {
            return response;
        }
        match action {
            Action::Confirm if item.waits_for_category() => {
                Response::Outcome(self.open_categories(item, session))
            }
            Action::Keep => judge(item, ReviewVerdict::Keep, WrongBecause::default()),
            Action::TextOnly => judge(item, ReviewVerdict::TextOnly, WrongBecause::default()),
            Action::Wrong => {
                let panel = self.frame.flag_panel(item, Self::Queue::NAME, session);
                Response::Outcome(Outcome::Open(Box::new(panel)))
            }
            other => {
                let frame = (Self::Queue::NAME, Self::KEY_CONTEXT, Self::commands(item));
                answering::update(item, &self.frame, other, frame, session)
            }
        }
    }

    fn take_back(item: &mut Item, session: &mut Session) -> bool {
        gate::take_back(item, session)
    }

    fn resume(&mut self, item: &mut Item) -> Response {
        if let Some(label) = self.frame.take_typed() {
            if item.question.is_gated() {
                gate::mark(item, label);
                return Response::STAY;
            }
            return answering::answer(BlindAnswer::Choice(label));
        }
        if let Some(category) = self.chosen.take() {
            let words = item.category_in_words(&category);
            let message = text!("message-category-saved", category = words);
            return Response::Commit(Act::Category { category }, message);
        }
        match self.frame.take_reasons() {
            Some(because) => judge(item, ReviewVerdict::Wrong, because),
            None => Response::STAY,
        }
    }

    fn click(&mut self, item: &Item, at: Position, session: &Session) -> Response {
        let response = answering::click(item, &self.frame.layout, at, session);
        if item.question.is_gated() { gate::clicked(response) } else { response }
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
        answering::context("review", item, &self.frame.layout, session)
    }

    /// After the guess the picture is shown, after the blind answer the reference answer.
    fn committed(
        &mut self,
        item: &mut Item,
        position: usize,
        row: &DecisionRow,
        session: &mut Session,
    ) {
        match &row.act {
            Act::Answer { answer } => {
                item.answer = Some(*answer);
                item.cursor = None;
                if !item.waits_for_category() {
                    reveal(item, position, &answer_word(*answer), session);
                }
            }
            Act::Category { category } => {
                let words = item.category_in_words(category);
                item.category = Some(category.clone());
                reveal(item, position, &words, session);
            }
            // Read anew, since the store now gives the picture.
            Act::Guess(_) => match session.store.at_one_moment(|| Self::load(position, session)) {
                Ok(opened) => *item = opened,
                Err(error) => session.status = Some(StatusMessage::error(error.in_words())),
            },
            Act::Note { note } => item.note = Some(note.clone()),
            _ => {}
        }
    }

    /// After the answer the category is asked for, where it is.
    fn next_step(&mut self, item: &Item, session: &mut Session) -> Outcome {
        match item.waits_for_category() {
            true => self.open_categories(item, session),
            false => Outcome::Stay,
        }
    }

    fn name(item: &Item) -> Option<&str> {
        Some(item.key())
    }

    fn question(item: &Item) -> Option<&BlindQuestion> {
        Some(&item.question)
    }

    fn note(item: &Item) -> Option<&str> {
        item.note.as_deref()
    }

    fn note_of_flag(&self, item: &Item, session: &Session) -> Option<FlagPanel> {
        self.frame.note_of_flag(item, Self::Queue::NAME, session)
    }

    fn panel_place(&self) -> Option<PanelPlace> {
        Some(self.frame.place())
    }

    fn title(&self, desk: &ReviewDesk, item: &Item, _: &Session) -> TitleParts {
        TitleParts::of_question(desk.today(), item.key())
    }

    fn title_area(&self) -> Rect {
        self.frame.layout.title
    }

    fn when_done(desk: &ReviewDesk) -> String {
        match desk.progress().total {
            0 => text!("review-no-questions").to_owned(),
            total => text!("review-all-done", total = total),
        }
    }

    fn summary(&self) -> &[String] {
        &self.summary
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        self.frame.draw(item, Self::KEY_CONTEXT, canvas, session);
    }
}

impl ReviewView {
    /// The list from which the category is chosen before that of the data is shown.
    fn open_categories(&self, item: &Item, session: &mut Session) -> Outcome {
        match session.store.category_names_for(item.question.id) {
            Ok(names) => {
                let title = text!("category-title", key = item.key());
                let (place, reply) = (self.frame.place(), self.chosen.handle());
                Outcome::Open(Box::new(CategoryList::new(title, &names, None, place, reply)))
            }
            Err(error) => {
                session.status = Some(StatusMessage::error(error.in_words()));
                Outcome::Stay
            }
        }
    }
}

/// Shows what follows the blind answer: the reference answer, and the category of the data where it was to
/// be chosen. `saved` is what was saved before it.
fn reveal(item: &mut Item, position: usize, saved: &str, session: &mut Session) {
    let desk = session.review();
    let store = &session.store;
    let read = || Ok((desk.reveal(store, position)?, desk.load(store, position)?));
    match store.at_one_moment(read) {
        Ok((reveal, question)) => {
            item.reveal = Some(reveal);
            (item.question.category, item.question.l2_category) =
                (question.category, question.l2_category);
        }
        Err(error) => {
            let error = error.in_words();
            let words = text!("review-reference-unreadable", word = saved, error = error);
            session.status = Some(StatusMessage::error(words));
        }
    }
}

/// Step two.
fn judge(item: &Item, verdict: ReviewVerdict, because: WrongBecause) -> Response {
    let WrongBecause { reasons, corrected, category, note } = because;
    let mut right = corrected
        .map(|label| text!("message-right-is", letter = letter(label)))
        .unwrap_or_default();
    if let Some(name) = &category {
        right.push_str(&text!("message-category-is", category = item.category_in_words(name)));
    }
    let message = text!(
        "message-review-saved",
        answer = answer_before(item.answer),
        verdict = terms::verdict(verdict),
        right = right
    );
    let answer = item.answer;
    let category =
        category.or_else(|| category_beside(&item.question, item.category.as_deref(), &reasons));
    let review = ReviewDecision { answer, verdict, reasons, corrected, category, note };
    Response::Commit(Act::Review(review), message)
}
