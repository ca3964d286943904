//! What the rows of a prediction file say together that a reader of its score should know: gaps,
//! repeats, answers that can never be right, choices that are not rotated.

use super::grouping::{Grouping, RowGroup, single_label};
use super::traps;
use crate::benchmark::Pass;
use crate::score::{Missing, Strategy, about_questions, fewer_passes_warning};

/// Everything odd, in sentences; the oddities of the file as such first.
pub(super) fn warnings(
    grouping: &Grouping<'_>,
    strategy: Strategy,
    missing: Missing,
) -> Vec<String> {
    let mut warnings = grouping.predictions.warnings().to_vec();
    let odd = [
        of_empty_predictions(grouping),
        of_spaced_answers(grouping),
        of_unusable_answers(grouping),
        of_repeats(grouping),
        of_absent_questions(grouping, missing),
    ];
    warnings.extend(odd.into_iter().flatten());
    warnings.extend(traps::warnings(grouping));
    if grouping.is_circular {
        warnings.extend(of_first_rows(grouping));
        warnings.extend(of_choices(grouping));
    }
    warnings.extend(of_passes(grouping, strategy, missing));
    if strategy != Strategy::FirstPass {
        warnings.extend(of_fewer_passes(grouping));
    }
    warnings.extend(of_numbers(grouping));
    warnings
}

fn of_empty_predictions(grouping: &Grouping<'_>) -> Option<String> {
    let table = grouping.predictions;
    let count = (0..table.rows()).filter(|&row| table.prediction(row).is_empty()).count();
    let because = match table.is_spreadsheet() {
        true => {
            "; a spreadsheet drops a text that begins with a URL and has more than 2,079 characters"
        }
        false => "",
    };
    (count > 0).then(|| format!("{count} predictions are empty{because}"))
}

fn of_spaced_answers(grouping: &Grouping<'_>) -> Option<String> {
    let is_spaced = |row: &usize| grouping.answer(*row).is_some_and(|a| a.trim() != a);
    let count = (0..grouping.predictions.rows()).filter(is_spaced).count();
    let treatment = match grouping.trims_answers() {
        true => "the spaces were left out of the comparison",
        false => "by VLMEvalKit's rules such a row is never right; --rules assay leaves them out",
    };
    (count > 0).then(|| format!("{count} reference answers have spaces around them: {treatment}"))
}

fn of_unusable_answers(grouping: &Grouping<'_>) -> Option<String> {
    let is_unusable = |row: &usize| {
        grouping.answer(*row).is_none_or(|answer| single_label(answer.trim()).is_none())
    };
    let count = (0..grouping.predictions.rows()).filter(is_unusable).count();
    (count > 0).then(|| {
        format!(
            "{count} rows have no single capital letter as reference answer: they can never be right"
        )
    })
}

fn of_repeats(grouping: &Grouping<'_>) -> Option<String> {
    let repeats = |group: &RowGroup<'_>| group.rows.windows(2).any(|two| two[0].1 == two[1].1);
    of_questions(grouping, repeats, "have rows with the same index, all of which must be right")
}

fn of_absent_questions(grouping: &Grouping<'_>, missing: Missing) -> Option<String> {
    if missing == Missing::Kit {
        let count = grouping.absent;
        return (count > 0).then(|| {
            format!("{count} questions of the data set have no row in the file: VLMEvalKit does not count them")
        });
    }
    let treatment = match missing {
        Missing::Wrong => "they count as not correct",
        Missing::Exclude | Missing::Kit => "they are left out",
    };
    let is_absent = |group: &RowGroup<'_>| group.rows.is_empty();
    let sentence = format!("of the data set have no row in the file: {treatment}");
    of_questions(grouping, is_absent, &sentence)
}

fn of_first_rows(grouping: &Grouping<'_>) -> Option<String> {
    let lacks_first = |group: &RowGroup<'_>| {
        !group.rows.is_empty() && group.rows.iter().all(|&(_, pass)| pass != Pass::FIRST)
    };
    let sentence = "lack their first row; VLMEvalKit does not count them at all";
    of_questions(grouping, lacks_first, sentence)
}

/// Passes that the strategy asks for and that are not there. Questions without their first row are told
/// by themselves.
fn of_passes(grouping: &Grouping<'_>, strategy: Strategy, missing: Missing) -> Option<String> {
    let treatment = match (strategy, missing) {
        (Strategy::FirstPass, _) => return None,
        (Strategy::EveryPass, _) if !grouping.asks_for_passes => return None,
        (Strategy::EveryPass, Missing::Wrong) => "each of which counts as wrong",
        (Strategy::EveryPass, Missing::Exclude | Missing::Kit) => "which are left out",
        (Strategy::Circular, Missing::Wrong) => {
            "and count as not correct; VLMEvalKit would not require these passes and score higher"
        }
        (Strategy::Circular, Missing::Exclude) => {
            "and are left out unless a pass that is there decides"
        }
        (Strategy::Circular, Missing::Kit) => {
            "which are not required, as in VLMEvalKit: a complete file may score lower"
        }
    };
    let has = |group: &RowGroup<'_>, wanted| group.rows.iter().any(|&(_, pass)| pass == wanted);
    let lacks_passes = |group: &RowGroup<'_>| {
        has(group, Pass::FIRST) && group.required.iter().any(|pass| !has(group, pass))
    };
    let hint = match grouping.is_circular {
        true => "",
        false => "; there are first passes alone, which --strategy first-pass scores",
    };
    of_questions(grouping, lacks_passes, &format!("lack passes, {treatment}{hint}"))
}

fn of_fewer_passes(grouping: &Grouping<'_>) -> Option<String> {
    let choices = |group: &RowGroup<'_>| match (group.rows.first(), grouping.dataset) {
        (Some(&(row, _)), _) => grouping.choices(row).count(),
        (None, Some(dataset)) => {
            group.only_in_dataset.map_or(0, |row| dataset.choices(row).count())
        }
        (None, None) => 0,
    };
    let lacks = |group: &&RowGroup<'_>| group.required.are_fewer_than(choices(group));
    let keys: Vec<&str> = grouping.groups.iter().filter(lacks).map(|group| group.key).collect();
    fewer_passes_warning(&keys)
}

/// Every later pass must show the choices of the first row rotated, each by its own number of places.
fn of_choices(grouping: &Grouping<'_>) -> Option<String> {
    let (mut first, mut shown) = (Vec::new(), Vec::new());
    let is_odd = |group: &RowGroup<'_>| {
        let Some(&(base, _)) = group.rows.first() else { return false };
        fill(&mut first, grouping, base);
        let mut used = 0u32;
        group.rows.iter().filter(|&&(_, pass)| pass != group.rows[0].1).any(|&(row, _)| {
            fill(&mut shown, grouping, row);
            match rotation(&first, &shown, used) {
                Some(by) => {
                    used |= 1 << by;
                    false
                }
                None => true,
            }
        })
    };
    let sentence = "have passes that do not show the choices of the first row in rotated order";
    of_questions(grouping, is_odd, sentence)
}

fn fill<'a>(texts: &mut Vec<&'a str>, grouping: &Grouping<'a>, row: usize) {
    texts.clear();
    texts.extend(grouping.choices(row).map(|(_, text)| text));
}

/// By how many places `shown` is rotated against `first`, of the numbers that are not `used` yet. Where
/// choices repeat, several numbers fit.
fn rotation(first: &[&str], shown: &[&str], used: u32) -> Option<usize> {
    let count = first.len();
    let is_free = |by: &usize| used & (1 << by) == 0;
    let fits = |by: &usize| (0..count).all(|at| shown[at] == first[(at + by) % count]);
    (1..count).filter(is_free).find(|by| shown.len() == count && fits(by))
}

/// Numbers that the kit would see in another form, because pandas makes them so.
fn of_numbers(grouping: &Grouping<'_>) -> Option<String> {
    let table = grouping.dataset.unwrap_or(grouping.predictions);
    if table.is_as_pandas() {
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

/// A sentence on the questions for which something holds.
pub(super) fn of_questions<'a>(
    grouping: &Grouping<'a>,
    mut holds: impl FnMut(&RowGroup<'a>) -> bool,
    sentence: &str,
) -> Option<String> {
    let odd = grouping.groups.iter().filter(|group| holds(group));
    about_questions(&odd.map(|group| group.key).collect::<Vec<_>>(), sentence)
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
