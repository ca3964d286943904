//! What a language model extracted: `assay extract run`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use super::inference::Tokens;
use crate::benchmark::Input;
use crate::infer::{ExtractionCounts, ExtractionOptions, ExtractionSummary};
use crate::keyword::Keyword;
use crate::report::{Form, Table};
use crate::store::Benchmark;

/// What a language model extracted.
#[derive(Debug, Serialize)]
pub struct ExtractionRun {
    pub benchmark: String,
    /// The name under which the labels are kept.
    pub extractor: String,
    /// What the models whose texts were read were given.
    pub input: Input,
    /// The prompt's name.
    pub protocol: String,
    /// The rules whose unmatched texts were read; `None` if all texts were read.
    pub unmatched_by: Option<&'static str>,
    /// How replies were read, if as another tool does; the seed of its random letters with it.
    pub compat: Option<String>,
    /// The counts of the texts by result.
    #[serde(flatten)]
    pub counts: ExtractionCounts,
    pub tokens: Tokens,
    /// The cost, if the endpoint has a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// How long it took.
    pub seconds: f64,
    /// Why the run stopped early.
    pub stopped: Option<&'static str>,
    /// Failed requests by kind.
    pub errors: BTreeMap<&'static str, usize>,
    /// Omissions, in sentences.
    pub warnings: Vec<String>,
}

impl ExtractionRun {
    /// Creates the document of a call.
    pub fn new(
        benchmark: &Benchmark,
        options: &ExtractionOptions,
        summary: ExtractionSummary,
    ) -> Self {
        let left_out = match summary.counts.open_questions {
            0 => None,
            1 => Some("1 text answers an open question, which has no label: left out".to_owned()),
            count => {
                Some(format!("{count} texts answer open questions, which have no label: left out"))
            }
        };
        ExtractionRun {
            warnings: Vec::from_iter(left_out),
            benchmark: benchmark.name.clone(),
            extractor: options.extractor.clone(),
            input: options.input,
            protocol: options.prompt.name().to_owned(),
            unmatched_by: options.texts.unmatched_by().map(Keyword::name),
            compat: options
                .compat
                .map(|random| format!("vlmevalkit, random letters with seed {}", random.seed)),
            counts: summary.counts,
            tokens: Tokens { prompt: summary.prompt_tokens, completion: summary.completion_tokens },
            cost: summary.cost,
            seconds: summary.elapsed.as_secs_f64(),
            stopped: summary.stopped.map(Keyword::name),
            errors: summary.errors,
        }
    }
}

impl ExtractionRun {
    fn title(&self) -> String {
        let texts = match self.unmatched_by {
            Some(rules) => format!("texts that the rules {rules} cannot read"),
            None => "all texts".to_owned(),
        };
        format!("{} · extraction by {} · {texts}", self.benchmark, self.extractor)
    }
}

impl Document for ExtractionRun {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over([self])
            .text("extractor", |run| &run.extractor)
            .text("protocol", |run| &run.protocol)
            .number("texts", |run| run.counts.texts)
            .number("reused", |run| run.counts.reused)
            .number("labelled", |run| run.counts.labelled)
            .number("none", |run| run.counts.none)
            .number("refused", |run| run.counts.refused)
            .number("unresolved", |run| run.counts.unresolved)
            .number("random", |run| run.counts.random)
            .number("failed", |run| run.counts.failed)
            .number("left", |run| run.counts.left)
            .number("requests", |run| run.counts.requests)
            .text("stopped", |run| run.stopped)
            .titled(self.title())
            .into()
    }
}
