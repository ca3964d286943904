//! One model's answers to a list of questions: for each the passes it was asked, with the labels that
//! were extracted.
//!
//! Prediction files and runs in the database are read into the same [`ModelAnswers`]; the score is
//! computed in [`table`](super::table).

use super::{ExtractedLabel, Strategy};
use crate::benchmark::{Label, Pass};

/// One pass as a model answered it, with the label that was extracted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtractedPass {
    /// Which pass.
    pub pass: Pass,
    /// What was extracted from the model's text.
    pub extracted: ExtractedLabel,
    /// The label of the right choice in this pass, if the answer is known.
    pub reference: Option<Label>,
    /// The score of a short answer, from 0 to 1, where its rule has grades between right and wrong.
    pub grade: Option<f64>,
}

impl ExtractedPass {
    /// Whether the pass is right; see [`Answer::is_right`](crate::extract::Answer::is_right).
    pub fn is_right(&self) -> Option<bool> {
        self.extracted.answer.is_right(self.reference)
    }
}

/// One model's answers to a list of questions.
#[derive(Clone, Debug, PartialEq)]
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
