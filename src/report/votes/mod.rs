//! Figures of votes: `assay votes`. Every table names its rule and its judges; the tables are in `tables`.

pub mod tables;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::documents::judging::drill_tests;
use super::{Printout, Table};
use crate::figures::table::Cell;
use crate::judging::DrillCard;
use crate::keyword::Keyword;
use crate::votes::{JudgeCount, Rule, Undecided};

/// What stands on every table.
#[derive(Debug, Default)]
pub struct Head {
    pub benchmark: String,
    /// A note on the data, for instance that it is made up.
    pub notice: Option<String>,
    pub rule: Option<Rule>,
    /// A slight win whose answer is more than this many characters longer is a tie.
    pub length_margin: Option<u32>,
    pub judges: Vec<JudgeCount>,
    /// The cards of judges who did the fire drill.
    pub drills: Vec<DrillCard>,
    pub warnings: Vec<String>,
}

/// A result: of all judges together, or of one of them.
#[derive(Debug, Default)]
pub struct Part {
    pub judge: Option<String>,
    /// The fields of JSON.
    pub fields: Map<String, Value>,
    tables: Vec<Table>,
}

impl Part {
    /// A result with the fields of an object of JSON.
    fn new(fields: Value, tables: impl Into<Vec<Table>>) -> Part {
        let fields = if let Value::Object(fields) = fields { fields } else { Map::new() };
        Part { judge: None, fields, tables: tables.into() }
    }

    /// An object of JSON that begins with the judge.
    fn named(&self, fields: &Map<String, Value>) -> Value {
        let judge = self.judge.iter().map(|name| ("judge".to_owned(), name.as_str().into()));
        Value::Object(judge.chain(fields.clone()).collect())
    }

    /// The rows of a list of JSON.
    fn rows(&self, list: &str) -> impl Iterator<Item = Value> {
        let rows = self.fields.get(list).and_then(Value::as_array).into_iter().flatten();
        rows.filter_map(Value::as_object).map(|row| self.named(row))
    }
}

impl Head {
    /// The whole result. Where judges are parted, each has an object in `by_judge`, and the rows of pairs and models
    /// name their judge.
    pub fn printout(self, parts: Vec<Part>) -> Printout {
        let about = self.describe();
        let mut printout = Printout::about(&self.benchmark)
            .json_if("notice", self.notice)
            .json_if("rule", self.rule)
            .json_if("length_margin", self.length_margin)
            .json("judges", &self.judges);
        if parts.iter().any(|part| part.judge.is_some()) {
            for list in ["pairs", "models"] {
                if parts.iter().any(|part| part.fields.contains_key(list)) {
                    let rows: Vec<Value> = parts.iter().flat_map(|part| part.rows(list)).collect();
                    printout = printout.json(list, rows);
                }
            }
            let each: Vec<Value> = parts.iter().map(|part| part.named(&part.fields)).collect();
            printout = printout.json("by_judge", each);
        } else {
            printout = parts.iter().fold(printout, |printout, part| printout.flat(&part.fields));
        }
        let mut tables: Vec<Table> = Vec::new();
        for Part { judge, tables: own, .. } in parts {
            for table in own {
                let title = table.title.as_ref().map(|title| format!("{title}; {about}"));
                let table = with_judge(judge.as_deref(), Table { title, ..table });
                let is_alike = |other: &&mut Table| {
                    (&other.title, &other.columns) == (&table.title, &table.columns)
                };
                match tables.iter_mut().find(is_alike).filter(|_| judge.is_some()) {
                    Some(alike) => alike.rows.extend(table.rows),
                    None => tables.push(table),
                }
            }
        }
        let judges = Table::over(&self.judges)
            .text("judge", |count| &count.judge)
            .number("votes", |count| count.votes)
            .only_if(self.judges.iter().any(|count| !count.snapshots.is_empty()), |table| {
                table.text("snapshot", |count| snapshots(&count.snapshots))
            })
            .text("without a verdict", |count| reasons(&count.undecided))
            .titled("Judges");
        printout = printout.tables(tables).tables(judges);
        printout = self.drills.iter().fold(printout, |out, card| out.table(drill_tests(card)));
        let drills = (!self.drills.is_empty()).then_some(&self.drills);
        printout.json_if("drills", drills).warned(self.warnings)
    }

    /// The rule, the judges and what the data are, in a line.
    fn describe(&self) -> String {
        let rule = self.rule.map(|rule| format!("rule {}, ", rule.name())).unwrap_or_default();
        let margin = self.length_margin.map(|margin| format!("length margin {margin}, "));
        let judges = match &*self.judges {
            several @ [_, _, _, _, ..] => format!("{} judges", several.len()),
            few => {
                let name = |count: &JudgeCount| match count.snapshots.len() {
                    0 => count.judge.clone(),
                    1 => format!("{} ({})", count.judge, snapshots(&count.snapshots)),
                    several => format!("{} ({several} snapshots)", count.judge),
                };
                format!("judged by {}", few.iter().map(name).collect::<Vec<_>>().join(", "))
            }
        };
        let notice = self.notice.as_ref().map(|notice| format!("; {notice}"));
        format!("{rule}{}{judges}{}", margin.unwrap_or_default(), notice.unwrap_or_default())
    }
}

/// A table whose first column is the judge.
fn with_judge(judge: Option<&str>, mut table: Table) -> Table {
    if let Some(judge) = judge {
        table.columns.splice(..0, Table::new(["judge"]).columns);
        table.rows.iter_mut().for_each(|row| row.insert(0, Cell::from(judge)));
    }
    table
}

/// The snapshots of a judge; of several with their votes.
fn snapshots(counts: &BTreeMap<String, usize>) -> String {
    let each = counts.iter().map(|(name, votes)| match counts.len() {
        1 => name.clone(),
        _ => format!("{name}: {votes}"),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Reasons with their counts.
fn reasons(counts: &BTreeMap<Undecided, usize>) -> String {
    let each = counts.iter().map(|(because, count)| format!("{} {count}", because.name()));
    each.collect::<Vec<_>>().join(", ")
}

/// Correlations of rankings.
pub fn rankings(correlations: &[crate::votes::Correlations]) -> Printout {
    let table = Table::over(correlations)
        .with(columns!(text &: a, b))
        .number("n", |row| row.n)
        .statistic("Spearman", |row| &row.spearman)
        .value("Kendall's tau-b", |row| &row.kendall)
        .statistic("Pearson", |row| &row.pearson)
        .because(|row| &row.spearman)
        .table();
    Printout::default().json("pairs", correlations).tables(table)
}
