//! The names by which a person chooses the category of a question: those of the benchmark's taxonomy, as
//! its questions spell them, and those that its questions alone have.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::taxonomy::Taxonomy;
use crate::keyword::nearest;

/// The categories that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryNames {
    /// The taxonomy that gives them their places.
    pub taxonomy: Arc<Taxonomy>,
    /// All of them, in order.
    pub all: Vec<String>,
}

impl CategoryNames {
    /// Those of a taxonomy in its order, then those of `in_data` that it does not know, by name. A category
    /// of both is spelled as in the data.
    pub fn new(taxonomy: Arc<Taxonomy>, in_data: impl IntoIterator<Item = String>) -> Self {
        let in_data: BTreeSet<String> = in_data.into_iter().collect();
        let in_data = in_data.into_iter().filter(|name| !name.trim().is_empty());
        let (known, others): (Vec<String>, Vec<String>) =
            in_data.partition(|name| taxonomy.leaf(name).is_some());
        let as_in_data = |leaf: &str| {
            let is_it = |name: &&String| is_same_category(&taxonomy, name, leaf);
            known.iter().find(is_it).cloned().unwrap_or_else(|| leaf.to_owned())
        };
        let leaves = taxonomy.leaves().map(|(.., leaf)| as_in_data(&leaf.name));
        let all = leaves.chain(others).collect();
        CategoryNames { taxonomy, all }
    }

    /// The category of this name, in any of its spellings.
    ///
    /// # Errors
    /// Where there is none: the name that was most likely meant.
    pub fn find(&self, name: &str) -> Result<&str, Option<String>> {
        let is_it = |known: &&String| is_same_category(&self.taxonomy, known, name);
        let exact = self.all.iter().find(|known| *known == name);
        let found = exact.or_else(|| self.all.iter().find(is_it));
        found
            .map(String::as_str)
            .ok_or_else(|| nearest(name, self.all.iter().map(String::as_str)).map(str::to_owned))
    }
}

/// Whether two names are of one category: the same name, or two spellings of one ability.
pub fn is_same_category(taxonomy: &Taxonomy, one: &str, other: &str) -> bool {
    let leaf = |name: &str| taxonomy.leaf(name).map(|(.., leaf)| &leaf.name);
    one == other || leaf(one).zip(leaf(other)).is_some_and(|(one, other)| one == other)
}

/// The L-2 ability of a question that gets a category: that of the taxonomy where the question had one and
/// the taxonomy knows the category, else the one that it had.
pub fn l2_beside(taxonomy: &Taxonomy, category: &str, before: Option<&str>) -> Option<String> {
    let of_category = taxonomy.leaf(category).map(|(_, l2, _)| l2.name.as_str());
    let is_it = |before: &str| {
        let known = taxonomy.level2(before).map(|(_, l2)| l2.name.as_str());
        known.is_some() && known == of_category
    };
    match before {
        Some(before) if is_it(before) => Some(before.to_owned()),
        Some(before) => Some(of_category.unwrap_or(before).to_owned()),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(in_data: &[&str]) -> CategoryNames {
        CategoryNames::new(
            Taxonomy::mmbench().clone(),
            in_data.iter().map(|name| (*name).to_owned()),
        )
    }

    #[test]
    fn the_categories_are_those_of_the_taxonomy_as_the_data_spell_them_and_then_the_datas_own() {
        let names = names(&["OCR", "zebra", "attic", "OCR", " "]);
        assert_eq!(names.all.len(), 22);
        assert!(names.all.contains(&"OCR".to_owned()), "{:?}", names.all);
        assert!(!names.all.contains(&"ocr".to_owned()), "one category is there once");
        assert_eq!(names.all[20..], ["attic", "zebra"]);
        assert!(CategoryNames::new(Arc::default(), []).all.is_empty());
    }

    #[test]
    fn a_category_is_found_in_any_spelling_and_a_mistyped_one_is_suggested() {
        let names = names(&["OCR", "zebra"]);
        assert_eq!(names.find("ocr"), Ok("OCR"));
        assert_eq!(names.find("image style"), Ok("image_style"));
        assert_eq!(names.find("zebra"), Ok("zebra"));
        let meant = |name| names.find(name).unwrap_err();
        assert_eq!(meant("image_stile").as_deref(), Some("image_style"));
        assert_eq!(meant("Zebra").as_deref(), Some("zebra"), "the data's own are not forgiven");
        assert_eq!(meant("quite another thing"), None);
    }

    #[test]
    fn the_l2_ability_follows_the_category_where_there_is_one() {
        let l2 = |category, before| l2_beside(Taxonomy::mmbench(), category, before);
        assert_eq!(
            l2("image_style", Some("logic_reasoning")).as_deref(),
            Some("coarse_perception")
        );
        let as_written = l2("image_style", Some("Coarse Perception"));
        assert_eq!(as_written.as_deref(), Some("Coarse Perception"));
        assert_eq!(l2("zebra", Some("logic_reasoning")).as_deref(), Some("logic_reasoning"));
        assert_eq!(l2("image_style", None), None);
    }

    #[test]
    fn two_spellings_are_one_category() {
        let taxonomy = Taxonomy::mmbench();
        assert!(is_same_category(taxonomy, "OCR", "ocr"));
        assert!(is_same_category(taxonomy, "zebra", "zebra"));
        assert!(!is_same_category(taxonomy, "zebra", "attic"));
        assert!(!is_same_category(taxonomy, "ocr", "image_style"));
    }
}
