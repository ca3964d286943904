//! The runs of models in a database: `assay models`.

use serde_json::json;

use crate::evaluation::RunOverview;
use crate::figures::{percent, undefined};
use crate::report::{Fields, Form, Printout};

/// The runs of models in a database, in the order of the benchmarks.
pub fn models(models: &[RunOverview], form: Form) -> Printout {
    // People read percentages, scripts shares.
    let share = |share: Option<f64>| match share {
        Some(share) if form == Form::Csv => share.to_string(),
        None if form == Form::Csv => String::new(),
        share => share.map_or_else(undefined, percent),
    };
    let is_named = models.iter().any(|model| model.run.scored_by().is_some());
    let models = Fields::over(models)
        .text("benchmark", |model| &model.benchmark)
        .text("model", |model| &model.run.model)
        .text("input", |model| model.run.input)
        .with(columns!(number: "rows" = run.predictions, questions, failed))
        .text("state", |model| model.run.state.name())
        .json("scored_by", |model| model.run.scored_by())
        .json("match_rate", |model| {
            let [late, assay] = model.match_rates;
            json!({"vlmevalkit-late": late, "assay": assay})
        })
        .number_column("read by vlmevalkit-late", |model| share(model.match_rates[0]))
        .number_column("by assay", |model| share(model.match_rates[1]))
        .text("imported", |model| &model.run.created)
        .json("current", |model| model.run.is_current)
        .text_column("current", |model| if model.run.is_current { "yes" } else { "no" })
        .json("source", |model| &model.run.source)
        .only_if(is_named, |fields| fields.text_column("scored by", |model| model.run.scored_by()));
    Printout::default().list("models", models)
}
