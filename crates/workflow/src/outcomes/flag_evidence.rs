//! The evidence for a flag as it is stored: what each model answered, what people found, and what the
//! filter made of it. Written when a filter runs
//! (`filters`), read when a flag is shown; fields that older flags
//! lack are empty.

use serde::{Deserialize, Serialize};

use assay_core::benchmark::decision::ReviewVerdict;
use assay_core::benchmark::{Label, Pass};
use assay_core::quality::Contradiction;
use assay_store::{Flag, FlagKind};

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelEvidence {
    /// The model's name.
    pub model: String,
    /// Whether it is right; `None` if missing passes or passes without a label leave that open.
    pub correct: Option<bool>,
    /// The choice it votes for; of the filter `contradicted` alone, and only where it votes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<ModelVote>,
    /// Its passes.
    #[serde(default)]
    pub passes: Vec<EvidencePass>,
}

/// The choice that a model votes for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelVote {
    /// Its original label.
    pub choice: Label,
    /// The passes for it less the others, as a share of all.
    pub margin: f64,
}

/// One pass of the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidencePass {
    /// Which pass.
    pub pass: Pass,
    /// The letter extracted from the text; `Z` for none of the choices.
    pub label: Option<char>,
    /// The label of the right choice.
    pub answer: Option<Label>,
    /// The original label of the choice behind the letter; of the filter `contradicted` alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Label>,
    /// What the model wrote.
    #[serde(default)]
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

/// What a flag rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlaggedBy {
    /// The filter's rule over the models' answers.
    Models,
    /// Reviews in force on the current revision.
    People,
}

/// What a filter made of the evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FlagFinding {
    /// What flags the question; not stored for `contradicted`, which models alone flag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<FlaggedBy>,
    /// What the models choose instead; of the filter `contradicted` alone.
    #[serde(flatten)]
    pub contradiction: Option<Contradiction>,
}

impl FlagFinding {
    /// What is stored with a flag; empty where that is nothing.
    pub fn from_flag(flag: &Flag) -> Self {
        let stored = flag.finding.as_ref();
        stored.and_then(|finding| FlagFinding::deserialize(finding).ok()).unwrap_or_default()
    }

    /// Whether people's findings alone flag the question.
    pub fn is_by_people_alone(&self) -> bool {
        self.by == [FlaggedBy::People]
    }
}

/// The models of a flag's evidence; people's own findings are read from their reviews.
pub fn models_of(flag: &Flag) -> Vec<ModelEvidence> {
    let pieces = flag.evidence.as_array().into_iter().flatten();
    pieces.filter_map(|piece| ModelEvidence::deserialize(piece).ok()).collect()
}

/// The share of models behind a flag, of all that were asked: those that vote for the choice that the
/// filter names, where it names one; else those that are right without the picture where the flag is
/// `text-only`, and those that are not right where it is another kind.
pub fn share_of_models(flag: &Flag) -> Option<f64> {
    let models = models_of(flag);
    let named =
        FlagFinding::from_flag(flag).contradiction.map(|contradiction| contradiction.choice);
    let speaks = |model: &&ModelEvidence| match named {
        Some(choice) => model.vote.is_some_and(|vote| vote.choice == choice),
        None => model.correct == Some(flag.kind == FlagKind::TextOnly),
    };
    (!models.is_empty()).then(|| models.iter().filter(speaks).count() as f64 / models.len() as f64)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use assay_core::benchmark::QuestionKey;

    fn flag(kind: FlagKind, evidence: Value, finding: Option<Value>) -> Flag {
        let (rule, created) = (String::new(), String::new());
        let question = QuestionKey::new("1").unwrap();
        Flag { question, kind, rule, parameters: json!({}), evidence, finding, created }
    }

    #[test]
    fn what_is_stored_reads_back_and_people_are_no_models() {
        let pass = EvidencePass {
            pass: Pass(1),
            label: Some('B'),
            answer: Some(Label::A),
            choice: Some(Label::A),
            text: "B".into(),
        };
        let vote = Some(ModelVote { choice: Label::A, margin: 0.5 });
        let model =
            ModelEvidence { model: "m".into(), correct: Some(false), vote, passes: vec![pass] };
        let person = PersonEvidence { annotator: "alice".into(), verdict: ReviewVerdict::TextOnly };
        let evidence = [Evidence::Model(model.clone()), Evidence::Person(person)];
        let contradiction = Contradiction { choice: Label::A, strength: 2.0, chance: 0.25 };
        let finding = FlagFinding { by: vec![], contradiction: Some(contradiction) };
        let stored = serde_json::to_value(&finding).unwrap();
        assert_eq!(stored, json!({ "choice": "A", "strength": 2.0, "chance": 0.25 }));
        let evidence = serde_json::to_value(evidence).unwrap();
        let read = flag(FlagKind::Contradicted, evidence, Some(stored));
        assert_eq!(models_of(&read), [model]);
        assert_eq!(FlagFinding::from_flag(&read), finding);
        assert_eq!(share_of_models(&read), Some(1.0));
    }

    #[test]
    fn an_old_flag_without_finding_and_without_votes_is_read_too() {
        let evidence = json!([
            { "model": "m", "correct": true, "passes": [{ "pass": 0, "label": null, "answer": "A" }] },
            { "model": "n", "correct": null },
            "what nobody writes",
        ]);
        let old = flag(FlagKind::TextOnly, evidence, None);
        assert_eq!(models_of(&old).len(), 2);
        assert_eq!(share_of_models(&old), Some(0.5));
        assert_eq!(FlagFinding::from_flag(&old), FlagFinding::default());
    }

    #[test]
    fn a_flag_by_people_alone_is_known_as_such() {
        let by = |by: Value| {
            let found = flag(FlagKind::TextOnly, json!([]), Some(json!({ "by": by })));
            FlagFinding::from_flag(&found).is_by_people_alone()
        };
        assert!(by(json!(["people"])));
        assert!(!by(json!(["models", "people"])) && !by(json!(["models"])));
    }
}
