//! `assay filter`: questions that need no picture, and questions that are wrong, by what models
//! answered.

use std::io;

use anyhow::bail;
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Output, Shared, WrongUsage, warn};
use crate::benchmark::QuestionKey;
use crate::extract::RuleSet;
use crate::keyword::Keyword;
use crate::quality::Rule;
use crate::report::{Align, Table, print};
use crate::score::Strategy;
use crate::scoring::quality_filter::ChanceRow;
use crate::scoring::{self, FilterResult, FlaggedQuestion, apply_filter, runs_of_models};
use crate::store::{Benchmark, Flag, FlagKind, Flagging, NewFlag, Run, Store};

#[derive(Debug, Subcommand)]
pub(crate) enum Filter {
    /// Questions that enough models answer without the picture
    TextOnly(TextOnly),
    /// Questions that no model with pictures answers
    Wrong(Wrong),
    /// The current flags
    List(List),
}

#[derive(Debug, Args)]
pub(crate) struct TextOnly {
    /// How many models must be correct: majority (more than half), all, at-least=N
    #[arg(long, default_value_t)]
    rule: Rule,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Wrong {
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
struct Common {
    /// The models to ask; without it, all that have a run with the right input
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    models: Vec<String>,
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// What makes a model correct on a question: circular or first-pass
    #[arg(long, value_enum, default_value_t = Strategy::Circular)]
    strategy: Strategy,
    /// The rules that extract labels from the models' texts
    #[arg(long, default_value = RuleSet::Assay.name())]
    rules: RuleSet,
    /// The extractor whose labels fill in where the rules find nothing
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Show what would be flagged, keep nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

/// What a filter found.
#[derive(Debug, Serialize)]
struct Document {
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

impl Filter {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Filter::TextOnly(TextOnly { rule, common }) => {
                common.run(shared, scoring::Filter::TextOnly(rule), FlagKind::TextOnly)
            }
            Filter::Wrong(Wrong { common }) => {
                common.run(shared, scoring::Filter::Wrong, FlagKind::Wrong)
            }
            Filter::List(list) => list.run(shared),
        }
    }
}

impl Common {
    fn run(self, shared: &Shared, filter: scoring::Filter, kind: FlagKind) -> anyhow::Result<()> {
        if self.strategy == Strategy::EveryPass {
            let problem = "every-pass gives no verdict on a question; take circular or first-pass";
            bail!(WrongUsage(problem.into()));
        }
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let runs = runs_of_models(&store, &benchmark, &self.models, Some(filter.input()))?;
        if let scoring::Filter::TextOnly(Rule::AtLeast(count)) = filter
            && count > runs.len()
        {
            let models = runs.len();
            bail!(WrongUsage(format!("at-least={count} can never hold with {models} models")));
        }
        let how = (self.strategy, self.rules);
        let extractor = self.extractor.as_deref();
        let found = apply_filter(&mut store, &benchmark, &runs, filter, how, extractor)?;
        let kept = match self.dry_run {
            true => None,
            false => Some(self.keep(&mut store, (filter, kind), &runs, &found)?),
        };
        let document = self.document(&benchmark, (filter, kind), &runs, found, kept);
        for warning in &document.warnings {
            warn(warning);
        }
        print(&mut io::stdout().lock(), self.output.form, &document, &tables(&document))?;
        Ok(())
    }

    fn keep(
        &self,
        store: &mut Store,
        (filter, kind): (scoring::Filter, FlagKind),
        runs: &[Run],
        found: &FilterResult,
    ) -> anyhow::Result<Flagging> {
        let parameters = json!({
            "models": runs.iter().map(|run| &run.model).collect::<Vec<_>>(),
            "strategy": self.strategy,
            "rules": self.rules,
            "extractor": self.extractor,
        });
        let new_flag = |flagged: &FlaggedQuestion| -> anyhow::Result<NewFlag> {
            let evidence = serde_json::to_value(&flagged.evidence)?;
            Ok(NewFlag { question_id: flagged.id, evidence })
        };
        let flags = found.flagged.iter().map(new_flag).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(store.keep_flags(kind, &filter.rule(), &parameters, &flags, &found.cleared)?)
    }

    fn document(
        &self,
        benchmark: &Benchmark,
        (filter, kind): (scoring::Filter, FlagKind),
        runs: &[Run],
        found: FilterResult,
        kept: Option<Flagging>,
    ) -> Document {
        let mut warnings = Vec::new();
        if found.without_answer > 0 {
            let count = found.without_answer;
            warnings.push(format!("{count} questions have no reference answer: not checked"));
        }
        Document {
            benchmark: benchmark.name.clone(),
            filter: kind,
            rule: filter.rule(),
            models: runs.iter().map(|run| run.model.clone()).collect(),
            strategy: self.strategy,
            rules: self.rules,
            extractor: self.extractor.clone(),
            checked: found.checked,
            chance: Chance { expected: found.expected_by_chance(), by_shape: found.chance },
            incomplete: found.incomplete,
            flagged: found.flagged,
            kept,
            warnings,
        }
    }
}

fn tables(document: &Document) -> Vec<Table> {
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
    let mut tables = vec![flagged];
    if !document.incomplete.is_empty() {
        let mut incomplete = Table::new([("question", Align::Left)]).titled(
            "Incomplete: passes are missing, or passes without a label could turn the outcome",
        );
        for key in &document.incomplete {
            incomplete.row([key.to_string()]);
        }
        tables.push(incomplete);
    }
    tables.push(chance_table(document));
    tables
}

fn chance_table(document: &Document) -> Table {
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

#[derive(Debug, Serialize)]
struct ListDocument {
    benchmark: String,
    flags: Vec<Flag>,
}

impl List {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let flags = store.flags(&benchmark)?;
        let mut table = Table::new([
            ("question", Align::Left),
            ("flag", Align::Left),
            ("rule", Align::Left),
            ("models", Align::Left),
            ("rules", Align::Left),
            ("found", Align::Left),
        ]);
        for flag in &flags {
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
        let document = ListDocument { benchmark: benchmark.name, flags };
        print(&mut io::stdout().lock(), self.output.form, &document, &[table])?;
        Ok(())
    }
}
