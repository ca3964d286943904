//! From the judgments of a pair of answers to its outcome: what two orders say together.

use std::collections::{BTreeMap, HashSet};

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

    /// The same with `a` and `b` exchanged.
    #[must_use]
    pub(super) fn turned(&self) -> Outcome {
        let state = self.preference().map_or(self.state, |for_a| State::Decided(1.0 - for_a));
        Outcome { a: self.b, b: self.a, state, ..*self }
    }
}

/// The outcomes of these judgments, ordered by question, turn, pair, judge and repeat.
pub fn outcomes(judgments: &[Judgment], rule: Rule) -> Vec<Outcome> {
    of_sorted(&by_pair(judgments.to_vec()), rule)
}

fn of_sorted(sorted: &[Judgment], rule: Rule) -> Vec<Outcome> {
    let outcome = |vote: &Judgment, state| {
        let (a, b) = vote.pair();
        let &Judgment { question, turn, repeat, judge, .. } = vote;
        Outcome { question, turn, repeat, a, b, judge, state }
    };
    let single =
        |vote: &Judgment| vote.preference_for_a().map_or_else(State::Undecided, State::Decided);
    match rule {
        Rule::Single => sorted.iter().map(|vote| outcome(vote, single(vote))).collect(),
        Rule::Conservative | Rule::Lenient => sorted
            .chunk_by(are_orders)
            .map(|orders| outcome(&orders[0], of_both_orders(orders, rule)))
            .collect(),
    }
}

/// The judgments in order of question, turn, pair, judge and repeat.
pub(super) fn by_pair(mut judgments: Vec<Judgment>) -> Vec<Judgment> {
    judgments.par_sort_by_key(order_key);
    judgments
}

type OrderKey = (u32, u16, (u32, u32), u32, u16);

fn order_key(vote: &Judgment) -> OrderKey {
    (vote.question, vote.turn, vote.pair(), vote.judge, vote.repeat)
}

/// Whether two judgments are the orders of one pair in one repeat.
pub(super) fn are_orders(x: &Judgment, y: &Judgment) -> bool {
    order_key(x) == order_key(y)
}

/// Whether these orders of one pair are both of them.
pub(super) fn has_both_orders(orders: &[Judgment]) -> bool {
    orders.iter().any(|vote| vote.first != orders[0].first)
}

fn of_both_orders(orders: &[Judgment], rule: Rule) -> State {
    if !has_both_orders(orders) {
        return State::Unpaired;
    }
    let reasons = orders.iter().filter_map(|vote| vote.reading.preference().err());
    let is_unread =
        |because: &Undecided| rule == Rule::Conservative || !because.is_said_by_the_judge();
    if let Some(because) = common(reasons.clone().filter(is_unread)) {
        return State::Undecided(because);
    }
    let preferences = orders.iter().filter_map(|vote| vote.preference_for_a().ok());
    let is_tie = |for_a: &f64| Verdict::from_preference(*for_a) == Verdict::Tie;
    let (ties, named): (Vec<f64>, Vec<f64>) = preferences.partition(is_tie);
    if ties.is_empty() && named.is_empty() {
        return State::Undecided(common(reasons).unwrap_or(Undecided::UnableToDecide));
    }
    let for_a = named.iter().filter(|for_a| **for_a > 0.5).count();
    let names_one = !named.is_empty() && (for_a == 0 || for_a == named.len());
    let wins = names_one && (rule == Rule::Lenient || ties.is_empty());
    // The mean grade of the orders that name the winner.
    State::Decided(if wins { named.iter().sum::<f64>() / named.len() as f64 } else { 0.5 })
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
        let (winner, loser) = match Verdict::from_preference(preference) {
            Verdict::First if preference < 1.0 => (vote.first, vote.second),
            Verdict::Second if preference > 0.0 => (vote.second, vote.first),
            _ => continue,
        };
        let length =
            |model| styles.get(&(vote.question, vote.turn, model)).map(|style| style.characters);
        match length(winner).zip(length(loser)) {
            None => unmeasured += 1,
            Some((won, lost)) if won > lost.saturating_add(margin) => vote.reading = Reading::TIE,
            Some(_) => {}
        }
    }
    unmeasured
}

/// A pair of answers to one question, and the verdict on it of each judge: repeats and orders under a rule, several
/// outcomes of one judge by their mean. Verdicts are by the place of the answers in the first judgment of the first
/// judge, as they were most likely shown to all.
pub(super) struct JudgedItem {
    pub question: u32,
    pub verdicts: BTreeMap<u32, Verdict>,
}

/// The pairs of answers. Votes of a judge who never saw a pair in both orders, as people do, count as they are.
pub(super) fn judged_items(judgments: &[Judgment], rule: Rule) -> Vec<JudgedItem> {
    let sorted = by_pair(judgments.to_vec());
    let both = sorted.chunk_by(are_orders).filter(|orders| has_both_orders(orders));
    let judges_of_both: HashSet<u32> = both.map(|orders| orders[0].judge).collect();
    let pair = |vote: &Judgment| (vote.question, vote.turn, vote.pair());
    let item = |votes: &[Judgment]| {
        let verdict = |own: &[Judgment]| {
            let judge = own[0].judge;
            let rule = if judges_of_both.contains(&judge) { rule } else { Rule::Single };
            let found = of_sorted(own, rule);
            let preferences: Vec<f64> = found.iter().filter_map(Outcome::preference).collect();
            let for_a = preferences.iter().sum::<f64>() / preferences.len() as f64;
            let for_first = if votes[0].first < votes[0].second { for_a } else { 1.0 - for_a };
            (!preferences.is_empty()).then(|| (judge, Verdict::from_preference(for_first)))
        };
        let judges = votes.chunk_by(|x, y| x.judge == y.judge);
        JudgedItem { question: votes[0].question, verdicts: judges.filter_map(verdict).collect() }
    };
    sorted.chunk_by(|x, y| pair(x) == pair(y)).map(item).collect()
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
                BTreeMap::from([(0, Verdict::First), (1, Verdict::First)])
            );
            assert_eq!(
                items[1].verdicts,
                BTreeMap::from([(1, Verdict::Second)]),
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
