//! `assay decide`: the same acts as in the screens, for scripts.

mod correct;
mod verify;

use clap::{Args, Subcommand};

use super::{Shared, WrongUsage, config, decisions, names};
use crate::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::{HandExtraction, HandLabel, Label, PredictionName};
use crate::keyword::{Keyword, UnexpectedText};
use crate::queue::correction::Correction;
use crate::queue::{DecisionContext, ReviewDesk, ReviewQueue, extract};
use crate::store::BlindQuestion;

#[derive(Debug, Subcommand)]
pub(crate) enum Decide {
    /// Review a question
    Review(DecideReview),
    /// Say which choice a model's text chooses
    Extract(DecideExtract),
    /// Keep, remove or fix a suspected question
    Verify(verify::DecideVerify),
    /// Take the newest decision back, in one queue or whichever queue it is in
    Undo(correct::Correct),
    /// Bring back what was taken back last
    Redo(correct::Correct),
}

impl Decide {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Decide::Review(review) => review.run(shared),
            Decide::Extract(extract) => extract.run(shared),
            Decide::Verify(verify) => verify.run(shared),
            Decide::Undo(correct) => correct.run(shared, Correction::Undo),
            Decide::Redo(correct) => correct.run(shared, Correction::Redo),
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

impl DecideReview {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let question = store.blind_question(store.question_id(&benchmark, &self.key)?)?;
        let answer = answer_to(&question, &self.answer)?;
        let mut reasons = self.reasons;
        reasons.sort_unstable();
        reasons.dedup();
        let note = self.note.filter(|note| !note.trim().is_empty());
        let (verdict, corrected) = (self.verdict, self.corrected);
        let review = ReviewDecision { answer, verdict, reasons, corrected, note };
        review.check().map_err(|error| {
            let reasons =
                WrongReason::ALL.iter().map(|reason| reason.name()).collect::<Vec<_>>().join(", ");
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

/// Reads an answer; `Z` is none of the choices unless the question has a choice Z.
fn answer_to(question: &BlindQuestion, text: &str) -> Result<BlindAnswer, WrongUsage> {
    let is_choice = question.choices.iter().any(|choice| choice.label.letter() == 'Z');
    if text.eq_ignore_ascii_case("z") && !is_choice {
        return Ok(BlindAnswer::NoneOfTheChoices);
    }
    text.parse().map_err(|error: UnexpectedText| WrongUsage(format!("--answer: {error}")))
}

#[derive(Debug, Args)]
pub(crate) struct DecideExtract {
    /// The prediction: KEY/MODEL/PASS, and /text behind it where the model saw no pictures
    prediction: PredictionName,
    /// Who decides
    #[arg(long = "as", value_name = "NAME")]
    annotator: Option<String>,
    /// The letter as shown in that pass, Z (none of the choices), refusal, several or off-topic
    #[arg(long, value_name = "LABEL")]
    label: String,
    /// The bytes of the text that decided, for instance 12-18
    #[arg(long, value_name = "START-END", value_parser = byte_span)]
    evidence: Option<(usize, usize)>,
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
}

impl DecideExtract {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let text = store.shown_text(&benchmark, &self.prediction, None)?;
        let Some(text) = text else {
            anyhow::bail!("{} has no prediction {}", benchmark.name, self.prediction);
        };
        let has_choice_z = text.choices.iter().any(|choice| choice.label.letter() == 'Z');
        let label = match self.label.as_str() {
            "z" | "Z" if !has_choice_z => HandLabel::NoneOfTheChoices,
            label => label.parse()?,
        };
        let configured = config::read()?.annotator.map(|set| set.value);
        let annotator = store.annotator(&names::annotator(self.annotator, configured))?;
        let extraction = HandExtraction { label, shown: text.shown(), evidence: self.evidence };
        let mut row = extract::decide_by_name(&mut store, &annotator, &text, extraction)?;
        // Scripts say Z and read Z; history keeps the word, which no choice can be mistaken for.
        if let (Act::Extract(printed), Some(z), false) =
            (&mut row.act, Label::from_letter('Z'), has_choice_z)
            && printed.label == HandLabel::NoneOfTheChoices
        {
            printed.label = HandLabel::Choice(z);
        }
        decisions::print_row(&row);
        Ok(())
    }
}

fn byte_span(text: &str) -> Result<(usize, usize), String> {
    let ends = text
        .split_once('-')
        .and_then(|(start, end)| Some((start.parse().ok()?, end.parse().ok()?)));
    ends.filter(|(start, end)| start < end)
        .ok_or_else(|| "expected two numbers such as 12-18".into())
}
