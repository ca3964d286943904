//! Labels by a language model, from the texts that the rules cannot read, or from all.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::call::{Asked, Asker, Report, Requests, Spent};
use super::each::ask_each;
use super::error::{AskError, Result};
use super::extraction_prompt::{ExtractionPrompt, RandomLetters, read_reply};
use super::question_prompt::PromptError;
use crate::evaluation::extraction_rules::{cover_rules, extraction_key};
use crate::evaluation::runs_of_models;
use crate::evaluation::sample::Pool;
use assay_core::benchmark::Input;
use assay_core::extract::{Answer, BuiltIn, RuleSet};
use assay_core::keyword::Keyword;
use assay_llm::{Client, Outcome};
use assay_store::{
    Benchmark, QuestionId, Run, RunId, ShownText, Store, StoreError, StoredExtraction, TextPlace,
};

/// The number of requests for a text before it stays unresolved.
const TRIES: usize = 3;

/// Who extracts what, and how.
#[derive(Debug)]
pub struct ExtractionOptions {
    /// The name under which the labels are stored.
    pub extractor: String,
    /// Only texts from which these rules read nothing; `None` if all texts are read.
    pub unmatched_by: Option<RuleSet>,
    /// Only these models' texts; all if none is named.
    pub models: Vec<String>,
    /// Only texts written with this input.
    pub input: Input,
    pub prompt: ExtractionPrompt,
    /// VLMEvalKit's handling of replies, if it is wanted.
    pub compat: Option<RandomLetters>,
}

impl ExtractionOptions {
    /// How the extractor is asked; kept, so that all its labels are made in one way.
    fn settings(&self, client: &Client) -> Value {
        let endpoint = &client.endpoint;
        json!({
            "model_id": endpoint.model_id,
            "protocol": self.prompt.name,
            "protocol_blake3": self.prompt.hash(),
            "set": endpoint.set,
            "compat": self.compat.map(|random| format!("vlmevalkit, seed {}", random.seed)),
        })
    }
}

/// The results of the texts. `reused + labelled + none + refused + unresolved + failed + left` are
/// all of them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExtractionSummary {
    /// Texts that are wanted.
    pub texts: usize,
    /// Texts that are left out because they answer open questions, which do not have labels.
    pub open_questions: usize,
    /// Up to three for each text.
    #[serde(flatten)]
    pub requests: Requests,
    /// Texts that the extractor read before.
    pub reused: usize,
    /// Texts with a label.
    pub labelled: usize,
    /// Texts that mean none of the choices.
    pub none: usize,
    /// Texts that the extractor refused to read.
    pub refused: usize,
    /// Texts without a label after three tries.
    pub unresolved: usize,
    /// Labels that are random letters; part of `labelled` and `none`.
    pub random: usize,
    /// Texts whose request failed.
    pub failed: usize,
    /// Texts that were not asked about because the call stopped.
    pub left: usize,
    #[serde(flatten)]
    pub spent: Spent,
}

/// Lets a language model extract labels and stores them under the extractor's name, each durably
/// before the next step.
///
/// # Errors
/// If the name or the settings do not match what is stored, or the database cannot be written.
pub fn extract_with_model(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &ExtractionOptions,
    asker: &Asker,
    report: Report<'_>,
) -> Result<ExtractionSummary> {
    if BuiltIn::from_name(&options.extractor).is_ok() {
        return Err(AskError::Refused(format!(
            "{} is the name of a built-in extractor; choose another --extractor name",
            options.extractor
        )));
    }
    let runs = runs_of_models(store, benchmark, &options.models, Some(options.input))?;
    keep_settings(store, benchmark, options, &options.settings(&asker.client).to_string())?;
    let (texts, summary) = open_texts(store, benchmark, options, &runs)?;
    let stems = stems(store, &texts)?;
    let runs: HashMap<RunId, Run> = runs.into_iter().map(|run| (run.id, run)).collect();
    let mut extracting = Extracting { options, summary };
    let (requests, spent, left) = ask_each(
        asker,
        texts,
        report,
        |text| read_text(text, asker, options, &stems),
        |text: &ShownText| text.name.to_string(),
        |read| {
            let mut by_run: HashMap<RunId, Vec<StoredExtraction>> = HashMap::new();
            for (text, outcome, label) in read {
                by_run
                    .entry(text.run_id)
                    .or_default()
                    .extend(extracting.take(&text, outcome, label));
            }
            let of_run = |(run, read): (RunId, Vec<StoredExtraction>)| {
                Some((runs.get(&run)?.clone(), options.extractor.clone(), read))
            };
            let batches: Vec<_> = by_run.into_iter().filter_map(of_run).collect();
            Ok(store.keep_all_extractions(&batches)?)
        },
    )?;
    Ok(ExtractionSummary { requests, left, spent, ..extracting.summary })
}

/// Stores how the extractor's labels are made, or refuses to mix two ways.
fn keep_settings(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &ExtractionOptions,
    settings: &str,
) -> Result<()> {
    let key = extraction_key(benchmark, &options.extractor);
    match store.setting(&key)? {
        Some(earlier) if earlier != settings => {
            return Err(AskError::Refused(format!(
                "the labels of {} were made in another way ({earlier}); extract under another --extractor \
                 name",
                options.extractor
            )));
        }
        Some(_) => {}
        None => store.set_setting(&key, settings)?,
    }
    Ok(cover_rules(store, benchmark, &options.extractor, options.unmatched_by)?)
}

/// The texts that the extractor has not read, and the counts of the others.
fn open_texts(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &ExtractionOptions,
    runs: &[Run],
) -> Result<(Vec<ShownText>, ExtractionSummary)> {
    let pool = Pool {
        unmatched_by: options.unmatched_by.map(BuiltIn::Rules),
        models: options.models.clone(),
        input: options.input,
    };
    let (wanted, open_questions) = pool.places(store, benchmark)?;
    let mut known = HashSet::new();
    for run in runs {
        let read = store.extractions(run, &options.extractor)?.into_iter();
        known.extend(read.map(|StoredExtraction { question_id, pass, .. }| TextPlace {
            run_id: run.id,
            question_id,
            pass,
        }));
    }
    let mut summary = ExtractionSummary { open_questions, ..ExtractionSummary::default() };
    let mut texts = Vec::new();
    store.for_each_shown_text(
        benchmark,
        |place| wanted.contains(&place),
        |text| {
            summary.texts += 1;
            let ShownText { run_id, question_id, .. } = text;
            match known.contains(&TextPlace { run_id, question_id, pass: text.name.pass }) {
                true => summary.reused += 1,
                false => texts.push(text),
            }
            Ok::<_, StoreError>(())
        },
    )?;
    Ok((texts, summary))
}

/// Stem and hint of each question.
type Stems = HashMap<QuestionId, (String, Option<String>)>;

fn stems(store: &Store, texts: &[ShownText]) -> Result<Stems> {
    let mut stems = Stems::new();
    for ShownText { question_id, .. } in texts {
        if !stems.contains_key(question_id) {
            let question = store.blind_question(*question_id)?;
            stems.insert(*question_id, (question.stem, question.hint));
        }
    }
    Ok(stems)
}

/// The requests for a text, and what was read from the last reply.
type Reading = (Vec<Asked>, Option<Answer>);

/// The work of a thread: asks until a reply can be read, up to three times.
fn read_text(
    text: &ShownText,
    asker: &Asker,
    options: &ExtractionOptions,
    stems: &Stems,
) -> Result<Reading, PromptError> {
    let (stem, hint) = &stems[&text.question_id];
    let mut all = Vec::new();
    for again in 0..TRIES {
        let mut request =
            options.prompt.request(stem, hint.as_deref(), &text.choices, &text.text)?;
        // The same request would get the same reply.
        if again > 0 && !asker.client.endpoint.set.contains_key("temperature") {
            request.set.insert("temperature".into(), json!(0.5));
        }
        let ended = asker.ask(request, |_| Ok(()), |_| None);
        let label = match &ended.outcome {
            Outcome::Answered(reply) => match options.compat {
                Some(_) => RandomLetters::read_reply(&reply.text, &text.choices),
                None => read_reply(&reply.text, &text.choices),
            },
            _ => None,
        };
        let is_last = label.is_some() || !matches!(ended.outcome, Outcome::Answered(_));
        all.push(ended);
        if is_last {
            return Ok((all, label));
        }
    }
    Ok((all, None))
}

/// What came of the texts so far.
struct Extracting<'a> {
    options: &'a ExtractionOptions,
    summary: ExtractionSummary,
}

impl Extracting<'_> {
    /// Counts the result of a text. Returns what is stored: a label, or that no label was found.
    fn take(
        &mut self,
        text: &ShownText,
        outcome: Outcome,
        label: Option<Answer>,
    ) -> Option<StoredExtraction> {
        let summary = &mut self.summary;
        let (answer, reply, mark) = match outcome {
            Outcome::Stopped { .. } => return None,
            Outcome::Failed(_) => {
                summary.failed += 1;
                return None;
            }
            Outcome::Refused(refusal) => {
                summary.refused += 1;
                (Answer::Nothing, refusal.text, Some("refused"))
            }
            Outcome::Answered(reply) => {
                let random = self.options.compat.filter(|_| label.is_none());
                let letter =
                    |random: RandomLetters| random.letter(&text.name.to_string(), &text.choices);
                let answer = random.map(letter).or(label).unwrap_or(Answer::Nothing);
                summary.random += usize::from(random.is_some());
                match answer {
                    Answer::Label(_) => summary.labelled += 1,
                    Answer::Nothing => summary.unresolved += 1,
                    _ => summary.none += 1,
                }
                (answer, reply.text, random.map(|_| "random"))
            }
        };
        let mut evidence = json!({ "reply": reply });
        if let Some(mark) = mark {
            evidence[mark] = true.into();
        }
        Some(StoredExtraction {
            question_id: text.question_id,
            pass: text.name.pass,
            answer,
            evidence: Some(evidence.to_string()),
        })
    }
}
