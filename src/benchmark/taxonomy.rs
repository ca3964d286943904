//! The tree of abilities: L-1 over L-2 over L-3 (the `category` of a question).
//!
//! A taxonomy is data: `assets/taxonomies/*.toml`, or a file of a benchmark's makers. It gives names
//! their place, their abbreviation, a definition and a quota; the names in reports stay as they are in
//! the data. MMBench's is from the paper's Figure 2 and appendix A.1, the spelling of the names from
//! VLMEvalKit's data files; each other file states its source.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::Deserialize;

use crate::embedded;

/// A tree of abilities with three levels. One with two has a single L-1 ability without a title.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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
    /// The same in Chinese, for screens in Chinese; empty where nobody has translated it.
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
    /// The same in Chinese, for screens in Chinese; empty where nobody has translated it.
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
    /// The same in Chinese, for screens in Chinese; empty where nobody has translated it.
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

/// Why a text is no taxonomy.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each message is the documentation")]
pub enum TaxonomyError {
    #[error("expected a taxonomy in TOML (docs/formats.md): {}", .0.to_string().trim_end())]
    Toml(#[from] toml::de::Error),
    #[error("expected a name for each ability, found an empty {field}")]
    EmptyName { field: &'static str },
    #[error("the ability {name} is there twice; a name has one place")]
    Twice { name: String },
    #[error("the name {name} is that of a taxonomy that Assay has; give yours another one")]
    NameTaken { name: String },
}

/// A taxonomy that comes with the program; its text is read when it is first asked for.
struct BuiltIn {
    name: &'static str,
    text: &'static str,
    read: OnceLock<Taxonomy>,
}

impl BuiltIn {
    const fn new(name: &'static str, text: &'static str) -> Self {
        BuiltIn { name, text, read: OnceLock::new() }
    }

    fn taxonomy(&self) -> &Taxonomy {
        self.read.get_or_init(|| embedded::valid(Taxonomy::from_toml(self.text)))
    }
}

static BUILT_IN: [BuiltIn; 4] = [
    BuiltIn::new("mmbench", include_str!("../../assets/taxonomies/mmbench.toml")),
    BuiltIn::new("mllm-bench", include_str!("../../assets/taxonomies/mllm-bench.toml")),
    BuiltIn::new("mmt-bench", include_str!("../../assets/taxonomies/mmt-bench.toml")),
    BuiltIn::new("seed-bench-2", include_str!("../../assets/taxonomies/seed-bench-2.toml")),
];

impl Taxonomy {
    /// The names of the taxonomies that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|built_in| built_in.name)
    }

    /// The taxonomy with this name that comes with the program.
    pub fn from_name(name: &str) -> Option<&'static Taxonomy> {
        BUILT_IN.iter().find(|built_in| built_in.name == name).map(BuiltIn::taxonomy)
    }

    /// The taxonomies that come with the program.
    pub fn built_in() -> impl DoubleEndedIterator<Item = &'static Taxonomy> {
        BUILT_IN.iter().map(BuiltIn::taxonomy)
    }

    /// Reads a taxonomy in TOML.
    ///
    /// # Errors
    /// Where the text is no taxonomy, or an ability has no name or two places.
    pub fn from_toml(text: &str) -> Result<Taxonomy, TaxonomyError> {
        let mut taxonomy: Taxonomy = toml::from_str(text)?;
        let require = |name: &str, field| match name.trim().is_empty() {
            true => Err(TaxonomyError::EmptyName { field }),
            false => Ok(()),
        };
        require(&taxonomy.name, "name")?;
        for l2 in taxonomy.l1.iter_mut().flat_map(|l1| &mut l1.l2) {
            require(&l2.name, "name of an L-2 ability")?;
            fill_in(&mut l2.title, &l2.name);
            fill_in(&mut l2.abbreviation, &l2.title);
            for l3 in &mut l2.l3 {
                require(&l3.name, "name of a leaf ability")?;
                fill_in(&mut l3.title, &l3.name);
            }
        }
        refuse_doubles(taxonomy.leaves().map(|(.., leaf)| (&leaf.name, &leaf.also)))?;
        let l2 = taxonomy.l1.iter().flat_map(|l1| &l1.l2);
        refuse_doubles(l2.map(|l2| (&l2.name, &l2.also)))?;
        Ok(taxonomy)
    }

    /// A taxonomy of a benchmark's own, read once for each text while the program runs.
    ///
    /// # Errors
    /// As [`Taxonomy::from_toml`], and where it has the name of one that comes with the program.
    pub fn own(text: &str) -> Result<&'static Taxonomy, TaxonomyError> {
        static READ: Mutex<Option<HashMap<String, &'static Taxonomy>>> = Mutex::new(None);
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let read = read.get_or_insert_default();
        if let Some(known) = read.get(text) {
            return Ok(known);
        }
        let taxonomy = Taxonomy::from_toml(text)?;
        if Taxonomy::from_name(&taxonomy.name).is_some() {
            return Err(TaxonomyError::NameTaken { name: taxonomy.name });
        }
        let kept: &'static Taxonomy = Box::leak(Box::new(taxonomy));
        read.insert(text.to_owned(), kept);
        Ok(kept)
    }

    /// The taxonomy of a benchmark that has none: it knows no ability.
    pub fn empty() -> &'static Taxonomy {
        static EMPTY: Taxonomy =
            Taxonomy { name: String::new(), source: String::new(), l1: Vec::new() };
        &EMPTY
    }

    /// MMBench's taxonomy: 2 L-1, 6 L-2 and 20 leaf abilities.
    pub fn mmbench() -> &'static Taxonomy {
        BUILT_IN[0].taxonomy()
    }

    /// The taxonomy of data that names none: a prediction file without a database, a benchmark that
    /// is imported without one. It is MMBench's.
    pub fn default_taxonomy() -> &'static Taxonomy {
        Self::mmbench()
    }

    /// The taxonomy that comes with the program and knows most of these categories, one name for each
    /// question; nothing where none knows half of them.
    pub fn recognize<'c>(
        categories: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'static Taxonomy> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        categories.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        let all: usize = counts.values().sum();
        let known = |taxonomy: &Taxonomy| {
            let known = counts.iter().filter(|(name, _)| taxonomy.leaf(name).is_some());
            known.map(|(_, count)| count).sum::<usize>()
        };
        // The first of equals: some names are in several.
        let best = Self::built_in().rev().max_by_key(|taxonomy| known(taxonomy))?;
        (all > 0 && 2 * known(best) >= all).then_some(best)
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

    /// The L-1 ability of a question, from its leaf or else from its L-2 ability; nothing where the
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

fn fill_in(field: &mut String, from: &str) {
    if field.is_empty() {
        from.clone_into(field);
    }
}

fn names<'n>(name: &'n str, also: &'n [String]) -> impl Iterator<Item = &'n str> {
    std::iter::once(name).chain(also.iter().map(String::as_str))
}

fn refuse_doubles<'n>(
    abilities: impl Iterator<Item = (&'n String, &'n Vec<String>)>,
) -> Result<(), TaxonomyError> {
    let mut seen = std::collections::HashSet::new();
    for name in abilities.flat_map(|(name, also)| names(name, also)) {
        if !seen.insert(folded(name).collect::<String>()) {
            return Err(TaxonomyError::Twice { name: name.to_owned() });
        }
    }
    Ok(())
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

    /// L-1 with a title, L-2 and leaf abilities.
    fn sizes(name: &str) -> (usize, usize, usize) {
        let taxonomy = Taxonomy::from_name(name).unwrap();
        let titled = taxonomy.l1.iter().filter(|l1| !l1.title.is_empty()).count();
        (titled, taxonomy.l1.iter().map(|l1| l1.l2.len()).sum(), taxonomy.leaves().count())
    }

    #[test]
    fn the_taxonomies_have_the_sizes_that_their_papers_print() {
        assert_eq!(sizes("mmbench"), (2, 6, 20));
        assert_eq!(sizes("mllm-bench"), (0, 6, 42), "Bloom's levels and capabilities");
        assert_eq!(sizes("mmt-bench"), (0, 32, 162), "meta-tasks and subtasks");
        assert_eq!(sizes("seed-bench-2"), (3, 6, 27), "parts, subparts and dimensions");
    }

    #[test]
    fn the_questions_of_mmt_bench_and_the_quotas_of_mllm_bench_add_up_to_the_papers_totals() {
        let mmt = Taxonomy::from_name("mmt-bench").unwrap();
        assert_eq!(mmt.leaves().map(|(.., leaf)| leaf.questions.unwrap()).sum::<usize>(), 31_325);
        let counts = |name: &str| {
            let leaves = mmt.leaves().filter(|(_, l2, _)| l2.abbreviation == name);
            let counts: Vec<usize> = leaves.map(|(.., leaf)| leaf.questions.unwrap()).collect();
            (counts.len(), counts.iter().sum::<usize>())
        };
        // Table A2 to A4.
        assert_eq!(counts("VR"), (35, 6588));
        assert_eq!(counts("Count"), (4, 1400));
        assert_eq!(counts("DKR"), (6, 791));
        let mllm = Taxonomy::from_name("mllm-bench").unwrap();
        assert_eq!(mllm.leaves().map(|(.., leaf)| leaf.quota.unwrap()).sum::<usize>(), 420);
        let capabilities: Vec<usize> = mllm.l1[0].l2.iter().map(|l2| l2.l3.len()).collect();
        assert_eq!(capabilities, [7, 10, 7, 12, 4, 2], "Table 1");
    }

    #[test]
    fn mmt_bench_names_thirteen_kinds_of_picture_and_fourteen_capabilities() {
        let mmt = Taxonomy::from_name("mmt-bench").unwrap();
        let distinct = |of: fn(&Level3) -> &Vec<String>| {
            let all: std::collections::BTreeSet<&String> =
                mmt.leaves().flat_map(|(.., leaf)| of(leaf)).collect();
            all.len()
        };
        assert_eq!(distinct(|leaf| &leaf.pictures), 13);
        assert_eq!(distinct(|leaf| &leaf.capabilities), 14);
    }

    #[test]
    fn every_ability_has_a_definition_of_one_short_sentence_of_its_own() {
        for taxonomy in Taxonomy::built_in() {
            let mut seen = std::collections::HashSet::new();
            for (_, l2, leaf) in taxonomy.leaves() {
                for definition in [&l2.definition, &leaf.definition] {
                    assert!(definition.ends_with('.') && definition.len() < 100, "{definition:?}");
                }
                assert!(seen.insert(&leaf.definition), "{} is defined as another is", leaf.name);
            }
        }
    }

    #[test]
    fn every_definition_of_mmbench_has_a_chinese_sentence_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        for l2 in Taxonomy::mmbench().l1.iter().flat_map(|l1| &l1.l2) {
            let leaves = l2.l3.iter().map(|leaf| &leaf.definition_zh);
            for chinese in leaves.chain([&l2.definition_zh]) {
                assert!(chinese.ends_with('。') && !chinese.is_ascii(), "{}: {chinese:?}", l2.name);
                assert!(seen.insert(chinese), "{chinese} is there twice");
            }
        }
        assert_eq!(seen.len(), 26);
    }

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
    fn a_taxonomy_is_recognized_by_the_categories_of_the_questions() {
        let name = |categories: &[&str]| {
            Taxonomy::recognize(categories.iter().copied()).map(|taxonomy| taxonomy.name.as_str())
        };
        assert_eq!(name(&["ocr", "image_style"]), Some("mmbench"));
        assert_eq!(name(&["Chart Understanding", "Meme Comprehension"]), Some("seed-bench-2"));
        assert_eq!(name(&["Whoops", "Point Tracking", "ours"]), Some("mmt-bench"));
        assert_eq!(name(&["Trend Prediction", "OCR"]), Some("mllm-bench"));
        assert_eq!(name(&["ours", "theirs", "ocr"]), None);
        assert_eq!(name(&[]), None);
    }

    const OWN: &str = r#"
        name = "farm"
        [[l1]]
        [[l1.l2]]
        name = "animals"
        l3 = [{ name = "sheep", definition = "Count sheep.", quota = 3 }, { name = "dogs" }]
    "#;

    #[test]
    fn a_taxonomy_of_ones_own_needs_names_only() {
        let farm = Taxonomy::own(OWN).unwrap();
        let (l1, l2, dogs) = farm.leaf("Dogs").unwrap();
        assert_eq!((&*l1.title, &*l2.abbreviation, &*dogs.title), ("", "animals", "dogs"));
        assert_eq!(farm.level1_of(Some("dogs"), None), None);
        assert!(std::ptr::eq(farm, Taxonomy::own(OWN).unwrap()), "a text is read once");
    }

    #[test]
    fn what_is_wrong_with_a_taxonomy_is_said() {
        let error = |text: &str| Taxonomy::own(text).unwrap_err().to_string();
        assert!(error("name = 3").contains("docs/formats.md"));
        assert!(error(&OWN.replace("dogs", "Sheep")).contains("Sheep is there twice"));
        assert!(error(&OWN.replace("farm", "mmbench")).contains("another one"));
        assert!(error(&OWN.replace("dogs", " ")).contains("empty name of a leaf ability"));
        assert!(error(&OWN.replace("quota", "quotta")).contains("quotta"));
    }

    #[test]
    fn a_taxonomy_is_found_by_its_name() {
        for name in Taxonomy::names() {
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
