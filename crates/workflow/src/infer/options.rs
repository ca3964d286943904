//! How a model is asked, and the settings of it that a run keeps. Which of several samples
//! counts is in [`assay_core::score::majority`].

use std::num::NonZeroU32;

use serde_json::{Value, json};

use super::error::{AskError, Result};
use super::plan::Selection;
use super::question_prompt::QuestionPrompt;
use super::ranking::Ranking;
use assay_core::benchmark::Input;
use assay_core::keyword::Keyword;
use assay_llm::Client;
use assay_store::Run;

/// The settings with the hashes of the prompts of open questions and of those with short answers. Runs of earlier
/// versions do not have them.
const OTHER_PROMPTS: [&str; 2] = ["open_prompt_blake3", "short_prompt_blake3"];

/// What a model is asked, and how.
#[derive(Debug)]
pub struct AskOptions {
    /// The model's name in the database.
    pub model: String,
    /// With the pictures, or text only.
    pub input: Input,
    /// The passes to ask.
    pub selection: Selection,
    /// The number of samples of each pass; the majority of the labels counts.
    pub samples: NonZeroU32,
    /// How the choices are ranked, if their likelihood is asked for instead of an answer. Only
    /// first passes are wanted then: the choices are not shown.
    pub ranking: Option<Ranking>,
    /// How a question becomes a request.
    pub prompt: QuestionPrompt,
}

impl AskOptions {
    /// Whether a pass takes several requests, each of which is kept.
    pub fn is_in_parts(&self) -> bool {
        self.samples.get() > 1 || self.ranking.is_some()
    }

    /// How a model is asked, without the key. Settings that may differ between calls without changing
    /// answers (the address, limits) are under `endpoint`.
    pub(super) fn settings(&self, client: &Client) -> Value {
        let endpoint = &client.endpoint;
        let mut addresses = client.addresses.iter().map(ToString::to_string);
        let mut settings = json!({
            "model_id": endpoint.model_id,
            "prompt": self.prompt.name,
            "prompt_blake3": self.prompt.hash(),
            "max_tokens": endpoint.max_tokens,
            "set": endpoint.set,
            "endpoint": { "url": addresses.next() },
        });
        if !endpoint.further_urls.is_empty() {
            settings["endpoint"]["further_urls"] = addresses.collect();
        }
        let hashes = [self.prompt.open_hash(), self.prompt.short_hash()];
        for (name, hash) in OTHER_PROMPTS.into_iter().zip(hashes) {
            if let Some(hash) = hash {
                settings[name] = hash.into();
            }
        }
        if self.samples.get() > 1 {
            settings["samples"] = self.samples.get().into();
        }
        if let Some(Ranking { by, from }) = self.ranking {
            settings["scoring"] = "likelihood".into();
            settings["rank_by"] = by.name().into();
            settings["prompt_logprobs"] = from.name().into();
        }
        settings
    }

    /// Checks that a run was asked with these settings: the answers of one run are all asked in the same
    /// way. Imported answers may be completed in any way that gives one answer for a pass.
    pub(super) fn check_settings(&self, run: &Run, settings: &Value) -> Result<()> {
        let model = &self.model;
        let Some(earlier) = &run.settings else {
            if !self.is_in_parts() {
                return Ok(());
            }
            return Err(AskError::Refused(format!(
                "the answers of {model} were imported, one for each pass; ask for samples or likelihoods \
                 under another --model name"
            )));
        };
        let names = |value: &Value| -> Vec<String> {
            value.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
        };
        let mut all = names(earlier);
        all.extend(names(settings).into_iter().filter(|name| earlier.get(name).is_none()));
        all.retain(|name| {
            let is_compared = name != "endpoint"
                && (!OTHER_PROMPTS.contains(&&**name) || earlier.get(name).is_some());
            is_compared && earlier.get(name) != settings.get(name)
        });
        if all.is_empty() {
            return Ok(());
        }
        let difference = |name: &String| {
            let absent = match name.as_str() {
                "samples" => "1",
                "scoring" => "text",
                _ => "none",
            };
            let side = |settings: &Value| {
                settings.get(name).map_or_else(|| absent.to_owned(), Value::to_string)
            };
            format!("{name}: {} then, {} now", side(earlier), side(settings))
        };
        let differences = all.iter().map(difference).collect::<Vec<_>>().join("; ");
        Err(AskError::Refused(format!(
            "the earlier answers of {model} were asked in another way ({differences}); ask again under \
             another --model name, or close that run with `assay infer --model {model} --close`"
        )))
    }
}

/// The most samples of each answer that a call may ask for.
pub const MOST_SAMPLES: u32 = 64;
