//! What a language model extracted: `assay extract run`.

use crate::infer::{ExtractionOptions, ExtractionSummary};
use crate::keyword::Keyword;
use crate::report::{Printout, Table, columns};
use crate::store::Benchmark;

/// What a language model extracted, and what it left out, in sentences.
pub fn extraction_run(
    benchmark: &Benchmark,
    options: &ExtractionOptions,
    summary: &ExtractionSummary,
) -> Printout {
    let (protocol, stopped) =
        (options.prompt.name.as_str(), summary.spent.stopped.map(Keyword::name));
    let unmatched_by = options.unmatched_by.map(Keyword::name);
    let texts = match unmatched_by {
        Some(rules) => format!("texts that the rules {rules} cannot read"),
        None => "all texts".to_owned(),
    };
    let compat = |seed| format!("vlmevalkit, random letters with seed {seed}");
    let left_out = match summary.open_questions {
        0 => None,
        1 => Some("1 text answers an open question, which has no label: left out".to_owned()),
        count => {
            Some(format!("{count} texts answer open questions, which have no label: left out"))
        }
    };
    let table = Table::over([summary])
        .text("extractor", |_| &options.extractor)
        .text("protocol", |_| protocol)
        .with(columns!(number: texts, reused, labelled, none, refused, unresolved))
        .with(columns!(number: random, failed, left))
        .number("requests", |counts| counts.requests.requests)
        .text("stopped", |_| stopped)
        .titled(format!("{} · extraction by {} · {texts}", benchmark.name, options.extractor));
    Printout::default()
        .json("benchmark", &benchmark.name)
        .json("extractor", &options.extractor)
        .json("input", options.input)
        .json("protocol", protocol)
        .json("unmatched_by", unmatched_by)
        .json("compat", options.compat.map(|random| compat(random.seed)))
        .flat(summary)
        .warned(Vec::from_iter(left_out))
        .tables(table)
}
