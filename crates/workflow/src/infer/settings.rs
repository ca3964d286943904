//! The settings of asking that runs store: the answers of one run are all asked in the same way.

use serde_json::Value;

use super::options::{AskError, AskOptions, Samples};
use super::question_prompt::QuestionPrompt;
use super::ranking::Ranking;
use assay_core::keyword::Keyword;
use assay_llm::{Client, Endpoint};
use assay_store::Run;

/// The setting with the hash of the prompt of open questions. Runs of earlier versions do not have it.
const OPEN_PROMPT: &str = "open_prompt_blake3";

/// How a model is asked, without the key. Settings that do not change answers are under `endpoint`.
pub fn asked_settings(
    client: &Client,
    prompt: &QuestionPrompt,
    samples: Samples,
    ranking: Option<Ranking>,
) -> Value {
    let endpoint = client.endpoint();
    let mut settings = serde_json::json!({
        "model_id": endpoint.model_id,
        "prompt": prompt.name(),
        "prompt_blake3": prompt.hash(),
        "max_tokens": endpoint.max_tokens,
        "set": endpoint.set,
        "endpoint": { "url": client.address().to_string() },
    });
    if !endpoint.further_urls.is_empty() {
        settings["endpoint"]["further_urls"] = further_addresses(endpoint).into();
    }
    if let Some(hash) = prompt.open_hash() {
        settings[OPEN_PROMPT] = hash.into();
    }
    if samples != Samples::ONE {
        settings["samples"] = samples.count().into();
    }
    if let Some(Ranking { by, from }) = ranking {
        settings["scoring"] = "likelihood".into();
        settings["rank_by"] = by.name().into();
        settings["prompt_logprobs"] = from.name().into();
    }
    settings
}

/// The addresses of the other servers, without what may hold a key.
fn further_addresses(endpoint: &Endpoint) -> Vec<String> {
    let addresses = endpoint.addresses().unwrap_or_default();
    addresses.iter().skip(1).map(ToString::to_string).collect()
}

/// The answers of one run are all asked in the same way. Imported answers may be completed in any
/// way that gives one answer for a pass.
pub(super) fn check_settings(run: &Run, options: &AskOptions) -> Result<(), AskError> {
    let Some(earlier) = &run.settings else {
        return match options.is_in_parts() {
            false => Ok(()),
            true => Err(AskError::ImportedAnswers { model: options.model.clone() }),
        };
    };
    let names = |value: &Value| -> Vec<String> {
        value.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
    };
    let mut all: Vec<String> = names(earlier);
    all.extend(names(&options.settings).into_iter().filter(|name| earlier.get(name).is_none()));
    let differences: Vec<String> = all
        .iter()
        .filter(|name| *name != "endpoint")
        .filter(|name| *name != OPEN_PROMPT || earlier.get(OPEN_PROMPT).is_some())
        .filter(|name| earlier.get(name) != options.settings.get(name))
        .map(|name| {
            let absent = match name.as_str() {
                "samples" => "1",
                "scoring" => "text",
                _ => "none",
            };
            let side = |value: Option<&Value>| value.map_or(absent.into(), Value::to_string);
            format!(
                "{name}: {} then, {} now",
                side(earlier.get(name)),
                side(options.settings.get(name))
            )
        })
        .collect();
    match differences.is_empty() {
        true => Ok(()),
        false => Err(AskError::OtherSettings {
            model: options.model.clone(),
            differences: differences.join("; "),
        }),
    }
}
