//! The audit of a benchmark: an order that is fixed before the first look, what became of the questions in it, and what
//! that certifies.
//!
//! - An error is a question that is removed or fixed, or whose answer or category adjudicators put right; what is text-only
//!   is removed, and so an error. A review alone settles no error: the question is open until an expert has decided.
//! - Questions that were suspected before the start are a set of their own. Suspicions of a later day change nothing.
//! - Only the first questions of the order count, up to the first that no one has decided on. What was reviewed behind it
//!   is reported beside.
//! - The audit speaks of the revisions of its start. Fixes are followed. Where an import has changed a question, what was
//!   decided on the old revision counts; without that it is open for good.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use crate::outcomes::records::{RecordedQuestion, recorded_questions, said_by_revision};
use assay_core::benchmark::adjudication::AdjudicateDecision;
use assay_core::benchmark::decision::ReviewDecision;
use assay_core::benchmark::outcome::{Fate, Policy, Settlers, USUAL_REVIEWS};
use assay_core::benchmark::own_reason::Reason;
use assay_core::benchmark::record::{QuestionRecord, RevisionRecord};
use assay_core::benchmark::verification::VerifyReason;
use assay_core::certify::{
    AuditPopulation, BetaPrior, Bounds, Certified, Forecast, Review, SequenceSetting,
    more_until_below,
};
use assay_store::{Audit, AuditPlace, Benchmark, Result, Store, StoreError, refuse_if};

/// Starts an audit: draws the order of all current questions and stores it.
///
/// # Errors
/// As [`Store::start_audit`]; `Refused` where there is no question, and in a bundle.
pub fn start_audit(
    store: &mut Store,
    benchmark: &Benchmark,
    population: AuditPopulation,
    seed: u64,
    how: (bool, &str),
) -> Result<Audit> {
    refuse_bundle(store)?;
    let hashes = store.revision_hashes(benchmark)?.into_iter();
    let hashes: HashMap<(String, u32), String> =
        hashes.map(|(key, revision, hash)| ((key, revision), hash)).collect();
    let place = |one: &RecordedQuestion| {
        let deciding = one.record.deciding();
        let current = (one.key().to_owned(), one.current().revision);
        AuditPlace {
            hash: hashes.get(&current).cloned().unwrap_or_default(),
            key: current.0,
            flagged: is_suspected(one),
            decided: is_decided(deciding),
        }
    };
    let mut places: Vec<AuditPlace> =
        recorded_questions(store, benchmark)?.iter().map(place).collect();
    refuse_if(places.is_empty(), || "the benchmark has no questions to audit".to_owned())?;
    places.sort_by_cached_key(|place| place_in_order(seed, &place.key));
    store.start_audit(benchmark, population, (seed, places), how)
}

fn is_suspected(question: &RecordedQuestion) -> bool {
    !question.suspicion.is_empty() || question.record.deciding().is_in_question()
}

/// How many questions an audit that is started now draws at random: those that nothing speaks against.
pub fn drawn_at_random(store: &Store, benchmark: &Benchmark) -> Result<usize> {
    let recorded = recorded_questions(store, benchmark)?;
    Ok(recorded.iter().filter(|question| !is_suspected(question)).count())
}

/// Sorting by a keyed hash: the same order on every machine, whatever the order of the file.
fn place_in_order(seed: u64, key: &str) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("assay order of an audit");
    *hasher.update(&seed.to_le_bytes()).update(key.as_bytes()).finalize().as_bytes()
}

fn refuse_bundle(store: &Store) -> Result<()> {
    refuse_if(store.bundle()?.is_some(), || {
        "a bundle has no audit, but its items in their order (assay next); audits are in the database that packed it"
            .to_owned()
    })
}

/// The audit that was started last.
pub fn newest_audit(store: &Store, benchmark: &Benchmark) -> Result<Option<Audit>> {
    Ok(store.audits(benchmark)?.pop())
}

/// The audit whose id begins like this, without one the newest.
///
/// # Errors
/// `Unknown` where there is none, `Refused` where there are several, and in a bundle.
pub fn find_audit(store: &Store, benchmark: &Benchmark, id: Option<&str>) -> Result<Audit> {
    refuse_bundle(store)?;
    let mut audits = store.audits(benchmark)?;
    audits.retain(|audit| id.is_none_or(|id| audit.id.starts_with(id)));
    let what = || match id {
        Some(id) => format!("{} has no audit {id}", benchmark.name),
        None => format!(
            "no audit of {} was started; assay audit start --seed N fixes the order",
            benchmark.name
        ),
    };
    refuse_if(id.is_some() && audits.len() > 1, || {
        format!("{} audits have ids that begin so; name more of it", audits.len())
    })?;
    audits.pop().ok_or_else(|| StoreError::Unknown { what: what() })
}

/// The keys in the order in which they are handed out. Where only unflagged questions are audited, the others are not in
/// it.
pub fn audit_order(audit: &Audit) -> impl Iterator<Item = &str> {
    let is_in = |place: &&AuditPlace| audit.population == AuditPopulation::All || !place.flagged;
    audit.places.iter().filter(is_in).map(|place| place.key.as_str())
}

/// What is asked of an audit.
#[derive(Clone, Debug, Default)]
pub struct AuditQuestion {
    /// Prior and confidence.
    pub setting: SequenceSetting,
    /// The rates that the error rate is to be below.
    pub below: Vec<f64>,
    /// The beginning of the id of an audit; without it the newest.
    pub audit: Option<String>,
}

/// What an audit certifies.
#[derive(Clone, Debug, Serialize)]
pub struct AuditReport {
    /// Its id.
    pub audit: String,
    /// How many audits of the benchmark were started.
    pub audits: usize,
    /// Which questions it is about.
    pub of: AuditPopulation,
    /// The seed of its order.
    pub seed: u64,
    /// When it was started.
    pub started: String,
    /// Who started it.
    pub by: String,
    /// What the first questions of the order say of those that nothing spoke against at the start.
    #[serde(flatten)]
    pub random: Certified,
    /// The prior.
    pub prior: BetaPrior,
    /// The confidence.
    pub confidence: f64,
    /// Errors by kind; a question may have several.
    pub kinds: BTreeMap<String, usize>,
    /// For each limit, how many more reviews it takes until it is certified.
    pub more: Vec<More>,
    /// What is known of the questions that were suspected at the start.
    pub flagged: Certified,
    /// Both together; each has half of the probability of error.
    pub total: Certified,
    /// Of the random ones, how many people had decided on before the start.
    pub decided_before: usize,
    /// How many of the random ones were decided on behind the first that was not.
    pub out_of_order: usize,
    /// The first question of the order that no one has decided on.
    pub next: Option<String>,
    /// Questions that an import has changed or removed since the start.
    pub changed: Vec<String>,
    /// Questions that came after the start: they are in no figure.
    pub later: usize,
    /// The reviewed ones of the random questions that are errors, and those that are open.
    pub error_keys: Vec<String>,
    pub open_keys: Vec<String>,
}

/// How many more reviews are needed until a limit is certified.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct More {
    /// The limit.
    pub rate: f64,
    /// How many, by simulation from the posterior.
    #[serde(flatten)]
    pub forecast: Forecast,
}

/// What became of a question in the order.
struct Audited<'a> {
    place: &'a AuditPlace,
    /// `None` where someone can still be the first to decide on it.
    review: Option<Review>,
    kinds: Vec<String>,
    is_changed: bool,
    was_decided: bool,
}

/// What an audit certifies by now.
///
/// # Errors
/// `Unknown` where there is no audit.
pub fn report_audit(
    store: &Store,
    benchmark: &Benchmark,
    question: &AuditQuestion,
) -> Result<AuditReport> {
    store.at_one_moment(|| {
        let audit = find_audit(store, benchmark, question.audit.as_deref())?;
        let audits = store.audits(benchmark)?.len();
        let recorded = recorded_questions(store, benchmark)?;
        let items = audited(store, benchmark, &audit, &recorded)?;
        let known: HashSet<&str> = audit.places.iter().map(|place| place.key.as_str()).collect();
        let later = recorded.iter().filter(|one| !known.contains(one.key())).count();
        Ok(certify(&audit, &items, question, (audits, later)))
    })
}

fn certify(
    audit: &Audit,
    items: &[Audited<'_>],
    question: &AuditQuestion,
    (audits, later): (usize, usize),
) -> AuditReport {
    let AuditQuestion { setting, below, .. } = question;
    let (suspected, random): (Vec<&Audited<'_>>, Vec<&Audited<'_>>) =
        items.iter().partition(|item| item.place.flagged);
    let first = reviewed_first(&random);
    let all = |items: &[&Audited<'_>]| items.iter().filter_map(|item| item.review).collect();
    let reviews: Vec<Review> = all(&first);
    let (all_suspected, first_suspected) = (all(&suspected), all(&reviewed_first(&suspected)));
    let at_random = |setting| Certified::new(random.len(), setting, below, &reviews);
    let of_suspected =
        |setting| Certified::suspected(suspected.len(), setting, &all_suspected, &first_suspected);
    let (own, flagged) = (at_random(*setting), of_suspected(*setting));
    let total = match suspected.is_empty() {
        true => own.clone(),
        false => at_random(setting.split()).joined(&of_suspected(setting.split()), below),
    };
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for kind in first.iter().flat_map(|item| &item.kinds) {
        *kinds.entry(kind.clone()).or_default() += 1;
    }
    let keys_with = |review| {
        let with = first.iter().filter(|item| item.review == Some(review));
        with.map(|item| item.place.key.clone()).collect()
    };
    let behind = random.iter().skip(first.len()).filter(|item| item.was_decided);
    let handed_out =
        |item: &&Audited<'_>| audit.population == AuditPopulation::All || !item.place.flagged;
    let next = items.iter().filter(handed_out).find(|item| item.review.is_none());
    let changed = items.iter().filter(|item| item.is_changed);
    AuditReport {
        audit: audit.id.clone(),
        audits,
        of: audit.population,
        seed: audit.seed,
        started: audit.created.clone(),
        by: audit.by.clone(),
        prior: setting.prior,
        confidence: setting.confidence,
        kinds,
        more: more(&own, *setting, &reviews, audit.seed),
        flagged,
        total,
        decided_before: random.iter().filter(|item| item.place.decided).count(),
        out_of_order: behind.count(),
        next: next.map(|item| item.place.key.clone()),
        changed: changed.map(|item| item.place.key.clone()).collect(),
        later,
        error_keys: keys_with(Review::Error),
        open_keys: keys_with(Review::Open),
        random: own,
    }
}

/// Those before the first on which no one has decided.
fn reviewed_first<'i, 'a>(items: &[&'i Audited<'a>]) -> Vec<&'i Audited<'a>> {
    items.iter().copied().take_while(|item| item.review.is_some()).collect()
}

fn more(own: &Certified, setting: SequenceSetting, reviews: &[Review], seed: u64) -> Vec<More> {
    let bounds = Bounds::after(own.population, setting, reviews);
    let count = |kind| reviews.iter().filter(|&&review| review == kind).count();
    let settled = (count(Review::Error), count(Review::Right));
    let open = own.below.iter().filter(|below| below.after.is_none() && own.interval.is_some());
    let forecast = |rate| more_until_below(bounds.upper(), setting, settled, rate, seed);
    open.map(|below| More { rate: below.rate, forecast: forecast(below.rate) }).collect()
}

/// What became of each question of an audit, in its order.
fn audited<'a>(
    store: &Store,
    benchmark: &Benchmark,
    audit: &'a Audit,
    recorded: &[RecordedQuestion],
) -> Result<Vec<Audited<'a>>> {
    let hashes = store.revision_hashes(benchmark)?;
    let revisions: HashMap<(&str, &str), u32> =
        hashes.iter().map(|(key, at, hash)| ((key.as_str(), hash.as_str()), *at)).collect();
    let by_key: HashMap<&str, &RecordedQuestion> =
        recorded.iter().map(|one| (one.key(), one)).collect();
    // Loaded where an import has changed a question, which is rare.
    let mut old: Option<HashMap<(String, u32), RevisionRecord>> = None;
    let mut items = Vec::with_capacity(audit.places.len());
    for place in &audit.places {
        let (key, hash) = (place.key.as_str(), place.hash.as_str());
        let revision = revisions.get(&(key, hash)).copied();
        let is_it = |one: &&&RecordedQuestion| {
            one.entries.iter().any(|entry| Some(entry.revision) == revision)
        };
        let current = by_key.get(key).filter(is_it);
        items.push(match current {
            Some(one) => Audited::new(place, &one.record),
            None => {
                if old.is_none() {
                    old = Some(said_by_revision(store, benchmark)?);
                }
                let said =
                    revision.and_then(|at| old.as_ref()?.get(&(key.to_owned(), at))).cloned();
                Audited::changed(place, said.unwrap_or_default())
            }
        });
    }
    Ok(items)
}

impl<'a> Audited<'a> {
    fn new(place: &'a AuditPlace, record: &QuestionRecord) -> Self {
        let outcome = record.outcome(Policy::default());
        let deciding = record.deciding();
        let review = match outcome.fate {
            Fate::Kept => Some(Review::Right),
            Fate::Fixed | Fate::Removed => Some(Review::Error),
            Fate::Open(_) => is_decided(deciding).then_some(Review::Open),
        };
        let kinds = match review {
            Some(Review::Error) => kinds(deciding, outcome.settled_by, outcome.fate),
            _ => Vec::new(),
        };
        Audited { place, review, kinds, is_changed: false, was_decided: review.is_some() }
    }

    /// A question that an import has changed: no one can decide on the revision of the start any more.
    fn changed(place: &'a AuditPlace, said: RevisionRecord) -> Self {
        let record =
            QuestionRecord { current: said, earlier: Vec::new(), wanted_reviews: USUAL_REVIEWS };
        let own = Audited::new(place, &record);
        Audited { review: own.review.or(Some(Review::Open)), is_changed: true, ..own }
    }
}

fn is_decided(record: &RevisionRecord) -> bool {
    let RevisionRecord { reviews, adjudications, verifications, .. } = record;
    !(reviews.is_empty() && adjudications.is_empty() && verifications.is_empty())
}

/// What is wrong with a question, by those who settled it; what becomes of it where they give no reason.
fn kinds(record: &RevisionRecord, by: Option<Settlers>, fate: Fate) -> Vec<String> {
    let mut reasons: Vec<VerifyReason> = match by {
        Some(Settlers::Verifiers) => {
            let decisions = record.verifications.iter().map(|one| &one.decision);
            let settling = decisions.filter(|one| Fate::from(one.verdict) == fate);
            settling.flat_map(|one| one.reasons.clone()).collect()
        }
        _ => record.adopted().map(AdjudicateDecision::removal_reasons).unwrap_or_default(),
    };
    if reasons.is_empty() {
        // Without any, verifiers confirm those of the reviewers.
        let of_review = |one: &ReviewDecision| VerifyReason::of_review(one.verdict, &one.reasons);
        reasons.extend(record.reviews().into_iter().flat_map(of_review));
    }
    reasons.sort_unstable();
    reasons.dedup();
    match reasons.is_empty() {
        true => vec![fate.name().to_owned()],
        false => reasons.iter().map(|reason| reason.name().to_owned()).collect(),
    }
}
