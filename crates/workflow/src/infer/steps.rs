//! The steps of asking: a pass of a question, and what a worker does for one of its requests.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::RangeInclusive;

use super::call::{Asked, Asker};
use super::options::AskOptions;
use super::pictures::SharedPictures;
use super::plan::{Plan, PlannedPass};
use super::question_prompt::Result;
use super::ranking::{NO_TEXT, has_texts};
use super::schedule::{Rest, Schedule};
use assay_core::benchmark::{ChoiceOrder, Label, Question};
use assay_llm::{ChatRequest, DROPPED, Failure, PictureFormat, Reply};
use assay_store::{PassPart, StoredQuestion};

/// One pass of a question, to be asked.
#[derive(Debug)]
pub(super) struct Step {
    pub position: usize,
    pub planned: PlannedPass,
    /// The passes of the question after it.
    pub rest: Rest<(usize, PlannedPass)>,
    pub parts: Parts,
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

/// A choice by its number in the order of the pass, from 1; 0 is none.
pub(super) fn nth_choice<'q>(
    question: &'q Question,
    order: &ChoiceOrder,
    number: u32,
) -> Option<(Label, &'q str)> {
    order.texts(&question.choices).nth((number as usize).checked_sub(1)?)
}

/// Asks with the pictures in formats that the server accepts, and with others if it does not. `check` says why
/// an answer cannot be used. Returns the end of the request and the number of its pictures that were re-encoded.
pub(crate) fn ask_with_pictures(
    asker: &Asker,
    taken: &[PictureFormat],
    request: impl Fn(&[PictureFormat]) -> Result<ChatRequest>,
    check: impl Fn(&Reply) -> Result<(), String>,
) -> Result<(Asked, usize)> {
    let first = request(taken)?;
    let reencoded = Cell::new(first.reencoded_pictures());
    let formats = first.picture_formats();
    let as_png = |failure: &Failure| {
        if !formats.iter().any(|format| format.may_be_why(failure.kind)) {
            return None;
        }
        let other = request(&[PictureFormat::Png]).ok()?;
        reencoded.set(other.reencoded_pictures());
        Some(other)
    };
    let ended = asker.ask(first, check, as_png);
    Ok((ended, reencoded.get()))
}

/// The work of the threads: write the request, ask.
pub(super) struct PassRequests<'a> {
    pub asker: &'a Asker,
    pub questions: &'a [StoredQuestion],
    pub options: &'a AskOptions,
    pub pictures: SharedPictures,
}

impl PassRequests<'_> {
    /// Asks for the next part of a pass. Returns the end of the request and the number of its pictures that
    /// were re-encoded.
    pub fn perform(&self, step: &Step) -> Result<(Asked, usize)> {
        let question = &self.questions[step.position].question;
        if self.options.ranking.is_some() && !has_texts(question) {
            return Ok((Asked::refuse(NO_TEXT), 0));
        }
        ask_with_pictures(
            self.asker,
            &self.pictures.taken,
            |taken| self.request(step, taken),
            |reply| self.check(step, reply),
        )
    }

    /// The request of a step, with its pictures in these formats.
    fn request(&self, step: &Step, taken: &[PictureFormat]) -> Result<ChatRequest> {
        let question = &self.questions[step.position].question;
        let picture = |hash| self.pictures.picture(hash, taken);
        let (prompt, input) = (&self.options.prompt, self.options.input);
        let (order, number) = (&step.planned.order, step.parts.missing.front().copied());
        if let (Some(ranking), Some(number)) = (self.options.ranking, number) {
            let parts = prompt.parts(question, None, input, picture)?;
            let choice = nth_choice(question, order, number).map(|(_, text)| text);
            return Ok(ranking.request(parts, choice));
        }
        let mut request = prompt.request(question, order, input, picture)?;
        request.vary_seed(&self.asker.client.endpoint, number.unwrap_or(1));
        Ok(request)
    }

    /// Whether an answer can be used. Without its tokens, the likelihood of a choice is unknown.
    fn check(
        &self,
        Step { position, planned, parts, .. }: &Step,
        reply: &Reply,
    ) -> Result<(), String> {
        let question = &self.questions[*position].question;
        let next = parts.missing.front();
        let choice = next.and_then(|number| nth_choice(question, &planned.order, *number));
        let (Some(ranking), Some((_, choice)), Some(tokens)) =
            (self.options.ranking, choice, &reply.prompt_tokens)
        else {
            return Ok(());
        };
        match ranking.likelihood(tokens, parts.prompt_alone(), choice).tokens {
            0 => Err(DROPPED.to_owned()),
            _ => Ok(()),
        }
    }
}
