//! The labels that were extracted from a model's texts, and their counts.

use serde::Serialize;

use crate::benchmark::{Label, PredictionStatus};
use crate::extract::{Answer, Choices, Extraction, RuleSet, extract_answer};
use crate::short::ShortVerdict;

/// What was extracted from one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtractedLabel {
    /// What the text says.
    pub answer: Answer,
    /// Whether it is a refusal. VLMEvalKit's rules give `Z` for one, which hides it in the answer.
    pub is_refusal: bool,
    /// Whether the request failed: the text is then an error message and not an answer.
    pub failed: bool,
}

impl ExtractedLabel {
    /// In a table of scores a question with a short answer is one whose only label this is.
    pub const ACCEPTED: Label = Label::A;

    /// The label of an answer that the server or the model declined to give.
    pub const REFUSED: ExtractedLabel =
        ExtractedLabel { answer: Answer::Refused, is_refusal: true, failed: false };

    /// What each of these rule sets reads from an answer. `choices` are those that the model was shown.
    pub fn read<'c, const RULES: usize>(
        rules: [RuleSet; RULES],
        status: PredictionStatus,
        text: &str,
        choices: impl Iterator<Item = (Label, &'c str)>,
    ) -> [Self; RULES] {
        if status == PredictionStatus::Refused {
            return [ExtractedLabel::REFUSED; RULES];
        }
        let (choices, failed) = (Choices::new(choices), status == PredictionStatus::Failed);
        rules.map(|rules| Self::from_extraction(&extract_answer(rules, text, &choices), failed))
    }

    /// What a short answer is worth: [`ExtractedLabel::ACCEPTED`] if it is right, none of the choices if it is wrong.
    pub fn from_short_answer(status: PredictionStatus, verdict: Option<&ShortVerdict>) -> Self {
        let answer = match (status, verdict) {
            (PredictionStatus::Refused, _) => return ExtractedLabel::REFUSED,
            (PredictionStatus::Failed, _) | (_, None) => Answer::Nothing,
            (PredictionStatus::Ok, Some(verdict)) if verdict.is_right() => {
                Answer::Label(Self::ACCEPTED)
            }
            (PredictionStatus::Ok, Some(_)) => Answer::NoneOfThem,
        };
        let failed = status == PredictionStatus::Failed;
        ExtractedLabel { answer, is_refusal: false, failed }
    }

    /// The same with a wrong short answer as one that was read: there are no choices that it could be none of.
    #[must_use]
    pub fn as_matched(self) -> Self {
        match self.answer {
            Answer::NoneOfThem => ExtractedLabel { answer: Answer::Label(Self::ACCEPTED), ..self },
            _ => self,
        }
    }

    /// From what an extractor found in a text.
    pub fn from_extraction(extraction: &Extraction, failed: bool) -> Self {
        let is_refusal = match extraction.answer {
            Answer::Refused => true,
            Answer::NoneOfThem => extraction.step == "refusal",
            Answer::Label(_) | Answer::Nothing => false,
        };
        ExtractedLabel { answer: extraction.answer, is_refusal, failed }
    }
}

impl From<Answer> for ExtractedLabel {
    fn from(answer: Answer) -> Self {
        ExtractedLabel { answer, is_refusal: answer == Answer::Refused, failed: false }
    }
}

/// The number of rows with each kind of label. Each row counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ExtractionCounts {
    /// A label was read.
    pub matched: usize,
    /// Nothing was read.
    pub unmatched: usize,
    /// "None of the choices" was read.
    pub none: usize,
    /// The model refused to answer.
    pub refused: usize,
    /// The model could not be asked; nothing was read.
    pub failed: usize,
    /// The share of rows from which a label or `Z` was read; `None` if there are no rows.
    pub match_rate: Option<f64>,
}

impl ExtractionCounts {
    /// Counts rows.
    pub fn count(labels: impl Iterator<Item = ExtractedLabel>) -> Self {
        let mut counts = ExtractionCounts::default();
        let (mut rows, mut letters) = (0_usize, 0_usize);
        for label in labels {
            rows += 1;
            letters += usize::from(label.answer.letter().is_some());
            match label.answer {
                Answer::Label(_) => counts.matched += 1,
                _ if label.is_refusal => counts.refused += 1,
                Answer::Nothing if label.failed => counts.failed += 1,
                Answer::Nothing => counts.unmatched += 1,
                Answer::NoneOfThem | Answer::Refused => counts.none += 1,
            }
        }
        counts.match_rate = (rows > 0).then(|| letters as f64 / rows as f64);
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Label;
    use crate::extract::{Choices, RuleSet, extract};

    #[test]
    fn a_refusal_that_vlmevalkit_calls_z_is_counted_as_one() {
        let refusal = extract(
            RuleSet::VlmevalkitLate,
            "Sorry, I can't help with images of people yet.",
            &Choices::default(),
        );
        let counts =
            ExtractionCounts::count([ExtractedLabel::from_extraction(&refusal, false)].into_iter());
        assert_eq!((counts.refused, counts.none, counts.match_rate), (1, 0, Some(1.0)));
    }

    #[test]
    fn each_row_counts_once() {
        let of = |answer, failed| ExtractedLabel { answer, is_refusal: false, failed };
        let counts = ExtractionCounts::count(
            [of(Answer::NoneOfThem, false), of(Answer::Nothing, false), of(Answer::Nothing, true)]
                .into_iter(),
        );
        assert_eq!((counts.none, counts.unmatched, counts.failed), (1, 1, 1));
        let label = of(Answer::Label(Label::A), false);
        assert_eq!(ExtractionCounts::count([label; 3].into_iter()).matched, 3);
        assert!(counts.match_rate.is_some_and(|rate| (rate - 1.0 / 3.0).abs() < 1e-12));
    }
}
