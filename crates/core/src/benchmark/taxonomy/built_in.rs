//! The taxonomies that come with the program. MMBench's is from the paper's Figure 2 and appendix A.1,
//! the spelling of the names from VLMEvalKit's data files; each other file states its source.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::Taxonomy;
use crate::embedded;

/// The files of `assets/taxonomies` by their names; each is read when it is first asked for.
macro_rules! taxonomies {
    ($($name:literal),+) => {
        [$((
            $name,
            LazyLock::new(|| {
                read(include_str!(concat!("../../../../../assets/taxonomies/", $name, ".toml")))
            }),
        )),+]
    };
}

static BUILT_IN: [(&str, LazyLock<Arc<Taxonomy>>); 4] =
    taxonomies!("mmbench", "mllm-bench", "mmt-bench", "seed-bench-2");

fn read(text: &str) -> Arc<Taxonomy> {
    Arc::new(embedded::valid(Taxonomy::from_toml(text)))
}

impl Taxonomy {
    /// The names of the taxonomies that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The taxonomy with this name that comes with the program.
    pub fn from_name(name: &str) -> Option<&'static Arc<Taxonomy>> {
        BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, taxonomy)| &**taxonomy)
    }

    /// The taxonomies that come with the program.
    pub fn built_in() -> impl DoubleEndedIterator<Item = &'static Arc<Taxonomy>> {
        BUILT_IN.iter().map(|(_, taxonomy)| &**taxonomy)
    }

    /// MMBench's taxonomy: 2 L-1, 6 L-2 and 20 leaf abilities.
    pub fn mmbench() -> &'static Arc<Taxonomy> {
        &BUILT_IN[0].1
    }

    /// The taxonomy of data that names none: a prediction file without a database, a benchmark that
    /// is imported without one. It is MMBench's.
    pub fn default_taxonomy() -> &'static Arc<Taxonomy> {
        Self::mmbench()
    }

    /// The taxonomy that comes with the program and knows most of these categories, one name for each
    /// question; `None` if none knows half of them.
    pub fn recognize<'c>(
        categories: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'static Arc<Taxonomy>> {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::taxonomy::Level3;

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

    #[test]
    fn a_taxonomy_is_found_by_its_name() {
        for name in Taxonomy::names() {
            assert_eq!(Taxonomy::from_name(name).unwrap().name, name);
        }
        assert_eq!(Taxonomy::from_name("mmmu"), None);
        assert_eq!(Taxonomy::empty().leaf("ocr"), None);
    }
}
