//! What a filter found and the flags that there are: `assay filter`.

use serde::Serialize;
use serde_json::Value;

use super::Document;
use crate::benchmark::QuestionKey;
use crate::extract::RuleSet;
use crate::report::{Align, Form, Table};
use crate::score::Strategy;
use crate::scoring::quality_filter::ChanceRow;
use crate::scoring::{FilterOptions, FilterResult, FlaggedQuestion};
use crate::store::{Benchmark, Flag, FlagKind, Flagging, Run};

/// What a filter found.
#[derive(Debug, Serialize)]
pub struct FilterOutcome {
    benchmark: String,
    filter: FlagKind,
    rule: String,
    models: Vec<String>,
    strategy: Strategy,
    rules: RuleSet,
    extractor: Option<String>,
    checked: usize,
    incomplete: Vec<QuestionKey>,
    flagged: Vec<FlaggedQuestion>,
    chance: Chance,
    /// What changed in the database; absent after a dry run.
    kept: Option<Flagging>,
    warnings: Vec<String>,
}

/// How many flags models that guess would give.
#[derive(Debug, Serialize)]
struct Chance {
    expected: f64,
    by_shape: Vec<ChanceRow>,
}

impl FilterOutcome {
    /// The document of a filter over these runs. `kept` is what changed in the database.
    pub fn new(
        benchmark: &Benchmark,
        runs: &[Run],
        options: FilterOptions,
        found: FilterResult,
        kept: Option<Flagging>,
    ) -> Self {
        let mut warnings = Vec::new();
        if found.without_answer > 0 {
            let count = found.without_answer;
            warnings.push(format!("{count} questions have no reference answer: not checked"));
        }
        FilterOutcome {
            benchmark: benchmark.name.clone(),
            filter: options.filter.kind(),
            rule: options.filter.rule(),
            models: runs.iter().map(|run| run.model.clone()).collect(),
            strategy: options.strategy,
            rules: options.rules,
            extractor: options.extractor,
            checked: found.checked,
            chance: Chance { expected: found.expected_by_chance(), by_shape: found.chance },
            incomplete: found.incomplete,
            flagged: found.flagged,
            kept,
            warnings,
        }
    }
}

impl Document for FilterOutcome {
    fn tables(&self, _: Form) -> Vec<Table> {
        let mut tables = vec![flagged_table(self)];
        if !self.incomplete.is_empty() {
            let mut incomplete = Table::new([("question", Align::Left)]).titled(
                "Incomplete: passes are missing, or passes without a label could turn the outcome",
            );
            for key in &self.incomplete {
                incomplete.row([key.to_string()]);
            }
            tables.push(incomplete);
        }
        tables.push(chance_table(self));
        tables
    }

    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
    }
}

fn flagged_table(document: &FilterOutcome) -> Table {
    let title = format!(
        "{} · filter {} · rule {} · strategy {} · rules {} · {} questions checked, {} flagged, {} \
         incomplete",
        document.benchmark,
        document.filter.name(),
        document.rule,
        document.strategy,
        document.rules,
        document.checked,
        document.flagged.len(),
        document.incomplete.len()
    );
    let mut flagged = Table::new(
        std::iter::once(("question", Align::Left))
            .chain(document.models.iter().map(|model| (model.as_str(), Align::Left))),
    )
    .titled(title);
    for flagged_question in &document.flagged {
        let verdicts = flagged_question.evidence.iter().map(|evidence| {
            let labels: Vec<String> = evidence
                .passes
                .iter()
                .map(|pass| pass.label.map_or_else(|| "?".to_owned(), |label| label.to_string()))
                .collect();
            let verdict = match evidence.correct {
                Some(true) => "right",
                Some(false) => "wrong",
                None => "unread",
            };
            format!("{verdict} {}", labels.join(""))
        });
        flagged.row(std::iter::once(flagged_question.question.to_string()).chain(verdicts));
    }
    flagged
}

fn chance_table(document: &FilterOutcome) -> Table {
    let title = format!(
        "By chance alone: {} models that guess would have {:.2} of the {} questions flagged",
        document.models.len(),
        document.chance.expected,
        document.checked
    );
    let mut table = Table::new([
        ("choices", Align::Right),
        ("passes", Align::Right),
        ("questions", Align::Right),
        ("probability of a flag", Align::Right),
        ("expected flags", Align::Right),
    ])
    .titled(title);
    for row in &document.chance.by_shape {
        table.row([
            row.choices.to_string(),
            row.passes.to_string(),
            row.questions.to_string(),
            format!("{:.6}", row.probability),
            format!("{:.3}", row.expected),
        ]);
    }
    table
}

/// The flags of a benchmark.
#[derive(Debug, Serialize)]
pub struct FlagList {
    /// The benchmark's name.
    pub benchmark: String,
    /// Its current flags.
    pub flags: Vec<Flag>,
}

impl Document for FlagList {
    fn tables(&self, _: Form) -> Vec<Table> {
        vec![flag_table(&self.flags)]
    }
}

fn flag_table(flags: &[Flag]) -> Table {
    let mut table = Table::new([
        ("question", Align::Left),
        ("flag", Align::Left),
        ("rule", Align::Left),
        ("models", Align::Left),
        ("rules", Align::Left),
        ("found", Align::Left),
    ]);
    for flag in flags {
        let models = flag.parameters["models"].as_array().map(Vec::as_slice);
        let models: Vec<&str> =
            models.unwrap_or_default().iter().filter_map(Value::as_str).collect();
        table.row([
            flag.question.to_string(),
            flag.kind.name().to_owned(),
            flag.rule.clone(),
            models.join(", "),
            flag.parameters["rules"].as_str().unwrap_or_default().to_owned(),
            flag.created.clone(),
        ]);
    }
    table
}
