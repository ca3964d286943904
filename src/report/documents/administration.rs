//! Administrative acts: `assay people acts`.

use serde::Serialize;

use super::Document;
use crate::benchmark::administration::AdministrativeAct;
use crate::report::{Form, Table};
use crate::store::RecordedAct;

/// Every administrative act of a database.
#[derive(Debug, Serialize)]
pub struct Acts {
    acts: Vec<ActRow>,
}

#[derive(Debug, Serialize)]
struct ActRow {
    number: i64,
    created: String,
    by: String,
    benchmark: Option<String>,
    /// A description of the act.
    what: String,
    #[serde(flatten)]
    act: AdministrativeAct,
}

impl Acts {
    /// The document about these acts.
    pub fn new(acts: Vec<RecordedAct>) -> Self {
        let row = |RecordedAct { number, by, benchmark, act, created }| ActRow {
            number,
            created,
            by,
            benchmark,
            what: act.to_string(),
            act,
        };
        Acts { acts: acts.into_iter().map(row).collect() }
    }
}

impl Document for Acts {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over(&self.acts)
            .number("act", |row| row.number)
            .text("when", |row| &row.created)
            .text("by", |row| &row.by)
            .text("benchmark", |row| row.benchmark.as_ref())
            .text("what", |row| &row.what)
            .into()
    }
}
