//! The evidence of a flag as people read it: which models answered what, pass by pass.
//!
//! A filter keeps its evidence as JSON: a list of models, or an object with such a list under
//! `evidence` and more beside it (`strength`, `choice`). What the rules marked in a text is found again
//! here, with the rules that the flag names.

use std::ops::Range;

use serde_json::Value;

use crate::benchmark::{Choice, ChoiceOrder, Label, Pass, Prediction};
use crate::extract::{Answer, Choices, RuleSet, extract};
use crate::keyword::Keyword;
use crate::store::{Flag, Run, Store, StoreError};

/// What one model contributes to a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelEvidence {
    /// The model's name.
    pub model: String,
    /// Whether it is right on the question, as far as that is known.
    pub correct: Option<bool>,
    /// Its passes.
    pub passes: Vec<PassEvidence>,
}

/// What a model wrote in one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassEvidence {
    /// Which pass.
    pub pass: Pass,
    /// The order in which it saw the choices; nothing where that is no longer known.
    pub order: Option<ChoiceOrder>,
    /// The label extracted; `Z` for none of the choices.
    pub label: Option<char>,
    /// The label of the right choice as it was shown.
    pub reference: Option<char>,
    /// What the model wrote.
    pub text: String,
    /// The rules read a refusal.
    pub is_refusal: bool,
    /// The bytes that decided the label.
    pub mark: Option<Range<usize>>,
}

/// The share of models behind a flag, of all that were asked: those that are right without the picture where it is `text-only`,
/// those that are not right where it is another kind. A flag that states its own `strength` from 0 to
/// 1 is taken by that.
pub fn share_of_models(flag: &Flag) -> Option<f64> {
    if let Some(strength) = flag.evidence.get("strength").and_then(Value::as_f64) {
        return Some(strength.clamp(0.0, 1.0));
    }
    let models = models_of(&flag.evidence)?;
    let speaks = |model: &&Value| {
        model.get("correct").and_then(Value::as_bool) == Some(flag.kind.name() == "text-only")
    };
    (!models.is_empty()).then(|| models.iter().filter(speaks).count() as f64 / models.len() as f64)
}

fn models_of(evidence: &Value) -> Option<&Vec<Value>> {
    evidence.as_array().or_else(|| evidence.get("evidence").and_then(Value::as_array))
}

/// What the models of a flag answered to a question. `runs` are those of the benchmark: the order in
/// which a pass showed the choices is that of the prediction with this text.
pub fn models_behind(
    store: &Store,
    flag: &Flag,
    question_id: i64,
    choices: &[Choice],
    runs: &[Run],
) -> Result<Vec<ModelEvidence>, StoreError> {
    let rules = flag.parameters["rules"].as_str().and_then(|name| RuleSet::from_name(name).ok());
    let mut models = Vec::new();
    for model in models_of(&flag.evidence).into_iter().flatten() {
        let Some(name) = model["model"].as_str() else { continue };
        let mut predictions = Vec::new();
        for run in runs.iter().filter(|run| run.model == name) {
            predictions.extend(store.predictions(run, question_id)?);
        }
        let passes = model["passes"].as_array().into_iter().flatten();
        let passes = passes.filter_map(|pass| read_pass(pass, &predictions, choices, rules));
        models.push(ModelEvidence {
            model: name.to_owned(),
            correct: model["correct"].as_bool(),
            passes: passes.collect(),
        });
    }
    Ok(models)
}

fn read_pass(
    pass: &Value,
    predictions: &[Prediction],
    choices: &[Choice],
    rules: Option<RuleSet>,
) -> Option<PassEvidence> {
    let number = Pass(u32::try_from(pass["pass"].as_u64()?).ok()?);
    let text = pass["text"].as_str().unwrap_or_default().to_owned();
    let letter = |field: &str| pass[field].as_str().and_then(|text| text.chars().next());
    let label = letter("label");
    let same = |prediction: &&Prediction| prediction.pass == number && prediction.text == text;
    let order = predictions.iter().find(same).map(|prediction| prediction.order.clone());
    // A label that another extractor gave is not in the text that the rules mark.
    let extraction = rules
        .zip(order.as_ref())
        .map(|(rules, order)| extract(rules, &text, &Choices::new(shown(order, choices))))
        .filter(|extraction| extraction.answer.letter() == label);
    let is_refusal =
        extraction.as_ref().is_some_and(|extraction| extraction.answer == Answer::Refused);
    let mark = extraction.and_then(|extraction| extraction.evidence);
    let reference = letter("answer");
    Some(PassEvidence { pass: number, order, label, reference, text, is_refusal, mark })
}

/// The choices of a question as an order shows them.
fn shown<'a>(
    order: &'a ChoiceOrder,
    choices: &'a [Choice],
) -> impl Iterator<Item = (Label, &'a str)> + 'a {
    order.shown().filter_map(|(label, original)| {
        let choice = choices.iter().find(|choice| choice.label == original)?;
        Some((label, choice.text.as_str()))
    })
}
