//! Warnings for a comparison with VLMEvalKit's score: words that pandas takes for missing cells, gaps in
//! splits and abilities, reference answers that cannot be right, a data set that contradicts the file.

use std::collections::HashSet;

use super::questions::{FileQuestion, FileQuestions};
use assay_core::score::Placement;
use assay_core::visible::visible_line;
use assay_formats::predictions::{Compat, KnownColumn, reads_as_missing};

/// All of them, in sentences.
pub(super) fn warnings(questions: &FileQuestions<'_>) -> impl Iterator<Item = String> {
    let table = questions.predictions;
    let has_lost_choice = |question: &FileQuestion<'_>| {
        let mut rows = question.rows.iter();
        rows.any(|&(row, _)| questions.choices(row).any(|(_, text)| reads_as_missing(text)))
    };
    let is_lost = |row| table.compat != Compat::Pandas && reads_as_missing(table.prediction(row));
    let mut found = vec![
        questions.questions_where(
            has_lost_choice,
            "have a choice such as None or NA, which pandas takes for a missing cell and VLMEvalKit loses: \
             here it stays a choice, unless with --compat pandas",
        ),
        questions.rows_where(
            is_lost,
            "predictions are words such as nan or NA, which pandas takes for a missing cell: VLMEvalKit \
             reads \"nan\" in their place",
        ),
        questions.rows_where(
            |row| is_answer_beyond_choices(questions, row),
            "rows have a reference answer that is none of their choices: hardly any answer can be right there",
        ),
        questions.questions_where(
            |question| is_answer_moved(questions, question),
            "have passes whose reference answer is another choice than in the first row",
        ),
        same_names(questions),
    ];
    found.extend(contradictions(questions));
    found.extend(gaps(questions));
    found.into_iter().flatten()
}

fn is_answer_beyond_choices(questions: &FileQuestions<'_>, row: usize) -> bool {
    let mut choices = questions.choices(row).peekable();
    questions
        .right_label(row)
        .is_some_and(|answer| choices.peek().is_some() && choices.all(|(label, _)| label != answer))
}

/// The same choice must be right in every pass, whatever its label.
fn is_answer_moved(questions: &FileQuestions<'_>, question: &FileQuestion<'_>) -> bool {
    let right_choice = |&(row, _): &(usize, _)| {
        let answer = questions.right_label(row)?;
        questions.choices(row).find(|&(label, _)| label == answer).map(|(_, text)| text)
    };
    let Some(right) = question.rows.first().and_then(right_choice) else { return false };
    question.rows.iter().filter_map(right_choice).any(|other| other != right)
}

/// Splits and abilities that some questions have and others have not.
fn gaps(questions: &FileQuestions<'_>) -> impl Iterator<Item = Option<String>> {
    type Named = for<'p> fn(&Placement<'p>) -> Option<&'p str>;
    let levels: [(&str, Named, &str); 3] = [
        ("split", |place| place.split, "they count in no split; VLMEvalKit adds a row for them"),
        ("l2-category", |place| place.l2_category, "VLMEvalKit would stop with an error"),
        ("category", |place| place.category, "VLMEvalKit would stop with an error"),
    ];
    let rows = 0..questions.predictions.rows();
    levels.into_iter().map(move |(name, named, treatment)| {
        if !rows.clone().any(|row| named(&questions.placement(row)).is_some()) {
            return None;
        }
        let sentence = format!("have no {name} in their first row: {treatment}");
        questions.questions_where(|question| named(&question.placement).is_none(), &sentence)
    })
}

fn same_names(questions: &FileQuestions<'_>) -> Option<String> {
    let places = || questions.list.iter().map(|question| question.placement);
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

/// What the file and its data set say differently.
fn contradictions(questions: &FileQuestions<'_>) -> Vec<Option<String>> {
    let Some(dataset) = questions.dataset else { return Vec::new() };
    let file = questions.predictions;
    let other_answer = |row| {
        let answers = file.answer(row).zip(questions.answer(row));
        answers.is_some_and(|(file, dataset)| file.trim() != dataset.trim())
    };
    let have_choices = dataset.has_choices() && file.has_choices();
    let other_choices = |row| {
        let (_, known) = questions.of_dataset(row);
        have_choices
            && questions.tied.answer_of_later_pass(row).is_none()
            && !file.choices(row).eq(dataset.choices(known))
    };
    let other_abilities = |question: &FileQuestion<'_>| {
        let Some(&(row, _)) = question.rows.first() else { return false };
        let (_, known) = questions.of_dataset(row);
        [KnownColumn::Split, KnownColumn::Category, KnownColumn::L2Category].iter().any(|&column| {
            file.has(column) && file.text(row, column) != dataset.text(known, column)
        })
    };
    let whose = match questions.file_names_abilities() {
        true => "the file's count, as in later versions of VLMEvalKit",
        false => "the data set's count",
    };
    vec![
        questions.rows_where(
            other_answer,
            "rows have another reference answer in the file than in the data set: the data set's counts",
        ),
        questions.rows_where(
            other_choices,
            "rows show other choices in the file than in the data set: the file's count",
        ),
        questions.questions_where(
            other_abilities,
            &format!(
                "have another category, L-2 ability or split in the file than in the data set: {whose}"
            ),
        ),
    ]
}
