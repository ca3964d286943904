//! A fuzzer, without other tools, for every reader of untrusted input. It generates inputs from a
//! seed, so that the same seed gives the same cases. A panic stops it and names the case.
//!
//! ```text
//! cargo run --release --example fuzz_readers -- --cases 10000000 --seed 1
//! ```
//!
//! `maker` generates the inputs, some of them from `good_files`; `readers` read them. A reader that
//! never accepted an input reveals a fault of the generator. `fuzz/` gives the same readers to
//! `cargo fuzz`, which is guided by coverage.

mod good_files;
mod maker;
mod readers;

use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use maker::Maker;
use readers::Readers;

/// The number of cases after which every reader must have accepted an input.
const ENOUGH: u64 = 20_000;

#[derive(Debug, Parser)]
struct Options {
    /// How many cases; each goes to every reader
    #[arg(long, default_value_t = 1_000_000)]
    cases: u64,
    /// The first case, to see one again
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write what the coverage-guided fuzzer begins with into this folder, and end
    #[arg(long, value_name = "DIR")]
    write_corpus: Option<PathBuf>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let began = Instant::now();
    let good = good_files::good_files();
    if let Some(folder) = &options.write_corpus {
        return match write_corpus(&good, folder) {
            Ok(files) => {
                println!("{files} files in {}", folder.display());
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("{}: {error}", folder.display());
                ExitCode::FAILURE
            }
        };
    }
    let mut readers = Readers::new();
    for case in options.from..options.from.saturating_add(options.cases) {
        let input = Maker::new(options.seed ^ (case << 16), &good).input();
        let tried = panic::catch_unwind(AssertUnwindSafe(|| readers.read(&input, case)));
        if tried.is_err() {
            let input = String::from_utf8_lossy(&input);
            eprintln!("case {case}, seed {}: {input:?}", options.seed);
            return ExitCode::FAILURE;
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{} cases, no panic, {seconds:.0} s; read by each reader:", options.cases);
    for (reader, read) in readers.counts() {
        println!("{read:>10}  {reader}");
    }
    let idle = readers.counts().filter(|(_, read)| *read == 0).count();
    if idle > 0 && options.cases >= ENOUGH {
        eprintln!("{idle} readers have read nothing: the cases do not reach them");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Each good file for each reader, as `fuzz/fuzz_targets/readers.rs` takes them: the reader's number, its
/// options, the file.
fn write_corpus(good: &[Vec<u8>], folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let readers = Readers::new().counts().count();
    for reader in 0..readers {
        for (number, file) in good.iter().enumerate() {
            let input = [&[reader as u8, 1], file.as_slice()].concat();
            fs::write(folder.join(format!("{reader}-{number}")), input)?;
        }
    }
    Ok(readers * good.len())
}
