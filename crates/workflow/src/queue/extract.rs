//! The extract queue: a sample of models' texts, from which a person reads the label.
//!
//! Blind: what is loaded has no reference answer, no label of a rule, a model or another person,
//! and not the model's name. A sample may ask for a number of people for each text; then a text is
//! held by a lease while it is on screen.

use std::collections::HashSet;

use super::correction::decide_by_script;
use super::definition::Queue;
use super::desk::Desk;
use super::order::QueueItem;
use super::steps::{EXTRACT, OpenedItem, Steps};
use assay_core::benchmark::decision::{Act, QUEUE_EXTRACT};
use assay_core::benchmark::{HandExtraction, HandLabel};
use assay_store::{
    Annotator, Benchmark, BlindText, DecisionRow, Guideline, QuestionId, Sample, SampleEntry,
    ShownText, Store, StoreError,
};

/// The queue in which the texts of a sample are read.
#[derive(Clone, Debug)]
pub struct ExtractQueue {
    /// The sample.
    pub sample: Sample,
}

/// One annotator's reading of one sample.
pub type ExtractDesk = Desk<ExtractQueue>;

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

    fn of_benchmark(store: &Store, benchmark: &Benchmark) -> Result<Self, StoreError> {
        Ok(ExtractQueue { sample: store.the_sample(benchmark, None)? })
    }

    fn guideline(&self, _: &Store) -> Result<Guideline, StoreError> {
        Ok(guideline())
    }

    fn items(&self, store: &Store, _: &Benchmark) -> Result<Vec<Self::Item>, StoreError> {
        store.sample_entries(&self.sample)
    }

    /// The texts of all samples, each once.
    fn team_items(store: &Store, benchmark: &Benchmark) -> Result<Vec<Self::Item>, StoreError> {
        let mut texts: Vec<SampleEntry> = Vec::new();
        let mut known = HashSet::new();
        for sample in store.samples(benchmark)?.iter().rev() {
            let entries = store.sample_entries(sample)?.into_iter();
            texts.extend(entries.filter(|entry| known.insert(entry.item.clone())));
        }
        Ok(texts)
    }

    fn load(
        &self,
        store: &Store,
        annotator: &Annotator,
        item: &Self::Item,
    ) -> Result<Self::Content, StoreError> {
        store.blind_text(annotator, item.prediction_id)
    }

    fn open(desk: &Desk<Self>, store: &Store, position: usize) -> Result<OpenedText, StoreError> {
        Ok(OpenedText { text: desk.load(store, position)?, note: desk.note(position)? })
    }

    fn people_per_item(&self) -> Option<usize> {
        self.sample.per_item
    }

    fn why_absent(&self, item: &str) -> String {
        format!("the newest decision is on {item}, which is not in sample {}", self.sample.name)
    }
}

impl Desk<ExtractQueue> {
    /// The sample.
    pub fn sample(&self) -> &Sample {
        &self.queue().sample
    }

    /// The act that gives the text at a position a label. `evidence` are the bytes of the text that
    /// decided.
    pub fn label_act(
        &self,
        position: usize,
        label: HandLabel,
        evidence: Option<(usize, usize)>,
    ) -> Result<Act, StoreError> {
        let shown = self.item(position)?.shown.clone();
        Ok(Act::Extract(HandExtraction { label, shown, evidence }))
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
) -> Result<DecisionRow, StoreError> {
    let guideline = guideline();
    store.keep_guideline(&guideline)?;
    let about = (QUEUE_EXTRACT, text.question_id, text.name.to_string());
    decide_by_script(store, annotator, about, act, Some(guideline.version))
}
