//! Extractors against people, as tables and as one tidy table for CSV.

use super::agreement::{comparison_columns, interval, short, statistics, value};
use super::table::{number, text};
use super::{Align, Table};
use crate::agreement::extraction::{ExtractionAgreement, ExtractorAgreement, Part};
use crate::figures::alignment;
use crate::statistics::Statistic;

/// All tables, the most wanted first.
pub fn all(agreement: &ExtractionAgreement) -> Vec<Table> {
    let mut tables = vec![
        extractors(agreement),
        ceiling(agreement),
        by_part("Alignment by model", agreement, |of| &of.by_model),
        by_part("Alignment by kind of answer", agreement, |of| &of.by_kind),
        accuracy(agreement),
        comparisons(agreement),
        disagreements(agreement),
    ];
    tables.retain(|table| !table.is_empty());
    tables
}

fn extractors(agreement: &ExtractionAgreement) -> Table {
    let mut table = Table::new([
        ("extractor", Align::Left),
        ("sort", Align::Left),
        ("n", Align::Right),
        ("nothing", Align::Right),
        ("alignment", Align::Right),
        ("95 % interval", Align::Left),
        ("0 to 1", Align::Left),
        ("where read", Align::Right),
        ("kappa", Align::Right),
        ("AC1", Align::Right),
        ("alpha", Align::Right),
        ("texts for width", Align::Right),
    ])
    .titled(format!(
        "Alignment with {} on {} texts ({} tied, {} not read by the reference); {}; width {}",
        agreement.reference,
        agreement.items,
        agreement.tied,
        agreement.not_read_by_reference,
        agreement.rule,
        agreement.power.width
    ));
    for of in &agreement.extractors {
        let needed = agreement.power.at_rates.iter().find(|at| at.extractor == of.extractor);
        table.row([
            of.extractor.clone(),
            of.sort.to_owned(),
            of.n.to_string(),
            of.nothing.to_string(),
            value(&of.alignment),
            interval(&of.alignment),
            alignment::bar(&of.alignment),
            value(&of.alignment_where_read),
            value(&of.kappa),
            value(&of.gwet_ac1),
            value(&of.alpha),
            needed.map_or_else(String::new, |at| at.items.to_string()),
        ]);
    }
    table
}

fn ceiling(agreement: &ExtractionAgreement) -> Table {
    let of = &agreement.ceiling;
    let named = figures_of_ceiling(agreement).map(|(name, of)| (name.replace('_', " "), of));
    let pairs = of.pairs.iter().flat_map(|pair| {
        let named = |figure| format!("{} and {}: {figure}", pair.a, pair.b);
        [(named("raw"), &pair.raw), (named("kappa"), &pair.kappa)]
    });
    statistics("people", named.chain(pairs)).titled(format!(
        "The ceiling: {} people, {} texts read by two or more",
        of.people.len(),
        of.items
    ))
}

fn figures_of_ceiling(
    agreement: &ExtractionAgreement,
) -> impl Iterator<Item = (&'static str, &Statistic)> {
    let of = &agreement.ceiling;
    [
        ("percent_agreement", &of.percent_agreement),
        ("leave_one_out", &of.leave_one_out),
        ("fleiss_kappa", &of.fleiss_kappa),
        ("gwet_ac1", &of.gwet_ac1),
        ("alpha", &of.alpha),
        ("percent_agreement_with_marks", &of.marks),
    ]
    .into_iter()
}

fn by_part(
    title: &str,
    agreement: &ExtractionAgreement,
    parts: impl Fn(&ExtractorAgreement) -> &Vec<Part>,
) -> Table {
    let of = |extractor| parts(extractor).iter().map(move |part| (extractor, part));
    let columns = [
        text("extractor", |(of, _): &(&ExtractorAgreement, &Part)| of.extractor.clone()),
        text("", |(_, part)| part.name.clone()),
        number("n", |(_, part)| part.alignment.n().to_string()),
        number("alignment", |(_, part)| value(&part.alignment)),
        text("95 % interval", |(_, part)| interval(&part.alignment)),
    ];
    Table::from_rows(agreement.extractors.iter().flat_map(of), &columns).titled(title)
}

fn accuracy(agreement: &ExtractionAgreement) -> Table {
    let mut table = Table::new([
        ("model", Align::Left),
        ("extractor", Align::Left),
        ("n", Align::Right),
        ("accuracy", Align::Right),
        ("95 % interval", Align::Left),
        ("against reference", Align::Right),
        ("McNemar p", Align::Right),
    ])
    .titled("Accuracy on these texts as each extractor reads them (after MMBench, Table 6)");
    for model in &agreement.accuracy {
        let cells = |extractor: &str, accuracy: &Statistic| {
            let n = accuracy.n().to_string();
            [model.model.clone(), extractor.to_owned(), n, value(accuracy), interval(accuracy)]
        };
        table.row(cells(&agreement.reference, &model.reference));
        for under in &model.extractors {
            let difference = under.difference.map_or_else(String::new, |d| format!("{d:+.3}"));
            let against = [difference, short(under.mcnemar.exact_p)];
            table.row(cells(&under.extractor, &under.accuracy).into_iter().chain(against));
        }
    }
    table
}

fn comparisons(agreement: &ExtractionAgreement) -> Table {
    let drawn = agreement.comparisons.first();
    let plan = drawn.map_or_else(String::new, |first| {
        format!(": {} paired resamples, seed {}", first.resamples, first.seed)
    });
    Table::from_rows(&agreement.comparisons, &comparison_columns())
        .titled(format!("Two extractors on the same texts{plan}"))
}

fn disagreements(agreement: &ExtractionAgreement) -> Table {
    let columns = ["extractor", "text", "reference", "read"];
    let mut table = Table::new(columns.map(|name| (name, Align::Left))).titled("Read differently");
    for of in &agreement.extractors {
        for text in &of.disagreements {
            let cells = [&of.extractor, &text.item, &text.reference, &text.extractor];
            table.row(cells.map(Clone::clone));
        }
    }
    table
}

/// One row per figure: of whom, on which part, and everything known about it.
pub fn tidy(agreement: &ExtractionAgreement) -> Table {
    let names = ["figure", "extractor", "part", "n", "value", "se", "low95", "high95", "undefined"];
    let mut table = Table::new(names.map(|name| (name, Align::Left)));
    let mut add = |figure: &str, extractor: &str, part: &str, statistic: &Statistic| {
        let whose = [figure, extractor, part].map(str::to_owned);
        table.row(whose.into_iter().chain(super::agreement::tidy_cells(statistic)));
    };
    for of in &agreement.extractors {
        add("alignment", &of.extractor, "", &of.alignment);
        add("alignment_where_read", &of.extractor, "", &of.alignment_where_read);
        add("kappa", &of.extractor, "", &of.kappa);
        add("gwet_ac1", &of.extractor, "", &of.gwet_ac1);
        add("alpha", &of.extractor, "", &of.alpha);
        for part in &of.by_model {
            add("alignment_by_model", &of.extractor, &part.name, &part.alignment);
        }
        for part in &of.by_kind {
            add("alignment_by_kind", &of.extractor, &part.name, &part.alignment);
        }
    }
    for (name, statistic) in figures_of_ceiling(agreement) {
        add(&format!("ceiling_{name}"), "", "", statistic);
    }
    for model in &agreement.accuracy {
        add("accuracy", &agreement.reference, &model.model, &model.reference);
        for under in &model.extractors {
            add("accuracy", &under.extractor, &model.model, &under.accuracy);
        }
    }
    for pair in &agreement.comparisons {
        let both = format!("{} - {}", pair.a, pair.b);
        add("alignment_difference", &both, "", &pair.difference);
    }
    table
}
