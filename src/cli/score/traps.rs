//! Traps that a prediction file lays for whoever compares its score with VLMEvalKit's: words that pandas
//! loses, gaps in splits and abilities, reference answers that cannot be, a data set that says something
//! else.

use std::collections::HashSet;

use super::grouping::{Grouping, RowGroup, single_label};
use super::oddities::of_questions;
use crate::formats::predictions::reads_as_missing;
use crate::score::Placement;
use crate::visible::visible_line;

/// Every trap that is there, in sentences.
pub(super) fn warnings(grouping: &Grouping<'_>) -> impl Iterator<Item = String> {
    let mut odd = vec![
        of_lost_choices(grouping),
        of_lost_predictions(grouping),
        of_answers_beyond_choices(grouping),
        of_answers_that_do_not_rotate(grouping),
        of_same_names(grouping),
        of_other_answers(grouping),
        of_other_choices(grouping),
        of_other_abilities(grouping),
    ];
    odd.extend(of_gaps(grouping));
    odd.into_iter().flatten()
}

fn of_lost_choices(grouping: &Grouping<'_>) -> Option<String> {
    let is_lost = |group: &RowGroup<'_>| {
        let mut rows = group.rows.iter();
        rows.any(|&(row, _)| grouping.choices(row).any(|(_, text)| reads_as_missing(text)))
    };
    let sentence = "have a choice such as None or NA, which pandas takes for a missing cell and \
                    VLMEvalKit loses: here it stays a choice, unless with --compat pandas";
    of_questions(grouping, is_lost, sentence)
}

fn of_lost_predictions(grouping: &Grouping<'_>) -> Option<String> {
    let table = grouping.predictions;
    if table.is_as_pandas() {
        return None;
    }
    let count = (0..table.rows()).filter(|&row| reads_as_missing(table.prediction(row))).count();
    (count > 0).then(|| {
        format!(
            "{count} predictions are words such as nan or NA, which pandas takes for a missing cell: \
             VLMEvalKit reads \"nan\" in their place"
        )
    })
}

fn of_answers_beyond_choices(grouping: &Grouping<'_>) -> Option<String> {
    let is_beyond = |row: &usize| {
        let answer = grouping.answer(*row).and_then(|answer| single_label(answer.trim()));
        let mut choices = grouping.choices(*row).peekable();
        answer.is_some_and(|answer| {
            choices.peek().is_some() && choices.all(|(label, _)| label != answer)
        })
    };
    let count = (0..grouping.predictions.rows()).filter(is_beyond).count();
    (count > 0).then(|| {
        format!(
            "{count} rows have a reference answer that is none of their choices: hardly any answer can \
             be right there"
        )
    })
}

/// The same choice must be right in every pass, wherever it stands.
fn of_answers_that_do_not_rotate(grouping: &Grouping<'_>) -> Option<String> {
    let right_choice = |row: usize| {
        let answer = single_label(grouping.answer(row)?.trim())?;
        grouping.choices(row).find(|&(label, _)| label == answer).map(|(_, text)| text)
    };
    let differs = |group: &RowGroup<'_>| {
        let Some(&(first, _)) = group.rows.first() else { return false };
        let Some(right) = right_choice(first) else { return false };
        let others = group.rows[1..].iter();
        others.filter_map(|&(row, _)| right_choice(row)).any(|other| other != right)
    };
    let sentence = "have passes whose reference answer is another choice than in the first row";
    of_questions(grouping, differs, sentence)
}

/// Splits and abilities that some questions have and others have not.
fn of_gaps(grouping: &Grouping<'_>) -> Vec<Option<String>> {
    type Named = for<'p> fn(&Placement<'p>) -> Option<&'p str>;
    let levels: [(&str, Named, &str); 3] = [
        ("split", |place| place.split, "they count in no split; VLMEvalKit adds a row for them"),
        ("l2-category", |place| place.l2_category, "VLMEvalKit would stop with an error"),
        ("category", |place| place.category, "VLMEvalKit would stop with an error"),
    ];
    let rows = grouping.predictions.rows();
    let of_level = |(name, named, told): (&str, Named, &str)| {
        if !(0..rows).any(|row| named(&grouping.placement(row)).is_some()) {
            return None;
        }
        let lacks = |group: &RowGroup<'_>| named(&grouping.placement_of(group)).is_none();
        of_questions(grouping, lacks, &format!("have no {name} in their first row: {told}"))
    };
    levels.into_iter().map(of_level).collect()
}

fn of_same_names(grouping: &Grouping<'_>) -> Option<String> {
    let places = || grouping.groups.iter().map(|group| grouping.placement_of(group));
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

fn of_other_answers(grouping: &Grouping<'_>) -> Option<String> {
    let dataset = grouping.dataset?;
    let differs = |row: &usize| {
        let (_, known) = grouping.of_dataset(*row);
        let answers = grouping.predictions.answer(*row).zip(dataset.answer(known));
        answers.is_some_and(|(file, dataset)| file.trim() != dataset.trim())
    };
    let count = (0..grouping.predictions.rows()).filter(differs).count();
    (count > 0).then(|| {
        format!(
            "{count} rows have another reference answer in the file than in the data set: the data set's \
             counts"
        )
    })
}

fn of_other_choices(grouping: &Grouping<'_>) -> Option<String> {
    let dataset = grouping.dataset?;
    if !dataset.has_choices() || !grouping.predictions.has_choices() {
        return None;
    }
    let differs = |row: &usize| {
        let (_, known) = grouping.of_dataset(*row);
        !grouping.predictions.choices(*row).eq(dataset.choices(known))
    };
    let count = (0..grouping.predictions.rows()).filter(differs).count();
    (count > 0).then(|| {
        format!(
            "{count} rows show other choices in the file than in the data set: the file's count"
        )
    })
}

fn of_other_abilities(grouping: &Grouping<'_>) -> Option<String> {
    grouping.dataset?;
    let file = grouping.predictions;
    let differs = |group: &RowGroup<'_>| {
        let Some(&(row, _)) = group.rows.first() else { return false };
        let (table, known) = grouping.of_dataset(row);
        (file.has_splits() && file.split(row) != table.split(known))
            || (file.has_categories() && file.category(row) != table.category(known))
            || (file.has_l2_categories() && file.l2_category(row) != table.l2_category(known))
    };
    let whose = match grouping.file_names_abilities() {
        true => "the file's count, as in later versions of VLMEvalKit",
        false => "the data set's count",
    };
    let sentence = format!(
        "have another category, L-2 ability or split in the file than in the data set: {whose}"
    );
    of_questions(grouping, differs, &sentence)
}
