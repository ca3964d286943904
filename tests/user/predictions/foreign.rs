//! Files of other programs: lmms-eval's samples, SEED-Bench's results, OpenAI's batches.

use crate::harness::Workplace;

/// Three questions whose answers are A, B, C.
fn desk() -> Workplace {
    let choices = "cat|dog|hen|fox";
    Workplace::with_choices(&[("1", choices, "A"), ("2", choices, "B"), ("3", choices, "C")])
}

fn correct(desk: &Workplace, model: &str) -> i64 {
    let eval = desk.json(&["eval", "--strategy", "first-pass", "--model", model]);
    eval["models"][0]["results"][0]["correct"].as_i64().expect("a count")
}

/// Samples whose documents count from 0, with what stands between the target and the end of the line.
fn samples(desk: &Workplace, first: u32, targets: &str, more: impl Fn(u32) -> String) {
    let line = |(at, target): (u32, char)| {
        format!(
            "{{\"doc_id\": {at}, \"target\": \"{target}\", \"filtered_resps\": [\"{target}\"]{}}}\n",
            more(at)
        )
    };
    let lines: String = (first..).zip(targets.chars()).map(line).collect();
    desk.write("p.jsonl", &lines);
}

#[test]
fn samples_of_seed_bench_are_tied_by_the_benchmarks_own_index() {
    let desk = desk();
    for (model, object) in
        [("one", "seed_all"), ("two", "seed_Single_Image"), ("three", "seedbench_2_plus_Map")]
    {
        let index =
            |at| format!(", \"{object}\": {{\"pred\": \"T\", \"question_id\": \"{}\"}}", at + 1);
        samples(&desk, 0, "ABC", index);
        assert_eq!(desk.import("p.jsonl", model)["rows"], 3);
        assert_eq!(correct(&desk, model), 3, "{object}");
    }
}

#[test]
fn samples_of_mmt_benchs_test_questions_are_tied_by_the_index_that_their_submission_names() {
    let desk = desk();
    let submission = |at| format!(", \"submission\": {{\"{}\": \"A\"}}", 3 - at);
    samples(&desk, 0, "CBA", submission);
    assert_eq!(desk.import("p.jsonl", "one")["rows"], 3);
    assert_eq!(correct(&desk, "one"), 3);
}

#[test]
fn choices_that_a_harness_shuffled_are_taken_as_they_were_shown() {
    let desk = desk();
    let row = |index, choices: &str| (index, choices.to_owned(), "B");
    let rows =
        [row("1", "dog|cat|hen|fox"), row("2", "cat|dog|fox|hen"), row("3", "fox|hen|cat|dog")];
    let rows: Vec<_> =
        rows.iter().map(|(at, choices, text)| (*at, choices.as_str(), *text)).collect();
    desk.write_predictions("p.tsv", &rows);
    let read = desk.import("p.tsv", "m");
    let warnings = read["warnings"].to_string();
    assert!(
        warnings.contains("3 rows show the choices in an order that is not a rotation"),
        "{warnings}"
    );
    // What stands at B is cat, dog, hen: the answers A, B, C.
    assert_eq!(correct(&desk, "m"), 3);
    desk.run(&["export", "predictions", "--model", "m", "-f", "again.tsv"]);
    let again = desk.import("again.tsv", "m");
    assert_eq!((&again["new"], &again["rows"]), (&false.into(), &3.into()));
    desk.write_predictions("p.tsv", &[("1", "dog|cat|hen|cow", "B")]);
    let complaint = desk.failure(&["import", "predictions", "p.tsv", "--model", "n"]);
    assert!(complaint.contains("are not those of question 1"), "{complaint}");
}

#[test]
fn the_place_of_the_index_inside_an_object_can_be_named() {
    let desk = desk();
    samples(&desk, 0, "ABC", |at| format!(", \"meta\": {{\"ids\": [9, {}]}}", at + 1));
    let import = ["import", "predictions", "p.jsonl", "--model", "m"];
    desk.json(&[&import[..], &["--format", "lmms-eval", "--map", "meta.ids.1=index"]].concat());
    assert_eq!(correct(&desk, "m"), 3);
}

#[test]
fn rows_that_only_a_count_of_documents_names_are_tied_if_their_targets_agree() {
    let desk = desk();
    let import = ["import", "predictions", "p.jsonl", "--model", "m"];
    for (first, targets, reason) in [
        (0, "ABC", "1 rows are then of no question"),
        (1, "BCA", "3 rows then have another reference answer"),
        (1, "abc", "no reference answers in the file confirm it"),
    ] {
        samples(&desk, first, targets, |_| String::new());
        let printed = desk.failure(&import);
        assert!(printed.contains(reason) && printed.contains("--map doc_id=index"), "{printed}");
    }
    samples(&desk, 1, "BCA", |_| String::new());
    let printed = desk.json(&[&import[..], &["--map", "doc_id=index", "--dry-run"]].concat());
    assert!(printed["warnings"].to_string().contains("3 rows name another reference"), "{printed}");
    samples(&desk, 1, "ABC", |_| String::new());
    desk.json(&import);
    assert_eq!(correct(&desk, "m"), 3);
}

#[test]
fn where_questions_have_no_numbers_doc_id_is_their_place_in_the_file_if_the_answers_agree() {
    let desk = Workplace::new();
    let row = |n: u32| {
        let (stem, answer) = (n / 2, n % 2);
        format!("{{\"q\": \"Which {stem}?\", \"options\": [\"x\", \"y\"], \"gold\": {answer}}}\n")
    };
    desk.write("q.jsonl", &(0..4).map(row).collect::<String>());
    let map = "stem=q,choices=options,answer=gold:index0";
    desk.json(&["import", "questions", "q.jsonl", "--map", map]);
    let asked = |n: u32| format!(", \"input\": \"Which {}?\\nA. x\\nB. y\"", n / 2);
    samples(&desk, 0, "ABAB", asked);
    desk.import("p.jsonl", "text");
    assert_eq!(correct(&desk, "text"), 4);
    samples(&desk, 0, "ABAB", |_| String::new());
    desk.import("p.jsonl", "answers");
    assert_eq!(correct(&desk, "answers"), 4);
    samples(&desk, 0, "AABB", |_| String::new());
    let said = desk.failure(&["import", "predictions", "p.jsonl", "--model", "other"]);
    assert!(said.contains("another reference answer"), "{said}");
}

#[test]
fn formats_are_taken_by_name_and_another_file_is_refused() {
    let desk = desk();
    desk.write("seed.json", "{\"question_id\": \"1\", \"prediction\": \"A\"},\n");
    desk.json(&["import", "predictions", "seed.json", "--model", "m", "--format", "seed-bench"]);
    assert_eq!(correct(&desk, "m"), 1);
    let other = ["import", "predictions", "seed.json", "--model", "x", "--format", "lmms-eval"];
    let printed = desk.failure(&other);
    assert!(printed.contains("expected doc_id and filtered_resps"), "{printed}");
}

#[test]
fn a_batch_gives_what_was_written_and_what_failed() {
    let desk = desk();
    let line = |id: u32, body: &str| {
        format!(
            "{{\"id\": \"batch_req_{id}\", \"custom_id\": \"{id}\", \"response\": {{\"status_code\": 200, \
             \"body\": {body}}}, \"error\": null}}\n"
        )
    };
    let said =
        |text: &str| format!("{{\"choices\": [{{\"message\": {{\"content\": \"{text}\"}}}}]}}");
    let error = r#"{"custom_id": "3", "response": null, "error": {"code": "batch_expired"}}"#;
    desk.write("p.jsonl", &[line(2, &said("B")), line(1, &said("A")), error.to_owned()].concat());
    let printed = desk.import("p.jsonl", "m");
    assert_eq!((&printed["rows"], &printed["failed"]), (&3.into(), &1.into()));
    assert_eq!(correct(&desk, "m"), 2);
}

#[test]
fn an_object_is_never_an_empty_prediction() {
    let desk = desk();
    desk.write("p.jsonl", "{\"id\": 1, \"response\": {\"text\": \"A\"}}\n");
    let printed = desk.failure(&["import", "predictions", "p.jsonl", "--model", "m"]);
    assert!(printed.contains("record 1, field “response”"), "{printed}");
    assert!(printed.contains("--map response.NAME=prediction"), "{printed}");
    let map = ["--map", "response.text=prediction"];
    desk.json(&[&["import", "predictions", "p.jsonl", "--model", "m"], &map[..]].concat());
    assert_eq!(correct(&desk, "m"), 1);
}
