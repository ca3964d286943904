//! What another program changes in the database, its guards dropped and made again: which changes `doctor`
//! finds, and which it does not (docs/security.md).

use std::fs;

use crate::adjudicate::disputed;
use crate::harness::Workplace;

/// A team whose database has rows of every kind: reviews, a fix, rulings, notes, undo, gold, roles, an author.
fn team() -> Workplace {
    let place = disputed();
    place.assay(&["people", "author", "zoe", "6"]).well();
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    place.assay(&["people", "add", "carol", "--role", "expert", "--as", "lena"]).well();
    place.assay(&["gold", "add", "5", "--verdict", "keep", "--answer", "B", "--as", "lena"]).well();
    place.plain("erin", "b\ny\nn a note\nb\nw 4\nu\ns\n").well();
    let settle = ["decide", "adjudicate", "1", "--as", "carol", "--adopt", "bob"];
    place.assay(&settle).well();
    place.assay(&["doctor"]).well();
    place
}

/// The guards of the tables, by name, as the schema makes them.
fn guards(connection: &rusqlite::Connection) -> Vec<(String, String)> {
    let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// What doctor says of a copy of the database in which these statements were done while no guard was there.
fn doctor_after(place: &Workplace, statements: &str) -> (i32, String) {
    fs::copy(place.path("assay.db"), place.path("forged.db")).unwrap();
    let connection = rusqlite::Connection::open(place.path("forged.db")).unwrap();
    let guards = guards(&connection);
    for (name, _) in &guards {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    let before = connection.total_changes();
    connection.execute_batch(statements).unwrap_or_else(|why| panic!("{statements}: {why}"));
    assert_ne!(connection.total_changes(), before, "{statements} changes nothing");
    for (_, sql) in &guards {
        connection.execute_batch(sql).unwrap();
    }
    drop(connection);
    let said = place.assay(&["--db", "forged.db", "doctor"]);
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(place.path(&format!("forged.db{ending}")));
    }
    (said.code, said.out)
}

const REVIEW: &str = "(SELECT min(seq) FROM decision WHERE payload ->> 'act' = 'review')";

/// Changes by another hand, with words of what doctor says.
const FOUND: [(&str, &str); 37] = [
    ("UPDATE decision SET payload = json_set(payload, '$.answer', 'A') WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET payload = json_set(payload, '$.verdict', 'text-only') WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET payload = json_set(payload, '$.reasons', json('[\"repeated-choices\"]'))
        WHERE payload ->> 'verdict' = 'wrong'", IS_NOT),
    ("UPDATE decision SET payload = json_set(payload, '$.note', 'other words')
        WHERE payload ->> 'note' = 'blurred at the left'", IS_NOT),
    ("UPDATE decision SET payload = json_remove(payload, '$.note')
        WHERE payload ->> 'note' = 'blurred at the left'", IS_NOT),
    ("UPDATE decision SET payload = json_set(payload, '$.note', 'x') WHERE payload ->> 'act' = 'note'", IS_NOT),
    ("UPDATE decision SET payload = json_set(payload, '$.corrected', 'C')
        WHERE payload ->> 'corrected' = 'A'", IS_NOT),
    ("UPDATE decision SET payload = json_remove(payload, '$.adopted') WHERE queue = 'adjudicate'", IS_NOT),
    ("UPDATE decision SET payload = json_set(payload, '$.verdict', 'text-only', '$.reasons', json('[]'))
        WHERE queue = 'adjudicate'", IS_NOT),
    ("UPDATE decision SET payload = '{\"act\":\"skip\"}' WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET payload = ' ' || payload WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET annotator_id = (SELECT id FROM annotator WHERE name = 'bob') WHERE seq = REVIEW", IS_NOT),
    ("UPDATE annotator SET name = 'mallory' WHERE name = 'alice'", IS_NOT),
    ("UPDATE decision SET created = '2026-01-01T00:00:00.000Z' WHERE seq = REVIEW", "is from another time"),
    ("UPDATE decision SET created = strftime('%Y-%m-%dT%H:%M:%fZ', created, '-1 minutes') WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET active_ms = active_ms + 60000 WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET exposure = json_set(exposure, '$.reference', json('true')) WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET exposure = json_set(exposure, '$.peers', json('true')) WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET guideline = (SELECT version FROM guideline) WHERE guideline IS NULL;
        UPDATE decision SET guideline = NULL WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET supersedes = NULL WHERE supersedes IS NOT NULL", IS_NOT),
    ("UPDATE decision SET queue = 'verify' WHERE seq = REVIEW", "does not belong to the verify queue"),
    ("UPDATE decision SET item = '2', question_id = (SELECT id FROM question WHERE key = '2')
        WHERE seq = REVIEW", IS_NOT),
    ("UPDATE decision SET id = '01890a5d-ac96-774b-bcce-b302099a8057' WHERE seq =
        (SELECT max(seq) FROM decision)", IS_NOT),
    // Order: two rows change places, with their seals and without.
    ("UPDATE decision SET seq = -1 WHERE seq = 2; UPDATE decision SET seq = 2 WHERE seq = 3;
        UPDATE decision SET seq = 3 WHERE seq = -1", IS_NOT),
    ("UPDATE decision SET seq = -1 WHERE seq = 2; UPDATE decision SET seq = 2 WHERE seq = 3;
        UPDATE decision SET seq = 3 WHERE seq = -1;
        UPDATE decision_seal SET seq = -1 WHERE seq = 2; UPDATE decision_seal SET seq = 2 WHERE seq = 3;
        UPDATE decision_seal SET seq = 3 WHERE seq = -1", IS_NOT),
    // Rows removed: in the middle and at the end, with the counter and the seals put right.
    ("DELETE FROM decision WHERE seq = 2; UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'decision'",
        "decision number 2 is not there any more"),
    ("DELETE FROM decision WHERE seq = 2; DELETE FROM decision_seal WHERE seq = 2;
        UPDATE decision SET seq = seq - 1 WHERE seq > 2; UPDATE decision_seal SET seq = seq - 1 WHERE seq > 2;
        UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'decision'", IS_NOT),
    ("DELETE FROM decision WHERE seq = (SELECT max(seq) FROM decision);
        UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'decision'", "is not there any more"),
    ("DELETE FROM decision WHERE seq = (SELECT max(seq) FROM decision);
        DELETE FROM decision_seal WHERE seq = (SELECT max(seq) FROM decision_seal)", "were counted up to"),
    ("INSERT INTO decision (id, queue, benchmark_id, question_id, item, annotator_id, payload, exposure,
            active_ms, created)
        SELECT '01890a5d-ac96-774b-bcce-b302099a8057', queue, benchmark_id, question_id, item, annotator_id,
            '{\"act\":\"skip\"}', exposure, 0, '2023-07-10T09:00:00.000Z' FROM decision WHERE seq = 1",
        "was not written by Assay"),
    ("UPDATE gold SET verdict = 'text-only'", "gold "),
    ("DELETE FROM gold", "gold "),
    ("UPDATE annotator SET role = 'lead' WHERE name = 'carol'", "role carol is not as it was set"),
    ("UPDATE annotator SET role = NULL", "role lena is not as it was set"),
    ("DELETE FROM question_author", "author "),
    ("INSERT INTO setting VALUES ('bundle-for', 'alice')", "setting bundle-for is not as it was set"),
    ("UPDATE question_pass SET choice_order = 'AAC' WHERE question_id = 1", "shows the choices AAC"),
];

const IS_NOT: &str = "is not what it was when it was written";

#[test]
fn what_another_program_changed_is_found_though_the_guards_are_back() {
    let place = team();
    place
        .assay(&["decide", "review", "6", "--as", "alice", "--answer", "B", "--verdict", "keep"])
        .well();
    let mut missed = Vec::new();
    for (statements, words) in FOUND {
        let statements = statements.replace("REVIEW", REVIEW);
        let (code, said) = doctor_after(&place, &statements);
        if code != 1 || !said.contains(words) {
            missed.push(format!("{statements}: {words}\n{said}"));
        }
    }
    assert!(
        missed.is_empty(),
        "{} of {} missed:\n{}",
        missed.len(),
        FOUND.len(),
        missed.join("\n")
    );
}

/// Where the newest row is taken away with everything that counts it, the file is as it was before.
const NOT_FOUND: [&str; 2] = [
    "DELETE FROM decision WHERE seq = (SELECT max(seq) FROM decision);
     DELETE FROM decision_seal WHERE seq = (SELECT max(seq) FROM decision_seal);
     UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'decision'",
    "UPDATE gold SET verdict = 'text-only';
     UPDATE logged_value SET value = (SELECT value FROM value_now WHERE kind = 'gold') WHERE kind = 'gold'",
];

#[test]
fn what_was_changed_with_everything_that_covers_it_is_not_found_and_the_documents_say_so() {
    let place = team();
    place
        .assay(&["decide", "review", "6", "--as", "alice", "--answer", "B", "--verdict", "keep"])
        .well();
    for statements in NOT_FOUND {
        let (code, said) = doctor_after(&place, statements);
        assert_eq!(code, 0, "{statements}: {said}");
    }
}
