//! `assay completions` and `assay man`: what a shell and `man` know about the program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use super::examples::with_examples;
use super::{Cli, print_message};

/// The program's commands with their examples.
pub(super) fn command() -> Command {
    with_examples(Cli::command())
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell that completes
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "assay", &mut script);
        Ok(io::stdout().lock().write_all(&script)?)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Write a page for each command into this folder, instead of the main page to standard output
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let Some(folder) = &self.dir else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command()).render(&mut page)?;
            return Ok(io::stdout().lock().write_all(&page)?);
        };
        let name = || folder.display().to_string();
        fs::create_dir_all(folder).with_context(name)?;
        clap_mangen::generate_to(command(), folder).with_context(name)?;
        print_message(&format!("the pages are in {}; `man -l` shows one", folder.display()));
        Ok(())
    }
}
