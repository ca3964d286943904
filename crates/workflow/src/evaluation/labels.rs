//! The labels that a rule set extracts from the predictions of a run: computed once, on all cores,
//! and cached in the store as one byte each.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rayon::prelude::*;

use assay_core::benchmark::Label;
use assay_core::extract::{Answer, RuleSet, edition};
use assay_core::keyword::Keyword;
use assay_core::score::ExtractedLabel;
use assay_store::{
    Benchmark, CachedLabels, ChoiceTexts, LabelsKey, LayoutKey, Place, Result, Run, Store,
    StoreError,
};

/// What a rule set extracts from the predictions of a run of a benchmark, in the order of
/// [`Store::places`]. The first time it is extracted from the texts and saved.
pub fn labels(
    store: &mut Store,
    benchmark: &Benchmark,
    run: &Run,
    rules: RuleSet,
) -> Result<Vec<ExtractedLabel>> {
    let labels = if run.is_open() {
        compute_labels(store, benchmark, &[run], rules)?.pop()
    } else {
        prepare_labels(store, benchmark, std::slice::from_ref(run), rules)?;
        store.cached_labels(run, labels_key(rules))?
    };
    let missing = || StoreError::Damaged(format!("the labels of run {} vanished", run.id));
    Ok(labels.ok_or_else(missing)?.bytes.into_iter().map(reading).collect())
}

/// Extracts the labels of these runs of a benchmark that are not cached, all together on all cores,
/// and saves them. Those of an open run are extracted each time they are asked for.
pub fn prepare_labels(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    rules: RuleSet,
) -> Result<()> {
    let mut missing = Vec::new();
    for run in runs {
        if !run.is_open() && store.cached_labels(run, labels_key(rules))?.is_none() {
            missing.push(run);
        }
    }
    let computed = compute_labels(store, benchmark, &missing, rules)?;
    let labels: Vec<(&Run, CachedLabels)> = missing.into_iter().zip(computed).collect();
    store.save_labels(&labels)
}

/// The key of the labels that this version of the program extracts.
pub(super) fn labels_key(rules: RuleSet) -> LabelsKey {
    LabelsKey { rules: rules.name(), edition: edition() }
}

/// How many texts are read in one go on one core.
const CHUNK: usize = 8_192;

/// Extracts the labels of runs of a benchmark from their texts, cached or not.
pub(super) fn compute_labels(
    store: &Store,
    benchmark: &Benchmark,
    runs: &[&Run],
    rules: RuleSet,
) -> Result<Vec<CachedLabels>> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let choices = ChoiceTexts(store.choices_of_revisions(benchmark)?);
    let mut places: HashMap<LayoutKey, Vec<Place>> = HashMap::new();
    for run in runs {
        if let Entry::Vacant(vacant) = places.entry(run.layout()) {
            vacant.insert(store.places(run)?);
        }
    }
    let chunks =
        runs.iter().flat_map(|run| places[&run.layout()].chunks(CHUNK).map(|chunk| (*run, chunk)));
    let chunks: Vec<(&Run, &[Place])> = chunks.collect();
    // Each thread opens the database once.
    let path = store.path();
    let extract = |reader: &mut Option<Store>, (run, places): &(&Run, &[Place])| {
        let reader = match reader {
            Some(reader) => reader,
            none => none.insert(Store::open_to_read(path)?),
        };
        let mut labels = Vec::with_capacity(places.len());
        reader.for_each_text(run, places, |place, text, status| {
            let shown = choices.shown(place.question_id, &place.order);
            labels.extend(ExtractedLabel::read([rules], status, text, shown).map(byte));
        })?;
        Ok::<_, StoreError>(labels)
    };
    let extracted = chunks.par_iter().map_init(|| None, extract);
    let extracted: Vec<Vec<u8>> = extracted.collect::<Result<_, _>>()?;
    let labels_of_run = |run: &&Run| {
        let own = chunks.iter().zip(&extracted).filter(|((other, _), _)| other.id == run.id);
        let bytes = own.flat_map(|(_, bytes)| bytes).copied().collect();
        CachedLabels { key: labels_key(rules), bytes }
    };
    Ok(runs.iter().map(labels_of_run).collect())
}

/// A byte holds the index of a label or one of these, and the mark of a failed request.
const NONE_OF_THEM: u8 = Label::COUNT as u8;
const REFUSED: u8 = NONE_OF_THEM + 1;
const NOTHING: u8 = NONE_OF_THEM + 2;
const REFUSED_AS_NONE: u8 = NONE_OF_THEM + 3;
const FAILED: u8 = 0x80;

pub(super) fn byte(label: ExtractedLabel) -> u8 {
    let answer = match label.answer {
        Answer::Label(label) => label.index() as u8,
        Answer::NoneOfThem if label.is_refusal => REFUSED_AS_NONE,
        Answer::NoneOfThem => NONE_OF_THEM,
        Answer::Refused => REFUSED,
        Answer::Nothing => NOTHING,
    };
    if label.failed { answer | FAILED } else { answer }
}

/// Bytes that no version wrote do not hold a label: an unknown byte is never an answer.
fn reading(byte: u8) -> ExtractedLabel {
    let stored = byte & !FAILED;
    let answer = match stored {
        NONE_OF_THEM | REFUSED_AS_NONE => Answer::NoneOfThem,
        REFUSED => Answer::Refused,
        index => Label::from_index(usize::from(index)).map_or(Answer::Nothing, Answer::Label),
    };
    let is_refusal = matches!(stored, REFUSED | REFUSED_AS_NONE);
    ExtractedLabel { answer, is_refusal, failed: byte & FAILED != 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_fits_in_a_byte_and_back() {
        let labels = Label::all().map(Answer::Label);
        let plain = labels.chain([Answer::NoneOfThem, Answer::Nothing]);
        let refusals = [Answer::NoneOfThem, Answer::Refused].map(|answer| (answer, true));
        for (answer, is_refusal) in plain.map(|answer| (answer, false)).chain(refusals) {
            for failed in [false, true] {
                let there = ExtractedLabel { answer, is_refusal, failed };
                assert_eq!(reading(byte(there)), there);
            }
        }
    }

    #[test]
    fn the_label_z_is_not_none_of_the_choices() {
        let z = Label::from_letter('Z').unwrap();
        let bytes = [Answer::Label(z), Answer::NoneOfThem]
            .map(|answer| byte(ExtractedLabel { answer, is_refusal: false, failed: false }));
        assert_ne!(bytes[0], bytes[1]);
    }
}
