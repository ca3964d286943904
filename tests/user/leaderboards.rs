//! The leaderboards of SEED-Bench-2 and MMT-Bench, and models that give scores of choices instead of texts.

use serde_json::{Value, json};

use crate::harness::Workplace;

/// A benchmark of questions without pictures: each a category, its number of choices and its answer.
fn with_questions(questions: &[(&str, usize, char)]) -> Workplace {
    let line = |(index, &(category, choices, answer)): (usize, &(&str, usize, char))| {
        let mut line = json!({
            "index": index + 1, "question": format!("Question {index}?"),
            "answer": answer.to_string(), "category": category,
        });
        for (letter, text) in ('A'..='D').zip(["red", "green", "blue", "black"]).take(choices) {
            line[letter.to_string()] = text.into();
        }
        format!("{line}\n")
    };
    let place = Workplace::new();
    let lines: Vec<String> = questions.iter().enumerate().map(line).collect();
    place.write("b.jsonl", &lines.concat());
    place.run(&["import", "questions", "b.jsonl"]);
    place
}

/// A model that says these letters, one for each question; `-` where it was not asked.
fn says(place: &Workplace, model: &str, letters: &str) {
    let line = |(index, letter): (usize, char)| {
        json!({"index": index + 1, "prediction": letter.to_string()}).to_string() + "\n"
    };
    let lines = letters.chars().enumerate().filter(|(_, letter)| *letter != '-').map(line);
    let file = format!("{model}.jsonl");
    place.write(&file, &lines.collect::<String>());
    place.run(&["import", "predictions", &file, "--model", model]);
}

fn imported(place: &Workplace, lines: &[Value], more: &[&str]) -> crate::harness::Said {
    let text = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n";
    place.write("scores.jsonl", &text);
    let import = ["import", "predictions", "scores.jsonl", "--model", "m", "-o", "json"];
    place.assay(&[&import[..], more].concat())
}

/// The labels that were read from the model `m`.
fn labels(place: &Workplace) -> Vec<String> {
    let out = place.run(&["export", "predictions", "--model", "m", "--format", "jsonl"]);
    let text = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["prediction"].as_str().unwrap_or_default().to_owned()
    };
    out.lines().map(text).collect()
}

const SEED: [(&str, usize, char); 5] = [
    ("Scene Understanding", 4, 'A'),
    ("Scene Understanding", 4, 'B'),
    ("Visual Mathematics", 4, 'C'),
    ("In-Context Captioning", 4, 'D'),
    ("Text-to-Image Generation", 4, 'A'),
];

#[test]
fn seed_bench_has_dimensions_parts_levels_and_both_means() {
    let place = with_questions(&SEED);
    says(&place, "sees", "ABAD-");
    says(&place, "draws", "AAADA");
    let board = &place.json(&["tables", "seed-bench"])["seed_bench"];
    let scope = |model: &str, name: &str| {
        let at =
            board["scopes"].as_array().unwrap().iter().position(|s| s["name"] == name).unwrap();
        let row =
            board["rows"].as_array().unwrap().iter().find(|row| row["model"] == model).unwrap();
        row["scopes"][at].clone()
    };
    // Two of two and none of one: the mean over dimensions and that over questions.
    assert_eq!(scope("sees", "part 1")["mean_over_dimensions"]["value"], 0.5);
    assert_eq!(scope("sees", "part 1")["mean_over_questions"]["value"], 2.0 / 3.0);
    assert_eq!(scope("sees", "parts 1+2")["mean_over_dimensions"]["value"], 2.0 / 3.0);
    let reason = &scope("sees", "parts 1+2+3")["mean_over_dimensions"]["undefined"];
    assert!(reason.as_str().unwrap().contains("Text-to-Image Generation"), "{reason}");
    assert_eq!(scope("draws", "parts 1+2+3")["mean_over_dimensions"]["value"], 2.5 / 4.0);
    assert_eq!(scope("sees", "part 1")["rank"], 1);
    let table = place.run(&["tables", "seed-bench"]);
    for words in [
        "L2, parts 1+2",
        "by question",
        "In-Context Captioning",
        "undefined",
        "strategy first-pass",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }
    assert!(place.run(&["tables", "-o", "csv"]).contains("seed-bench,"), "it is among all tables");
}

#[test]
fn mmt_bench_has_meta_tasks_baselines_and_mean_ranks() {
    let place = with_questions(&[
        ("Food Recognition", 4, 'A'),
        ("Food Recognition", 4, 'A'),
        ("Plant Recognition", 2, 'B'),
        ("Font Recognition", 4, 'C'),
    ]);
    says(&place, "m", "AABD");
    let board = &place.json(&["tables", "mmt-bench"])["mmt_bench"];
    let rows = board["rows"].as_array().unwrap();
    let value = |name: &str, path: &str| {
        let row = rows.iter().find(|row| row["model"] == name).unwrap();
        row.pointer(path).unwrap().clone()
    };
    assert_eq!(value("m", "/overall/mean_over_subtasks/value"), 2.0 / 3.0);
    assert_eq!(value("m", "/overall/mean_over_questions/value"), 0.75);
    assert_eq!(value("m", "/without_visual_recognition/mean_over_subtasks/value"), 0.0);
    assert_eq!(value("random guess", "/meta_tasks/0/value"), 0.375, "1/4 and 1/2");
    assert_eq!(value("frequent guess", "/meta_tasks/0/value"), 1.0);
    // First with the frequent guess in VR, last in OCR.
    assert_eq!(value("m", "/overall/mean_rank"), 2.0);
    let table = place.run(&["tables", "mmt-bench", "-o", "markdown"]);
    assert!(table.contains("| VR | OCR |") && table.contains("Plant recognition"), "{table}");
    assert!(
        place
            .run(&["tables", "mmt-bench", "-o", "csv"])
            .contains("random guess,,overall,mean_rank,3,")
    );
}

#[test]
fn a_leaderboard_of_another_benchmark_is_refused_with_the_way_to_it() {
    let place = with_questions(&SEED);
    says(&place, "m", "AAAAA");
    let failure = place.failure(&["tables", "mmt-bench"]);
    assert!(
        failure.contains("seed-bench-2") && failure.contains("--taxonomy mmt-bench"),
        "{failure}"
    );
    assert_eq!(place.json(&["tables"])["mmt_bench"], Value::Null);
}

#[test]
fn the_likeliest_choice_is_the_answer_by_mean_or_by_sum() {
    let lines = [
        json!({"question_id": 1, "log_likelihood": [-3.0, -4.0, -9.0, -9.0], "tokens": [1, 4, 1, 1]}),
        json!({"question_id": 2, "log_likelihood": {"A": -5, "B": -2, "C": -7, "D": -8},
               "tokens": {"A": 1, "B": 1, "C": 1, "D": 1}}),
    ];
    let place = with_questions(&SEED[..2]);
    let said = imported(&place, &lines, &[]).well();
    assert!(said.err.contains("2 records have scores of the choices"), "{}", said.err);
    assert_eq!(labels(&place), ["B", "B"]);
    let by_sum = with_questions(&SEED[..2]);
    imported(&by_sum, &lines, &["--rank-by", "sum"]).well();
    assert_eq!(labels(&by_sum), ["A", "B"]);
    let overall = &by_sum.json(&["eval"])["models"][0]["results"][0];
    assert_eq!((&overall["questions"], &overall["correct"]), (&2.into(), &2.into()));
}

#[test]
fn a_file_is_scored_by_the_likeliest_choice_without_a_database() {
    let place = Workplace::new();
    place.write("d.tsv", "index\tquestion\tA\tB\tanswer\n1\tWhich?\tx\ty\tA\n2\tWho?\tx\ty\tB\n");
    let lines = [
        json!({"index": 1, "log_likelihood": [-3.0, -4.0], "tokens": [1, 4]}),
        json!({"index": 2, "log_likelihood": [-5.0, -2.0], "tokens": [1, 1]}),
    ];
    place.write("scores.jsonl", &lines.map(|line| line.to_string() + "\n").concat());
    let correct = |more: &[&str]| {
        let score = ["score", "scores.jsonl", "--dataset", "d.tsv"];
        place.json(&[&score[..], more].concat())["results"][0]["correct"].clone()
    };
    assert_eq!((correct(&[]), correct(&["--rank-by", "sum"])), (1.into(), 2.into()));
}

#[test]
fn an_answer_of_text_and_picture_is_right_only_if_both_are() {
    let place = with_questions(&[("Text-Image Creation", 2, 'A'); 4]);
    let line = |id: u32, loss: [f64; 2], similarity: [f64; 2]| json!({"question_id": id, "loss": loss, "similarity": similarity});
    let lines = [
        line(1, [1.0, 2.0], [0.9, 0.1]),
        line(2, [1.0, 2.0], [0.1, 0.9]),
        line(3, [2.0, 1.0], [0.1, 0.9]),
        line(4, [1.0, 2.0], [0.5, 0.5]),
    ];
    let said = imported(&place, &lines, &[]).well();
    assert!(
        said.err.contains("in 1 several are best")
            && said.err.contains("in 1 text and picture differ")
    );
    assert_eq!(labels(&place), ["A", "Z", "B", ""]);
    let scored = place.json(&["eval"]);
    let overall = &scored["models"][0]["results"][0];
    assert_eq!((&overall["questions"], &overall["correct"]), (&4.into(), &1.into()));
}

#[test]
fn scores_that_cannot_be_compared_are_refused_by_their_record() {
    let place = with_questions(&SEED[..2]);
    let good = json!({"question_id": 1, "similarity": [0.1, 0.2]});
    let bad = json!({"question_id": 2, "log_likelihood": [-1, -2]});
    let failure = imported(&place, &[good, bad], &[]).failing(1);
    for words in ["scores.jsonl", "record 2 (line 2)", "field tokens", "--rank-by sum"] {
        assert!(failure.contains(words), "{words}: {failure}");
    }
}
