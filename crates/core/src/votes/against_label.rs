//! A judge against known answers: JudgeBench's rule.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use super::rule::{are_orders, by_pair};
use super::{Judgment, Verdict};
use crate::statistics::Statistic;

/// How often a judge prefers the answer that is known to be the better one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LabelAgreement {
    /// Pairs with a label.
    pub n: usize,
    pub right: usize,
    pub wrong: usize,
    /// Pairs whose orders sum to 0, or that have no verdict.
    pub undecided: usize,
    /// Pairs whose orders name different answers.
    pub inconsistent: usize,
    /// Right pairs over all pairs.
    pub accuracy: Statistic,
    /// Pairs that have no label.
    pub without_label: usize,
}

/// Compares judgments with labels, the model whose answer is better by question: +1 for each order that
/// names it, −1 for each that names the other, right if the sum is above 0.
pub fn against_labels(judgments: &[Judgment], labels: &BTreeMap<u32, u32>) -> LabelAgreement {
    let [mut right, mut wrong, mut undecided, mut inconsistent, mut without_label] = [0; 5];
    for votes in by_pair(judgments).chunk_by(are_orders) {
        let label = labels.get(&votes[0].question);
        let in_pair = |model: &&u32| [votes[0].first, votes[0].second].contains(model);
        let Some(&label) = label.filter(in_pair) else {
            without_label += 1;
            continue;
        };
        let names_label = |vote: &Judgment| match vote.reading.verdict().ok()? {
            Verdict::First => Some(vote.first == label),
            Verdict::Second => Some(vote.second == label),
            Verdict::Tie => None,
        };
        let (agreeing, contrary): (Vec<bool>, Vec<bool>) =
            votes.iter().filter_map(names_label).partition(|agrees| *agrees);
        *match agreeing.len().cmp(&contrary.len()) {
            Ordering::Greater => &mut right,
            Ordering::Less => &mut wrong,
            Ordering::Equal => &mut undecided,
        } += 1;
        inconsistent += usize::from(!agreeing.is_empty() && !contrary.is_empty());
    }
    let n = right + wrong + undecided;
    let accuracy = Statistic::share(right, n, "no pair has a label");
    LabelAgreement { n, right, wrong, undecided, inconsistent, accuracy, without_label }
}
