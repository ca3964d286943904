//! `assay reconcile` and `assay score --rules all`.

use std::path::Path;

use serde_json::Value;

use crate::harness::Workplace;
use crate::predictions::sample_file;

const HEADER: &str = "index\tquestion\tA\tB\tC\tanswer\tprediction";

/// Four questions with their three passes; `answers` are the predictions pass by pass, `-` for a row that is
/// not there.
fn predictions(answers: [[&str; 3]; 4]) -> String {
    let mut table = format!("{HEADER}\n");
    for (question, answers) in (1..).zip(answers) {
        for (pass, prediction) in answers.iter().enumerate().filter(|(_, text)| **text != "-") {
            let mut choices = ["cat", "dog", "hen"];
            choices.rotate_left(pass);
            let [a, b, c] = choices;
            let (index, answer) = (question + 1_000_000 * pass, ["A", "C", "B"][pass]);
            table.push_str(&format!(
                "{index}\tWhich animal is in picture {question}?\t{a}\t{b}\t{c}\t{answer}\t{prediction}\n"
            ));
        }
    }
    table
}

const RIGHT: [&str; 3] = ["A", "C", "B"];
const HALF: [[&str; 3]; 4] = [RIGHT, RIGHT, ["A", "C", "A"], ["B", "C", "B"]];

fn part<'v>(found: &'v Value, cause: &str) -> (f64, Vec<&'v str>) {
    let parts = found["parts"].as_array().unwrap();
    let part = parts.iter().find(|part| part["cause"] == cause).unwrap();
    let keys = part["questions"].as_array().unwrap().iter();
    (part["points"].as_f64().unwrap(), keys.map(|key| key.as_str().unwrap()).collect())
}

/// The only part that has points or questions.
#[track_caller]
fn the_cause(found: &Value) -> (&str, f64, Vec<&str>) {
    let parts = found["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 6);
    let is_named = |part: &&Value| {
        part["points"].as_f64() != Some(0.0) || part["questions"].as_array() != Some(&vec![])
    };
    let named: Vec<&Value> = parts.iter().filter(is_named).collect();
    assert_eq!(named.len(), 1, "{named:?}");
    let cause = named[0]["cause"].as_str().unwrap();
    let (points, keys) = part(found, cause);
    assert!((points - found["difference"].as_f64().unwrap()).abs() < 1e-12);
    (cause, points, keys)
}

#[test]
fn what_is_unusual_about_a_file_is_said_of_its_side() {
    let place = Workplace::new();
    place.write("a.tsv", &predictions(HALF));
    place.write("b.tsv", &predictions([RIGHT, RIGHT, ["A", "C", ""], HALF[3]]));
    let warnings = |arguments: &[&str]| place.json(arguments)["warnings"].to_string();
    let found = warnings(&["reconcile", "a.tsv", "b.tsv"]);
    assert!(found.contains("\"B: ") && found.contains("predictions are empty"), "{found}");
    let again = warnings(&["reconcile", "b.tsv", "--rules-b", "assay"]);
    assert!(again.contains("\"A and B: ") && !again.contains("\"B: "), "{again}");
}

#[test]
fn a_missing_pass_is_told_apart_from_another_answer() {
    let place = Workplace::new();
    place.write("a.tsv", &predictions(HALF));
    place.write("b.tsv", &predictions([RIGHT, ["A", "-", "B"], HALF[2], HALF[3]]));
    place.write("c.tsv", &predictions([["A", "A", "B"], RIGHT, HALF[2], HALF[3]]));
    let found = place.json(&["reconcile", "a.tsv", "b.tsv"]);
    assert_eq!((&found["a"]["score"], &found["b"]["score"]), (&50.0.into(), &25.0.into()));
    assert_eq!(the_cause(&found), ("passes", 25.0, vec!["2"]));
    let found = place.json(&["reconcile", "a.tsv", "c.tsv"]);
    assert_eq!(the_cause(&found), ("answers", 25.0, vec!["1"]));
    let both = place.json(&["reconcile", "b.tsv", "c.tsv"]);
    assert_eq!(
        (part(&both, "passes"), part(&both, "answers")),
        ((-25.0, vec!["2"]), (25.0, vec!["1"]))
    );
    let shown = place.run(&["reconcile", "a.tsv", "b.tsv", "--open", "passes"]);
    assert!(
        shown.contains("--open passes") && shown.contains("The questions of passes"),
        "{shown}"
    );
    let opened = place.json(&["reconcile", "a.tsv", "b.tsv", "--open", "passes"]);
    let opened = &opened["opened"][0];
    assert_eq!((&opened["a"]["correct"], &opened["b"]["correct"]), (&true.into(), &false.into()));
    assert_eq!(opened["b"]["passes"].as_array().map(Vec::len), Some(2));
}

#[test]
fn one_file_under_two_settings_differs_by_the_setting_alone() {
    let place = Workplace::new();
    let text = "The correct answer is cat, as one sees by its whiskers and its ears.";
    place.write("p.tsv", &predictions([[text, "C", "B"], RIGHT, HALF[2], HALF[3]]));
    let found = place.json(&["reconcile", "p.tsv", "--rules-b", "assay"]);
    assert_eq!(the_cause(&found), ("rules", -25.0, vec!["1"]));
    let found = place.json(&[
        "reconcile",
        "p.tsv",
        "--strategy-b",
        "first-pass",
        "--rules-a",
        "assay",
        "--rules-b",
        "assay",
    ]);
    assert_eq!(the_cause(&found), ("strategy", -25.0, vec!["3"]));
    let error = place.assay(&["reconcile", "p.tsv"]).failing(2);
    assert!(error.contains("compared with itself"), "{error}");
}

#[test]
fn a_corrected_key_is_the_reference_and_one_question_less_the_questions() {
    let place = Workplace::new();
    let table = predictions(HALF);
    place.write("a.tsv", &table);
    // Question 4 was answered with the dog in its first pass: now the dog is right there.
    let corrected = table.replace("4?\tcat\tdog\then\tA", "4?\tcat\tdog\then\tB");
    place.write("b.tsv", &corrected);
    let found = place.json(&[
        "reconcile",
        "a.tsv",
        "b.tsv",
        "--strategy-a",
        "first-pass",
        "--strategy-b",
        "first-pass",
    ]);
    assert_eq!(the_cause(&found), ("reference", -25.0, vec!["4"]));
    let fewer: Vec<&str> = table.lines().take(10).collect();
    place.write("c.tsv", &fewer.join("\n"));
    let found = place.json(&["reconcile", "a.tsv", "c.tsv"]);
    let (cause, points, keys) = the_cause(&found);
    assert_eq!((cause, keys), ("questions", vec!["4"]));
    assert!((points - (50.0 - 200.0 / 3.0)).abs() < 1e-12);
}

/// VLMEvalKit's result file: first passes with the verdict on their question.
fn results(hits: [(u8, &str); 4]) -> String {
    let mut table = format!("{HEADER}\thit\tlog\n");
    for (question, (hit, log)) in (1..).zip(hits) {
        let first = HALF[question - 1][0];
        table.push_str(&format!(
            "{question}\tWhich animal is in picture {question}?\tcat\tdog\then\tA\t{first}\t{hit}\t{log}\n"
        ));
    }
    table
}

#[test]
fn a_result_file_against_its_predictions_shows_where_its_judge_reads_otherwise() {
    let place = Workplace::new();
    place.write("p.tsv", &predictions(HALF));
    let (right, wrong) = (
        (1, "Succeed During Pre-fetching"),
        (0, "Failed in Prefetching Rolling 2: Answer is B, Prediction is A, Pre-fetched is A."),
    );
    place.write("same.tsv", &results([right, right, wrong, wrong]));
    let found = place.json(&["reconcile", "same.tsv", "p.tsv"]);
    assert_eq!(found["difference"], 0.0);
    assert!(found["parts"].as_array().unwrap().iter().all(|part| part["points"] == 0.0));
    place.write("other.tsv", &results([right, right, right, wrong]));
    let found = place.json(&["reconcile", "other.tsv", "p.tsv"]);
    assert_eq!(the_cause(&found), ("rules", 25.0, vec!["3"]));
    assert_eq!(found["a"]["rules"], "its own labels");
}

#[test]
fn rows_with_their_own_verdict_are_compared_pass_by_pass() {
    let place = Workplace::new();
    let row = |question: u32, prediction: &str, hit: u8, reply: &str| {
        format!(
            "{question}\tWhich animal is in picture {question}?\tcat\tdog\then\tA\t{prediction}\t{hit}\tMatch Log: {reply}. \n"
        )
    };
    let table = |replies: [(u8, &str); 2]| {
        let [one, other] = replies;
        let rows = [row(1, "furry and small", one.0, one.1), row(2, "furry", other.0, other.1)];
        format!("{HEADER}\thit\tlog\n{}", rows.concat())
    };
    place.write("gpt.tsv", &table([(1, "A"), (1, "A")]));
    place.write("exact.tsv", &table([(0, "Z"), (1, "A")]));
    let found = place.json(&["reconcile", "gpt.tsv", "exact.tsv"]);
    assert_eq!(the_cause(&found), ("rules", 50.0, vec!["1"]));
    let found = place.json(&["reconcile", "gpt.tsv", "--rules-b", "vlmevalkit-late"]);
    assert_eq!(the_cause(&found), ("rules", 100.0, vec!["1", "2"]));
}

#[test]
fn models_of_the_database_and_files_are_compared_alike() {
    let place = Workplace::new();
    place.write("a.tsv", &predictions(HALF));
    place.write("b.tsv", &predictions([["A", "A", "B"], RIGHT, HALF[2], HALF[3]]));
    place.run(&["import", "questions", "a.tsv", "--benchmark", "b"]);
    for (file, model) in [("a.tsv", "one"), ("b.tsv", "other")] {
        place.run(&["import", "predictions", file, "--model", model]);
    }
    let models = place.json(&["reconcile", "--model-a", "one", "--model-b", "other"]);
    assert_eq!(the_cause(&models), ("answers", 25.0, vec!["1"]));
    let mixed = place.json(&["reconcile", "a.tsv", "--model-b", "other"]);
    assert_eq!(the_cause(&mixed), ("answers", 25.0, vec!["1"]));
    let rules = ["reconcile", "--model-a", "one", "--strategy-b", "first-pass"];
    assert_eq!(the_cause(&place.json(&rules)).0, "strategy");
    let lexical = place.json(&["reconcile", "--model-a", "one", "--extractor-b", "lexical"]);
    assert_eq!(lexical["b"]["rules"], "vlmevalkit-late, then lexical");
    let error = place.failure(&["reconcile", "--model-a", "one", "--model-b", "another"]);
    assert!(error.contains("no such predictions of another") && error.contains("one"), "{error}");
}

#[test]
fn each_side_has_the_score_that_assay_score_gives_it_and_the_parts_sum_to_the_difference() {
    let place = Workplace::new();
    let file = |name: &str| sample_file(name).to_str().unwrap().to_owned();
    let dataset = file("sample_en.tsv");
    let settings = [
        ["vlmevalkit-early", "circular", "kit"],
        ["vlmevalkit-late", "every-pass", "exclude"],
        ["assay", "first-pass", "wrong"],
        ["assay", "every-pass", "kit"],
    ];
    for model in ["sim-verbose", "sim-refusing"] {
        let (a, b) =
            (file(&format!("predictions/{model}.tsv")), file("predictions/sim-position.tsv"));
        for [rules, strategy, missing] in settings {
            let one = ["--rules", rules, "--strategy", strategy, "--missing", missing];
            let score = place.json(&[&["score", &a, "--dataset", &dataset], &one[..]].concat());
            let of_a = ["--rules-a", rules, "--strategy-a", strategy, "--missing-a", missing];
            let found =
                place.json(&[&["reconcile", &a, &b, "--dataset", &dataset], &of_a[..]].concat());
            let accuracy = score["results"][0]["accuracy"].as_f64().unwrap();
            let reconciled = found["a"]["score"].as_f64().unwrap();
            assert!((100.0 * accuracy - reconciled).abs() < 1e-9, "{model} {one:?}");
            let parts = found["parts"].as_array().unwrap().iter();
            let sum: f64 = parts.map(|part| part["points"].as_f64().unwrap()).sum();
            assert!((sum - found["difference"].as_f64().unwrap()).abs() < 1e-12, "{model} {one:?}");
        }
    }
}

#[test]
fn what_cannot_be_compared_is_refused_with_what_to_do() {
    let place = Workplace::new();
    place.write("a.tsv", &predictions(HALF));
    let other = predictions(HALF).replace("Which animal is in picture", "How much is");
    place.write("b.tsv", &other.replace("cat", "3").replace("dog", "4").replace("hen", "5"));
    let error = place.failure(&["reconcile", "a.tsv", "b.tsv"]);
    assert!(error.contains("a.tsv and b.tsv have no question in common"), "{error}");
    let error = place.failure(&["reconcile", "a.tsv", "nowhere.tsv"]);
    assert!(error.contains("nowhere.tsv"), "{error}");
    place.assay(&["reconcile"]).failing(2);
    place.assay(&["reconcile", "a.tsv", "b.tsv", "--model-b", "m"]).failing(2);
    let no_answers = predictions(HALF).replace("answer\t", "remark\t");
    place.write("c.tsv", &no_answers);
    let error = place.failure(&["reconcile", "a.tsv", "c.tsv"]);
    assert!(error.contains("c.tsv") && error.contains("no reference answers"), "{error}");
}

#[test]
fn the_real_run_of_lmms_eval_differs_from_its_submission_by_the_choices_that_read_nan() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/lmms_eval_run");
    if !folder.exists() {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    }
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let samples = file("20261122_101601_samples_mmbench_local.jsonl");
    let submission = file("mmbench_en_dev_results.xlsx");
    let place = Workplace::new();
    let found = place.json(&["reconcile", &samples, &submission]);
    assert_eq!((&found["a"]["score"], &found["difference"]), (&65.0.into(), &0.0.into()));
    let literal = ["reconcile", &samples, &submission, "--compat-b", "literal"];
    let found = place.json(&literal);
    assert_eq!((&found["a"]["score"], &found["b"]["score"]), (&65.0.into(), &10.0.into()));
    let (cause, points, keys) = the_cause(&found);
    assert_eq!((cause, points, keys.len()), ("reference", 55.0, 11));
}

#[test]
fn every_rule_set_scores_a_file_and_letters_of_words_are_warned_of() {
    let place = Workplace::new();
    let text = "The correct answer is cat";
    place.write(
        "p.tsv",
        &predictions([
            [text, "C", "B"],
            RIGHT,
            HALF[2],
            ["The answer is a dog, I am sure of that.", "C", "B"],
        ]),
    );
    let found = place.json(&["score", "p.tsv", "--rules", "all"]);
    let overall = |rules: &str| found["rules"][rules]["results"][0]["correct"].clone();
    assert_eq!((overall("assay"), overall("vlmevalkit-late")), (2.into(), 2.into()));
    assert_eq!(found["rules"].as_object().unwrap().len(), 4);
    let differing = found["differing"].as_array().unwrap();
    let keys: Vec<&str> = differing.iter().map(|one| one["question"].as_str().unwrap()).collect();
    assert_eq!(keys, ["1", "4"]);
    let labels = &differing[0]["labels"];
    assert_eq!((&labels["assay"], &labels["vlmevalkit-late"]), (&"ACB".into(), &"CCB".into()));
    assert_eq!(differing[0]["answers"], "ACB");
    let warnings = found["warnings"].to_string();
    assert!(warnings.contains("letter of a word for the answer in 2 rows"), "{warnings}");
    assert!(warnings.contains("“answer is cat” gives C"), "{warnings}");
    for flag in ["--rows", "--groups"] {
        let error = place.assay(&["score", "p.tsv", "--rules", "all", flag]).failing(2);
        assert!(error.contains("need one rule set"), "{error}");
    }
    let one = place.json(&["score", "p.tsv", "--rules", "assay"]);
    assert_eq!(one["results"], found["rules"]["assay"]["results"]);
}

#[test]
fn a_pass_that_one_rule_set_leaves_out_is_no_difference() {
    let place = Workplace::new();
    let file = |name: &str| sample_file(name).to_str().unwrap().to_owned();
    let (predictions, benchmark) = (file("predictions/sim-terse.tsv"), file("sample_en.tsv"));
    let found = place.json(&["score", &predictions, "--dataset", &benchmark, "--rules", "all"]);
    let differing = found["differing"].as_array().unwrap();
    let keys: Vec<&str> = differing.iter().map(|one| one["question"].as_str().unwrap()).collect();
    assert!(!keys.contains(&"1"), "right in every pass that is read: {keys:?}");
    let rights = |of: &Value| of["correct"]["vlmevalkit-early"] != of["correct"]["assay"];
    assert!(differing.iter().filter(|question| rights(question)).count() >= 3, "{keys:?}");
}
