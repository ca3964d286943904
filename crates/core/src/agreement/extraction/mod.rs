//! Extractors measured against people: the alignment rate of MMBench's Figure 5, with intervals,
//! chance-corrected statistics and comparisons.
//!
//! The scale on which people and extractors are compared is the [`Outcome`]: a letter as shown,
//! `none` or `nothing`. `refusal`, `several` and `off-topic` of people are `none` on this scale,
//! and so is an extractor's refusal: in all of them the text does not choose one choice, and
//! scoring treats them alike. An extractor that finds `nothing` never agrees with a person. The
//! finer labels of people count in [`Ceiling::marks`] and in the rates by kind of answer.
//!
//! A person is measured against the majority of the other people, so that a person's own label is
//! not part of the reference.

mod effect;
mod human;
mod measure;
mod power;

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Comparison, TableError};
use crate::benchmark::{ChoiceOrder, HandLabel, Label};
use crate::extract::{Answer, Extractor};
use crate::statistics::Plan;

pub use effect::{ModelAccuracy, UnderExtractor};
pub use human::Ceiling;
pub use measure::{ComparedText, Disagreement, ExtractorAgreement, Part};
pub use power::{Power, items_for_width};

/// The choice of a text, on the scale that people and extractors share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The choice with this letter, as shown.
    Letter(Label),
    /// None of the choices.
    None,
    /// The extractor read nothing.
    Nothing,
}

impl Outcome {
    /// A letter, `none` or `nothing`.
    pub fn name(self) -> String {
        match self {
            Outcome::Letter(label) => label.to_string(),
            Outcome::None => "none".into(),
            Outcome::Nothing => "nothing".into(),
        }
    }
}

impl From<HandLabel> for Outcome {
    fn from(label: HandLabel) -> Self {
        Answer::from(label).into()
    }
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Label(label) => Outcome::Letter(label),
            Answer::NoneOfThem | Answer::Refused => Outcome::None,
            Answer::Nothing => Outcome::Nothing,
        }
    }
}

/// A text that people read, with all labels.
#[derive(Clone, Debug)]
pub struct ReadText {
    /// The prediction's name.
    pub item: String,
    /// The model that wrote it.
    pub model: String,
    /// The order in which the choices were shown.
    pub order: ChoiceOrder,
    /// The reference answer, as the benchmark has it.
    pub answer: Option<Label>,
    /// What people read, each once.
    pub people: Vec<(String, HandLabel)>,
    /// What each extractor read, in the order of [`Readings::extractors`]; `None` if it was not
    /// asked.
    pub extractors: Vec<Option<Answer>>,
}

impl Readings {
    /// The people who read any of the texts, by name.
    pub fn people(&self) -> BTreeSet<&str> {
        let people = self.texts.iter().flat_map(|text| &text.people);
        people.map(|(name, _)| name.as_str()).collect()
    }
}

/// All texts that people read.
#[derive(Clone, Debug, Default)]
pub struct Readings {
    /// The extractors, people not among them.
    pub extractors: Vec<Extractor>,
    pub texts: Vec<ReadText>,
}

/// The reading that counts as right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The most frequent label of people; texts on which it is tied are left out.
    HumanMajority,
    /// One person.
    Person(String),
}

impl Reference {
    /// The name in every output.
    pub fn name(&self) -> &str {
        match self {
            Reference::HumanMajority => "human-majority",
            Reference::Person(name) => name,
        }
    }
}

/// Extractors and people against the reference.
#[derive(Clone, Debug, Serialize)]
pub struct ExtractionAgreement {
    /// The reading that counts as right.
    pub reference: String,
    /// How outcomes are compared, in a sentence.
    pub rule: &'static str,
    /// Texts with a reference reading.
    pub items: usize,
    /// Texts on which the majority is tied; left out.
    pub tied: usize,
    /// Texts that the reference person did not read; left out.
    pub not_read_by_reference: usize,
    /// The labels on the scale, in the order of every confusion matrix.
    pub labels: Vec<String>,
    /// Agreement of people with each other on the same texts: the upper bound for an extractor.
    pub ceiling: Ceiling,
    /// Each extractor, then each person.
    pub extractors: Vec<ExtractorAgreement>,
    /// Every two extractors on the texts that both read.
    pub comparisons: Vec<Comparison>,
    /// The effect of the extractors' errors on each model's accuracy on these texts.
    pub accuracy: Vec<ModelAccuracy>,
    /// The number of texts needed for a wanted interval.
    pub power: Power,
}

/// Printed with every result.
const RULE: &str = "refusal, several and off-topic count as none; an extractor that reads nothing \
                    agrees with no one; people are compared with the majority of the others";

/// Measures all extractors and people against the reference. `plan` is the bootstrap of the comparisons,
/// `width` that of a wanted 95 % interval of an alignment rate.
///
/// # Errors
/// If two extractors have the same name.
pub fn extraction_agreement(
    readings: &Readings,
    reference: &Reference,
    plan: Plan,
    width: f64,
) -> Result<ExtractionAgreement, TableError> {
    let settled = measure::settle(readings, reference);
    let labels = measure::labels(readings);
    let mut extractors = measure::all_measured(readings, &settled, &labels)?;
    if let Reference::Person(name) = reference {
        // The reference person is not measured.
        extractors.retain(|of| of.extractor != *name);
    }
    let power = Power::compute(&extractors, width);
    Ok(ExtractionAgreement {
        reference: reference.name().to_owned(),
        rule: RULE,
        items: settled.texts.len(),
        tied: settled.tied,
        not_read_by_reference: settled.not_read,
        ceiling: Ceiling::compute(readings, &labels)?,
        comparisons: measure::comparisons(readings, &settled, &labels, plan)?,
        accuracy: effect::on_accuracy(readings, &settled),
        labels,
        extractors,
        power,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::{BuiltIn, RuleSet};

    fn hand(text: &str) -> HandLabel {
        text.parse().unwrap()
    }

    /// Texts of one model with choices A to D in the order BCDA, reference answer B (shown as A).
    fn readings(rows: &[(&[&str], Option<Answer>)]) -> Readings {
        let texts = rows.iter().enumerate().map(|(number, (people, read))| ReadText {
            item: format!("{number}/m/1"),
            model: "m".into(),
            order: ChoiceOrder::original(Label::all().take(4)).rotated_left(1),
            answer: Label::from_letter('B'),
            people: ["ann", "bob", "cy"]
                .map(String::from)
                .into_iter()
                .zip(people.iter().map(|p| hand(p)))
                .collect(),
            extractors: vec![*read],
        });
        let extractors = vec![Extractor::BuiltIn(BuiltIn::Rules(RuleSet::Assay))];
        Readings { extractors, texts: texts.collect() }
    }

    fn measured(readings: &Readings, reference: &Reference) -> ExtractionAgreement {
        let plan = Plan { resamples: 100, seed: 1 };
        extraction_agreement(readings, reference, plan, 0.1).unwrap()
    }

    const A: Option<Answer> = Some(Answer::Label(Label::A));

    #[test]
    fn an_extractor_is_aligned_where_it_reads_what_most_people_read() {
        let of = readings(&[
            (&["A", "A", "B"], A),
            (&["refusal", "none", "A"], Some(Answer::Refused)),
            (&["A", "A", "A"], Some(Answer::Nothing)),
            (&["A", "B", "C"], A),
        ]);
        let result = measured(&of, &Reference::HumanMajority);
        assert_eq!((result.items, result.tied), (3, 1));
        let rules = &result.extractors[0];
        assert_eq!((rules.n, rules.nothing), (3, 1));
        assert_eq!(rules.alignment.value(), Some(2.0 / 3.0));
        assert_eq!(rules.alignment_where_read.value(), Some(1.0));
        assert_eq!(rules.disagreements.len(), 1);
        assert_eq!(rules.disagreements[0].extractor, "nothing");
        let kinds: Vec<&str> = rules.by_kind.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(kinds, ["choice", "no choice, kinds differ"]);
    }

    #[test]
    fn people_are_measured_against_the_others_and_never_against_themselves() {
        let of = readings(&[(&["A", "B", "B"], A), (&["A", "A", "A"], A)]);
        let result = measured(&of, &Reference::HumanMajority);
        let person = |name: &str| {
            result.extractors.iter().find(|of| of.extractor == name).unwrap().alignment.clone()
        };
        assert_eq!((person("ann").value(), person("ann").n()), (Some(0.5), 2));
        // Without bob, A and B have one vote each: no majority of the others.
        assert_eq!((person("bob").value(), person("bob").n()), (Some(1.0), 1));
    }

    #[test]
    fn a_letter_is_right_if_the_choice_that_stood_there_is_the_answer() {
        let of = readings(&[(&["A", "A"], A), (&["A", "A"], Some(Answer::Nothing))]);
        let accuracy = &measured(&of, &Reference::HumanMajority).accuracy[0];
        assert_eq!(accuracy.reference.value(), Some(1.0), "A showed the original choice B");
        assert_eq!(accuracy.extractors[0].accuracy.value(), Some(0.5));
        assert_eq!(accuracy.extractors[0].difference, Some(-0.5));
        assert_eq!(accuracy.extractors[0].mcnemar.only_b, 1);
    }

    #[test]
    fn the_ceiling_distinguishes_marks_that_are_one_on_the_scale() {
        let of = readings(&[(&["refusal", "off-topic"], A), (&["A", "A"], A)]);
        let ceiling = measured(&of, &Reference::HumanMajority).ceiling;
        assert_eq!(ceiling.percent_agreement.value(), Some(1.0));
        assert_eq!(ceiling.marks.value(), Some(0.5));
    }

    #[test]
    fn one_person_can_be_the_reference() {
        let of = readings(&[(&["B", "A"], A), (&[], A)]);
        let result = measured(&of, &Reference::Person("bob".into()));
        assert_eq!((result.items, result.not_read_by_reference), (1, 1));
        assert_eq!(result.extractors[0].alignment.value(), Some(1.0));
        assert!(result.extractors.iter().all(|of| of.extractor != "bob"), "not against himself");
    }

    #[test]
    fn people_and_references_have_names() {
        let of = readings(&[(&["A", "B"], A), (&["A"], A), (&[], A)]);
        assert_eq!(of.people(), BTreeSet::from(["ann", "bob"]));
        assert!(readings(&[(&[], A)]).people().is_empty());
        assert_eq!(Reference::HumanMajority.name(), "human-majority");
        assert_eq!(Reference::Person("bob".into()).name(), "bob");
    }

    #[test]
    fn errors_that_help_a_model_are_counted_apart_from_those_that_hurt_it() {
        let nothing = Some(Answer::Nothing);
        let wrong = Some(Answer::Label(Label::from_letter('B').unwrap()));
        let mut of = readings(&[
            (&["B", "B"], A),
            (&["B", "B"], wrong),
            (&["A", "A"], nothing),
            (&["A", "A"], nothing),
            (&["A", "A"], A),
            (&["A", "A"], A),
            (&["A", "A"], None),
        ]);
        let accuracy = measured(&of, &Reference::HumanMajority).accuracy;
        let rules = &accuracy[0].extractors[0];
        assert_eq!((rules.mcnemar.only_a, rules.mcnemar.only_b), (1, 2));
        assert_eq!((rules.accuracy.value(), rules.accuracy.n()), (Some(0.5), 6));
        assert_eq!(accuracy[0].reference.value(), Some(5.0 / 7.0));
        for text in &mut of.texts {
            text.extractors = vec![None];
        }
        let accuracy = measured(&of, &Reference::HumanMajority).accuracy;
        assert_eq!(accuracy[0].extractors[0].difference, None);
    }

    #[test]
    fn the_kind_of_a_text_is_what_those_call_it_who_agree_with_the_reference() {
        let of = readings(&[(&["refusal", "refusal", "A"], A), (&["A", "A", "several"], A)]);
        let rules = &measured(&of, &Reference::HumanMajority).extractors[0];
        let kinds: Vec<&str> = rules.by_kind.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(kinds, ["choice", "refusal"]);
        assert_eq!(rules.nothing, 0);
    }

    #[test]
    fn a_letter_beyond_those_shown_is_on_the_scale() {
        let of = readings(&[(&["A"], Some(Answer::Label(Label::from_letter('F').unwrap())))]);
        let labels = measured(&of, &Reference::HumanMajority).labels;
        assert_eq!(labels, ["A", "B", "C", "D", "E", "F", "none", "nothing"]);
    }

    #[test]
    fn every_two_extractors_are_compared() {
        let mut of = readings(&[(&["A"], A), (&["A"], A), (&["B"], A)]);
        assert!(measured(&of, &Reference::HumanMajority).comparisons.is_empty());
        of.extractors.push(Extractor::BuiltIn(BuiltIn::Lexical));
        of.texts.iter_mut().for_each(|text| text.extractors.push(Some(Answer::Nothing)));
        let comparisons = measured(&of, &Reference::HumanMajority).comparisons;
        assert_eq!(comparisons.len(), 1);
    }
}
