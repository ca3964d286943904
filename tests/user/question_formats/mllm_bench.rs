//! MLLM-Bench's open questions: import, the queues, what the rest of the program makes of them.

use serde_json::{Value, json};

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
    let said = place.plain("alice", "keep\ntext-only\nw 1 4\nq\n").well();
    assert!(said.out.contains("An open question: it has no choices."), "{}", said.out);
    assert!(said.out.contains("4: not answered by yes or no"), "{}", said.out);
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

#[test]
fn an_open_question_is_decided_by_script_without_an_answer_and_with_criteria_of_its_kind() {
    let place = imported();
    let decide = |key: &str, more: &[&str]| {
        place.assay(&[&["decide", "review", key, "--as", "bob", "--verdict"], more].concat())
    };
    let row = decide("0", &["keep"]).well().json();
    assert_eq!((row.get("answer"), &row["verdict"]), (None, &"keep".into()));
    let wrong = ["wrong", "--reason", "not-open-ended"];
    assert_eq!(decide("1", &wrong).well().json()["reasons"], json!(["not-open-ended"]));
    let why = decide("2", &["keep", "--answer", "x"]).failing(2);
    assert!(why.contains("--answer"), "{why}");
    let why = decide("2", &["keep", "--answer", "cannot-tell"]).failing(2);
    assert!(why.contains("no choices and takes no answer"), "{why}");
    let why = decide("2", &["wrong", "--reason", "repeated-choices"]).failing(1);
    assert!(why.contains("not-open-ended"), "{why}");
    let agreement = place.json(&["agree", "review"]);
    assert_eq!(agreement["questions"], 2);
    assert_eq!(agreement["against_reference"], json!([]), "nothing is compared with a reference");
    let review = &place.json(&["status"])["work"][0]["queues"][0];
    assert_eq!((&review["undecided"], &review["annotators"][0]["done"]), (&2.into(), &2.into()));
}

#[test]
fn a_review_by_script_of_a_question_with_choices_needs_an_answer() {
    let place = Workplace::with_questions(1);
    let review = ["decide", "review", "1", "--as", "bob", "--verdict"];
    let why = place.assay(&[&review[..], &["keep"]].concat()).failing(2);
    assert!(why.contains("--answer LETTER"), "{why}");
    let open = ["wrong", "--answer", "b", "--reason", "not-open-ended"];
    let why = place.assay(&[&review[..], &open].concat()).failing(1);
    assert!(why.contains("ambiguous-question"), "{why}");
    assert!(place.export().is_empty());
}

#[test]
fn answers_go_out_in_mllm_benchs_layout_and_come_in_again() {
    let place = imported();
    let answers = [(3, "A \"cat\".\n猫\u{202e}"), (0, "B"), (1, "It is <b>.")];
    let list: Vec<_> = answers
        .iter()
        .map(|(id, text)| json!({"unique_idx": id, "gen_model_id": "org/m", "answer": text}))
        .collect();
    place.write("m.json", &json!(list).to_string());
    place.json(&["import", "predictions", "m.json", "--model", "org/m"]);
    let layout = ["export", "predictions", "--model", "org/m", "--layout", "mllm-bench"];
    place.run(&[&layout[..], &["-f", "out.json"]].concat());
    let out = std::fs::read_to_string(place.path("out.json")).unwrap();
    assert!(out.contains("\\u202e") && !out.contains('\u{202e}'), "nothing in it turns a terminal");
    let out: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        out[0],
        json!({"unique_idx": 0, "question": "What 0?", "gen_model_id": "org/m", "answer": "B",
            "meta": {"level": "Creating", "capability": "Storytelling",
                "url": "https://example.org", "question type": "open-ended"}})
    );
    assert_eq!((out.as_array().unwrap().len(), &out[2]["answer"]), (3, &answers[0].1.into()));
    let again = place.json(&["import", "predictions", "out.json", "--model", "org/m"]);
    assert_eq!((&again["new"], &again["rows"]), (&false.into(), &3.into()));

    let other = Workplace::with_questions(1);
    other.write("p.tsv", "index\tA\tB\tC\tprediction\n1\tfirst\tsecond\tthird\tA\n1000001\tsecond\tthird\tfirst\tB\n");
    other.json(&["import", "predictions", "p.tsv", "--model", "m"]);
    let complaint = other.failure(&["export", "predictions", "--layout", "mllm-bench"]);
    assert!(complaint.contains("question 1 was asked in several passes"), "{complaint}");
}
