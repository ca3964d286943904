//! Bringing a database to this version's schema.
//!
//! `PRAGMA user_version` is the version of the schema. An existing database is changed in one transaction, before
//! whose end it is copied beside itself (`assay.db.v21-backup`). Of several programs that open it at the same time
//! the first one to get the writer's lock does this; the others wait for it and see that it is done.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::open_files::beside;
use super::query::Query;
use super::schema::{FIRST_VERSION, TABLES};
use super::{Result, Store, StoreError, begin, write_once};

/// Marks a file as ours: the letters `ASSY`.
const APPLICATION_ID: i64 = 0x4153_5359;
/// How long a program waits for another one that migrates: the copy of 2.2 GB took 50 s on a slow disk.
const PATIENCE: Duration = Duration::from_mins(15);

/// Makes the schema of an empty file, or brings an older one up to the last of the changes.
pub(super) fn migrate(store: &Store, changes: &[&str]) -> Result<()> {
    let newest = FIRST_VERSION + changes.len() as i64;
    // One snapshot, because another process may be making the database at this moment.
    let snapshot = store.connection.unchecked_transaction()?;
    let found = version(&snapshot, &store.path, newest)?;
    drop(snapshot);
    if found == newest {
        return Ok(());
    }
    store.check_writable()?;
    // Beside a log the backup can be read while the change is not committed yet.
    write_once::on_log(&store.connection)?;
    // A table that others refer to is made anew under another name and then renamed.
    store.connection.pragma_update(None, "foreign_keys", false)?;
    let transaction = begin(&store.connection, PATIENCE, None)?;
    // Another process may have migrated while this one waited.
    let found = version(&transaction, &store.path, newest)?;
    if found == newest {
        return Ok(());
    }
    let done = usize::try_from(found - FIRST_VERSION);
    let tables = TABLES.iter().filter(|_| done.is_err());
    for script in tables.chain(changes.iter().skip(done.unwrap_or(0))) {
        transaction.execute_batch(script).map_err(|error| match StoreError::from(error) {
            StoreError::Sqlite(reason) => {
                let problem = format!(
                    "the file says that it has schema version {found}, but its tables are not those of that \
                     version ({reason}); nothing was changed. If the number was changed by hand, set it back"
                );
                StoreError::bad_file(&store.path, problem)
            }
            other => other,
        })?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", newest)?;
    if found > 0 {
        back_up(&store.path, found)?;
    }
    Ok(transaction.commit()?)
}

/// The schema version; 0 for a file that is empty so far.
fn version(snapshot: &Connection, path: &Path, newest: i64) -> Result<i64> {
    let pragma = |name: &str| {
        snapshot.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(|error| {
            match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::NotADatabase) => {
                    StoreError::foreign(path, "not a SQLite file")
                }
                _ => error.into(),
            }
        })
    };
    let application = pragma("application_id")?;
    let tables: i64 = snapshot.one("SELECT count(*) FROM sqlite_schema", [])?;
    if application != APPLICATION_ID && tables > 0 {
        return Err(StoreError::foreign(path, "a SQLite file of another program"));
    }
    match pragma("user_version")? {
        found if found > newest => {
            let problem = format!(
                "the database has schema version {found}, this program knows up to {newest}; use the newer \
                 version of assay that made it"
            );
            Err(StoreError::bad_file(path, problem))
        }
        // A development build, before the schema of the first release.
        found if found != 0 && found < FIRST_VERSION => {
            let problem = format!(
                "the database has schema version {found}, that of an early build of assay; this program \
                 reads version {FIRST_VERSION} and later. Write its decisions to a file with the program that \
                 made it (`assay export decisions`), then import questions and decisions into a new database"
            );
            Err(StoreError::bad_file(path, problem))
        }
        found => Ok(found),
    }
}

/// Copies the database as it is outside of the transaction that changes it. An older backup is kept.
fn back_up(path: &Path, version: i64) -> Result<()> {
    let first = format!(".v{version}-backup");
    let others = (2..).map(|number| format!("{first}-{number}"));
    let names = std::iter::once(first.clone()).chain(others);
    let free = names.map(|name| beside(path, &name)).find(|path| !path.exists());
    let Some(backup) = free else { return Ok(()) };
    Store::open_to_read(path)?.back_up_to(&backup).map_err(|reason| {
        let problem =
            format!("cannot write the backup before migrating: {reason}; nothing was changed");
        StoreError::bad_file(&backup, problem)
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Barrier;

    use rusqlite::OpenFlags;
    use tempfile::TempDir;

    use super::*;
    use crate::open::connect;
    use crate::schema::CHANGES;

    /// Changes of a later version: a table that others refer to is made anew, and one is added.
    const MADE: [&str; 2] = [
        "CREATE TABLE benchmark_made (
            id       INTEGER PRIMARY KEY,
            name     TEXT NOT NULL UNIQUE,
            taxonomy TEXT,
            created  TEXT NOT NULL,
            made     TEXT NOT NULL
        ) STRICT;
        INSERT INTO benchmark_made SELECT *, 'anew' FROM benchmark;
        DROP TABLE benchmark;
        ALTER TABLE benchmark_made RENAME TO benchmark;",
        "CREATE TABLE made (times INTEGER NOT NULL) STRICT; INSERT INTO made VALUES (1);",
    ];

    fn open(path: &Path, changes: &[&str]) -> Result<Store> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        let store = Store::with(path, connect(path, flags)?);
        migrate(&store, changes)?;
        Ok(store)
    }

    /// A database of the first version with a question and a decision on it.
    fn database() -> (TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        std::fs::write(&path, "").unwrap();
        let store = open(&path, &[]).unwrap();
        let rows = "INSERT INTO benchmark VALUES (1, 'b', NULL, 'then');
             INSERT INTO question (id, benchmark_id, key, revision, is_current, position,
                content_hash, stem, created) VALUES (1, 1, '7', 1, 1, 0, 'h', 'Where?', 'then');
             INSERT INTO annotator VALUES (1, 'alice', 3, 'then', NULL);
             INSERT INTO decision (id, queue, benchmark_id, question_id, item, annotator_id,
                payload, exposure, active_ms, created)
             VALUES ('d', 'review', 1, 1, '7', 1, '{\"act\":\"skip\"}', '{}', 9, 'then');";
        store.connection.execute_batch(rows).unwrap();
        (dir, path)
    }

    fn number(path: &Path, sql: &str) -> i64 {
        Connection::open(path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
    }

    fn version_of(path: &Path) -> i64 {
        number(path, "PRAGMA user_version")
    }

    /// The names of the backups beside a database.
    fn backups(dir: &TempDir) -> Vec<String> {
        let files = std::fs::read_dir(dir.path()).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut backups: Vec<String> = names.filter(|name| name.contains("backup")).collect();
        backups.sort();
        backups
    }

    #[test]
    fn a_new_file_gets_the_newest_schema() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new.db");
        drop(Store::open_or_create(&path).unwrap());
        assert_eq!(version_of(&path), FIRST_VERSION + CHANGES.len() as i64);
        let path = dir.path().join("newer.db");
        std::fs::write(&path, "").unwrap();
        drop(open(&path, &MADE).unwrap());
        assert_eq!((version_of(&path), number(&path, "SELECT times FROM made")), (23, 1));
        assert!(backups(&dir).is_empty());
    }

    #[test]
    fn an_older_database_is_backed_up_and_keeps_every_row() {
        let (dir, path) = database();
        drop(open(&path, &MADE[..1]).unwrap());
        drop(open(&path, &MADE).unwrap());
        drop(open(&path, &MADE).unwrap());
        assert_eq!(backups(&dir), ["a.db.v21-backup", "a.db.v22-backup"]);
        let history =
            "SELECT group_concat(decision.id || item || payload || active_ms) FROM decision
             JOIN benchmark ON benchmark.id = benchmark_id WHERE name = 'b'";
        for (name, version) in [("a.db", 23), ("a.db.v21-backup", 21), ("a.db.v22-backup", 22)] {
            let file = Connection::open(dir.path().join(name)).unwrap();
            let kept: String = file.query_row(history, [], |row| row.get(0)).unwrap();
            assert_eq!(kept, r#"d7{"act":"skip"}9"#, "{name}");
            assert_eq!(version_of(&dir.path().join(name)), version, "{name}");
            assert_eq!(
                number(&dir.path().join(name), "SELECT count(*) FROM pragma_foreign_key_check"),
                0
            );
        }
    }

    #[test]
    fn programs_that_open_an_older_database_together_make_one_backup_and_change_it_once() {
        let (dir, path) = database();
        // Large enough that the programs meet within the backup.
        let fill = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 20)
             INSERT INTO image (hash, bytes) SELECT randomblob(32), randomblob(1000000) FROM number";
        Connection::open(&path).unwrap().execute_batch(fill).unwrap();
        let together = Barrier::new(8);
        std::thread::scope(|programs| {
            let open = || {
                together.wait();
                open(&path, &MADE).map(drop)
            };
            let programs: Vec<_> = (0..8).map(|_| programs.spawn(open)).collect();
            for program in programs {
                program.join().unwrap().unwrap();
            }
        });
        assert_eq!((version_of(&path), number(&path, "SELECT count(*) FROM made")), (23, 1));
        assert_eq!(backups(&dir), ["a.db.v21-backup"]);
        let backup = dir.path().join("a.db.v21-backup");
        assert_eq!((version_of(&backup), number(&backup, "SELECT count(*) FROM image")), (21, 20));
    }

    #[test]
    fn an_older_backup_is_not_written_over() {
        let (dir, path) = database();
        std::fs::write(dir.path().join("a.db.v21-backup"), "another").unwrap();
        drop(open(&path, &MADE).unwrap());
        assert_eq!(backups(&dir), ["a.db.v21-backup", "a.db.v21-backup-2"]);
        assert_eq!(std::fs::read(dir.path().join("a.db.v21-backup")).unwrap(), b"another");
        assert_eq!(version_of(&dir.path().join("a.db.v21-backup-2")), 21);
    }

    #[test]
    fn a_change_that_fails_leaves_the_database_as_it_was() {
        let (dir, path) = database();
        let error = open(&path, &[MADE[1], "CREATE TABLE made (x)"]).unwrap_err();
        let problem = "says that it has schema version 21, but its tables are not those";
        assert!(error.to_string().contains(problem), "{error}");
        assert!(backups(&dir).is_empty());
        assert_eq!(version_of(&path), 21);
        let store = Store::open(&path).unwrap();
        assert_eq!(store.the_benchmark(None).unwrap().name, "b");
    }

    #[test]
    fn nothing_is_changed_without_a_backup() {
        let (dir, path) = database();
        std::fs::create_dir(dir.path().join("a.db.v21-backup.part")).unwrap();
        let error = open(&path, &MADE).unwrap_err();
        assert!(error.to_string().contains("cannot write the backup"), "{error}");
        assert_eq!(version_of(&path), 21);
    }

    #[test]
    fn a_database_of_a_development_build_is_refused_with_what_to_do() {
        let (dir, path) = database();
        for version in [1, 20] {
            let file = Connection::open(&path).unwrap();
            file.pragma_update(None, "user_version", version).unwrap();
            drop(file);
            let message = Store::open(&path).unwrap_err().to_string();
            let words = [&*format!("version {version},"), "21", "assay export decisions"];
            assert!(words.iter().all(|word| message.contains(word)), "{message}");
        }
        assert!(backups(&dir).is_empty());
    }

    #[test]
    fn a_file_of_another_program_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("other.db");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let error = Store::open_or_create(&path).unwrap_err();
        assert!(error.to_string().contains("not an Assay database"), "{error}");
    }

    #[test]
    fn a_text_file_is_not_taken_for_a_database() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("notes.txt");
        std::fs::write(&path, "a text that is long enough to have the size of a header").unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(error.to_string().contains("(not a SQLite file)"), "{error}");
    }

    #[test]
    fn a_newer_database_is_refused() {
        let (_dir, path) = database();
        let newer = FIRST_VERSION + CHANGES.len() as i64 + 1;
        Connection::open(&path).unwrap().pragma_update(None, "user_version", newer).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(error.to_string().contains(&format!("version {newer}")), "{error}");
    }
}
