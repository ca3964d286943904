//! The extract desk: one annotator reads labels from models' texts, a sample in an order of their own.
//!
//! Blind: what the desk hands out has no reference answer, no label that a rule, a model or another
//! person read, and not the model's name. As everywhere, what it tells of is committed.

use std::collections::HashMap;

use super::lineup::{Lineup, Progress, place_in_order};
use super::review::Circumstances;
use crate::benchmark::decision::Act;
use crate::benchmark::history::{History, HistoryRow, Standing};
use crate::benchmark::{HandExtraction, HandLabel};
use crate::store::{
    Annotator, Benchmark, BlindText, DecisionRow, Exposure, Guideline, NewDecision, QUEUE_EXTRACT,
    Sample, SampleEntry, ShownText, Store, StoreError,
};

/// One annotator's reading of one sample.
#[derive(Debug)]
pub struct ExtractDesk {
    annotator: Annotator,
    benchmark: Benchmark,
    sample: Sample,
    guideline: Guideline,
    entries: Vec<SampleEntry>,
    lineup: Lineup,
}

impl ExtractDesk {
    /// Sits the annotator down at a sample.
    pub fn open(
        store: &mut Store,
        annotator: Annotator,
        benchmark: Benchmark,
        sample: Sample,
    ) -> Result<Self, StoreError> {
        let guideline = Guideline::extract();
        store.keep_guideline(&guideline)?;
        let mut entries = store.sample_entries(&sample)?;
        entries.sort_by_cached_key(|entry| place_in_order(annotator.seed, &entry.item));
        let shown: HashMap<&str, &str> =
            entries.iter().map(|entry| (entry.item.as_str(), entry.shown.as_str())).collect();
        // A label for another text under the same name is no label for this one.
        let holds = |row: &HistoryRow| match &row.act {
            Act::Extract(extraction) => {
                shown.get(row.item.as_str()).is_none_or(|shown| *shown == extraction.shown)
            }
            _ => true,
        };
        let rows = store.history(&annotator, QUEUE_EXTRACT, &benchmark)?;
        let history = History::of(rows.into_iter().filter(holds));
        let names = entries.iter().map(|entry| (entry.item.clone(), entry.revision)).collect();
        let lineup = Lineup::new(names, history);
        Ok(ExtractDesk { annotator, benchmark, sample, guideline, entries, lineup })
    }

    /// Who sits here.
    pub fn annotator(&self) -> &Annotator {
        &self.annotator
    }

    /// The benchmark.
    pub fn benchmark(&self) -> &Benchmark {
        &self.benchmark
    }

    /// The sample.
    pub fn sample(&self) -> &Sample {
        &self.sample
    }

    /// The guideline in force.
    pub fn guideline(&self) -> &Guideline {
        &self.guideline
    }

    /// The annotator's own rows of this queue.
    pub fn history(&self) -> &History {
        self.lineup.history()
    }

    /// How far the annotator is.
    pub fn progress(&self) -> Progress {
        self.lineup.progress()
    }

    /// Where the text at a position stands.
    pub fn standing(&self, position: usize) -> Standing {
        self.lineup.standing(position)
    }

    /// The name of the prediction at a position.
    pub fn item(&self, position: usize) -> Option<&str> {
        self.entries.get(position).map(|entry| entry.item.as_str())
    }

    /// The position of a prediction.
    pub fn position_of(&self, item: &str) -> Option<usize> {
        self.lineup.position_of(item)
    }

    /// The next text to read, held for this annotator; texts that enough others read or hold are
    /// passed over.
    pub fn next_after(
        &self,
        store: &mut Store,
        after: Option<usize>,
    ) -> Result<Option<usize>, StoreError> {
        for position in self.lineup.waiting_after(after) {
            if store.lease(&self.annotator, &self.sample, &self.entries[position])? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// What is read at a position.
    pub fn text(&self, store: &Store, position: usize) -> Result<BlindText, StoreError> {
        store.blind_text(self.entry(position)?.prediction_id)
    }

    /// Commits a label.
    pub fn label(
        &mut self,
        store: &mut Store,
        position: usize,
        label: HandLabel,
        evidence: Option<(usize, usize)>,
        circumstances: &Circumstances,
    ) -> Result<DecisionRow, StoreError> {
        let act = self.label_act(position, label, evidence)?;
        self.commit(store, position, act, circumstances)
    }

    /// Commits labels for different texts together, all or none.
    pub fn label_together(
        &mut self,
        store: &mut Store,
        labels: &[(usize, HandLabel)],
        circumstances: &Circumstances,
    ) -> Result<(), StoreError> {
        let decision = |&(at, label): &(usize, HandLabel)| {
            self.decision(store, at, self.label_act(at, label, None)?, circumstances)
        };
        let decisions = labels.iter().map(decision).collect::<Result<Vec<_>, _>>()?;
        let rows = store.decide_together(&self.annotator, &decisions)?;
        labels.iter().zip(&rows).for_each(|((at, _), row)| self.lineup.append(*at, row));
        Ok(())
    }

    /// Commits a skip, a `later` or a note.
    pub fn set_aside(
        &mut self,
        store: &mut Store,
        position: usize,
        act: Act,
        circumstances: &Circumstances,
    ) -> Result<DecisionRow, StoreError> {
        self.commit(store, position, act, circumstances)
    }

    /// Takes the newest decision of this queue back. Returns the position of its text; nothing when
    /// there is nothing left to take back.
    pub fn undo(
        &mut self,
        store: &mut Store,
        circumstances: &Circumstances,
    ) -> Result<Option<usize>, StoreError> {
        let Some(target) = self.history().next_undo().cloned() else { return Ok(None) };
        self.correct(store, &target.item, Act::Undo { row: target.id }, circumstances)
    }

    /// Brings the decision that was taken back last into force again.
    pub fn redo(
        &mut self,
        store: &mut Store,
        circumstances: &Circumstances,
    ) -> Result<Option<usize>, StoreError> {
        let Some((undo, restored)) = self.history().next_redo() else { return Ok(None) };
        let (undo, item) = (undo.id, restored.item.clone());
        self.correct(store, &item, Act::Redo { row: undo }, circumstances)
    }

    fn correct(
        &mut self,
        store: &mut Store,
        item: &str,
        act: Act,
        circumstances: &Circumstances,
    ) -> Result<Option<usize>, StoreError> {
        let Some(position) = self.position_of(item) else {
            let elsewhere = format!(
                "the newest decision is on {item}, which is not in sample {}",
                self.sample.name
            );
            return Err(StoreError::Unknown { what: elsewhere });
        };
        self.commit(store, position, act, circumstances)?;
        Ok(Some(position))
    }

    fn commit(
        &mut self,
        store: &mut Store,
        position: usize,
        act: Act,
        circumstances: &Circumstances,
    ) -> Result<DecisionRow, StoreError> {
        let decision = self.decision(store, position, act, circumstances)?;
        let row = store.decide(&self.annotator, &decision)?;
        self.lineup.append(position, &row);
        Ok(row)
    }

    /// What is appended for an act.
    fn decision(
        &self,
        store: &Store,
        position: usize,
        act: Act,
        circumstances: &Circumstances,
    ) -> Result<NewDecision, StoreError> {
        let entry = self.entry(position)?;
        Ok(NewDecision {
            queue: QUEUE_EXTRACT,
            question_id: entry.question_id,
            item: entry.item.clone(),
            act,
            guideline: Some(self.guideline.version.clone()),
            exposure: exposure(store, entry.question_id, &self.annotator, circumstances)?,
            active_ms: circumstances.active_ms,
        })
    }

    fn label_act(
        &self,
        position: usize,
        label: HandLabel,
        evidence: Option<(usize, usize)>,
    ) -> Result<Act, StoreError> {
        let shown = self.entry(position)?.shown.clone();
        Ok(Act::Extract(HandExtraction { label, shown, evidence }))
    }

    fn entry(&self, position: usize) -> Result<&SampleEntry, StoreError> {
        self.entries
            .get(position)
            .ok_or_else(|| StoreError::Unknown { what: "there is no such text".into() })
    }
}

/// What an annotator who reads this question's texts has seen; the reference answer may be known to
/// them from the review.
fn exposure(
    store: &Store,
    question_id: i64,
    annotator: &Annotator,
    circumstances: &Circumstances,
) -> Result<Exposure, StoreError> {
    let has_seen_answers = store.has_seen_answers(annotator, question_id)?;
    Ok(Exposure {
        screen: circumstances.screen.into(),
        reference: has_seen_answers || store.has_seen_reference(question_id, annotator)?,
        predictions: has_seen_answers,
        picture: circumstances.picture.clone(),
        cells: circumstances.cells,
    })
}

/// Commits a label for a text that a script names, whether it is in a sample or not.
pub fn decide_by_name(
    store: &mut Store,
    annotator: &Annotator,
    text: &ShownText,
    extraction: HandExtraction,
) -> Result<DecisionRow, StoreError> {
    let guideline = Guideline::extract();
    store.keep_guideline(&guideline)?;
    let circumstances = Circumstances { screen: "script", ..Circumstances::default() };
    let decision = NewDecision {
        queue: QUEUE_EXTRACT,
        question_id: text.question_id,
        item: text.name.to_string(),
        act: Act::Extract(extraction),
        guideline: Some(guideline.version),
        exposure: exposure(store, text.question_id, annotator, &circumstances)?,
        active_ms: 0,
    };
    store.decide(annotator, &decision)
}
