//! The verify screen: answer a suspected question blind, see the evidence, then keep, remove or fix it.
//!
//! Question, picture and keys are those of every queue of questions; below the question is the evidence, once
//! the own answer is committed.

use super::queue::{QueueAtHome, QueueScreen, open_anew};
use super::review::arrangement::Arrangement;
use super::review::item::{Below, LinesAt, QuestionScreen};
use super::review::layout;
use super::review::view::QuestionView;
use crate::action::Action;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::widgets::evidence_text::EvidenceText;
use assay_store::Result;
use assay_workflow::queue::steps::{Draft, Verdict};
use assay_workflow::queue::{OpenedQuestion, VerifyDesk, VerifyQueue};

/// The screen on which suspected questions are verified.
pub type Verify = QueueScreen<VerifyView>;

/// What the verify queue adds to the screen of a queue.
pub type VerifyView = QuestionView<VerifyQueue>;

impl QueueAtHome for VerifyQueue {
    const OPEN: Action = Action::OpenVerify;

    fn is_offered(session: &Session) -> bool {
        session.store.has_suspects(session.review().benchmark()).unwrap_or(false)
    }

    fn open_desk(session: &mut Session) -> Result<(), StatusMessage> {
        open_anew::<Self>(session)
    }
}

impl QuestionScreen for VerifyQueue {
    const NOTED: Option<Verdict> = Some(Verdict::Remove);
    const ARRANGEMENT: Arrangement =
        Arrangement { lay_out: layout::lay_out, cells_below_later: Some(700) };

    fn verdicts(_: &OpenedQuestion) -> Vec<Action> {
        vec![Action::Keep, Action::Remove, Action::TextOnly, Action::Fix]
    }

    fn shown_below(
        desk: &VerifyDesk,
        opened: &OpenedQuestion,
        _: &Draft,
        session: &Session,
    ) -> Result<Option<Below>> {
        let Some(suspicion) = &opened.suspicion else { return Ok(None) };
        let (store, question) = (&session.store, &opened.question);
        let evidence = EvidenceText::load(store, desk.benchmark(), question, suspicion)?;
        let lines: LinesAt = Box::new(move |width, theme| evidence.lines(width, theme));
        Ok(Some(Below { lines, is_long: true }))
    }
}
