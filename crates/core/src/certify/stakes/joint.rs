//! The outcomes of all open questions together that put the most models ahead of one, or behind it.
//!
//! Each rival is a *need*: a number that the gains of the chosen outcomes must reach. How many needs one set of
//! outcomes meets is a hard problem in general, but small here. An outcome that gains no more than another for
//! any rival is never chosen; needs that are met by every choice or by none drop out; and where the question may
//! be removed, the best place has one such choice left for each question. What remains is searched question by
//! question, keeping the states that no other state beats. If there are too many of them, the best ones are kept,
//! and the result is exact only if it reaches the bound.

use std::collections::HashSet;

/// For each outcome of a question, what it gains towards each need.
pub(super) type Gains = Vec<Vec<i64>>;

/// The states that the first search keeps, which is enough nearly always, and the second.
const KEPT: [usize; 2] = [32, 512];
/// The value of a need that can no longer be met.
const LOST: i64 = i64::MAX / 2;

/// How many needs are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Met {
    /// The largest number that one set of outcomes meets, or a bound of it.
    pub met: usize,
    /// Whether outcomes exist that meet this number.
    pub exact: bool,
}

/// The largest number of needs that one outcome of each question meets together.
pub(super) fn most_met(mut needs: Vec<i64>, mut questions: Vec<Gains>) -> Met {
    let mut met = 0;
    loop {
        for question in &mut questions {
            drop_beaten(question);
            for (at, need) in needs.iter_mut().enumerate() {
                let least = question.iter().map(|gains| gains[at]).min().unwrap_or(0);
                *need -= least;
                for gains in question.iter_mut() {
                    gains[at] -= least;
                }
            }
        }
        questions.retain(|question| question.len() > 1);
        let most = sum_of_most(&questions, needs.len());
        met += needs.iter().filter(|need| **need <= 0).count();
        let open: Vec<usize> =
            (0..needs.len()).filter(|&at| needs[at] > 0 && needs[at] <= most[at]).collect();
        if open.len() == needs.len() {
            break;
        }
        let select = |from: &Vec<i64>| open.iter().map(|&at| from[at]).collect::<Vec<i64>>();
        needs = select(&needs);
        questions.iter_mut().flatten().for_each(|gains| *gains = select(gains));
    }
    for kept in KEPT {
        let (found, is_whole) = search(&needs, &questions, kept);
        if is_whole || found == needs.len() {
            return Met { met: met + found, exact: true };
        }
    }
    Met { met: met + needs.len(), exact: false }
}

/// Drops the outcomes that gain no more than another one for any need.
fn drop_beaten(question: &mut Gains) {
    let is_beaten = |at: usize, question: &Gains| {
        question.iter().enumerate().any(|(other, gains)| {
            let beats = reaches(gains, &question[at]);
            other != at && beats && (other < at || *gains != question[at])
        })
    };
    let kept: Vec<usize> = (0..question.len()).filter(|&at| !is_beaten(at, question)).collect();
    *question = kept.into_iter().map(|at| std::mem::take(&mut question[at])).collect();
}

/// Whether each number of `one` is at least that of the other.
fn reaches(one: &[i64], other: &[i64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one >= other)
}

/// For each need the sum of what the questions gain at most.
fn sum_of_most(questions: &[Gains], needs: usize) -> Vec<i64> {
    let most = |question: &Gains, at: usize| question.iter().map(|gains| gains[at]).max();
    let sum = |at| questions.iter().filter_map(|question| most(question, at)).sum();
    (0..needs).map(sum).collect()
}

/// The largest number of needs that the search finds met, and whether no state was left out. Gains are not
/// negative.
fn search(needs: &[i64], questions: &[Gains], kept: usize) -> (usize, bool) {
    let mut left = sum_of_most(questions, needs.len());
    let (mut states, mut is_whole) = (vec![needs.to_vec()], true);
    for question in questions {
        for (at, left) in left.iter_mut().enumerate() {
            *left -= question.iter().map(|gains| gains[at]).max().unwrap_or(0);
        }
        let after = |state: &[i64], gains: &[i64]| -> Vec<i64> {
            let rest = state.iter().zip(gains).zip(&left);
            rest.map(|((need, gain), left)| match need - gain {
                rest if rest <= 0 => 0,
                rest if rest > *left => LOST,
                rest => rest,
            })
            .collect()
        };
        let next: HashSet<Vec<i64>> = states
            .iter()
            .flat_map(|state| question.iter().map(move |one| after(state, one)))
            .collect();
        let mut next: Vec<Vec<i64>> = next.into_iter().collect();
        next.sort_by_cached_key(|state| {
            let lost = state.iter().filter(|need| **need == LOST).count();
            let rest: i64 = state.iter().filter(|need| **need != LOST).sum();
            (lost, rest, state.clone())
        });
        states.clear();
        for state in next {
            if states.iter().any(|better| reaches(&state, better)) {
                continue;
            }
            if states.len() == kept {
                is_whole = false;
                break;
            }
            states.push(state);
        }
        if states.first().is_some_and(|best| best.iter().all(|need| *need <= 0)) {
            return (needs.len(), true);
        }
    }
    let met = |state: &Vec<i64>| state.iter().filter(|need| **need <= 0).count();
    (states.iter().map(met).max().unwrap_or(0), is_whole)
}
