//! Bundles that are not what they were: damaged, changed, opened or merged by mistake. What is wrong is said
//! of the right file, and the other files are merged all the same.

use std::fs;

use crate::harness::Workplace;
use crate::harness::pty::{Terminal, TerminalSession};

/// A team with bundles of alice and bob, who have reviewed all three questions.
fn apart() -> Workplace {
    let place = Workplace::with_questions(3);
    for name in ["alice", "bob"] {
        let file = format!("{name}.db");
        place.assay(&["pack", "--for", name, "--file", &file]).well();
        let review = ["--db", &file, "annotate", "review", "--plain", "--as", name];
        place.assay_with_input(&review, "b\ny\nb\ny\nb\ny\n").well();
    }
    place
}

fn change(place: &Workplace, file: &str, statements: &str) {
    rusqlite::Connection::open(place.path(file)).unwrap().execute_batch(statements).unwrap();
}

#[test]
fn a_damaged_bundle_is_named_and_the_others_are_merged() {
    for damage in ["page", "half", "value"] {
        let place = apart();
        let path = place.path("bob.db");
        let mut bytes = fs::read(&path).unwrap();
        match damage {
            "page" => bytes[4096 * 3..4096 * 9].fill(0xff),
            "half" => bytes.truncate(50_000),
            _ => {}
        }
        fs::write(&path, bytes).unwrap();
        if damage == "value" {
            let payload = r#"UPDATE decision SET payload = '{"act":"bogus"}' WHERE seq = 2"#;
            change(&place, "bob.db", &format!("DROP TRIGGER decision_is_never_changed; {payload}"));
        }
        let said = place.assay(&["merge", "bob.db", "alice.db", "-o", "json"]);
        assert_eq!(said.code, 1, "{damage}: {said:?}");
        let merged = said.json();
        assert_eq!(merged["new"], 6, "{damage}: alice's are there: {merged}");
        let why = merged["files"][0]["unreadable"].as_str().unwrap();
        assert!(why.starts_with("bob.db: "), "{damage}: {why}");
        assert!(said.err.contains("nothing was taken of a file. bob.db: "), "{}", said.err);
        place.assay(&["doctor"]).well();
    }
}

#[test]
fn decisions_on_a_question_whose_words_were_changed_in_the_bundle_are_reported() {
    let statements = [
        "UPDATE question SET stem = 'Which is it?' WHERE key = '2'",
        "UPDATE question SET hint = 'it is B' WHERE key = '2'",
        "UPDATE choice SET text = 'a fish' WHERE label = 'A'
            AND question_id = (SELECT id FROM question WHERE key = '2')",
        "UPDATE image SET hash = zeroblob(32) WHERE id = (SELECT image_id FROM question_image
            JOIN question ON question.id = question_id WHERE key = '2')",
    ];
    for statement in statements {
        let place = apart();
        change(&place, "bob.db", statement);
        let merged = place.json(&["merge", "bob.db"]);
        assert_eq!((&merged["new"], &merged["problems"]), (&4.into(), &2.into()), "{merged}");
        let problem = &merged["files"][0]["problems"][0]["problem"];
        assert!(
            problem.as_str().unwrap().contains("question 2 reads otherwise there"),
            "{problem}"
        );
    }
}

#[test]
fn a_decision_by_another_name_in_a_bundle_is_reported() {
    let place = apart();
    change(&place, "bob.db", "UPDATE annotator SET name = 'mallory'");
    let merged = place.json(&["merge", "bob.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&0.into(), &6.into()), "{merged}");
    let problem = &merged["files"][0]["problems"][0];
    assert_eq!(problem["annotator"], "mallory");
    assert!(problem["problem"].as_str().unwrap().contains("made for bob"), "{problem}");
}

#[test]
fn nothing_is_merged_into_a_bundle_where_its_person_would_see_it() {
    let place = apart();
    for file in ["alice.db", "assay.db"] {
        let refused = place.failure(&["--db", "bob.db", "merge", file]);
        assert!(refused.contains("bob.db is a bundle for bob"), "{refused}");
    }
    let rows = place.run(&["--db", "bob.db", "export", "decisions"]);
    assert_eq!(rows.lines().count(), 6);
}

#[test]
fn the_author_of_a_question_does_not_review_it_by_way_of_a_bundle_or_a_file() {
    let place = apart();
    let rows = place.run(&["--db", "alice.db", "export", "decisions"]);
    place.write("alice.jsonl", &rows);
    place.assay(&["people", "author", "alice", "2"]).well();
    let refused = place.failure(&["import", "decisions", "alice.jsonl"]);
    assert!(refused.contains("alice wrote question 2"), "{refused}");
    let merged = place.json(&["merge", "alice.db", "bob.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&10.into(), &2.into()), "{merged}");
    let problem = &merged["files"][0]["problems"][0]["problem"];
    assert!(problem.as_str().unwrap().contains("alice wrote question 2"), "{problem}");
    let again = place.json(&["merge", "bob.db", "alice.db"]);
    assert_eq!((&again["new"], &again["problems"]), (&0.into(), &2.into()), "{again}");
    let refused = ["decide", "review", "2", "--as", "alice", "--answer", "B", "--verdict", "keep"];
    let refused = place.failure(&refused);
    assert!(refused.contains("alice wrote question 2"), "{refused}");
}

#[test]
fn what_an_author_decided_before_being_named_counts_no_more_and_waits_for_others() {
    let place = apart();
    place.assay(&["merge", "alice.db", "bob.db"]).well();
    place.assay(&["assign", "review", "--per-item", "2"]).well();
    assert_eq!(place.json(&["next", "review", "--as", "carol"])["item"], serde_json::Value::Null);
    let named = place.json(&["people", "author", "alice", "2", "3"]);
    let warning = named["warnings"][0].as_str().unwrap();
    assert!(warning.contains("alice had decided on some of these questions (2, 3)"), "{warning}");
    let in_force = place.run(&["export", "decisions", "--in-force"]);
    let of_alice = in_force.lines().filter(|line| line.contains("\"annotator\":\"alice\""));
    assert_eq!(of_alice.count(), 1, "{in_force}");
    let next = place.json(&["next", "review", "--as", "carol"]);
    assert!(["2", "3"].contains(&next["item"].as_str().unwrap()), "{next}");
    assert_eq!(place.json(&["next", "review", "--as", "alice"])["item"], serde_json::Value::Null);
    place.assay(&["doctor"]).well();
    let again = place.json(&["people", "author", "alice", "2", "3"]);
    assert_eq!(again["warnings"].as_array().unwrap().len(), 0, "{again}");
}

#[test]
fn a_bundle_is_opened_as_the_person_whom_it_is_for() {
    let place = Workplace::with_questions(3);
    place.assay(&["pack", "--for", "bob", "--file", "bob.db"]).well();
    let plain = ["--db", "bob.db", "annotate", "review", "--plain"];
    let said = place.assay_with_input(&plain, "b\ny\nq\n").well();
    assert!(said.out.contains("Saved"), "{}", said.out);
    let next = place.json(&["--db", "bob.db", "next", "review"]);
    assert!(next["item"].is_string(), "{next}");
    let rows = place.run(&["--db", "bob.db", "export", "decisions"]);
    assert!(rows.lines().all(|line| line.contains("\"annotator\":\"bob\"")), "{rows}");
    // Elsewhere it is the login name.
    place.assay_with_input(&["annotate", "review", "--plain"], "b\ny\nq\n").well();
    assert_eq!(place.export()[0]["annotator"], "tester");
}

#[test]
fn somebody_else_is_told_at_the_start_whom_a_bundle_is_for() {
    let place = Workplace::with_questions(3);
    place.assay(&["pack", "--for", "bob", "--file", "bob.db"]).well();
    let words = "this bundle was made for bob in the review queue (--as bob)";
    for plain in [&["--plain"][..], &[]] {
        let annotate = ["--db", "bob.db", "annotate", "review", "--as", "ann"];
        let arguments = [&annotate, plain].concat();
        if plain.is_empty() {
            let mut session = TerminalSession::start(&place, &arguments, Terminal::default());
            session.wait_for(words);
            session.end();
        } else {
            let refused = place.failure(&arguments);
            assert!(refused.contains(words), "{refused}");
        }
    }
    // Somebody may look at it; home says the same.
    let mut session =
        TerminalSession::start(&place, &["--db", "bob.db", "--as", "ann"], Terminal::default());
    session.wait_for("made for bob in the review queue");
    session.keys("q");
    session.end();
    // The name in the configuration is one that was given.
    fs::create_dir_all(place.path("assay")).unwrap();
    place.write("assay/config.toml", "annotator = \"ann\"\n");
    let refused = place.failure(&["--db", "bob.db", "annotate", "review", "--plain"]);
    assert!(refused.contains(words), "{refused}");
}

#[test]
fn somebody_who_has_left_keeps_no_place_though_their_bundle_is_away() {
    let place = Workplace::with_questions(3);
    place.assay(&["assign", "review", "--per-item", "1"]).well();
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    let none = place.json(&["next", "review", "--as", "bob"]);
    assert_eq!((&none["item"], &none["leased"]), (&serde_json::Value::Null, &3.into()));
    place.assay(&["assign", "review", "--per-item", "1", "--people", "bob,carol"]).well();
    assert!(place.json(&["next", "review", "--as", "bob"])["item"].is_string());
}

#[test]
fn a_bundle_finds_its_questions_where_the_database_that_packed_it_is_lost() {
    let place = apart();
    place.write("changed.tsv", &crate::harness::questions(3).replace("number 2?", "number two?"));
    for (file, new) in [("b.tsv", 6), ("changed.tsv", 4)] {
        place.assay(&["--db", "new.db", "import", "questions", file, "--benchmark", "b"]).well();
        let merged = place.json(&["--db", "new.db", "merge", "bob.db"]);
        assert_eq!(merged["new"], new, "{merged}");
        assert_eq!(merged["problems"], 6 - new);
        fs::remove_file(place.path("new.db")).unwrap();
    }
}

#[test]
fn an_adjudicator_to_whom_a_bundle_says_another_reference_answer_is_reported() {
    let place = Workplace::with_questions(2);
    for (name, verdict) in [("alice", "keep"), ("bob", "text-only")] {
        for key in ["1", "2"] {
            let review = ["decide", "review", key, "--as", name, "--answer", "B", "--verdict"];
            place.assay(&[&review[..], &[verdict]].concat()).well();
        }
    }
    place.assay(&["pack", "--for", "carol", "--queue", "adjudicate", "--file", "carol.db"]).well();
    change(&place, "carol.db", "UPDATE question SET answer = 'C' WHERE key = '1'");
    for key in ["1", "2"] {
        let settle = ["--db", "carol.db", "decide", "adjudicate", key, "--as", "carol"];
        let says = ["--answer", "C", "--verdict", "text-only", "--reason", "so"];
        place.assay(&[&settle[..], &says].concat()).well();
    }
    let merged = place.json(&["merge", "carol.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&1.into(), &1.into()), "{merged}");
    let problem = &merged["files"][0]["problems"][0]["problem"];
    assert!(problem.as_str().unwrap().contains("question 1 reads otherwise there"), "{problem}");
}

#[test]
fn an_author_holds_no_place_though_a_bundle_of_theirs_is_away() {
    let place = Workplace::with_questions(2);
    place.assay(&["assign", "review", "--per-item", "1"]).well();
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    let next = || place.json(&["next", "review", "--as", "carol"])["item"].clone();
    assert_eq!(next(), serde_json::Value::Null);
    place.assay(&["people", "author", "alice", "2"]).well();
    assert_eq!(next(), "2", "she cannot decide it any more; 1 is still hers");
}

#[test]
fn where_two_revisions_read_alike_nothing_says_which_one_a_lost_database_meant() {
    let place = Workplace::with_questions(3);
    place.assay(&["backup", "before.db"]).well();
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    let review = ["--db", "alice.db", "annotate", "review", "--plain"];
    place.assay_with_input(&review, "b\ny\nb\ny\nb\ny\n").well();
    // A revision with the same words and another reference answer.
    let table = crate::harness::questions(3);
    let lines = table.lines().map(|line| match line.starts_with("2\t") {
        true => line.replace("\tB\tocr", "\tC\tocr"),
        false => line.to_owned(),
    });
    place.write("new.tsv", &(lines.collect::<Vec<_>>().join("\n") + "\n"));
    let import = ["--db", "before.db", "import", "questions", "new.tsv", "--benchmark", "b"];
    assert_eq!(place.json(&import)["changed"], 1);
    let merged = place.json(&["--db", "before.db", "merge", "alice.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&4.into(), &2.into()), "{merged}");
    assert_eq!(merged["files"][0]["problems"][0]["item"], "2", "{merged}");
}
