//! Formatting of numbers for people: percentages, intervals, missing values.

pub mod alignment;

use crate::extract::RuleSet;
use crate::score::{Missing, Strategy};
use crate::statistics::Statistic;

/// Describes the scoring settings in the head of a table: `rules assay + judge · strategy circular
/// · missing wrong`.
pub fn describe_scoring(
    rules: RuleSet,
    extractor: Option<&str>,
    strategy: Strategy,
    missing: Missing,
) -> String {
    let extractor = extractor.map(|name| format!(" + {name}")).unwrap_or_default();
    format!("rules {rules}{extractor} · strategy {strategy} · missing {missing}")
}

/// A share as a percentage with one decimal place: `12.3 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A difference of shares in percentage points with its sign: `+1.2 %`.
pub fn signed_percent(difference: f64) -> String {
    format!("{:+.1} %", 100.0 * difference)
}

/// A difference of shares in percentage points without the percent sign, for columns whose title has it:
/// `+1.2`.
pub fn signed_percent_number(difference: f64) -> String {
    format!("{:+.1}", 100.0 * difference)
}

/// A share as a percentage without its sign, for columns whose title has it: `12.3`.
pub fn percent_number(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// The 95 % interval of a share in percent, `10.1 to 12.3`; empty if there is none.
pub fn percent_interval(statistic: &Statistic) -> String {
    match statistic {
        Statistic::Defined { ci95: Some((low, high)), .. } => {
            format!("{} to {}", percent_number(*low), percent_number(*high))
        }
        _ => String::new(),
    }
}

/// The text for an undefined number.
pub fn undefined() -> String {
    "undefined".to_owned()
}
