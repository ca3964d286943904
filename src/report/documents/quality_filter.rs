//! The result of a filter and the current flags: `assay filter`.

use serde_json::{Value, json};

use crate::benchmark::Label;
use crate::figures::percent;
use crate::filters::ModelAccuracy;
use crate::filters::{FilterOptions, FilterResult, FlaggedQuestion};
use crate::keyword::Keyword;
use crate::outcomes::{Evidence, ModelEvidence};
use crate::quality::Contradiction;
use crate::report::{Form, Printout, Table};
use crate::score::{Missing, open_questions};
use crate::store::{Benchmark, Flag, FlagKind, Flagging, Run};

/// The result of a filter over these runs. `kept` is what changed in the database; `None` after a dry run.
pub fn filtered(
    benchmark: &Benchmark,
    runs: &[Run],
    options: &FilterOptions,
    found: &FilterResult,
    kept: Option<Flagging>,
    form: Form,
) -> Printout {
    let kind = options.filter.kind();
    let scoring = &options.scoring;
    let mut warnings = Vec::from_iter(open_questions(found.open_questions, "checked"));
    if found.short_answers > 0 {
        let count = found.short_answers;
        warnings.push(format!(
            "{count} questions have short answers: not checked, the filters compare choices"
        ));
    }
    if found.without_answer > 0 {
        let count = found.without_answer;
        warnings.push(format!("{count} questions have no reference answer: not checked"));
    }
    warnings.extend(incomplete(found, scoring.missing));
    let models: Vec<&str> = runs.iter().map(|run| run.model.as_str()).collect();
    // Guessing models have no weight in `contradicted`.
    let expected = (kind != FlagKind::Contradicted).then(|| found.expected_by_chance());
    let mut tables = vec![flagged_table(&benchmark.name, &models, options, found)];
    // People only see their number, which may be that of all questions.
    if form == Form::Csv && !found.incomplete.is_empty() {
        let table = Table::over(&found.incomplete).text("question", ToString::to_string);
        tables.push(table.table());
    }
    tables.extend(expected.map(|expected| chance_table(models.len(), found, expected)));
    // Those by which `contradicted` weights the models.
    let accuracies = (!found.accuracies.is_empty()).then_some(&*found.accuracies);
    tables.extend(accuracies.map(accuracy_table));
    let chance = |expected| json!({"expected": expected, "by_shape": found.chance});
    Printout::about(&benchmark.name)
        .json("filter", kind)
        .json("rule", options.filter.rule())
        .json("models", models)
        .json("strategy", found.strategy)
        .json("missing", scoring.missing)
        .json("rules", scoring.rules)
        .json("extractor", &scoring.extractor)
        .json("checked", found.checked)
        .json("incomplete", &found.incomplete)
        .json("flagged", &found.flagged)
        .json_if("accuracies", accuracies)
        .json_if("chance", expected.map(chance))
        .json("kept", kept)
        .warned(warnings)
        .tables(tables)
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

fn flagged_table(
    benchmark: &str,
    models: &[&str],
    options: &FilterOptions,
    found: &FilterResult,
) -> Table {
    let kind = options.filter.kind();
    let title = format!(
        "{benchmark} · filter {} · rule {} · {} · {} questions checked, {} flagged, {} incomplete",
        kind.name(),
        options.filter.rule(),
        options.scoring.by(found.strategy),
        found.checked,
        found.flagged.len(),
        found.incomplete.len()
    );
    let contradiction = |flagged: &FlaggedQuestion, text: fn(&Contradiction) -> String| {
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
    Table::over(&found.flagged)
        .text("question", |flagged| flagged.question.to_string())
        .only_if(kind == FlagKind::Contradicted, |table| {
            table
                .text("choice", |flagged| contradiction(flagged, |of| of.choice.to_string()))
                .number("strength", |flagged| {
                    contradiction(flagged, |of| format!("{:.2}", of.strength))
                })
                .number("chance", |flagged| {
                    contradiction(flagged, |of| format!("{:.2e}", of.chance))
                })
        })
        .each(models.iter().enumerate(), |table, (at, model)| {
            table.text(model, |flagged| of_model(flagged, at))
        })
        .only_if(kind == FlagKind::TextOnly, |table| table.text("people", people))
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

fn chance_table(models: usize, found: &FilterResult, expected: f64) -> Table {
    let title = format!(
        "By chance alone: {models} models that guess would have {expected:.2} of the {} questions flagged",
        found.checked
    );
    Table::over(&found.chance)
        .with(columns!(number: choices, passes, questions))
        .number("probability of a flag", |row| format!("{:.6}", row.probability))
        .number("expected flags", |row| format!("{:.3}", row.expected))
        .titled(title)
}

/// The current flags of a benchmark.
pub fn flags(benchmark: &str, flags: &[Flag]) -> Printout {
    let models = |flag: &Flag| {
        let models = flag.parameters["models"].as_array().map(Vec::as_slice);
        let models = models.unwrap_or_default().iter().filter_map(Value::as_str);
        models.collect::<Vec<_>>().join(", ")
    };
    let table = Table::over(flags)
        .text("question", |flag| flag.question.to_string())
        .text("flag", |flag| flag.kind.name())
        .text("rule", |flag| &flag.rule)
        .text("models", models)
        .text("rules", |flag| flag.parameters["rules"].as_str())
        .text("found", |flag| &flag.created);
    Printout::about(benchmark).json("flags", flags).tables(table)
}
