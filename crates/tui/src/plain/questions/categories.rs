//! A category that is typed: its name, or a part of it that fits no other.

use super::item::Item;
use crate::category_find::{categories, matching};
use crate::messages::text;
use crate::terms;
use assay_core::benchmark::category_names::CategoryNames;
use assay_core::visible::{visible, visible_line};
use assay_store::Store;

/// How many of those that fit are named at most.
const MOST_NAMED: usize = 9;

/// Whether there is a category to choose instead of that of the data.
pub(super) fn may_be_chosen(item: &Item, store: &Store) -> bool {
    let question = &item.opened.question;
    let is_other = |name: &String| Some(name) != question.category.as_ref();
    store.category_names_for(question.id).is_ok_and(|names| names.all.iter().any(is_other))
}

/// The category that a line names.
///
/// # Errors
/// In words for the annotator: what fits, or the list of all, and what to type.
pub(super) fn find(line: &str, item: &Item, store: &Store) -> Result<String, String> {
    let question = &item.opened.question;
    let names = store
        .category_names_for(question.id)
        .map_err(|error| visible(&error.to_string()).into_owned())?;
    find_among(line.trim(), &names, question.category.as_deref())
}

fn find_among(typed: &str, names: &CategoryNames, without: Option<&str>) -> Result<String, String> {
    let categories = categories(names, without);
    let list = |places: &[usize]| {
        let of_one = |&at: &usize| visible_line(&categories[at].name).into_owned();
        terms::list(&places.iter().map(of_one).collect::<Vec<_>>())
    };
    if let Ok(name) = names.find(typed) {
        return match Some(name) == without {
            true => Err(text!("plain-category-is-of-data", category = visible_line(name))),
            false => Ok(name.to_owned()),
        };
    }
    if typed == "list" {
        let all: Vec<usize> = (0..categories.len()).collect();
        return Err(text!("plain-categories", categories = list(&all)));
    }
    let (_, matching) = matching(&categories, typed);
    match matching.as_slice() {
        [] => Err(text!("plain-no-category-fits").into()),
        [only] => Ok(categories[*only].name.clone()),
        several => {
            let first = &several[..several.len().min(MOST_NAMED)];
            Err(text!("plain-several-categories", categories = list(first)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::taxonomy::Taxonomy;

    #[test]
    fn a_part_of_a_name_that_fits_one_category_is_enough_and_several_are_named() {
        let names = CategoryNames::new(Taxonomy::mmbench().clone(), []);
        let find = |typed: &str| find_among(typed, &names, Some("ocr"));
        assert_eq!(find("sty").as_deref(), Ok("image_style"));
        assert_eq!(find("Image Style").as_deref(), Ok("image_style"));
        let several = find("image").unwrap_err();
        assert!(several.contains("image_style, image_scene"), "{several}");
        assert!(find("qqqq").unwrap_err().contains("`list`"));
        assert!(find("OCR").unwrap_err().contains("has this category"));
        assert!(find("list").unwrap_err().contains("structuralized_imagetext_understanding"));
    }
}
