//! The steps of the queues of questions: what an item asks its annotator now, and what an input makes of it.
//!
//! Pure functions of the annotator's own rows, as [`OpenedQuestion`] holds them, and of a [`Draft`], which is
//! what was said and is not committed yet. Each rule is one file with its step: `gate` (a guess before the
//! picture), `answer`, `category` (chosen before that of the data is shown), `review`, `verify` and
//! `adjudicate` (the verdicts), `checklist` (why a question is wrong). Each queue has a table of them,
//! [`QuestionQueue::STEPS`]. Screens, plain lines and scripts translate keys, lines and flags into
//! [`Input`]s. The store still refuses what must never be written.

mod adjudicate;
mod answer;
mod category;
mod checklist;
mod gate;
mod refusal;
mod review;
#[cfg(test)]
mod tests;
mod verify;

pub use self::adjudicate::ADJUDICATE;
pub use self::checklist::right_answers;
pub use self::refusal::Refusal;
pub use self::review::REVIEW;
pub use self::verify::{VERIFY, VERIFY_BY_SCRIPT};
use super::definition::Queue;
use super::desk::Desk;
use super::question::OpenedQuestion;
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewVerdict, WrongReason};
use assay_core::benchmark::gate::Confidence;
use assay_core::benchmark::{Label, QuestionText};
use assay_store::{BlindQuestion, Store, StoreError};

/// What an item asks now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// What the text alone suggests; the pictures are hidden.
    Guess,
    /// How sure the annotator is of the guess.
    Confidence(Label),
    /// The answer, before the reference answer is shown.
    Answer,
    /// The category, before that of the data is shown.
    Category,
    /// What becomes of the question.
    Verdict,
    /// Why the question is wrong.
    Reasons,
    /// What the reason `other` means.
    Words,
    /// The category that is right; it may be left open.
    RightCategory,
    /// Why all reviewers are overridden.
    Why,
}

/// What becomes of a question. Each queue takes three of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is good.
    Keep,
    /// It can be answered without the picture.
    TextOnly,
    /// It is wrong.
    Wrong,
    /// It leaves the benchmark.
    Remove,
}

impl From<ReviewVerdict> for Verdict {
    fn from(verdict: ReviewVerdict) -> Self {
        match verdict {
            ReviewVerdict::Keep => Verdict::Keep,
            ReviewVerdict::TextOnly => Verdict::TextOnly,
            ReviewVerdict::Wrong => Verdict::Wrong,
        }
    }
}

/// What an annotator says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// An answer; before the picture is shown, a guess.
    Answer(BlindAnswer),
    /// The text says nothing about which choice is right.
    NoIdea,
    /// How sure the guess is.
    Confidence(Confidence),
    /// A category, by its name in the data.
    Category(String),
    /// Everything about the verdict is said, and the category that is right is left open.
    LeaveOpen,
    /// A verdict.
    Verdict(Verdict),
    /// A reason is marked, or the mark is taken away.
    Reason(WrongReason, bool),
    /// Text-only is a reason for the verdict.
    TextOnly,
    /// The choice that is right instead of the reference answer, or none.
    Right(Option<Label>),
    /// A remark with the verdict.
    Words(String),
    /// Why all reviewers are overridden.
    Why(String),
    /// Everything about the verdict is said.
    Done,
    /// The words of the question as they shall be.
    Fix(Box<QuestionText>),
    /// The review at this place is adopted.
    Adopt(usize),
    /// The guideline is unclear here, or no longer.
    GuidelineUnclear,
}

/// What was said and is not committed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The choice that is guessed, or the answer that an adjudicator takes for right.
    pub answer: Option<BlindAnswer>,
    /// The verdict whose reasons are asked for.
    pub verdict: Option<Verdict>,
    /// Why the question is wrong, sorted, each reason once.
    pub reasons: Vec<WrongReason>,
    /// Text-only is one of the reasons.
    pub is_text_only: bool,
    /// The choice that is right.
    pub corrected: Option<Label>,
    /// The category that is right.
    pub category: Option<String>,
    /// A remark.
    pub words: Option<String>,
    /// Why all reviewers are overridden.
    pub why: Option<String>,
    /// The guideline is unclear here.
    pub guideline_unclear: bool,
    /// The words of the question as they shall be.
    pub fix: Option<Box<QuestionText>>,
    said: SaidSoFar,
}

/// How much of a verdict is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum SaidSoFar {
    #[default]
    Part,
    All,
    /// All, and the category that is right is left open.
    AllButCategory,
}

impl Draft {
    fn is_done(&self) -> bool {
        self.said != SaidSoFar::Part
    }

    /// What stays of it where the verdict is given up.
    #[must_use]
    pub fn without_verdict(self) -> Self {
        let Draft { guideline_unclear, .. } = self;
        Draft { guideline_unclear, ..Draft::default() }
    }
}

/// What an input makes of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The item asks again, with this draft.
    Ask(Draft),
    /// The input makes no sense here; the draft is as it was.
    Refuse(Refusal),
    /// An act to commit.
    Commit(Act),
}

/// One rule of a queue.
pub trait Step: Sync {
    /// What it asks; `None` where it has nothing to ask, or no more.
    fn ask(&self, item: &OpenedQuestion, draft: &Draft) -> Option<Ask>;

    /// What an input makes of the item while this step asks; `None` where it does not ask for that.
    fn take(&self, item: &OpenedQuestion, draft: Draft, input: Input) -> Option<Next>;
}

/// The steps of a queue in their order. The last one always asks.
#[derive(Clone, Copy)]
pub struct Steps(&'static [&'static dyn Step]);

impl Steps {
    fn asking(self, item: &OpenedQuestion, draft: &Draft) -> Option<(&'static dyn Step, Ask)> {
        self.0.iter().find_map(|step| Some((*step, step.ask(item, draft)?)))
    }

    /// What an item asks now.
    pub fn ask(self, item: &OpenedQuestion, draft: &Draft) -> Ask {
        self.asking(item, draft).map_or(Ask::Verdict, |(_, ask)| ask)
    }

    /// What an input makes of an item.
    pub fn take(self, item: &OpenedQuestion, draft: Draft, input: Input) -> Next {
        let Some((step, ask)) = self.asking(item, &draft) else {
            return Next::Refuse(Refusal::out_of_turn(item, Ask::Verdict, &input));
        };
        let refusal = Refusal::out_of_turn(item, ask, &input);
        step.take(item, draft, input).unwrap_or(Next::Refuse(refusal))
    }

    /// What inputs make of an item, one after the other, up to the first that is refused or commits an act.
    pub fn take_all(self, item: &OpenedQuestion, draft: Draft, inputs: Vec<Input>) -> Next {
        let mut draft = draft;
        for input in inputs {
            match self.take(item, draft, input) {
                Next::Ask(next) => draft = next,
                end => return end,
            }
        }
        Next::Ask(draft)
    }

    /// The act that the inputs of a script make: acts on the way to it, such as the answer before a verdict,
    /// are part of the last one.
    ///
    /// # Errors
    /// Where an input makes no sense, or another one is missing.
    pub fn decide(self, mut item: OpenedQuestion, inputs: Vec<Input>) -> Result<Act, Refusal> {
        let (mut draft, mut last) = (Draft::default(), None);
        for input in inputs {
            match self.take(&item, draft, input) {
                Next::Ask(next) => (draft, last) = (next, None),
                Next::Refuse(refusal) => return Err(refusal),
                Next::Commit(act) => {
                    item.add(&act);
                    (draft, last) = (Draft::default(), Some(act));
                }
            }
        }
        last.ok_or_else(|| Refusal::missing(self.ask(&item, &draft)))
    }
}

/// A queue whose items are questions, decided in steps.
pub trait QuestionQueue: Queue<Content = BlindQuestion> + Sized {
    /// Its steps.
    const STEPS: Steps;

    /// The question at a position as the annotator may see it now.
    ///
    /// # Errors
    /// `Refused` where the annotator may not see it.
    fn open(
        desk: &Desk<Self>,
        store: &Store,
        position: usize,
    ) -> Result<OpenedQuestion, StoreError>;
}

impl<Q: QuestionQueue> Desk<Q> {
    /// The question at a position as the annotator may see it now.
    ///
    /// # Errors
    /// `Refused` where the annotator may not see it.
    pub fn open_question(
        &self,
        store: &Store,
        position: usize,
    ) -> Result<OpenedQuestion, StoreError> {
        Q::open(self, store, position)
    }
}
