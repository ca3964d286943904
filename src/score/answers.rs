//! A benchmark's questions and one model's answers to all of them, laid out for counting.

use super::{
    AnsweredPass, Group, Judgement, Missing, Placement, Reading, RequiredPasses, Strategy, judge,
};
use crate::benchmark::{Label, Pass, QuestionKey};

/// A question as scoring sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedQuestion {
    /// The question's name.
    pub key: QuestionKey,
    /// The leaf ability.
    pub category: Option<String>,
    /// The L-2 ability.
    pub l2_category: Option<String>,
    /// The split.
    pub split: Option<String>,
    /// The passes that CircularEval requires.
    pub required: RequiredPasses,
}

impl AskedQuestion {
    /// Where it belongs.
    pub fn placement(&self) -> Placement<'_> {
        Placement {
            split: self.split.as_deref(),
            l2_category: self.l2_category.as_deref(),
            category: self.category.as_deref(),
        }
    }
}

/// One pass as a model answered it and as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadPass {
    /// Which pass.
    pub pass: Pass,
    /// What was read from the model's text.
    pub reading: Reading,
    /// The label that stands before the right choice in this pass, if the answer is known.
    pub reference: Option<Label>,
}

impl ReadPass {
    /// The pass as it is judged.
    pub fn answered(&self) -> AnsweredPass {
        AnsweredPass { pass: self.pass, answer: self.reading.answer, reference: self.reference }
    }
}

/// One model's answers to the questions of a benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelAnswers {
    /// The model's name.
    pub model: String,
    /// Predictions that are left out because their question has been edited since: the model saw
    /// another.
    pub outdated: usize,
    /// Question after question.
    passes: Vec<ReadPass>,
    /// Where each question starts in `passes`, and the end of the last.
    starts: Vec<u32>,
}

impl ModelAnswers {
    /// The answers to so many questions: pairs of a question's position and a pass, in any order.
    /// Positions beyond the questions are left out.
    pub fn new(
        model: impl Into<String>,
        questions: usize,
        answers: impl IntoIterator<Item = (usize, ReadPass)>,
        outdated: usize,
    ) -> Self {
        let mut answers: Vec<(usize, ReadPass)> =
            answers.into_iter().filter(|&(question, _)| question < questions).collect();
        answers.sort_by_key(|(question, read)| (*question, read.pass));
        let mut starts = Vec::with_capacity(questions + 1);
        let mut next = 0;
        for question in 0..questions {
            starts.push(next as u32);
            next += answers[next..].iter().take_while(|(there, _)| *there == question).count();
        }
        starts.push(next as u32);
        let passes = answers.into_iter().map(|(_, read)| read).collect();
        ModelAnswers { model: model.into(), outdated, passes, starts }
    }

    /// The passes of a question in their order; none where the model was not asked.
    pub fn of(&self, question: usize) -> &[ReadPass] {
        match self.starts.get(question..question + 2) {
            Some(&[start, end]) => &self.passes[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The passes of all questions.
    pub fn passes(&self) -> &[ReadPass] {
        &self.passes
    }

    /// Whether the model was asked anything but first passes.
    pub fn is_circular(&self) -> bool {
        self.passes.iter().any(|read| read.pass != Pass::FIRST)
    }

    /// The verdict on each question; nothing in a split of which the model answered nothing at all: it
    /// was not asked there.
    pub fn judgements(
        &self,
        questions: &[AskedQuestion],
        strategy: Strategy,
        missing: Missing,
    ) -> Vec<Option<Judgement>> {
        self.judgements_of(questions, strategy, missing, ReadPass::answered)
    }

    /// As [`ModelAnswers::judgements`] with passes seen through `answered`.
    pub(super) fn judgements_of(
        &self,
        questions: &[AskedQuestion],
        strategy: Strategy,
        missing: Missing,
        answered: impl Fn(&ReadPass) -> AnsweredPass,
    ) -> Vec<Option<Judgement>> {
        let mut asked: Vec<Option<&str>> = Vec::new();
        for (position, question) in questions.iter().enumerate() {
            let split = question.split.as_deref();
            if !self.of(position).is_empty() && !asked.contains(&split) {
                asked.push(split);
            }
        }
        let judgement = |(position, question): (usize, &AskedQuestion)| {
            asked.contains(&question.split.as_deref()).then(|| {
                let passes = self.of(position).iter().map(&answered).collect();
                judge(&Group { passes, required: &question.required }, strategy, missing)
            })
        };
        questions.iter().enumerate().map(judgement).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Answer;

    fn read(pass: u32, answer: Answer) -> ReadPass {
        let reading = Reading { answer, is_refusal: false, failed: false };
        ReadPass { pass: Pass(pass), reading, reference: Some(Label::A) }
    }

    #[test]
    fn the_order_of_rows_does_not_matter() {
        let rows = [
            (1, read(0, Answer::Nothing)),
            (0, read(1, Answer::NoneOfThem)),
            (0, read(0, Answer::Label(Label::A))),
        ];
        let one = ModelAnswers::new("m", 3, rows, 0);
        let other = ModelAnswers::new("m", 3, rows.into_iter().rev(), 0);
        assert_eq!(one, other);
        assert_eq!(one.of(0).iter().map(|read| read.pass.0).collect::<Vec<_>>(), [0, 1]);
        assert_eq!((one.of(1).len(), one.of(2).len(), one.of(3).len()), (1, 0, 0));
    }

    #[test]
    fn a_split_without_any_answer_was_not_asked() {
        let question = |key: &str, split: &str| AskedQuestion {
            key: QuestionKey::new(key).unwrap(),
            category: None,
            l2_category: None,
            split: Some(split.into()),
            required: RequiredPasses::Rotated(1),
        };
        let questions = [question("1", "dev"), question("2", "dev"), question("3", "test")];
        let answers = ModelAnswers::new("m", 3, [(0, read(0, Answer::Label(Label::A)))], 0);
        let found: Vec<Option<bool>> = answers
            .judgements(&questions, Strategy::FirstPass, Missing::Wrong)
            .into_iter()
            .map(|judgement| judgement.map(|judgement| judgement.correct))
            .collect();
        assert_eq!(found, [Some(true), Some(false), None]);
    }
}
