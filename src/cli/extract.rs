//! `assay extract`: labels from models' texts.

mod run;
mod sample;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};

use super::{Shared, commands, named};
use crate::extract::{BuiltIn, RuleSet};
use crate::formats::extraction_cases::ExtractionCase;
use crate::keyword::Keyword;
use crate::visible::Harmless;

commands! {
    pub(crate) enum Extract {
        /// Read JSON lines {"id","prediction","choices":{"A":..}}, print {"id","label","step"}.
        Cases(Cases),
        Sample(sample::ExtractSample),
        Run(Box<run::ExtractRun>),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Cases {
    /// The file of cases.
    file: PathBuf,
    /// The rules to read by, or `lexical`.
    #[arg(long, default_value = RuleSet::default().name(), value_parser = named::<BuiltIn>())]
    rules: BuiltIn,
}

/// Which texts are read by people or a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Texts from which the rules read nothing
    #[default]
    Unmatched,
    /// All texts
    All,
}

/// Longer lines are refused, so that a file without line ends cannot fill the memory.
const LONGEST_LINE: u64 = 64 << 20;

impl Cases {
    fn run(self, _: &Shared) -> anyhow::Result<()> {
        let Cases { file, rules } = self;
        let opened =
            File::open(&file).with_context(|| format!("{}: cannot open", file.display()))?;
        let mut reader = BufReader::with_capacity(1 << 16, opened);
        let mut out = BufWriter::new(io::stdout().lock());
        let mut bytes = Vec::new();
        for number in 1_u64.. {
            let place = || format!("{}, line {number}", file.display());
            bytes.clear();
            let read = io::Read::take(&mut reader, LONGEST_LINE)
                .read_until(b'\n', &mut bytes)
                .with_context(place)?;
            if read == 0 {
                break;
            }
            if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
                anyhow::bail!("{}: longer than {} MB", place(), LONGEST_LINE >> 20);
            }
            let line = std::str::from_utf8(&bytes).with_context(place)?;
            let line = if number == 1 { line.trim_start_matches('\u{FEFF}') } else { line }.trim();
            if line.is_empty() {
                continue;
            }
            let case = ExtractionCase::from_line(line).with_context(place)?;
            let extraction = rules.read(&case.prediction, &case.choices);
            serde_json::to_writer(Harmless::json(&mut out), &case.answered(&extraction))
                .map_err(io::Error::from)?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
        Ok(())
    }
}
