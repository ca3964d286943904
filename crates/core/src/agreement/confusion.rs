//! Confusion matrices: counts of items by the categories of two raters; and precision, recall and F1 of a
//! candidate against a reference, category by category.

use serde::Serialize;

use super::RatingTable;

/// Counts of pairs of categories over the items both raters rated: rows are the first rater (the
/// reference), columns the second (the candidate), both in the order of the categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confusion {
    /// Number of categories.
    pub(super) categories: usize,
    /// Row by row.
    cells: Vec<u32>,
}

impl Confusion {
    /// A matrix without items.
    pub fn empty(categories: usize) -> Self {
        Confusion { categories, cells: vec![0; categories * categories] }
    }

    /// Counts one more item.
    pub fn add(&mut self, row: u16, column: u16) {
        self.cells[usize::from(row) * self.categories + usize::from(column)] += 1;
    }

    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        // A chunk may not be empty; without categories there are no cells to cut.
        self.cells.chunks(self.categories.max(1))
    }

    /// The cells that are not 0, with row and column.
    pub fn filled(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        self.cells
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(|(place, &count)| (place / self.categories, place % self.categories, count))
    }

    /// How often both gave this category.
    pub fn agreed_on(&self, category: usize) -> u32 {
        self.cells[category * self.categories + category]
    }

    /// Number of items both rated.
    pub fn n(&self) -> usize {
        self.cells.iter().map(|&count| count as usize).sum()
    }

    /// Number of items on which they agree.
    pub fn agreed(&self) -> usize {
        (0..self.categories).map(|category| self.agreed_on(category) as usize).sum()
    }

    /// How often the first rater gave each category.
    pub fn row_totals(&self) -> Vec<u64> {
        self.rows().map(|row| row.iter().map(|&count| u64::from(count)).sum()).collect()
    }

    /// How often the second rater gave each category.
    pub fn column_totals(&self) -> Vec<u64> {
        let mut totals = vec![0; self.categories];
        for (_, column, count) in self.filled() {
            totals[column] += u64::from(count);
        }
        totals
    }
}

/// The confusion of two raters, by their positions in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairConfusion {
    /// The first rater.
    pub a: usize,
    /// The second rater, after the first in the table.
    pub b: usize,
    /// Rows `a`, columns `b`.
    pub confusion: Confusion,
}

/// Every pair of raters, in the order (0,1), (0,2) .. (1,2) .., in one pass over the table.
pub fn pair_confusions(table: &RatingTable) -> Vec<PairConfusion> {
    let raters = table.raters.len();
    let categories = table.categories.len();
    let mut pairs: Vec<PairConfusion> = (0..raters)
        .flat_map(|a| (a + 1..raters).map(move |b| (a, b)))
        .map(|(a, b)| PairConfusion { a, b, confusion: Confusion::empty(categories) })
        .collect();
    for ratings in table.by_item() {
        for (position, first) in ratings.iter().enumerate() {
            let a = first.rater as usize;
            // Pairs (a, a+1) .. (a, raters-1) are adjacent, after those of all raters before a.
            let start = a * (2 * raters - a - 1) / 2;
            for second in &ratings[position + 1..] {
                let place = start + (second.rater as usize - a - 1);
                pairs[place].confusion.add(first.category, second.category);
            }
        }
    }
    pairs
}

/// The confusion of two raters; rows are `reference`.
pub fn confusion_of(table: &RatingTable, reference: u32, candidate: u32) -> Confusion {
    let mut confusion = Confusion::empty(table.categories.len());
    for item in 0..table.items.len() {
        let pair = (table.category(item, reference), table.category(item, candidate));
        if let (Some(row), Some(column)) = pair {
            confusion.add(row, column);
        }
    }
    confusion
}

/// The scores of one category. A ratio of 0/0 counts as 0, as in scikit-learn, and is named in
/// `zero_by_convention`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CategoryScores {
    pub category: String,
    /// Of the items the candidate gave this category, the share where the reference did too.
    pub precision: f64,
    /// Of the items the reference gave this category, the share where the candidate did too.
    pub recall: f64,
    /// Harmonic mean of the two, 2 tp / (2 tp + fp + fn).
    pub f1: f64,
    /// Items the reference gave this category.
    pub support: u64,
    /// Items the candidate gave this category.
    pub predicted: u64,
    /// Which of the three are 0/0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zero_by_convention: Vec<&'static str>,
}

/// The scores of every declared category; rows of the confusion are the reference.
pub fn category_scores(confusion: &Confusion, names: &[String]) -> Vec<CategoryScores> {
    let support = confusion.row_totals();
    let predicted = confusion.column_totals();
    names
        .iter()
        .enumerate()
        .map(|(category, name)| {
            let hits = u64::from(confusion.agreed_on(category));
            let (support, predicted) = (support[category], predicted[category]);
            let ratios = [
                ("precision", ratio(hits, predicted)),
                ("recall", ratio(hits, support)),
                ("f1", ratio(2 * hits, support + predicted)),
            ];
            let [precision, recall, f1] = ratios.map(|(_, ratio)| ratio.unwrap_or(0.0));
            let zero_by_convention =
                ratios.iter().filter(|(_, ratio)| ratio.is_none()).map(|&(name, _)| name).collect();
            CategoryScores {
                category: name.clone(),
                precision,
                recall,
                f1,
                support,
                predicted,
                zero_by_convention,
            }
        })
        .collect()
}

/// Unweighted means over categories.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeanScores {
    /// Mean precision.
    pub precision: f64,
    /// Mean recall.
    pub recall: f64,
    /// Mean F1.
    pub f1: f64,
    /// Number of categories in the mean.
    pub categories: usize,
}

/// The mean over all categories, or (`only_observed`) over those that the reference or the
/// candidate used; `None` when there is none.
pub fn macro_mean(scores: &[CategoryScores], only_observed: bool) -> Option<MeanScores> {
    let taken: Vec<&CategoryScores> = scores
        .iter()
        .filter(|score| !only_observed || score.support + score.predicted > 0)
        .collect();
    let count = taken.len();
    let mean = |of: fn(&CategoryScores) -> f64| {
        taken.iter().map(|score| of(score)).sum::<f64>() / count as f64
    };
    (count > 0).then(|| MeanScores {
        precision: mean(|score| score.precision),
        recall: mean(|score| score.recall),
        f1: mean(|score| score.f1),
        categories: count,
    })
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::agreement::table::tests::table;
    use proptest::prelude::*;
    use proptest::string::string_regex;

    /// A confusion from its rows.
    pub fn confusion<const Q: usize>(rows: [[u32; Q]; Q]) -> Confusion {
        Confusion { categories: Q, cells: rows.concat() }
    }

    #[test]
    fn every_pair_is_counted_where_both_rated() {
        let table = table("AB", &["ABA", "BB.", ".AB", "AAA"]);
        let pairs = pair_confusions(&table);
        assert_eq!(pairs.iter().map(|p| (p.a, p.b)).collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs[0].confusion, confusion([[1, 1], [0, 1]]));
        assert_eq!(pairs[1].confusion, confusion([[2, 0], [0, 0]]));
        assert_eq!(pairs[2].confusion, confusion([[1, 1], [1, 0]]));
        for pair in &pairs {
            assert_eq!(pair.confusion, confusion_of(&table, pair.a as u32, pair.b as u32));
            let swapped = confusion_of(&table, pair.b as u32, pair.a as u32);
            assert_eq!(pair.confusion.row_totals(), swapped.column_totals());
            assert_eq!(pair.confusion.column_totals(), swapped.row_totals());
        }
    }

    /// Rows of two to five raters, as [`table`] reads them.
    fn rows() -> impl Strategy<Value = Vec<String>> {
        (2_usize..=5).prop_flat_map(|raters| {
            prop::collection::vec(string_regex(&format!("[ABC.]{{{raters}}}")).unwrap(), 1..8)
        })
    }

    proptest! {
        #[test]
        fn all_pairs_in_one_pass_equal_each_pair_counted_alone(rows in rows()) {
            let table = table("ABC", &rows.iter().map(String::as_str).collect::<Vec<_>>());
            let raters = table.raters.len();
            let pairs = pair_confusions(&table);
            prop_assert_eq!(pairs.len(), raters * (raters - 1) / 2);
            for pair in pairs {
                let alone = confusion_of(&table, pair.a as u32, pair.b as u32);
                let cells: u64 = alone.filled().map(|(_, _, count)| u64::from(count)).sum();
                prop_assert_eq!(cells, alone.n() as u64);
                prop_assert_eq!(pair.confusion, alone);
            }
        }
    }

    fn scores<const N: usize>(rows: [[u32; N]; N]) -> Vec<CategoryScores> {
        let names: Vec<String> = ('A'..).take(N).map(String::from).collect();
        category_scores(&confusion(rows), &names)
    }

    #[test]
    fn scores_equal_scikit_learn() {
        // precision_recall_fscore_support of the pairs of this table, labels A and B
        let scores = scores([[74, 4], [1, 5]]);
        assert!((scores[1].precision - 5.0 / 9.0).abs() < 1e-15);
        assert!((scores[1].recall - 5.0 / 6.0).abs() < 1e-15);
        assert!((scores[1].f1 - 2.0 / 3.0).abs() < 1e-15);
        assert_eq!((scores[1].support, scores[1].predicted), (6, 9));
    }

    #[test]
    fn nothing_of_nothing_is_zero_and_flagged() {
        let scores = scores([[3, 0, 0], [1, 0, 0], [0, 0, 0]]);
        assert_eq!(scores[1].zero_by_convention, ["precision"]);
        assert_eq!(scores[2].zero_by_convention, ["precision", "recall", "f1"]);
        assert_eq!(scores[0].zero_by_convention, [""; 0]);
        let declared = macro_mean(&scores, false).unwrap();
        let observed = macro_mean(&scores, true).unwrap();
        assert_eq!((declared.categories, observed.categories), (3, 2));
        assert!((declared.recall * 3.0 - observed.recall * 2.0).abs() < 1e-15);
    }

    #[test]
    fn no_category_has_no_mean() {
        assert_eq!(macro_mean(&[], false), None);
        assert_eq!(macro_mean(&scores([[0]]), true), None);
    }
}
