//! A statistic that is either defined or says why it is not.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A number computed from data, or the reason why the data gives none.
///
/// In JSON `{"value": x, "n": n, "se": s, "ci95": [lo, hi]}` or `{"undefined": "reason", "n": n}`;
/// `se` and `ci95` only where they are defined. Never NaN, and never 0 or 1 as a stand-in.
#[derive(Clone, Debug, PartialEq)]
pub enum Statistic {
    /// The statistic exists.
    Defined {
        /// The value.
        value: f64,
        /// How many units it rests on.
        n: usize,
        /// Standard error.
        se: Option<f64>,
        /// 95 % interval, low and high.
        ci95: Option<(f64, f64)>,
    },
    /// The data does not define it.
    Undefined {
        /// Why, as the end of the sentence "undefined, because ...".
        because: String,
        /// How many units there were.
        n: usize,
    },
}

impl Statistic {
    /// A value without an interval.
    pub fn of(value: f64, n: usize) -> Self {
        Statistic::Defined { value, n, se: None, ci95: None }
    }

    /// No value, and why.
    pub fn undefined(because: impl Into<String>, n: usize) -> Self {
        Statistic::Undefined { because: because.into(), n }
    }

    /// The value, where there is one.
    pub fn value(&self) -> Option<f64> {
        match self {
            Statistic::Defined { value, .. } => Some(*value),
            Statistic::Undefined { .. } => None,
        }
    }
}

impl Serialize for Statistic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Statistic::Defined { value, n, se, ci95 } => {
                map.serialize_entry("value", value)?;
                map.serialize_entry("n", n)?;
                if let Some(se) = se {
                    map.serialize_entry("se", se)?;
                }
                if let Some((low, high)) = ci95 {
                    map.serialize_entry("ci95", &[low, high])?;
                }
            }
            Statistic::Undefined { because, n } => {
                map.serialize_entry("undefined", because)?;
                map.serialize_entry("n", n)?;
            }
        }
        map.end()
    }
}
