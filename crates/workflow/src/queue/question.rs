//! Desks whose items are questions: answered blind first, unless they are open, then shown with the
//! reference answer.

use super::anonymous_review::AnonymousReview;
use super::definition::Queue;
use super::desk::Desk;
use super::order::QueueItem;
use super::steps::OpenedItem;
use crate::outcomes::Suspicion;
use assay_core::benchmark::decision::{Act, BlindAnswer, WrongReason};
use assay_core::benchmark::gate::TextGuess;
use assay_core::benchmark::history::ItemState;
use assay_core::benchmark::{FinalAct, Label};
use assay_store::{BlindQuestion, FlagKind, QuestionEntry, QuestionId, Reveal, Store, StoreError};

/// A question with what this annotator may see of it by now.
#[derive(Clone, Debug)]
pub struct OpenedQuestion {
    /// The question.
    pub question: BlindQuestion,
    /// Its state.
    pub state: ItemState,
    /// The guess from the text that was made before the picture was shown.
    pub guess: Option<TextGuess>,
    /// The annotator's own answer, where it still counts.
    pub answer: Option<BlindAnswer>,
    /// The category that the annotator chose, where it still counts.
    pub category: Option<String>,
    /// What follows the own answer, where there is one or a decision, or where the question takes none.
    /// Without it the question is to be answered, with it to be judged.
    pub reveal: Option<Reveal>,
    /// What the filters suspect, for a reviewer who has finished; else empty.
    pub flags: Vec<FlagKind>,
    /// The evidence against it, for a verifier who has answered.
    pub suspicion: Option<Suspicion>,
    /// What reviewers say, for an adjudicator, in an order of the question's own.
    pub reviews: Vec<AnonymousReview>,
    /// The annotator's newest note on it.
    pub note: Option<String>,
}

impl OpenedQuestion {
    /// A question of which the annotator has said and seen nothing.
    pub fn new(question: BlindQuestion) -> Self {
        OpenedQuestion {
            question,
            state: ItemState::Untouched,
            guess: None,
            answer: None,
            category: None,
            reveal: None,
            flags: Vec::new(),
            suspicion: None,
            reviews: Vec::new(),
            note: None,
        }
    }

    /// The decision in force.
    pub fn decision(&self) -> Option<&Act> {
        match &self.state {
            ItemState::Decided(act) => Some(act),
            _ => None,
        }
    }

    /// The decision in force, if it says why the question is wrong.
    pub fn flag(&self) -> Option<&dyn FinalAct> {
        self.decision()?.final_act().filter(|decision| !decision.faults().is_empty())
    }

    /// The reference answer, where it is known and there is one.
    pub fn reference(&self) -> Option<Label> {
        self.reveal.as_ref().and_then(|reveal| reveal.answer)
    }
}

impl OpenedItem for OpenedQuestion {
    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn takes_answer(&self) -> bool {
        self.question.kind().takes_answer()
    }

    fn hidden(&self) -> Vec<&'static str> {
        let pictures = self.question.is_gated().then_some("pictures");
        let category = self.question.asks_category.then_some("category");
        let reference = self.reveal.is_none().then_some("reference-answer");
        pictures.into_iter().chain(category).chain(reference).collect()
    }

    fn add(&mut self, act: &Act) {
        match act {
            Act::Answer { answer } => self.answer = Some(*answer),
            Act::Category { category } => self.category = Some(category.clone()),
            Act::Note { note } => self.note = Some(note.clone()),
            _ => {}
        }
    }
}

/// A question as lists know it in a queue that has an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedQuestion {
    /// The question.
    pub entry: QuestionEntry,
    /// See [`QueueItem::rank`].
    pub rank: [u32; 3],
}

impl QueueItem for RankedQuestion {
    fn name(&self) -> &str {
        self.entry.name()
    }

    fn revision(&self) -> u32 {
        self.entry.revision
    }

    fn question_id(&self) -> QuestionId {
        self.entry.id
    }

    fn rank(&self) -> [u32; 3] {
        self.rank
    }
}

/// The category that a verdict with these reasons holds where none is chosen with it: the one that was
/// chosen before, unless it is the very one that is said to be wrong.
pub fn category_beside(
    question: &BlindQuestion,
    chosen: Option<&str>,
    reasons: &[WrongReason],
) -> Option<String> {
    let is_wrong = reasons.contains(&WrongReason::WrongCategory);
    chosen.filter(|chosen| !(is_wrong && question.has_category(chosen))).map(str::to_owned)
}

impl<Q: Queue<Content = BlindQuestion>> Desk<Q> {
    /// The blind answer in force on the item at a position.
    pub fn answer(&self, position: usize) -> Option<BlindAnswer> {
        let item = self.items().get(position)?;
        self.history().answer(item.name(), item.revision())
    }

    /// The reference answer of the question at a position, once an answer is committed.
    pub fn reveal(&self, store: &Store, position: usize) -> Result<Reveal, StoreError> {
        store.reveal(self.item(position)?.question_id(), self.annotator())
    }

    /// The question at a position as this annotator may see it now, without flags: blind as long as
    /// they have no answer that counts. A skipped question is blind again.
    pub(super) fn open_blind(
        &self,
        store: &Store,
        position: usize,
    ) -> Result<OpenedQuestion, StoreError> {
        let question = self.load(store, position)?;
        let state = self.state(position);
        let answer = match state {
            ItemState::Answered(_) | ItemState::Decided(_) | ItemState::Later => {
                self.answer(position)
            }
            ItemState::Untouched | ItemState::Guessed(_) | ItemState::Skipped => None,
        };
        let is_blind = question.kind().takes_answer() && answer.is_none() && !state.is_decided();
        // The verdict is on answer and category: the reference answer waits for both.
        let reveal = match is_blind || question.asks_category {
            true => None,
            false => Some(self.reveal(store, position)?),
        };
        let item = self.item(position)?;
        let is_passed_over = matches!(state, ItemState::Skipped);
        let category = self.history().category(item.name(), item.revision());
        let category = category.filter(|_| !is_passed_over);
        let guess = self.history().guess(item.name(), item.revision());
        let category = category.map(str::to_owned);
        let note = self.note(position)?;
        let opened = OpenedQuestion::new(question);
        Ok(OpenedQuestion { state, guess, answer, category, reveal, note, ..opened })
    }
}
