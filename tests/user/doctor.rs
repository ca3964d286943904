//! `assay doctor`: well databases are well, and damage is found and named.

use crate::harness::{Workplace, picture};

/// Ten questions, some decided.
fn workplace() -> Workplace {
    let place = Workplace::with_questions(10);
    place.plain("alice", "b\ny\nb\nw 4\nx\nt\nu\nn a note\n").well();
    place
}

/// What doctor finds after these statements.
#[track_caller]
fn findings(place: &Workplace, statements: &str) -> Vec<(String, String)> {
    place.sql(statements);
    let said = place.assay(&["doctor", "-o", "json"]);
    assert_eq!(said.code, 1, "{said:?}");
    let report = said.json();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(|f| (text(&f["check"]), text(&f["message"]))).collect()
}

#[track_caller]
fn finds(statements: &str, check: &str, words: &str) {
    let found = findings(&workplace(), statements);
    let is_found = found.iter().any(|(name, message)| name == check && message.contains(words));
    assert!(is_found, "{check}: {words} is not among {found:#?}");
}

const WITHOUT_TRIGGERS: &str =
    "DROP TRIGGER decision_is_never_changed; DROP TRIGGER decision_is_never_deleted;";

#[test]
fn a_database_in_use_is_well_in_every_form() {
    let place = workplace();
    for form in ["table", "json", "csv", "markdown"] {
        let said = place.assay(&["doctor", "-o", form]).well();
        assert!(said.out.contains("integrity"), "{said:?}");
    }
    let report = place.assay(&["doctor", "-o", "json"]).well().json();
    assert_eq!((&report["pictures"], &report["decisions"]), (&7.into(), &8.into()));
    assert_eq!(report["findings"], serde_json::json!([]));
}

#[test]
fn a_picture_without_a_question_is_found_and_dropped_on_request() {
    let place = workplace();
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let bytes = picture(200);
    let hash = blake3::hash(&bytes);
    let insert = "INSERT INTO image (hash, bytes) VALUES (?1, ?2)";
    connection.execute(insert, rusqlite::params![hash.as_bytes(), bytes]).unwrap();
    drop(connection);
    let said = place.assay(&["doctor"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("1 picture is shown by no question (--fix mends this)"), "{said:?}");
    let fixed = place.assay(&["doctor", "--fix"]).well();
    assert!(fixed.out.contains("(fixed)"), "{fixed:?}");
    let report = place.assay(&["doctor", "-o", "json"]).well().json();
    assert_eq!(report["pictures"], 7);
}

#[test]
fn a_picture_that_is_none_or_another_one_is_found() {
    let place = workplace();
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let bytes = b"GIF89a and no more";
    let update = "UPDATE image SET hash = ?1, bytes = ?2 WHERE id = 1";
    connection.execute(update, rusqlite::params![blake3::hash(bytes).as_bytes(), bytes]).unwrap();
    let found = findings(&place, "UPDATE image SET bytes = x'00' WHERE id = 2;");
    let messages: Vec<&str> = found.iter().map(|(_, message)| message.as_str()).collect();
    assert!(messages.iter().any(|m| m.contains("question 1 cannot be shown")), "{messages:?}");
    assert!(
        messages.iter().any(|m| m.contains("question 2 is not the one imported")),
        "{messages:?}"
    );
}

#[test]
fn a_decision_cannot_be_changed_by_sql_while_the_guards_stand() {
    let place = workplace();
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    for statement in ["UPDATE decision SET created = ''", "DELETE FROM decision"] {
        let error = connection.execute_batch(statement).unwrap_err().to_string();
        assert!(error.contains("append a row"), "{error}");
    }
}

#[test]
fn missing_guards_are_found() {
    finds(WITHOUT_TRIGGERS, "schema", "trigger decision_is_never_changed is missing");
    finds("CREATE TABLE extra (x)", "schema", "table extra does not belong here");
}

#[test]
fn a_deleted_decision_is_found_even_when_the_guards_are_back() {
    let guards = "CREATE TRIGGER decision_is_never_deleted BEFORE DELETE ON decision
BEGIN SELECT RAISE(ABORT, 'decisions are never deleted; append a row'); END;";
    let statements = format!(
        "DROP TRIGGER decision_is_never_deleted;
         DELETE FROM decision WHERE seq = (SELECT max(seq) FROM decision); {guards}"
    );
    let found = findings(&workplace(), &statements);
    let checks: Vec<&str> = found.iter().map(|(check, _)| check.as_str()).collect();
    assert_eq!(checks, ["no decision was removed", "history without gaps"], "{found:?}");
}

#[test]
fn tampered_decisions_are_found() {
    let with = |statement: &str| format!("{WITHOUT_TRIGGERS} {statement}");
    let set =
        |payload: &str| with(&format!("UPDATE decision SET payload = '{payload}' WHERE seq = 1"));
    finds(&set(r#"{"act":"answer","answer":"H"}"#), "answers are choices", "with H");
    finds(&set(r#"{"act":"dance"}"#), "decisions can be read", "dance");
    finds(
        &set(r#"{"act":"review","answer":"A","verdict":"wrong"}"#),
        "decisions can be read",
        "needs at least one reason",
    );
    finds(
        &with("UPDATE decision SET question_id = question_id % 10 + 1 WHERE seq = 1"),
        "decisions on known questions",
        "its question row is",
    );
    finds(
        &with(
            "UPDATE decision SET payload = json_set(payload, '$.row', 'gone') WHERE payload ->> 'act' = 'undo'",
        ),
        "undo and redo speak of earlier rows",
        "gone",
    );
    finds(
        &with("UPDATE decision SET exposure = '[]' WHERE seq = 2"),
        "decisions can be read",
        "decision",
    );
    finds(
        "UPDATE guideline SET text = 'Do as you like.'",
        "guidelines are as they were",
        "another text",
    );
}

#[test]
fn tampered_questions_are_found() {
    finds(
        "UPDATE question SET stem = 'Easy?' WHERE key = '4'",
        "questions read as imported",
        "question 4",
    );
    finds(
        "UPDATE question SET answer = 'C' WHERE key = '4'",
        "questions read as imported",
        "question 4",
    );
    finds(
        "UPDATE question SET answer = 'H' WHERE key = '4'",
        "reference answers are choices",
        "answer H",
    );
    finds(
        "UPDATE question SET is_current = 0 WHERE key = '4'",
        "one current revision",
        "question 4",
    );
    finds("UPDATE choice SET text = 'same'", "questions read as imported", "question 10");
    finds(
        "PRAGMA foreign_keys = OFF; DELETE FROM question WHERE key = '4'",
        "foreign keys",
        "missing row of question",
    );
}

#[test]
fn a_torn_file_is_found_or_refused() {
    let place = workplace();
    place.sql("PRAGMA wal_checkpoint(TRUNCATE)");
    let path = place.path("assay.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xa5);
    std::fs::write(&path, &bytes).unwrap();
    let said = place.assay(&["doctor"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.len() + said.err.len() > 0);
}

/// The demo: runs, samples, labels read by hand, and a flag for each planted question.
fn demo() -> Workplace {
    let place = Workplace::new();
    place.assay(&["demo", "--no-tui", "--dir", &place.path("").display().to_string()]).well();
    place.assay(&["filter", "wrong"]).well();
    place
}

const WITHOUT_PREDICTION_GUARDS: &str =
    "DROP TRIGGER prediction_is_never_changed; DROP TRIGGER prediction_is_never_deleted;";

#[track_caller]
fn finds_in_demo(statement: &str, check: &str, words: &str) {
    let found = findings(&demo(), &format!("{WITHOUT_PREDICTION_GUARDS} {statement}"));
    let is_found = found.iter().any(|(name, message)| name == check && message.contains(words));
    assert!(is_found, "{check}: {words} is not among {found:#?}");
}

#[test]
fn a_database_with_models_samples_and_flags_is_well() {
    let report = demo().assay(&["doctor", "-o", "json"]).well().json();
    assert!(report["predictions"].as_u64() > Some(1_000), "{report}");
}

#[test]
fn predictions_that_were_changed_are_found() {
    let imported = "runs read as imported";
    finds_in_demo(
        "UPDATE prediction SET text = 'B' WHERE id = 7",
        imported,
        "sim-strong: its texts",
    );
    finds_in_demo("DELETE FROM prediction WHERE id = 7", imported, "is not in its layout");
    finds_in_demo(
        "DELETE FROM prediction WHERE id = (SELECT max(id) FROM prediction WHERE run_id = 1
            AND question_id = (SELECT max(question_id) FROM prediction WHERE run_id = 1))
            AND id NOT IN (SELECT prediction_id FROM sample_item)",
        imported,
        "its layout has",
    );
    finds_in_demo("UPDATE prediction SET choice_order = 'A' WHERE id = 7", imported, "layout");
    finds_in_demo("UPDATE run SET failed = 3 WHERE id = 1", imported, "(3 failed)");
    finds_in_demo("UPDATE layout SET places = x'01'", imported, "layout cannot be read");
    finds_in_demo(
        "UPDATE run SET is_current = 0 WHERE id = 2",
        "one current run",
        "sim-terse has 0",
    );
    finds_in_demo(
        "INSERT INTO benchmark (name, created) VALUES ('other', '');
         UPDATE run SET benchmark_id = 2 WHERE id = 1",
        "predictions answer their benchmark",
        "sim-strong answers question",
    );
    let gone = "PRAGMA foreign_keys = OFF; UPDATE prediction SET question_id = 9999 WHERE id = 7";
    finds_in_demo(gone, "foreign keys", "a row of prediction names a missing row of question");
}

#[test]
fn labels_that_disagree_with_the_texts_are_found_and_dropped_on_request() {
    let place = demo();
    let before = place.assay(&["eval", "-o", "json"]).well().json();
    place.sql(
        "UPDATE run_labels SET labels = zeroblob(length(labels))
         WHERE run_id = 1 AND rules = 'vlmevalkit-late'",
    );
    assert_ne!(place.assay(&["eval", "-o", "json"]).well().json(), before);
    let said = place.assay(&["doctor"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("read from run 1 of sim-strong are not those"), "{said:?}");
    let fixed = place.assay(&["doctor", "--fix"]).well();
    assert!(fixed.out.contains("(fixed)"), "{fixed:?}");
    place.assay(&["doctor"]).well();
    assert_eq!(place.assay(&["eval", "-o", "json"]).well().json(), before);
}

#[test]
fn samples_labels_and_flags_that_lost_what_they_speak_of_are_found() {
    finds_in_demo(
        "UPDATE sample_item SET item = 'x/y/0' WHERE position = 3",
        "samples are as drawn",
        "x/y/0",
    );
    finds_in_demo(
        "UPDATE prediction SET text = 'B' WHERE id IN (SELECT prediction_id FROM sample_item)",
        "labels have their texts",
        "of which the text is not there",
    );
    finds_in_demo("UPDATE flag SET evidence = '[]'", "flags have their evidence", "other evidence");
    finds_in_demo(
        "PRAGMA foreign_keys = OFF; UPDATE flag SET question_id = 9999 WHERE id = 1",
        "foreign keys",
        "a row of flag names a missing row of question",
    );
    let extraction = |prediction: &str| {
        format!(
            "PRAGMA foreign_keys = OFF; INSERT INTO extraction
                (prediction_id, extractor, outcome, created) VALUES ({prediction}, 'judge', 'Z', '')"
        )
    };
    finds_in_demo(&extraction("7"), "extractions are choices", "judge read Z");
    finds_in_demo(&extraction("99999"), "foreign keys", "a row of extraction names a missing row");
}
