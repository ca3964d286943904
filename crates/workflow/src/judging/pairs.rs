//! Which answers are compared with each other, and in which order they are shown.

use std::collections::HashSet;
use std::path::Path;

use crate::infer::AskError;
use assay_core::keyword::keywords;

keywords! {
    /// The orders in which two answers are shown.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Orders: Display {
        /// Each pair twice, so that a preference for a place shows.
        #[default]
        Both = "both",
        /// Each pair once, in an order drawn with the seed.
        Random = "random",
    }
}

/// The most pairs in a file.
const MOST_PAIRS: usize = 100_000;

/// Which models are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Each with each.
    All,
    /// Each with this one, which is shown first in the first order.
    Anchor(String),
    /// These.
    List(Vec<(String, String)>),
}

impl Pairs {
    /// Reads `all`, `anchor=MODEL` or the name of a file with two models in each line, a tab or a comma between
    /// them.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not a pair.
    pub fn load(text: &str) -> Result<Self, AskError> {
        match text.strip_prefix("anchor=") {
            Some(model) if !model.is_empty() => Ok(Pairs::Anchor(model.to_owned())),
            None if text == "all" => Ok(Pairs::All),
            _ => match std::fs::read_to_string(Path::new(text)) {
                Ok(content) => Pairs::from_lines(text, &content).map_err(AskError::Refused),
                Err(reason) => Err(AskError::Refused(format!(
                    "{text}: cannot be read: {reason}; expected all, anchor=MODEL, or a file of pairs"
                ))),
            },
        }
    }

    fn from_lines(file: &str, content: &str) -> Result<Self, String> {
        let mut pairs = Vec::new();
        let lines = content.trim_start_matches('\u{FEFF}').lines().map(str::trim);
        for (number, line) in (1..).zip(lines).filter(|(_, line)| !line.is_empty()) {
            let between = if line.contains('\t') { '\t' } else { ',' };
            let why = match line.split(between).map(str::trim).collect::<Vec<_>>()[..] {
                _ if pairs.len() == MOST_PAIRS => "too many pairs in one file; divide it",
                [a, b] if !a.is_empty() && !b.is_empty() && a != b => {
                    pairs.push((a.to_owned(), b.to_owned()));
                    continue;
                }
                [_, _] => "expected two different models",
                _ => "expected two models with a tab or a comma between them",
            };
            return Err(format!("{file}, line {number}: {why}: `{line}`"));
        }
        match pairs.is_empty() {
            true => Err(format!("{file}: expected a pair of models in each line")),
            false => Ok(Pairs::List(pairs)),
        }
    }

    /// The models that are named.
    pub(super) fn named(&self) -> Vec<String> {
        match self {
            Pairs::All => Vec::new(),
            Pairs::Anchor(model) => vec![model.clone()],
            Pairs::List(pairs) => pairs.iter().flat_map(|(a, b)| [a.clone(), b.clone()]).collect(),
        }
    }

    /// The pairs of these models by number, each once.
    pub(super) fn between(&self, models: &[String]) -> Vec<(usize, usize)> {
        let number = |name: &String| models.iter().position(|model| model == name);
        let all = 0..models.len();
        let pairs: Vec<(usize, usize)> = match self {
            Pairs::All => all.clone().flat_map(|a| all.clone().map(move |b| (a, b))).collect(),
            Pairs::Anchor(anchor) => {
                number(anchor).into_iter().flat_map(|a| all.clone().map(move |b| (a, b))).collect()
            }
            Pairs::List(pairs) => {
                pairs.iter().filter_map(|(a, b)| number(a).zip(number(b))).collect()
            }
        };
        let mut seen = HashSet::new();
        let is_new = |&(a, b): &(usize, usize)| a != b && seen.insert((a.min(b), a.max(b)));
        pairs.into_iter().filter(is_new).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_all_against_an_anchor_or_those_of_a_file_each_once() {
        let models = ["x", "y", "z"].map(str::to_owned);
        assert_eq!(Pairs::All.between(&models), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(Pairs::load("anchor=y").unwrap().between(&models), [(1, 0), (1, 2)]);
        let list = Pairs::from_lines("p.csv", "z,x\n\ny\tz\nx,z\n").unwrap();
        assert_eq!(list.between(&models), [(2, 0), (1, 2)]);
        assert_eq!(list.named(), ["z", "x", "y", "z", "x", "z"]);
    }

    #[test]
    fn a_wrong_line_is_named_with_its_number() {
        let error = |content| Pairs::from_lines("p.csv", content).unwrap_err();
        assert!(error("x,y\nx").starts_with("p.csv, line 2: expected two models"));
        assert!(error("x,x").starts_with("p.csv, line 1: expected two different models"));
        assert!(error("\n").starts_with("p.csv: expected a pair"));
        let file = Pairs::load("no-such-file").unwrap_err().to_string();
        assert!(file.contains("anchor=MODEL"), "{file}");
    }
}
