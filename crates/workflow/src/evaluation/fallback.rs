//! The fallback extractor: its labels fill in where the rules find nothing. It is another built-in
//! extractor, a language model whose labels are stored, or a person who read the texts.

use std::collections::HashMap;

use rayon::prelude::*;
use serde::Serialize;

use super::extraction_rules::extraction_key;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{Pass, Prediction, PredictionName};
use assay_core::extract::{Answer, BuiltIn, Choices, Extractor};
use assay_core::keyword::{Keyword, did_you_mean};
use assay_core::score::ExtractedLabel;
use assay_store::{
    Benchmark, ChoiceTexts, Place, QUEUE_EXTRACT, QuestionId, Result, Run, Store, StoreError,
};

/// What the fallback extractor adds, over the predictions in which the rules find nothing; failed
/// requests are not among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FallbackCounts {
    /// It has a label, or says that none of the choices is meant.
    pub labels: usize,
    /// It read the text and found nothing.
    pub nothing: usize,
    /// It did not read the text: as undecided as before.
    pub not_read: usize,
}

/// What one extractor read from the predictions of a run, by the row of the question's revision and the pass;
/// those that it was not asked about are absent.
pub(super) type FallbackLabels = HashMap<(QuestionId, Pass), Answer>;

/// What `extractor` reads from a run where the rules find nothing.
pub(super) fn fallback_labels(
    store: &mut Store,
    benchmark: &Benchmark,
    run: &Run,
    extractor: &str,
    labels: &[ExtractedLabel],
) -> Result<FallbackLabels> {
    match named(store, benchmark, extractor)? {
        Extractor::BuiltIn(BuiltIn::Rules(rules)) => {
            let read = super::labels(store, benchmark, run, rules)?;
            let name = |place: Place| (place.question_id, place.pass);
            let places = store.places(run)?.into_iter().map(name);
            Ok(places.zip(read.into_iter().map(|label| label.answer)).collect())
        }
        Extractor::BuiltIn(BuiltIn::Lexical) => lexical_answers(store, benchmark, run, labels),
        Extractor::Model(name) => {
            let kept = store.extractions(run, &name)?.into_iter();
            Ok(kept.map(|of| ((of.question_id, of.pass), of.answer)).collect())
        }
        Extractor::Person(name) => labels_by_hand(store, benchmark, run, &name),
    }
}

/// Whether the rules found nothing in the prediction. A failed request has no text to read.
pub(super) fn is_open(label: ExtractedLabel) -> bool {
    label.answer == Answer::Nothing && !label.failed
}

/// The extractor of this name. Stored labels take precedence over a person's of the same name.
fn named(store: &Store, benchmark: &Benchmark, name: &str) -> Result<Extractor> {
    if let Ok(built_in) = BuiltIn::from_name(name) {
        return Ok(Extractor::BuiltIn(built_in));
    }
    let models = store.extractors()?;
    // An extraction that had nothing to read exists, and is empty.
    let is_known = store.setting(&extraction_key(benchmark, name))?.is_some();
    if is_known || models.iter().any(|model| model == name) {
        return Ok(Extractor::Model(name.to_owned()));
    }
    let people = store.people_who_read(benchmark)?;
    if people.iter().any(|person| person == name) {
        return Ok(Extractor::Person(name.to_owned()));
    }
    let built_in = BuiltIn::all().map(|extractor| extractor.name().to_owned());
    let there: Vec<String> = built_in.chain(models).chain(people).collect();
    let meant = did_you_mean(name, there.iter().map(String::as_str));
    let what = format!("no extraction by {name}; there are: {}{meant}", there.join(", "));
    Err(StoreError::Unknown { what })
}

/// What the lexical extractor finds in those predictions of a run in which the rules find nothing.
fn lexical_answers(
    store: &Store,
    benchmark: &Benchmark,
    run: &Run,
    labels: &[ExtractedLabel],
) -> Result<FallbackLabels> {
    let choices = ChoiceTexts(store.choices_of_revisions(benchmark)?);
    let mut texts = Vec::new();
    let mut labels = labels.iter().copied();
    store.for_each_prediction(run, |question_id, prediction| {
        if labels.next().is_some_and(is_open) {
            texts.push((question_id, prediction));
        }
    })?;
    let answer = |(question_id, prediction): &(QuestionId, Prediction)| {
        let shown = Choices::new(choices.shown(*question_id, &prediction.order));
        let found = BuiltIn::Lexical.read(&prediction.text, &shown);
        ((*question_id, prediction.pass), found.answer)
    };
    Ok(texts.par_iter().map(answer).collect())
}

/// A person's labels on the texts of a run. One that was given to another text does not count.
fn labels_by_hand(
    store: &Store,
    benchmark: &Benchmark,
    run: &Run,
    person: &str,
) -> Result<FallbackLabels> {
    let mut labels = FallbackLabels::new();
    for in_force in store.decisions_in_force(benchmark, QUEUE_EXTRACT)? {
        let Act::Extract(read) = in_force.row.act else { continue };
        if in_force.annotator != person {
            continue;
        }
        let name: PredictionName = in_force
            .row
            .item
            .parse()
            .map_err(|error| StoreError::Damaged(format!("a decision: {error}")))?;
        if name.model != run.model || name.input != run.input {
            continue;
        }
        let text = store.shown_text(benchmark, &name, None)?;
        if let Some(text) = text.filter(|text| text.shown() == read.shown) {
            labels.insert((text.question_id, name.pass), read.label.into());
        }
    }
    Ok(labels)
}
