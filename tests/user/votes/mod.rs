//! Votes of judges and people: files in, figures out.

mod published;

use std::fs::{self, File};
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::harness::Workplace;

/// A workplace into whose fresh database these files were imported, and what the import printed; `None`, with a
/// message, where a file is absent.
fn imported(files: &[&str], flags: &[&str]) -> Option<(Workplace, Value)> {
    let place = Workplace::new();
    let mut command = vec!["import".to_owned(), "votes".to_owned()];
    for file in files {
        let source = shared(file)?;
        let name = source.file_name()?.to_str()?;
        let plain = name.trim_end_matches(".gz");
        let mut written = File::create(place.path(plain)).unwrap();
        let mut bytes = File::open(&source).unwrap();
        match plain == name {
            true => io::copy(&mut bytes, &mut written).unwrap(),
            false => io::copy(&mut flate2::read::GzDecoder::new(bytes), &mut written).unwrap(),
        };
        command.push(place.file(plain));
    }
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let document = place.json(&[&command[..], flags].concat());
    Some((place, document))
}

fn shared(path: &str) -> Option<std::path::PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/judges").join(path);
    if !path.exists() {
        eprintln!("skipped: {} is not here", path.display());
        return None;
    }
    Some(path)
}

fn expected(path: &str) -> Option<Value> {
    let text = fs::read_to_string(shared(path)?).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

#[track_caller]
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

#[track_caller]
fn close(found: f64, wanted: &Value, tolerance: f64, what: &str) {
    let wanted = number(wanted);
    assert!((found - wanted).abs() <= tolerance, "{what}: {found}, expected {wanted}");
}

/// Votes of two models on three questions by a language model and by two people.
const VOTES: &str = "question,left,right,judge,winner\n\
    q1,ant,bee,gpt,left\nq1,bee,ant,gpt,left\nq2,ant,bee,gpt,tie\nq3,ant,bee,gpt,\n\
    q1,ant,bee,annotator1,left\nq2,ant,bee,annotator1,right\nq3,ant,bee,annotator2,left\n";

fn with_votes(text: &str) -> Workplace {
    let place = Workplace::new();
    place.write("votes.csv", text);
    place.run(&["import", "votes", "votes.csv"]);
    place
}

#[test]
fn the_same_file_twice_adds_nothing() {
    let place = with_votes(VOTES);
    let before = place.json(&["votes", "tally"]);
    let again = place.json(&["import", "votes", "votes.csv"]);
    assert_eq!((&again["votes"], &again["new"]), (&7.into(), &0.into()));
    assert_eq!(place.json(&["votes", "tally"]), before);
    assert_eq!(again["benchmark"], "votes");
}

#[test]
fn every_table_names_its_rule_its_judges_and_what_has_no_verdict() {
    let place = with_votes(VOTES);
    let tally = place.json(&["votes", "tally", "--rule", "lenient"]);
    assert_eq!(tally["rule"], "lenient");
    let judges = &tally["judges"];
    assert_eq!(judges[0], json!({"judge": "gpt", "votes": 4, "undecided": {"null": 1}}));
    assert!(tally["warnings"].to_string().contains("language models and of people are pooled"));
    let text = place.run(&["votes", "tally", "--judge", "gpt"]);
    assert!(text.contains("rule single, judged by gpt") && text.contains("null 1"), "{text}");
    for form in ["csv", "markdown"] {
        let text = place.run(&["votes", "tally", "-o", form]);
        assert!(text.contains("annotator2") && text.contains("null 1"), "{text}");
    }
    for command in ["rank", "bias", "scores", "trust"] {
        let document = place.json(&["votes", command]);
        assert_eq!(document["judges"].as_array().unwrap().len(), 3, "{command}");
    }
}

#[test]
fn judges_are_parted_and_chosen() {
    let place = with_votes(VOTES);
    let parted = place.json(&["votes", "tally", "--by", "judge"]);
    let rows: Vec<(&str, u64)> = parted["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| (pair["judge"].as_str().unwrap(), pair["n"].as_u64().unwrap()))
        .collect();
    assert_eq!(rows, [("gpt", 4), ("annotator1", 2), ("annotator2", 1)]);
    assert_eq!(parted["by_judge"][1]["pairs"][0]["b_wins"], 1);
    assert_eq!(parted["warnings"], json!([]), "nothing is pooled");
    let unknown = place.failure(&["votes", "tally", "--judge", "gpd"]);
    assert!(unknown.contains("did you mean gpt?"), "{unknown}");
}

#[test]
fn an_existing_benchmark_gets_what_fits_its_questions_and_the_rest_is_named() {
    let place = with_votes(VOTES);
    place.write(
        "more.csv",
        "question,left,right,judge,winner\nq1,ant,cat,gpt,left\nq9,ant,cat,gpt,left\n",
    );
    let import = place.json(&["import", "votes", "more.csv", "--benchmark", "votes"]);
    assert_eq!((&import["new"], &import["of_unknown_questions"]), (&1.into(), &1.into()));
    assert!(import["warnings"].to_string().contains("q9"), "{import}");
    place.write("none.csv", "question,left,right,judge,winner\nz,ant,cat,gpt,left\n");
    let refused = place.failure(&["import", "votes", "none.csv", "--benchmark", "votes"]);
    assert!(
        refused.contains("has none of the 1 questions") && refused.contains("--benchmark"),
        "{refused}"
    );
}

#[test]
fn votes_that_say_something_else_are_repeats_in_one_file_and_named_from_another() {
    let place =
        with_votes("question,left,right,judge,winner\nq1,ant,bee,gpt,left\nq1,ant,bee,gpt,right\n");
    assert_eq!(place.json(&["votes", "tally"])["pairs"][0]["n"], 2);
    let flips = place.json(&["votes", "trust"])["judges"][0]["flips"]["repeats"].clone();
    assert_eq!((&flips["value"], &flips["n"]), (&json!(1.0), &json!(1)));
    place.write("other.csv", "question,left,right,judge,winner\nq1,ant,bee,gpt,tie\n");
    let import = place.json(&["import", "votes", "other.csv", "--benchmark", "votes"]);
    assert_eq!(import["new"], 0);
    assert!(import["warnings"].to_string().contains("say something else"), "{import}");
}

#[test]
fn what_cannot_be_read_leaves_no_database() {
    let place = Workplace::new();
    place.write("bad.csv", "question,left,right,judge,winner\nq1,ant,bee,gpt,cat\n");
    place.failure(&["import", "votes", "bad.csv"]);
    place.write("good.csv", VOTES);
    let nameless = place.failure(&["import", "votes", "good.csv", "--benchmark", " "]);
    assert!(nameless.contains("a benchmark needs a name"), "{nameless}");
    assert!(!place.path("assay.db").exists());
}

#[test]
fn a_ranking_says_how_much_ties_weigh_also_where_they_are_half_a_win() {
    let place = with_votes(VOTES);
    for method in ["bradley-terry", "davidson"] {
        let rank = place.json(&["votes", "rank", "--method", method]);
        assert!(rank["nu"]["value"].is_f64(), "{method}: {rank}");
    }
    let controlled = place.json(&["votes", "rank", "--method", "style-controlled"]);
    assert_eq!(controlled["nu"]["undefined"], "a tie is half a win of both");
}

#[test]
fn a_file_without_the_order_of_the_answers_says_nothing_about_places() {
    let place = Workplace::new();
    let row = |key: String| {
        json!({
            "instruction": key, "generator_1": "ant", "output_1": "x", "generator_2": "bee", "output_2": "y",
            "annotator": "gpt", "preference": 2,
        })
    };
    let rows: Vec<Value> = (0..20).map(|at| row(format!("q{at}"))).collect();
    place.write("annotations.json", &json!(rows).to_string());
    place.run(&["import", "votes", "annotations.json"]);
    let (bias, trust) = (place.json(&["votes", "bias"]), place.json(&["votes", "trust"]));
    for position in [&bias["position"], &trust["judges"][0]["position"]] {
        assert_eq!((&position["first"], &position["second"]), (&json!(0), &json!(0)));
        assert!(position["p"]["undefined"].is_string(), "{position}");
    }
    assert_eq!(bias["warnings"], json!([]), "nothing is said about an order that is not known");
    place.run(&["export", "votes", "--file", "table.csv"]);
    place.run(&["import", "votes", "table.csv", "--benchmark", "again"]);
    let again = place.json(&["votes", "bias", "--benchmark", "again"]);
    assert!(
        again["position"]["p"]["undefined"].is_string(),
        "a table keeps that the order is unknown"
    );
    place.write("more.csv", "question,left,right,judge,winner\nq1,bee,ant,gpt,left\n");
    place.run(&["import", "votes", "more.csv", "--benchmark", "annotations"]);
    let more = place.json(&["votes", "bias", "--benchmark", "annotations"])["position"].clone();
    assert_eq!((&more["first"], &more["second"]), (&json!(1), &json!(0)), "its other votes count");
}

#[test]
fn a_benchmark_is_called_as_its_file_dots_of_a_models_name_included() {
    let place = Workplace::new();
    place.write("judged_llama-3.1-8b.csv", VOTES);
    let import = place.json(&["import", "votes", "judged_llama-3.1-8b.csv"]);
    assert_eq!(import["benchmark"], "judged_llama-3.1-8b");
}

#[test]
fn judges_that_would_become_one_are_named_in_their_order() {
    let place = Workplace::new();
    place.write("votes.csv", VOTES);
    let refused = place.failure(&["import", "votes", "votes.csv", "--judge", "me"]);
    assert!(refused.contains("“annotator1”, “annotator2”, “gpt”"), "{refused}");
}

#[test]
fn a_sample_of_peoples_votes_corrects_a_judge() {
    let mut rows = "question,left,right,judge,winner\n".to_owned();
    for n in 0..60 {
        // The judge always prefers the first place; people prefer ant on two of three questions.
        rows += &format!("q{n},ant,bee,gpt,left\n");
        if n % 2 == 0 {
            let winner = if n % 3 == 0 { "right" } else { "left" };
            rows += &format!("q{n},ant,bee,annotator1,{winner}\n");
        }
    }
    let place = with_votes(&rows);
    let corrected = place.json(&["votes", "corrected", "--judge", "gpt", "--people", "annotator1"]);
    let pair = &corrected["pairs"][0];
    assert_eq!((&pair["judge"]["value"], &pair["people"]["n"]), (&json!(1.0), &json!(30)));
    close(number(&pair["corrected"]["value"]), &json!(2.0 / 3.0), 1e-9, "the people's rate");
    assert!(pair["votes_for"].get("0.04").is_some(), "{pair}");
}

#[test]
fn exported_votes_give_the_same_tables_when_they_are_imported() {
    let place = with_votes(VOTES);
    place.run(&["export", "votes", "--file", "out.csv"]);
    let other = ["--db", "other.db"];
    place.run(&[&["import", "votes", "out.csv", "--benchmark", "votes"], &other[..]].concat());
    for command in ["tally", "bias", "trust"] {
        let again = place.json(&[&["votes", command], &other[..]].concat());
        assert_eq!(again, place.json(&["votes", command]), "{command}");
    }
    let fastchat = place.run(&["export", "votes", "--format", "fastchat", "--judge", "gpt"]);
    assert!(fastchat.contains("\"g1_winner\":\"model_1\""), "{fastchat}");
    let refused = place.failure(&["export", "votes", "--judge", "nobody"]);
    assert!(refused.contains("has no such votes"), "{refused}");
}

#[test]
fn answers_that_were_imported_are_those_that_votes_are_on() {
    let place = Workplace::new();
    let answers = |model: &str, text: &str| {
        let line = |key: &str| json!({ "question_id": key, "question": "Why?", "answer": text });
        let lines: Vec<String> = ["q1", "q2"].map(|key| line(key).to_string()).to_vec();
        place.write(&format!("{model}.jsonl"), &lines.join("\n"));
        let file = format!("{model}.jsonl");
        let command = ["import", "answers", &file, "--model", model, "--benchmark", "b"];
        place.json(&command)
    };
    assert_eq!(answers("ant", "Because it is long and has many words.")["new"], 2);
    assert_eq!(answers("bee", "Because.")["new"], 2);
    let again = answers("bee", "Because.");
    assert_eq!((&again["new"], &again["answers"]), (&0.into(), &2.into()), "the same run");
    place.write(
        "v.csv",
        "question,left,right,judge,winner\nq1,ant,bee,gpt,left\nq2,bee,ant,gpt,left\n",
    );
    let votes = place.json(&["import", "votes", "v.csv"]);
    assert_eq!(votes["benchmark"], "b", "the benchmark that has the questions");
    let length = place.json(&["votes", "bias"])["length"].clone();
    assert_eq!((&length["n"], &length["more"]), (&2.into(), &1.into()), "{length}");
    assert_eq!(answers("bee", "Since.")["changed"], 2);
    let runs = place.json(&["models"]);
    assert!(runs.to_string().contains("bee"), "{runs}");
    place.run(&["doctor"]);
}

#[test]
fn scores_of_pairs_are_compared_with_an_anchors() {
    let rows = "question,left,right,judge,left_score,right_score\nq1,ant,bee,gpt,6,3\nq2,bee,ant,gpt,4,8\n";
    let place = with_votes(rows);
    let scores = place.json(&["votes", "scores", "--anchor", "bee"]);
    let ratio = &scores["ratios"][0];
    assert_eq!((&ratio["model"], &ratio["n"]), (&json!("ant"), &json!(2)), "{scores}");
    close(number(&ratio["ratio_of_sums"]["value"]), &json!(2.0), 1e-12, "ratio of sums");
    let unknown = place.failure(&["votes", "scores", "--anchor", "cat"]);
    assert!(unknown.contains("there are: ant, bee"), "{unknown}");
}

#[test]
fn rankings_of_any_table_are_correlated() {
    let place = Workplace::new();
    place.write("ranks.csv", "model,votes,people,reversed\na,1,1,4\nb,2,3,3\nc,3,2,2\nd,4,4,1\n");
    let pairs = place.json(&["agree", "rankings", "ranks.csv"])["pairs"].clone();
    close(number(&pairs[0]["spearman"]["value"]), &json!(0.8), 1e-12, "votes and people");
    close(number(&pairs[1]["kendall"]["value"]), &json!(-1.0), 1e-12, "votes and reversed");
    assert_eq!(pairs.as_array().unwrap().len(), 3);
    place.write("one.csv", "model,votes\na,1\n");
    assert!(place.failure(&["agree", "rankings", "one.csv"]).contains("expected two columns"));
}

#[test]
fn tables_of_two_judges_are_alike_whose_votes_came_in_another_order() {
    let rows = [
        "q1,ant,bee,one,left",
        "q2,ant,bee,one,tie",
        "q1,bee,cat,one,right",
        "q2,cat,ant,one,left",
        "q2,bee,ant,two,tie",
        "q2,cat,ant,two,left",
        "q1,bee,cat,two,right",
        "q1,bee,ant,two,right",
    ];
    let place = with_votes(&format!("question,left,right,judge,winner\n{}\n", rows.join("\n")));
    for command in [&["votes", "tally"][..], &["votes", "rank", "--bootstrap", "50"]] {
        let of = |judge: &str| {
            let mut document = place.json(&[command, &["--judge", judge]].concat());
            document.as_object_mut().unwrap().remove("judges");
            document
        };
        assert_eq!(of("one"), of("two"), "{command:?}");
    }
}

#[test]
fn what_a_preference_is_worth_is_said_in_ranks() {
    // The judge prefers the first place; only `bee` is ever shown there.
    let mut rows = "question,left,right,judge,winner\n".to_owned();
    for n in 0..12 {
        let other = ["ant", "cat"][n % 2];
        rows += &format!("q{n},bee,{other},gpt,left\nr{n},{other},bee,gpt,left\n");
        rows += &format!("s{n},ant,cat,gpt,left\ns{n},cat,ant,gpt,left\n");
    }
    let place = with_votes(&rows);
    let bias = place.json(&["votes", "bias"]);
    let worth = &bias["worth"][0];
    assert_eq!((&worth["preference"], &worth["models"]), (&json!("place"), &json!(3)), "{bias}");
    assert_eq!((&worth["most"], &worth["mean"]), (&json!(2), &json!(2.0)), "{bias}");
    assert!(place.run(&["votes", "bias"]).contains("Worth in ranks"));
}

#[test]
fn a_folder_of_mllm_benchs_raw_output_is_a_models_answers() {
    let place = Workplace::new();
    fs::create_dir(place.path("raw_output")).unwrap();
    for (key, text) in [("0", "A hill."), ("12", "A cow.")] {
        let reply = json!({"model": "x", "choices": [{"message": {"content": text}}]});
        let file = format!("raw_output/{key}_1-2024-01-05 10:11:12.json");
        place.write(&file, &reply.to_string());
    }
    place.write("raw_output/log.txt", "not an answer");
    let import = ["import", "answers", "raw_output", "--model", "ant", "--benchmark", "m"];
    let document = place.json(&import);
    assert_eq!((&document["answers"], &document["new"]), (&json!(2), &json!(2)), "{document}");
    assert_eq!(place.json(&import)["new"], 0);
    let keys = place.run(&["export", "questions", "--benchmark", "m", "--format", "jsonl"]);
    assert!(keys.contains("\"12\""), "{keys}");
}
