//! Files that are not what they should be, and rows that another hand has changed.

use std::fs;

use crate::harness::Workplace;

#[test]
fn a_file_of_a_few_bytes_is_no_database_and_stays_as_it_is() {
    for bytes in ["x", "a note of somebody\n", &"\0".repeat(99), &"SQLite format 3\0".repeat(30)] {
        let place = Workplace::new();
        place.write("assay.db", bytes);
        place.write("b.tsv", "index\tquestion\tA\tB\n1\tWhat?\ta\tb\n");
        for command in [&["status"][..], &["init"], &["import", "questions", "b.tsv"]] {
            let message = place.failure(command);
            assert!(message.contains("is not an Assay database"), "{message}");
            assert_eq!(fs::read_to_string(place.path("assay.db")).unwrap(), bytes);
        }
    }
}

#[test]
fn a_version_that_somebody_else_has_set_is_answered_in_one_sentence() {
    for version in [0, 5] {
        let place = Workplace::with_questions(2);
        place.sql(&format!("PRAGMA user_version = {version}"));
        let message = place.failure(&["status"]);
        assert!(!message.contains("CREATE") && !message.contains("ALTER"), "{message}");
        assert!(message.lines().count() == 1 && message.len() < 500, "{message}");
        assert!(message.contains(&format!("schema version {version}")), "{message}");
    }
}

#[test]
fn a_moment_that_is_none_is_reported_by_the_doctor() {
    let place = Workplace::with_questions(2);
    place.run(&["decide", "review", "1", "--as", "a", "--answer", "B", "--verdict", "keep"]);
    let trigger = "SELECT sql FROM sqlite_schema WHERE name = 'decision_is_never_changed'";
    let path = place.path("assay.db");
    let trigger: String =
        rusqlite::Connection::open(path).unwrap().query_row(trigger, [], |row| row.get(0)).unwrap();
    place.sql(&format!(
        "DROP TRIGGER decision_is_never_changed;
         UPDATE decision SET created = '2026-13-99T09:30'; {trigger};"
    ));
    let said = place.assay(&["doctor"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.contains("2026-13-99T09:30"), "{said:?}");
}
