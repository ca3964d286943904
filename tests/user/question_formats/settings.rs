//! The taxonomy and the checklist of a benchmark in our own files of questions.

use std::fs;

use serde_json::{Value, json};

use crate::harness::Workplace;

const FARM: &str = "name = \"farm\"\n[[l1]]\ntitle = \"Animals\"\n[[l1.l2]]\nname = \"wool\"\n\
                    l3 = [{ name = \"sheep\", title = \"Sheep\", definition = \"Counts sheep.\" }]\n";

const LINES: &str = "{\"index\":1,\"question\":\"Which?\",\"A\":\"x\",\"B\":\"y\",\"category\":\"sheep\"}\n\
                     {\"index\":2,\"question\":\"Who?\",\"A\":\"x\",\"B\":\"y\",\"category\":\"sheep\"}\n";

/// The example of docs/team-reference.md.
fn checklist() -> &'static str {
    let page = include_str!("../../../docs/team-reference.md");
    let (_, example) = page.split_once("```toml\n").unwrap();
    example.split_once("```").unwrap().0
}

/// Two questions whose benchmark has a taxonomy and a checklist of its own.
fn farm() -> Workplace {
    let place = Workplace::new();
    place.write("b.jsonl", LINES);
    place.write("farm.toml", FARM);
    place.write("ours.toml", checklist());
    place.run(&["import", "questions", "b.jsonl", "--taxonomy", "farm.toml"]);
    place.run(&["checklist", "set", "ours.toml"]);
    place
}

fn exported(place: &Workplace) -> String {
    place.run(&["export", "questions", "--format", "jsonl"])
}

/// What the benchmark shows of both.
fn shown(place: &Workplace) -> (Value, Value) {
    let described = place.json(&["describe"]);
    (described["levels"].clone(), place.json(&["checklist"]))
}

#[test]
fn a_benchmarks_own_taxonomy_and_checklist_come_back_from_json_lines_and_from_parquet() {
    let place = farm();
    let lines = exported(&place);
    let (first, rest) = lines.split_once('\n').unwrap();
    let first: Value = serde_json::from_str(first).unwrap();
    assert_eq!(first, json!({"benchmark": {"taxonomy": FARM, "checklist": checklist()}}));
    assert_eq!(rest, LINES);
    place.run(&["export", "questions", "-f", "b.parquet"]);
    place.write("lines.jsonl", &lines);
    for file in ["lines.jsonl", "b.parquet"] {
        let other = Workplace::new();
        fs::copy(place.path(file), other.path(file)).unwrap();
        let read = other.json(&["import", "questions", file, "--benchmark", "b"]);
        assert_eq!((&read["questions"], &read["rows"]), (&2.into(), &2.into()), "{file}");
        assert_eq!((&read["taxonomy"], &read["checklist"]), (&"farm".into(), &true.into()));
        assert_eq!((exported(&other), shown(&other)), (lines.clone(), shown(&place)), "{file}");
        let again = other.json(&["import", "questions", file, "--benchmark", "b"]);
        assert_eq!((&again["unchanged"], &again["warnings"][1]), (&2.into(), &Value::Null));
    }
}

#[test]
fn a_file_of_questions_is_nothing_but_questions_where_a_reader_finds_out_the_rest() {
    let place = Workplace::with_questions(2);
    assert!(exported(&place).starts_with("{\"index\":1,"), "{}", exported(&place));
    // MMBench's categories with another built-in taxonomy: a reader would choose MMBench's.
    place.run(&["import", "questions", "b.tsv", "--taxonomy", "mllm-bench"]);
    let lines = exported(&place);
    assert!(lines.starts_with("{\"benchmark\":{\"taxonomy\":\"mllm-bench\"}}\n"), "{lines}");
    let other = Workplace::new();
    other.write("b.jsonl", &lines);
    assert_eq!(other.json(&["import", "questions", "b.jsonl"])["taxonomy"], "mllm-bench");
    let chosen = ["import", "questions", "b.jsonl", "--taxonomy", "mmbench"];
    assert_eq!(other.json(&chosen)["taxonomy"], "mmbench");
}

#[test]
fn a_benchmark_keeps_the_taxonomy_and_the_checklist_that_it_has() {
    let place = farm();
    let before = exported(&place);
    let lines = before.replace("Counts sheep.", "Looks at sheep.").replace("too-local", "too-near");
    place.write("b.jsonl", &lines);
    let read = place.json(&["import", "questions", "b.jsonl"]);
    assert_eq!((&read["taxonomy"], &read["checklist"]), (&Value::Null, &false.into()));
    let warnings = read["warnings"].to_string();
    assert!(
        warnings.contains("has the taxonomy farm, but the benchmark has another"),
        "{warnings}"
    );
    assert!(warnings.contains("has a checklist, but the benchmark has another"), "{warnings}");
    assert_eq!(exported(&place), before);
}

#[test]
fn damaged_settings_are_named_and_nothing_is_imported() {
    let place = Workplace::new();
    for (settings, wanted) in [
        (json!({"taxonomy": "no = taxonomy"}), "b.jsonl: its taxonomy cannot be read"),
        (json!({"taxonomy": "of-tomorrow"}), "choose one with --taxonomy"),
        (json!({"checklist": "no = checklist"}), "b.jsonl: its checklist cannot be read"),
        (
            json!({"checklist": [1]}),
            "row 1 (line 1), column benchmark: found a list as “checklist”",
        ),
        (json!("farm"), "row 1 (line 1), column benchmark: found “farm”; expected an object"),
    ] {
        place.write("b.jsonl", &format!("{}\n{LINES}", json!({ "benchmark": settings })));
        let complaint = place.failure(&["import", "questions", "b.jsonl"]);
        assert!(complaint.contains(wanted), "{complaint}");
        assert!(!place.path("assay.db").exists(), "{settings}");
    }
}

#[test]
fn a_score_takes_the_answers_from_our_own_lines_with_settings_too() {
    let place = Workplace::new();
    let settings = json!({"benchmark": {"taxonomy": FARM}});
    let question = json!({"index": 1, "question": "Which?", "A": "x", "B": "y", "answer": "B"});
    place.write("b.jsonl", &format!("{settings}\n{question}\n"));
    place.write("p.tsv", "index\tA\tB\tprediction\n1\tx\ty\tB\n");
    let scored = place.json(&["score", "p.tsv", "--dataset", "b.jsonl"]);
    assert_eq!(scored["results"][0]["correct"], 1, "{scored}");
}

#[test]
fn of_files_put_one_behind_the_other_the_first_settings_count() {
    let place = farm();
    let first = exported(&place);
    let second = first.replace("Counts sheep.", "Looks at sheep.");
    let second = second.replace("\"index\":1", "\"index\":3").replace("\"index\":2", "\"index\":4");
    let other = Workplace::new();
    other.write("b.jsonl", &format!("{first}{second}"));
    let read = other.json(&["import", "questions", "b.jsonl"]);
    assert_eq!(read["questions"], 4);
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("several taxonomies or checklists; the first one"), "{warnings}");
    assert!(exported(&other).contains("Counts sheep."));
    // The same once more is nothing to warn of.
    let second = second.replace("Looks at sheep.", "Counts sheep.");
    other.write("b.jsonl", &format!("{first}{second}"));
    let read = other.json(&["import", "questions", "b.jsonl"]);
    assert!(!read["warnings"].to_string().contains("several taxonomies"), "{read}");
}

#[test]
fn a_question_with_a_field_of_that_name_is_a_question() {
    let place = Workplace::new();
    let line = r#"{"benchmark":"farm","index":1,"question":"Which?","A":"x","B":"y"}"#;
    place.write("b.jsonl", &format!("{line}\n"));
    assert_eq!(place.json(&["import", "questions", "b.jsonl"])["questions"], 1);
    let exported: Value = serde_json::from_str(&exported(&place)).unwrap();
    assert_eq!(exported["extra"]["benchmark"], "farm");
}

#[test]
fn rows_that_cannot_carry_the_settings_say_so() {
    let place = farm();
    let export = |more: &[&str]| {
        let all = [&["export", "questions", "-f"], more, &["--force"]].concat();
        place.assay(&all).well().err
    };
    let lost = "these rows do not carry the benchmark's taxonomy and checklist";
    for rows in [&["b.tsv"][..], &["c.jsonl", "--circular"]] {
        assert!(export(rows).contains(lost), "{rows:?}");
    }
    for whole in [&["d.jsonl"][..], &["d.parquet"], &["e.parquet", "--circular"]] {
        assert!(!export(whole).contains("do not carry"), "{whole:?}");
    }
    let usual = Workplace::with_questions(2);
    let said = usual.assay(&["export", "questions", "-f", "b.tsv", "--force"]).well();
    assert!(!said.err.contains("do not carry"), "{}", said.err);
}
