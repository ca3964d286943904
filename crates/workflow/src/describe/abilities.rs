//! Questions by ability, shortfalls against quotas, and names that the taxonomy does not have.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use assay_core::benchmark::Question;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::keyword::nearest;
use assay_core::score::Level;

/// Questions by ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Abilities {
    /// The abilities that have questions, level by level, in the order of the taxonomy; those that
    /// it does not know follow by name.
    pub counts: Vec<AbilityCount>,
    /// Abilities of the taxonomy with fewer questions than their quota.
    pub shortfalls: Vec<Shortfall>,
    /// Leaf abilities of the taxonomy without any question.
    pub without_questions: Vec<String>,
    /// Categories that the taxonomy does not have.
    pub unknown_names: Vec<UnknownName>,
    /// Questions that do not name an ability.
    pub without_ability: usize,
}

/// The number of questions of an ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AbilityCount {
    pub level: Level,
    /// The name as in the data, or the taxonomy's if the data leave the level out.
    pub name: String,
    pub questions: usize,
    /// Questions in the published benchmark, if its paper gives the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<usize>,
}

/// An ability with fewer questions than it should have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shortfall {
    /// The leaf ability.
    pub name: String,
    /// The number that it should have.
    pub quota: usize,
    /// The number that it has.
    pub questions: usize,
    /// The difference.
    pub lacking: usize,
}

/// A category that the taxonomy does not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnknownName {
    /// As in the data.
    pub name: String,
    /// Questions with it.
    pub questions: usize,
    /// The name of the taxonomy that is closest, if one is close.
    pub nearest: Option<String>,
}

impl Abilities {
    /// Counts questions by ability.
    pub fn count(questions: &[Question], taxonomy: &Taxonomy) -> Self {
        let mut counts: BTreeMap<(Level, usize, String), (usize, Option<usize>)> = BTreeMap::new();
        let mut without_ability = 0;
        // Questions share few pairs of categories; the taxonomy is asked once for each.
        let mut tallies: BTreeMap<(Option<&str>, Option<&str>), usize> = BTreeMap::new();
        for question in questions {
            let names = (question.category.as_deref(), question.l2_category.as_deref());
            *tallies.entry(names).or_default() += 1;
        }
        for (&(category, l2), &questions) in &tallies {
            let leaf = category.and_then(|name| taxonomy.leaf(name));
            let of_leaf = leaf.map(|(_, l2, _)| l2.name.as_str());
            let l1 = taxonomy.level1_of(category, l2).map(|l1| l1.title.as_str());
            let published = leaf.and_then(|(.., l3)| l3.questions);
            let names = [
                (Level::L1, l1, None),
                (Level::L2, l2.or(of_leaf), None),
                (Level::Category, category, published),
            ];
            if category.is_none() && l2.is_none() {
                without_ability = questions;
            }
            for (level, name, published) in names {
                let Some(name) = name else { continue };
                let key = (level, place(taxonomy, level, name), name.to_owned());
                counts.entry(key).or_insert((0, published)).0 += questions;
            }
        }
        let row = |((level, _, name), (questions, published))| AbilityCount {
            level,
            name,
            questions,
            published,
        };
        let mut of_leaves: HashMap<&str, usize> = HashMap::new();
        for ((category, _), questions) in &tallies {
            if let Some((.., leaf)) = category.and_then(|name| taxonomy.leaf(name)) {
                *of_leaves.entry(&leaf.name).or_default() += questions;
            }
        }
        let (mut shortfalls, mut without_questions) = (Vec::new(), Vec::new());
        for (.., leaf) in taxonomy.leaves() {
            let name = leaf.name.clone();
            let questions = of_leaves.get(name.as_str()).copied().unwrap_or(0);
            if questions == 0 {
                without_questions.push(name.clone());
            }
            if let Some(quota) = leaf.quota.filter(|&quota| questions < quota) {
                shortfalls.push(Shortfall { name, quota, questions, lacking: quota - questions });
            }
        }
        Abilities {
            counts: counts.into_iter().map(row).collect(),
            shortfalls,
            without_questions,
            unknown_names: unknown_names(questions, taxonomy),
            without_ability,
        }
    }
}

/// The position of a name on its level; after all others if the taxonomy does not have it.
fn place(taxonomy: &Taxonomy, level: Level, name: &str) -> usize {
    let place = match level {
        Level::Overall => None,
        Level::L1 => taxonomy.l1.iter().position(|l1| l1.title == name),
        Level::L2 => {
            let known = taxonomy.level2(name).map(|(_, l2)| l2.name.as_str());
            let mut all = taxonomy.l1.iter().flat_map(|l1| &l1.l2);
            known.and_then(|known| all.position(|l2| l2.name == known))
        }
        Level::Category => {
            let known = taxonomy.leaf(name).map(|(.., leaf)| leaf.name.as_str());
            known.and_then(|known| taxonomy.leaves().position(|(.., leaf)| leaf.name == known))
        }
    };
    place.unwrap_or(usize::MAX)
}

/// The categories that a taxonomy does not have, by name; empty if it does not have any abilities.
pub fn unknown_names<'q>(
    questions: impl IntoIterator<Item = &'q Question>,
    taxonomy: &Taxonomy,
) -> Vec<UnknownName> {
    if taxonomy.l1.is_empty() {
        return Vec::new();
    }
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    for name in questions.into_iter().filter_map(|question| question.category.as_deref()) {
        *unknown.entry(name).or_default() += 1;
    }
    unknown.retain(|name, _| taxonomy.leaf(name).is_none());
    let row = |(name, questions): (&str, usize)| UnknownName {
        name: name.to_owned(),
        questions,
        nearest: nearest_leaf(name, taxonomy),
    };
    unknown.into_iter().map(row).collect()
}

/// The leaf ability of which a name, in any spelling that the taxonomy knows, is closest.
fn nearest_leaf(name: &str, taxonomy: &Taxonomy) -> Option<String> {
    let spellings = taxonomy.leaves().flat_map(|(.., leaf)| {
        std::iter::once(leaf.name.as_str()).chain(leaf.also.iter().map(String::as_str))
    });
    let (.., leaf) = taxonomy.leaf(nearest(name, spellings)?)?;
    Some(leaf.name.clone())
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::question;
    use super::*;

    fn in_category(category: &str) -> Question {
        Question { category: Some(category.into()), ..question("1", "Which?", &["a"], Some('A')) }
    }

    #[test]
    fn abilities_come_in_the_order_of_the_taxonomy_and_levels_are_filled_in() {
        let questions = [
            in_category("ocr"),
            in_category("weather"),
            in_category("image_style"),
            in_category("ocr"),
        ];
        let counted = Abilities::count(&questions, Taxonomy::mmbench());
        let rows: Vec<_> = counted
            .counts
            .iter()
            .map(|row| (row.level, row.name.as_str(), row.questions))
            .collect();
        let expected = [
            (Level::L1, "Perception", 3),
            (Level::L2, "coarse_perception", 1),
            (Level::L2, "finegrained_perception (instance-level)", 2),
            (Level::Category, "image_style", 1),
            (Level::Category, "ocr", 2),
            (Level::Category, "weather", 1),
        ];
        assert_eq!(rows, expected);
        assert_eq!(counted.without_questions.len(), 18);
    }

    #[test]
    fn a_name_that_the_taxonomy_lacks_is_listed_with_the_nearest_one() {
        let questions =
            [in_category("image_stile"), in_category("weather"), in_category("image_stile")];
        let unknown = Abilities::count(&questions, Taxonomy::mmbench()).unknown_names;
        let found: Vec<_> = unknown
            .iter()
            .map(|name| (&*name.name, name.questions, name.nearest.as_deref()))
            .collect();
        assert_eq!(found, [("image_stile", 2, Some("image_style")), ("weather", 1, None)]);
        assert!(unknown_names(&questions, Taxonomy::empty()).is_empty());
        // "Text Understanding" is the first version's name of "Text Recognition".
        let seed = Taxonomy::from_name("seed-bench-2").unwrap();
        let older = unknown_names(&[in_category("Text Understandin")], seed);
        assert_eq!(older[0].nearest.as_deref(), Some("Text Recognition"));
    }

    #[test]
    fn a_quota_that_is_not_reached_says_how_many_lack_and_one_that_is_says_nothing() {
        let mut taxonomy = Taxonomy::clone(Taxonomy::mmbench());
        taxonomy.l1[0].l2[0].l3[0].quota = Some(3);
        taxonomy.l1[0].l2[0].l3[1].quota = Some(1);
        let questions =
            [in_category("image_style"), in_category("image_scene"), in_category("Image Scene")];
        let short = Abilities::count(&questions, &taxonomy).shortfalls;
        assert_eq!(short.len(), 1);
        assert_eq!((&*short[0].name, short[0].questions, short[0].lacking), ("image_style", 1, 2));
    }

    #[test]
    fn a_question_without_any_name_is_counted_as_such() {
        let questions = [question("1", "Which?", &[], None), in_category("ocr")];
        assert_eq!(Abilities::count(&questions, Taxonomy::empty()).without_ability, 1);
    }
}
