//! A sample of texts that was drawn: `assay extract sample`.

use serde::Serialize;

use super::Document;
use crate::report::{Align, Form, Table};
use crate::scoring::sample::Outcome;

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
    strata: Vec<StratumCount<'a>>,
}

/// How many texts of a stratum there are, and how many were drawn.
#[derive(Debug, Serialize)]
struct StratumCount<'a> {
    stratum: &'a str,
    available: usize,
    drawn: usize,
}

impl<'a> DrawnSample<'a> {
    /// The document about a sample of this benchmark.
    pub fn new(benchmark: &'a str, outcome: &'a Outcome) -> Self {
        let Outcome { sample, strata } = outcome;
        DrawnSample {
            benchmark,
            sample: &sample.name,
            seed: sample.seed,
            rate: sample.rate,
            per_item: sample.per_item,
            filters: &sample.filters,
            available: strata.iter().map(|stratum| stratum.available).sum(),
            drawn: sample.items,
            strata: strata
                .iter()
                .map(|stratum| StratumCount {
                    stratum: &stratum.stratum,
                    available: stratum.available,
                    drawn: stratum.drawn.len(),
                })
                .collect(),
        }
    }
}

impl Document for DrawnSample<'_> {
    fn tables(&self, _: Form) -> Vec<Table> {
        let columns =
            [("stratum", Align::Left), ("available", Align::Right), ("drawn", Align::Right)];
        let mut table = Table::new(columns).titled(format!(
            "{}: sample {}, rate {}, seed {}",
            self.benchmark, self.sample, self.rate, self.seed
        ));
        for of in &self.strata {
            table.row([of.stratum.to_owned(), of.available.to_string(), of.drawn.to_string()]);
        }
        table.row(["all".into(), self.available.to_string(), self.drawn.to_string()]);
        vec![table]
    }
}
