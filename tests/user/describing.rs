//! `assay describe`, and the taxonomies that give its abilities their places.

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use crate::harness::{Workplace, questions};

/// A picture with hills of brightness, in some size and format.
fn hills(side: u32, format: ImageFormat) -> Vec<u8> {
    let value = |x: u32, y: u32| {
        let (x, y) = (f64::from(x) / f64::from(side), f64::from(y) / f64::from(side));
        let hill = |cx: f64, cy: f64| 120.0 * (-((x - cx).powi(2) + (y - cy).powi(2)) * 30.0).exp();
        (30.0 + hill(0.2, 0.3) + hill(0.8, 0.6) + hill(0.5, 0.9)) as u8
    };
    let pixels = RgbImage::from_fn(side, side, |x, y| Rgb([value(x, y); 3]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(pixels).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn line(index: u32, question: &str, answer: &str, image: Option<&[u8]>) -> String {
    let image = image.map(|bytes| base64_simd::STANDARD.encode_to_string(bytes));
    let line = json!({
        "index": index, "question": question, "A": "left", "B": "right", "answer": answer,
        "category": "spatial_relationship", "image": image,
    });
    format!("{line}\n")
}

fn described(lines: &str) -> (Workplace, Value) {
    let place = Workplace::new();
    place.write("b.jsonl", lines);
    place.run(&["import", "questions", "b.jsonl"]);
    let description = place.json(&["describe"]);
    (place, description)
}

#[test]
fn a_benchmark_is_described_by_abilities_kinds_choices_and_sizes() {
    let place = Workplace::with_questions(9);
    let said = place.json(&["describe"]);
    assert_eq!((&said["questions"], &said["taxonomy"]), (&9.into(), &"mmbench".into()));
    assert_eq!(said["splits"], json!({"dev": 9}));
    assert_eq!(said["choices"], json!({"3": 9}));
    assert_eq!(said["kinds"], json!([{"kind": "one-picture", "questions": 9, "open": 0}]));
    let abilities: Vec<_> = said["abilities"]["counts"].as_array().unwrap().iter().collect();
    assert_eq!(abilities[0]["name"], "Perception");
    assert_eq!(abilities.last().unwrap()["name"], "ocr");
    assert_eq!(said["pictures"]["pictures"], 7, "nine questions show seven pictures");
    assert_eq!(said["pictures"]["width"]["median"], 12.0);
    assert_eq!(said["words"]["question"]["mean"], 3.0);
    // Every answer is B: as uneven as it can be.
    let test = &said["answer_positions"]["test"];
    assert_eq!((&test["df"], &test["statistic"]), (&2.into(), &18.0.into()));
    assert!(test["p"].as_f64().unwrap() < 0.001);
}

#[test]
fn duplicates_of_every_kind_are_found() {
    let (large, small) = (hills(300, ImageFormat::Png), hills(120, ImageFormat::Jpeg));
    let long = "Where is the old man who carries the red umbrella over the bridge in the rain?";
    let lines = [
        line(1, "Where is the sheep?", "A", Some(&large)),
        line(2, "where is  the sheep?", "B", Some(&large)),
        line(3, "Where is the goat?", "A", Some(&small)),
        line(4, long, "A", None),
        line(5, &long.replace("old man", "tall old man"), "B", None),
    ];
    let (place, said) = described(&lines.concat());
    let groups = |kind: &str| &said["duplicates"][kind]["groups"];
    assert_eq!(*groups("same_picture"), json!([["1", "2"]]));
    assert_eq!(*groups("same_text"), json!([["1", "2"]]));
    assert_eq!(*groups("same_question"), json!([["1", "2"]]));
    assert_eq!(*groups("near_text"), json!([["4", "5"]]));
    assert_eq!(*groups("near_picture"), json!([["1", "2", "3"]]));
    let database = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let kept: i64 =
        database.query_row("SELECT count(*) FROM picture_grey", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, said["pictures"]["pictures"].as_i64().unwrap(), "each is decoded once");
    assert_eq!(place.json(&["describe"]), said, "from what is kept");
    database.execute("UPDATE picture_grey SET grey = zeroblob(1024)", []).unwrap();
    let not_decoded = &place.json(&["describe"])["duplicates"]["near_picture"]["groups"];
    assert_eq!(*not_decoded, json!([]), "what is kept is used");
    let quick = place.json(&["describe", "--no-near-pictures"]);
    assert_eq!(quick["duplicates"]["near_picture"], Value::Null);
    let table = place.run(&["describe"]);
    for words in ["near text", "80 % of the pairs", "near picture", "chi-square", "one-picture"] {
        assert!(table.contains(words), "{table}");
    }
}

#[test]
fn every_form_of_the_description_can_be_read() {
    let place = Workplace::with_questions(3);
    assert!(place.run(&["describe", "-o", "markdown"]).contains("| ocr | 3 |"));
    let csv = place.run(&["describe", "-o", "csv"]);
    assert!(csv.starts_with("what,n,\nquestions,3,"), "{csv}");
    let failure = place.failure(&["describe", "--split", "dve"]);
    assert!(failure.contains("no question of split dve") && failure.contains("did you mean dev"));
}

#[test]
fn questions_without_answer_or_choices_are_told_apart() {
    let open = json!({"index": 1, "question": "Write a poem about the sea."});
    let unanswered = json!({"index": 2, "question": "Which?", "A": "x", "B": "y"});
    let (_, said) = described(&format!("{open}\n{unanswered}\n"));
    assert_eq!(said["open_questions"], 1);
    assert_eq!(said["missing_answers"], json!(["2"]));
    assert_eq!(said["abilities"]["without_ability"], 2);
    let reason = &said["answer_positions"]["test"]["undefined"];
    assert!(reason.as_str().unwrap().starts_with("no question has a reference answer"), "{reason}");
}

/// MLLM-Bench's questions: so many of each of some capabilities.
fn mllm(counts: &[(&str, &str, usize)]) -> String {
    let each = counts
        .iter()
        .flat_map(|&(level, capability, count)| std::iter::repeat_n((level, capability), count));
    let question = |(id, (level, capability)): (usize, (&str, &str))| {
        json!({"id": id, "image_path": "./data/images/0.png", "question": format!("What is {id}?"),
               "meta": {"level": level, "capability": capability, "url": "u", "question type": "compound"}})
    };
    Value::Array(each.enumerate().map(question).collect()).to_string()
}

#[test]
fn mllm_benchs_quota_is_ten_questions_for_each_of_42_capabilities() {
    let place = Workplace::new();
    let counts = [("Perception/Remembering", "OCR", 10), ("Creating", "Visual Storytelling", 4)];
    place.write("questions.json", &mllm(&counts));
    let imported =
        place.json(&["import", "questions", "questions.json", "--allow-missing-pictures"]);
    assert_eq!(imported["taxonomy"], "mllm-bench", "recognised by its capabilities");
    let abilities = &place.json(&["describe"])["abilities"];
    let short = abilities["shortfalls"].as_array().unwrap();
    assert_eq!(short.len(), 41, "all but OCR");
    let story = short.iter().find(|row| row["name"] == "Visual Storytelling").unwrap();
    assert_eq!((&story["questions"], &story["lacking"]), (&4.into(), &6.into()));
    let lacking: u64 = short.iter().map(|row| row["lacking"].as_u64().unwrap()).sum();
    assert_eq!(lacking, 406);
    assert_eq!(abilities["without_questions"].as_array().unwrap().len(), 40);
}

#[test]
fn a_mistyped_category_is_kept_and_listed_with_the_nearest_one() {
    let place = Workplace::new();
    let table = questions(4).replacen("\tocr\t", "\tocrr\t", 1);
    place.write("b.tsv", &table.replacen("\tocr\t", "\tweather\t", 1));
    let said = place.assay(&["import", "questions", "b.tsv", "-o", "json"]).well();
    assert!(said.err.contains("ocrr (nearest: ocr), weather"), "{}", said.err);
    let unknown = &said.json()["unknown_categories"];
    assert_eq!(unknown[0], json!({"name": "ocrr", "questions": 1, "nearest": "ocr"}));
    let again = place.json(&["describe"]);
    assert_eq!(again["abilities"]["unknown_names"], *unknown);
}

const FARM: &str = r#"name = "farm"
[[l1]]
title = "Animals"
[[l1.l2]]
name = "wool"
title = "Animals with wool"
l3 = [{ name = "ocr", title = "Sheep", definition = "Say what the sheep does.", quota = 5 }]
"#;

#[test]
fn a_taxonomy_of_ones_own_gives_places_quotas_and_definitions() {
    let place = Workplace::new();
    place.write("b.tsv", &questions(3));
    place.write("farm.toml", FARM);
    let import = ["import", "questions", "b.tsv", "--taxonomy"];
    let with = |name: &'static str| [&import[..], &[name]].concat();
    assert_eq!(place.json(&with("farm.toml"))["taxonomy"], "farm");
    let said = place.json(&["describe"]);
    assert_eq!(said["taxonomy"], "farm");
    assert_eq!(said["abilities"]["shortfalls"][0]["lacking"], 2);
    assert_eq!(said["abilities"]["counts"][0]["name"], "Animals");
    let shown = place.plain("alice", "");
    assert!(shown.out.contains("Animals › Animals with wool › Sheep"), "{}", shown.out);
    place.run(&["doctor"]);
    // Another one takes its place, and none is given up by importing again.
    place.run(&with("mmbench"));
    place.run(&["import", "questions", "b.tsv"]);
    assert_eq!(place.json(&["describe"])["taxonomy"], "mmbench");
}

#[test]
fn a_bundle_has_the_taxonomy_of_its_benchmark() {
    let place = Workplace::new();
    place.write("b.tsv", &questions(3));
    place.write("farm.toml", FARM);
    place.run(&["import", "questions", "b.tsv", "--taxonomy", "farm.toml"]);
    place.run(&["people", "add", "alice"]);
    place.run(&["pack", "--for", "alice", "--file", "alice.db"]);
    let bundle = place.file("alice.db");
    assert_eq!(place.json(&["--db", &bundle, "describe"])["taxonomy"], "farm");
}

#[test]
fn a_taxonomy_that_is_none_says_what_is_wrong_and_imports_nothing() {
    let place = Workplace::new();
    place.write("b.tsv", &questions(3));
    place.write("bad.toml", &FARM.replace("name = \"ocr\"", "name = \"\""));
    place.write("worse.toml", "l1 = 3");
    for (taxonomy, expected) in [
        ("mmt-bensh", "did you mean mmt-bench?"),
        ("gone.toml", "gone.toml: No such file"),
        ("/dev/zero", "/dev/zero: this is not a file"),
        ("bad.toml", "bad.toml: expected a name for each ability"),
        ("worse.toml", "worse.toml: expected a taxonomy in TOML"),
    ] {
        let said = place.failure(&["import", "questions", "b.tsv", "--taxonomy", taxonomy]);
        assert!(said.contains(expected), "{said}");
    }
    assert!(!place.path("assay.db").exists());
}
