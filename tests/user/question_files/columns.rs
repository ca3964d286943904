//! What each column brings, above all the one with pictures.

use std::fs;

use assay::benchmark::ImageHash;
use assay::formats::ReadOptions;

use super::{cell, hashes, picture, read, read_with, table};

#[test]
fn every_column_arrives_where_it_belongs() {
    let text = table(&[
        &[
            "index",
            "question",
            "hint",
            "A",
            "C",
            "answer",
            "Category",
            "image",
            "source",
            "L2-Category",
            "comment",
            "split",
            "level",
        ],
        &[
            "7",
            "猫在哪里？",
            "一只猫",
            "None",
            "N/A",
            "C",
            "ocr",
            &cell(1),
            "web",
            "l2",
            "odd",
            "dev",
            "x",
        ],
    ]);
    let file = read(&text).unwrap();
    let question = &file.questions[0];
    let choices: Vec<String> =
        question.choices.iter().map(|choice| format!("{} {}", choice.label, choice.text)).collect();
    assert_eq!(choices, ["A None", "C N/A"]);
    assert_eq!(question.answer.unwrap().to_string(), "C");
    let texts = [
        Some(&question.stem),
        question.hint.as_ref(),
        question.category.as_ref(),
        question.l2_category.as_ref(),
        question.split.as_ref(),
        question.source.as_ref(),
        question.comment.as_ref(),
    ];
    assert_eq!(
        texts.map(Option::unwrap),
        ["猫在哪里？", "一只猫", "ocr", "l2", "dev", "web", "odd"]
    );
    assert_eq!(hashes(question), [ImageHash::compute(&picture(1))]);
    assert_eq!(file.extra_fields, ["level"]);
}

#[test]
fn a_row_shares_the_picture_of_an_earlier_or_a_later_row() {
    let text = table(&[
        &["index", "question", "A", "B", "image"],
        &["1", "one?", "x", "y", "2.0"],
        &["2", "two?", "x", "y", &cell(5)],
        &["3", "three?", "x", "y", "2"],
    ]);
    let file = read(&text).unwrap();
    assert_eq!(file.pictures, 1);
    for question in &file.questions {
        assert_eq!(hashes(question), [ImageHash::compute(&picture(5))]);
    }
}

#[test]
fn several_pictures_keep_their_order() {
    let list = format!("['{}', \"{}\"]", cell(1), cell(2));
    let text = table(&[
        &["index", "question", "image", "image_path"],
        &["1", "Which of <image 1> and <image 2>?", &list, "['1_1.png', '1_2.png']"],
        &["2", "And here?", "1", "2.png"],
    ]);
    let file = read(&text).unwrap();
    let expected = [ImageHash::compute(&picture(1)), ImageHash::compute(&picture(2))];
    assert_eq!(hashes(&file.questions[0]), expected);
    assert_eq!(hashes(&file.questions[1]), expected);
    assert_eq!(file.questions[0].stem, "Which of <image 1> and <image 2>?");
}

#[test]
fn picture_files_are_read_below_the_named_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("sub/1.jpg"), picture(1)).unwrap();
    fs::write(folder.path().join("2.jpg"), picture(2)).unwrap();
    let options =
        ReadOptions { image_root: Some(folder.path().to_owned()), ..ReadOptions::default() };
    let text = table(&[
        &["index", "question", "image_path"],
        &["1", "one?", "sub/1.jpg"],
        &["2", "two?", "['sub/1.jpg', '2.jpg']"],
    ]);
    let file = read_with(&text, &options).unwrap();
    assert_eq!(hashes(&file.questions[0]), [ImageHash::compute(&picture(1))]);
    let both = [ImageHash::compute(&picture(1)), ImageHash::compute(&picture(2))];
    assert_eq!(hashes(&file.questions[1]), both);
}

#[test]
fn a_file_without_pictures_has_text_questions() {
    let without = table(&[&["index", "question", "A", "B"], &["1", "one?", "x", "y"]]);
    let empty = table(&[&["index", "question", "image", "A"], &["1", "one?", "", "x"]]);
    for text in [without, empty] {
        let file = read(&text).unwrap();
        assert!(!file.picture_column && file.pictures == 0);
        assert!(file.questions[0].pictures.is_empty());
    }
}

#[test]
fn a_test_split_has_no_answers() {
    let column = table(&[&["index", "question", "A", "answer"], &["1", "one?", "x", ""]]);
    let no_column = table(&[&["index", "question", "A"], &["1", "one?", "x"]]);
    for text in [column, no_column] {
        let file = read(&text).unwrap();
        assert_eq!(file.questions[0].answer, None);
        assert!(file.warnings.is_empty());
    }
}
