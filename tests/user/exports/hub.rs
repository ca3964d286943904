//! `assay export questions --layout`, as a file and as a folder for the hub.

use std::fs;

use serde_json::Value;

use super::{contents, demo};
use crate::harness::{Workplace, picture};

fn base64(number: u32) -> String {
    base64_simd::STANDARD.encode_to_string(picture(number))
}

const ANIMALS: &str = "index\tquestion\tA\tB\tC\tanswer\tcategory\tsplit\timage\n";

/// Three questions with a picture, in two splits.
fn animals() -> Workplace {
    let place = Workplace::new();
    let picture = base64(1);
    let other = base64(2);
    place.write(
        "b.tsv",
        &format!(
            "{ANIMALS}7\tWhich animal?\tcat\tdog\then\tB\tnature\tdev\t{picture}\n\
             8\tAnd here?\tcat\tdog\t\tA\tnature\tdev\t{other}\n\
             9\tHow many?\tone\ttwo\t\tA\tcounting\ttest\t7\n"
        ),
    );
    place.assay(&["import", "questions", "b.tsv"]).well();
    place
}

#[test]
fn a_folder_for_the_hub_has_data_by_split_and_a_card_and_comes_back() {
    let place = animals();
    let export = ["export", "questions", "--layout", "mmbench-hf", "--circular", "--out", "hub"];
    let said = place.assay(&[&export[..], &["--license", "cc-by-4.0"]].concat()).well();
    assert!(said.err.contains("7 rows (dev, test) written to hub"), "{said:?}");
    let card = fs::read_to_string(place.path("hub/README.md")).unwrap();
    for part in [
        "license: \"cc-by-4.0\"",
        "- split: \"dev\"\n    path: data/dev-*",
        "- name: \"image\"\n    dtype: image",
        "- name: \"index\"\n    dtype: int64",
        "    num_examples: 5\n",
        "size_categories:\n- n<1K",
        "| questions | 3 |",
        "No question was reviewed or suspected.",
        "index of pass k",
    ] {
        assert!(card.contains(part), "{part} is not in\n{card}");
    }
    let mut files: Vec<_> = fs::read_dir(place.path("hub/data")).unwrap().collect();
    files.sort_by_key(|file| file.as_ref().unwrap().file_name());
    let names: Vec<_> = files.into_iter().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["dev-00000-of-00001.parquet", "test-00000-of-00001.parquet"]);
    place.assay(&["--db", "2.db", "import", "questions", "hub", "--benchmark", "b"]).well();
    assert_eq!(contents(&place, "2.db", "b"), contents(&place, "assay.db", "b"));
    assert_eq!(place.assay(&export).code, 1, "a folder is not replaced unasked");
    fs::write(place.path("hub/.gitattributes"), "kept").unwrap();
    place.assay(&[&export[..], &["--force"]].concat()).well();
    assert!(place.path("hub/.gitattributes").exists());
}

#[test]
fn a_card_quotes_what_yaml_takes_for_a_truth_or_a_number_or_refuses() {
    let place = Workplace::new();
    let rows =
        "7\tWhich animal?\tcat\tdog\then\tB\tno\tno\t\n8\tHow?\ta\tb\t\tA\tb\u{7f}\u{85}c\t1\t\n";
    place.write("b.tsv", &format!("{ANIMALS}{rows}"));
    place.assay(&["import", "questions", "b.tsv"]).well();
    place.assay(&["export", "questions", "--out", "hub"]).well();
    let card = fs::read_to_string(place.path("hub/README.md")).unwrap();
    for part in [
        "- split: \"no\"\n    path: data/no-*",
        "- split: \"1\"\n    path: data/1-*",
        "- name: \"no\"\n    num_bytes",
        ": \"no\"\n",
        ": \"b\\u007f\\u0085c\"\n",
    ] {
        assert!(card.contains(part), "{part} is not in\n{card}");
    }
}

#[test]
fn the_card_has_the_figures_of_the_cleaning() {
    let place = demo();
    let export = ["export", "questions", "--benchmark", "sample_en", "--out", "hub", "--clean"];
    place.assay(&export).well();
    let card = fs::read_to_string(place.path("hub/README.md")).unwrap();
    assert!(card.contains("class_label:\n        names:\n          '0': "), "{card}");
    assert!(card.contains("license: \"unknown\"") && card.contains("**Before publishing:**"));
    assert!(card.contains("a suspected question is settled by"), "{card}");
    assert!(card.contains("Questions that were removed are left out"), "{card}");
    place.assay(&["export", "questions", "--benchmark", "sample_en", "--out", "all"]).well();
    place.assay(&["--db", "2.db", "import", "questions", "all", "--benchmark", "sample_en"]).well();
    // The files of a split follow each other.
    let [mut there, mut here] = ["2.db", "assay.db"].map(|db| contents(&place, db, "sample_en"));
    there.sort();
    here.sort();
    assert_eq!(there, here);
}

#[test]
fn mmmus_layout_has_the_choices_as_a_list_and_marks_for_the_pictures() {
    let place = animals();
    place.assay(&["export", "questions", "--layout", "mmmu", "--file", "m.parquet"]).well();
    let said = place.assay(&["--db", "m.db", "import", "questions", "m.parquet", "-o", "json"]);
    let questions = said.well().json()["questions"].as_u64();
    assert_eq!(questions, Some(3));
    let missing = place.assay(&["export", "questions", "--layout", "mmmu", "--file", "m.tsv"]);
    assert!(missing.err.contains("the layout mmmu is Parquet"), "{missing:?}");
}

#[test]
fn seed_benchs_document_comes_back_with_its_pictures() {
    let place = animals();
    place.assay(&["export", "questions", "--layout", "seed-bench", "--file", "s.json"]).well();
    let document: Value = serde_json::from_slice(&fs::read(place.path("s.json")).unwrap()).unwrap();
    assert_eq!(document["question_type"], serde_json::json!({"nature": 101, "counting": 102}));
    let item = &document["questions"][0];
    assert_eq!((&item["choice_b"], &item["question_id"]), (&"dog".into(), &"7".into()));
    let name = item["data_id"].as_str().unwrap();
    assert!(place.path("s-images").join(name).exists());
    place.assay(&["export", "questions", "--layout", "seed-bench", "--out", "seed"]).well();
    for (database, from) in [("2.db", "s.json"), ("3.db", "seed")] {
        place.assay(&["--db", database, "import", "questions", from, "--benchmark", "b"]).well();
        let export = ["--db", database, "export", "questions", "--file", "again.tsv", "--force"];
        place.assay(&export).well();
        let again = fs::read_to_string(place.path("again.tsv")).unwrap();
        assert!(again.contains("\"counting\"") && again.contains("Which animal?"), "{again}");
        assert_eq!(again.matches(&base64(1)).count(), 1, "the picture is there");
    }
}

#[test]
fn what_a_layout_does_not_have_is_refused_before_anything_is_written() {
    let place = animals();
    for (flags, problem) in [
        (&["--layout", "mmmu", "--circular", "--out", "hub"][..], "--circular goes with"),
        (&["--layout", "vlmevalkit", "--out", "hub"], "this layout is one file"),
        (&["--layout", "jsonl", "--file", "q.tsv"], "the layout jsonl is JSON lines"),
        (&["--layout", "mmbench-hf"], "--file FILE.parquet, or --out DIR"),
        (&["--layout", "mmmu", "--out", "b.tsv"], "is not a folder"),
    ] {
        let said = place.assay(&[&["export", "questions"], flags].concat());
        assert!(said.code != 0 && said.err.contains(problem), "{flags:?}: {said:?}");
    }
    assert!(!place.path("hub").exists());
}
