//! What open questions can change in the ranking of models, and in which order they settle it.

use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::predictions::texts;
use crate::verify::verify;

/// A run with what the model holds in each pass of each question, as original choices: `BBB` is B in all three
/// rotations of its choices.
fn answers(place: &Workplace, model: &str, questions: &[&str]) {
    let mut table = "index\tA\tB\tC\tprediction\n".to_owned();
    for (number, passes) in (1..).zip(questions) {
        let mut choices = ["first", "second", "third"];
        for (pass, held) in (0..).zip(passes.bytes()) {
            let letter = char::from(b'A' + (held - b'A' + 3 - pass) % 3);
            let index = u32::from(pass) * 1_000_000 + number;
            table.push_str(&format!("{index}\t{}\t{letter}\n", choices.join("\t")));
            choices.rotate_left(1);
        }
    }
    let file = format!("{model}.tsv");
    place.write(&file, &table);
    place.assay(&["import", "predictions", &file, "--model", model]).well();
}

/// Six questions whose reference answer is B, and what three models hold.
fn three_models(passes: usize) -> Workplace {
    let place = Workplace::with_questions(6);
    for (model, held) in [("x", "BBBBAB"), ("y", "BBBABB"), ("z", "BAAACA")] {
        let held: Vec<String> = held.chars().map(|one| one.to_string().repeat(passes)).collect();
        answers(&place, model, &held.iter().map(String::as_str).collect::<Vec<_>>());
    }
    place
}

fn stakes(place: &Workplace, more: &[&str]) -> Value {
    place.json(&[&["report", "stakes"], more].concat())
}

/// `a b difference min max decided`.
fn pairs(report: &Value) -> Vec<String> {
    let pair = |pair: &Value| {
        let names = ["a", "b"].map(|name| pair[name].as_str().unwrap());
        let numbers = ["difference", "min", "max", "decided"].map(|name| pair[name].to_string());
        format!("{} {}", names.join(" "), numbers.join(" "))
    };
    report["pairs"].as_array().unwrap().iter().map(pair).collect()
}

#[test]
fn the_report_has_every_pair_with_the_least_and_the_most_that_open_questions_make_of_it() {
    for passes in [1, 3] {
        let place = three_models(passes);
        let report = stakes(&place, &["--questions", "5,6"]);
        assert_eq!(texts(&report["open"]), ["5", "6"]);
        // On 5 the keys A, B and C each have another model right; on 6 B has x and y, A has z.
        let expected = ["x y 0 0 2 false", "x z 4 1 5 true", "y z 4 0 4 false"];
        assert_eq!(pairs(&report), expected, "{passes}");
        let places = |name: &str| -> Vec<u64> {
            let models = report["models"].as_array().unwrap();
            models.iter().map(|model| model[name].as_u64().unwrap()).collect()
        };
        assert_eq!([places("correct"), places("place")], [[5, 5, 1], [1, 1, 3]]);
        assert_eq!([places("best"), places("worst")], [[1, 1, 2], [1, 2, 3]]);
        let questions = json!([{"key": "5", "pairs": 2}, {"key": "6", "pairs": 1}]);
        assert_eq!(report["questions"], questions);
        let without = stakes(&place, &["--questions", "5,6", "--outcomes", "keep,remove"]);
        assert_eq!(pairs(&without)[1], "x z 4 3 4 true");
        assert_eq!(pairs(&without)[0], "x y 0 0 1 false");
    }
}

#[test]
fn questions_without_a_reference_answer_change_nothing_and_alone_have_no_stakes() {
    let place = Workplace::new();
    let test = "index\tquestion\tA\tB\tanswer\tsplit\n";
    place.write("q.tsv", &format!("{test}1\tWhich?\ta\tb\tA\tdev\n2\tWho?\ta\tb\t\tdev\n"));
    place.assay(&["import", "questions", "q.tsv"]).well();
    for (model, held) in [("x", ["A", "A"]), ("y", ["A", "B"])] {
        let file = format!("{model}.tsv");
        let [first, second] = held;
        place.write(&file, &format!("index\tprediction\n1\t{first}\n2\t{second}\n"));
        place.assay(&["import", "predictions", &file, "--model", model]).well();
    }
    assert_eq!(pairs(&stakes(&place, &["--questions", "2"])), ["x y 0 0 0 true"]);
    let alone = Workplace::new();
    alone.write("q.jsonl", r#"{"index":"1","question":"Describe it."}"#);
    alone.assay(&["import", "questions", "q.jsonl"]).well();
    for model in ["x", "y"] {
        alone.write("a.jsonl", r#"{"question_id":"1","answer":"A cat."}"#);
        alone.assay(&["import", "answers", "a.jsonl", "--model", model]).well();
    }
    let said = alone.failure(&["report", "stakes"]);
    assert!(said.contains("assay votes"), "{said}");
}

#[test]
fn of_a_short_answer_each_value_that_a_model_gave_may_be_right() {
    let place = Workplace::new();
    let question = r#"{"index":"1","question":"How many?","short_answer":{"rule":"mathvista","answers":["4"]}}"#;
    place.write("q.jsonl", question);
    place.assay(&["import", "questions", "q.jsonl"]).well();
    for (model, said) in [("x", "4"), ("y", "I count 5."), ("z", "5")] {
        let file = format!("{model}.jsonl");
        place.write(&file, &json!({"index": "1", "prediction": said}).to_string());
        place.assay(&["import", "predictions", &file, "--model", model]).well();
    }
    let report = stakes(&place, &["--questions", "1"]);
    assert_eq!(pairs(&report), ["x y 1 -1 1 false", "x z 1 -1 1 false", "y z 0 0 0 true"]);
}

#[test]
fn under_circular_evaluation_another_key_makes_a_model_right_only_if_every_pass_holds_it() {
    let place = Workplace::with_questions(2);
    answers(&place, "steady", &["BBB", "AAA"]);
    answers(&place, "once", &["BBB", "ABA"]);
    let report = stakes(&place, &["--questions", "2"]);
    assert_eq!(pairs(&report), ["once steady 0 -1 0 false"]);
    let first = stakes(&place, &["--questions", "2", "--strategy", "first-pass"]);
    assert_eq!(pairs(&first), ["once steady 0 0 0 true"], "both hold A in the first pass");
}

#[test]
fn verifiers_get_first_what_can_change_the_most_and_what_is_settled_is_no_longer_open() {
    let place = three_models(1);
    for key in ["3", "5", "6"] {
        let review = ["decide", "review", key, "--as", "bob", "--answer", "B"];
        let wrong = ["--verdict", "wrong", "--reason", "bad-picture"];
        place.assay(&[&review[..], &wrong].concat()).well();
    }
    let doubted = ["--why", "suspected"];
    assert_eq!(texts(&stakes(&place, &doubted)["open"]), ["3", "5", "6"]);
    place.json(&["assign", "verify", "--per-item", "1", "--order", "stakes"]);
    assert_eq!(place.json(&["next", "verify", "--as", "lead"])["item"], "5");
    verify(&place, "5", "lead", "remove", &["--reason", "bad-picture"]).well();
    let report = stakes(&place, &doubted);
    assert_eq!(texts(&report["open"]), ["3", "6"]);
    let removed = ["x y 1 1 1 true", "x z 4 0 4 false", "y z 3 -1 3 false"];
    assert_eq!(pairs(&report), removed);
    verify(&place, "3", "lead", "keep", &[]).well();
    verify(&place, "6", "lead", "keep", &[]).well();
    let said = place.run(&["report", "stakes", "--why", "suspected"]);
    assert!(said.contains("no question is open"), "{said}");
}

#[test]
fn what_no_longer_changes_a_place_comes_last_in_the_same_session() {
    let place = Workplace::with_questions(14);
    // x, u and v are ahead of y and z by 1 to 3. 4 to 12 turn x and u, x and v; 13 and 14 turn y and z.
    let held = |own: &'static str, last: &'static str| {
        [["BBB"; 3].to_vec(), [own; 9].to_vec(), [last; 2].to_vec()]
    };
    for (model, questions) in
        [("x", held("BBB", "ABA")), ("u", held("AAA", "ABA")), ("v", held("AAA", "ABA"))]
    {
        answers(&place, model, &questions.concat());
    }
    for (model, last) in [("y", "BBB"), ("z", "AAA")] {
        answers(&place, model, &[["ABA"; 12].to_vec(), [last; 2].to_vec()].concat());
    }
    for key in 4..=14 {
        let review = ["decide", "review", &key.to_string(), "--as", "bob", "--answer", "B"];
        place
            .assay(&[&review[..], &["--verdict", "wrong", "--reason", "bad-picture"]].concat())
            .well();
    }
    place.json(&["assign", "verify", "--per-item", "1", "--order", "stakes"]);
    let lines = "b\ny\n".repeat(7);
    let said =
        place.assay_with_input(&["annotate", "verify", "--plain", "--as", "lead"], &lines).well();
    let keys = said.out.lines().filter_map(|line| line.strip_prefix("Question key: "));
    let came: Vec<u32> = keys.map(|key| key.trim().parse().unwrap()).collect();
    assert!(came[..5].iter().all(|key| *key <= 12), "{came:?}");
    let mut after = came[5..7].to_vec();
    after.sort_unstable();
    assert_eq!(after, [13, 14], "x is ahead whatever becomes of the other four: {came:?}");
}

#[test]
fn a_key_that_is_not_there_and_a_strategy_without_verdicts_are_errors() {
    let place = three_models(1);
    let said = place.failure(&["report", "stakes", "--questions", "5,99"]);
    assert!(said.contains("has no question 99"), "{said}");
    assert_eq!(place.assay(&["report", "stakes", "--strategy", "every-pass"]).code, 2);
    assert_eq!(place.assay(&["report", "stakes", "--outcomes", "lost"]).code, 2);
}

/// A benchmark of sixty questions that two models answer, of which the last five have a wrong key by what both
/// hold.
fn wrong_keys() -> Workplace {
    let place = Workplace::with_questions(60);
    for model in ["x", "y", "z"] {
        let held: Vec<&str> = (0..60).map(|at| if at < 55 { "B" } else { "A" }).collect();
        answers(&place, model, &held);
    }
    place
}

#[test]
fn the_most_probable_errors_come_first_and_a_tenth_at_random() {
    let place = wrong_keys();
    let report = place.json(&["report", "probable-error"]);
    let questions = report["questions"].as_array().unwrap();
    let first: Vec<&str> = questions[..5].iter().map(|one| one["key"].as_str().unwrap()).collect();
    assert_eq!(first, ["56", "57", "58", "59", "60"]);
    assert!(questions[0]["probability"].as_f64() > questions[5]["probability"].as_f64());
    assert_eq!(questions[0]["signals"]["wrong"], 1.0);
    assert_eq!((&report["verified"], &report["discovery"]["reviewed"]), (&json!(0), &json!(0)));
    let order = ["assign", "review", "--per-item", "1", "--order", "probable-error"];
    assert_eq!(place.json(&order)["random_share"], 0.1);
    let mut came = Vec::new();
    for _ in 0..20 {
        let key = place.json(&["next", "review", "--as", "ann"])["item"].clone();
        let key = key.as_str().unwrap().to_owned();
        let number: usize = key.parse().unwrap();
        let verdict: &[&str] = match number > 55 {
            true => &["wrong", "--reason", "bad-picture"],
            false => &["keep"],
        };
        let review = ["decide", "review", &key, "--as", "ann", "--answer", "B", "--verdict"];
        place.assay(&[&review[..], verdict].concat()).well();
        if number > 55 {
            verify(&place, &key, "lead", "remove", &["--reason", "bad-picture"]).well();
        }
        came.push(number);
    }
    let errors = came[..8].iter().filter(|number| **number > 55).count();
    assert_eq!(errors, 5, "{came:?}");
    let report = place.json(&["report", "probable-error"]);
    let found = &report["discovery"];
    assert_eq!((&found["reviewed"], &found["errors"]), (&json!(20), &json!(5)));
    assert!(found["area"].as_f64() > Some(0.75), "{found}");
    assert!(found["at_random"]["n"].as_u64() >= Some(1), "{found}");
    assert_eq!(report["errors_verified"], 5);
    let table = place.run(&["report", "probable-error", "--limit", "3"]);
    assert!(table.contains("5 errors in 20 questions"), "{table}");
}

#[test]
fn errors_found_in_the_same_millisecond_as_other_decisions_keep_their_place() {
    let place = Workplace::with_questions(4);
    for (key, verdict) in [("3", &["wrong", "--reason", "bad-picture"][..]), ("1", &["keep"])] {
        let review = ["decide", "review", key, "--as", "ann", "--answer", "B", "--verdict"];
        place.assay(&[&review[..], verdict].concat()).well();
    }
    verify(&place, "3", "lead", "remove", &["--reason", "bad-picture"]).well();
    place.sql(
        "DROP TRIGGER decision_is_never_changed;
         UPDATE decision SET created = '2026-01-01T00:00:00.000Z'",
    );
    let found = place.json(&["report", "probable-error"])["discovery"]["found_at"].clone();
    assert_eq!(found, json!([1]));
}

#[test]
fn what_a_single_reviewer_rejects_and_keeps_calibrates_alike_until_an_expert_decides() {
    let place = wrong_keys();
    place.assay(&["assign", "review", "--per-item", "1"]).well();
    for (key, verdict) in [("1", "keep"), ("2", "text-only"), ("56", "keep"), ("57", "text-only")] {
        let review =
            ["decide", "review", key, "--as", "ann", "--answer", "B", "--verdict", verdict];
        place.assay(&review).well();
    }
    let found = place.json(&["report", "probable-error"]);
    assert_eq!((&found["verified"], &found["errors_verified"]), (&json!(4), &json!(2)));
    assert_eq!(found["discovery"]["errors"], 2);
    verify(&place, "2", "lead", "keep", &[]).well();
    assert_eq!(place.json(&["report", "probable-error"])["errors_verified"], 1);
    place.assay(&["assign", "review", "--per-item", "2"]).well();
    let found = place.json(&["report", "probable-error"]);
    assert_eq!(found["verified"], 1, "one review of two settles nothing, the expert does");
}

#[test]
fn a_share_at_random_needs_an_order_and_single_items() {
    let place = wrong_keys();
    let assign = ["assign", "review", "--per-item", "1"];
    let with = |more: &[&str]| place.assay(&[&assign[..], more].concat());
    assert_eq!(with(&["--random-share", "0.1"]).code, 2);
    let said = with(&["--order", "probable-error", "--block-size", "4"]).failing(1);
    assert!(said.contains("--random-share 0"), "{said}");
    let off = ["--order", "probable-error", "--block-size", "4", "--random-share", "0"];
    with(&off).well();
}
