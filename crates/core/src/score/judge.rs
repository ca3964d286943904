//! Whether a question counts as right, and what decided it.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{ExtractedPass, FIRST_PASS_ONLY, Group, Missing, RequiredPasses, Strategy};
use crate::benchmark::Pass;

/// What decided a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// Every required pass is present and right.
    AllPassesRight,
    /// The first pass is right, and no other was required.
    FirstPassRight,
    /// This pass is wrong.
    Wrong(Pass),
    /// No pass is wrong, and the rules read nothing from this one.
    NotExtracted(Pass),
    /// No pass is wrong, all present ones are read, and this one is absent.
    Missing(Pass),
}

impl fmt::Display for DecidedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecidedBy::AllPassesRight => f.write_str("all passes right"),
            DecidedBy::FirstPassRight => f.write_str("first pass right"),
            DecidedBy::Wrong(pass) => write!(f, "pass {pass} wrong"),
            DecidedBy::NotExtracted(pass) => write!(f, "pass {pass} not extracted"),
            DecidedBy::Missing(pass) => write!(f, "pass {pass} missing"),
        }
    }
}

impl Serialize for DecidedBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The outcome for one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the question is counted at all.
    pub counted: bool,
    /// Whether it counts as right.
    pub correct: bool,
    /// What decided it.
    pub decided_by: DecidedBy,
}

/// Judges a question by CircularEval or by its first pass. ([`Strategy::EveryPass`] has no verdict
/// on a question; it judges like CircularEval here, and the table counts its passes.)
///
/// A wrong pass decides at once, whatever is missing: no further pass could make the question
/// right.
pub fn judge(group: &Group<'_>, strategy: Strategy, missing: Missing) -> Judgement {
    let has_first = group.passes.iter().any(|pass| pass.pass == Pass::FIRST);
    let is_asked =
        |pass: &&ExtractedPass| strategy != Strategy::FirstPass || pass.pass == Pass::FIRST;
    let asked = || group.passes.iter().filter(is_asked);
    let first_that = |outcome: Option<bool>| {
        asked().find(|pass| pass.is_right() == outcome).map(|pass| pass.pass)
    };
    let absent = group.absent(strategy).next().filter(|_| missing != Missing::Kit);
    let decided_by = first_that(Some(false))
        .map(DecidedBy::Wrong)
        .or_else(|| first_that(None).map(DecidedBy::NotExtracted))
        .or_else(|| absent.map(DecidedBy::Missing))
        .unwrap_or(match strategy {
            Strategy::FirstPass => DecidedBy::FirstPassRight,
            Strategy::Circular | Strategy::EveryPass => DecidedBy::AllPassesRight,
        });
    let correct = matches!(decided_by, DecidedBy::AllPassesRight | DecidedBy::FirstPassRight);
    let is_decided = correct || matches!(decided_by, DecidedBy::Wrong(_));
    Judgement {
        counted: match missing {
            Missing::Kit => has_first,
            Missing::Wrong => true,
            Missing::Exclude => is_decided,
        },
        correct,
        decided_by,
    }
}

impl Strategy {
    /// The passes that this strategy requires of a question, given those that CircularEval
    /// requires.
    pub fn required(self, circular: &RequiredPasses) -> &RequiredPasses {
        match self {
            Strategy::FirstPass => &FIRST_PASS_ONLY,
            Strategy::Circular | Strategy::EveryPass => circular,
        }
    }
}

impl Group<'_> {
    /// The passes that a strategy requires and that are absent, in ascending order.
    pub fn absent(&self, strategy: Strategy) -> impl Iterator<Item = Pass> {
        let is_absent = |wanted: &Pass| self.passes.iter().all(|there| there.pass != *wanted);
        strategy.required(self.required).iter().filter(is_absent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Label;
    use crate::extract::Answer;
    use crate::score::passes_as_letters::with_group;
    use proptest::{prop_assert, proptest};

    fn judged(passes: &str, strategy: Strategy, missing: Missing) -> (bool, bool, String) {
        let judgement = with_group(passes, |group| judge(group, strategy, missing));
        (judgement.counted, judgement.correct, judgement.decided_by.to_string())
    }

    #[test]
    fn one_wrong_pass_is_enough() {
        for missing in [Missing::Kit, Missing::Wrong, Missing::Exclude] {
            let expected = (true, false, "pass 2 wrong".to_owned());
            assert_eq!(judged("r?w-", Strategy::Circular, missing), expected);
        }
    }

    #[test]
    fn a_missing_pass_is_forgiven_under_kit_alone() {
        let all_right = "all passes right".to_owned();
        assert_eq!(judged("rr-r", Strategy::Circular, Missing::Kit), (true, true, all_right));
        let missing = "pass 2 missing".to_owned();
        assert_eq!(
            judged("rr-r", Strategy::Circular, Missing::Wrong),
            (true, false, missing.clone())
        );
        assert_eq!(judged("rr-r", Strategy::Circular, Missing::Exclude), (false, false, missing));
    }

    #[test]
    fn under_kit_a_question_without_its_first_row_is_not_counted() {
        assert!(!judged("-rrr", Strategy::Circular, Missing::Kit).0);
        assert!(judged("-rrr", Strategy::Circular, Missing::Wrong).0);
    }

    #[test]
    fn what_could_not_be_read_is_never_right() {
        for missing in [Missing::Kit, Missing::Wrong] {
            let expected = (true, false, "pass 1 not extracted".to_owned());
            assert_eq!(judged("r?rr", Strategy::Circular, missing), expected);
        }
        assert!(!judged("r?rr", Strategy::Circular, Missing::Exclude).0);
    }

    #[test]
    fn the_first_pass_alone_may_decide() {
        let first = "first pass right".to_owned();
        assert_eq!(judged("r?--", Strategy::FirstPass, Missing::Wrong), (true, true, first));
        assert!(judged("rwww", Strategy::FirstPass, Missing::Wrong).1);
        assert!(!judged("-rrr", Strategy::FirstPass, Missing::Wrong).1);
    }

    #[test]
    fn a_refusal_is_a_wrong_answer() {
        let expected = (true, false, "pass 0 wrong".to_owned());
        assert_eq!(judged("xr", Strategy::Circular, Missing::Wrong), expected);
    }

    #[test]
    fn passes_that_the_file_does_not_list_are_not_required() {
        let required = RequiredPasses::compute([Pass(0), Pass(2)], [], None);
        let right = |pass| ExtractedPass {
            pass: Pass(pass),
            extracted: Answer::Label(Label::A).into(),
            reference: Some(Label::A),
            grade: None,
        };
        let group = Group { passes: &[right(0), right(2)], required: &required };
        assert!(judge(&group, Strategy::Circular, Missing::Wrong).correct);
        assert_eq!(group.absent(Strategy::EveryPass).count(), 0);
        let group = Group { passes: &[right(0), right(1)], required: &required };
        let judgement = judge(&group, Strategy::Circular, Missing::Wrong);
        assert_eq!(judgement.decided_by, DecidedBy::Missing(Pass(2)));
    }

    proptest! {
        #[test]
        fn a_model_that_answers_by_position_is_never_right_under_circular(
            n in 2usize..=26, always in 0usize..26, answer in 0usize..26,
        ) {
            let (always, answer) = (always % n, answer % n);
            let passes = (0..n).map(|k| ExtractedPass {
                pass: Pass(k as u32),
                extracted: Answer::Label(Label::from_index(always).unwrap()).into(),
                reference: Label::from_index((answer + n - k) % n),
                grade: None,
            });
            let required = RequiredPasses::Rotated(n as u32);
            let passes: Vec<ExtractedPass> = passes.collect();
            let group = Group { passes: &passes, required: &required };
            prop_assert!(!judge(&group, Strategy::Circular, Missing::Kit).correct);
        }
    }
}
