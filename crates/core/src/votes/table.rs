//! The table of votes: judgments, scores and what is known of the answers, with names as numbers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{AnswerScore, ExactMatches, Judgment, Styles, Undecided};
use crate::names::Names;

/// Judgments of answers to the questions of one benchmark.
#[derive(Clone, Debug, Default)]
pub struct Votes {
    pub questions: Names,
    pub models: Names,
    pub judges: Names,
    /// The snapshots of judges as servers name them, the model and the system fingerprint: number 1 is the first.
    pub snapshots: Names,
    /// Answers compared in pairs.
    pub judgments: Vec<Judgment>,
    /// Answers scored alone.
    pub scores: Vec<AnswerScore>,
    /// Length and form of the answers, where their text is known.
    pub styles: Styles,
    pub exact: ExactMatches,
}

/// A judge and how much it said: every table names its judges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JudgeCount {
    pub judge: String,
    pub votes: usize,
    /// Votes without a verdict, by reason.
    pub undecided: BTreeMap<Undecided, usize>,
    /// The votes of each snapshot that is known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub snapshots: BTreeMap<String, usize>,
}

impl Votes {
    /// The judgments of some judges, by number.
    pub fn of_judges(&self, judges: &[u32]) -> Vec<Judgment> {
        self.judgments.iter().filter(|vote| judges.contains(&vote.judge)).copied().collect()
    }

    /// The name of a snapshot; empty if it is not known.
    pub fn snapshot(&self, number: u16) -> &str {
        self.snapshots.name(u32::from(number).wrapping_sub(1))
    }

    /// The number of a snapshot; 0 for a name that is empty, and beyond what can be numbered.
    pub fn number_snapshot(&mut self, name: &str) -> u16 {
        let number = (!name.is_empty()).then(|| u16::try_from(self.snapshots.code(name) + 1));
        number.and_then(Result::ok).unwrap_or_default()
    }

    /// The judges with the number of their judgments and scores, in order of appearance.
    pub fn judge_counts(&self) -> Vec<JudgeCount> {
        let count = |judge: &String| JudgeCount { judge: judge.clone(), ..JudgeCount::default() };
        let mut counts: Vec<JudgeCount> = self.judges.in_order().iter().map(count).collect();
        let mut snapshots: BTreeMap<(u32, u16), usize> = BTreeMap::new();
        let votes = self.judgments.iter();
        let votes = votes.map(|vote| ((vote.judge, vote.snapshot), vote.reading.preference()));
        let scores = self.scores.iter().map(|of| ((of.judge, of.snapshot), of.score));
        for ((judge, snapshot), said) in votes.chain(scores) {
            let Some(count) = counts.get_mut(judge as usize) else { continue };
            count.votes += 1;
            if snapshot > 0 {
                *snapshots.entry((judge, snapshot)).or_default() += 1;
            }
            if let Err(because) = said {
                *count.undecided.entry(because).or_default() += 1;
            }
        }
        for ((judge, snapshot), votes) in snapshots {
            counts[judge as usize].snapshots.insert(self.snapshot(snapshot).to_owned(), votes);
        }
        counts
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Reading;
    use super::*;

    /// The names of one judgment, before they are numbers.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Named<'a> {
        pub question: &'a str,
        pub turn: u16,
        pub repeat: u16,
        /// The model whose answer was shown first.
        pub first: &'a str,
        pub second: &'a str,
        pub judge: &'a str,
    }

    impl Votes {
        /// Adds a judgment.
        pub fn add(&mut self, named: Named<'_>, reading: Reading) {
            self.judgments.push(Judgment {
                question: self.questions.code(named.question),
                turn: named.turn,
                repeat: named.repeat,
                first: self.models.code(named.first),
                second: self.models.code(named.second),
                has_order: true,
                judge: self.judges.code(named.judge),
                snapshot: 0,
                reading,
            });
        }
    }

    /// Votes from lines `question first second judge reading`; the reading is `1`, `2`, `=`, or a
    /// reason's first letters. The turn is 0; a line that repeats a key is the next repeat.
    pub fn votes(lines: &[&str]) -> Votes {
        let mut votes = Votes::default();
        let mut seen: std::collections::HashMap<String, u16> = std::collections::HashMap::new();
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let reading = match words[4] {
                "1" => Reading::FIRST,
                "2" => Reading::SECOND,
                "=" => Reading::TIE,
                "null" => Reading::Undecided(Undecided::Null),
                "error" => Reading::Undecided(Undecided::Error),
                "one" => Reading::Undecided(Undecided::SituationOne),
                "two" => Reading::Undecided(Undecided::SituationTwo),
                "bad" => Reading::Undecided(Undecided::BothBad),
                graded => Reading::graded(graded.parse().unwrap()).unwrap(),
            };
            let times = seen.entry(words[..4].join(" ")).or_default();
            let (question, first, second, judge) = (words[0], words[1], words[2], words[3]);
            let named = Named { question, turn: 0, repeat: *times, first, second, judge };
            *times += 1;
            votes.add(named, reading);
        }
        votes
    }

    #[test]
    fn the_votes_of_each_snapshot_are_counted_and_unknown_ones_are_none() {
        let mut votes = votes(&["q1 a b x 1", "q2 a b x 1", "q3 a b x 1", "q1 a b y ="]);
        for (vote, name) in [(0, "x-2024 fp_1"), (1, "x-2025 fp_2"), (2, "")] {
            votes.judgments[vote].snapshot = votes.number_snapshot(name);
        }
        let counts = votes.judge_counts();
        let expected = ["x-2024 fp_1", "x-2025 fp_2"].map(|name| (name.to_owned(), 1));
        assert_eq!(counts[0].snapshots, BTreeMap::from(expected));
        assert!(counts[1].snapshots.is_empty());
    }

    #[test]
    fn every_judge_is_counted_with_its_missing_verdicts() {
        let votes = votes(&["q1 a b x 1", "q2 a b x null", "q1 a b y ="]);
        let counts = votes.judge_counts();
        assert_eq!((counts[0].judge.as_str(), counts[0].votes), ("x", 2));
        assert_eq!(counts[0].undecided[&Undecided::Null], 1);
        assert_eq!((counts[1].judge.as_str(), counts[1].votes), ("y", 1));
        assert_eq!(votes.of_judges(&[1]).len(), 1, "judges are never pooled unasked");
    }
}
