//! The vote screen: a picture, a question and two models' answers, without the models' names.
//!
//! One key is one vote; where answers are scored, two. Question, picture and keys are those of every queue of
//! questions; `answers` shows the two answers beside it, and `layout` says where everything is.

mod answers;
mod layout;

use self::answers::Answers;
use super::queue::{QueueAtHome, QueueScreen, open_anew};
use super::review::arrangement::Arrangement;
use super::review::item::{Below, Beside, LinesAt, QuestionScreen};
use super::review::view::QuestionView;
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::widgets::wrap::styled_lines;
use assay_core::benchmark::vote::Ballot;
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
    const ARRANGEMENT: Arrangement =
        Arrangement { lay_out: layout::lay_out, cells_below_later: None };

    fn verdicts(opened: &OpenedQuestion) -> Vec<Action> {
        let ballot = opened.ballot();
        let digits = (0..ballot.digits()).filter_map(Action::pick);
        let others = [Action::Tie, Action::BothBad].into_iter();
        digits.chain(others.filter(|_| ballot != Ballot::Scores)).collect()
    }

    fn beside(opened: &OpenedQuestion) -> Option<Box<dyn Beside>> {
        Answers::new(opened).map(|answers| Box::new(answers) as Box<dyn Beside>)
    }

    /// The reference and the criteria, where the question has them.
    fn shown_below(
        _: &VoteDesk,
        opened: &OpenedQuestion,
        _: &Draft,
        _: &Session,
    ) -> Result<Option<Below>> {
        let Some(pair) = &opened.pair else { return Ok(None) };
        let names = [text!("vote-reference"), text!("vote-criteria")];
        let texts = names.into_iter().zip(pair.judged_by.clone());
        let texts: Vec<_> = texts.filter(|(_, text)| !text.trim().is_empty()).collect();
        if texts.is_empty() {
            return Ok(None);
        }
        let lines: LinesAt = Box::new(move |width, theme| {
            let of = |(name, text): &(&'static str, String)| {
                let head = styled_lines(name, width, theme.heading);
                [head, styled_lines(text.trim(), width, theme.text)].concat()
            };
            texts.iter().flat_map(of).collect()
        });
        Ok(Some(Below { lines, is_long: false }))
    }
}
