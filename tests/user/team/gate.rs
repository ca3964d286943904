//! The text-only gate for scripts and in plain lines, and its report.

use serde_json::Value;

use super::next;
use crate::harness::{Workplace, questions};

fn gated(count: usize, share: &str) -> Workplace {
    let place = Workplace::with_questions(count);
    place.json(&["assign", "review", "--per-item", "3", "--gate", share]);
    place
}

fn guess(place: &Workplace, name: &str, key: &str, letter: &str, confidence: &str) -> Value {
    let said = place.assay(&[
        "decide",
        "review",
        key,
        "--as",
        name,
        "--guess",
        letter,
        "--confidence",
        confidence,
    ]);
    said.well().json()
}

fn answer(place: &Workplace, name: &str, key: &str, letter: &str) -> crate::harness::Said {
    place.assay(&["decide", "review", key, "--as", name, "--answer", letter, "--verdict", "keep"])
}

#[test]
fn a_script_is_given_the_words_alone_until_it_has_guessed() {
    let place = gated(1, "1");
    let given = next(&place, "alice");
    assert_eq!(given["question"]["guess_first"], true, "{given}");
    assert_eq!(given["question"]["pictures"], 0, "{given}");
    let refused = answer(&place, "alice", "1", "B").failing(1);
    assert!(refused.contains("is to be guessed from its text first"), "{refused}");
    let row = guess(&place, "alice", "1", "A", "low");
    assert_eq!(
        (&row["act"], &row["guess"], &row["confidence"]),
        (&"guess".into(), &"A".into(), &"low".into())
    );
    // Before the picture was handed out the guess can be taken back.
    place.assay(&["decide", "undo", "--as", "alice"]).well();
    assert!(answer(&place, "alice", "1", "B").failing(1).contains("guessed"));
    guess(&place, "alice", "1", "B", "high");
    let given = next(&place, "alice");
    assert_eq!((&given["item"], &given["question"]["pictures"]), (&"1".into(), &1.into()));
    let refused = place.failure(&["decide", "undo", "--as", "alice"]);
    assert!(refused.contains("has been shown, so the guess stays"), "{refused}");
    let again = place.failure(&[
        "decide",
        "review",
        "1",
        "--as",
        "alice",
        "--guess",
        "C",
        "--confidence",
        "low",
    ]);
    assert!(again.contains("asks for no guess"), "{again}");
    answer(&place, "alice", "1", "B").well();
    let rows = place.export();
    assert_eq!(rows.last().unwrap()["exposure"]["gate"], true, "{rows:?}");
    assert!(rows[0]["exposure"].get("gate").is_none(), "{rows:?}");
    place.assay(&["doctor"]).well();
}

#[test]
fn a_wrong_letter_and_a_guess_without_a_confidence_are_refused() {
    let place = gated(1, "1");
    let refused = place.failure(&[
        "decide",
        "review",
        "1",
        "--as",
        "a",
        "--guess",
        "D",
        "--confidence",
        "low",
    ]);
    assert!(refused.contains("no choice D"), "{refused}");
    let refused = place.assay(&["decide", "review", "1", "--as", "a", "--guess", "A"]).failing(2);
    assert!(refused.contains("--confidence"), "{refused}");
    assert!(place.export().is_empty());
}

#[test]
fn nobody_guesses_where_no_gate_is_nor_in_other_queues() {
    let place = Workplace::with_questions(1);
    place.json(&["assign", "review", "--per-item", "1"]);
    assert!(next(&place, "alice")["question"].get("guess_first").is_none());
    let refused = place.failure(&["assign", "verify", "--per-item", "1", "--gate", "0.5"]);
    assert!(refused.contains("--gate is for the review"), "{refused}");
    let place = gated(1, "1");
    place.assay(&["assign", "review", "--end"]).well();
    answer(&place, "alice", "1", "B").well();
}

#[test]
fn a_share_gates_other_questions_for_each_person() {
    let place = gated(40, "0.5");
    let of = |name: &str| -> Vec<bool> {
        let hidden = |key: usize| {
            let said = answer(&place, name, &key.to_string(), "B");
            said.code != 0
        };
        (1..=40).map(hidden).collect()
    };
    let (alice, bob) = (of("alice"), of("bob"));
    for of_one in [&alice, &bob] {
        let count = of_one.iter().filter(|hidden| **hidden).count();
        assert!((10..=30).contains(&count), "{count}");
    }
    assert_ne!(alice, bob);
}

#[test]
fn in_plain_lines_a_guess_comes_first_and_is_kept_through_a_restart() {
    let place = gated(1, "1");
    let said = place.plain("alice", "p\nb\nb 2\n").well();
    assert!(said.out.contains("The picture is hidden until you have guessed"), "{}", said.out);
    let (before, after) = said.out.split_once("Saved: guess b, fairly sure").expect(&said.out);
    assert!(before.contains("How sure are you?") && !before.contains("12x8"), "{before}");
    assert!(after.contains("Pictures: 1 (12x8)"), "{after}");
    assert!(after.contains("Your answer?"), "{after}");
    let on = place.plain("alice", "u\nb\ny\n").well();
    assert!(on.out.contains("Your guess from the text: b, fairly sure."), "{}", on.out);
    assert!(on.out.contains("has been shown, so the guess stays"), "{}", on.out);
    let acts: Vec<String> =
        place.export().iter().map(|row| row["act"].as_str().unwrap().to_owned()).collect();
    assert_eq!(acts, ["guess", "answer", "review"]);
    place.assay(&["doctor"]).well();
}

#[test]
fn the_report_counts_guesses_against_chance_and_answers_with_and_without_them() {
    let place = gated(3, "1");
    for (name, key, letter) in [("alice", "1", "B"), ("alice", "2", "A"), ("bob", "1", "B")] {
        guess(&place, name, key, letter, "high");
    }
    answer(&place, "alice", "1", "B").well();
    place.assay(&["assign", "review", "--end"]).well();
    answer(&place, "carol", "1", "A").well();
    let report = place.json(&["report", "gate"]);
    assert_eq!((&report["people"], &report["overall"]["right"]["n"]), (&2.into(), &3.into()));
    let near = |value: &Value, wanted: f64| (value.as_f64().unwrap() - wanted).abs() < 1e-9;
    assert!(near(&report["overall"]["right"]["value"], 2.0 / 3.0), "{report}");
    assert!(near(&report["overall"]["chance"]["value"], 1.0 / 3.0), "{report}");
    // Two are right where B is the answer to the first question, with 1/3: both guessed it.
    assert!(near(&report["overall"]["p_value"]["value"], 1.0 / 3.0), "{report}");
    assert_eq!(report["by_category"][0]["name"], "ocr");
    let same = &report["answers_on_same_questions"];
    assert!(near(&same[0]["right"]["value"], 1.0) && near(&same[1]["right"]["value"], 0.0));
    let table = place.run(&["report", "gate"]);
    assert!(table.contains("undefined") && table.contains("because no one has guessed here"));
    for form in ["csv", "markdown"] {
        assert!(place.run(&["report", "gate", "-o", form]).contains("after a guess"), "{form}");
    }
    let bare = Workplace::with_questions(1);
    let report = bare.json(&["report", "gate"]);
    assert_eq!(report["overall"]["right"]["undefined"], "no one has guessed here");
}

#[test]
fn show_hides_the_picture_until_the_guess_and_the_answer_with_it_is_an_exposure() {
    let place = gated(2, "1");
    let show =
        |key: &str, more: &[&str]| place.run(&[&["show", key, "--as", "alice"], more].concat());
    let hidden = show("1", &[]);
    assert!(hidden.contains("The picture is hidden until the guess of alice"), "{hidden}");
    assert!(!hidden.contains("12x8") && hidden.contains("Question number 1?"), "{hidden}");
    assert!(
        place.run(&["show", "1"]).contains("the guess of tester"),
        "somebody who is not known yet"
    );
    assert!(
        place.json(&["people"])["people"].as_array().unwrap().is_empty(),
        "looking makes nobody known"
    );
    guess(&place, "alice", "1", "B", "high");
    let shown = show("1", &[]);
    assert!(shown.contains("Picture 1 of 1, 12x8") && !shown.contains("hidden"), "{shown}");
    // Whoever asks for the reference answer sees everything, and is asked for no guess.
    assert!(show("2", &["--answer"]).contains("Picture 1 of 1, 12x8"));
    answer(&place, "alice", "2", "B").well();
    let rows = place.export();
    let exposure = &rows.last().unwrap()["exposure"];
    assert_eq!((&exposure["reference"], exposure.get("gate")), (&true.into(), None), "{rows:?}");
    // Elsewhere no one guesses.
    let place = Workplace::with_questions(1);
    place.json(&["assign", "review", "--per-item", "1", "--people", "bob", "--gate", "1"]);
    assert!(place.run(&["show", "1", "--as", "alice"]).contains("12x8"));
    assert!(place.run(&["show", "1", "--as", "bob"]).contains("hidden"));
}

#[test]
fn whoever_sees_a_picture_in_another_queue_is_asked_for_no_guess_on_it_later() {
    let place = crate::verify::found_by_people();
    place.json(&["assign", "review", "--per-item", "9", "--gate", "1"]);
    let verify = ["annotate", "verify", "--plain", "--as", "alice"];
    let said = place.assay_with_input(&verify, "q\n").well().out;
    assert!(said.contains("Pictures: 1 (12x8)"), "a verifier needs the picture: {said}");
    let key = if said.contains("Question number 1?") { "1" } else { "2" };
    answer(&place, "alice", key, "B").well();
    for other in ["1", "2", "3"].iter().filter(|other| **other != key) {
        let refused = answer(&place, "alice", other, "B").failing(1);
        assert!(refused.contains("guessed"), "{refused}");
    }
    // The same for scripts, and only for those who saw it.
    let given = place.json(&["next", "verify", "--as", "carl"]);
    assert_eq!(
        (&given["question"]["pictures"], given["question"].get("guess_first")),
        (&1.into(), None)
    );
    answer(&place, "carl", given["item"].as_str().unwrap(), "B").well();
    answer(&place, "dora", key, "B").failing(1);
    place.assay(&["doctor"]).well();
}

#[test]
fn whoever_answered_a_question_as_a_verifier_is_asked_for_no_guess_on_it() {
    let place = crate::verify::found_by_people();
    place.json(&["assign", "review", "--per-item", "9", "--gate", "1"]);
    let refused = answer(&place, "dora", "1", "B").failing(1);
    assert!(refused.contains("guessed"), "{refused}");
    let verify = ["decide", "verify", "1", "--as", "dora", "--answer", "B", "--verdict", "keep"];
    place.assay(&verify).well();
    answer(&place, "dora", "1", "B").well();
}

#[test]
fn a_picture_that_was_seen_after_a_guess_is_not_hidden_again_when_the_question_is_changed() {
    let place = gated(1, "1");
    guess(&place, "alice", "1", "B", "high");
    assert_eq!(next(&place, "alice")["question"]["pictures"], 1);
    change_the_question(&place);
    assert!(next(&place, "alice")["question"]["stem"].as_str().unwrap().starts_with("Which"));
    answer(&place, "alice", "1", "B").well();
    // Somebody else guesses the new words first.
    answer(&place, "bob", "1", "B").failing(1);
}

#[test]
fn whoever_answered_an_older_revision_with_its_picture_in_sight_is_asked_for_no_guess() {
    let place = Workplace::with_questions(1);
    answer(&place, "alice", "1", "B").well();
    change_the_question(&place);
    place.json(&["assign", "review", "--per-item", "3", "--gate", "1"]);
    answer(&place, "alice", "1", "B").well();
    answer(&place, "bob", "1", "B").failing(1);
}

fn change_the_question(place: &Workplace) {
    place.write("b.tsv", &questions(1).replace("Question number", "Which question"));
    place.assay(&["import", "questions", "b.tsv"]).well();
}
