//! Dawid and Skene's model with the names of raters and categories, as `agree table` prints it.

use serde::{Serialize, Serializer};

use super::RatingTable;
use super::dawid_skene::dawid_skene;

/// The fitted model, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum DawidSkeneSummary {
    /// The model.
    Fitted {
        /// Share of the items by true label.
        #[serde(serialize_with = "as_map")]
        prior: Vec<(String, f64)>,
        /// Probability that a rater names the true label; `None` for a rater without ratings.
        #[serde(serialize_with = "as_map")]
        rater_accuracy: Vec<(String, Option<f64>)>,
        /// Number of items by their most probable label.
        #[serde(serialize_with = "as_map")]
        label_counts: Vec<(String, usize)>,
        /// Log-likelihood of all ratings.
        log_likelihood: f64,
        /// Iterations run.
        iterations: usize,
        /// Whether the fixed point was reached.
        converged: bool,
        /// Whether there are too few raters for the model to be identifiable.
        few_raters: bool,
    },
    /// No model.
    Undefined {
        /// Why.
        undefined: String,
    },
}

impl DawidSkeneSummary {
    /// Fits the model to a table.
    pub fn compute(table: &RatingTable) -> Self {
        let model = match dawid_skene(table) {
            Ok(model) => model,
            Err(why) => return DawidSkeneSummary::Undefined { undefined: why.to_owned() },
        };
        let mut label_counts = vec![0; table.categories.len()];
        for label in model.labels().into_iter().flatten() {
            label_counts[usize::from(label)] += 1;
        }
        DawidSkeneSummary::Fitted {
            prior: named(&table.categories, model.prior),
            rater_accuracy: named(&table.raters, model.rater_accuracy),
            label_counts: named(&table.categories, label_counts),
            log_likelihood: model.log_likelihood,
            iterations: model.iterations,
            converged: model.converged,
            // Three raters are the fewest whose agreements determine their error rates.
            few_raters: table.raters.len() < 3,
        }
    }
}

fn named<T>(names: &[String], values: Vec<T>) -> Vec<(String, T)> {
    names.iter().cloned().zip(values).collect()
}

fn as_map<T: Serialize, S: Serializer>(
    entries: &[(String, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, value)| (name, value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

    #[test]
    fn the_summary_names_raters_and_categories() {
        let json =
            serde_json::to_value(DawidSkeneSummary::compute(&table("AB", &["AA", "BB"]))).unwrap();
        assert_eq!(json["label_counts"]["B"], 1);
        assert_eq!(json["rater_accuracy"]["r2"], 1.0);
        assert_eq!(json["few_raters"], true);
        let three = DawidSkeneSummary::compute(&table("AB", &["AA.", "BB."]));
        let three = serde_json::to_value(three).unwrap();
        assert_eq!(three["few_raters"], false);
        assert_eq!(three["rater_accuracy"]["r3"], serde_json::Value::Null, "without a rating");
        let none = serde_json::to_value(DawidSkeneSummary::compute(&table("AB", &["A"]))).unwrap();
        assert!(none["undefined"].as_str().unwrap().contains("one rater"));
    }
}
