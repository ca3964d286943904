//! The number of texts that people must read for an alignment rate with an interval of a wanted
//! width.

use serde::Serialize;

use super::ExtractorAgreement;
use crate::statistics::Z95;

/// The number of texts for a wanted width of Wilson's interval.
#[derive(Clone, Debug, Serialize)]
pub struct Power {
    /// The wanted width of the 95 % interval, from end to end.
    pub width: f64,
    /// At the rate of each extractor.
    pub at_rates: Vec<AtRate>,
    /// For any rate: at one half, where the interval is widest.
    pub at_most: usize,
}

/// The number of texts at one extractor's rate.
#[derive(Clone, Debug, Serialize)]
pub struct AtRate {
    pub extractor: String,
    /// Its alignment rate now.
    pub rate: f64,
    /// Texts needed in all.
    pub items: usize,
}

impl Power {
    pub(super) fn compute(extractors: &[ExtractorAgreement], width: f64) -> Self {
        let at_rates = extractors.iter().filter_map(|extractor| {
            let rate = extractor.alignment.value()?;
            let items = items_for_width(rate, width);
            Some(AtRate { extractor: extractor.extractor.clone(), rate, items })
        });
        Power { width, at_rates: at_rates.collect(), at_most: items_for_width(0.5, width) }
    }
}

/// The smallest number of texts at which Wilson's 95 % interval of this rate is at most `width`
/// wide; `rate` need not be a multiple of 1/n. `usize::MAX` if no width is given.
pub fn items_for_width(rate: f64, width: f64) -> usize {
    if width.is_nan() || width <= 0.0 {
        return usize::MAX;
    }
    let (mut too_few, mut enough) = (0_usize, 1_usize);
    while width_at(rate, enough) > width {
        too_few = enough;
        enough = enough.saturating_mul(2);
        if enough == usize::MAX {
            return enough;
        }
    }
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if width_at(rate, middle) > width {
            too_few = middle;
        } else {
            enough = middle;
        }
    }
    enough
}

fn width_at(rate: f64, items: usize) -> f64 {
    let n = items as f64;
    let spread = rate * (1.0 - rate) / n + Z95 * Z95 / (4.0 * n * n);
    2.0 * Z95 * spread.sqrt() / (1.0 + Z95 * Z95 / n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::wilson95;

    #[test]
    fn so_many_texts_are_enough_and_one_fewer_is_not() {
        for (rate, width) in [(0.915, 0.053), (0.5, 0.05), (0.9, 0.1), (1.0, 0.02)] {
            let items = items_for_width(rate, width);
            assert!(width_at(rate, items) <= width);
            assert!(items == 1 || width_at(rate, items - 1) > width, "{rate} {width}");
        }
    }

    #[test]
    fn the_width_is_that_of_wilsons_interval() {
        let (low, high) = wilson95(384, 420).unwrap();
        assert!((width_at(384.0 / 420.0, 420) - (high - low)).abs() < 1e-12);
        assert_eq!(items_for_width(0.5, 0.0), usize::MAX);
    }

    #[test]
    fn a_width_that_is_reached_exactly_is_enough() {
        for items in [50, 64, 65] {
            assert_eq!(items_for_width(0.5, width_at(0.5, items)), items);
        }
        assert_eq!(items_for_width(0.5, f64::NAN), usize::MAX);
        assert_eq!(items_for_width(0.5, -1.0), usize::MAX);
    }
}
