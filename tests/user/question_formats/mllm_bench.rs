//! MLLM-Bench's open questions: import, the queues, what the rest of the program makes of them.

use serde_json::json;

use super::{assert_comes_back, lines, pictures, write_picture};
use crate::harness::Workplace;

fn imported() -> Workplace {
    let place = Workplace::new();
    let mut list = Vec::new();
    for id in 0..4 {
        write_picture(&place, &format!("data/images/{id}.jpeg"), id);
        let kind = if id == 2 { "https://example.org/a" } else { "open-ended" };
        list.push(json!({
            "id": id, "image_path": format!("./data/images/{id}.jpeg"), "question": format!("What {id}?"),
            "meta": {"level": "Creating", "capability": "Storytelling", "url": "https://example.org",
                "question type": kind},
        }));
    }
    place.write("data/questions.json", &json!(list).to_string());
    let read = place.json(&["import", "questions", "data/questions.json", "--benchmark", "m"]);
    assert_eq!(
        (&read["format"], &read["questions"], &read["images"]),
        (&"mllm-bench".into(), &4.into(), &4.into())
    );
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("the question type is none of open-ended"), "{warnings}");
    assert!(warnings.contains("(row 3)"), "{warnings}");
    place
}

#[test]
fn open_questions_come_in_with_level_capability_and_picture() {
    let place = imported();
    let lines = lines(&place);
    assert_eq!(
        (&lines[2]["index"], &lines[2]["l2-category"], &lines[2]["category"]),
        (&2.into(), &"Creating".into(), &"Storytelling".into())
    );
    assert_eq!(lines[2]["extra"], json!({"question type": "https://example.org/a"}));
    assert_eq!(pictures(&lines[3]), [("stem".to_owned(), 3)]);
    assert_comes_back(&place);
}

#[test]
fn the_pictures_are_found_from_the_repository_its_data_or_its_images() {
    let place = imported();
    for root in [".", "data", "data/images"] {
        let import = ["import", "questions", "data/questions.json", "--benchmark", "m"];
        let read = place.json(&[&import[..], &["--image-root", root]].concat());
        assert_eq!(read["unchanged"], 4, "{root}");
    }
}

#[test]
fn open_questions_pass_through_queue_exports_and_checks() {
    let place = imported();
    let said = place.plain("alice", "x\nkeep\nx\ntext-only\nx\nw 1\nq\n").well();
    assert!(said.out.contains("An open question: it has no choices."), "{}", said.out);
    let verdicts: Vec<_> = place
        .export()
        .iter()
        .filter(|row| row["act"] == "review")
        .map(|row| row["verdict"].clone())
        .collect();
    assert_eq!(verdicts, ["keep", "text-only", "wrong"]);
    place.run(&["doctor"]);
    place.run(&["status"]);
    place.run(&["agree", "review"]);
    place.run(&["report", "cleaning"]);
    place.run(&["export", "questions", "--circular", "-f", "c.tsv"]);
    let read = place.json(&["import", "questions", "c.tsv", "--benchmark", "again"]);
    assert_eq!(read["new"], 4);
}
