use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;

fn setting(a: f64, b: f64, confidence: f64) -> SequenceSetting {
    SequenceSetting { prior: BetaPrior { a, b }, confidence }
}

/// The limits after each of these numbers of reviews, of which one in `period` is an error.
fn limits_after(
    population: usize,
    setting: SequenceSetting,
    (period, first): (usize, usize),
    after: &[usize],
) -> Vec<(usize, Option<(usize, usize)>)> {
    let mut sequence = ErrorSequence::new(population, setting);
    let mut found = Vec::new();
    for n in 1..=after.iter().copied().max().unwrap() {
        sequence.push((n - 1) % period == first);
        if after.contains(&n) {
            found.push((sequence.errors(), sequence.limits()));
        }
    }
    found
}

/// Beside the numbers of benches/certified_error_rate.py, which tests every number of errors at every step.
#[test]
fn the_limits_are_those_of_an_independent_program() {
    let usual = SequenceSetting::default();
    assert_eq!(
        limits_after(60, usual, (7, 3), &[1, 10, 30, 60]),
        [(0, Some((0, 57))), (1, Some((1, 27))), (4, Some((4, 18))), (9, Some((9, 9)))]
    );
    assert_eq!(
        limits_after(300, usual, (20, 5), &[1, 10, 75, 150]),
        [(0, Some((0, 286))), (1, Some((1, 142))), (4, Some((5, 43))), (8, Some((8, 30)))]
    );
    assert_eq!(
        limits_after(5_700, usual, (16, 9), &[1, 10, 350, 700]),
        [
            (0, Some((0, 5443))),
            (1, Some((8, 1915))),
            (22, Some((182, 611))),
            (44, Some((224, 530)))
        ]
    );
    assert_eq!(
        limits_after(5_700, setting(2.0, 30.0, 0.99), (16, 9), &[1, 10, 350, 700]),
        [
            (0, Some((0, 5646))),
            (1, Some((2, 2472))),
            (22, Some((166, 646))),
            (44, Some((213, 551)))
        ]
    );
    assert_eq!(
        limits_after(100_000, usual, (50, 0), &[1, 10, 200, 400]),
        [
            (1, Some((501, 100_000))),
            (1, Some((501, 48_090))),
            (4, Some((501, 6_614))),
            (8, Some((595, 5_055))),
        ]
    );
}

/// After a right question M is 0.9 N / (N − K): 20 at K = 5,730 of 6,000.
#[test]
fn a_number_at_exactly_the_limit_is_out() {
    assert_eq!(
        limits_after(6_000, SequenceSetting::default(), (2, 1), &[1]),
        [(0, Some((0, 5_729)))]
    );
}

#[test]
fn questions_sorted_by_subject_leave_no_rate() {
    let mut sequence = ErrorSequence::new(400, SequenceSetting::default());
    (0..40).for_each(|_| sequence.push(false));
    let mut left = (0..30).map(|_| {
        sequence.push(true);
        sequence.limits()
    });
    assert_eq!(left.position(|limits| limits.is_none()), Some(12), "after the 53rd review");
    assert!(left.all(|limits| limits.is_none()));
}

#[test]
fn what_is_out_stays_out_and_all_reviews_leave_one_number() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut sequence = ErrorSequence::new(500, SequenceSetting::default());
    let mut before = sequence.limits().unwrap();
    for _ in 0..500 {
        sequence.push(random.next_u32() % 10 == 0);
        let now = sequence.limits().unwrap();
        assert!(now.0 >= before.0 && now.1 <= before.1, "{before:?} {now:?}");
        before = now;
    }
    assert_eq!(before, (sequence.errors(), sequence.errors()));
    sequence.push(true);
    assert_eq!(sequence.reviewed(), 500, "there are no more questions");
}

#[test]
fn an_empty_population_has_no_error_and_needs_no_review() {
    let sequence = ErrorSequence::new(0, SequenceSetting::default());
    assert_eq!(sequence.limits(), Some((0, 0)));
}

/// Every number tested at every step, as the definition has it.
fn by_definition(population: usize, errors: &[bool], setting: SequenceSetting) -> Vec<bool> {
    let mut sequence = ErrorSequence::new(population, setting);
    let mut left = vec![true; population + 1];
    for &is_error in errors {
        sequence.push(is_error);
        left.iter_mut().enumerate().for_each(|(wrong, left)| *left &= !sequence.is_out(wrong));
    }
    left
}

#[test]
fn two_ends_are_the_set_of_every_number_that_is_left() {
    for seed in 0..60 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let population = 1 + random.next_u32() as usize % 80;
        let period = 1 + random.next_u32() % 12;
        let errors: Vec<bool> =
            (0..population).map(|_| random.next_u32().is_multiple_of(period)).collect();
        let setting = SequenceSetting { confidence: 0.6, ..SequenceSetting::default() };
        let mut sequence = ErrorSequence::new(population, setting);
        for n in 1..=population {
            sequence.push(errors[n - 1]);
            let left = by_definition(population, &errors[..n], setting);
            let ends = left.iter().position(|&left| left).zip(left.iter().rposition(|&left| left));
            assert_eq!(sequence.limits(), ends, "{population} {n}");
            if let Some((low, high)) = ends {
                assert!(left[low..=high].iter().all(|&left| left));
            }
        }
    }
}

/// The small form of `cargo run --release -p assay-core --example audit_coverage`.
#[test]
fn the_limits_hold_at_the_worst_moment_and_a_naive_interval_does_not() {
    let (mut missed, mut missed_naively, populations) = (0, 0, 400);
    for seed in 0..populations {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let population = [60, 300, 900][seed as usize % 3];
        let wrong = population / [100, 20, 10, 4][seed as usize % 4];
        let mut order: Vec<bool> = (0..population).map(|at| at < wrong).collect();
        for at in (1..population).rev() {
            order.swap(at, (random.next_u64() % (at as u64 + 1)) as usize);
        }
        let mut sequence = ErrorSequence::new(population, SequenceSetting::default());
        let mut naively_held = true;
        for (n, &is_error) in order.iter().enumerate() {
            sequence.push(is_error);
            let (low, high) = crate::statistics::wilson95(sequence.errors(), n + 1).unwrap();
            let rate = wrong as f64 / population as f64;
            naively_held &= n < 10 || (low..=high).contains(&rate);
        }
        let holds = |(low, high): (usize, usize)| (low..=high).contains(&wrong);
        missed += u64::from(!sequence.limits().is_some_and(holds));
        missed_naively += u64::from(!naively_held);
    }
    assert!(missed * 20 <= populations, "{missed} of {populations}");
    assert!(missed_naively * 10 > populations, "{missed_naively} of {populations}");
}

#[test]
fn a_prior_is_two_numbers_above_zero() {
    assert_eq!("1, 9".parse(), Ok(BetaPrior::default()));
    for wrong in ["", "1", "0,9", "1,-9", "1,nan", "1,inf", "a,b", "1,2,3"] {
        assert!(wrong.parse::<BetaPrior>().is_err(), "{wrong}");
    }
}
