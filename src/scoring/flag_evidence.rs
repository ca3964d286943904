//! The evidence for a flag: what each model answered, and what people found.

use serde::Serialize;

use super::prepared::RunAnswers;
use super::votes::RunVotes;
use crate::benchmark::decision::ReviewVerdict;
use crate::benchmark::{Label, Pass};
use crate::quality::Verdict;
use crate::store::{QuestionId, Run, Store, StoreError};

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Evidence {
    /// What a model answered.
    Model(ModelEvidence),
    /// What a person found in the review.
    Person(PersonEvidence),
}

/// What one model answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelEvidence {
    /// The model's name.
    pub model: String,
    /// Whether it is right; nothing where missing passes or passes without a label leave that open.
    pub correct: Option<bool>,
    /// The choice it votes for; of the filter `contradicted` alone, and only where it votes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<ModelVote>,
    /// Its passes.
    pub passes: Vec<EvidencePass>,
}

/// The choice that a model votes for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ModelVote {
    /// Its original label.
    pub choice: Label,
    /// The passes for it less the others, as a share of all.
    pub margin: f64,
}

/// One pass of the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvidencePass {
    /// Which pass.
    pub pass: Pass,
    /// The letter extracted from the text; `Z` for none of the choices.
    pub label: Option<char>,
    /// The label of the right choice.
    pub answer: Option<Label>,
    /// The original label of the choice behind the letter; of the filter `contradicted` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Label>,
    /// What the model wrote.
    pub text: String,
}

/// A review whose verdict says what the filter suspects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonEvidence {
    /// Who reviewed.
    pub annotator: String,
    /// The verdict.
    pub verdict: ReviewVerdict,
}

/// What the runs answered to a question. `question` is its position and the row of its revision.
pub(super) fn evidence_of_models(
    store: &Store,
    runs: &[Run],
    answers: &[RunAnswers],
    question: (usize, QuestionId),
    verdicts: &[Verdict],
    votes: Option<&[RunVotes]>,
) -> Result<Vec<Evidence>, StoreError> {
    let (item, question_id) = question;
    let mut evidence = Vec::with_capacity(runs.len());
    for (model, ((run, answers), verdict)) in runs.iter().zip(answers).zip(verdicts).enumerate() {
        let votes = votes.map(|votes| &votes[model]);
        let mut texts = store.predictions(run, question_id)?;
        let mut text = |pass: Pass| {
            let found = texts.iter_mut().find(|prediction| prediction.pass == pass);
            found.map(|prediction| std::mem::take(&mut prediction.text)).unwrap_or_default()
        };
        let passes = answers.answers.question(item).iter().map(|pass| EvidencePass {
            pass: pass.pass,
            label: pass.extracted.answer.letter(),
            answer: pass.reference,
            choice: votes.and_then(|votes| votes.choice(item, pass)),
            text: text(pass.pass),
        });
        let passes: Vec<EvidencePass> = passes.collect();
        let vote = votes.and_then(|votes| {
            let choice = |pass: &EvidencePass| {
                let choice = pass.choice?;
                let margin = votes.votes(item)?.margin(choice);
                (margin > 0.0).then_some(ModelVote { choice, margin })
            };
            passes.iter().find_map(choice)
        });
        let model = run.model.clone();
        let correct = verdict.is_correct();
        evidence.push(Evidence::Model(ModelEvidence { model, correct, vote, passes }));
    }
    Ok(evidence)
}
