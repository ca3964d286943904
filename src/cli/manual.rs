//! The command line as one value: its examples, the options that each help shows, `assay completions` and
//! `assay man`.

#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Arg, ArgAction, Args, Command, CommandFactory};
use clap_complete::Shell;

use super::{COMMON, Cli, Shared, print_message};

/// The program's commands with their examples. The help of a command shows only the options that act there.
pub(super) fn command() -> Command {
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .help("Print help; -h prints it without details")
        .action(ArgAction::Help)
        .global(true)
        .help_heading(COMMON)
        .display_order(999);
    let command = with_examples(Cli::command()).disable_help_flag(true).arg(help);
    let global = command.get_arguments().filter(|option| option.is_global_set());
    let global: Vec<Arg> = global.cloned().collect();
    command.mut_subcommands(|below| hide_idle(below, &global))
}

/// Commands without a database.
const WITHOUT_DATABASE: [&str; 3] = ["score", "completions", "man"];

/// Hides the global options that do not act in a command. They are still accepted.
fn hide_idle(mut command: Command, global: &[Arg]) -> Command {
    // Commands that draw have a theme.
    let draws = command.get_arguments().any(|option| option.get_id() == "theme");
    let has_database = !WITHOUT_DATABASE.contains(&command.get_name());
    for option in global {
        let is_idle = match option.get_id().as_str() {
            "language" => !draws,
            "db" => !has_database,
            _ => false,
        };
        command = command.arg(option.clone().hide(is_idle));
    }
    command.mut_subcommands(|below| hide_idle(below, global))
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell that completes
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, _: &Shared) -> anyhow::Result<()> {
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
    pub(crate) fn run(&self, _: &Shared) -> anyhow::Result<()> {
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

/// Each command, and its examples behind spaces.
const EXAMPLES: &str = include_str!("../../assets/examples.txt");

/// The words of each command, and its examples.
fn all_examples() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let commands = EXAMPLES.split("\n\n").skip(1).filter_map(|part| part.split_once('\n'));
    let path = |command: &'static str| command.strip_prefix("assay").unwrap_or(command).trim();
    commands
        .map(move |(command, examples)| (path(command), examples.lines().map(str::trim).collect()))
}

/// The command with examples below the help of each of its commands.
fn with_examples(mut command: Command) -> Command {
    for (path, examples) in all_examples() {
        let words: Vec<&str> = path.split_whitespace().collect();
        command = with_example(command, &words, &examples.join("\n  "));
    }
    command
}

fn with_example(command: Command, path: &[&str], examples: &str) -> Command {
    match path {
        [] => command.after_help(format!("Examples:\n  {examples}")),
        [first, rest @ ..] => {
            command.mut_subcommand(*first, |below| with_example(below, rest, examples))
        }
    }
}
