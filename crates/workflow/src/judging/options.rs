//! Who judges what, and how; and the settings by which a judge's judgments are made in one way.

use serde_json::{Value, json};

use super::pairs::{Orders, Pairs};
use super::prompt::JudgePrompt;
use crate::infer::AskError;
use assay_core::benchmark::Input;
use assay_core::votes::parse::Mode;
use assay_llm::Client;
use assay_store::{Benchmark, Store};

/// The most equal requests about one comparison.
pub const MOST_REPEATS: u16 = 100;

/// Who judges what, and how.
#[derive(Debug)]
pub struct JudgingOptions {
    /// The name under which the judgments are stored.
    pub judge: String,
    pub prompt: JudgePrompt,
    /// Answers that were written with pictures, or without; the judge is given the same.
    pub input: Input,
    /// Only these models' answers; all if none is named.
    pub models: Vec<String>,
    /// Which models are compared; not used where answers are scored alone.
    pub pairs: Pairs,
    pub orders: Orders,
    /// Of the random orders.
    pub seed: u64,
    /// How often each comparison is asked.
    pub repeats: u16,
    /// Only the first open questions.
    pub limit: Option<usize>,
}

impl JudgingOptions {
    /// What the judge is asked.
    pub fn mode(&self) -> Mode {
        self.prompt.form.mode()
    }

    /// How the judge is asked; kept, so that all its judgments are made in one way.
    pub(super) fn settings(&self, client: &Client) -> Value {
        let endpoint = &client.endpoint;
        json!({
            "model_id": endpoint.model_id,
            "template": self.prompt.name,
            "template_blake3": self.prompt.hash,
            "max_tokens": endpoint.max_tokens,
            "set": endpoint.set,
        })
    }

    /// Stores how the judge is asked, or refuses to mix two ways.
    pub(super) fn keep_settings(
        &self,
        store: &mut Store,
        benchmark: &Benchmark,
        client: &Client,
    ) -> Result<(), AskError> {
        let (of, others) = match self.mode() {
            Mode::Single => ("answers", "pairs"),
            Mode::Vote | Mode::Score => ("pairs", "answers"),
        };
        let (judge, benchmark_name) = (&self.judge, &benchmark.name);
        let key = |of| format!("judge/{benchmark_name}/{judge}/{of}");
        let settings = self.settings(client).to_string();
        let why = match store.setting(&key(of))? {
            Some(earlier) if earlier == settings => return Ok(()),
            Some(earlier) => {
                format!("{judge} judged {of} of {benchmark_name} in another way ({earlier})")
            }
            None if store.setting(&key(others))?.is_none()
                && store.judges(benchmark)?.iter().any(|known| known.name == *judge) =>
            {
                format!("the votes of {judge} were imported")
            }
            None => return Ok(store.set_setting(&key(of), &settings)?),
        };
        Err(AskError::Refused(format!("{why}; judge under another --judge name")))
    }
}
