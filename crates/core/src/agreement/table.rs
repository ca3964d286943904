//! The table of ratings: items, raters and categories.
//!
//! Stored item by item and sparsely, because a crowd of raters sees few items each. Labels are
//! compared byte for byte; a file's reader cleans them and reports what it changed.

use std::collections::HashMap;

use thiserror::Error;

use crate::names::Names;

/// More different labels than this are not categories; most often the wrong column was named.
const MOST_CATEGORIES: usize = 1_000;

/// The category of one item according to one rater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating {
    /// Position in [`RatingTable::raters`].
    pub rater: u32,
    /// Position in [`RatingTable::categories`].
    pub category: u16,
}

/// Items × raters; a rating may be missing, none occurs twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingTable {
    /// Names of the items, in order of appearance; an item whose ratings are all missing is included.
    pub items: Vec<String>,
    /// Names of the raters, in order of appearance.
    pub raters: Vec<String>,
    /// The categories, in order.
    pub categories: Vec<String>,
    /// Ordered by item, then by rater.
    ratings: Vec<Rating>,
    /// Where each item starts in `ratings`, and the end of the last.
    starts: Vec<u32>,
}

/// The categories and their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Categories {
    /// Those that occur: numbers first and by value, then the rest by name.
    Observed,
    /// These, in this order; any other label is an error. A declared category that no rater used
    /// counts in the chance agreement of AC1.
    Declared(Vec<String>),
}

/// Why ratings do not make a table. Ratings are named by the order in which they were added, 0 for
/// the first, so that a file's reader can name the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// One rater rated one item twice.
    #[error("rater \"{rater}\" rates item \"{item}\" twice")]
    Twice {
        item: String,
        rater: String,
        /// The first of the two ratings.
        first: usize,
        second: usize,
    },
    /// A label that was not declared.
    #[error("label \"{label}\" is not among the declared categories {}", declared.join(", "))]
    NotDeclared {
        label: String,
        declared: Vec<String>,
        /// The first rating that has it.
        position: usize,
    },
    /// A category was declared twice.
    #[error("category \"{0}\" is declared twice")]
    DeclaredTwice(String),
    /// Too many different labels; most often the wrong column was named.
    #[error("{0} different labels are too many for categories (at most 1,000)")]
    TooManyCategories(usize),
}

impl RatingTable {
    /// The ratings of one item, by rater.
    pub fn item_ratings(&self, item: usize) -> &[Rating] {
        &self.ratings[self.starts[item] as usize..self.starts[item + 1] as usize]
    }

    /// The ratings item by item.
    pub fn by_item(&self) -> impl Iterator<Item = &[Rating]> {
        (0..self.items.len()).map(|item| self.item_ratings(item))
    }

    /// The category that a rater gave an item.
    pub fn category(&self, item: usize, rater: u32) -> Option<u16> {
        let ratings = self.item_ratings(item);
        let position = ratings.binary_search_by_key(&rater, |rating| rating.rater).ok()?;
        Some(ratings[position].category)
    }

    /// Number of ratings that are present.
    pub fn rating_count(&self) -> usize {
        self.ratings.len()
    }

    /// Number of cells of items × raters without a rating.
    pub fn missing_count(&self) -> usize {
        self.items.len() * self.raters.len() - self.ratings.len()
    }

    /// How often each rater gave each category.
    pub fn marginals(&self) -> Vec<Vec<usize>> {
        let mut counts = vec![vec![0; self.categories.len()]; self.raters.len()];
        for rating in &self.ratings {
            counts[rating.rater as usize][usize::from(rating.category)] += 1;
        }
        counts
    }

    /// The value of each category on an interval scale: the label itself if all labels are numbers,
    /// else its position.
    pub fn interval_values(&self) -> Vec<f64> {
        let positions = || (0..self.categories.len()).map(|k| k as f64).collect();
        self.numbers().unwrap_or_else(positions)
    }

    /// The values of the categories if every one is a number.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.categories.iter().map(|label| number(label)).collect()
    }
}

/// Takes ratings one by one.
#[derive(Debug, Default)]
pub struct RatingTableBuilder {
    items: Names,
    raters: Names,
    labels: Names,
    ratings: Vec<RawRating>,
}

#[derive(Clone, Copy, Debug)]
struct RawRating {
    item: u32,
    rater: u32,
    /// `None` is a rating that is known to be missing.
    label: Option<u32>,
    position: u32,
}

impl RatingTableBuilder {
    /// Adds a rating, or with `None` records item and rater without one. At most `u32::MAX`
    /// ratings; readers bound their files far below.
    pub fn add(&mut self, item: &str, rater: &str, label: Option<&str>) {
        let position = self.ratings.len() as u32;
        let item = self.items.code(item);
        let rater = self.raters.code(rater);
        let label = label.map(|label| self.labels.code(label));
        self.ratings.push(RawRating { item, rater, label, position });
    }

    /// The table.
    pub fn finish(mut self, categories: Categories) -> Result<RatingTable, TableError> {
        let categories = match categories {
            Categories::Observed => observed_order(self.labels.in_order()),
            Categories::Declared(declared) => declared,
        };
        if categories.len() > MOST_CATEGORIES {
            return Err(TableError::TooManyCategories(categories.len()));
        }
        let category_of_label = self.category_of_label(&categories)?;

        self.ratings.sort_unstable_by_key(|raw| (raw.item, raw.rater, raw.position));
        let cell = |raw: &RawRating| (raw.item, raw.rater);
        let mut pairs = self.ratings.windows(2);
        if let Some(twice) = pairs.find(|pair| cell(&pair[0]) == cell(&pair[1])) {
            return Err(TableError::Twice {
                item: self.items.in_order()[twice[0].item as usize].clone(),
                rater: self.raters.in_order()[twice[0].rater as usize].clone(),
                first: twice[0].position as usize,
                second: twice[1].position as usize,
            });
        }

        let mut starts = vec![0; self.items.count() + 1];
        let mut ratings = Vec::with_capacity(self.ratings.len());
        for raw in &self.ratings {
            if let Some(label) = raw.label {
                let category = category_of_label[label as usize];
                ratings.push(Rating { rater: raw.rater, category });
            }
            starts[raw.item as usize + 1] = ratings.len() as u32;
        }
        let (items, raters) = (self.items.into_names(), self.raters.into_names());
        Ok(RatingTable { items, raters, categories, ratings, starts })
    }

    fn category_of_label(&self, categories: &[String]) -> Result<Vec<u16>, TableError> {
        let mut codes = HashMap::with_capacity(categories.len());
        for (name, code) in categories.iter().zip(0_u16..) {
            if codes.insert(name.as_str(), code).is_some() {
                return Err(TableError::DeclaredTwice(name.clone()));
            }
        }
        let labels = self.labels.in_order().iter().zip(0_u32..);
        labels
            .map(|(label, number)| {
                codes.get(label.as_str()).copied().ok_or_else(|| TableError::NotDeclared {
                    label: label.clone(),
                    declared: categories.to_vec(),
                    position: self
                        .ratings
                        .iter()
                        .position(|r| r.label == Some(number))
                        .unwrap_or(0),
                })
            })
            .collect()
    }
}

/// Numbers by value, then everything else by name; equal numbers ("1", "1.0") by their text.
fn observed_order(labels: &[String]) -> Vec<String> {
    let mut labels = labels.to_vec();
    labels.sort_by(|a, b| match (number(a), number(b)) {
        (Some(x), Some(y)) => x.total_cmp(&y).then_with(|| a.cmp(b)),
        (Some(_), None) => std::cmp::Ordering::Less,
        (None, Some(_)) => std::cmp::Ordering::Greater,
        (None, None) => a.cmp(b),
    });
    labels
}

fn number(label: &str) -> Option<f64> {
    // Rust reads "inf" and "nan" as numbers; a rater who writes them does not mean one.
    label.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A table from rows of one character per rater, `.` for missing, with these categories.
    pub fn table(categories: &str, rows: &[&str]) -> RatingTable {
        let mut builder = RatingTableBuilder::default();
        for (item, row) in rows.iter().enumerate() {
            for (rater, label) in row.chars().enumerate() {
                let label = (label != '.').then(|| label.to_string());
                builder.add(&item.to_string(), &format!("r{}", rater + 1), label.as_deref());
            }
        }
        let declared = categories.chars().map(|c| c.to_string()).collect();
        builder.finish(Categories::Declared(declared)).unwrap()
    }

    #[test]
    fn missing_ratings_leave_their_item_and_rater_in_the_table() {
        let table = table("AB", &["AB", "..", "B."]);
        assert_eq!((table.items.len(), table.raters.len()), (3, 2));
        assert_eq!((table.rating_count(), table.missing_count()), (3, 3));
        assert!(table.item_ratings(1).is_empty());
        assert_eq!(table.category(2, 0), Some(1));
        assert_eq!(table.category(2, 1), None);
    }

    #[test]
    fn a_second_rating_of_the_same_item_names_both() {
        let mut builder = RatingTableBuilder::default();
        builder.add("q1", "ann", Some("A"));
        builder.add("q2", "ann", Some("A"));
        builder.add("q1", "ann", Some("A"));
        let error = builder.finish(Categories::Observed).unwrap_err();
        assert!(matches!(error, TableError::Twice { first: 0, second: 2, .. }), "{error}");
    }

    #[test]
    fn observed_categories_stand_in_the_order_people_expect() {
        let labels = ["Z", "10", "9", "A", "1.5"].map(str::to_owned);
        assert_eq!(observed_order(&labels), ["1.5", "9", "10", "A", "Z"]);
    }

    #[test]
    fn interval_values_are_the_labels_only_where_all_are_numbers() {
        assert_eq!(table("159", &["15"]).interval_values(), [1.0, 5.0, 9.0]);
        assert_eq!(table("1Z", &["1Z"]).interval_values(), [0.0, 1.0]);
        assert!(table("159", &["15"]).numbers().is_some());
        assert!(table("1Z", &["1Z"]).numbers().is_none());
    }

    #[test]
    fn a_label_that_was_not_declared_is_refused() {
        let mut builder = RatingTableBuilder::default();
        builder.add("q1", "ann", Some("A"));
        builder.add("q2", "ann", Some("E"));
        let error = builder.finish(Categories::Declared(vec!["A".into(), "B".into()])).unwrap_err();
        assert!(matches!(error, TableError::NotDeclared { position: 1, .. }), "{error}");
    }

    #[test]
    fn a_thousand_categories_are_the_most() {
        let finish = |count: usize| {
            let declared = (0..count).map(|label| label.to_string()).collect();
            RatingTableBuilder::default().finish(Categories::Declared(declared))
        };
        assert!(finish(1_000).is_ok());
        assert_eq!(finish(1_001), Err(TableError::TooManyCategories(1_001)));
    }
}
