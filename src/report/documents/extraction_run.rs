//! What a language model extracted: `assay extract run`.

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::infer::{ExtractionOptions, ExtractionSummary};
use crate::keyword::Keyword;
use crate::report::{Form, Table};
use crate::store::Benchmark;

/// What a language model extracted.
#[derive(Debug, Serialize)]
pub struct ExtractionRun {
    benchmark: String,
    /// The name under which the labels are kept.
    extractor: String,
    /// What the models whose texts were read were given.
    input: Input,
    /// The prompt's name.
    protocol: String,
    /// The rules whose unmatched texts were read; `None` if all texts were read.
    unmatched_by: Option<&'static str>,
    /// How replies were read, if as another tool does; the seed of its random letters with it.
    compat: Option<String>,
    #[serde(flatten)]
    summary: ExtractionSummary,
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
        let left_out = match summary.open_questions {
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
            unmatched_by: options.unmatched_by.map(Keyword::name),
            compat: options
                .compat
                .map(|random| format!("vlmevalkit, random letters with seed {}", random.seed)),
            summary,
        }
    }

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
            .number("texts", |run| run.summary.texts)
            .number("reused", |run| run.summary.reused)
            .number("labelled", |run| run.summary.labelled)
            .number("none", |run| run.summary.none)
            .number("refused", |run| run.summary.refused)
            .number("unresolved", |run| run.summary.unresolved)
            .number("random", |run| run.summary.random)
            .number("failed", |run| run.summary.failed)
            .number("left", |run| run.summary.left)
            .number("requests", |run| run.summary.requests.requests)
            .text("stopped", |run| run.summary.spent.stopped.map(Keyword::name))
            .titled(self.title())
            .into()
    }
}
