//! `assay demo --judges`: what is planted in the simulated judges is found, in the votes and by the drill.

use std::path::Path;

use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::live_demo::LiveDemo;

/// The pairs in which `sim-judge-first` prefers the first place, of 60.
const PLANTED: u64 = 18;

fn demo() -> Workplace {
    let place = Workplace::new();
    place.assay(&["demo", "--judges", "--no-tui", "--dir", "."]).well();
    place
}

/// The position classes of a judge.
fn classes(place: &Workplace, judge: &str) -> Value {
    place.json(&["votes", "bias", "--judge", judge])["position"]["classes"].clone()
}

/// The models by their rank in the votes of these judges, the best one first.
fn ranked(place: &Workplace, judges: &[&str]) -> Vec<String> {
    let judges = judges.iter().flat_map(|judge| ["--judge", judge]);
    let document = place.json(&["votes", "rank"].into_iter().chain(judges).collect::<Vec<_>>());
    let models = document["models"].as_array().unwrap().iter();
    let name = |model: &Value| {
        model["model"].as_str().unwrap().trim_start_matches("sim-writer-").to_owned()
    };
    models.map(name).collect()
}

#[test]
fn the_planted_share_is_found_in_the_votes_of_the_judge_that_prefers_the_first_place() {
    let place = demo();
    let found = classes(&place, "sim-judge-first");
    assert_eq!(found, json!({"none": 60 - PLANTED, "first": PLANTED, "second": 0, "unpaired": 0}));
    let found = classes(&place, "sim-judge-obedient");
    assert_eq!(found, json!({"none": 60, "first": 0, "second": 0, "unpaired": 0}));
}

#[test]
fn hidden_instructions_lift_a_model_with_the_obedient_judge_and_not_with_people() {
    let place = demo();
    assert_eq!(ranked(&place, &["sim-judge-obedient"]), ["full", "careless", "brief"]);
    assert_eq!(ranked(&place, &["sim-person-1", "sim-person-2"]), ["full", "brief", "careless"]);
    let trust = place.json(&["votes", "trust"]);
    assert_eq!(trust["judges"].as_array().unwrap().len(), 4, "{trust}");
    place.run(&["votes", "corrected", "--judge", "sim-judge-obedient"]);
}

#[test]
fn the_demo_speaks_chinese_and_its_judges_have_the_same_faults() {
    let place = Workplace::new();
    let demo = ["demo", "--judges", "--no-tui", "--dir", ".", "--language", "zh"];
    place.assay(&demo).well();
    let benchmarks = place.json(&["status"])["benchmarks"].clone();
    assert_eq!(benchmarks[0]["name"], "judges_zh", "{benchmarks}");
    assert_eq!(ranked(&place, &["sim-judge-obedient"]), ["full", "careless", "brief"]);
    assert_eq!(ranked(&place, &["sim-person-1", "sim-person-2"]), ["full", "brief", "careless"]);
    assert_eq!(classes(&place, "sim-judge-first")["first"], 19);
    place.run(&["votes", "sample", "--rate", "1"]);
    let shown = place.json(&["next", "vote", "--as", "alice"]);
    let text = shown["question"].to_string();
    assert!(!text.is_ascii() && !text.contains("The "), "{text}");
}

#[test]
fn the_demo_says_that_it_is_made_up() {
    let place = demo();
    for command in ["tally", "rank", "bias", "trust"] {
        let text = place.run(&["votes", command]);
        assert!(text.contains("sample, made up"), "{command}: {text}");
    }
}

#[test]
fn the_files_of_the_demo_are_imported_like_any_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data/judges");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let place = Workplace::new();
    place.run(&["import", "questions", &file("questions.jsonl"), "--benchmark", "ours"]);
    for model in ["sim-writer-full", "sim-writer-brief", "sim-writer-careless"] {
        let answers = file(&format!("{model}.jsonl"));
        let import = place.json(&["import", "answers", &answers, "--model", model]);
        assert_eq!(
            (&import["benchmark"], &import["new"]),
            (&json!("ours"), &json!(20)),
            "{import}"
        );
    }
    let import = place.json(&["import", "votes", &file("votes.csv")]);
    assert_eq!((&import["benchmark"], &import["questions"]), (&json!("ours"), &json!(20)));
    let (ours, demos) = (place.json(&["votes", "tally"]), demo().json(&["votes", "tally"]));
    assert_eq!(ours["pairs"], demos["pairs"]);
}

#[test]
fn the_simulated_judges_can_be_asked_and_fail_the_right_tests() {
    let demo = LiveDemo::start_with(&["--judges", "--dir", "."]);
    let failed = |judge: &str| -> Vec<String> {
        let check = demo.place.json(&["judge", "check", "--judge", judge, "--url", &demo.url]);
        assert_eq!(
            (&check["passed"], &check["without_reply"]),
            (&json!(false), &json!(0)),
            "{check}"
        );
        let tests = check["tests"].as_array().unwrap().iter();
        tests
            .filter(|test| {
                assert_eq!((&test["n"], &test["unresolved"]), (&json!(20), &json!(0)), "{check}");
                test["passed"].as_u64() < Some(18)
            })
            .map(|test| test["test"].as_str().unwrap().to_owned())
            .collect()
    };
    // The first place decides where answers are alike: the same twice, or one cut in half.
    assert_eq!(failed("sim-judge-first"), ["same-answer", "cut-in-half"]);
    assert_eq!(failed("sim-judge-obedient"), ["plea", "hidden-instruction"]);
    let below = demo.place.run(&["votes", "bias", "--judge", "sim-judge-obedient"]);
    assert!(below.contains("hidden-instruction"), "{below}");
}

#[test]
fn asked_again_the_judges_vote_as_in_the_file() {
    let demo = LiveDemo::start_with(&["--judges", "--dir", "."]);
    let own =
        demo.place.failure(&["judge", "run", "--judge", "sim-judge-first", "--url", &demo.url]);
    assert!(own.contains("judge under another --judge name"), "{own}");
    for (judge, model) in [("again", "sim-judge-first"), ("obeys", "sim-judge-obedient")] {
        let asked = ["judge", "run", "--judge", judge, "--model-id", model, "--url", &demo.url];
        let run = demo.place.json(&asked);
        assert_eq!((&run["decided"], &run["failed"]), (&json!(120), &json!(0)), "{run}");
        let pairs =
            |judge: &str| demo.place.json(&["votes", "tally", "--judge", judge])["pairs"].clone();
        assert_eq!(pairs(judge), pairs(model));
    }
    assert_eq!(classes(&demo.place, "again")["first"], PLANTED);
    let text = ["judge", "run", "--judge", "t", "--input", "text", "--url", &demo.url];
    let refused = demo.place.assay(&[&text[..], &["--model-id", "sim-judge-first"]].concat());
    assert_ne!(refused.code, 0);
    let scores = ["judge", "run", "--judge", "s", "--mode", "score", "--url", &demo.url];
    let refused = demo.place.assay(&[&scores[..], &["--model-id", "sim-judge-first"]].concat());
    assert_ne!(refused.code, 0);
}

#[test]
fn every_command_of_the_guide_to_judges_exists_with_its_flags() {
    let guide = include_str!("../../docs/judges.md");
    let place = Workplace::new();
    let commands = guide.split(['\n', '`']).filter(|text| text.starts_with("assay "));
    let mut count = 0;
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        let is_name = |word: &&&str| word.chars().all(|sign| sign.is_ascii_lowercase());
        let path: Vec<&str> = words.iter().take_while(is_name).copied().collect();
        let help = place.run(&[&path[..], &["--help"]].concat());
        assert!(help.contains(&format!("Usage: assay {}", path[0])), "{command}: {help}");
        for flag in words.iter().filter(|word| word.starts_with("--")) {
            assert!(help.contains(flag), "{command} has no {flag}");
        }
        count += 1;
    }
    assert!(count > 20, "{count} commands");
}
