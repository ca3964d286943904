//! Guesses from the text alone: `assay report gate`.

use crate::figures::{percent_interval, percent_number, undefined};
use crate::quality::{AnswerRow, GuessFigures, GuessRow};
use crate::report::agreement::tidy_table;
use crate::report::{Form, Printout, Table};
use crate::statistics::Statistic;

/// How the guesses are counted and tested.
const RULE: &str = "no idea counts as not right; intervals: Wilson's, guesses on one question taken as \
                    going together (cluster-robust variance by question); p: at least this many right if the \
                    reference answers lay at random among the choices, exact, one-sided, whoever guesses \
                    like whom";

/// People's guesses from the text alone, and their answers after them. `not_independent` is the number of
/// answers that are not in any figure, because the annotator had seen the reference answer or the answers of
/// others.
pub fn gate(
    benchmark: &str,
    figures: &GuessFigures,
    not_independent: usize,
    form: Form,
) -> Printout {
    let mut warnings = Vec::new();
    if figures.without_reference > 0 {
        let count = figures.without_reference;
        warnings
            .push(format!("{count} guesses are on questions without a reference answer: left out"));
    }
    if not_independent > 0 {
        warnings.push(format!(
            "{not_independent} answers were given by people who had seen the reference answer or \
             others' answers: left out"
        ));
    }
    if figures.overall.right.n() > 0 && figures.overall.flagged_questions == 0 {
        warnings.push(
            "no question with a guess has a text-only flag: the filter flagged none of them, or \
             never ran (assay filter text-only)"
                .into(),
        );
    }
    Printout::about(benchmark)
        .json("rule", RULE)
        .flat(figures)
        .json("not_independent", not_independent)
        .with_warnings(warnings)
        .tables(tables(benchmark, figures, form))
}

fn tables(benchmark: &str, figures: &GuessFigures, form: Form) -> Vec<Table> {
    let GuessFigures { people, overall, by_category, by_confidence, by_filter, .. } = figures;
    let parts = [
        ("all", std::slice::from_ref(overall)),
        ("category", by_category),
        ("confidence", by_confidence),
        ("filter", by_filter),
    ];
    let answers = [
        ("all questions", &figures.answers),
        ("questions with both", &figures.answers_on_same_questions),
    ];
    if form == Form::Csv {
        return vec![tidy(&parts, &answers)];
    }
    let title = format!("{benchmark} · guesses from the text alone of {people} people · {RULE}");
    let rows = parts.iter().flat_map(|(part, rows)| rows.iter().map(|row| (*part, row)));
    let guesses = Table::over(rows)
        .text("by", |(part, _)| part)
        .text("", |(_, row)| &row.name)
        .number("guesses", |(_, row)| row.right.n())
        .number("no idea", |(_, row)| row.no_idea)
        .number("right %", |(_, row)| share(&row.right))
        .text("95 % interval", |(_, row)| percent_interval(&row.right))
        .number("chance %", |(_, row)| share(&row.chance))
        .number("p", |(_, row)| p_value(&row.p_value))
        .number("flagged text-only", |(_, row)| {
            format!("{} of {}", row.flagged_questions, row.questions)
        })
        .text("", |(_, row)| because(&row.right))
        .titled(title);
    let rows = answers.iter().flat_map(|(on, rows)| rows.iter().map(|row| (*on, row)));
    let title = "Blind answers after the picture, by whether a guess came first; intervals by question \
                 as above";
    vec![
        guesses,
        Table::over(rows)
            .text("on", |(on, _)| on)
            .text("answers", |(_, row)| row.name)
            .number("n", |(_, row)| row.right.n())
            .number("right %", |(_, row)| share(&row.right))
            .text("95 % interval", |(_, row)| percent_interval(&row.right))
            .text("", |(_, row)| because(&row.right))
            .titled(title),
    ]
}
fn share(statistic: &Statistic) -> String {
    statistic.value().map_or_else(undefined, percent_number)
}

fn p_value(statistic: &Statistic) -> String {
    match statistic.value() {
        None => undefined(),
        Some(p) if p < 0.0001 => "below 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}

fn because(statistic: &Statistic) -> Option<String> {
    statistic.because().map(|reason| format!("because {reason}"))
}

/// One row per figure.
fn tidy(parts: &[(&str, &[GuessRow])], answers: &[(&str, &Vec<AnswerRow>)]) -> Table {
    let guesses = parts.iter().flat_map(|&(part, rows)| {
        rows.iter().flat_map(move |row| {
            let figures =
                [("guesses right", &row.right), ("chance", &row.chance), ("p", &row.p_value)];
            figures.map(|(figure, of)| (figure, part, row.name.as_str(), of))
        })
    });
    let answers = answers.iter().flat_map(|&(on, rows)| {
        rows.iter().map(move |row| ("answers right", on, row.name, &row.right))
    });
    tidy_table(["figure", "by", "name"], guesses.chain(answers))
}
