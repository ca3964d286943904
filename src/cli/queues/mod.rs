//! The commands of the queues in one table: `assay annotate NAME` sits down at a queue, `assay decide
//! NAME` decides an item of it for scripts. Each queue has a file here.

mod adjudicate;
mod board;
mod extract;
mod review;
mod verify;

use std::fmt;
use std::marker::PhantomData;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};

use super::{Shared, WrongUsage};
use crate::benchmark::category_names::UnknownCategory;
use crate::benchmark::decision::BlindAnswer;
use crate::benchmark::own_reason::{OwnReason, Reason};
use crate::benchmark::{Checklist, Label};
use crate::keyword::{Keyword, UnexpectedText, did_you_mean};
use crate::queue::steps::{self, Input};
use crate::store::{BlindQuestion, Refusal, Store, StoreError};

/// Every queue's commands.
const QUEUES: &[&QueueCommands] = &[
    &review::COMMANDS, //
    &extract::COMMANDS,
    &verify::COMMANDS,
    &adjudicate::COMMANDS,
    &board::COMMANDS,
];

/// The commands of a queue. Both have its name.
pub(crate) struct QueueCommands {
    name: &'static str,
    annotate: QueueCommand,
    /// Nothing where there are no items to decide.
    decide: Option<QueueCommand>,
}

/// Two examples for the help of a command.
type Examples = [&'static str; 2];

impl QueueCommands {
    const fn new<A: RunCommand + Args, D: RunCommand + Args>(
        name: &'static str,
        annotate: Examples,
        decide: Examples,
    ) -> Self {
        let (annotate, decide) = (QueueCommand::new::<A>(annotate), QueueCommand::new::<D>(decide));
        QueueCommands { name, annotate, decide: Some(decide) }
    }

    const fn only_annotate<A: RunCommand + Args>(name: &'static str, examples: Examples) -> Self {
        QueueCommands { name, annotate: QueueCommand::new::<A>(examples), decide: None }
    }
}

/// The examples of every queue's commands, by the words that call the command.
pub(crate) fn examples() -> impl Iterator<Item = (String, &'static Examples)> {
    QUEUES.iter().flat_map(|queue| {
        let annotate = (format!("annotate {}", queue.name), &queue.annotate.examples);
        let decide = queue.decide.as_ref();
        let decide = decide.map(|decide| (format!("decide {}", queue.name), &decide.examples));
        std::iter::once(annotate).chain(decide)
    })
}

/// The arguments of a command.
trait RunCommand: 'static {
    fn run(self, shared: &Shared) -> anyhow::Result<()>;
}

/// A command with its arguments, not yet run.
type Ready = Box<dyn FnOnce(&Shared) -> anyhow::Result<()>>;

/// How a command is parsed. Its words in the help are the documentation of its arguments.
pub(crate) struct QueueCommand {
    augment: fn(Command) -> Command,
    parse: fn(&ArgMatches) -> Result<Ready, Error>,
    examples: Examples,
}

impl QueueCommand {
    const fn new<C: RunCommand + Args>(examples: Examples) -> Self {
        QueueCommand {
            examples,
            augment: C::augment_args,
            parse: |matches| {
                let command = C::from_arg_matches(matches)?;
                Ok(Box::new(|shared| command.run(shared)))
            },
        }
    }
}

/// Which of a queue's commands.
pub(crate) trait Verb {
    fn command(queue: &'static QueueCommands) -> Option<&'static QueueCommand>;
}

/// `assay annotate`.
pub(crate) struct Annotate;

/// `assay decide`.
pub(crate) struct Decide;

impl Verb for Annotate {
    fn command(queue: &'static QueueCommands) -> Option<&'static QueueCommand> {
        Some(&queue.annotate)
    }
}

impl Verb for Decide {
    fn command(queue: &'static QueueCommands) -> Option<&'static QueueCommand> {
        queue.decide.as_ref()
    }
}

/// A verb with the name of a queue behind it, parsed.
pub(crate) struct InQueue<V: Verb> {
    queue: &'static str,
    ready: Ready,
    verb: PhantomData<V>,
}

impl<V: Verb> fmt::Debug for InQueue<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InQueue").field("queue", &self.queue).finish_non_exhaustive()
    }
}

impl<V: Verb> InQueue<V> {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        (self.ready)(shared)
    }
}

impl<V: Verb> Subcommand for InQueue<V> {
    fn augment_subcommands(command: Command) -> Command {
        QUEUES.iter().fold(command.subcommand_required(true), |command, queue| {
            match V::command(queue) {
                Some(own) => command.subcommand((own.augment)(Command::new(queue.name))),
                None => command,
            }
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        QUEUES.iter().any(|queue| queue.name == name && V::command(queue).is_some())
    }
}

impl<V: Verb> FromArgMatches for InQueue<V> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let (name, matches) = matches.subcommand().unwrap_or(("", matches));
        let known = QUEUES.iter().filter_map(|queue| Some((queue, V::command(queue)?)));
        let found = known.clone().find(|(queue, _)| queue.name == name);
        let (queue, command) = found.ok_or_else(|| {
            let names: Vec<&str> = known.map(|(queue, _)| queue.name).collect();
            let message = format!("expected one of {}", names.join(", "));
            Error::raw(clap::error::ErrorKind::MissingSubcommand, message)
        })?;
        let ready = (command.parse)(matches)?;
        Ok(InQueue { queue: queue.name, ready, verb: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
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
        Err(UnknownCategory { meant }) => {
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
    inputs.chain(corrected).chain([Input::LeaveOpen, Input::Done]).collect()
}

/// Why the flags make no decision, in the words of the command line; what the store refuses too, in its
/// words.
fn refused(refusal: steps::Refusal, question: &BlindQuestion) -> anyhow::Error {
    let key = question.key.as_str();
    if let Some(refusal) = refusal.by_the_store(key) {
        return StoreError::from(refusal).into();
    }
    let usage = match refusal {
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
        steps::Refusal::Review(error) => {
            let reasons = question.checklist().names().join(", ");
            format!("{error}; --reason takes {reasons}; --note takes any text")
        }
        steps::Refusal::Adjudication(error) => format!("{error}; --reason says it"),
        steps::Refusal::Verification(error) => error.to_string(),
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
    let is_strange = |own: &OwnReason| checklist.own(*own).is_none();
    let Some(strange) = reasons.iter().filter_map(|reason| reason.own()).find(is_strange) else {
        return Ok(());
    };
    let own = checklist.names().into_iter().filter(|name| R::from_name(name).is_err());
    let known: Vec<&str> = R::all().map(R::name).chain(own).collect();
    let meant = did_you_mean(strange.name(), known.iter().copied());
    let known = known.join(", ");
    Err(WrongUsage(format!("--reason {strange}: no such reason{meant}; there are {known}")))
}
