//! Bundles of every queue: what they hold before a decision, deciding in them, and the way back.

use proptest::prelude::*;
use serde_json::Value;

use crate::adjudicate::disputed;
use crate::harness::{Said, Workplace};
use crate::verify::found_by_people;

/// Whether the bytes of a database, its log among them, hold a text.
fn holds(place: &Workplace, file: &str, text: &str) -> bool {
    [file.to_owned(), format!("{file}-wal")].iter().any(|name| {
        let bytes = std::fs::read(place.path(name)).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

fn pack(place: &Workplace, queue: &str, name: &str) {
    place.assay(&["pack", "--for", name, "--queue", queue, "--file", &format!("{name}.db")]).well();
}

fn decide(place: &Workplace, queue: &str, name: &str, lines: &str) -> Said {
    let file = format!("{name}.db");
    let arguments = ["--db", &file, "annotate", queue, "--plain", "--as", name];
    place.assay_with_input(&arguments, lines)
}

fn count(place: &Workplace, file: &str, sql: &str) -> i64 {
    let bundle = rusqlite::Connection::open(place.path(file)).unwrap();
    bundle.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// The rows of a queue, oldest first.
fn rows(place: &Workplace, queue: &str) -> Vec<Value> {
    place.export().into_iter().filter(|row| row["queue"] == queue).collect()
}

#[test]
fn a_verifiers_bundle_has_the_suspected_questions_without_evidence_or_reference_answer() {
    let place = found_by_people();
    place.sql("UPDATE question SET comment = 'a-remark-of-the-makers'");
    let note = "only bob can know this";
    let wrong = ["--verdict", "wrong", "--reason", "other", "--note", note];
    let review = ["decide", "review", "4", "--as", "bob", "--answer", "B"];
    place.assay(&[&review[..], &wrong].concat()).well();
    pack(&place, "verify", "vera");
    for secret in ["bob", note, "a-remark-of-the-makers", "bad-picture"] {
        assert!(!holds(&place, "vera.db", secret), "{secret}");
    }
    assert!(holds(&place, "vera.db", "Question number 2?") && holds(&place, "assay.db", note));
    assert_eq!(count(&place, "vera.db", "SELECT count(answer) + count(extra) FROM question"), 0);
    let packed = "SELECT group_concat(key) FROM (SELECT key FROM question ORDER BY key)";
    let bundle = rusqlite::Connection::open(place.path("vera.db")).unwrap();
    let keys: String = bundle.query_row(packed, [], |row| row.get(0)).unwrap();
    assert_eq!(keys, "1,2,4", "nothing speaks against 3");
    place.assay(&["--db", "vera.db", "doctor"]).well();
}

#[test]
fn what_a_verifier_decided_apart_counts_after_the_merge_as_if_it_was_decided_here() {
    let place = found_by_people();
    pack(&place, "verify", "vera");
    let said = decide(&place, "verify", "vera", "b\ny\nb\nr 8 blurred\n").well();
    assert_eq!(said.out.matches("Saved: ").count(), 4, "{}", said.out);
    assert!(!said.out.contains("bob"), "{}", said.out);
    let merged = place.json(&["merge", "vera.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&4.into(), &0.into()), "{merged}");
    let verdicts: Vec<Value> =
        rows(&place, "verify").iter().map(|row| row["verdict"].clone()).collect();
    assert_eq!(verdicts.iter().filter(|verdict| !verdict.is_null()).count(), 2);
    assert_eq!(place.json(&["report", "cleaning"])["removed"], 1);
    assert_eq!(place.json(&["merge", "vera.db"])["known"], 4);
    place.assay(&["doctor"]).well();
}

#[test]
fn in_a_bundle_its_person_decides_in_its_queue_and_nothing_is_fixed() {
    let place = found_by_people();
    pack(&place, "verify", "vera");
    let in_bundle = |arguments: &[&str]| place.assay(&[&["--db", "vera.db"], arguments].concat());
    let keep = ["--answer", "B", "--verdict", "keep"];
    for arguments in [
        [&["decide", "verify", "1", "--as", "otto"][..], &keep].concat(),
        [&["decide", "review", "1", "--as", "vera"][..], &keep].concat(),
    ] {
        let refused = in_bundle(&arguments).failing(1);
        assert!(refused.contains("made for vera in the verify queue"), "{refused}");
    }
    place.write("edit.json", r#"{"stem":"Which?"}"#);
    let fix = ["--verdict", "fix", "--edit", "edit.json"];
    let refused = in_bundle(&[&["decide", "verify", "1", "--as", "vera"][..], &fix].concat());
    assert!(refused.failing(1).contains("a fix needs the reference answer"));
    assert_eq!(count(&place, "vera.db", "SELECT count(*) FROM decision"), 0);
    let said = decide(&place, "verify", "vera", "b\nF\nu\n").well().out;
    assert!(said.contains("a fix needs the reference answer"), "{said}");
    in_bundle(&[&["decide", "verify", "1", "--as", "vera"][..], &keep].concat()).well();
}

#[test]
fn a_question_that_was_fixed_is_verified_apart_in_the_words_that_were_suspected() {
    let place = found_by_people();
    crate::verify::fix(&place, "1", "lead", r#"{"stem":"Which one?"}"#).well();
    pack(&place, "verify", "vera");
    assert!(holds(&place, "vera.db", "Question number 1?"));
    assert!(!holds(&place, "vera.db", "Which one?"), "what another verifier decided");
    decide(&place, "verify", "vera", "b\ny\nb\ny\n").well();
    place.assay(&["--db", "vera.db", "doctor"]).well();
    let merged = place.json(&["merge", "vera.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&4.into(), &0.into()), "{merged}");
    place.assay(&["doctor"]).well();
}

/// Three texts of two models, all in a sample.
fn with_texts() -> Workplace {
    let place = Workplace::with_questions(3);
    for (model, texts) in [
        ("org/secret-model", ["The second, I think.", "Either.", "C"]),
        ("unknown-llama", ["Something furry.", "I cannot say.", "First or third."]),
    ] {
        let rows = (1..).zip(texts).map(|(index, text)| format!("{index}\t{text}\n"));
        let rows: Vec<String> = rows.collect();
        place.write("p.tsv", &format!("index\tprediction\n{}", rows.concat()));
        place.json(&["import", "predictions", "p.tsv", "--model", model]);
    }
    place.json(&["extract", "sample", "--rate", "1", "--only", "all", "--stratify", "model"]);
    place
}

#[test]
fn a_readers_bundle_names_no_model_and_has_nobodys_labels() {
    let place = with_texts();
    let read = ["decide", "extract", "1/org/secret-model/0", "--as", "otto", "--label", "B"];
    place.assay(&read).well();
    pack(&place, "extract", "rita");
    for secret in ["secret-model", "unknown-llama", "otto", "finegrained_perception"] {
        assert!(holds(&place, "assay.db", secret), "{secret}");
        assert!(!holds(&place, "rita.db", secret), "{secret}");
    }
    assert!(holds(&place, "rita.db", "Something furry."));
    assert_eq!(count(&place, "rita.db", "SELECT count(answer) FROM question"), 0);
    assert_eq!(count(&place, "rita.db", "SELECT count(*) FROM sample_item"), 6);
    place.assay(&["--db", "rita.db", "doctor"]).well();
}

#[test]
fn labels_read_apart_find_their_texts_again_and_older_rows_of_the_reader_travel_along() {
    let place = with_texts();
    let here = ["annotate", "extract", "--plain", "--as", "rita"];
    place.assay_with_input(&here, "b\nl\ns\nu\n").well();
    pack(&place, "extract", "rita");
    let said = decide(&place, "extract", "rita", "b\nc\nn unsure\n").well();
    assert_eq!(said.out.matches("Saved ").count(), 2, "{}", said.out);
    let merged = place.json(&["merge", "rita.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&3.into(), &0.into()), "{merged}");
    let merged = place.json(&["merge", "rita.db"]);
    assert_eq!(merged["new"], 0, "{merged}");
    for row in rows(&place, "extract") {
        let item = row["item"].as_str().unwrap();
        assert!(item.contains("/org/secret-model/") || item.contains("/unknown-llama/"), "{item}");
    }
    assert_eq!(count(&place, "rita.db", "SELECT count(*) FROM decision"), 6, "three were there");
    place.assay(&["doctor"]).well();
    // A team that never packed this bundle does not know its models.
    let other = with_texts();
    std::fs::copy(place.path("rita.db"), other.path("rita.db")).unwrap();
    let said = other.assay(&["merge", "rita.db", "-o", "json"]).well();
    assert_eq!(said.json()["new"], 0, "{said:?}");
    assert!(said.err.contains("import that model's predictions"), "{}", said.err);
}

#[test]
fn an_adjudicators_bundle_has_the_reviews_of_nobody_and_the_reference_answer() {
    let place = disputed();
    place.sql("UPDATE question SET comment = 'a-remark-of-the-makers'");
    pack(&place, "adjudicate", "carol");
    for name in ["alice", "bob", "dave"] {
        assert!(!holds(&place, "carol.db", name), "{name}");
    }
    assert!(holds(&place, "carol.db", "blurred at the left"), "notes are shown");
    assert!(holds(&place, "carol.db", "a-remark-of-the-makers"), "and what the makers remark");
    assert_eq!(count(&place, "carol.db", "SELECT count(answer) FROM question"), 4);
    place.assay(&["--db", "carol.db", "doctor"]).well();
    let said = decide(&place, "adjudicate", "carol", "q\n").well().out;
    let adopted = said.lines().find(|line| line.contains("blurred")).expect(&said);
    let number = &adopted["Reviewer ".len()..][..1];
    let said = decide(&place, "adjudicate", "carol", &format!("{number}\nb y the sign says so\n"));
    assert_eq!(said.well().out.matches("Saved: ").count(), 2);
    let merged = place.json(&["merge", "carol.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&2.into(), &0.into()), "{merged}");
    let rows = rows(&place, "adjudicate");
    let bobs = place.export().into_iter().find(|row| row["note"] == "blurred at the left").unwrap();
    assert!(rows.iter().any(|row| row["adopted"] == bobs["id"]), "{rows:?}");
    let reviews = place.export().into_iter().filter(|row| row["act"] == "review").count();
    assert_eq!(reviews, 11, "what was packed is not merged");
    // Whoever had the bundle has seen the reviews.
    place
        .assay(&["decide", "review", "3", "--as", "carol", "--answer", "B", "--verdict", "keep"])
        .well();
    assert_eq!(place.export().last().unwrap()["exposure"]["peers"], true);
}

#[test]
fn texts_that_are_away_in_a_bundle_are_given_to_nobody_else() {
    let place = with_texts();
    place.json(&["assign", "extract", "--per-item", "1"]);
    place
        .assay(&[
            "pack", "--for", "rita", "--queue", "extract", "--file", "rita.db", "--items", "4",
        ])
        .well();
    decide(&place, "extract", "rita", "b\n").well();
    let given = |name: &str| place.json(&["next", "extract", "--as", name]);
    assert!(given("otto")["item"].is_string() && given("olga")["item"].is_string());
    assert_eq!(given("olaf")["item"], Value::Null);
    place.json(&["merge", "rita.db"]);
    assert_eq!(given("olaf")["leased"], 5, "the one that came back needs nobody");
}

#[test]
fn a_bundle_of_texts_lacks_the_picture_that_its_reader_is_to_guess_without() {
    let place = with_texts();
    place.json(&["assign", "review", "--per-item", "2", "--gate", "1"]);
    pack(&place, "extract", "rita");
    assert_eq!(count(&place, "rita.db", "SELECT count(*) FROM image"), 0);
    place.json(&["assign", "review", "--per-item", "2"]);
    pack(&place, "extract", "olga");
    assert_eq!(count(&place, "olga.db", "SELECT count(*) FROM image"), 3);
}

#[test]
fn what_nobody_can_decide_is_not_packed() {
    let place = Workplace::with_questions(2);
    let file = ["--file", "x.db"];
    let fails = |queue: &str| {
        place.failure(&[&["pack", "--for", "a", "--queue", queue], &file[..]].concat())
    };
    assert!(fails("verify").contains("nothing waits for a in the verify queue"));
    assert!(fails("extract").contains("no sample to read yet"));
    assert!(fails("attic").contains("there is no queue attic"));
    assert!(!place.path("x.db").exists());
}

#[test]
fn a_bundle_holds_what_is_in_it_for_its_days_and_one_that_cannot_be_written_holds_nothing() {
    let place = Workplace::with_questions(2);
    place.json(&["assign", "review", "--per-item", "1"]);
    place.failure(&["pack", "--for", "alice", "--file", "nowhere/alice.db"]);
    assert_eq!(count(&place, "assay.db", "SELECT count(*) FROM lease"), 0);
    place.assay(&["pack", "--for", "alice", "--days", "3", "--file", "alice.db"]).well();
    let held = |days: &str| {
        let until = format!("strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '{days} days')");
        count(&place, "assay.db", &format!("SELECT count(*) FROM lease WHERE expires > {until}"))
    };
    assert_eq!((held("+2.9"), held("+3.1")), (2, 0));
}

/// A team with bundles of every queue, each decided in, beside guesses from the text that were made apart.
fn apart_in_every_queue() -> Workplace {
    let place = disputed();
    place.write("p.tsv", "index\tprediction\n1\tThe second.\n2\tEither.\n");
    place.json(&["import", "predictions", "p.tsv", "--model", "m"]);
    place.json(&["extract", "sample", "--rate", "1", "--only", "all"]);
    for (queue, name) in [("verify", "vera"), ("extract", "rita"), ("adjudicate", "carol")] {
        pack(&place, queue, name);
    }
    place.json(&["assign", "review", "--per-item", "9", "--gate", "1"]);
    pack(&place, "review", "gina");
    decide(&place, "verify", "vera", "b\ny\nb\nt\nu\n").well();
    decide(&place, "extract", "rita", "b\nc\nu\n").well();
    decide(&place, "adjudicate", "carol", "1\n1\nu\ns\n").well();
    decide(&place, "review", "gina", "b 3\nb\ny\na 1\nc\nt\nz\n").well();
    place
}

/// What counts in a database: all rows, and what is in force.
fn state(place: &Workplace, file: &str) -> (Vec<String>, Vec<Value>) {
    let lines = place.run(&["--db", file, "export", "decisions"]);
    let row = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        value.as_object_mut().unwrap().shift_remove("guideline_text");
        value.to_string()
    };
    let mut rows: Vec<String> = lines.lines().map(row).collect();
    rows.sort();
    let reports = [&["report", "cleaning"][..], &["report", "gate"], &["agree", "review"]];
    let reports = reports.map(|arguments| place.json(&[&["--db", file], arguments].concat()));
    (rows, reports.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    fn bundles_of_every_queue_are_united_in_any_order_and_any_number_of_times(
        order in prop::collection::vec(0usize..4, 0..5)
    ) {
        let place = apart_in_every_queue();
        let files = ["vera.db", "rita.db", "carol.db", "gina.db"];
        let twice = [order, vec![3, 1, 2, 0]].concat();
        for (target, order) in [("one.db", vec![0, 1, 2, 3]), ("two.db", twice)] {
            std::fs::copy(place.path("assay.db"), place.path(target)).unwrap();
            for file in order {
                place.assay(&["--db", target, "merge", files[file]]).well();
            }
        }
        let (one, two) = (state(&place, "one.db"), state(&place, "two.db"));
        for queue in ["verify", "extract", "adjudicate", "\"act\":\"guess\""] {
            prop_assert!(one.0.iter().any(|row| row.contains(queue)), "{}", queue);
        }
        prop_assert_eq!(one, two);
        let left: usize = place.json(&["--db", "two.db", "next", "review", "--as", "gina"])["leased"]
            .as_u64().unwrap_or_default() as usize;
        prop_assert_eq!(left, 0, "leases do not travel");
        place.assay(&["--db", "two.db", "doctor"]).well();
    }
}

#[test]
fn in_plain_lines_a_bundle_of_verifiers_names_no_fix_and_opens_no_other_queue() {
    let place = found_by_people();
    pack(&place, "verify", "vera");
    let said = decide(&place, "verify", "vera", "b\n?\nw\nq\n").well().out;
    assert!(said.contains("r remove (with reasons: r 1 2).\n"), "{said}");
    assert!(said.contains("r, remove: Remove the question") && !said.contains(" fix"), "{said}");
    for queue in ["review", "adjudicate"] {
        let refused = decide(&place, queue, "vera", "q\n").failing(1);
        assert!(refused.contains("made for vera in the verify queue"), "{refused}");
    }
    let here = ["annotate", "verify", "--plain", "--as", "vera"];
    let said = place.assay_with_input(&here, "b\n?\nq\n").well().out;
    assert!(said.contains("F fix") && said.contains("F, fix:"), "{said}");
}

#[test]
fn drafts_stay_where_they_were_typed() {
    let place = Workplace::with_questions(2);
    place.plain("alice", "b\ny\n").well();
    place.sql(
        "INSERT INTO draft SELECT annotator.id, benchmark.id, 'review', '2', 'note', 'half a thought'
         FROM annotator, benchmark WHERE annotator.name = 'alice'",
    );
    pack(&place, "review", "alice");
    assert!(!holds(&place, "alice.db", "half a thought"));
    assert!(!place.run(&["export", "decisions"]).contains("half a thought"));
    let other = Workplace::with_questions(2);
    other.assay(&["merge", &place.file("assay.db")]).well();
    assert_eq!(count(&other, "assay.db", "SELECT count(*) FROM draft"), 0);
}
