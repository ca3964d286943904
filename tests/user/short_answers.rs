//! Questions that are answered in a few words or with a number: imported, asked, scored beside the choices, reviewed
//! with a typed answer, fixed and exported.

use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::support::fault_server::{FaultServer, answer};

/// A question for each of four rules, one with choices and an open one.
fn questions() -> [Value; 6] {
    let people = ["dog", "dog", "cat", "cat", "cat", "cat", "cat", "cat", "cat", "cat"];
    [
        json!({"index": 1, "question": "How long is it?", "category": "size",
            "short_answer": {"rule": "mathvista", "answers": ["2.5"], "precision": 1, "unit": "cm"}}),
        json!({"index": 2, "question": "Is it red?", "category": "colour",
            "short_answer": {"rule": "yes-no", "answers": ["yes"]}}),
        json!({"index": 3, "question": "What is it?", "category": "colour",
            "short_answer": {"rule": "vqa", "answers": people}}),
        json!({"index": 4, "question": "Which one?", "A": "cat", "B": "dog", "answer": "B"}),
        json!({"index": 5, "question": "Tell a story."}),
        json!({"index": 6, "question": "What is written there?",
            "short_answer": {"rule": "anls", "answers": ["STOP"]}}),
    ]
}

fn place() -> Workplace {
    let place = Workplace::new();
    place.write("b.jsonl", &questions().map(|row| row.to_string()).join("\n"));
    place.run(&["import", "questions", "b.jsonl"]);
    place
}

/// What a model answers: right, right, a dog as two of ten people say, right, a story, nearly right.
const ANSWERS: [(u32, &str); 6] = [
    (1, "The length is 2.46 cm, so the answer is 2.46."),
    (2, "Yes, it is."),
    (3, "A dog."),
    (4, "B"),
    (5, "A"),
    (6, "stoop"),
];

fn predictions(place: &Workplace) {
    let row = |(index, text): (u32, &str)| json!({"index": index, "prediction": text}).to_string();
    place.write("p.jsonl", &ANSWERS.map(row).join("\n"));
}

fn overall(document: &Value) -> Value {
    let rows = document["results"].as_array().unwrap();
    rows.iter().find(|row| row["level"] == "overall").unwrap().clone()
}

fn assert_mean(row: &Value, expected: f64) {
    let mean = row["mean_score"].as_f64().unwrap();
    assert!((mean - expected).abs() < 1e-9, "{row}");
}

#[test]
fn short_answers_count_beside_the_choices_by_their_rules() {
    let place = place();
    assert_eq!(place.json(&["status"])["benchmarks"][0]["with_answer"], 5);
    predictions(&place);
    place.run(&["import", "predictions", "p.jsonl", "--model", "m"]);
    let document = place.json(&["eval"]);
    let run = &document["models"][0];
    let row = overall(run);
    assert_eq!((&row["questions"], &row["correct"]), (&json!(5), &json!(5)), "{row}");
    // 1 + 1 + 0.6 of the people + 1 + 4 of 5 letters.
    assert_mean(&row, (1.0 + 1.0 + 0.6 + 1.0 + 0.8) / 5.0);
    assert_eq!(run["short_answers"], json!({"mathvista": 1, "yes-no": 1, "vqa": 1, "anls": 1}));
    let warnings = run["warnings"].to_string();
    for words in
        ["4 questions have short answers, judged by rule", "yes-no 1", "vqa 1", "mean_score"]
    {
        assert!(warnings.contains(words), "{warnings}");
    }
    assert!(warnings.contains("1 open question has no answer to compare"), "{warnings}");
    let extraction = &run["extraction"];
    assert_eq!(
        (&extraction["matched"], &extraction["none"]),
        (&json!(5), &json!(0)),
        "{extraction}"
    );
}

#[test]
fn a_file_has_the_score_of_the_run_with_values_and_scores_in_its_rows() {
    let place = place();
    predictions(&place);
    let document = place.json(&["score", "p.jsonl", "--dataset", "b.jsonl"]);
    let row = overall(&document);
    assert_eq!((&row["questions"], &row["correct"]), (&json!(5), &json!(5)), "{row}");
    assert_mean(&row, (1.0 + 1.0 + 0.6 + 1.0 + 0.8) / 5.0);
    let rows = place.run(&["score", "p.jsonl", "--dataset", "b.jsonl", "--rows"]);
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let value = |at: usize| (rows[at]["value"].clone(), rows[at]["label"].clone());
    assert_eq!(value(0), (json!("2.5"), Value::Null));
    assert_eq!(value(2).0, json!("dog"));
    assert_eq!(value(3), (Value::Null, json!("B")));
    place.write(
        "vqa.tsv",
        "index\tquestion\tanswer\tprediction\n1\tWhat?\t['2', 'two']\tTwo!\n2\tWho?\tann\tbob\n",
    );
    let document = place.json(&["score", "vqa.tsv", "--answer-rule", "vqa"]);
    assert_eq!(overall(&document)["correct"], 1, "{document}");
}

#[test]
fn a_row_with_a_list_of_choices_is_no_short_answer_and_its_choices_come_from_the_data_set() {
    let place = Workplace::new();
    let row = "2\tWhich?\t['1 m', '2 m']\t2 m\tB\n";
    place.write(
        "p.tsv",
        &format!("index\tquestion\tchoices\tanswer\tprediction\n1\tHow long?\t[]\t1.2\t1.2\n{row}"),
    );
    let by = ["score", "p.tsv", "--answer-rule", "mathvista"];
    let alone = place.json(&by);
    assert_eq!(alone["short_answers"], json!({"mathvista": 1}));
    assert!(
        alone["warnings"].to_string().contains("1 rows have their choices as a list"),
        "{alone}"
    );
    place.write("b.jsonl", "{\"index\": 1, \"question\": \"How long?\", \"answer\": \"1.2\"}\n\
        {\"index\": 2, \"question\": \"Which?\", \"A\": \"1 m\", \"B\": \"2 m\", \"answer\": \"B\"}\n");
    let with = place.json(&[&by[..], &["--dataset", "b.jsonl"]].concat());
    assert_eq!(overall(&with)["correct"], 2, "{with}");
    assert!(!with["warnings"].to_string().contains("list in one cell"), "{with}");
}

#[test]
fn a_model_is_asked_in_the_form_that_the_rule_expects_and_not_again() {
    let place = place();
    let server = FaultServer::always(answer("2.5"));
    let url = server.url();
    let infer = ["infer", "--model", "m", "--url", &url];
    let document = place.json(&infer);
    assert_eq!(
        (&document["questions"], &document["requests"]),
        (&json!(6), &json!(7)),
        "{document}"
    );
    let asked: Vec<String> = server
        .seen()
        .iter()
        .map(|seen| seen.json()["messages"][0]["content"].to_string())
        .collect();
    let is_asked = |words: &str| asked.iter().any(|text| text.contains(words));
    for words in [
        "one decimal place and provide the final value, e.g., 1.2, 1.3, 1.4, at the end.\\nQuestion: How long is it? (Unit: cm)",
        "Question: Is it red?\\nPlease answer yes or no.",
        "Question: What is it?\\nAnswer the question using a single word or phrase.",
    ] {
        assert!(is_asked(words), "{words}: {asked:?}");
    }
    assert_eq!(place.json(&infer)["requests"], 0);
}

#[test]
fn a_decimal_without_a_precision_is_asked_for_as_its_rule_compares_it() {
    let place = Workplace::new();
    let row = |index: u32, rule: &str| json!({"index": index, "question": "How long?", "short_answer": {"rule": rule, "answers": ["2.50"]}});
    place.write("b.jsonl", &format!("{}\n{}", row(1, "mathvista"), row(2, "numeric")));
    place.run(&["import", "questions", "b.jsonl"]);
    let server = FaultServer::always(answer("2.5"));
    place.json(&["infer", "--model", "m", "--url", &server.url()]);
    let asked: Vec<String> = server
        .seen()
        .iter()
        .map(|seen| seen.json()["messages"][0]["content"].to_string())
        .collect();
    let is_asked = |words: &str| asked.iter().filter(|text| text.contains(words)).count() == 1;
    assert!(is_asked("with two decimal places") && is_asked("requiring a number and"), "{asked:?}");
    assert_eq!(overall(&place.json(&["eval"])["models"][0])["correct"], 2);
}

#[test]
fn the_answer_is_typed_blind_compared_by_the_rule_and_counted_equal() {
    let place = Workplace::new();
    place.write("b.jsonl", &questions()[0].to_string());
    place.run(&["import", "questions", "b.jsonl"]);
    let ann = place.assay(&[
        "decide",
        "review",
        "1",
        "--as",
        "ann",
        "--answer",
        "2.5 cm",
        "--verdict",
        "keep",
    ]);
    assert_eq!(ann.well().json()["answer"], "typed 2.5 cm");
    let bob = place.plain("bob", "2.46\ny\nq\n").well();
    assert!(bob.out.contains("short answer · mathvista · 1 decimal · cm"), "{}", bob.out);
    assert!(bob.out.contains("2.5 cm (mathvista, 1 decimal)"), "{}", bob.out);
    let blind = bob.out.split("Saved:").next().unwrap();
    assert!(!blind.contains("2.5") && blind.contains("How long is it?"), "{blind}");
    let keys = ["decide", "review", "1", "--as", "carol", "--verdict", "keep", "--answer"];
    let wrong = place.assay(&[&keys[..], &[&"x".repeat(200)]].concat());
    assert!(wrong.failing(2).contains("at most 120 bytes"));
    // Here `none` is a word.
    place.assay(&[&keys[..], &["none"]].concat()).well();
    let agreement = place.json(&["agree", "review"]);
    let text = agreement.to_string();
    assert!(text.contains("typed 2.5") && text.contains("typed none"), "{text}");
    let rows = place.export();
    let answers: Vec<&str> = rows.iter().filter_map(|row| row["answer"].as_str()).collect();
    assert!(answers.contains(&"typed 2.46") && answers.contains(&"typed 2.5 cm"), "{answers:?}");
}

#[test]
fn an_answer_of_the_other_kind_is_refused() {
    let place = place();
    let review = |key: &str, answer: &str| {
        place.assay(&[
            "decide",
            "review",
            key,
            "--as",
            "ann",
            "--verdict",
            "keep",
            "--answer",
            answer,
        ])
    };
    assert!(review("4", "12 cm").failing(2).contains("a choice letter"));
    assert!(review("1", &"x".repeat(200)).failing(2).contains("at most 120 bytes"));
    review("5", "a story").failing(2);
    let without = place.assay(&["decide", "review", "1", "--as", "ann", "--verdict", "keep"]);
    assert!(without.failing(2).contains("--answer TEXT"));
    place.write(
        "bad.jsonl",
        "{\"index\": 1, \"question\": \"?\", \"short_answer\": {\"rule\": \"vq\"}}",
    );
    let refused = place.failure(&["import", "questions", "bad.jsonl", "--benchmark", "bad"]);
    assert!(refused.contains("mmmu-open") && refused.contains("short_answer"), "{refused}");
}

#[test]
fn exports_keep_short_answers_in_every_form() {
    let place = place();
    let lines = place.run(&["export", "questions", "--format", "jsonl"]);
    for format in ["jsonl", "tsv", "parquet"] {
        let name = format!("out.{format}");
        place.run(&["export", "questions", "--format", format, "--file", &name]);
        let other = Workplace::new();
        other.run(&["import", "questions", &place.file(&name), "--benchmark", "b"]);
        assert_eq!(other.run(&["export", "questions", "--format", "jsonl"]), lines, "{format}");
    }
    let tsv = std::fs::read_to_string(place.path("out.tsv")).unwrap();
    assert!(tsv.lines().any(|line| line.contains("\"2.5\"")), "VLMEvalKit finds the answer: {tsv}");
}

#[test]
fn a_fix_changes_the_accepted_answers_and_the_score() {
    let place = place();
    predictions(&place);
    place.run(&["import", "predictions", "p.jsonl", "--model", "m"]);
    place.run(&[
        "decide",
        "review",
        "1",
        "--as",
        "ann",
        "--answer",
        "3",
        "--verdict",
        "wrong",
        "--reason",
        "wrong-reference-answer",
    ]);
    place.write("edit.json", r#"{"answers": ["3.0"]}"#);
    place.run(&[
        "decide",
        "verify",
        "1",
        "--as",
        "vera",
        "--verdict",
        "fix",
        "--edit",
        "edit.json",
    ]);
    let document = place.json(&["eval"]);
    assert_eq!(overall(&document["models"][0])["correct"], 4, "{document}");
    let shown = place.run(&["show", "1", "--answer"]);
    assert!(shown.contains("3.0 cm (mathvista, 1 decimal)"), "{shown}");
}

#[test]
fn filters_leave_short_answers_out_and_say_so() {
    let place = place();
    predictions(&place);
    place.run(&["import", "predictions", "p.jsonl", "--model", "m", "--input", "text"]);
    let said = place.assay(&["filter", "text-only"]);
    let words = "4 questions have short answers: not checked";
    assert!(said.out.contains(words) || said.err.contains(words), "{said:?}");
}

/// Rows as MathVista has them: the kind of the answer is in its form, and a float names its decimals.
const MATHVISTA: &str = "index\tquestion\tanswer\tprecision\tprediction
1\tHow many are there?\t4\t\tThere are 4 of them.
2\tHow long is it in cm?\t2.5\t1\tThe length is 2.46 cm, so the answer is 2.46.
3\tWhich years?\t[1990, 1991]\t\tThe years are [1990, 1991]
4\tHow many are left?\t7\t\tI count 8.
5\tHow old is he?\t30\t\tI cannot say.
";

#[test]
fn both_sides_of_a_comparison_have_the_score_of_their_file_by_every_rule_set() {
    let place = Workplace::new();
    place.write("a.tsv", MATHVISTA);
    place.write("b.tsv", &MATHVISTA.replace("count 8", "count 7"));
    let by = ["--answer-rule", "mathvista"];
    let accuracy = |file: &str| -> f64 {
        let score = place.json(&[&["score", file], &by[..]].concat());
        assert_eq!(overall(&score)["questions"], 5, "{score}");
        overall(&score)["accuracy"].as_f64().unwrap()
    };
    let found = place.json(&[&["reconcile", "a.tsv", "b.tsv"], &by[..]].concat());
    for (side, file, right) in [("a", "a.tsv", 0.6), ("b", "b.tsv", 0.8)] {
        let reconciled = found[side]["score"].as_f64().unwrap();
        assert!((accuracy(file) - right).abs() < 1e-9, "{file}");
        assert!((reconciled - 100.0 * right).abs() < 1e-9, "{found}");
    }
    let moved: Vec<&Value> = found["parts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|part| part["questions"] != json!([]))
        .collect();
    assert_eq!(moved.len(), 1, "{found}");
    assert_eq!((&moved[0]["cause"], &moved[0]["questions"]), (&json!("answers"), &json!(["4"])));
    // A corrected reference is one also where nothing is read as a letter.
    place.write("c.tsv", &MATHVISTA.replace("left?\t7", "left?\t8"));
    let found =
        place.json(&[&["reconcile", "a.tsv", "c.tsv", "--open", "reference"], &by[..]].concat());
    assert!((found["difference"].as_f64().unwrap() + 20.0).abs() < 1e-9, "{found}");
    assert!(found.to_string().contains("\"value\":\"8\""), "{found}");
    let all = place.json(&[&["score", "a.tsv", "--rules", "all"], &by[..]].concat());
    let rules = all["rules"].as_object().unwrap();
    for (rules, score) in rules {
        assert_eq!(overall(score)["correct"], 3, "{rules}: {score}");
    }
}

#[test]
fn an_open_short_question_may_get_the_answer_that_another_model_gave_and_turns_places_so_far() {
    let place = place();
    predictions(&place);
    place.run(&["import", "predictions", "p.jsonl", "--model", "m"]);
    let worse = std::fs::read_to_string(place.path("p.jsonl")).unwrap().replace("2.46", "9.1");
    place.write("worse.jsonl", &worse);
    place.run(&["import", "predictions", "worse.jsonl", "--model", "n"]);
    let report = place.json(&["report", "stakes", "--questions", "1"]);
    let right: Vec<&Value> =
        report["models"].as_array().unwrap().iter().map(|model| &model["correct"]).collect();
    assert_eq!(right, [&json!(5), &json!(4)], "{report}");
    let pair = &report["pairs"][0];
    let numbers = ["difference", "min", "max"].map(|name| pair[name].clone());
    assert_eq!(numbers, [json!(1), json!(-1), json!(1)], "with 9.1 the other is right: {report}");
    let without = ["report", "stakes", "--questions", "1", "--outcomes", "keep,remove"];
    let report = place.json(&without);
    assert_eq!(report["pairs"][0]["min"], 0, "removed it has neither right: {report}");
    let rekeyed = ["report", "stakes", "--questions", "1", "--outcomes", "rekey"];
    let pair = place.json(&rekeyed)["pairs"][0].clone();
    assert_eq!((&pair["min"], &pair["max"]), (&json!(-1), &json!(-1)), "another answer: {pair}");
}
