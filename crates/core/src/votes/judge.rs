//! Who judges: a language model, a person, or the labels of a file; and a person's vote as a judgment.

use serde::Serialize;

use super::{Reading, Undecided};
use crate::benchmark::PairName;
use crate::benchmark::vote::{Vote, VoteDecision};
use crate::keyword::{UnexpectedText, keywords};

keywords! {
    /// Who judges.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum JudgeKind {
        /// A language model.
        Model = "model",
        /// A person whose votes were imported.
        Person = "person",
        /// The labels of a file, which say what the right verdict is.
        Label = "label",
    }
}

impl JudgeKind {
    /// The kind that a judge's name says, for files without one: `annotator1`, `expert_3`,
    /// `arena_user_7` and bare numbers are people, `label` is the label, any other name a model.
    pub fn from_judge_name(name: &str) -> Self {
        let name = name.trim().to_lowercase();
        let mut words = name.split(|c: char| !c.is_alphabetic());
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if name == Self::LABEL {
            JudgeKind::Label
        } else if is_number || words.any(is_of_people) {
            JudgeKind::Person
        } else {
            JudgeKind::Model
        }
    }

    /// The name of the judge whose votes are the labels of a file.
    pub const LABEL: &str = "label";
}

/// Whether a word in the name of a judge means people.
fn is_of_people(word: &str) -> bool {
    let people = "annotator author crowd expert human person rater user volunteer worker";
    people.split(' ').any(|known| known == word)
}

/// What a vote says of the answer that was shown first.
impl From<Vote> for Reading {
    fn from(vote: Vote) -> Self {
        Reading::Preference(match vote {
            Vote::First => 1.0,
            Vote::FirstSlightly => 0.75,
            Vote::Tie => 0.5,
            Vote::SecondSlightly => 0.25,
            Vote::Second => 0.0,
            Vote::BothBad => return Reading::Undecided(Undecided::BothBad),
        })
    }
}

/// The pair that a person judged, with the models in the order in which their answers were shown, and what is
/// said of the first.
///
/// # Errors
/// If the item is not the name of a pair.
pub fn judged_by_person(
    item: &str,
    decision: &VoteDecision,
) -> Result<(PairName, Reading), UnexpectedText> {
    let name: PairName = item.parse()?;
    let models = decision.order.shown(name.models);
    Ok((PairName { models, ..name }, decision.vote.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::EndsItem;
    use crate::benchmark::vote::{PairOrder, shown_hash};
    use crate::votes::Verdict;

    fn decision(vote: Vote, order: PairOrder) -> VoteDecision {
        VoteDecision { vote, order, shown: shown_hash(["yes", "no"]), note: None }
    }

    #[test]
    fn a_vote_judges_the_models_in_the_order_in_which_their_answers_were_shown() {
        let judged = |vote, order| judged_by_person("7/org%2Fx/y/0", &decision(vote, order));
        let (ab, reading) = judged(Vote::First, PairOrder::Ab).unwrap();
        assert_eq!((ab.models, reading), (["org/x".into(), "y".into()], Reading::FIRST));
        let (ba, reading) = judged(Vote::First, PairOrder::Ba).unwrap();
        assert_eq!((ba.models, reading), (["y".into(), "org/x".into()], Reading::FIRST));
        assert!(judged_by_person("7/x/0", &decision(Vote::Tie, PairOrder::Ab)).is_err());
    }

    #[test]
    fn people_who_saw_other_orders_and_prefer_the_same_answer_agree() {
        for (here, there) in [
            (Vote::First, Vote::Second),
            (Vote::FirstSlightly, Vote::SecondSlightly),
            (Vote::Tie, Vote::Tie),
            (Vote::BothBad, Vote::BothBad),
        ] {
            let outcome = |vote, order| decision(vote, order).final_act().outcome.to_string();
            assert_eq!(outcome(here, PairOrder::Ab), outcome(there, PairOrder::Ba));
            let opposite = |verdict| match verdict {
                Verdict::First => Verdict::Second,
                Verdict::Tie => Verdict::Tie,
                Verdict::Second => Verdict::First,
            };
            let [here, there] = [here, there].map(|vote| Reading::from(vote).verdict());
            assert_eq!(here.map(opposite), there);
        }
    }

    #[test]
    fn people_are_known_by_the_names_that_data_sets_give_them() {
        for name in
            ["annotator1", "expert_16", "author_2", "arena_user_55", "human", "Rater 3", "97"]
        {
            assert_eq!(JudgeKind::from_judge_name(name), JudgeKind::Person, "{name}");
        }
        for name in ["gpt-4", "judge", "gpt4_pair", "claude-3-5-sonnet", ""] {
            assert_eq!(JudgeKind::from_judge_name(name), JudgeKind::Model, "{name}");
        }
        assert_eq!(JudgeKind::from_judge_name("label"), JudgeKind::Label);
    }
}
