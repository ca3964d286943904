//! What somebody can read before deciding does not depend on the reference answers nor on what others decided:
//! two teams that differ in nothing else give the same bundle and the same words.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::{Workplace, questions};

/// A team whose reference answers are all this letter, where two people decided like this.
fn team(answer: &str, people: [(&str, &[&str]); 2], confirms: bool) -> Workplace {
    let place = Workplace::new();
    let table = questions(12).replace("third\tB\t", &format!("third\t{answer}\t"));
    assert_eq!(table == questions(12), answer == "B");
    place.write("b.tsv", &table);
    place.assay(&["import", "questions", "b.tsv"]).well();
    if confirms {
        place.write("ours.toml", "confirm-category = true\n");
        place.assay(&["checklist", "set", "ours.toml"]).well();
    }
    for (name, decisions) in people {
        for (key, words) in (1..).zip(decisions) {
            let key = key.to_string();
            let words: Vec<&str> = words.split(' ').collect();
            let decide = ["decide", "review", &key, "--as", name, "--answer"];
            let category = ["--category", "ocr"];
            let category = if confirms { &category[..] } else { &[] };
            place.assay(&[&decide, &words[..], category].concat()).well();
        }
    }
    let assign = ["assign", "review", "--per-item", "9", "--gate", "0.4", "--block-size", "3"];
    place.assay(&assign).well();
    place
}

/// Two teams that bob cannot tell from each other: other answers, other people, other decisions.
fn two_teams(confirms: bool) -> [Workplace; 2] {
    let wrong = "C --verdict wrong --reason bad-picture --note blurred";
    let kept = "B --verdict keep";
    let (two, one): (&[&str], &[&str]) = (&[kept, kept], &[kept]);
    let others: (&[&str], &[&str]) =
        (&[wrong, "A --verdict text-only"], &["cannot-tell --verdict keep"]);
    [
        team("B", [("alice", two), ("dave", one)], confirms),
        team("C", [("xenia", others.0), ("yuri", others.1)], confirms),
    ]
}

/// Every value of every table, without moments, random names and the hashes under a secret.
fn everything(place: &Workplace, file: &str) -> Vec<String> {
    let database = rusqlite::Connection::open(place.path(file)).unwrap();
    let names = |sql: &str| -> Vec<String> {
        let mut statement = database.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    };
    let mut values = Vec::new();
    for table in names("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
        let columns = names(&format!("SELECT name FROM pragma_table_info('{table}')"));
        let of_moment = ["created", "content_hash", "expires", "seen"];
        let columns = columns.into_iter().filter(|name| !of_moment.contains(&name.as_str()));
        for column in columns {
            let sql = format!("SELECT quote(\"{column}\") FROM \"{table}\" ORDER BY 1");
            let all = names(&sql).join(" ");
            values.push(format!("{table}.{column}: {all}"));
        }
    }
    values
}

#[test]
fn a_bundle_is_the_same_whatever_the_answers_are_and_whatever_others_decided() {
    for confirms in [false, true] {
        let [one, two] = two_teams(confirms);
        for place in [&one, &two] {
            place.assay(&["pack", "--for", "bob", "--file", "bob.db"]).well();
        }
        let (here, there) = (everything(&one, "bob.db"), everything(&two, "bob.db"));
        assert!(here.iter().any(|column| column.starts_with("question.stem: 'Question")));
        assert_eq!(here, there);
        // Nor do its hashes: the same question has another one wherever it was packed.
        let hashes = |place: &Workplace, file: &str| -> Vec<String> {
            let database = rusqlite::Connection::open(place.path(file)).unwrap();
            let mut statement = database.prepare("SELECT content_hash FROM question").unwrap();
            let rows = statement.query_map([], |row| row.get(0)).unwrap();
            rows.collect::<Result<_, _>>().unwrap()
        };
        let known = hashes(&one, "assay.db");
        assert!(hashes(&one, "bob.db").iter().all(|hash| !known.contains(hash)));
    }
}

#[test]
fn what_is_said_before_a_decision_is_the_same_whatever_the_answers_are_and_others_decided() {
    for confirms in [false, true] {
        let [one, two] = two_teams(confirms);
        let heard = |place: &Workplace| -> Vec<String> {
            let mut heard = Vec::new();
            for _ in 0..12 {
                let given = place.json(&["next", "review", "--as", "bob"]);
                let Value::String(key) = &given["item"] else { break };
                let mut given = given.clone();
                given["lease_expires"] = Value::Null;
                heard.push(given.to_string());
                heard.push(place.run(&["show", key, "--as", "bob", "--width", "40"]));
                heard.push(place.plain("bob", "?\ng\nq\n").well().out);
                // A skip is no decision: it passes on to the next.
                place.plain("bob", "s\nq\n").well();
            }
            heard
        };
        let (here, there) = (heard(&one), heard(&two));
        assert!(here.len() > 20, "{}", here.len());
        assert_eq!(here, there);
    }
}

#[test]
fn the_hashes_in_a_bundle_are_made_with_a_secret_that_no_other_team_and_no_bundle_has() {
    let hashes = || {
        let place = Workplace::with_questions(3);
        place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
        let read = |file: &str, sql: &str| -> BTreeSet<String> {
            let database = rusqlite::Connection::open(place.path(file)).unwrap();
            let mut statement = database.prepare(sql).unwrap();
            let rows = statement.query_map([], |row| row.get(0)).unwrap();
            rows.collect::<Result<_, _>>().unwrap()
        };
        let secret = "SELECT value FROM setting WHERE key = 'bundle-secret'";
        let of_team = read("assay.db", secret);
        assert!(of_team.iter().all(|secret| secret.len() == 64) && of_team.len() == 1);
        assert!(read("alice.db", secret).is_empty());
        read("alice.db", "SELECT content_hash FROM question")
    };
    let (ours, theirs) = (hashes(), hashes());
    assert_eq!((ours.len(), ours.intersection(&theirs).count()), (3, 0));
}

#[test]
fn a_bundle_hides_the_category_of_the_older_revisions_too() {
    let place = Workplace::with_questions(2);
    let review = ["decide", "review", "1", "--as", "bob", "--answer", "B", "--verdict", "keep"];
    place.assay(&review).well();
    place.write("new.tsv", &questions(2).replace("Question number 1", "Question of number 1"));
    place.assay(&["import", "questions", "new.tsv", "--benchmark", "b"]).well();
    place.write("ours.toml", "confirm-category = true\n");
    place.assay(&["checklist", "set", "ours.toml"]).well();
    place.assay(&["pack", "--for", "bob", "--file", "bob.db"]).well();
    let bundle = rusqlite::Connection::open(place.path("bob.db")).unwrap();
    let sql = "SELECT count(*), count(category), count(l2_category) FROM question WHERE key = '1'";
    let counts: (i64, i64, i64) =
        bundle.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    assert_eq!(counts, (2, 0, 0));
}
