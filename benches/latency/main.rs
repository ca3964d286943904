//! Latency for an annotator: the real program in a pseudo-terminal, keys typed one by one, and the
//! time from each key to the last byte of the frame that it causes.
//!
//! ```text
//! cargo run --release --example make_large_benchmark -- --questions 31325 --out large.tsv
//! cargo run --release -- --db large.db import questions large.tsv
//! cargo bench --bench latency -- --db large.db
//! ```
//!
//! It records decisions as annotators `bench-...`, so give it a database that may change. The figures
//! are explained in `benches/README.md`.

mod figures;
mod terminal;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Parser;
use portable_pty::CommandBuilder;

use figures::Figures;
use terminal::{Graphics, Program, Terminal};

#[derive(Debug, Parser)]
struct Options {
    /// The database to work on; without it nothing is measured
    #[arg(long)]
    db: Option<PathBuf>,
    /// The program to measure
    #[arg(long, default_value = env!("CARGO_BIN_EXE_assay"))]
    program: PathBuf,
    /// Terminal sizes, columns and rows
    #[arg(long, value_delimiter = ',', default_value = "120x40,80x24")]
    sizes: Vec<String>,
    /// What the terminal can
    #[arg(long, value_enum, default_value_t = Graphics::Cells)]
    graphics: Graphics,
    /// How many questions to decide in each run
    #[arg(long, default_value_t = 300)]
    decisions: usize,
    /// How many starts to time in each run
    #[arg(long, default_value_t = 20)]
    starts: usize,
    /// Milliseconds between a painted question and the next key: the time to prefetch
    #[arg(long, default_value_t = 400)]
    think: u64,
    /// Measure only with prefetch
    #[arg(long)]
    only_prefetch: bool,
    /// What `cargo bench` adds
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let Some(db) = options.db.as_deref() else {
        println!("latency: nothing is measured without --db FILE (see benches/README.md)");
        return Ok(());
    };
    let home = tempfile::tempdir()?;
    println!("| what | size | prefetch | n | p50 | p90 | p99 | longest |");
    println!("|---|---|---|---:|---:|---:|---:|---:|");
    println!("| a key echoed by `cat` | | | {} |", echoes(&options)?);
    for size in &options.sizes {
        for prefetch in [true, false] {
            if options.only_prefetch && !prefetch {
                continue;
            }
            let program = Program {
                path: &options.program,
                db,
                home: home.path(),
                size: parsed(size)?,
                graphics: options.graphics,
                prefetch,
            };
            measure(&program, size, &options).with_context(|| format!("at {size}"))?;
        }
    }
    Ok(())
}

/// The latency of the machine and of this harness alone, with a program that only echoes.
fn echoes(options: &Options) -> anyhow::Result<Figures> {
    let mut terminal = Terminal::running(CommandBuilder::new("cat"), (80, 24), Graphics::Cells)?;
    let mut times = Figures::default();
    for _ in 0..options.decisions {
        std::thread::sleep(Duration::from_millis(options.think / 4));
        times.add(after(&mut terminal, b"x", |_| true)?);
    }
    // `cat` ends with its terminal.
    Ok(times)
}

fn parsed(size: &str) -> anyhow::Result<(u16, u16)> {
    let (columns, rows) = size.split_once('x').context("a size is written 120x40")?;
    Ok((columns.parse()?, rows.parse()?))
}

fn measure(program: &Program<'_>, size: &str, options: &Options) -> anyhow::Result<()> {
    let yes = if program.prefetch { "yes" } else { "no" };
    let report =
        |what: &str, figures: &Figures| println!("| {what} | {size} | {yes} | {figures} |");

    if program.prefetch && options.starts > 0 {
        for (what, arguments) in
            [("start, home", &[][..]), ("start, review", &["annotate", "review"])]
        {
            let mut frames = Figures::default();
            let mut pictures = Figures::default();
            for _ in 0..options.starts {
                let start = start(program, arguments)?;
                frames.add(start.first_frame);
                pictures.add(start.all_painted);
            }
            report(&format!("{what} → first frame"), &frames);
            report(&format!("{what} → everything painted"), &pictures);
        }
    }

    let mut terminal = program.start(&["annotate", "review"], &annotator())?;
    terminal.painted(shows_a_question)?;
    let mut answers = Figures::default();
    let mut next_items = Figures::default();
    let mut late_items = Figures::default();
    let mut undos = Figures::default();
    for number in 0..options.decisions {
        std::thread::sleep(Duration::from_millis(options.think));
        answers.add(after(&mut terminal, b"a", is_revealed)?);
        std::thread::sleep(Duration::from_millis(options.think / 4));
        let here = item(terminal.screen()).context("no question is shown")?;
        let key_to_next = after(&mut terminal, b"y", |screen| {
            shows_a_question(screen) && item(screen).as_ref() != Some(&here)
        })?;
        // The first frame said that the picture is loading, a later one showed it.
        let was_ready = terminal.frames_since_key() == 1;
        if was_ready { &mut next_items } else { &mut late_items }.add(key_to_next);
        if number % 10 == 9 {
            std::thread::sleep(Duration::from_millis(options.think));
            undos.add(after(&mut terminal, b"u", |screen| {
                is_revealed(screen) && item(screen).as_ref() == Some(&here)
            })?);
            std::thread::sleep(Duration::from_millis(options.think));
            after(&mut terminal, b"y", shows_a_question)?;
        }
    }
    report("answer → reference shown", &answers);
    report("keep → next question, its picture ready", &next_items);
    report("keep → next question, its picture not ready", &late_items);
    report("undo → earlier question painted", &undos);
    let memory = terminal.memory()?;
    println!(
        "| resident memory at the end, MB | {size} | {yes} | | {:.0} | | | {:.0} |",
        memory.resident, memory.most
    );
    terminal.quit()
}

/// An annotator who has not decided anything yet.
fn annotator() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("bench-{}", now.unwrap_or_default().as_nanos())
}

struct Start {
    first_frame: Duration,
    all_painted: Duration,
}

fn start(program: &Program<'_>, arguments: &[&str]) -> anyhow::Result<Start> {
    let begun = Instant::now();
    let mut terminal = program.start(arguments, "bench-start")?;
    let painted = terminal.painted(|screen| match arguments {
        [] => screen.contents().contains("Progress by ability"),
        _ => shows_a_question(screen),
    })?;
    let Some(first_frame) = terminal.first_frame() else { bail!("no frame was marked") };
    terminal.quit()?;
    Ok(Start { first_frame: first_frame - begun, all_painted: painted - begun })
}

/// Types a key and measures the time until the last byte that it causes.
fn after(
    terminal: &mut Terminal,
    key: &[u8],
    is_there: impl Fn(&vt100::Screen) -> bool,
) -> anyhow::Result<Duration> {
    let pressed = terminal.press(key)?;
    Ok(terminal.painted(is_there)? - pressed)
}

/// The key of the question on the screen.
fn item(screen: &vt100::Screen) -> Option<String> {
    let title = screen.contents().lines().next()?.to_owned();
    let (_, key) = title.rsplit_once(" · #")?;
    Some(key.split_whitespace().next()?.to_owned())
}

/// Whether a question is open and its picture is shown.
fn shows_a_question(screen: &vt100::Screen) -> bool {
    let contents = screen.contents();
    item(screen).is_some() && contents.contains("can't tell") && !contents.contains("loading the")
}

fn is_revealed(screen: &vt100::Screen) -> bool {
    let contents = screen.contents();
    contents.contains("y  keep") && !contents.contains("loading the")
}
