//! A sample of texts that was drawn: `assay extract sample`.

use serde::Serialize;

use super::Document;
use crate::evaluation::sample::DrawnSample;
use crate::report::{Form, Table};
use crate::statistics::Drawn;

/// A sample of texts that was drawn.
#[derive(Debug, Serialize)]
pub struct DrawnSample<'a> {
    benchmark: &'a str,
    sample: &'a str,
    seed: u64,
    rate: f64,
    per_item: Option<usize>,
    filters: &'a serde_json::Value,
    available: usize,
    drawn: usize,
    strata: Vec<StratumCount>,
}

/// How many members a stratum has, and how many were drawn.
#[derive(Debug, Serialize)]
pub(super) struct StratumCount {
    stratum: String,
    available: usize,
    pub drawn: usize,
}

impl<T> From<&Drawn<T>> for StratumCount {
    fn from(of: &Drawn<T>) -> Self {
        let stratum = of.stratum.clone();
        StratumCount { stratum, available: of.available, drawn: of.drawn.len() }
    }
}

/// A row for each stratum.
pub(super) fn strata<'a>(strata: impl IntoIterator<Item = &'a StratumCount>) -> Table {
    Table::over(strata)
        .text("stratum", |of| &of.stratum)
        .number("available", |of| of.available)
        .number("drawn", |of| of.drawn)
        .table()
}

impl<'a> DrawnSample<'a> {
    /// The document about a sample of this benchmark.
    pub fn new(benchmark: &'a str, outcome: &'a DrawnSample) -> Self {
        let DrawnSample { sample, strata } = outcome;
        DrawnSample {
            benchmark,
            sample: &sample.name,
            seed: sample.seed,
            rate: sample.rate,
            per_item: sample.per_item,
            filters: &sample.filters,
            available: strata.iter().map(|stratum| stratum.available).sum(),
            drawn: sample.items,
            strata: strata.iter().map(StratumCount::from).collect(),
        }
    }
}

impl Document for DrawnSample<'_> {
    fn tables(&self, _: Form) -> Vec<Table> {
        let (available, drawn) = (self.available, self.drawn);
        let all = StratumCount { stratum: "all".to_owned(), available, drawn };
        vec![strata(self.strata.iter().chain([&all])).titled(format!(
            "{}: sample {}, rate {}, seed {}",
            self.benchmark, self.sample, self.rate, self.seed
        ))]
    }
}
