//! SEED-Bench-2's leaderboard: accuracy for each dimension, and means over parts (its Tables 2, 5 and 6).
//!
//! The paper's averages are means over dimensions: each dimension counts the same, however many
//! questions it has. The mean over questions is shown next to it. Part 1 is capability level L1;
//! levels L2 and L3 are cumulative: parts 1 and 2, parts 1 to 3. A part with a dimension that was
//! not answered at all does not have a mean; such a model has not reached the level.

use std::collections::BTreeSet;

use serde::Serialize;

use super::means::{mean_of_shares, ranks};
use super::overview::leaves;
use super::{Comparison, Share, count_undecided, shares_by_column};
use crate::benchmark::taxonomy::Taxonomy;
use crate::score::Strategy;
use crate::statistics::Statistic;

/// The taxonomy whose leaf abilities are SEED-Bench-2's dimensions.
pub const SEED_BENCH_2: &str = "seed-bench-2";

/// The leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeedBench {
    /// How passes make a score.
    pub strategy: Strategy,
    /// The dimensions that have questions, in the taxonomy's order.
    pub dimensions: Vec<Dimension>,
    /// The groups of parts that means are taken over.
    pub scopes: Vec<Scope>,
    /// Questions without a dimension; they are not in any figure.
    pub other_questions: usize,
    /// The models, best first by the mean over all their dimensions.
    pub rows: Vec<SeedRow>,
}

/// A dimension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dimension {
    /// The name that is shown.
    pub title: String,
    /// The part, 1 for the first.
    pub part: usize,
    /// Questions with a reference answer.
    pub questions: usize,
}

/// Parts that are taken together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scope {
    /// `part 1`, `parts 1+2`, ...
    pub name: String,
    /// The capability level of these parts, `L2`; `None` for a part that is not a level.
    pub level: Option<String>,
    /// The first and the last part.
    parts: (usize, usize),
}

/// One model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeedRow {
    pub model: String,
    /// One for each of [`SeedBench::dimensions`]; nothing is counted if the model answered nothing.
    pub dimensions: Vec<Share>,
    /// One for each of [`SeedBench::scopes`].
    pub scopes: Vec<ScopeScore>,
    /// Questions that neither a wrong nor a full set of right passes decided.
    pub undecided: usize,
}

/// The scores of a model over several dimensions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScopeScore {
    /// Each dimension counts the same.
    pub mean_over_dimensions: Statistic,
    /// Each question counts the same.
    pub mean_over_questions: Statistic,
    /// The rank among the models by the mean over dimensions, 1 for the best.
    pub rank: Option<usize>,
}

/// The leaderboard of these models.
pub fn seed_bench(
    comparison: &Comparison<'_>,
    taxonomy: &Taxonomy,
    strategy: Strategy,
) -> SeedBench {
    let parts = taxonomy.l1.iter().zip(1_usize..);
    let known: Vec<_> = parts
        .flat_map(|(l1, part)| l1.l2.iter().flat_map(|l2| &l2.l3).map(move |l3| (part, l3)))
        .collect();
    let (found, of_question) = leaves(comparison.questions, taxonomy);
    let dimension = |(at, questions): (usize, usize)| {
        let (part, leaf) = known[at];
        Dimension { title: leaf.title.clone(), part, questions }
    };
    let dimensions: Vec<Dimension> = found.into_iter().map(dimension).collect();
    let scopes = scopes(&dimensions);
    let rows = comparison.judged(strategy).map(|(model, judgements)| {
        let asked = of_question.iter().enumerate();
        let asked = asked.filter(|(question, _)| !model.question(*question).is_empty());
        let asked: BTreeSet<usize> = asked.filter_map(|(_, dimension)| *dimension).collect();
        let mut shares = shares_by_column(&judgements, &of_question, dimensions.len());
        (0..shares.len())
            .filter(|dimension| !asked.contains(dimension))
            .for_each(|dimension| shares[dimension] = Share::default());
        let score = |scope: &Scope| scope_score(scope, &dimensions, &shares);
        SeedRow {
            model: model.model.clone(),
            scopes: scopes.iter().map(score).collect(),
            dimensions: shares,
            undecided: count_undecided(&judgements),
        }
    });
    let mut rows: Vec<SeedRow> = rows.collect();
    rank(&mut rows, scopes.len());
    let best = |row: &SeedRow| {
        let means = row.scopes.iter().rev().map(|scope| scope.mean_over_dimensions.value());
        means.map(|mean| mean.unwrap_or(-1.0)).collect::<Vec<f64>>()
    };
    rows.sort_by(|one, other| {
        best(other).partial_cmp(&best(one)).unwrap_or(std::cmp::Ordering::Equal)
    });
    let other_questions = of_question.iter().filter(|dimension| dimension.is_none()).count();
    SeedBench { strategy, dimensions, scopes, other_questions, rows }
}

/// Each part by itself, and the first ones together.
fn scopes(dimensions: &[Dimension]) -> Vec<Scope> {
    let last = dimensions.iter().map(|dimension| dimension.part).max().unwrap_or(0);
    let mut scopes = Vec::new();
    for part in 1..=last {
        let level = |level: usize| Some(format!("L{level}"));
        let name = format!("part {part}");
        scopes.push(Scope { name, level: level(1).filter(|_| part == 1), parts: (part, part) });
        if part > 1 {
            let numbers: Vec<String> = (1..=part).map(|part| part.to_string()).collect();
            let name = format!("parts {}", numbers.join("+"));
            scopes.push(Scope { name, level: level(part), parts: (1, part) });
        }
    }
    scopes
}

fn scope_score(scope: &Scope, dimensions: &[Dimension], shares: &[Share]) -> ScopeScore {
    let (first, last) = scope.parts;
    let inside = dimensions.iter().zip(shares);
    let inside: Vec<(&Dimension, Share)> = inside
        .filter(|(dimension, _)| (first..=last).contains(&dimension.part))
        .map(|(dimension, share)| (dimension, *share))
        .collect();
    let sum: Share = inside.iter().map(|(_, share)| *share).sum();
    let missing: Vec<&str> = inside
        .iter()
        .filter(|(_, share)| share.counted == 0)
        .map(|(dimension, _)| dimension.title.as_str())
        .collect();
    let undefined = |because: String| Statistic::undefined(because, sum.counted);
    let undefined = match missing.as_slice() {
        [] => None,
        [only] => Some(undefined(format!("nothing is counted in {only}"))),
        [first, others @ ..] => {
            let more = others.len();
            Some(undefined(format!("nothing is counted in {first} and {more} more")))
        }
    };
    let shares: Vec<Share> = inside.into_iter().map(|(_, share)| share).collect();
    ScopeScore {
        mean_over_dimensions: undefined.clone().unwrap_or_else(|| mean_of_shares(&shares)),
        mean_over_questions: undefined.unwrap_or_else(|| sum.statistic()),
        rank: None,
    }
}

fn rank(rows: &mut [SeedRow], scopes: usize) {
    for scope in 0..scopes {
        let means: Vec<Option<f64>> =
            rows.iter().map(|row| row.scopes[scope].mean_over_dimensions.value()).collect();
        for (row, rank) in rows.iter_mut().zip(ranks(&means)) {
            row.scopes[scope].rank = rank;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{model, question};
    use super::*;
    use crate::score::{AskedQuestion, Missing};
    use crate::statistics::wilson95;

    fn board(questions: &[AskedQuestion], answers: &[(&str, &str)]) -> SeedBench {
        let models: Vec<_> = answers.iter().map(|(name, letters)| model(name, letters)).collect();
        let comparison = Comparison { questions, models: &models, missing: Missing::Wrong };
        let taxonomy = Taxonomy::from_name(SEED_BENCH_2).unwrap();
        seed_bench(&comparison, taxonomy, Strategy::FirstPass)
    }

    fn questions_of(dimensions: &[&str]) -> Vec<AskedQuestion> {
        let each = dimensions.iter().enumerate();
        each.map(|(number, name)| question(number, "", name, 1)).collect()
    }

    #[test]
    fn both_means_are_named_and_differ_where_dimensions_have_different_numbers_of_questions() {
        let questions = questions_of(&[
            "Scene Understanding",
            "Scene Understanding",
            "Scene Understanding",
            "Visual Mathematics",
            "In-Context Captioning",
        ]);
        let board = board(&questions, &[("m", "r r r b b")]);
        let value = |scope: &str| {
            let at = board.scopes.iter().position(|known| known.name == scope).unwrap();
            let score = &board.rows[0].scopes[at];
            (score.mean_over_dimensions.value(), score.mean_over_questions.value())
        };
        assert_eq!(value("part 1"), (Some(0.5), Some(0.75)), "3/3 and 0/1");
        assert_eq!(value("part 2"), (Some(0.0), Some(0.0)));
        assert_eq!(value("parts 1+2"), (Some(1.0 / 3.0), Some(0.6)));
        let levels: Vec<_> = board.scopes.iter().map(|scope| scope.level.as_deref()).collect();
        assert_eq!(levels, [Some("L1"), None, Some("L2")], "there is no question of part 3");
    }

    #[test]
    fn the_interval_of_a_mean_is_made_of_those_of_its_shares() {
        let share = |correct, counted| Share { counted, correct };
        let mean = mean_of_shares(&[share(3, 3), share(0, 1)]);
        let Statistic::Defined { se: Some(se), ci95: Some((low, high)), .. } = mean else {
            panic!("{mean:?}")
        };
        // Wilson: 3 of 3 is above 0.438503, 0 of 1 below 0.793451.
        assert!((low - (0.5 - (1.0 - 0.438_503) / 2.0)).abs() < 1e-6, "{low}");
        assert!((high - (0.5 + 0.793_451 / 2.0)).abs() < 1e-6, "{high}");
        assert!(se.abs() < 1e-12, "the estimated error of shares of 1 and 0");
        let alone = mean_of_shares(&[share(1, 4)]);
        let Statistic::Defined { ci95: Some((low, _)), .. } = alone else { panic!("{alone:?}") };
        assert!((low - wilson95(1, 4).unwrap().0).abs() < 1e-12);
    }

    #[test]
    fn a_model_that_answered_nothing_of_a_dimension_has_no_mean_over_its_parts() {
        let questions = questions_of(&["Scene Understanding", "In-Context Captioning"]);
        let board = board(&questions, &[("text-only", "b -"), ("all", "r r")]);
        let [all, text] = &board.rows[..] else { panic!("{board:?}") };
        assert_eq!((&*all.model, &*text.model), ("all", "text-only"), "the best first");
        assert_eq!(text.scopes[0].mean_over_dimensions.value(), Some(0.0));
        let Statistic::Undefined { because, .. } = &text.scopes[2].mean_over_dimensions else {
            panic!("{text:?}")
        };
        assert!(because.contains("In-Context Captioning"), "{because}");
        assert_eq!(text.scopes[2].rank, None);
        assert_eq!(
            (all.scopes[2].rank, all.scopes[0].rank, text.scopes[0].rank),
            (Some(1), Some(1), Some(2))
        );
    }

    #[test]
    fn questions_of_no_dimension_are_counted_apart() {
        let board = board(&questions_of(&["Scene Understanding", "Weather"]), &[("m", "r b")]);
        assert_eq!((board.other_questions, board.dimensions.len()), (1, 1));
        assert_eq!(board.rows[0].scopes[0].mean_over_questions.value(), Some(1.0));
    }

    #[test]
    fn equal_means_share_the_best_rank() {
        let values = [Some(0.5), Some(0.7), None, Some(0.7), Some(0.1)];
        assert_eq!(ranks(&values), [Some(3), Some(1), None, Some(1), Some(4)]);
        let sums = [(0.1 + 0.2) + 0.3, (0.3 + 0.2) + 0.1];
        assert!(sums[0] > sums[1]);
        assert_eq!(ranks(&sums.map(Some)), [Some(1), Some(1)]);
    }

    /// Rows of the paper's appendix in per cent: part 1, part 2, part 3, and what its Table 2 prints for
    /// part 1, part 2, parts 1+2, part 3 and all.
    type Printed<'a> = (&'a str, [f64; 22], [f64; 2], [f64; 3], [f64; 5]);
    const PRINTED: [Printed<'static>; 2] = [
        (
            "Emu",
            [
                59.0, 50.0, 43.7, 37.1, 44.3, 33.6, 49.5, 58.3, 61.4, 68.8, 61.6, 19.0, 45.7, 41.5,
                24.2, 26.4, 29.3, 37.1, 41.9, 42.7, 37.9, 21.8,
            ],
            [51.7, 30.6],
            [46.8, 43.2, 34.2],
            [42.5, 41.1, 42.4, 41.4, 42.3],
        ),
        (
            "SEED-LLaMA",
            [
                64.0, 55.0, 51.3, 45.4, 43.3, 37.9, 56.7, 59.2, 57.0, 55.5, 52.8, 18.8, 49.3, 44.8,
                28.8, 24.4, 29.5, 41.5, 46.7, 39.4, 43.9, 20.3,
            ],
            [54.2, 32.7],
            [50.2, 40.7, 65.8],
            [43.9, 43.4, 43.8, 52.3, 44.8],
        ),
    ];

    #[test]
    fn the_papers_averages_come_out_of_its_dimensions() {
        // A thousand questions each, so that a tenth of a per cent is one question.
        let taxonomy = Taxonomy::from_name(SEED_BENCH_2).unwrap();
        let names: Vec<&str> = taxonomy.leaves().map(|(.., leaf)| leaf.name.as_str()).collect();
        let all: Vec<&str> =
            names.iter().flat_map(|name| std::iter::repeat_n(*name, 1000)).collect();
        let questions = questions_of(&all);
        let answers = PRINTED.map(|(name, one, two, three, _)| {
            let shares = one.into_iter().chain(two).chain(three);
            let words = shares.flat_map(|share| {
                let right = (share * 10.0_f64).round() as usize;
                std::iter::repeat_n("r", right).chain(std::iter::repeat_n("b", 1000 - right))
            });
            (name, words.collect::<Vec<_>>().join(" "))
        });
        let answers: Vec<(&str, &str)> =
            answers.iter().map(|(name, letters)| (*name, letters.as_str())).collect();
        let board = board(&questions, &answers);
        let names: Vec<&str> = board.scopes.iter().map(|scope| scope.name.as_str()).collect();
        assert_eq!(names, ["part 1", "part 2", "parts 1+2", "part 3", "parts 1+2+3"]);
        for (name, .., printed) in PRINTED {
            let row = board.rows.iter().find(|row| row.model == name).unwrap();
            for (scope, printed) in row.scopes.iter().zip(printed) {
                let value = 100.0 * scope.mean_over_dimensions.value().unwrap();
                // The dimensions are rounded to a tenth themselves.
                assert!((value - printed).abs() < 0.1, "{name}: {value} against {printed}");
            }
        }
    }
}
