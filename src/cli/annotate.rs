//! Annotation sessions: `assay annotate QUEUE` (see [`super::queues`]) and plain `assay`.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;

use super::{COMMON, Shared, config, in_full, named, names, print_message, warn};
use crate::certification::against::LookAlikes;
use crate::formats::nearby::{NearbyKind, nearby_files};
use crate::import::questions::{ImportedQuestions, QuestionImport};
use crate::queue::{Board, Desk, Desks, ExtractQueue, ReviewQueue};
use crate::report::Form;
use crate::report::documents;
use crate::store::{Annotator, Benchmark, Sample, Store};
use crate::tui::action::Action;
use crate::tui::messages::{speak, text};
use crate::tui::picture::{ColourDepth, PictureMode};
use crate::tui::plain::{self, PlainQueue};
use crate::tui::screens::queue::QueueAtHome;
use crate::tui::settings::OfOptions;
use crate::tui::theme::ThemeChoice;
use crate::tui::{self, ImportFile, Options, Welcome, Wish};

// Who annotates which benchmark, and how it looks. Not a doc comment: it would be the help of a command that has
// only these flags.
#[derive(Debug, Default, PartialEq, Args)]
pub(crate) struct SessionFlags {
    /// Who decides; without it, the name in the configuration, in a bundle that of its person, or the login
    /// name
    #[arg(long = "as", value_name = "NAME")]
    annotator: Option<String>,
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// Converse in plain lines instead of screens: for screen readers, dumb terminals and pipes
    #[arg(long)]
    plain: bool,
    /// dark, light, either, colour-blind, mono or the path of a theme file; without it, dark or light by
    /// the terminal's background
    #[arg(long, value_name = "NAME", help_heading = COMMON, display_order = 903)]
    theme: Option<ThemeChoice>,
    /// 24-bit, 256, 16 or none; without it, what NO_COLOR, COLORTERM and TERM say
    #[arg(long, value_name = "DEPTH", value_parser = named::<ColourDepth>(), ignore_case = true)]
    #[arg(hide_possible_values = true, help_heading = COMMON, display_order = 904)]
    colours: Option<ColourDepth>,
    /// kitty, sixel, iterm2, quadrants, half-blocks, half-blocks-16 or glyphs; without it, the best
    /// that the terminal can
    #[arg(long, value_name = "MODE", value_parser = named::<PictureMode>(), ignore_case = true)]
    #[arg(hide_possible_values = true, help_heading = COMMON, display_order = 905)]
    pictures: Option<PictureMode>,
    /// Use the mouse, as is usual: click keys, choices, lines and the picture, zoom with the wheel; Shift
    /// selects text. --mouse=false leaves the mouse to the terminal
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", help_heading = COMMON, display_order = 906)]
    mouse: Option<bool>,
}

impl SessionFlags {
    /// Those of a benchmark, with the defaults of the rest.
    pub(super) fn of_benchmark(name: &str) -> Self {
        SessionFlags { benchmark: Some(name.to_owned()), ..SessionFlags::default() }
    }

    /// The screens, first the one that `opening` opens or else the home screen; in plain lines, the
    /// review.
    pub(crate) fn run(self, shared: &Shared, opening: Option<Action>) -> anyhow::Result<()> {
        let Some(session) = self.open(shared, true)? else { return Ok(()) };
        match (session.is_plain, opening) {
            (true, Some(Action::OpenAgreement)) => {
                bail!("this screen has no plain form; `assay agree extraction` prints its figures")
            }
            (true, _) => session.converse(ReviewQueue),
            (false, _) => session.show(opening, None, false),
        }
    }

    fn is_plain(&self) -> bool {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        self.plain || has_terminal() && is_dumb
    }

    /// The values of the flags, for the screens.
    fn of_options(&self, shared: &Shared) -> OfOptions {
        let (language, theme, colours) = (shared.language, self.theme.clone(), self.colours);
        OfOptions { language, theme, colours, pictures: self.pictures, mouse: self.mouse }
    }

    /// Where there are no questions yet, the first screen, which imports a file of this folder. Returns what
    /// to do next.
    pub(super) fn welcome(&self, shared: &Shared) -> anyhow::Result<Wish> {
        if self.is_plain() || !has_terminal() || !lacks_questions(shared) {
            return Ok(Wish::Open);
        }
        let screen = Welcome::new(shared.db.display().to_string(), nearby_files(Path::new(".")));
        let db = shared.db.clone();
        let import: ImportFile =
            Arc::new(move |file: &Path, progress: &mut dyn FnMut(u64, u64)| {
                let import =
                    QuestionImport { files: vec![file.to_owned()], ..QuestionImport::default() };
                let imported = import.run(&db, || Store::open_or_create(&db), progress);
                imported.map(|imported| summary(&imported)).map_err(|error| in_full(&error.into()))
            });
        let (config_file, of_options) = (config::the_path().ok(), self.of_options(shared));
        Ok(tui::run_welcome(screen, &import, config_file, of_options)?)
    }

    /// A queue, on its screen or in plain lines.
    pub(super) fn annotate<Q: QueueAtHome + Default>(self, shared: &Shared) -> anyhow::Result<()> {
        let Some(session) = self.open(shared, true)? else { return Ok(()) };
        // Reported now, not when the first decision is refused.
        session.store.check_bundle(&session.annotator, Q::NAME, false)?;
        match session.is_plain {
            true => session.converse(Q::default()),
            false => session.show(Some(Q::OPEN), None, false),
        }
    }

    /// The lead's board, on its screen or in plain lines.
    pub(super) fn board(self, shared: &Shared, form: Option<Form>) -> anyhow::Result<()> {
        let Some(session) = self.open(shared, true)? else { return Ok(()) };
        if !session.is_plain {
            return session.show(Some(Action::OpenBoard), None, false);
        }
        let is_lead = session.store.is_lead(&session.annotator.name)?;
        let mut board = Board::load(&session.store, &session.benchmark, is_lead)?;
        if let Some(leads) = &mut board.for_leads {
            // `assay status --as NAME` lists them, and records that they were seen.
            leads.disagreements = None;
        }
        let mut out = io::stdout().lock();
        match form {
            None => plain::write_board(&board, &session.benchmark, &mut out)?,
            Some(form) => documents::status::board(&board).write(form, &mut out)?,
        }
        Ok(())
    }

    /// `None` if the annotator is asked for the benchmark in plain lines and quits. Screens ask for
    /// it themselves.
    pub(super) fn open(self, shared: &Shared, may_choose: bool) -> anyhow::Result<Option<Session>> {
        let config = config::read()?;
        let language = shared.language(&config);
        speak(language);
        if let Some(theme) = &self.theme {
            // Refused now, not after the terminal has been switched.
            theme.theme(ColourDepth::True, false)?;
        }
        let (is_terminal, is_plain) = (has_terminal(), self.is_plain());
        let of_options = self.of_options(shared);
        let store = shared.open().inspect_err(|_| {
            if !shared.db.exists() {
                suggest_files(shared);
            }
        })?;
        if !is_terminal && !is_plain {
            bail!(
                "the screens need a terminal; without one there are `--plain` and, for scripts, \
                 `assay decide`"
            );
        }
        if store.benchmarks()?.is_empty() {
            suggest_files(shared);
        }
        let is_named = self.benchmark.is_some();
        let chooses = may_choose && is_terminal && !is_named && store.benchmarks()?.len() > 1;
        let named = || store.the_benchmark(self.benchmark.as_deref());
        let named = (!chooses).then(named).transpose()?;
        let configured = config.annotator.map(|set| set.value);
        let name = names::chosen(self.annotator, configured, &store)?;
        // A screen covers earlier output.
        let twin = names::twin(&name, &store)?;
        twin.as_deref().filter(|_| is_plain).into_iter().for_each(warn);
        let hints = config::describe_faults(&config.faults).into_iter().chain(twin);
        let hints: Vec<String> = hints.collect();
        let annotator = store.annotator(&name)?;
        let benchmark = match named {
            Some(benchmark) => benchmark,
            None if is_plain => {
                let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
                match plain::choose_benchmark(&store, &annotator, &mut input, &mut out)? {
                    Some(benchmark) => benchmark,
                    None => return Ok(None),
                }
            }
            None => store.likeliest_benchmark(&annotator)?,
        };
        let options = Options {
            of_options,
            config_file: config::the_path().ok(),
            hints: false,
            asks_for_benchmark: chooses && !is_plain,
            hint: (!hints.is_empty()).then(|| hints.join(" · ")),
            look_alikes: None,
            // For benches/latency alone, which measures what prefetching is worth.
            no_prefetch: std::env::var_os("ASSAY_PREFETCH").is_some_and(|value| value == "0"),
        };
        Ok(Some(Session { store, annotator, benchmark, is_plain, options }))
    }
}

pub(super) fn has_terminal() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Whether there is no database, or one without a benchmark.
fn lacks_questions(shared: &Shared) -> bool {
    let is_empty = |store: Store| store.benchmarks().is_ok_and(|all| all.is_empty());
    !shared.db.exists() || shared.open().is_ok_and(is_empty)
}

/// What an import did, in lines.
fn summary(imported: &ImportedQuestions) -> String {
    let ImportedQuestions { questions, images, benchmark, .. } = imported;
    let what = text!("welcome-summary", questions: *questions, images, benchmark);
    let warnings = imported.warnings.iter().map(|warning| format!("\n\nwarning: {warning}"));
    std::iter::once(what).chain(warnings).collect()
}

/// Suggests the commands that import the files of this folder, if there is no database yet.
fn suggest_files(shared: &Shared) {
    let is_default = shared.db == Path::new("assay.db");
    let db = if is_default { String::new() } else { format!("--db {} ", shared.db.display()) };
    for table in nearby_files(Path::new(".")) {
        if table.kind != NearbyKind::Predictions {
            let command = table.command().replacen("assay ", &format!("assay {db}"), 1);
            print_message(&format!("{} can be imported: {command}", table.file));
        }
    }
}

/// The session of an annotator.
pub(super) struct Session {
    pub(super) store: Store,
    annotator: Annotator,
    pub(super) benchmark: Benchmark,
    pub(super) is_plain: bool,
    pub(super) options: Options,
}

impl Session {
    /// The conversation of a queue.
    pub(super) fn converse<Q: PlainQueue>(self, queue: Q) -> anyhow::Result<()> {
        let Session { mut store, annotator, benchmark, .. } = self;
        store.check_writable()?;
        store.check_bundle(&annotator, Q::NAME, false)?;
        let desk = Desk::open(&mut store, queue, annotator, benchmark)?;
        let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
        Ok(plain::run(store, desk, &mut input, &mut out)?)
    }

    /// The screen of what the benchmark shares with something else.
    pub(super) fn look_at(mut self, found: LookAlikes) -> anyhow::Result<()> {
        self.options.look_alikes = Some(Arc::new(found));
        self.show(Some(Action::OpenLookAlikes), None, false)
    }

    /// The screens. Without a sample that was asked for, texts are those of the newest one.
    pub(super) fn show(
        self,
        opening: Option<Action>,
        sample: Option<Sample>,
        hints: bool,
    ) -> anyhow::Result<()> {
        let Session { mut store, annotator, benchmark, options, .. } = self;
        store.check_writable()?;
        let mut desks = Desks::load(&mut store, &annotator, &benchmark)?;
        if let Some(sample) = sample {
            desks.open(Desk::open(&mut store, ExtractQueue { sample }, annotator, benchmark)?);
        }
        Ok(tui::run(store, desks, opening, Options { hints, ..options })?)
    }
}
