//! Work that is done apart and united: bundles, merging in any order, backups.

use proptest::prelude::*;

use crate::harness::Workplace;

/// Two people with a bundle each, who have both reviewed all three questions; bob took one back.
fn reviewed_apart() -> Workplace {
    let place = Workplace::with_questions(3);
    for name in ["alice", "bob"] {
        place.assay(&["pack", "--for", name, "--file", &format!("{name}.db")]).well();
    }
    review(&place, "alice", "b\ny\nb\ny\nb\ny\n");
    review(&place, "bob", "b\ny\nb\ny\na\ny\ny\nu\n");
    place
}

fn review(place: &Workplace, name: &str, lines: &str) {
    let file = format!("{name}.db");
    let arguments = ["--db", &file, "annotate", "review", "--plain", "--as", name];
    place.assay_with_input(&arguments, lines).well();
}

/// What counts in a database, and how many rows it has.
fn state(place: &Workplace, file: &str) -> (String, usize) {
    let in_force = place.json(&["--db", file, "status"]);
    let mut work = in_force["work"][0]["queues"][0]["annotators"].as_array().unwrap().clone();
    work.sort_by_key(|own| own["annotator"].to_string());
    let mut rows: Vec<String> =
        place.run(&["--db", file, "export", "decisions"]).lines().map(str::to_owned).collect();
    for row in &mut rows {
        // The text of a guideline is on the first row that names it, whichever that is.
        let mut value: serde_json::Value = serde_json::from_str(row).unwrap();
        value.as_object_mut().unwrap().shift_remove("guideline_text");
        *row = value.to_string();
    }
    rows.sort();
    (format!("{work:?} {rows:?}"), rows.len())
}

#[test]
fn a_bundle_holds_no_reference_answer_and_nobody_elses_decision() {
    let place = Workplace::with_questions(3);
    let note = "a-note-that-only-alice-wrote";
    place
        .assay(&[
            "decide",
            "review",
            "1",
            "--as",
            "alice",
            "--answer",
            "B",
            "--verdict",
            "keep",
            "--note",
            note,
        ])
        .well();
    place.sql("UPDATE question SET comment = 'a-remark-of-the-makers'");
    place.assay(&["pack", "--for", "bob", "--file", "bob.db"]).well();
    for file in ["bob.db", "bob.db-wal"] {
        let Ok(bytes) = std::fs::read(place.path(file)) else { continue };
        for secret in [note, "a-remark-of-the-makers", "alice"] {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{secret} is in {file}");
        }
    }
    let bundle = rusqlite::Connection::open(place.path("bob.db")).unwrap();
    let count = |sql: &str| bundle.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM question"), 3);
    assert_eq!(count("SELECT count(answer) FROM question"), 0);
    assert_eq!(count("SELECT count(*) FROM decision"), 0);
    drop(bundle);
    place.assay(&["--db", "bob.db", "doctor"]).well();
    let complaint = place.failure(&["pack", "--for", "bob", "--file", "bob.db"]);
    assert!(complaint.contains("there is a file already"), "{complaint}");
}

#[test]
fn decisions_made_apart_on_the_same_questions_both_count() {
    let place = reviewed_apart();
    let merged = place.json(&["merge", "alice.db", "bob.db"]);
    assert_eq!((&merged["problems"], &merged["known"]), (&0.into(), &0.into()), "{merged}");
    let status = place.json(&["status"]);
    let annotators = &status["work"][0]["queues"][0]["annotators"];
    let done: Vec<u64> =
        annotators.as_array().unwrap().iter().map(|own| own["done"].as_u64().unwrap()).collect();
    assert_eq!(done.iter().sum::<u64>(), 5, "{annotators}");
    let again = place.json(&["merge", "bob.db", "alice.db", "bob.db"]);
    assert_eq!(again["new"], 0, "{again}");
    place.assay(&["doctor"]).well();
}

#[test]
fn a_question_that_was_changed_meanwhile_is_reported_and_the_rest_is_taken() {
    let place = reviewed_apart();
    place.sql("UPDATE question SET content_hash = 'other', stem = 'Other?' WHERE key = '1'");
    let said = place.assay(&["merge", "alice.db", "-o", "json"]).well();
    let merged: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&merged["new"], &merged["problems"]), (&4.into(), &2.into()), "{merged}");
    assert!(said.err.contains("no question 1 of b with the same content"), "{}", said.err);
}

#[test]
fn an_assigned_question_that_is_away_in_a_bundle_is_given_to_nobody_else() {
    let place = Workplace::with_questions(3);
    place.assay(&["assign", "review", "--per-item", "1"]).well();
    place.assay(&["pack", "--for", "alice", "--file", "alice.db", "--items", "2"]).well();
    let given = place.json(&["next", "review", "--as", "bob"]);
    assert!(given["item"].is_string());
    let none = place.json(&["next", "review", "--as", "carol"]);
    assert_eq!((&none["waiting"], &none["leased"]), (&3.into(), &3.into()), "{none}");
    review(&place, "alice", "b\ny\nb\ny\n");
    place.assay(&["merge", "alice.db"]).well();
    let none = place.json(&["next", "review", "--as", "carol"]);
    assert_eq!((&none["waiting"], &none["leased"]), (&1.into(), &1.into()), "{none}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn merging_in_any_order_and_any_number_of_times_gives_the_same(
        order in prop::collection::vec(0usize..3, 0..4)
    ) {
        // Alice decided here too, while her bundle was away.
        let place = reviewed_apart();
        std::fs::copy(place.path("assay.db"), place.path("copy.db")).unwrap();
        place.assay_with_input(
            &["--db", "copy.db", "annotate", "review", "--plain", "--as", "alice"], "c\ny\ny\nu\n",
        ).well();
        let files = ["alice.db", "bob.db", "copy.db"];
        for (target, order) in [("one.db", vec![0, 1, 2]), ("two.db", [order, vec![2, 1, 0]].concat())] {
            std::fs::copy(place.path("assay.db"), place.path(target)).unwrap();
            for file in order {
                place.assay(&["--db", target, "merge", files[file]]).well();
            }
        }
        prop_assert_eq!(state(&place, "one.db"), state(&place, "two.db"));
    }
}

#[test]
fn rows_arrive_as_they_were_made() {
    let place = reviewed_apart();
    let rows = |file: &str| -> std::collections::BTreeMap<String, serde_json::Value> {
        let lines = place.run(&["--db", file, "export", "decisions"]);
        let row = |line: &str| {
            let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
            // The text is on the first row; a question has another hash in a bundle.
            for field in ["guideline_text", "question_hash"] {
                row.as_object_mut().unwrap().shift_remove(field);
            }
            (row["id"].to_string(), row)
        };
        lines.lines().map(row).collect()
    };
    place.assay(&["merge", "alice.db", "bob.db"]).well();
    let made: std::collections::BTreeMap<_, _> =
        rows("alice.db").into_iter().chain(rows("bob.db")).collect();
    assert!(made.values().any(|row| row["supersedes"].is_string()), "{made:?}");
    assert!(made.values().any(|row| row["active_ms"].as_u64() > Some(0)), "{made:?}");
    assert!(made.values().any(|row| row["exposure"]["reference"] == true), "{made:?}");
    assert_eq!(rows("assay.db"), made);
}

#[test]
fn a_merged_decision_takes_one_place_and_keeps_no_other() {
    let place = Workplace::with_questions(1);
    place.assay(&["assign", "review", "--per-item", "2"]).well();
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    review(&place, "alice", "b\ny\n");
    place.assay(&["merge", "alice.db"]).well();
    assert_eq!(place.json(&["next", "review", "--as", "bob"])["item"], "1");
}

#[test]
fn a_fix_that_was_made_in_a_copy_is_in_force_after_the_merge() {
    let place = crate::verify::found_by_people();
    std::fs::copy(place.path("assay.db"), place.path("before.db")).unwrap();
    crate::verify::fix(&place, "1", "lead", r#"{"stem":"Which one?"}"#).well();
    let words = || place.run(&["--db", "before.db", "show", "1", "--width", "40"]);
    assert!(!words().contains("Which one?"));
    place.assay(&["--db", "before.db", "merge", "assay.db"]).well();
    assert!(words().contains("Which one?"), "{}", words());
}

/// A database that has what these files have, merged one after the other.
fn with_files(place: &Workplace, target: &str, files: &[&str]) {
    std::fs::copy(place.path("assay.db"), place.path(target)).unwrap();
    for file in files {
        place.assay(&["--db", target, "merge", file]).well();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    // Uniting is a join: whatever copies were united before, in whichever direction and how often, two that
    // hold the same decisions are the same.
    #[test]
    fn copies_that_were_united_with_each_other_before_give_the_same(
        steps in prop::collection::vec((0usize..3, 0usize..3), 1..6)
    ) {
        let place = reviewed_apart();
        std::fs::copy(place.path("assay.db"), place.path("copy.db")).unwrap();
        place.assay_with_input(
            &["--db", "copy.db", "annotate", "review", "--plain", "--as", "alice"],
            "c\ny\ny\nu\nb\nw 4\n",
        ).well();
        let files = ["alice.db", "bob.db", "copy.db"];
        let copies = ["zero.db", "one.db", "two.db"];
        let mut has: Vec<std::collections::BTreeSet<usize>> = Vec::new();
        for (at, copy) in copies.iter().enumerate() {
            with_files(&place, copy, &[files[at]]);
            has.push([at].into());
        }
        for (from, to) in steps {
            place.assay(&["--db", copies[to], "merge", copies[from]]).well();
            let united = has[to].union(&has[from]).copied().collect();
            has[to] = united;
        }
        for (copy, has) in copies.iter().zip(&has) {
            let expected: Vec<&str> = has.iter().map(|&file| files[file]).collect();
            with_files(&place, "expected.db", &expected);
            prop_assert_eq!(state(&place, copy), state(&place, "expected.db"), "{} {:?}", copy, has);
            place.assay(&["--db", copy, "doctor"]).well();
        }
    }
}

#[test]
fn a_backup_is_made_while_others_write_and_can_be_copied_back() {
    let place = Workplace::with_questions(40);
    let lines = "b\ny\n".repeat(40);
    let arguments = ["annotate", "review", "--plain", "--as", "alice"];
    place.write("acts.txt", &lines);
    let mut writing = place
        .command(&arguments)
        .stdin(std::fs::File::open(place.path("acts.txt")).unwrap())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    place.assay(&["backup", "copy.db"]).well();
    assert!(writing.wait().unwrap().success());
    place.assay(&["--db", "copy.db", "doctor"]).well();
    let complaint = place.failure(&["backup", "copy.db"]);
    assert!(complaint.contains("there is a file already"), "{complaint}");
    let before = place.run(&["--db", "copy.db", "export", "decisions"]);
    assert!(before.lines().count() <= 80);
    std::fs::copy(place.path("copy.db"), place.path("assay.db")).unwrap();
    for log in ["assay.db-wal", "assay.db-shm"] {
        let _ = std::fs::remove_file(place.path(log));
    }
    assert_eq!(place.run(&["export", "decisions"]), before);
}
