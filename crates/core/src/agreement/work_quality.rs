//! The work of each person of a team: pace, agreement with the others, with gold and with the
//! decisions of experts, and whether it changes over time.
//!
//! Every figure has its n and its interval or says why it is undefined. The figures are
//! indications, not proof: a person with the hard questions agrees less.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::benchmark::team::majority;
use crate::statistics::{Spread, Statistic, share_difference};

/// A decision is fast if it took less than this share of the median time of the others in the
/// queue.
pub const FAST: f64 = 0.4;
/// The number of measured decisions, of a person and of the others, that is needed to call a person
/// too fast.
pub const LEAST_MEASURED: usize = 10;

/// A decision in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedDecision {
    pub item: String,
    /// The outcome by which people are compared.
    pub outcome: String,
    /// Milliseconds of attention; 0 if none was measured.
    pub attention_ms: u64,
    /// Whether it was made without seeing the decisions of others.
    pub is_independent: bool,
    /// Whether it is right, for an item that was gold when it was decided.
    pub gold: Option<bool>,
    /// Whether it equals the later decision of experts.
    pub adjudicated: Option<bool>,
}

/// The figures of one person's work in a queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorkQuality {
    pub annotator: String,
    /// Items decided.
    pub done: usize,
    /// The median attention for a decided item; `None` if none was measured, as for scripts.
    pub median_seconds: Option<f64>,
    /// The same of all other people together.
    pub others_median_seconds: Option<f64>,
    /// The share of the measured decisions that took less than [`FAST`] of the others' median.
    pub fast: Statistic,
    /// Whether the person's median is below [`FAST`] of the others'; `None` if too little was
    /// measured.
    pub too_fast: Option<bool>,
    /// How often the outcome is that of more than half of the others who decided the item. Items on which
    /// the others are split are left out.
    pub with_others: Statistic,
    /// Items left out of `with_others`, because the others are split.
    pub others_split: usize,
    /// Decisions left out of `with_others`, because they were made after seeing the answers of
    /// others.
    pub not_independent: usize,
    /// How often a gold item was decided rightly.
    pub with_gold: Statistic,
    /// How often the decision equals the later decision of experts.
    pub with_adjudicated: Statistic,
    /// Whether the agreement with the others changes over time.
    pub drift: Drift,
}

/// The agreement with the others at the start and at the end of what was done, by the order of decisions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drift {
    /// In the first third of the compared items.
    pub first_third: Statistic,
    /// In the last third.
    pub last_third: Statistic,
    /// The last third minus the first, with Newcombe's interval.
    pub change: Statistic,
}

impl Drift {
    /// Whether the interval of the change is below zero.
    pub fn is_worse(&self) -> bool {
        matches!(self.change, Statistic::Defined { ci95: Some((_, high)), .. } if high < 0.0)
    }
}

/// The work of each person in a queue. The decisions of a person are in the order in which they were made.
pub fn work_quality(people: &[(String, Vec<TimedDecision>)]) -> Vec<WorkQuality> {
    let mut outcomes: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    for (person, (_, decisions)) in people.iter().enumerate() {
        for decision in decisions.iter().filter(|decision| decision.is_independent) {
            outcomes.entry(&decision.item).or_default().push((person, &decision.outcome));
        }
    }
    let everybodys = seconds(people.iter().flat_map(|(_, decisions)| decisions));
    let person = |(at, (name, decisions)): (usize, &(String, Vec<TimedDecision>))| {
        let (mut agreed, mut others_split) = (Vec::new(), 0);
        for decision in decisions.iter().filter(|decision| decision.is_independent) {
            let all = outcomes.get(&*decision.item).map(Vec::as_slice).unwrap_or_default();
            let others = || all.iter().filter(|(other, _)| *other != at);
            match majority(others().map(|(_, outcome)| *outcome)) {
                Some(outcome) => agreed.push(outcome == decision.outcome),
                None => others_split += usize::from(others().next().is_some()),
            }
        }
        let own = seconds(decisions);
        let theirs = without(&everybodys, &own);
        let (fast, too_fast) = pace(&own, &theirs);
        WorkQuality {
            annotator: name.clone(),
            done: decisions.len(),
            median_seconds: median_seconds(&own),
            others_median_seconds: median_seconds(&theirs),
            fast,
            too_fast,
            with_others: Statistic::share_of(
                agreed.iter().copied(),
                "no one else decided one of these items",
            ),
            others_split,
            not_independent: decisions.iter().filter(|decision| !decision.is_independent).count(),
            with_gold: Statistic::share_of(
                decisions.iter().filter_map(|one| one.gold),
                "no gold was decided",
            ),
            with_adjudicated: Statistic::share_of(
                decisions.iter().filter_map(|one| one.adjudicated),
                "experts settled none of these items afterwards",
            ),
            drift: drift(&agreed),
        }
    };
    people.iter().enumerate().map(person).collect()
}

fn drift(agreed: &[bool]) -> Drift {
    let third = agreed.len() / 3;
    let because = "fewer than three items were decided by others too";
    let hits = |part: &[bool]| part.iter().filter(|hit| **hit).count();
    let (first, last) = (hits(&agreed[..third]), hits(&agreed[agreed.len() - third..]));
    Drift {
        first_third: Statistic::share(first, third, because),
        last_third: Statistic::share(last, third, because),
        change: match third {
            0 => Statistic::undefined(because, agreed.len()),
            _ => share_difference((first, third), (last, third), because),
        },
    }
}

/// How long each measured decision took, the shortest first.
fn seconds<'d>(decisions: impl IntoIterator<Item = &'d TimedDecision>) -> Vec<f64> {
    let measured = decisions.into_iter().map(|decision| decision.attention_ms);
    let mut seconds: Vec<f64> =
        measured.filter(|ms| *ms > 0).map(|ms| ms as f64 / 1000.0).collect();
    seconds.sort_by(f64::total_cmp);
    seconds
}

/// Everybody's times without those of one person, both sorted: to sort those of all others for each of 200
/// people takes half a second.
fn without(everybodys: &[f64], own: &[f64]) -> Vec<f64> {
    let mut own = own.iter().peekable();
    let is_others = |seconds: &f64| own.next_if(|one| one.total_cmp(seconds).is_eq()).is_none();
    everybodys.iter().copied().filter(is_others).collect()
}

/// The median, to a tenth of a second.
pub fn median_seconds(seconds: &[f64]) -> Option<f64> {
    let median = Spread::new(seconds.iter().copied())?.median;
    Some((median * 10.0).round() / 10.0)
}

fn pace(own: &[f64], others: &[f64]) -> (Statistic, Option<bool>) {
    let medians = Spread::new(own.iter().copied()).zip(Spread::new(others.iter().copied()));
    let Some((mine, theirs)) = medians else {
        let who = if own.is_empty() { "this person" } else { "the others" };
        let because = format!("no time of {who} was measured");
        return (Statistic::undefined(because, own.len()), None);
    };
    let limit = FAST * theirs.median;
    let fast = own.iter().filter(|seconds| **seconds < limit).count();
    let is_enough = own.len().min(others.len()) >= LEAST_MEASURED;
    (Statistic::share(fast, own.len(), ""), is_enough.then_some(mine.median < limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(item: usize, outcome: &str, seconds: u64) -> TimedDecision {
        TimedDecision {
            item: item.to_string(),
            outcome: outcome.into(),
            attention_ms: seconds * 1000,
            is_independent: true,
            gold: None,
            adjudicated: None,
        }
    }

    fn work(people: &[(&str, Vec<TimedDecision>)]) -> Vec<WorkQuality> {
        let named: Vec<(String, Vec<TimedDecision>)> =
            people.iter().map(|(name, all)| ((*name).to_owned(), all.clone())).collect();
        work_quality(&named)
    }

    fn all(items: usize, outcome: &str, seconds: u64) -> Vec<TimedDecision> {
        (0..items).map(|item| decision(item, outcome, seconds)).collect()
    }

    #[test]
    fn who_takes_less_than_two_fifths_of_the_others_median_is_too_fast() {
        for (seconds, expected) in [(3, Some(true)), (4, Some(false)), (20, Some(false))] {
            let found = work(&[("ann", all(10, "keep", seconds)), ("bob", all(12, "keep", 10))]);
            assert_eq!(found[0].too_fast, expected, "{seconds} s");
            assert_eq!(found[0].others_median_seconds, Some(10.0));
            assert_eq!(found[0].fast.value(), Some(if seconds == 3 { 1.0 } else { 0.0 }));
        }
    }

    #[test]
    fn the_median_of_the_others_leaves_out_ones_own_times_and_no_equal_ones() {
        let taking = |each: &[u64]| each.iter().map(|&time| decision(1, "keep", time)).collect();
        let found = work(&[("ann", taking(&[9, 1, 5])), ("bob", taking(&[5, 20, 0, 2, 5]))]);
        assert_eq!(found[0].others_median_seconds, Some(5.0));
        assert_eq!(found[1].others_median_seconds, Some(5.0));
        let found = work(&[("ann", taking(&[7])), ("bob", taking(&[7, 1])), ("eve", taking(&[]))]);
        assert_eq!(found[0].others_median_seconds, Some(4.0));
        assert_eq!(found[2].others_median_seconds, Some(7.0));
    }

    #[test]
    fn nobody_is_called_too_fast_from_a_few_measured_decisions() {
        let few = work(&[("ann", all(9, "keep", 1)), ("bob", all(12, "keep", 10))]);
        assert_eq!((few[0].too_fast, few[0].fast.value()), (None, Some(1.0)));
        let none = work(&[("ann", all(20, "keep", 0)), ("bob", all(12, "keep", 10))]);
        assert_eq!(none[0].median_seconds, None);
        let because = "no time of this person was measured".to_owned();
        assert_eq!(none[0].fast, Statistic::Undefined { because, n: 0 });
        let alone = work(&[("ann", all(20, "keep", 5))]);
        let because = "no time of the others was measured".to_owned();
        assert_eq!(alone[0].fast, Statistic::Undefined { because, n: 20 });
    }

    #[test]
    fn a_person_is_compared_with_the_majority_of_the_others_and_never_with_themselves() {
        let ann = vec![decision(1, "keep", 1), decision(2, "wrong", 1), decision(3, "keep", 1)];
        let bob = vec![decision(1, "keep", 1), decision(2, "keep", 1), decision(4, "keep", 1)];
        let carol = vec![decision(1, "keep", 1), decision(2, "keep", 1)];
        let dora = vec![decision(1, "wrong", 1)];
        let found = work(&[("ann", ann), ("bob", bob), ("carol", carol), ("dora", dora)]);
        assert_eq!(found[0].with_others, Statistic::share(1, 2, ""), "3 is decided by ann alone");
        assert_eq!(found[1].with_others, Statistic::share(1, 1, ""), "on 2 the others are split");
        assert_eq!((found[0].others_split, found[1].others_split), (0, 1));
        assert_eq!(found[3].with_others, Statistic::share(0, 1, ""));
    }

    #[test]
    fn decisions_made_after_seeing_others_are_compared_with_nobody() {
        let mut own = all(4, "keep", 1);
        own[0].is_independent = false;
        let found = work(&[("ann", own), ("bob", all(4, "wrong", 1))]);
        assert_eq!(found[0].with_others, Statistic::share(0, 3, ""));
        assert_eq!((found[0].not_independent, found[1].not_independent), (1, 0));
        assert_eq!(found[1].with_others.n(), 3, "nor is anybody compared with them");
        assert_eq!(found[0].done, 4);
    }

    #[test]
    fn gold_and_what_experts_settled_are_counted_apart() {
        let mut own = all(6, "keep", 1);
        for (decision, right) in own.iter_mut().zip([true, true, false]) {
            decision.gold = Some(right);
        }
        own[5].adjudicated = Some(false);
        let found = &work(&[("ann", own)])[0];
        assert_eq!(found.with_gold, Statistic::share(2, 3, ""));
        assert_eq!(found.with_adjudicated, Statistic::share(0, 1, ""));
        let none = &work(&[("ann", all(2, "keep", 1))])[0];
        assert_eq!(none.with_gold, Statistic::undefined("no gold was decided", 0));
    }

    #[test]
    fn drift_is_the_last_third_against_the_first_by_the_order_of_decisions() {
        let bob = all(60, "keep", 1);
        let ann = (0..60).map(|item| decision(item, if item < 30 { "keep" } else { "wrong" }, 1));
        let found = &work(&[("ann", ann.collect()), ("bob", bob)])[0].drift;
        assert_eq!(found.first_third, Statistic::share(20, 20, ""));
        assert_eq!(found.last_third, Statistic::share(0, 20, ""));
        assert_eq!(found.change.value(), Some(-1.0));
        assert!(found.is_worse());
        let steady = &work(&[("ann", all(60, "keep", 1)), ("bob", all(60, "keep", 1))])[0].drift;
        assert!(!steady.is_worse() && steady.change.value() == Some(0.0));
        let few = &work(&[("ann", all(2, "keep", 1)), ("bob", all(2, "keep", 1))])[0].drift;
        assert!(matches!(few.change, Statistic::Undefined { n: 2, .. }));
    }

    #[test]
    fn the_median_is_in_seconds_to_a_tenth() {
        assert_eq!(median_seconds(&[]), None);
        assert_eq!(median_seconds(&[9.0, 1.0, 2.04]), Some(2.0));
        assert_eq!(median_seconds(&[4.0, 1.0]), Some(2.5));
    }
}
