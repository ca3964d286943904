//! Files and folders as benchmarks are published, which need no flag: where the files are, and what is special
//! about their texts, keys and pictures.

use serde_json::{Value, json};

use super::{base64, lines, pictures, write_picture};
use crate::harness::Workplace;

/// Writes records as JSON lines.
fn write(place: &Workplace, name: &str, records: &[Value]) {
    let text: Vec<String> = records.iter().map(Value::to_string).collect();
    write_text(place, name, &text.join("\n"));
}

/// Writes a file, in a folder that may be new.
fn write_text(place: &Workplace, name: &str, text: &str) {
    std::fs::create_dir_all(place.path(name).parent().unwrap()).unwrap();
    place.write(name, text);
}

#[test]
fn two_questions_of_mme_share_the_name_of_their_picture_and_have_keys_of_their_own() {
    let place = Workplace::new();
    let row = |id: u32, question: &str, answer: &str| {
        json!({"question_id": format!("count/{id}.jpg"), "image": base64(id), "question": question, "answer": answer,
            "category": "count"})
    };
    let rows = [
        row(1, "One cat?", "Yes"),
        row(1, "Two cats?", "No"),
        row(2, "One cat?", "No"),
        row(2, "Any?", "Yes"),
    ];
    write(&place, "q.jsonl", &rows);
    let read = place.json(&["import", "questions", "q.jsonl"]);
    assert_eq!((&read["format"], &read["questions"]), (&"mme".into(), &4.into()));
    let lines = lines(&place);
    assert!(lines[0]["index"].as_str().unwrap().starts_with('q'), "{}", lines[0]);
    assert_eq!(lines[1]["extra"]["question_id"], "count/1.jpg");
    assert_eq!(lines[1]["short_answer"], json!({"rule": "yes-no", "answers": ["no"]}));
    // Where the names are different, they are keys.
    let other = Workplace::new();
    write(&other, "q.jsonl", &rows[1..3]);
    assert_eq!(other.json(&["import", "questions", "q.jsonl"])["format"], "yes-no");
}

#[test]
fn marks_of_pictures_lead_to_them_where_one_between_is_missing() {
    let place = Workplace::new();
    let row = json!({"id": "test_Art_1", "question": "Is <image 3> like <image 1>, or <image 2>?",
        "options": "['<image 3>', '<image 1>']", "image_1": base64(1), "image_2": null, "image_3": base64(3),
        "answer": "A", "question_type": "multiple-choice", "subfield": "Drawing"});
    write(&place, "q.jsonl", &[row]);
    let read = place.json(&["import", "questions", "q.jsonl"]);
    assert_eq!(read["format"], "mmmu");
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("renumbered") && warnings.contains("more marks"), "{warnings}");
    let line = &lines(&place)[0];
    assert_eq!(pictures(line), [("stem".to_owned(), 1), ("stem".to_owned(), 3)]);
    // The second picture is the third one of the file; what is not there is no other picture.
    assert_eq!(line["question"], "Is <image 2> like <image 1>, or <image 3>?");
    assert_eq!((&line["A"], &line["B"]), (&"<image 2>".into(), &"<image 1>".into()));
}

#[test]
fn a_folder_of_mmvp_or_mm_vet_is_its_file_of_questions() {
    let place = Workplace::new();
    write_picture(&place, "MMVP/MMVP Images/1.jpg", 5);
    let table = "Index,Question,Options,Correct Answer\n1,Open?,(a) Open (b) Closed,(b)\n";
    place.write("MMVP/Questions.csv", table);
    place.write("MMVP/notes.csv", "who,what\nA,B\n");
    let read = place.json(&["import", "questions", "MMVP"]);
    assert_eq!((&read["format"], &read["images"]), (&"mmvp".into(), &1.into()));

    let place = Workplace::new();
    write_picture(&place, "mm-vet/images/v1_0.png", 1);
    let record = json!({"imagename": "v1_0.png", "question": "What?", "answer": "x<OR>y", "capability": ["ocr"],
        "imagesource": "u"});
    place.write("mm-vet/mm-vet.json", &json!({ "v1_0": record }).to_string());
    place.write("mm-vet/bard_set.json", r#"["v1_0"]"#);
    let read = place.json(&["import", "questions", "mm-vet"]);
    assert_eq!((&read["format"], &read["images"]), (&"mm-vet-document".into(), &1.into()));
}

#[test]
fn several_files_of_a_folder_are_splits_or_one_is_to_be_named() {
    let place = Workplace::new();
    let row = |id: u32| json!({"id": id, "question": "A car?", "answer": "no"});
    write(&place, "set/train.jsonl", &[row(1)]);
    write(&place, "set/test.jsonl", &[row(2), row(3)]);
    let read = place.json(&["import", "questions", "set"]);
    assert_eq!(read["questions"], 3);
    assert_eq!(lines(&place)[0]["split"], "test");
    let read =
        place.json(&["import", "questions", "set", "--split", "train", "--benchmark", "one"]);
    assert_eq!(read["questions"], 1);
    write(&place, "set/more.jsonl", &[row(4)]);
    let complaint = place.failure(&["import", "questions", "set"]);
    assert!(complaint.contains("name the file in it: “more.jsonl”, “test.jsonl”"), "{complaint}");
    std::fs::create_dir(place.path("empty")).unwrap();
    let complaint = place.failure(&["import", "questions", "empty"]);
    assert!(complaint.contains("there is no table in this folder"), "{complaint}");
}

#[test]
fn a_croissant_description_may_have_any_name() {
    for name in ["metadata.json", "our set.json"] {
        let place = Workplace::new();
        let description = json!({"@context": {"cr": "http://mlcommons.org/croissant/"}, "@type": "sc:Dataset",
            "distribution": {"@type": "cr:FileObject", "contentUrl": "data/q.jsonl"}});
        write_text(&place, &format!("set/{name}"), &description.to_string());
        write(
            &place,
            "set/data/q.jsonl",
            &[json!({"id": 1, "question": "A car?", "answer": "no"})],
        );
        for (path, benchmark) in [(format!("set/{name}"), "file"), ("set".to_owned(), "folder")] {
            let read = place.json(&["import", "questions", &path, "--benchmark", benchmark]);
            assert_eq!(
                (&read["format"], &read["questions"]),
                (&"yes-no".into(), &1.into()),
                "{path}"
            );
        }
    }
}

#[test]
fn a_second_row_with_a_key_is_refused_by_its_column_and_the_first_row() {
    let place = Workplace::new();
    let row = |pid: Value| json!({"pid": pid, "query": "Which?", "gold": "A"});
    write(&place, "q.jsonl", &[row("a7".into()), row("b".into()), row("a7".into())]);
    let map = ["--map", "key=pid,stem=query,rule=open"];
    let complaint = place.failure(&[&["import", "questions", "q.jsonl"], &map[..]].concat());
    assert!(
        complaint.contains("row 3")
            && complaint.contains("column pid: the key “a7” is already that of row 1 (line 1)"),
        "{complaint}"
    );
    write(&place, "q.jsonl", &[row("a7".into()), row(Value::Null)]);
    let read = place.json(&[&["import", "questions", "q.jsonl"], &map[..]].concat());
    assert!(read["warnings"].to_string().contains("has no key"), "{read}");
    write(&place, "q.jsonl", &[json!({"pid": "a", "query": " ", "gold": "A"})]);
    let complaint = place.failure(&[&["import", "questions", "q.jsonl"], &map[..]].concat());
    assert!(complaint.contains("column query: the question is empty"), "{complaint}");
    // A part of a layout that is said in another way must be there.
    let map = ["--map", "yes-no", "--map", "stem=query,answer=gld"];
    let complaint = place.failure(&[&["import", "questions", "q.jsonl"], &map[..]].concat());
    assert!(
        complaint.contains("no column gld for the part answer; the columns are pid"),
        "{complaint}"
    );
}

#[test]
fn the_address_of_a_file_is_its_path_within_the_folder() {
    let place = Workplace::new();
    write_picture(&place, "set/a b.png", 1);
    write_picture(&place, "outside.png", 2);
    let row =
        |image: String| json!({"id": 1, "question": "A car?", "answer": "no", "image": image});
    let address = |name: &str| format!("file://{}", place.path(name).display());
    write(&place, "set/q.jsonl", &[row(address("set/a%20b.png"))]);
    let read = place.json(&["import", "questions", "set/q.jsonl"]);
    assert_eq!(read["images"], 1);
    write(&place, "set/q.jsonl", &[row(address("outside.png"))]);
    let complaint = place.failure(&["import", "questions", "set/q.jsonl", "--benchmark", "b"]);
    assert!(complaint.contains("it leads out of"), "{complaint}");
    write(&place, "set/q.jsonl", &[row(address("set/none.png"))]);
    let complaint = place.failure(&["import", "questions", "set/q.jsonl", "--benchmark", "b"]);
    assert!(complaint.contains("missing") && !complaint.contains("web"), "{complaint}");
}

#[test]
fn arrow_files_of_polars_and_feather_are_shards_of_a_folder() {
    const POLARS: &[u8] = include_bytes!("../../../crates/formats/src/arrow_stream/polars.arrow");
    const FEATHER: &[u8] = include_bytes!("../../../crates/formats/src/arrow_stream/zstd.feather");
    let place = Workplace::new();
    std::fs::create_dir(place.path("set")).unwrap();
    std::fs::write(place.path("set/a.arrow"), POLARS).unwrap();
    std::fs::write(place.path("set/b.feather"), FEATHER).unwrap();
    let map = ["--map", "stem=question,choices=options,image=image,category=kind"];
    let import = [&["import", "questions", "set", "--skip-bad"], &map[..]].concat();
    let read = place.json(&import);
    // Each has two questions with a text, and both the same.
    assert_eq!((&read["questions"], &read["images"]), (&4.into(), &2.into()));
    assert_eq!(lines(&place)[0]["category"], "reading");
}
