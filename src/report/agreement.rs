//! Agreement as tables: for people, and as one tidy table for CSV.

use super::table::{Column, number, text};
use super::{Align, Table};
use crate::agreement::published_table::{Finding, Outcome, TableCheck};
use crate::agreement::{
    Against, Candidate, Comparison, DawidSkeneSummary, NamedScores, Overall, Overview,
};
use crate::statistics::Statistic;

/// All raters together: each statistic with its interval, n, or why it is undefined.
pub fn overall(overview: &Overview) -> Table {
    let named = named(&overview.overall).map(|(name, of)| (name.replace('_', " "), of));
    let mut table = statistics("statistic", named).titled(format!(
        "{} items, {} raters, {} ratings ({} missing), categories {}",
        overview.items,
        overview.raters.len(),
        overview.ratings,
        overview.missing,
        overview.categories.join(" ")
    ));
    let votes = &overview.majority;
    table.row([
        "majority decided".to_owned(),
        votes.decided.to_string(),
        String::new(),
        overview.items.to_string(),
        format!(
            "{} by more than half, {} tied, {} unrated",
            votes.strict_majority, votes.tied, votes.unrated
        ),
    ]);
    table
}

/// Named statistics, each with its interval, n, or why it is undefined.
pub(super) fn statistics<'a>(
    head: &str,
    named: impl Iterator<Item = (String, &'a Statistic)>,
) -> Table {
    let columns = [
        text(head, |(name, _): &(String, &Statistic)| name.clone()),
        number("value", |(_, of)| value(of)),
        text("95 % interval", |(_, of)| interval(of)),
        number("n", |(_, of)| of.n().to_string()),
        text("", |(_, of)| because(of)),
    ];
    Table::from_rows(named, &columns)
}

/// Every pair of raters, one row each.
pub fn pairs(overview: &Overview) -> Table {
    let ordered = overview.pairs.iter().any(|pair| pair.kappa_linear.is_some());
    let mut columns = vec![
        ("a", Align::Left),
        ("b", Align::Left),
        ("n", Align::Right),
        ("raw", Align::Right),
        ("95 % interval", Align::Left),
        ("kappa", Align::Right),
        ("95 % interval", Align::Left),
    ];
    if ordered {
        columns.extend([("linear", Align::Right), ("quadratic", Align::Right)]);
    }
    columns.push(("", Align::Left));
    let mut table = Table::new(columns).titled("Pairs of raters: raw agreement and Cohen's kappa");
    for pair in &overview.pairs {
        let mut row = vec![pair.a.clone(), pair.b.clone(), pair.n.to_string()];
        row.extend([&pair.raw, &pair.kappa].into_iter().flat_map(|s| [value(s), interval(s)]));
        row.extend([&pair.kappa_linear, &pair.kappa_quadratic].into_iter().flatten().map(value));
        row.push(because(&pair.kappa));
        table.row(row);
    }
    table
}

/// The confusion matrix of every pair.
pub fn confusions(overview: &Overview) -> impl Iterator<Item = Table> {
    overview.pairs.iter().map(|pair| {
        confusion(
            format!("{} (rows) and {}", pair.a, pair.b),
            &overview.categories,
            &pair.confusion,
        )
    })
}

fn confusion(title: String, categories: &[String], cells: &[Vec<u32>]) -> Table {
    let names = categories.iter().map(|name| (name.as_str(), Align::Right));
    let mut table = Table::new(std::iter::once(("", Align::Left)).chain(names)).titled(title);
    for (category, row) in categories.iter().zip(cells) {
        table.row(std::iter::once(category.clone()).chain(row.iter().map(u32::to_string)));
    }
    table
}

/// The other raters against the reference: accuracy, categories, confusion, comparisons.
pub fn against(overview: &Overview, against: &Against) -> Vec<Table> {
    let rates = [
        text("rater", |of: &&Candidate| of.rater.clone()),
        number("n", |of| of.n.to_string()),
        number("accuracy", |of| value(&of.accuracy)),
        text("95 % interval", |of| interval(&of.accuracy)),
        number("kappa", |of| value(&of.kappa)),
        number("macro F1", |of| of.macro_declared.map_or_else(String::new, |mean| short(mean.f1))),
        text("", |of| because(&of.accuracy)),
    ];
    let scores = [
        text("rater", |(rater, _): &(&str, &NamedScores)| (*rater).to_owned()),
        text("category", |(_, named)| named.category.clone()),
        number("precision", |(_, named)| short(named.scores.precision)),
        number("recall", |(_, named)| short(named.scores.recall)),
        number("F1", |(_, named)| short(named.scores.f1)),
        number("support", |(_, named)| named.scores.support.to_string()),
        text("", |(_, named)| match named.scores.zero_by_convention.as_slice() {
            [] => String::new(),
            zero => format!("0/0: {}", zero.join(", ")),
        }),
    ];
    let candidates = &against.candidates;
    let by_category =
        candidates.iter().flat_map(|of| of.per_category.iter().map(|named| (&*of.rater, named)));
    let mut all = vec![
        Table::from_rows(candidates, &rates).titled(format!("Against {}", against.reference)),
        Table::from_rows(by_category, &scores).titled("By category (0 where a ratio is 0/0)"),
    ];
    all.extend(candidates.iter().map(|candidate| {
        let title = format!("{} (rows) and {}", against.reference, candidate.rater);
        confusion(title, &overview.categories, &candidate.confusion)
    }));
    if let Some(first) = against.comparisons.first() {
        let [a, b, n, only_a, only_b, p, mid_p, difference, interval] = comparison_columns();
        let remark = text("", |pair: &&Comparison| {
            pair.interval.clone().unwrap_or_else(|| because(&pair.difference))
        });
        let columns = [a, b, n, only_a, only_b, p, mid_p, difference, interval, remark];
        all.push(Table::from_rows(&against.comparisons, &columns).titled(format!(
            "Two against {}: {} paired resamples, seed {}",
            against.reference, first.resamples, first.seed
        )));
    }
    all
}

/// The columns of a comparison of two on the same items.
pub(super) fn comparison_columns<'r>() -> [Column<'static, &'r Comparison>; 9] {
    [
        text("a", |pair: &&Comparison| pair.a.clone()),
        text("b", |pair| pair.b.clone()),
        number("n", |pair| pair.n.to_string()),
        number("only a right", |pair| pair.mcnemar.only_a.to_string()),
        number("only b right", |pair| pair.mcnemar.only_b.to_string()),
        number("McNemar p", |pair| short(pair.mcnemar.exact_p)),
        number("mid-p", |pair| short(pair.mcnemar.mid_p)),
        number("a - b", |pair| value(&pair.difference)),
        text("95 % interval", |pair| interval(&pair.difference)),
    ]
}

/// The estimates of Dawid and Skene's model for the raters.
pub fn dawid_skene(summary: &DawidSkeneSummary) -> Table {
    let title = match summary {
        DawidSkeneSummary::Fitted { log_likelihood, iterations, converged, .. } => format!(
            "Dawid-Skene: {iterations} iterations{}, log-likelihood {log_likelihood:.3}",
            if *converged { "" } else { " without reaching the fixed point" }
        ),
        DawidSkeneSummary::Undefined { undefined } => {
            format!("Dawid-Skene: undefined, because {undefined}")
        }
    };
    let mut table =
        Table::new([("rater", Align::Left), ("accuracy under the model", Align::Right)])
            .titled(title);
    if let DawidSkeneSummary::Fitted { rater_accuracy, .. } = summary {
        for (rater, accuracy) in rater_accuracy {
            table.row([rater.clone(), accuracy.map_or_else(|| "no ratings".to_owned(), short)]);
        }
    }
    table
}

/// One row per figure, for CSV: which statistic, of whom, and everything known about it.
pub fn tidy(overview: &Overview, against: Option<&Against>) -> Table {
    let names = ["statistic", "a", "b", "n", "value", "se", "low95", "high95", "undefined"];
    let mut table = Table::new(names.map(|name| (name, Align::Left)));
    let mut add = |name: &str, a: &str, b: &str, statistic: &Statistic| {
        let row = [name, a, b].map(str::to_owned).into_iter().chain(tidy_cells(statistic));
        table.row(row);
    };
    for (name, statistic) in named(&overview.overall) {
        add(name, "", "", statistic);
    }
    for pair in &overview.pairs {
        add("raw", &pair.a, &pair.b, &pair.raw);
        add("kappa", &pair.a, &pair.b, &pair.kappa);
        for (name, weighted) in
            [("kappa_linear", &pair.kappa_linear), ("kappa_quadratic", &pair.kappa_quadratic)]
        {
            if let Some(weighted) = weighted {
                add(name, &pair.a, &pair.b, weighted);
            }
        }
    }
    if let Some(against) = against {
        for candidate in &against.candidates {
            add("accuracy", &against.reference, &candidate.rater, &candidate.accuracy);
        }
        for pair in &against.comparisons {
            add("accuracy_difference", &pair.a, &pair.b, &pair.difference);
        }
    }
    table
}

/// n, value, standard error, interval and reason, in the order of a tidy table's last columns.
pub(super) fn tidy_cells(statistic: &Statistic) -> Vec<String> {
    let (value, se, low, high, undefined) = match statistic {
        Statistic::Defined { value, se, ci95, .. } => {
            (Some(*value), *se, ci95.map(|ci| ci.0), ci95.map(|ci| ci.1), "")
        }
        Statistic::Undefined { because, .. } => (None, None, None, None, because.as_str()),
    };
    let mut cells = vec![statistic.n().to_string()];
    cells.extend([value, se, low, high].map(|x| x.map_or_else(String::new, |x| x.to_string())));
    cells.push(undefined.to_owned());
    cells
}

/// The checks of a published table.
pub fn checks(verdict: &TableCheck) -> Table {
    let columns = [
        text("check", |outcome: &&Outcome| outcome.check.name().to_owned()),
        number("checked", |outcome| outcome.checked.to_string()),
        number("cannot be as printed", |outcome| outcome.failed.to_string()),
    ];
    Table::from_rows(&verdict.checks, &columns)
}

/// The impossible values of a published table.
pub fn findings(verdict: &TableCheck) -> Table {
    let columns = [
        text("check", |finding: &&Finding| finding.check.name().to_owned()),
        text("row", |finding| finding.row.clone()),
        text("column", |finding| finding.column.clone()),
        text("printed", |finding| finding.printed.clone()),
        text("problem", |finding| finding.problem.clone()),
    ];
    Table::from_rows(&verdict.findings, &columns)
}

fn named(overall: &Overall) -> impl Iterator<Item = (&'static str, &Statistic)> {
    [
        ("percent_agreement", Some(&overall.percent_agreement)),
        ("fleiss_kappa", Some(&overall.fleiss_kappa)),
        ("gwet_ac1", Some(&overall.gwet_ac1)),
        ("gwet_ac2_linear", overall.gwet_ac2_linear.as_ref()),
        ("gwet_ac2_quadratic", overall.gwet_ac2_quadratic.as_ref()),
        ("alpha_nominal", Some(&overall.alpha_nominal)),
        ("alpha_ordinal", overall.alpha_ordinal.as_ref()),
        ("alpha_interval", overall.alpha_interval.as_ref()),
        ("leave_one_out_agreement", Some(&overall.leave_one_out_agreement)),
    ]
    .into_iter()
    .filter_map(|(name, statistic)| Some((name, statistic?)))
}

pub(super) fn value(statistic: &Statistic) -> String {
    statistic.value().map_or_else(|| "undefined".to_owned(), short)
}

/// The interval, clamped to -1 and 1, the range of a statistic of agreement. JSON and CSV have it
/// as it was computed.
pub(super) fn interval(statistic: &Statistic) -> String {
    match statistic {
        Statistic::Defined { value, ci95: Some((low, high)), .. } => {
            let (low, high) = (low.max(value.min(-1.0)), high.min(value.max(1.0)));
            format!("[{low:.3}, {high:.3}]")
        }
        _ => String::new(),
    }
}

pub(super) fn because(statistic: &Statistic) -> String {
    match statistic {
        Statistic::Undefined { because, .. } => because.clone(),
        Statistic::Defined { .. } => String::new(),
    }
}

pub(super) fn short(value: f64) -> String {
    format!("{value:.3}")
}
