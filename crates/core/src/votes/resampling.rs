//! The bootstrap over questions: fits of resampled comparisons. Never votes: the judgments of a
//! question in two orders, of several people, of repeats, depend on each other.
//!
//! A resample only weighs questions, so that comparisons are counted once for each question and pair,
//! and a resample costs a multiplication for each of these counts.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::connected::unreachable_pair;
use super::likelihood::{Comparisons, Fit, Row, Ties};
use crate::statistics::{Drawer, Plan};

/// Resamples summed at once: as many as fit in a few registers.
const LANES: usize = 8;
/// Above this number of rows × resamples a fit with features is not repeated for each resample but
/// moved by one Newton step.
const MOST_REFITTED: usize = 30_000_000;

/// How often each question was drawn, for `LANES` resamples at once. Sums of counts are exact in four
/// bytes up to 16 million votes of a pair.
pub(super) type Weights = [f32; LANES];

/// Draws the questions of each resample and gives the weights of a block of resamples to `of_block`,
/// with the number of resamples wanted of it. Blocks are independent of the number of threads.
pub(super) fn by_blocks<T: Send>(
    questions: usize,
    plan: Plan,
    of_block: impl Fn(&[Weights], usize) -> Vec<T> + Sync,
) -> Vec<T> {
    let n = u32::try_from(questions).unwrap_or(u32::MAX);
    // One question alone does not vary.
    let blocks = if n < 2 { 0 } else { plan.resamples.div_ceil(LANES) };
    let of_block = |block: usize| {
        let mut drawer = Drawer::new(n, plan.seed, block as u64);
        let mut weights = vec![[0.0; LANES]; questions];
        let mut drawn = Vec::with_capacity(questions);
        let count_lane = |lane: usize| {
            drawer.draw(&mut drawn);
            for &question in &drawn {
                weights[question as usize][lane] += 1.0;
            }
        };
        (0..LANES).for_each(count_lane);
        of_block(&weights, LANES.min(plan.resamples - block * LANES))
    };
    let found: Vec<Vec<T>> = (0..blocks).into_par_iter().map(of_block).collect();
    found.into_iter().flatten().collect()
}

/// The questions of these rows, in order.
pub(super) fn questions_of(rows: &[Row]) -> Vec<u32> {
    rows.chunk_by(|x, y| x.question == y.question).map(|rows| rows[0].question).collect()
}

/// The parameters of each resample.
#[derive(Default)]
pub(super) struct Resamples {
    /// `None` where a resample does not define them.
    pub parameters: Vec<Option<Vec<f64>>>,
    /// Whether each was fitted anew.
    pub refitted: bool,
}

/// Resamples the questions of comparisons and fits each resample.
pub(super) fn resamples(comparisons: &Comparisons, ties: Ties, fit: &Fit, plan: Plan) -> Resamples {
    if comparisons.features == 0 {
        return Resamples { parameters: refitted(comparisons, ties, fit, plan), refitted: true };
    }
    let questions = questions_of(&comparisons.rows);
    let refitted = Weighable::can_be_refitted(comparisons.rows.len(), plan);
    let weighable = Weighable::new(comparisons, fit, &questions, fit.parameters.len(), refitted);
    let of_block = |weights: &[Weights], wanted| weighable.resampled(weights, wanted);
    Resamples { parameters: by_blocks(questions.len(), plan, of_block), refitted }
}

/// Fits the sums of each resample anew, without features; `None` where a resample does not define the
/// strengths.
fn refitted(
    comparisons: &Comparisons,
    ties: Ties,
    start: &Fit,
    plan: Plan,
) -> Vec<Option<Vec<f64>>> {
    let (totals, pairs) = comparisons.pair_totals();
    // Where a tie is half a win of both, two sums are enough.
    let kinds = if ties == Ties::Half { 2 } else { 3 };
    let counts = |row: &Row| match (ties, row.counts) {
        (Ties::Half, [wins, losses, even]) => [wins + even / 2.0, losses + even / 2.0, 0.0],
        (Ties::Davidson, counts) => counts,
    };
    let mut cells: Vec<(u32, [f32; 3])> = Vec::with_capacity(pairs.len());
    let mut ends = Vec::new();
    for rows in comparisons.rows.chunk_by(|x, y| x.question == y.question) {
        let pairs = &pairs[cells.len()..];
        cells.extend(
            rows.iter().zip(pairs).map(|(row, &pair)| (pair, counts(row).map(|x| x as f32))),
        );
        ends.push(cells.len());
    }
    by_blocks(ends.len(), plan, |weights, wanted| {
        let mut sums = vec![[[0.0; LANES]; 3]; totals.rows.len()];
        let mut start_of_next = 0;
        for (weights, &end) in weights.iter().zip(&ends) {
            for (pair, counts) in &cells[start_of_next..end] {
                let sums = &mut sums[*pair as usize];
                for (kind, count) in counts.iter().enumerate().take(kinds) {
                    for (lane, weight) in weights.iter().enumerate() {
                        sums[kind][lane] += count * weight;
                    }
                }
            }
            start_of_next = end;
        }
        let mut resample = totals.clone();
        let fit_lane = |lane: usize| {
            for (row, sums) in resample.rows.iter_mut().zip(&sums) {
                for (count, sum) in row.counts.iter_mut().zip(sums) {
                    *count = f64::from(sum[lane]);
                }
            }
            let is_defined = unreachable_pair(&resample).is_none();
            let fit = || resample.maximum(ties, &start.parameters);
            is_defined.then(fit).flatten().map(|(parameters, _)| parameters)
        };
        (0..wanted).map(fit_lane).collect()
    })
}

/// A fit with features, ready to be weighed by question.
pub(super) struct Weighable<'a> {
    comparisons: &'a Comparisons,
    fit: &'a Fit,
    /// The number of parameters that are wanted, from the first on.
    wanted: usize,
    /// The place of each row's question.
    places: Vec<usize>,
    /// The place of each question.
    pub questions: Vec<usize>,
    /// How the gradient of each question moves each parameter that is wanted.
    pub influences: Vec<f64>,
    refitted: bool,
}

impl<'a> Weighable<'a> {
    /// `questions` are those that are weighed; each resample is fitted anew if `refitted`.
    pub fn new(
        comparisons: &'a Comparisons,
        fit: &'a Fit,
        questions: &[u32],
        wanted: usize,
        refitted: bool,
    ) -> Self {
        let place_of = |question| questions.partition_point(|&other| other < question);
        let places = comparisons.rows.iter().map(|row| place_of(row.question)).collect();
        let scores = comparisons.question_scores(Ties::Half, &fit.parameters);
        let influences = scores.iter().flat_map(|score| {
            let move_of = |at: usize| score.iter().map(|&(i, x)| fit.inverse.at(at, i) * x).sum();
            (0..wanted).map(move_of).collect::<Vec<f64>>()
        });
        let influences = influences.collect();
        let questions = questions_of(&comparisons.rows).into_iter().map(place_of).collect();
        Weighable { comparisons, fit, wanted, places, questions, influences, refitted }
    }

    /// Whether this number of rows is fitted anew in each resample.
    pub fn can_be_refitted(rows: usize, plan: Plan) -> bool {
        rows.saturating_mul(plan.resamples) <= MOST_REFITTED
    }

    /// The parameters of each resample that are wanted: fitted anew, or moved by one Newton step with
    /// the information of the whole. `None` where a resample defines no fit.
    pub fn resampled(&self, weights: &[Weights], count: usize) -> Vec<Option<Vec<f64>>> {
        if self.refitted {
            return (0..count).map(|lane| self.fitted_again(weights, lane)).collect();
        }
        let whole = self.fit.parameters.iter().take(self.wanted);
        let mut sums: Vec<[f64; LANES]> = whole.map(|&whole| [whole; LANES]).collect();
        for (&place, moves) in self.questions.iter().zip(self.influences.chunks(self.wanted)) {
            for (sum, moved) in sums.iter_mut().zip(moves) {
                for (lane, &weight) in weights[place].iter().enumerate() {
                    sum[lane] += moved * f64::from(weight);
                }
            }
        }
        (0..count).map(|lane| Some(sums.iter().map(|sum| sum[lane]).collect())).collect()
    }

    fn fitted_again(&self, weights: &[Weights], lane: usize) -> Option<Vec<f64>> {
        let mut resample = self.comparisons.clone();
        for (row, &place) in resample.rows.iter_mut().zip(&self.places) {
            row.counts.iter_mut().for_each(|count| *count *= f64::from(weights[place][lane]));
        }
        let (mut parameters, _) = resample.maximum(Ties::Half, &self.fit.parameters)?;
        parameters.truncate(self.wanted);
        Some(parameters)
    }
}
