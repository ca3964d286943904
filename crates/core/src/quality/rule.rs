//! From the verdicts of several models to a flag.

use std::fmt;
use std::str::FromStr;

use super::Verdict;
use crate::keyword::{UnexpectedText, written_as_text};

/// The number of models that must answer a question without its picture for it to be suspected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// More than half of them: of four, three. The paper's rule.
    #[default]
    Majority,
    /// All of them.
    All,
    /// At least this number.
    AtLeast(usize),
}

impl Rule {
    /// The number of right models that this rule needs.
    pub fn threshold(self, models: usize) -> usize {
        match self {
            Rule::Majority => models / 2 + 1,
            Rule::All => models,
            Rule::AtLeast(count) => count,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Majority => f.write_str("majority"),
            Rule::All => f.write_str("all"),
            Rule::AtLeast(count) => write!(f, "at-least={count}"),
        }
    }
}

written_as_text!(Rule);

impl FromStr for Rule {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let not_a_rule =
            || UnexpectedText::new("majority, all or at-least=N with N from 1 on", text);
        match text {
            "majority" => Ok(Rule::Majority),
            "all" => Ok(Rule::All),
            _ => {
                let count = text.strip_prefix("at-least=").ok_or_else(not_a_rule)?;
                let count: usize = count.parse().map_err(|_| not_a_rule())?;
                (count > 0).then_some(Rule::AtLeast(count)).ok_or_else(not_a_rule)
            }
        }
    }
}

/// A filter's result for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterVerdict {
    /// It is suspected.
    Flagged,
    /// It is not.
    Cleared,
    /// The evidence leaves it open.
    Incomplete,
}

/// Whether models without the picture make a question suspect to need none.
pub fn suspect_text_only(rule: Rule, verdicts: &[Verdict]) -> FilterVerdict {
    if verdicts.contains(&Verdict::Missing) || verdicts.is_empty() {
        return FilterVerdict::Incomplete;
    }
    let threshold = rule.threshold(verdicts.len());
    let correct = count(verdicts, Verdict::Correct);
    if correct >= threshold {
        FilterVerdict::Flagged
    } else if correct + count(verdicts, Verdict::Unread) < threshold {
        FilterVerdict::Cleared
    } else {
        FilterVerdict::Incomplete
    }
}

/// Whether models with the picture make a question suspect to be wrong: none of them is correct.
pub fn suspect_wrong(verdicts: &[Verdict]) -> FilterVerdict {
    if verdicts.contains(&Verdict::Missing) || verdicts.is_empty() {
        FilterVerdict::Incomplete
    } else if verdicts.contains(&Verdict::Correct) {
        FilterVerdict::Cleared
    } else if verdicts.contains(&Verdict::Unread) {
        FilterVerdict::Incomplete
    } else {
        FilterVerdict::Flagged
    }
}

fn count(verdicts: &[Verdict], wanted: Verdict) -> usize {
    verdicts.iter().filter(|&&verdict| verdict == wanted).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `r` correct, `w` not, `?` unread, `-` missing.
    fn verdicts(letters: &str) -> Vec<Verdict> {
        let verdict = |letter| match letter {
            'r' => Verdict::Correct,
            'w' => Verdict::NotCorrect,
            '?' => Verdict::Unread,
            _ => Verdict::Missing,
        };
        letters.chars().map(verdict).collect()
    }

    #[test]
    fn a_tie_is_no_majority() {
        let outcome = |text| suspect_text_only(Rule::Majority, &verdicts(text));
        assert_eq!(outcome("rrww"), FilterVerdict::Cleared);
        assert_eq!(outcome("rrrw"), FilterVerdict::Flagged);
        assert_eq!(outcome("rrw"), FilterVerdict::Flagged);
        assert_eq!(outcome("r"), FilterVerdict::Flagged);
    }

    #[test]
    fn an_unread_answer_matters_only_where_it_could_turn_the_outcome() {
        let outcome = |rule, text| suspect_text_only(rule, &verdicts(text));
        assert_eq!(outcome(Rule::Majority, "rr?"), FilterVerdict::Flagged);
        assert_eq!(outcome(Rule::Majority, "ww?"), FilterVerdict::Cleared);
        assert_eq!(outcome(Rule::Majority, "rw?"), FilterVerdict::Incomplete);
        assert_eq!(outcome(Rule::All, "rr?"), FilterVerdict::Incomplete);
        assert_eq!(outcome(Rule::AtLeast(1), "rw?"), FilterVerdict::Flagged);
        assert_eq!(suspect_wrong(&verdicts("rww?")), FilterVerdict::Cleared);
        assert_eq!(suspect_wrong(&verdicts("www?")), FilterVerdict::Incomplete);
    }

    #[test]
    fn missing_evidence_leaves_a_question_incomplete() {
        assert_eq!(suspect_text_only(Rule::Majority, &verdicts("rr-")), FilterVerdict::Incomplete);
        assert_eq!(suspect_wrong(&verdicts("rw-")), FilterVerdict::Incomplete);
        assert_eq!(suspect_wrong(&[]), FilterVerdict::Incomplete);
    }

    #[test]
    fn a_question_is_suspected_to_be_wrong_when_nobody_is_right() {
        assert_eq!(suspect_wrong(&verdicts("wwww")), FilterVerdict::Flagged);
        assert_eq!(suspect_wrong(&verdicts("wwrw")), FilterVerdict::Cleared);
    }

    #[test]
    fn a_rule_reads_back_as_it_was_written() {
        for rule in [Rule::Majority, Rule::All, Rule::AtLeast(2)] {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        for text in ["most", "at-least=0", "at-least=", "at-least=x", "at-least"] {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn an_outcome_with_unread_answers_stays_true_when_they_are_read(
            letters in "[rw?]{1,7}", read in prop::collection::vec(any::<bool>(), 7), count in 1usize..8,
        ) {
            let before = verdicts(&letters);
            let after: Vec<Verdict> = before.iter().zip(read).map(|(&verdict, right)| match verdict {
                Verdict::Unread if right => Verdict::Correct,
                Verdict::Unread => Verdict::NotCorrect,
                known => known,
            }).collect();
            for rule in [Rule::Majority, Rule::All, Rule::AtLeast(count)] {
                let first = suspect_text_only(rule, &before);
                if first != FilterVerdict::Incomplete {
                    prop_assert_eq!(suspect_text_only(rule, &after), first);
                }
            }
            let first = suspect_wrong(&before);
            if first != FilterVerdict::Incomplete {
                prop_assert_eq!(suspect_wrong(&after), first);
            }
        }
    }
}
