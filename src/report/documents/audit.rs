//! Audits and plans: `assay audit`, `assay report audit`, `assay plan`.

use crate::certification::audit::{AuditReport, More, audit_order};
use crate::certification::plan::{Plan, Planned};
use crate::certify::{AuditPopulation, Below, Certified, Forecast, SequenceSetting, Step};
use crate::figures::interval_plot::interval_plot;
use crate::figures::{percent_number, undefined};
use crate::report::{Fields, Form, Printout, Table};
use crate::store::{Audit, AuditPlace};

/// How many keys of the order are shown when it is fixed.
const FIRST: usize = 10;
/// The most steps that a table for people has.
const STEPS: usize = 20;
/// Cells of the picture of the limits.
const PICTURE: (usize, usize) = (72, 10);

/// An audit that was started.
pub fn started(audit: &Audit) -> Printout {
    let count = |is_counted: fn(&AuditPlace) -> bool| {
        audit.places.iter().filter(|place| is_counted(place)).count()
    };
    let first: Vec<&str> = audit_order(audit).take(FIRST).collect();
    let row = Fields::over([audit])
        .text_column("audit", Audit::short_id)
        .json("audit", |audit| &audit.id)
        .text("benchmark", |audit| &audit.benchmark)
        .text("population", |audit| audit.population)
        .number("questions", |audit| audit_order(audit).count())
        .number_as("flagged", "suspected before", |_| count(|place| place.flagged))
        .number_as("decided", "decided on before", |_| count(|place| place.decided))
        .number("seed", |audit| audit.seed)
        .json("started", |audit| &audit.created)
        .json("by", |audit| &audit.by)
        .text_column("first", |_| first.join(", "))
        .json("first", |_| &first);
    Printout::default().record(row)
}

/// The order of an audit.
pub fn order(audit: &Audit, limit: usize) -> Printout {
    let keys: Vec<&str> = audit_order(audit).take(limit).collect();
    let rows: Vec<(usize, &str)> = (1..).zip(keys.iter().copied()).collect();
    Printout::default()
        .json("audit", &audit.id)
        .json("order", &keys)
        .tables(Table::over(&rows).number("", |row| row.0).text("question", |row| row.1).table())
}

/// The limits after each review of a file.
pub fn sequence(found: &Certified, setting: SequenceSetting, form: Form) -> Printout {
    let warnings = found.empty_after.map(no_rate_left).into_iter().collect();
    let every = match form {
        Form::Csv => 1,
        _ => found.steps.len().div_ceil(STEPS).max(1),
    };
    let is_shown = |step: &&Step| step.n.is_multiple_of(every) || step.n == found.steps.len();
    let shown: Vec<&Step> = found.steps.iter().filter(is_shown).collect();
    let steps = Table::over(shown)
        .number("reviewed", |step| step.n)
        .number("errors", |step| step.errors)
        .number("at least %", |step| step.lo.map_or_else(undefined, percent_number))
        .number("at most %", |step| step.hi.map_or_else(undefined, percent_number))
        .titled(format!("{} questions · {}", found.population, describe(setting)));
    Printout::default()
        .json("population", found.population)
        .json("prior", setting.prior)
        .json("confidence", setting.confidence)
        .json("steps", &found.steps)
        .json("below", &found.below)
        .json("empty_after", found.empty_after)
        .tables(steps)
        .tables(below_table(&found.below, &[]))
        .tables(picture(found, form))
        .warned(warnings)
}

/// What an audit certifies.
pub fn report(benchmark: &str, report: &AuditReport, form: Form) -> Printout {
    let setting = SequenceSetting { prior: report.prior, confidence: report.confidence };
    let of = match report.of {
        AuditPopulation::All => "all questions",
        AuditPopulation::Unflagged => "the questions that nothing spoke against",
    };
    let title = format!(
        "{benchmark} · audit {} of {of}, seed {}, started {} by {} · {}",
        &report.audit[..8.min(report.audit.len())],
        report.seed,
        report.started,
        report.by,
        describe(setting)
    );
    let sets = [
        ("drawn at random", &report.random),
        ("suspected before", &report.flagged),
        ("together", &report.total),
    ];
    let shown = if report.flagged.population == 0 { 1 } else { sets.len() };
    let kinds = Table::over(&report.kinds)
        .text("kind of error", |(kind, _)| kind)
        .number("questions", |(_, count)| *count);
    let mut tables = vec![
        Table::over(&sets[..shown])
            .text("questions", |(name, _)| *name)
            .number("all", |(_, set)| set.population)
            .number("reviewed", |(_, set)| set.reviewed)
            .number("errors", |(_, set)| set.errors)
            .number("open", |(_, set)| set.open)
            .number("rate %", |(_, set)| set.rate.value().map_or_else(undefined, percent_number))
            .number("at least %", |(_, set)| end(set, 0))
            .number("at most %", |(_, set)| end(set, 1))
            .titled(title),
    ];
    tables.extend(below_table(&report.random.below, &report.more));
    if !report.kinds.is_empty() {
        tables.push(kinds.titled("Errors by kind; a question may have several"));
    }
    tables.extend(picture(&report.random, form));
    Printout::about(benchmark).flat(report).tables(tables).warned(notes(report))
}

/// What must be known beside the figures.
fn notes(report: &AuditReport) -> Vec<String> {
    let next = report.next.as_deref().unwrap_or("none");
    let mut notes: Vec<String> = report.random.empty_after.map(no_rate_left).into_iter().collect();
    let counted = [
        (report.audits - 1, "further audits of this benchmark", "say why this one is reported"),
        (
            report.random.open,
            "open among the reviewed questions",
            "a further review, an adjudication or a verification settles them",
        ),
        (
            report.out_of_order,
            "reviewed out of order",
            "they count once those in front of them are reviewed",
        ),
        (
            report.changed.len(),
            "changed or removed by an import since the start",
            "what was settled counts, the rest \
                                stays open",
        ),
        (report.later, "imported since the start", "they are in no figure"),
        (report.decided_before, "decided on before the start", "the order is random all the same"),
    ];
    let counted = counted.into_iter().filter(|(count, ..)| *count > 0);
    notes.extend(counted.map(|(count, what, then)| format!("{what}: {count}; {then}")));
    if report.out_of_order > 0 {
        notes.push(format!("the next question in order is {next}"));
    }
    notes
}

fn no_rate_left(step: usize) -> String {
    format!(
        "no error rate is left after review {step}: the order was not random, or the small probability that the limits \
         leave has happened; nothing is certified"
    )
}

fn describe(setting: SequenceSetting) -> String {
    let [a, b] = setting.prior.into();
    format!(
        "limits hold at {} whenever one stops (prior-posterior ratio, Beta({a}, {b}))",
        rate(setting.confidence)
    )
}

/// A rate that was chosen: `10 %`, `2.5 %`.
fn rate(chosen: f64) -> String {
    format!("{} %", (1e6 * chosen).round() / 1e4)
}

fn end(set: &Certified, at: usize) -> String {
    set.interval.map_or_else(undefined, |interval| percent_number(interval[at]))
}

fn below_table(below: &[Below], more: &[More]) -> Vec<Table> {
    let certified = |one: &Below| match (one.certified, one.after) {
        (true, Some(after)) => format!("certified after {after} reviews"),
        (false, Some(after)) => {
            format!("was certified after {after} reviews, and no rate is left now")
        }
        _ => "not certified".to_owned(),
    };
    let forecast = |one: &Below| {
        let of_rate = more.iter().find(|more| more.rate.to_bits() == one.rate.to_bits());
        of_rate.map(|more| in_words(&more.forecast))
    };
    if below.is_empty() {
        return Vec::new();
    }
    let table = Table::over(below)
        .text("error rate", |one| format!("fewer than {}", rate(one.rate)))
        .text("", certified);
    match more.is_empty() {
        true => table.table().into(),
        false => table.text("if it goes on like this", forecast).table().into(),
    }
}

fn in_words(forecast: &Forecast) -> String {
    match (forecast.median, forecast.most) {
        (Some(median), Some(most)) => format!("about {median} more, most likely at most {most}"),
        (Some(median), None) => format!("about {median} more, and perhaps never"),
        (None, _) => {
            "probably never: too many errors or open ones, or too few questions".to_owned()
        }
    }
}

/// The limits from the first review to the last, for people.
fn picture(found: &Certified, form: Form) -> Vec<Table> {
    let marks: Vec<f64> = found.below.iter().map(|below| below.rate).collect();
    let lines = interval_plot(&found.narrowing(), &marks, PICTURE);
    if lines.is_empty() || form != Form::Table {
        return Vec::new();
    }
    let head = "Lower and upper limit by reviews";
    Table::over(&lines).text(head, |line| line).table().into()
}

/// How many reviews an audit takes, before it is started.
pub fn plan(
    benchmark: &str,
    population: usize,
    setting: SequenceSetting,
    rows: &[(f64, f64, Forecast)],
) -> Printout {
    let number = |n: Option<usize>| n.map_or_else(|| "never".to_owned(), |n| n.to_string());
    let rows = Fields::over(rows)
        .json("below", |row| row.0)
        .json("true_rate", |row| row.1)
        .flat(|row| row.2)
        .text_column("to certify", |row| format!("fewer than {}", rate(row.0)))
        .number_column("if the rate is", |row| rate(row.1))
        .number_column("half of audits take", |row| number(row.2.median))
        .number_column("nine of ten", |row| number(row.2.most))
        .titled(format!(
            "{benchmark} · {population} questions drawn at random · {}",
            describe(setting)
        ));
    Printout::about(benchmark)
        .json("population", population)
        .json("prior", setting.prior)
        .json("confidence", setting.confidence)
        .list("plan", rows)
}

/// What the figures of a benchmark need.
pub fn whole_plan(benchmark: Option<&str>, plan: &Plan) -> Printout {
    let number = |value: f64| match value {
        whole if whole.fract() == 0.0 => format!("{whole:.0}"),
        small if small < 1.0 => format!("{small:.4}"),
        value => format!("{value:.1}"),
    };
    let shown = |one: &Planned| match (one.value, one.name) {
        (Some(value), _) => number(value),
        (None, "prompt_tokens" | "completion_tokens" | "cost") => "unknown".to_owned(),
        (None, _) => "none".to_owned(),
    };
    // What several numbers rest on is said once, below them.
    let mut rests_on: Vec<&str> = plan.numbers.iter().map(|one| one.assumption.as_str()).collect();
    rests_on.dedup();
    let place =
        |one: &Planned| rests_on.iter().position(|of| *of == one.assumption).unwrap_or(0) + 1;
    let numbers = Table::over(&plan.numbers)
        .text("what", |one| one.name.replace('_', " "))
        .number("number", shown)
        .number("rests on", place)
        .titled(format!(
            "{} · {} questions",
            benchmark.unwrap_or("without a database"),
            plan.questions
        ));
    let parts =
        (1..).zip(&rests_on).flat_map(|(place, of)| of.split("; ").map(move |part| (place, part)));
    let parts: Vec<(usize, &str)> = parts.collect();
    let parts =
        Table::over(&parts).number("", |(place, _)| *place).text("rests on", |(_, part)| *part);
    let people = Fields::over(&plan.people)
        .number_as("people", "people for each item", |one| one.people)
        .json("half_width", |one| one.half_width)
        .number_column("alpha within", |one| format!("{:.3}", one.half_width))
        .number_as("items_needed", "items for the alpha that is wanted", |one| one.items_needed);
    let printout =
        Printout::default().json("benchmark", benchmark).json("questions", plan.questions);
    let printout = plan.numbers.iter().fold(printout, |all, one| all.json(one.name, one));
    printout.tables(numbers).tables(parts).list("people", people)
}
