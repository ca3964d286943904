//! What was on the screen when a decision was made, and that agreement takes independent decisions alone.

use serde_json::{Value, json};

use crate::adjudicate::review;
use crate::harness::Workplace;
use crate::verify::found_by_people;

fn last_exposure(place: &Workplace) -> Value {
    place.export().pop().unwrap()["exposure"].clone()
}

/// What `agree` says of a queue: how many decisions and answers are left out, and the questions that two or
/// more decided.
fn left_out(place: &Workplace, queue: &str) -> (Value, Value, Value) {
    let found = place.json(&["agree", queue]);
    let out = &found["not_independent"];
    (out["decisions"].clone(), out["answers"].clone(), found["shared"].clone())
}

#[test]
fn a_review_after_others_reviews_were_seen_is_in_no_agreement_and_is_counted() {
    let place = Workplace::with_questions(2);
    for (key, name, verdict) in
        [("1", "alice", "keep"), ("1", "bob", "text-only"), ("2", "alice", "keep")]
    {
        review(&place, key, name, "B", &[verdict]);
    }
    assert_eq!(left_out(&place, "review"), (json!(0), json!(0), json!(1)));
    // Whoever is handed a disagreement sees its reviews.
    assert_eq!(place.json(&["next", "adjudicate", "--as", "carol"])["item"], "1");
    review(&place, "1", "carol", "B", &["text-only"]);
    review(&place, "2", "carol", "B", &["keep"]);
    assert_eq!(left_out(&place, "review"), (json!(1), json!(0), json!(2)));
    let agree = place.json(&["agree", "review"]);
    assert_eq!(agree["verdict"]["overall"]["percent_agreement"]["value"], 0.5);
    let said = place.assay(&["agree", "review"]).well();
    assert!(said.err.contains("1 decision was made by a person who had seen"), "{}", said.err);
    let board = place.json(&["status"])["board"][0].clone();
    assert_eq!(board["agreement"]["not_independent"]["decisions"], 1);
    assert_eq!(
        (&board["agreement"]["shared"], &board["agreement"]["verdict"]["raw"]["value"]),
        (&json!(2), &json!(0.5))
    );
    let people = board["for_leads"]["quality"][0]["people"].as_array().unwrap();
    let carol = people.iter().find(|person| person["annotator"] == "carol").unwrap();
    assert_eq!((&carol["done"], &carol["not_independent"]), (&json!(2), &json!(1)));
    assert_eq!(carol["with_others"]["n"], 1);
}

#[test]
fn an_answer_after_the_reference_answer_counts_as_a_verdict_alone() {
    let place = Workplace::with_questions(1);
    review(&place, "1", "alice", "B", &["keep"]);
    // Answered C, saw B, took both back and answered B.
    place.plain("bob", "c\ny\ny\nu\nu\nb\ny\nq\n").well();
    assert_eq!(left_out(&place, "review"), (json!(0), json!(1), json!(1)));
    let agree = place.json(&["agree", "review"]);
    assert_eq!(agree["verdict"]["overall"]["percent_agreement"]["n"], 1);
    assert_eq!(agree["answer"]["overall"]["percent_agreement"]["n"], 0);
    let compared = agree["against_reference"].as_array().unwrap();
    assert!(compared.iter().all(|one| one["reviewer"] != "bob"), "{compared:?}");
    // A script that repeats the blind answer with another verdict leaves it blind.
    let again = Workplace::with_questions(1);
    again.plain("bob", "c\ny\ny\nq\n").well();
    review(&again, "1", "bob", "C", &["text-only"]);
    assert_eq!(left_out(&again, "review").1, 1, "decided anew after the reference answer");
}

#[test]
fn a_label_read_after_others_labels_were_seen_is_left_out() {
    let place = Workplace::with_questions(2);
    place.write("m.tsv", "index\tprediction\n1\tThe answer is B\n2\tit is C\n");
    place.assay(&["import", "predictions", "m.tsv", "--model", "m"]).well();
    let read = |key: &str, name: &str, label: &str| {
        let item = format!("{key}/m/0");
        place.assay(&["decide", "extract", &item, "--as", name, "--label", label]).well();
    };
    read("1", "rita", "B");
    read("2", "rita", "C");
    review(&place, "1", "ann", "B", &["keep"]);
    review(&place, "1", "ben", "C", &["text-only"]);
    assert_eq!(place.json(&["next", "adjudicate", "--as", "sam"])["item"], "1");
    read("1", "sam", "B");
    let seen = last_exposure(&place);
    assert_eq!((&seen["peers"], seen.get("predictions")), (&json!(true), None), "{seen}");
    // The reference answer says nothing about what a text means.
    place.assay(&["show", "2", "--answer", "--as", "sam"]).well();
    read("2", "sam", "C");
    let seen = last_exposure(&place);
    assert_eq!((&seen["reference"], seen.get("peers")), (&json!(true), None), "{seen}");
    let said = place.assay(&["agree", "extraction", "--resamples", "100"]).well();
    assert!(said.err.contains("1 label was read by a person who had seen"), "{}", said.err);
    let found = place.json(&["agree", "extraction", "--resamples", "100"]);
    assert_eq!(found["ceiling"]["items"], 1, "{found}");
}

#[test]
fn verifiers_see_what_others_answered_after_their_own_answer_and_rows_say_so() {
    let place = found_by_people();
    let talk = ["annotate", "verify", "--plain", "--as", "lead"];
    place.assay_with_input(&talk, "b\nr 8\nq\n").well();
    let rows: Vec<Value> =
        place.export().into_iter().filter(|row| row["queue"] == "verify").collect();
    let (answer, verdict) = (&rows[0]["exposure"], &rows[1]["exposure"]);
    assert_eq!((&answer["reference"], answer.get("predictions")), (&json!(false), None));
    for what in ["reference", "predictions", "peers"] {
        assert_eq!(verdict[what], true, "{what}");
    }
    // Their own review of it would not be independent.
    let key = rows[0]["item"].as_str().unwrap();
    review(&place, key, "lead", "B", &["keep"]);
    assert_eq!(last_exposure(&place)["predictions"], true);
    assert_eq!(left_out(&place, "review").0, 1);
    // Everybody who verifies sees the evidence; their blind answers and verdicts are compared.
    assert_eq!(
        place.json(&["agree", "verify"])["not_independent"],
        json!({"decisions": 0, "answers": 0})
    );
    assert_eq!(place.json(&["agree", "verify"])["against_reference"][0]["agreement"]["n"], 1);
}

#[test]
fn rows_say_which_item_it_was_and_how_long_nobody_was_there() {
    let place = Workplace::with_questions(3);
    place.plain("alice", "b\ny\ns\nb\ny\nq\n").well();
    let rows = place.export();
    let of = |field: &str| -> Vec<Value> {
        rows.iter().map(|row| row["exposure"][field].clone()).collect()
    };
    assert_eq!(of("position"), [1, 1, 2, 3, 3]);
    assert_eq!(of("idle_ms"), [0; 5]);
    assert_eq!(of("category"), [true; 5]);
    review(&place, "1", "bob", "B", &["keep"]);
    let script = json!({"screen": "script", "reference": false});
    assert_eq!(last_exposure(&place), script, "a script has no screen, no place and no pauses");
}

#[test]
fn rows_say_whether_the_category_of_the_data_was_hidden() {
    let place = Workplace::with_questions(2);
    place.write("ours.toml", "confirm-category = true\n");
    place.assay(&["checklist", "set", "ours.toml"]).well();
    place.plain("alice", "b\nocr\ny\nq\n").well();
    let rows = place.export();
    let acts: Vec<(&Value, &Value)> =
        rows.iter().map(|row| (&row["act"], &row["exposure"]["category"])).collect();
    let expected = [
        (&json!("answer"), &json!(false)),
        (&json!("category"), &json!(false)),
        (&json!("review"), &json!(true)),
    ];
    assert_eq!(acts, expected);
}

#[test]
fn whoever_tried_the_reference_answer_as_a_fix_is_known_to_have_seen_it() {
    let place = found_by_people();
    for (key, guess) in [("1", "B"), ("2", "A")] {
        place.write("guess.json", &json!({"answer": guess}).to_string());
        let fix = ["decide", "verify", key, "--as", "vera", "--verdict", "fix", "--reason"];
        let said =
            place.assay(&[&fix[..], &["wrong-reference-answer", "--edit", "guess.json"]].concat());
        assert_eq!(said.err.contains("changes nothing"), guess == "B", "{}", said.err);
        if guess == "A" {
            place.assay(&["decide", "undo", "--as", "vera"]).well();
        }
        review(&place, key, "vera", "B", &["keep"]);
        assert_eq!(last_exposure(&place)["reference"], true, "{guess} tried on {key}");
    }
}
