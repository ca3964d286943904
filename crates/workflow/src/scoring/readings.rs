//! What people and extractors read from the same texts, loaded for [`assay_core::agreement`].

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use rayon::prelude::*;

use super::records::recorded_questions;
use assay_core::agreement::extraction::{ReadText, Readings};
use assay_core::agreement::review::ReviewedQuestion;
use assay_core::benchmark::HandExtraction;
use assay_core::benchmark::adjudication::{self, AdjudicateDecision};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::verification::VerifyDecision;
use assay_core::extract::{Answer, BuiltIn, Choices, Extractor};
use assay_core::keyword::Keyword;
use assay_store::{
    Benchmark, KeptReading, PredictionId, QUEUE_EXTRACT, QUEUE_REVIEW, QuestionId, Sample,
    SeenBefore, ShownText, Store, StoreError,
};

/// The readings, and what could not be taken in.
#[derive(Clone, Debug)]
pub struct GatheredReadings {
    /// Everybody's readings.
    pub readings: Readings,
    /// Where each text of the readings comes from, in their order.
    pub origins: Vec<TextOrigin>,
    /// Labels whose text is not in this database (any more).
    pub without_text: usize,
    /// Labels that are left out, because whoever read them had seen what others or extractors read.
    pub not_independent: usize,
}

/// Where a text that people read is kept, and the words that decided for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextOrigin {
    /// The prediction's row.
    pub prediction_id: PredictionId,
    /// The row of the question's revision that the model saw.
    pub question_id: QuestionId,
    /// The bytes that each person marked, in the order of [`ReadText::people`].
    pub spans: Vec<Option<Range<usize>>>,
}

/// What people read from one text.
type ByPeople = Vec<(String, HandExtraction)>;

/// A text that people read: the prediction's name and the hash of what was shown.
type Shown = (String, String);

/// Every text that a person read, or those of a sample, with what the built-in extractors and
/// the language models read from it.
pub fn gather_readings(
    store: &Store,
    benchmark: &Benchmark,
    sample: Option<&Sample>,
) -> Result<GatheredReadings, StoreError> {
    let wanted: Option<HashSet<Shown>> = match sample {
        Some(sample) => {
            let entries = store.sample_entries(sample)?;
            Some(entries.into_iter().map(|entry| (entry.item, entry.shown)).collect())
        }
        None => None,
    };
    let seen = store.seen_before(benchmark, QUEUE_EXTRACT)?;
    let mut people: BTreeMap<Shown, ByPeople> = BTreeMap::new();
    let mut not_independent = 0;
    for in_force in store.decisions_in_force(benchmark, QUEUE_EXTRACT)? {
        let Act::Extract(extraction) = in_force.row.act else { continue };
        let shown = (in_force.row.item, extraction.shown.clone());
        if wanted.as_ref().is_some_and(|wanted| !wanted.contains(&shown)) {
            continue;
        }
        // The reference answer of its question does not say what a text says.
        match seen.get(&in_force.row.id) {
            Some(SeenBefore::OthersAnswers) => not_independent += 1,
            _ => people.entry(shown).or_default().push((in_force.annotator, extraction)),
        }
    }

    let mut texts = Vec::new();
    let mut without_text = 0;
    for ((item, shown), people) in people {
        let name = item.parse().map_err(damaged)?;
        match store.shown_text(benchmark, &name, Some(&shown))? {
            Some(text) => texts.push((text, people)),
            None => without_text += people.len(),
        }
    }
    let readings = with_extractors(store, &texts)?;
    let origin = |(text, people): (ShownText, ByPeople)| TextOrigin {
        prediction_id: text.prediction_id,
        question_id: text.question_id,
        spans: people
            .into_iter()
            .map(|(_, extraction)| extraction.evidence.map(|(start, end)| start..end))
            .collect(),
    };
    let origins = texts.into_iter().map(origin).collect();
    Ok(GatheredReadings { readings, origins, without_text, not_independent })
}

fn with_extractors(store: &Store, texts: &[(ShownText, ByPeople)]) -> Result<Readings, StoreError> {
    let kept: Vec<Vec<KeptReading>> = texts
        .iter()
        .map(|(text, _)| store.extractions_of(text.prediction_id))
        .collect::<Result<_, _>>()?;
    let built_in: Vec<Vec<Answer>> =
        texts.par_iter().map(|(text, _)| built_in_answers(text)).collect();
    let mut models: Vec<&String> = kept.iter().flatten().map(|kept| &kept.extractor).collect();
    models.sort_unstable();
    models.dedup();
    let extractors = BuiltIn::all()
        .map(Extractor::BuiltIn)
        .chain(models.iter().map(|name| Extractor::Model((*name).clone())))
        .collect();
    let mut readings = Readings { extractors, texts: Vec::with_capacity(texts.len()) };
    for (((text, people), kept), built_in) in texts.iter().zip(&kept).zip(built_in) {
        let by_model = models.iter().map(|&model| {
            kept.iter().find(|kept| kept.extractor == *model).map(|kept| kept.answer)
        });
        readings.texts.push(ReadText {
            item: text.name.to_string(),
            model: text.name.model.clone(),
            order: text.order.clone(),
            answer: store.reference(text.question_id)?.answer,
            people: people.iter().map(|(name, read)| (name.clone(), read.label)).collect(),
            extractors: built_in.into_iter().map(Some).chain(by_model).collect(),
        });
    }
    Ok(readings)
}

/// The current questions of a benchmark that anybody reviewed, with the reviews in force.
pub fn reviewed_questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Vec<ReviewedQuestion>, StoreError> {
    decided_questions(store, benchmark, QUEUE_REVIEW, |act| match act {
        Act::Review(review) => Some(review),
        _ => None,
    })
}

/// The current questions that anybody adjudicated, with the decisions in force.
pub fn adjudicated_questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Vec<ReviewedQuestion<AdjudicateDecision>>, StoreError> {
    decided_questions(store, benchmark, adjudication::QUEUE.name, |act| match act {
        Act::Adjudicate(decision) => Some(decision),
        _ => None,
    })
}

fn decided_questions<D>(
    store: &Store,
    benchmark: &Benchmark,
    queue: &str,
    decision: impl Fn(Act) -> Option<D>,
) -> Result<Vec<ReviewedQuestion<D>>, StoreError> {
    let mut decided: BTreeMap<(String, u32), Vec<_>> = BTreeMap::new();
    for in_force in store.decisions_in_force(benchmark, queue)? {
        let question = (in_force.row.item, in_force.row.revision);
        if let Some(decision) = decision(in_force.row.act) {
            decided.entry(question).or_default().push((in_force.annotator, decision));
        }
    }
    let mut questions = Vec::new();
    let spelled = as_chosen(store, benchmark)?;
    for entry in store.question_entries(benchmark)? {
        let key = entry.key.as_str().to_owned();
        let Some(reviews) = decided.remove(&(key.clone(), entry.revision)) else { continue };
        let (kind, answer) = (store.question_kind(entry.id)?, store.reference(entry.id)?.answer);
        let category = entry.category.map(|name| spelled.get(&name).cloned().unwrap_or(name));
        let revision = entry.revision;
        questions.push(ReviewedQuestion { key, revision, kind, answer, category, reviews });
    }
    Ok(questions)
}

/// The categories of the data by their names, each as it is spelled where it is chosen.
fn as_chosen(store: &Store, benchmark: &Benchmark) -> Result<BTreeMap<String, String>, StoreError> {
    let names = store.category_names(benchmark)?;
    let entries = store.question_entries(benchmark)?.into_iter();
    let categories: BTreeSet<String> = entries.filter_map(|entry| entry.category).collect();
    let spelled = categories.into_iter().filter_map(|name| {
        let chosen = names.find(&name).ok()?.to_owned();
        Some((name, chosen))
    });
    Ok(spelled.collect())
}

/// The suspected questions that anybody verified, with the decisions in force.
pub fn verified_questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Vec<ReviewedQuestion<VerifyDecision>>, StoreError> {
    let mut questions = Vec::new();
    for one in recorded_questions(store, benchmark)?.iter() {
        let said = &one.record.deciding().verifications;
        if !said.is_empty() {
            let (key, entry) = (one.key().to_owned(), one.deciding());
            let kind = store.question_kind(entry.id)?;
            let answer = store.reference(entry.id)?.answer;
            let reviews = said.iter().map(|one| (one.by.clone(), one.decision.clone())).collect();
            // Verifiers choose no category.
            let (revision, category) = (entry.revision, None);
            questions.push(ReviewedQuestion { key, revision, kind, answer, category, reviews });
        }
    }
    Ok(questions)
}

fn damaged(error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(error.to_string())
}

/// What every built-in extractor reads from a text.
fn built_in_answers(text: &ShownText) -> Vec<Answer> {
    let choices = Choices::from_shown(&text.choices);
    BuiltIn::all().map(|of| of.read(&text.text, &choices).answer).collect()
}
