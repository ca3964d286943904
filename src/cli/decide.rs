//! `assay decide`: the same acts as in the screens, for scripts.

use clap::{Args, Subcommand};

use super::{Shared, WrongUsage, decisions, names};
use crate::benchmark::decision::{Answer, NotAnAnswer, Review, Verdict, WrongReason};
use crate::queue::ReviewDesk;
use crate::queue::review::Circumstances;
use crate::store::BlindQuestion;

#[derive(Debug, Subcommand)]
pub(crate) enum Decide {
    /// Review a question
    Review(DecideReview),
}

impl Decide {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Decide::Review(review) => review.run(shared),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct DecideReview {
    /// The question's key: its index in the source file
    key: String,
    /// Who decides
    #[arg(long = "as", value_name = "NAME")]
    annotator: Option<String>,
    /// Your own answer: a choice letter, `none` (or Z) or `cannot-tell`
    #[arg(long, value_name = "ANSWER")]
    answer: String,
    /// What becomes of the question: keep, text-only or wrong
    #[arg(long)]
    verdict: Verdict,
    /// For `wrong`: why; may be given several times
    #[arg(long = "reason", value_name = "REASON")]
    reasons: Vec<WrongReason>,
    /// A remark
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
}

impl DecideReview {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let question = store.blind_question(store.question_id(&benchmark, &self.key)?)?;
        let answer = answer_to(&question, &self.answer)?;
        let mut reasons = self.reasons;
        reasons.sort_unstable();
        reasons.dedup();
        let review = Review { answer, verdict: self.verdict, reasons, note: self.note };
        review.check().map_err(|error| {
            let reasons = WrongReason::ALL.map(WrongReason::name).join(", ");
            WrongUsage(format!("{error}; --reason takes {reasons}; --note takes any text"))
        })?;
        let annotator = store.annotator(&names::annotator(self.annotator.as_deref())?)?;
        let guideline = store.review_guideline()?;
        let mut desk = ReviewDesk::open(&mut store, annotator, benchmark, guideline)?;
        let position = desk
            .position_of(&self.key)
            .ok_or_else(|| anyhow::anyhow!("question {} is not in the queue", self.key))?;
        let circumstances = Circumstances { screen: "script", ..Circumstances::default() };
        let row = desk.judge(&mut store, position, review, &circumstances)?;
        decisions::print_row(&row)
    }
}

/// Reads an answer; `Z` is none of the choices unless the question has a choice Z.
fn answer_to(question: &BlindQuestion, text: &str) -> Result<Answer, WrongUsage> {
    let is_choice = question.choices.iter().any(|choice| choice.label.letter() == 'Z');
    if text.eq_ignore_ascii_case("z") && !is_choice {
        return Ok(Answer::NoneOfTheChoices);
    }
    text.parse().map_err(|error: NotAnAnswer| WrongUsage(format!("--answer: {error}")))
}
