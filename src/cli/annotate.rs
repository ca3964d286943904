//! `assay annotate` and plain `assay`: sit down at the keyboard.

use std::io::{self, IsTerminal};

use anyhow::bail;
use clap::{Args, Subcommand};

use super::{Shared, config, names};
use crate::queue::{
    Desks, ExtractDesk, ExtractQueue, ReviewDesk, ReviewQueue, VerifyDesk, VerifyQueue,
};
use crate::store::{Annotator, Benchmark, Store, StoreError};
use crate::tui::picture::{ColourDepth, PictureMode};
use crate::tui::plain::{PlainExtract, PlainReview, PlainVerify};
use crate::tui::theme::ThemeChoice;
use crate::tui::{self, Opening, Options};

/// The setting that holds what every screen says about the data, for instance that it is made up.
pub(crate) const NOTICE_SETTING: &str = "notice";

#[derive(Debug, Subcommand)]
pub(crate) enum Annotate {
    /// Review questions: answer blind, then keep, flag or reject each
    Review(Sitting),
    /// Read what models wrote: which choice does each text choose?
    Extract(Reading),
    /// Decide on suspected questions: answer blind, see the evidence, keep, remove or fix each
    Verify(Sitting),
}

impl Annotate {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Annotate::Review(sitting) => sitting.run(shared, Opening::Review),
            Annotate::Extract(reading) => reading.run(shared),
            Annotate::Verify(sitting) => sitting.run(shared, Opening::Verify),
        }
    }
}

/// Who reads which texts.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// Which sample; without it, the newest
    #[arg(long, value_name = "NAME")]
    sample: Option<String>,
    /// Mark labels and choices in the texts; what is read with marks is known as such
    #[arg(long)]
    hints: bool,
    #[command(flatten)]
    sitting: Sitting,
}

impl Reading {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.sitting.run_with(shared, Opening::Extract, self.sample.as_deref(), self.hints)
    }
}

/// Who sits where, and how it looks.
#[derive(Debug, Default, PartialEq, Args)]
pub(crate) struct Sitting {
    /// Who decides; without it, the name in the configuration or the login name
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
    #[arg(long, value_name = "NAME")]
    theme: Option<ThemeChoice>,
    /// 24-bit, 256, 16 or none; without it, what NO_COLOR, COLORTERM and TERM say
    #[arg(long, value_name = "DEPTH", ignore_case = true, hide_possible_values = true)]
    colours: Option<ColourDepth>,
    /// kitty, sixel, iterm2, quadrants, half-blocks, half-blocks-16 or glyphs; without it, the best
    /// that the terminal can
    #[arg(long, value_name = "MODE", ignore_case = true, hide_possible_values = true)]
    pictures: Option<PictureMode>,
    /// Use the mouse: click a choice, turn the wheel
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    mouse: Option<bool>,
}

impl Sitting {
    pub(crate) fn run(self, shared: &Shared, opening: Opening) -> anyhow::Result<()> {
        self.run_with(shared, opening, None, false)
    }

    fn run_with(
        self,
        shared: &Shared,
        opening: Opening,
        sample: Option<&str>,
        hints: bool,
    ) -> anyhow::Result<()> {
        let config = config::read()?;
        if let Some(theme) = &self.theme {
            // Refused now, not when the terminal has been taken.
            theme.theme(ColourDepth::True, false)?;
        }
        let theme = self.theme.or(config.theme.map(|set| set.value));
        let is_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_plain = self.plain || is_terminal && is_dumb;
        let mut store = shared.open()?;
        if !is_terminal && !is_plain {
            bail!(
                "the screens need a terminal; without one there are `--plain` and, for scripts, \
                 `assay decide`"
            );
        }
        if is_plain && opening == Opening::Agreement {
            bail!("this screen has no plain form; `assay agree extraction` prints its figures");
        }
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let name = names::annotator(self.annotator, config.annotator.map(|set| set.value));
        let annotator = store.annotator(&name)?;
        if let (true, Opening::Verify) = (is_plain, opening) {
            let desk = VerifyDesk::open(&mut store, VerifyQueue, annotator, benchmark)?;
            let notice = store.setting(NOTICE_SETTING)?;
            let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
            let notice = notice.as_deref();
            return Ok(tui::plain::run::<PlainVerify>(store, desk, notice, &mut input, &mut out)?);
        }
        let extract = extract_desk(&mut store, &annotator, &benchmark, opening, sample)?;
        let desk = ReviewDesk::open(&mut store, ReviewQueue, annotator, benchmark)?;
        let notice = store.setting(NOTICE_SETTING)?;
        if is_plain {
            let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
            if let (Opening::Extract, Some(extract)) = (opening, extract) {
                return Ok(tui::plain::run::<PlainExtract>(
                    store,
                    extract,
                    notice.as_deref(),
                    &mut input,
                    &mut out,
                )?);
            }
            return Ok(tui::plain::run::<PlainReview>(
                store,
                desk,
                notice.as_deref(),
                &mut input,
                &mut out,
            )?);
        }
        let options = Options {
            theme,
            colours: self.colours.or(config.colours.map(|set| set.value)),
            pictures: self.pictures.or(config.pictures.map(|set| set.value)),
            mouse: self.mouse.or(config.mouse.map(|set| set.value)).unwrap_or(false),
            keymap: config.keymap,
            hints,
            notice,
            hint: config::describe_faults(&config.faults),
            // For benches/latency alone, which measures what prefetching is worth.
            no_prefetch: std::env::var_os("ASSAY_PREFETCH").is_some_and(|value| value == "0"),
        };
        let mut desks = Desks::new(desk);
        if let Some(extract) = extract {
            desks.open(extract);
        }
        Ok(tui::run(store, desks, opening, options)?)
    }
}

/// The desk for reading texts. Where nobody asked for it, it is there if there is a sample.
fn extract_desk(
    store: &mut Store,
    annotator: &Annotator,
    benchmark: &Benchmark,
    opening: Opening,
    sample: Option<&str>,
) -> Result<Option<ExtractDesk>, StoreError> {
    if opening != Opening::Extract && store.samples(benchmark)?.is_empty() {
        return Ok(None);
    }
    let sample = store.the_sample(benchmark, sample)?;
    let queue = ExtractQueue { sample };
    ExtractDesk::open(store, queue, annotator.clone(), benchmark.clone()).map(Some)
}
