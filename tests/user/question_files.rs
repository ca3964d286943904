//! Reading files of questions in VLMEvalKit's layout: everything that may stand in a good one.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use assay::benchmark::{ImageHash, Question};
use assay::formats::{FormatError, QuestionFile, ReadOptions, read_questions, read_questions_from};
use proptest::prelude::*;

/// A small PNG that is different for every number.
pub fn picture(number: u32) -> Vec<u8> {
    // What follows the end of a PNG is no part of the picture, but of the file.
    [crate::harness::picture(number), number.to_le_bytes().to_vec()].concat()
}

/// The same picture as it stands in a cell.
pub fn cell(number: u32) -> String {
    base64_simd::STANDARD.encode_to_string(picture(number))
}

pub fn read(text: impl AsRef<[u8]>) -> Result<QuestionFile, FormatError> {
    read_with(text, &ReadOptions::default())
}

pub fn read_skipping_bad(text: impl AsRef<[u8]>) -> QuestionFile {
    read_with(text, &ReadOptions { skip_bad: true, ..ReadOptions::default() }).unwrap()
}

pub fn read_with(
    text: impl AsRef<[u8]>,
    options: &ReadOptions,
) -> Result<QuestionFile, FormatError> {
    let mut keep = |bytes: &[u8]| Ok(ImageHash::of(bytes));
    read_questions_from(text.as_ref(), Path::new("q.tsv"), options, &mut keep, &mut |_| ())
}

/// A table of unquoted cells.
pub fn table(rows: &[&[&str]]) -> String {
    rows.iter().map(|row| row.join("\t") + "\n").collect()
}

fn keys(file: &QuestionFile) -> Vec<&str> {
    file.questions.iter().map(|question| question.key.as_str()).collect()
}

fn orders(question: &Question) -> Vec<String> {
    let order = |pass: &assay::benchmark::question::SourcePass| {
        format!("{} {} {}", pass.pass, pass.index, pass.order)
    };
    question.passes.iter().map(order).collect()
}

fn hashes(question: &Question) -> Vec<ImageHash> {
    question.pictures.iter().map(|picture| picture.hash).collect()
}

fn shared_data(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(path);
    if !path.exists() {
        eprintln!("skipped: {} is not here", path.display());
    }
    path.exists().then_some(path)
}

#[test]
fn twenty_real_questions_come_with_all_their_passes_and_exact_pictures() {
    use sha2::{Digest, Sha256};

    let Some(path) = shared_data("mmbench_samples/MMBench_SAMPLES_EN.tsv") else { return };
    let expected = fs::read(path.with_file_name("expected.json")).unwrap();
    let expected: serde_json::Value = serde_json::from_slice(&expected).unwrap();
    let mut sha256: HashMap<ImageHash, String> = HashMap::new();
    let mut keep = |bytes: &[u8]| {
        sha256.insert(ImageHash::of(bytes), format!("{:x}", Sha256::digest(bytes)));
        Ok(ImageHash::of(bytes))
    };
    let file = read_questions(&path, &ReadOptions::default(), &mut keep, &mut |_| ()).unwrap();

    assert_eq!((file.questions.len(), file.rows, file.pictures), (20, 78, 20));
    assert_eq!((file.warnings, file.skipped), (vec![], vec![]));
    for question in &file.questions {
        let key = question.key.as_str();
        let hash = question.pictures[0].hash;
        assert_eq!(sha256[&hash], expected["image_sha256"][key], "{key}");
        let answer = question.answer.map(|label| label.to_string()).unwrap();
        assert_eq!(answer, expected["answers_first_pass"][key], "{key}");
        assert_eq!(question.passes.len(), question.choices.len(), "{key}");
    }
    assert_eq!(orders(&file.questions[0])[1], "1 1000001 BCDA");
}

#[test]
fn eighty_made_up_questions_fold_by_their_g_index() {
    let Some(path) = shared_data("circular/circular.tsv") else { return };
    let mut keep = |bytes: &[u8]| Ok(ImageHash::of(bytes));
    let file = read_questions(&path, &ReadOptions::default(), &mut keep, &mut |_| ()).unwrap();
    assert_eq!((file.questions.len(), file.rows, file.pictures), (80, 283, 83));
}

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
    assert_eq!(hashes(question), [ImageHash::of(&picture(1))]);
    assert_eq!(file.unused_columns, ["level"]);
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
        assert_eq!(hashes(question), [ImageHash::of(&picture(5))]);
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
    let expected = [ImageHash::of(&picture(1)), ImageHash::of(&picture(2))];
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
    assert_eq!(hashes(&file.questions[0]), [ImageHash::of(&picture(1))]);
    let both = [ImageHash::of(&picture(1)), ImageHash::of(&picture(2))];
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
fn passes_are_folded_whichever_way_they_rotate() {
    let text = table(&[
        &["index", "question", "A", "B", "C", "answer", "image"],
        &["2000004", "where?", "c", "a", "b", "C", "4"],
        &["4", "where?", "a", "b", "c", "B", &cell(1)],
        &["1000004", "where?", "b", "c", "a", "A", "4"],
        &["5", "who?", "a", "b", "c", "A", &cell(2)],
        &["1000005", "who?", "c", "a", "b", "B", "5"],
        &["2000005", "who?", "b", "c", "a", "C", "5"],
    ]);
    let file = read(&text).unwrap();
    assert_eq!(keys(&file), ["4", "5"]);
    assert_eq!(orders(&file.questions[0]), ["0 4 ABC", "1 1000004 BCA", "2 2000004 CAB"]);
    assert_eq!(orders(&file.questions[1]), ["0 5 ABC", "1 1000005 CAB", "2 2000005 BCA"]);
    assert!(file.warnings.is_empty(), "{:?}", file.warnings);
}

#[test]
fn a_part_of_a_larger_file_keeps_the_larger_files_offset() {
    let text = table(&[
        &["index", "question", "A", "B", "C", "answer"],
        &["1", "one?", "x", "y", "z", "A"],
        &["10000001", "one?", "y", "z", "x", "C"],
        &["20000001", "one?", "z", "x", "y", "B"],
    ]);
    let file = read(&text).unwrap();
    assert_eq!(orders(&file.questions[0]), ["0 1 ABC", "1 10000001 BCA", "2 20000001 CAB"]);
    // A pass that no offset makes possible stays an error.
    let error = read(text.replace("20000001", "70000001")).unwrap_err().to_string();
    assert!(error.contains("index 70000001") && error.contains("pass 7"), "{error}");
}

#[test]
fn the_offset_of_passes_may_be_larger_than_a_million() {
    let text = table(&[
        &["index", "question", "A", "B", "answer"],
        &["1", "one?", "x", "y", "A"],
        &["1000001", "another?", "x", "y", "B"],
        &["10000001", "one?", "y", "x", "B"],
        &["11000001", "another?", "y", "x", "A"],
    ]);
    let file = read(&text).unwrap();
    assert_eq!(keys(&file), ["1", "1000001"]);
    assert_eq!(orders(&file.questions[1]), ["0 1000001 AB", "1 11000001 BA"]);
}

#[test]
fn large_indices_alone_do_not_make_passes() {
    let text = table(&[
        &["index", "question", "A", "B", "answer"],
        &["1", "one?", "x", "y", "A"],
        &["1000001", "another?", "p", "q", "B"],
        &["5000002", "a third?", "p", "q", "B"],
    ]);
    assert_eq!(keys(&read(&text).unwrap()), ["1", "1000001", "5000002"]);
}

#[test]
fn repeated_choices_are_told_apart_by_the_answer() {
    let text = table(&[
        &["index", "question", "A", "B", "C", "D", "answer"],
        &["1", "one?", "x", "y", "x", "y", "A"],
        &["1000001", "one?", "y", "x", "y", "x", "B"],
    ]);
    let file = read(&text).unwrap();
    assert_eq!(orders(&file.questions[0])[1], "1 1000001 DABC");
    assert_eq!(file.warnings, ["questions with fewer passes than choices: 1 (2 of 4)"]);
}

#[test]
fn passes_with_words_for_indices_fold_by_g_index() {
    let text = table(&[
        &["index", "question", "A", "B", "C", "g_index"],
        &["q", "one?", "x", "y", "z", "q"],
        &["q_rot1", "one?", "y", "z", "x", "q"],
        &["q_rot2", "one?", "z", "x", "y", "q"],
    ]);
    let file = read(&text).unwrap();
    assert_eq!(orders(&file.questions[0]), ["0 q ABC", "1 q_rot1 BCA", "2 q_rot2 CAB"]);
}

#[test]
fn a_file_saved_on_another_system_reads_the_same() {
    let unix = "index\tquestion\tA\n1\t\"one\ntwo\"\tx\n2\t\"a \"\"word\"\"\"\tsaid p\"q\"r\n";
    let expected = read(unix).unwrap().questions;
    assert_eq!(expected[0].stem, "one\ntwo");
    assert_eq!(expected[1].stem, "a \"word\"");
    let windows = format!("\u{feff}{}", unix.replace('\n', "\r\n"));
    assert_eq!(read(windows).unwrap().questions, expected);
    assert_eq!(read(unix.replace('\t', ",")).unwrap().questions, expected);
}

#[test]
fn numbers_that_went_through_pandas_get_their_form_back() {
    let text = table(&[
        &["index", "question", "A", "image"],
        &["1.0", "one?", "0.50", &cell(1)],
        &["007", "two?", "20.0", "1"],
    ]);
    let file = read(&text).unwrap();
    assert_eq!(keys(&file), ["1", "007"]);
    assert_eq!(file.questions[0].choices[0].text, "0.50");
    let words = table(&[&["index", "question"], &["1.0", "one?"], &["VAL_1", "two?"]]);
    assert_eq!(keys(&read(&words).unwrap()), ["1.0", "VAL_1"]);
}

#[test]
fn what_is_odd_is_said_and_kept() {
    let data = format!("data:image/png;base64,{}", cell(1));
    let unknown = base64_simd::STANDARD.encode_to_string([7; 60]);
    let text = table(&[
        &["index", "question", "hint", "A", "B", "A", "answer", "image"],
        &["1", "one?", "nan", "x", "y", "z", " B ", &data],
        &["2", "two?", "", "nan", "y", "z", "a", &unknown],
        &["3", "three?", "", "x", "y", "z", "nan", &cell(2)],
        &["4", "open?", "", "", "", "", "a word", &cell(2)],
    ]);
    let file = read(&text).unwrap();
    let answers: Vec<_> = file.questions.iter().map(|q| q.answer.map(|a| a.to_string())).collect();
    assert_eq!(answers, [Some("B".into()), Some("A".into()), None, None]);
    assert_eq!(file.questions[0].hint.as_deref(), Some("nan"));
    insta::assert_snapshot!(file.warnings.join("\n"), @r"
    two columns are named “A”; the first one was read
    a choice reads “nan”; it was kept, empty the cell if it stands for no choice (row 2)
    a picture had the prefix “data:”, which was left out (row 1)
    a picture is none of JPEG, PNG, GIF, WebP and BMP; it was kept as it is (row 2)
    a question without choices has an answer in words, which is not kept (row 4)
    the answer had spaces around it (row 1)
    the answer is a word for a missing value; read as no answer (row 3)
    the answer was a small letter; read as the capital (row 2)
    the hint reads “nan”; it was kept, empty the cell if it stands for no hint (row 1)
    there are no choices: an open question (row 4)
    ");
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

#[test]
fn progress_ends_at_the_length_of_the_file() {
    let text = table(&[&["index", "question"], &["1", "one?"], &["2", "two?"]]);
    let (mut seen, mut keep) = (Vec::new(), |bytes: &[u8]| Ok(ImageHash::of(bytes)));
    let options = ReadOptions::default();
    let name = Path::new("q.tsv");
    read_questions_from(text.as_bytes(), name, &options, &mut keep, &mut |at| seen.push(at))
        .unwrap();
    assert!(seen.is_sorted());
    assert_eq!(seen.last(), Some(&(text.len() as u64)));
}

/// Cells that mean nothing special: no cell is empty, and no text looks like swallowed rows.
fn word() -> impl Strategy<Value = String> {
    r#"[a-zA-Z猫\t\n"', ]{0,12}[a-z0-9猫"]"#
        .prop_filter("no lone tabs", |text| !(text.contains('\t') && text.contains('\n')))
}

proptest! {
    #[test]
    fn questions_written_as_a_table_read_back(
        rows in prop::collection::vec((word(), word(), word(), prop::option::of(word()), 0u32..5), 1..8),
        always in any::<bool>(),
        comma in any::<bool>(),
    ) {
        let mut writer = csv::WriterBuilder::new();
        writer.delimiter(if comma { b',' } else { b'\t' });
        if always {
            writer.quote_style(csv::QuoteStyle::Always);
        }
        let mut writer = writer.from_writer(Vec::new());
        writer.write_record(["index", "question", "A", "B", "hint", "answer", "image"]).unwrap();
        for (index, (stem, a, b, hint, number)) in rows.iter().enumerate() {
            let hint = hint.clone().unwrap_or_default();
            let (index, image) = (index.to_string(), cell(*number));
            writer.write_record([&index, stem, a, b, &hint, "B", &image]).unwrap();
        }
        let file = read(writer.into_inner().unwrap()).unwrap();
        prop_assert_eq!(file.questions.len(), rows.len());
        for (question, (stem, a, b, hint, number)) in file.questions.iter().zip(&rows) {
            prop_assert_eq!(&question.stem, stem);
            prop_assert_eq!(&question.choices[0].text, a);
            prop_assert_eq!(&question.choices[1].text, b);
            prop_assert_eq!(&question.hint, hint);
            prop_assert_eq!(hashes(question), vec![ImageHash::of(&picture(*number))]);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), skip_bad: bool) {
        let head = b"index\tquestion\tA\tB\tanswer\timage\tg_index\n";
        let options = ReadOptions { skip_bad, ..ReadOptions::default() };
        let _ = read_with(&bytes, &options);
        let _ = read_with([&head[..], &bytes].concat(), &options);
    }

    #[test]
    fn no_table_makes_it_panic(
        rows in prop::collection::vec(
            prop::collection::vec("[A-C0-3\"\\[\\]' 猫]{0,3}|1?00000[0-3]", 6..8), 0..9),
        skip_bad: bool,
    ) {
        let mut text = String::from("index\tquestion\tA\tB\tanswer\timage\tg_index\n");
        for row in rows {
            text += &(row.join("\t") + "\n");
        }
        let _ = read_with(text, &ReadOptions { skip_bad, ..ReadOptions::default() });
    }
}
