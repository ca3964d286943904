//! `assay decide verify`.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;

use super::{answer_to, check_own_reasons, inputs, refused};
use crate::benchmark::verification::{VerifyReason, VerifyVerdict};
use crate::benchmark::{QuestionEdit, QuestionText};
use crate::cli::names::Decider;
use crate::cli::value_names::ReasonParser;
use crate::cli::value_names::named;
use crate::cli::{Shared, WrongUsage, decisions, print_message};
use crate::queue::steps::{Input, VERIFY_BY_SCRIPT, Verdict};
use crate::queue::verify::predictions_to_ask_again;
use crate::queue::{DecisionContext, OpenedQuestion, VerifyDesk, VerifyQueue};
use crate::tui::terms;

/// A file of edits is a few lines; a larger one is another file.
const LARGEST_EDIT: u64 = 1024 * 1024;

/// Keep, remove or fix a suspected question
#[derive(Debug, Args)]
pub(crate) struct DecideVerify {
    /// The question's key: its index in the source file
    key: String,
    #[command(flatten)]
    decider: Decider,
    /// Your own answer: a choice letter, `none` (or Z) or `cannot-tell`; a few words or a number where there are no
    /// choices
    #[arg(long, value_name = "ANSWER")]
    answer: Option<String>,
    /// What becomes of the question: keep, remove or fix
    #[arg(long, value_parser = named::<VerifyVerdict>())]
    verdict: VerifyVerdict,
    /// Why it is removed or fixed: text-only or a reason of the review; may be given several times
    #[arg(long = "reason", value_name = "REASON", value_parser = ReasonParser::<VerifyReason>::default())]
    reasons: Vec<VerifyReason>,
    /// A remark
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// For `fix`: a JSON file with the fields that change, of stem, hint, choices, answer, category and
    /// l2_category, and answers for the accepted short answers
    #[arg(long, value_name = "FILE.json")]
    edit: Option<PathBuf>,
}

impl DecideVerify {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        if (self.verdict == VerifyVerdict::Fix) != self.edit.is_some() {
            let problem = "--verdict fix needs --edit FILE.json, and nothing else takes it";
            bail!(WrongUsage(problem.into()));
        }
        let (mut store, benchmark, annotator, _) = self
            .decider
            .open_and(shared, |store, benchmark, _| store.question_id(benchmark, &self.key))?;
        let mut desk =
            VerifyDesk::open(&mut store, VerifyQueue::with_settled(), annotator, benchmark)?;
        let position = desk.position_of(&self.key).with_context(|| {
            format!(
                "nothing speaks against question {}: it has no flag, and no review in force says \
                 text-only or wrong",
                self.key
            )
        })?;
        let question = desk.load(&store, position)?;
        let answer = self.answer.as_deref().map(|text| answer_to(&question, text)).transpose()?;
        let before = QuestionText::from_question(&store.whole_question(question.id)?);
        let fix = self.edit.as_deref().map(|file| edited(file, &before)).transpose()?;
        check_own_reasons(question.checklist(), &self.reasons)?;
        let mut inputs = inputs(None, None, self.note, None);
        inputs.extend(self.reasons.into_iter().map(|reason| match reason {
            VerifyReason::TextOnly => Input::TextOnly,
            VerifyReason::Wrong(reason) => Input::Reason(reason, true),
        }));
        let stale = match &fix {
            Some(text) => predictions_to_ask_again(&store, question.id, text)?,
            None => Vec::new(),
        };
        inputs.push(match (fix, self.verdict) {
            (Some(text), _) => Input::Fix(Box::new(text)),
            (None, VerifyVerdict::Keep) => Input::Verdict(Verdict::Keep),
            (None, _) => Input::Verdict(Verdict::Remove),
        });
        let answer = answer.or_else(|| desk.answer(position));
        let item = OpenedQuestion { answer, ..OpenedQuestion::new(question.clone()) };
        let act = VERIFY_BY_SCRIPT.decide(item, inputs).map_err(|refusal| match self.edit {
            Some(file) => anyhow!("{}: {:#}", file.display(), refused(refusal, &question)),
            None => refused(refusal, &question),
        })?;
        let row = desk.commit(&mut store, position, act, &DecisionContext::new("script"))?;
        if let Some(sentence) = terms::stale(&stale) {
            print_message(&sentence);
        }
        decisions::print_row(&row);
        Ok(())
    }
}

/// The words of the question after the edits of a file.
fn edited(file: &Path, before: &QuestionText) -> anyhow::Result<QuestionText> {
    let name = || file.display().to_string();
    let size = std::fs::metadata(file).with_context(name)?.len();
    if size > LARGEST_EDIT {
        bail!("{}: {size} bytes are not an edit of one question", name());
    }
    let text = std::fs::read_to_string(file).with_context(name)?;
    let edit: QuestionEdit = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .with_context(|| {
            format!(
                "{}: expected a JSON object with any of stem, hint, choices, answer, category, \
                 l2_category and answers",
                name()
            )
        })?;
    Ok(edit.applied_to(before))
}
