//! Labels by a language model, from the texts that the rules cannot read, or from all.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use serde_json::json;

use super::asker::{Asked, Asker};
use super::extraction_options::{ExtractionError, ExtractionOptions, ExtractionSummary};
use super::extraction_prompt::{RandomLetters, read_reply};
use super::options::AskError;
use super::pool::{Supervisor, Work, work};
use super::question_prompt::PromptError;
use super::steps::threads;
use super::summary::Stopped;
use crate::evaluation::extraction_rules::{cover_rules, extraction_key};
use crate::evaluation::runs_of_models;
use crate::evaluation::sample::{Pool, PoolPlaces};
use assay_core::extract::{Answer, BuiltIn};
use assay_core::keyword::Keyword;
use assay_llm::{ChatRequest, Outcome};
use assay_store::{
    Benchmark, QuestionId, Run, RunId, ShownText, Store, StoreError, StoredExtraction, TextPlace,
};

/// The number of requests for a text before it stays unresolved.
const TRIES: usize = 3;

/// Lets a language model extract labels and stores them under the extractor's name, each durably
/// before the next step.
///
/// # Errors
/// If the name or the settings do not match what is stored, or the database cannot be written.
pub fn extract_with_model(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &ExtractionOptions,
    asker: &Asker<'_>,
    progress: &mut dyn FnMut(&ExtractionSummary),
) -> Result<ExtractionSummary, ExtractionError> {
    let begun = Instant::now();
    if BuiltIn::from_name(&options.extractor).is_ok() {
        return Err(ExtractionError::NameTaken(options.extractor.clone()));
    }
    let runs = runs_of_models(store, benchmark, &options.models, Some(options.input))?;
    check_settings(store, benchmark, options)?;
    let (texts, mut summary) = open_texts(store, benchmark, options, &runs)?;
    summary.elapsed = begun.elapsed();
    let questions = stems(store, &texts)?;
    let runs = runs.into_iter().map(|run| (run.id, run)).collect();
    let readers = Readers { asker, options, questions: &questions };
    let mut supervisor = Extracting {
        texts: texts.into_iter(),
        store,
        runs,
        options,
        asker,
        progress,
        summary,
        begun,
        ended: false,
    };
    let result = work(&readers, &mut supervisor, threads(asker.client().endpoint()));
    let Extracting { texts, mut summary, .. } = supervisor;
    result?;
    summary.counts.left += texts.len();
    if asker.stop().is_requested() && summary.message.is_none() {
        summary.stopped = Some(Stopped::Interrupted);
    }
    summary.elapsed = begun.elapsed();
    Ok(summary)
}

/// Stores how the extractor's labels are made, or refuses to mix two ways.
fn check_settings(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &ExtractionOptions,
) -> Result<(), ExtractionError> {
    let key = extraction_key(benchmark, &options.extractor);
    let settings = options.settings.to_string();
    match store.setting(&key)? {
        Some(earlier) if earlier != settings => {
            let extractor = options.extractor.clone();
            return Err(ExtractionError::OtherSettings { extractor, earlier });
        }
        Some(_) => {}
        None => store.set_setting(&key, &settings)?,
    }
    let rules = options.texts.unmatched_by();
    Ok(cover_rules(store, benchmark, &options.extractor, rules)?)
}

/// The texts that the extractor has not read, and the counts of the others.
fn open_texts(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &ExtractionOptions,
    runs: &[Run],
) -> Result<(Vec<ShownText>, ExtractionSummary), ExtractionError> {
    let pool = Pool {
        unmatched_by: options.texts.unmatched_by().map(BuiltIn::Rules),
        models: options.models.clone(),
        input: options.input,
    };
    let PoolPlaces { places: wanted, open_questions } = pool.places(store, benchmark)?;
    let mut known = HashSet::new();
    for run in runs {
        for there in store.extractions(run, &options.extractor)? {
            known.insert(TextPlace {
                run_id: run.id,
                question_id: there.question_id,
                pass: there.pass,
            });
        }
    }
    let mut summary = ExtractionSummary::default();
    summary.counts.open_questions = open_questions;
    let mut texts = Vec::new();
    store.for_each_shown_text(
        benchmark,
        |place| wanted.contains(&place),
        |text| {
            summary.counts.texts += 1;
            let place = TextPlace {
                run_id: text.run_id,
                question_id: text.question_id,
                pass: text.name.pass,
            };
            match known.contains(&place) {
                true => summary.counts.reused += 1,
                false => texts.push(text),
            }
            Ok::<_, StoreError>(())
        },
    )?;
    Ok((texts, summary))
}

/// Stem and hint of each question.
type Stems = HashMap<QuestionId, (String, Option<String>)>;

fn stems(store: &Store, texts: &[ShownText]) -> Result<Stems, StoreError> {
    let mut stems = Stems::new();
    for text in texts {
        if let std::collections::hash_map::Entry::Vacant(vacant) = stems.entry(text.question_id) {
            let question = store.blind_question(text.question_id)?;
            vacant.insert((question.stem, question.hint));
        }
    }
    Ok(stems)
}

/// The work of the threads.
struct Readers<'a> {
    asker: &'a Asker<'a>,
    options: &'a ExtractionOptions,
    questions: &'a Stems,
}

/// The result of reading a text.
#[derive(Debug, Default)]
struct Read {
    label: Option<Answer>,
    is_random: bool,
    /// The last reply.
    reply: String,
    refused: bool,
    failed: Option<&'static str>,
    /// Whether the text was asked about to its end.
    is_done: bool,
    requests: usize,
    attempts: u64,
    prompt_tokens: u64,
    completion_tokens: u64,
    stops: Option<(Stopped, String)>,
}

impl Readers<'_> {
    fn request(&self, text: &ShownText, again: usize) -> Result<ChatRequest, PromptError> {
        let (stem, hint) = &self.questions[&text.question_id];
        let mut request =
            self.options.prompt.request(stem, hint.as_deref(), &text.choices, &text.text)?;
        // The same request would get the same reply.
        if again > 0 && !self.asker.client().endpoint().set.contains_key("temperature") {
            request.set.insert("temperature".into(), json!(0.5));
        }
        Ok(request)
    }

    fn label(&self, reply: &str, text: &ShownText) -> Option<Answer> {
        match self.options.compat {
            Some(_) => RandomLetters::read_reply(reply, &text.choices),
            None => read_reply(reply, &text.choices),
        }
    }
}

impl Work for Readers<'_> {
    type Step = ShownText;
    type Result = Result<Read, PromptError>;

    fn perform(&self, text: &ShownText) -> Self::Result {
        let mut read = Read::default();
        for again in 0..TRIES {
            let (outcome, last) = match self.asker.ask(self.request(text, again)?) {
                Asked::Ended { outcome, last, .. } => (*outcome, last),
                Asked::NotSent(reason) => {
                    read.stops = reason.map(|reason| (Stopped::Budget, reason));
                    return Ok(read);
                }
            };
            read.stops = last.map(|message| (Stopped::Errors, message));
            read.attempts += u64::from(outcome.attempts());
            let usage = outcome.usage().unwrap_or_default();
            read.prompt_tokens += usage.prompt_tokens.unwrap_or_default();
            read.completion_tokens += usage.completion_tokens.unwrap_or_default();
            match outcome {
                Outcome::Answered(reply) => {
                    read.requests += 1;
                    read.label = self.label(&reply.text, text);
                    read.reply = reply.text;
                }
                Outcome::Refused(refusal) => {
                    read.requests += 1;
                    read.refused = true;
                    read.is_done = true;
                    read.reply = refusal.text;
                }
                Outcome::Failed(failure) => {
                    read.requests += 1;
                    read.failed = Some(failure.kind.name());
                }
                Outcome::Stopped { .. } => return Ok(read),
            }
            if read.label.is_some() || read.refused || read.failed.is_some() {
                read.is_done = true;
                return Ok(read);
            }
        }
        read.is_done = true;
        if let Some(random) = self.options.compat {
            read.label = Some(random.letter(&text.name.to_string(), &text.choices));
            read.is_random = true;
        }
        Ok(read)
    }
}

/// The calling thread: hands out texts and stores labels.
struct Extracting<'a> {
    texts: std::vec::IntoIter<ShownText>,
    store: &'a mut Store,
    runs: HashMap<RunId, Run>,
    options: &'a ExtractionOptions,
    asker: &'a Asker<'a>,
    progress: &'a mut dyn FnMut(&ExtractionSummary),
    summary: ExtractionSummary,
    begun: Instant,
    ended: bool,
}

impl Supervisor<Readers<'_>> for Extracting<'_> {
    type Error = ExtractionError;

    fn next(&mut self) -> Option<ShownText> {
        match self.ended || self.asker.stop().is_requested() {
            true => None,
            false => self.texts.next(),
        }
    }

    fn commit(
        &mut self,
        results: Vec<(ShownText, Result<Read, PromptError>)>,
    ) -> Result<(), ExtractionError> {
        let mut by_run: HashMap<RunId, Vec<StoredExtraction>> = HashMap::new();
        let mut error = None;
        for (text, read) in results {
            match read {
                Ok(read) => {
                    if let Some(extraction) = self.take(&text, read) {
                        by_run.entry(text.run_id).or_default().push(extraction);
                    }
                }
                Err(reason) => {
                    let question = text.name.to_string();
                    error = Some(AskError::Prompt { question, reason }.into());
                }
            }
        }
        let batches: Vec<(Run, String, Vec<StoredExtraction>)> = by_run
            .into_iter()
            .filter_map(|(run, extractions)| {
                Some((self.runs.get(&run)?.clone(), self.options.extractor.clone(), extractions))
            })
            .collect();
        self.store.keep_all_extractions(&batches)?;
        self.summary.cost = self.asker.budget().cost_so_far();
        self.summary.elapsed = self.begun.elapsed();
        (self.progress)(&self.summary);
        error.map_or(Ok(()), Err)
    }
}

impl Extracting<'_> {
    /// Counts the result of a text. Returns what is stored: a label, or that no label was found.
    fn take(&mut self, text: &ShownText, read: Read) -> Option<StoredExtraction> {
        let summary = &mut self.summary;
        summary.counts.requests += read.requests;
        summary.counts.attempts += read.attempts;
        summary.prompt_tokens += read.prompt_tokens;
        summary.completion_tokens += read.completion_tokens;
        if let Some((reason, message)) = read.stops.filter(|_| !self.ended) {
            self.ended = true;
            summary.stopped = Some(reason);
            summary.message = Some(message);
        }
        if !read.is_done {
            summary.counts.left += 1;
            return None;
        }
        if let Some(kind) = read.failed {
            summary.counts.failed += 1;
            *summary.errors.entry(kind).or_default() += 1;
            return None;
        }
        summary.counts.random += usize::from(read.is_random);
        match read.label {
            _ if read.refused => summary.counts.refused += 1,
            Some(Answer::Label(_)) => summary.counts.labelled += 1,
            Some(_) => summary.counts.none += 1,
            None => summary.counts.unresolved += 1,
        }
        let mut evidence = json!({ "reply": read.reply });
        for (name, holds) in [("random", read.is_random), ("refused", read.refused)] {
            if holds {
                evidence[name] = true.into();
            }
        }
        Some(StoredExtraction {
            question_id: text.question_id,
            pass: text.name.pass,
            answer: read.label.unwrap_or(Answer::Nothing),
            evidence: Some(evidence.to_string()),
        })
    }
}
