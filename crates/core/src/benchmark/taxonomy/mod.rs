//! The tree of abilities: L-1 over L-2 over L-3 (the `category` of a question).
//!
//! A taxonomy is data: `assets/taxonomies/*.toml`, or a file of a benchmark's makers. It gives names
//! their place, their abbreviation, a definition and a quota; the names in reports stay as they are in
//! the data.

mod built_in;
mod read;

use serde::Deserialize;

pub use read::TaxonomyError;

/// A tree of abilities with three levels. One with two has a single L-1 ability without a title.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taxonomy {
    /// The taxonomy's name, for instance `mmbench`.
    pub name: String,
    /// Where it is from.
    #[serde(default)]
    pub source: String,
    /// The L-1 abilities in order.
    pub l1: Vec<Level1>,
}

/// An L-1 ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level1 {
    /// As shown to people; empty where a taxonomy has no such level.
    #[serde(default)]
    pub title: String,
    /// What it is, in a sentence.
    #[serde(default)]
    pub definition: String,
    /// The same in Chinese, for screens in Chinese; empty without a translation.
    #[serde(default)]
    pub definition_zh: String,
    /// Its L-2 abilities in the order of the paper's tables.
    pub l2: Vec<Level2>,
}

/// An L-2 ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level2 {
    /// As in the data.
    pub name: String,
    /// Other spellings of the name in data.
    #[serde(default)]
    pub also: Vec<String>,
    /// As shown to people; without it, the name.
    #[serde(default)]
    pub title: String,
    /// As in the paper's tables, for instance `CP`; without it, the title.
    #[serde(default)]
    pub abbreviation: String,
    /// What it is, in a sentence.
    #[serde(default)]
    pub definition: String,
    /// The same in Chinese, for screens in Chinese; empty without a translation.
    #[serde(default)]
    pub definition_zh: String,
    /// Its leaf abilities.
    pub l3: Vec<Level3>,
}

/// A leaf ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level3 {
    /// As in the data.
    pub name: String,
    /// Other spellings of the name in data.
    #[serde(default)]
    pub also: Vec<String>,
    /// As shown to people; without it, the name.
    #[serde(default)]
    pub title: String,
    /// What it is, in a sentence.
    #[serde(default)]
    pub definition: String,
    /// The same in Chinese, for screens in Chinese; empty without a translation.
    #[serde(default)]
    pub definition_zh: String,
    /// How many questions it should have.
    pub quota: Option<usize>,
    /// How many questions the published benchmark has.
    pub questions: Option<usize>,
    /// The kinds of picture that its questions show, where the paper names them.
    #[serde(default)]
    pub pictures: Vec<String>,
    /// What it takes to answer, where the paper names it.
    #[serde(default)]
    pub capabilities: Vec<String>,
}

impl Taxonomy {
    /// The taxonomy of a benchmark that has none: it knows no ability.
    pub fn empty() -> &'static Taxonomy {
        static EMPTY: Taxonomy =
            Taxonomy { name: String::new(), source: String::new(), l1: Vec::new() };
        &EMPTY
    }

    /// All leaf abilities with their places, in order.
    pub fn leaves(&self) -> impl Iterator<Item = (&Level1, &Level2, &Level3)> {
        self.l1.iter().flat_map(|l1| {
            l1.l2.iter().flat_map(move |l2| l2.l3.iter().map(move |l3| (l1, l2, l3)))
        })
    }

    /// The place of a leaf ability, looked up by its name in the data.
    pub fn leaf(&self, category: &str) -> Option<(&Level1, &Level2, &Level3)> {
        let is_it = |l3: &Level3| names(&l3.name, &l3.also).any(|name| same_name(name, category));
        self.leaves().find(|(.., l3)| is_it(l3))
    }

    /// The place of an L-2 ability, looked up by its name in the data.
    pub fn level2(&self, name: &str) -> Option<(&Level1, &Level2)> {
        let is_it = |l2: &&Level2| names(&l2.name, &l2.also).any(|known| same_name(known, name));
        self.l1.iter().find_map(|l1| l1.l2.iter().find(is_it).map(|l2| (l1, l2)))
    }

    /// A category or an L-2 ability in words: its title, or its name without underscores where the
    /// taxonomy does not know it.
    pub fn in_words(&self, name: &str) -> String {
        let leaf = self.leaf(name).map(|(_, _, leaf)| &leaf.title);
        let title = leaf.or_else(|| self.level2(name).map(|(_, l2)| &l2.title));
        title.cloned().unwrap_or_else(|| name.replace('_', " "))
    }

    /// The L-1 ability of a question, from its leaf or else from its L-2 ability; `None` if the
    /// taxonomy has no such level.
    pub fn level1_of(&self, category: Option<&str>, l2_category: Option<&str>) -> Option<&Level1> {
        category
            .and_then(|name| self.leaf(name))
            .map(|(l1, ..)| l1)
            .or_else(|| l2_category.and_then(|name| self.level2(name)).map(|(l1, _)| l1))
            .filter(|l1| !l1.title.is_empty())
    }

    /// The L-2 ability of a question: as the data name it, else from its leaf.
    pub fn level2_of(&self, category: Option<&str>, l2_category: Option<&str>) -> Option<&Level2> {
        match l2_category {
            Some(name) => self.level2(name).map(|(_, l2)| l2),
            None => category.and_then(|name| self.leaf(name)).map(|(_, l2, _)| l2),
        }
    }
}

fn names<'n>(name: &'n str, also: &'n [String]) -> impl Iterator<Item = &'n str> {
    std::iter::once(name).chain(also.iter().map(String::as_str))
}

/// Data files differ in case and in `_` or a space against `-`; nothing else is forgiven.
fn same_name(one: &str, other: &str) -> bool {
    folded(one).eq(folded(other))
}

fn folded(name: &str) -> impl Iterator<Item = char> + '_ {
    let lowercase = name.trim().chars().flat_map(char::to_lowercase);
    lowercase.map(|letter| if matches!(letter, '_' | ' ') { '-' } else { letter })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_the_spellings_of_data_and_paper() {
        let leaf = |taxonomy: &str, name: &str| {
            let found = Taxonomy::from_name(taxonomy).unwrap().leaf(name);
            found.map(|(_, l2, leaf)| (l2.abbreviation.as_str(), leaf.title.as_str()))
        };
        let instrument = Some(("VR", "Musical instrument recognition"));
        assert_eq!(leaf("mmt-bench", "muscial_instrument_recognition"), instrument);
        assert_eq!(leaf("mmt-bench", "Musical Instrument Recognition"), instrument);
        assert_eq!(leaf("seed-bench-2", "Instances Counting"), Some(("SI", "Instance Counting")));
        let mllm = Taxonomy::from_name("mllm-bench").unwrap();
        assert_eq!(mllm.level2("Perception/Remembering").unwrap().1.name, "Perception");
    }

    #[test]
    fn a_question_finds_its_l1_by_leaf_or_by_l2() {
        let taxonomy = Taxonomy::mmbench();
        let by_leaf = taxonomy.level1_of(Some("OCR"), None).unwrap();
        let by_l2 = taxonomy.level1_of(Some("unknown"), Some("logic_reasoning")).unwrap();
        assert_eq!((by_leaf.title.as_str(), by_l2.title.as_str()), ("Perception", "Reasoning"));
    }
}
