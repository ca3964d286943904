//! Votes against results of FastChat, evalica and scikit-learn, on real files and on made-up votes.

use std::path::PathBuf;

use assay_core::statistics::{Plan, Statistic};
use assay_core::votes::parse::{Said, Template};
use assay_core::votes::{
    AnswerScore, Judgment, Leaderboard, Method, People, PositionClasses, Reading, Rule, Undecided,
    Votes, agreement, flips, leaderboard, mean_scores, outcomes, position_bias, tally,
};
use serde_json::Value;

const PLAN: Plan = Plan { resamples: 120, seed: 1 };

/// A file of the shared data of judges; `None`, with a message, where it is absent.
fn shared(path: &str) -> Option<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/judges");
    let text = std::fs::read_to_string(root.join(path)).ok();
    if text.is_none() {
        eprintln!("skipped: {path} is not here");
    }
    text
}

fn expected(path: &str) -> Option<Value> {
    shared(path).map(|text| serde_json::from_str(&text).unwrap())
}

/// Adds a judgment on a question and turn, of two models in the order shown.
fn add(
    votes: &mut Votes,
    (question, turn): (&str, u16),
    models: [&str; 2],
    judge: &str,
    reading: Reading,
) {
    let [first, second] = models.map(|model| votes.models.code(model));
    votes.judgments.push(Judgment {
        question: votes.questions.code(question),
        turn,
        repeat: 0,
        first,
        second,
        has_order: true,
        judge: votes.judges.code(judge),
        snapshot: 0,
        reading,
    });
}

/// Votes from a long CSV without quotes: `[question,] left, right, [judge,] winner`.
fn long_csv(text: &str) -> Votes {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut votes = Votes::default();
    for (number, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |name: &str| head.iter().position(|column| *column == name).map(|at| cells[at]);
        let number = number.to_string();
        let (first, second) = (cell("left").unwrap(), cell("right").unwrap());
        let reading = match cell("winner").unwrap() {
            "left" => Reading::FIRST,
            "right" => Reading::SECOND,
            "tie" => Reading::TIE,
            "" => Reading::Undecided(Undecided::Null),
            other => panic!("{other}"),
        };
        let question = cell("question").unwrap_or(&number);
        let judge = cell("judge").unwrap_or("worker");
        add(&mut votes, (question, 0), [first, second], judge, reading);
    }
    votes
}

fn close(found: &Statistic, expected: f64, tolerance: f64, what: &str) {
    let value = found.value().unwrap_or_else(|| panic!("{what}: {found:?}"));
    assert!((value - expected).abs() <= tolerance, "{what}: {value}, expected {expected}");
}

fn se(found: &Statistic) -> f64 {
    match found {
        Statistic::Defined { se: Some(se), .. } => *se,
        other => panic!("{other:?}"),
    }
}

#[test]
fn fastchats_pairs_give_its_own_table_and_positions() {
    let (Some(text), Some(expected)) =
        (shared("fastchat/pair_phi3.jsonl"), expected("fastchat/expected.json"))
    else {
        return;
    };
    let mut votes = Votes::default();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row[name].as_str().unwrap();
        let question = row["question_id"].to_string();
        let turn = row["turn"].as_u64().unwrap() as u16;
        let (one, two) = (field("model_1"), field("model_2"));
        for (first, second, winner) in [(one, two, "g1_winner"), (two, one, "g2_winner")] {
            let reading = match field(winner) {
                "error" => Reading::Undecided(Undecided::Error),
                "model_1" => Reading::from_winner(one, first, second).unwrap(),
                "model_2" => Reading::from_winner(two, first, second).unwrap(),
                tie => Reading::from_winner(tie, first, second).unwrap(),
            };
            // One judge with a prompt for each kind of question.
            add(&mut votes, (&question, turn), [first, second], "gpt-4", reading);
        }
    }
    let expected = &expected["pair_phi3.jsonl"];
    let tally_by = |rule| tally(&outcomes(&votes.judgments, rule), &votes.models, None).remove(0);
    let count = |value: &Value| value.as_u64().unwrap() as usize;

    let pair = tally_by(Rule::Conservative);
    let model = &expected["models"]["phi-3"];
    assert_eq!((pair.a.as_str(), pair.b.as_str()), ("phi-3", "phi-3-dpo"));
    assert_eq!(
        (pair.a_wins, pair.b_wins, pair.ties),
        (count(&model["win"]), count(&model["loss"]), count(&model["tie"]))
    );
    assert_eq!(pair.undecided[&Undecided::Error], count(&expected["errors"]));
    assert_eq!(pair.n, count(&expected["rows"]), "rows with errors are counted, not dropped");
    close(&pair.a_win_rate, model["win_rate_adjusted"].as_f64().unwrap(), 1e-12, "adjusted");
    assert_eq!(pair.a_win_rate.n(), 73);
    let board = leaderboard(
        &outcomes(&votes.judgments, Rule::Conservative),
        &votes.models,
        &votes.styles,
        Method::BradleyTerry,
        &[],
        PLAN,
    );
    for standing in &board.models {
        let rate = expected["models"][&standing.model]["win_rate"].as_f64().unwrap();
        close(&standing.record.win_rates.wins, rate, 1e-12, &standing.model);
    }

    let single = tally_by(Rule::Single);
    let votes_of = |name: &str| count(&expected["single_votes"][name]);
    assert_eq!((single.a_wins, single.b_wins), (votes_of("phi-3"), votes_of("phi-3-dpo")));
    assert_eq!(
        (single.ties, single.undecided[&Undecided::Error]),
        (votes_of("tie"), votes_of("error"))
    );

    let position = position_bias(&votes.judgments);
    let wanted = &expected["position"];
    assert_eq!(
        (position.first, position.second),
        (count(&wanted["first"]), count(&wanted["second"]))
    );
    close(&position.p, wanted["p_exact"].as_f64().unwrap(), 1e-15, "p");
    let classes = &wanted["classes_without_errors"];
    let of = |name: &str| count(&classes[name]);
    let unpaired = count(&expected["errors"]);
    assert_eq!(
        position.classes,
        PositionClasses { none: of("none"), first: of("first"), second: of("second"), unpaired }
    );
    // Every pair of orders is a flip but the 46 without bias.
    let flips = flips(&votes.judgments);
    close(&flips.orders, 27.0 / 73.0, 1e-12, "flips of orders");
    close(&flips.reversals, 18.0 / 73.0, 1e-12, "reversals");
    assert_eq!(flips.repeats.n(), 0);
}

#[test]
fn fastchats_single_scores_have_their_means_by_turn() {
    let (Some(text), Some(expected)) =
        (shared("fastchat/single_phi3.jsonl"), expected("fastchat/expected.json"))
    else {
        return;
    };
    let mut votes = Votes::default();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let score = row["score"].as_f64().unwrap();
        let judgment = row["judgment"].as_str().unwrap();
        let read = Template::FastChatSingle.read(judgment);
        assert_eq!(read, Said::Single(Ok(score)), "{judgment}");
        votes.scores.push(AnswerScore {
            question: votes.questions.code(&row["question_id"].to_string()),
            turn: row["turn"].as_u64().unwrap() as u16,
            repeat: 0,
            model: votes.models.code(row["model"].as_str().unwrap()),
            judge: votes.judges.code("gpt-4"),
            snapshot: 0,
            score: if score < 0.0 { Err(Undecided::Failed) } else { Ok(score) },
        });
    }
    let found = &mean_scores(&votes.scores, &votes.models, &votes.exact)[0];
    let expected = &expected["single_phi3.jsonl"]["models"]["phi-3-dpo"];
    assert_eq!((found.n as u64, found.failed), (expected["n"].as_u64().unwrap(), 0));
    for (statistic, name) in
        [(&found.mean, "mean"), (&found.turns[0].mean, "turn_1"), (&found.turns[1].mean, "turn_2")]
    {
        close(statistic, expected[name].as_f64().unwrap(), 1e-12, name);
    }
    assert_eq!(found.turns[1].turn, 2);
}

#[test]
fn evalicas_strengths_and_ties_are_reproduced() {
    let (Some(text), Some(expected)) =
        (shared("evalica/food.csv"), expected("evalica/expected.json"))
    else {
        return;
    };
    let votes = long_csv(&text);
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    let board = |method| leaderboard(&outcomes, &votes.models, &votes.styles, method, &[], PLAN);
    let plain = board(Method::BradleyTerry);
    let davidson = board(Method::Davidson);
    for (board, name) in [(&plain, "bradley_terry_log_mean_0"), (&davidson, "davidson_log_mean_0")]
    {
        for standing in &board.models {
            let wanted = expected[name][&standing.model].as_f64().unwrap();
            close(&standing.strength, wanted, 1e-9, &standing.model);
        }
    }
    for standing in &plain.models {
        let wanted = expected["evalica_average_win_rate"][&standing.model].as_f64().unwrap();
        close(&standing.record.win_rates.over_opponents, wanted, 1e-12, &standing.model);
    }
    close(davidson.nu.as_ref().unwrap(), expected["davidson_nu"].as_f64().unwrap(), 1e-9, "nu");
    assert_eq!(plain.models[0].model, "Tacos");
    assert!(plain.nu.is_none());
}

#[test]
fn people_and_a_judge_have_the_expected_agreement_position_and_ranking() {
    let (Some(text), Some(expected)) =
        (shared("people_and_judge/votes_long.csv"), expected("people_and_judge/expected.json"))
    else {
        return;
    };
    let votes = long_csv(&text);
    let judge = votes.judges.find("judge").unwrap();
    let people: Vec<u32> =
        (1..=3).map(|n| votes.judges.find(&format!("annotator{n}")).unwrap()).collect();
    let all = People { all: &people, settling: &[] };
    let found = agreement(&votes.judgments, judge, all, Rule::Single, PLAN);
    for (equal, name) in [
        (&found.each, "judge_against_each_person"),
        (&found.majority.equal, "judge_against_the_majority"),
        (&found.among.equal, "people_against_people"),
    ] {
        for (votes, kind) in
            [(&equal.with_ties, "with_ties"), (&equal.without_ties, "without_ties")]
        {
            let wanted = &expected[name][kind];
            assert_eq!(votes.n as u64, wanted["n"].as_u64().unwrap(), "{name} {kind}");
            assert_eq!(votes.agree as u64, wanted["agree"].as_u64().unwrap(), "{name} {kind}");
            close(&votes.share, wanted["share"].as_f64().unwrap(), 1e-12, name);
        }
    }
    let majority = &expected["judge_against_the_majority"];
    close(&found.majority.kappa, majority["kappa"].as_f64().unwrap(), 1e-9, "kappa");
    close(&found.majority.gwet_ac1, majority["gwet_ac1"].as_f64().unwrap(), 1e-9, "AC1");
    assert_eq!(found.majority.no_majority as u64, expected["no_majority"].as_u64().unwrap());
    assert!(found.among.alpha_nominal.ci95().is_some());

    let judged = votes.of_judges(&[judge]);
    let position = position_bias(&judged);
    let wanted = &expected["judge_position"];
    let counts = ["first", "second", "ties"].map(|name| wanted[name].as_u64().unwrap() as usize);
    assert_eq!([position.first, position.second, position.ties], counts);
    close(&position.p, wanted["p_exact"].as_f64().unwrap(), 1e-15, "p");
    let unread = expected["unread_judgments"].as_u64().unwrap() as usize;
    assert_eq!(votes.judge_counts()[judge as usize].undecided[&Undecided::Null], unread);

    let outcomes = outcomes(&votes.of_judges(&people), Rule::Single);
    let wanted = &expected["ranking_by_people"];
    let thousand = Plan { resamples: 1_000, seed: 1 };
    let plain =
        leaderboard(&outcomes, &votes.models, &votes.styles, Method::BradleyTerry, &[], thousand);
    let davidson =
        leaderboard(&outcomes, &votes.models, &votes.styles, Method::Davidson, &[], thousand);
    close(davidson.nu.as_ref().unwrap(), wanted["davidson_nu"].as_f64().unwrap(), 1e-6, "nu");
    assert_eq!(plain.resampling.left_out, 0);
    for row in wanted["ranking"].as_array().unwrap() {
        let number = |name: &str| row[name].as_f64().unwrap();
        let name = row["model"].as_str().unwrap();
        let of =
            |board: &Leaderboard| board.models.iter().find(|s| s.model == name).unwrap().clone();
        let (plain, davidson) = (of(&plain), of(&davidson));
        assert_eq!(plain.rank, Some(row["rank"].as_u64().unwrap() as usize), "{name}");
        let record = &plain.record;
        let counts = [record.n, record.wins, record.losses, record.ties];
        let wanted_counts = ["n", "wins", "losses", "ties"].map(|name| row[name].as_u64().unwrap());
        assert_eq!(counts.map(|count| count as u64), wanted_counts, "{name}");
        close(&record.win_rates.ties_half, number("win_rate_ties_half"), 1e-12, name);
        close(&record.win_rates.over_opponents, number("evalica_average_win_rate"), 1e-12, name);
        close(&plain.strength, number("bradley_terry"), 1e-6, name);
        close(&davidson.strength, number("davidson"), 1e-6, name);
        assert!((se(&plain.strength) - number("bt_se_by_question")).abs() < 1e-6, "{name}");
        assert!(
            (se(&davidson.strength) - number("davidson_se_by_question")).abs() < 1e-6,
            "{name}"
        );
        let (low, high) = plain.strength.ci95().unwrap();
        let ends = row["bt_bootstrap_95"].as_array().unwrap();
        let tolerance = wanted["tolerance"]["bootstrap ends"].as_f64().unwrap();
        assert!((low - ends[0].as_f64().unwrap()).abs() < tolerance, "{name}: {low}");
        assert!((high - ends[1].as_f64().unwrap()).abs() < tolerance, "{name}: {high}");
    }
}
