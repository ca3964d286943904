//! Checklists of a benchmark's own: set, shown, decided by, packed, merged, exported, reset.

use serde_json::{Value, json};

use crate::harness::{Said, Workplace};

/// The example of docs/team-reference.md.
fn documented() -> &'static str {
    let page = include_str!("../../../docs/team-reference.md");
    let (_, example) = page.split_once("```toml\n").unwrap();
    example.split_once("```").unwrap().0
}

/// Four questions whose benchmark has the documented checklist.
fn with_own() -> Workplace {
    let place = Workplace::with_questions(4);
    place.write("ours.toml", documented());
    place.assay(&["checklist", "set", "ours.toml"]).well();
    place
}

fn flag(place: &Workplace, key: &str, who: &str, more: &[&str]) -> Said {
    let wrong = ["decide", "review", key, "--as", who, "--answer", "A", "--verdict", "wrong"];
    place.assay(&[&wrong[..], more].concat())
}

/// The reasons of a kind with their keys: `1 bad-picture`.
fn keys(said: &Value, kind: &str) -> Vec<String> {
    let rows = said["reasons"].as_array().unwrap().iter().filter(|row| row["kind"] == kind);
    let text = |row: &Value| {
        let key = row["key"].as_str().unwrap_or("-");
        format!("{key} {}", row["reason"].as_str().unwrap())
    };
    rows.map(text).collect()
}

const DOCUMENTED: [&str; 6] = [
    "1 needs-the-picture",
    "2 wrong-reference-answer",
    "3 ambiguous-question",
    "4 too-local",
    "5 bad-picture",
    "6 other",
];

#[test]
fn a_lead_gives_a_benchmark_her_own_checklist_and_the_other_kind_keeps_the_built_in_one() {
    let place = Workplace::with_questions(2);
    let before = place.json(&["checklist"]);
    assert_eq!(before["own"], false);
    assert_eq!(keys(&before, "choice")[3], "4 wrong-reference-answer");
    place.write("ours.toml", documented());
    let set = place.json(&["checklist", "set", "ours.toml"]);
    assert_eq!(
        (&set["own"], keys(&set, "choice")),
        (&json!(true), DOCUMENTED.map(String::from).into())
    );
    assert_eq!(keys(&set, "open"), keys(&before, "open"));
    assert_eq!(set["reasons"][0]["part"], "criterion");
    assert_eq!(set["reasons"][0]["words"], "needs no picture");
    assert_eq!(set["reasons"][3]["sentence"], "Only people who live there can answer it.");
    for form in ["table", "csv", "markdown"] {
        let said = place.assay(&["checklist", "show", "-o", form]).well();
        assert!(said.out.contains("needs local knowledge"), "{said:?}");
    }
    place.assay(&["doctor"]).well();
    assert_eq!(place.json(&["checklist", "reset"]), before);
    let again = place.assay(&["checklist", "reset"]).well();
    assert!(again.err.contains("has no checklist of its own"), "{again:?}");
}

#[test]
fn a_checklist_that_is_none_says_what_is_wrong_and_changes_nothing() {
    let place = with_own();
    let before = place.json(&["checklist"]);
    place.write("typo.toml", &documented().replace("bad-picture", "bad-pictur"));
    place.write("twice.toml", &documented().replace("bad-picture", "too-local"));
    place.write("none.toml", &documented().replace("\"other\"", "\"unclear\""));
    place.write("worse.toml", "choice = 3");
    for (file, expected) in [
        (
            "typo.toml",
            "typo.toml: [choice] bad-pictur is not a known reason; did you mean bad-picture?",
        ),
        ("twice.toml", "twice.toml: [choice] has the reason too-local twice"),
        ("none.toml", "none.toml: [choice] lacks the reason other"),
        ("worse.toml", "worse.toml: expected a checklist in TOML"),
        ("gone.toml", "gone.toml: No such file"),
        ("/dev/zero", "/dev/zero: this is not a file"),
    ] {
        let said = place.failure(&["checklist", "set", file]);
        assert!(said.contains(expected), "{said}");
    }
    assert_eq!(place.json(&["checklist"]), before);
}

#[test]
fn a_question_is_wrong_for_the_reasons_of_its_checklist_alone() {
    let place = with_own();
    let row = flag(&place, "1", "bob", &["--reason", "too-local", "--reason", "bad-picture"]);
    let row = row.well().json();
    assert_eq!(row["reasons"], json!(["bad-picture"]));
    assert_eq!(row["own_reasons"], json!(["too-local"]));
    let strange = flag(&place, "2", "bob", &["--reason", "wrong-category"]).failing(1);
    assert!(strange.contains("cannot be wrong for `wrong-category`"), "{strange}");
    assert!(strange.contains("needs-the-picture, wrong-reference-answer"), "{strange}");
    let typo = flag(&place, "2", "bob", &["--reason", "too-lokal"]).failing(2);
    assert!(typo.contains("did you mean too-local?"), "{typo}");
    let other = Workplace::with_questions(2);
    let unknown = flag(&other, "1", "bob", &["--reason", "too-local"]).failing(2);
    assert!(unknown.contains("no such reason"), "{unknown}");
    let kept = place.assay(&["decide", "undo", "--as", "bob"]).well();
    assert!(kept.out.contains("undo"), "{kept:?}");
    place.assay(&["decide", "redo", "--as", "bob"]).well();
    place.assay(&["doctor"]).well();
}

#[test]
fn rows_without_own_reasons_are_written_as_before() {
    let place = with_own();
    flag(&place, "1", "bob", &["--reason", "bad-picture"]).well();
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let payload: String =
        connection.query_row("SELECT payload FROM decision", [], |row| row.get(0)).unwrap();
    let json = r#"{"act":"review","answer":"A","verdict":"wrong","reasons":["bad-picture"]}"#;
    assert_eq!(payload, json);
}

#[test]
fn plain_lines_list_and_take_the_reasons_of_the_checklist() {
    let place = with_own();
    let said = place.plain("alice", "b\nw\n1 4\nb\nw 2=c 5\n").well();
    assert!(said.out.contains("Keep it if all of this holds"), "{}", said.out);
    assert!(said.out.contains("1: No one can answer it without the picture."), "{}", said.out);
    let local = "4 needs local knowledge: Only people who live there can answer it.";
    assert!(said.out.contains(local), "{}", said.out);
    assert!(said.out.contains("w wrong (with reasons: w 2=c)"), "{}", said.out);
    assert!(said.out.contains("(needs no picture, needs local knowledge)"), "{}", said.out);
    let rows: Vec<Value> = place
        .export()
        .into_iter()
        .filter(|row| row["act"]["act"] == "review" || row["verdict"] == "wrong")
        .collect();
    let text = serde_json::to_string(&rows).unwrap();
    assert!(text.contains(r#""own_reasons":["needs-the-picture","too-local"]"#), "{text}");
    assert!(text.contains(r#""reasons":["wrong-reference-answer","bad-picture"]"#), "{text}");
    let chinese = place.assay_with_input(
        &["--language", "zh", "annotate", "review", "--plain", "--as", "chen"],
        "b\nw\n",
    );
    let out = chinese.well().out;
    assert!(out.contains("不看图片就答不出来。") && out.contains("1 不需要图片"), "{out}");
    assert!(out.contains("4 needs local knowledge"), "nobody has translated it: {out}");
}

#[test]
fn a_bundle_has_the_checklist_of_its_benchmark_and_the_merge_keeps_what_was_decided() {
    let place = with_own();
    place.assay(&["people", "add", "alice"]).well();
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    let packed = place.json(&["--db", "alice.db", "checklist"]);
    assert_eq!(keys(&packed, "choice"), DOCUMENTED);
    let wrong = ["--db", "alice.db", "decide", "review", "3", "--as", "alice", "--answer", "A"];
    let why = ["--verdict", "wrong", "--reason", "too-local"];
    place.assay(&[&wrong[..], &why].concat()).well();
    // Meanwhile the lead goes back to the built-in one.
    place.assay(&["checklist", "reset"]).well();
    let merged = place.json(&["merge", "alice.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&1.into(), &0.into()), "{merged}");
    let said = place.json(&["checklist"]);
    let gone: Vec<&Value> =
        said["reasons"].as_array().unwrap().iter().filter(|row| row["key"].is_null()).collect();
    assert_eq!(
        (gone.len(), &gone[0]["reason"], &gone[0]["reviews"]),
        (1, &"too-local".into(), &1.into())
    );
    place.assay(&["doctor"]).well();
}

#[test]
fn reasons_that_are_no_longer_offered_are_exported_counted_and_adopted() {
    let place = with_own();
    for who in ["alice", "bob"] {
        flag(&place, "1", who, &["--reason", "too-local"]).well();
    }
    flag(&place, "2", "alice", &["--reason", "too-local"]).well();
    let keep = ["decide", "review", "2", "--as", "bob", "--answer", "B", "--verdict", "keep"];
    place.assay(&keep).well();
    let own = |said: &Value| {
        let rows = said["by_reason"].as_array().unwrap().iter();
        rows.clone().find(|row| row["reason"] == "too-local").cloned().unwrap()
    };
    let offered = own(&place.json(&["agree", "review"]));
    assert_eq!(
        (&offered["given"], &offered["percent_agreement"]["value"]),
        (&3.into(), &0.5.into())
    );
    place.assay(&["checklist", "reset"]).well();
    assert_eq!(own(&place.json(&["agree", "review"])), offered);
    let differ = place.assay(&["agree", "review"]).well().out;
    assert!(differ.contains("alice: A, wrong (too-local)"), "{differ}");
    place.assay(&["export", "decisions", "--in-force", "--file", "d.csv"]).well();
    let table = std::fs::read_to_string(place.path("d.csv")).unwrap();
    assert_eq!(table.matches("too local").count(), 3, "{table}");
    let adopt = ["decide", "adjudicate", "2", "--as", "carol", "--adopt", "alice"];
    let row = place.assay(&adopt).well().json();
    assert_eq!(row["own_reasons"], json!(["too-local"]));
    let refused = flag(&place, "3", "alice", &["--reason", "too-local"]).failing(2);
    assert!(refused.contains("no such reason"), "{refused}");
    place.assay(&["doctor"]).well();
}

#[test]
fn experts_and_verifiers_give_own_reasons_too() {
    let place = with_own();
    flag(&place, "1", "alice", &["--reason", "too-local"]).well();
    let keep = ["decide", "review", "1", "--as", "bob", "--answer", "B", "--verdict", "keep"];
    place.assay(&keep).well();
    let evidence = place.assay_with_input(
        &["annotate", "adjudicate", "--plain", "--as", "carol"],
        "b w 1 nobody sees it\n",
    );
    let said = evidence.well().out;
    assert!(said.contains("needs local knowledge"), "the review of alice: {said}");
    assert!(said.contains("needs no picture"), "what was settled: {said}");
    flag(&place, "2", "alice", &["--reason", "other", "--note", "odd"]).well();
    let verify = ["decide", "verify", "2", "--as", "vera", "--verdict", "remove"];
    let typo = place.assay(&[&verify[..], &["--reason", "too-lokal"]].concat()).failing(2);
    assert!(typo.contains("did you mean too-local?"), "{typo}");
    let row = place.assay(&[&verify[..], &["--reason", "too-local"]].concat()).well().json();
    assert_eq!(row["own_reasons"], json!(["too-local"]));
    let arguments = ["export", "questions", "--clean", "--file", "c.tsv", "--removed", "r.jsonl"];
    place.assay(&arguments).well();
    let removed = std::fs::read_to_string(place.path("r.jsonl")).unwrap();
    assert!(removed.contains(r#""reasons":["too-local"]"#), "{removed}");
}

#[test]
fn a_stored_checklist_that_cannot_be_read_is_found_and_replaced() {
    let place = with_own();
    place.sql("UPDATE setting SET value = 'choice = 3' WHERE key LIKE 'checklist/%'");
    let said = place.assay(&["doctor"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out.contains("cannot be read") && said.out.contains("assay checklist reset"),
        "{said:?}"
    );
    let said = place.failure(&["next", "review", "--as", "alice"]);
    assert!(said.contains("checklist cannot be read"), "{said}");
    place.assay(&["status"]).well();
    place.assay(&["checklist", "set", "ours.toml"]).well();
    place.assay(&["doctor"]).well();
    place.assay(&["next", "review", "--as", "alice"]).well();
}

#[test]
fn each_benchmark_of_a_database_has_its_own_checklist() {
    let place = with_own();
    place.assay(&["import", "questions", "b.tsv", "--benchmark", "theirs"]).well();
    let theirs = place.json(&["checklist", "--benchmark", "theirs"]);
    assert_eq!(theirs["own"], false);
    let said = place.failure(&["checklist"]);
    assert!(said.contains("which benchmark?"), "{said}");
}
