//! Warnings about the figures of a rating table.

use std::collections::HashMap;

use super::observed::category_shares;
use super::{Overall, Pair, RatingTable, Tallies};

/// With this share of one category or more, kappa and alpha are low because of prevalence.
const PREVALENT: f64 = 0.8;

/// Warnings about the table as a whole.
pub(super) fn about(table: &RatingTable, tallies: &Tallies, overall: &Overall) -> Vec<String> {
    let mut warnings = Vec::new();
    match &table.raters[..] {
        [] => warnings.push("the table has no ratings".to_owned()),
        [only] => warnings.push(format!("only one rater ({only}): there is nothing to agree with")),
        _ => warnings.extend(lonely_items(table, tallies)),
    }
    warnings.extend(swapped_columns(table));
    warnings.extend(silent_raters(table));
    warnings.extend(unused_categories(table));
    warnings.extend(case_twins("labels", &table.categories));
    warnings.extend(case_twins("raters", &table.raters));
    warnings.extend(zero_twins(&table.items));
    warnings.extend(prevalence(table, tallies, overall));
    warnings
}

/// Warnings about pairs of raters.
pub(super) fn about_pairs(pairs: &[Pair]) -> Option<String> {
    let apart = pairs.iter().filter(|pair| pair.n == 0).count();
    (apart > 0).then(|| format!("{apart} of {} pairs of raters share no item", pairs.len()))
}

/// Teams are small and tables long; many raters of few items are most often the two columns swapped.
fn swapped_columns(table: &RatingTable) -> Option<String> {
    let (items, raters) = (table.items.len(), table.raters.len());
    (raters >= 50 && raters >= 10 * items).then(|| {
        format!("{raters} raters of {items} items: are the columns of items and raters swapped?")
    })
}

fn lonely_items(table: &RatingTable, tallies: &Tallies) -> Option<String> {
    let left_out = table.items.len() - tallies.items_with(2);
    (left_out > 0).then(|| {
        format!(
            "{left_out} of {} items have fewer than two ratings and say nothing about agreement",
            table.items.len()
        )
    })
}

fn silent_raters(table: &RatingTable) -> Option<String> {
    let marginals = table.marginals();
    let silent = names_of(&table.raters, |rater| marginals[rater].iter().all(|&count| count == 0));
    silent.map(|raters| format!("no ratings by {raters}"))
}

/// The names at these places; `None` if there are none.
fn names_of(names: &[String], is_wanted: impl Fn(usize) -> bool) -> Option<String> {
    let wanted = names.iter().enumerate().filter(|(at, _)| is_wanted(*at));
    let wanted: Vec<&str> = wanted.map(|(_, name)| name.as_str()).collect();
    (!wanted.is_empty()).then(|| wanted.join(", "))
}

fn unused_categories(table: &RatingTable) -> Option<String> {
    let marginals = table.marginals();
    let is_unused = |category: usize| marginals.iter().all(|counts| counts[category] == 0);
    names_of(&table.categories, is_unused).map(|unused| {
        format!("declared but never used: {unused}; this counts in the chance agreement of AC1")
    })
}

fn case_twins(what: &str, names: &[String]) -> Option<String> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    names.iter().find_map(|name| {
        let twin = seen.insert(name.to_lowercase(), name)?;
        Some(format!("{what} \"{twin}\" and \"{name}\" differ only in case and count as different"))
    })
}

/// A spreadsheet removes the zeros of `007`: the ratings of one item then count for two items.
fn zero_twins(items: &[String]) -> Option<String> {
    let bare = |item: &str| item.trim_start_matches('0').to_owned();
    let padded = items.iter().filter(|item| item.starts_with('0') && item.len() > 1);
    let padded: HashMap<String, &String> = padded.map(|item| (bare(item), item)).collect();
    if padded.is_empty() {
        return None;
    }
    items.iter().find_map(|item| {
        let twin = padded.get(&bare(item)).filter(|twin| **twin != item)?;
        Some(format!(
            "items \"{twin}\" and \"{item}\" differ only in leading zeros and count as different"
        ))
    })
}

fn prevalence(table: &RatingTable, tallies: &Tallies, overall: &Overall) -> Option<String> {
    let agreement = overall.percent_agreement.value()?;
    let kappa = overall.fleiss_kappa.value()?;
    let shares = category_shares(tallies);
    let (category, share) = shares.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    (*share >= PREVALENT && agreement - kappa > 0.1).then(|| {
        format!(
            "{:.0} % of the ratings are \"{}\": where one category prevails, kappa and alpha are \
             low even when raters agree on nearly everything; read them beside the raw agreement \
             and AC1",
            100.0 * share,
            table.categories[category]
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::agreement::Overview;
    use crate::agreement::table::tests::table;

    fn warnings(categories: &str, rows: &[&str]) -> String {
        Overview::compute(&table(categories, rows), false).warnings.join("\n")
    }

    #[test]
    fn what_changes_the_meaning_of_the_figures_is_reported() {
        let said = warnings("AaBC", &["A..", "aB.", "BBA", "A.."]);
        assert!(said.contains("2 of 4 items have fewer than two ratings"), "{said}");
        assert!(said.contains("never used: C"), "{said}");
        assert!(said.contains("\"A\" and \"a\" differ only in case"), "{said}");
        assert!(warnings("AB", &["A..", ".B.", "..."]).contains("3 of 3 pairs"));
        assert!(warnings("AB", &["AB.", "AA."]).contains("no ratings by r3"));
    }

    #[test]
    fn a_prevalent_category_explains_a_low_kappa() {
        let rows: Vec<&str> = [vec!["AA"; 18], vec!["AB", "BA"]].concat();
        assert!(warnings("AB", &rows).contains("95 % of the ratings are \"A\""));
        assert_eq!(warnings("AB", &["AA", "BB", "AB", "BA"]), "");
    }

    #[test]
    fn an_item_that_lost_its_zeros_is_reported() {
        let items =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let said = super::zero_twins(&items(&["7", "1", "007"])).unwrap();
        assert!(said.contains("\"007\" and \"7\""), "{said}");
        assert_eq!(super::zero_twins(&items(&["007", "008", "10", "100"])), None);
    }

    #[test]
    fn a_table_without_ratings_says_so() {
        assert_eq!(warnings("", &[]), "the table has no ratings");
    }

    #[test]
    fn raters_who_agree_on_a_prevalent_category_need_no_explanation() {
        let rows: Vec<&str> = [vec!["AA"; 9], vec!["BB"]].concat();
        assert_eq!(warnings("AB", &rows), "");
    }

    #[test]
    fn the_item_with_zeros_is_named_first() {
        for items in [["010", "10"], ["10", "010"], ["00", "0"], ["0", "00"]] {
            let items = items.map(str::to_owned);
            let said = super::zero_twins(&items).unwrap();
            let padded = items.iter().max_by_key(|item| item.len()).unwrap();
            assert!(said.starts_with(&format!("items \"{padded}\" and")), "{said}");
        }
    }
}
