//! Every statistic of one table, as `assay agree table` prints them.

use serde::Serialize;

use super::{
    Majority, Metric, PairConfusion, RatingTable, Tallies, Weights, alpha, fleiss_kappa, gwet_ac1,
    gwet_ac2, kappa, leave_one_out_agreement, majority, pair_confusions, percent_agreement,
    warnings,
};
use crate::statistics::Statistic;

/// Limit on the cells of all confusion matrices together: 50 raters with 100 categories are below
/// it. Above it the pairs are left out with a warning.
const MOST_CONFUSION_CELLS: usize = 20_000_000;
/// Limit on the pairs: those of 200 raters. Each has its own figures, however small its matrix is.
const MOST_PAIRS: usize = 20_000;

/// The statistics of a table.
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    /// Number of items, rated or not.
    pub items: usize,
    /// Names of the raters.
    pub raters: Vec<String>,
    /// The categories, in order.
    pub categories: Vec<String>,
    /// Number of ratings.
    pub ratings: usize,
    /// Cells of items × raters without a rating.
    pub missing: usize,
    /// How often each rater gave each category.
    pub marginals: Vec<Marginal>,
    /// Every pair of raters.
    pub pairs: Vec<Pair>,
    /// All raters together.
    pub overall: Overall,
    /// The majority votes.
    pub majority: Majority,
    /// Warnings about the figures.
    pub warnings: Vec<String>,
}

/// How often one rater gave each category.
#[derive(Clone, Debug, Serialize)]
pub struct Marginal {
    pub rater: String,
    /// Ratings, in the order of the categories.
    pub counts: Vec<usize>,
}

/// Two raters.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The first rater.
    pub a: String,
    /// The second rater.
    pub b: String,
    /// Items both rated.
    pub n: usize,
    /// Items on which they agree.
    pub agree: usize,
    /// The share, with Wilson's interval.
    pub raw: Statistic,
    pub kappa: Statistic,
    /// Linearly weighted; ordered categories only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kappa_linear: Option<Statistic>,
    /// Quadratically weighted; ordered categories only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kappa_quadratic: Option<Statistic>,
    /// Rows `a`, columns `b`, in the order of the categories.
    pub confusion: Vec<Vec<u32>>,
}

/// All raters together; the n of each figure is in the figure.
#[derive(Clone, Debug, Serialize)]
pub struct Overall {
    /// Mean over items of the share of agreeing pairs of ratings.
    pub percent_agreement: Statistic,
    /// Fleiss' kappa, general form.
    pub fleiss_kappa: Statistic,
    /// Gwet's AC1 over the declared categories.
    pub gwet_ac1: Statistic,
    /// Gwet's AC2 with linear weights; ordered categories only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gwet_ac2_linear: Option<Statistic>,
    /// Gwet's AC2 with quadratic weights; ordered categories only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gwet_ac2_quadratic: Option<Statistic>,
    /// Krippendorff's alpha, nominal.
    pub alpha_nominal: Statistic,
    /// Krippendorff's alpha, ordinal; ordered categories only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_ordinal: Option<Statistic>,
    /// Krippendorff's alpha, interval; ordered categories only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_interval: Option<Statistic>,
    /// Each rating against the mode of the others.
    pub leave_one_out_agreement: Statistic,
}

impl Overview {
    /// Computes all statistics; `ordered` adds those of ordered categories.
    pub fn compute(table: &RatingTable, ordered: bool) -> Self {
        let tallies = Tallies::from_table(table);
        let overall = Overall::compute(table, &tallies, ordered);
        let pairs = pairs(table, ordered);
        let mut warnings = warnings::about(table, &tallies, &overall);
        match &pairs {
            None => warnings.push(format!(
                "{} raters and {} categories make too many confusion matrices; the pairs of raters \
                 are left out",
                table.raters.len(),
                table.categories.len()
            )),
            Some(pairs) => warnings.extend(warnings::about_pairs(pairs)),
        }
        let marginals = table.raters.iter().cloned().zip(table.marginals());
        let marginals = marginals.map(|(rater, counts)| Marginal { rater, counts });
        Overview {
            items: table.items.len(),
            raters: table.raters.clone(),
            categories: table.categories.clone(),
            ratings: table.rating_count(),
            missing: table.missing_count(),
            marginals: marginals.collect(),
            pairs: pairs.unwrap_or_default(),
            overall,
            majority: majority(&tallies),
            warnings,
        }
    }
}

impl Overall {
    fn compute(table: &RatingTable, tallies: &Tallies, ordered: bool) -> Self {
        Overall {
            percent_agreement: percent_agreement(tallies),
            fleiss_kappa: fleiss_kappa(tallies),
            gwet_ac1: gwet_ac1(tallies),
            gwet_ac2_linear: ordered.then(|| gwet_ac2(tallies, Weights::Linear)),
            gwet_ac2_quadratic: ordered.then(|| gwet_ac2(tallies, Weights::Quadratic)),
            alpha_nominal: alpha(tallies, &Metric::Nominal),
            alpha_ordinal: ordered.then(|| alpha(tallies, &Metric::Ordinal)),
            alpha_interval: ordered
                .then(|| alpha(tallies, &Metric::Interval(table.interval_values()))),
            leave_one_out_agreement: leave_one_out_agreement(tallies),
        }
    }
}

/// The cells of the confusion matrices of all pairs, nearly.
fn confusion_cells(raters: usize, categories: usize) -> usize {
    raters.saturating_mul(raters).saturating_mul(categories * categories) / 2
}

/// `None` when there would be too many cells.
fn pairs(table: &RatingTable, ordered: bool) -> Option<Vec<Pair>> {
    let (raters, categories) = (table.raters.len(), table.categories.len());
    let pairs = raters.saturating_mul(raters.saturating_sub(1)) / 2;
    let fits = pairs <= MOST_PAIRS && confusion_cells(raters, categories) <= MOST_CONFUSION_CELLS;
    let pair = |pair: &PairConfusion| Pair::compute(pair, &table.raters, ordered);
    fits.then(|| pair_confusions(table).iter().map(pair).collect())
}

impl Pair {
    fn compute(pair: &PairConfusion, raters: &[String], ordered: bool) -> Self {
        let confusion = &pair.confusion;
        let (n, agree) = (confusion.n(), confusion.agreed());
        Pair {
            a: raters[pair.a].clone(),
            b: raters[pair.b].clone(),
            n,
            agree,
            raw: Statistic::share(agree, n, "the two rated no item in common"),
            kappa: kappa(confusion, Weights::Unweighted),
            kappa_linear: ordered.then(|| kappa(confusion, Weights::Linear)),
            kappa_quadratic: ordered.then(|| kappa(confusion, Weights::Quadratic)),
            confusion: confusion.rows().map(<[u32]>::to_vec).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

    #[test]
    fn ordered_figures_are_there_only_when_asked_for() {
        let table = table("ABC", &["AB", "BC", "CC", "AA"]);
        let json = |ordered| serde_json::to_value(Overview::compute(&table, ordered)).unwrap();
        assert!(json(false)["overall"].get("alpha_ordinal").is_none());
        assert!(json(false)["pairs"][0].get("kappa_linear").is_none());
        assert!(json(true)["overall"]["alpha_ordinal"]["value"].is_number());
        assert!(json(true)["pairs"][0]["kappa_linear"]["se"].is_number());
    }

    #[test]
    fn one_rater_alone_gets_reasons_and_a_warning() {
        let overview = Overview::compute(&table("AB", &["A", "B"]), true);
        assert!(overview.pairs.is_empty());
        assert_eq!(overview.overall.fleiss_kappa.value(), None);
        assert_eq!(overview.overall.alpha_interval.unwrap().value(), None);
        assert!(overview.warnings.iter().any(|warning| warning.contains("only one rater")));
    }

    #[test]
    fn a_crowd_keeps_its_overall_figures_and_a_warning_says_that_the_pairs_are_left_out() {
        let rows = ["AB".repeat(101)];
        let overview = Overview::compute(&table("AB", &[&rows[0]]), false);
        assert!(overview.pairs.is_empty());
        assert!(overview.overall.percent_agreement.value().is_some());
        assert!(overview.warnings.iter().any(|warning| warning.contains("too many confusion")));
        assert!(overview.warnings.iter().any(|warning| warning.contains("swapped")));
        let rows = ["AB".repeat(100)];
        assert_eq!(Overview::compute(&table("AB", &[&rows[0]]), false).pairs.len(), 19_900);
    }

    #[test]
    fn fifty_raters_with_a_hundred_categories_have_their_pairs() {
        assert_eq!(confusion_cells(50, 100), 12_500_000);
        assert_eq!(confusion_cells(usize::MAX, 100), usize::MAX / 2, "no overflow");
    }
}
