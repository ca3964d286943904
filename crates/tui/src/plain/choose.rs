//! Choosing a benchmark in plain lines, before the conversation of a queue begins.

use std::io::{BufRead, Write};

use super::Interrupted;
use super::line::{self, Line};
use crate::messages::text;
use crate::terms;
use assay_core::benchmark::queues::QUEUE_REVIEW;
use assay_core::visible::{Harmless, visible_line};
use assay_store::{Annotator, Benchmark, Store};
use assay_workflow::queue::BenchmarkWork;

/// Lists the benchmarks and asks for one by its number or its name. `None` if the annotator quits
/// or the input ends.
///
/// # Errors
/// [`Interrupted`].
pub fn choose_benchmark(
    store: &Store,
    annotator: &Annotator,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<Option<Benchmark>, Interrupted> {
    let mut out = Harmless::text(out);
    let benchmarks = store.benchmarks()?;
    writeln!(out, "{}", text!("plain-benchmarks", count = benchmarks.len()))?;
    for (number, benchmark) in (1..).zip(&benchmarks) {
        let work = BenchmarkWork::load(store, benchmark)?;
        let name = visible_line(&benchmark.name);
        let words = describe(&work, annotator);
        writeln!(out, "{}", text!("plain-benchmark", number, name, words))?;
    }
    loop {
        writeln!(out, "{}", text!("plain-which-benchmark"))?;
        out.flush()?;
        match line::next(input)? {
            Line::End => return Ok(None),
            Line::Unusable(why) => writeln!(out, "{}", text!("plain-nothing-chosen", why))?,
            Line::Text(text) => match named(&benchmarks, text.trim()) {
                Some(benchmark) => return Ok(Some(benchmark.clone())),
                None if matches!(text.trim(), "q" | "quit") => return Ok(None),
                None => writeln!(out, "{}", text!("plain-no-such-benchmark"))?,
            },
        }
    }
}

/// A name comes before a number: a benchmark may be called `2`.
fn named<'b>(benchmarks: &'b [Benchmark], text: &str) -> Option<&'b Benchmark> {
    let by_name = benchmarks.iter().find(|benchmark| benchmark.name == text);
    let by_number = || benchmarks.get(text.parse::<usize>().ok()?.checked_sub(1)?);
    by_name.or_else(by_number)
}

fn describe(work: &BenchmarkWork, annotator: &Annotator) -> String {
    let Some(review) = work.queue(QUEUE_REVIEW) else { return text!("plain-no-questions").into() };
    let done = review.by(&annotator.name).map_or(0, |own| own.done);
    let left = review.left_for(&annotator.name);
    let waits = terms::waiting(&work.waiting);
    let waits = if waits.is_empty() { waits } else { text!("plain-benchmark-waits", waits) };
    text!("plain-benchmark-work", count = review.items, done, left, waits)
}
