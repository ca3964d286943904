//! Figures of votes: `assay votes`. Every table names its rule and its judges; the tables are in `tables`.

pub mod tables;

use serde::Serialize;
use serde_json::{Map, Value};

use super::documents::judging::drill_tests;
use super::{Fields, Printout, Table};
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
#[derive(Debug)]
pub struct Part {
    judge: Option<String>,
    fields: Map<String, Value>,
    tables: Vec<Table>,
}

impl Part {
    /// A result with these fields of JSON and these tables.
    ///
    /// # Errors
    /// If the fields cannot be written as JSON.
    pub fn new(
        judge: Option<&str>,
        fields: &impl Serialize,
        tables: Vec<Table>,
    ) -> serde_json::Result<Part> {
        let fields = serde_json::from_value(serde_json::to_value(fields)?)?;
        Ok(Part { judge: judge.map(str::to_owned), fields, tables })
    }

    /// The same with another field.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Part {
        self.fields.insert(name.to_owned(), value);
        self
    }

    /// The rows of a list, each with the judge.
    fn rows(&self, list: &str) -> impl Iterator<Item = Value> {
        let rows = self.fields.get(list).and_then(Value::as_array).into_iter().flatten();
        rows.map(|row| named(self.judge.as_deref(), row.as_object().cloned().unwrap_or_default()))
    }
}

/// An object that begins with the judge.
fn named(judge: Option<&str>, fields: Map<String, Value>) -> Value {
    let judge = judge.map(|name| ("judge".to_owned(), Value::from(name)));
    Value::Object(judge.into_iter().chain(fields).collect())
}

impl Head {
    /// The whole result. Where judges are parted, each has an object in `by_judge`, and the rows of pairs and models
    /// name their judge.
    pub fn printout(self, parts: Vec<Part>) -> Printout {
        let about = self.describe();
        let mut printout = Printout::default()
            .json("benchmark", &self.benchmark)
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
            let each = parts.iter().map(|part| named(part.judge.as_deref(), part.fields.clone()));
            printout = printout.json("by_judge", each.collect::<Vec<Value>>());
        } else {
            printout = parts.iter().fold(printout, |printout, part| printout.flat(&part.fields));
        }
        let mut tables: Vec<Table> = Vec::new();
        for part in parts {
            for table in part.tables {
                let title = table.title.as_ref().map(|title| format!("{title}; {about}"));
                let table = with_judge(part.judge.as_deref(), Table { title, ..table });
                let is_alike = |other: &&mut Table| {
                    (&other.title, &other.columns) == (&table.title, &table.columns)
                };
                match tables.iter_mut().find(is_alike) {
                    Some(alike) if part.judge.is_some() => alike.rows.extend(table.rows),
                    _ => tables.push(table),
                }
            }
        }
        printout = printout.tables(tables).tables(judges(&self.judges));
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
                let names: Vec<&str> = few.iter().map(|judge| judge.judge.as_str()).collect();
                format!("judged by {}", names.join(", "))
            }
        };
        let notice = self.notice.as_ref().map(|notice| format!("; {notice}"));
        format!("{rule}{}{judges}{}", margin.unwrap_or_default(), notice.unwrap_or_default())
    }
}

/// A table whose first column is the judge.
fn with_judge(judge: Option<&str>, table: Table) -> Table {
    let Some(judge) = judge else { return table };
    let mut columns = Table::new(["judge"]).columns;
    columns.extend(table.columns);
    let rows = table.rows.into_iter();
    let rows = rows.map(|row| [Cell::from(judge)].into_iter().chain(row).collect()).collect();
    Table { columns, rows, ..table }
}

/// The judges, how much each said, and what has no verdict.
fn judges(counts: &[JudgeCount]) -> Table {
    Table::over(counts)
        .text("judge", |count| &count.judge)
        .number("votes", |count| count.votes)
        .text("without a verdict", |count| reasons(count.undecided.iter()))
        .titled("Judges")
}

/// Reasons with their counts.
fn reasons<'a>(counts: impl Iterator<Item = (&'a Undecided, &'a usize)>) -> String {
    let each = counts.map(|(because, count)| format!("{} {count}", because.name()));
    each.collect::<Vec<_>>().join(", ")
}

/// Correlations of rankings.
pub fn rankings(correlations: &[crate::votes::Correlations]) -> Printout {
    let each = Fields::over(correlations)
        .flat(|row| row)
        .text_column("a", |row| &row.a)
        .text_column("b", |row| &row.b)
        .number_column("n", |row| row.n)
        .number_column("Spearman", |row| tables::value(&row.spearman))
        .text_column("95 % interval", |row| tables::interval(&row.spearman))
        .number_column("Kendall's tau-b", |row| tables::value(&row.kendall))
        .number_column("Pearson", |row| tables::value(&row.pearson))
        .text_column("95 % interval", |row| tables::interval(&row.pearson))
        .text_column("", |row| row.spearman.because());
    Printout::default().list("pairs", each)
}
