//! The quota board: how far each category is, and how many questions it lacks once those that are removed are
//! left out.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::outcomes::RecordedQuestion;
use assay_core::benchmark::outcome::{Fate, Policy};
use assay_core::benchmark::taxonomy::Taxonomy;

/// How far a category is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CategoryProgress {
    /// As in the data, or as in the taxonomy where no question has it; nothing for questions without one.
    pub category: Option<String>,
    /// Its questions.
    pub questions: usize,
    /// Of these, reviewed by at least one person.
    pub reviewed: usize,
    /// Of these, those that are settled and stay, fixed ones among them.
    pub kept: usize,
    /// Those that are removed.
    pub out: usize,
    /// How many questions the taxonomy wants.
    pub quota: Option<usize>,
    /// How many must be found: the quota less the questions that are not removed.
    pub lacking: usize,
}

/// The categories of the questions and those with a quota.
pub(super) fn progress(
    questions: &[RecordedQuestion],
    taxonomy: &Taxonomy,
) -> Vec<CategoryProgress> {
    let mut rows: BTreeMap<(usize, Option<String>), CategoryProgress> = BTreeMap::new();
    for (place, (.., leaf)) in taxonomy.leaves().enumerate() {
        if let Some(quota) = leaf.quota {
            let category = Some(leaf.name.clone());
            let quota = Some(quota);
            let row = CategoryProgress { category, quota, ..CategoryProgress::default() };
            rows.insert((place, None), row);
        }
    }
    for one in questions {
        let category = one.current().category.clone();
        let row = rows.entry(place(taxonomy, category.as_deref())).or_default();
        row.category = category.or(row.category.take());
        row.questions += 1;
        row.reviewed += usize::from(!one.record.current.reviews.is_empty());
        match one.outcome(Policy::default()).fate {
            Fate::Kept | Fate::Fixed => row.kept += 1,
            Fate::Removed => row.out += 1,
            Fate::Open(_) => {}
        }
    }
    let lacking = |mut row: CategoryProgress| {
        let there = row.questions - row.out;
        row.lacking = row.quota.map_or(0, |quota| quota.saturating_sub(there));
        row
    };
    rows.into_values().map(lacking).collect()
}

/// The place of a category in the taxonomy; those that it does not know follow by name.
fn place(taxonomy: &Taxonomy, category: Option<&str>) -> (usize, Option<String>) {
    let known = category.and_then(|name| taxonomy.leaf(name)).map(|(.., leaf)| &leaf.name);
    let place = known.and_then(|known| taxonomy.leaves().position(|(.., l3)| l3.name == *known));
    match place {
        Some(place) => (place, None),
        None => (usize::MAX, Some(category.unwrap_or_default().to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_that_the_taxonomy_does_not_know_comes_after_those_it_knows() {
        let taxonomy = Taxonomy::from_name("mmbench").unwrap();
        let first = taxonomy.leaves().next().unwrap().2.name.clone();
        assert_eq!(place(taxonomy, Some(&first)), (0, None));
        assert!(place(taxonomy, Some("no such ability")) > place(taxonomy, Some(&first)));
        assert_eq!(place(taxonomy, None), (usize::MAX, Some(String::new())));
    }
}
