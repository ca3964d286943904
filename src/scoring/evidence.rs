//! The evidence of a flag as people read it: which models answered what, pass by pass.
//!
//! A filter keeps its evidence as JSON, a list of what models answered and people found, and beside it
//! what it made of that (`strength`, `choice`, `by`). What the rules marked in a text is found again
//! here, with the rules that the flag names.

use std::ops::Range;

use serde_json::Value;

use crate::benchmark::{Choice, ChoiceOrder, Label, Pass, Prediction};
use crate::extract::{Answer, Choices, RuleSet, extract};
use crate::keyword::Keyword;
use crate::store::{Flag, FlagKind, QuestionId, Run, Store, StoreError};

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

/// The share of models behind a flag, of all that were asked: those that vote for the choice that the
/// filter names, where it names one; else those that are right without the picture where the flag is
/// `text-only`, and those that are not right where it is another kind.
pub fn share_of_models(flag: &Flag) -> Option<f64> {
    let models: Vec<&Value> = models_of(&flag.evidence).collect();
    let choice = said_by_filter(flag, "choice");
    let speaks = |model: &&&Value| match choice {
        Some(choice) => model["vote"]["choice"] == *choice,
        None => model["correct"].as_bool() == Some(flag.kind == FlagKind::TextOnly),
    };
    (!models.is_empty()).then(|| models.iter().filter(speaks).count() as f64 / models.len() as f64)
}

/// The pieces of evidence that are a model's; people's own findings are read from their reviews.
fn models_of(evidence: &Value) -> impl Iterator<Item = &Value> {
    let pieces = evidence.as_array().into_iter().flatten();
    pieces.filter(|piece| piece.get("model").is_some())
}

/// What the filter made of the evidence beside it: `strength`, `choice`, `by`.
pub fn said_by_filter<'a>(flag: &'a Flag, field: &str) -> Option<&'a Value> {
    flag.finding.as_ref().and_then(|finding| finding.get(field))
}

/// Whether only people's findings made the filter flag the question.
pub fn is_by_people_alone(flag: &Flag) -> bool {
    said_by_filter(flag, "by").and_then(Value::as_str) == Some("people")
}

/// What the models of a flag answered to a question. `runs` are those of the benchmark: the order in
/// which a pass showed the choices is that of the prediction with this text.
pub fn models_behind(
    store: &Store,
    flag: &Flag,
    question_id: QuestionId,
    choices: &[Choice],
    runs: &[Run],
) -> Result<Vec<ModelEvidence>, StoreError> {
    let rules = flag.parameters["rules"].as_str().and_then(|name| RuleSet::from_name(name).ok());
    let mut models = Vec::new();
    for model in models_of(&flag.evidence) {
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
