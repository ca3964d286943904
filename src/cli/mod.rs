//! The command line: flags in, one call, print. One file per command.

mod extract;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::visible::visible;

/// Build, clean and score image-question benchmarks in the terminal.
#[derive(Debug, Parser)]
#[command(name = "assay", version, about, max_term_width = 100)]
pub struct Cli {
    /// The database; made by `assay init` or by the first import.
    #[arg(long, global = true, env = "ASSAY_DB", default_value = "assay.db", value_name = "FILE")]
    pub db: PathBuf,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Extract(extract::ExtractArgs),
}

/// Runs the program: 0 done, 1 the input or the work failed, 2 wrong usage.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "assay: {}", visible(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => anyhow::bail!("no command given; try `assay --help`"),
        Some(command) => match command {
            Command::Extract(args) => extract::run(args),
        },
    }
}

/// Whoever reads our output may stop early (`assay status | head -1`); that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}
