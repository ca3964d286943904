//! Who may change the work of others: leads only, once there is one; each act is listed and can be taken back.

use serde_json::Value;

use crate::harness::{Said, Workplace};
use crate::team::{decide, next};

/// A team with a lead: lena.
fn led() -> Workplace {
    let place = Workplace::with_questions(3);
    place.assay(&["people", "add", "lena", "--role", "lead", "--as", "lena"]).well();
    place.write("own.toml", OWN_CHECKLIST);
    place.write("guideline.md", "# Ours\nKeep everything.\n");
    place
}

const OWN_CHECKLIST: &str = "[choice]\ncriteria = []\nfurther = [\"bad-picture\", \"other\"]\n";

/// Every command that changes the work of others.
const ACTS: [&[&str]; 11] = [
    &["people", "add", "mallory", "--role", "lead"],
    &["people", "author", "alice", "1", "2"],
    &["assign", "review", "--per-item", "1"],
    &["assign", "review", "--end"],
    &["checklist", "set", "own.toml"],
    &["checklist", "reset"],
    &["config", "scoring", "--missing", "exclude"],
    &["config", "scoring", "--reset"],
    &["import", "guideline", "guideline.md"],
    &["doctor", "--fix"],
    &["pack", "--for", "alice", "--give-back"],
];

fn acts(place: &Workplace) -> Vec<Value> {
    place.json(&["people", "acts"])["acts"].as_array().unwrap().clone()
}

/// The number of the newest act, as a command takes it.
fn newest(place: &Workplace) -> String {
    acts(place).last().unwrap()["number"].to_string()
}

fn run_as(place: &Workplace, name: &str, arguments: &[&str]) -> Said {
    place.assay(&[arguments, &["--as", name]].concat())
}

#[test]
fn once_there_is_a_lead_only_leads_change_the_work_of_others_and_a_refused_act_changes_nothing() {
    let place = led();
    run_as(&place, "lena", &["assign", "review", "--per-item", "1"]).well();
    run_as(&place, "lena", &["checklist", "set", "own.toml"]).well();
    run_as(&place, "lena", &["config", "scoring", "--rules", "assay"]).well();
    let state = || {
        let shown: [&[&str]; 3] = [&["people"], &["checklist"], &["config", "scoring"]];
        (acts(&place), shown.map(|command| place.json(command)))
    };
    let before = state();
    for act in ACTS {
        let said = run_as(&place, "mallory", act).failing(1);
        assert!(said.contains("is for leads; mallory is not one: ask lena"), "{act:?}: {said}");
    }
    assert_eq!(state(), before);
    assert_eq!(place.json(&["guideline"])["guidelines"].as_array().map_or(0, Vec::len), 0);
    for act in ACTS {
        run_as(&place, "lena", act).well();
    }
    run_as(&place, "lena", &["people", "acts"]).failing(2);
}

#[test]
fn without_a_lead_everybody_may_as_before_and_it_is_recorded() {
    let place = led();
    run_as(&place, "lena", &["people", "add", "lena", "--role", "annotator"]).well();
    let count = acts(&place).len();
    run_as(&place, "mallory", &["assign", "review", "--per-item", "1"]).well();
    run_as(&place, "mallory", &["people", "author", "alice", "1"]).well();
    let recorded = acts(&place);
    assert_eq!(recorded.len(), count + 2);
    let act = &recorded[count + 1];
    assert_eq!(
        (&act["by"], &act["act"], &act["keys"][0]),
        (&"mallory".into(), &"author".into(), &"1".into())
    );
    assert_eq!(act["what"], "alice wrote 1");
}

#[test]
fn a_record_of_an_act_is_neither_changed_nor_deleted() {
    let place = led();
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    for change in ["UPDATE administrative_act SET by = 'eve'", "DELETE FROM administrative_act"] {
        let error = connection.execute(change, []).unwrap_err().to_string();
        assert!(error.contains("an administrative act is never"), "{error}");
    }
}

#[test]
fn reviews_that_a_wrong_author_lost_count_again_when_the_act_is_taken_back() {
    let place = led();
    decide(&place, "alice", "1");
    decide(&place, "alice", "2");
    let reviews = |place: &Workplace| {
        let rows = place.assay(&["export", "decisions", "--queue", "review", "--in-force"]).well();
        rows.out.lines().filter(|line| line.contains("\"act\":\"review\"")).count()
    };
    let warned = run_as(&place, "lena", &["people", "author", "alice", "1", "2", "3"]).well();
    assert!(warned.err.contains("count no more"), "{}", warned.err);
    assert_eq!(reviews(&place), 0);
    run_as(&place, "mallory", &["people", "undo", &newest(&place)]).failing(1);
    run_as(&place, "lena", &["people", "undo", &newest(&place)]).well();
    assert_eq!(reviews(&place), 2);
    assert_eq!(next(&place, "alice")["item"], "3");
    place.assay(&["doctor"]).well();
    // Neither undo nor redo of alice's own reaches what the lead did.
    place.plain("alice", "u\nq\n").well();
    assert_eq!(reviews(&place), 1);
    // And forth again.
    run_as(&place, "lena", &["people", "undo", &newest(&place)]).well();
    assert_eq!(reviews(&place), 0);
}

#[test]
fn roles_assignments_checklists_and_guidelines_are_brought_back_in_order() {
    let place = led();
    run_as(&place, "lena", &["people", "add", "bob", "--role", "expert"]).well();
    run_as(&place, "lena", &["people", "add", "bob"]).well();
    let role = |place: &Workplace| place.json(&["people"])["people"][0]["role"].clone();
    let undo = |number: &str| run_as(&place, "lena", &["people", "undo", number]);
    let second = newest(&place);
    let first = (second.parse::<i64>().unwrap() - 1).to_string();
    let said = undo(&first).failing(1);
    assert!(said.contains("take that back first"), "{said}");
    undo(&second).well();
    assert_eq!(role(&place), "expert");
    undo(&first).well();
    assert_eq!(role(&place), Value::Null);

    run_as(&place, "lena", &["assign", "review", "--per-item", "2", "--people", "alice,bob"])
        .well();
    run_as(&place, "lena", &["assign", "review", "--end"]).well();
    assert!(!next(&place, "eve")["item"].is_null());
    undo(&newest(&place)).well();
    let refused = place.failure(&[
        "decide",
        "review",
        "1",
        "--as",
        "eve",
        "--answer",
        "B",
        "--verdict",
        "keep",
    ]);
    assert!(refused.contains("assigned"), "{refused}");

    let lists = place.json(&["checklist"]);
    run_as(&place, "lena", &["checklist", "set", "own.toml"]).well();
    assert_ne!(place.json(&["checklist"]), lists);
    undo(&newest(&place)).well();
    assert_eq!(place.json(&["checklist"]), lists);

    run_as(&place, "lena", &["config", "scoring", "--rules", "assay"]).well();
    let scoring = place.json(&["config", "scoring"]);
    run_as(&place, "lena", &["config", "scoring", "--missing", "exclude"]).well();
    assert_eq!(acts(&place).last().unwrap()["what"], "figures by missing exclude, rules assay");
    undo(&newest(&place)).well();
    assert_eq!(place.json(&["config", "scoring"]), scoring);

    run_as(&place, "lena", &["import", "guideline", "guideline.md"]).well();
    undo(&newest(&place)).well();
    let guidelines = place.assay(&["guideline"]).well().out;
    let ours = guidelines.lines().find(|line| line.contains("lena")).unwrap_or_default();
    assert!(!ours.contains("review"), "{guidelines}");
    let said = undo("999").failing(1);
    assert!(said.contains("there is no act 999"), "{said}");
}

#[test]
fn the_repair_of_a_database_leaves_a_copy_of_it_from_before() {
    let place = led();
    place.sql("INSERT INTO image (hash, bytes) SELECT randomblob(32), bytes FROM image LIMIT 1");
    run_as(&place, "lena", &["doctor", "--fix"]);
    let act = acts(&place).pop().unwrap();
    assert_eq!((&act["act"], &act["pictures"]), (&"remove-pictures".into(), &1.into()), "{act}");
    assert!(std::path::Path::new(act["copy"].as_str().unwrap()).ends_with("assay.db.before-fix-1"));
    assert!(place.path("assay.db.before-fix-1").exists());
}
