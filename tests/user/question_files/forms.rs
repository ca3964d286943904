//! Files as other systems and programs leave them, and what is said about them.

use std::path::Path;

use assay::benchmark::{ImageHash, Label};
use assay::formats::{ReadOptions, read_questions_from};

use super::{cell, keys, read, table};

#[test]
fn a_file_saved_on_another_system_reads_the_same() {
    let unix = "index\tquestion\tA\n1\t\"one\ntwo\"\tx\n2\t\"a \"\"word\"\"\"\tsaid p\"q\"r\n";
    let expected = read(unix).unwrap().questions;
    assert_eq!(expected[0].stem, "one\ntwo");
    assert_eq!(expected[1].stem, "a \"word\"");
    let rows = unix.replace("\n1", "\r\n1").replace("\n2", "\r\n2").replace("r\n", "r\r\n");
    let windows = format!("\u{feff}{rows}");
    assert_eq!(read(windows).unwrap().questions, expected);
    assert_eq!(read(unix.replace('\t', ",")).unwrap().questions, expected);
}

#[test]
fn line_breaks_within_a_cell_stay_as_they_are_however_rows_end() {
    for end in ["\n", "\r\n"] {
        let text = format!("index\tquestion\tA{end}1\t\"one\r\ntwo\nthree\"\t\"x\ry\"{end}");
        let question = &read(text).unwrap().questions[0];
        assert_eq!(question.stem, "one\r\ntwo\nthree");
        assert_eq!(question.choices[0].text, "x\ry");
    }
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
    assert_eq!(file.questions[3].extra["answer"], "a word");
    insta::assert_snapshot!(file.warnings.join("\n"), @r"
    two columns are named “A”; the first one was read
    1 rows have a choice “nan” with other choices behind it, or as the answer: it was kept
    a picture had the prefix “data:”, which was left out (row 1)
    a picture is none of JPEG, PNG, GIF, WebP, TIFF and BMP; it was kept as it is (row 2)
    a question without choices has an answer in words, which stays an extra field; to have it compared, import by --map with answer=COLUMN and rule=exact or another rule (row 4)
    the answer had spaces around it (row 1)
    the answer is a word for a missing value; read as no answer (row 3)
    the answer was a small letter; read as the capital (row 2)
    the hint reads “nan”; it was kept, empty the cell if it means no hint (row 1)
    there are no choices: an open question (row 4)
    ");
}

#[test]
fn an_answer_goes_with_the_choices_that_were_all_missing_cells() {
    let text = table(&[
        &["index", "question", "A", "B", "answer", "image"],
        &["1", "one?", "nan", "nan", "B", &cell(1)],
        &["2", "two?", "x", "nan", "A", &cell(1)],
    ]);
    let file = read(&text).unwrap();
    assert_eq!((file.questions[0].choices.len(), file.questions[0].answer), (0, None));
    assert_eq!(file.questions[1].answer, Some(Label::A));
    let said = "all choices read “nan”: an open question, whose answer is not kept (row 1)";
    assert!(file.warnings.iter().any(|sentence| sentence == said), "{:?}", file.warnings);
}

#[test]
fn progress_ends_at_the_length_of_the_file() {
    let text = table(&[&["index", "question"], &["1", "one?"], &["2", "two?"]]);
    let (mut seen, mut keep) =
        (Vec::new(), |bytes: &[u8], _: Option<&_>| Ok(ImageHash::compute(bytes)));
    let options = ReadOptions::default();
    let name = Path::new("q.tsv");
    read_questions_from(text.as_bytes(), name, &options, &mut keep, &mut |at| seen.push(at))
        .unwrap();
    assert!(seen.is_sorted());
    assert_eq!(seen.last(), Some(&(text.len() as u64)));
}
