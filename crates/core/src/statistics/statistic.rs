//! A statistic that is either defined or says why it is not.

use serde::Serialize;

use super::normal::Z95;
use super::{wilson95, wilson95_of_share};

/// A number computed from data, or the reason why the data does not define one.
///
/// In JSON `{"value": x, "n": n, "se": s, "ci95": [lo, hi]}` or `{"undefined": "reason", "n": n}`;
/// `se` and `ci95` only if they are defined. Never NaN, and never 0 or 1 in place of a reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Statistic {
    /// The statistic exists.
    Defined {
        value: f64,
        /// Number of units it was computed from.
        n: usize,
        /// Standard error.
        #[serde(skip_serializing_if = "Option::is_none")]
        se: Option<f64>,
        /// 95 % interval, low and high.
        #[serde(skip_serializing_if = "Option::is_none")]
        ci95: Option<(f64, f64)>,
    },
    /// The data does not define it.
    Undefined {
        /// Why, as the end of the sentence "undefined, because ...".
        #[serde(rename = "undefined")]
        because: String,
        /// The number of units.
        n: usize,
    },
}

impl Statistic {
    /// A value without an interval.
    pub fn new(value: f64, n: usize) -> Self {
        Statistic::Defined { value, n, se: None, ci95: None }
    }

    /// A value with its standard error and the large-sample interval value ± 1.96 se. The interval
    /// is not clipped: it may reach beyond the range of the statistic, which shows that n is small.
    pub fn with_standard_error(value: f64, n: usize, se: f64) -> Self {
        let ci95 = Some((value - Z95 * se, value + Z95 * se));
        Statistic::Defined { value, n, se: Some(se), ci95 }
    }

    /// The same for a mean of values from 0 to 1: with Wilson's interval of a share of as many units as have this
    /// standard error (Korn and Graubard, Survey Methodology 24, 1998), which stays within 0 and 1. Without any
    /// spread each unit counts once.
    #[must_use]
    pub fn within_0_and_1(self) -> Self {
        let Statistic::Defined { value, n, se: Some(se), .. } = self else { return self };
        let value = value.clamp(0.0, 1.0);
        let variance = value * (1.0 - value);
        let units = if se > 0.0 && variance > 0.0 { variance / (se * se) } else { n as f64 };
        Statistic::Defined { value, n, se: Some(se), ci95: Some(wilson95_of_share(value, units)) }
    }

    /// The share `hits` of `n` with Wilson's interval.
    pub fn share(hits: usize, n: usize, undefined_because: &str) -> Self {
        match wilson95(hits, n) {
            None => Statistic::undefined(undefined_because, n),
            ci95 => Statistic::Defined { value: hits as f64 / n as f64, n, se: None, ci95 },
        }
    }

    /// The share of these that are hits.
    pub fn share_of(hits: impl IntoIterator<Item = bool>, undefined_because: &str) -> Self {
        let count = |(hits, n), is_hit| (hits + usize::from(is_hit), n + 1);
        let (hits, n) = hits.into_iter().fold((0, 0), count);
        Statistic::share(hits, n, undefined_because)
    }

    /// No value, and why.
    pub fn undefined(because: impl Into<String>, n: usize) -> Self {
        Statistic::Undefined { because: because.into(), n }
    }

    /// Number of units it was computed from.
    pub fn n(&self) -> usize {
        match self {
            Statistic::Defined { n, .. } | Statistic::Undefined { n, .. } => *n,
        }
    }

    /// The value, if it is defined.
    pub fn value(&self) -> Option<f64> {
        match self {
            Statistic::Defined { value, .. } => Some(*value),
            Statistic::Undefined { .. } => None,
        }
    }

    /// The 95 % interval, if it is defined.
    pub fn ci95(&self) -> Option<(f64, f64)> {
        match self {
            Statistic::Defined { ci95, .. } => *ci95,
            Statistic::Undefined { .. } => None,
        }
    }

    /// Why there is no value; `None` if there is one.
    pub fn because(&self) -> Option<&str> {
        match self {
            Statistic::Defined { .. } => None,
            Statistic::Undefined { because, .. } => Some(because),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_form_has_only_what_is_defined() {
        let json = |statistic| serde_json::to_string(&statistic).unwrap();
        assert_eq!(json(Statistic::new(0.5, 4)), r#"{"value":0.5,"n":4}"#);
        assert_eq!(
            json(Statistic::undefined("nothing was rated", 0)),
            r#"{"undefined":"nothing was rated","n":0}"#
        );
        assert!(json(Statistic::share(0, 3, "")).contains(r#""ci95":[0.0,"#));
        assert_eq!(
            json(Statistic::with_standard_error(1.0, 3, 0.0)),
            r#"{"value":1.0,"n":3,"se":0.0,"ci95":[1.0,1.0]}"#
        );
    }

    #[test]
    fn a_statistic_gives_its_value_and_its_number_of_units() {
        let share = Statistic::share(1, 4, "");
        assert_eq!((share.value(), share.n()), (Some(0.25), 4));
        let undefined = Statistic::undefined("nothing was rated", 3);
        assert_eq!((undefined.value(), undefined.n()), (None, 3));
    }

    #[test]
    fn a_share_of_nothing_says_why() {
        assert_eq!(Statistic::share(0, 0, "empty"), Statistic::undefined("empty", 0));
    }

    #[test]
    fn the_interval_of_a_rate_stays_within_0_and_1_and_is_wilsons_where_votes_are_whole() {
        let near_1 = Statistic::with_standard_error(0.99, 20, 0.01);
        assert!(near_1.ci95().unwrap().1 > 1.0);
        let (low, high) = near_1.within_0_and_1().ci95().unwrap();
        assert!(0.9 < low && low < 0.99 && 0.99 < high && high < 1.0, "{low} {high}");
        // 30 of 100: the error of a share is that of its variance.
        let whole = Statistic::with_standard_error(0.3, 100, (0.3_f64 * 0.7 / 100.0).sqrt());
        let (found, wilson) = (whole.within_0_and_1(), Statistic::share(30, 100, ""));
        let (found, wilson) = (found.ci95().unwrap(), wilson.ci95().unwrap());
        assert!((found.0 - wilson.0).abs() < 1e-12 && (found.1 - wilson.1).abs() < 1e-12);
        let all = Statistic::with_standard_error(1.0, 9, 0.0).within_0_and_1();
        let low = all.ci95().unwrap().0;
        assert!((low - Statistic::share(9, 9, "").ci95().unwrap().0).abs() < 1e-12);
        assert_eq!(Statistic::new(0.5, 1).within_0_and_1(), Statistic::new(0.5, 1));
    }

    #[test]
    fn the_large_sample_interval_reaches_equally_far_to_both_sides() {
        let Statistic::Defined { se, ci95: Some((low, high)), .. } =
            Statistic::with_standard_error(0.5, 9, 0.1)
        else {
            panic!("a standard error gives an interval");
        };
        assert_eq!(se, Some(0.1));
        assert!((low - 0.304_003_6).abs() < 1e-6 && (high - 0.695_996_4).abs() < 1e-6);
    }
}
