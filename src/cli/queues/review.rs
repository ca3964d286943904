//! `assay decide review`.

use clap::Args;

use super::{answer_to, category_of, check_own_reasons, commit, inputs, refused};
use crate::benchmark::Label;
use crate::benchmark::decision::{BlindAnswer, ReviewVerdict, WrongReason};
use crate::benchmark::gate::{Confidence, NO_IDEA};
use crate::cli::names::Decider;
use crate::cli::value_names::ReasonParser;
use crate::cli::value_names::named;
use crate::cli::{Shared, WrongUsage};
use crate::queue::steps::{Input, REVIEW_BY_SCRIPT};
use crate::queue::{OpenedQuestion, ReviewDesk, ReviewQueue};
use crate::store::{BlindQuestion, Refusal, Store, StoreError};

/// Review a question
#[derive(Debug, Args)]
pub(crate) struct DecideReview {
    /// The question's key: its index in the source file
    key: String,
    #[command(flatten)]
    decider: Decider,
    /// Your own answer: a choice letter, `none` (or Z) or `cannot-tell`; a few words or a number where there are no
    /// choices. An open question takes none
    #[arg(long, value_name = "ANSWER")]
    answer: Option<String>,
    /// What becomes of the question: keep, text-only or wrong
    #[arg(long, required_unless_present = "guess", value_parser = named::<ReviewVerdict>())]
    verdict: Option<ReviewVerdict>,
    /// Where the picture is hidden: what the text alone suggests, a choice letter with --confidence, or
    /// `no-idea`. The picture and the review come after it
    #[arg(
        long,
        value_name = "LETTER",
        conflicts_with_all = ["answer", "verdict", "reasons", "corrected", "category", "note"]
    )]
    guess: Option<String>,
    /// How sure the guess is: low, medium or high
    #[arg(long, requires = "guess", value_parser = named::<Confidence>())]
    confidence: Option<Confidence>,
    /// For `wrong`: why; may be given several times
    #[arg(long = "reason", value_name = "REASON", value_parser = ReasonParser::<WrongReason>::default())]
    reasons: Vec<WrongReason>,
    /// For `--reason wrong-reference-answer`: the choice that is right
    #[arg(long, value_name = "LETTER")]
    corrected: Option<Label>,
    /// The category that is right: chosen where the benchmark asks for it, or with `--reason
    /// wrong-category`
    #[arg(long, value_name = "NAME")]
    category: Option<String>,
    /// A remark
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

impl DecideReview {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        // Nothing is written where the flags make no decision.
        let (mut store, benchmark, annotator, question) =
            self.decider.open_and(shared, |store, benchmark, annotator| {
                store.question_at_gate(annotator, store.question_id(benchmark, &self.key)?)
            })?;
        let inputs = self.inputs(&store, &question)?;
        let decided = REVIEW_BY_SCRIPT.decide(OpenedQuestion::new(question.clone()), inputs);
        let act = decided.map_err(|refusal| refused(refusal, &question))?;
        let mut desk = ReviewDesk::open(&mut store, ReviewQueue, annotator, benchmark)?;
        let Some(position) = desk.position_of(&self.key) else {
            let (item, name) = (self.key, desk.annotator().name.clone());
            if store.authored_keys(desk.annotator(), desk.benchmark())?.contains(&item) {
                return Err(StoreError::from(Refusal::OwnQuestion { item, name }).into());
            }
            anyhow::bail!("question {item} is not in the queue")
        };
        commit(&mut desk, &mut store, position, act)
    }
}

impl DecideReview {
    /// What the flags say.
    fn inputs(&self, store: &Store, question: &BlindQuestion) -> anyhow::Result<Vec<Input>> {
        if let Some(guess) = &self.guess {
            return Ok(guess_inputs(guess, self.confidence)?);
        }
        let verdict = self.verdict;
        let verdict =
            verdict.ok_or_else(|| WrongUsage("--verdict says what becomes of it".into()))?;
        let answer = self.answer.as_deref().map(|text| answer_to(question, text)).transpose()?;
        check_own_reasons(question.checklist(), &self.reasons)?;
        let category = category_of(store, question, self.category.as_deref())?;
        let reasons = self.reasons.iter().map(|reason| Input::Reason(*reason, true));
        let mut inputs = inputs(answer, category, self.note.clone(), self.corrected);
        inputs.extend(reasons.chain([Input::Verdict(verdict.into())]));
        Ok(inputs)
    }
}

/// A letter goes with a confidence, `no-idea` without one.
fn guess_inputs(guess: &str, confidence: Option<Confidence>) -> Result<Vec<Input>, WrongUsage> {
    if guess == NO_IDEA {
        return match confidence {
            None => Ok(vec![Input::NoIdea]),
            Some(_) => Err(WrongUsage("--guess no-idea takes no --confidence".into())),
        };
    }
    let label = guess.parse().map_err(|_| {
        WrongUsage(format!("--guess {guess}: expected a choice letter or {NO_IDEA}"))
    })?;
    let confidence = confidence
        .ok_or_else(|| WrongUsage("--guess takes --confidence low, medium or high".into()))?;
    Ok(vec![Input::Answer(BlindAnswer::Choice(label)), Input::Confidence(confidence)])
}
