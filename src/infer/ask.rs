//! A run that Assay asks itself, from the plan to the sealed run.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::asker::{Asked, Asker};
use super::in_parts::{AskingInParts, Parts};
use super::passes::{decides, read, shown_reference};
use super::plan::{Plan, PlannedPass, Wanted};
use super::pool::{Supervisor, Work, work};
use super::question_prompt::{PromptError, QuestionPrompt};
use super::questions::Questions;
use super::ranking::{NO_TEXT, Ranking, has_texts};
use super::samples::Samples;
use super::schedule::{Schedule, Ticket};
use super::settings::check_settings;
use super::summary::{AskSummary, Progress, Stopped};
use crate::benchmark::{ChoiceOrder, Input, Label, PredictionStatus, Question};
use crate::keyword::Keyword;
use crate::llm::{
    ChatRequest, Endpoint, Outcome, Picture, PictureFormat, Price, PromptToken, Stop,
};
use crate::scoring::{PreparedBenchmark, current_run};
use crate::store::{
    Benchmark, PictureReader, QuestionId, RecordedRequest, RequestOutcome, Run, Store, StoreError,
};

/// What a model is asked, and how.
#[derive(Debug)]
pub struct AskOptions {
    /// The model's name in the database.
    pub model: String,
    /// With the pictures, or the text alone.
    pub input: Input,
    /// Which passes.
    pub wanted: Wanted,
    /// How often each pass is asked.
    pub samples: Samples,
    /// How the choices are ranked, where their likelihood is asked for instead of an answer. Only first
    /// passes are wanted then: the choices are not shown.
    pub ranking: Option<Ranking>,
    /// How a question becomes a request.
    pub prompt: QuestionPrompt,
    /// How the model is asked, kept with the run. What differs from one call to the next and does not
    /// change answers (the address, limits) is under `"endpoint"`.
    pub settings: Value,
}

/// Why nothing could be asked, or not to the end.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A question cannot be asked.
    #[error("question {question}: {reason}")]
    Prompt {
        /// The question's key.
        question: String,
        /// Why.
        reason: PromptError,
    },
    /// One answer for each pass was imported, and several are asked.
    #[error(
        "the answers of {model} were imported, one for each pass; ask for samples or likelihoods under \
         another --model name"
    )]
    ImportedAnswers {
        /// The model's name.
        model: String,
    },
    /// The open run was asked in another way.
    #[error(
        "the earlier answers of {model} were asked in another way ({differences}); ask again under \
         another --model name, or close that run with `assay infer --model {model} --close`"
    )]
    OtherSettings {
        /// The model's name.
        model: String,
        /// The names of the settings that differ, with both values.
        differences: String,
    },
}

/// Asks a model what `options` wants and its current run does not answer. Each answer is durable before
/// the next step. The run is sealed when nothing of what is wanted is left.
///
/// # Errors
/// When a question cannot be asked, the run was begun with other settings, or the database cannot be
/// written. What was answered is kept.
pub fn ask(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &AskOptions,
    asker: &Asker<'_>,
    progress: &mut dyn Progress,
) -> Result<AskSummary, AskError> {
    let begun = Instant::now();
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let run = current_run(store, benchmark, &options.model, options.input)?;
    if let Some(run) = &run {
        check_settings(run, options)?;
    }
    let plan = Plan::compute(store, &mut prepared, run.as_ref(), &options.wanted)?;
    let is_limited = plan.looked_at < prepared.questions().len() && options.wanted.limit.is_some();
    let mut summary = AskSummary {
        stopped: is_limited.then_some(Stopped::Limit),
        questions: plan.looked_at,
        reused: plan.reused,
        spared: plan.spared,
        ..AskSummary::default()
    };
    if plan.questions.is_empty() {
        drop(prepared);
        summary.run = finish(store, benchmark, run, options)?;
        return Ok(summary);
    }
    let run = match run {
        Some(run) if run.is_open() => run,
        _ => store.begin_run(benchmark, &options.model, options.input, &options.settings)?,
    };
    let questions = Questions::load(store, benchmark, &prepared)?;
    let endpoint = asker.client().endpoint();
    let requests = Requests {
        asker,
        questions: &questions,
        options,
        taken: endpoint.taken_formats().unwrap_or_default(),
        database: store.path().to_owned(),
    };
    let total = plan.passes();
    let mut supervisor = Asking {
        schedule: schedule(&plan, options.wanted.all_passes),
        store,
        run: &run,
        questions: &questions,
        stop: asker.stop(),
        price: endpoint.price,
        progress,
        summary,
        total,
        begun,
        ended: false,
    };
    let threads = workers(endpoint);
    let result = match (options.samples, options.ranking) {
        (Samples::ONE, None) => work(&requests, &mut supervisor, threads),
        (samples, ranking) => {
            let mut in_parts = AskingInParts::load(supervisor, samples, ranking)?;
            let result = work(&requests, &mut in_parts, threads);
            supervisor = in_parts.into_asking();
            result
        }
    };
    let Asking { schedule, mut summary, .. } = supervisor;
    result?;
    summary.left += schedule.left();
    summary.cost = endpoint.price.map(|_| asker.budget().spent().cost);
    if asker.stop().is_requested() && summary.message.is_none() {
        summary.stopped = Some(Stopped::Interrupted);
    }
    drop((questions, prepared));
    let run = store.reread_run(&run)?;
    summary.run = match summary.left + summary.failed {
        0 => finish(store, benchmark, Some(run), options)?,
        _ => Some(run),
    };
    summary.elapsed = begun.elapsed();
    Ok(summary)
}

/// More threads than requests may be under way, so that many requests at once go on while answers are
/// committed. With few at once a killed program should lose no more than these.
pub(super) fn workers(endpoint: &Endpoint) -> usize {
    let concurrency = endpoint.concurrency;
    concurrency + if concurrency < 64 { concurrency / 16 } else { concurrency / 4 }
}

/// Seals an open run of which all wanted passes are answered, if they are those of the whole benchmark.
fn finish(
    store: &mut Store,
    benchmark: &Benchmark,
    run: Option<Run>,
    options: &AskOptions,
) -> Result<Option<Run>, StoreError> {
    let Some(run) = run.filter(Run::is_open) else {
        return current_run(store, benchmark, &options.model, options.input);
    };
    if options.wanted.is_whole() {
        return store.seal_run(&run).map(Some);
    }
    let whole = Wanted { limit: None, only: None, ..options.wanted.clone() };
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let left = Plan::compute(store, &mut prepared, Some(&run), &whole)?;
    match left.questions.is_empty() {
        true => store.seal_run(&run).map(Some),
        false => Ok(Some(run)),
    }
}

/// One pass of a question, to be asked.
#[derive(Debug)]
pub(super) struct Step {
    pub ticket: Ticket,
    pub position: usize,
    pub planned: PlannedPass,
    /// Where the pass takes several requests: what it has, and which is next.
    pub parts: Option<Parts>,
}

/// A unit for each question, or for each pass where no pass spares another.
fn schedule(plan: &Plan, all_passes: bool) -> Schedule<(usize, PlannedPass)> {
    let units = plan.questions.iter().flat_map(|question| {
        let steps = question.passes.iter().map(|pass| (question.position, pass.clone()));
        match all_passes {
            true => steps.map(|step| vec![step]).collect::<Vec<_>>(),
            false => vec![steps.collect()],
        }
    });
    Schedule::new(units)
}

/// What the workers do: write the request, ask.
pub(super) struct Requests<'a> {
    asker: &'a Asker<'a>,
    questions: &'a Questions,
    options: &'a AskOptions,
    taken: Vec<PictureFormat>,
    database: PathBuf,
}

/// What came of a step.
pub(super) enum Ended {
    Asked {
        asked: Asked,
        reencoded: usize,
    },
    /// The request could not be written.
    NoRequest(PromptError),
}

impl Ended {
    /// The tokens of the prompt, where the answer has them.
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
    let (_, original) = order.shown().nth(at)?;
    question.choice(original).map(|choice| choice.text.as_str())
}

impl Requests<'_> {
    fn request(
        &self,
        pictures: &mut Option<PictureReader>,
        step: &Step,
    ) -> Result<ChatRequest, PromptError> {
        let question = self.questions.question(step.position);
        let picture = |hash| -> Result<Picture, PromptError> {
            if pictures.is_none() {
                *pictures = Some(PictureReader::open(&self.database)?);
            }
            let bytes = match pictures {
                Some(reader) => reader.bytes(hash)?,
                None => Vec::new(),
            };
            Ok(Picture::new(bytes.into(), &self.taken)?)
        };
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
}

impl Work for Requests<'_> {
    type Step = Step;
    type Result = Ended;
    type Tools = Option<PictureReader>;

    fn tools(&self) -> Self::Tools {
        None
    }

    fn perform(&self, pictures: &mut Self::Tools, step: &Step) -> Ended {
        let question = self.questions.question(step.position);
        if self.options.ranking.is_some() && !has_texts(question) {
            return Ended::Asked { asked: Asked::refuse(NO_TEXT), reencoded: 0 };
        }
        let request = match self.request(pictures, step) {
            Ok(request) => request,
            Err(reason) => return Ended::NoRequest(reason),
        };
        let reencoded = request.reencoded_pictures();
        Ended::Asked { asked: self.asker.ask(request), reencoded }
    }
}

/// The calling thread: hands out passes, records what comes back.
pub(super) struct Asking<'a> {
    pub schedule: Schedule<(usize, PlannedPass)>,
    pub store: &'a mut Store,
    pub run: &'a Run,
    pub questions: &'a Questions,
    stop: &'a Stop,
    price: Option<Price>,
    progress: &'a mut dyn Progress,
    pub summary: AskSummary,
    total: usize,
    begun: Instant,
    /// Whether nothing new may begin.
    ended: bool,
}

impl Supervisor<Requests<'_>> for Asking<'_> {
    type Error = AskError;

    fn next(&mut self) -> Option<Step> {
        if self.is_ending() {
            return None;
        }
        let (ticket, (position, planned)) = self.schedule.begin()?;
        Some(Step { ticket, position, planned, parts: None })
    }

    fn commit(&mut self, results: Vec<(Step, Ended)>) -> Result<(), AskError> {
        let mut requests = Vec::with_capacity(results.len());
        let mut ended = Vec::with_capacity(results.len());
        let mut error = None;
        for (step, end) in results {
            let decides = match self.take(&step, end) {
                Ok(Some(request)) => {
                    let answer = request.outcome.answer();
                    let decides =
                        answer.is_some_and(|(status, text)| self.decides(&step, status, text));
                    requests.push(request);
                    decides
                }
                Ok(None) => {
                    self.summary.left += 1;
                    false
                }
                Err(reason) => {
                    error = Some(reason);
                    false
                }
            };
            ended.push((step.ticket, decides));
        }
        self.store.record_requests(self.run, &requests)?;
        for request in &requests {
            self.count(request);
        }
        for (ticket, decides) in ended {
            self.schedule.end(ticket, decides);
        }
        self.report();
        error.map_or(Ok(()), Err)
    }
}

impl Asking<'_> {
    /// Whether nothing new may begin.
    pub fn is_ending(&self) -> bool {
        self.stop.is_requested() || self.ended
    }

    /// Says what was committed so far.
    pub fn report(&mut self) {
        self.summary.spared += self.schedule.spared() - self.summary.spared_now;
        self.summary.spared_now = self.schedule.spared();
        self.summary.cost = self
            .price
            .map(|price| price.cost(self.summary.prompt_tokens, self.summary.completion_tokens));
        self.summary.elapsed = self.begun.elapsed();
        self.progress.update(&self.summary, self.total);
    }

    /// Lets nothing new begin. The first reason counts.
    fn end(&mut self, reason: Stopped, message: String) {
        if !self.ended {
            self.ended = true;
            self.summary.stopped = Some(reason);
            self.summary.message = Some(message);
        }
    }

    /// The row to record; nothing where nothing was asked.
    pub fn take(&mut self, step: &Step, end: Ended) -> Result<Option<RecordedRequest>, AskError> {
        let row = self.questions.row(step.position);
        let (asked, reencoded) = match end {
            Ended::Asked { asked, reencoded } => (asked, reencoded),
            Ended::NoRequest(reason) => {
                let question = self.questions.question(step.position).key.to_string();
                return Err(AskError::Prompt { question, reason });
            }
        };
        let (outcome, elapsed) = match asked {
            Asked::Ended { outcome, elapsed, last } => {
                if let Some(message) = last {
                    self.end(Stopped::Errors, message);
                }
                (*outcome, elapsed)
            }
            Asked::NotSent(reason) => {
                if let Some(message) = reason {
                    self.end(Stopped::Budget, message);
                }
                return Ok(None);
            }
        };
        self.summary.reencoded_pictures += reencoded;
        self.summary.attempts += u64::from(outcome.attempts());
        if let Outcome::Failed(failure) = &outcome {
            *self.summary.errors.entry(failure.kind.name()).or_default() += 1;
        }
        Ok(recorded(row, &step.planned, outcome, elapsed))
    }

    /// The choices that a step shows, with the labels that they have there.
    pub fn shown_choices(&self, step: &Step) -> impl Iterator<Item = (Label, &str)> {
        let question = self.questions.question(step.position);
        step.planned
            .order
            .shown()
            .filter_map(|(label, original)| Some((label, question.choice(original)?.text.as_str())))
    }

    /// Whether an answer decides its question.
    pub fn decides(&self, step: &Step, status: PredictionStatus, text: &str) -> bool {
        let answer = self.questions.question(step.position).answer;
        let reference = shown_reference(&step.planned.order, answer);
        decides(reference, read(status, text, self.shown_choices(step)))
    }

    fn count(&mut self, request: &RecordedRequest) {
        match request.outcome {
            RequestOutcome::Answered { .. } => self.summary.answered += 1,
            RequestOutcome::Refused { .. } => self.summary.refused += 1,
            RequestOutcome::Failed { .. } => self.summary.failed += 1,
        }
        self.count_request(request);
    }

    /// Counts a request that ended, and its tokens.
    pub fn count_request(&mut self, request: &RecordedRequest) {
        self.summary.requests += 1;
        self.summary.prompt_tokens += request.prompt_tokens.unwrap_or_default();
        self.summary.completion_tokens += request.completion_tokens.unwrap_or_default();
    }
}

/// The row that records how a request ended; nothing where the call stopped before.
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
