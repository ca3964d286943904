//! What came of asking models: `assay infer`, `assay batch`, `assay endpoints check`, `assay extract run`.

use crate::infer::{
    AskOptions, AskSummary, Estimate, ExtractionOptions, ExtractionSummary, ReadBatch, Spent,
};
use crate::keyword::Keyword;
use crate::llm::EndpointCheck;
use crate::llm::batch::BatchFile;
use crate::report::{Fields, Printout, Table};
use crate::store::{Benchmark, FailedRequest, Run, Store, StoreError};

/// The result of asking a model.
pub fn inference(benchmark: &Benchmark, options: &AskOptions, summary: &AskSummary) -> Printout {
    let (run, spent) = (summary.run.as_ref(), &summary.spent);
    let state = run.map(|run| if run.is_open() { "open" } else { "sealed" });
    let scored_by = run.and_then(Run::scored_by);
    let asked = Fields::over([summary])
        .json("benchmark", |_| &benchmark.name)
        .text("model", |_| &options.model)
        .text("input", |_| options.input)
        .json("strategy", |_| options.selection.strategy)
        .json("run", |_| run.map(|run| run.id.to_string()))
        .json("state", |_| state)
        .number("questions", |asked| asked.questions)
        .json("scored_by", |_| &scored_by)
        .flat(|asked| asked.requests)
        .with(columns!(number: answered, refused, failed, reused, spared, left))
        .flat(|asked| &asked.spent)
        .number_column("tokens", |_| spent.tokens.prompt + spent.tokens.completion)
        .number_column("seconds", |_| format!("{:.1}", spent.seconds))
        .text_column("run", |_| state.unwrap_or("none"))
        .text_column("stopped", |_| spent.stopped.map(Keyword::name));
    let asked = match &scored_by {
        Some(method) => asked.titled(format!("{}: {method}", options.model)),
        None => asked,
    };
    Printout::default().record(asked).filled([failed_requests(spent)])
}

/// The failed requests of a call by kind.
pub(super) fn failed_requests(spent: &Spent) -> Table {
    Table::over(&spent.errors)
        .text("failed requests", |(kind, _)| *kind)
        .number("", |(_, count)| *count)
        .table()
}

/// What would be asked.
pub fn dry_run(benchmark: &Benchmark, options: &AskOptions, estimate: &Estimate) -> Printout {
    let asked = Fields::over([estimate])
        .json("benchmark", |_| &benchmark.name)
        .text("model", |_| &options.model)
        .text("input", |_| options.input)
        .json("strategy", |_| options.selection.strategy)
        .json("dry_run", |_| true)
        .flat(|asked| *asked)
        .with(columns!(number_column: questions, "open" = open_questions))
        .with(columns!(number_column: "requests at most" = requests, reused, spared, bytes))
        .number_column("prompt tokens, roughly", |asked| asked.tokens.prompt);
    Printout::default().record(with_costs(asked, estimate))
}

/// The columns of the costs that are known.
pub(super) fn with_costs<R: Copy>(asked: Fields<R>, estimate: &Estimate) -> Fields<R> {
    let costs = [
        ("cost of the prompts", estimate.cost_of_prompts),
        ("cost at most", estimate.cost_at_most),
    ];
    costs.into_iter().fold(asked, |asked, (heading, cost)| match cost {
        Some(cost) => asked.number_column(heading, |_| format!("{cost:.4}")),
        None => asked,
    })
}

/// The passes of a run whose last request failed, by question.
#[derive(Debug)]
pub struct FailedPasses<'a> {
    benchmark: &'a Benchmark,
    run: &'a Run,
    /// The key of each question, and its request.
    failed: Vec<(String, FailedRequest)>,
}

impl<'a> FailedPasses<'a> {
    /// The failed passes of a run.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store, benchmark: &'a Benchmark, run: &'a Run) -> Result<Self, StoreError> {
        let key = |id| store.blind_question(id).map(|question| question.key.to_string());
        let failed = store.failed_requests(run, None)?.into_iter();
        let failed = failed.map(|request| Ok((key(request.question_id)?, request)));
        Ok(FailedPasses { benchmark, run, failed: failed.collect::<Result<_, StoreError>>()? })
    }

    /// How many there are, and what happened to the first; `None` if none failed.
    pub fn summary(&self) -> Option<String> {
        let (question, request) = self.failed.first()?;
        let FailedRequest { pass, kind, message, .. } = request;
        let passes = match self.failed.len() {
            1 => "1 pass has no answer".to_owned(),
            several => format!("{several} passes have no answer"),
        };
        Some(format!(
            "{passes}; question {question}, pass {pass}: {kind}: {message}; `assay infer --model {} --input \
             {} --failed` lists them, and the same `assay infer` asks them again",
            self.run.model, self.run.input
        ))
    }

    /// The list of them.
    pub fn printout(&self) -> Printout {
        let failed = Fields::over(&self.failed)
            .text("question", |(question, _)| question)
            .flat(|(_, request)| request)
            .number_column("pass", |(_, request)| request.pass.0)
            .text_column("kind", |(_, request)| &request.kind)
            .number_column("attempts", |(_, request)| request.attempts)
            .text_column("message", |(_, request)| &request.message);
        Printout::about(&self.benchmark.name)
            .json("model", &self.run.model)
            .json("input", self.run.input)
            .list("failed", failed)
    }
}

/// The batch files that were batch_written.
pub fn batch_written(files: &[BatchFile]) -> Printout {
    let requests: u64 = files.iter().map(|file| file.requests).sum();
    let files = Fields::over(files)
        .json("file", |file| &file.file)
        .text_column("file", |file| file.file.display().to_string())
        .number("requests", |file| file.requests)
        .number("bytes", |file| file.bytes);
    Printout::default().list("files", files).json("requests", requests)
}

/// The result of reading answers.
pub fn batch_read(read: ReadBatch) -> Printout {
    let counts = Fields::over([read])
        .with(columns!(number: answered, refused, failed, missing, unknown))
        .number_as("reused", "answered before", |read| read.reused);
    Printout::default().record(counts)
}

/// What a server can do.
pub fn endpoint_check(check: &EndpointCheck) -> Printout {
    let yes = |holds: bool| Some(if holds { "yes" } else { "no" }.to_owned());
    let latency = check.latency_ms.map_or("-".to_owned(), |ms| format!("{ms} ms"));
    let of_prompts = check.prompt_logprobs.map_or("no", Keyword::name).to_owned();
    let pairs = [
        ("server", Some(check.url.clone())),
        ("model", Some(check.model.clone().unwrap_or_else(|| "-".into()))),
        ("answers", yes(check.answers)),
        ("takes pictures", yes(check.pictures)),
        ("gives log-probabilities", yes(check.logprobs)),
        ("log-probabilities of prompts", Some(of_prompts)),
        ("first answer", Some(latency)),
        ("models listed", Some(check.models.join(", "))),
    ];
    Printout::default().flat(check).tables(Table::from_pairs(["", ""], pairs))
}

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
    Printout::about(&benchmark.name)
        .json("extractor", &options.extractor)
        .json("input", options.input)
        .json("protocol", protocol)
        .json("unmatched_by", unmatched_by)
        .json("compat", options.compat.map(|random| compat(random.seed)))
        .flat(summary)
        .warned(Vec::from_iter(left_out))
        .tables(table)
}
