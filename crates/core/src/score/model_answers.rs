//! One model's answers to a list of questions: for each the passes it was asked, with the labels that
//! were extracted.
//!
//! Prediction files and runs in the database are read into the same [`ModelAnswers`]; the score is
//! computed in [`table`](super::table).

use std::num::NonZeroU32;

use super::{ExtractedLabel, Strategy};
use crate::benchmark::{Label, Pass};

/// One pass as a model answered it, with the label that was extracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtractedPass {
    /// Which pass.
    pub pass: Pass,
    /// What was extracted from the model's text.
    pub extracted: ExtractedLabel,
    /// The label of the right choice in this pass, if the answer is known.
    pub reference: Option<Label>,
    /// The score of a short answer, from 0 to 1, where its rule has grades between right and wrong.
    pub grade: Option<Grade>,
}

/// A score from 0 to 1 in billionths: there are as many passes as predictions, so they stay small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade(NonZeroU32);

impl Grade {
    const BILLION: f64 = 1e9;

    /// The grade of a score.
    pub fn new(score: f64) -> Self {
        let billionths = (score.clamp(0.0, 1.0) * Self::BILLION).round() as u32;
        Grade(NonZeroU32::MIN.saturating_add(billionths))
    }

    /// The score.
    pub fn score(self) -> f64 {
        f64::from(self.0.get() - 1) / Self::BILLION
    }
}

impl ExtractedPass {
    /// Whether the pass is right; see [`Answer::is_right`](crate::extract::Answer::is_right).
    pub fn is_right(&self) -> Option<bool> {
        self.extracted.answer.is_right(self.reference)
    }
}

/// One model's answers to a list of questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelAnswers {
    /// The model's name.
    pub model: String,
    /// Predictions that are left out because their question has been edited since: the model saw
    /// another version.
    pub outdated: usize,
    /// Question after question.
    passes: Vec<ExtractedPass>,
    /// The start of each question in `passes`, and the end of the last.
    starts: Vec<u32>,
}

impl ModelAnswers {
    /// The answers to this number of questions: pairs of a question's position and a pass, in any
    /// order. Positions beyond the questions are left out. Passes that occur twice keep their
    /// order.
    pub fn new(
        model: impl Into<String>,
        questions: usize,
        answers: impl IntoIterator<Item = (usize, ExtractedPass)>,
        outdated: usize,
    ) -> Self {
        let mut answers: Vec<(usize, ExtractedPass)> =
            answers.into_iter().filter(|&(question, _)| question < questions).collect();
        answers.sort_by_key(|(question, extracted)| (*question, extracted.pass));
        let mut starts = Vec::with_capacity(questions + 1);
        let mut next = 0;
        for question in 0..questions {
            starts.push(next as u32);
            next += answers[next..].iter().take_while(|(there, _)| *there == question).count();
        }
        starts.push(next as u32);
        let passes = answers.into_iter().map(|(_, extracted)| extracted).collect();
        ModelAnswers { model: model.into(), outdated, passes, starts }
    }

    /// The answers to some of the questions, in this order.
    #[must_use]
    pub fn select(&self, questions: &[usize]) -> Self {
        let mut passes = Vec::with_capacity(self.passes.len());
        let mut starts = vec![0];
        for &question in questions {
            passes.extend_from_slice(self.question(question));
            starts.push(passes.len() as u32);
        }
        ModelAnswers { model: self.model.clone(), outdated: self.outdated, passes, starts }
    }

    /// The passes of a question in their order; empty if the model was not asked.
    pub fn question(&self, question: usize) -> &[ExtractedPass] {
        match self.starts.get(question..question + 2) {
            Some(&[start, end]) => &self.passes[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The passes of all questions.
    pub fn passes(&self) -> &[ExtractedPass] {
        &self.passes
    }

    /// The passes of all questions, to be changed in place.
    pub fn passes_mut(&mut self) -> &mut [ExtractedPass] {
        &mut self.passes
    }

    /// Whether the model was asked anything but first passes.
    pub fn has_later_passes(&self) -> bool {
        self.passes.iter().any(|extracted| extracted.pass != Pass::FIRST)
    }
}

impl Strategy {
    /// The default strategy: circular if any of these models was asked more than first passes, else
    /// first-pass.
    pub fn default_for<'a>(models: impl IntoIterator<Item = &'a ModelAnswers>) -> Strategy {
        match models.into_iter().any(ModelAnswers::has_later_passes) {
            true => Strategy::Circular,
            false => Strategy::FirstPass,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_is_a_score_to_a_billionth_and_takes_no_more_room_than_a_number() {
        for score in [0.0, 0.3, 0.6, 0.9, 1.0, 5.0 / 7.0] {
            assert!((Grade::new(score).score() - score).abs() < 1e-9, "{score}");
        }
        assert_eq!(size_of::<Option<Grade>>(), 4);
    }
}
