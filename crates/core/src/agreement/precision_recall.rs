//! Precision, recall and F1 of a candidate against a reference, category by category.

use serde::Serialize;

use super::Confusion;

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
mod tests {
    use super::*;
    use crate::agreement::confusion::tests::confusion;

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
