//! What people and extractors read from the same texts, loaded for [`assay_core::agreement`].

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use rayon::prelude::*;

use super::records::recorded_questions;
use assay_core::agreement::extraction::{ReadText, Readings};
use assay_core::agreement::review::{Judgement, ReviewedQuestion};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::record::Said;
use assay_core::benchmark::{HandExtraction, ShortAnswer};
use assay_core::extract::{Answer, BuiltIn, Choices, Extractor};
use assay_core::keyword::Keyword;
use assay_core::short::{canonical, reference};
use assay_store::{
    Benchmark, KeptReading, PredictionId, QUEUE_EXTRACT, QuestionId, Result, Reveal, Sample,
    SeenBefore, ShownText, Store, StoreError,
};

/// The readings, and what could not be taken in.
#[derive(Clone, Debug)]
pub struct GatheredReadings {
    /// The readings of all people.
    pub readings: Readings,
    /// Where each text of the readings comes from, in their order.
    pub origins: Vec<TextOrigin>,
    /// Labels whose text is not in this database (any more).
    pub without_text: usize,
    /// Labels that are left out, because the person who read them had seen what others or extractors read.
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
) -> Result<GatheredReadings> {
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

fn with_extractors(store: &Store, texts: &[(ShownText, ByPeople)]) -> Result<Readings> {
    let kept: Vec<Vec<KeptReading>> = texts
        .iter()
        .map(|(text, _)| store.extractions_of(text.prediction_id))
        .collect::<Result<_, _>>()?;
    let by_built_in = |(text, _): &(ShownText, ByPeople)| -> Vec<Answer> {
        let choices = Choices::from_shown(&text.choices);
        BuiltIn::all().map(|of| of.read(&text.text, &choices).answer).collect()
    };
    let built_in: Vec<Vec<Answer>> = texts.par_iter().map(by_built_in).collect();
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

/// The questions that were decided in a queue, with the decisions in force, each category as it is spelled
/// where it is chosen.
pub fn decided_questions<D: Judgement>(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Vec<ReviewedQuestion<D>>> {
    let names = store.category_names(benchmark)?;
    let mut spelled: HashMap<String, String> = HashMap::new();
    let mut questions = Vec::new();
    for one in recorded_questions(store, benchmark)?.iter() {
        let (place, said) = D::said(&one.record);
        if said.is_empty() {
            continue;
        }
        let entry = &one.entries[place];
        let category = entry.category.as_ref().filter(|_| D::CHOOSES_CATEGORY).map(|name| {
            let chosen = || names.find(name).unwrap_or(name).to_owned();
            spelled.entry(name.clone()).or_insert_with(chosen).clone()
        });
        let Reveal { answer, short, .. } = store.reference(entry.id)?;
        questions.push(ReviewedQuestion {
            key: one.key().to_owned(),
            revision: entry.revision,
            kind: store.question_kind(entry.id)?,
            answer: reference(answer, short.as_ref()),
            category,
            reviews: said
                .iter()
                .map(|one| (one.by.clone(), in_canonical_form(one, short.as_ref())))
                .collect(),
        });
    }
    Ok(questions)
}

/// A decision with its typed answer in the form in which equal ones are the same.
fn in_canonical_form<D: Judgement>(said: &Said<D>, short: Option<&ShortAnswer>) -> D {
    let answer = said.decision.final_act().answer;
    let answer = answer.map(|answer| canonical(answer, short));
    said.decision.clone().with_answer(answer)
}

fn damaged(error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(error.to_string())
}
