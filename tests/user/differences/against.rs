//! `assay describe --against`: pictures and texts that two collections share.

use std::fs;

use image::ImageFormat;
use serde_json::{Value, json};

use super::{hills, line, lines};
use crate::harness::Workplace;

const CHOICES: [&str; 3] = ["left", "right", "above"];

/// Three questions; the pictures are those of seeds 1 to 3.
fn place() -> Workplace {
    let place = Workplace::new();
    let question = |key: u32| {
        let picture = hills(key, 160, ImageFormat::Png);
        line(&key.to_string(), &format!("Where is sheep {key}?"), CHOICES, "A", Some(&picture))
    };
    place.write("b.jsonl", &lines(&(1..=3).map(question).collect::<Vec<_>>()));
    place.run(&["import", "questions", "b.jsonl"]);
    place
}

fn kinds(list: &Value) -> Vec<(&str, &str, &str)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned().leak() as &str;
    let one = |pair: &Value| (text(&pair["kind"]), text(&pair["here"][0]), text(&pair["there"][0]));
    list.as_array().unwrap().iter().map(one).collect()
}

#[test]
fn a_folder_of_training_pictures_has_the_same_and_nearly_the_same_pictures() {
    let place = place();
    fs::create_dir_all(place.path("train/deep")).unwrap();
    fs::write(place.path("train/same.png"), hills(2, 160, ImageFormat::Png)).unwrap();
    fs::write(place.path("train/deep/small.jpg"), hills(3, 90, ImageFormat::Jpeg)).unwrap();
    fs::write(place.path("train/other.png"), hills(40, 160, ImageFormat::Png)).unwrap();
    fs::write(place.path("train/notes.txt"), "no picture").unwrap();
    fs::write(place.path("train/cut.png"), &hills(1, 160, ImageFormat::Png)[..200]).unwrap();
    let found = place.json(&["describe", "--against", "train"]);
    let expected = [("same", "2", "same.png"), ("near", "3", "deep/small.jpg")];
    assert_eq!(kinds(&found["pictures"]), expected);
    assert_eq!(found["pictures"][0]["bits"], 0);
    assert!(found["pictures"][1]["correlation"].as_f64().unwrap() > 0.95);
    assert_eq!((&found["questions"], &found["texts"]), (&2.into(), &json!([])));
    let damaged = found["not_compared"][0].as_str().unwrap();
    assert!(damaged.starts_with("damaged pictures") && damaged.ends_with(": 1"), "{damaged}");
    let printed = place.run(&["describe", "--against", "train"]);
    assert!(printed.contains("Pictures on both sides: 2"), "{printed}");
    assert!(printed.contains("b against train") && printed.contains("deep/small.jpg"), "{printed}");
}

#[test]
fn a_file_and_another_benchmark_are_compared_by_pictures_and_texts() {
    let place = place();
    let near = hills(1, 100, ImageFormat::Jpeg);
    let other = [
        line(
            "x",
            "What is this animal doing there?",
            ["to sit", "to eat", "to run"],
            "A",
            Some(&near),
        ),
        line("y", "Where is  sheep 2?", ["above", "left", "right"], "B", None),
    ];
    place.write("other.jsonl", &lines(&other));
    let of_file = place.json(&["describe", "--against", "other.jsonl"]);
    assert_eq!(kinds(&of_file["pictures"]), [("near", "1", "x")]);
    assert_eq!(kinds(&of_file["texts"]), [("same", "2", "y")]);
    place.run(&["import", "questions", "other.jsonl", "--benchmark", "copy"]);
    let of_benchmark = place.json(&["describe", "--benchmark", "b", "--against", "copy"]);
    assert_eq!(of_benchmark["pictures"], of_file["pictures"]);
    assert_eq!(of_benchmark["texts"], of_file["texts"]);
}

#[test]
fn a_split_is_compared_with_another_split_of_the_same_benchmark() {
    let place = Workplace::new();
    let question = |key: &str, split: &str, seed: u32| {
        let picture = hills(seed, 160, ImageFormat::Png);
        let mut line = line(key, &format!("Where is sheep {key}?"), CHOICES, "A", Some(&picture));
        line["split"] = split.into();
        line
    };
    let all = [question("1", "dev", 1), question("2", "dev", 2), question("3", "test", 1)];
    place.write("b.jsonl", &lines(&all));
    place.run(&["import", "questions", "b.jsonl"]);
    let found = place.json(&["describe", "--split", "dev", "--against", "test"]);
    let error = place.assay(&["describe", "--against", "test"]).failing(2);
    assert!(error.contains("test is a split of b itself"), "{error}");
    assert_eq!(kinds(&found["pictures"]), [("same", "1", "3")]);
    assert_eq!(
        (&found["benchmark"], &found["against"]),
        (&"b, split dev".into(), &"b, split test".into())
    );
}

#[test]
fn what_is_not_there_or_has_no_picture_is_refused() {
    let place = place();
    fs::create_dir(place.path("empty")).unwrap();
    let error = place.failure(&["describe", "--against", "empty"]);
    assert!(error.contains("there is no picture in this folder"), "{error}");
    let error = place.failure(&["describe", "--against", "nothing"]);
    assert!(error.contains("no such file or folder") && error.contains("there are: b"), "{error}");
    place.assay(&["describe", "--look"]).failing(2);
    let error = place.failure(&["describe", "--against", "b", "--look"]);
    assert!(error.contains("--look needs a terminal") && !error.contains("--plain"), "{error}");
}
