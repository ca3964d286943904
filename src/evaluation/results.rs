//! What each run makes of each question, to be written out.

use super::exam::Exam;
use super::standing::{Asked, Options};
use crate::benchmark::{Label, Pass};
use crate::extract::Answer;
use crate::score::{DecidedBy, FIRST_PASS_ONLY, Group, judge};
use crate::store::{Benchmark, QuestionSheet, Run, Store, StoreError};

/// What a run's model made of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionResult<'a> {
    /// The run.
    pub run: &'a Run,
    /// The question.
    pub question: &'a QuestionSheet,
    /// Whether it counts in the score.
    pub counted: bool,
    /// Whether it counts as right.
    pub correct: bool,
    /// What decided it; nothing where there is no reference answer, or the model was not asked this split.
    pub decided_by: Option<DecidedBy>,
    /// A letter for each pass that is there or required: the label read, `Z` for none of the choices, `!`
    /// for a refusal, `?` where nothing was read, `-` where the pass is missing.
    pub labels: String,
    /// The labels before the right choice in these passes; `-` where it is not known.
    pub answers: String,
}

/// Calls `each` with every question, run by run, in the order of the file.
pub fn for_each_result<E: From<StoreError>>(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &Options,
    mut each: impl FnMut(QuestionResult<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut exam = Exam::of(store, benchmark)?;
    let mut group = Group { passes: Vec::new(), required: &FIRST_PASS_ONLY };
    let extractor = options.extractor.as_deref();
    let answers = exam.answers_of(store, runs, options.rules, extractor)?;
    for (run, answers) in runs.iter().zip(&answers) {
        let asked = Asked::of(&exam, answers);
        for (at, item) in exam.items().iter().enumerate() {
            answers.fill_group(&exam, at, &mut group);
            let is_scored = item.sheet.answer.is_some() && asked.was_asked(item);
            let judgement = is_scored.then(|| judge(&group, options.strategy, options.missing));
            let (labels, references) = letters(&group);
            each(QuestionResult {
                run,
                question: &item.sheet,
                counted: judgement.is_some_and(|judgement| judgement.counted),
                correct: judgement.is_some_and(|judgement| judgement.correct),
                decided_by: judgement.map(|judgement| judgement.decided_by),
                labels,
                answers: references,
            })?;
        }
    }
    Ok(())
}

/// Labels read and labels right, pass by pass.
fn letters(group: &Group<'_>) -> (String, String) {
    let there = group.passes.iter().map(|pass| pass.pass);
    let mut passes: Vec<Pass> = there.chain(group.required.iter()).collect();
    passes.sort_unstable();
    passes.dedup();
    let pass = |number: Pass| {
        let found = group.passes.iter().find(|pass| pass.pass == number);
        let letter = found.map_or('-', |pass| match pass.answer {
            Answer::Refused => '!',
            answer => answer.letter().unwrap_or('?'),
        });
        let reference = found.and_then(|pass| pass.reference);
        (letter, reference.map_or('-', Label::letter))
    };
    passes.into_iter().map(pass).unzip()
}
