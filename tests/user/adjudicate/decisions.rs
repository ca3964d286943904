//! Who is given what, who may settle it, and what a row says.

use serde_json::{Value, json};

use super::{adjudicate, disputed, given, next, review, rows};
use crate::harness::Workplace;

#[test]
fn the_worst_disagreement_comes_first_and_what_reviewers_agree_on_is_not_asked() {
    let place = disputed();
    assert_eq!(given(&place, "carol"), ["1", "2", "4", "3"]);
    let none = next(&place, "carol");
    assert_eq!(none["item"], Value::Null, "{none}");
    let complaint = adjudicate(&place, "5", "carol", &["--adopt", "alice"]).failing(1);
    assert!(complaint.contains("its reviewers do not differ"), "{complaint}");
}

#[test]
fn a_script_is_given_a_question_without_reviews_names_or_reference_answer() {
    let place = disputed();
    let mut given = next(&place, "carol");
    for hidden in ["alice", "bob", "dave", "blurred"] {
        assert!(!given.to_string().contains(hidden), "{hidden}: {given}");
    }
    // What may be said of any question.
    given.as_object_mut().unwrap().remove("ask");
    for hidden in ["keep", "wrong", "reference"] {
        assert!(!given.to_string().contains(hidden), "{hidden}: {given}");
    }
}

#[test]
fn an_adopted_review_is_repeated_and_named_by_its_row() {
    let place = disputed();
    let bobs = place.export().into_iter().find(|row| row["verdict"] == "wrong").unwrap();
    let row = adjudicate(&place, "1", "carol", &["--adopt", "bob", "--guideline-unclear"]).well();
    let row = row.json();
    assert_eq!((&row["act"], &row["adopted"]), (&json!("adjudicate"), &bobs["id"]));
    assert_eq!(row["answer"], "cannot-tell");
    assert_eq!((&row["verdict"], &row["reasons"]), (&json!("wrong"), &json!(["bad-picture"])));
    assert_eq!(row["guideline_unclear"], true);
    let complaint = adjudicate(&place, "2", "carol", &["--adopt", "erin"]).failing(1);
    assert!(complaint.contains("erin has no review of question 2 in force"), "{complaint}");
}

#[test]
fn overriding_all_reviewers_needs_a_reason_and_saying_what_one_says_adopts() {
    let place = disputed();
    let keep_a = ["--answer", "A", "--verdict", "keep"];
    let complaint = adjudicate(&place, "1", "carol", &keep_a).failing(2);
    assert!(complaint.contains("overrides all reviewers needs a reason"), "{complaint}");
    assert!(rows(&place).is_empty());
    let said = ["--answer", "A", "--verdict", "text-only", "--reason", "the sign says so"];
    let row = adjudicate(&place, "1", "carol", &said).well().json();
    assert_eq!((&row["adopted"], &row["why"]), (&Value::Null, &json!("the sign says so")));
    let row = adjudicate(&place, "1", "carol", &["--answer", "B", "--verdict", "keep"]).well();
    assert!(row.json()["adopted"].is_string(), "alice said it: {row:?}");
    let words = ["--answer", "none", "--verdict", "wrong", "--reason", "two dogs"];
    let row = adjudicate(&place, "2", "carol", &words).well().json();
    assert_eq!((&row["reasons"], &row["why"]), (&json!(["other"]), &json!("two dogs")));
    let named = ["--answer", "none", "--verdict", "wrong", "--reason", "no-correct-choice"];
    let row = adjudicate(&place, "2", "carol", &named).well().json();
    assert_eq!(row["reasons"], json!(["no-correct-choice"]));
    adjudicate(&place, "2", "carol", &["--adopt", "bob", "--verdict", "keep"]).failing(2);
    adjudicate(&place, "2", "carol", &["--answer", "B"]).failing(2);
    adjudicate(&place, "2", "carol", &[]).failing(2);
    let no_choice = ["--answer", "D", "--verdict", "keep", "--reason", "so"];
    let complaint = adjudicate(&place, "2", "carol", &no_choice).failing(1);
    assert!(complaint.contains("has no choice D"), "{complaint}");
}

#[test]
fn once_a_team_has_roles_experts_and_leads_settle_and_annotators_see_nothing() {
    let place = disputed();
    place.assay(&["people", "add", "carol", "--role", "expert"]).well();
    place.assay(&["people", "add", "erin"]).well();
    for arguments in [
        &["decide", "adjudicate", "1", "--as", "erin", "--adopt", "alice"][..],
        &["next", "adjudicate", "--as", "erin"],
        &["annotate", "adjudicate", "--plain", "--as", "erin"],
    ] {
        let said = place.assay(arguments);
        let complaint = said.failing(1);
        assert!(complaint.contains("experts and leads adjudicate"), "{arguments:?}: {complaint}");
        assert!(!complaint.contains("alice"), "{complaint}");
    }
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    place.assay(&["people", "add", "erin", "--role", "lead"]).well();
    adjudicate(&place, "1", "erin", &["--adopt", "bob"]).well();
}

#[test]
fn nobody_settles_what_they_reviewed_or_wrote() {
    let place = disputed();
    place.assay(&["people", "author", "carol", "1"]).well();
    assert_eq!(next(&place, "dave")["item"], "1", "dave reviewed 2 alone");
    for (name, key) in [("alice", "1"), ("dave", "2"), ("carol", "1")] {
        let complaint = adjudicate(&place, key, name, &["--adopt", "bob"]).failing(1);
        assert!(complaint.contains(&format!("nothing for {name} to adjudicate")), "{complaint}");
    }
    assert_eq!(given(&place, "dave"), ["1", "4", "3"]);
    assert_eq!(next(&place, "alice")["item"], Value::Null);
    // The store refuses what is brought back, too.
    adjudicate(&place, "2", "erin", &["--adopt", "bob"]).well();
    place.assay(&["decide", "undo", "--as", "erin"]).well();
    review(&place, "2", "erin", "B", &["keep"]);
    let redo = ["decide", "redo", "--as", "erin", "--queue", "adjudicate"];
    let complaint = place.failure(&redo);
    assert!(complaint.contains("another person adjudicates"), "{complaint}");
}

#[test]
fn a_decision_is_taken_back_and_brought_back() {
    let place = disputed();
    let undecided = || {
        let status = place.json(&["status"]);
        let queues = status["work"][0]["queues"].as_array().unwrap();
        let own = queues.iter().find(|queue| queue["queue"] == "adjudicate").unwrap();
        (own["items"].as_u64().unwrap(), own["undecided"].as_u64().unwrap())
    };
    assert_eq!(undecided(), (4, 4));
    let disagreements = || place.json(&["status"])["work"][0]["waiting"]["disagreements"].clone();
    assert_eq!(disagreements(), 2, "where verdicts differ");
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    assert_eq!((undecided(), disagreements()), ((4, 3), json!(1)));
    place.assay(&["decide", "undo", "--as", "carol"]).well();
    assert_eq!((undecided(), disagreements()), ((4, 4), json!(2)));
    place.assay(&["decide", "redo", "--as", "carol"]).well();
    assert_eq!(undecided(), (4, 3));
    // The reviewers agree now; what was settled stays to be taken back.
    review(&place, "1", "bob", "B", &["keep"]);
    assert_eq!(undecided(), (4, 3));
    place.assay(&["decide", "undo", "--as", "carol"]).well();
    assert_eq!(undecided(), (3, 3));
}

#[test]
fn a_question_that_somebody_verified_is_settled_there() {
    let place = disputed();
    let verify = ["decide", "verify", "1", "--as", "lead", "--verdict", "keep"];
    place.assay(&verify).well();
    assert_eq!(given(&place, "carol"), ["2", "4", "3"]);
}

#[test]
fn an_assignment_gives_each_disagreement_to_one_expert() {
    let place = disputed();
    let made = place.json(&["assign", "adjudicate", "--per-item", "1"]);
    assert_eq!(made["items"], 4, "{made}");
    assert_eq!(next(&place, "carol")["item"], "1");
    assert_eq!(next(&place, "erin")["item"], "2", "carol has the first one open");
    let complaint = adjudicate(&place, "1", "erin", &["--adopt", "bob"]).failing(1);
    assert!(complaint.contains("all 1 places at 1 are taken"), "{complaint}");
    adjudicate(&place, "1", "carol", &["--adopt", "bob"]).well();
}

#[test]
fn whoever_saw_the_reviews_is_no_independent_reviewer_any_more() {
    let place = disputed();
    next(&place, "carol");
    adjudicate(&place, "2", "carol", &["--adopt", "alice"]).well();
    let exposure = |key: &str| {
        review(&place, key, "carol", "B", &["keep"]);
        place.export().pop().unwrap()["exposure"]["reference"].clone()
    };
    assert_eq!(
        (exposure("1"), exposure("2"), exposure("6")),
        (json!(true), json!(true), json!(false))
    );
}

#[test]
fn what_two_experts_settled_apart_is_united_and_comes_through_an_export() {
    let place = disputed();
    place.assay(&["backup", "copy.db"]).well();
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    let apart = ["--db", "copy.db", "decide", "adjudicate"];
    let erins = [&apart[..], &["1", "--as", "erin", "--adopt", "bob", "--note", "look"]].concat();
    place.assay(&erins).well();
    let merged = place.json(&["merge", "copy.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&json!(1), &json!(0)), "{merged}");
    assert_eq!(rows(&place).len(), 2);
    place.assay(&["doctor"]).well();
    place.write("all.jsonl", &place.run(&["export", "decisions"]));
    let again = Workplace::with_questions(6);
    std::fs::copy(place.path("all.jsonl"), again.path("all.jsonl")).unwrap();
    again.assay(&["import", "decisions", "all.jsonl"]).well();
    assert_eq!(rows(&again), rows(&place));
    again.assay(&["doctor"]).well();
}

#[test]
fn an_open_question_is_settled_without_an_answer_and_with_the_reasons_of_its_kind() {
    let place = Workplace::new();
    place.write("open.jsonl", "{\"index\":1,\"question\":\"What is funny here?\"}\n");
    place.assay(&["import", "questions", "open.jsonl", "--benchmark", "o"]).well();
    for (name, verdict) in [("alice", &["keep"][..]), ("bob", &["wrong", "--reason", "unclear"])] {
        let command = ["decide", "review", "1", "--as", name, "--verdict"];
        place.assay(&[&command, verdict].concat()).well();
    }
    let keep = ["--verdict", "text-only", "--reason", "the words say it"];
    let answered = [&keep[..], &["--answer", "B"]].concat();
    let complaint = adjudicate(&place, "1", "carol", &answered).failing(2);
    assert!(complaint.contains("takes no answer"), "{complaint}");
    let foreign = ["--verdict", "wrong", "--reason", "wrong-reference-answer"];
    let complaint = adjudicate(&place, "1", "carol", &foreign).failing(1);
    assert!(complaint.contains("cannot be wrong for"), "{complaint}");
    let row = adjudicate(&place, "1", "carol", &keep).well().json();
    assert_eq!((&row["verdict"], row.get("answer")), (&json!("text-only"), None));
    let lines = "y\nw 1 blurred\nq\n";
    place.assay(&["decide", "undo", "--as", "carol"]).well();
    let talk = ["annotate", "adjudicate", "--plain", "--as", "carol"];
    let said = place.assay_with_input(&talk, lines).well().out;
    assert!(said.contains("1 to 2 adopts a review; or another verdict"), "{said}");
    assert!(rows(&place).iter().any(|row| row["adopted"].is_string()), "alice said keep: {said}");
    let with_choices = disputed();
    let no_answer = ["--verdict", "keep", "--reason", "so"];
    let complaint = adjudicate(&with_choices, "1", "carol", &no_answer).failing(2);
    assert!(complaint.contains("--answer LETTER says which is right"), "{complaint}");
}

#[test]
fn between_reviews_that_differ_in_what_was_not_said_nothing_is_chosen() {
    let place = Workplace::with_questions(3);
    let wrong = |key: &str, name: &str, more: &[&str]| {
        review(&place, key, name, "A", &[&["wrong", "--reason"], more].concat());
    };
    wrong("1", "alice", &["bad-picture"]);
    wrong("1", "bob", &["ambiguous-question"]);
    review(&place, "1", "dave", "A", &["keep"]);
    wrong("2", "alice", &["wrong-reference-answer", "--corrected", "C"]);
    wrong("2", "bob", &["wrong-reference-answer", "--corrected", "A"]);
    wrong("3", "alice", &["other", "--note", "upside down"]);
    wrong("3", "bob", &["other", "--note", "not in English"]);
    review(&place, "3", "dave", "A", &["keep"]);
    let says_wrong = ["--answer", "A", "--verdict", "wrong"];
    for (key, part) in
        [("1", "reasons"), ("2", "corrected answer"), ("3", "words of the reason other")]
    {
        let complaint = adjudicate(&place, key, "carol", &says_wrong).failing(2);
        assert!(
            complaint.contains(&format!("2 reviewers say so and differ in: {part}")),
            "{complaint}"
        );
        assert!(!complaint.contains("alice"), "{complaint}");
    }
    assert!(rows(&place).is_empty());
    // Reasons that no reviewer gives adopt nobody's review.
    let other = [&says_wrong[..], &["--reason", "repeated-choices"]].concat();
    let row = adjudicate(&place, "1", "carol", &other).well().json();
    assert_eq!((&row["adopted"], &row["reasons"]), (&Value::Null, &json!(["repeated-choices"])));
    // Those of one reviewer adopt that one.
    let bobs = [&says_wrong[..], &["--reason", "ambiguous-question"]].concat();
    let row = adjudicate(&place, "1", "carol", &bobs).well().json();
    let bobs = place.export().into_iter().find(|row| row["annotator"] == "bob").unwrap();
    assert_eq!(row["adopted"], bobs["id"]);
}

#[test]
fn a_question_on_which_experts_differ_waits_on_the_board_again() {
    let place = disputed();
    let waiting = || {
        let board = place.json(&["status", "--as", "lena"])["board"][0].clone();
        let keys = board["for_leads"]["disagreements"].as_array().unwrap().iter();
        let keys: Vec<String> = keys.map(|one| one["question"].to_string()).collect();
        assert_eq!(board["disputed"], keys.len());
        keys.contains(&"\"1\"".to_owned())
    };
    assert!(waiting());
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    assert!(!waiting());
    adjudicate(&place, "1", "erin", &["--adopt", "bob"]).well();
    assert!(waiting(), "one keeps it, one does not");
    adjudicate(&place, "1", "fred", &["--adopt", "bob"]).well();
    assert!(!waiting());
}

#[test]
fn to_keep_a_question_with_another_answer_than_its_own_is_refused_wherever_it_is_said() {
    let place = disputed();
    for answer in ["C", "none", "cannot-tell"] {
        let keeps = ["--answer", answer, "--verdict", "keep", "--reason", "so"];
        let complaint = adjudicate(&place, "1", "carol", &keeps).failing(1);
        for words in ["keeps its reference answer B", "wrong-reference-answer"] {
            assert!(complaint.contains(words), "{answer}: {complaint}");
        }
    }
    // On 3 bob keeps it, and answered C before he saw the reference answer.
    let complaint = adjudicate(&place, "3", "carol", &["--adopt", "bob"]).failing(1);
    assert!(complaint.contains("keeps its reference answer B"), "{complaint}");
    let talk = ["annotate", "adjudicate", "--plain", "--as", "carol"];
    let said = place.assay_with_input(&talk, "c y so\nq\n").well().out;
    assert!(said.contains("NOT SAVED: question 1 keeps its reference answer B"), "{said}");
    assert!(rows(&place).is_empty());
    for (more, verdict) in [
        (&["--answer", "B", "--verdict", "keep", "--reason", "so"][..], "keep"),
        (&["--answer", "C", "--verdict", "text-only", "--reason", "so"], "text-only"),
        (
            &[
                "--answer",
                "C",
                "--verdict",
                "wrong",
                "--reason",
                "wrong-reference-answer",
                "--corrected",
                "C",
            ],
            "wrong",
        ),
    ] {
        assert_eq!(adjudicate(&place, "1", "carol", more).well().json()["verdict"], verdict);
    }
    // Reviewers say what they saw blind, and keep it all the same; verifiers too.
    review(&place, "6", "alice", "C", &["keep"]);
    let blind = ["decide", "verify", "2", "--as", "lead", "--verdict", "keep", "--answer", "C"];
    place.assay(&blind).well();
}

#[test]
fn rows_that_keep_a_question_with_another_answer_come_in_by_no_file_and_no_copy() {
    let place = disputed();
    place.assay(&["backup", "copy.db"]).well();
    let keeps = ["--answer", "B", "--verdict", "keep", "--reason", "so"];
    let copy = ["--db", "copy.db", "decide", "adjudicate", "1", "--as", "carol"];
    place.assay(&[&copy, &keeps[..]].concat()).well();
    let other = rusqlite::Connection::open(place.path("copy.db")).unwrap();
    let change = "DROP TRIGGER decision_is_never_changed;
        UPDATE decision SET payload = json_set(payload, '$.answer', 'C') WHERE queue = 'adjudicate'";
    other.execute_batch(change).unwrap();
    drop(other);
    let merged = place.json(&["merge", "copy.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&json!(0), &json!(1)), "{merged}");
    let problem = merged["files"][0]["problems"][0]["problem"].as_str().unwrap();
    assert!(problem.contains("keeps its reference answer B"), "{problem}");
    place.write("rows.jsonl", &place.run(&["--db", "copy.db", "export", "decisions"]));
    let complaint = place.failure(&["import", "decisions", "rows.jsonl"]);
    assert!(complaint.contains("keeps its reference answer B"), "{complaint}");
    assert!(rows(&place).is_empty());
}

#[test]
fn a_question_without_a_reference_answer_is_kept_with_the_answer_that_is_found_right() {
    let place = Workplace::new();
    place.write(
        "q.jsonl",
        "{\"index\":1,\"question\":\"Which?\",\"A\":\"a cat\",\"B\":\"a dog\"}\n",
    );
    place.assay(&["import", "questions", "q.jsonl", "--benchmark", "o"]).well();
    review(&place, "1", "alice", "A", &["keep"]);
    review(&place, "1", "bob", "B", &["keep"]);
    let row = adjudicate(&place, "1", "carol", &["--adopt", "bob"]).well().json();
    assert_eq!(row["answer"], "B");
}
