//! The commands of the review queue.

use clap::Args;

use super::{QueueCommands, RunCommand, answer_to};
use crate::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::{Checklist, Label};
use crate::cli::annotate::Sitting;
use crate::cli::{Shared, WrongUsage, config, decisions, names};
use crate::keyword::Keyword;
use crate::queue::{DecisionContext, ReviewDesk, ReviewQueue};
use crate::store::BlindQuestion;
use crate::tui::screens::review::ReviewView;

pub(super) const COMMANDS: QueueCommands =
    QueueCommands::new::<AnnotateReview, DecideReview>("review");

/// Review questions: answer blind, then keep, flag or reject each
#[derive(Debug, Args)]
pub(super) struct AnnotateReview {
    #[command(flatten)]
    sitting: Sitting,
}

impl RunCommand for AnnotateReview {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.sitting.annotate::<ReviewView>(shared)
    }
}

/// Review a question
#[derive(Debug, Args)]
pub(super) struct DecideReview {
    /// The question's key: its index in the source file
    key: String,
    /// Who decides
    #[arg(long = "as", value_name = "NAME")]
    annotator: Option<String>,
    /// Your own answer: a choice letter, `none` (or Z) or `cannot-tell`. An open question takes none
    #[arg(long, value_name = "ANSWER")]
    answer: Option<String>,
    /// What becomes of the question: keep, text-only or wrong
    #[arg(long)]
    verdict: ReviewVerdict,
    /// For `wrong`: why; may be given several times
    #[arg(long = "reason", value_name = "REASON")]
    reasons: Vec<WrongReason>,
    /// For `--reason wrong-reference-answer`: the choice that is right
    #[arg(long, value_name = "LETTER")]
    corrected: Option<Label>,
    /// A remark
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
}

impl RunCommand for DecideReview {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let question = store.blind_question(store.question_id(&benchmark, &self.key)?)?;
        let answer = self.answer.map(|text| answer_to(&question, &text)).transpose()?;
        check_answer(&question, answer)?;
        let mut reasons = self.reasons;
        reasons.sort_unstable();
        reasons.dedup();
        let note = self.note.filter(|note| !note.trim().is_empty());
        let (verdict, corrected) = (self.verdict, self.corrected);
        let review = ReviewDecision { answer, verdict, reasons, corrected, note };
        review.check().map_err(|error| {
            let offered = Checklist::for_kind(question.kind()).reasons();
            let reasons = offered.map(|(_, reason)| reason.name()).collect::<Vec<_>>().join(", ");
            WrongUsage(format!("{error}; --reason takes {reasons}; --note takes any text"))
        })?;
        let configured = config::read()?.annotator.map(|set| set.value);
        let annotator = store.annotator(&names::annotator(self.annotator, configured))?;
        let mut desk = ReviewDesk::open(&mut store, ReviewQueue, annotator, benchmark)?;
        let position = desk
            .position_of(&self.key)
            .ok_or_else(|| anyhow::anyhow!("question {} is not in the queue", self.key))?;
        let context = DecisionContext::new("script");
        let row = desk.commit(&mut store, position, Act::Review(review), &context)?;
        decisions::print_row(&row);
        Ok(())
    }
}

/// Says before anything is opened what the store would refuse, in the words of the command line.
fn check_answer(question: &BlindQuestion, answer: Option<BlindAnswer>) -> Result<(), WrongUsage> {
    let key = &question.key;
    match (question.kind().takes_answer(), answer) {
        (true, None) => Err(WrongUsage(format!(
            "question {key} has choices: --answer LETTER says which you hold for right, before the \
             reference answer"
        ))),
        (false, Some(_)) => Err(WrongUsage(format!(
            "question {key} has no choices and takes no answer: leave --answer out"
        ))),
        _ => Ok(()),
    }
}
