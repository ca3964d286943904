use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::*;

fn right(letters: &str) -> Vec<bool> {
    letters.chars().map(|letter| letter == 'r').collect()
}

/// A question from the models that are right now and under each outcome: `r` is right.
fn question(now: &str, outcomes: &[&str]) -> OpenQuestion {
    OpenQuestion { now: right(now), outcomes: outcomes.iter().map(|one| right(one)).collect() }
}

/// Every joint outcome, as the right answers of each model.
fn all_outcomes(settled: &[i64], open: &[OpenQuestion]) -> Vec<Vec<i64>> {
    let Some((first, rest)) = open.split_first() else { return vec![settled.to_vec()] };
    let with = |right: &[bool]| -> Vec<i64> {
        settled.iter().zip(right).map(|(sum, right)| sum + i64::from(*right)).collect()
    };
    let different = first.different().into_iter();
    different.flat_map(|right| all_outcomes(&with(right), rest)).collect()
}

fn place(scores: &[i64], model: usize) -> usize {
    1 + scores.iter().filter(|score| **score > scores[model]).count()
}

/// Whether some outcomes of the other questions leave the pair to this one.
fn turns(settled: &[i64], open: &[OpenQuestion], at: usize, [a, b]: [usize; 2]) -> bool {
    let mut others = open.to_vec();
    let own = others.remove(at);
    all_outcomes(settled, &others).iter().any(|scores| {
        let different = own.different().into_iter();
        let mut signs = different.map(|right| {
            (scores[a] + i64::from(right[a]) - scores[b] - i64::from(right[b])).signum()
        });
        let first = signs.next();
        signs.any(|sign| Some(sign) != first)
    })
}

/// Compares everything with all joint outcomes.
fn check(settled: &[i64], open: &[OpenQuestion]) {
    let stakes = Stakes::compute(settled, open);
    let all = all_outcomes(settled, open);
    let mut pairs = vec![0; open.len()];
    for pair in &stakes.pairs {
        let [a, b] = pair.models;
        let differences = || all.iter().map(|scores| scores[a] - scores[b]);
        assert_eq!(Some(pair.min), differences().min(), "{a} {b}");
        assert_eq!(Some(pair.max), differences().max(), "{a} {b}");
        let mut signs: Vec<i64> = differences().map(i64::signum).collect();
        signs.dedup();
        assert_eq!(pair.is_decided(), signs.len() == 1, "{a} {b}");
        for (at, count) in pairs.iter_mut().enumerate() {
            let expected = turns(settled, open, at, pair.models);
            assert_eq!(pair.turned_by.contains(&at), expected, "{a} {b} by {at}");
            *count += usize::from(expected);
        }
    }
    let found: Vec<usize> = stakes.questions.iter().map(|one| one.pairs).collect();
    assert_eq!(found, pairs);
    for (model, found) in stakes.places.iter().enumerate() {
        let places = || all.iter().map(|scores| place(scores, model));
        assert!(found.exact);
        assert_eq!(Some(found.best), places().min(), "best of {model}");
        assert_eq!(Some(found.worst), places().max(), "worst of {model}");
    }
}

#[test]
fn a_pair_is_decided_when_the_open_questions_cannot_close_the_gap() {
    // The second model is right on both open questions; the first leads by two on the others.
    let open = [question("wr", &["wr", "ww"]), question("wr", &["wr", "ww"])];
    let leads = |by: i64| Stakes::compute(&[by, 0], &open).pairs[0].clone();
    let pair = leads(2);
    assert_eq!((pair.difference, pair.min, pair.max), (0, 0, 2));
    assert!(!pair.is_decided(), "a tie is another result than a lead");
    assert!(leads(3).is_decided());
    assert!(leads(3).turned_by.is_empty());
    let tied = Stakes::compute(&[0, 0], &[question("rr", &["rr", "ww"])]);
    assert!(tied.pairs[0].is_decided(), "no outcome breaks the tie");
}

#[test]
fn a_worst_place_takes_outcomes_that_can_hold_together() {
    // Either rival passes the first model by a new key, but a question has one key.
    let open = [question("www", &["www", "wrw", "wwr"])];
    let stakes = Stakes::compute(&[5, 5, 5], &open);
    assert_eq!((stakes.places[0].best, stakes.places[0].worst), (1, 2));
    assert!(stakes.pairs.iter().all(|pair| !pair.is_decided()));
    assert_eq!(stakes.questions[0], QuestionStakes { pairs: 3, swing: 4 });
}

#[test]
fn models_that_are_far_from_the_others_are_not_contested() {
    let open = [question("wrrw", &["wrrw", "wwrw", "wwww"])];
    let stakes = Stakes::compute(&[90, 50, 50, 10], &open);
    let expected = Contested { models: vec![1, 2], questions: vec![0] };
    assert_eq!(stakes.contested(), [expected]);
    assert!(stakes.places.iter().all(|one| one.exact));
}

/// Questions as CircularEval makes them: a model is right under one key at most.
fn keyed(models: usize, keys: &[u8], answers: &[u8], can_leave: bool) -> OpenQuestion {
    let under = |key: u8| answers.iter().take(models).map(|one| *one == key).collect();
    let mut outcomes: Vec<Vec<bool>> = keys.iter().map(|&key| under(key)).collect();
    outcomes.extend(can_leave.then(|| vec![false; models]));
    OpenQuestion { now: under(0), outcomes }
}

proptest! {
    #[test]
    fn everything_is_as_trying_all_outcomes_finds(
        settled in prop::collection::vec(0i64..4, 2..6),
        open in prop::collection::vec(
            prop::collection::vec(prop::collection::vec(any::<bool>(), 5), 1..4), 0..6),
    ) {
        let models = settled.len();
        let cut = |right: &Vec<bool>| right[..models].to_vec();
        let question = |outcomes: &Vec<Vec<bool>>| {
            let outcomes: Vec<Vec<bool>> = outcomes.iter().map(cut).collect();
            OpenQuestion { now: outcomes[0].clone(), outcomes }
        };
        check(&settled, &open.iter().map(question).collect::<Vec<_>>());
    }

    #[test]
    fn with_keys_and_removal_it_is_as_trying_all_outcomes_finds(
        settled in prop::collection::vec(0i64..5, 2..7),
        open in prop::collection::vec((prop::collection::vec(0u8..5, 8), 1u8..5, any::<bool>()), 0..5),
    ) {
        let keys: Vec<u8> = (0..4).collect();
        let question = |(answers, count, can_leave): &(Vec<u8>, u8, bool)| {
            keyed(settled.len(), &keys[..usize::from(*count)], answers, *can_leave)
        };
        check(&settled, &open.iter().map(question).collect::<Vec<_>>());
    }
}

#[test]
fn eleven_models_and_twelve_open_questions_are_as_trying_all_outcomes_finds() {
    let mut random = ChaCha8Rng::seed_from_u64(30);
    for _ in 0..3 {
        let settled: Vec<i64> = (0..11).map(|_| random.random_range(0..5)).collect();
        let mut any_question = || {
            let answers: Vec<u8> = (0..11).map(|_| random.random_range(0..6)).collect();
            keyed(11, &[0, random.random_range(1..4)], &answers, random.random_range(0..4) == 0)
        };
        let open: Vec<OpenQuestion> = (0..12).map(|_| any_question()).collect();
        let stakes = Stakes::compute(&settled, &open);
        let mut found = vec![(usize::MAX, 0); 11];
        for scores in all_outcomes(&settled, &open) {
            for (model, (best, worst)) in found.iter_mut().enumerate() {
                let place = place(&scores, model);
                (*best, *worst) = ((*best).min(place), (*worst).max(place));
            }
        }
        let expected: Vec<(usize, usize)> =
            stakes.places.iter().map(|one| (one.best, one.worst)).collect();
        assert_eq!(found, expected);
        assert!(stakes.places.iter().all(|one| one.exact));
    }
}

#[test]
fn where_too_many_outcomes_differ_places_are_bounds_and_say_so_or_are_exact() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let settled: Vec<i64> = (0..12).map(|_| random.random_range(0..12)).collect();
    let mut any_question = || {
        let answers: Vec<u8> = (0..12).map(|_| random.random_range(0..4)).collect();
        keyed(12, &[0, 1, 2, 3], &answers, false)
    };
    let open: Vec<OpenQuestion> = (0..40).map(|_| any_question()).collect();
    let stakes = Stakes::compute(&settled, &open);
    for (model, found) in stakes.places.iter().enumerate() {
        assert!(found.best <= found.place && found.place <= found.worst, "{model}");
    }
}
