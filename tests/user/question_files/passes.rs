//! Rows that are passes of one question are folded into it.

use super::{cell, keys, orders, read, table};

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
fn repeated_choices_are_distinguished_by_the_answer() {
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
