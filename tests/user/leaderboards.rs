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

#[test]
fn a_drawn_picture_is_compared_with_the_choices_by_embeddings() {
    let place = with_questions(&[("Next Image Prediction", 3, 'B'); 3]);
    let line = |id: u32, choices: Value| json!({"question_id": id, "picture_embedding": [1.0, 2.0, 2.0], "choice_embeddings": choices});
    let lines = [
        line(1, json!([[2, 1, 2], [10, 20, 21], [-1, -2, -2]])),
        line(2, json!({"A": [0.1, 0.2, 0.2], "B": [2, 1, 2], "C": [0, 0, 1]})),
        line(3, json!([[1, 2, 2], [2, 4, 4], [0, 0, 1]])),
    ];
    let said = imported(&place, &lines, &[]).well();
    assert!(said.err.contains("in 1 several are best"), "{}", said.err);
    assert_eq!(labels(&place), ["B", "A", ""]);
    let place = with_questions(&[("Next Image Prediction", 3, 'B')]);
    let bad = line(1, json!([[1, 2], [2, 1], [0, 1]]));
    let failure = imported(&place, &[bad], &[]).failing(1);
    assert!(failure.contains("field choice_embeddings, choice A"), "{failure}");
}

#[test]
fn scores_must_be_those_of_the_choices_that_the_question_has() {
    let place = with_questions(&[("Scene Understanding", 3, 'B'), ("Scene Understanding", 4, 'D')]);
    let line = |id: u32, loss: Value| json!({"question_id": id, "loss": loss});
    let more = [line(1, json!([3, 2, 1, 0.5])), line(2, json!([4, 3, 2, 1]))];
    let failure = imported(&place, &more, &[]).failing(1);
    for words in ["row 1 (index “1”)", "scores are for A, B, C, D, and question 1 has A, B, C"]
    {
        assert!(failure.contains(words), "{words}: {failure}");
    }
    let fewer = [line(2, json!({"A": 4, "B": 3, "C": 2}))];
    let failure = imported(&place, &fewer, &[]).failing(1);
    assert!(failure.contains("question 2 has A, B, C, D"), "{failure}");
    // Lists of one length, filled up with nothing, and a probability of zero.
    let zero = "{\"question_id\": 2, \"loss\": [4, Infinity, 2, 1]}\n";
    place.write("padded.jsonl", &format!("{}\n{zero}", line(1, json!([3, 2, 4, null]))));
    place.run(&["import", "predictions", "padded.jsonl", "--model", "m"]);
    assert_eq!(labels(&place), ["B", "D"]);

    place.write("d.tsv", "index\tquestion\tA\tB\tanswer\n1\tWhich?\tx\ty\tA\n");
    place.write("s.jsonl", "{\"index\": 1, \"loss\": [3, 2, 1]}\n");
    let failure = place.failure(&["score", "s.jsonl", "--dataset", "d.tsv"]);
    assert!(
        failure.contains("row 1: the scores are for A, B, C, and question 1 has A, B"),
        "{failure}"
    );
}

#[test]
fn likelihoods_of_lm_evaluation_harness_may_be_equal_or_minus_infinity() {
    let place = with_questions(&SEED[..2]);
    let line =
        |id: u32, pairs: &str| format!("{{\"question_id\": {id}, \"filtered_resps\": {pairs}}}\n");
    let lines = [
        line(1, "[[-Infinity, false], [-3.5, true], [-9, false], [-9, false]]"),
        line(2, "[[-2, false], [-2, true], [-9, false], [-9, false]]"),
    ];
    place.write("scores.jsonl", &lines.concat());
    let said = place.assay(&["import", "predictions", "scores.jsonl", "--model", "m"]).well();
    assert!(said.err.contains("in 1 several are highest, which is not an answer"), "{}", said.err);
    assert_eq!(labels(&place), ["B", ""]);
    place.write("scores.jsonl", &line(1, "[[-1, false], [-3.5, true]]"));
    let failure = place.failure(&["import", "predictions", "scores.jsonl", "--model", "n"]);
    assert!(failure.contains("scores are for A, B, and question 1 has A, B, C, D"), "{failure}");
}

#[test]
fn a_file_with_the_categories_of_a_paper_is_scored_by_its_levels() {
    let place = Workplace::new();
    place.write(
        "f.tsv",
        "index\tquestion\tA\tB\tanswer\tcategory\tprediction\n\
         1\tWhich?\tx\ty\tA\tScene Understanding\tA\n\
         2\tWho?\tx\ty\tB\tIn-Context Captioning\tA\n",
    );
    let score = place.json(&["score", "f.tsv"]);
    let rows = score["results"].as_array().unwrap();
    let parts: Vec<_> = rows.iter().filter(|row| row["level"] == "l1").collect();
    assert_eq!(parts.len(), 2, "{rows:?}");
    assert_eq!((&parts[0]["name"], &parts[0]["accuracy"]), (&json!("Part 1"), &json!(1.0)));
}
