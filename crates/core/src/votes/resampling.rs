//! The bootstrap over questions: fits of resampled comparisons. Never votes: the judgments of a
//! question in two orders, of several people, of repeats, depend on each other.
//!
//! A resample only weighs questions, so that comparisons are counted once for each question and pair,
//! and a resample costs a multiplication for each of these counts.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::comparisons::Counted;
use super::connected::unreachable_pair;
use super::likelihood::{Comparisons, Fit, Row, Ties};
use crate::statistics::{Drawer, Plan};

/// Resamples summed at once: as many as fit in a few registers.
const LANES: usize = 8;
/// Above this number of rows × resamples a fit with features is not repeated for each resample but
/// moved by one Newton step.
const MOST_REFITTED: usize = 30_000_000;

/// How often each question was drawn, for `LANES` resamples at once.
pub(super) type Weights = [f64; LANES];

/// Draws the questions of each resample and gives the weights of a block of resamples to `of_block`,
/// with the number of resamples wanted of it. Blocks are independent of the number of threads.
pub(super) fn by_blocks<T: Send>(
    questions: usize,
    plan: Plan,
    of_block: impl Fn(&[Weights], usize) -> Vec<T> + Sync,
) -> Vec<T> {
    let n = u32::try_from(questions).unwrap_or(u32::MAX);
    let blocks = (0..plan.resamples.div_ceil(LANES)).into_par_iter();
    let of_block = &of_block;
    let found: Vec<Vec<T>> = blocks
        .map(|block| {
            let mut drawer = Drawer::new(n, plan.seed, block as u64);
            let mut weights = vec![[0.0; LANES]; questions];
            let mut drawn = Vec::with_capacity(questions);
            for lane in 0..LANES {
                drawer.draw(&mut drawn);
                drawn.iter().for_each(|&question| weights[question as usize][lane] += 1.0);
            }
            of_block(&weights, LANES.min(plan.resamples - block * LANES))
        })
        .collect();
    found.into_iter().flatten().collect()
}

/// The questions of these rows, in order.
pub(super) fn questions_of(rows: &[Row]) -> Vec<u32> {
    rows.chunk_by(|x, y| x.question == y.question).map(|rows| rows[0].question).collect()
}

/// The place of a question among those that are resampled.
pub(super) fn place_in(questions: &[u32]) -> impl Fn(u32) -> usize {
    |question| questions.partition_point(|&other| other < question)
}

/// Fits each resample anew; `None` where a resample does not define the strengths.
pub(super) fn refitted(
    counted: &Counted,
    ties: Ties,
    start: &Fit,
    plan: Plan,
) -> Vec<Option<Vec<f64>>> {
    let Counted { by_question: comparisons, totals, pair_of_row, .. } = counted;
    let questions = questions_of(&comparisons.rows);
    let place_of = place_in(&questions);
    let places: Vec<usize> = comparisons.rows.iter().map(|row| place_of(row.question)).collect();
    by_blocks(questions.len(), plan, |weights, wanted| {
        let mut sums = vec![[[0.0; LANES]; 3]; totals.rows.len()];
        for ((row, &pair), &place) in comparisons.rows.iter().zip(pair_of_row).zip(&places) {
            let (weights, sums) = (&weights[place], &mut sums[pair as usize]);
            for (count, sum) in row.counts.iter().zip(sums) {
                sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += count * weight);
            }
        }
        let mut resample = totals.clone();
        (0..wanted)
            .map(|lane| {
                for (row, sums) in resample.rows.iter_mut().zip(&sums) {
                    row.counts = [sums[0][lane], sums[1][lane], sums[2][lane]];
                }
                let fit = || resample.maximum(ties, Some(&start.parameters));
                unreachable_pair(resample.models, &resample.rows)
                    .map_or_else(fit, |_| None)
                    .map(|(parameters, _)| parameters)
            })
            .collect()
    })
}

/// Comparisons with features, ready to be weighed by question.
pub(super) struct Weighable<'a> {
    comparisons: &'a Comparisons,
    fit: &'a Fit,
    /// The place of each row's question.
    places: Vec<usize>,
    /// The gradient of each question.
    scores: Vec<(usize, Vec<(usize, f64)>)>,
}

/// Whether this number of rows is fitted anew in each resample.
pub(super) fn is_refitted(rows: usize, plan: Plan) -> bool {
    rows.saturating_mul(plan.resamples) <= MOST_REFITTED
}

impl<'a> Weighable<'a> {
    /// `place_of` is where a question's weight is.
    pub fn new(
        comparisons: &'a Comparisons,
        fit: &'a Fit,
        place_of: impl Fn(u32) -> usize,
    ) -> Self {
        let places: Vec<usize> =
            comparisons.rows.iter().map(|row| place_of(row.question)).collect();
        let questions = comparisons.rows.chunk_by(|x, y| x.question == y.question);
        let gradients = comparisons.question_scores(Ties::Half, &fit.parameters);
        let scores = questions.map(|rows| place_of(rows[0].question)).zip(gradients).collect();
        Weighable { comparisons, fit, places, scores }
    }

    /// The parameters of each resample: fitted anew, or moved by one Newton step with the information
    /// of the whole. `None` where a resample defines none.
    pub fn parameters(
        &self,
        weights: &[Weights],
        wanted: usize,
        refitted: bool,
    ) -> Vec<Option<Vec<f64>>> {
        if refitted {
            return (0..wanted).map(|lane| self.fitted_again(weights, lane)).collect();
        }
        let mut sums = vec![[0.0; LANES]; self.fit.parameters.len()];
        for (place, score) in &self.scores {
            for &(at, value) in score {
                let sums = sums[at].iter_mut().zip(&weights[*place]);
                sums.for_each(|(sum, weight)| *sum += value * weight);
            }
        }
        let moved = |lane: usize| {
            let gradient: Vec<f64> = sums.iter().map(|sum| sum[lane]).collect();
            let step = self.fit.inverse.times(&gradient);
            Some(self.fit.parameters.iter().zip(step).map(|(x, step)| x + step).collect())
        };
        (0..wanted).map(moved).collect()
    }

    fn fitted_again(&self, weights: &[Weights], lane: usize) -> Option<Vec<f64>> {
        let mut resample = self.comparisons.clone();
        for (row, &place) in resample.rows.iter_mut().zip(&self.places) {
            row.counts = row.counts.map(|count| count * weights[place][lane]);
        }
        Some(resample.maximum(Ties::Half, Some(&self.fit.parameters))?.0)
    }
}
