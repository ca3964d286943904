//! Taking a bundle's places: with the file or not at all, and giving them back.

use crate::harness::Workplace;
use crate::team::next;

fn held(place: &Workplace) -> i64 {
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    connection.query_row("SELECT count(*) FROM lease", [], |row| row.get(0)).unwrap()
}

/// Alice has both questions in a bundle.
fn packed() -> Workplace {
    let place = Workplace::with_questions(2);
    place.json(&["assign", "review", "--per-item", "1"]);
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    place
}

#[test]
fn a_bundle_that_was_complete_when_the_program_was_killed_gets_its_name_from_the_next_one() {
    let place = packed();
    std::fs::rename(place.path("alice.db"), place.path("alice.db.part")).unwrap();
    let path = place.file("alice.db");
    place.sql(&format!(
        "INSERT INTO setting (key, value) VALUES ('complete-bundle {path}', '{path}')"
    ));
    place.assay(&["status"]).well();
    assert!(place.path("alice.db").exists() && !place.path("alice.db.part").exists());
    place.assay(&["--db", "alice.db", "doctor"]).well();
    assert_eq!(held(&place), 2);
    let left = "SELECT count(*) FROM setting WHERE key LIKE 'complete-bundle%'";
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    assert_eq!(connection.query_row(left, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
}

#[test]
fn a_database_that_names_a_file_that_is_not_a_bundle_moves_nothing() {
    let place = packed();
    let path = place.file("notes");
    place.write("notes.part", "half of a download");
    std::fs::copy(place.path("alice.db"), place.path("sent.db")).unwrap();
    let sent = rusqlite::Connection::open(place.path("sent.db")).unwrap();
    sent.execute(
        "INSERT INTO setting VALUES (?1, ?2)",
        [&format!("complete-bundle {path}"), &path],
    )
    .unwrap();
    drop(sent);
    place.assay(&["merge", "sent.db"]).well();
    assert!(place.path("notes.part").exists() && !place.path("notes").exists());
}

#[test]
fn what_a_killed_program_left_of_a_bundle_is_in_nobodys_way() {
    let place = Workplace::with_questions(2);
    place.json(&["assign", "review", "--per-item", "1"]);
    place.write("alice.db.part", "half a bundle");
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    assert!(place.path("alice.db").exists() && !place.path("alice.db.part").exists());
    place.assay(&["--db", "alice.db", "doctor"]).well();
}

#[test]
fn the_places_of_a_lost_bundle_are_given_back_and_free_for_others() {
    let place = packed();
    assert_eq!(next(&place, "bob")["item"], serde_json::Value::Null);
    let said = place.assay(&["pack", "--for", "alice", "--give-back"]).well();
    assert!(said.err.contains("alice held 2 places"), "{}", said.err);
    assert_eq!(held(&place), 0);
    assert_ne!(next(&place, "bob")["item"], serde_json::Value::Null);
}

#[test]
fn a_bundle_of_another_queue_has_the_picture_that_a_gate_kept_back() {
    let place = crate::verify::found_by_people();
    place.json(&["assign", "review", "--per-item", "9", "--gate", "1"]);
    place.assay(&["pack", "--for", "vera", "--queue", "verify", "--file", "vera.db"]).well();
    let with_picture = |file: &str| {
        let connection = rusqlite::Connection::open(place.path(file)).unwrap();
        let count = "SELECT count(DISTINCT question_id) FROM question_image";
        connection.query_row(count, [], |row| row.get::<_, i64>(0)).unwrap()
    };
    let home = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let seen: i64 =
        home.query_row("SELECT count(*) FROM gate_passed", [], |row| row.get(0)).unwrap();
    assert!(seen > 0, "no question was gated");
    assert_eq!((with_picture("vera.db"), with_picture("assay.db")), (2, 4));
}
