//! Judges and people whose properties are known.

use super::*;

/// Judgments of `questions` × all pairs of models in both orders by a judge whose logit is the difference
/// of the strengths plus `for_first`; one in `one_in_tie` is a tie.
fn simulate(
    strengths: &[f64],
    questions: u64,
    for_first: f64,
    one_in_tie: u64,
    seed: u64,
) -> Votes {
    let mut random = Random(seed);
    let mut votes = Votes::default();
    let models: Vec<String> = (0..strengths.len()).map(|model| format!("m{model}")).collect();
    for question in 0..questions {
        for a in 0..strengths.len() {
            for b in a + 1..strengths.len() {
                for (first, second) in [(a, b), (b, a)] {
                    let logit: f64 = strengths[first] - strengths[second] + for_first;
                    let is_first = random.fraction() < 1.0 / (1.0 + (-logit).exp());
                    let reading = match (random.below(one_in_tie) == 0, is_first) {
                        (true, _) => Reading::TIE,
                        (false, true) => Reading::FIRST,
                        (false, false) => Reading::SECOND,
                    };
                    let (question, judge) = (&format!("q{question}"), "judge");
                    let (first, second) = (&models[first], &models[second]);
                    let named = Named { question, first, second, judge, ..Named::default() };
                    votes.add(named, reading);
                }
            }
        }
    }
    votes
}

#[test]
fn a_planted_position_bias_is_found_with_its_size() {
    // Equal models: the first place wins with σ(0.8) = 0.690.
    let votes = simulate(&[0.0, 0.0, 0.0], 1_500, 0.8, 1_000_000, 3);
    let found = position_bias(&votes.judgments);
    close(&found.first_share, 1.0 / (1.0 + (-0.8_f64).exp()), 0.012, "share of the first place");
    let (low, high) = found.first_share.ci95().unwrap();
    assert!(low < 0.690 && 0.690 < high);
    assert!(found.p.value().unwrap() < 1e-12);
    // Both orders are independent here: 0.476 first twice, 0.096 second twice.
    let pairs = 4_500.0;
    assert!((found.classes.first as f64 / pairs - 0.690 * 0.690).abs() < 0.02);
    assert!((found.classes.second as f64 / pairs - 0.310 * 0.310).abs() < 0.02);
    let fair = position_bias(&simulate(&[0.0, 0.0, 0.0], 1_500, 0.0, 1_000_000, 4).judgments);
    assert!(fair.p.value().unwrap() > 0.01);
}

#[test]
fn known_strengths_are_recovered_within_their_intervals() {
    let strengths = [0.9, 0.3, -0.2, -1.0];
    let votes = simulate(&strengths, 300, 0.0, 1_000_000, 5);
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    for method in [Method::BradleyTerry, Method::Davidson] {
        let board = leaderboard(&outcomes, &votes.models, &votes.styles, method, &[], PLAN);
        for (place, standing) in board.models.iter().enumerate() {
            assert_eq!(standing.model, format!("m{place}"));
            assert_eq!(
                (standing.rank, standing.rank95),
                (Some(place + 1), Some((place + 1, place + 1)))
            );
            close(&standing.strength, strengths[place], 0.12, &standing.model);
            let Statistic::Defined { se: Some(se), ci95: Some((low, high)), .. } =
                standing.strength
            else {
                panic!("{standing:?}")
            };
            assert!(
                ((high - low) / (2.0 * 1.96 * se) - 1.0).abs() < 0.2,
                "bootstrap and sandwich agree"
            );
        }
        assert_eq!(board.stability.same_order.value(), Some(1.0));
        assert_eq!(board.stability.kendall.value(), Some(1.0));
    }
}

/// Each question is judged ten times alike: intervals by vote would be √10 too small.
#[test]
fn intervals_do_not_shrink_when_every_vote_is_repeated() {
    let votes = simulate(&[0.4, 0.0], 120, 0.0, 1_000_000, 6);
    let repeated: Vec<Judgment> = (0..10)
        .flat_map(|repeat| votes.judgments.iter().map(move |&vote| Judgment { repeat, ..vote }))
        .collect();
    let board = |judgments: &[Judgment]| {
        let outcomes = outcomes(judgments, Rule::Single);
        let found =
            leaderboard(&outcomes, &votes.models, &votes.styles, Method::BradleyTerry, &[], PLAN);
        found.models[0].clone()
    };
    let (once, tenfold) = (board(&votes.judgments), board(&repeated));
    let ends = |standing: &Standing| standing.strength.ci95().unwrap();
    assert!((ends(&once).0 - ends(&tenfold).0).abs() < 1e-9);
    assert!((ends(&once).1 - ends(&tenfold).1).abs() < 1e-9);
    assert!((se(&once.strength) - se(&tenfold.strength)).abs() < 1e-9);
    assert!((se(&once.win_rate) - se(&tenfold.win_rate)).abs() < 1e-12);
    let pair = |judgments: &[Judgment]| {
        tally(&outcomes(judgments, Rule::Single), &votes.models, None).remove(0).a_win_rate
    };
    assert_eq!(pair(&votes.judgments).n(), pair(&repeated).n());
}

#[test]
fn a_strong_verdict_counts_once() {
    // Arena-Hard counts a `>>` as three votes; here it is one win.
    let strong = [
        ("q1", Reading::FIRST),
        ("q2", Reading::Preference(0.25)),
        ("q3", Reading::Preference(0.75)),
    ];
    let mut votes = Votes::default();
    for (question, reading) in strong {
        let named = Named { question, first: "a", second: "b", judge: "j", ..Named::default() };
        votes.add(named, reading);
    }
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    let board =
        leaderboard(&outcomes, &votes.models, &votes.styles, Method::BradleyTerry, &[], PLAN);
    close(&board.models[0].strength, 2.0_f64.ln() / 2.0, 1e-9, "two wins to one");
    let pair = &tally(&outcomes, &votes.models, None)[0];
    assert_eq!((pair.a_wins, pair.b_wins), (2, 1));
    close(&pair.a_win_rate, 2.0 / 3.0, 1e-12, "(1 + 0.25 + 0.75) / 3");
}

#[test]
fn a_model_that_always_loses_has_a_reason_in_place_of_a_strength() {
    let votes = simulate(&[40.0, 0.0], 20, 0.0, 1_000_000, 8);
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    for method in [Method::BradleyTerry, Method::Davidson] {
        let board = leaderboard(&outcomes, &votes.models, &votes.styles, method, &[], PLAN);
        let because = board.models[0].strength.because().unwrap();
        assert!(because.contains("no chain of wins"), "{because}");
        assert_eq!(board.models[0].rank, None);
        assert!(board.models.iter().all(|standing| standing.win_rate.value().is_some()));
    }
}

#[test]
fn without_ties_davidson_is_bradley_terry() {
    let votes = simulate(&[0.5, 0.0, -0.5], 60, 0.0, 1_000_000, 9);
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    let board = |method| leaderboard(&outcomes, &votes.models, &votes.styles, method, &[], PLAN);
    let (plain, davidson) = (board(Method::BradleyTerry), board(Method::Davidson));
    assert_eq!(plain.models[0].strength, davidson.models[0].strength);
    assert_eq!(davidson.nu.unwrap().value(), Some(0.0));
}

/// A judge that says `a` with 0.2 more than people do on every question.
fn judged_and_labelled(
    questions: usize,
    labelled: usize,
    random: &mut Random,
) -> [Vec<Outcome>; 2] {
    let outcome = |question: usize, judge, preference| Outcome {
        question: question as u32,
        turn: 0,
        repeat: 0,
        a: 0,
        b: 1,
        judge,
        state: State::Decided(preference),
    };
    let (mut judge, mut people) = (Vec::new(), Vec::new());
    for question in 0..questions {
        let truth = f64::from(u8::from(random.fraction() < 0.4));
        let flips = random.fraction() < if truth > 0.5 { 0.1 } else { 0.4 };
        judge.push(outcome(question, 0, if flips { 1.0 - truth } else { truth }));
        if question < labelled {
            people.push(outcome(question, 1, truth));
        }
    }
    [judge, people]
}

#[test]
fn corrected_rates_cover_the_true_one_and_the_judges_own_does_not() {
    let models = ["a", "b"].into_iter().collect();
    let plan = Plan { resamples: 60, seed: 2 };
    let mut random = Random(11);
    let (rounds, truth) = (60, 0.4);
    let mut covered = [0; 4];
    let mut widths = [0.0; 2];
    for _ in 0..rounds {
        let [judge, people] = judged_and_labelled(300, 80, &mut random);
        let correct = |method| {
            corrected_win_rates(&judge, &people, &models, method, &["0.04"], plan).remove(0)
        };
        let (ppi, rogan) = (correct(Correction::Ppi), correct(Correction::RoganGladen));
        let found = [&ppi.corrected, &rogan.corrected, &ppi.people, &ppi.judge];
        for (count, statistic) in covered.iter_mut().zip(found) {
            let (low, high) = statistic.ci95().unwrap();
            *count += usize::from(low <= truth && truth <= high);
        }
        widths[0] += se(&ppi.corrected);
        widths[1] += se(&ppi.people);
        assert!((0.0..=1.0).contains(&ppi.lambda.unwrap()));
    }
    let share = covered.map(|count| count as f64 / f64::from(rounds));
    assert!(share[..3].iter().all(|share| (0.88..=1.0).contains(share)), "{share:?}");
    assert!(share[3] < 0.1, "0.6 of the judge is not 0.4: {share:?}");
    assert!(widths[0] < 0.95 * widths[1], "the judge narrows the interval: {widths:?}");
}

#[test]
fn votes_for_a_narrower_interval_are_as_many_as_it_needs() {
    let models = ["a", "b"].into_iter().collect();
    let [judge, people] = judged_and_labelled(3_000, 200, &mut Random(12));
    let widths = ["0.5", "0.04", "0.001"];
    for method in [Correction::Ppi, Correction::RoganGladen] {
        let correct = |people: &[Outcome]| {
            corrected_win_rates(&judge, people, &models, method, &widths, PLAN).remove(0)
        };
        let found = correct(&people);
        assert_eq!(found.votes_for["0.5"], Some(0));
        assert_eq!(found.votes_for["0.001"], None, "all 3,000 are not enough");
        let more = found.votes_for["0.04"].unwrap();
        let [_, enough] = judged_and_labelled(3_000, 200 + more, &mut Random(12));
        let (low, high) = correct(&enough).corrected.ci95().unwrap();
        let half = (high - low) / 2.0;
        match method {
            Correction::Ppi => assert!((half - 0.04).abs() < 0.006, "{more}: {half}"),
            // Its error falls faster than with the root of a small sample.
            Correction::RoganGladen => assert!((0.02..0.046).contains(&half), "{more}: {half}"),
        }
    }
}

#[test]
fn a_judge_that_knows_nothing_is_ignored_or_refused() {
    let models = ["a", "b"].into_iter().collect();
    let [mut judge, people] = judged_and_labelled(300, 60, &mut Random(13));
    for outcome in &mut judge {
        outcome.state = State::Decided(1.0);
    }
    let correct =
        |method| corrected_win_rates(&judge, &people, &models, method, &[], PLAN).remove(0);
    let ppi = correct(Correction::Ppi);
    assert_eq!(ppi.lambda, Some(0.0));
    assert_eq!(ppi.corrected.value(), ppi.people.value());
    assert!(correct(Correction::RoganGladen).corrected.because().is_some());
    let none = corrected_win_rates(&judge, &[], &models, Correction::Ppi, &[], PLAN).remove(0);
    assert!(none.corrected.because().unwrap().contains("fewer than two questions"));
}

#[test]
fn length_within_pairs_is_not_the_better_models_length() {
    // The better model is longer on all but one question in ten, and length does not matter.
    let mut random = Random(14);
    let mut votes = Votes::default();
    for question in 0..3_000 {
        let name = format!("q{question}");
        let named =
            Named { question: &name, first: "good", second: "bad", judge: "j", ..Named::default() };
        let wins = random.fraction() < 0.8;
        votes.add(named, if wins { Reading::FIRST } else { Reading::SECOND });
        let good = if random.below(10) == 0 { 100 } else { 300 };
        for (model, characters) in [(0, good), (1, 200)] {
            votes.styles.insert((question, 0, model), Style { characters, ..Style::default() });
        }
    }
    let found = feature_preference(&votes.judgments, &votes.styles, Feature::Length, &[50, 200]);
    assert!(found.share.value().unwrap() > 0.7, "over all votes it seems to");
    close(&found.within_pairs, 0.5, 0.035, "within pairs it does not");
    assert_eq!(
        found.by_gap.iter().map(|gap| gap.preference.n()).collect::<Vec<_>>(),
        [0, 3_000, 0]
    );
    assert!(found.by_gap[0].preference.because().is_some());
}

#[test]
fn a_judge_that_prefers_its_own_model_is_told_from_the_others() {
    let mut votes = Votes::default();
    let mut random = Random(15);
    for question in 0..400 {
        let question = format!("q{question}");
        for (judge, rate) in [("gpt", 0.8), ("claude", 0.5), ("gemini", 0.5)] {
            let named = Named {
                question: &question,
                first: "gpt",
                second: "other",
                judge,
                ..Named::default()
            };
            let wins = random.fraction() < rate;
            votes.add(named, if wins { Reading::FIRST } else { Reading::SECOND });
        }
    }
    let alone = Named {
        question: "alone",
        first: "gpt",
        second: "other",
        judge: "gpt",
        ..Named::default()
    };
    votes.add(alone, Reading::FIRST);
    let found = self_preference(&outcomes(&votes.judgments, Rule::Single), 0, 0);
    close(&found.difference, 0.3, 0.06, "own minus others");
    assert_eq!((found.difference.n(), found.judged_alone), (400, 1));
}

#[test]
fn an_item_with_one_vote_agrees_with_no_one() {
    let mut votes = Votes::default();
    let vote = |votes: &mut Votes, question: &str, judge: &str, reading| {
        let named = Named { question, first: "a", second: "b", judge, ..Named::default() };
        votes.add(named, reading);
    };
    vote(&mut votes, "q1", "judge", Reading::FIRST);
    for question in ["q1", "q2", "q3"] {
        vote(&mut votes, question, "ann", Reading::FIRST);
    }
    vote(&mut votes, "q3", "bob", Reading::SECOND);
    let found = agreement(&votes.judgments, 0, people(&[1, 2]), Rule::Single, PLAN);
    assert_eq!((found.among.equal.with_ties.n, found.among.equal.with_ties.agree), (1, 0));
    assert_eq!((found.among.one_person, found.majority.no_majority), (2, 1));
}

#[test]
fn the_vote_of_one_who_settles_is_the_peoples_whatever_others_voted() {
    let mut votes = Votes::default();
    let mut vote = |question: &str, judge: &str, reading| {
        let named = Named { question, first: "a", second: "b", judge, ..Named::default() };
        votes.add(named, reading);
    };
    for question in ["q1", "q2", "q3"] {
        vote(question, "judge", Reading::FIRST);
        vote(question, "ann", Reading::SECOND);
        vote(question, "bob", Reading::SECOND);
    }
    vote("q1", "expert", Reading::FIRST);
    vote("q3", "expert", Reading::Undecided(Undecided::BothBad));
    let all = People { all: &[1, 2, 3], settling: &[3] };
    let found = agreement(&votes.judgments, 0, all, Rule::Single, PLAN);
    assert_eq!((found.majority.equal.with_ties.n, found.majority.equal.with_ties.agree), (3, 1));
    assert_eq!((found.majority.settled, found.each.with_ties.n), (1, 7), "each vote still counts");
    let settled = all.settled(&votes.judgments);
    let of_first = settled.iter().filter(|vote| vote.question == 0).count();
    assert_eq!((of_first, settled.len()), (1, 6), "nothing is settled by a vote without a verdict");
}

#[test]
fn people_are_resampled_whole_where_they_are_the_unit() {
    let mut votes = Votes::default();
    // Nine people, of whom six prefer the first on each of 40 questions.
    for (question, person) in (0..40).flat_map(|question| (0..9).map(move |of| (question, of))) {
        let (question, judge) = (format!("q{question}"), format!("p{person}"));
        let named = Named {
            question: &question,
            first: "a",
            second: "b",
            judge: &judge,
            ..Named::default()
        };
        votes.add(named, if person < 6 { Reading::FIRST } else { Reading::SECOND });
    }
    let board = |unit: Unit| {
        let outcomes = unit.group(outcomes(&votes.judgments, Rule::Single));
        leaderboard(&outcomes, &votes.models, &votes.styles, Method::BradleyTerry, &[], PLAN)
    };
    let [by_question, by_person] = [Unit::Question, Unit::Judge].map(board);
    close(&by_person.models[0].win_rate, 6.0 / 9.0, 1e-12, "win rate");
    assert!(se(&by_question.models[0].strength) < 1e-9, "each question says the same");
    // Of the mean of nine people, by the delta method for the logit, for one of two strengths around 0.
    let share: f64 = 6.0 / 9.0;
    let expected = (share * (1.0 - share) / 9.0).sqrt() / (share * (1.0 - share)) / 2.0;
    assert!((se(&by_person.models[0].strength) / expected - 1.0).abs() < 0.1);
}

#[test]
fn answers_are_compared_with_their_references_beside_the_scores() {
    let mut votes = Votes::default();
    votes.models.code("m");
    let score = |question, judge, score| AnswerScore {
        question,
        turn: 0,
        repeat: 0,
        model: 0,
        judge,
        snapshot: 0,
        score: Ok(score),
    };
    // Two judges scored the first answer: it is compared once. The third has no reference.
    votes.scores = vec![score(0, 0, 5.0), score(0, 1, 4.0), score(1, 0, 4.0), score(2, 0, 1.0)];
    votes.exact.extend([((0, 0, 0), true), ((1, 0, 0), false)]);
    let found = &mean_scores(&votes.scores, &votes.models, &votes.exact)[0];
    let exact = found.exact_match.as_ref().unwrap();
    assert_eq!((exact.value(), exact.n(), found.mean.value()), (Some(0.5), 2, Some(3.5)));
    let without = &mean_scores(&votes.scores[3..], &votes.models, &votes.exact)[0];
    assert!(without.exact_match.is_none());
}

#[test]
fn judgebenchs_rule_sums_both_orders() {
    let mut votes = Votes::default();
    let mut vote = |question: &str, one: Reading, two: Reading| {
        let named = Named { question, first: "A", second: "B", judge: "j", ..Named::default() };
        votes.add(named, one);
        votes.add(Named { first: "B", second: "A", ..named }, two);
    };
    let null = Reading::Undecided(Undecided::Null);
    vote("right", Reading::FIRST, Reading::SECOND);
    vote("half right", Reading::FIRST, Reading::TIE);
    vote("with a null", Reading::FIRST, null);
    vote("wrong", Reading::SECOND, Reading::FIRST);
    vote("inconsistent", Reading::FIRST, Reading::FIRST);
    vote("nothing", null, null);
    vote("unlabelled", Reading::FIRST, Reading::SECOND);
    let labels = (0..6).map(|question| (question, 0)).collect();
    let found = against_labels(&votes.judgments, &labels);
    assert_eq!((found.n, found.right, found.wrong), (6, 3, 1));
    assert_eq!((found.undecided, found.inconsistent, found.without_label), (2, 1, 1));
    close(&found.accuracy, 0.5, 1e-15, "over all pairs");
}

#[test]
fn a_circle_of_win_rates_is_named() {
    let mut votes = Votes::default();
    for (first, second) in [("a", "b"), ("b", "c"), ("c", "a"), ("a", "d"), ("b", "d"), ("c", "d")]
    {
        let named = Named { question: "q", first, second, judge: "j", ..Named::default() };
        votes.add(named, Reading::FIRST);
    }
    let found =
        transitivity(&tally(&outcomes(&votes.judgments, Rule::Single), &votes.models, None));
    assert_eq!(found.triples, 4);
    assert_eq!(found.circles, [["a", "b", "c"].map(str::to_owned)]);
    close(&found.transitive, 0.75, 1e-15, "three of four");
}

#[test]
fn repeats_that_differ_are_flips() {
    let mut votes = Votes::default();
    for (question, repeat, reading) in [
        ("q1", 0, Reading::FIRST),
        ("q1", 1, Reading::FIRST),
        ("q1", 2, Reading::TIE),
        ("q2", 0, Reading::FIRST),
        ("q2", 1, Reading::Undecided(Undecided::Failed)),
    ] {
        let named = Named { question, repeat, first: "a", second: "b", judge: "j", turn: 0 };
        votes.add(named, reading);
    }
    let found = flips(&votes.judgments).repeats;
    assert_eq!((found.value(), found.n()), (Some(2.0 / 3.0), 3));
}

#[test]
fn pooled_judges_are_named_with_their_counts() {
    let mut votes = simulate(&[0.0, 0.1], 3, 0.0, 1_000_000, 16);
    let named =
        Named { question: "q0", first: "m0", second: "m1", judge: "person", ..Named::default() };
    votes.add(named, Reading::TIE);
    let counts = votes.judge_counts();
    let found = counts.iter().map(|count| (count.judge.as_str(), count.votes));
    assert!(found.eq([("judge", 6), ("person", 1)]));
}
