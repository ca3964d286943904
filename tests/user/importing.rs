//! Importing questions with the program: what changes, what does not, what is said.

use crate::harness::{Workplace, questions};

fn import(place: &Workplace, more: &[&str]) -> crate::harness::Said {
    place.assay(&[&["import", "questions", "b.tsv", "-o", "json"], more].concat())
}

#[test]
fn importing_again_changes_nothing_and_says_so() {
    let place = Workplace::new();
    place.write("b.tsv", &questions(5));
    let first = import(&place, &[]).well().json();
    assert_eq!(
        (&first["new"], &first["unchanged"], &first["images"]),
        (&5.into(), &0.into(), &5.into())
    );
    let status = place.assay(&["status", "-o", "json"]).well().out;
    let second = import(&place, &[]).well().json();
    assert_eq!(
        (&second["new"], &second["changed"], &second["unchanged"]),
        (&0.into(), &0.into(), &5.into())
    );
    assert_eq!(place.assay(&["status", "-o", "json"]).well().out, status);
}

#[test]
fn a_changed_question_is_a_new_revision_and_old_decisions_stay_with_theirs() {
    let place = Workplace::with_questions(3);
    place
        .assay(&["decide", "review", "2", "--as", "alice", "--answer", "B", "--verdict", "keep"])
        .well();
    place.write("b.tsv", &questions(3).replace("number 2?", "number two?"));
    let again = import(&place, &[]).well().json();
    assert_eq!((&again["changed"], &again["unchanged"]), (&1.into(), &2.into()));

    let status = place.assay(&["status", "-o", "json"]).well().json();
    let benchmark = &status["benchmarks"][0];
    assert_eq!((&benchmark["questions"], &benchmark["older_revisions"]), (&3.into(), &1.into()));
    assert_eq!(place.export()[0]["question_revision"], 1);
    // alice is asked again, because what she decided on is no longer what there is.
    let said = place.plain("alice", "").well().out;
    assert!(said.contains("0 of 3 done."), "{said}");
    place.assay(&["doctor"]).well();
}

#[test]
fn other_ends_of_lines_within_a_cell_make_no_new_revision() {
    let place = Workplace::new();
    let file = |end: &str| {
        let rows = "index,question,hint,A,B,answer\n1,\"Which?\nLook.\",\"a\nb\",\"x\ny\",z,B\n";
        rows.replace("\nLook", &format!("{end}Look")).replace("\nb", &format!("{end}b"))
    };
    place.write("b.csv", &file("\n"));
    let import = || place.json(&["import", "questions", "b.csv"]);
    assert_eq!(import()["new"], 1);
    for end in ["\r\n", "\n", "\r\n"] {
        place.write("b.csv", &file(end));
        let again = import();
        assert_eq!((&again["unchanged"], &again["changed"]), (&1.into(), &0.into()), "{end:?}");
    }
    place.write("b.csv", &file(" "));
    assert_eq!(import()["changed"], 1, "another end of a line is not another word");
}

#[test]
fn a_bad_row_means_that_nothing_is_imported_and_names_its_place() {
    let place = Workplace::with_questions(2);
    let before = place.assay(&["status", "-o", "json"]).well().out;
    place.write("b.tsv", &questions(4).replace("\tB\tocr", "\tQ\tocr"));
    let complaint = import(&place, &[]).failing(1);
    assert!(complaint.contains("nothing was imported"), "{complaint}");
    assert!(complaint.contains("b.tsv") && complaint.contains("row 1"), "{complaint}");
    assert_eq!(place.assay(&["status", "-o", "json"]).well().out, before);
}

#[test]
fn skipping_bad_rows_lists_each_with_its_reason() {
    let place = Workplace::new();
    let bad = questions(4).replacen("third\tB\t", "third\tQ\t", 1);
    place.write("b.tsv", &bad);
    let said = import(&place, &["--skip-bad"]).well().json();
    assert_eq!(said["questions"], 3);
    let skipped = &said["skipped"][0];
    assert_eq!((&skipped["row"], &skipped["index"]), (&1.into(), &"1".into()));
    assert!(skipped["reason"].as_str().unwrap().contains('Q'), "{skipped}");
    let printed = place.assay(&["import", "questions", "b.tsv", "--skip-bad"]).well().out;
    assert!(printed.contains("why it was skipped"), "{printed}");
}

#[test]
fn a_bad_row_is_reported_with_the_way_around_it() {
    let place = Workplace::new();
    let table = questions(3);
    let (start, _) = table.trim_end().rsplit_once('\t').unwrap();
    place.write("b.tsv", &format!("{start}\t\n"));
    let complaint = import(&place, &[]).failing(1);
    for words in ["row 3", "no picture", "VLMEvalKit drops such rows", "--skip-bad"] {
        assert!(complaint.contains(words), "{complaint}");
    }
    assert_eq!(import(&place, &["--skip-bad"]).well().json()["questions"], 2);
}

#[test]
fn pictures_that_cannot_be_shown_are_reported_at_once() {
    let place = Workplace::new();
    let whole = crate::harness::picture(1);
    let mut empty = whole.clone();
    empty[16..24].fill(0);
    let mut table = "index\tquestion\tA\timage\n".to_owned();
    for (index, bytes) in [&whole[..], &whole[..whole.len() - 20], &empty].iter().enumerate() {
        let cell = base64_simd::STANDARD.encode_to_string(bytes);
        table.push_str(&format!("{index}\tWhich?\tx\t{cell}\n"));
    }
    place.write("b.tsv", &table);
    let said = import(&place, &[]).well();
    assert!(said.err.contains("a picture is cut off and cannot be shown (row 2)"), "{said:?}");
    assert!(said.err.contains("damaged header and cannot be shown (row 3)"), "{said:?}");
    assert_eq!(place.assay(&["doctor"]).code, 1);
}

#[test]
fn skipping_every_row_imports_nothing() {
    let place = Workplace::new();
    place.write("b.tsv", "index\tquestion\tA\tB\tanswer\n1\tWhich?\tx\ty\tQ\n");
    let complaint = import(&place, &["--skip-bad"]).failing(1);
    assert!(complaint.contains("b.tsv: no row is good"), "{complaint}");
    assert!(!place.path("assay.db").exists());
}

#[test]
fn a_first_import_that_fails_leaves_no_database_behind() {
    let place = Workplace::new();
    place.write("b.tsv", "index\tquestion\tA\tB\tanswer\n1\tWhich?\tx\ty\tQ\n");
    import(&place, &[]).failing(1);
    let left: Vec<_> =
        std::fs::read_dir(place.path("")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["b.tsv"]);
    let complaint = place.assay(&["import", "questions", "gone.tsv"]).failing(1);
    assert!(complaint.contains("gone.tsv"), "{complaint}");
    assert!(!place.path("assay.db").exists());
}

#[test]
fn a_failed_import_into_an_empty_database_keeps_the_database() {
    let place = Workplace::new();
    place.assay(&["init", "--name", "ours"]).well();
    place.write("b.tsv", "index\tquestion\tA\tB\tanswer\n1\tWhich?\tx\ty\tQ\n");
    import(&place, &[]).failing(1);
    assert_eq!(place.assay(&["status", "-o", "json"]).well().json()["name"], "ours");
}

#[test]
fn questions_without_pictures_are_imported_and_it_is_said() {
    let place = Workplace::new();
    place.write("b.tsv", "index\tquestion\tA\tB\tanswer\n1\tWhich?\tx\ty\tA\n");
    let said = place.assay(&["import", "questions", "b.tsv"]).well();
    assert!(said.err.contains("no pictures"), "{said:?}");
}

#[test]
fn the_benchmarks_of_two_files_are_distinguished() {
    let place = Workplace::with_questions(2);
    place.write("other.tsv", &questions(3));
    place.assay(&["import", "questions", "other.tsv"]).well();
    let complaint = place.assay(&["show", "1"]).failing(1);
    assert!(complaint.contains("--benchmark") && complaint.contains("b, other"), "{complaint}");
    place.assay(&["show", "3", "--benchmark", "other"]).well();
    let complaint = place.assay(&["show", "3", "--benchmark", "b"]).failing(1);
    assert!(complaint.contains('3'), "{complaint}");
}
