//! A benchmark's questions prepared for scoring, and what a run answers to each.
//!
//! Runs over the same rows share one list of places, which is looked up once; a run is then its list
//! of labels and nothing else. So thirty models over 33,000 rows are scored in a fraction of a second.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::stand_in::{StandIn, StandInLabels, is_open};
use crate::benchmark::{ChoiceOrder, Label, Pass};
use crate::extract::{Answer, RuleSet};
use crate::score::{AnsweredPass, Group, Placement, Reading, RequiredPasses};
use crate::store::{Benchmark, Place, QuestionSheet, Run, Store, StoreError};

/// A question prepared for scoring.
#[derive(Clone, Debug)]
pub struct Item {
    /// The question.
    pub sheet: QuestionSheet,
    /// The passes that CircularEval requires.
    pub required: RequiredPasses,
    /// Which of [`Exam::placements`] it has.
    pub(super) place: usize,
}

/// The current questions of a benchmark.
#[derive(Debug)]
pub struct Exam {
    items: Vec<Item>,
    /// The item of each row of a question, earlier revisions that look the same included.
    by_row: HashMap<i64, usize>,
    /// A question of each different placement.
    placements: Vec<usize>,
    slots: HashMap<i64, Arc<Slots>>,
    benchmark: Benchmark,
}

/// Where the predictions of runs of one layout belong.
#[derive(Debug)]
struct Slots {
    /// By item and pass.
    all: Vec<Slot>,
    /// The slots of each item.
    of_item: Vec<Range<usize>>,
    /// Predictions on revisions that read differently from the current ones.
    outdated: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    question_id: i64,
    pass: Pass,
    /// The label before the right choice, as it was shown.
    reference: Option<Label>,
    /// The place of the prediction in the run.
    position: usize,
}

/// What one run answers.
#[derive(Clone, Debug)]
pub struct Answers {
    slots: Arc<Slots>,
    /// What was read from each prediction, in the order of the run.
    readings: Vec<Reading>,
    /// How far the labels of an extractor reach that stands in for the rules.
    stand_in: Option<StandIn>,
}

impl Exam {
    /// Prepares the questions of a benchmark.
    pub fn of(store: &Store, benchmark: &Benchmark) -> Result<Exam, StoreError> {
        let mut items: Vec<Item> = Vec::new();
        let mut placements: Vec<usize> = Vec::new();
        for sheet in store.question_sheets(benchmark)? {
            let required = RequiredPasses::from_source(&sheet.passes, &sheet.choices, sheet.answer);
            items.push(Item { sheet, required, place: 0 });
        }
        let mut known: HashMap<Placement<'_>, usize> = HashMap::new();
        let mut places = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            places.push(*known.entry(item.placement()).or_insert_with(|| {
                placements.push(at);
                placements.len() - 1
            }));
        }
        for (item, place) in items.iter_mut().zip(places) {
            item.place = place;
        }
        let mut by_row: HashMap<i64, usize> =
            items.iter().enumerate().map(|(at, item)| (item.sheet.id, at)).collect();
        for (old, new) in store.revisions_alike(benchmark)? {
            if let Some(&item) = by_row.get(&new) {
                by_row.insert(old, item);
            }
        }
        let benchmark = benchmark.clone();
        Ok(Exam { items, by_row, placements, slots: HashMap::new(), benchmark })
    }

    /// The questions in the order of the file.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The different placements that questions have; [`Item`]s say which is theirs.
    pub(super) fn placements(&self) -> impl Iterator<Item = Placement<'_>> {
        self.placements.iter().map(|&item| self.items[item].placement())
    }

    /// What each of these runs answers; see [`Exam::answers`].
    pub fn answers_of(
        &mut self,
        store: &mut Store,
        runs: &[Run],
        rules: RuleSet,
        extractor: Option<&str>,
    ) -> Result<Vec<Answers>, StoreError> {
        store.prepare_labels(runs, rules)?;
        runs.iter().map(|run| self.answers(store, run, rules, extractor)).collect()
    }

    /// What a run answers. With an extractor, its labels stand in where the rules read nothing.
    pub fn answers(
        &mut self,
        store: &mut Store,
        run: &Run,
        rules: RuleSet,
        extractor: Option<&str>,
    ) -> Result<Answers, StoreError> {
        let slots = match self.slots.get(&run.layout_id) {
            Some(slots) => Arc::clone(slots),
            None => {
                let slots = Arc::new(self.slots_of(&store.places(run)?));
                self.slots.insert(run.layout_id, Arc::clone(&slots));
                slots
            }
        };
        let labels = store.labels(run, rules)?;
        if labels.len() != slots.all.len() + slots.outdated {
            let what = format!("labels of {} for another number of predictions", run.model);
            return Err(StoreError::Damaged(what));
        }
        let readings = labels.readings().collect();
        let mut answers = Answers { slots, readings, stand_in: None };
        if let Some(extractor) = extractor {
            answers.fill_in(store, &self.benchmark, run, extractor)?;
        }
        Ok(answers)
    }

    fn slots_of(&self, places: &[Place]) -> Slots {
        let mut slots: Vec<(usize, Slot)> = Vec::with_capacity(places.len());
        for (position, place) in places.iter().enumerate() {
            let Some(&item) = self.by_row.get(&place.question_id) else { continue };
            let answer = self.items[item].sheet.answer;
            let reference = answer.and_then(|answer| shown_label(&place.order, answer));
            let (question_id, pass) = (place.question_id, place.pass);
            slots.push((item, Slot { question_id, pass, reference, position }));
        }
        slots.sort_by_key(|(item, slot)| (*item, slot.pass));
        let mut of_item = vec![0..0; self.items.len()];
        let mut start = 0;
        for of_one in slots.chunk_by(|(one, _), (other, _)| one == other) {
            of_item[of_one[0].0] = start..start + of_one.len();
            start += of_one.len();
        }
        let outdated = places.len() - slots.len();
        Slots { all: slots.into_iter().map(|(_, slot)| slot).collect(), of_item, outdated }
    }
}

/// As [`ChoiceOrder::shown_label_of`] without the sorting where letters have no gap, which is nearly
/// always.
fn shown_label(order: &ChoiceOrder, answer: Label) -> Option<Label> {
    let count = order.labels().len();
    match order.labels().iter().all(|label| label.index() < count) {
        true => order.position_of(answer).and_then(Label::from_index),
        false => order.shown_label_of(answer),
    }
}

impl Item {
    /// Where the question belongs.
    pub fn placement(&self) -> Placement<'_> {
        Placement {
            split: self.sheet.split.as_deref(),
            l2_category: self.sheet.l2_category.as_deref(),
            category: self.sheet.category.as_deref(),
        }
    }
}

impl Answers {
    /// What was read from each prediction of the run.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Predictions on revisions of their question that read differently from the current one.
    pub fn outdated(&self) -> usize {
        self.slots.outdated
    }

    /// How far the labels reach of the extractor that stands in for the rules, if there is one.
    pub fn stand_in(&self) -> Option<StandIn> {
        self.stand_in
    }

    /// Whether the run has any prediction for the question.
    pub fn has_any(&self, item: usize) -> bool {
        !self.slots.of_item[item].is_empty()
    }

    /// The passes of a question that are there, in order, each with what was read from it.
    pub fn passes(&self, item: usize) -> impl Iterator<Item = (AnsweredPass, Reading)> {
        self.slots.all[self.slots.of_item[item].clone()].iter().map(|slot| {
            let reading = self.readings[slot.position];
            let Slot { pass, reference, .. } = *slot;
            (AnsweredPass { pass, answer: reading.answer, reference }, reading)
        })
    }

    /// Writes the question's passes into `group`, which may have been another's before.
    pub fn fill_group<'e>(&self, exam: &'e Exam, item: usize, group: &mut Group<'e>) {
        group.passes.clear();
        group.passes.extend(self.passes(item).map(|(pass, _)| pass));
        group.required = &exam.items[item].required;
    }

    /// Where the rules read nothing, what the extractor read counts.
    fn fill_in(
        &mut self,
        store: &mut Store,
        benchmark: &Benchmark,
        run: &Run,
        extractor: &str,
    ) -> Result<(), StoreError> {
        let labels = StandInLabels::of(store, benchmark, run, extractor, &self.readings)?;
        let mut reach = StandIn::default();
        for slot in &self.slots.all {
            let reading = &mut self.readings[slot.position];
            if !is_open(*reading) {
                continue;
            }
            match labels.get(slot.position, (slot.question_id, slot.pass)) {
                None => reach.not_read += 1,
                Some(Answer::Nothing) => reach.nothing += 1,
                Some(answer) => {
                    reach.labels += 1;
                    reading.answer = answer;
                    reading.is_refusal = answer == Answer::Refused;
                }
            }
        }
        self.stand_in = Some(reach);
        Ok(())
    }
}
