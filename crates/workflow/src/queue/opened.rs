//! Items with what their annotator may see and said of them by now: what the steps of a queue know.

use std::collections::BTreeMap;

use serde::Serialize;
use uuid::Uuid;

use crate::outcomes::Suspicion;
use assay_core::benchmark::adjudication::AdjudicateDecision;
use assay_core::benchmark::adopted_review::{Adoption, ReviewPart};
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewDecision, WrongReason};
use assay_core::benchmark::gate::TextGuess;
use assay_core::benchmark::history::{History, ItemState};
use assay_core::benchmark::vote::{Ballot, PairOrder};
use assay_core::benchmark::{Choice, FinalAct, Label, QuestionKey, ShortAnswer};
use assay_store::{Annotator, BlindQuestion, BlindText, FlagKind, Reveal};

/// An annotator with their own rows of a queue.
#[derive(Clone, Copy)]
pub struct OwnRows<'h> {
    /// Who.
    pub annotator: &'h Annotator,
    /// The rows.
    pub history: &'h History,
}

impl OwnRows<'_> {
    /// The newest note on an item.
    pub(super) fn note(self, item: &str, revision: u32) -> Option<String> {
        self.history.note(item, revision).map(str::to_owned)
    }
}

/// An item with what its annotator may see and said of it, as far as it is the same in every queue.
pub trait OpenedItem {
    /// The annotator's newest note on it.
    fn note(&self) -> Option<&str>;

    /// Whether one of its choices is the answer to it.
    fn takes_answer(&self) -> bool {
        true
    }

    /// What is hidden from the annotator now, as `assay next` names it.
    fn hidden(&self) -> Vec<&'static str>;

    /// The two answers to vote on, where these are what it is about.
    fn answers(&self) -> Option<[String; 2]> {
        None
    }

    /// Adds what an act says that leaves the item open.
    fn add(&mut self, act: &Act);
}

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
    /// The two answers to vote on.
    pub pair: Option<ShownPair>,
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
            pair: None,
            note: None,
        }
    }

    /// The decision in force.
    pub fn decision(&self) -> Option<&Act> {
        if let ItemState::Decided(act) = &self.state { Some(act) } else { None }
    }

    /// The decision in force, if it says why the question is wrong.
    pub fn flag(&self) -> Option<FinalAct<'_>> {
        self.decision()?.final_act().filter(|decision| !decision.faults().is_empty())
    }

    /// How it is voted on.
    pub fn ballot(&self) -> Ballot {
        self.pair.as_ref().map(|pair| pair.ballot).unwrap_or_default()
    }

    /// The name by which decisions know it.
    pub fn item_name(&self) -> &str {
        self.pair.as_ref().map_or(self.question.key.as_str(), |pair| &pair.item)
    }

    /// The reference answer, where it is known and there is one.
    pub fn reference(&self) -> Option<Label> {
        self.reveal.as_ref().and_then(|reveal| reveal.answer)
    }

    /// Whether the own answer is not the reference answer.
    pub fn differs(&self) -> bool {
        let own_and_reveal = self.answer.zip(self.reveal.as_ref());
        own_and_reveal.and_then(|(own, reveal)| reveal.accepts(own)) == Some(false)
    }

    /// Whether it is kept by saying so twice.
    pub fn keeps_twice(&self) -> bool {
        self.differs() && self.question.checklists.keeps_twice
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
        let models = self.pair.is_some().then_some("models");
        pictures.into_iter().chain(category).chain(reference).chain(models).collect()
    }

    fn answers(&self) -> Option<[String; 2]> {
        self.pair.as_ref().map(|pair| pair.texts.clone())
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

/// Two models' answers as one annotator sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPair {
    /// The answers in the order shown.
    pub texts: [String; 2],
    /// Whose answer comes first.
    pub order: PairOrder,
    /// The hash of both texts.
    pub shown: String,
    /// How people vote on it.
    pub ballot: Ballot,
    /// The name by which decisions know it. It names the models and is never shown.
    pub item: String,
    /// The reference and the criteria by which it is to be judged; empty where there is none.
    pub judged_by: [String; 2],
}

/// A text with what this annotator said of it.
#[derive(Clone, Debug)]
pub struct OpenedText {
    /// The text.
    pub text: BlindText,
    /// The annotator's newest note on it.
    pub note: Option<String>,
}

impl OpenedItem for OpenedText {
    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn hidden(&self) -> Vec<&'static str> {
        let pictures = self.text.is_gated.then_some("pictures");
        pictures.into_iter().chain(["reference-answer", "model"]).collect()
    }

    fn add(&mut self, act: &Act) {
        if let Act::Note { note } = act {
            self.note = Some(note.clone());
        }
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

/// A review as the adjudicator sees it: without the name of the reviewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnonymousReview {
    /// Its row.
    pub row: Uuid,
    /// What it says.
    pub review: ReviewDecision,
    /// Milliseconds of attention; 0 where none was measured.
    pub attention_ms: u64,
}

/// Reviews that say what an adjudicator says, and differ in what was left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndecidedAdoption {
    /// Their numbers, from 1, in the order in which the adjudicator sees them.
    pub numbers: Vec<usize>,
    /// What they differ in.
    pub parts: Vec<ReviewPart>,
}

/// What overrides all reviews; where one of them says the same, it is adopted.
///
/// # Errors
/// Where several say the same and differ in what was left open: none of them is chosen silently.
pub(super) fn adopted_if_said(
    decision: AdjudicateDecision,
    reviews: &[AnonymousReview],
) -> Result<AdjudicateDecision, UndecidedAdoption> {
    let said: Vec<ReviewDecision> = reviews.iter().map(|one| one.review.clone()).collect();
    match decision.adoption(&said) {
        Adoption::None => Ok(decision),
        Adoption::Review(at) => Ok(decision.with_adopted(reviews[at].row, &said[at])),
        Adoption::Undecided(places, parts) => {
            let numbers = places.into_iter().map(|place| place + 1).collect();
            Err(UndecidedAdoption { numbers, parts })
        }
    }
}

/// An item as a script may see it before a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownItem {
    /// The question's key; `None` if even that says too much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<QuestionKey>,
    /// The question.
    pub stem: String,
    /// Context given before it.
    pub hint: Option<String>,
    /// The choices by their letters.
    pub choices: BTreeMap<String, String>,
    /// By which rule a short answer is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_answer: Option<ShortAnswer>,
    /// The leaf ability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Whether its pictures are hidden until a guess from the text is committed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guess_first: bool,
    /// Whether its category is hidden until one is chosen: the review names it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub category_first: bool,
    /// How many pictures it has that may be seen now, in queues of questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<usize>,
    /// What a model wrote, in the queue where that is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Two models' answers in the order in which this annotator votes on them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<[String; 2]>,
}

fn by_letter(choices: Vec<Choice>) -> BTreeMap<String, String> {
    choices.into_iter().map(|choice| (choice.label.to_string(), choice.text)).collect()
}

impl From<BlindQuestion> for ShownItem {
    fn from(question: BlindQuestion) -> Self {
        ShownItem {
            guess_first: question.is_gated(),
            category_first: question.asks_category,
            pictures: Some(question.pictures.len()),
            key: Some(question.key),
            stem: question.stem,
            hint: question.hint,
            choices: by_letter(question.choices),
            short_answer: question.short,
            category: question.category,
            text: None,
            answers: None,
        }
    }
}

impl From<BlindText> for ShownItem {
    fn from(text: BlindText) -> Self {
        ShownItem {
            guess_first: false,
            category_first: false,
            pictures: None,
            key: None,
            stem: text.stem,
            hint: text.hint,
            choices: by_letter(text.choices),
            short_answer: None,
            category: None,
            text: Some(text.text),
            answers: None,
        }
    }
}
