//! Warnings about the rows of a prediction file: empty texts, repeats, answers that can never be right,
//! choices that are not rotated. Missing questions and passes are the scoring table's own warnings.

use super::data_warnings;
use super::questions::{FileQuestion, FileQuestions, has_choice_list};
use assay_core::score::rotations;
use assay_formats::predictions::Compat;

/// Everything unusual, in sentences: the numbering first, then the file, then its questions.
pub(super) fn warnings(questions: &FileQuestions<'_>) -> Vec<String> {
    let table = questions.predictions;
    let mut warnings = questions.tied.warnings.clone();
    warnings.extend(table.warnings.iter().cloned());
    let because = match table.is_spreadsheet() {
        true => {
            "; a spreadsheet drops a text that begins with a URL and has more than 2,079 characters"
        }
        false => "",
    };
    let treatment = match questions.trims_answers() {
        true => "the spaces were left out of the comparison",
        false => "by VLMEvalKit's rules such a row is never right; --rules assay leaves them out",
    };
    let is_spaced = |row| questions.answer(row).is_some_and(|answer| answer.trim() != answer);
    let is_unusable = |row| {
        !questions.is_open(row)
            && questions.rule(row).is_none()
            && questions.right_label(row).is_none()
    };
    let repeats =
        |question: &FileQuestion<'_>| question.rows.windows(2).any(|two| two[0].1 == two[1].1);
    let found = [
        questions.rows_where(
            |row| table.prediction(row).is_empty(),
            &format!("predictions are empty{because}"),
        ),
        questions.rows_where(
            is_spaced,
            &format!("reference answers have spaces around them: {treatment}"),
        ),
        questions.rows_where(
            is_unusable,
            match questions.choices(0).next() {
                Some(_) => NO_LETTER,
                None => NO_LETTER_AND_NO_CHOICES,
            },
        ),
        questions.rows_where(
            |row| questions.choices(row).next().is_none() && has_choice_list(table, row),
            "rows have their choices as a list in one cell, which is not read: import the questions, and name what \
             `assay export questions` writes with --dataset",
        ),
        questions
            .questions_where(repeats, "have rows with the same index, all of which must be right"),
    ];
    warnings.extend(found.into_iter().flatten());
    warnings.extend(data_warnings::warnings(questions));
    if questions.has_later_passes {
        warnings.extend(questions.questions_where(
            |question| !is_rotated(questions, question),
            "have passes that do not show the choices of the first row in rotated order",
        ));
    }
    warnings.extend(retyped_numbers(questions));
    warnings
}

const NO_LETTER: &str =
    "rows have no single capital letter as reference answer: they can never be right";
const NO_LETTER_AND_NO_CHOICES: &str = "rows have no single capital letter as reference answer: they can never be right; if these \
     are short answers, --answer-rule says how they are compared";

/// Whether every later pass shows the choices of the first row rotated, each by its own number of places.
fn is_rotated(questions: &FileQuestions<'_>, question: &FileQuestion<'_>) -> bool {
    let texts = |row| questions.choices(row).map(|(_, text)| text);
    let Some(&(base, first_pass)) = question.rows.first() else { return true };
    let first: Vec<&str> = texts(base).collect();
    let (mut used, mut shown) = (0u32, Vec::new());
    let mut later = question.rows.iter().filter(|&&(_, pass)| pass != first_pass);
    later.all(|&(row, _)| {
        shown.clear();
        shown.extend(texts(row));
        let by = rotation(&first, &shown, used);
        used |= by.map_or(0, |by| 1 << by);
        by.is_some()
    })
}

/// By how many places `shown` is rotated against `first`, of the numbers that are not `used` yet. Where
/// choices repeat, several numbers are possible.
fn rotation(first: &[&str], shown: &[&str], used: u32) -> Option<usize> {
    let count = if first.len() == shown.len() { shown.len() } else { 0 };
    rotations(count, |at, from| shown[at] == first[from])
        .find(|&by| by > 0 && used & (1 << by) == 0)
}

/// Numbers that VLMEvalKit would see in another form, because pandas prints them so.
fn retyped_numbers(questions: &FileQuestions<'_>) -> Option<String> {
    let table = questions.dataset.unwrap_or(questions.predictions);
    if table.compat == Compat::Pandas {
        return None;
    }
    let retyped = table.retyped_choices();
    let cells: usize = retyped.iter().map(|(_, cells)| cells).sum();
    let columns: Vec<String> = retyped.iter().map(|(label, _)| label.to_string()).collect();
    (cells > 0).then(|| {
        format!(
            "the choices in column {} are all numbers, {cells} of which pandas prints otherwise (20 as \
             20.0, 007 as 7); --compat pandas reproduces that",
            columns.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rotation_is_found_once() {
        let first = ["x", "y", "x", "y"];
        let other = ["y", "x", "y", "x"];
        assert_eq!(rotation(&first, &other, 0), Some(1));
        assert_eq!(rotation(&first, &other, 1 << 1), Some(3));
        assert_eq!(rotation(&first, &other, 1 << 1 | 1 << 3), None);
    }

    #[test]
    fn the_same_order_and_other_choices_are_no_rotation() {
        assert_eq!(rotation(&["x", "y"], &["x", "y"], 0), None);
        assert_eq!(rotation(&["x", "y"], &["y", "z"], 0), None);
        assert_eq!(rotation(&["x", "y"], &["y"], 0), None);
        assert_eq!(rotation(&[], &[], 0), None);
    }
}
