//! The steps of the queues: what an item asks its annotator now, and what an input makes of it.
//!
//! Pure functions of the annotator's own rows, as an [`OpenedItem`] holds them, and of a [`Draft`], which is
//! what was said and is not committed yet. Each rule is one file with its step: `gate` (a guess before the
//! picture), `answer`, `category` (chosen before that of the data is shown), `keep_twice` (where the
//! answers differ), `review`, `verify` and `adjudicate` (the verdicts), `checklist` (why a question is wrong), `extract` (the label of a text), `vote`
//! (the better of two answers). Each queue has a table of them, [`Queue::STEPS`](super::Queue::STEPS). Screens, plain lines and scripts translate
//! keys, lines and flags into [`Input`]s; [`AskedStep`] is what `assay next` prints of a step. The store still
//! refuses what must never be written.

mod adjudicate;
mod answer;
mod asked;
mod category;
mod checklist;
mod extract;
mod gate;
mod keep_twice;
mod refusal;
mod review;
#[cfg(test)]
mod tests;
mod verify;
mod vote;

pub use self::adjudicate::ADJUDICATE;
pub use self::asked::{AskedStep, Given};
pub use self::extract::EXTRACT;
pub use self::refusal::Refusal;
pub use self::review::{REVIEW, REVIEW_BY_SCRIPT};
pub use self::verify::{VERIFY, VERIFY_BY_SCRIPT};
pub use self::vote::VOTE;
use super::opened::{OpenedItem, OpenedQuestion};
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewVerdict, WrongReason};
use assay_core::benchmark::gate::Confidence;
use assay_core::benchmark::vote::Vote;
use assay_core::benchmark::{HandLabel, Label, QuestionText};
use assay_core::keyword::{Keyword, keywords};

keywords! {
    /// What an item asks now.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ask {
        /// What the text alone suggests; the pictures are hidden.
        Guess = "guess",
        /// How sure the annotator is of the guess.
        Confidence = "confidence",
        /// The answer, before the reference answer is shown.
        Answer = "answer",
        /// The category, before that of the data is shown.
        Category = "category",
        /// What becomes of the question.
        Verdict = "verdict",
        /// Whether it is kept although the own answer is not the reference answer.
        KeepAgain = "keep-again",
        /// Why the question is wrong.
        Reasons = "reasons",
        /// What the reason `other` means.
        Words = "words",
        /// The category that is right; it may be left open.
        RightCategory = "right-category",
        /// Why all reviewers are overridden.
        Why = "why",
        /// What a model's text chooses.
        Label = "label",
        /// Which of two answers is better.
        Vote = "vote",
        /// How good each of two answers is, one after the other.
        Score = "score",
    }
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
    /// What is at this place is adopted: a review, or one of the votes or scores that digits give.
    Adopt(usize),
    /// Which of two answers is better.
    Vote(Vote),
    /// The guideline is unclear here, or no longer.
    GuidelineUnclear,
    /// What a model's text chooses.
    Label(HandLabel),
    /// The bytes of the text that decide, start and end, or none.
    Evidence(Option<(usize, usize)>),
    /// A remark on the item, which decides nothing.
    Note(String),
    /// The item is passed over for good.
    Skip,
    /// The item is put off.
    Later,
}

/// What was said and is not committed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The choice that is guessed, or the answer that an adjudicator takes for right.
    pub answer: Option<BlindAnswer>,
    /// The verdict whose reasons are asked for.
    pub verdict: Option<Verdict>,
    /// It was said once that the question is kept, though the answers differ.
    pub is_kept_once: bool,
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
    /// The bytes of a text that decide.
    pub evidence: Option<(usize, usize)>,
    /// The score of the first of two answers.
    pub first_score: Option<u8>,
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

    /// The choice that is guessed, or taken for right.
    pub fn choice(&self) -> Option<Label> {
        if let Some(BlindAnswer::Choice(label)) = self.answer { Some(label) } else { None }
    }

    /// What stays of it where the verdict is given up.
    #[must_use]
    pub fn without_verdict(self) -> Self {
        let Draft { guideline_unclear, is_kept_once, .. } = self;
        Draft { is_kept_once, guideline_unclear, ..Draft::default() }
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

impl Next {
    /// A decision, unless it contradicts itself.
    fn decided(act: Act) -> Self {
        match act.check() {
            Ok(()) => Next::Commit(act),
            Err(error) => Next::Refuse(Refusal::Invalid(act.name(), error)),
        }
    }
}

/// One rule of a queue.
pub trait Step<I = OpenedQuestion>: Sync {
    /// What it asks; `None` where it has nothing to ask, or no more.
    fn ask(&self, item: &I, draft: &Draft) -> Option<Ask>;

    /// What an input makes of the item while this step asks; `None` where it does not ask for that.
    fn take(&self, item: &I, draft: Draft, input: Input) -> Option<Next>;

    /// What may be given to it.
    fn given(&self, item: &I) -> Given;
}

/// The steps of a queue in their order. The last one always asks.
pub struct Steps<I: 'static = OpenedQuestion>(&'static [&'static dyn Step<I>]);

impl<I> Clone for Steps<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Steps<I> {}

impl<I: OpenedItem> Steps<I> {
    fn asking(self, item: &I, draft: &Draft) -> Option<(&'static dyn Step<I>, Ask)> {
        self.0.iter().find_map(|step| Some((*step, step.ask(item, draft)?)))
    }

    /// What an item asks now.
    pub fn ask(self, item: &I, draft: &Draft) -> Ask {
        self.asking(item, draft).map_or(Ask::Verdict, |(_, ask)| ask)
    }

    /// What an item asks that nothing was said of, and what may be given.
    pub fn asked(self, item: &I) -> AskedStep {
        let draft = Draft::default();
        let given = self.asking(item, &draft).map(|(step, _)| step.given(item)).unwrap_or_default();
        AskedStep { step: self.ask(item, &draft).name(), given, hidden: item.hidden() }
    }

    /// What an input makes of an item.
    pub fn take(self, item: &I, draft: Draft, input: Input) -> Next {
        match input {
            Input::Skip => return Next::Commit(Act::Skip),
            Input::Later => return Next::Commit(Act::Later),
            Input::Note(note) if item.note() == Some(&*note) => {
                return Next::Refuse(Refusal::NoteUnchanged);
            }
            Input::Note(note) => return Next::Commit(Act::Note { note }),
            _ => {}
        }
        let refusal = Refusal::out_of_turn(item.takes_answer(), self.ask(item, &draft), &input);
        let asking = self.asking(item, &draft);
        let next = asking.and_then(|(step, _)| step.take(item, draft, input));
        next.unwrap_or(Next::Refuse(refusal))
    }

    /// What inputs make of an item, one after the other, up to the first that is refused or commits an act.
    pub fn take_all(self, item: &I, draft: Draft, inputs: Vec<Input>) -> Next {
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
    pub fn decide(self, mut item: I, inputs: Vec<Input>) -> Result<Act, Refusal> {
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
