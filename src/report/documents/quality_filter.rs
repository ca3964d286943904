//! The result of a filter and the current flags: `assay filter`.

use serde::Serialize;
use serde_json::Value;

use super::Document;
use crate::benchmark::{Label, QuestionKey};
use crate::extract::RuleSet;
use crate::figures::describe_scoring;
use crate::report::{Align, Form, Table};
use crate::score::{Missing, Strategy, open_questions};
use crate::scoring::quality_filter::{ChanceRow, ModelAccuracy};
use crate::scoring::{Evidence, FilterOptions, FilterResult, FlaggedQuestion, ModelEvidence};
use crate::store::{Benchmark, Flag, FlagKind, Flagging, Run};

/// The result of a filter.
#[derive(Debug, Serialize)]
pub struct FilterOutcome {
    benchmark: String,
    filter: FlagKind,
    rule: String,
    models: Vec<String>,
    strategy: Strategy,
    missing: Missing,
    rules: RuleSet,
    extractor: Option<String>,
    checked: usize,
    incomplete: Vec<QuestionKey>,
    flagged: Vec<FlaggedQuestion>,
    /// The accuracies by which `contradicted` weights the models.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    accuracies: Vec<ModelAccuracy>,
    /// Absent for `contradicted`, in which guessing models have no weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<Chance>,
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
        let mut warnings = Vec::from_iter(open_questions(found.open_questions, "checked"));
        if found.without_answer > 0 {
            let count = found.without_answer;
            warnings.push(format!("{count} questions have no reference answer: not checked"));
        }
        warnings.extend(incomplete(&found, options.scoring.missing));
        let expected = found.expected_by_chance();
        let chance = (options.filter.kind() != FlagKind::Contradicted)
            .then_some(Chance { expected, by_shape: found.chance });
        FilterOutcome {
            benchmark: benchmark.name.clone(),
            filter: options.filter.kind(),
            rule: options.filter.rule(),
            models: runs.iter().map(|run| run.model.clone()).collect(),
            strategy: found.strategy,
            missing: options.scoring.missing,
            rules: options.scoring.rules,
            extractor: options.scoring.extractor,
            checked: found.checked,
            accuracies: found.accuracies,
            chance,
            incomplete: found.incomplete,
            flagged: found.flagged,
            kept,
            warnings,
        }
    }
}

/// Which questions are incomplete and why, in sentences with what to do.
fn incomplete(found: &FilterResult, missing: Missing) -> Vec<String> {
    let mut sentences = Vec::new();
    let models = found.first_passes_alone.join(", ");
    if !models.is_empty() {
        let treatment = match missing {
            Missing::Wrong => "the passes that are not there count as not correct",
            _ => "questions without a wrong pass stay incomplete",
        };
        sentences.push(format!(
            "of {models} there are first passes alone: {treatment}; --strategy first-pass judges by \
             them, `assay infer` asks the others"
        ));
    }
    if !found.incomplete.is_empty() {
        let questions = match found.incomplete.len() {
            1 => "1 question is".to_owned(),
            count => format!("{count} questions are"),
        };
        sentences.push(format!(
            "{questions} incomplete: passes are missing, or passes without a label could turn the outcome; \
             -o json lists them"
        ));
    }
    sentences
}

impl Document for FilterOutcome {
    fn tables(&self, form: Form) -> Vec<Table> {
        let mut tables = vec![flagged_table(self)];
        // People only see their number, which may be that of all questions.
        if form == Form::Csv && !self.incomplete.is_empty() {
            let mut incomplete = Table::new([("question", Align::Left)]).titled(
                "Incomplete: passes are missing, or passes without a label could turn the outcome",
            );
            for key in &self.incomplete {
                incomplete.row([key.to_string()]);
            }
            tables.push(incomplete);
        }
        if let Some(chance) = &self.chance {
            tables.push(chance_table(self, chance));
        }
        if !self.accuracies.is_empty() {
            tables.push(accuracy_table(&self.accuracies));
        }
        tables
    }

    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
    }
}

fn flagged_table(document: &FilterOutcome) -> Table {
    let FilterOutcome { rules, strategy, missing, .. } = *document;
    let scoring = describe_scoring(rules, document.extractor.as_deref(), strategy, missing);
    let title = format!(
        "{} · filter {} · rule {} · {scoring} · {} questions checked, {} flagged, {} incomplete",
        document.benchmark,
        document.filter.name(),
        document.rule,
        document.checked,
        document.flagged.len(),
        document.incomplete.len()
    );
    let with_people = document.filter == FlagKind::TextOnly;
    let with_choice = document.filter == FlagKind::Contradicted;
    let mut columns = vec![("question", Align::Left)];
    if with_choice {
        columns.extend([
            ("choice", Align::Left),
            ("strength", Align::Right),
            ("chance", Align::Right),
        ]);
    }
    columns.extend(document.models.iter().map(|model| (model.as_str(), Align::Left)));
    if with_people {
        columns.push(("people", Align::Left));
    }
    let mut table = Table::new(columns).titled(title);
    for flagged in &document.flagged {
        let mut row = vec![flagged.question.to_string()];
        if with_choice {
            row.extend(match flagged.contradiction {
                Some(found) => [
                    found.choice.to_string(),
                    format!("{:.2}", found.strength),
                    format!("{:.2e}", found.chance),
                ],
                None => Default::default(),
            });
        }
        let mut people = Vec::new();
        for evidence in &flagged.evidence {
            match evidence {
                Evidence::Model(model) => row.push(model_cell(model)),
                Evidence::Person(person) => people.push(person.annotator.as_str()),
            }
        }
        if with_people {
            row.push(people.join(", "));
        }
        table.row(row);
    }
    table
}

/// The verdict and a letter for each pass, which is that of the original choice if the evidence has
/// it.
fn model_cell(evidence: &ModelEvidence) -> String {
    let letters = evidence
        .passes
        .iter()
        .map(|pass| pass.choice.map(Label::letter).or(pass.label).unwrap_or('?'));
    let verdict = match evidence.correct {
        Some(true) => "right",
        Some(false) => "wrong",
        None => "unread",
    };
    format!("{verdict} {}", letters.collect::<String>())
}

fn accuracy_table(accuracies: &[ModelAccuracy]) -> Table {
    let mut table = Table::new([("model", Align::Left), ("accuracy", Align::Right)])
        .titled("Share of right passes, by which the models are weighted");
    for ModelAccuracy { model, accuracy } in accuracies {
        table.row([model.clone(), format!("{:.1} %", accuracy * 100.0)]);
    }
    table
}

fn chance_table(document: &FilterOutcome, chance: &Chance) -> Table {
    let title = format!(
        "By chance alone: {} models that guess would have {:.2} of the {} questions flagged",
        document.models.len(),
        chance.expected,
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
    for row in &chance.by_shape {
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
