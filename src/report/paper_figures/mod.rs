//! The tables and figures of papers over the models in a database: the basis that all state, their lines in
//! CSV, and for each kind its tables for people.

mod leaderboards;
mod mmbench;

use serde::Serialize;

use super::Table;
use super::agreement::tidy_cells;
use crate::benchmark::Input;
use crate::extract::RuleSet;
use crate::figures::table::Cell;
use crate::score::comparison::Share;
use crate::score::{Missing, Strategy};
use crate::statistics::Statistic;

/// A table or figure of a paper. JSON has it as it is computed.
pub trait PaperFigure: Serialize {
    /// Its tables for people. Each title names the counted items and the rules.
    fn tables(&self, basis: &Basis) -> Vec<Table>;

    /// Adds its lines in CSV.
    fn add_lines(&self, lines: &mut Lines<'_>);
}

/// The basis of all tables of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Basis {
    pub benchmark: String,
    /// The split; `None` for all questions.
    pub split: Option<String>,
    /// Questions with a reference answer.
    pub questions: usize,
    /// What the models were given.
    pub input: Input,
    /// The rules that read labels.
    pub rules: RuleSet,
    /// How passes make a score, where a table leaves it open.
    pub strategy: Strategy,
    /// How missing passes are treated.
    pub missing: Missing,
    pub models: Vec<String>,
}

impl Basis {
    fn title(&self, what: &str, strategy: Option<Strategy>) -> String {
        let split = self.split.as_ref().map(|split| format!(" {split}")).unwrap_or_default();
        let missing = match self.missing {
            Missing::Kit => "kit: absent passes are not required",
            Missing::Wrong => "wrong: undecided questions count as not correct",
            Missing::Exclude => "exclude: undecided questions are left out",
        };
        let strategy = strategy.map(|s| format!(" · strategy {s}")).unwrap_or_default();
        let Basis { benchmark, questions, input, rules, .. } = self;
        format!(
            "{what} · {benchmark}{split} · {questions} questions · input {input} · rules {rules}\
             {strategy} · missing {missing}"
        )
    }
}

/// The columns of the lines: the table and its basis, the subject of a figure, and the figure.
const COLUMNS: &str = "table,benchmark,split,input,rules,strategy,missing,model,other,name,statistic,n,value,se,\
                       low95,high95,undefined";

/// Tables and figures as CSV: a line for each figure, with its table and its basis, numbers as numbers.
#[derive(Debug)]
pub struct Lines<'a> {
    pub basis: &'a Basis,
    /// All lines.
    pub table: Table,
}

/// The subject of a figure: its table, the strategy by which it was counted, if by one, the model,
/// another model or extractor to compare with, and a label, ability or question.
#[derive(Clone, Copy, Default)]
struct Subject<'a> {
    table: &'static str,
    strategy: Option<Strategy>,
    model: &'a str,
    other: &'a str,
    name: &'a str,
}

impl Subject<'_> {
    /// A whole table.
    fn new(table: &'static str, strategy: impl Into<Option<Strategy>>) -> Self {
        Subject { table, strategy: strategy.into(), ..Subject::default() }
    }
}

impl<'a> Lines<'a> {
    pub fn new(basis: &'a Basis) -> Self {
        Lines { basis, table: Table::new(COLUMNS.split(',')) }
    }

    fn share(&mut self, of: Subject<'_>, what: &str, share: Share) {
        self.statistic(of, what, &share.statistic());
    }

    fn statistic(&mut self, of: Subject<'_>, what: &str, statistic: &Statistic) {
        self.line(of, what, tidy_cells(statistic));
    }

    fn count(&mut self, of: Subject<'_>, what: &str, count: usize, among: usize) {
        self.line(of, what, vec![among.to_string(), count.to_string()]);
    }

    fn figure(&mut self, of: Subject<'_>, what: &str, n: usize, value: Option<f64>) {
        self.line(of, what, vec![n.to_string(), Cell::from(value).to_string()]);
    }

    fn line(&mut self, of: Subject<'_>, what: &str, figures: Vec<String>) {
        let Basis { benchmark, split, input, rules, missing, .. } = self.basis;
        let mut cells = vec![
            of.table.to_owned(),
            benchmark.clone(),
            split.clone().unwrap_or_else(|| "all".to_owned()),
            input.to_string(),
            rules.to_string(),
            of.strategy.map(|strategy| strategy.to_string()).unwrap_or_default(),
            missing.to_string(),
        ];
        cells.extend([of.model, of.other, of.name, what].map(str::to_owned));
        cells.extend(figures);
        self.table.row(cells);
    }
}
