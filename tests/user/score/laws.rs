//! Laws that hold for every file.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::{Files, overall, score, table_of, two_passes, warnings};

/// Runs the program a few dozen times: a process per case is slow.
fn with_cases<S: Strategy>(strategy: S, test: impl Fn(S::Value))
where
    S::Value: Clone,
{
    let mut runner =
        TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    runner
        .run(&strategy, |value| {
            test(value);
            Ok(())
        })
        .unwrap();
}

#[test]
fn the_score_does_not_depend_on_the_order_of_rows() {
    let answers = prop::collection::vec(prop::sample::select(vec!["A", "B", "well", "Z"]), 8);
    let order = Just((0..8usize).collect::<Vec<_>>()).prop_shuffle();
    with_cases((answers, order), |(answers, order)| {
        let files = Files::new();
        let rows: Vec<Vec<String>> = (0..4)
            .flat_map(|n| two_passes(n as u32 + 1, [answers[2 * n], answers[2 * n + 1]]))
            .collect();
        let shuffled: Vec<Vec<String>> = order.iter().map(|&at| rows[at].clone()).collect();
        let in_order = score(&table_of(&files, &rows), &[]);
        let out_of_order = score(&table_of(&files, &shuffled), &[]);
        assert_eq!(in_order, out_of_order);
    });
}

#[test]
fn a_model_that_answers_by_position_scores_nothing_under_circular() {
    with_cases((2usize..7, 0usize..7, 0usize..7), |(count, always, right)| {
        let (always, right) = (always % count, right % count);
        let letter = |at: usize| char::from(b'A' + at as u8).to_string();
        let names: Vec<String> = (0..count).map(letter).collect();
        let mut columns = vec!["index".to_owned()];
        columns.extend(names.clone());
        columns.extend(["answer".to_owned(), "prediction".to_owned()]);
        let mut rows = vec![columns];
        for pass in 0..count {
            let mut row = vec![(pass * 1_000_000 + 5).to_string()];
            row.extend((0..count).map(|at| format!("choice {}", (at + pass) % count)));
            row.extend([letter((right + count - pass) % count), letter(always)]);
            rows.push(row);
        }
        let files = Files::new();
        let rows: Vec<Vec<&str>> =
            rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let document = score(&files.table("p.tsv", &rows), &[]);
        assert_eq!(overall(&document), (1, 0));
        assert_eq!(warnings(&document), Vec::<String>::new());
    });
}
