//! The tree of abilities: L-1 over L-2 over L-3 (the `category` of a question).
//!
//! A taxonomy is data: `assets/taxonomies/*.toml`. It gives names their place and their
//! abbreviation; the names in reports stay as they are in the data. MMBench's is from the paper's
//! Figure 2 and appendix A.1, the spelling of the names from VLMEvalKit's data files.

use std::sync::LazyLock;

use serde::Deserialize;

/// A tree of abilities with three levels.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taxonomy {
    /// The taxonomy's name, for instance `mmbench`.
    pub name: String,
    /// Where it is from.
    pub source: String,
    /// The L-1 abilities in order.
    pub l1: Vec<Level1>,
}

/// An L-1 ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level1 {
    /// As shown to people.
    pub title: String,
    /// Its L-2 abilities in the order of the paper's tables.
    pub l2: Vec<Level2>,
}

/// An L-2 ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level2 {
    /// As in the data.
    pub name: String,
    /// As shown to people.
    pub title: String,
    /// As in the paper's tables, for instance `CP`.
    pub abbreviation: String,
    /// Its leaf abilities.
    pub l3: Vec<Level3>,
}

/// A leaf ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level3 {
    /// As in the data.
    pub name: String,
    /// As shown to people.
    pub title: String,
}

const MMBENCH: &str = include_str!("../../assets/taxonomies/mmbench.toml");

impl Taxonomy {
    /// The names of the taxonomies that there are.
    pub const NAMES: [&'static str; 1] = ["mmbench"];

    /// The taxonomy with this name.
    pub fn from_name(name: &str) -> Option<&'static Taxonomy> {
        (name == "mmbench").then(Taxonomy::mmbench)
    }

    /// The taxonomy of a benchmark that has none: it knows no ability.
    pub fn empty() -> &'static Taxonomy {
        static EMPTY: Taxonomy =
            Taxonomy { name: String::new(), source: String::new(), l1: Vec::new() };
        &EMPTY
    }

    /// MMBench's taxonomy: 2 L-1, 6 L-2 and 20 leaf abilities.
    pub fn mmbench() -> &'static Taxonomy {
        static READ: LazyLock<Taxonomy> = LazyLock::new(|| {
            toml::from_str(MMBENCH).expect("the embedded taxonomy is checked by a test")
        });
        &READ
    }

    /// The taxonomy of data that names none: a prediction file without a database, a benchmark that
    /// is imported without one. It is MMBench's.
    pub fn default_taxonomy() -> &'static Taxonomy {
        Self::mmbench()
    }

    /// The place of a leaf ability, looked up by its name in the data.
    pub fn leaf(&self, category: &str) -> Option<(&Level1, &Level2, &Level3)> {
        self.l1.iter().find_map(|l1| {
            l1.l2.iter().find_map(|l2| {
                l2.l3.iter().find(|l3| same_name(&l3.name, category)).map(|l3| (l1, l2, l3))
            })
        })
    }

    /// The place of an L-2 ability, looked up by its name in the data.
    pub fn level2(&self, name: &str) -> Option<(&Level1, &Level2)> {
        self.l1
            .iter()
            .find_map(|l1| l1.l2.iter().find(|l2| same_name(&l2.name, name)).map(|l2| (l1, l2)))
    }

    /// A category or an L-2 ability in words: its title, or its name without underscores where the
    /// taxonomy does not know it.
    pub fn in_words(&self, name: &str) -> String {
        let leaf = self.leaf(name).map(|(_, _, leaf)| &leaf.title);
        let title = leaf.or_else(|| self.level2(name).map(|(_, l2)| &l2.title));
        title.cloned().unwrap_or_else(|| name.replace('_', " "))
    }

    /// The L-1 ability of a question, from its leaf or else from its L-2 ability.
    pub fn level1_of(&self, category: Option<&str>, l2_category: Option<&str>) -> Option<&Level1> {
        category
            .and_then(|name| self.leaf(name))
            .map(|(l1, ..)| l1)
            .or_else(|| l2_category.and_then(|name| self.level2(name)).map(|(l1, _)| l1))
    }
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
    fn mmbench_has_two_six_and_twenty_abilities() {
        let taxonomy = Taxonomy::mmbench();
        let l2: Vec<_> = taxonomy.l1.iter().flat_map(|l1| &l1.l2).collect();
        assert_eq!(taxonomy.l1.len(), 2);
        assert_eq!(l2.len(), 6);
        assert_eq!(l2.iter().map(|l2| l2.l3.len()).sum::<usize>(), 20);
    }

    #[test]
    fn a_taxonomy_is_found_by_its_name() {
        for name in Taxonomy::NAMES {
            assert_eq!(Taxonomy::from_name(name).unwrap().name, name);
        }
        assert_eq!(Taxonomy::from_name("mmmu"), None);
        assert_eq!(Taxonomy::empty().leaf("ocr"), None);
    }

    #[test]
    fn a_question_finds_its_l1_by_leaf_or_by_l2() {
        let taxonomy = Taxonomy::mmbench();
        let by_leaf = taxonomy.level1_of(Some("OCR"), None).unwrap();
        let by_l2 = taxonomy.level1_of(Some("unknown"), Some("logic_reasoning")).unwrap();
        assert_eq!((by_leaf.title.as_str(), by_l2.title.as_str()), ("Perception", "Reasoning"));
    }
}
