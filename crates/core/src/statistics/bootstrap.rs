//! The bootstrap: the variation of a statistic from sample to sample.
//!
//! Percentile and BCa (bias-corrected and accelerated) intervals after Efron 1987, with the
//! definitions of `scipy.stats.bootstrap`: quantiles interpolate linearly between order
//! statistics, resamples equal to the estimate count half in the bias.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::normal::{Z95, normal_cdf, normal_quantile};
use super::resample::{Drawer, Plan};
use super::spread::quantile;

/// With more units than this the jackknife of BCa (one evaluation for each unit) is not run: the
/// skewness is then so small that both intervals agree.
const MOST_JACKKNIFE_UNITS: u32 = 5_000;

/// Resamples drawn from one stream of the generator. Streams are independent of each other and of
/// the number of threads, so that a seed gives the same figures on every machine.
const BLOCK: usize = 256;

/// A statistic with the results of its resamples.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrap {
    /// The statistic of the data itself.
    pub value: f64,
    /// Resamples in which the statistic was undefined; they are left out of everything else.
    pub undefined: usize,
    /// Standard deviation of the resamples.
    pub se: f64,
    /// 2.5th and 97.5th percentile of the resamples.
    pub percentile: (f64, f64),
    /// The BCa interval, or why only the percentile interval holds.
    pub bca: Result<(f64, f64), &'static str>,
    /// Share of the resamples in which the statistic is above zero: for a difference, how often the
    /// first of the two wins.
    pub above_zero: f64,
}

impl Bootstrap {
    /// The interval to show: BCa if it exists, else percentile.
    pub fn ci95(&self) -> (f64, f64) {
        self.bca.as_ref().copied().unwrap_or(self.percentile)
    }
}

// Why there is no BCa interval.
const JACKKNIFE_CONSTANT: &str = "leaving out any one unit gives the same value";
const JACKKNIFE_UNDEFINED: &str = "leaving out one unit leaves the statistic undefined";
const OUTSIDE_RESAMPLES: &str = "the value is outside all resamples";
const MANY_UNITS: &str = "there are more than 5,000 units; the two intervals agree there";

/// Resamples `n` items and computes `statistic` (`None` = undefined) of the drawn positions. At most
/// `u32::MAX` items are used. The error says why the statistic cannot be resampled.
pub fn bootstrap(
    n: usize,
    plan: Plan,
    statistic: impl Fn(&[u32]) -> Option<f64> + Sync,
) -> Result<Bootstrap, String> {
    if n < 2 {
        return Err(format!("resampling needs at least two units, here are {n}"));
    }
    let n = u32::try_from(n).unwrap_or(u32::MAX);
    let value =
        statistic(&(0..n).collect::<Vec<_>>()).ok_or("the data does not define the statistic")?;

    let mut values: Vec<f64> = (0..plan.resamples.div_ceil(BLOCK))
        .into_par_iter()
        .flat_map_iter(|block| {
            let mut drawer = Drawer::new(n, plan.seed, block as u64);
            let mut drawn = Vec::with_capacity(n as usize);
            let resamples = (block * BLOCK..plan.resamples).take(BLOCK);
            let statistic = &statistic;
            resamples.filter_map(move |_| {
                drawer.draw(&mut drawn);
                statistic(&drawn)
            })
        })
        .collect();
    if values.len() < 2 {
        let (resamples, defined) = (plan.resamples, values.len());
        return Err(format!("of {resamples} resamples only {defined} define the statistic"));
    }
    values.sort_unstable_by(f64::total_cmp);

    let bca = bca_levels(n, &statistic, value, &values)
        .map(|(low, high)| (quantile(&values, low), quantile(&values, high)));
    Ok(Bootstrap {
        value,
        undefined: plan.resamples - values.len(),
        se: standard_deviation(&values),
        percentile: (quantile(&values, 0.025), quantile(&values, 0.975)),
        bca,
        above_zero: values.iter().filter(|&&v| v > 0.0).count() as f64 / values.len() as f64,
    })
}

/// The two percentiles that BCa takes instead of 2.5 % and 97.5 %.
fn bca_levels(
    n: u32,
    statistic: impl Fn(&[u32]) -> Option<f64>,
    value: f64,
    sorted: &[f64],
) -> Result<(f64, f64), &'static str> {
    if n > MOST_JACKKNIFE_UNITS {
        return Err(MANY_UNITS);
    }
    let below = sorted.partition_point(|&v| v < value);
    let up_to = sorted.partition_point(|&v| v <= value);
    let bias = normal_quantile((below + up_to) as f64 / (2 * sorted.len()) as f64);
    if bias.is_infinite() {
        return Err(OUTSIDE_RESAMPLES);
    }
    let acceleration = acceleration(&jackknife(n, statistic)?).ok_or(JACKKNIFE_CONSTANT)?;
    let level = |z: f64| normal_cdf(bias + (bias + z) / (1.0 - acceleration * (bias + z)));
    Ok((level(-Z95), level(Z95)))
}

fn jackknife(n: u32, statistic: impl Fn(&[u32]) -> Option<f64>) -> Result<Vec<f64>, &'static str> {
    let mut rest = Vec::with_capacity(n as usize);
    (0..n)
        .map(|left_out| {
            rest.clear();
            rest.extend((0..left_out).chain(left_out + 1..n));
            statistic(&rest).ok_or(JACKKNIFE_UNDEFINED)
        })
        .collect()
}

/// a = sum d³ / (6 (sum d²)^1.5) with d = mean - jackknife; `None` when all values are equal.
fn acceleration(jackknife: &[f64]) -> Option<f64> {
    let mean = jackknife.iter().sum::<f64>() / jackknife.len() as f64;
    let (squares, cubes) = jackknife.iter().fold((0.0, 0.0), |(squares, cubes), value| {
        let d = mean - value;
        (squares + d * d, cubes + d * d * d)
    });
    let spread = jackknife.iter().any(|&value| (value - jackknife[0]).abs() > 1e-14);
    (spread && squares > 0.0).then(|| cubes / (6.0 * squares.powf(1.5)))
}

fn standard_deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// The mean difference first - second, with both candidates' scores of an item taken together.
/// `above_zero` of the bootstrap is the share of resamples in which the first wins.
pub fn paired_bootstrap(first: &[f64], second: &[f64], plan: Plan) -> Result<Bootstrap, String> {
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    bootstrap(differences.len(), plan, |drawn| {
        let sum: f64 = drawn.iter().map(|&item| differences[item as usize]).sum();
        (!drawn.is_empty()).then(|| sum / drawn.len() as f64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_of(data: &[f64]) -> impl Fn(&[u32]) -> Option<f64> {
        move |drawn| {
            let sum: f64 = drawn.iter().map(|&item| data[item as usize]).sum();
            (!drawn.is_empty()).then(|| sum / drawn.len() as f64)
        }
    }

    #[test]
    fn both_intervals_lie_where_scipy_finds_them() {
        // scipy.stats.bootstrap over these 40 skewed values, 200,000 resamples: percentile
        // (0.7144, 1.3059), BCa (0.7430, 1.3518); the last digits depend on the draws.
        let data: Vec<f64> =
            (0..40).map(|i| (f64::from(i) + 0.5) / 40.0).map(|p| -(1.0 - p).ln()).collect();
        let plan = Plan { resamples: 50_000, seed: 1 };
        let result = bootstrap(40, plan, mean_of(&data)).unwrap();
        assert!((result.value - data.iter().sum::<f64>() / 40.0).abs() < 1e-15);
        assert!((result.percentile.0 - 0.7144).abs() < 0.01);
        assert!((result.percentile.1 - 1.3059).abs() < 0.01);
        let (low, high) = result.bca.unwrap();
        assert!((low - 0.7430).abs() < 0.01);
        assert!((high - 1.3518).abs() < 0.01);
    }

    #[test]
    fn quantiles_lie_between_the_values_as_numpy_has_them() {
        // numpy.quantile([1, 2, 4], level)
        for (level, expected) in [(0.0, 1.0), (0.25, 1.5), (0.5, 2.0), (0.975, 3.9), (1.0, 4.0)] {
            assert!((quantile(&[1.0, 2.0, 4.0], level) - expected).abs() < 1e-12, "{level}");
        }
        assert_eq!(quantile(&[7.0], 0.3).to_bits(), 7.0_f64.to_bits());
    }

    #[test]
    fn the_spread_of_the_resamples_is_divided_by_one_less_than_their_number() {
        // numpy.std([1, 2, 4], ddof=1)
        assert!((standard_deviation(&[1.0, 2.0, 4.0]) - 1.5275252316519468).abs() < 1e-15);
    }

    #[test]
    fn the_levels_of_bca_equal_those_of_the_formula() {
        // Bias from 4 resamples below and 1 at the value 4; acceleration from the jackknife.
        let data = [1.0, 2.0, 3.0, 4.0, 10.0];
        let resamples = [2.0, 3.0, 3.5, 3.6, 4.0, 4.5, 5.0, 6.0];
        let (low, high) = bca_levels(5, mean_of(&data), 4.0, &resamples).unwrap();
        assert!((low - 0.07983395546633093).abs() < 1e-9, "{low}");
        assert!((high - 0.9969118558577337).abs() < 1e-9, "{high}");
        assert!((acceleration(&[1.0, 2.0, 4.0]).unwrap() + 0.03673889284811709).abs() < 1e-15);
    }

    #[test]
    fn a_value_outside_all_resamples_has_no_bca() {
        let units = 5;
        let levels = |value| bca_levels(units, mean_of(&[1.0; 5]), value, &[2.0, 3.0]);
        assert_eq!(levels(1.0), Err(OUTSIDE_RESAMPLES));
        assert_eq!(levels(4.0), Err(OUTSIDE_RESAMPLES));
        assert_eq!(levels(2.0), Err(JACKKNIFE_CONSTANT));
    }

    #[test]
    fn beyond_5000_units_there_is_no_jackknife() {
        let constant = |_: &[u32]| Some(1.0);
        let levels = |n| bca_levels(n, constant, 1.0, &[1.0, 1.0]);
        assert_eq!(levels(5_000), Err(JACKKNIFE_CONSTANT));
        assert_eq!(levels(5_001), Err(MANY_UNITS));
    }

    #[test]
    fn two_units_are_enough_and_every_resample_is_drawn() {
        let plan = Plan { resamples: 1_000, seed: 1 };
        let first_is_drawn = |drawn: &[u32]| Some(f64::from(u8::from(drawn[0] == 0)));
        let result = bootstrap(2, plan, first_is_drawn).unwrap();
        assert_eq!(result.undefined, 0);
        assert!((result.above_zero - 0.5).abs() < 0.05, "{}", result.above_zero);
        assert!((result.se - 0.5).abs() < 0.01, "{}", result.se);
    }

    #[test]
    fn a_statistic_that_the_data_or_the_resamples_do_not_define_has_a_reason() {
        let plan = Plan { resamples: 300, seed: 1 };
        assert_eq!(
            bootstrap(20, plan, |_| None),
            Err("the data does not define the statistic".to_owned())
        );
        let all_differ = |drawn: &[u32]| {
            let mut drawn = drawn.to_vec();
            drawn.sort_unstable();
            drawn.iter().copied().eq(0..20).then_some(1.0)
        };
        let reason = "of 300 resamples only 0 define the statistic".to_owned();
        assert_eq!(bootstrap(20, plan, all_differ), Err(reason));
    }

    #[test]
    fn a_seed_gives_the_same_figures_again() {
        let data: Vec<f64> = (0..30).map(|i| f64::from(i % 7)).collect();
        let run = |seed| bootstrap(30, Plan { resamples: 1_000, seed }, mean_of(&data));
        assert_eq!(run(4), run(4));
        assert_ne!(run(4), run(5));
    }

    #[test]
    fn a_constant_has_no_bca_and_says_so() {
        let result = bootstrap(5, Plan::default(), mean_of(&[2.0; 5])).unwrap();
        assert_eq!(result.bca, Err(JACKKNIFE_CONSTANT));
        assert_eq!(result.ci95(), (2.0, 2.0));
    }

    #[test]
    fn resamples_without_a_value_are_counted() {
        let needs_the_first = |drawn: &[u32]| drawn.contains(&0).then_some(drawn.len() as f64);
        let result = bootstrap(4, Plan::default(), needs_the_first).unwrap();
        // (3/4)^4 = 31.6 % of the resamples miss one given item.
        assert!((2_900..3_450).contains(&result.undefined));
        assert_eq!(result.bca, Err(JACKKNIFE_UNDEFINED));
    }

    #[test]
    fn two_resamples_are_enough_for_a_spread() {
        let plan = Plan { resamples: 2, seed: 1 };
        let drawn_first = |drawn: &[u32]| Some(f64::from(drawn[0]));
        assert!(bootstrap(5, plan, drawn_first).is_ok());
    }

    #[test]
    fn how_often_a_value_is_above_zero_is_not_how_often_it_is_zero() {
        let plan = Plan { resamples: 2_000, seed: 1 };
        let first_is_drawn = |drawn: &[u32]| Some(f64::from(u8::from(drawn[0] == 0)));
        let share = bootstrap(10, plan, first_is_drawn).unwrap().above_zero;
        assert!((share - 0.1).abs() < 0.03, "{share}");
    }

    #[test]
    fn values_that_differ_by_rounding_alone_have_no_acceleration() {
        assert_eq!(acceleration(&[0.1 + 0.2, 0.3, 0.3, 0.3]), None);
        assert_eq!(acceleration(&[0.3, 0.3, 0.1 + 0.2]), None);
    }

    #[test]
    fn a_clear_winner_wins_in_nearly_every_resample() {
        let first: Vec<f64> = (0..100).map(|i| f64::from(u8::from(i % 10 != 0))).collect();
        let second: Vec<f64> = (0..100).map(|i| f64::from(u8::from(i % 10 > 2))).collect();
        let plan = Plan { resamples: 2_000, seed: 5 };
        let result = paired_bootstrap(&first, &second, plan).unwrap();
        assert!((result.value - 0.2).abs() < 1e-12);
        assert!(result.above_zero > 0.999);
        let (low, high) = result.ci95();
        assert!(low > 0.1 && high < 0.3, "{result:?}");
    }
}
