//! Bringing a database to this version's schema.
//!
//! `PRAGMA user_version` counts the numbered files of `assets/schema`. Before an existing database
//! is changed it is copied beside itself (`assay.db.v1-backup`).

use rusqlite::{Connection, Transaction};

use super::seal::seal_rest;
use super::{PATIENCE, Store, StoreError, begin, patiently};

/// Marks a file as ours: the letters `ASSY`.
const APPLICATION_ID: i64 = 0x4153_5359;

const SCHEMA: [&str; 21] = [
    include_str!("../../assets/schema/0001_questions_and_decisions.sql"),
    include_str!("../../assets/schema/0002_predictions.sql"),
    include_str!("../../assets/schema/0003_samples.sql"),
    include_str!("../../assets/schema/0004_answers_seen.sql"),
    include_str!("../../assets/schema/0005_asked_runs.sql"),
    include_str!("../../assets/schema/0006_contradicted_flags.sql"),
    include_str!("../../assets/schema/0007_parts_of_passes.sql"),
    include_str!("../../assets/schema/0008_extra_fields.sql"),
    include_str!("../../assets/schema/0009_team.sql"),
    include_str!("../../assets/schema/0010_authors.sql"),
    include_str!("../../assets/schema/0011_referenced_pictures.sql"),
    include_str!("../../assets/schema/0012_gold.sql"),
    include_str!("../../assets/schema/0013_question_list.sql"),
    include_str!("../../assets/schema/0014_gate.sql"),
    include_str!("../../assets/schema/0015_guideline_versions.sql"),
    include_str!("../../assets/schema/0016_agreed_sample.sql"),
    include_str!("../../assets/schema/0017_blocks.sql"),
    include_str!("../../assets/schema/0018_whose_answers.sql"),
    include_str!("../../assets/schema/0019_drafts.sql"),
    include_str!("../../assets/schema/0020_seals.sql"),
    include_str!("../../assets/schema/0021_administrative_acts.sql"),
];

pub(super) fn migrate(store: &mut Store) -> Result<(), StoreError> {
    let known = SCHEMA.len() as i64;
    let found = version(store)?;
    if found > known {
        return Err(StoreError::Newer { path: store.path.clone(), found, known });
    }
    if found == known {
        return Ok(());
    }
    store.check_writable()?;
    if found > 0 {
        back_up(store, found)?;
    } else {
        // SQLite does not wait by itself where several processes make the database at once.
        let connection = &store.connection;
        patiently(PATIENCE, None, || {
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
        })?;
    }
    // A table that others refer to is made anew under another name and then renamed.
    store.connection.pragma_update(None, "foreign_keys", false)?;
    let transaction = begin(&store.connection, PATIENCE, None)?;
    // Another process may have migrated while this one waited.
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for schema in SCHEMA.iter().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.execute_batch(schema).map_err(|error| match StoreError::from(error) {
            StoreError::Sqlite(reason) => StoreError::NotThatVersion {
                path: store.path.clone(),
                found,
                reason: reason.to_string(),
            },
            other => other,
        })?;
    }
    seal_rest(&transaction)?;
    mark(&transaction, known)?;
    transaction.commit()?;
    Ok(())
}

/// An empty database in memory with the newest schema, to compare others with.
pub(super) fn fresh() -> Result<Connection, StoreError> {
    let connection = Connection::open_in_memory()?;
    for schema in SCHEMA {
        connection.execute_batch(schema)?;
    }
    Ok(connection)
}

fn mark(transaction: &Transaction<'_>, version: i64) -> Result<(), StoreError> {
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", version)?;
    Ok(())
}

/// The schema version; 0 for a file that is empty so far.
fn version(store: &Store) -> Result<i64, StoreError> {
    let foreign =
        |found: &str| StoreError::Foreign { path: store.path.clone(), found: found.into() };
    // One snapshot, because another process may be making the database at this moment.
    let snapshot = store.connection.unchecked_transaction()?;
    let pragma = |name: &str| {
        snapshot.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(|error| {
            match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::NotADatabase) => foreign("not a SQLite file"),
                _ => error.into(),
            }
        })
    };
    let application = pragma("application_id")?;
    let tables: i64 =
        snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION_ID && tables > 0 {
        return Err(foreign("a SQLite file of another program"));
    }
    pragma("user_version")
}

fn back_up(store: &Store, version: i64) -> Result<(), StoreError> {
    let mut path = store.path.clone().into_os_string();
    path.push(format!(".v{version}-backup"));
    let path = std::path::PathBuf::from(path);
    let failed = |reason: String| StoreError::Backup { path: path.clone(), reason };
    if path.exists() {
        return Ok(()); // made before an earlier attempt that did not finish
    }
    store
        .connection
        .backup("main", &path, None::<fn(rusqlite::backup::Progress)>)
        .map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::store::ShownAnswers;

    #[test]
    fn a_new_file_gets_the_newest_schema() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(&dir.path().join("new.db")).unwrap();
        assert_eq!(version(&store).unwrap(), SCHEMA.len() as i64);
    }

    #[test]
    fn a_database_of_the_first_version_is_backed_up_and_keeps_every_decision() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("old.db");
        let old = Connection::open(&path).unwrap();
        old.execute_batch(SCHEMA[0]).unwrap();
        old.execute_batch(
            "INSERT INTO benchmark VALUES (1, 'b', NULL, 'then');
             INSERT INTO question (id, benchmark_id, key, revision, is_current, position,
                content_hash, stem, created) VALUES (1, 1, '7', 1, 1, 0, 'h', 'Where?', 'then');
             INSERT INTO annotator VALUES (1, 'alice', 3, 'then');
             INSERT INTO decision (id, queue, benchmark_id, question_id, item, annotator_id,
                payload, exposure, active_ms, created)
             VALUES ('d', 'review', 1, 1, '7', 1, '{\"act\":\"skip\"}', '{}', 9, 'then');",
        )
        .unwrap();
        old.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        drop(old);

        let store = Store::open(&path).unwrap();
        assert_eq!(version(&store).unwrap(), SCHEMA.len() as i64);
        let backup = dir.path().join("old.db.v1-backup");
        let history = "SELECT group_concat(id || item || payload || active_ms) FROM decision";
        let decisions = |connection: &Connection| -> String {
            connection.query_row(history, [], |row| row.get(0)).unwrap()
        };
        let kept = decisions(&store.connection);
        assert_eq!(kept, r#"d7{"act":"skip"}9"#);
        assert_eq!(decisions(&Connection::open(backup).unwrap()), kept);
        assert!(store.runs(&store.the_benchmark(None).unwrap()).unwrap().is_empty());
    }

    /// A database as it was before the schema file with a certain word, with one question and some rows.
    fn old_database(word: &str, rows: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("old.db");
        let old = Connection::open(&path).unwrap();
        let before = SCHEMA.iter().position(|schema| schema.contains(word)).unwrap();
        for schema in &SCHEMA[..before] {
            old.execute_batch(schema).unwrap();
        }
        old.execute_batch(
            "INSERT INTO benchmark (id, name, created) VALUES (1, 'b', 'then');
             INSERT INTO question (id, benchmark_id, key, revision, is_current, position,
                content_hash, stem, created) VALUES (1, 1, '7', 1, 1, 0, 'h', 'Where?', 'then');",
        )
        .unwrap();
        old.execute_batch(rows).unwrap();
        old.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        old.pragma_update(None, "user_version", before as i64).unwrap();
        (dir, path)
    }

    #[test]
    fn who_had_seen_answers_has_seen_those_of_models_and_of_people_as_far_as_is_known() {
        let (_dir, path) = old_database(
            "Whose answers were seen",
            "INSERT INTO annotator (id, name, seed, created) VALUES (1, 'alice', 3, 'then');
             INSERT INTO annotator (id, name, seed, created) VALUES (2, 'bob', 4, 'then');
             INSERT INTO answers_seen VALUES (1, 1, 'then');",
        );
        let store = Store::open(&path).unwrap();
        let id = store.question_id(&store.the_benchmark(None).unwrap(), "7").unwrap();
        let shown = |name: &str| {
            let annotator = store.find_annotator(name).unwrap().unwrap();
            store.shown_answers(&annotator, id).unwrap()
        };
        assert_eq!((shown("alice"), shown("bob")), (Some(ShownAnswers::ALL), None));
    }

    #[test]
    fn flags_survive_the_new_kind_of_flag() {
        let (_dir, path) = old_database(
            "flag_rebuilt",
            "INSERT INTO flag VALUES (5, 1, 'wrong', 'r', '{}', '[]', 'h', 1, 'then');",
        );
        let store = Store::open(&path).unwrap();
        let flags = store.flags(&store.the_benchmark(None).unwrap()).unwrap();
        assert_eq!((flags.len(), flags[0].kind.name()), (1, "wrong"));
        let insert = "INSERT INTO flag (question_id, kind, rule, parameters, evidence,
            evidence_hash, is_current, created)
            VALUES (1, 'contradicted', 'r', '{}', '[]', 'h', 1, 'then')";
        store.connection.execute(insert, []).unwrap();
        store.connection.execute(insert, []).unwrap_err();
    }

    #[test]
    fn a_file_of_another_program_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("other.db");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let error = Store::open_or_create(&path).unwrap_err();
        assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
    }

    #[test]
    fn a_text_file_is_not_taken_for_a_database() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notes.txt");
        std::fs::write(&path, "a text that is long enough to have the size of a header").unwrap();
        assert!(matches!(Store::open(&path).unwrap_err(), StoreError::Foreign { .. }));
    }

    #[test]
    fn a_newer_database_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("newer.db");
        drop(Store::open_or_create(&path).unwrap());
        Connection::open(&path).unwrap().pragma_update(None, "user_version", 999).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(error.to_string().contains("version 999"), "{error}");
    }
}
