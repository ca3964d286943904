//! What a person votes on two models' answers to a question, shown without the models' names.
//!
//! Which answer is shown first differs between people and items; a vote holds the order, so that it
//! becomes a judgment of `votes` whatever was seen.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::queue_definition::{ItemKind, QueueDefinition};
use super::review::WrongReason;
use super::{EndsItem, FinalAct, GivenReasons, InvalidDecision, stored_reasons};
use crate::keyword::{Keyword, keywords};

/// The queue in which people vote on pairs of answers.
pub const QUEUE: QueueDefinition = QueueDefinition {
    items: ItemKind::Pairs,
    shows_reference: false,
    ..QueueDefinition::of_questions("vote")
};

keywords! {
    /// Which of two answers is better, by their places on the screen.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Vote: Display {
        /// The first; where votes are graded, clearly.
        First = "first",
        /// The first, slightly.
        FirstSlightly = "first-slightly",
        /// Both are as good.
        Tie = "tie",
        /// The second, slightly.
        SecondSlightly = "second-slightly",
        /// The second; where votes are graded, clearly.
        Second = "second",
        /// Both are bad.
        BothBad = "both-bad",
    }
}

keywords! {
    /// How people vote on a pair.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Ballot: Display {
        /// The better answer, both as good, or both bad.
        #[default]
        Better = "better",
        /// Five grades.
        Grades = "grades",
        /// A score from 1 to 5 for each answer.
        Scores = "scores",
    }
}

/// The highest score of an answer.
pub const HIGHEST_SCORE: u8 = 5;

impl Ballot {
    /// The votes that can be given, in the order in which they are offered; none where answers are scored.
    pub fn offered(self) -> &'static [Vote] {
        match self {
            Ballot::Better => &[Vote::First, Vote::Second, Vote::Tie, Vote::BothBad],
            Ballot::Grades => Vote::ALL,
            Ballot::Scores => &[],
        }
    }

    /// How many digits mean something: places, grades or scores, from 1.
    pub fn digits(self) -> usize {
        if self == Ballot::Better { 2 } else { 5 }
    }

    /// What may be typed: votes or scores.
    pub fn typed(self) -> Vec<String> {
        match self {
            Ballot::Scores => (1..=HIGHEST_SCORE).map(|score| score.to_string()).collect(),
            _ => self.offered().iter().map(|vote| vote.typed().to_owned()).collect(),
        }
    }
}

impl Vote {
    /// The vote that follows from the scores of the answers.
    pub fn from_scores([first, second]: [u8; 2]) -> Vote {
        match first.cmp(&second) {
            Ordering::Greater => Vote::First,
            Ordering::Equal => Vote::Tie,
            Ordering::Less => Vote::Second,
        }
    }

    /// How it is typed: `1`, `2-slightly`, `tie`.
    pub fn typed(self) -> &'static str {
        match self {
            Vote::First => "1",
            Vote::FirstSlightly => "1-slightly",
            Vote::SecondSlightly => "2-slightly",
            Vote::Second => "2",
            Vote::Tie | Vote::BothBad => self.name(),
        }
    }

    /// The vote that is typed so, or has this name.
    pub fn from_typed(text: &str) -> Option<Vote> {
        Vote::all().find(|vote| vote.typed() == text || vote.name() == text)
    }

    /// The same vote where the answers have each other's places.
    fn swapped(self) -> &'static Vote {
        match self {
            Vote::BothBad => &Vote::BothBad,
            grade => &Vote::ALL[Vote::Second as usize - grade as usize],
        }
    }
}

/// Which answer of a pair is shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairOrder {
    /// The answer of the model that the item names first.
    Ab,
    /// The answer of the model that the item names second.
    Ba,
}

impl PairOrder {
    /// The order in which an annotator sees a pair: drawn by the annotator's seed for each item, and the same
    /// whenever the item is opened.
    pub fn for_person(seed: u64, item: &str) -> Self {
        let bytes = [&seed.to_le_bytes()[..], item.as_bytes()].concat();
        match blake3::derive_key("assay order of a pair", &bytes)[0] & 1 {
            0 => PairOrder::Ab,
            _ => PairOrder::Ba,
        }
    }

    /// Two values in the order of the item's name, in the order in which they are shown.
    pub fn shown<T>(self, [a, b]: [T; 2]) -> [T; 2] {
        match self {
            PairOrder::Ab => [a, b],
            PairOrder::Ba => [b, a],
        }
    }
}

/// A finished vote on a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoteDecision {
    /// The vote, by the places on the screen.
    pub vote: Vote,
    /// Whose answer was shown first.
    pub order: PairOrder,
    /// [`shown_hash`] of the answers: a vote holds for these texts only.
    pub shown: String,
    /// The scores of the answers in the order shown, where they are scored; the vote follows from them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<[u8; 2]>,
    /// Why.
    #[serde(flatten, with = "stored_reasons")]
    pub reasons: Vec<WrongReason>,
    /// A remark in the annotator's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl EndsItem for VoteDecision {
    /// The outcome is by the names of the item, so that those who saw other orders can be compared.
    fn final_act(&self) -> FinalAct<'_> {
        let outcome = match self.order {
            PairOrder::Ab => &self.vote,
            PairOrder::Ba => self.vote.swapped(),
        };
        FinalAct {
            as_seen: Some(&self.vote),
            reasons: GivenReasons::OfVote(&self.reasons),
            note: self.note.as_deref(),
            shown: Some(&self.shown),
            ..FinalAct::new(QUEUE.name, outcome)
        }
    }

    fn check(&self) -> Result<(), InvalidDecision> {
        let fit = |scores: [u8; 2]| {
            scores.iter().all(|score| (1..=HIGHEST_SCORE).contains(score))
                && Vote::from_scores(scores) == self.vote
        };
        self.scores.is_none_or(fit).then_some(()).ok_or(InvalidDecision::ScoresContradict)
    }
}

/// The name of a pair without those of the models: the key of its question and a hash of the whole.
pub fn blind_name(item: &str) -> String {
    let key = item.split('/').next().unwrap_or_default();
    let hash =
        blake3::Hash::from(blake3::derive_key("assay blind name of a pair", item.as_bytes()));
    format!("{key}/{}", &hash.to_hex()[..16])
}

/// The first 16 hexadecimal digits of the BLAKE3 hash of two answers in the order of the item's name.
pub fn shown_hash([a, b]: [&str; 2]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(a.len() as u64).to_le_bytes()).update(a.as_bytes()).update(b.as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::decision::Act;

    #[test]
    fn each_answer_is_shown_first_to_about_half_of_the_people() {
        let first = |seed| PairOrder::for_person(seed, "7/x/y/0") == PairOrder::Ab;
        let count = (0..1000).filter(|&seed| first(seed)).count();
        assert!((440..=560).contains(&count), "{count}");
        assert_eq!(first(5), first(5));
    }

    #[test]
    fn a_vote_reads_back_as_it_was_stored() {
        let json = r#"{"act":"vote","vote":"first","order":"ba","shown":"0123456789abcdef","scores":[5,2],"reasons":["other"],"own_reasons":["accuracy"],"note":"n"}"#;
        let act: Act = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&act).unwrap(), json);
        for vote in Vote::all() {
            assert_eq!(serde_json::to_value(vote).unwrap(), vote.name());
            assert_eq!(Vote::from_typed(vote.typed()), Some(vote));
        }
        assert_ne!(shown_hash(["ab", "c"]), shown_hash(["a", "bc"]));
        let before = r#"{"act":"vote","vote":"tie","order":"ab","shown":"0123456789abcdef"}"#;
        assert!(serde_json::from_str::<Act>(before).is_ok(), "rows without reasons");
    }

    #[test]
    fn scores_from_1_to_5_give_the_vote_and_others_are_refused() {
        let scored = |vote, scores| {
            let (order, shown) = (PairOrder::Ab, String::new());
            let scores = Some(scores);
            VoteDecision { vote, order, shown, scores, reasons: vec![], note: None }.check()
        };
        assert_eq!(scored(Vote::First, [4, 2]), Ok(()));
        assert_eq!(scored(Vote::Tie, [5, 5]), Ok(()));
        for (vote, scores) in [(Vote::Second, [4, 2]), (Vote::First, [6, 2]), (Vote::Tie, [0, 0])] {
            assert_eq!(scored(vote, scores), Err(InvalidDecision::ScoresContradict), "{scores:?}");
        }
    }

    #[test]
    fn the_blind_name_of_a_pair_holds_the_key_and_no_model() {
        let name = blind_name("7%2Fx/llava/qwen/0");
        assert!(name.starts_with("7%2Fx/") && !name.contains("llava") && !name.contains("qwen"));
        assert_ne!(name, blind_name("7%2Fx/llava/qwen/1"));
    }
}
