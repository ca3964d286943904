//! What one model answered, with everything that its score is made of, so that parts of it can be exchanged
//! for those of another (`certification`). From a file by [`FileScoring::answered`](super::FileScoring::answered),
//! from a run by [`answered_by_run`].

use std::collections::{HashMap, HashSet};

use super::predictions_by_question::PredictionsByQuestion;
use super::prepared::PreparedBenchmark;
use super::setting::RunOptions;
use assay_core::benchmark::{
    Choice, Label, Pass, Prediction, PredictionStatus, Question, ShortAnswer,
};
use assay_core::extract::{Choices, RuleSet, extract};
use assay_core::score::{ExtractedLabel, Missing, RequiredPasses, Strategy};
use assay_store::{Benchmark, Result, Run, Store};

/// One model's answers, and how they are scored.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The file or the model.
    pub name: String,
    /// The rules that read the texts.
    pub rules: RuleSet,
    /// What reads the texts, where labels or verdicts come with them: a judge, or the file's own evaluation.
    pub judge: Option<String>,
    /// Whether spaces around reference answers are left out.
    pub trims: bool,
    pub strategy: Strategy,
    pub missing: Missing,
    /// The questions of splits that the model was asked and that have a reference answer.
    pub questions: Vec<AnsweredQuestion>,
    /// What is unusual about the file or the run, in sentences.
    pub warnings: Vec<String>,
}

/// A question with the passes that are there.
#[derive(Clone, Debug)]
pub struct AnsweredQuestion {
    pub key: String,
    pub stem: String,
    /// The passes that CircularEval requires.
    pub required: RequiredPasses,
    /// In ascending order; a pass may occur twice.
    pub passes: Vec<AnsweredPass>,
    /// What short answers are compared with, by whichever rules choices are read.
    pub short: Option<ShortAnswer>,
    /// The verdict of the file's own evaluation, where the file has it for the question as a whole.
    pub hit: Option<bool>,
}

/// One pass: what was shown, and what the model wrote.
#[derive(Clone, Debug)]
pub struct AnsweredPass {
    pub pass: Pass,
    pub text: String,
    pub status: PredictionStatus,
    /// The choices as they were shown.
    pub choices: Vec<(Label, String)>,
    /// The label of the right choice, as the answer is written and without the spaces around it.
    pub reference: [Option<Label>; 2],
    /// The label that came with the text.
    pub judged: Option<ExtractedLabel>,
}

impl AnsweredPass {
    /// A prediction on a question with these choices.
    pub fn new(prediction: &Prediction, choices: &[Choice], answer: Option<Label>) -> Self {
        let shown = prediction.order.texts(choices);
        AnsweredPass {
            pass: prediction.pass,
            text: prediction.text.clone(),
            status: prediction.status,
            choices: shown.map(|(label, text)| (label, text.to_owned())).collect(),
            reference: [answer.and_then(|answer| prediction.order.shown_label_of(answer)); 2],
            judged: None,
        }
    }

    /// What these rules read from a text about these choices.
    pub fn read(&self, rules: RuleSet, choices: &[(Label, String)]) -> ExtractedLabel {
        if self.status == PredictionStatus::Refused {
            return ExtractedLabel::REFUSED;
        }
        let choices = Choices::new(choices.iter().map(|(label, text)| (*label, text)));
        let failed = self.status == PredictionStatus::Failed;
        ExtractedLabel::from_extraction(&extract(rules, &self.text, &choices), failed)
    }
}

impl Answered {
    /// Whether labels or verdicts come with the texts.
    pub(crate) fn is_judged(&self) -> bool {
        self.judge.is_some()
    }

    /// Leaves out the questions of splits in which no question has an answer: they were not asked.
    pub(super) fn keep_asked(
        questions: Vec<(Option<String>, AnsweredQuestion)>,
    ) -> Vec<AnsweredQuestion> {
        let has_answer = |(_, question): &&(_, AnsweredQuestion)| !question.passes.is_empty();
        let asked: HashSet<Option<String>> =
            questions.iter().filter(has_answer).map(|(split, _)| split.clone()).collect();
        let kept = questions.into_iter().filter(|(split, _)| asked.contains(split));
        kept.map(|(_, question)| question).collect()
    }
}

/// What the answers to a question without choices are compared with.
pub(crate) fn compared_short(question: &Question) -> Option<&ShortAnswer> {
    let short = question.short.as_ref().filter(|_| question.choices.is_empty());
    short.filter(|short| short.has_reference())
}

/// What a run answers to the current questions of its benchmark. Where an extractor fills in, the labels come
/// with the texts.
///
/// # Errors
/// When the database cannot be read, or there is no such extractor.
pub fn answered_by_run(
    store: &mut Store,
    benchmark: &Benchmark,
    run: &Run,
    options: &RunOptions,
) -> Result<Answered> {
    let RunOptions { rules, missing, .. } = *options;
    let stored = store.whole_questions(benchmark)?;
    let filled = match options.extractor.as_deref() {
        None => None,
        Some(extractor) => {
            let mut prepared = PreparedBenchmark::load(store, benchmark)?;
            Some(prepared.run_answers(store, run, rules, Some(extractor))?.answers)
        }
    };
    let predictions = PredictionsByQuestion::load(store, benchmark, run, &stored)?;
    let mut questions = Vec::new();
    for (at, question) in stored.into_iter().map(|stored| stored.question).enumerate() {
        let short = compared_short(&question).cloned();
        let answer = question.answer.filter(|_| !question.choices.is_empty());
        if answer.is_none() && short.is_none() {
            continue;
        }
        let labels: HashMap<Pass, ExtractedLabel> = filled
            .iter()
            .flat_map(|filled| filled.question(at))
            .map(|pass| (pass.pass, pass.extracted))
            .collect();
        let mut passes: Vec<AnsweredPass> = Vec::new();
        for prediction in predictions.question(at) {
            let mut pass = AnsweredPass::new(prediction, &question.choices, answer);
            pass.judged = labels.get(&pass.pass).copied();
            if short.is_some() {
                pass.reference = [Some(ExtractedLabel::ACCEPTED); 2];
            }
            passes.push(pass);
        }
        passes.sort_by_key(|pass| pass.pass);
        let required =
            RequiredPasses::from_source(&question.passes, &question.choices, question.answer);
        let (key, stem) = (question.key.as_str().to_owned(), question.stem);
        let answered = AnsweredQuestion { key, stem, required, passes, short, hit: None };
        questions.push((question.split, answered));
    }
    let questions = Answered::keep_asked(questions);
    let is_later = |pass: &AnsweredPass| pass.pass != Pass::FIRST;
    let has_later = questions.iter().flat_map(|question| &question.passes).any(is_later);
    let default = if has_later { Strategy::Circular } else { Strategy::FirstPass };
    Ok(Answered {
        name: run.model.clone(),
        rules,
        judge: options.extractor.as_ref().map(|extractor| format!("{rules}, then {extractor}")),
        trims: true,
        strategy: options.strategy.unwrap_or(default),
        missing,
        questions,
        warnings: predictions.outdated_warning(run).into_iter().collect(),
    })
}
