//! A benchmark's questions prepared for scoring, and the scoring table that a run fills.
//!
//! Runs over the same rows share one list of places, which is looked up once. So thirty models over
//! 33,000 rows are scored in a fraction of a second.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rayon::prelude::*;

use super::fallback::{FallbackCounts, FallbackLabels, fallback_labels, is_open};
use super::labels::{labels, prepare_labels};
use super::predictions_by_question::positions_of_revisions;
use super::setting::RunOptions;
use super::short_answers::{
    JudgedShort, ScorerAgreement, ShortPlace, agreement_of_scorers, judged_short,
};
use assay_core::benchmark::{AnswerRule, ChoiceOrder, Label, Pass};
use assay_core::extract::{Answer, RuleSet};
use assay_core::score::{
    ExtractedLabel, ExtractedPass, ExtractionCounts, ModelAnswers, Placement, Placements, Question,
    RequiredPasses, Strategy, TableQuestion,
};
use assay_store::{
    Benchmark, LayoutKey, Place, QuestionId, QuestionSheet, Result, Run, Store, StoreError,
    StoredQuestion,
};

/// A question prepared for scoring.
#[derive(Clone, Debug)]
pub struct ScoredQuestion {
    /// The question.
    pub sheet: QuestionSheet,
    /// The passes that CircularEval requires.
    pub required: RequiredPasses,
}

impl ScoredQuestion {
    fn new(sheet: QuestionSheet) -> Self {
        let required = RequiredPasses::from_source(&sheet.passes, &sheet.choices, sheet.answer);
        ScoredQuestion { sheet, required }
    }

    /// Whether answers to it are right or wrong.
    pub(super) fn has_reference(&self) -> bool {
        self.sheet.answer.is_some() || self.judged_by().is_some()
    }

    /// The rule of its short answer, if there is something to compare with.
    pub(super) fn judged_by(&self) -> Option<AnswerRule> {
        self.sheet.short.as_ref().filter(|short| short.has_reference()).map(|short| short.rule)
    }
}

impl Question for ScoredQuestion {
    fn in_table(&self) -> TableQuestion<'_> {
        TableQuestion {
            key: self.sheet.key.as_str(),
            placement: Placement {
                split: self.sheet.split.as_deref(),
                l2_category: self.sheet.l2_category.as_deref(),
                category: self.sheet.category.as_deref(),
            },
            moved: &[],
            required: &self.required,
            choices: self.sheet.choices.len(),
            has_answer: self.has_reference(),
            rule: self.judged_by(),
        }
    }
}

/// The current questions of a benchmark.
#[derive(Debug)]
pub struct PreparedBenchmark {
    questions: Vec<ScoredQuestion>,
    pub(super) placements: Placements,
    /// The question of each row, earlier revisions that look the same included.
    pub(super) by_row: HashMap<QuestionId, usize>,
    slots: HashMap<LayoutKey, Slots>,
    benchmark: Benchmark,
}

/// Where the predictions of runs of one layout belong.
#[derive(Debug)]
struct Slots {
    /// By question and pass.
    all: Vec<Slot>,
    /// Predictions on revisions that read differently from the current ones.
    outdated: usize,
    /// Of each prediction, whether it answers an open question.
    open: Vec<bool>,
    /// Those that are short answers.
    short: Vec<ShortPlace>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    question: usize,
    /// The row of the revision that the model saw.
    question_id: QuestionId,
    pass: Pass,
    /// The label of the right choice, as it was shown.
    reference: Option<Label>,
    /// The position of the prediction in the run.
    position: usize,
}

/// What one run answers.
#[derive(Clone, Debug)]
pub struct RunAnswers {
    /// Its answers to the questions.
    pub answers: ModelAnswers,
    /// How many of its predictions have a label, outdated ones included; open questions, whose answers
    /// have none, are left out.
    pub extraction: ExtractionCounts,
    /// What the fallback extractor added, if there is one.
    pub fallback: Option<FallbackCounts>,
}

impl PreparedBenchmark {
    /// Loads the questions of a benchmark.
    pub fn load(store: &Store, benchmark: &Benchmark) -> Result<Self> {
        Self::load_revisions(store, benchmark, &HashMap::new())
    }

    /// Loads the questions of a benchmark, some in another revision than the current one: `instead`
    /// gives the row to take for the row of a current question. The order is that of the file.
    pub fn load_revisions(
        store: &Store,
        benchmark: &Benchmark,
        instead: &HashMap<QuestionId, QuestionId>,
    ) -> Result<Self> {
        let mut replaced = Vec::new();
        let mut sheets = store.question_sheets(benchmark)?;
        for sheet in &mut sheets {
            if let Some(&wanted) = instead.get(&sheet.id).filter(|&&wanted| wanted != sheet.id) {
                replaced.push((sheet.id, wanted));
                *sheet = store.question_sheet(wanted)?;
            }
        }
        let questions = sheets.into_iter().map(ScoredQuestion::new).collect();
        let mut prepared = Self::from_prepared(store, benchmark, questions)?;
        let by_row = &mut prepared.by_row;
        for (current, wanted) in replaced {
            let Some(&question) = by_row.get(&wanted) else { continue };
            by_row.retain(|_, at| *at != question);
            by_row.remove(&current);
            let shown = store.whole_question(wanted)?;
            for id in store.revisions(wanted)? {
                if store.whole_question(id)?.is_shown_like(&shown) {
                    by_row.insert(id, question);
                }
            }
        }
        Ok(prepared)
    }

    /// Prepares the current questions of a benchmark that were read already, in the same order.
    pub fn from_questions(
        store: &Store,
        benchmark: &Benchmark,
        questions: &[StoredQuestion],
    ) -> Result<Self> {
        let sheets = questions.par_iter().map(|one| QuestionSheet::new(one.id, &one.question));
        Self::from_prepared(store, benchmark, sheets.map(ScoredQuestion::new).collect())
    }

    fn from_prepared(
        store: &Store,
        benchmark: &Benchmark,
        questions: Vec<ScoredQuestion>,
    ) -> Result<Self> {
        let ids = questions.iter().map(|question| question.sheet.id);
        let by_row = positions_of_revisions(store, benchmark, ids)?;
        let placements = Placements::new(&questions, benchmark.taxonomy());
        let (slots, benchmark) = (HashMap::new(), benchmark.clone());
        Ok(PreparedBenchmark { questions, placements, by_row, slots, benchmark })
    }

    /// Gives questions another reference answer, by the rows of their revisions.
    pub fn correct_answers(&mut self, answers: &HashMap<QuestionId, Label>) {
        self.slots.clear();
        for question in &mut self.questions {
            if let Some(&answer) = answers.get(&question.sheet.id) {
                question.sheet.answer = Some(answer);
                *question = ScoredQuestion::new(question.sheet.clone());
            }
        }
    }

    /// Lets one value be the only short answer that is accepted, by the rows of the questions' revisions.
    pub fn accept_values(&mut self, values: &HashMap<QuestionId, String>) {
        for question in &mut self.questions {
            let value = values.get(&question.sheet.id);
            if let Some((short, value)) = question.sheet.short.as_mut().zip(value) {
                short.answers.fill(value.clone());
            }
        }
    }

    /// The values of the short answers of a run that [`PreparedBenchmark::run_answers`] has read and that are wrong, by
    /// question.
    pub fn wrong_values(&self, store: &Store, run: &Run) -> Result<Vec<(usize, String)>> {
        let Some(slots) = self.slots.get(&run.layout()) else { return Ok(Vec::new()) };
        let short_of = |question: usize| self.questions[question].sheet.short.as_ref();
        let judged = judged_short(store, run, &slots.short, short_of)?;
        let value = |slot: &Slot| {
            let verdict = judged.get(&slot.position)?.verdict.as_ref()?;
            (!verdict.is_right()).then(|| (slot.question, verdict.value.clone()))
        };
        Ok(slots.all.iter().filter_map(value).collect())
    }

    /// The questions in the order of the file.
    pub fn questions(&self) -> &[ScoredQuestion] {
        &self.questions
    }

    /// What each of these runs answers; see [`PreparedBenchmark::run_answers`].
    pub fn answers_of_runs(
        &mut self,
        store: &mut Store,
        runs: &[Run],
        rules: RuleSet,
        extractor: Option<&str>,
    ) -> Result<Vec<RunAnswers>> {
        prepare_labels(store, &self.benchmark, runs, rules)?;
        runs.iter().map(|run| self.run_answers(store, run, rules, extractor)).collect()
    }

    /// What each of these runs answers by these options, and the strategy that is asked for or the
    /// default for these runs.
    pub fn answers_by(
        &mut self,
        store: &mut Store,
        runs: &[Run],
        options: &RunOptions,
    ) -> Result<(Vec<RunAnswers>, Strategy)> {
        let extractor = options.extractor.as_deref();
        let answers = self.answers_of_runs(store, runs, options.rules, extractor)?;
        let default = || Strategy::default_for(answers.iter().map(|run| &run.answers));
        let strategy = options.strategy.unwrap_or_else(default);
        Ok((answers, strategy))
    }

    /// What a run answers. An extractor's labels fill in where the rules find nothing.
    pub fn run_answers(
        &mut self,
        store: &mut Store,
        run: &Run,
        rules: RuleSet,
        extractor: Option<&str>,
    ) -> Result<RunAnswers> {
        let slots = match self.slots.entry(run.layout()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                unknown.insert(Slots::new(&self.questions, &self.by_row, &store.places(run)?))
            }
        };
        let mut labels = labels(store, &self.benchmark, run, rules)?;
        if labels.len() != slots.all.len() + slots.outdated {
            let what = format!("labels of {} for another number of predictions", run.model);
            return Err(StoreError::Damaged(what));
        }
        let short_of = |question: usize| self.questions[question].sheet.short.as_ref();
        let mut short = judged_short(store, run, &slots.short, short_of)?;
        let fallback = match extractor {
            Some(extractor) => {
                let found = fallback_labels(store, &self.benchmark, run, extractor, &labels)?;
                Some(fill_in((&mut labels, &mut short), slots, &found))
            }
            None => None,
        };
        let of_choices = labels.iter().zip(&slots.open).filter(|&(_, &open)| !open);
        // A short answer of which the rule reads a value is matched, right or wrong.
        let of_short = short.values().map(|judged| judged.label.as_matched());
        let of_choices = of_choices.map(|(label, _)| *label);
        let extraction = ExtractionCounts::count(of_choices.chain(of_short));
        let pass = |slot: &Slot| {
            let Slot { question, pass, reference, position, .. } = *slot;
            let judged = short.get(&position);
            let extracted = judged.map_or(labels[position], |judged| judged.label);
            let reference = judged.map_or(reference, |_| Some(ExtractedLabel::ACCEPTED));
            let grade = judged.and_then(|judged| judged.grade);
            (question, ExtractedPass { pass, extracted, reference, grade })
        };
        let passes = slots.all.iter().map(pass);
        let model = run.model.as_str();
        let answers = ModelAnswers::new(model, self.questions.len(), passes, slots.outdated);
        Ok(RunAnswers { answers, extraction, fallback })
    }

    /// How often scorers of other programs say of a run's short answers what their rules say.
    pub fn scorers_of_short_answers(
        &self,
        store: &Store,
        run: &Run,
    ) -> Result<Vec<ScorerAgreement>> {
        let slots = self.slots.get(&run.layout()).filter(|slots| !slots.short.is_empty());
        let Some(slots) = slots else { return Ok(Vec::new()) };
        let short_of = |question: usize| self.questions[question].sheet.short.as_ref();
        let short = judged_short(store, run, &slots.short, short_of)?;
        let judged = slots.all.iter().filter_map(|slot| {
            let key = self.questions[slot.question].sheet.key.as_str();
            Some(((slot.question_id, slot.pass), (key, short.get(&slot.position)?)))
        });
        agreement_of_scorers(store, run, &judged.collect())
    }

    /// The orders in which predictions at these places were shown the choices, by question and pass.
    pub(crate) fn orders(&self, places: Vec<Place>) -> HashMap<(usize, Pass), ChoiceOrder> {
        let order = |place: Place| {
            let question = *self.by_row.get(&place.question_id)?;
            Some(((question, place.pass), place.order))
        };
        places.into_iter().filter_map(order).collect()
    }
}

impl Slots {
    fn new(
        questions: &[ScoredQuestion],
        by_row: &HashMap<QuestionId, usize>,
        places: &[Place],
    ) -> Self {
        let mut slots: Vec<Slot> = Vec::with_capacity(places.len());
        for (position, place) in places.iter().enumerate() {
            let Some(&question) = by_row.get(&place.question_id) else { continue };
            let answer = questions[question].sheet.answer;
            let reference = answer.and_then(|answer| shown_label(&place.order, answer));
            let (question_id, pass) = (place.question_id, place.pass);
            slots.push(Slot { question, question_id, pass, reference, position });
        }
        slots.sort_by_key(|slot| (slot.question, slot.pass));
        let outdated = places.len() - slots.len();
        let open = places.iter().map(Place::is_of_open_question).collect();
        let has_short = |at: &usize| questions[*at].sheet.short.is_some();
        let question_of = |place: &Place| by_row.get(&place.question_id).copied().filter(has_short);
        let of_short = |(position, place): (usize, &Place)| {
            Some(ShortPlace { position, question: question_of(place)?, place: place.clone() })
        };
        let short = places.iter().enumerate().filter_map(of_short).collect();
        Slots { all: slots, outdated, open, short }
    }
}

/// Takes the fallback extractor's labels where the rules found nothing.
fn fill_in(
    (labels, short): (&mut [ExtractedLabel], &mut HashMap<usize, JudgedShort>),
    slots: &Slots,
    found: &FallbackLabels,
) -> FallbackCounts {
    let mut counts = FallbackCounts::default();
    for slot in &slots.all {
        let found = found.get(&(slot.question_id, slot.pass)).copied();
        if let Some(judged) = short.get_mut(&slot.position) {
            // No extractor is asked for these; other programs' scorers have verdicts on them.
            counts.labels += usize::from(found.is_some_and(|verdict| judged.fill_in(verdict)));
            continue;
        }
        let label = &mut labels[slot.position];
        // Where there are no choices no extractor is asked for one.
        if !is_open(*label) || slots.open[slot.position] {
            continue;
        }
        match found {
            None => counts.not_read += 1,
            Some(Answer::Nothing) => counts.nothing += 1,
            Some(answer) => {
                counts.labels += 1;
                *label = answer.into();
            }
        }
    }
    counts
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
