//! Rows that arrive from other copies meet the rules of rows that are written here: who may write them, how
//! long they are, when they were made. What does not count is counted and named.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::adjudicate::{adjudicate, disputed, review, rows};
use crate::harness::{Workplace, questions};

const TEXT_ONLY: [&str; 6] = ["--answer", "B", "--verdict", "text-only", "--reason", "so"];

fn copy(place: &Workplace, file: &str) {
    std::fs::copy(place.path("assay.db"), place.path(file)).unwrap();
}

fn change(place: &Workplace, file: &str, statements: &str) {
    rusqlite::Connection::open(place.path(file)).unwrap().execute_batch(statements).unwrap();
}

/// The rows of a database as an export has them.
fn exported(place: &Workplace, file: &str) -> Vec<Value> {
    let lines = place.run(&["--db", file, "export", "decisions"]);
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn write_rows(place: &Workplace, file: &str, rows: &[Value]) {
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    place.write(file, &(lines.join("\n") + "\n"));
}

/// A team with a lead, and a copy in which mallory made himself one and removed question 1.
fn usurped() -> Workplace {
    let place = disputed();
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    copy(&place, "copy.db");
    change(
        &place,
        "copy.db",
        "INSERT INTO annotator (name, seed, created, role)
        VALUES ('mallory', 1, '2026-01-01T00:00:00.000Z', 'lead')",
    );
    let settle = ["--db", "copy.db", "decide", "adjudicate", "1", "--as", "mallory"];
    place.assay(&[&settle[..], &TEXT_ONLY].concat()).well();
    place
}

#[test]
fn whoever_is_a_lead_in_another_copy_alone_settles_nothing_by_a_merge_or_an_import() {
    let place = usurped();
    let said = place.assay(&["merge", "copy.db", "-o", "json"]).well();
    let merged = said.json();
    assert_eq!((&merged["new"], &merged["problems"]), (&0.into(), &1.into()), "{merged}");
    let words = "1 row of mallory not taken, on 1: mallory has no role";
    assert!(said.err.contains(words), "{}", said.err);
    write_rows(&place, "rows.jsonl", &exported(&place, "copy.db"));
    let refused = place.failure(&["import", "decisions", "rows.jsonl"]);
    assert!(refused.contains("mallory has no role"), "{refused}");
    assert!(rows(&place).is_empty());
    assert_eq!(place.json(&["report", "cleaning"])["removed"], 0);
    // A role that is given here is one, and the row is taken at the next merge.
    place.assay(&["people", "add", "mallory", "--role", "expert", "--as", "lena"]).well();
    assert_eq!(place.json(&["merge", "copy.db"])["new"], 1);
    place.assay(&["doctor"]).well();
}

#[test]
fn a_lead_of_another_copy_opens_nothing_again_here() {
    let place = disputed();
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    copy(&place, "copy.db");
    place.write("new.md", "# Other rules\n");
    let as_lead = ["--as", "lena"];
    place
        .assay(&[&["--db", "copy.db", "import", "guideline", "new.md"], &as_lead[..]].concat())
        .well();
    let requeue = ["--db", "copy.db", "guideline", "requeue", "--queue", "review"];
    place.assay(&[&requeue[..], &as_lead].concat()).well();
    let mut rows = exported(&place, "copy.db");
    for row in rows.iter_mut().filter(|row| row["act"] == "requeue") {
        row["by"] = "mallory".into();
    }
    write_rows(&place, "forged.jsonl", &rows);
    let refused = place.failure(&["import", "decisions", "forged.jsonl"]);
    assert!(refused.contains("mallory, who opens it again, is not a lead here"), "{refused}");
    assert!(place.json(&["merge", "copy.db"])["new"].as_u64() > Some(0));
}

/// Databases into which these were merged in one order and in the other.
fn merged_both_ways(place: &Workplace, files: [&str; 2]) -> [Vec<String>; 2] {
    [files, [files[1], files[0]]].map(|files| {
        copy(place, "target.db");
        let said = files.map(|file| place.assay(&["--db", "target.db", "merge", file]).well().err);
        let in_force = place.run(&["--db", "target.db", "export", "decisions", "--in-force"]);
        let outcome = place.run(&["--db", "target.db", "report", "outcome", "-o", "json"]);
        let doctor = place.assay(&["--db", "target.db", "doctor"]);
        assert_eq!(doctor.code, 1, "{doctor:?}");
        assert!(doctor.out.contains("carol had decided on it in the review queue"), "{doctor:?}");
        std::fs::remove_file(place.path("target.db")).unwrap();
        let mut rows: Vec<Value> =
            in_force.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for row in &mut rows {
            row.as_object_mut().unwrap().remove("guideline_text");
        }
        let rows: BTreeSet<String> = rows.iter().map(Value::to_string).collect();
        let rows = rows.into_iter().collect::<Vec<_>>().join("\n");
        vec![rows, outcome, said.concat()]
    })
}

#[test]
fn an_expert_who_reviewed_a_question_in_one_copy_does_not_settle_it_in_another_in_any_order() {
    let place = disputed();
    place.assay(&["people", "add", "carol", "--role", "expert"]).well();
    for file in ["one.db", "two.db"] {
        copy(&place, file);
    }
    let review = ["--db", "one.db", "decide", "review", "1", "--as", "carol", "--answer", "B"];
    place.assay(&[&review[..], &["--verdict", "keep"]].concat()).well();
    for key in ["1", "3"] {
        let settle = ["--db", "two.db", "decide", "adjudicate", key, "--as", "carol"];
        place.assay(&[&settle[..], &TEXT_ONLY].concat()).well();
    }
    let [one, other] = merged_both_ways(&place, ["one.db", "two.db"]);
    assert_eq!(one[..2], other[..2]);
    let settled: Vec<&str> =
        one[0].lines().filter(|row| row.contains("\"queue\":\"adjudicate\"")).collect();
    assert_eq!(settled.len(), 1, "{settled:?}");
    assert!(settled[0].contains("\"item\":\"3\""), "{settled:?}");
    for words in [&one[2], &other[2]] {
        let expected =
            "1 decision of carol is in the history and does not count, on 1: carol had decided";
        assert!(words.contains(expected), "{words}");
    }
}

#[test]
fn who_settled_a_question_and_reviewed_it_later_has_settled_it_in_any_order() {
    let place = disputed();
    copy(&place, "one.db");
    let settle = ["--db", "one.db", "decide", "adjudicate", "1", "--as", "carol"];
    place.assay(&[&settle[..], &TEXT_ONLY].concat()).well();
    let review = ["--db", "one.db", "decide", "review", "1", "--as", "carol", "--answer", "B"];
    place.assay(&[&review[..], &["--verdict", "keep"]].concat()).well();
    let merged = place.json(&["merge", "one.db"]);
    assert_eq!((&merged["new"], &merged["uncounted"]), (&2.into(), &0.into()), "{merged}");
    assert_eq!(place.json(&["report", "cleaning"])["removed"], 1);
    place.assay(&["doctor"]).well();
}

#[test]
fn decisions_on_questions_that_were_all_changed_are_counted_and_named_by_a_merge() {
    let place = Workplace::with_questions(7);
    copy(&place, "copy.db");
    let lines = "b\ny\n".repeat(7);
    let annotate = ["--db", "copy.db", "annotate", "review", "--plain", "--as", "alice"];
    place.assay_with_input(&annotate, &lines).well();
    place.assay(&["--db", "copy.db", "decide", "undo", "--as", "alice"]).well();
    place.write("new.tsv", &questions(7).replace("Question number", "Question of number"));
    let import = ["import", "questions", "new.tsv", "--benchmark", "b"];
    assert_eq!(place.json(&import)["changed"], 7);
    let said = place.assay(&["merge", "copy.db", "-o", "json"]).well();
    let merged = said.json();
    let counts = ["new", "problems", "uncounted"].map(|name| merged[name].as_u64().unwrap());
    assert_eq!(counts, [15, 0, 6], "{merged}");
    let words = "6 decisions of alice are in the history and do not count, on ";
    assert!(said.err.contains(words), "{}", said.err);
    assert!(said.err.contains(" and 1 more: its question was changed since"), "{}", said.err);
    assert_eq!(place.run(&["export", "decisions", "--in-force"]), "");
    let table = place.run(&["merge", "copy.db"]);
    assert!(table.contains("do not count"), "{table}");
    let rows = exported(&place, "copy.db");
    let again = Workplace::with_questions(7);
    again.write("new.tsv", &questions(7).replace("Question number", "Question of number"));
    again.assay(&import).well();
    write_rows(&again, "rows.jsonl", &rows);
    let said = again.assay(&["import", "decisions", "rows.jsonl"]).well();
    assert!(said.err.contains(words), "{}", said.err);
}

/// One review, and what an export of it says.
fn one_review() -> (Workplace, Value) {
    let place = Workplace::with_questions(2);
    copy(&place, "before.db");
    review(&place, "1", "alice", "B", &["keep", "--note", "fine"]);
    let row = place.export().remove(0);
    (place, row)
}

#[test]
fn what_no_program_writes_is_not_taken_and_the_bound_is_named() {
    let (place, row) = one_review();
    let long = "a".repeat(20 << 20);
    let forgeries: [(&str, Value, &str); 7] = [
        ("active_ms", (i64::MAX).into(), "active_ms is 9223372036854775807"),
        ("note", long[..1 << 20].into(), "the remark is 1048576 bytes long"),
        ("annotator", long[..1001].into(), "a name of 1 to 1000 bytes"),
        ("exposure", json!({"screen": "x".repeat(5000), "reference": false}), "4000 at most"),
        (
            "exposure",
            json!({"screen": "review", "reference": false, "idle_ms": u64::MAX}),
            "exposure.idle_ms is",
        ),
        ("supersedes", "01890a5d-ac96-774b-bcce-b302099a8057".into(), "it follows row"),
        ("guideline_text", long[..2 << 20].into(), "its guideline is 2097152 bytes long"),
    ];
    for (field, value, words) in forgeries {
        let mut forged = row.clone();
        forged[field] = value;
        write_rows(&place, "forged.jsonl", &[forged]);
        let import = ["--db", "before.db", "import", "decisions", "forged.jsonl"];
        let refused = place.failure(&import);
        assert!(refused.contains(words) && refused.len() < 1000, "{field}: {refused:.900}");
    }
    write_rows(&place, "row.jsonl", &[row]);
    place.assay(&["--db", "before.db", "import", "decisions", "row.jsonl"]).well();
}

#[test]
fn a_note_of_twenty_megabytes_and_an_endless_attention_do_not_come_by_a_merge() {
    for (statement, words) in [
        (
            "UPDATE decision SET payload = json_set(payload, '$.note', hex(zeroblob(10000000)))",
            "the remark is 20000000 bytes long",
        ),
        ("UPDATE decision SET active_ms = 9223372036854775807", "active_ms is 9223372036854775807"),
    ] {
        let (place, _) = one_review();
        copy(&place, "forged.db");
        change(
            &place,
            "forged.db",
            &format!("DROP TRIGGER decision_is_never_changed; {statement};"),
        );
        let said = place.assay(&["--db", "before.db", "merge", "forged.db", "-o", "json"]).well();
        assert_eq!(said.json()["problems"], 1, "{:.900}", said.out);
        assert!(said.err.contains(words) && said.err.len() < 1000, "{:.900}", said.err);
    }
}

#[test]
fn rows_dated_2099_are_warned_of_and_do_not_win_over_the_same_persons_other_decisions() {
    let place = Workplace::with_questions(2);
    copy(&place, "late.db");
    review(&place, "1", "alice", "B", &["keep"]);
    let decide = ["--db", "late.db", "decide", "review", "1", "--as", "alice", "--answer", "B"];
    place.assay(&[&decide[..], &["--verdict", "text-only"]].concat()).well();
    let mut rows = exported(&place, "late.db");
    let later = format!("2099{}", &rows[0]["created"].as_str().unwrap()[4..]);
    rows[0]["created"] = later.clone().into();
    write_rows(&place, "late.jsonl", &rows);
    change(
        &place,
        "late.db",
        &format!(
            "DROP TRIGGER decision_is_never_changed; UPDATE decision SET created = '{later}';"
        ),
    );
    copy(&place, "other.db");
    for (db, command) in [
        ("assay.db", vec!["merge", "late.db"]),
        ("other.db", vec!["import", "decisions", "late.jsonl"]),
    ] {
        let said = place.assay(&[&["--db", db], &command[..]].concat()).well();
        assert!(said.err.contains("1 row of alice dated more than a day ahead"), "{}", said.err);
        let rows = place.run(&["--db", db, "export", "decisions", "--in-force"]);
        assert!(rows.contains("\"verdict\":\"keep\""), "{rows}");
        assert_eq!(rows.lines().count(), 1, "{rows}");
    }
}

/// Ten questions whose file names mia as the annotator of question 2.
fn made_by_mia() -> Workplace {
    let place = Workplace::new();
    let rows = (1..=3).map(|key| {
        let maker = if key == 2 { "mia" } else { "zoe" };
        json!({"index": key, "question": format!("What is {key}?"), "A": "one", "B": "two",
            "answer": "B", "annotator": maker})
        .to_string()
    });
    place.write("b.jsonl", &rows.collect::<Vec<_>>().join("\n"));
    place.assay(&["import", "questions", "b.jsonl"]).well();
    place
}

#[test]
fn whom_the_file_names_as_annotator_does_not_review_their_question_by_any_way() {
    let place = made_by_mia();
    copy(&place, "copy.db");
    for key in ["1", "2"] {
        review(&place, key, "ann", "B", &["keep"]);
    }
    let mut rows = place.export();
    for row in &mut rows {
        row["annotator"] = "mia".into();
    }
    write_rows(&place, "rows.jsonl", &rows);
    let refused = place.failure(&["--db", "copy.db", "import", "decisions", "rows.jsonl"]);
    assert!(refused.contains("mia wrote question 2"), "{refused}");
    change(&place, "assay.db", "UPDATE annotator SET name = 'mia'");
    let merged = place.json(&["--db", "copy.db", "merge", "assay.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&1.into(), &1.into()), "{merged}");
    let decide = ["--db", "copy.db", "decide", "review", "2", "--as", "mia", "--answer", "B"];
    let refused = place.failure(&[&decide[..], &["--verdict", "keep"]].concat());
    assert!(refused.contains("mia wrote question 2"), "{refused}");
}

#[test]
fn an_adjudicators_bundle_does_not_say_when_the_reviews_were_made() {
    let place = disputed();
    // An earlier ruling names the review that it adopts.
    adjudicate(&place, "3", "carol", &["--adopt", "alice"]).well();
    place.assay(&["decide", "undo", "--as", "carol", "--queue", "adjudicate"]).well();
    let ids: Vec<String> = place
        .export()
        .iter()
        .filter(|row| row["act"] == "review")
        .map(|row| row["id"].to_string())
        .collect();
    place.assay(&["pack", "--for", "carol", "--queue", "adjudicate", "--file", "carol.db"]).well();
    let bytes = [std::fs::read(place.path("carol.db")).unwrap()].concat();
    for id in &ids {
        // The first 48 bits are the millisecond.
        let moment = &id.trim_matches('"')[..13];
        assert!(!bytes.windows(13).any(|window| window == moment.as_bytes()), "{moment}");
    }
    place.assay(&["--db", "carol.db", "doctor"]).well();
    let settle =
        ["--db", "carol.db", "decide", "adjudicate", "4", "--as", "carol", "--answer", "C"];
    let more = ["--verdict", "wrong", "--reason", "wrong-reference-answer", "--corrected", "C"];
    place.assay(&[&settle[..], &more].concat()).well();
    write_rows(&place, "carol.jsonl", &exported(&place, "carol.db"));
    let merged = place.json(&["merge", "carol.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&1.into(), &0.into()), "{merged}");
    let rulings = rows(&place);
    let adopted = rulings.iter().filter(|row| row["adopted"].is_string());
    let adopted: Vec<String> = adopted.map(|row| row["adopted"].to_string()).collect();
    assert_eq!(adopted.len(), 2);
    assert!(adopted.iter().all(|row| ids.contains(row)), "{adopted:?} of {ids:?}");
    place.assay(&["doctor"]).well();
}

#[test]
fn the_reviewer_who_was_always_first_is_not_reviewer_1_on_every_question_of_a_bundle() {
    let place = Workplace::with_questions(24);
    for (name, lines) in [("ann", "b\ny\n"), ("bob", "b\nt\n")] {
        place.plain(name, &lines.repeat(24)).well();
    }
    place.assay(&["pack", "--for", "carol", "--queue", "adjudicate", "--file", "carol.db"]).well();
    let first =
        exported(&place, "carol.db").into_iter().filter(|row| row["annotator"] == "Reviewer 1");
    let firsts: BTreeSet<String> = first.map(|row| row["verdict"].to_string()).collect();
    assert_eq!(firsts.len(), 2, "{firsts:?}");
}
