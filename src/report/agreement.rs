//! Agreement as tables: for people, and as one tidy table for CSV.

use super::{Align, Table};
use crate::agreement::published_table::TableCheck;
use crate::agreement::{Against, DawidSkeneSummary, Overall, Overview};
use crate::statistics::Statistic;

/// All raters together: each statistic with its interval, n, or why it is undefined.
pub fn overall(overview: &Overview) -> Table {
    let mut table = Table::new([
        ("statistic", Align::Left),
        ("value", Align::Right),
        ("95 % interval", Align::Left),
        ("n", Align::Right),
        ("", Align::Left),
    ])
    .titled(format!(
        "{} items, {} raters, {} ratings ({} missing), categories {}",
        overview.items,
        overview.raters.len(),
        overview.ratings,
        overview.missing,
        overview.categories.join(" ")
    ));
    for (name, statistic) in named(&overview.overall) {
        let name = name.replace('_', " ");
        let n = statistic.n().to_string();
        table.row([name, value(statistic), interval(statistic), n, because(statistic)]);
    }
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
    let mut rates = Table::new([
        ("rater", Align::Left),
        ("n", Align::Right),
        ("accuracy", Align::Right),
        ("95 % interval", Align::Left),
        ("kappa", Align::Right),
        ("macro F1", Align::Right),
        ("", Align::Left),
    ])
    .titled(format!("Against {}", against.reference));
    let mut scores = Table::new([
        ("rater", Align::Left),
        ("category", Align::Left),
        ("precision", Align::Right),
        ("recall", Align::Right),
        ("F1", Align::Right),
        ("support", Align::Right),
        ("", Align::Left),
    ])
    .titled("By category (0 where a ratio is 0/0)");
    let mut matrices = Vec::new();
    for candidate in &against.candidates {
        rates.row([
            candidate.rater.clone(),
            candidate.n.to_string(),
            value(&candidate.accuracy),
            interval(&candidate.accuracy),
            value(&candidate.kappa),
            candidate.macro_declared.map_or_else(String::new, |mean| short(mean.f1)),
            because(&candidate.accuracy),
        ]);
        for named in &candidate.per_category {
            let of = &named.scores;
            scores.row([
                candidate.rater.clone(),
                named.category.clone(),
                short(of.precision),
                short(of.recall),
                short(of.f1),
                of.support.to_string(),
                match of.zero_by_convention.as_slice() {
                    [] => String::new(),
                    zero => format!("0/0: {}", zero.join(", ")),
                },
            ]);
        }
        let title = format!("{} (rows) and {}", against.reference, candidate.rater);
        matrices.push(confusion(title, &overview.categories, &candidate.confusion));
    }
    let mut all = vec![rates, scores];
    all.extend(matrices);
    if !against.comparisons.is_empty() {
        all.push(comparisons(against));
    }
    all
}

fn comparisons(against: &Against) -> Table {
    let first = &against.comparisons[0];
    let mut table = Table::new([
        ("a", Align::Left),
        ("b", Align::Left),
        ("n", Align::Right),
        ("only a right", Align::Right),
        ("only b right", Align::Right),
        ("McNemar p", Align::Right),
        ("mid-p", Align::Right),
        ("a - b", Align::Right),
        ("95 % interval", Align::Left),
        ("", Align::Left),
    ])
    .titled(format!(
        "Two against {}: {} paired resamples, seed {}",
        against.reference, first.resamples, first.seed
    ));
    for pair in &against.comparisons {
        table.row([
            pair.a.clone(),
            pair.b.clone(),
            pair.n.to_string(),
            pair.mcnemar.only_a.to_string(),
            pair.mcnemar.only_b.to_string(),
            short(pair.mcnemar.exact_p),
            short(pair.mcnemar.mid_p),
            value(&pair.difference),
            interval(&pair.difference),
            pair.interval.clone().unwrap_or_else(|| because(&pair.difference)),
        ]);
    }
    table
}

/// What Dawid and Skene's model says of the raters.
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
    let mut table = Table::new([
        ("check", Align::Left),
        ("checked", Align::Right),
        ("cannot be as printed", Align::Right),
    ]);
    for outcome in &verdict.checks {
        let name = outcome.check.name().to_owned();
        table.row([name, outcome.checked.to_string(), outcome.failed.to_string()]);
    }
    table
}

/// What a published table has that cannot be.
pub fn findings(verdict: &TableCheck) -> Table {
    let names = ["check", "row", "column", "printed", "problem"];
    let mut table = Table::new(names.map(|name| (name, Align::Left)));
    for finding in &verdict.findings {
        table.row([
            finding.check.name().to_owned(),
            finding.row.clone(),
            finding.column.clone(),
            finding.printed.clone(),
            finding.problem.clone(),
        ]);
    }
    table
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

/// The interval; an end that lies beyond -1 or 1, where no statistic of agreement does, is shown there.
/// JSON and CSV have it as it was computed.
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
