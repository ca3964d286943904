//! Files of others are imported as a user imports them, and every figure that was published for them comes out.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{close, expected, imported, number};
use crate::harness::Workplace;

#[test]
fn alpaca_evals_leaderboard_comes_out_of_its_annotations() {
    let Some(expected) = expected("alpaca_eval/expected.json") else { return };
    for (name, wanted) in expected.as_object().unwrap() {
        let Some((place, import)) = imported(&[&format!("alpaca_eval/{name}.gz")], &[]) else {
            return;
        };
        assert_eq!(
            (&import["votes"], &import["questions"]),
            (&wanted["rows"], &wanted["rows"]),
            "{name}"
        );
        assert_eq!(import["unresolved"], wanted["null"], "{name}");
        assert_eq!(import["judges"], serde_json::json!([wanted["annotator"]]));
        let tally = place.json(&["votes", "tally"]);
        let pair = &tally["pairs"][0];
        assert_eq!((&pair["a"], &pair["b"]), (&wanted["generator_1"], &wanted["generator_2"]));
        let rate = &pair["b_win_rate"];
        close(100.0 * number(&rate["value"]), &wanted["win_rate"], 1e-9, name);
        close(100.0 * number(&rate["se"]), &wanted["standard_error"], 1e-9, name);
        assert_eq!(rate["n"], wanted["n_total"], "{name}");
        for (own, theirs) in [("b_wins", "n_wins"), ("a_wins", "n_wins_base"), ("ties", "n_draws")]
        {
            assert_eq!(pair[own], wanted[theirs], "{name}: {own}");
        }
        assert_eq!(
            pair["undecided"]["null"].as_u64().unwrap_or(0),
            wanted["null"].as_u64().unwrap()
        );
        let bias = place.json(&["votes", "bias"]);
        let unknown = bias["position"]["p"]["undefined"].as_str().unwrap_or_default();
        assert!(unknown.contains("does not say which answer was shown first"), "{bias}");
        let longer = &wanted["longer_preferred"];
        assert_eq!(bias["length"]["n"], longer["n"], "{name}");
        assert_eq!(bias["length"]["more"], longer["longer"], "{name}");
    }
}

#[test]
fn the_minimal_length_controlled_rate_is_the_likelihoods() {
    let Some(expected) = expected("alpaca_eval/expected_length_controlled.json") else { return };
    let files = expected.as_object().unwrap().iter().filter(|(_, wanted)| wanted["rows"].is_u64());
    for (name, wanted) in files {
        let Some((place, _)) = imported(&[&format!("alpaca_eval/{name}.gz")], &[]) else { return };
        let rank =
            place.json(&["votes", "rank", "--method", "length-controlled", "--bootstrap", "200"]);
        let models = rank["models"].as_array().unwrap();
        let baseline = ["text_davinci_003", "gpt4_1106_preview"];
        let own = models.iter().find(|model| !baseline.contains(&model["model"].as_str().unwrap()));
        let rate = &own.unwrap()["win_rate"];
        let published = &wanted["likelihood"]["length_controlled"];
        close(100.0 * number(&rate["value"]), published, 1e-4, name);
        assert!(
            own.unwrap()["bradley-terry"]["strength"]["value"].is_f64(),
            "the raw one is beside it"
        );
        assert_eq!(rank["unit"], "question");
    }
}

#[test]
fn fastchats_table_of_wins_and_its_scores_come_out() {
    let Some(expected) = expected("fastchat/expected.json") else { return };
    let Some((place, import)) = imported(&["fastchat/pair_phi3.jsonl"], &[]) else { return };
    let wanted = &expected["pair_phi3.jsonl"];
    let judges = import["judges"].as_array().unwrap().iter();
    let judges: BTreeSet<&str> = judges.map(|judge| judge.as_str().unwrap()).collect();
    let wanted_judges = wanted["judges"].as_array().unwrap().iter();
    let wanted_judges = wanted_judges.map(|judge| judge.as_str().unwrap()).collect();
    assert_eq!(judges, wanted_judges, "a prompt for each kind of question");
    assert_eq!(import["votes"], 150);
    let tally = place.json(&["votes", "tally", "--rule", "conservative"]);
    let (pair, model) = (&tally["pairs"][0], &wanted["models"]["phi-3"]);
    assert_eq!((&pair["a"], &pair["b"]), (&"phi-3".into(), &"phi-3-dpo".into()));
    assert_eq!((&pair["n"], &pair["undecided"]["error"]), (&wanted["rows"], &wanted["errors"]));
    for (own, theirs) in [("a_wins", "win"), ("b_wins", "loss"), ("ties", "tie")] {
        assert_eq!(pair[own], model[theirs], "{own}");
    }
    close(number(&pair["a_win_rate"]["value"]), &model["win_rate_adjusted"], 1e-12, "adjusted");
    assert!(tally["warnings"].to_string().contains("the votes of 2 judges are pooled"), "{tally}");
    let bias = place.json(&["votes", "bias"]);
    let position = &bias["position"];
    assert_eq!((&position["first"], &position["second"]), (&79.into(), &43.into()));
    close(number(&position["p"]["value"]), &wanted["position"]["p_exact"], 1e-15, "p");
    let classes = &position["classes"];
    assert_eq!((&classes["none"], &classes["unpaired"]), (&46.into(), &2.into()));

    let (place, _) = imported(&["fastchat/single_phi3.jsonl"], &[]).unwrap();
    let scores = place.json(&["votes", "scores"]);
    let (found, wanted) =
        (&scores["models"][0], &expected["single_phi3.jsonl"]["models"]["phi-3-dpo"]);
    assert_eq!((&found["n"], &found["failed"]), (&wanted["n"], &wanted["failed"]));
    close(number(&found["mean"]["value"]), &wanted["mean"], 1e-12, "mean");
    for (turn, at) in [("turn_1", 0), ("turn_2", 1)] {
        close(number(&found["turns"][at]["mean"]["value"]), &wanted[turn], 1e-12, turn);
    }
}

#[test]
fn judgebenchs_accuracy_comes_out_by_source_too() {
    let Some(expected) = expected("judgebench/expected.json") else { return };
    let Some((place, _)) = imported(&["judgebench/skywork-8b.jsonl.gz"], &[]) else { return };
    let wanted = &expected["skywork-8b.jsonl"];
    let found = place.json(&["votes", "agree", "--against", "label"]);
    for name in ["n", "right", "wrong", "undecided", "inconsistent"] {
        assert_eq!(found[name], wanted[name], "{name}");
    }
    close(
        100.0 * number(&found["accuracy"]["value"]),
        &wanted["accuracy_percent"],
        1e-9,
        "accuracy",
    );
    for level in found["levels"].as_array().unwrap() {
        let source = &wanted["by_source"][level["level"].as_str().unwrap()];
        assert_eq!((&level["right"], &level["n"]), (&source["right"], &source["n"]), "{level}");
    }
    let position = place.json(&["votes", "bias"])["position"].clone();
    assert_eq!(position["classes"], wanted["position"]["classes"], "labels are not votes");
}

#[test]
fn wildbenchs_rewards_come_out_at_every_length_margin() {
    let Some(expected) = expected("wildbench/expected.json") else { return };
    let file = "wildbench/pairwise_derived.json.gz";
    let Some((place, _)) = imported(&[file], &["--judge", "derived"]) else { return };
    let wanted = &expected["pairwise"]["pairwise_derived.json"];
    for (margin, wanted) in wanted["by_margin"].as_object().unwrap() {
        let pair = place.json(&["votes", "tally", "--length-margin", margin])["pairs"][0].clone();
        let sum =
            |names: [&str; 2]| names.map(|name| wanted[name].as_u64().unwrap()).iter().sum::<u64>();
        assert_eq!(pair["a_wins"], sum(["win", "win_much"]), "{margin}");
        assert_eq!(pair["b_wins"], sum(["lose", "lose_much"]), "{margin}");
        assert_eq!((&pair["ties"], &pair["n"]), (&wanted["tie"], &wanted["total"]), "{margin}");
        let reward = 2.0 * number(&pair["a_win_rate"]["value"]) - 1.0;
        close(reward, &wanted["reward"], 1e-12, margin);
    }
    let file = "wildbench/score__gemma-7b-it.json.gz";
    let (place, _) = imported(&[file], &["--judge", "gpt-4"]).unwrap();
    let found = place.json(&["votes", "scores"])["models"][0].clone();
    let wanted = &expected["scores"]["score__gemma-7b-it.json"];
    assert_eq!((&found["n"], &found["model"]), (&wanted["total"], &wanted["model_test"]));
    close(number(&found["mean"]["value"]), &wanted["score"], 1e-12, "score");
}

#[test]
fn evalicas_strengths_come_out_of_a_table_without_questions_and_judges() {
    let Some(expected) = expected("evalica/expected.json") else { return };
    let Some((place, import)) = imported(&["evalica/food.csv"], &[]) else { return };
    assert_eq!((&import["votes"], &import["questions"]), (&30.into(), &30.into()));
    for (method, name) in
        [("bradley-terry", "bradley_terry_log_mean_0"), ("davidson", "davidson_log_mean_0")]
    {
        let rank = place.json(&["votes", "rank", "--method", method, "--bootstrap", "0"]);
        for model in rank["models"].as_array().unwrap() {
            let wanted = &expected[name][model["model"].as_str().unwrap()];
            close(number(&model["strength"]["value"]), wanted, 1e-9, method);
        }
        if method == "davidson" {
            close(number(&rank["nu"]["value"]), &expected["davidson_nu"], 1e-9, "nu");
        }
    }
}

fn people_and_judge() -> Option<(Workplace, Value)> {
    let (place, _) = imported(&["people_and_judge/votes_long.csv"], &[])?;
    Some((place, expected("people_and_judge/expected.json")?))
}

#[test]
fn a_judge_and_people_agree_as_expected() {
    let Some((place, expected)) = people_and_judge() else { return };
    let by_name = ["votes", "agree", "--against", "annotator1,annotator2,annotator3"];
    for flags in [&["votes", "agree", "--against", "all"], &by_name[..]] {
        let found = place.json(flags);
        for (own, theirs) in [
            ("each", "judge_against_each_person"),
            ("majority", "judge_against_the_majority"),
            ("among", "people_against_people"),
        ] {
            for kind in ["with_ties", "without_ties"] {
                for count in ["n", "agree"] {
                    assert_eq!(
                        found[own][kind][count], expected[theirs][kind][count],
                        "{own} {kind}"
                    );
                }
            }
        }
        let wanted = &expected["judge_against_the_majority"];
        for name in ["kappa", "gwet_ac1"] {
            close(number(&found["majority"][name]["value"]), &wanted[name], 1e-9, name);
        }
        assert!(found["among"]["alpha_nominal"]["value"].is_f64());
    }
    let position = place.json(&["votes", "bias", "--judge", "judge"])["position"].clone();
    let wanted = &expected["judge_position"];
    for name in ["first", "second", "ties"] {
        assert_eq!(position[name], wanted[name], "{name}");
    }
    close(number(&position["p"]["value"]), &wanted["p_exact"], 1e-15, "p");
}

#[test]
fn the_ranking_by_people_has_the_errors_and_intervals_by_question() {
    let Some((place, expected)) = people_and_judge() else { return };
    let people = ["annotator1", "annotator2", "annotator3"].map(|name| ["--judge", name]).concat();
    let rank = place
        .json(&[&["votes", "rank", "--bootstrap", "1000", "--seed", "1"], &people[..]].concat());
    let wanted = &expected["ranking_by_people"];
    let tolerance = number(&wanted["tolerance"]["bootstrap ends"]);
    assert_eq!(rank["unit"], "question");
    for (model, row) in
        rank["models"].as_array().unwrap().iter().zip(wanted["ranking"].as_array().unwrap())
    {
        let name = row["model"].as_str().unwrap();
        assert_eq!((&model["model"], &model["rank"]), (&row["model"], &row["rank"]));
        let strength = &model["strength"];
        close(number(&strength["value"]), &row["bradley_terry"], 1e-6, name);
        close(number(&strength["se"]), &row["bt_se_by_question"], 1e-6, name);
        for end in [0, 1] {
            close(number(&strength["ci95"][end]), &row["bt_bootstrap_95"][end], tolerance, name);
        }
        close(number(&model["davidson"]["strength"]["value"]), &row["davidson"], 1e-6, name);
    }
}
