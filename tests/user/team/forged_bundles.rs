//! A bundle in which another program changed any column of any row, removed rows or exchanged values, with the
//! guards made again. A merge refuses it, reports it, or it makes no difference to anything at home; whatever it
//! takes, `doctor` finds nothing wrong with.
//!
//! The usual run draws some of the changes. `ASSAY_ATTACK=long` makes all of them, in some minutes, and
//! prints what became of them.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use assay::store::{CheckReport, Store, StoreError};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rusqlite::Connection;

use crate::adjudicate::disputed;
use crate::attack::times;
use crate::harness::Workplace;

/// A bundle: its queue, its person, and what they type.
const BUNDLES: [(&str, &str, &str); 4] = [
    ("review", "erin", "b\nb\ny\nn a note\nb\nb\nw 4\nu\nb\nb\nt\nb\nb\ny\ns\n"),
    ("verify", "vera", "b\ny\nn a note\nb\nr 8 blurred\nb\nt\nu\ns\n"),
    ("extract", "rita", "b\nl\nc\nn unsure\nz\nu\na\n"),
    ("adjudicate", "carol", "1\nn so it is\n2\nu\nb y the sign says so\ns\n"),
];

/// A team of which every queue has items, with roles, gold, a gate, blocks and an author, and its four bundles,
/// in which their people have decided.
fn team() -> Workplace {
    let place = disputed();
    let rows = (1..=6).map(|key| format!("{key}\tIt is hard to say."));
    let rows: Vec<String> = std::iter::once("index\tprediction".to_owned()).chain(rows).collect();
    place.write("p.tsv", &(rows.join("\n") + "\n"));
    place.json(&["import", "predictions", "p.tsv", "--model", "org/m"]);
    place.json(&["extract", "sample", "--rate", "1", "--only", "all"]);
    place.run(&["people", "author", "zoe", "6"]);
    place.run(&["people", "add", "lena", "--role", "lead"]);
    place.run(&["people", "add", "carol", "--role", "expert", "--as", "lena"]);
    place.run(&["gold", "add", "5", "--verdict", "keep", "--answer", "B", "--as", "lena"]);
    let rest = ["--gate", "0.5", "--gold", "0.3", "--block-size", "2", "--as", "lena"];
    place.run(&[&["assign", "review", "--per-item", "9"][..], &rest].concat());
    for queue in ["verify", "extract", "adjudicate"] {
        place.run(&["assign", queue, "--per-item", "2", "--as", "lena"]);
    }
    for (queue, name, lines) in BUNDLES {
        let file = format!("{queue}.db");
        place.run(&["pack", "--for", name, "--queue", queue, "--file", &file]);
        let decide = ["--db", &file, "annotate", queue, "--plain", "--as", name];
        place.assay_with_input(&decide, lines).well();
        // No log beside the file: it is copied.
        let connection = Connection::open(place.path(&file)).unwrap();
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    }
    place
}

fn texts(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn tables(connection: &Connection) -> Vec<String> {
    texts(connection, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
}

/// The columns of a table; those of its primary key.
fn columns(connection: &Connection, table: &str) -> (Vec<String>, Vec<String>) {
    let of = |rest: &str| {
        texts(connection, &format!("SELECT name FROM pragma_table_info('{table}') {rest}"))
    };
    (of(""), of("WHERE pk > 0"))
}

/// The rows of a table, each column as it is written in SQL.
fn rows(connection: &Connection, table: &str, columns: &[String]) -> Vec<BTreeMap<String, String>> {
    let quoted: Vec<String> = columns.iter().map(|name| format!("quote({name})")).collect();
    let sql = format!("SELECT {} FROM {table}", quoted.join(", "));
    let mut statement = connection.prepare(&sql).unwrap();
    let mut found = statement.query([]).unwrap();
    let mut rows = Vec::new();
    while let Some(row) = found.next().unwrap() {
        let value = |at: usize| row.get::<_, String>(at).unwrap();
        rows.push(columns.iter().enumerate().map(|(at, name)| (name.clone(), value(at))).collect());
    }
    rows
}

/// The first, the middle and the last row.
fn some<T>(rows: &[T]) -> Vec<&T> {
    let mut at = vec![0, rows.len() / 2, rows.len().saturating_sub(1)];
    at.dedup();
    at.into_iter().filter_map(|at| rows.get(at)).collect()
}

/// Other values of a column in place of this one.
fn other_values(name: &str, value: &str) -> Vec<String> {
    let text = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    match value.as_bytes() {
        [b'\'', ..] => {
            let mut values = text(&["NULL", "''", "'x'", "'A'", "'[]'"]);
            values.push(format!("{name} || 'x'"));
            values
        }
        [b'X', b'\'', ..] => text(&["NULL", "x''", "x'00'", "zeroblob(32)"]),
        b"NULL" => text(&["0", "1", "'x'", "'A'", "'{}'"]),
        _ => {
            let mut values = text(&["NULL", "0", "-1", "9223372036854775807"]);
            values.extend([format!("{name} + 1"), format!("1 - {name}")]);
            values
        }
    }
}

/// Other values of the parts of a JSON text.
fn other_parts(connection: &Connection, name: &str, value: &str) -> Vec<String> {
    let is_json: bool = connection
        .query_row(&format!("SELECT json_valid({value}) AND {value} LIKE '{{%'"), [], |row| {
            row.get(0)
        })
        .unwrap_or(false);
    if !is_json {
        return Vec::new();
    }
    let parts =
        texts(connection, &format!("SELECT fullkey FROM json_tree({value}) WHERE key NOT NULL"));
    let of_part = |part: &String| {
        let values = ["'A'", "'keep'", "1", "json('null')", "json('[]')", "'x'"];
        let set = values.map(|other| format!("json_set({name}, '{part}', {other})"));
        set.into_iter().chain([format!("json_remove({name}, '{part}')")]).collect::<Vec<_>>()
    };
    let added = ["note", "corrected", "category", "adopted", "verdict", "row", "reference"];
    let added = added.map(|part| format!("json_insert({name}, '$.{part}', 'B')"));
    parts.iter().flat_map(of_part).chain(added).collect()
}

fn is_row(key: &[String], row: &BTreeMap<String, String>) -> String {
    let same = key.iter().map(|name| format!("{name} IS {}", row[name]));
    same.collect::<Vec<_>>().join(" AND ")
}

/// Every change of a bundle, in SQL.
fn changes(connection: &Connection) -> Vec<String> {
    let mut changes = Vec::new();
    for table in tables(connection) {
        let (columns, mut key) = columns(connection, &table);
        if key.is_empty() {
            key.clone_from(&columns);
        }
        let rows = rows(connection, &table, &columns);
        let chosen = some(&rows);
        for (at, row) in chosen.iter().enumerate() {
            let here = is_row(&key, row);
            changes.push(format!("DELETE FROM {table} WHERE {here}"));
            for (name, value) in *row {
                let others = other_values(name, value);
                for other in others.into_iter().chain(other_parts(connection, name, value)) {
                    changes.push(format!("UPDATE {table} SET {name} = {other} WHERE {here}"));
                }
                let Some(next) = chosen.get(at + 1).filter(|next| next[name] != *value) else {
                    continue;
                };
                let free = if value.starts_with('\'') { "'between'" } else { "-7" };
                let moved: BTreeMap<String, String> = match key.contains(name) {
                    true => [(*row).clone(), [(name.clone(), free.to_owned())].into()]
                        .into_iter()
                        .flatten()
                        .collect(),
                    false => (*row).clone(),
                };
                changes.push(format!(
                    "UPDATE {table} SET {name} = {free} WHERE {here};
                     UPDATE {table} SET {name} = {value} WHERE {};
                     UPDATE {table} SET {name} = {} WHERE {}",
                    is_row(&key, next),
                    next[name],
                    is_row(&key, &moved)
                ));
            }
        }
    }
    changes
}

/// Changes a copy of a bundle without its guards, which are there again afterwards. Whether anything changed.
fn forge(file: &Path, change: &str) -> bool {
    let connection = Connection::open(file).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        .unwrap();
    let guards = texts(&connection, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'");
    for name in texts(&connection, "SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    let before = connection.total_changes();
    let is_done = connection.execute_batch(change).is_ok() && connection.total_changes() > before;
    for sql in &guards {
        connection.execute_batch(sql).unwrap();
    }
    is_done
}

/// What a database says: the rows of each table but the seals and logs, without moments of today.
fn state(file: &Path) -> BTreeMap<String, Vec<String>> {
    let connection = Connection::open(file).unwrap();
    let own = ["decision_seal", "logged_value", "sqlite_sequence", "sqlite_stat1"];
    let mut state = BTreeMap::new();
    for table in tables(&connection).into_iter().filter(|table| !own.contains(&table.as_str())) {
        let (mut names, _) = columns(&connection, &table);
        names.retain(|name| name != "seq" && (name != "created" || table == "decision"));
        let mut rows: Vec<String> =
            rows(&connection, &table, &names).iter().map(|row| format!("{row:?}")).collect();
        rows.sort();
        state.insert(table, rows);
    }
    state
}

/// What a merge says that needs a reader: what was not taken, what does not count, what was changed.
fn merge(home: &Path, bundle: &Path) -> Result<String, StoreError> {
    let other = Store::open(bundle)?.history_to_unite()?;
    let changed = other.changed_by_others;
    let merged = Store::open(home)?.unite(other)?;
    let taken = &merged.taken;
    Ok(format!("{:?} {:?} {:?} {changed}", merged.problems, taken.uncounted, taken.dated_ahead))
}

fn is_well(file: &Path) -> Result<(), String> {
    let mut report = CheckReport::default();
    Store::open(file).unwrap().check_records(&mut report);
    match report.is_well() {
        true => Ok(()),
        false => Err(format!("{:?} {:?}", report.findings, report.could_not_run)),
    }
}

/// A file with what SQLite keeps beside it.
fn copy(from: &Path, to: &Path) {
    for ending in ["-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{ending}", to.display()));
    }
    fs::copy(from, to).unwrap();
}

/// As with a program that leaves the guards alone, so that the log of settings has the change.
#[test]
fn a_bundle_without_its_mark_or_with_another_one_gives_nothing_without_a_word() {
    let place = team();
    let before = state(&place.path("assay.db"));
    let no_mark = "DELETE FROM setting WHERE key = 'bundle-for'";
    let of_another = "UPDATE setting SET value = 'verify' WHERE key = 'bundle-for';
        UPDATE setting SET value = 'vera' WHERE key = 'bundle-queue'";
    for (file, change, words) in [
        ("adjudicate.db", no_mark, "another program removed the mark of whose it is"),
        ("verify.db", of_another, "the bundle was made for verify in the review queue"),
    ] {
        Connection::open(place.path(file)).unwrap().execute_batch(change).unwrap();
        let said = place.assay(&["merge", file]);
        assert!(said.err.contains(words), "{said:?}");
        assert_eq!(state(&place.path("assay.db"))["decision"], before["decision"]);
    }
}

#[test]
fn a_bundle_that_another_program_changed_is_refused_reported_or_makes_no_difference() {
    let place = team();
    let (home, target) = (place.path("assay.db"), place.path("target.db"));
    Connection::open(&home)
        .unwrap()
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    let before = state(&home);
    let mut chance = ChaCha8Rng::seed_from_u64(25);
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut left = Vec::new();
    for (queue, _, _) in BUNDLES {
        let (bundle, forged) = (place.path(&format!("{queue}.db")), place.path("forged.db"));
        copy(&home, &target);
        let said = merge(&target, &bundle).unwrap();
        let expected = state(&target);
        assert!(expected["decision"].len() > before["decision"].len() + 3, "{queue}: {said}");
        let mut changes = changes(&Connection::open(&bundle).unwrap());
        changes.shuffle(&mut chance);
        let all = changes.len();
        changes.truncate(times(12, usize::MAX));
        eprintln!("{queue}: {} of {all} changes", changes.len());
        for change in changes {
            copy(&home, &target);
            copy(&bundle, &forged);
            if !forge(&forged, &change) {
                *counts.entry((queue, "not possible")).or_default() += 1;
                continue;
            }
            let tried = catch_unwind(AssertUnwindSafe(|| merge(&target, &forged)));
            let found = state(&target);
            let mut faults = Vec::new();
            let fate = match tried {
                Err(_) => {
                    faults.push("a panic".to_owned());
                    "panic"
                }
                Ok(Err(_)) if found == before => "refused",
                Ok(Err(why)) => {
                    faults.push(format!("taken in spite of {why}"));
                    "refused"
                }
                Ok(Ok(now)) if now != said => "reported",
                Ok(Ok(_)) if found == expected => "no difference",
                Ok(Ok(_)) => {
                    faults.push("taken without a word".to_owned());
                    "left"
                }
            };
            *counts.entry((queue, fate)).or_default() += 1;
            if found != expected {
                faults.extend(is_well(&target).err());
            }
            for (table, rows) in &found {
                let may_grow = ["decision", "guideline", "annotator"].contains(&table.as_str());
                let kept = &before[table];
                // Places that the rows use are free again.
                let is_there = |row: &String| expected[table].contains(row) || kept.contains(row);
                let may_shrink = table == "lease" && rows.iter().all(is_there);
                if !may_grow && !may_shrink && *rows != expected[table] && rows != kept {
                    faults.push(format!("{table} is another one"));
                }
                if may_grow && kept.iter().any(|row| !rows.contains(row)) {
                    faults.push(format!("{table} lost a row"));
                }
            }
            if !faults.is_empty() {
                left.push(format!("{queue}: {change}: {}", faults.join("; ")));
                eprintln!("{}", left[left.len() - 1]);
            }
        }
    }
    eprintln!("{counts:?}");
    assert!(left.is_empty(), "{} left:\n{}", left.len(), left.join("\n"));
}
