//! The commands of the queues in one table: `assay annotate NAME` opens a session at a queue, `assay decide
//! NAME` decides an item of it for scripts. Each queue has a file here.

mod adjudicate;
mod board;
mod extract;
mod review;
mod verify;
mod vote;

use clap::Subcommand;

use super::annotate::SessionFlags;
use super::commands::commands;
use super::{Shared, WrongUsage, decisions};
use crate::benchmark::decision::{Act, BlindAnswer};
use crate::benchmark::own_reason::{OwnReason, Reason};
use crate::benchmark::queues::{QUEUE_REVIEW, QUEUE_VERIFY};
use crate::benchmark::{Checklist, Choice, Label, QuestionKind};
use crate::keyword::{Keyword, UnexpectedText, did_you_mean};
use crate::queue::adjudicate::AdjudicateQueue;
use crate::queue::steps::{self, Input};
use crate::queue::{DecisionContext, Desk, Queue, ReviewQueue, VerifyQueue, VoteQueue};
use crate::store::{BlindQuestion, Refusal, Store, StoreError};

#[derive(Debug, Subcommand)]
pub(crate) enum Annotate {
    /// Review questions: answer blind, then keep, flag or reject each
    Review(SessionFlags),
    Extract(extract::AnnotateExtract),
    /// Decide on suspected questions: answer blind, see the evidence, keep, remove or fix each
    Verify(SessionFlags),
    /// Settle what reviewers differ on: see their reviews without names, adopt one or override all
    Adjudicate(SessionFlags),
    /// Vote on pairs of models' answers: which is better, with the models' names hidden
    Vote(SessionFlags),
    Board(board::AnnotateBoard),
}

impl Annotate {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Annotate::Review(session) => session.annotate::<ReviewQueue>(shared),
            Annotate::Extract(extract) => extract.run(shared),
            Annotate::Verify(session) => session.annotate::<VerifyQueue>(shared),
            Annotate::Adjudicate(session) => session.annotate::<AdjudicateQueue>(shared),
            Annotate::Vote(session) => session.annotate::<VoteQueue>(shared),
            Annotate::Board(board) => board.run(shared),
        }
    }
}

commands! {
    pub(crate) enum Decide {
        Review(review::DecideReview),
        Extract(extract::DecideExtract),
        Verify(verify::DecideVerify),
        Adjudicate(adjudicate::DecideAdjudicate),
        Vote(vote::DecideVote),
    }
}

/// Reads an answer: to a question with a short answer any text; else a letter, and `Z` is none of the choices unless
/// the question has a choice Z.
fn answer_to(question: &BlindQuestion, text: &str) -> Result<BlindAnswer, WrongUsage> {
    answer_from((question.kind() == QuestionKind::Short, &question.choices), text)
}

/// The same where it is known whether the answer is short, and which choices there are.
pub(super) fn answer_from(
    (is_short, choices): (bool, &[Choice]),
    text: &str,
) -> Result<BlindAnswer, WrongUsage> {
    if is_short && text != BlindAnswer::CannotTell.to_string() {
        let typed = text.parse().map(BlindAnswer::Typed);
        return typed.map_err(|error: UnexpectedText| WrongUsage(format!("--answer: {error}")));
    }
    let is_choice = choices.iter().any(|choice| choice.label.letter() == 'Z');
    if text.eq_ignore_ascii_case("z") && !is_choice {
        return Ok(BlindAnswer::NoneOfTheChoices);
    }
    text.parse().map_err(|error: UnexpectedText| WrongUsage(format!("--answer: {error}")))
}

/// The category that was given, as the data spell it.
fn category_of(
    store: &Store,
    question: &BlindQuestion,
    given: Option<&str>,
) -> anyhow::Result<Option<String>> {
    let Some(given) = given else { return Ok(None) };
    let names = store.category_names_for(question.id)?;
    match names.find(given) {
        Ok(name) => Ok(Some(name.to_owned())),
        Err(meant) => {
            let name = given.to_owned();
            Err(WrongUsage(format!("--category: {}", Refusal::NoSuchCategory { name, meant }))
                .into())
        }
    }
}

/// What the flags that all queues of questions have say; the verdict comes last, so that all of it is known.
fn inputs(
    answer: Option<BlindAnswer>,
    category: Option<String>,
    note: Option<String>,
    corrected: Option<Label>,
) -> Vec<Input> {
    let answer = answer.map(Input::Answer).into_iter();
    let inputs = answer.chain(category.map(Input::Category)).chain(note.map(Input::Words));
    let corrected = corrected.map(|label| Input::Right(Some(label)));
    inputs.chain(corrected).chain([Input::LeaveOpen]).collect()
}

/// Commits the act of a script on the item at a position, and prints its row.
fn commit<Q: Queue>(
    desk: &mut Desk<Q>,
    store: &mut Store,
    position: usize,
    act: Act,
) -> anyhow::Result<()> {
    let row = desk.commit(store, position, act, &DecisionContext::new("script"))?;
    decisions::print_row(&row);
    Ok(())
}

/// Why the flags make no decision, in the words of the command line; what the store refuses too, in its
/// words.
fn refused(refusal: steps::Refusal, question: &BlindQuestion) -> anyhow::Error {
    let key = question.key.as_str();
    if let Some(refusal) = refusal.by_the_store(key) {
        return StoreError::from(refusal).into();
    }
    let usage = match refusal {
        steps::Refusal::AnswerFirst | steps::Refusal::RightAnswerFirst
            if question.kind() == QuestionKind::Short =>
        {
            format!("question {key} takes a short answer: --answer TEXT says it")
        }
        steps::Refusal::AnswerFirst | steps::Refusal::RightAnswerFirst => {
            format!("question {key} has choices: --answer LETTER says which is right")
        }
        steps::Refusal::TakesNoAnswer => {
            format!("question {key} has no choices and takes no answer: leave --answer out")
        }
        steps::Refusal::IsReference(label) => format!(
            "--corrected {label} is the reference answer of question {key}: name the choice that is right \
             instead"
        ),
        steps::Refusal::Invalid(QUEUE_REVIEW, error) => {
            let reasons = question.checklist().names().join(", ");
            format!("{error}; --reason takes {reasons}; --note takes any text")
        }
        steps::Refusal::Invalid(QUEUE_VERIFY, error) => error.to_string(),
        steps::Refusal::Invalid(_, error) => format!("{error}; --reason says it"),
        // Several reviews say what was said, and none is chosen silently.
        steps::Refusal::Undecided(undecided) => {
            let parts: Vec<&str> = undecided.parts.iter().map(|part| part.name()).collect();
            format!(
                "{} reviewers say so and differ in: {}. Nothing is saved: say which with --reason, \
                 --corrected or --category, or adopt one of them with --adopt NAME",
                undecided.numbers.len(),
                parts.join(", ")
            )
        }
        _ => format!("these options do not go together on question {key}"),
    };
    WrongUsage(usage).into()
}

/// Says that a reason is neither one that Assay has nor one of the question's checklist, in the words of
/// the command line.
fn check_own_reasons<R: Reason>(checklist: &Checklist, reasons: &[R]) -> Result<(), WrongUsage> {
    let is_strange = |own: &&OwnReason| checklist.own(**own).is_none();
    let Some(strange) = reasons.iter().filter_map(Reason::own).find(is_strange) else {
        return Ok(());
    };
    let own = checklist.names().into_iter().filter(|name| R::from_name(name).is_err());
    let known: Vec<&str> = R::named().map(|(_, name)| name).chain(own).collect();
    let meant = did_you_mean(strange.name(), known.iter().copied());
    let known = known.join(", ");
    Err(WrongUsage(format!("--reason {strange}: no such reason{meant}; there are {known}")))
}
