use super::Review::{Error, Open, Right};
use super::*;

fn certified(population: usize, reviews: &[Review]) -> Certified {
    Certified::new(population, SequenceSetting::default(), &[0.1, 0.5], reviews)
}

#[test]
fn an_open_question_is_an_error_above_and_right_below() {
    let reviews = |one: Review| {
        let mut reviews = vec![Right; 60];
        reviews[7] = one;
        certified(600, &reviews)
    };
    let [right, error, open] = [Right, Error, Open].map(reviews);
    let ends = |of: &Certified| of.interval.unwrap();
    assert_eq!(open.interval, Some([ends(&right)[0], ends(&error)[1]]));
    assert!(ends(&right)[1] < ends(&error)[1] && ends(&right)[0] < ends(&error)[0]);
    assert_eq!((open.reviewed, open.errors, open.open), (60, 0, 1));
    assert_eq!(open.rate.n(), 59, "the rate is of what is settled");
}

#[test]
fn a_limit_is_certified_after_the_first_review_that_leaves_less() {
    let found = certified(2_000, &[Right; 300]);
    let [tenth, half] = &found.below[..] else { panic!() };
    let hi = |n: usize| found.steps[n - 1].hi.unwrap();
    for below in [tenth, half] {
        let after = below.after.unwrap();
        assert!(below.certified && hi(after) < below.rate && hi(after - 1) >= below.rate);
    }
    assert!(half.after < tenth.after);
    let early = certified(2_000, &[Right; 5]);
    assert_eq!(early.below[0], Below { rate: 0.1, certified: false, after: None });
}

#[test]
fn where_no_rate_is_left_nothing_is_certified_any_more() {
    let mut reviews = vec![Right; 100];
    reviews.extend([Error; 60]);
    let found = certified(1_000, &reviews);
    assert_eq!(found.interval, None);
    let empty_after = found.empty_after.unwrap();
    assert!(empty_after > 100);
    assert_eq!(
        (found.steps[empty_after - 1].lo, found.steps[empty_after - 2].lo.is_some()),
        (None, true)
    );
    assert!(found.below[0].after.is_some() && !found.below[0].certified);
}

#[test]
fn before_the_first_review_every_rate_is_possible() {
    let none = certified(50, &[]);
    assert_eq!((none.interval, none.rate.value()), (Some([0.0, 1.0]), None));
    assert_eq!(certified(0, &[]).interval, Some([0.0, 0.0]));
}

#[test]
fn of_suspected_questions_what_was_reviewed_in_any_order_is_certain() {
    let setting = SequenceSetting::default();
    let all = [Error, Error, Right, Open];
    let found = Certified::suspected(10, setting, &all, &[]);
    assert_eq!((found.reviewed, found.errors, found.open), (4, 2, 1));
    assert_eq!(found.interval, Some([0.2, 0.9]));
    // Those that come first in the order say something of the rest.
    let many = vec![Right; 90];
    let certain = Certified::suspected(1_000, setting, &many, &[]).interval.unwrap();
    let drawn = Certified::suspected(1_000, setting, &many, &many).interval.unwrap();
    assert!(certain[1] > 0.9 && drawn[1] < 0.1, "{certain:?} {drawn:?}");
    assert_eq!(Certified::suspected(3, setting, &[Error; 3], &[]).interval, Some([1.0, 1.0]));
}

#[test]
fn the_total_weighs_each_set_by_its_size() {
    let split = SequenceSetting::default().split();
    assert!((split.confidence - 0.975).abs() < 1e-12);
    let random = Certified::new(900, split, &[], &[Right; 120]);
    let suspected = Certified::suspected(100, split, &[Error; 100], &[]);
    let total = random.joined(&suspected, &[0.2, 0.1]);
    let [low, high] = total.interval.unwrap();
    assert!((low - 0.1).abs() < 1e-12, "all suspected ones are wrong: {low}");
    assert!((high - (0.1 + 0.9 * random.interval.unwrap()[1])).abs() < 1e-12);
    assert!((total.rate.value().unwrap() - 0.1).abs() < 1e-12);
    assert_eq!((total.population, total.reviewed, total.errors), (1_000, 220, 100));
    let [fifth, tenth] = &total.below[..] else { panic!() };
    assert!(fifth.certified && !tenth.certified);
    let without = random.joined(&Certified::suspected(0, split, &[], &[]), &[]);
    assert_eq!((without.interval, without.rate), (random.interval, Statistic::new(0.0, 120)));
}
