//! The probability that each question is wrong, and how early errors were found: `assay report probable-error`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::json;

use crate::benchmark::outcome::Fate;
use crate::certification::probable_error::{ProbableError, ProbableErrors};
use crate::certify::discovery::Discovery;
use crate::certify::probable_error::{PRIOR, Signal, Signals};
use crate::figures::undefined;
use crate::keyword::Keyword;
use crate::report::{Form, Printout, Table};

/// The rows of the curve that people read.
const ROWS: usize = 12;
/// The width of its bars.
const WIDTH: usize = 30;
/// What speaks for or against a question is named where it moves the logit at least this far.
const LEAST_NAMED: f64 = 0.2;

/// The questions with their probabilities, the greatest first, the weights of the signals, and the curve of the
/// errors that were found.
pub fn probable_error(
    benchmark: &str,
    found: &ProbableErrors,
    curve: &Discovery,
    limit: usize,
    form: Form,
) -> Printout {
    let mut order: Vec<&ProbableError> = found.questions.iter().collect();
    order.sort_by_key(|one| Reverse(millionths(one.probability)));
    let question = |one: &&ProbableError| {
        json!({
            "key": one.key,
            "probability": one.probability,
            "outcome": one.fate.name(),
            "signals": by_name(&one.signals),
        })
    };
    let questions: Vec<_> = order.iter().map(question).collect();
    let weights = &found.model.weights;
    let mut named: BTreeMap<&str, f64> =
        Signal::all().map(|signal| (signal.name(), weights[signal as usize + 1])).collect();
    named.insert("intercept", weights[0]);
    Printout::about(benchmark)
        .json("verified", found.model.verified)
        .json("errors_verified", found.model.errors)
        .json("weights", named)
        .json("questions", questions)
        .json("discovery", curve)
        .tables(vec![list(benchmark, found, &order, limit, form), weights_table(found)])
        .tables(Vec::from_iter((curve.reviewed > 0).then(|| discovery(curve))))
}

fn millionths(probability: f64) -> u32 {
    (probability * 1e6) as u32
}

fn by_name(signals: &Signals) -> BTreeMap<&'static str, f64> {
    Signal::all().map(|signal| (signal.name(), signals[signal as usize])).collect()
}

fn list(
    benchmark: &str,
    found: &ProbableErrors,
    order: &[&ProbableError],
    limit: usize,
    form: Form,
) -> Table {
    let is_open = |one: &&&ProbableError| matches!(one.fate, Fate::Open(_));
    let open = order.iter().filter(is_open).count();
    let shown: Vec<&ProbableError> = match form {
        Form::Csv => order.to_vec(),
        _ => order.iter().filter(is_open).take(limit).copied().collect(),
    };
    let title = format!(
        "{benchmark} · the {} of {open} open questions that are most probably wrong · calibrated on {} settled \
         ones, of which {} were wrong",
        shown.len(),
        found.model.verified,
        found.model.errors
    );
    let why = |one: &ProbableError| {
        let mut parts: Vec<(f64, Signal)> = Signal::all()
            .map(|signal| {
                let place = signal as usize;
                (one.signals[place] * found.model.weights[place + 1], signal)
            })
            .filter(|(moved, _)| moved.abs() >= LEAST_NAMED)
            .collect();
        parts.sort_by(|one, other| other.0.total_cmp(&one.0));
        let named = parts.iter().map(|(moved, signal)| format!("{signal} {moved:+.1}"));
        named.collect::<Vec<_>>().join(", ")
    };
    Table::over(shown)
        .text("question", |one| &one.key)
        .number("probability", |one| format!("{:.3}", one.probability))
        .text("outcome", |one| one.fate.name())
        .text("moved by", why)
        .titled(title)
}

fn weights_table(found: &ProbableErrors) -> Table {
    let weight = |weight: f64| format!("{weight:.2}");
    Table::over(Signal::all())
        .text("signal", Signal::name)
        .number("weight", |signal| weight(found.model.weights[signal as usize + 1]))
        .number("prior", |signal| weight(PRIOR[signal as usize + 1]))
        .titled(format!("Weights in the logit · intercept {:.2}", found.model.weights[0]))
}

/// Errors found against questions reviewed, beside the line of a random order.
fn discovery(curve: &Discovery) -> Table {
    let at_random = match (curve.at_random.value(), curve.at_random.n()) {
        (Some(rate), n) => format!("drawn at random: {:.1} % of {n} are wrong", 100.0 * rate),
        (None, _) => "none drawn at random".to_owned(),
    };
    let area = curve.area.map_or_else(undefined, |area| format!("{area:.3}"));
    let title = format!(
        "{} errors in {} questions that were decided on, in this order · area {area} (a random order 0.5) · \
         {at_random}",
        curve.errors, curve.reviewed
    );
    let bar = |reviewed: usize| {
        let width = |errors: f64| (errors * WIDTH as f64 / curve.errors.max(1) as f64) as usize;
        let found = width(curve.errors_after(reviewed) as f64);
        let random = width(curve.expected_after(reviewed)).min(WIDTH);
        let cell = |at: usize| match (at < found, at == random) {
            (_, true) => '|',
            (true, false) => '#',
            (false, false) => ' ',
        };
        (0..=WIDTH).map(cell).collect::<String>().trim_end().to_owned()
    };
    Table::over(curve.points(if curve.errors > 0 { ROWS } else { 1 }))
        .number("reviewed", |reviewed| reviewed)
        .number("errors", |reviewed| curve.errors_after(reviewed))
        .number("at random", |reviewed| format!("{:.1}", curve.expected_after(reviewed)))
        .text("errors #, a random order |", bar)
        .titled(title)
}
