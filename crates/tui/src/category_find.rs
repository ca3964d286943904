//! Search for categories by letters of their names, parents or definitions.

use crate::terms;
use crate::widgets::find::{Query, best_first, folded};
use assay_core::benchmark::category_names::CategoryNames;

/// A category that may be chosen.
#[derive(Clone, Debug)]
pub struct FoundCategory {
    /// Its name in the data.
    pub name: String,
    pub title: String,
    /// The title of the ability above it; empty if there is none.
    pub above: String,
    /// Its definition; empty if it is not known.
    pub definition: String,
    folded_title: String,
    /// Title and name, to be searched.
    folded_name: String,
    /// The rest, to be searched where no name fits.
    folded_rest: String,
}

/// All categories of these names except `without`, the category in the data, in the order of the taxonomy.
pub fn categories(names: &CategoryNames, without: Option<&str>) -> Vec<FoundCategory> {
    let others = names.all.iter().filter(|name| Some(name.as_str()) != without);
    others.map(|name| entry(names, name)).collect()
}

/// The positions of the categories that fit what was typed, the best first: by name, else by
/// description, else by letters in order. The query marks the letters that fit.
pub fn matching(categories: &[FoundCategory], typed: &str) -> (Query, Vec<usize>) {
    let strict = Query::new(typed);
    let by_name = best_first(categories, |one| strict.score(&one.folded_name));
    if !by_name.is_empty() {
        return (strict, by_name);
    }
    let by_rest = best_first(categories, |one| {
        strict.score(&format!("{} {}", one.folded_name, one.folded_rest))
    });
    if !by_rest.is_empty() {
        return (strict, by_rest);
    }
    let loose = Query::loose(typed);
    let by_letters = best_first(categories, |one| loose.score(&one.folded_title));
    (loose, by_letters)
}

fn entry(names: &CategoryNames, name: &str) -> FoundCategory {
    let taxonomy = &names.taxonomy;
    let title = terms::category(taxonomy, name);
    let (above, definition) = match taxonomy.leaf(name) {
        Some((_, l2, leaf)) => (
            terms::ability(taxonomy, &l2.title).to_owned(),
            terms::definition(&leaf.definition, &leaf.definition_zh).to_owned(),
        ),
        None => (String::new(), String::new()),
    };
    FoundCategory {
        folded_name: folded(&format!("{title} {name}")),
        folded_title: folded(&title),
        folded_rest: folded(&format!("{above} {definition}")),
        name: name.to_owned(),
        title,
        above,
        definition,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::taxonomy::Taxonomy;

    fn fitting(typed: &str) -> Vec<String> {
        let names = CategoryNames::new(Taxonomy::mmbench().clone(), ["zebra crossing".to_owned()]);
        let categories = categories(&names, Some("image_scene"));
        let (_, matching) = matching(&categories, typed);
        matching.into_iter().map(|at| categories[at].name.clone()).collect()
    }

    fn first(typed: &str) -> Option<String> {
        fitting(typed).into_iter().next()
    }

    #[test]
    fn a_few_letters_find_a_category_by_its_name_or_by_what_is_said_of_it() {
        assert_eq!(first("sty").as_deref(), Some("image_style"));
        assert_eq!(first("image_style").as_deref(), Some("image_style"));
        assert_eq!(first("zeb").as_deref(), Some("zebra crossing"));
        assert_eq!(first("").as_deref(), Some("image_style"), "the first of those there are");
        let by_place = first("coarse").unwrap();
        assert!(by_place.starts_with("image_"), "{by_place}");
        assert_eq!(fitting("iq"), ["image_quality"], "letters in their order");
        assert_eq!(first("qqq"), None);
    }

    #[test]
    fn where_a_name_fits_no_category_is_found_by_what_is_said_of_it_alone() {
        assert_eq!(fitting("object"), ["object_localization"]);
    }

    #[test]
    fn the_category_of_the_data_is_not_among_those_to_choose_instead() {
        assert_ne!(first("scene").as_deref(), Some("image_scene"));
    }
}
