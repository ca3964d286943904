//! `assay decide adjudicate`.

use anyhow::Context;
use clap::{ArgGroup, Args};

use super::{answer_to, category_of, commit, inputs, refused};
use crate::benchmark::decision::{ReviewVerdict, WrongReason};
use crate::benchmark::own_reason::Reason;
use crate::benchmark::{Checklist, Label};
use crate::cli::names::Decider;
use crate::cli::value_names::named;
use crate::cli::{Shared, WrongUsage};
use crate::queue::adjudicate::{AdjudicateDesk, AdjudicateQueue};
use crate::queue::steps::{ADJUDICATE, Input, Refusal};
use crate::store::ShownAnswers;

/// Settle a question on which reviewers differ
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("decision").required(true).args(["adopt", "verdict"]))]
pub(crate) struct DecideAdjudicate {
    /// The question's key: its index in the source file
    key: String,
    #[command(flatten)]
    decider: Decider,
    /// Adopt the review of this person
    #[arg(long, value_name = "NAME", conflicts_with_all = ["answer", "verdict", "reasons", "corrected", "category"])]
    adopt: Option<String>,
    /// Instead: the answer that is right, a choice letter, `none` (or Z) or `cannot-tell`. An open question
    /// takes none
    #[arg(long, value_name = "ANSWER", requires = "verdict")]
    answer: Option<String>,
    /// Instead: what becomes of the question, keep, text-only or wrong
    #[arg(long, value_parser = named::<ReviewVerdict>())]
    verdict: Option<ReviewVerdict>,
    /// Why, where no reviewer says the same: for `wrong` a reason of the review, or any words; may be
    /// given several times
    #[arg(long = "reason", value_name = "REASON", requires = "verdict")]
    reasons: Vec<String>,
    /// For `--reason wrong-reference-answer`: the choice that is right
    #[arg(long, value_name = "LETTER", requires = "verdict")]
    corrected: Option<Label>,
    /// The category that is right, for instance for `--reason wrong-category`
    #[arg(long, value_name = "NAME", requires = "verdict")]
    category: Option<String>,
    /// The reviewers differ because the guideline does not say what to do
    #[arg(long)]
    guideline_unclear: bool,
    /// A remark
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

impl DecideAdjudicate {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark, annotator, _) = self
            .decider
            .open_and(shared, |store, benchmark, _| store.question_id(benchmark, &self.key))?;
        let name = annotator.name.clone();
        let mut desk = AdjudicateDesk::open(&mut store, AdjudicateQueue, annotator, benchmark)?;
        let position = desk.position_of(&self.key).with_context(|| {
            format!(
                "there is nothing for {name} to adjudicate on question {}: its reviewers do not \
                 differ, {name} reviewed or wrote it, or it has been verified",
                self.key
            )
        })?;
        // From here on the reviews may be seen.
        let seen = [desk.item(position)?.id];
        store.record_answer_exposures(desk.annotator(), &seen, ShownAnswers::PEOPLE)?;
        let (item, adopted) = store.at_one_moment(|| {
            let item = desk.open_item(&store, position)?;
            let adopted = self.adopt.as_deref().map(|name| desk.review_of(&store, position, name));
            Ok((item, adopted.transpose()?))
        })?;
        let question = item.question.clone();
        let answer = self.answer.as_deref().map(|text| answer_to(&question, text)).transpose()?;
        // A script has not seen which answer the reviewers have in common.
        if self.verdict.is_some() && answer.is_none() && question.kind().takes_answer() {
            return Err(refused(Refusal::AnswerFirst, &question));
        }
        let category = category_of(&store, &question, self.category.as_deref())?;
        let mut inputs = inputs(answer, category, self.note, self.corrected);
        inputs.extend(self.guideline_unclear.then_some(Input::GuidelineUnclear));
        match (adopted, self.verdict) {
            (Some(row), _) => {
                let place = item.reviews.iter().position(|one| one.row == row);
                inputs.extend(place.map(Input::Adopt));
            }
            (None, Some(verdict)) => {
                let (reasons, why) = reasons(&self.reasons, verdict, question.checklist());
                inputs.extend(reasons.into_iter().map(|reason| Input::Reason(reason, true)));
                inputs.extend(why.map(Input::Why));
                inputs.push(Input::Verdict(verdict.into()));
            }
            (None, None) => {
                return Err(WrongUsage("--adopt NAME or --verdict VERDICT".into()).into());
            }
        }
        let act = ADJUDICATE.decide(item, inputs).map_err(|refusal| refused(refusal, &question))?;
        commit(&mut desk, &mut store, position, act)
    }
}

/// The reasons of the review and of the checklist among what was given, and the other words.
fn reasons(
    given: &[String],
    verdict: ReviewVerdict,
    checklist: &Checklist,
) -> (Vec<WrongReason>, Option<String>) {
    let is_wrong = verdict == ReviewVerdict::Wrong;
    let (mut reasons, mut words) = (Vec::new(), Vec::new());
    for text in given.iter().filter(|text| !text.trim().is_empty()) {
        let offered = checklist.reasons().map(|(_, reason)| reason);
        let named = WrongReason::all().chain(offered).find(|reason| reason.name() == text);
        match named {
            Some(reason) if is_wrong => reasons.push(reason),
            _ => words.push(text.as_str()),
        }
    }
    (reasons, (!words.is_empty()).then(|| words.join("; ")))
}
