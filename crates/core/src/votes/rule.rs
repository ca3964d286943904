//! From the judgments of a pair of answers to its outcome: what two orders say together.

use std::collections::{HashMap, HashSet};

use rayon::slice::ParallelSliceMut as _;
use serde::Serialize;

use super::{Judgment, Reading, Styles, Undecided, Verdict};
use crate::keyword::keywords;

keywords! {
    /// The rule by which judgments become outcomes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Rule {
        /// Every judgment is an outcome.
        #[default]
        Single = "single",
        /// FastChat's: a win needs the same model in both orders; a tie in one, or different models,
        /// is a tie; one order without a verdict leaves the question undecided.
        Conservative = "conservative",
        /// MLLM-Bench's: the only model that is named wins; two different models are a tie.
        Lenient = "lenient",
    }
}

/// The outcome of a pair of answers to one question, according to one judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    pub question: u32,
    pub turn: u16,
    pub repeat: u16,
    /// The model with the lower number.
    pub a: u32,
    pub b: u32,
    pub judge: u32,
    pub state: State,
}

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// How far `a` is preferred, 0 to 1.
    Decided(f64),
    Undecided(Undecided),
    /// One of the two orders is missing.
    Unpaired,
}

impl Outcome {
    /// How far `a` is preferred; `None` without a verdict.
    pub fn preference(&self) -> Option<f64> {
        match self.state {
            State::Decided(preference) => Some(preference),
            State::Undecided(_) | State::Unpaired => None,
        }
    }

    /// The verdict, where `First` is `a`.
    pub fn verdict(&self) -> Option<Verdict> {
        self.preference().map(Verdict::from_preference)
    }
}

/// The outcomes of these judgments, ordered by question, turn, pair, judge and repeat.
pub fn outcomes(judgments: &[Judgment], rule: Rule) -> Vec<Outcome> {
    let sorted = by_pair(judgments);
    let outcome = |vote: &Judgment, state| {
        let (a, b) = vote.pair();
        let &Judgment { question, turn, repeat, judge, .. } = vote;
        Outcome { question, turn, repeat, a, b, judge, state }
    };
    match rule {
        Rule::Single => sorted.iter().map(|vote| outcome(vote, single(vote))).collect(),
        Rule::Conservative | Rule::Lenient => sorted
            .chunk_by(are_orders)
            .map(|orders| outcome(&orders[0], of_both_orders(orders, rule)))
            .collect(),
    }
}

/// The outcomes of judges who are compared with each other. Votes of a judge who never saw a pair in both orders,
/// as people do, are outcomes as they are.
fn outcomes_of_each(judgments: &[Judgment], rule: Rule) -> Vec<Outcome> {
    if rule == Rule::Single {
        return outcomes(judgments, rule);
    }
    let sorted = by_pair(judgments);
    let in_both = |orders: &&[Judgment]| orders.iter().any(|vote| vote.first != orders[0].first);
    let judges: HashSet<u32> =
        sorted.chunk_by(are_orders).filter(in_both).map(|orders| orders[0].judge).collect();
    let (in_both, in_one): (Vec<Judgment>, Vec<Judgment>) =
        sorted.iter().copied().partition(|vote| judges.contains(&vote.judge));
    [outcomes(&in_both, rule), outcomes(&in_one, Rule::Single)].concat()
}

/// The judgments in order of question, turn, pair, judge and repeat.
pub(super) fn by_pair(judgments: &[Judgment]) -> Vec<Judgment> {
    let mut sorted = judgments.to_vec();
    sorted.par_sort_by_key(order_key);
    sorted
}

type OrderKey = (u32, u16, (u32, u32), u32, u16);

fn order_key(vote: &Judgment) -> OrderKey {
    (vote.question, vote.turn, vote.pair(), vote.judge, vote.repeat)
}

/// Whether two judgments are the orders of one pair in one repeat.
pub(super) fn are_orders(x: &Judgment, y: &Judgment) -> bool {
    order_key(x) == order_key(y)
}

fn single(vote: &Judgment) -> State {
    vote.preference_for_a().map_or_else(State::Undecided, State::Decided)
}

fn of_both_orders(orders: &[Judgment], rule: Rule) -> State {
    if orders.iter().all(|vote| vote.first == orders[0].first) {
        return State::Unpaired;
    }
    let unread =
        |because: &Undecided| rule == Rule::Conservative || !because.is_said_by_the_judge();
    let reasons = orders.iter().filter_map(|vote| vote.reading.preference().err());
    if let Some(because) = common(reasons.clone().filter(unread)) {
        return State::Undecided(because);
    }
    let preferences = orders.iter().filter_map(|vote| vote.preference_for_a().ok());
    let count = |wanted: Verdict| {
        preferences.clone().filter(|&found| Verdict::from_preference(found) == wanted).count()
    };
    let (for_a, ties, for_b) = (count(Verdict::First), count(Verdict::Tie), count(Verdict::Second));
    match (for_a, for_b) {
        (0, 0) if ties == 0 => {
            State::Undecided(common(reasons).unwrap_or(Undecided::UnableToDecide))
        }
        (0, 0) | (1.., 1..) => State::Decided(0.5),
        _ if rule == Rule::Conservative && ties > 0 => State::Decided(0.5),
        // The mean grade of the orders that name the winner.
        (named, others) => {
            let sum: f64 = preferences.sum();
            State::Decided((sum - ties as f64 / 2.0) / (named + others) as f64)
        }
    }
}

/// The reason that all have, "unable to decide" where they differ, `None` without reasons.
fn common(mut reasons: impl Iterator<Item = Undecided>) -> Option<Undecided> {
    let first = reasons.next()?;
    Some(if reasons.all(|other| other == first) { first } else { Undecided::UnableToDecide })
}

/// WildBench's length margin: a slight win (a graded preference that is neither whole nor a tie)
/// whose answer is more than `margin` characters longer becomes a tie. Returns the number of slight
/// wins that stay because a length is unknown.
pub fn apply_length_margin(judgments: &mut [Judgment], styles: &Styles, margin: u32) -> usize {
    let mut unmeasured = 0;
    for vote in judgments {
        let Ok(preference) = vote.reading.preference() else { continue };
        let verdict = Verdict::from_preference(preference);
        if verdict == Verdict::Tie || preference <= 0.0 || preference >= 1.0 {
            continue;
        }
        let length = |model| {
            styles.get(&(vote.question, vote.turn, model)).map(|style| i64::from(style.characters))
        };
        let Some((first, second)) = length(vote.first).zip(length(vote.second)) else {
            unmeasured += 1;
            continue;
        };
        let longer = if verdict == Verdict::First { first - second } else { second - first };
        if longer > i64::from(margin) {
            vote.reading = Reading::TIE;
        }
    }
    unmeasured
}

/// A pair of answers to one question, and the verdict on it of each judge: repeats and orders under
/// a rule, several outcomes of one judge by their mean. Verdicts are by the place of the answers in the
/// first judgment of the pair, as they were most likely shown to all.
pub(super) struct JudgedItem {
    pub question: u32,
    pub verdicts: HashMap<u32, Verdict>,
}

/// The pairs of answers in order of their first judgment.
pub(super) fn judged_items(judgments: &[Judgment], rule: Rule) -> Vec<JudgedItem> {
    type Key = (u32, u16, u32, u32);
    let mut places: HashMap<Key, (usize, bool)> = HashMap::new();
    let mut items: Vec<JudgedItem> = Vec::new();
    for vote in judgments {
        let (a, b) = vote.pair();
        places.entry((vote.question, vote.turn, a, b)).or_insert_with(|| {
            items.push(JudgedItem { question: vote.question, verdicts: HashMap::new() });
            (items.len() - 1, vote.first == a)
        });
    }
    let all = outcomes_of_each(judgments, rule);
    let item_of = |outcome: &Outcome| (outcome.question, outcome.turn, outcome.a, outcome.b);
    for of_judge in all.chunk_by(|x, y| item_of(x) == item_of(y) && x.judge == y.judge) {
        let preferences: Vec<f64> = of_judge.iter().filter_map(Outcome::preference).collect();
        let Some(&(place, a_is_first)) = places.get(&item_of(&of_judge[0])) else { continue };
        if preferences.is_empty() {
            continue;
        }
        let mean = preferences.iter().sum::<f64>() / preferences.len() as f64;
        let for_first = if a_is_first { mean } else { 1.0 - mean };
        items[place].verdicts.insert(of_judge[0].judge, Verdict::from_preference(for_first));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::super::Style;
    use super::super::table::tests::votes;
    use super::*;

    /// The states of one question under a rule; its judgments as `first second reading`.
    fn states(rule: Rule, orders: &[&str]) -> Vec<State> {
        let lines: Vec<String> = orders
            .iter()
            .map(|order| {
                let (pair, reading) = order.rsplit_once(' ').unwrap();
                format!("q {pair} judge {reading}")
            })
            .collect();
        // Model a has the lower number in every case.
        let mut all = vec!["other a b judge ="];
        all.extend(lines.iter().map(String::as_str));
        let outcomes = outcomes(&votes(&all).judgments, rule);
        outcomes.iter().filter(|outcome| outcome.question == 1).map(|o| o.state).collect()
    }

    const A: State = State::Decided(1.0);
    const B: State = State::Decided(0.0);
    const TIE: State = State::Decided(0.5);

    #[test]
    fn a_person_who_saw_one_order_is_compared_with_a_judge_of_both() {
        let votes = votes(&[
            "q1 a b judge 1",
            "q1 b a judge 2",
            "q1 a b person 1",
            "q2 a b judge 1",
            "q2 a b person 2",
        ]);
        for rule in [Rule::Conservative, Rule::Lenient] {
            let items = judged_items(&votes.judgments, rule);
            assert_eq!(
                items[0].verdicts,
                HashMap::from([(0, Verdict::First), (1, Verdict::First)])
            );
            assert_eq!(
                items[1].verdicts,
                HashMap::from([(1, Verdict::Second)]),
                "an order is missing"
            );
        }
    }

    #[test]
    fn a_conservative_win_needs_both_orders() {
        for (orders, expected) in [
            (["a b 1", "b a 2"], A),
            (["a b 2", "b a 1"], B),
            (["a b 1", "b a 1"], TIE),
            (["a b 1", "b a ="], TIE),
            (["a b =", "b a ="], TIE),
            (["a b 1", "b a error"], State::Undecided(Undecided::Error)),
            (["a b null", "b a error"], State::Undecided(Undecided::UnableToDecide)),
            (["a b one", "b a 2"], State::Undecided(Undecided::SituationOne)),
        ] {
            assert_eq!(states(Rule::Conservative, &orders), [expected], "{orders:?}");
        }
    }

    #[test]
    fn lenient_is_the_rule_of_mllm_bench() {
        for (orders, expected) in [
            (["a b 1", "b a 2"], A),
            (["a b one", "b a 2"], A),
            (["a b =", "b a 1"], B),
            (["a b 1", "b a 1"], TIE),
            (["a b one", "b a one"], State::Undecided(Undecided::SituationOne)),
            (["a b one", "b a two"], State::Undecided(Undecided::UnableToDecide)),
            (["a b =", "b a two"], TIE),
            // Its script drops a question with an unread vote; here it is counted.
            (["a b 1", "b a null"], State::Undecided(Undecided::Null)),
        ] {
            assert_eq!(states(Rule::Lenient, &orders), [expected], "{orders:?}");
        }
    }

    #[test]
    fn one_order_alone_is_unpaired_and_single_counts_each_look() {
        assert_eq!(states(Rule::Lenient, &["a b 1"]), [State::Unpaired]);
        assert_eq!(states(Rule::Conservative, &["b a 1"]), [State::Unpaired]);
        let single = states(Rule::Single, &["a b 1", "b a 1", "b a null"]);
        assert_eq!(single, [A, B, State::Undecided(Undecided::Null)]);
    }

    #[test]
    fn each_repeat_has_its_own_outcome() {
        let orders = ["a b 1", "b a 2", "a b 2", "b a 2"];
        assert_eq!(states(Rule::Conservative, &orders), [A, TIE]);
    }

    #[test]
    fn a_slight_win_of_a_much_longer_answer_becomes_a_tie() {
        let mut votes = votes(&["q1 a b j 0.75", "q2 a b j 1", "q3 a b j 0.25", "q4 a b j 0.75"]);
        for question in 0..3 {
            for (model, characters) in [(0, 601), (1, 100)] {
                votes.styles.insert((question, 0, model), Style { characters, ..Style::default() });
            }
        }
        let with = |margin| {
            let mut judgments = votes.judgments.clone();
            let unmeasured = apply_length_margin(&mut judgments, &votes.styles, margin);
            assert_eq!(unmeasured, 1, "the answers to q4 are unknown");
            let found = judgments.iter().map(|vote| vote.reading.preference().unwrap());
            found.collect::<Vec<_>>()
        };
        assert_eq!(with(500), [0.5, 1.0, 0.25, 0.75]);
        assert_eq!(with(501), [0.75, 1.0, 0.25, 0.75]);
    }
}
