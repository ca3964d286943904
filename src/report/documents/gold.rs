//! The questions with a known verdict: `assay gold`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::keyword::Keyword;
use crate::queue::gold::Settled;
use crate::report::{Form, Table};

/// The questions with a known verdict.
#[derive(Debug, Serialize)]
pub struct Gold {
    benchmark: String,
    gold: Vec<GoldRow>,
}

#[derive(Debug, Serialize)]
struct GoldRow {
    question: String,
    #[serde(flatten)]
    settled: Settled,
}

impl Gold {
    /// The document about these questions of a benchmark.
    pub fn new(benchmark: &str, settled: BTreeMap<String, Settled>) -> Self {
        let rows = settled.into_iter().map(|(question, settled)| GoldRow { question, settled });
        Gold { benchmark: benchmark.to_owned(), gold: rows.collect() }
    }
}

impl Document for Gold {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over(&self.gold)
            .text("question", |row| &row.question)
            .text("verdict", |row| row.settled.verdict.name())
            .text("answer", |row| row.settled.answer.map(|answer| answer.to_string()))
            .text("by", |row| row.settled.by.name())
            .text("since", |row| &row.settled.since)
            .into()
    }
}
