//! What a file in VLMEvalKit's layout cannot express, or only some readers understand.

use std::collections::HashSet;

use super::Column;
use super::rows::FileRow;
use crate::error::{first_few, shown};
use crate::image_cell::is_missing_to_pandas;
use crate::nan_choices::{ChoiceRow, NanChoices};
use crate::open_quote::{Shape, rows_in_cell};
use crate::vlmevalkit::numbering::number;
use crate::written_rows::{Cell, RowForm};
use assay_core::benchmark::{Pass, PictureRole, Question};

/// The losses in a file of these rows and columns, as sentences that name the questions. If there
/// are none, an import reads the same questions back.
pub fn losses(
    questions: &[&Question],
    rows: &[FileRow],
    columns: &[Column],
    form: RowForm,
) -> Vec<String> {
    let has_pictures = questions.iter().any(|question| !question.pictures.is_empty());
    let findings: [(&str, Vec<String>); 7] = [
        (
            "a choice has no text, which an empty cell cannot say: it gets lost",
            keys_of(questions, |q| q.choices.iter().any(|choice| choice.text.is_empty())),
        ),
        (
            "a choice reads “nan” and none comes behind it: an import takes it for a missing cell",
            nan_is_lost(questions),
        ),
        (
            "pictures that are choices or frames of a video become pictures of the question",
            keys_of(questions, |q| q.pictures.iter().any(|p| p.role != PictureRole::Stem)),
        ),
        (
            "there is no picture, but others have one: VLMEvalKit drops such rows, an import refuses them",
            keys_of(questions, |question| has_pictures && question.pictures.is_empty()),
        ),
        (
            "the key is the same number as another one's: an import refuses such rows",
            same_numbers(questions),
        ),
        (
            "a text looks as if it held other rows: an import refuses such rows; csv may do where tsv does \
             not, and the other way round",
            like_swallowed_rows(questions, rows, columns, form),
        ),
        (
            "pandas takes the word there for a missing cell: VLMEvalKit will not see it (Assay does)",
            missing_to_pandas(questions, rows, columns),
        ),
    ];
    let sentences =
        findings.iter().filter(|(_, names)| !names.is_empty()).map(|(problem, names)| {
            format!("{}: {problem}", named_questions(names.iter().map(String::as_str)))
        });
    sentences.collect()
}

/// Names the first few of some questions: "question 7", "questions 1, 2, 3, 4, 5 and 10 more".
pub fn named_questions<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let what = if names.len() == 1 { "question" } else { "questions" };
    format!("{what} {}", first_few(&names))
}

fn keys_of(questions: &[&Question], is_meant: impl Fn(&Question) -> bool) -> Vec<String> {
    let meant = questions.iter().filter(|question| is_meant(question));
    meant.map(|question| question.key.to_string()).collect()
}

fn nan_is_lost(questions: &[&Question]) -> Vec<String> {
    let absent = NanChoices::find(questions.iter().map(|question| ChoiceRow::new(question))).absent;
    let lost = questions.iter().enumerate().filter(|(at, _)| absent.contains(at));
    lost.map(|(_, question)| question.key.to_string()).collect()
}

/// `7` and `007` are two keys only if other keys are words.
fn same_numbers(questions: &[&Question]) -> Vec<String> {
    let numbers: Option<Vec<u64>> = questions.iter().map(|q| number(q.key.as_str())).collect();
    let mut seen = HashSet::new();
    let numbered = numbers.unwrap_or_default().into_iter().zip(questions);
    let repeated = numbered.filter(|(number, _)| !seen.insert(*number));
    repeated.map(|(_, question)| question.key.to_string()).collect()
}

/// The questions with a text that the reader would take for rows inside an open quote.
fn like_swallowed_rows(
    questions: &[&Question],
    rows: &[FileRow],
    columns: &[Column],
    form: RowForm,
) -> Vec<String> {
    let delimiter = match form {
        RowForm::Tsv => b'\t',
        RowForm::Csv => b',',
        RowForm::Jsonl | RowForm::Xlsx | RowForm::Parquet => return Vec::new(),
    };
    let shape = Shape { columns: columns.len(), delimiter, index: Some(0) };
    let is_suspect = |row: &&FileRow| {
        columns.iter().enumerate().any(|(at, column)| {
            let cell = column.cell(questions[row.question], row);
            matches!(cell, Cell::Text(text) if rows_in_cell(text.as_bytes(), at, shape).is_some())
        })
    };
    let mut suspects: Vec<usize> = rows.iter().filter(is_suspect).map(|row| row.question).collect();
    suspects.sort_unstable();
    suspects.dedup();
    suspects.into_iter().map(|at| questions[at].key.to_string()).collect()
}

/// VLMEvalKit reads with pandas, which takes some words for missing cells, quoted or not.
fn missing_to_pandas(questions: &[&Question], rows: &[FileRow], columns: &[Column]) -> Vec<String> {
    let in_row = |row: &FileRow| {
        let question = questions[row.question];
        let lost = columns.iter().filter_map(move |column| match column.cell(question, row) {
            Cell::Text(text) if !text.is_empty() && is_missing_to_pandas(&text) => {
                Some(format!("{} ({} {})", question.key, column.name(), shown(&text)))
            }
            _ => None,
        });
        lost.collect::<Vec<String>>()
    };
    rows.iter().filter(|row| row.pass == Pass::FIRST).flat_map(in_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_few_are_named() {
        let names = ["1", "2", "3", "4", "5", "6", "7"];
        assert_eq!(named_questions(names[..1].iter().copied()), "question 1");
        assert_eq!(named_questions(names), "questions 1, 2, 3, 4, 5 and 2 more");
    }
}
