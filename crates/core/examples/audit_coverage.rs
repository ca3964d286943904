//! How often the limits of an audit miss the true error rate if one stops at the worst moment, beside Wilson's interval
//! looked at each time: `cargo run --release -p assay-core --example audit_coverage`.

use std::process::ExitCode;

use assay_core::certify::{ErrorSequence, SequenceSetting};
use assay_core::statistics::wilson95;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

const POPULATIONS: usize = 10_000;
const SIZES: [usize; 4] = [60, 300, 1_500, 6_000];
const RATES: [f64; 6] = [0.005, 0.02, 0.05, 0.1, 0.2, 0.3];
/// Before the tenth review no one would look at a share.
const FIRST_LOOK: usize = 10;

/// What a population shows: whether the limits and Wilson's interval held at every look, and after how many reviews the
/// rate was below a tenth.
struct Seen {
    held: bool,
    held_naively: bool,
    below_a_tenth: Option<usize>,
}

fn look(population: usize, wrong: usize, seed: u64) -> Seen {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut sequence = ErrorSequence::new(population, SequenceSetting::default());
    let rate = wrong as f64 / population as f64;
    let mut found = Seen { held: true, held_naively: true, below_a_tenth: None };
    for n in 1..=population {
        let left = (population - n + 1) as u64;
        let draw = ((u128::from(random.next_u64()) * u128::from(left)) >> 64) as usize;
        sequence.push(draw < wrong - sequence.errors());
        let held = |(low, high): (usize, usize)| low <= wrong && wrong <= high;
        found.held &= sequence.limits().is_some_and(held);
        let naive = wilson95(sequence.errors(), n).unwrap_or((0.0, 1.0));
        found.held_naively &= n < FIRST_LOOK || (naive.0 <= rate && rate <= naive.1);
        let is_below = sequence.limits().is_some_and(|(_, high)| high * 10 < population);
        if is_below && found.below_a_tenth.is_none() {
            found.below_a_tenth = Some(n);
        }
    }
    found
}

fn look_at_all(population: usize, rate: f64) -> Vec<Seen> {
    let wrong = (rate * population as f64).round() as usize;
    let seed = |at: usize| (population * 1_000_000 + at) as u64 + (rate * 1e12) as u64;
    (0..POPULATIONS).into_par_iter().map(|at| look(population, wrong, seed(at))).collect()
}

fn main() -> ExitCode {
    println!("{POPULATIONS} populations each; missed in % if one stops at the worst moment");
    println!("{:>6} {:>6} {:>12} {:>8}", "N", "rate", "audit", "Wilson");
    let mut worst = 0.0_f64;
    for (population, rate) in SIZES.into_iter().flat_map(|size| RATES.map(|rate| (size, rate))) {
        let seen = look_at_all(population, rate);
        let missed = |held: fn(&Seen) -> bool| {
            100.0 * seen.iter().filter(|one| !held(one)).count() as f64 / POPULATIONS as f64
        };
        let (audit, naive) = (missed(|one| one.held), missed(|one| one.held_naively));
        worst = worst.max(audit);
        println!("{population:>6} {rate:>6.3} {audit:>12.2} {naive:>8.2}");
    }
    println!("\n5700 questions: reviews until the rate is certified to be below 10 %");
    println!("{:>6} {:>8} {:>8} {:>8}", "rate", "median", "90 %", "never");
    for rate in [0.03, 0.05, 0.06, 0.065, 0.07, 0.08] {
        let seen = look_at_all(5_700, rate);
        let mut needed: Vec<usize> = seen.iter().filter_map(|one| one.below_a_tenth).collect();
        needed.sort_unstable();
        let at = |share: usize| needed.get(POPULATIONS * share / 100).copied().unwrap_or(0);
        let never = POPULATIONS - needed.len();
        println!("{rate:>6.3} {:>8} {:>8} {never:>8}", at(50), at(90));
    }
    println!("\nworst: {worst:.2} %");
    if worst <= 5.0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
