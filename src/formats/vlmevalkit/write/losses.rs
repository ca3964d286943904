//! What a file in VLMEvalKit's layout does not say, or says only to some readers.

use std::collections::HashMap;

use super::columns;
use super::rows::FileRow;
use crate::benchmark::{Pass, PictureRole, Question};
use crate::formats::error::shown;
use crate::formats::image_cell::is_missing_to_pandas;
use crate::formats::vlmevalkit::numbering::number;
use crate::formats::written_rows::Cell;

/// How many questions a sentence names.
const NAMED: usize = 5;

/// What gets lost, in sentences that name the questions.
pub fn losses(questions: &[&Question], rows: &[FileRow]) -> Vec<String> {
    let words = cells_missing_to_pandas(questions, rows);
    let has_pictures = questions.iter().any(|question| !question.pictures.is_empty());
    let findings: [(&str, Vec<String>); 4] = [
        (
            "have a choice without a text, which an empty cell cannot say: it gets lost",
            keys_of(questions, |q| q.choices.iter().any(|choice| choice.text.is_empty())),
        ),
        (
            "have pictures as choices or frames of a video, which become pictures of the question",
            keys_of(questions, |q| q.pictures.iter().any(|p| p.role != PictureRole::Stem)),
        ),
        (
            "have no picture while others have one: VLMEvalKit drops such rows, and an import refuses them",
            keys_of(questions, |question| has_pictures && question.pictures.is_empty()),
        ),
        (
            "have keys that are the same number as another one's: an import refuses them",
            same_numbers(questions),
        ),
    ];
    let sentences = findings.iter().filter(|(_, keys)| !keys.is_empty()).map(|(told, keys)| {
        format!("{} {told}", named("question", "questions", keys.iter().map(String::as_str)))
    });
    sentences.chain(words).collect()
}

/// Names the first few of some things: "question 7", "questions 1, 2, 3, 4, 5 and 10 more".
pub(super) fn named<'a>(one: &str, several: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let first: Vec<&str> = names.iter().take(NAMED).copied().collect();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{} {}{more}", if names.len() == 1 { one } else { several }, first.join(", "))
}

fn keys_of(questions: &[&Question], is_meant: impl Fn(&Question) -> bool) -> Vec<String> {
    let meant = questions.iter().filter(|question| is_meant(question));
    meant.map(|question| question.key.to_string()).collect()
}

/// `7` and `007` are two keys only where other keys are words.
fn same_numbers(questions: &[&Question]) -> Vec<String> {
    let numbers: Option<Vec<u64>> = questions.iter().map(|q| number(q.key.as_str())).collect();
    let mut seen: HashMap<u64, &str> = HashMap::new();
    let mut found = Vec::new();
    for (number, question) in numbers.unwrap_or_default().into_iter().zip(questions) {
        if seen.insert(number, question.key.as_str()).is_some() {
            found.push(question.key.to_string());
        }
    }
    found
}

/// The kit reads by pandas, which takes some words for missing cells, quoted or not.
fn cells_missing_to_pandas(questions: &[&Question], rows: &[FileRow]) -> Option<String> {
    let columns = columns(questions, rows);
    let mut found = Vec::new();
    for row in rows.iter().filter(|row| row.pass == Pass::FIRST) {
        let question = questions[row.question];
        for column in &columns {
            if let Cell::Text(text) = column.cell(question, row)
                && !text.is_empty()
                && is_missing_to_pandas(&text)
            {
                found.push(format!("{} ({} {})", question.key, column.name(), shown(&text)));
            }
        }
    }
    (!found.is_empty()).then(|| {
        let named = named("question", "questions", found.iter().map(String::as_str));
        format!(
            "{named} hold a word that pandas takes for a missing cell: VLMEvalKit will not see it (Assay does)"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_few_are_named() {
        let names = ["1", "2", "3", "4", "5", "6", "7"];
        assert_eq!(named("row", "rows", names[..1].iter().copied()), "row 1");
        assert_eq!(named("row", "rows", names.into_iter()), "rows 1, 2, 3, 4, 5 and 2 more");
    }
}
