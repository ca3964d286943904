//! The adjudicate queue: questions on which reviewers differ, settled by experts.
//!
//! One item for each question whose reviews in force differ in verdict, answer, corrected answer or
//! category, the worst disagreement first; behind them, where the assignment asks for it, a sample of those on
//! which two or more reviewers agree. The adjudicator sees the reviews without names, in an order that says
//! nothing about them, beside the reference answer. A reviewer of a question does not get it here, and the store
//! refuses the decision too. A question that verifiers have settled is not an item.

use uuid::Uuid;

use super::definition::Queue;
use super::desk::Desk;
use super::opened::AnonymousReview;
use super::opened::{OpenedQuestion, OwnRows};
use super::order::{QueueItem, Rank};
use super::steps::{ADJUDICATE, Steps};
use crate::outcomes::{RecordedQuestion, recorded_questions};
use assay_core::benchmark::adjudication::{Disagreement, QUEUE};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::queues::QUEUE_REVIEW;
use assay_store::{
    Annotator, Benchmark, BlindQuestion, Guideline, InForce, QuestionEntry, QuestionId, Refusal,
    Result, ShownAnswers, Store, StoreError,
};

/// The queue in which disagreements are settled.
#[derive(Clone, Copy, Debug, Default)]
pub struct AdjudicateQueue;

/// One adjudicator at one benchmark.
pub type AdjudicateDesk = Desk<AdjudicateQueue>;

/// A question on which reviewers differ.
pub(super) struct DisputedQuestion {
    pub(super) entry: QuestionEntry,
    /// How far they differ.
    pub(super) disagreement: Disagreement,
    /// Whether experts have settled it.
    pub(super) is_settled: bool,
}

impl Queue for AdjudicateQueue {
    const NAME: &'static str = QUEUE.name;
    const STEPS: Steps = ADJUDICATE;
    type Item = QuestionEntry;
    type Content = BlindQuestion;
    type Opened = OpenedQuestion;

    fn of_benchmark(_: &Store, _: &Benchmark) -> Result<Self> {
        Ok(AdjudicateQueue)
    }

    fn guideline(&self, _: &Store) -> Result<Guideline> {
        Ok(Guideline::new(include_str!("../../../../assets/guidelines/adjudicate.md")))
    }

    fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<(Self::Item, Rank)>> {
        let item = |one: DisputedQuestion| {
            let Disagreement { verdicts, answers, corrections, categories } = one.disagreement;
            (one.entry, [verdicts, answers, corrections + categories])
        };
        Ok(disputed_questions(store, benchmark)?.into_iter().map(item).collect())
    }

    fn load(&self, store: &Store, _: &Annotator, item: &Self::Item) -> Result<Self::Content> {
        store.blind_question(item.id)
    }

    /// With the reference answer and the reviews in force. Refused where this annotator may not settle.
    fn open(&self, store: &Store, own: OwnRows<'_>, item: &Self::Item) -> Result<OpenedQuestion> {
        let question = self.load(store, own.annotator, item)?;
        let (name, revision) = (item.name(), item.revision());
        Ok(OpenedQuestion {
            reviews: reviews_to_settle(store, own.annotator, question.id)?,
            reveal: Some(store.reference(question.id)?),
            state: own.history.state(name, revision),
            note: own.note(name, revision),
            ..OpenedQuestion::new(question)
        })
    }

    fn why_absent(&self, item: &str) -> String {
        format!(
            "reviewers do not differ on question {item}, or it is not yours to settle; `assay decide \
             undo` takes a decision back"
        )
    }
}

/// The current questions whose reviews differ, or are drawn from those that agree, and that verifiers have
/// not settled, and those with an adjudication, in the order of the file.
pub(super) fn disputed_questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Vec<DisputedQuestion>> {
    let sample = store.assignment(benchmark, QUEUE.name)?;
    let sample = sample.and_then(|assignment| assignment.agreed_sample);
    // The agreed sample is drawn where the bundle is made.
    let is_packed = store.bundled_queue()? == Some(QUEUE.name);
    let disputed = |one: &RecordedQuestion| {
        let said = &one.record.current;
        let disagreement = Disagreement::between(&said.reviews());
        let is_drawn = said.reviews.len() >= 2
            && sample.is_some_and(|sample| sample.draws(&["agreed", one.key()]));
        let waits = !disagreement.is_none() || is_drawn || !said.adjudications.is_empty();
        let is_disputed = is_packed || waits && said.is_for_adjudicators();
        let is_settled = said.is_settled_by_experts();
        let entry = || one.current().clone();
        is_disputed.then(|| DisputedQuestion { entry: entry(), disagreement, is_settled })
    };
    Ok(recorded_questions(store, benchmark)?.iter().filter_map(disputed).collect())
}

/// Whether there may be something to settle: two people have reviewed. Cheap; whether they differ is for
/// those who list the questions.
pub fn may_have_disputes(store: &Store, benchmark: &Benchmark) -> Result<bool> {
    Ok(store.people_who_decided(benchmark, QUEUE_REVIEW, 2)? >= 2)
}

impl Desk<AdjudicateQueue> {
    /// How many questions wait for this adjudicator: those that they have not settled, and that are not
    /// settled by as many others as are wanted.
    pub fn waiting(&self, store: &Store) -> Result<usize> {
        let mut waiting = 0;
        for at in self.waiting_after(None) {
            waiting += usize::from(store.wants_more(self.annotator(), self.queued_item(at)?)?);
        }
        Ok(waiting)
    }

    /// The row of a person's review of the question at a position.
    ///
    /// # Errors
    /// `Unknown` where this person has none in force.
    pub fn review_of(&self, store: &Store, position: usize, name: &str) -> Result<Uuid> {
        let item = self.item(position)?;
        let mut reviews = seen_reviews(store, self.annotator(), item.question_id())?.into_iter();
        let found = reviews.find(|(by, _)| by == name).map(|(_, review)| review.row);
        found.ok_or_else(|| StoreError::Unknown {
            what: format!("{name} has no review of question {} in force", item.name()),
        })
    }
}

/// The reviews of a question for a person who may settle them: without names, in an order that another
/// question does not repeat.
pub fn reviews_to_settle(
    store: &Store,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<Vec<AnonymousReview>> {
    let reviews = seen_reviews(store, annotator, question_id)?;
    Ok(reviews.into_iter().map(|(_, review)| review).collect())
}

/// The reviews with the names of the reviewers. The store keeps reviewers blind, not the view: reviews are read
/// by those who may settle them, once it is recorded that they see them.
fn seen_reviews(
    store: &Store,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<Vec<(String, AnonymousReview)>> {
    let mut decisions = store.at_one_moment(|| {
        store.check_settler(annotator)?;
        match store.shown_answers(annotator, question_id)? {
            Some(ShownAnswers { people: true, .. }) => {
                store.decisions_on(QUEUE_REVIEW, question_id)
            }
            _ => Err(Refusal::NotRecorded.into()),
        }
    })?;
    decisions.sort_by_cached_key(place_among_reviews);
    let review = |InForce { annotator, row, attention_ms }| match row.act {
        Act::Review(review) => {
            Some((annotator, AnonymousReview { row: row.id, review, attention_ms }))
        }
        _ => None,
    };
    Ok(decisions.into_iter().filter_map(review).collect())
}

/// The same person has another place on each question, and the same one whenever it is opened.
fn place_among_reviews(decision: &InForce) -> [u8; 32] {
    *blake3::hash(format!("{}\n{}", decision.row.item, decision.annotator).as_bytes()).as_bytes()
}
