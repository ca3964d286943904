//! What a language model extracted: `assay extract run`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use super::inference::Tokens;
use crate::benchmark::Input;
use crate::infer::{ExtractionOptions, ExtractionSummary, TextChoice};
use crate::keyword::Keyword;
use crate::report::{Align, Form, Table};
use crate::store::Benchmark;

/// What a language model extracted.
#[derive(Debug, Serialize)]
pub struct ExtractionRun {
    /// The benchmark's name.
    pub benchmark: String,
    /// The name under which the labels are kept.
    pub extractor: String,
    /// What the models whose texts were read were given.
    pub input: Input,
    /// The prompt's name.
    pub protocol: String,
    /// The rules whose unmatched texts were read; nothing where all were.
    pub unmatched_by: Option<&'static str>,
    /// How replies were read, if as another tool does; the seed of its random letters with it.
    pub compat: Option<String>,
    /// Texts that are wanted.
    pub texts: usize,
    /// Requests that ended.
    pub requests: usize,
    /// Requests with their repetitions.
    pub attempts: u64,
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
    /// Labels that are random letters.
    pub random: usize,
    /// Texts whose request failed.
    pub failed: usize,
    /// Texts that were not asked about.
    pub left: usize,
    /// Tokens.
    pub tokens: Tokens,
    /// What it cost, where the endpoint has a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// How long it took.
    pub seconds: f64,
    /// Why not everything was asked.
    pub stopped: Option<&'static str>,
    /// Failed requests by kind.
    pub errors: BTreeMap<&'static str, usize>,
}

impl ExtractionRun {
    /// What a call came to.
    pub fn new(
        benchmark: &Benchmark,
        options: &ExtractionOptions,
        summary: ExtractionSummary,
    ) -> Self {
        ExtractionRun {
            benchmark: benchmark.name.clone(),
            extractor: options.extractor.clone(),
            input: options.input,
            protocol: options.prompt.name().to_owned(),
            unmatched_by: match options.texts {
                TextChoice::Unmatched(rules) => Some(rules.name()),
                TextChoice::All => None,
            },
            compat: options
                .compat
                .map(|random| format!("vlmevalkit, random letters with seed {}", random.seed)),
            texts: summary.texts,
            requests: summary.requests,
            attempts: summary.attempts,
            reused: summary.reused,
            labelled: summary.labelled,
            none: summary.none,
            refused: summary.refused,
            unresolved: summary.unresolved,
            random: summary.random,
            failed: summary.failed,
            left: summary.left,
            tokens: Tokens { prompt: summary.prompt_tokens, completion: summary.completion_tokens },
            cost: summary.cost,
            seconds: summary.elapsed.as_secs_f64(),
            stopped: summary.stopped.map(Keyword::name),
            errors: summary.errors,
        }
    }
}

impl Document for ExtractionRun {
    fn tables(&self, _: Form) -> Vec<Table> {
        let mut table = Table::new([
            ("extractor", Align::Left),
            ("protocol", Align::Left),
            ("texts", Align::Right),
            ("reused", Align::Right),
            ("labelled", Align::Right),
            ("none", Align::Right),
            ("refused", Align::Right),
            ("unresolved", Align::Right),
            ("random", Align::Right),
            ("failed", Align::Right),
            ("left", Align::Right),
            ("requests", Align::Right),
            ("stopped", Align::Left),
        ]);
        let counts = [
            self.texts,
            self.reused,
            self.labelled,
            self.none,
            self.refused,
            self.unresolved,
            self.random,
            self.failed,
            self.left,
            self.requests,
        ];
        let names = [self.extractor.clone(), self.protocol.clone()];
        let cells = names.into_iter().chain(counts.iter().map(ToString::to_string));
        table.row(cells.chain([self.stopped.unwrap_or("").to_owned()]));
        vec![table]
    }
}
