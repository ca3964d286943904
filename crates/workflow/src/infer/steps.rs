//! The steps of asking: a pass of a question, and what a worker does for one of its requests.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::asker::{Asked, Asker};
use super::options::AskOptions;
use super::pictures::SharedPictures;
use super::plan::{Plan, PlannedPass};
use super::pool::{Threads, Work};
use super::question_prompt::PromptError;
use super::questions::Questions;
use super::ranking::{NO_TEXT, has_texts};
use super::schedule::{Schedule, Ticket};
use assay_core::benchmark::{ChoiceOrder, Question};
use assay_core::keyword::Keyword;
use assay_llm::{
    ChatRequest, DROPPED, Endpoint, Failure, Outcome, PictureFormat, PromptToken, Reply,
};
use assay_store::{PassPart, QuestionId, RecordedRequest, RequestOutcome};

/// From this number on, threads continue with other steps while their answers are gathered and
/// committed.
const MANY_AT_ONCE: usize = 64;

/// The time for which answers are gathered if many requests are in progress: a commit takes a few
/// milliseconds.
const GATHER: Duration = Duration::from_millis(3);

/// The threads that ask an endpoint. With few requests at once a killed program should lose no more than
/// these, so nothing is gathered there.
pub(super) fn threads(endpoint: &Endpoint) -> Threads {
    let concurrency = endpoint.concurrency;
    match concurrency < MANY_AT_ONCE {
        true => Threads { count: concurrency, ahead: concurrency / 16, gather: Duration::ZERO },
        false => Threads { count: concurrency, ahead: concurrency / 2, gather: GATHER },
    }
}

/// One pass of a question, to be asked.
#[derive(Debug)]
pub(super) struct Step {
    pub ticket: Ticket,
    pub position: usize,
    pub planned: PlannedPass,
    /// If the pass takes several requests: the parts it has, and which is next.
    pub parts: Option<Parts>,
}

/// The parts of a pass.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Answered or refused, in this call or before.
    pub there: Vec<PassPart>,
    /// The numbers of those to ask, in order.
    pub missing: VecDeque<u32>,
    /// Whether a request failed in this call.
    pub failed: bool,
    /// Whether some are not asked, because the call is stopping.
    pub left: bool,
}

impl Parts {
    /// Parts with these numbers, some of which are stored already.
    pub fn new(numbers: RangeInclusive<u32>, there: Vec<PassPart>) -> Self {
        let is_missing = |number: &u32| there.iter().all(|part| part.number != *number);
        let missing = numbers.filter(is_missing).collect();
        Parts { there, missing, ..Parts::default() }
    }

    /// The stored prompt without an answer, if choices are ranked by chats.
    pub fn prompt_alone(&self) -> Option<&str> {
        let alone = self.there.iter().find(|part| part.number == 0);
        alone.map(|part| part.text.as_str())
    }

    /// The number of the part that is asked next.
    pub fn next(&self) -> Option<u32> {
        self.missing.front().copied()
    }
}

/// A unit for each question, or for each pass if no pass spares another.
pub(super) fn schedule(plan: &Plan, all_passes: bool) -> Schedule<(usize, PlannedPass)> {
    let units = plan.questions.iter().flat_map(|question| {
        let steps = question.passes.iter().map(|pass| (question.position, pass.clone()));
        match all_passes {
            true => steps.map(|step| vec![step]).collect::<Vec<_>>(),
            false => vec![steps.collect()],
        }
    });
    Schedule::new(units)
}

/// The work of the threads: write the request, ask.
pub(super) struct Requests<'a> {
    pub asker: &'a Asker<'a>,
    pub questions: &'a Questions,
    pub options: &'a AskOptions,
    pub pictures: SharedPictures,
}

/// The result of a step.
pub(super) enum Ended {
    Asked {
        asked: Asked,
        reencoded: usize,
    },
    /// The request could not be written.
    NoRequest(PromptError),
}

impl Ended {
    /// The tokens of the prompt, if the answer has them.
    pub fn prompt_tokens(&self) -> Option<&[PromptToken]> {
        match self {
            Ended::Asked { asked: Asked::Ended { outcome, .. }, .. } => match &**outcome {
                Outcome::Answered(reply) => reply.prompt_tokens.as_deref(),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The text of a choice by its number in the order of the pass, from 1; 0 is none.
fn nth_choice<'q>(question: &'q Question, order: &ChoiceOrder, number: u32) -> Option<&'q str> {
    let at = (number as usize).checked_sub(1)?;
    order.texts(&question.choices).nth(at).map(|(_, text)| text)
}

impl Requests<'_> {
    /// The request of a step, with its pictures in these formats.
    fn request(&self, step: &Step, taken: &[PictureFormat]) -> Result<ChatRequest, PromptError> {
        let question = self.questions.question(step.position);
        let picture = |hash| self.pictures.picture(hash, taken);
        let (prompt, input) = (&self.options.prompt, self.options.input);
        let order = &step.planned.order;
        if let (Some(ranking), Some(number)) =
            (self.options.ranking, step.parts.as_ref().and_then(Parts::next))
        {
            let parts = prompt.parts(question, None, input, picture)?;
            return Ok(ranking.request(parts, nth_choice(question, order, number)));
        }
        let mut request = prompt.request(question, order, input, picture)?;
        if let Some(sample) = step.parts.as_ref().and_then(Parts::next) {
            request.vary_seed(self.asker.client().endpoint(), sample);
        }
        Ok(request)
    }

    /// Whether an answer can be used. Without its tokens, the likelihood of a choice is unknown.
    fn check(&self, step: &Step, reply: &Reply) -> Result<(), String> {
        let (Some(ranking), Some(parts)) = (self.options.ranking, &step.parts) else {
            return Ok(());
        };
        let question = self.questions.question(step.position);
        let choice =
            parts.next().and_then(|number| nth_choice(question, &step.planned.order, number));
        let (Some(choice), Some(tokens)) = (choice, &reply.prompt_tokens) else { return Ok(()) };
        match ranking.likelihood(tokens, parts.prompt_alone(), choice).tokens {
            0 => Err(DROPPED.to_owned()),
            _ => Ok(()),
        }
    }
}

impl Work for Requests<'_> {
    type Step = Step;
    type Result = Ended;

    fn perform(&self, step: &Step) -> Ended {
        let question = self.questions.question(step.position);
        if self.options.ranking.is_some() && !has_texts(question) {
            return Ended::Asked { asked: Asked::refuse(NO_TEXT), reencoded: 0 };
        }
        let request = match self.request(step, self.pictures.taken()) {
            Ok(request) => request,
            Err(reason) => return Ended::NoRequest(reason),
        };
        let reencoded = Cell::new(request.reencoded_pictures());
        let formats = request.picture_formats();
        let as_png = |failure: &Failure| {
            if !formats.iter().any(|format| format.may_be_why(failure.kind)) {
                return None;
            }
            let other = self.request(step, &[PictureFormat::Png]).ok()?;
            reencoded.set(other.reencoded_pictures());
            Some(other)
        };
        let asked = self.asker.ask_checked(request, |reply| self.check(step, reply), as_png);
        Ended::Asked { asked, reencoded: reencoded.get() }
    }
}

/// The row that records how a request ended; `None` if the call stopped before.
pub(super) fn recorded(
    question_id: QuestionId,
    planned: &PlannedPass,
    outcome: Outcome,
    elapsed: Duration,
) -> Option<RecordedRequest> {
    let usage = outcome.usage().unwrap_or_default();
    let attempts = outcome.attempts();
    let (reasoning, finish_reason, outcome) = match outcome {
        Outcome::Answered(reply) => {
            (reply.reasoning, reply.finish_reason, RequestOutcome::Answered { text: reply.text })
        }
        Outcome::Refused(refusal) => {
            let kind = refusal.why.name().to_owned();
            (None, None, RequestOutcome::Refused { text: refusal.text, kind })
        }
        Outcome::Failed(failure) => {
            let kind = failure.kind.name().to_owned();
            (None, None, RequestOutcome::Failed { kind, message: failure.message })
        }
        Outcome::Stopped { .. } => return None,
    };
    Some(RecordedRequest {
        question_id,
        pass: planned.pass,
        order: planned.order.clone(),
        outcome,
        reasoning,
        finish_reason,
        prompt_tokens: usage.prompt_tokens,
        completion_tokens: usage.completion_tokens,
        latency: elapsed,
        attempts,
    })
}
