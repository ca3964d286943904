//! One decision about rules, strategy and missing passes for all figures of a benchmark, and sentences about
//! them that hold.

use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::predictions::texts;
use crate::support::fault_server::{FaultServer, Seen, answer};

/// Read by the rules `assay` as Z, by those of VLMEvalKit not at all.
const NONE: &str = "None of the above.";

fn flagged(document: &Value) -> Vec<&str> {
    let flagged = document["flagged"].as_array().expect("a list");
    flagged.iter().map(|flag| flag["question"].as_str().expect("a key")).collect()
}

/// Answers to the first passes of four questions, of which the last is wrong.
fn first_passes() -> Workplace {
    let place = Workplace::with_questions(4);
    place.write("p.csv", "index,prediction\n1,B\n2,B\n3,B\n4,A\n");
    place.import("p.csv", "m");
    place
}

/// A model asked until a pass was wrong: right on the first question, wrong on the others by the rules
/// `assay` alone.
fn asked() -> Workplace {
    let place = Workplace::with_questions(3);
    let server = FaultServer::start(|_, seen: &Seen| {
        let body = String::from_utf8_lossy(&seen.body).into_owned();
        let letter =
            ["A", "B", "C"].into_iter().find(|label| body.contains(&format!("{label}. second")));
        match body.contains("number 1?") {
            true => answer(letter.expect("a letter")),
            false => answer(NONE),
        }
    });
    let summary = place.json(&["infer", "--model", "m", "--url", &server.url()]);
    assert_eq!((&summary["answered"], &summary["spared"]), (&json!(5), &json!(4)));
    place
}

#[test]
fn filters_of_first_passes_judge_by_them_as_eval_does() {
    let place = first_passes();
    for missing in ["exclude", "wrong"] {
        let document = place.json(&["filter", "wrong", "--missing", missing, "--dry-run"]);
        assert_eq!(document["strategy"], "first-pass");
        assert_eq!(flagged(&document), ["4"], "{missing}");
        assert!(texts(&document["incomplete"]).is_empty());
    }
    assert_eq!(place.json(&["eval"])["strategy"], "first-pass");
    place.json(&["filter", "wrong"]);
    let kept = place.json(&["filter", "list"]);
    assert_eq!(kept["flags"][0]["parameters"]["strategy"], "first-pass");
}

#[test]
fn a_filter_names_the_models_of_which_there_are_first_passes_alone() {
    let place = Workplace::with_choices(&[("1", "cat|dog", "A"), ("2", "cat|dog", "A")]);
    let circular = [("1", "cat|dog", "B"), ("1000001", "dog|cat", "B"), ("2", "cat|dog", "B")];
    place.write_predictions("n.tsv", &circular);
    place.import("n.tsv", "n");
    place.write_predictions("m.tsv", &[("1", "cat|dog", "A"), ("2", "cat|dog", "A")]);
    place.import("m.tsv", "m");
    let said = place.assay(&["filter", "wrong", "--dry-run"]).well();
    assert!(said.err.contains("of m there are first passes alone"), "{}", said.err);
    assert!(said.err.contains("--strategy first-pass"), "{}", said.err);
    assert!(said.err.contains("2 questions are incomplete"), "{}", said.err);
    assert!(
        said.out.contains("strategy circular") && !said.out.contains("Incomplete"),
        "{}",
        said.out
    );
    let said = place.assay(&["filter", "wrong", "--dry-run", "--strategy", "first-pass"]).well();
    assert_eq!(said.err, "");
}

#[test]
fn the_setting_of_a_benchmark_holds_for_all_its_figures_and_flags_come_first() {
    let place = first_passes();
    let commands: [&[&str]; 4] = [
        &["eval"],
        &["filter", "wrong", "--dry-run"],
        &["report", "cleaning"],
        &["tables", "overview"],
    ];
    let basis = |command: &[&str]| {
        let document = place.json(command);
        ["rules", "strategy", "missing"].map(|field| document[field].as_str().unwrap().to_owned())
    };
    assert_eq!(basis(commands[0]), ["vlmevalkit-late", "first-pass", "wrong"]);
    assert_eq!(basis(commands[1]), ["assay", "first-pass", "exclude"]);
    let set = ["config", "scoring", "--rules", "vlmevalkit-mid", "--strategy", "circular"];
    let document = place.json(&[&set[..], &["--missing", "exclude"]].concat());
    let expected = json!({
        "benchmark": "b", "rules": "vlmevalkit-mid", "strategy": "circular", "missing": "exclude",
    });
    assert_eq!(document, expected);
    for command in commands {
        assert_eq!(basis(command), ["vlmevalkit-mid", "circular", "exclude"], "{command:?}");
        let own = [command, &["--strategy", "first-pass", "--missing", "wrong"]].concat();
        assert_eq!(basis(&own), ["vlmevalkit-mid", "first-pass", "wrong"], "{own:?}");
    }
    let said = place.assay(&["eval"]).well();
    assert!(said.err.contains("the setting of b (config scoring)"), "{}", said.err);
    assert!(said.out.contains("rules vlmevalkit-mid · strategy circular · missing exclude"));
    let rows = place.run(&["export", "results", "--format", "jsonl"]);
    let row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    assert_eq!((&row["rules"], &row["missing"]), (&json!("vlmevalkit-mid"), &json!("exclude")));

    for refused in [["--strategy", "every-pass"], ["--missing", "kit"]] {
        place.failure(&[&["config", "scoring"], &refused[..]].concat());
    }
    assert_eq!(place.json(&["config", "scoring"]), expected, "nothing changed");
    place.run(&["config", "scoring", "--reset", "--missing", "wrong"]);
    assert_eq!(basis(commands[1]), ["assay", "first-pass", "wrong"]);
}

#[test]
fn eval_with_an_extractor_takes_the_rules_whose_unread_texts_it_was_given() {
    let place = Workplace::with_questions(2);
    place.write("p.csv", &format!("index,prediction\n1,{NONE}\n2,B\n"));
    place.import("p.csv", "m");
    let judge = FaultServer::always(answer("B"));
    let url = judge.url();
    let run = ["extract", "run", "--extractor", "judge", "--url", &url];
    let document = place.json(&run);
    assert_eq!((&document["unmatched_by"], &document["texts"]), (&json!("assay"), &json!(0)));
    // Our own rules read every text: the extraction is there, and empty.
    let said = place.assay(&["eval", "--extractor", "judge", "-o", "json"]).well();
    let scores = said.json();
    assert_eq!((&scores["rules"], &scores["models"][0]["warnings"]), (&json!("assay"), &json!([])));
    assert!(said.err.contains("rules assay: judge read what these cannot read"), "{}", said.err);

    let late = ["--rules", "vlmevalkit-late"];
    let eval = place.json(&[&["eval", "--extractor", "judge"], &late[..]].concat());
    let warnings = eval["models"][0]["warnings"].to_string();
    let remedy = "`assay extract run --extractor judge --rules vlmevalkit-late` reads them";
    assert!(warnings.contains(remedy), "{warnings}");
    assert_eq!(place.json(&[&run[..], &late].concat())["texts"], 1);
    let scores = place.json(&["eval", "--extractor", "judge"]);
    assert_eq!(scores["rules"], "vlmevalkit-late", "the usual rules, which it covers now");
    assert_eq!(scores["models"][0]["results"][0]["correct"], 2);
}

#[test]
fn a_pass_that_infer_took_for_wrong_is_said_to_have_decided() {
    let place = asked();
    let eval = |more: &[&str]| {
        let eval = place.json(&[&["eval"], more].concat());
        (eval["strategy"].clone(), eval["models"][0]["warnings"].to_string())
    };
    let (strategy, warnings) = eval(&[]);
    assert_eq!(strategy, "circular");
    assert!(
        warnings.contains("2 questions were decided by a pass that the rules assay read"),
        "{warnings}"
    );
    assert!(warnings.contains("--all-passes") && !warnings.contains("VLMEvalKit"), "{warnings}");
    assert_eq!(eval(&["--rules", "assay"]).1, "[]");
}

#[test]
fn a_submission_says_that_passes_were_spared_and_how_to_ask_them() {
    let place = asked();
    let said = place.failure(&["export", "submission", "--model", "m", "--file", "s.xlsx"]);
    assert!(said.contains("4 of 9 rows have no prediction"), "{said}");
    assert!(said.contains("4 of them are other passes") && said.contains("--all-passes"), "{said}");
}

#[test]
fn later_passes_of_questions_that_the_data_set_lists_once_are_scored() {
    let place = Workplace::new();
    place.write(
        "d.tsv",
        "index\tquestion\tA\tB\tC\tanswer\n1\tWhat?\tcat\tdog\tcow\tA\n2\tAnd?\tone\ttwo\t\tB\n",
    );
    let rows = [
        ("1", "cat|dog|cow", "A"),
        ("1000001", "dog|cow|cat", "C"),
        ("2000001", "cow|cat|dog", "B"),
    ];
    let wrong = [("2", "one|two", "B"), ("1000002", "two|one", "B")];
    place.write_predictions("p.tsv", &[&rows[..], &wrong].concat());
    let score = ["score", "p.tsv", "--dataset", "d.tsv"];
    let document = place.json(&score);
    assert_eq!((&document["strategy"], &document["questions"]), (&json!("circular"), &json!(2)));
    assert_eq!(document["results"][0]["correct"], 1, "{document}");
    let warnings = texts(&document["warnings"]);
    assert!(
        warnings[0].contains("3 rows are later passes (indices modulo 1,000,000)"),
        "{warnings:?}"
    );
    assert_eq!(warnings.len(), 1, "{warnings:?}");

    place.write("p.tsv", "index\tprediction\n1\tA\n1000001\tC\n");
    let said = place.failure(&score);
    assert!(said.contains("the choices do not say which letter is right"), "{said}");
    place.write_predictions("p.tsv", &[("1", "cat|dog", "A"), ("1000003", "dog|cat", "B")]);
    assert!(place.failure(&score).contains("is it the right one?"));
}

#[test]
fn a_warning_that_several_models_have_is_said_once() {
    let place = Workplace::with_questions(4);
    for (model, rows) in [("m", "1,B\n2,B\n"), ("n", "1,B\n")] {
        place.write("p.csv", &format!("index,prediction\n{rows}"));
        place.import("p.csv", model);
    }
    let said = place.assay(&["eval"]).well();
    let expected = "2 models: questions of the data set have no prediction: they count as not correct (m 2, \
                    n 3)";
    assert!(said.err.contains(expected), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
}

#[test]
fn a_server_that_cannot_be_asked_is_named_before_anything_else() {
    let place = Workplace::with_questions(2);
    let refusing =
        FaultServer::always(crate::support::fault_server::error(401, "no", "who are you"));
    let ask = format!("m={}", refusing.url());
    let said = place.assay(&["filter", "wrong", "--ask", &ask]);
    assert_ne!(said.code, 0);
    let first = said.err.lines().next().unwrap_or_default();
    assert!(first.contains("m was not asked to the end:"), "{}", said.err);
}
