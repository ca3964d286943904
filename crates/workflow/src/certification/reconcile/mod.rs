//! Why two scores of the same questions differ: the difference in points shared out among six causes.
//!
//! Every set of causes makes a score: what the set names is taken from B, everything else from A ([`hybrid`]
//! says how). The existing [`ScoringTable`] computes each of the 64; [`shapley`] shares the difference out.
//! Calls: `assay reconcile`.

mod hybrid;
mod pairs;

use rayon::prelude::*;
use serde::Serialize;

use self::hybrid::{Composed, Hybrid, KnownLabels, SETS, Set, compose, composed_at, composed_sets};
use self::pairs::{Pair, pairs};
use crate::evaluation::short_answers::judged;
use crate::evaluation::{Answered, AnsweredQuestion};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{Label, Pass};
use assay_core::certify::shapley::shapley;
use assay_core::keyword::{Keyword as _, keywords};
use assay_core::score::{
    DecidedBy, FIRST_PASS_ONLY, Group, Level, Missing, ModelAnswers, Placements, ResultRow,
    ScoringTable, Strategy,
};

keywords! {
    /// A cause for which two scores differ.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Cause: Display {
        /// Questions that only one side has.
        Questions = "questions",
        /// Reference answers, choices, and the passes that they require.
        Reference = "reference",
        /// The rules that read the texts, or the judge.
        Rules = "rules",
        /// Which passes are there, and whose request failed.
        Passes = "passes",
        /// How passes make a score, and how missing ones count.
        Strategy = "strategy",
        /// What the model wrote.
        Answers = "answers",
    }
}

/// Why two scores cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum ReconcileError {
    /// No question is in both.
    #[error(
        "{a} and {b} have no question in common, neither by its index nor by its text (the first are {first}); \
         both sides must be answers to the same benchmark"
    )]
    NothingInCommon { a: String, b: String, first: String },
    /// A side has no score.
    #[error("{0} has no score: no question of it is counted")]
    NoScore(String),
}

/// A difference and its parts.
#[derive(Debug)]
pub struct Reconciled {
    /// A and B, with their scores in points.
    pub sides: [SideScore; 2],
    /// A minus B.
    pub difference: f64,
    /// One for each cause; they sum to the difference.
    pub parts: Vec<Part>,
    /// What a reader should know, in sentences.
    pub warnings: Vec<String>,
    seen: Vec<SeenQuestion>,
}

/// One side's score.
#[derive(Clone, Debug, Serialize)]
pub struct SideScore {
    pub name: String,
    /// In points, 0 to 100.
    pub score: f64,
    /// The questions counted, or the passes under `every-pass`.
    pub questions: usize,
    pub rules: String,
    pub strategy: Strategy,
    pub missing: Missing,
}

/// The share of one cause.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    pub cause: Cause,
    /// In points, in favour of A.
    pub points: f64,
    /// The questions whose verdict it changes in any order of exchanging, those with the largest share first.
    pub questions: Vec<String>,
    /// Their positions.
    #[serde(skip)]
    places: Vec<usize>,
}

/// A question as both sides have it.
#[derive(Clone, Debug, Serialize)]
pub struct SeenQuestion {
    pub question: String,
    pub stem: String,
    /// `None` where a side does not have the question.
    pub a: Option<Seen>,
    pub b: Option<Seen>,
}

/// What a side says of a question.
#[derive(Clone, Debug, Serialize)]
pub struct Seen {
    /// Whether it counts as right; `None` if it is not counted.
    pub correct: Option<bool>,
    /// What decided it, where its passes did.
    pub decided_by: Option<DecidedBy>,
    pub passes: Vec<SeenPass>,
}

/// One pass of a side.
#[derive(Clone, Debug, Serialize)]
pub struct SeenPass {
    pub pass: Pass,
    pub label: Option<char>,
    /// The label that is right.
    pub answer: Option<Label>,
    /// The value of a short answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The short answers that are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
    pub text: String,
}

impl Reconciled {
    /// The questions of a cause as both sides have them.
    pub fn open(&self, cause: Cause) -> impl Iterator<Item = &SeenQuestion> {
        let part = self.parts.iter().find(|part| part.cause == cause);
        part.into_iter().flat_map(|part| &part.places).map(|&at| &self.seen[at])
    }
}

/// The score of one set of exchanges.
struct Scored {
    /// In points; `None` if nothing is counted.
    score: Option<f64>,
    /// The questions counted, or the passes.
    counted: usize,
    /// Of each pair.
    verdicts: Vec<Verdict>,
    decided_by: Vec<Option<DecidedBy>>,
}

/// What a question adds to a score: nothing if it is not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Verdict {
    counted: u32,
    correct: u32,
}

/// Shares the difference between two scores out among its causes.
///
/// # Errors
/// When no question is in both, or one of them has no score.
pub fn reconcile(mut a: Answered, mut b: Answered) -> Result<Reconciled, ReconcileError> {
    pairs::settle_strategies(&mut a, &mut b);
    let sides = [&a, &b];
    let (pairs, by_text) = pairs(sides)?;
    let composed: Vec<Vec<Composed<'_>>> = pairs
        .par_iter()
        .map(|pair| {
            let mut known = KnownLabels::new();
            composed_sets().map(|set| compose(sides, pair, set, &mut known)).collect()
        })
        .collect();
    let scored: Vec<Scored> =
        (0..SETS).into_par_iter().map(|set| score(sides, &pairs, &composed, Set(set))).collect();
    let score_of = |set: usize| {
        scored[set]
            .score
            .ok_or_else(|| ReconcileError::NoScore(sides[usize::from(set > 0)].name.clone()))
    };
    let (score_a, score_b) = (score_of(0)?, score_of(SETS - 1)?);
    // In favour of A: B is where the exchange begins.
    let values: Vec<f64> = scored.iter().rev().map(|scored| scored.score.unwrap_or(0.0)).collect();
    let points = shapley(&values).unwrap_or_default();
    let undefined = scored.iter().filter(|scored| scored.score.is_none()).count();
    let parts = Cause::all().zip(points).map(|(cause, points)| {
        let places = moved(cause, &scored);
        let questions = places.iter().map(|&at| pairs[at].key().to_owned()).collect();
        Part { cause, points, questions, places }
    });
    let parts: Vec<Part> = parts.collect();
    let is_of_both = |warning: &&String| a.warnings.contains(warning);
    let (both, of_b): (Vec<&String>, Vec<&String>) = b.warnings.iter().partition(is_of_both);
    let of_a = a.warnings.iter().filter(|warning| !both.contains(warning)).map(|one| ("A", one));
    let both = both.iter().map(|one| ("A and B", *one));
    let own = of_a.chain(of_b.into_iter().map(|one| ("B", one))).chain(both);
    let mut warnings: Vec<String> = own.map(|(side, one)| format!("{side}: {one}")).collect();
    if by_text {
        warnings.push("the sides name their questions differently: matched by their texts".into());
    }
    if undefined > 0 {
        warnings.push(format!(
            "{undefined} of the {SETS} exchanges leave no question to count; they are taken as 0 points"
        ));
    }
    let seen = pairs.iter().zip(&composed).enumerate().map(|(at, (pair, composed))| SeenQuestion {
        question: pair.key().to_owned(),
        stem: pair.any.stem.clone(),
        a: pair.sides[0].map(|one| seen(one, composed.first(), &scored[0], at)),
        b: pair.sides[1].map(|one| seen(one, composed.last(), &scored[SETS - 1], at)),
    });
    Ok(Reconciled {
        difference: score_a - score_b,
        seen: seen.collect(),
        sides: [side(&a, score_a, scored[0].counted), side(&b, score_b, scored[SETS - 1].counted)],
        parts,
        warnings,
    })
}

fn side(answered: &Answered, score: f64, questions: usize) -> SideScore {
    SideScore {
        name: answered.name.clone(),
        score,
        questions,
        rules: answered.judge.clone().unwrap_or_else(|| answered.rules.to_string()),
        strategy: answered.strategy,
        missing: answered.missing,
    }
}

fn seen(
    question: &AnsweredQuestion,
    composed: Option<&Composed<'_>>,
    scored: &Scored,
    at: usize,
) -> Seen {
    let verdict = scored.verdicts[at];
    // A verdict on the whole question has no labels.
    let read = composed.filter(|_| question.hit.is_none());
    let read = read.map_or(&[][..], |composed| &composed.passes);
    let passes = question.passes.iter().enumerate().map(|(at, pass)| {
        let (short, read) = (question.short.as_ref(), read.get(at));
        let verdict = short.and_then(|short| judged(short, &pass.text, pass.status).verdict);
        let of_choices = short.is_none();
        let (label, answer) = (
            read.and_then(|read| read.extracted.answer.letter()),
            read.and_then(|read| read.reference).or(pass.reference[1]),
        );
        SeenPass {
            pass: pass.pass,
            label: label.filter(|_| of_choices),
            answer: answer.filter(|_| of_choices),
            value: verdict.map(|verdict| verdict.value),
            accepted: short.map(ToString::to_string),
            text: pass.text.clone(),
        }
    });
    let correct = (verdict.counted > 0).then_some(verdict.correct == verdict.counted);
    let decided_by = scored.decided_by[at].filter(|_| question.hit.is_none());
    Seen { correct, decided_by, passes: passes.collect() }
}

/// The score of one set of exchanges in points, what it counts, and the verdict on each pair.
fn score(
    sides: [&Answered; 2],
    pairs: &[Pair<'_>],
    composed: &[Vec<Composed<'_>>],
    set: Set,
) -> Scored {
    let there = |at: &usize| pairs[*at].sides[set.side(Cause::Questions)].is_some();
    let there: Vec<usize> = (0..pairs.len()).filter(there).collect();
    let one = |at: &usize| &composed[*at][composed_at(set)];
    let questions: Vec<Hybrid<'_>> =
        there.iter().map(|at| Hybrid { key: pairs[*at].key(), composed: one(at) }).collect();
    let passes = questions.iter().enumerate();
    let passes = passes
        .flat_map(|(at, question)| question.composed.passes.iter().map(move |pass| (at, *pass)));
    let answers = ModelAnswers::new("", questions.len(), passes, 0);
    let table = ScoringTable::new(&questions, &answers);
    let Answered { strategy, missing, .. } = *sides[set.side(Cause::Strategy)];
    let placements = Placements::new(&questions, Taxonomy::empty());
    let results = table.score(strategy, missing, &placements).results;
    let overall = results.iter().find(|row| row.level == Level::Overall);
    let mut verdicts = vec![Verdict::default(); pairs.len()];
    let mut decided_by = vec![None; pairs.len()];
    let judgements = table.judgements(strategy, missing);
    for (number, (at, judgement)) in there.iter().zip(judgements).enumerate() {
        let passes = answers.question(number);
        decided_by[*at] = judgement.map(|judgement| judgement.decided_by);
        verdicts[*at] = match judgement {
            Some(_) if strategy == Strategy::EveryPass => {
                let required = match table.asks_for_later_passes() {
                    true => questions[number].composed.required,
                    false => &FIRST_PASS_ONLY,
                };
                every_pass(&Group { passes, required }, missing)
            }
            Some(judgement) => {
                let (counted, correct) =
                    (judgement.counted, judgement.counted && judgement.correct);
                Verdict { counted: u32::from(counted), correct: u32::from(correct) }
            }
            None => Verdict::default(),
        };
    }
    let score = overall.and_then(ResultRow::accuracy).map(|share| 100.0 * share);
    Scored { score, counted: overall.map_or(0, |row| row.questions), verdicts, decided_by }
}

/// The passes of a question that count, each by itself.
fn every_pass(group: &Group<'_>, missing: Missing) -> Verdict {
    let with = |is_right| group.passes.iter().filter(|pass| pass.is_right() == is_right).count();
    let counted = match missing {
        Missing::Kit => group.passes.len(),
        Missing::Exclude => group.passes.len() - with(None),
        Missing::Wrong => group.passes.len() + group.absent(Strategy::EveryPass).count(),
    };
    Verdict { correct: with(Some(true)) as u32, counted: counted as u32 }
}

/// The questions whose verdict a cause changes, whatever else is exchanged.
fn moved(cause: Cause, scored: &[Scored]) -> Vec<usize> {
    let bit = 1_usize << cause as usize;
    let mut moved: Vec<(f64, usize)> = Vec::new();
    for at in 0..scored[0].verdicts.len() {
        let verdict = |set: usize| scored[set].verdicts[at];
        let mut sets = (0..SETS).filter(|set| set & bit == 0);
        if sets.any(|set| verdict(set) != verdict(set | bit)) {
            let right: Vec<f64> = (0..SETS).map(|set| f64::from(verdict(set).correct)).collect();
            let shares = shapley(&right).unwrap_or_default();
            moved.push((shares.get(cause as usize).map_or(0.0, |share| share.abs()), at));
        }
    }
    moved.sort_by(|(one, at), (other, to)| other.total_cmp(one).then(at.cmp(to)));
    moved.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests;
