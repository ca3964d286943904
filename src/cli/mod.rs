//! The command line: flags in, one call, print. One file per command.

mod agree;
mod annotate;
mod assign;
mod audit;
mod backup;
mod batch;
mod checklist;
mod commands;
mod config;
mod decide;
mod decisions;
mod demo;
mod describe;
mod diff;
mod doctor;
mod endpoint;
mod eval;
mod export;
mod extract;
mod filter;
mod gold;
mod guideline;
mod import;
mod infer;
mod init;
mod interrupt;
mod judge;
mod manual;
mod merge;
mod misplaced;
mod models;
mod names;
mod next;
mod pack;
mod people;
mod plan;
mod progress;
mod queues;
mod reconcile;
mod report;
mod score;
mod scoring_flags;
mod show;
mod standard_input;
mod status;
mod tables;
mod value_names;
mod votes;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, FromArgMatches, Parser};

use crate::report::{Form, Printout};
use crate::store::{Store, StoreError};
use crate::tui::Wish;
use crate::tui::config::Config;
use crate::tui::messages::{Language, LanguageChoice, speak, text};
use crate::visible::{visible, visible_line};
use commands::commands;
use endpoint::EndpointFlags;
use interrupt::{report_end, stop_on_interrupt};
use names::{Acting, Decider, OnBenchmark, PrintOn, warn_of_twins};
use progress::{ProgressLine, with_progress};
use scoring_flags::ScoringFlags;
use standard_input::InputFiles;
use value_names::{default_name, named};

/// Build, clean and score image-question benchmarks in the terminal.
#[derive(Debug, Parser)]
#[command(name = "assay", version, about, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    shared: Shared,
    #[command(flatten)]
    home: annotate::SessionFlags,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The heading of the options that many commands have, at the end of each help.
const COMMON: &str = "Common options";

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Shared {
    /// The database
    #[arg(long, value_name = "FILE", default_value = "assay.db")]
    #[arg(env = "ASSAY_DB", hide_env_values = true)]
    #[arg(global = true, help_heading = COMMON, display_order = 901)]
    db: PathBuf,
    /// Whether the command line names the database.
    #[arg(skip)]
    is_named: bool,
    /// The language of the screens and of plain conversations: en, zh or auto, which follows LC_ALL,
    /// LC_MESSAGES and LANG. Help, errors and results of commands are in English
    #[arg(long, value_name = "LANGUAGE", value_parser = named::<LanguageChoice>())]
    #[arg(env = "ASSAY_LANGUAGE", hide_env_values = true)]
    #[arg(ignore_case = true, hide_possible_values = true)]
    #[arg(global = true, help_heading = COMMON, display_order = 902)]
    language: Option<LanguageChoice>,
}

impl Shared {
    /// The database, which must exist.
    fn open(&self) -> anyhow::Result<Store> {
        Ok(reporting_waits(Store::open(&self.db)?))
    }

    /// The database, which is made if there is none.
    fn open_or_create(&self) -> Result<Store, StoreError> {
        Ok(reporting_waits(Store::open_or_create(&self.db)?))
    }

    /// The language set by the command line, the configuration or the environment.
    fn language(&self, config: &Config) -> Language {
        let choice = self.language.or(config.language.as_ref().map(|set| set.value));
        choice
            .unwrap_or_default()
            .language(|| Language::from_locale(|name| std::env::var(name).ok()))
    }

    /// An error of the database with the name of its file, unless it has it already.
    fn name_file(&self, error: anyhow::Error) -> anyhow::Error {
        let is_nameless = |cause: &(dyn std::error::Error + 'static)| {
            cause.downcast_ref().is_some_and(StoreError::leaves_out_the_file)
        };
        match error.chain().any(is_nameless) {
            true => error.context(self.db.display().to_string()),
            false => error,
        }
    }
}

/// Reports on standard error when a write waits.
fn reporting_waits(mut store: Store) -> Store {
    store.on_wait(Some(|| print_message(text!("waiting-for-writer"))));
    store
}

/// How a command prints its result.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Form of the result
    #[arg(short = 'o', long = "output", value_name = "FORM")]
    #[arg(value_parser = named::<Form>(), default_value = default_name::<Form>())]
    #[arg(help_heading = COMMON, display_order = 900)]
    form: Form,
}

impl Output {
    /// Prints the warnings on standard error, then the result on standard output.
    fn print(&self, printout: &Printout) -> anyhow::Result<()> {
        printout.warnings().iter().for_each(|warning| warn(warning));
        let mut out = BufWriter::new(io::stdout().lock());
        printout.write(self.form, &mut out)?;
        Ok(out.flush()?)
    }
}

commands! {
    enum Command {
        /// Try it: review a small made-up benchmark
        Demo(demo::Demo),
        /// Make an empty database
        Init(init::Init),
        /// Import questions, predictions, labels, votes, decisions or a guideline
        #[command(subcommand)]
        Import(import::Import),
        /// Open a queue at the keyboard
        #[command(subcommand)]
        Annotate(queues::Annotate),
        /// What the database holds and how far each annotator is
        Status(status::Status),
        /// Print a question with its pictures
        Show(show::Show),
        /// What a benchmark is made of: abilities, kinds, balance of answers, sizes, duplicates, quotas
        Describe(describe::Describe),
        /// What changed between two versions of a benchmark, and the scores of the models on both
        Diff(diff::Diff),
        /// Decide on an item, as in the screens, for scripts
        #[command(subcommand)]
        Decide(decide::Decide),
        /// The people of the team: their roles, and who wrote which question
        People(people::People),
        /// Versions of the guidelines, what differs between them, and what was decided under older ones
        Guideline(guideline::GuidelineArgs),
        /// What reviewers of a benchmark check, and the reasons that their digit keys choose
        Checklist(checklist::ChecklistArgs),
        /// Set how many people decide each item of a queue, and who
        Assign(assign::Assign),
        /// The questions whose right verdict is known: a review can be assigned with some of them mixed in
        Gold(gold::Gold),
        /// The next item of a queue, for a script: as blind as on the screen, and held in the same way
        Next(next::Next),
        /// Write one person's questions to a file of their own, to be reviewed apart and merged later
        Pack(pack::Pack),
        /// Merge decisions that were made in other copies, in any order and any number of times
        Merge(merge::Merge),
        /// Write a copy of the database while others work on it
        Backup(backup::Backup),
        /// Score a prediction file, without a database
        Score(score::Score),
        /// Why two scores of the same questions differ, and which questions make the difference
        Reconcile(reconcile::Reconcile),
        /// Ask a model about the questions of a benchmark
        Infer(infer::Infer),
        /// Requests as files for a cluster, and the answers read back
        #[command(subcommand)]
        Batch(batch::Batch),
        /// Have a language model judge answers to open questions, and check the judge
        #[command(subcommand)]
        Judge(judge::Judge),
        /// What the servers of models can do
        #[command(subcommand)]
        Endpoints(endpoint::Endpoints),
        /// Score the models in the database
        Eval(eval::Eval),
        /// The tables of the papers (MMBench, SEED-Bench-2, MMT-Bench), from the models in the database
        Tables(tables::Tables),
        /// The runs of models in the database
        Models(models::Models),
        /// Find questions that need no picture or are wrong, by what models answered
        #[command(subcommand)]
        Filter(filter::Filter),
        /// Read labels from what models wrote
        #[command(subcommand)]
        Extract(extract::Extract),
        /// How far people, extractors and judges agree
        #[command(subcommand)]
        Agree(agree::Agree),
        /// Models compared by what judges said about their answers, and how far each judge can be trusted
        #[command(subcommand)]
        Votes(votes::Votes),
        /// Write data out of the database
        #[command(subcommand)]
        Export(export::Export),
        /// How many questions, models, people, reviews and requests a figure needs
        Plan(plan::Plan),
        /// Certify the error rate: an order fixed before anybody looks, and limits that hold whenever one stops
        #[command(subcommand)]
        Audit(audit::Audit),
        /// Tables for publication: a cleaning, an audit, the outcome of each question, the text-only gate
        #[command(subcommand)]
        Report(report::Report),
        /// Check the database for damage and for rows that another program changed
        Doctor(doctor::Doctor),
        /// The configuration file, and how a benchmark's figures are made
        #[command(subcommand)]
        Config(config::Configuration),
        /// A script that lets a shell complete commands and options
        Completions(manual::Completions),
        /// The manual page
        Man(manual::Man),
    }
}

/// Runs the program: 0 done, 1 the input or the work failed, 2 wrong usage.
pub fn main() -> ExitCode {
    match parsed().and_then(run) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(usage) = error.downcast_ref::<clap::Error>() {
                return exit_as_parsed(usage);
            }
            // Errors of commands are in English, also after screens in another language.
            speak(Language::English);
            print_message(&format!("assay: {}", in_full(&error)));
            let is_usage = error.is::<WrongUsage>();
            if is_usage { ExitCode::from(WRONG_USAGE) } else { ExitCode::FAILURE }
        }
    }
}

const WRONG_USAGE: u8 = 2;

/// The command line, with options that stand before a command moved behind it.
fn parsed() -> anyhow::Result<Cli> {
    let parse = |words: Vec<OsString>| {
        let matches = manual::command().try_get_matches_from(words)?;
        let mut cli = Cli::from_arg_matches(&matches)?;
        cli.shared.is_named = demo::names_database(&matches);
        Ok::<_, clap::Error>(cli)
    };
    let cli = parse(std::env::args_os().collect())?;
    if cli.command.is_some() && cli.home != annotate::SessionFlags::default() {
        return Ok(parse(misplaced::behind_the_command(std::env::args_os().collect()))?);
    }
    Ok(cli)
}

/// Prints the parser's message: help, the version, or the fault of the arguments.
fn exit_as_parsed(answer: &clap::Error) -> ExitCode {
    if answer.use_stderr() {
        // An argument may have been taken from data, so it is escaped before printing.
        print_message(answer.render().to_string().trim_end());
        return ExitCode::from(WRONG_USAGE);
    }
    let _ = answer.print();
    ExitCode::SUCCESS
}

/// An error with its causes. A message that includes its cause is not followed by it.
fn in_full(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if message.ends_with(&cause) {
            continue;
        }
        message.push_str(if message.is_empty() { "" } else { ": " });
        message.push_str(&cause);
    }
    message
}

/// Arguments that exclude each other, beyond clap's checks.
#[derive(Debug, thiserror::Error)]
#[error("{0}; see --help")]
pub(crate) struct WrongUsage(pub(crate) String);

/// Prints a warning about a result, in one line.
pub(crate) fn warn(warning: &str) {
    print_message(&format!("warning: {}", visible_line(warning)));
}

/// Prints a message for people on standard error. A closed standard error is not a failure.
pub(crate) fn print_message(message: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(message));
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let shared = &cli.shared;
    let Some(command) = cli.command else {
        match cli.home.welcome(shared)? {
            Wish::Open => cli.home.run(shared, None).map_err(|error| shared.name_file(error))?,
            Wish::Demo => {
                let shared = Shared { db: shared.db.clone(), is_named: false, ..*shared };
                demo::Demo::in_temporary_folder(cli.home).run(&shared)?;
            }
            Wish::Import(_) | Wish::Quit => {}
        }
        return Ok(ExitCode::SUCCESS);
    };
    let has_own_file = matches!(command, Command::Demo(_));
    command.run(shared).map_err(|error| if has_own_file { error } else { shared.name_file(error) })
}

/// Whether the reader of our output stopped early (`assay status | head -1`), which is not a
/// failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json =
            cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn a_cause_is_reported_once() {
        let cause = || io::Error::other("no such file");
        let error = anyhow::Error::new(cause()).context("p.tsv: cannot be read: no such file");
        assert_eq!(in_full(&error), "p.tsv: cannot be read: no such file");
        let error = Err::<(), _>(cause()).context("p.tsv").context("nothing done").unwrap_err();
        assert_eq!(in_full(&error), "nothing done: p.tsv: no such file");
    }
}
