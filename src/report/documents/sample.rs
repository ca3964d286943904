//! A sample of texts that was drawn: `assay extract sample`.

use serde::Serialize;

use crate::evaluation::sample::DrawnSample;
use crate::report::{Printout, Table};
use crate::statistics::Drawn;

/// How many members a stratum has, and how many were drawn.
#[derive(Debug, Serialize)]
pub(super) struct StratumCount {
    stratum: String,
    available: usize,
    pub drawn: usize,
}

/// The counts of each stratum.
pub(super) fn counts<T>(strata: &[Drawn<T>]) -> Vec<StratumCount> {
    let count = |of: &Drawn<T>| StratumCount {
        stratum: of.stratum.clone(),
        available: of.available,
        drawn: of.drawn.len(),
    };
    strata.iter().map(count).collect()
}

/// A row for each stratum.
pub(super) fn table(strata: &[StratumCount]) -> Table {
    Table::over(strata)
        .text("stratum", |of| &of.stratum)
        .number("available", |of| of.available)
        .number("drawn", |of| of.drawn)
        .table()
}

/// A sample of the texts of this benchmark.
pub fn sample(benchmark: &str, DrawnSample { sample, strata }: &DrawnSample) -> Printout {
    let (name, rate, seed, drawn) = (&sample.name, sample.rate, sample.seed, sample.items);
    let mut strata = counts(strata);
    let available = strata.iter().map(|stratum| stratum.available).sum();
    let printout = Printout::default()
        .json("benchmark", benchmark)
        .json("sample", name)
        .json("seed", seed)
        .json("rate", rate)
        .json("per_item", sample.per_item)
        .json("filters", &sample.filters)
        .json("available", available)
        .json("drawn", drawn)
        .json("strata", &strata);
    strata.push(StratumCount { stratum: "all".to_owned(), available, drawn });
    let title = format!("{benchmark}: sample {name}, rate {rate}, seed {seed}");
    printout.tables(table(&strata).titled(title))
}
