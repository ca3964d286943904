//! Warnings about the questions of a score, as sentences: the same for a file and for a run.

use std::collections::BTreeMap;

use super::{Missing, Strategy};
use crate::benchmark::AnswerRule;
use crate::short::is_graded;
use crate::visible::visible_line;

/// The number of questions that a warning names.
const NAMED: usize = 5;

/// The first few of a list of names, for a message.
pub fn first_few(names: &[&str]) -> String {
    let first: Vec<_> = names.iter().take(NAMED).map(|name| visible_line(name)).collect();
    let more = if names.len() > NAMED { ", .." } else { "" };
    format!("{}{more}", first.join(", "))
}

/// A sentence about these questions: their number, the sentence, the first few names. `None` for an
/// empty list.
pub fn about_questions(keys: &[&str], sentence: &str) -> Option<String> {
    (!keys.is_empty()).then(|| format!("{} questions {sentence} ({})", keys.len(), first_few(keys)))
}

/// Open questions, which cannot be `done`: counted, checked.
pub fn open_questions(count: usize, done: &str) -> Option<String> {
    let (questions, they, have) = match count {
        0 => return None,
        1 => ("open question", "it is", "has"),
        _ => ("open questions", "they are", "have"),
    };
    Some(format!("{count} {questions} {have} no answer to compare: {they} not {done}"))
}

/// Questions whose answers are compared by rules and not by their choices.
pub fn short_answers(by_rule: &BTreeMap<AnswerRule, usize>) -> Option<String> {
    let count: usize = by_rule.values().sum();
    let rules: Vec<String> =
        by_rule.iter().map(|(rule, count)| format!("{rule} {count}")).collect();
    let about_mean = match by_rule.keys().any(|rule| is_graded(*rule)) {
        true => {
            "; vqa and anls have grades: a score of 0.5 or more counts as right, mean_score is their mean"
        }
        false => "",
    };
    let rules = rules.join(", ");
    (count > 0).then(|| {
        format!(
            "{count} questions have short answers, judged by rule in one pass ({rules}){about_mean}"
        )
    })
}

/// Questions without predictions.
pub(super) fn absent_questions(keys: &[&str], missing: Missing) -> Option<String> {
    let treatment = match missing {
        Missing::Wrong => "they count as not correct",
        Missing::Exclude => "they are left out",
        Missing::Kit => "VLMEvalKit does not count them",
    };
    about_questions(keys, &format!("of the data set have no prediction: {treatment}"))
}

/// Questions that have predictions, but not for their first pass.
pub(super) fn without_first_pass(keys: &[&str]) -> Option<String> {
    about_questions(keys, "lack their first row; VLMEvalKit does not count them at all")
}

/// Questions that lack passes which the strategy requires. Those without their first row have their own
/// warning.
pub(super) fn lacking_passes(
    keys: &[&str],
    strategy: Strategy,
    missing: Missing,
    has_later_passes: bool,
) -> Option<String> {
    let treatment = match (strategy, missing) {
        (Strategy::EveryPass, Missing::Wrong) => "each of which counts as wrong",
        (Strategy::EveryPass, Missing::Exclude | Missing::Kit) => "which are left out",
        (Strategy::Circular | Strategy::FirstPass, Missing::Wrong) => {
            "and count as not correct; VLMEvalKit would not require these passes and score higher"
        }
        (Strategy::Circular | Strategy::FirstPass, Missing::Exclude) => {
            "and are left out unless a pass that is there decides"
        }
        (Strategy::Circular | Strategy::FirstPass, Missing::Kit) => {
            "which are not required, as in VLMEvalKit: a complete file may score lower"
        }
    };
    let hint = match has_later_passes {
        true => "",
        false => "; there are first passes alone, which --strategy first-pass scores",
    };
    about_questions(keys, &format!("lack passes, {treatment}{hint}"))
}

/// Questions that lack passes and have one from which nothing was read. VLMEvalKit does not count
/// them as right either, so under its treatment there is no warning.
pub(super) fn lacking_beside_unread(keys: &[&str], missing: Missing) -> Option<String> {
    let treatment = match missing {
        Missing::Wrong => "count as not correct, as in VLMEvalKit",
        Missing::Exclude => "are left out",
        Missing::Kit => return None,
    };
    let lack = "lack passes, and nothing was read from one that is there: they";
    about_questions(keys, &format!("{lack} {treatment}"))
}

/// Questions with passes that `assay infer` spared, because its own reading found one wrong that
/// the rules of the score do not.
pub(super) fn spared_passes(keys: &[&str], missing: Missing) -> Option<String> {
    let treatment = match missing {
        Missing::Wrong => "count as not correct",
        Missing::Exclude => "are left out",
        Missing::Kit => "are judged by the passes that are there",
    };
    let spared = "were decided by a pass that the rules assay read as wrong and these rules do not, so that \
                  `assay infer` spared the others: they";
    about_questions(keys, &format!("{spared} {treatment}; --all-passes asks the others"))
}

/// Questions that have fewer passes in the benchmark's file than choices.
pub(super) fn fewer_passes(keys: &[&str]) -> Option<String> {
    let sentence = "have fewer passes in the data set than choices: only the passes that it lists are \
                    required";
    about_questions(keys, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_questions_are_named_and_more_are_hinted_at() {
        let keys = ["1", "2", "3", "4", "5", "6"];
        assert_eq!(first_few(&keys[..1]), "1");
        assert_eq!(first_few(&keys[..5]), "1, 2, 3, 4, 5");
        assert_eq!(first_few(&keys), "1, 2, 3, 4, 5, ..");
        assert_eq!(about_questions(&[], "are lost"), None);
        assert_eq!(about_questions(&["a\u{1b}"], "is lost").unwrap(), "1 questions is lost (a^[)");
    }
}
