//! The adjudicate screen: a question, the reference answer, and what its reviewers say, without names.
//!
//! A digit adopts a review. Else a letter says which answer is right and `y`, `t` or `w` what becomes of
//! the question; where no reviewer says the same, a reason is asked for. Question, picture and panels are
//! those of the review; [`reviews`] lays the reviews out below the question.

pub(in crate::tui) mod reviews;

use std::time::Duration;

use ratatui::layout::Rect;

use super::choice_entry::choices_without_key;
use super::flag_panel::WrongBecause;
use super::note::NoteEditor;
use super::panel_place::PanelPlace;
use super::queue::{QueueScreen, QueueView, Response, TitleParts};
use super::review::answering::{self, answer_before, answer_word};
use super::review::commands::with_verdicts;
use super::review::frame::QuestionFrame;
use super::review::item::{Below, Item as QuestionItem};
use super::{Canvas, Outcome, Reply};
use crate::benchmark::adjudication::AdjudicateDecision;
use crate::benchmark::decision::{Act, BlindAnswer, ReviewVerdict};
use crate::queue::adjudicate::{
    AdjudicateDesk, AdjudicateQueue, AnonymousReview, adopted_if_said, may_have_disputes,
};
use crate::queue::{DecisionContext, Queue};
use crate::store::{BlindQuestion, DecisionRow, DraftFor, DraftKind, StoreError};
use crate::tui::action::Action;
use crate::tui::messages::text;
use crate::tui::picture::{Look, PicturePanes};
use crate::tui::plain::PlainAdjudicate;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::store_words::InWords;
use crate::tui::terms;

/// The screen on which disagreements are settled.
pub type Adjudicate = QueueScreen<AdjudicateView>;

/// What the adjudicate queue adds to the screen of a queue.
#[derive(Default)]
pub struct AdjudicateView {
    frame: QuestionFrame,
    /// What is to be decided once it is said why.
    pending: Option<AdjudicateDecision>,
    /// Why.
    why: Reply<String>,
}

/// A question on screen with its reviews.
pub struct Item {
    /// The question; its own answer is the one that the adjudicator says is right.
    question: QuestionItem,
    reviews: Vec<AnonymousReview>,
    /// The mark that the guideline is unclear.
    is_unclear: bool,
}

impl Item {
    /// Lays the reviews out anew.
    fn show_reviews(&mut self) {
        let (reviews, is_unclear) = (self.reviews.clone(), self.is_unclear);
        let taxonomy = self.question.question.taxonomy;
        self.question.below = Some(Below::short(move |width, theme| {
            reviews::lines(&reviews, (is_unclear, taxonomy), width, theme)
        }));
    }

    /// The answer that is right: the one that was chosen, else the one that all reviewers give.
    fn right_answer(&self) -> Option<BlindAnswer> {
        let first = self.reviews.first()?.review.answer;
        let is_common = self.reviews.iter().all(|one| one.review.answer == first);
        self.question.answer.or(first.filter(|_| is_common))
    }

    /// Whether it has to be said which answer is right before a verdict.
    fn needs_answer(&self) -> bool {
        self.question.question.kind().takes_answer() && self.right_answer().is_none()
    }

    /// Says which answer is right, or takes the word back.
    fn choose(&mut self, answer: BlindAnswer, session: &mut Session) {
        let chosen = Some(answer).filter(|_| self.question.answer != Some(answer));
        self.question.answer = chosen;
        let hint = chosen.map(|answer| text!("adjudicate-chosen", answer = answer_word(answer)));
        session.status = hint.map(StatusMessage::hint);
    }

    /// The choice, or none of them, that an action says is right.
    fn answer_of(&self, action: Action) -> Option<BlindAnswer> {
        match action {
            Action::NoneOfTheChoices => Some(BlindAnswer::NoneOfTheChoices),
            Action::CannotTell => Some(BlindAnswer::CannotTell),
            other => {
                let label = other.choice()?;
                let choices = &self.question.question.choices;
                let is_there = choices.iter().any(|choice| choice.label == label);
                is_there.then_some(BlindAnswer::Choice(label))
            }
        }
    }

    /// Commits a decision with the mark, and says so.
    fn commit(&self, decision: AdjudicateDecision) -> Response {
        let decision = AdjudicateDecision { guideline_unclear: self.is_unclear, ..decision };
        let verdict = terms::verdict(decision.verdict);
        let answer = answer_before(decision.answer);
        let row = decision.adopted;
        let adopted = row.and_then(|row| self.reviews.iter().position(|one| one.row == row));
        let mut message = match adopted {
            Some(at) => {
                text!("message-adopted", number = at + 1, answer = answer, verdict = verdict)
            }
            None => text!("message-overridden", answer = answer, verdict = verdict),
        };
        if self.is_unclear {
            message.push_str(text!("message-unclear"));
        }
        Response::Commit(Act::Adjudicate(decision), message)
    }
}

impl QueueView for AdjudicateView {
    type Queue = AdjudicateQueue;
    type Plain = PlainAdjudicate;
    type Item = Item;
    const OPEN: Action = Action::OpenAdjudicate;
    const WHEN_DONE: &'static [Action] =
        &[Action::Undo, Action::Redo, Action::Home, Action::Back, Action::Help];

    fn is_offered(session: &Session) -> bool {
        let review = session.review();
        session.store.check_settler(review.annotator()).is_ok()
            && may_have_disputes(&session.store, review.benchmark()).unwrap_or(false)
    }

    fn at_home(desk: Option<&AdjudicateDesk>) -> (&'static str, String) {
        let words = match desk.map(AdjudicateDesk::progress) {
            None => text!("adjudicate-disputed").to_owned(),
            Some(progress) => {
                text!("adjudicate-left-of", left = progress.left(), total = progress.total)
            }
        };
        (text!("adjudicate-title"), words)
    }

    /// Opens the desk anew, so that reviews that came since are on it.
    fn sit_down(session: &mut Session) -> Result<(), StatusMessage> {
        let (annotator, benchmark) =
            (session.review().annotator().clone(), session.review().benchmark().clone());
        let open =
            |store: &mut _| AdjudicateDesk::open(store, AdjudicateQueue, annotator, benchmark);
        let desk = session.store.briefly(open);
        let desk = desk.map_err(|error| StatusMessage::error(error.in_words()))?;
        session.desks.open(desk);
        Ok(())
    }

    fn load(position: usize, session: &Session) -> Result<Item, StoreError> {
        let no_desk = || StoreError::Unknown { what: text!("adjudicate-nothing").into() };
        let desk = session.desks.get::<AdjudicateQueue>().ok_or_else(no_desk)?;
        let question = desk.open_question(&session.store, position)?;
        let (blind, reviews) = (&question.question, question.reviews.clone());
        let note = desk.history().note(blind.key.as_str(), blind.revision).map(str::to_owned);
        let question = QuestionItem::new(question, note, &session.store);
        let mut item = Item { question, reviews, is_unclear: false };
        item.show_reviews();
        Ok(item)
    }

    /// Reads the questions whose pictures may be wanted next: two after, one before.
    fn look_ahead(&mut self, here: Option<usize>, before: Option<usize>, session: &Session) {
        let Some(desk) = session.desks.get::<AdjudicateQueue>() else { return };
        self.frame.look_ahead(desk, here, before, session);
        self.pending = None;
    }

    fn commands(item: &Item) -> Vec<Action> {
        let picks = (0..item.reviews.len()).filter_map(Action::pick);
        let mut verdicts: Vec<Action> =
            picks.chain([Action::Keep, Action::TextOnly, Action::Wrong]).collect();
        let question = &item.question.question;
        if question.kind().takes_answer() {
            let choices = question.choices.iter();
            verdicts.extend(choices.filter_map(|choice| Action::choose(choice.label)));
            let others = choices_without_key(&question.choices).next();
            verdicts.extend(others.map(|_| Action::OtherChoice));
            verdicts.extend([Action::CannotTell, Action::NoneOfTheChoices]);
        }
        verdicts.push(Action::GuidelineUnclear);
        with_verdicts(&item.question, &verdicts)
    }

    fn why_not(_: &Item, action: Action) -> Option<String> {
        if let Some(place) = action.picked() {
            return Some(text!("adjudicate-no-review", number = place + 1));
        }
        action.choice().map(|_| text!("review-no-choice", letter = action.short()))
    }

    fn update(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Response {
        if let Some(one) = action.picked().and_then(|place| item.reviews.get(place)) {
            return item.commit(AdjudicateDecision::adopting(one.row, &one.review));
        }
        if let Some(answer) = item.answer_of(action) {
            item.choose(answer, session);
            return Response::STAY;
        }
        match action {
            Action::Keep => self.overrule(item, ReviewVerdict::Keep, session),
            Action::TextOnly => self.overrule(item, ReviewVerdict::TextOnly, session),
            Action::Wrong => self.overrule(item, ReviewVerdict::Wrong, session),
            Action::GuidelineUnclear => {
                item.is_unclear = !item.is_unclear;
                item.show_reviews();
                Response::STAY
            }
            other => {
                let frame = (Self::Queue::NAME, Self::KEY_CONTEXT, Self::commands(item));
                answering::update(&mut item.question, &self.frame, other, frame, session)
            }
        }
    }

    fn resume(&mut self, item: &mut Item) -> Response {
        if let Some((why, decision)) = self.why.take().zip(self.pending.take()) {
            return item.commit(AdjudicateDecision { why: Some(why), ..decision });
        }
        if let Some(label) = self.frame.take_typed() {
            item.question.answer = Some(BlindAnswer::Choice(label));
            return Response::STAY;
        }
        let Some(WrongBecause { reasons, corrected, category, note }) = self.frame.take_reasons()
        else {
            return Response::STAY;
        };
        let decision = AdjudicateDecision {
            reasons,
            corrected,
            category,
            note,
            ..AdjudicateDecision::overriding(item.right_answer(), ReviewVerdict::Wrong)
        };
        match adopted_if_said(decision, &item.reviews) {
            Ok(decision) => item.commit(decision),
            Err(undecided) => Response::Hint(terms::undecided(&undecided)),
        }
    }

    fn look(item: &mut Item, look: Look, pictures: &PicturePanes) {
        item.question.look(look, pictures);
    }

    fn until_tick(item: &Item) -> Option<Duration> {
        item.question.strip.until_next_frame()
    }

    fn tick(item: &mut Item, is_loading: bool) {
        item.question.strip.play_on(is_loading);
    }

    fn prepare(&mut self, item: &mut Item, area: Rect, session: &Session) {
        self.frame.prepare(&mut item.question, area, session);
    }

    fn context(&self, item: &Item, session: &mut Session) -> DecisionContext {
        answering::context("adjudicate", &item.question, &self.frame.layout, session)
    }

    fn committed(&mut self, item: &mut Item, _: usize, row: &DecisionRow, _: &mut Session) {
        if let Act::Note { note } = &row.act {
            item.question.note = Some(note.clone());
        }
    }

    fn name(item: &Item) -> Option<&str> {
        Some(item.question.key())
    }

    fn question(item: &Item) -> Option<&BlindQuestion> {
        Some(&item.question.question)
    }

    fn note(item: &Item) -> Option<&str> {
        item.question.note.as_deref()
    }

    fn panel_place(&self) -> Option<PanelPlace> {
        Some(self.frame.place())
    }

    fn title(&self, desk: &AdjudicateDesk, item: &Item, _: &Session) -> TitleParts {
        TitleParts::of_question(desk.today(), item.question.key())
    }

    fn title_area(&self) -> Rect {
        self.frame.layout.title
    }

    fn when_done(desk: &AdjudicateDesk) -> String {
        match desk.progress().total {
            0 => text!("adjudicate-nothing-disputed").to_owned(),
            total => text!("adjudicate-all-done", total = total),
        }
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        self.frame.draw(&item.question, Self::KEY_CONTEXT, canvas, session);
    }
}

impl AdjudicateView {
    /// A verdict of the adjudicator's own: committed where a reviewer says the same, else once it is said
    /// why.
    fn overrule(&mut self, item: &Item, verdict: ReviewVerdict, session: &mut Session) -> Response {
        if item.needs_answer() {
            let hint = text!("adjudicate-choose-first");
            session.status = Some(StatusMessage::hint(hint));
            return Response::STAY;
        }
        if verdict == ReviewVerdict::Wrong {
            let panel = self.frame.flag_panel(&item.question, AdjudicateQueue::NAME, session);
            return Response::Outcome(Outcome::Open(Box::new(panel)));
        }
        let decision = AdjudicateDecision::overriding(item.right_answer(), verdict);
        let decision = match adopted_if_said(decision, &item.reviews) {
            Ok(decision) => decision,
            Err(undecided) => return Response::Hint(terms::undecided(&undecided)),
        };
        if decision.adopted.is_some() {
            return item.commit(decision);
        }
        let title = text!(
            "adjudicate-why-title",
            answer = answer_before(decision.answer),
            verdict = terms::verdict(verdict)
        );
        self.pending = Some(decision);
        let draft =
            DraftFor::new(DraftKind::WhatIsWrong, AdjudicateQueue::NAME, item.question.key());
        let editor = NoteEditor::new(title, draft, &session.drafts, self.why.handle())
            .at(Some(self.frame.place()));
        Response::Outcome(Outcome::Open(Box::new(editor)))
    }
}
