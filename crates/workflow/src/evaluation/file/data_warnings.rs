//! Warnings for a comparison with VLMEvalKit's score: words that pandas takes for missing cells, gaps in
//! splits and abilities, reference answers that cannot be right, a data set that contradicts the file.

use std::collections::HashSet;

use super::later_passes::single_label;
use super::questions::{FileQuestion, FileQuestions, questions_where, rows_where};
use assay_core::score::{Placement, Question};
use assay_core::visible::visible_line;
use assay_formats::predictions::{KnownColumn, reads_as_missing};

/// All of them, in sentences.
pub(super) fn warnings(questions: &FileQuestions<'_>) -> impl Iterator<Item = String> {
    let mut found = vec![
        lost_choices(questions),
        lost_predictions(questions),
        answers_beyond_choices(questions),
        answers_that_do_not_rotate(questions),
        same_names(questions),
        other_answers(questions),
        other_choices(questions),
        other_abilities(questions),
    ];
    found.extend(gaps(questions));
    found.into_iter().flatten()
}

fn lost_choices(questions: &FileQuestions<'_>) -> Option<String> {
    let is_lost = |question: &FileQuestion<'_>| {
        let mut rows = question.rows.iter();
        rows.any(|&(row, _)| questions.choices(row).any(|(_, text)| reads_as_missing(text)))
    };
    let sentence = "have a choice such as None or NA, which pandas takes for a missing cell and \
                    VLMEvalKit loses: here it stays a choice, unless with --compat pandas";
    questions_where(questions, is_lost, sentence)
}

fn lost_predictions(questions: &FileQuestions<'_>) -> Option<String> {
    let table = questions.predictions;
    if table.is_as_pandas() {
        return None;
    }
    let sentence = "predictions are words such as nan or NA, which pandas takes for a missing cell: \
                    VLMEvalKit reads \"nan\" in their place";
    rows_where(questions, |row| reads_as_missing(table.prediction(row)), sentence)
}

fn answers_beyond_choices(questions: &FileQuestions<'_>) -> Option<String> {
    let is_beyond = |row| {
        let answer = questions.answer(row).and_then(|answer| single_label(answer.trim()));
        let mut choices = questions.choices(row).peekable();
        answer.is_some_and(|answer| {
            choices.peek().is_some() && choices.all(|(label, _)| label != answer)
        })
    };
    let sentence = "rows have a reference answer that is none of their choices: hardly any answer can \
                    be right there";
    rows_where(questions, is_beyond, sentence)
}

/// The same choice must be right in every pass, whatever its label.
fn answers_that_do_not_rotate(questions: &FileQuestions<'_>) -> Option<String> {
    let right_choice = |row: usize| {
        let answer = single_label(questions.answer(row)?.trim())?;
        questions.choices(row).find(|&(label, _)| label == answer).map(|(_, text)| text)
    };
    let differs = |question: &FileQuestion<'_>| {
        let Some(&(first, _)) = question.rows.first() else { return false };
        let Some(right) = right_choice(first) else { return false };
        let others = question.rows[1..].iter();
        others.filter_map(|&(row, _)| right_choice(row)).any(|other| other != right)
    };
    let sentence = "have passes whose reference answer is another choice than in the first row";
    questions_where(questions, differs, sentence)
}

/// Splits and abilities that some questions have and others have not.
fn gaps(questions: &FileQuestions<'_>) -> Vec<Option<String>> {
    type Named = for<'p> fn(&Placement<'p>) -> Option<&'p str>;
    let levels: [(&str, Named, &str); 3] = [
        ("split", |place| place.split, "they count in no split; VLMEvalKit adds a row for them"),
        ("l2-category", |place| place.l2_category, "VLMEvalKit would stop with an error"),
        ("category", |place| place.category, "VLMEvalKit would stop with an error"),
    ];
    let rows = questions.predictions.rows();
    let at_level = |(name, named, treatment): (&str, Named, &str)| {
        if !(0..rows).any(|row| named(&questions.placement(row)).is_some()) {
            return None;
        }
        let lacks = |question: &FileQuestion<'_>| named(&question.placement()).is_none();
        questions_where(
            questions,
            lacks,
            &format!("have no {name} in their first row: {treatment}"),
        )
    };
    levels.into_iter().map(at_level).collect()
}

fn same_names(questions: &FileQuestions<'_>) -> Option<String> {
    let places = || questions.list.iter().map(|question| question.placement());
    let upper: HashSet<&str> = places().filter_map(|place| place.l2_category).collect();
    let mut same: Vec<&str> =
        places().filter_map(|place| place.category).filter(|name| upper.contains(name)).collect();
    same.sort_unstable();
    same.dedup();
    let first = same.first()?;
    Some(format!(
        "{} categories have the name of an L-2 ability ({}): VLMEvalKit's table shows only one of the two",
        same.len(),
        visible_line(first)
    ))
}

fn other_answers(questions: &FileQuestions<'_>) -> Option<String> {
    questions.dataset?;
    let differs = |row| {
        let answers = questions.predictions.answer(row).zip(questions.answer(row));
        answers.is_some_and(|(file, dataset)| file.trim() != dataset.trim())
    };
    let sentence = "rows have another reference answer in the file than in the data set: the data set's \
                    counts";
    rows_where(questions, differs, sentence)
}

fn other_choices(questions: &FileQuestions<'_>) -> Option<String> {
    let dataset = questions.dataset?;
    if !dataset.has_choices() || !questions.predictions.has_choices() {
        return None;
    }
    let differs = |row| {
        let (_, known) = questions.of_dataset(row);
        questions.answer_of_later_pass(row).is_none()
            && !questions.predictions.choices(row).eq(dataset.choices(known))
    };
    let sentence = "rows show other choices in the file than in the data set: the file's count";
    rows_where(questions, differs, sentence)
}

fn other_abilities(questions: &FileQuestions<'_>) -> Option<String> {
    questions.dataset?;
    let file = questions.predictions;
    let differs = |question: &FileQuestion<'_>| {
        let Some(&(row, _)) = question.rows.first() else { return false };
        let (table, known) = questions.of_dataset(row);
        [KnownColumn::Split, KnownColumn::Category, KnownColumn::L2Category]
            .iter()
            .any(|&column| file.has(column) && file.text(row, column) != table.text(known, column))
    };
    let whose = match questions.file_names_abilities() {
        true => "the file's count, as in later versions of VLMEvalKit",
        false => "the data set's count",
    };
    let sentence = format!(
        "have another category, L-2 ability or split in the file than in the data set: {whose}"
    );
    questions_where(questions, differs, &sentence)
}
