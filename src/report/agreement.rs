//! How raters agree, and whether a published table can be right: `assay agree table`, `assay agree check-table`.
//! Tables for people, and one tidy table for CSV.

use super::{Columns, Form, Printout, Table};
use crate::agreement::published_table::TableCheck;
use crate::agreement::{Against, Comparison, DawidSkeneSummary, Overall, Overview};
use crate::keyword::Keyword;
use crate::statistics::Statistic;

/// How raters agree; where wanted, against one that is taken as right and by Dawid and Skene's model. JSON always
/// has the confusion matrices, tables only where they are asked for.
pub fn ratings(
    overview: &Overview,
    against: Option<&Against>,
    dawid_skene: Option<&DawidSkeneSummary>,
    with_confusions: bool,
    form: Form,
) -> Printout {
    let mut tables: Vec<Table> = Vec::new();
    if form == Form::Csv {
        tables.push(tidy(overview, against));
    } else {
        tables.extend([overall(overview), pairs(overview)]);
        if with_confusions {
            tables.extend(confusions(overview));
        }
        if let Some(against) = against {
            tables.extend(against_tables(overview, against));
        }
        tables.extend(dawid_skene.map(dawid_skene_table));
    }
    let printout = Printout::default().flat(overview);
    printout.json_if("against", against).json_if("dawid_skene", dawid_skene).tables(tables)
}

/// Whether a published table can be right, and what is wrong with it.
pub fn published_table(check: &TableCheck, form: Form) -> Printout {
    Printout::default().flat(check).tables(match form {
        Form::Csv => vec![findings(check)],
        _ if check.findings.is_empty() => vec![checks(check)],
        _ => vec![checks(check), findings(check)],
    })
}

/// All raters together: each statistic with its interval, n, or why it is undefined.
pub(super) fn overall(overview: &Overview) -> Table {
    let named = named(&overview.overall).map(|(name, of)| (name.replace('_', " "), of));
    let Overview { items, ratings, missing, majority: votes, .. } = overview;
    let (raters, categories) = (overview.raters.len(), overview.categories.join(" "));
    let mut table = statistics("statistic", named).titled(format!(
        "{items} items, {raters} raters, {ratings} ratings ({missing} missing), categories {categories}"
    ));
    let (half, tied, unrated) = (votes.strict_majority, votes.tied, votes.unrated);
    let note = format!("{half} by more than half, {tied} tied, {unrated} unrated");
    let (decided, items) = (votes.decided.to_string(), items.to_string());
    table.row(["majority decided".to_owned(), decided, String::new(), items, note]);
    table
}

/// Named statistics, each with its interval, n, or why it is undefined.
pub(super) fn statistics<'a>(
    head: &str,
    named: impl Iterator<Item = (String, &'a Statistic)>,
) -> Table {
    Table::over(&named.collect::<Vec<_>>())
        .text(head, |(name, _)| name)
        .number("value", |(_, of)| value(of))
        .text("95 % interval", |(_, of)| interval(of))
        .number("n", |(_, of)| of.n())
        .text("", |(_, of)| of.because())
        .table()
}

/// Every pair of raters, one row each.
pub(super) fn pairs(overview: &Overview) -> Table {
    let is_ordered = overview.pairs.iter().any(|pair| pair.kappa_linear.is_some());
    Table::over(&overview.pairs)
        .with(columns!(text &: a, b))
        .number("n", |pair| pair.n)
        .number("raw", |pair| value(&pair.raw))
        .text("95 % interval", |pair| interval(&pair.raw))
        .number("kappa", |pair| value(&pair.kappa))
        .text("95 % interval", |pair| interval(&pair.kappa))
        .only_if(is_ordered, |table| {
            table
                .number("linear", |pair| pair.kappa_linear.as_ref().map(value))
                .number("quadratic", |pair| pair.kappa_quadratic.as_ref().map(value))
        })
        .text("", |pair| pair.kappa.because())
        .titled("Pairs of raters: raw agreement and Cohen's kappa")
}

/// The confusion matrix of every pair.
fn confusions(overview: &Overview) -> impl Iterator<Item = Table> {
    overview.pairs.iter().map(|pair| {
        let title = format!("{} (rows) and {}", pair.a, pair.b);
        confusion(title, &overview.categories, &pair.confusion)
    })
}

fn confusion(title: String, categories: &[String], cells: &[Vec<u32>]) -> Table {
    Table::over(categories.iter().zip(cells))
        .text("", |(category, _)| category)
        .each(categories.iter().enumerate(), |table, (at, name)| {
            table.number(name, |(_, cells)| cells[at])
        })
        .titled(title)
}

/// The other raters against the reference: accuracy, categories, confusion, comparisons.
fn against_tables(overview: &Overview, against: &Against) -> Vec<Table> {
    let Against { reference, candidates, .. } = against;
    let by_category =
        candidates.iter().flat_map(|of| of.per_category.iter().map(|named| (&of.rater, named)));
    let mut all = vec![
        Table::over(candidates)
            .text("rater", |of| &of.rater)
            .number("n", |of| of.n)
            .number("accuracy", |of| value(&of.accuracy))
            .text("95 % interval", |of| interval(&of.accuracy))
            .number("kappa", |of| value(&of.kappa))
            .number("macro F1", |of| of.macro_declared.map(|mean| short(mean.f1)))
            .text("", |of| of.accuracy.because())
            .titled(format!("Against {reference}")),
        Table::over(by_category)
            .text("rater", |(rater, _)| rater)
            .text("category", |(_, named)| &named.category)
            .number("precision", |(_, named)| short(named.precision))
            .number("recall", |(_, named)| short(named.recall))
            .number("F1", |(_, named)| short(named.f1))
            .number("support", |(_, named)| named.support)
            .text("", |(_, named)| match named.zero_by_convention.as_slice() {
                [] => None,
                zero => Some(format!("0/0: {}", zero.join(", "))),
            })
            .titled("By category (0 where a ratio is 0/0)"),
    ];
    all.extend(candidates.iter().map(|candidate| {
        let title = format!("{reference} (rows) and {}", candidate.rater);
        confusion(title, &overview.categories, &candidate.confusion)
    }));
    if let Some(Comparison { resamples, seed, .. }) = against.comparisons.first() {
        let title = format!("Two against {reference}: {resamples} paired resamples, seed {seed}");
        let compared = comparison_columns(&against.comparisons)
            .text("", |pair| pair.interval.as_deref().or(pair.difference.because()));
        all.push(compared.titled(title));
    }
    all
}

/// Comparisons of two on the same items.
pub(super) fn comparison_columns(pairs: &[Comparison]) -> Columns<&Comparison> {
    Table::over(pairs)
        .with(columns!(text &: a, b))
        .with(columns!(number: n, "only a right" = mcnemar.only_a, "only b right" = mcnemar.only_b))
        .number("McNemar p", |pair| short(pair.mcnemar.exact_p))
        .number("mid-p", |pair| short(pair.mcnemar.mid_p))
        .number("a - b", |pair| value(&pair.difference))
        .text("95 % interval", |pair| interval(&pair.difference))
}

/// The estimates of Dawid and Skene's model for the raters.
fn dawid_skene_table(summary: &DawidSkeneSummary) -> Table {
    let title = match summary {
        DawidSkeneSummary::Fitted { log_likelihood, iterations, converged, .. } => format!(
            "Dawid-Skene: {iterations} iterations{}, log-likelihood {log_likelihood:.3}",
            if *converged { "" } else { " without reaching the fixed point" }
        ),
        DawidSkeneSummary::Undefined { undefined } => {
            format!("Dawid-Skene: undefined, because {undefined}")
        }
    };
    let raters = match summary {
        DawidSkeneSummary::Fitted { rater_accuracy, .. } => rater_accuracy.as_slice(),
        DawidSkeneSummary::Undefined { .. } => &[],
    };
    Table::over(raters)
        .text("rater", |(rater, _)| rater)
        .number("accuracy under the model", |(_, accuracy)| {
            accuracy.map_or_else(|| "no ratings".to_owned(), short)
        })
        .titled(title)
}

/// One row per figure, for CSV: which statistic, of whom, and everything known about it.
fn tidy(overview: &Overview, against: Option<&Against>) -> Table {
    let overall = named(&overview.overall).map(|(name, statistic)| (name, "", "", statistic));
    let pairs = overview.pairs.iter().flat_map(|pair| {
        let figures = [
            ("raw", Some(&pair.raw)),
            ("kappa", Some(&pair.kappa)),
            ("kappa_linear", pair.kappa_linear.as_ref()),
            ("kappa_quadratic", pair.kappa_quadratic.as_ref()),
        ];
        figures.into_iter().filter_map(|(name, of)| Some((name, &*pair.a, &*pair.b, of?)))
    });
    let candidates = against.into_iter().flat_map(|against| {
        let reference = against.reference.as_str();
        let candidates = against.candidates.iter();
        candidates.map(move |of| ("accuracy", reference, &*of.rater, &of.accuracy))
    });
    let differences = against.into_iter().flat_map(|against| &against.comparisons);
    let differences =
        differences.map(|pair| ("accuracy_difference", &*pair.a, &*pair.b, &pair.difference));
    let figures = overall.chain(pairs).chain(candidates).chain(differences);
    tidy_table(["statistic", "a", "b"], figures)
}

/// A row for each figure: its name, its subject in two parts, and everything known about it.
pub(super) fn tidy_table<'a, N: Into<String>, S: Into<String>>(
    heads: [&str; 3],
    figures: impl IntoIterator<Item = (N, S, &'a str, &'a Statistic)>,
) -> Table {
    let known = ["n", "value", "se", "low95", "high95", "undefined"];
    let mut table = Table::new(heads.into_iter().chain(known));
    for (name, subject, part, statistic) in figures {
        let whose = [name.into(), subject.into(), part.to_owned()];
        table.row(whose.into_iter().chain(tidy_cells(statistic)));
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
fn checks(verdict: &TableCheck) -> Table {
    Table::over(&verdict.checks)
        .text("check", |outcome| outcome.check.name())
        .number("checked", |outcome| outcome.checked)
        .number("cannot be as printed", |outcome| outcome.failed)
        .table()
}

/// The impossible values of a published table.
fn findings(verdict: &TableCheck) -> Table {
    Table::over(&verdict.findings)
        .text("check", |finding| finding.check.name())
        .with(columns!(text &: row, column, printed, problem))
        .table()
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
pub(super) fn interval(statistic: &Statistic) -> Option<String> {
    let (value, (low, high)) = (statistic.value()?, statistic.ci95()?);
    let (low, high) = (low.max(value.min(-1.0)), high.min(value.max(1.0)));
    Some(format!("[{low:.3}, {high:.3}]"))
}

pub(super) fn short(value: f64) -> String {
    format!("{value:.3}")
}
