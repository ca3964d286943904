//! The extract queue: a sample of models' texts, from which a person reads the label.
//!
//! Blind: what is loaded has no reference answer, no label of a rule, a model or another person,
//! and not the model's name. A sample may ask for a number of people for each text; then a text is
//! held by a lease while it is on screen.

use std::collections::HashSet;

use super::correction::decide_by_script;
use super::definition::Queue;
use super::desk::Desk;
use super::opened::{OpenedText, OwnRows};
use super::order::{QueueItem, Rank, unranked};
use super::steps::{EXTRACT, Steps};
use assay_core::benchmark::decision::{Act, QUEUE_EXTRACT};
use assay_store::{
    Annotator, Benchmark, BlindText, DecisionRow, Guideline, QuestionId, Result, Sample,
    SampleEntry, ShownText, Store,
};

/// The queue in which the texts of a sample are read.
#[derive(Clone, Debug)]
pub struct ExtractQueue {
    /// The sample.
    pub sample: Sample,
}

/// One annotator's reading of one sample.
pub type ExtractDesk = Desk<ExtractQueue>;

impl QueueItem for SampleEntry {
    fn name(&self) -> &str {
        &self.item
    }

    fn revision(&self) -> u32 {
        self.revision
    }

    fn question_id(&self) -> QuestionId {
        self.question_id
    }

    /// A model that is run again may write another text under the same name; a label counts for the
    /// text that it was given to.
    fn shown(&self) -> Option<&str> {
        Some(&self.shown)
    }
}

impl Queue for ExtractQueue {
    const NAME: &'static str = QUEUE_EXTRACT;
    const STEPS: Steps<OpenedText> = EXTRACT;
    type Item = SampleEntry;
    type Content = BlindText;
    type Opened = OpenedText;

    fn of_benchmark(store: &Store, benchmark: &Benchmark) -> Result<Self> {
        Ok(ExtractQueue { sample: store.the_sample(benchmark, None)? })
    }

    fn guideline(&self, _: &Store) -> Result<Guideline> {
        Ok(guideline())
    }

    fn items(&self, store: &Store, _: &Benchmark) -> Result<Vec<(Self::Item, Rank)>> {
        Ok(unranked(store.sample_entries(&self.sample)?))
    }

    /// The texts of all samples, each once.
    fn team_items(store: &Store, benchmark: &Benchmark) -> Result<Vec<Self::Item>> {
        let mut texts: Vec<SampleEntry> = Vec::new();
        let mut known = HashSet::new();
        for sample in store.samples(benchmark)?.iter().rev() {
            let entries = store.sample_entries(sample)?.into_iter();
            texts.extend(entries.filter(|entry| known.insert(entry.item.clone())));
        }
        Ok(texts)
    }

    fn load(&self, store: &Store, by: &Annotator, item: &Self::Item) -> Result<Self::Content> {
        store.blind_text(by, item.prediction_id)
    }

    fn open(&self, store: &Store, own: OwnRows<'_>, item: &Self::Item) -> Result<OpenedText> {
        let text = self.load(store, own.annotator, item)?;
        Ok(OpenedText { text, note: own.note(item.name(), item.revision) })
    }

    fn people_per_item(&self) -> Option<usize> {
        self.sample.per_item
    }

    fn why_absent(&self, item: &str) -> String {
        format!("the newest decision is on {item}, which is not in sample {}", self.sample.name)
    }
}

/// The guideline that comes with the program.
pub(super) fn guideline() -> Guideline {
    Guideline::new(include_str!("../../../../assets/guidelines/extract.md"))
}

/// Commits an act on a text that a script names, whether it is in a sample or not.
pub fn decide_by_name(
    store: &mut Store,
    annotator: &Annotator,
    text: &ShownText,
    act: Act,
) -> Result<DecisionRow> {
    let guideline = guideline();
    store.keep_guideline(&guideline)?;
    let about = (QUEUE_EXTRACT, text.question_id, text.name.to_string());
    decide_by_script(store, annotator, about, act, Some(guideline.version))
}
