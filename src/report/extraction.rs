//! Extractors against people, as tables and as one tidy table for CSV.

use super::agreement::{comparison_columns, interval, short, statistics, tidy_table, value};
use super::{Form, Printout, Table};
use crate::agreement::extraction::{ExtractionAgreement, ExtractorAgreement, Part};
use crate::figures::alignment;
use crate::statistics::Statistic;

/// How extractors agree with people on the texts of a benchmark, or of one sample of it, with its warnings.
/// `remarks` are warnings from the database in addition to those that follow from the figures.
pub fn extraction_agreement(
    benchmark: &str,
    sample: Option<&str>,
    agreement: &ExtractionAgreement,
    remarks: Vec<String>,
    form: Form,
) -> (Printout, Vec<String>) {
    let mut warnings = warnings_of(agreement);
    warnings.extend(remarks);
    let printout = Printout::about(benchmark)
        .json("sample", sample)
        .flat(agreement)
        .json("warnings", &warnings)
        .tables(if form == Form::Csv { vec![tidy(agreement)] } else { all(agreement) });
    (printout, warnings)
}

/// The warnings about the figures of extractors.
fn warnings_of(agreement: &ExtractionAgreement) -> Vec<String> {
    let mut warnings = Vec::new();
    if agreement.items == 0 {
        warnings.push(format!("{} settles no text", agreement.reference));
    }
    if agreement.tied > 0 {
        warnings.push(format!("{} texts are left out: people are tied on them", agreement.tied));
    }
    if agreement.ceiling.people.len() == 1 {
        warnings.push("one person read alone: how far people agree is not known".to_owned());
    } else if agreement.ceiling.items < agreement.items {
        let once = agreement.items - agreement.ceiling.items;
        warnings.push(format!("{once} texts were read by one person only"));
    }
    warnings
}

/// All tables, the most wanted first.
fn all(agreement: &ExtractionAgreement) -> Vec<Table> {
    let mut tables = vec![
        extractors(agreement),
        ceiling(agreement),
        by_part("Alignment by model", agreement, |of| &of.by_model),
        by_part("Alignment by kind of answer", agreement, |of| &of.by_kind),
        accuracy(agreement),
        comparisons(agreement),
        disagreements(agreement),
    ];
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn extractors(agreement: &ExtractionAgreement) -> Table {
    let ExtractionAgreement { reference, items, tied, rule, power, .. } = agreement;
    let unread = agreement.not_read_by_reference;
    let needed = |of: &ExtractorAgreement| {
        let found = power.at_rates.iter().find(|at| at.extractor == of.extractor);
        found.map(|at| at.items)
    };
    Table::over(&agreement.extractors)
        .text("extractor", |of| &of.extractor)
        .text("sort", |of| of.sort)
        .with(columns!(number: n, nothing))
        .number("alignment", |of| value(&of.alignment))
        .text("95 % interval", |of| interval(&of.alignment))
        .text("0 to 1", |of| alignment::bar(&of.alignment, alignment::CELLS))
        .number("where read", |of| value(&of.alignment_where_read))
        .number("kappa", |of| value(&of.kappa))
        .number("AC1", |of| value(&of.gwet_ac1))
        .number("alpha", |of| value(&of.alpha))
        .number("texts for width", needed)
        .titled(format!(
            "Alignment with {reference} on {items} texts ({tied} tied, {unread} not read by the reference); \
             {rule}; width {}",
            power.width
        ))
}

fn ceiling(agreement: &ExtractionAgreement) -> Table {
    let of = &agreement.ceiling;
    let named = figures_of_ceiling(agreement).map(|(name, of)| (name.replace('_', " "), of));
    let pairs = of.pairs.iter().flat_map(|pair| {
        let named = |figure| format!("{} and {}: {figure}", pair.a, pair.b);
        [(named("raw"), &pair.raw), (named("kappa"), &pair.kappa)]
    });
    let (people, texts) = (of.people.len(), of.items);
    let title = format!("The ceiling: {people} people, {texts} texts read by two or more");
    statistics("people", named.chain(pairs)).titled(title)
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
    Table::over(agreement.extractors.iter().flat_map(of))
        .text("extractor", |(of, _)| &of.extractor)
        .text("", |(_, part)| &part.name)
        .number("n", |(_, part)| part.alignment.n())
        .number("alignment", |(_, part)| value(&part.alignment))
        .text("95 % interval", |(_, part)| interval(&part.alignment))
        .titled(title)
}

fn accuracy(agreement: &ExtractionAgreement) -> Table {
    let rows = agreement.accuracy.iter().flat_map(|of| {
        let model = of.model.as_str();
        let reference = (model, &*agreement.reference, &of.reference, None);
        let under = of.extractors.iter();
        let under = under.map(move |of| (model, &*of.extractor, &of.accuracy, Some(of)));
        std::iter::once(reference).chain(under)
    });
    Table::over(rows)
        .text("model", |(model, ..)| model)
        .text("extractor", |(_, extractor, ..)| extractor)
        .number("n", |(_, _, accuracy, _)| accuracy.n())
        .number("accuracy", |(_, _, accuracy, _)| value(accuracy))
        .text("95 % interval", |(_, _, accuracy, _)| interval(accuracy))
        .number("against reference", |(.., under)| Some(format!("{:+.3}", under?.difference?)))
        .number("McNemar p", |(.., under)| under.map(|of| short(of.mcnemar.exact_p)))
        .titled("Accuracy on these texts as each extractor reads them (after MMBench, Table 6)")
}

fn comparisons(agreement: &ExtractionAgreement) -> Table {
    let drawn = agreement.comparisons.first();
    let plan = drawn.map_or_else(String::new, |first| {
        format!(": {} paired resamples, seed {}", first.resamples, first.seed)
    });
    comparison_columns(&agreement.comparisons)
        .titled(format!("Two extractors on the same texts{plan}"))
}

fn disagreements(agreement: &ExtractionAgreement) -> Table {
    let rows = agreement.extractors.iter().flat_map(|of| {
        let name = &of.extractor;
        of.disagreements.iter().map(move |text| (name, text))
    });
    Table::over(rows)
        .text("extractor", |(extractor, _)| extractor)
        .text("text", |(_, of)| &of.item)
        .text("reference", |(_, of)| &of.reference)
        .text("read", |(_, of)| &of.extractor)
        .titled("Read differently")
}

/// One row per figure: of whom, on which part, and everything known about it.
fn tidy(agreement: &ExtractionAgreement) -> Table {
    let mut figures: Vec<(String, String, &str, &Statistic)> = Vec::new();
    let mut add = |figure: &str, extractor: &str, part, statistic| {
        figures.push((figure.to_owned(), extractor.to_owned(), part, statistic));
    };
    for of in &agreement.extractors {
        add("alignment", &of.extractor, "", &of.alignment);
        add("alignment_where_read", &of.extractor, "", &of.alignment_where_read);
        add("kappa", &of.extractor, "", &of.kappa);
        add("gwet_ac1", &of.extractor, "", &of.gwet_ac1);
        add("alpha", &of.extractor, "", &of.alpha);
        for (figure, parts) in
            [("alignment_by_model", &of.by_model), ("alignment_by_kind", &of.by_kind)]
        {
            for part in parts {
                add(figure, &of.extractor, &part.name, &part.alignment);
            }
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
        add("alignment_difference", &format!("{} - {}", pair.a, pair.b), "", &pair.difference);
    }
    tidy_table(["figure", "extractor", "part"], figures)
}
