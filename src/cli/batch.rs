//! `assay batch`: requests as files for a cluster, and the answers read back.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{EndpointFlags, Output, PrintOn, Shared, commands, default_name, named};
use crate::benchmark::Input;
use crate::infer::{AskOptions, QuestionPrompt, Selection, read_batch, write_batch};
use crate::keyword::Keyword;
use crate::llm::Client;
use crate::report::documents::asking::{batch_read, batch_written};
use crate::score::Strategy;

commands! {
    pub(crate) enum Batch {
        /// Write the requests for all passes without an answer, in OpenAI's batch format
        Write(Box<Write>),
        /// Read output and error files of batches
        Read(Read),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Write {
    /// The model's name in the database
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The folder of the files; made if need be
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    #[command(flatten)]
    on: PrintOn,
    /// What the model is given: the question with its pictures, or the text alone
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    /// Which passes are asked: all of CircularEval, or the first alone
    #[arg(long, value_parser = named::<Strategy>(), default_value = Strategy::Circular.name())]
    strategy: Strategy,
    /// Only the first questions of the benchmark
    #[arg(long, value_name = "QUESTIONS")]
    limit: Option<usize>,
    /// The prompt, as a template file
    #[arg(long, value_name = "FILE")]
    prompt: Option<PathBuf>,
    #[command(flatten)]
    endpoint: EndpointFlags,
}

#[derive(Debug, Args)]
pub(crate) struct Read {
    /// Output files and error files, in any order
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

impl Write {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let client = Client::new(self.endpoint.endpoint_or_default(&self.model)?)?;
        let prompt = QuestionPrompt::load(self.prompt.as_deref())?;
        let Write { model, input, strategy, limit, on, .. } = self;
        // A batch is sent at once: an answer cannot make another request unnecessary.
        let selection = Selection { strategy, all_passes: true, limit, only: None };
        let (samples, ranking) = (NonZeroU32::MIN, None);
        let options = AskOptions { model, input, selection, samples, ranking, prompt };
        let files = write_batch(&mut store, &benchmark, &options, &client, &self.dir)?;
        on.print(&batch_written(&files))
    }
}

impl Read {
    fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let mut store = shared.open()?;
        let counts = read_batch(&mut store, &self.files)?;
        let is_clean = counts.failed + counts.missing + counts.unknown == 0;
        self.output.print(&batch_read(counts))?;
        Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
