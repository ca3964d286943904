//! The lead's board: how far a benchmark is, at what pace, how far people agree, what waits, what lacks to
//! the quotas, and how well each person works.
//!
//! One value fills the screen, its plain form and `assay status`. It is computed from a connection that
//! only reads, at one moment of the database, and never between a key and its effect. What is for leads
//! alone is left out for others: gold, the quality of work, and which questions reviewers differ on.

mod agreement;
mod categories;
mod pace;
mod quality;

use std::collections::HashMap;

use serde::Serialize;

pub use self::agreement::{Figures, ReviewFigures};
pub use self::categories::CategoryProgress;
pub use self::pace::{Finish, NoFinish, Pace};
pub use self::quality::QueueQuality;
use super::adjudicate::{DisputedQuestion, disputed_questions};
use super::registry::RegisteredQueue;
use super::team::{BenchmarkWork, Waiting};
use super::work::{AnnotatorWork, Decided};
use crate::certification::audit::{AuditQuestion, report_audit};
use crate::certification::plan::ReviewWork;
use crate::certification::probable_error::discovery;
use crate::outcomes::recorded_questions;
use assay_core::benchmark::adjudication::Disagreement;
use assay_core::benchmark::decision::ReviewVerdict;
use assay_core::benchmark::outcome::OutcomeCounts;
use assay_core::benchmark::queues::QUEUE_REVIEW;
use assay_core::certify::Certified;
use assay_core::certify::discovery::Discovery;
use assay_core::keyword::Keyword;
use assay_store::{Annotator, Benchmark, QuestionId, Result, ShownAnswers, Store};

/// How a benchmark is getting on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// Its name.
    pub benchmark: String,
    /// The moment that is shown; a report of the same state is the same whenever it is made.
    #[serde(skip)]
    pub computed: String,
    /// What becomes of the questions.
    pub outcome: OutcomeCounts,
    /// The queues that have items or decisions.
    pub queues: Vec<QueueProgress>,
    /// The categories of the questions and those with a quota, in the order of the taxonomy.
    pub categories: Vec<CategoryProgress>,
    /// How far reviewers agree.
    pub agreement: ReviewFigures,
    /// Outstanding work.
    pub waiting: Waiting,
    /// Questions on which reviewers differ in verdict, answer, corrected answer or category and that are not
    /// settled: neither by verifiers nor by adjudicators.
    pub disputed: usize,
    /// What the audit that was started last certifies; nothing without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<Certified>,
    /// What only leads see; nothing for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_leads: Option<ForLeads>,
}

/// How far a queue is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueueProgress {
    /// Its name.
    pub queue: &'static str,
    /// How many items it has.
    pub items: usize,
    /// Items without a decision.
    pub undecided: usize,
    /// Decisions in force, each person once for an item.
    pub decisions: usize,
    /// Decisions that are still wanted: as many as the assignment says, without one a decision for each
    /// undecided item.
    pub remaining: usize,
    /// Items that people have open now, where the queue hands them out.
    pub open_now: usize,
    /// How far its blocks are; `None` if it is not assigned in blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<BlockProgress>,
    /// How fast decisions come, and when the rest is done.
    pub pace: Pace,
    /// Who decided.
    pub annotators: Vec<AnnotatorWork>,
    /// The keys of the questions whose items have no decision.
    #[serde(skip)]
    pub undecided_keys: Vec<String>,
}

/// How far the blocks of a queue are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BlockProgress {
    /// How many there are.
    pub total: usize,
    /// Those in which no decision is wanted any more.
    pub done: usize,
    /// Those in which there are decisions and more are still wanted.
    pub begun: usize,
}

/// What only leads see.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForLeads {
    /// The questions on which reviewers differ and that are not settled, the worst first; `None` if they are
    /// not named to this reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreements: Option<Vec<Disputed>>,
    /// How many questions the assignment of the review mixes in as gold; nothing without gold.
    pub gold_items: Option<usize>,
    /// How well each person works, queue by queue.
    pub quality: Vec<QueueQuality>,
    /// How early errors were found; nothing until one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discovery: Option<Discovery>,
}

/// A question on which reviewers differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disputed {
    /// Its key.
    pub question: String,
    /// Its category.
    pub category: Option<String>,
    /// How far they differ.
    #[serde(flatten)]
    pub disagreement: Disagreement,
}

impl Board {
    /// The board of a benchmark at one moment.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store, benchmark: &Benchmark, is_for_leads: bool) -> Result<Self> {
        store.at_one_moment(|| {
            compute(store, benchmark, BenchmarkWork::load(store, benchmark)?, is_for_leads)
        })
    }

    /// What its reviews have shown, to plan by.
    pub fn review_work(&self) -> ReviewWork {
        let review = self.queues.iter().find(|queue| queue.queue == QUEUE_REVIEW);
        let people = review.map(|queue| queue.annotators.as_slice()).unwrap_or_default();
        let (mut all, mut rejected) = (0, 0);
        for (outcome, count) in people.iter().flat_map(|one| &one.outcomes) {
            all += count;
            rejected += if outcome == ReviewVerdict::Keep.name() { 0 } else { *count };
        }
        let timed = people.iter().filter_map(|one| Some((one.median_seconds?, one.done)));
        let (seconds, done) = timed.fold((0.0, 0), |(sum, all), (seconds, done)| {
            (sum + seconds * done as f64, all + done)
        });
        ReviewWork {
            alpha: self.agreement.verdict.alpha.value(),
            rejected: (all > 0).then(|| rejected as f64 / all as f64),
            seconds: (done > 0).then(|| (seconds / done as f64, done)),
        }
    }

    /// The boards of all benchmarks, oldest first, with the work in each, which was counted at the same
    /// moment.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load_all(store: &Store, work: &[BenchmarkWork], for_leads: bool) -> Result<Vec<Self>> {
        let benchmarks = store.benchmarks()?;
        let boards = benchmarks.iter().zip(work);
        boards.map(|(one, work)| compute(store, one, work.clone(), for_leads)).collect()
    }
}

/// Records that a person sees on which questions others' decisions differ. Call it before the list is shown.
///
/// # Errors
/// If it cannot be written.
pub fn record_disputes_seen<'k>(
    store: &mut Store,
    benchmark: &Benchmark,
    annotator: &Annotator,
    keys: impl IntoIterator<Item = &'k String>,
) -> Result<()> {
    let ids = keys.into_iter().map(|key| store.question_id(benchmark, key));
    let ids = ids.collect::<Result<Vec<QuestionId>, _>>()?;
    store.record_answer_exposures(annotator, &ids, ShownAnswers::PEOPLE)
}

fn compute(
    store: &Store,
    benchmark: &Benchmark,
    work: BenchmarkWork,
    is_for_leads: bool,
) -> Result<Board> {
    let now = store.now();
    let (mut queues, mut quality) = (Vec::new(), Vec::new());
    for own in work.queues {
        let queue = RegisteredQueue::named(own.queue)?;
        let decided = (queue.decided)(store, benchmark)?;
        let (remaining, blocks) = remaining(store, benchmark, queue, &decided)?;
        let moments = decided.decisions().map(|made| made.created.as_str());
        queues.push(QueueProgress {
            queue: own.queue,
            items: own.items,
            undecided: own.undecided,
            decisions: decided.decisions().count(),
            remaining,
            open_now: store.items_open_now(benchmark, own.queue)?,
            blocks,
            pace: Pace::new(moments, &now, remaining),
            annotators: own.annotators,
            undecided_keys: decided.undecided_keys(),
        });
        if is_for_leads {
            quality.extend(quality::of_queue(store, benchmark, own.queue, &decided)?);
        }
    }
    let recorded = recorded_questions(store, benchmark)?;
    let categories = categories::progress(&recorded, benchmark.taxonomy());
    let disagreements = disagreements(store, benchmark)?;
    let disputed = disagreements.len();
    let gold_items = gold_items(store, benchmark)?;
    let curve = is_for_leads.then(|| discovery(store, benchmark)).transpose()?;
    let for_leads = ForLeads {
        disagreements: Some(disagreements),
        gold_items,
        quality,
        discovery: curve.filter(|curve| curve.errors > 0),
    };
    Ok(Board {
        benchmark: benchmark.name.clone(),
        computed: now,
        outcome: work.outcome,
        queues,
        categories,
        agreement: agreement::of_reviewers(store, benchmark)?,
        waiting: work.waiting,
        disputed,
        audit: audited(store, benchmark)?,
        for_leads: is_for_leads.then_some(for_leads),
    })
}

/// What the newest audit says of the questions that nothing spoke against.
fn audited(store: &Store, benchmark: &Benchmark) -> Result<Option<Certified>> {
    let has_one = store.has_audit(benchmark)?;
    let report = || report_audit(store, benchmark, &AuditQuestion::default());
    has_one.then(|| Ok(report()?.random)).transpose()
}

/// How many decisions are still wanted, and how far the blocks are.
fn remaining(
    store: &Store,
    benchmark: &Benchmark,
    queue: &RegisteredQueue,
    decided: &Decided,
) -> Result<(usize, Option<BlockProgress>)> {
    let assignment = store.assignment(benchmark, queue.name)?;
    let each = decided.people_per_item.unwrap_or(1);
    let numbers = store.blocks_of_assignment(assignment.as_ref())?;
    // For each block whether there is a decision in it, and how many decisions it wants.
    let mut blocks: HashMap<u32, (bool, usize)> = HashMap::new();
    let mut remaining = 0;
    for item in &decided.items {
        let left = match &assignment {
            None => each.saturating_sub(item.decisions.len()),
            Some(assignment) => item.places_left(store, assignment)?,
        };
        remaining += left;
        if let Some(&block) = numbers.as_ref().and_then(|numbers| numbers.get(&item.name)) {
            let (has_decisions, wanted) = blocks.entry(block).or_default();
            *has_decisions |= !item.decisions.is_empty();
            *wanted += left;
        }
    }
    let count = |is_counted: fn(&(bool, usize)) -> bool| {
        blocks.values().filter(|block| is_counted(block)).count()
    };
    let progress = BlockProgress {
        total: blocks.len(),
        done: count(|(_, wanted)| *wanted == 0),
        begun: count(|(has_decisions, wanted)| *has_decisions && *wanted > 0),
    };
    Ok((remaining, numbers.is_some().then_some(progress)))
}

fn gold_items(store: &Store, benchmark: &Benchmark) -> Result<Option<usize>> {
    let assignment = store.assignment(benchmark, QUEUE_REVIEW)?;
    let with_gold = assignment.filter(|assignment| assignment.gold_share.is_some());
    with_gold.map(|assignment| Ok(store.gold_of_assignment(&assignment)?.len())).transpose()
}

/// The questions on which reviewers differ and that are not settled, the worst first.
fn disagreements(store: &Store, benchmark: &Benchmark) -> Result<Vec<Disputed>> {
    let mut waiting = disputed_questions(store, benchmark)?;
    waiting.retain(|one| !one.is_settled);
    waiting.sort_by_key(|one| std::cmp::Reverse(one.disagreement));
    let row = |DisputedQuestion { entry, disagreement, .. }| Disputed {
        question: entry.key.as_str().to_owned(),
        category: entry.category,
        disagreement,
    };
    Ok(waiting.into_iter().map(row).collect())
}
