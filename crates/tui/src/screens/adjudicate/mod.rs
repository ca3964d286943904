//! The adjudicate screen: a question, the reference answer, and what its reviewers say, without names.
//!
//! A digit adopts a review. Else a letter says which answer is right and `y`, `t` or `w` what becomes of
//! the question; where no reviewer says the same, a reason is asked for. Question, picture and panels are
//! those of every queue of questions; [`reviews`] lays the reviews out below the question.

mod reviews;

use super::choice_entry::choices_without_key;
use super::queue::{QueueAtHome, QueueScreen, open_anew};
use super::review::item::{Below, LinesAt, QuestionScreen};
use super::review::view::QuestionView;
use crate::action::Action;
use crate::session::Session;
use crate::status::StatusMessage;
use assay_core::benchmark::QuestionKind;
use assay_store::Result;
use assay_workflow::queue::OpenedQuestion;
use assay_workflow::queue::adjudicate::{AdjudicateDesk, AdjudicateQueue, may_have_disputes};
use assay_workflow::queue::steps::{Draft, Verdict};

/// The screen on which disagreements are settled.
pub type Adjudicate = QueueScreen<AdjudicateView>;

/// What the adjudicate queue adds to the screen of a queue.
pub type AdjudicateView = QuestionView<AdjudicateQueue>;

impl QueueAtHome for AdjudicateQueue {
    const OPEN: Action = Action::OpenAdjudicate;

    fn is_offered(session: &Session) -> bool {
        let review = session.review();
        session.store.check_settler(review.annotator()).is_ok()
            && may_have_disputes(&session.store, review.benchmark()).unwrap_or(false)
    }

    fn open_desk(session: &mut Session) -> Result<(), StatusMessage> {
        open_anew::<Self>(session)
    }
}

impl QuestionScreen for AdjudicateQueue {
    const NOTED: Option<Verdict> = None;

    fn verdicts(opened: &OpenedQuestion) -> Vec<Action> {
        let picks = (0..opened.reviews.len()).filter_map(Action::pick);
        let mut verdicts: Vec<Action> =
            picks.chain([Action::Keep, Action::TextOnly, Action::Wrong]).collect();
        let choices = &opened.question.choices;
        if opened.question.kind() == QuestionKind::Short {
            verdicts.extend([Action::OtherChoice, Action::CannotTell]);
        } else if opened.question.kind().takes_answer() {
            verdicts.extend(choices.iter().filter_map(|choice| Action::choose(choice.label)));
            verdicts.extend(choices_without_key(choices).next().map(|_| Action::OtherChoice));
            verdicts.extend([Action::CannotTell, Action::NoneOfTheChoices]);
        }
        verdicts.push(Action::GuidelineUnclear);
        verdicts
    }

    fn shown_below(
        _: &AdjudicateDesk,
        opened: &OpenedQuestion,
        draft: &Draft,
        _: &Session,
    ) -> Result<Option<Below>> {
        let (is_unclear, taxonomy) = (draft.guideline_unclear, opened.question.taxonomy.clone());
        let (reviews, reveal) = (opened.reviews.clone(), opened.reveal.clone());
        let lines: LinesAt = Box::new(move |width, theme| {
            let of_question = (taxonomy.as_deref(), reveal.as_ref());
            reviews::lines(&reviews, is_unclear, of_question, (width, theme))
        });
        Ok(Some(Below { lines, is_long: false }))
    }
}
