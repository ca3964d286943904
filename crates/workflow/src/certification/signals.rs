//! What speaks for or against each question, as [`Signals`]: what models answered, what reviewers said, and
//! duplicates with another answer. All of it is about the questions as they were imported, so that what a fix
//! has put right still counts as what it was.

use std::collections::{BTreeSet, HashMap};

use crate::describe::near_text::{near_texts, word_pairs};
use crate::describe::texts_of;
use crate::evaluation::{PreparedBenchmark, Purpose, RunAnswers, ScoringSetting, current_runs};
use crate::filters::votes::RunVotes;
use crate::outcomes::RecordedQuestion;
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict};
use assay_core::benchmark::{ImageHash, Input, Label, Question};
use assay_core::certify::probable_error::{SIGNALS, Signal, Signals, item_rest};
use assay_core::quality::{VotedQuestion, Votes, right_by_chance};
use assay_core::score::{Missing, Strategy};
use assay_store::{Benchmark, QUEUE_REVIEW, QuestionId, Result, Run, Store};

/// Reviews whose time was measured before a reviewer's usual time is known.
const FEWEST_TIMED: usize = 5;

/// The signals of these questions, which are all of a benchmark in the order of the file.
pub(super) fn signals(
    store: &mut Store,
    benchmark: &Benchmark,
    questions: &[RecordedQuestion],
) -> Result<Vec<Signals>> {
    let imported: HashMap<QuestionId, QuestionId> =
        questions.iter().map(|one| (one.current().id, one.original().id)).collect();
    let mut prepared = PreparedBenchmark::load_revisions(store, benchmark, &imported)?;
    let mut signals = vec![[0.0; SIGNALS]; questions.len()];
    from_models(store, benchmark, &mut prepared, &mut signals)?;
    from_text_models(store, benchmark, &mut prepared, &mut signals)?;
    from_duplicates(store, benchmark, questions, &mut signals)?;
    let references: Vec<Option<Label>> =
        prepared.questions().iter().map(|one| one.sheet.answer).collect();
    from_reviewers(store, benchmark, questions, &references, &mut signals)?;
    Ok(signals)
}

fn set(signals: &mut Signals, signal: Signal, value: f64) {
    signals[signal as usize] = value;
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// What the runs with one input answered, read with the options of filters.
struct Answered {
    runs: Vec<Run>,
    answers: Vec<RunAnswers>,
    strategy: Strategy,
    missing: Missing,
    /// By run and question whether it is right, where that is known.
    right: Vec<Vec<Option<bool>>>,
}

impl Answered {
    fn load(
        store: &mut Store,
        benchmark: &Benchmark,
        prepared: &mut PreparedBenchmark,
        input: Input,
    ) -> Result<Self> {
        let mut runs = current_runs(store, benchmark, Some(input))?;
        runs.retain(|run| run.predictions > 0);
        let settled = ScoringSetting::default().settle(store, benchmark, None, Purpose::Filters)?;
        let missing = settled.options.missing;
        let (answers, strategy) = prepared.answers_by(store, &runs, &settled.options)?;
        let mut right = prepared.right(&answers, strategy, missing);
        for (run, right) in answers.iter().zip(&mut right) {
            for (at, right) in right.iter_mut().enumerate() {
                *right = right.filter(|_| !run.answers.question(at).is_empty());
            }
        }
        Ok(Answered { runs, answers, strategy, missing, right })
    }
}

/// What models with pictures answered.
fn from_models(
    store: &mut Store,
    benchmark: &Benchmark,
    prepared: &mut PreparedBenchmark,
    signals: &mut [Signals],
) -> Result<()> {
    let Answered { runs, answers, strategy, missing, right } =
        Answered::load(store, benchmark, prepared, Input::Image)?;
    let votes = RunVotes::compute(store, prepared, &runs, &answers, strategy, missing)?;
    // Of each run the right answers and all.
    let totals: Vec<(f64, f64)> = right
        .iter()
        .map(|run| {
            let known: Vec<bool> = run.iter().flatten().copied().collect();
            (known.iter().filter(|right| **right).count() as f64, known.len() as f64)
        })
        .collect();
    for (at, (question, signals)) in prepared.questions().iter().zip(signals).enumerate() {
        let Some(reference) = question.sheet.answer else { continue };
        let asked = answers.iter().zip(&votes);
        let asked = asked.filter(|(run, _)| !run.answers.question(at).is_empty());
        let models: Vec<(Votes, f64)> = asked
            .filter_map(|(_, votes)| {
                Some((votes.votes(at)?.clone(), votes.accuracy_without(at, reference)))
            })
            .collect();
        let choices: Vec<Label> =
            question.sheet.choices.iter().map(|choice| choice.label).collect();
        let shown = VotedQuestion { choices: &choices, reference, models: &models };
        if let Some(margin) = shown.margin() {
            let count = models.len() as f64;
            set(signals, Signal::Contradicted, (margin + 0.5) * count / (count + 1.0));
        }
        let differing: Vec<f64> =
            models.iter().filter_map(|(votes, _)| votes.share_differing()).collect();
        set(signals, Signal::Passes, mean(&differing));
        let known = right.iter().zip(&totals).filter_map(|(run, (correct, counted))| {
            let own = f64::from(u8::from(run[at]?));
            Some((own, (correct - own) / (counted - 1.0).max(1.0)))
        });
        let known: Vec<(f64, f64)> = known.collect();
        let is_missed = !known.is_empty() && known.iter().all(|(own, _)| *own < 0.5);
        set(signals, Signal::Wrong, f64::from(u8::from(is_missed)));
        if let Some(correlation) = item_rest(&known) {
            let models = known.len() as f64;
            set(signals, Signal::ItemRest, -correlation * models / (models + 4.0));
        }
    }
    Ok(())
}

/// What models without pictures answered.
fn from_text_models(
    store: &mut Store,
    benchmark: &Benchmark,
    prepared: &mut PreparedBenchmark,
    signals: &mut [Signals],
) -> Result<()> {
    let Answered { right, strategy, .. } = Answered::load(store, benchmark, prepared, Input::Text)?;
    for (at, (question, signals)) in prepared.questions().iter().zip(signals).enumerate() {
        let known = right.iter().filter_map(|run| run[at]);
        let known: Vec<f64> = known.map(|right| f64::from(u8::from(right))).collect();
        let passes = strategy.required(&question.required).count() as u32;
        let chance = right_by_chance(question.sheet.choices.len(), passes);
        if !known.is_empty() {
            set(signals, Signal::TextOnly, mean(&known) - chance);
        }
    }
    Ok(())
}

/// Questions with nearly the same words about the same pictures that have another answer.
fn from_duplicates(
    store: &Store,
    benchmark: &Benchmark,
    questions: &[RecordedQuestion],
    signals: &mut [Signals],
) -> Result<()> {
    let mut whole = Vec::with_capacity(questions.len());
    for (stored, one) in store.whole_questions(benchmark)?.into_iter().zip(questions) {
        whole.push(match stored.id == one.original().id {
            true => stored.question,
            false => store.whole_question(one.original().id)?,
        });
    }
    let mut by_pictures: HashMap<BTreeSet<ImageHash>, Vec<usize>> = HashMap::new();
    for (at, question) in whole.iter().enumerate() {
        let pictures = question.pictures.iter().map(|picture| picture.hash).collect();
        by_pictures.entry(pictures).or_default().push(at);
    }
    for of_pictures in by_pictures.values().filter(|group| group.len() > 1) {
        let texts: Vec<Vec<u64>> =
            of_pictures.iter().map(|&at| word_pairs(texts_of(&whole[at]))).collect();
        for group in near_texts(&texts).0 {
            let members = || group.iter().map(|&member| of_pictures[member]);
            for at in members() {
                let answer = answer_text(&whole[at]);
                let differs =
                    |other: Option<String>| answer.is_some() && other.is_some() && other != answer;
                let is_contradicted = members().any(|other| differs(answer_text(&whole[other])));
                set(&mut signals[at], Signal::Duplicate, f64::from(u8::from(is_contradicted)));
            }
        }
    }
    Ok(())
}

/// The text of the right choice, without case and outer spaces.
fn answer_text(question: &Question) -> Option<String> {
    let right = question.choices.iter().find(|choice| Some(choice.label) == question.answer)?;
    Some(right.text.trim().to_lowercase())
}

/// What reviewers said of the revision that decides, and how long they looked.
fn from_reviewers(
    store: &Store,
    benchmark: &Benchmark,
    questions: &[RecordedQuestion],
    references: &[Option<Label>],
    signals: &mut [Signals],
) -> Result<()> {
    let places: HashMap<(&str, u32), usize> = questions
        .iter()
        .enumerate()
        .map(|(at, one)| ((one.key(), one.deciding().revision), at))
        .collect();
    let rows = store.decisions_in_force(benchmark, QUEUE_REVIEW)?;
    let mut times: HashMap<&str, Vec<u64>> = HashMap::new();
    for row in rows.iter().filter(|row| row.attention_ms > 0) {
        times.entry(&row.annotator).or_default().push(row.attention_ms);
    }
    for times in times.values_mut() {
        times.sort_unstable();
    }
    times.retain(|_, times| times.len() >= FEWEST_TIMED);
    let mut said: HashMap<usize, (Vec<f64>, Vec<f64>)> = HashMap::new();
    for row in &rows {
        let Act::Review(review) = &row.row.act else { continue };
        let Some(&at) = places.get(&(row.row.item.as_str(), row.row.revision)) else { continue };
        let (doubts, ratios) = said.entry(at).or_default();
        doubts.push(doubt(review, references[at]));
        if let Some(times) = times.get(row.annotator.as_str()).filter(|_| row.attention_ms > 0) {
            let ratio = row.attention_ms as f64 / times[times.len() / 2] as f64;
            ratios.push(ratio.ln().clamp(-2.0, 2.0));
        }
    }
    for (at, (doubts, ratios)) in said {
        let sum: f64 = doubts.iter().sum();
        set(&mut signals[at], Signal::Doubts, sum / (doubts.len() + 1) as f64);
        set(&mut signals[at], Signal::Time, mean(&ratios));
    }
    Ok(())
}

/// How far a review speaks against its question: 1 if it rejects it, 0.5 if it keeps it after another answer
/// than the reference, −0.5 if it keeps it.
fn doubt(review: &ReviewDecision, reference: Option<Label>) -> f64 {
    let is_other = |answer: &BlindAnswer| match answer {
        BlindAnswer::Choice(label) => reference.is_some_and(|right| right != *label),
        BlindAnswer::NoneOfTheChoices | BlindAnswer::CannotTell => true,
        // Its rule says whether it is another one, which is not looked up here.
        BlindAnswer::Typed(_) => false,
    };
    match review.verdict {
        ReviewVerdict::TextOnly | ReviewVerdict::Wrong => 1.0,
        ReviewVerdict::Keep if review.answer.as_ref().is_some_and(is_other) => 0.5,
        ReviewVerdict::Keep => -0.5,
    }
}
