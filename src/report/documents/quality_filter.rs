//! The result of a filter and the current flags: `assay filter`.

use serde::Serialize;
use serde_json::Value;

use super::Document;
use crate::benchmark::{Label, QuestionKey};
use crate::extract::RuleSet;
use crate::figures::{describe_scoring, percent};
use crate::filters::{ChanceRow, ModelAccuracy};
use crate::filters::{FilterOptions, FilterResult, FlaggedQuestion};
use crate::keyword::Keyword;
use crate::outcomes::{Evidence, ModelEvidence};
use crate::quality::Contradiction;
use crate::report::{Form, Table};
use crate::score::{Missing, Strategy, open_questions};
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
    pub warnings: Vec<String>,
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
            let table = Table::over(&self.incomplete).text("question", ToString::to_string);
            tables.push(table.titled(
                "Incomplete: passes are missing, or passes without a label could turn the outcome",
            ));
        }
        if let Some(chance) = &self.chance {
            tables.push(chance_table(self, chance));
        }
        if !self.accuracies.is_empty() {
            tables.push(accuracy_table(&self.accuracies));
        }
        tables
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
    let found = |flagged: &FlaggedQuestion, text: fn(&Contradiction) -> String| {
        flagged.contradiction.as_ref().map(text)
    };
    let people = |flagged: &FlaggedQuestion| {
        let people = flagged.evidence.iter().filter_map(|evidence| match evidence {
            Evidence::Person(person) => Some(person.annotator.as_str()),
            Evidence::Model(_) => None,
        });
        people.collect::<Vec<_>>().join(", ")
    };
    let of_model = |flagged: &FlaggedQuestion, at| {
        let mut models = flagged.evidence.iter().filter_map(|evidence| match evidence {
            Evidence::Model(model) => Some(model_cell(model)),
            Evidence::Person(_) => None,
        });
        models.nth(at)
    };
    Table::over(&document.flagged)
        .text("question", |flagged| flagged.question.to_string())
        .only_if(document.filter == FlagKind::Contradicted, |table| {
            table
                .text("choice", |flagged| found(flagged, |found| found.choice.to_string()))
                .number("strength", |flagged| {
                    found(flagged, |found| format!("{:.2}", found.strength))
                })
                .number("chance", |flagged| found(flagged, |found| format!("{:.2e}", found.chance)))
        })
        .each(document.models.iter().enumerate(), |table, (at, model)| {
            table.text(model, |flagged| of_model(flagged, at))
        })
        .only_if(document.filter == FlagKind::TextOnly, |table| table.text("people", people))
        .titled(title)
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
    Table::over(accuracies)
        .text("model", |of| &of.model)
        .number("accuracy", |of| percent(of.accuracy))
        .titled("Share of right passes, by which the models are weighted")
}

fn chance_table(document: &FilterOutcome, chance: &Chance) -> Table {
    let title = format!(
        "By chance alone: {} models that guess would have {:.2} of the {} questions flagged",
        document.models.len(),
        chance.expected,
        document.checked
    );
    Table::over(&chance.by_shape)
        .number("choices", |row| row.choices)
        .number("passes", |row| row.passes)
        .number("questions", |row| row.questions)
        .number("probability of a flag", |row| format!("{:.6}", row.probability))
        .number("expected flags", |row| format!("{:.3}", row.expected))
        .titled(title)
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
        let models = |flag: &Flag| {
            let models = flag.parameters["models"].as_array().map(Vec::as_slice);
            let models = models.unwrap_or_default().iter().filter_map(Value::as_str);
            models.collect::<Vec<_>>().join(", ")
        };
        Table::over(&self.flags)
            .text("question", |flag| flag.question.to_string())
            .text("flag", |flag| flag.kind.name())
            .text("rule", |flag| &flag.rule)
            .text("models", models)
            .text("rules", |flag| flag.parameters["rules"].as_str())
            .text("found", |flag| &flag.created)
            .into()
    }
}
