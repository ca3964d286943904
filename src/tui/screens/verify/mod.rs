//! The verify screen: answer a suspected question blind, see the evidence, then keep, remove or fix it.
//!
//! Question, picture and the keys before the verdict are those of the review; below the question is
//! the evidence, once the own answer is committed. `form` edits the words of a question and shows
//! what changes before it is saved.

mod form;

use std::time::Duration;

use ratatui::layout::{Position, Rect};

use self::form::{FixForm, FixedText};
use super::flag_panel::{FlagPanel, WrongBecause};
use super::panel_place::PanelPlace;
use super::queue::{QueueScreen, QueueView, Response, TitleParts};
use super::review::answering::{self, answer_before};
use super::review::commands;
use super::review::frame::QuestionFrame;
use super::review::item::{Below, Item};
use super::{Canvas, Outcome, Reply};
use crate::benchmark::Label;
use crate::benchmark::decision::{Act, BlindAnswer};
use crate::benchmark::verification::{VerifyDecision, VerifyReason, VerifyVerdict};
use crate::keyword::Keyword;
use crate::queue::{DecisionContext, Queue, VerifyDesk, VerifyQueue};
use crate::scoring::Suspicion;
use crate::store::{BlindQuestion, DecisionRow, StoreError};
use crate::tui::action::Action;
use crate::tui::messages::text;
use crate::tui::picture::{Look, PicturePanes};
use crate::tui::plain::PlainVerify;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::store_words::InWords;
use crate::tui::terms;
use crate::tui::widgets::evidence_text::EvidenceText;

/// The screen on which suspected questions are verified.
pub type Verify = QueueScreen<VerifyView>;

/// The verdicts in the order of the action bar.
const VERDICTS: [Action; 4] = [Action::Keep, Action::Remove, Action::TextOnly, Action::Fix];

/// What the verify queue adds to the screen of a queue.
#[derive(Default)]
pub struct VerifyView {
    frame: QuestionFrame,
    /// What the form leaves.
    fixed: Reply<FixedText>,
}

impl QueueView for VerifyView {
    type Queue = VerifyQueue;
    type Plain = PlainVerify;
    type Item = Item;
    const OPEN: Action = Action::OpenVerify;
    const WHEN_DONE: &'static [Action] =
        &[Action::Undo, Action::Redo, Action::Home, Action::Back, Action::Help];

    fn is_offered(session: &Session) -> bool {
        session.store.has_suspects(session.review().benchmark()).unwrap_or(false)
    }

    fn at_home(desk: Option<&VerifyDesk>) -> (&'static str, String) {
        let words = match desk.map(VerifyDesk::progress) {
            None => text!("verify-suspected").to_owned(),
            Some(progress) => {
                text!("verify-left-of", left = progress.left(), total = progress.total)
            }
        };
        (text!("verify-title"), words)
    }

    /// Opens the desk anew, so that flags that came since are on it.
    fn sit_down(session: &mut Session) -> Result<(), StatusMessage> {
        let (annotator, benchmark) =
            (session.review().annotator().clone(), session.review().benchmark().clone());
        let open =
            |store: &mut _| VerifyDesk::open(store, VerifyQueue::default(), annotator, benchmark);
        let desk = session.store.briefly(open);
        let desk = desk.map_err(|error| StatusMessage::error(error.in_words()))?;
        session.desks.open(desk);
        Ok(())
    }

    fn load(position: usize, session: &Session) -> Result<Item, StoreError> {
        let no_desk = || StoreError::Unknown { what: text!("verify-nothing").into() };
        let desk = session.desks.get::<VerifyQueue>().ok_or_else(no_desk)?;
        let mut question = desk.open_question(&session.store, position)?;
        let suspicion = question.suspicion.take();
        let blind = &question.question;
        let note = desk.history().note(blind.key.as_str(), blind.revision).map(str::to_owned);
        let mut item = Item::new(question, note, &session.store);
        if let Some(suspicion) = suspicion {
            let evidence = evidence(desk, &item.question, &suspicion, session)?;
            item.below = Some(Below::long(move |width, theme| evidence.lines(width, theme)));
        }
        Ok(item)
    }

    /// Reads the questions whose pictures may be wanted next: two after, one before.
    fn look_ahead(&mut self, here: Option<usize>, before: Option<usize>, session: &Session) {
        let Some(desk) = session.desks.get::<VerifyQueue>() else { return };
        self.frame.look_ahead(desk, here, before, session);
    }

    fn commands(item: &Item) -> Vec<Action> {
        commands::with_verdicts(item, &VERDICTS)
    }

    fn choices_without_key(item: &Item) -> Vec<Label> {
        commands::labels_without_key(item)
    }

    fn why_not(item: &Item, action: Action) -> Option<String> {
        commands::why_not(item, action)
    }

    fn update(&mut self, item: &mut Item, action: Action, session: &mut Session) -> Response {
        match action {
            Action::Keep => decide(item, VerifyVerdict::Keep, vec![], None),
            Action::TextOnly => {
                decide(item, VerifyVerdict::Remove, vec![VerifyReason::TextOnly], None)
            }
            Action::Remove => {
                let panel = self.frame.flag_panel(item, Self::Queue::NAME, session).for_removal();
                Response::Outcome(Outcome::Open(Box::new(panel)))
            }
            Action::Fix => match FixForm::open(&item.question, session, self.fixed.handle()) {
                Ok(form) => Response::Outcome(Outcome::Open(Box::new(form))),
                Err(error) => {
                    session.status = Some(StatusMessage::error(error.in_words()));
                    Response::STAY
                }
            },
            other => {
                let frame = (Self::Queue::NAME, Self::KEY_CONTEXT, Self::commands(item));
                answering::update(item, &self.frame, other, frame, session)
            }
        }
    }

    fn resume(&mut self, item: &mut Item) -> Response {
        if let Some(FixedText { text, to_ask_again }) = self.fixed.take() {
            return fix(item, text, &to_ask_again);
        }
        if let Some(label) = self.frame.take_typed() {
            return answering::answer(BlindAnswer::Choice(label));
        }
        match self.frame.take_reasons() {
            Some(WrongBecause { reasons, note, .. }) => {
                let reasons = reasons.into_iter().map(VerifyReason::Wrong).collect();
                decide(item, VerifyVerdict::Remove, reasons, note)
            }
            None => Response::STAY,
        }
    }

    fn click(&mut self, item: &Item, at: Position, session: &Session) -> Response {
        answering::click(item, &self.frame.layout, at, session)
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
        answering::context("verify", item, &self.frame.layout, session)
    }

    /// After the blind answer the reference answer and the evidence are shown.
    fn committed(
        &mut self,
        item: &mut Item,
        position: usize,
        row: &DecisionRow,
        session: &mut Session,
    ) {
        match &row.act {
            Act::Answer { .. } => {
                match session.store.at_one_moment(|| Self::load(position, session)) {
                    Ok(revealed) => *item = revealed,
                    Err(error) => {
                        let words = text!("verify-evidence-unreadable", error = error.in_words());
                        session.status = Some(StatusMessage::error(words));
                    }
                }
            }
            Act::Note { note } => item.note = Some(note.clone()),
            _ => {}
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
        self.frame.note_of_flag(item, Self::Queue::NAME, session).map(FlagPanel::for_removal)
    }

    fn panel_place(&self) -> Option<PanelPlace> {
        Some(self.frame.place())
    }

    fn title(&self, desk: &VerifyDesk, item: &Item, _: &Session) -> TitleParts {
        TitleParts::of_question(desk.today(), item.key())
    }

    fn title_area(&self) -> Rect {
        self.frame.layout.title
    }

    fn when_done(desk: &VerifyDesk) -> String {
        match desk.progress().total {
            0 => text!("verify-nothing-suspected").to_owned(),
            total => text!("verify-all-done", total = total),
        }
    }

    fn draw(&self, item: &Item, canvas: &mut Canvas<'_>, session: &Session) {
        self.frame.draw(item, Self::KEY_CONTEXT, canvas, session);
    }
}

fn evidence(
    desk: &VerifyDesk,
    question: &BlindQuestion,
    suspicion: &Suspicion,
    session: &Session,
) -> Result<EvidenceText, StoreError> {
    let runs = session.store.runs(desk.benchmark())?;
    EvidenceText::load(&session.store, question, suspicion, &runs)
}

fn decide(
    item: &Item,
    verdict: VerifyVerdict,
    reasons: Vec<VerifyReason>,
    note: Option<String>,
) -> Response {
    let message = text!(
        "message-verify-saved",
        answer = answer_before(item.answer),
        verdict = terms::outcome(verdict.name())
    );
    let decision = VerifyDecision { answer: item.answer, verdict, reasons, note, fix: None };
    Response::Commit(Act::Verify(decision), message)
}

fn fix(item: &Item, text: crate::benchmark::QuestionText, to_ask_again: &str) -> Response {
    let stale = match to_ask_again.is_empty() {
        true => String::new(),
        false => format!(" · {to_ask_again}"),
    };
    let decision = VerifyDecision {
        answer: item.answer,
        verdict: VerifyVerdict::Fix,
        reasons: vec![],
        note: None,
        fix: Some(Box::new(text)),
    };
    Response::Commit(Act::Verify(decision), text!("message-fix-saved", stale = stale))
}
