//! `assay demo`: the review screen on the sample benchmark that the program contains.

mod judges;
mod live;
mod people;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use tempfile::TempDir;

use super::annotate::SessionFlags;
use super::{Shared, WrongUsage, config, print_message};
use crate::demo::{CHINESE, ENGLISH, JUDGED, RUNS};
use crate::evaluation::import_run;
use crate::formats::json_lines::read_lines_from;
use crate::formats::questions::QuestionSink;
use crate::formats::{KeepPicture, ReadOptions, read_questions_from};
use crate::store::{NewRun, RunSamples, SourceFile, Store};
use crate::tui::action::Action;
use crate::tui::messages::{Language, speak, text};

#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Where the database is made (or --db FILE); without either, in a temporary folder that is named at the
    /// end
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Play the simulated models and judges on a server of this machine, so that they can be asked; the
    /// database then has no answers of models to the sample. With --db a database of an earlier `demo --live`
    /// is used again
    #[arg(long)]
    live: bool,
    #[command(flatten)]
    instead: Instead,
    /// Make the database and stop; with --live, only serve
    #[arg(long)]
    no_tui: bool,
    #[command(flatten)]
    session: SessionFlags,
}

/// Other questions than the sample.
#[derive(Clone, Copy, Debug, Args)]
struct Instead {
    /// Questions of other kinds instead: open ones, choices that are pictures, frames of a video, pictures
    /// within the text or side by side, views of a point cloud, twelve choices; no model has answered them
    #[arg(long, conflicts_with = "live")]
    kinds: bool,
    /// Open questions instead, with answers of three simulated models and votes of two simulated judges and
    /// two invented people; one judge prefers the first place, and one follows hidden instructions
    #[arg(long, conflicts_with = "kinds")]
    judges: bool,
}

/// The sample in a language, or the other questions: the benchmark's name and its file.
fn sample(language: Language, instead: Instead) -> (&'static str, &'static [u8]) {
    if instead.judges {
        return JUDGED[usize::from(language == Language::Chinese)];
    }
    match (language, instead.kinds) {
        (Language::English, false) => (ENGLISH, include_bytes!("../../sample_data/sample_en.tsv")),
        (Language::Chinese, false) => (CHINESE, include_bytes!("../../sample_data/sample_zh.tsv")),
        (Language::English, true) => {
            ("kinds_en", include_bytes!("../../sample_data/kinds_en.jsonl"))
        }
        (Language::Chinese, true) => {
            ("kinds_zh", include_bytes!("../../sample_data/kinds_zh.jsonl"))
        }
    }
}

/// Whether the command line names the database, and not only the environment.
pub(super) fn names_database(matches: &ArgMatches) -> bool {
    match matches.subcommand() {
        Some((_, below)) => names_database(below),
        None => matches.value_source("db") == Some(ValueSource::CommandLine),
    }
}

impl Demo {
    /// The sample, at whose screens these flags say who sits.
    pub(super) fn in_temporary_folder(session: SessionFlags) -> Self {
        let instead = Instead { kinds: false, judges: false };
        Demo { dir: None, live: false, instead, no_tui: false, session }
    }

    /// The questions and the answers of the simulated models are in the language of the screens.
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let language = shared.language(&config::read()?);
        speak(language);
        let path = match (&self.dir, shared.is_named) {
            (Some(_), true) => bail!(WrongUsage(
                "--db and --dir both name the place of the database; leave one of them out".into()
            )),
            (None, true) => shared.db.clone(),
            (Some(dir), false) => dir.join("assay.db"),
            (None, false) => TempDir::with_prefix("assay-demo-")?.keep().join("assay.db"),
        };
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
        }
        let is_there = path.exists();
        if is_there && !(self.live && shared.is_named) {
            bail!(
                "{} is there already; open it with `assay --db {0}`, or name another --dir or --db",
                path.display()
            );
        }
        let shared = Shared { db: path, ..*shared };
        if !is_there {
            self.make_database(&shared.db, language).map_err(|error| shared.name_file(error))?;
        }
        print_message(&text!("demo-lies-in", file = shared.db.display()));
        if self.live {
            let server = live::start(&shared).map_err(|error| shared.name_file(error))?;
            if self.no_tui { server.wait() } else { live::wait_for_enter()? }
        }
        if self.no_tui {
            return Ok(());
        }
        let opened = (!self.instead.judges).then_some(Action::OpenReview);
        let outcome = self.session.run(&shared, opened);
        print_message(&text!("demo-goes-on", file = shared.db.display()));
        outcome.map_err(|error| shared.name_file(error))
    }

    fn make_database(&self, path: &Path, language: Language) -> anyhow::Result<()> {
        let Instead { kinds, judges } = self.instead;
        let (name, file) = sample(language, self.instead);
        let mut store = Store::open_or_create(path)?;
        store.set_setting("name", text!("demo-name"))?;
        // The sample must not be mistaken for data.
        store.set_notice(name, text!("demo-notice"))?;
        store.import(name, Some("mmbench"), |importer| {
            let keep_picture: &mut KeepPicture<'_> =
                &mut |bytes, _| importer.keep_picture(bytes).map_err(Into::into);
            let (from, options) = (Path::new(name), ReadOptions::default());
            let sink = QuestionSink { keep_picture, progress: &mut |_| {} };
            let read = match kinds || judges {
                true => read_lines_from(file, from, &options, sink)?,
                false => {
                    read_questions_from(file, from, &options, sink.keep_picture, sink.progress)?
                }
            };
            importer.keep_questions(&read.questions)?;
            anyhow::Ok(())
        })?;
        if kinds {
            return Ok(());
        }
        if judges {
            drop(store);
            return judges::bring_in(path, language);
        }
        if !self.live {
            import_runs(&mut store, name)?;
        }
        people::bring_in(&mut store, name)
    }
}

fn import_runs(store: &mut Store, benchmark: &str) -> anyhow::Result<()> {
    let benchmark = store.the_benchmark(Some(benchmark))?;
    let sheets = store.question_sheets(&benchmark)?;
    for simulated in RUNS {
        let blake3 = blake3::hash(simulated.file(&benchmark.name)).to_hex().to_string();
        let source = vec![SourceFile { file: simulated.file_name(), blake3 }];
        let (model, input) = (simulated.model.to_owned(), simulated.input);
        let predictions = simulated.predictions(&benchmark, &sheets)?;
        let run = NewRun { model, input, source, predictions, samples: RunSamples::default() };
        import_run(store, &benchmark, &sheets, run, false)?;
    }
    Ok(())
}
