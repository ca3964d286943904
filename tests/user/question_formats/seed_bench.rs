//! SEED-Bench's JSON, versions 1 and 2.

use serde_json::{Value, json};

use super::{assert_comes_back, lines, pictures, write_picture};
use crate::harness::Workplace;

fn item(id: &str, dimension: u32, data_type: &str, data_id: Value) -> Value {
    let mut item = json!({
        "answer": "A ", "choice_a": "one", "choice_b": "two", "choice_c": "three", "choice_d": "four",
        "data_source": "SEED-Bench v2", "data_type": data_type, "level": "L3",
        "question": "Which?", "question_id": id, "question_type_id": dimension, "subpart": "Some part",
        "version": "v2",
    });
    item["data_id"] = data_id;
    item
}

fn with_float(mut item: Value) -> Value {
    item["question_type_id"] = 25.0.into();
    item
}

fn numbered(pictures: &[(&str, u32)]) -> Vec<(String, u32)> {
    pictures.iter().map(|&(role, number)| (role.to_owned(), number)).collect()
}

fn with_pictures() -> Workplace {
    let place = Workplace::new();
    for number in 1..=7 {
        write_picture(&place, &format!("SEED-Bench-2-image/task/{number}.png"), number);
    }
    write_picture(&place, "cc3m-image/1454426_2591111986", 50);
    place
}

#[test]
fn version_2_has_choices_frames_and_marks_as_pictures() {
    let place = with_pictures();
    let files = |numbers: std::ops::RangeInclusive<u32>| -> Value {
        numbers.map(|number| format!("task/{number}.png")).collect()
    };
    let mut interleaved = item("24_0", 24, "Interleaved Image", files(1..=2));
    interleaved["question"] = "First <img>, then <img>: and?".into();
    let mut three = item("1_0", 1, "Single Image", "1454426_2591111986".into());
    three["choice_d"] = Value::Null;
    three["answer"] = " C".into();
    three["question_type_id"] = "1".into();
    let document = json!({
        "questions": [
            three, interleaved,
            item("20_0", 20, "Video", files(1..=7)),
            with_float(item("25_0", 25, "Image Generation", files(2..=5))),
            item("26_0", 26, "Image Generation", files(1..=7)),
            item("27_0", 27, "Image & Text Generation", files(4..=7)),
        ],
        // pandas makes texts and floating-point numbers of a column.
        "question_type": {"Scene Understanding": 1, "A name of its own": 20},
    });
    place.write("s.json", &document.to_string());
    let read = place.json(&["import", "questions", "s.json", "--image-root", "."]);
    assert_eq!((&read["format"], &read["questions"]), (&"seed-bench".into(), &6.into()));
    assert!(read["warnings"].to_string().contains("the answer had spaces around it"), "{read}");
    let lines = lines(&place);
    let found: Vec<_> = lines.iter().map(pictures).collect();
    let choices = |from: u32| -> Vec<(String, u32)> {
        ["A", "B", "C", "D"].iter().zip(from..).map(|(c, n)| (format!("choice {c}"), n)).collect()
    };
    let frames: Vec<_> = (1..=7).map(|number| ("frame".to_owned(), number)).collect();
    let next = [numbered(&[("stem", 1), ("stem", 2), ("stem", 3)]), choices(4)].concat();
    let stems = numbered(&[("stem", 1), ("stem", 2)]);
    let one = numbered(&[("stem", 50)]);
    assert_eq!(found, [one, stems, frames, choices(2), next, choices(4)]);
    let categories: Vec<_> = lines.iter().map(|line| line["category"].as_str().unwrap()).collect();
    assert_eq!(categories[0], "Scene Understanding");
    assert_eq!(categories[2..4], ["A name of its own", "Text-to-Image Generation"]);
    assert_eq!((&lines[0]["index"], &lines[0]["answer"]), (&"1_0".into(), &"C".into()));
    assert_eq!(lines[0].get("D"), None);
    assert_eq!(
        (&lines[0]["l2-category"], &lines[0]["source"]),
        (&"Some part".into(), &"SEED-Bench v2".into())
    );
    assert_eq!(
        (&lines[4]["extra"]["level"], &lines[4]["extra"]["question_type_id"]),
        (&"L3".into(), &26.into())
    );
    assert_comes_back(&place);
}

#[test]
fn version_1_has_videos_whose_frames_lie_in_folders() {
    let place = with_pictures();
    for (frame, number) in [(2, 12), (10, 13), (9, 11)] {
        write_picture(&place, &format!("frames/94328/frame_{frame}.png"), number);
    }
    let mut image = item("101669", 5, "image", "1454426_2591111986".into());
    let mut video = item("v1738", 10, "video", "94328.webm".into());
    let mut absent = item("v1962", 11, "video", "P03/P03_24.MP4".into());
    for item in [&mut image, &mut video, &mut absent] {
        for field in ["level", "subpart", "version", "data_source"] {
            item.as_object_mut().unwrap().remove(field);
        }
    }
    absent["segment"] = json!([648.0, 658.0]);
    place.write("s.json", &json!([image, video, absent]).to_string());
    let complaint = place.failure(&["import", "questions", "s.json"]);
    assert!(complaint.contains("row 3: “P03/P03_24.MP4”"), "{complaint}");
    place.run(&["import", "questions", "s.json", "--allow-missing-pictures"]);
    let lines = lines(&place);
    assert_eq!(pictures(&lines[0]), numbered(&[("stem", 50)]));
    assert_eq!(pictures(&lines[1]), numbered(&[("frame", 12), ("frame", 11), ("frame", 13)]));
    assert_eq!(lines[1]["category"], "Action Recognition");
    assert_eq!(lines[2]["extra"]["segment"], json!([648.0, 658.0]));
    assert_eq!(lines[2]["extra"]["missing_pictures"], json!(["P03/P03_24.MP4"]));
}

#[test]
fn items_as_json_lines_are_read_like_those_of_the_document() {
    let place = with_pictures();
    let items: Vec<Value> = [1, 2, 3]
        .map(|number| {
            item(&format!("1_{number}"), 1, "Single Image", format!("task/{number}.png").into())
        })
        .to_vec();
    let text = items.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    place.write("s.jsonl", &text);
    let read = place.json(&["import", "questions", "s.jsonl", "--image-root", "."]);
    assert_eq!((&read["format"], &read["questions"]), (&"seed-bench".into(), &3.into()));
    let of_document = with_pictures();
    of_document.write("s.json", &json!({"questions": items}).to_string());
    of_document.run(&["import", "questions", "s.json", "--image-root", "."]);
    assert_eq!(lines(&place), lines(&of_document));
    assert_eq!(lines(&place)[0]["category"], "Scene Understanding");
}

#[test]
fn a_bad_line_is_named_and_can_be_left_out() {
    let place = with_pictures();
    let good = item("1_0", 1, "Single Image", "task/1.png".into());
    let mut nameless = good.clone();
    nameless.as_object_mut().unwrap().remove("question_id");
    place.write("s.jsonl", &format!("{good}\n\n{nameless}\n{{\"a\": x}}\n"));
    let complaint = place.failure(&["import", "questions", "s.jsonl"]);
    assert!(complaint.contains("row 2"), "{complaint}");
    assert!(complaint.contains("column question_id: there is none"), "{complaint}");
    let read = place.json(&["import", "questions", "s.jsonl", "--skip-bad"]);
    assert_eq!((&read["questions"], &read["rows"]), (&1.into(), &3.into()), "{read}");
}

#[test]
fn what_python_writes_beyond_json_is_read_in_a_document() {
    let place = with_pictures();
    let item = item("1_0", 1, "Single Image", "task/1.png".into());
    let text = json!({"score": 0.5, "questions": [item]}).to_string();
    let text = text.replace("0.5", "NaN").replace("\"question\":\"", "\"question\":\"\\ud83d ");
    place.write("s.json", &text);
    let read = place.json(&["import", "questions", "s.json", "--format", "seed-bench"]);
    assert_eq!(read["questions"], 1, "{read}");
}

#[test]
fn bad_items_are_named() {
    let place = with_pictures();
    let short = item("25_0", 25, "Image Generation", json!(["task/1.png"]));
    let mut nameless = item("1_0", 1, "Single Image", "task/1.png".into());
    nameless.as_object_mut().unwrap().remove("question_id");
    let outside = item("1_0", 1, "Single Image", "../secret.png".into());
    let object = item("1_0", 1, "Single Image", json!({"a": 1}));
    for (item, wanted) in [
        (
            short,
            "row 1 (line 1, index 25_0), column data_id: found 1 pictures; expected a picture for each of the 4",
        ),
        (
            nameless,
            "row 1 (line 1), column question_id: there is none; expected the question's name",
        ),
        (outside, "column data_id: found “../secret.png”: it leads out of"),
        (object, "column data_id: found an object; expected a file name"),
    ] {
        place.write("s.json", &json!({"questions": [item]}).to_string());
        let complaint = place.failure(&["import", "questions", "s.json", "--format", "seed-bench"]);
        assert!(complaint.contains(wanted), "{complaint}");
    }
    let whole = json!([item("1_0", 1, "Single Image", "task/1.png".into())]).to_string();
    place.write("s.json", &whole[..whole.len() - 9]);
    let complaint = place.failure(&["import", "questions", "s.json"]);
    assert!(
        complaint.contains("the file ends inside the record that begins on line 1"),
        "{complaint}"
    );
    place.write("s.json", "{\"rows\": []}");
    let complaint = place.failure(&["import", "questions", "s.json", "--format", "seed-bench"]);
    assert!(complaint.contains("there is no list \"questions\" in it"), "{complaint}");
}
