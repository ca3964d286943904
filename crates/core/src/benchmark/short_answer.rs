//! The reference answer of a question that is answered in a few words or with a number, and the name of the rule
//! by which answers are compared with it. What each rule does is in [`crate::short`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::keyword::keywords;

keywords! {
    /// How an answer is compared with the accepted ones.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum AnswerRule: Display {
        /// The same words, whatever their case and spaces and the full stop behind them.
        Exact = "exact",
        /// As OCRBench compares: an accepted answer is part of the text, whatever the case.
        Contains = "contains",
        /// As OCRBench compares its handwritten formulas: the same without spaces, and case counts.
        ContainsFormula = "contains-formula",
        /// The same number, both rounded to the precision where there is one, with or without its unit.
        Numeric = "numeric",
        /// As ChartQA compares: numbers differ by at most 5 % of the reference; words are the same.
        Relaxed = "relaxed",
        /// The same entries in the same order.
        List = "list",
        /// Yes or no: one of the words is in the answer and the other is not.
        YesNo = "yes-no",
        /// As MathVista compares: an integer, a number of given precision, a list or a text.
        #[serde(rename = "mathvista")]
        MathVista = "mathvista",
        /// As MMMU compares the answers of its open questions.
        MmmuOpen = "mmmu-open",
        /// As VQA v2 compares: its normalisation, and the share of people who gave the answer.
        Vqa = "vqa",
        /// As DocVQA compares: normalised Levenshtein similarity, 0 below one half.
        Anls = "anls",
    }
}

impl AnswerRule {
    /// The rule for a question of this category, where one rule is given for all questions of a benchmark.
    #[must_use]
    pub fn within_category(self, category: Option<&str>) -> Self {
        const FORMULAS: &str = "Handwritten Mathematical Expression Recognition";
        match self {
            AnswerRule::Contains if category == Some(FORMULAS) => AnswerRule::ContainsFormula,
            rule => rule,
        }
    }
}

/// What a short or numeric answer is compared with, and how.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortAnswer {
    /// How answers are compared.
    pub rule: AnswerRule,
    /// The accepted answers as the source has them, one or more; for `vqa` one for each person who was asked, in
    /// order and with repetitions. Empty in test splits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
    /// The number of decimals that count, where the source says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<u8>,
    /// The unit of a number, where the source says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

impl ShortAnswer {
    /// The most decimals that a number has.
    pub const MOST_DECIMALS: u8 = 15;

    /// Accepted answers without precision and unit.
    pub fn new(rule: AnswerRule, answers: Vec<String>) -> Self {
        ShortAnswer { rule, answers, precision: None, unit: None }
    }

    /// The same without the accepted answers: what an annotator may see before the own answer.
    #[must_use]
    pub fn without_answers(&self) -> Self {
        ShortAnswer { answers: Vec::new(), ..self.clone() }
    }

    /// Whether there is something to compare with.
    pub fn has_reference(&self) -> bool {
        !self.answers.is_empty()
    }

    /// The accepted answers as people edit them: `2 | two`, repetitions included.
    pub fn joined(&self) -> String {
        self.answers.join(" | ")
    }

    /// The same with the accepted answers of such a line.
    #[must_use]
    pub fn with_joined(&self, line: &str) -> Self {
        if line == self.joined() {
            return self.clone();
        }
        let answers = line.split('|').map(str::trim).filter(|answer| !answer.is_empty());
        ShortAnswer { answers: answers.map(str::to_owned).collect(), ..self.clone() }
    }

    /// The accepted answers in one line, each once, with their unit: `2 | two`, `2.5 cm`.
    pub fn listed(&self) -> String {
        let mut once: Vec<&str> = Vec::new();
        for answer in &self.answers {
            if !once.contains(&answer.as_str()) {
                once.push(answer);
            }
        }
        let listed = once.join(" | ");
        match &self.unit {
            Some(unit) => format!("{listed} {unit}"),
            None => listed,
        }
    }
}

/// The accepted answers with their unit and the rule: `2.5 cm (numeric, 1 decimal)`.
impl fmt::Display for ShortAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.listed(), self.rule)?;
        match self.precision {
            Some(1) => f.write_str(", 1 decimal")?,
            Some(decimals) => write!(f, ", {decimals} decimals")?,
            None => {}
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword::Keyword;

    #[test]
    fn a_rule_has_one_name_in_files_and_on_the_command_line() {
        for rule in AnswerRule::all() {
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.name());
        }
    }

    #[test]
    fn what_is_not_given_is_not_written() {
        let bare = ShortAnswer::new(AnswerRule::MathVista, vec!["2".into()]);
        let json = r#"{"rule":"mathvista","answers":["2"]}"#;
        assert_eq!(serde_json::to_string(&bare).unwrap(), json);
        assert_eq!(serde_json::from_str::<ShortAnswer>(json).unwrap(), bare);
        assert_eq!(
            serde_json::to_string(&bare.without_answers()).unwrap(),
            r#"{"rule":"mathvista"}"#
        );
        assert!(serde_json::from_str::<ShortAnswer>(r#"{"rule":"vqa","anwsers":[]}"#).is_err());
    }

    #[test]
    fn the_formulas_of_ocrbench_have_a_rule_of_their_own() {
        let rule = |rule: AnswerRule, category| rule.within_category(Some(category)).name();
        let formulas = "Handwritten Mathematical Expression Recognition";
        assert_eq!(rule(AnswerRule::Contains, formulas), "contains-formula");
        assert_eq!(rule(AnswerRule::Contains, "Handwriting Recognition"), "contains");
        assert_eq!(rule(AnswerRule::Exact, formulas), "exact");
        assert_eq!(AnswerRule::Contains.within_category(None), AnswerRule::Contains);
    }

    #[test]
    fn accepted_answers_are_edited_in_one_line() {
        let answers = ["2", "two", "a | b"].map(str::to_owned).to_vec();
        let short = ShortAnswer::new(AnswerRule::Exact, answers);
        assert_eq!(short.with_joined(&short.joined()), short, "unchanged words change nothing");
        assert_eq!(short.with_joined(" 3 |three| ").answers, ["3", "three"]);
        assert!(!short.with_joined("").has_reference());
    }

    #[test]
    fn a_repeated_answer_is_listed_once() {
        let answers = ["2", "two", "2"].map(str::to_owned).to_vec();
        let vqa = ShortAnswer::new(AnswerRule::Vqa, answers);
        assert_eq!(vqa.to_string(), "2 | two (vqa)");
        let length = ShortAnswer {
            precision: Some(1),
            unit: Some("cm".into()),
            ..ShortAnswer::new(AnswerRule::Numeric, vec!["2.5".into()])
        };
        assert_eq!(length.to_string(), "2.5 cm (numeric, 1 decimal)");
    }
}
