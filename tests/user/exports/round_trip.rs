//! The law of exports: what is written reads back as the same questions, unless a warning says that it
//! does not.

use std::collections::HashMap;
use std::path::Path;

use assay::benchmark::{
    Choice, Extra, ImageHash, Label, PictureRole, Question, QuestionKey, QuestionPicture,
};
use assay::formats::vlmevalkit::write::rows::{FileRow, circular_rows, first_rows};
use assay::formats::vlmevalkit::write::{columns, losses, write_questions};
use assay::formats::written_rows::{RowForm, RowWriter, WriteError};
use assay::formats::{QuestionFile, ReadOptions, read_questions_from};
use proptest::prelude::*;

/// Texts that have broken files: quotes, line breaks, words for nothing, list literals, formulas, other
/// scripts, and what looks like rows of a table.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "None",
            "NA",
            "nan",
            "null",
            "=1+1",
            "['a', 'b']",
            "1.0",
            "007",
            "\"",
            "\"\"",
            "'",
            "a\r\nb",
            "\n",
            "\r",
            "猫\u{202e}",
            "https://x.y",
            "\u{feff}x",
            "All of the above",
            "Both A and B",
            "A",
            "-",
            " x ",
            "\u{0}",
            "\u{1b}[31m",
        ])
        .prop_map(str::to_owned),
        "[a-zA-Z猫日\"',;\n ]{0,10}[a-z猫]",
        "[a-c1\t\"',\n\r ]{0,16}[a-z猫]",
    ]
}

fn stem() -> impl Strategy<Value = String> {
    text().prop_map(|text| format!("Q{text}"))
}

/// Pictures of every length around those that other tools take for the index of a row.
fn picture(number: u8) -> Vec<u8> {
    let lengths = [1, 30, 35, 46, 47, 48, 49, 200];
    let mut bytes = vec![number; lengths[usize::from(number) % lengths.len()]];
    if number.is_multiple_of(2) {
        bytes.splice(0..0, *b"\x89PNG\r\n\x1a\n");
    }
    bytes
}

fn question() -> impl Strategy<Value = Question> {
    let optional = || prop::option::of(text());
    let choices = prop::collection::btree_map(0usize..26, text(), 0..6);
    let regular = prop::collection::vec(text(), 1..6)
        .prop_map(|texts| texts.into_iter().enumerate().collect());
    let choices = prop_oneof![1 => choices, 3 => regular];
    let texts = (optional(), optional(), optional(), optional(), optional(), optional());
    let pictures = prop::collection::vec(0u8..12, 1..4);
    (stem(), choices, texts, pictures, any::<Option<prop::sample::Index>>()).prop_map(
        |(stem, choices, texts, pictures, answer)| {
            let choices: Vec<Choice> = choices
                .into_iter()
                .map(|(at, text)| Choice { label: Label::from_index(at).unwrap(), text })
                .collect();
            let answer = answer.filter(|_| !choices.is_empty());
            let picture = |n| QuestionPicture {
                hash: ImageHash::compute(&picture(n)),
                role: PictureRole::Stem,
            };
            let (hint, category, l2_category, split, source, comment) = texts;
            Question {
                key: QuestionKey::new("0").unwrap(),
                stem,
                hint,
                answer: answer.map(|index| index.get(&choices).label),
                choices,
                short: None,
                category,
                l2_category,
                split,
                source,
                comment,
                pictures: pictures.into_iter().map(picture).collect(),
                passes: Vec::new(),
                extra: Extra::new(),
            }
        },
    )
}

/// Questions with different keys: small and large numbers, and words where they are allowed.
fn questions(words: bool) -> impl Strategy<Value = Vec<Question>> {
    let number = prop_oneof![0u64..30, 999_990u64..1_000_010, 10_000_000u64..10_000_005];
    let number = number.prop_map(|number| number.to_string());
    let word = prop::sample::select(vec!["VAL_1", "nan", "/9j/", "[1]", "猫", "1.5", "None"]);
    let word = word.prop_map(str::to_owned);
    let long = Just("x".repeat(70));
    let key =
        if words { prop_oneof![3 => number, 2 => word, 1 => long].boxed() } else { number.boxed() };
    prop::collection::btree_map(key, question(), 1..8).prop_map(|keyed| {
        let keyed = keyed.into_iter().map(|(key, mut question)| {
            question.key = QuestionKey::new(key).unwrap();
            question
        });
        keyed.collect()
    })
}

/// The text of a file, and whether an import may refuse it.
fn written(questions: &[&Question], rows: &[FileRow], form: RowForm) -> (Vec<u8>, bool) {
    let pictures: HashMap<ImageHash, Vec<u8>> =
        (0..12).map(|n| (ImageHash::compute(&picture(n)), picture(n))).collect();
    let columns = columns(questions, rows);
    let printed = losses(questions, rows, &columns, form);
    let names = columns.iter().map(|column| column.name().into_owned()).collect();
    let mut text = Vec::new();
    let mut out = RowWriter::new(form, names, &mut text).unwrap();
    let mut bytes = |hash| Ok::<_, WriteError>(pictures[&hash].clone());
    write_questions(questions, rows, &columns, &mut bytes, &mut out).unwrap();
    out.finish().unwrap();
    (text, printed.iter().any(|printed| printed.contains("an import ")))
}

fn read(text: &[u8]) -> QuestionFile {
    let mut keep = |bytes: &[u8], _: Option<&_>| Ok(ImageHash::compute(bytes));
    let options = ReadOptions::default();
    let read = read_questions_from(text, Path::new("q.tsv"), &options, &mut keep, &mut |_| ());
    read.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(text)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn plain_questions_read_back(questions in questions(true), comma: bool) {
        let questions: Vec<&Question> = questions.iter().collect();
        let rows = first_rows(&questions);
        let form = if comma { RowForm::Csv } else { RowForm::Tsv };
        let (text, is_refused) = written(&questions, &rows, form);
        prop_assume!(!is_refused);
        let file = read(&text);
        prop_assert_eq!(file.rows, questions.len());
        for (read, question) in file.questions.iter().zip(&questions) {
            prop_assert_eq!(&read.key, &question.key);
            prop_assert_eq!(read.content_hash(), question.content_hash(), "{:?}", question);
        }
        prop_assert_eq!(file.questions.len(), questions.len());
    }

    #[test]
    fn circular_questions_read_back_and_so_do_their_passes(questions in questions(false)) {
        let questions: Vec<&Question> = questions.iter().collect();
        let rows = circular_rows(&questions).unwrap().rows;
        let (text, is_refused) = written(&questions, &rows, RowForm::Tsv);
        prop_assume!(!is_refused);
        let first = read(&text);
        let hashes = |questions: &[&Question]| -> Vec<(QuestionKey, String)> {
            questions.iter().map(|q| (q.key.clone(), q.content_hash())).collect()
        };
        let again: Vec<&Question> = first.questions.iter().collect();
        prop_assert_eq!(hashes(&again), hashes(&questions));
        // A file that was read from an export is exported the same.
        let rows_again = circular_rows(&again).unwrap().rows;
        prop_assert_eq!(&rows_again, &rows);
        prop_assert_eq!(written(&again, &rows_again, RowForm::Tsv), (text, false));
    }
}
