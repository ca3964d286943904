//! A fuzzer for every reader of what comes from outside that needs no other tool: generates inputs from
//! a seed, so that the same seed gives the same cases. A panic stops it and names the case.
//!
//! ```text
//! cargo run --release --example fuzz_readers -- --cases 10000000 --seed 1
//! ```
//!
//! `maker` makes the inputs, some of them from `good_files`, `readers` takes them. A reader that has read
//! nothing at the end is a fault of the generator. `fuzz/` has some of the readers for `cargo fuzz`,
//! which is guided by coverage.

mod good_files;
mod maker;
mod readers;

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use maker::Maker;
use readers::Readers;

/// So many cases reach every reader.
const ENOUGH: u64 = 20_000;

#[derive(Debug, Parser)]
struct Options {
    /// How many cases; each goes to every reader
    #[arg(long, default_value_t = 1_000_000)]
    cases: u64,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let began = Instant::now();
    let good = good_files::good_files();
    let mut readers = Readers::new();
    for case in 0..options.cases {
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
