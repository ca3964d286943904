//! Tables 5 to 10 of MLLM-Bench (papers/001), typed in and recomputed.

use super::*;

/// Wins/ties/losses on Perception, Understanding, Applying, Analyzing, Evaluation and Creation, and the
/// printed sum of wins.
type Row = (&'static str, &'static str, usize);

const OVER_GPT_4V: [Row; 12] = [
    ("LLaVA-v1.5", "5/15/50 10/39/51 14/18/38 6/41/53 10/12/18 6/19/15", 51),
    ("LVIS", "5/18/47 11/33/56 10/16/44 9/31/60 8/15/17 5/20/15", 48),
    ("mPLUG-Owl2", "3/12/55 12/31/57 12/9/49 5/34/61 8/9/23 5/18/17", 48),
    ("CogVLM-Chat", "6/15/49 11/31/58 6/21/43 6/28/66 7/16/17 6/12/22", 42),
    ("Qwen-VL-Chat", "7/15/48 13/33/54 7/27/36 4/43/53 8/16/16 2/22/16", 41),
    ("MiniGPT-v2", "3/14/53 9/29/62 3/22/45 5/28/67 7/17/16 4/18/18", 31),
    ("InstructBLIP", "2/12/56 10/19/71 7/9/54 3/24/73 5/9/26 1/15/24", 28),
    ("Fuyu-8B", "3/7/60 9/13/78 3/5/62 1/15/84 6/9/25 1/9/30", 23),
    ("IDEFICS-9B", "2/13/55 9/16/75 4/16/50 3/23/74 3/17/20 2/16/22", 23),
    ("SEED-LLaMA", "4/9/57 2/21/77 5/18/47 7/22/71 2/17/21 3/10/27", 23),
    ("kosmos2", "3/7/60 8/14/78 4/10/56 4/17/79 3/12/25 0/8/32", 22),
    ("BLIP2", "0/4/66 2/8/90 2/6/62 2/5/93 2/6/32 1/7/32", 9),
];

const OVER_LLAVA: [Row; 11] = [
    ("Qwen-VL-Chat", "26/28/16 23/60/17 27/28/15 27/57/16 7/25/8 6/30/4", 116),
    ("CogVLM-Chat", "19/31/20 19/58/23 14/33/23 16/53/31 6/30/4 4/28/8", 78),
    ("LVIS", "20/29/21 13/69/18 17/37/16 15/72/13 4/31/5 6/25/9", 75),
    ("mPLUG-Owl2", "12/36/22 18/60/22 8/38/24 12/63/25 5/28/7 8/28/4", 63),
    ("InstructBLIP", "11/22/37 10/43/47 12/21/37 6/53/41 3/26/11 3/15/22", 45),
    ("IDEFICS-9B", "5/32/33 6/58/36 12/29/29 10/48/42 4/23/13 1/25/14", 38),
    ("kosmos2", "3/15/52 11/34/55 6/19/45 10/32/58 3/18/19 2/12/26", 35),
    ("SEED-LLaMA", "9/18/43 6/44/50 9/27/34 6/43/51 4/19/17 1/22/17", 35),
    ("Fuyu-8B", "5/17/48 7/49/44 9/15/46 4/39/57 2/17/21 3/12/25", 30),
    ("MiniGPT-v2", "8/23/39 5/42/53 7/24/39 3/53/44 2/23/15 2/25/13", 27),
    ("BLIP2", "1/6/63 5/12/83 4/8/58 4/14/82 1/5/34 0/5/35", 15),
];

const LEVELS: [&str; 6] =
    ["Perception", "Understanding", "Applying", "Analyzing", "Evaluation", "Creation"];

/// The six cells of a row as numbers.
fn cells(row: &Row) -> Vec<[usize; 3]> {
    let cell = |cell: &str| {
        let counts: Vec<usize> = cell.split('/').map(|count| count.parse().unwrap()).collect();
        [counts[0], counts[1], counts[2]]
    };
    row.1.split(' ').map(cell).collect()
}

/// Both orders of every question such that the lenient rule gives the table.
fn votes_of(rows: &[Row], anchor: &str) -> Votes {
    let mut votes = Votes::default();
    votes.models.code(anchor);
    for row in rows {
        for (level, counts) in LEVELS.iter().zip(cells(row)) {
            let outcomes = [("model", counts[0]), ("tie", counts[1]), ("anchor", counts[2])];
            let each =
                outcomes.into_iter().flat_map(|(name, count)| std::iter::repeat_n(name, count));
            for (number, outcome) in each.enumerate() {
                let question = format!("{level} {number}");
                let named = Named {
                    question: &question,
                    first: anchor,
                    second: row.0,
                    judge: "gpt-4v",
                    ..Named::default()
                };
                let turned = Named { first: row.0, second: anchor, ..named };
                let (one, two) = match outcome {
                    "model" => (Reading::SECOND, Reading::TIE),
                    "anchor" => (Reading::FIRST, Reading::SECOND),
                    _ => (Reading::FIRST, Reading::FIRST),
                };
                votes.add(named, one);
                votes.add(turned, two);
            }
        }
    }
    votes
}

#[test]
fn tables_5_and_6_are_wins_ties_and_losses_by_level() {
    for (rows, anchor) in [(&OVER_GPT_4V[..], "GPT-4V"), (&OVER_LLAVA[..], "LLaVA-v1.5")] {
        let votes = votes_of(rows, anchor);
        let level_of =
            |question: u32| votes.questions.name(question).split(' ').next().map(str::to_owned);
        let outcomes = outcomes(&votes.judgments, Rule::Lenient);
        let pairs = tally(&outcomes, &votes.models, Some(&level_of));
        assert_eq!(pairs.len(), rows.len() * 7);
        for row in rows {
            let of = |level: &str| {
                let same =
                    |pair: &&PairTally| pair.b == row.0 && pair.level.as_deref() == Some(level);
                pairs.iter().find(same).unwrap()
            };
            for (level, counts) in LEVELS.iter().zip(cells(row)) {
                let pair = of(level);
                assert_eq!([pair.b_wins, pair.ties, pair.a_wins], counts, "{} {level}", row.0);
            }
            let overall = of("overall");
            assert_eq!(overall.n, 420, "{}: 42 capabilities of ten questions", row.0);
            // The paper prints 48 wins of mPLUG-Owl2 over GPT-4V; its own levels sum to 45.
            let printed = if (row.0, anchor) == ("mPLUG-Owl2", "GPT-4V") { 45 } else { row.2 };
            assert_eq!(overall.b_wins, printed, "{}", row.0);
        }
    }
}

#[test]
fn correlations_of_table_9_come_from_the_printed_tables() {
    // Averages of Tables 7 and 8, in the order of OVER_LLAVA.
    let score_4v = [0.70, 0.66, 0.69, 0.67, 0.47, 0.53, 0.42, 0.43, 0.43, 0.52, 0.24];
    let score_llava = [1.0, 0.92, 0.96, 0.91, 0.62, 0.69, 0.55, 0.58, 0.58, 0.70, 0.31];
    let vote_4v = |name: &str| OVER_GPT_4V.iter().find(|row| row.0 == name).unwrap().2;
    let row = |(at, row): (usize, &Row)| {
        let votes = [vote_4v(row.0) as f64, row.2 as f64].map(Some);
        (row.0.to_owned(), [votes[0], votes[1], Some(score_4v[at]), Some(score_llava[at])].to_vec())
    };
    let table = RankTable {
        columns: ["Vote-4V", "Vote-LLaVA", "Score-4V", "Score-LLaVA"].map(str::to_owned).to_vec(),
        rows: OVER_LLAVA.iter().enumerate().map(row).collect(),
    };
    let found = correlations(&table);
    let spearman = |a: &str, b: &str| {
        found.iter().find(|pair| pair.a == a && pair.b == b).unwrap().spearman.value().unwrap()
    };
    // Printed 0.74 and 0.98. The other cells were computed from figures that are not printed.
    assert!((spearman("Vote-4V", "Vote-LLaVA") - 0.74).abs() < 0.005);
    assert!((spearman("Score-4V", "Score-LLaVA") - 0.98).abs() < 0.005);
    assert!((spearman("Vote-LLaVA", "Score-LLaVA") - 0.8242).abs() < 5e-5, "scipy, printed 0.79");
    assert!((spearman("Vote-4V", "Score-4V") - 0.9).abs() < 0.05, "printed 0.85");
    assert_eq!(found.len(), 6);
}

#[test]
fn averages_of_tables_7_and_8_weigh_levels_by_their_questions() {
    // Qwen-VL-Chat and BLIP-2 in Table 8. Every question's anchor scores 10: a ratio of sums.
    for (ratios, printed) in [
        ([1.05, 1.04, 1.02, 0.95, 0.96, 0.96], 1.0),
        ([0.92, 0.95, 0.89, 0.87, 0.84, 1.01], 0.91),
        ([0.72, 0.70, 0.69, 0.67, 0.65, 0.73], 0.69),
    ] {
        let mut votes = Votes::default();
        for ((level, questions), ratio) in LEVELS.iter().zip([70, 100, 70, 100, 40, 40]).zip(ratios)
        {
            for number in 0..questions {
                let question = format!("{level} {number}");
                let named = Named {
                    question: &question,
                    first: "LLaVA",
                    second: "model",
                    judge: "gpt-4v",
                    ..Named::default()
                };
                votes.add(named, Reading::Scores { first: 10.0, second: 10.0 * ratio });
            }
        }
        let level_of =
            |question: u32| votes.questions.name(question).split(' ').next().map(str::to_owned);
        let found = score_ratios(&votes.judgments, 0, &votes.models, Some(&level_of));
        let overall = found.iter().find(|row| row.level.as_deref() == Some("overall")).unwrap();
        close(&overall.ratio_of_sums, printed, 0.005, "ratio of sums");
        close(&overall.mean_of_ratios, printed, 0.005, "mean of ratios");
        let perception =
            found.iter().find(|row| row.level.as_deref() == Some("Perception")).unwrap();
        close(&perception.ratio_of_sums, ratios[0], 1e-9, "Perception");
    }
}

#[test]
fn table_10_gives_the_classes_of_positional_bias() {
    let pairs = [
        // The vote in one order and in the other, by place, and the count.
        ("1", "2", 1_610),
        ("=", "=", 2_494),
        ("1", "1", 117),
        ("1", "=", 1_525),
        ("2", "2", 67),
        ("2", "=", 487),
    ];
    let mut votes = Votes::default();
    for (kind, (one, two, count)) in pairs.into_iter().enumerate() {
        let reading = |vote| match vote {
            "1" => Reading::FIRST,
            "2" => Reading::SECOND,
            _ => Reading::TIE,
        };
        for number in 0..count {
            let question = format!("{kind} {number}");
            let named = Named {
                question: &question,
                first: "a",
                second: "b",
                judge: "gpt-4v",
                ..Named::default()
            };
            votes.add(named, reading(one));
            votes.add(Named { first: "b", second: "a", ..named }, reading(two));
        }
    }
    let classes = position_bias(&votes.judgments).classes;
    assert_eq!(classes, PositionClasses { none: 4_104, first: 1_642, second: 554, unpaired: 0 });
    // Printed: 65.1 %, 26.1 %, 8.8 %. The text below the table has other numbers.
    for (count, printed) in [(classes.none, 65.1), (classes.first, 26.1), (classes.second, 8.8)] {
        assert!((count as f64 / 63.0 - printed).abs() < 0.05, "{count}");
    }
}
