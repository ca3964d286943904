//! Files and places in which a database cannot live well: damaged pages, nothing to write to, no room.

use std::fs;

use crate::harness::{Workplace, questions};

/// Where the pages of tables and indexes begin: name and page number.
fn root_pages(place: &Workplace) -> Vec<(String, usize)> {
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    connection.pragma_update(None, "wal_checkpoint", "TRUNCATE").unwrap();
    let sql = "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as usize)));
    rows.unwrap().map(Result::unwrap).collect()
}

/// The database with 200 bytes overwritten from there on.
fn overwrite(place: &Workplace, whole: &[u8], from: usize) {
    let mut bytes = whole.to_vec();
    bytes[from..from + 200].fill(0xa5);
    fs::write(place.path("assay.db"), bytes).unwrap();
}

#[test]
fn a_damaged_page_of_any_table_is_a_finding_and_the_other_checks_still_run() {
    let place = Workplace::with_questions(10);
    place.plain("alice", "b\ny\nb\nw 4\nx\nt\n").well();
    let pages = root_pages(&place);
    let whole = fs::read(place.path("assay.db")).unwrap();
    assert!(pages.len() > 20, "{pages:?}");
    for (name, page) in pages {
        overwrite(&place, &whole, (page - 1) * 4096);
        let said = place.assay(&["doctor", "-o", "json"]);
        assert_eq!(said.code, 1, "{name}: {said:?}");
        let report = said.json();
        assert_eq!(report["database"], "assay.db");
        let all = [&report["findings"], &report["could_not_run"]];
        let tells_damage = all.iter().any(|list| list.to_string().contains("integrity"));
        assert!(tells_damage, "{name}: {report}");
        assert!(report["checks"].as_array().unwrap().len() > 3, "{name}: {report}");
        let advice = report["advice"].as_str().unwrap();
        assert!(advice.contains("export decisions") && advice.contains(".recover"), "{advice}");
    }
}

#[test]
fn a_check_that_could_not_run_is_listed_as_such() {
    let place = Workplace::with_questions(3);
    let pages = root_pages(&place);
    let (_, page) = pages.iter().find(|(name, _)| name == "question").unwrap();
    let whole = fs::read(place.path("assay.db")).unwrap();
    overwrite(&place, &whole, (page - 1) * 4096);
    let said = place.assay(&["doctor", "--fix"]);
    assert_eq!(said.code, 1, "{said:?}");
    let is_said = |line: &str| said.out.lines().any(|row| row.starts_with(line));
    assert!(is_said("integrity") && is_said("guidelines are as they were"), "{said:?}");
    let not_run = "could not run: database disk image is malformed";
    let row = said.out.lines().find(|row| row.starts_with("one current revision"));
    assert!(row.is_some_and(|row| row.ends_with(not_run)), "{said:?}");
    assert!(said.err.starts_with("assay.db is damaged."), "{said:?}");

    let complaint = place.assay(&["show", "1"]).failing(1);
    assert!(complaint.contains("assay.db: ") && complaint.contains("assay doctor"), "{complaint}");
}

#[test]
fn a_file_whose_first_page_is_damaged_is_reported_as_a_finding_too() {
    let place = Workplace::with_questions(3);
    root_pages(&place);
    let whole = fs::read(place.path("assay.db")).unwrap();
    overwrite(&place, &whole, 100);
    let report = place.assay(&["doctor", "-o", "json"]);
    assert_eq!(report.code, 1, "{report:?}");
    let report = report.json();
    assert!(report["findings"][0]["message"].as_str().unwrap().contains("malformed"), "{report}");
    assert_eq!(report["could_not_run"][0]["check"], "every other check");
}

#[test]
fn a_database_in_a_place_that_cannot_be_written_is_read_all_the_same() {
    let place = Workplace::with_questions(3);
    place.plain("alice", "b\ny\n").well();
    root_pages(&place);
    // Names as long as this leave no room for SQLite's own files beside it, and that binds the
    // superuser too.
    let db = format!("{}.db", "a".repeat(250));
    fs::rename(place.path("assay.db"), place.path(&db)).unwrap();
    let before = fs::read(place.path(&db)).unwrap();
    let assay = |arguments: &[&str]| place.assay(&[&["--db", db.as_str()], arguments].concat());
    for reading in [&["status"][..], &["show", "1"], &["doctor"], &["models"]] {
        assay(reading).well();
    }
    assert_eq!(assay(&["export", "decisions"]).well().out.lines().count(), 2);
    for writing in [
        &["decide", "review", "1", "--as", "bob", "--answer", "B", "--verdict", "keep"][..],
        &["annotate", "review", "--plain", "--as", "bob"],
        &["import", "questions", "b.tsv"],
        &["init", "--name", "ours"],
    ] {
        let complaint = assay(writing).failing(1);
        assert!(complaint.contains(&db) && complaint.contains("--db"), "{complaint}");
    }
    assert_eq!(fs::read(place.path(&db)).unwrap(), before);
}

#[test]
fn a_database_that_cannot_be_filled_leaves_no_file() {
    let place = Workplace::new();
    place.write("b.tsv", &questions(500));
    for (blocks, command) in [(0, "init"), (16, "init"), (400, "import questions b.tsv")] {
        // Writing beyond that many half kilobytes fails, as on a disk without room.
        let program = env!("CARGO_BIN_EXE_assay");
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} {command}");
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &limited]).current_dir(place.path("")).output().unwrap();
        let complaint = crate::harness::Said::from_output(&output).failing(1);
        assert!(complaint.starts_with("assay: assay.db: "), "{complaint}");
        assert!(complaint.contains("full"), "{complaint}");
        let left = fs::read_dir(place.path("")).unwrap();
        let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["b.tsv"], "{command}: {complaint}");
    }
}

#[test]
fn an_empty_file_is_refused_by_who_only_reads_and_filled_by_init() {
    let place = Workplace::new();
    place.write("assay.db", "");
    for command in [&["status"][..], &["show", "1"], &["doctor"], &["export", "decisions"]] {
        let complaint = place.assay(command).failing(1);
        assert!(complaint.contains("assay.db: the file is empty; `assay init`"), "{complaint}");
    }
    assert_eq!(fs::read(place.path("assay.db")).unwrap().len(), 0);
    place.assay(&["init"]).well();
    place.assay(&["status"]).well();
}

#[test]
fn what_is_no_file_is_refused_by_name() {
    let place = Workplace::new();
    for (db, words) in
        [(".", "this is a folder"), ("/dev/null", "this is a device"), ("no/a.db", "no folder no")]
    {
        for command in ["status", "init"] {
            let complaint = place.assay(&["--db", db, command]).failing(1);
            assert!(complaint.starts_with(&format!("assay: {db}: ")), "{complaint}");
            assert!(complaint.contains(words) && complaint.contains("--db"), "{complaint}");
        }
    }
}
