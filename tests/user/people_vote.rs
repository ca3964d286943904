//! People vote on pairs of models' answers: blind, each pair as often as is wanted, at home or in a bundle.

use assay::benchmark::{ChoiceOrder, Input, Pass, Prediction, PredictionStatus, QuestionKey};
use assay::evaluation::import_run;
use assay::store::{NewPrediction, NewRun, NewSample, RunSamples, Store};
use assay::voting::pairs::{PairPool, draw_pairs};
use serde_json::{Value, json};

use crate::harness::{Said, Workplace, picture};

/// A model that answers every open question of the only benchmark.
pub fn answer(store: &mut Store, model: &str) {
    let benchmark = store.the_benchmark(None).unwrap();
    let questions = store.question_entries(&benchmark).unwrap();
    let text = |key: &QuestionKey| format!("{model} says {key}.").replace("org/gull", "It");
    let predictions = questions.iter().map(|question| NewPrediction {
        question_id: question.id,
        prediction: Prediction {
            pass: Pass(0),
            order: ChoiceOrder::original([]),
            text: text(&question.key),
            status: PredictionStatus::Ok,
        },
    });
    let run = NewRun {
        model: model.into(),
        input: Input::Image,
        source: vec![],
        predictions: predictions.collect(),
        samples: RunSamples::default(),
    };
    let sheets = store.question_sheets(&benchmark).unwrap();
    import_run(store, &benchmark, &sheets, run, false).unwrap();
}

/// All pairs of the answers, to be voted on.
pub fn draw(store: &mut Store, grades: bool) {
    let benchmark = store.the_benchmark(None).unwrap();
    let all = NewSample { name: "all".into(), rate: 1.0, seed: 1, ..NewSample::default() };
    draw_pairs(store, &benchmark, &PairPool { grades, ..PairPool::default() }, all).unwrap();
}

/// Six open questions with a picture, each answered by two models of which one has a slash in its name.
fn drawn(grades: bool) -> Workplace {
    let place = Workplace::new();
    let image = base64_simd::STANDARD.encode_to_string(picture(1));
    let picture = json!([{"role": "stem", "image": format!("data:image/png;base64,{image}")}]);
    let row = |index| json!({"index": index, "question": "What is it?", "pictures": picture});
    let rows: Vec<String> = (1..=6).map(|index| row(index).to_string()).collect();
    place.write("b.jsonl", &rows.join("\n"));
    place.run(&["import", "questions", "b.jsonl"]);
    let mut store = Store::open(&place.path("assay.db")).unwrap();
    answer(&mut store, "org/gull");
    answer(&mut store, "owl");
    draw(&mut store, grades);
    place
}

fn talk(place: &Workplace, name: &str, lines: &str) -> Said {
    place.assay_with_input(&["annotate", "vote", "--plain", "--as", name], lines).well()
}

fn next(place: &Workplace, name: &str) -> Value {
    place.json(&["next", "vote", "--as", name])
}

fn vote(place: &Workplace, item: &str, name: &str, vote: &str) -> Said {
    place.assay(&["decide", "vote", item, "--as", name, "--vote", vote])
}

fn rows(place: &Workplace) -> Vec<Value> {
    place.export().into_iter().filter(|row| row["queue"] == "vote").collect()
}

#[test]
fn a_line_is_a_vote_and_the_models_are_named_nowhere() {
    let place = drawn(false);
    let said = talk(&place, "alice", "1\n2\n=\n0\nu\n3\nn the first counts wrong\n0\nq\n");
    for words in [
        "First answer: ",
        "Second answer: ",
        "Which answer is better? 1 first, 2 second",
        "Saved: first better",
        "Saved: both as good",
        "\"3\" means nothing here",
        "3 of 6 pairs voted on.",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    let answers = said.out.replace("owl says", "");
    for name in ["org", "gull", "owl"] {
        assert!(!answers.contains(name), "{name}: {answers}");
    }
    let votes: Vec<Value> = rows(&place).iter().map(|row| row["vote"].clone()).collect();
    let null = Value::Null;
    let expected = ["first", "second", "tie", "both-bad"].map(Value::from);
    assert_eq!(votes, [&expected[..], &[null.clone(), null, "both-bad".into()]].concat());
}

#[test]
fn what_a_script_is_shown_first_is_what_vote_1_is_for() {
    let place = drawn(false);
    let mut firsts = Vec::new();
    while let Some(item) = next(&place, "alice")["item"].as_str().map(str::to_owned) {
        let shown = next(&place, "alice");
        let ask = json!({"step": "vote", "labels": ["1", "2", "tie", "both-bad"],
            "hidden": ["models"]});
        assert_eq!(shown["ask"], ask);
        let first = shown["question"]["answers"][0].as_str().unwrap().to_owned();
        let row = vote(&place, &item, "alice", "1").well().json();
        let named = if row["order"] == "ab" { "It" } else { "owl" };
        assert!(first.starts_with(named), "{first} {row}");
        assert!(item.contains("/org%2Fgull/owl/0"), "{item}");
        firsts.push(named);
    }
    assert_eq!(firsts.len(), 6);
    place.assay(&["decide", "undo", "--as", "alice"]).well();
    assert!(next(&place, "alice")["item"].is_string());
    let status = place.json(&["status"]);
    let queues = status["board"][0]["queues"].as_array().unwrap();
    let queue = queues.iter().find(|one| one["queue"] == "vote");
    assert_eq!(queue.unwrap()["undecided"], 1, "{status}");
}

#[test]
fn an_item_is_voted_on_by_as_many_people_as_are_wanted() {
    let place = drawn(false);
    place.json(&["assign", "vote", "--per-item", "1"]);
    let (alice, bob) = (next(&place, "alice"), next(&place, "bob"));
    assert_ne!(alice["item"], bob["item"], "alice holds hers");
    let item = alice["item"].as_str().unwrap();
    vote(&place, item, "alice", "tie").well();
    let refused = vote(&place, item, "bob", "tie").failing(1);
    assert!(refused.contains(item), "{refused}");
}

#[test]
fn five_grades_are_votes_where_the_sample_asks_for_them_and_else_are_refused() {
    let place = drawn(true);
    talk(&place, "alice", "2\n4\n5\nq\n");
    let votes: Vec<Value> = rows(&place).iter().map(|row| row["vote"].clone()).collect();
    assert_eq!(votes, ["first-slightly", "second-slightly", "second"].map(Value::from));
    let place = drawn(false);
    let item = next(&place, "alice")["item"].as_str().unwrap().to_owned();
    let refused = vote(&place, &item, "alice", "1-slightly").failing(2);
    assert!(refused.contains("expected 1, 2, tie, both-bad"), "{refused}");
    assert!(rows(&place).is_empty());
}

#[test]
fn a_bundle_of_pairs_names_no_model_and_its_votes_find_their_way_home() {
    let place = drawn(false);
    place.run(&["pack", "--for", "rita", "--queue", "vote", "--file", "rita.db"]);
    let bytes = std::fs::read(place.path("rita.db")).unwrap();
    let holds = |words: &str| bytes.windows(words.len()).any(|part| part == words.as_bytes());
    assert!(!holds("gull") && !holds("/owl"), "a name");
    place.assay(&["--db", "rita.db", "doctor"]).well();
    let away = ["--db", "rita.db", "annotate", "vote", "--plain", "--as", "rita"];
    let said = place.assay_with_input(&away, "1\n=\nu\n2\nn why\ns\nq\n").well();
    let first = |out: &str| {
        let line = out.lines().find(|line| line.starts_with("First answer: "));
        line.unwrap().trim_start_matches("First answer: ").to_owned()
    };
    let preferred = first(&said.out);
    let merged = place.json(&["merge", "rita.db"]);
    assert_eq!((&merged["new"], &merged["problems"]), (&json!(6), &json!(0)), "{merged}");
    place.assay(&["doctor"]).well();
    let row = rows(&place).remove(0);
    let named = if row["order"] == "ab" { "It" } else { "owl" };
    assert!(row["item"].as_str().unwrap().ends_with("/org%2Fgull/owl/0"), "{row}");
    assert!(preferred.starts_with(named), "{preferred} {row}");
}

#[test]
fn votes_on_answers_that_are_no_longer_there_are_found() {
    let place = drawn(false);
    talk(&place, "alice", "1\nq\n");
    place.assay(&["doctor"]).well();
    place.sql("UPDATE sample_item SET item = 'x/y/z/0' WHERE position = 3");
    let said = place.assay(&["doctor"]);
    assert!(said.out.contains("x/y/z/0, which is another pair"), "{said:?}");
    let place = drawn(false);
    talk(&place, "alice", "1\nq\n");
    place.sql("DROP TRIGGER prediction_is_never_changed; UPDATE prediction SET text = 'B'");
    let said = place.assay(&["doctor"]);
    assert!(said.out.contains("there are no two answers"), "{said:?}");
}

#[test]
fn a_sample_is_drawn_once_for_its_seed_and_peoples_votes_are_figures() {
    let place = drawn(false);
    let half = ["votes", "sample", "--rate", "0.5", "--by-models", "-o", "json"];
    let sample = place.json(&half[..half.len() - 2]);
    assert_eq!((&sample["drawn"], &sample["available"]), (&json!(3), &json!(6)), "{sample}");
    assert_eq!(sample["filters"]["queue"], "vote");
    let again = place.assay(&half).failing(1);
    assert!(again.contains("choose another --name"), "{again}");
    let nothing = place.assay(&["votes", "sample", "--rate", "1", "--judge", "gpt"]).failing(1);
    assert!(nothing.contains("gpt has compared no two answers"), "{nothing}");
    // The texts are read by no one: they are no sample of texts.
    assert!(place.assay(&["annotate", "extract", "--plain"]).err.contains("no sample"));

    talk(&place, "alice", "1\n1\n2\n=\n0\nq\n");
    let tally = place.json(&["votes", "tally", "--judge", "alice"]);
    let pair = &tally["pairs"][0];
    let names = (pair["a"].as_str().unwrap(), pair["b"].as_str().unwrap());
    let rows = rows(&place);
    let preferred = |model: &str| {
        let is_for = |row: &&Value| {
            let of_first = if row["order"] == "ab" { "org/gull" } else { "owl" };
            let of_second = if of_first == "owl" { "org/gull" } else { "owl" };
            row["vote"] == "first" && of_first == model
                || row["vote"] == "second" && of_second == model
        };
        rows.iter().filter(is_for).count()
    };
    let counted = [pair["a_wins"].clone(), pair["ties"].clone(), pair["b_wins"].clone()];
    assert_eq!(counted, [preferred(names.0), 1, preferred(names.1)].map(Value::from), "{tally}");
    assert_eq!(tally["judges"][0]["undecided"]["both bad"], 1, "{tally}");
}
