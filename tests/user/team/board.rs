//! How a team is getting on, for its lead: `assay status`, and the board in plain lines.

use serde_json::{Value, json};

use crate::harness::Workplace;

fn decide(place: &Workplace, name: &str, key: &str, answer: &str, verdict: &str) {
    let mut arguments = vec!["decide", "review", key, "--as", name, "--answer", answer];
    arguments.extend(["--verdict", verdict]);
    if verdict == "wrong" {
        arguments.extend(["--reason", "bad-picture"]);
    }
    place.assay(&arguments).well();
}

/// Alice and bob have reviewed six questions, two for each; they differ on question 3. Lena leads.
fn team() -> Workplace {
    let place = Workplace::with_questions(6);
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    place.assay(&["people", "add", "carol", "--role", "expert", "--as", "lena"]).well();
    for key in ["1", "2", "3", "4"] {
        decide(&place, "alice", key, "B", "keep");
        decide(&place, "bob", key, "B", if key == "3" { "wrong" } else { "keep" });
    }
    place
}

fn board(place: &Workplace, name: &str) -> Value {
    place.json(&["status", "--as", name])["board"][0].clone()
}

#[test]
fn the_board_counts_what_is_done_and_what_is_still_wanted() {
    let place = team();
    let review = &board(&place, "lena")["queues"][0];
    assert_eq!((&review["items"], &review["undecided"]), (&6.into(), &2.into()));
    assert_eq!((&review["decisions"], &review["remaining"]), (&8.into(), &2.into()));
    assert_eq!(review["pace"]["per_day"]["value"], 8.0);
    assert!(review["pace"]["finish"]["expected"].is_string(), "{review}");
    place
        .assay(&[
            "assign",
            "review",
            "--per-item",
            "2",
            "--disagreement-extra",
            "1",
            "--as",
            "lena",
        ])
        .well();
    let review = &board(&place, "lena")["queues"][0];
    assert_eq!(review["remaining"], 5, "two for each of two questions, one more on question 3");
    place.json(&["next", "review", "--as", "dora"]);
    assert_eq!(board(&place, "lena")["queues"][0]["open_now"], 1);
}

#[test]
fn agreement_on_the_board_is_that_of_agree_review_with_an_interval_for_alpha() {
    let place = team();
    let board = board(&place, "lena");
    let agree = place.json(&["agree", "review"]);
    for what in ["verdict", "answer"] {
        let (shown, computed) = (&board["agreement"][what], &agree[what]["overall"]);
        assert_eq!(shown["raw"], computed["percent_agreement"]);
        assert_eq!(shown["gwet_ac1"], computed["gwet_ac1"]);
        assert_eq!(shown["alpha"]["value"], computed["alpha_nominal"]["value"]);
    }
    assert_eq!(board["agreement"]["shared"], 4);
    assert!(board["agreement"]["verdict"]["alpha"]["ci95"].is_array(), "{board}");
    let because = board["agreement"]["answer"]["alpha"]["undefined"].as_str();
    assert!(because.is_some_and(|because| !because.is_empty()), "all answered B: {board}");
}

#[test]
fn a_question_that_is_out_is_lacking_to_the_quota_until_another_one_is_found() {
    let place = Workplace::new();
    place.write("b.tsv", &crate::harness::questions(3));
    let taxonomy = "name = \"own\"\n[[l1]]\ntitle = \"P\"\n[[l1.l2]]\nname = \"f\"\n\
                    title = \"F\"\nl3 = [{ name = \"ocr\", definition = \"Read.\", quota = 3 }, \
                    { name = \"maps\", definition = \"Read maps.\", quota = 2 }]\n";
    place.write("own.toml", taxonomy);
    place.assay(&["import", "questions", "b.tsv", "--taxonomy", "own.toml"]).well();
    let rows = |place: &Workplace| {
        let rows = board(place, "lena")["categories"].clone();
        let row = |row: &Value| {
            let count = |field: &str| row[field].as_u64().unwrap();
            (count("questions"), count("out"), count("quota"), count("lacking"))
        };
        rows.as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(rows(&place), [(3, 0, 3, 0), (0, 0, 2, 2)]);
    decide(&place, "alice", "1", "B", "text-only");
    decide(&place, "bob", "1", "B", "text-only");
    assert_eq!(rows(&place), [(3, 0, 3, 0), (0, 0, 2, 2)], "a verifier decides");
    place.assay(&["decide", "verify", "1", "--as", "lena", "--verdict", "remove"]).well();
    assert_eq!(rows(&place), [(3, 1, 3, 1), (0, 0, 2, 2)]);
}

#[test]
fn gold_quality_and_disputed_questions_are_for_leads_alone() {
    let place = team();
    let add = ["gold", "add", "5", "6", "--verdict", "keep", "--answer", "B", "--as", "lena"];
    place.assay(&add).well();
    decide(&place, "alice", "5", "B", "keep");
    decide(&place, "alice", "6", "A", "keep");
    for name in ["alice", "carol", "nobody"] {
        let board = board(&place, name);
        assert!(board.get("for_leads").is_none(), "{name}: {board}");
        assert_eq!(board["disputed"], 1, "how many is no secret");
        let said = place.assay(&["annotate", "board", "--plain", "--as", name]).well().out;
        assert!(!said.contains("gold 50") && said.contains("Only leads see gold"), "{said}");
    }
    let leads = &board(&place, "lena")["for_leads"];
    assert_eq!(leads["disagreements"][0]["question"], "3");
    let alice = &leads["quality"][0]["people"][0];
    assert_eq!((&alice["annotator"], &alice["done"]), (&"alice".into(), &6.into()));
    assert_eq!((&alice["with_gold"]["value"], &alice["with_gold"]["n"]), (&0.5.into(), &2.into()));
    assert_eq!(alice["with_others"]["value"], 0.75);
    assert_eq!(
        alice["with_adjudicated"]["undefined"],
        "experts settled none of these items afterwards"
    );
    assert_eq!(alice["too_fast"], Value::Null, "scripts are not measured");
    let said = place.assay(&["annotate", "board", "--plain", "--as", "lena"]).well().out;
    assert!(said.contains("gold 50.0 %") && said.contains("1 disputed question"), "{said}");
}

#[test]
fn a_lead_sees_how_early_errors_were_found_beside_a_random_order() {
    let place = Workplace::with_questions(5);
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    let leads = board(&place, "lena")["for_leads"].clone();
    assert!(leads.is_object() && leads.get("discovery").is_none(), "no error yet: {leads}");
    for (key, verdict) in [("4", "wrong"), ("2", "wrong"), ("1", "keep"), ("3", "keep")] {
        decide(&place, "alice", key, "B", verdict);
    }
    for key in ["2", "4"] {
        let remove = ["decide", "verify", key, "--as", "lena", "--verdict", "remove"];
        place.assay(&[&remove[..], &["--reason", "bad-picture"]].concat()).well();
    }
    let found = board(&place, "lena")["for_leads"]["discovery"].clone();
    assert_eq!((&found["reviewed"], &found["found_at"]), (&json!(4), &json!([1, 2])));
    let plain =
        |name: &str| place.assay(&["annotate", "board", "--plain", "--as", name]).well().out;
    let said = plain("lena");
    let half = "2 errors after 2 reviewed; a random order would have found 1.0.";
    assert!(said.contains(half) && said.contains("spread evenly"), "{said}");
    assert!(!plain("alice").contains("random order"), "it is for leads alone");
}

#[test]
fn disputed_questions_are_named_to_a_lead_who_says_who_they_are_and_count_as_seen() {
    let place = team();
    place.assay(&["people", "add", "tester", "--role", "lead", "--as", "lena"]).well();
    let leads = place.json(&["status"])["board"][0]["for_leads"].clone();
    assert!(leads["quality"].is_array(), "the login name is that of a lead: {leads}");
    assert!(leads.get("disagreements").is_none(), "{leads}");
    for said in [&["status", "--as", "lena"][..], &["annotate", "board", "--plain", "--as", "lena"]]
    {
        place.assay(said).well();
    }
    let peers = |place: &Workplace, key: &str| {
        decide(place, "lena", key, "B", "keep");
        place.export().pop().unwrap()["exposure"]["peers"].clone()
    };
    assert_ne!(peers(&place, "3"), true, "neither a table nor the plain board lists them");
    assert_eq!(board(&place, "lena")["for_leads"]["disagreements"][0]["question"], "3");
    assert_eq!(peers(&place, "3"), true);
    assert_ne!(peers(&place, "4"), true);
}

#[test]
fn what_experts_settle_counts_for_the_reviews_before_and_is_gold_for_those_after() {
    let place = team();
    let settle = ["decide", "adjudicate", "3", "--as", "carol", "--adopt", "alice"];
    place.assay(&settle).well();
    decide(&place, "dora", "3", "B", "wrong");
    let board = board(&place, "lena");
    assert_eq!(board["for_leads"]["disagreements"], Value::Array(vec![]));
    let people = &board["for_leads"]["quality"][0]["people"];
    let figures = |at: usize| {
        let own = &people[at];
        (own["with_adjudicated"]["value"].as_f64(), own["with_gold"]["value"].as_f64())
    };
    assert_eq!(figures(0), (Some(1.0), None), "alice");
    assert_eq!(figures(1), (Some(0.0), None), "bob");
    assert_eq!(figures(2), (None, Some(0.0)), "dora");
}
