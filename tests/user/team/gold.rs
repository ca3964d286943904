//! Gold questions: said by a lead, mixed in silently.

use serde_json::Value;

use crate::harness::Workplace;

/// Thirty questions, a lead, and gold on the first six of them mixed into the review.
fn with_gold() -> Workplace {
    let place = Workplace::with_questions(30);
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    place.assay(&["people", "add", "alice", "--as", "lena"]).well();
    let add = ["gold", "add", "1", "2", "3", "4", "5", "6", "--verdict", "keep", "--as", "lena"];
    place.assay(&add).well();
    let made =
        place.json(&["assign", "review", "--per-item", "1", "--gold", "0.25", "--as", "lena"]);
    assert_eq!(made["gold"]["items"], 6);
    assert_eq!(made["decisions_wanted"], 24, "gold has no number of people");
    let board = place.json(&["status"])["board"][0]["queues"][0].clone();
    assert_eq!(board["remaining"], 24, "nor on the board: {board}");
    place
}

#[test]
fn a_lead_says_what_is_gold_and_nobody_else_may_say_or_see_it() {
    let place = Workplace::with_questions(3);
    let gold = place.json(&["gold", "add", "1", "--verdict", "text-only", "--as", "anybody"]);
    assert_eq!(gold["gold"][0]["by"], "given", "without roles everybody may");
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    place.assay(&["people", "add", "carol", "--role", "expert", "--as", "lena"]).well();
    for name in ["carol", "alice"] {
        for arguments in [
            vec!["gold", "--as", name],
            vec!["gold", "add", "2", "--verdict", "keep", "--as", name],
            vec!["gold", "remove", "1", "--as", name],
        ] {
            let complaint = place.failure(&arguments);
            assert!(complaint.contains("gold is for leads"), "{complaint}");
        }
    }
    let add = ["gold", "add", "2", "--verdict", "keep", "--answer", "b", "--as", "lena"];
    let gold = place.json(&add);
    assert_eq!(
        (&gold["gold"][1]["answer"], &gold["gold"][1]["verdict"]),
        (&"B".into(), &"keep".into())
    );
    let complaint =
        place.failure(&["gold", "add", "3", "--verdict", "keep", "--answer", "H", "--as", "lena"]);
    assert!(complaint.contains("question 3 has no choice H"), "{complaint}");
    let gold = place.json(&["gold", "remove", "1", "--as", "lena"]);
    assert_eq!(gold["gold"].as_array().unwrap().len(), 1);
}

#[test]
fn an_assignment_with_gold_needs_some() {
    let place = Workplace::with_questions(2);
    let complaint = place.failure(&["assign", "review", "--per-item", "1", "--gold", "0.1"]);
    assert!(complaint.contains("there is no gold: say what is right"), "{complaint}");
    place.assay(&["gold", "add", "1", "--verdict", "keep"]).well();
    let complaint = place.failure(&["assign", "verify", "--per-item", "1", "--gold", "0.1"]);
    assert!(complaint.contains("--gold is for the review queue"), "{complaint}");
}

#[test]
fn nothing_that_an_annotator_reads_says_which_question_is_gold() {
    let place = with_gold();
    let shape = |given: &Value| -> Vec<String> {
        let question = given["question"].as_object().unwrap();
        let keys = given.as_object().unwrap().keys().chain(question.keys());
        keys.cloned().collect()
    };
    let (mut shapes, mut gold) = (Vec::new(), 0);
    let none = loop {
        let given = place.json(&["next", "review", "--as", "alice"]);
        let Some(item) = given["item"].as_str() else { break given };
        assert!(given["lease_expires"].is_string(), "gold is held like any other: {given}");
        shapes.push(shape(&given));
        gold += usize::from(item.parse::<u32>().unwrap() <= 6);
        let decide = ["decide", "review", item, "--as", "alice", "--answer", "B", "--verdict"];
        place.assay(&[decide.as_slice(), &["keep"]].concat()).well();
    };
    assert_eq!((shapes.len(), gold), (30, 6));
    shapes.dedup();
    assert_eq!(shapes.len(), 1);
    for arguments in [vec!["export", "decisions"], vec!["status", "-o", "json"]] {
        let said = place.run(&arguments);
        assert!(!said.contains("gold"), "{said}");
    }
    assert_eq!(none["waiting"], 0, "gold waits for nobody: {none}");
}

#[test]
fn a_bundle_says_nothing_of_gold() {
    let place = with_gold();
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    for file in ["alice.db", "alice.db-wal"] {
        let Ok(bytes) = std::fs::read(place.path(file)) else { continue };
        let found = bytes.windows(4).any(|window| window == b"lena");
        assert!(!found, "who said what is gold is in {file}");
    }
    let bundle = rusqlite::Connection::open(place.path("alice.db")).unwrap();
    for table in ["gold", "assignment", "assignment_gold"] {
        let sql = format!("SELECT count(*) FROM {table}");
        assert_eq!(bundle.query_row(&sql, [], |row| row.get::<_, i64>(0)).unwrap(), 0, "{table}");
    }
}

#[test]
fn a_bundle_with_blocks_or_a_gate_has_no_share_of_gold() {
    for more in [&["--block-size", "3"][..], &["--gate", "0.5"]] {
        let place = with_gold();
        let assign = ["assign", "review", "--per-item", "1", "--gold", "0.25", "--as", "lena"];
        place.assay(&[&assign[..], more].concat()).well();
        place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
        let bundle = rusqlite::Connection::open(place.path("alice.db")).unwrap();
        let sql = "SELECT count(*), count(gold_share) FROM assignment";
        let counts: (i64, i64) =
            bundle.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(counts, (1, 0), "{more:?}");
    }
}

#[test]
fn gold_comes_at_the_same_places_in_a_bundle_and_at_the_desk_whatever_was_decided_before() {
    let place = with_gold();
    let is_gold = |item: &str| item.parse::<u32>().unwrap() <= 6;
    let decide_next = || {
        let item = place.json(&["next", "review", "--as", "alice"])["item"].clone();
        let item = item.as_str().unwrap().to_owned();
        let decide = ["decide", "review", &item, "--as", "alice", "--answer", "B", "--verdict"];
        place.assay(&[&decide[..], &["keep"]].concat()).well();
        is_gold(&item)
    };
    for _ in 0..7 {
        decide_next();
    }
    let packed = (1..=8).map(|items: usize| {
        std::fs::copy(place.path("assay.db"), place.path("copy.db")).unwrap();
        let (file, count) = (format!("{items}.db"), items.to_string());
        let pack = ["pack", "--for", "alice", "--items", &count, "--file", &file];
        place.assay(&[&["--db", "copy.db"], &pack[..]].concat()).well();
        let bundle = rusqlite::Connection::open(place.path(&file)).unwrap();
        let sql = "SELECT count(*) FROM question WHERE CAST(key AS INTEGER) <= 6";
        bundle.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap() as usize
    });
    let packed: Vec<usize> = packed.collect();
    let mut count = 0;
    let at_the_desk = (1..=8).map(|_| {
        count += usize::from(decide_next());
        count
    });
    assert_eq!(packed, at_the_desk.collect::<Vec<usize>>());
}

#[test]
fn a_typed_answer_is_gold_by_the_rule_of_its_question() {
    let place = Workplace::new();
    let length = |key| {
        format!(
            "{{\"index\": {key}, \"question\": \"How long?\", \"short_answer\": {{\"rule\": \"numeric\", \
             \"answers\": [\"2.5\"], \"unit\": \"cm\"}}}}\n"
        )
    };
    place.write("b.jsonl", &[1, 2, 3].map(length).concat());
    place.run(&["import", "questions", "b.jsonl"]);
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    let add = |key| ["gold", "add", key, "--verdict", "keep", "--answer", "25 mm", "--as", "lena"];
    let gold = place.json(&add("1"));
    assert_eq!(gold["gold"][0]["answer"], "typed 25 mm", "{gold}");
    place.json(&add("2"));
    for (key, answer) in [("1", "2.5"), ("2", "7 cm")] {
        let review = ["decide", "review", key, "--as", "alice", "--verdict", "keep", "--answer"];
        place.assay(&[&review[..], &[answer]].concat()).well();
    }
    let board = place.json(&["status", "--as", "lena"])["board"][0].clone();
    let alice = &board["for_leads"]["quality"][0]["people"][0];
    assert_eq!(alice["with_gold"]["value"], 0.5, "{board}");
    let two_lines = place.assay(&["gold", "add", "3", "--verdict", "keep", "--answer", "A\nB"]);
    assert!(two_lines.failing(2).contains("on one line"));
}
