//! The vote screen: a picture, a question and two models' answers, without the models' names.
//!
//! One key is one vote. Question, picture and keys are those of every queue of questions; [`answers`] lays the
//! two answers out below the question, so that they scroll together.

mod answers;

use super::queue::{QueueAtHome, QueueScreen, open_anew};
use super::review::item::{Below, LinesAt, QuestionScreen};
use super::review::view::QuestionView;
use crate::action::Action;
use crate::session::Session;
use crate::status::StatusMessage;
use assay_core::benchmark::vote::Vote;
use assay_store::Result;
use assay_workflow::queue::steps::{Draft, Verdict};
use assay_workflow::queue::{OpenedQuestion, VoteDesk, VoteQueue};

/// The screen on which people vote.
pub type Voting = QueueScreen<VoteView>;

/// What the vote queue adds to the screen of a queue.
pub type VoteView = QuestionView<VoteQueue>;

impl QueueAtHome for VoteQueue {
    const OPEN: Action = Action::OpenVote;

    fn is_offered(session: &Session) -> bool {
        session.store.has_pairs(session.review().benchmark()).unwrap_or(false)
    }

    fn open_desk(session: &mut Session) -> Result<(), StatusMessage> {
        open_anew::<Self>(session)
    }
}

impl QuestionScreen for VoteQueue {
    const NOTED: Option<Verdict> = None;

    fn verdicts(opened: &OpenedQuestion) -> Vec<Action> {
        let is_graded = opened.pair.as_ref().is_some_and(|pair| pair.is_graded);
        let digits = (0..Vote::by_digit(is_graded).len()).filter_map(Action::pick);
        digits.chain([Action::Tie, Action::BothBad]).collect()
    }

    fn shown_below(
        _: &VoteDesk,
        opened: &OpenedQuestion,
        _: &Draft,
        _: &Session,
    ) -> Result<Option<Below>> {
        let Some(pair) = opened.pair.clone() else { return Ok(None) };
        let lines: LinesAt = Box::new(move |room, theme| answers::lines(&pair, room, theme));
        Ok(Some(Below { lines, is_long: true }))
    }
}
