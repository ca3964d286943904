//! The evidence of a flag as people read it: which models answered what, pass by pass.
//!
//! What is stored is in [`super::flag_evidence`]. The order of the choices and what the rules marked in
//! a text are found again here, with the rules that the flag names.

use std::ops::Range;

use super::flag_evidence::{EvidencePass, models_of};
use assay_core::benchmark::{Choice, ChoiceOrder, Prediction};
use assay_core::extract::{Answer, Choices, RuleSet, extract_answer};
use assay_core::keyword::Keyword;
use assay_store::{Flag, QuestionId, Result, Run, Store};

/// What one model contributes to a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownModel {
    /// The model's name.
    pub model: String,
    /// Whether it is right on the question, as far as that is known.
    pub correct: Option<bool>,
    /// Its passes.
    pub passes: Vec<ShownPass>,
}

/// What a model wrote in one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPass {
    /// What is stored of it.
    pub stored: EvidencePass,
    /// The order in which it saw the choices; `None` if that is no longer known.
    pub order: Option<ChoiceOrder>,
    /// The rules read a refusal.
    pub is_refusal: bool,
    /// The bytes of the text that decided the label.
    pub mark: Option<Range<usize>>,
}

/// What the models of a flag answered to a question. `runs` are those of the benchmark: the order in
/// which a pass showed the choices is that of the prediction with this text.
pub fn models_behind(
    store: &Store,
    flag: &Flag,
    question_id: QuestionId,
    choices: &[Choice],
    runs: &[Run],
) -> Result<Vec<ShownModel>> {
    let rules = flag.parameters["rules"].as_str().and_then(|name| RuleSet::from_name(name).ok());
    let mut models = Vec::new();
    for model in models_of(flag) {
        let mut predictions = Vec::new();
        for run in runs.iter().filter(|run| run.model == model.model) {
            predictions.extend(store.predictions(run, question_id)?);
        }
        let passes = model.passes.into_iter();
        let passes = passes.map(|pass| read_pass(pass, &predictions, choices, rules)).collect();
        models.push(ShownModel { model: model.model, correct: model.correct, passes });
    }
    Ok(models)
}

fn read_pass(
    stored: EvidencePass,
    predictions: &[Prediction],
    choices: &[Choice],
    rules: Option<RuleSet>,
) -> ShownPass {
    let same =
        |prediction: &&Prediction| prediction.pass == stored.pass && prediction.text == stored.text;
    let order = predictions.iter().find(same).map(|prediction| prediction.order.clone());
    // A label that another extractor gave is not in the text that the rules mark.
    let extraction = rules
        .zip(order.as_ref())
        .map(|(rules, order)| {
            extract_answer(rules, &stored.text, &Choices::new(order.texts(choices)))
        })
        .filter(|extraction| extraction.answer.letter() == stored.label);
    let is_refusal =
        extraction.as_ref().is_some_and(|extraction| extraction.answer == Answer::Refused);
    let mark = extraction.and_then(|extraction| extraction.evidence);
    ShownPass { stored, order, is_refusal, mark }
}
