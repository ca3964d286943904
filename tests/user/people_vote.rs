//! People vote on pairs of models' answers: blind, each pair as often as is wanted, at home or in a bundle.

use assay::benchmark::vote::Ballot;
use assay::benchmark::{ChoiceOrder, Input, Pass, Prediction, PredictionStatus, QuestionKey};
use assay::evaluation::import_run;
use assay::store::{NewPrediction, NewRun, NewSample, RunSamples, Store};
use assay::voting::pairs::{PairPool, draw_pairs};
use serde_json::{Value, json};

use crate::harness::{Said, Workplace, picture};

/// A model that answers every open question of the only benchmark.
pub fn answer(store: &mut Store, model: &str) {
    answer_with(store, model, |key| format!("{model} says {key}.").replace("org/gull", "It"));
}

/// Two models that say the same to every question.
pub fn write_answers(store: &mut Store, said: [(&str, String); 2]) {
    for (model, text) in said {
        answer_with(store, model, |_| text.clone());
    }
}

fn answer_with(store: &mut Store, model: &str, text: impl Fn(&QuestionKey) -> String) {
    let benchmark = store.the_benchmark(None).unwrap();
    let questions = store.question_entries(&benchmark).unwrap();
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
pub fn draw(store: &mut Store, ballot: Ballot) {
    let benchmark = store.the_benchmark(None).unwrap();
    let all = NewSample { name: "all".into(), rate: 1.0, seed: 1, ..NewSample::default() };
    draw_pairs(store, &benchmark, &PairPool { ballot, ..PairPool::default() }, all).unwrap();
}

/// Six open questions with a picture, each answered by two models of which one has a slash in its name.
fn drawn(ballot: Ballot) -> Workplace {
    drawn_for(6, ballot)
}

/// The same for more questions.
pub fn drawn_for(questions: usize, ballot: Ballot) -> Workplace {
    let place = Workplace::new();
    let image = base64_simd::STANDARD.encode_to_string(picture(1));
    let picture = json!([{"role": "stem", "image": format!("data:image/png;base64,{image}")}]);
    let row = |index| json!({"index": index, "question": "What is it?", "pictures": picture});
    let rows: Vec<String> = (1..=questions).map(|index| row(index).to_string()).collect();
    place.write("b.jsonl", &rows.join("\n"));
    place.run(&["import", "questions", "b.jsonl"]);
    let mut store = Store::open(&place.path("assay.db")).unwrap();
    answer(&mut store, "org/gull");
    answer(&mut store, "owl");
    draw(&mut store, ballot);
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
    let place = drawn(Ballot::Better);
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
fn answers_that_only_people_judged_have_a_length_too() {
    let place = drawn(Ballot::Better);
    talk(&place, "alice", "1\n1\n1\n1\n1\n1\n");
    let length = place.json(&["votes", "bias"])["length"].clone();
    assert_eq!((&length["n"], &length["without_style"]), (&json!(6), &json!(0)), "{length}");
}

#[test]
fn what_a_script_is_shown_first_is_what_vote_1_is_for() {
    let place = drawn(Ballot::Better);
    let mut firsts = Vec::new();
    while let Some(item) = next(&place, "alice")["item"].as_str().map(str::to_owned) {
        let shown = next(&place, "alice");
        let ask = &shown["ask"];
        assert_eq!(ask["labels"], json!(["1", "2", "tie", "both-bad"]));
        assert_eq!((&ask["step"], &ask["hidden"]), (&json!("vote"), &json!(["models"])));
        assert!(ask["reasons"].as_array().unwrap().contains(&json!("accuracy")), "{ask}");
        assert!(!shown.to_string().contains("gull"), "{shown}");
        let first = shown["question"]["answers"][0].as_str().unwrap().to_owned();
        let row = vote(&place, &item, "alice", "1").well().json();
        let named = if row["order"] == "ab" { "It" } else { "owl" };
        assert!(first.starts_with(named), "{first} {row}");
        assert!(row["item"].as_str().unwrap().ends_with("/org%2Fgull/owl/0"), "{row}");
        assert!(!item.contains("owl"), "{item}");
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
    let place = drawn(Ballot::Better);
    place.json(&["assign", "vote", "--per-item", "1"]);
    let (alice, bob) = (next(&place, "alice"), next(&place, "bob"));
    assert_ne!(alice["item"], bob["item"], "alice holds hers");
    let item = alice["item"].as_str().unwrap();
    vote(&place, item, "alice", "tie").well();
    let refused = vote(&place, item, "bob", "tie").failing(1);
    assert!(refused.contains(rows(&place)[0]["item"].as_str().unwrap()), "{refused}");
}

#[test]
fn five_grades_are_votes_where_the_sample_asks_for_them_and_else_are_refused() {
    let place = drawn(Ballot::Grades);
    talk(&place, "alice", "2\n4\n5\nq\n");
    let votes: Vec<Value> = rows(&place).iter().map(|row| row["vote"].clone()).collect();
    assert_eq!(votes, ["first-slightly", "second-slightly", "second"].map(Value::from));
    let place = drawn(Ballot::Better);
    let item = next(&place, "alice")["item"].as_str().unwrap().to_owned();
    let scores = ["decide", "vote", &item, "--as", "alice", "--scores", "1,2"];
    for refused in [vote(&place, &item, "alice", "1-slightly"), place.assay(&scores)] {
        let refused = refused.failing(2);
        assert!(refused.contains("--vote: expected 1, 2, tie, both-bad"), "{refused}");
    }
    assert!(rows(&place).is_empty());
}

#[test]
fn a_bundle_of_pairs_names_no_model_and_its_votes_find_their_way_home() {
    let place = drawn(Ballot::Better);
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
    let place = drawn(Ballot::Better);
    talk(&place, "alice", "1\nq\n");
    place.assay(&["doctor"]).well();
    place.sql("UPDATE sample_item SET item = 'x/y/z/0' WHERE position = 3");
    let said = place.assay(&["doctor"]);
    assert!(said.out.contains("x/y/z/0, which is another pair"), "{said:?}");
    let place = drawn(Ballot::Better);
    talk(&place, "alice", "1\nq\n");
    place.sql("DROP TRIGGER prediction_is_never_changed; UPDATE prediction SET text = 'B'");
    let said = place.assay(&["doctor"]);
    assert!(said.out.contains("there are no two answers"), "{said:?}");
}

#[test]
fn a_sample_is_drawn_once_for_its_seed_and_peoples_votes_are_figures() {
    let place = drawn(Ballot::Better);
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

#[test]
fn answers_are_scored_where_the_sample_asks_for_it_and_the_scores_are_a_judgment() {
    let place = drawn(Ballot::Scores);
    let said = talk(&place, "alice", "4 2\n3\n5 5 1 nothing in it\nq\n");
    assert!(said.out.contains("How good is each answer?"), "{}", said.out);
    assert!(said.out.contains("\"3\" means nothing here"), "{}", said.out);
    let made = rows(&place);
    assert_eq!((&made[0]["scores"], &made[0]["vote"]), (&json!([4, 2]), &json!("first")));
    assert_eq!((&made[1]["scores"], &made[1]["note"]), (&json!([5, 5]), &json!("nothing in it")));
    assert_eq!(made[1]["own_reasons"], json!(["accuracy"]));
    let item = next(&place, "alice")["item"].as_str().unwrap().to_owned();
    let decide = ["decide", "vote", &item, "--as", "alice"];
    let refused = place.assay(&[&decide[..], &["--vote", "1"]].concat()).failing(2);
    assert!(refused.contains("--scores FIRST,SECOND"), "{refused}");
    let row = place.assay(&[&decide[..], &["--scores", "1,3", "--reason", "made-up"]].concat());
    let row = row.well().json();
    assert_eq!((&row["vote"], &row["own_reasons"]), (&json!("second"), &json!(["made-up"])));
    let tally = place.json(&["votes", "tally", "--judge", "alice"]);
    assert_eq!((&tally["pairs"][0]["n"], &tally["pairs"][0]["ties"]), (&json!(3), &json!(1)));
}

#[test]
fn a_line_may_say_why_by_the_digits_of_reasons_and_in_words() {
    let place = drawn(Ballot::Better);
    talk(&place, "alice", "1 1 3 the other names no bird\n= both say it\nq\n");
    let made = rows(&place);
    assert_eq!(made[0]["own_reasons"], json!(["accuracy", "relevance"]));
    assert_eq!((&made[0]["vote"], &made[1]["vote"]), (&json!("first"), &json!("tie")));
    assert_eq!(made[1]["note"], "both say it");
    let item = next(&place, "alice")["item"].as_str().unwrap().to_owned();
    for (strange, said) in
        [("acuracy", "did you mean accuracy?"), ("unclear", "there are accuracy")]
    {
        let decide = ["decide", "vote", &item, "--as", "alice", "--vote", "1", "--reason", strange];
        let refused = place.assay(&decide).failing(2);
        assert!(refused.contains(said), "{refused}");
    }
}

/// A reviewer finds a question wrong, and a verifier removes it.
fn remove(place: &Workplace, key: &str) {
    let removes = ["--as", "rita", "--verdict", "wrong", "--reason", "unclear"];
    place.assay(&[&["decide", "review", key], &removes[..]].concat()).well();
    place.assay(&["decide", "verify", key, "--as", "ron", "--verdict", "remove"]).well();
}

#[test]
fn a_new_sample_leaves_out_questions_that_were_removed() {
    let place = drawn(Ballot::Better);
    let sample = |name: &str| {
        place.json(&["votes", "sample", "--rate", "1", "--name", name])["available"].clone()
    };
    assert_eq!(sample("before"), 6);
    remove(&place, "3");
    assert_eq!(sample("after"), 5);
}

#[test]
fn pairs_on_questions_that_were_removed_are_offered_to_no_one() {
    let place = drawn(Ballot::Better);
    remove(&place, "3");
    assert_eq!(place.json(&["report", "outcome"])["outcome"]["removed"], 1);
    let mut keys = Vec::new();
    while let Some(item) = next(&place, "alice")["item"].as_str().map(str::to_owned) {
        keys.push(item.split('/').next().unwrap().to_owned());
        vote(&place, &item, "alice", "tie").well();
    }
    keys.sort();
    assert_eq!(keys, ["1", "2", "4", "5", "6"]);
}

#[test]
fn reference_and_criteria_are_beside_the_answers_and_the_decision_says_so() {
    let place = Workplace::new();
    let row = |index: u32, reference: &str| {
        json!({"index": index, "question": "What is it?", "reference": reference,
            "criteria": ["names the bird", "no more"]})
    };
    let rows_of_file = [row(1, "An owl."), row(2, "")].map(|row| row.to_string());
    place.write("b.jsonl", &rows_of_file.join("\n"));
    place.run(&["import", "questions", "b.jsonl"]);
    let mut store = Store::open(&place.path("assay.db")).unwrap();
    answer(&mut store, "gull");
    answer(&mut store, "owl");
    draw(&mut store, Ballot::Better);
    let said = talk(&place, "alice", "1\n2\nq\n");
    assert!(said.out.contains("Reference: An owl."), "{}", said.out);
    assert!(said.out.contains("Criteria: names the bird\n    no more"), "{}", said.out);
    for row in rows(&place) {
        let has_reference = row["item"].as_str().unwrap().starts_with("1/");
        assert_eq!(row["exposure"]["reference"].as_bool().unwrap_or(false), has_reference, "{row}");
    }
}

/// Votes on every pair that `assay next` gives this person, by whose answer is preferred.
fn vote_on_all(place: &Workplace, name: &str, prefers: &str) -> Vec<String> {
    let mut keys = Vec::new();
    loop {
        let shown = next(place, name);
        let Some(item) = shown["item"].as_str() else { return keys };
        let is_first = shown["question"]["answers"][0].as_str().unwrap().starts_with(prefers);
        vote(place, item, name, if is_first { "1" } else { "2" }).well();
        keys.push(item.split('/').next().unwrap().to_owned());
    }
}

#[test]
fn pairs_that_an_expert_voted_on_are_gold_for_those_who_vote_later() {
    let place = drawn(Ballot::Better);
    place.run(&["people", "add", "lena", "--role", "lead"]);
    place.run(&["people", "add", "ed", "--role", "expert", "--as", "lena"]);
    let assign = ["assign", "vote", "--per-item", "1", "--gold", "0.4", "--as", "lena"];
    let refused = place.assay(&assign).failing(1);
    assert!(refused.contains("experts and leads vote on some pairs first"), "{refused}");
    for key in ["2", "5"] {
        let item = format!("{key}/org%2Fgull/owl/0");
        vote(&place, &item, "ed", "both-bad").well();
    }
    let assigned = place.json(&assign);
    assert_eq!(assigned["gold"]["items"], 2, "{assigned}");
    let (alice, bob) = (vote_on_all(&place, "alice", "owl"), vote_on_all(&place, "bob", "owl"));
    let gold = |keys: &[String]| keys.iter().filter(|key| ["2", "5"].contains(&&***key)).count();
    assert!(gold(&alice) > 0, "{alice:?}");
    let others: Vec<&String> =
        alice.iter().chain(&bob).filter(|key| !["2", "5"].contains(&&***key)).collect();
    assert_eq!(others.len(), 4, "each other pair once: {alice:?} {bob:?}");
    let board = &place.json(&["status", "--as", "lena"])["board"][0];
    let quality = board["for_leads"]["quality"].as_array().unwrap();
    let people = quality.iter().find(|queue| queue["queue"] == "vote").unwrap()["people"].clone();
    let own = people.as_array().unwrap().iter().find(|own| own["annotator"] == "alice").unwrap();
    assert_eq!(
        (&own["with_gold"]["value"], &own["with_gold"]["n"]),
        (&json!(0.0), &gold(&alice).into())
    );
}

#[test]
fn where_two_votes_differ_one_more_person_is_asked_and_these_pairs_come_first() {
    let place = drawn(Ballot::Better);
    let assign = ["assign", "vote", "--per-item", "2", "--disagreement-extra", "1"];
    place.run(&[&assign[..], &["--order", "disagreement"]].concat());
    assert_eq!(vote_on_all(&place, "alice", "owl").len(), 6);
    let third = "3/org%2Fgull/owl/0";
    for _ in 0..6 {
        let shown = next(&place, "bob");
        let item = shown["item"].as_str().unwrap();
        let is_owl_first = shown["question"]["answers"][0].as_str().unwrap().starts_with("owl");
        let agrees = !item.starts_with("3/");
        vote(&place, item, "bob", if is_owl_first == agrees { "1" } else { "2" }).well();
    }
    let work = place.json(&["status"])["board"][0]["queues"].clone();
    let queue = work.as_array().unwrap().iter().find(|queue| queue["queue"] == "vote").unwrap();
    assert_eq!(queue["remaining"], 1, "{queue}");
    assert_eq!(vote_on_all(&place, "cy", "owl"), ["3"]);
    assert_eq!(rows(&place).iter().filter(|row| row["item"] == third).count(), 3);
    let tally = place.json(&["votes", "tally"]);
    assert_eq!(tally["pairs"][0]["n"], 13, "everyone's votes are counted: {tally}");
}

#[test]
fn the_vote_of_an_expert_settles_a_pair_on_which_people_differ() {
    let place = drawn(Ballot::Better);
    place.run(&["people", "add", "lena", "--role", "lead"]);
    place.run(&["people", "add", "ed", "--role", "expert", "--as", "lena"]);
    vote_on_all(&place, "alice", "owl");
    vote_on_all(&place, "bob", "It");
    let against = |names: &str| {
        place.json(&["votes", "agree", "--judge", "alice", "--against", names])["majority"].clone()
    };
    assert_eq!(against("bob")["settled"], 0);
    loop {
        let shown = next(&place, "ed");
        let Some(item) = shown["item"].as_str() else { break };
        let is_owl = shown["question"]["answers"][0].as_str().unwrap().starts_with("owl");
        let says = match item.starts_with("2/") || item.starts_with("5/") {
            true if is_owl => "1",
            true => "2",
            false => "both-bad",
        };
        vote(&place, item, "ed", says).well();
    }
    let found = against("bob,ed");
    assert_eq!((&found["settled"], &found["with_ties"]["n"]), (&json!(2), &json!(6)), "{found}");
    assert_eq!(found["with_ties"]["agree"], 2, "alice agrees where ed settled it: {found}");
    let pairs = ["votes", "corrected", "--judge", "alice", "--people", "bob,ed"];
    let pair = place.json(&pairs)["pairs"][0].clone();
    let (people, of_first) = (pair["people"]["value"].as_f64().unwrap(), pair["a"] == "owl");
    let owl = if of_first { people } else { 1.0 - people };
    assert!((owl - 2.0 / 6.0).abs() < 1e-12, "{pair}");
}
