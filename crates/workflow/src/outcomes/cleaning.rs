//! The result of cleaning a benchmark: how many questions were suspected, verified, removed and fixed,
//! and what that did to the models' scores and ranks (MMBench §3.2).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::Serialize;

use super::records::{RecordedQuestion, recorded_questions};
use super::verification::kinds_of_evidence;
use crate::evaluation::prepared::{PreparedBenchmark, RunAnswers};
use crate::evaluation::setting::RunOptions;
use assay_core::benchmark::category_names::l2_beside;
use assay_core::benchmark::outcome::{Fate, Outcome, OutcomeCounts, Policy, Settlers, WhyOpen};
use assay_core::benchmark::provenance::ProvenanceCounts;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::keyword::Keyword;
use assay_core::score::comparison::{Share, ranks};
use assay_core::score::{Level, ScoringTable, Strategy};
use assay_store::{Benchmark, QuestionEntry, QuestionId, Result, Run, Store};

/// The result of cleaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Cleaning {
    /// Over all questions, then by L-2 ability, then by category, each by name. An ability that a
    /// question does not have is not counted on that level.
    pub rows: Vec<CleaningRow>,
    /// What becomes of the questions.
    pub outcome: OutcomeCounts,
    /// Who says what becomes of the questions after their reviews.
    pub provenance: ProvenanceCounts,
    /// Questions whose verifiers are split; they stay as they were.
    pub unsettled: Vec<String>,
    /// Suspected questions that are not verified.
    pub open: Vec<String>,
    /// The strategy of the scores, which may be the default.
    pub strategy: Strategy,
    /// Each run's score before and after.
    pub models: Vec<CleanedScore>,
}

/// The counts of one ability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CleaningRow {
    /// The level.
    pub level: Level,
    /// The ability as in the data; `overall` for the level of that name.
    pub name: String,
    /// Questions in the database.
    pub imported: usize,
    /// Of these, suspected, by kind of evidence; a question may have several.
    pub flagged: BTreeMap<&'static str, usize>,
    /// Questions with any evidence, or with a decision whose flag was withdrawn.
    pub suspected: usize,
    /// Suspected questions that are settled, by verifiers or else by adjudicators: removed, fixed or kept.
    pub verified: usize,
    /// Of these, settled by adjudicators.
    pub adjudicated: usize,
    /// Settled: they leave the benchmark.
    pub removed: usize,
    /// Of these, removed by their reviewers alone, where these may.
    pub by_reviewers: usize,
    /// Settled: they stay with other words.
    pub fixed: usize,
    /// Settled: they stay as they are, against the suspicion.
    pub kept: usize,
    /// Questions of the clean benchmark that were imported with another ability: a fix or an adjudicator
    /// corrected it.
    pub moved_in: usize,
    /// Questions of the clean benchmark that have another ability there.
    pub moved_out: usize,
    /// Verifiers are split.
    pub unsettled: usize,
    /// They are not verified.
    pub not_verified: usize,
    /// Questions that the clean benchmark has with this ability: those that were imported, without the
    /// removed ones and those that moved out, and with those that moved in.
    pub clean: usize,
}

/// One model's score over a set of questions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoreOver {
    /// Questions that counted.
    pub n: usize,
    /// Of these, right.
    pub correct: usize,
    /// The share; `None` if no question counted.
    pub accuracy: Option<f64>,
    /// The model's place among these runs, those with the same accuracy sharing one.
    pub rank: Option<usize>,
}

/// One run's score before and after cleaning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CleanedScore {
    /// The model's name.
    pub model: String,
    /// Over all questions as they were imported.
    pub before: ScoreOver,
    /// Over the clean benchmark.
    pub after: ScoreOver,
    /// Fixed questions that are left out afterwards, because the model has answered only the words
    /// before the fix.
    pub stale: usize,
}

/// A question and what becomes of it.
pub(crate) type Decided = (RecordedQuestion, Outcome);

/// The result of cleaning, with the scores of these runs.
pub fn cleaning(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &RunOptions,
    policy: Policy,
) -> Result<Cleaning> {
    let questions = questions_with_outcome(store, benchmark, policy)?;
    let rows = count_rows(&questions, benchmark.taxonomy());
    let keys = |is_listed: fn(WhyOpen) -> bool| {
        let listed =
            questions.iter().filter(|(_, outcome)| outcome.why_open().is_some_and(is_listed));
        listed.map(|(one, _)| one.key().to_owned()).collect()
    };
    let unsettled = keys(|why| why == WhyOpen::VerifiersDiffer);
    let open = keys(WhyOpen::is_unverified);
    let provenance = questions.iter().map(|(one, _)| &one.record.current).collect();
    let outcome = questions.iter().map(|(_, outcome)| outcome.fate).collect();
    let (strategy, models) = scores(store, benchmark, &questions, runs, options)?;
    Ok(Cleaning { rows, outcome, provenance, unsettled, open, strategy, models })
}

/// Every question with what becomes of it, in the order of the file.
pub(crate) fn questions_with_outcome(
    store: &Store,
    benchmark: &Benchmark,
    policy: Policy,
) -> Result<Vec<Decided>> {
    let recorded = Arc::unwrap_or_clone(recorded_questions(store, benchmark)?).into_iter();
    let decided = |one: RecordedQuestion| {
        let outcome = one.outcome(policy);
        (one, outcome)
    };
    Ok(recorded.map(decided).collect())
}

fn count_rows(questions: &[Decided], taxonomy: &Taxonomy) -> Vec<CleaningRow> {
    let kinds = kinds_of_evidence(questions.iter().map(|(one, _)| &one.suspicion));
    let mut rows: BTreeMap<Ability, CleaningRow> = BTreeMap::new();
    for (question, outcome) in questions {
        // A fix or an adjudicator may move a question to another ability; it is suspected and verified where
        // it was imported.
        let imported = abilities_as_imported(question.original());
        let cleaned = question.cleaned(outcome);
        let clean = cleaned.map(|entry| abilities_in_clean(entry, outcome, taxonomy));
        for ability in &imported {
            let row = row(&mut rows, ability, &kinds);
            row.count(question, outcome);
            let is_gone = clean.as_ref().is_some_and(|clean| !clean.contains(ability));
            row.moved_out += usize::from(is_gone);
        }
        for ability in clean.iter().flatten() {
            let row = row(&mut rows, ability, &kinds);
            row.clean += 1;
            row.moved_in += usize::from(!imported.contains(ability));
        }
    }
    rows.into_values().collect()
}

/// An ability on its level, or all questions.
type Ability = (Level, String);

fn row<'r>(
    rows: &'r mut BTreeMap<Ability, CleaningRow>,
    ability: &Ability,
    kinds: &[&'static str],
) -> &'r mut CleaningRow {
    let (level, name) = ability;
    rows.entry(ability.clone()).or_insert_with(|| CleaningRow::new(*level, name, kinds))
}

/// The rows that a question counts in.
fn abilities(l2: Option<&str>, category: Option<&str>) -> Vec<Ability> {
    let overall = Some(Level::Overall.name());
    let levels = [(Level::Overall, overall), (Level::L2, l2), (Level::Category, category)];
    levels.into_iter().filter_map(|(level, name)| Some((level, name?.to_owned()))).collect()
}

fn abilities_as_imported(entry: &QuestionEntry) -> Vec<Ability> {
    abilities(entry.l2_category.as_deref(), entry.category.as_deref())
}

/// Those in the clean benchmark, of the revision that it has.
fn abilities_in_clean(
    entry: &QuestionEntry,
    outcome: &Outcome,
    taxonomy: &Taxonomy,
) -> Vec<Ability> {
    let Some(category) = &outcome.category else { return abilities_as_imported(entry) };
    let l2 = l2_beside(taxonomy, category, entry.l2_category.as_deref());
    abilities(l2.as_deref(), Some(category))
}

impl CleaningRow {
    /// No questions yet, under these kinds of evidence.
    pub fn new(level: Level, name: &str, kinds: &[&'static str]) -> Self {
        CleaningRow {
            level,
            name: name.to_owned(),
            flagged: kinds.iter().map(|&kind| (kind, 0)).collect(),
            ..CleaningRow::default()
        }
    }

    fn count(&mut self, question: &RecordedQuestion, outcome: &Outcome) {
        self.imported += 1;
        if !question.record.deciding().is_in_question() {
            return;
        }
        self.suspected += 1;
        for kind in question.suspicion.kinds() {
            *self.flagged.entry(kind).or_default() += 1;
        }
        match outcome.settled_by {
            None => {}
            Some(Settlers::Reviewers) => self.by_reviewers += 1,
            Some(Settlers::Adjudicators) => {
                (self.verified, self.adjudicated) = (self.verified + 1, self.adjudicated + 1);
            }
            Some(Settlers::Verifiers) => self.verified += 1,
        }
        *match outcome.fate {
            Fate::Open(WhyOpen::VerifiersDiffer) => &mut self.unsettled,
            Fate::Open(_) => &mut self.not_verified,
            Fate::Removed => &mut self.removed,
            Fate::Fixed => &mut self.fixed,
            Fate::Kept => &mut self.kept,
        } += 1;
    }
}

/// The questions prepared for scoring as the clean benchmark has them. Removed ones are among them, as they were.
pub(crate) fn prepared_clean(
    store: &Store,
    benchmark: &Benchmark,
    questions: &[Decided],
) -> Result<PreparedBenchmark> {
    let in_clean = |(one, outcome): &Decided| Some((one.current().id, one.cleaned(outcome)?.id));
    let cleaned: HashMap<QuestionId, QuestionId> = questions.iter().filter_map(in_clean).collect();
    let mut prepared = PreparedBenchmark::load_revisions(store, benchmark, &cleaned)?;
    let corrected = |(one, outcome): &Decided| Some((one.cleaned(outcome)?.id, outcome.answer?));
    prepared.correct_answers(&questions.iter().filter_map(corrected).collect());
    Ok(prepared)
}

fn scores(
    store: &mut Store,
    benchmark: &Benchmark,
    questions: &[Decided],
    runs: &[Run],
    options: &RunOptions,
) -> Result<(Strategy, Vec<CleanedScore>)> {
    let imported: HashMap<QuestionId, QuestionId> =
        questions.iter().map(|(one, _)| (one.current().id, one.original().id)).collect();
    let mut before = PreparedBenchmark::load_revisions(store, benchmark, &imported)?;
    let mut after = prepared_clean(store, benchmark, questions)?;
    let (answered, strategy) = before.answers_by(store, runs, options)?;
    let (answered_after, _) = after.answers_by(store, runs, options)?;
    let mut models = Vec::with_capacity(runs.len());
    for ((run, before_run), after_run) in runs.iter().zip(&answered).zip(&answered_after) {
        let table = ScoringTable::new(before.questions(), &before_run.answers);
        let judged_before = table.judgements(strategy, options.missing);
        let table = ScoringTable::new(after.questions(), &after_run.answers);
        let judged_after = table.judgements(strategy, options.missing);
        let (mut stale, mut after_score) = (0, Share::default());
        for (at, judgement) in judged_after.iter().enumerate() {
            if questions[at].1.fate == Fate::Removed {
                continue;
            }
            let is_answered = |run: &RunAnswers| !run.answers.question(at).is_empty();
            if is_answered(before_run) && !is_answered(after_run) {
                stale += 1;
                continue;
            }
            if let Some(judgement) = judgement {
                after_score.add(*judgement);
            }
        }
        models.push(CleanedScore {
            model: run.model.clone(),
            before: ScoreOver::new(Share::from_judgements(&judged_before)),
            after: ScoreOver::new(after_score),
            stale,
        });
    }
    rank(&mut models, |model| &mut model.before);
    rank(&mut models, |model| &mut model.after);
    Ok((strategy, models))
}

impl ScoreOver {
    fn new(share: Share) -> Self {
        let Share { counted: n, correct } = share;
        ScoreOver { n, correct, accuracy: share.accuracy(), rank: None }
    }
}

/// Sets the place of each among all.
fn rank(models: &mut [CleanedScore], score: fn(&mut CleanedScore) -> &mut ScoreOver) {
    let accuracies: Vec<Option<f64>> =
        models.iter_mut().map(|model| score(model).accuracy).collect();
    for (model, rank) in models.iter_mut().zip(ranks(&accuracies)) {
        score(model).rank = rank;
    }
}
