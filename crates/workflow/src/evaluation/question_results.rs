//! The verdict on each question for each run, to be written out.

use super::prepared::{PreparedBenchmark, RunAnswers};
use super::setting::RunOptions;
use assay_core::benchmark::{Label, Pass};
use assay_core::extract::Answer;
use assay_core::score::{
    DecidedBy, ExtractedPass, Missing, RequiredPasses, ScoringTable, Strategy,
};
use assay_store::{Benchmark, QuestionSheet, Run, Store, StoreError};

/// The verdict on one question for one run.
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
    /// What decided it; `None` without a reference answer, or if the model was not asked this split.
    pub decided_by: Option<DecidedBy>,
    /// A letter for each pass that is there or required: the label, `Z` for none of the choices, `!` for
    /// a refusal, `?` where no label was found, `-` where the pass is missing. Of a short answer `+` if it is right and
    /// `x` if it is wrong.
    pub labels: String,
    /// The labels of the right choice in these passes; `-` where it is not known.
    pub answers: String,
    /// The strategy of the verdict, which may be the default.
    pub strategy: Strategy,
}

/// Calls `each` with every question, run by run, in the order of the file.
pub fn for_each_result<E: From<StoreError>>(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &RunOptions,
    mut each: impl FnMut(QuestionResult<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let (answers, strategy) = prepared.answers_by(store, runs, options)?;
    for (run, answers) in runs.iter().zip(&answers) {
        let table = ScoringTable::new(prepared.questions(), &answers.answers);
        let judgements = table.judgements(strategy, options.missing);
        for (at, (question, judgement)) in prepared.questions().iter().zip(judgements).enumerate() {
            let passes = answers.answers.question(at);
            let (labels, references) = match question.sheet.short.is_some() {
                true => short_signs(passes),
                false => letters(passes, &question.required),
            };
            each(QuestionResult {
                run,
                question: &question.sheet,
                counted: judgement.is_some_and(|judgement| judgement.counted),
                correct: judgement.is_some_and(|judgement| judgement.correct),
                decided_by: judgement.map(|judgement| judgement.decided_by),
                labels,
                answers: references,
                strategy,
            })?;
        }
    }
    Ok(())
}

/// The same of a short answer, which has one pass.
fn short_signs(passes: &[ExtractedPass]) -> (String, String) {
    let sign = passes.first().map_or('-', |pass| match (pass.extracted.answer, pass.is_right()) {
        (Answer::Refused, _) => '!',
        (_, Some(true)) => '+',
        (_, Some(false)) => 'x',
        (_, None) => '?',
    });
    (sign.to_string(), "+".to_owned())
}

/// Labels extracted and labels that are right, pass by pass.
pub(super) fn letters(passes: &[ExtractedPass], required: &RequiredPasses) -> (String, String) {
    let there = passes.iter().map(|pass| pass.pass);
    let mut numbers: Vec<Pass> = there.chain(required.iter()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let letters = |number: Pass| {
        let found = passes.iter().find(|pass| pass.pass == number);
        let letter = found.map_or('-', |pass| match pass.extracted.answer {
            Answer::Refused => '!',
            answer => answer.letter().unwrap_or('?'),
        });
        let reference = found.and_then(|pass| pass.reference);
        (letter, reference.map_or('-', Label::letter))
    };
    numbers.into_iter().map(letters).unzip()
}

impl PreparedBenchmark {
    /// By run and question whether the run is right; `None` where the question does not count for it.
    pub fn right(
        &self,
        answers: &[RunAnswers],
        strategy: Strategy,
        missing: Missing,
    ) -> Vec<Vec<Option<bool>>> {
        let of_run = |run: &RunAnswers| {
            let table = ScoringTable::new(self.questions(), &run.answers);
            let judgements = table.judgements(strategy, missing).into_iter();
            judgements.map(|one| one.filter(|one| one.counted).map(|one| one.correct)).collect()
        };
        answers.iter().map(of_run).collect()
    }
}
