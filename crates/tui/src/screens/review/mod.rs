//! The screens of the queues of questions, and that of the review: see the picture, answer blind, judge.
//!
//! The reference answer is neither on the screen nor in this memory before the store gives it, which is after
//! the annotator's own answer is committed. [`view`] is the screen of every queue of questions; `answering`,
//! `commands` and [`saved`] are what keys do and say there, `layout` and `draw` show, [`item`]
//! is the question.

mod answering;
pub(super) mod arrangement;
mod commands;
pub(super) mod draw;
pub(super) mod item;
pub(super) mod layout;
pub(super) mod saved;
pub(super) mod view;
mod within_text;

use self::item::QuestionScreen;
use self::view::QuestionView;
use super::queue::{QueueAtHome, QueueScreen};
use crate::action::Action;
use crate::session::Session;
use crate::terms;
use assay_workflow::queue::steps::Verdict;
use assay_workflow::queue::{OpenedQuestion, ReviewQueue};

/// The screen on which questions are reviewed.
pub type Review = QueueScreen<ReviewView>;

/// What the review adds to the screen of a queue.
pub type ReviewView = QuestionView<ReviewQueue>;

impl QueueAtHome for ReviewQueue {
    const OPEN: Action = Action::OpenReview;
    const WHEN_DONE: &'static [Action] = &[
        Action::Confirm,
        Action::OpenBrowse,
        Action::OpenHistory,
        Action::Undo,
        Action::Home,
        Action::Back,
    ];

    fn done_in_session(session: &Session) -> Vec<String> {
        session.summary().map(|summary| terms::session_summary(&summary)).unwrap_or_default()
    }
}

impl QuestionScreen for ReviewQueue {
    const NOTED: Option<Verdict> = Some(Verdict::Wrong);

    fn verdicts(_: &OpenedQuestion) -> Vec<Action> {
        vec![Action::Keep, Action::TextOnly, Action::Wrong]
    }
}
