//! The basis of the figures of the Models screens. A key selects the next value of each setting.

use std::collections::BTreeSet;

use crate::messages::{text, words_of};
use crate::terms;
use assay_core::benchmark::Input;
use assay_core::extract::RuleSet;
use assay_core::keyword::Keyword;
use assay_core::score::{Missing, Strategy};
use assay_workflow::evaluation::{Purpose, ScoringSetting};

/// The basis of the figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Basis {
    /// The rules that extract labels.
    pub rules: RuleSet,
    /// How passes make a verdict; without one, circular where any model was asked more than first
    /// passes.
    pub strategy: Option<Strategy>,
    /// How missing passes count.
    pub missing: Missing,
    /// Only questions of this split.
    pub split: Option<String>,
    /// Only models that were given this.
    pub input: Option<Input>,
}

impl Basis {
    /// The default basis: the setting of the benchmark, else that of scores.
    pub fn new(setting: ScoringSetting) -> Self {
        Basis {
            rules: setting.rules.unwrap_or(Purpose::Scores.default_rules()),
            strategy: setting.strategy,
            missing: setting.missing.unwrap_or(Purpose::Scores.default_missing()),
            ..Basis::default()
        }
    }

    pub fn next_rules(&mut self) {
        self.rules = after(RuleSet::ALL, &self.rules);
    }

    /// Switches between circular and first pass; the vanilla strategy does not give a verdict on a
    /// question.
    pub fn next_strategy(&mut self, now: Option<Strategy>) {
        self.strategy = Some(match self.strategy.or(now) {
            Some(Strategy::Circular) => Strategy::FirstPass,
            _ => Strategy::Circular,
        });
    }

    /// All questions, then each split.
    pub fn next_split<'a>(&mut self, splits: impl Iterator<Item = &'a str>) {
        let splits: BTreeSet<&str> = splits.collect();
        let choices: Vec<Option<String>> =
            std::iter::once(None).chain(splits.into_iter().map(|s| Some(s.to_owned()))).collect();
        self.split = after(&choices, &self.split);
    }

    pub fn next_input(&mut self) {
        self.input = after(&[None, Some(Input::Image), Some(Input::Text)], &self.input);
    }

    /// Describes the basis; `strategy` is the one that follows from the data if none is chosen.
    pub fn describe(&self, strategy: Option<Strategy>) -> String {
        let mut words = text!("basis-rules", rules = self.rules);
        if let Some(strategy) = self.strategy.or(strategy) {
            words.push_str(&format!(" · {}", words_of("strategy", strategy.name())));
        }
        if let Some(split) = &self.split {
            words.push_str(&text!("basis-split", split));
        }
        if let Some(input) = self.input {
            words.push_str(&text!("basis-input", input = terms::input(input)));
        }
        words
    }
}

/// The next choice after this one; the first after the last.
pub(in crate::screens) fn after<T: Clone + PartialEq>(choices: &[T], now: &T) -> T {
    let at = choices.iter().position(|choice| choice == now).map_or(0, |at| at + 1);
    choices[at % choices.len()].clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_around() {
        let mut basis = Basis::default();
        let mut seen = Vec::new();
        for _ in 0..3 {
            basis.next_split(["test", "dev", "test"].into_iter());
            seen.push(basis.split.clone());
        }
        assert_eq!(seen, [Some("dev".into()), Some("test".into()), None]);
        basis.next_strategy(Some(Strategy::Circular));
        assert_eq!(basis.strategy, Some(Strategy::FirstPass));
        basis.next_input();
        assert_eq!(basis.describe(None), "rules vlmevalkit-late · first pass only · input image");
        basis.next_rules();
        assert_eq!(basis.rules, RuleSet::Assay);
    }
}
