//! `assay export votes`: judgments in the layouts of the programs that write such files.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Args;

use crate::cli::{OnBenchmark, Shared, named, print_message};
use crate::export::votes::vote_rows;
use crate::formats::new_file::NewFile;
use crate::formats::votes::{VotesFormat, write_votes};

#[derive(Debug, Args)]
pub(crate) struct ExportVotes {
    /// The layout; long can express every vote
    #[arg(long, value_parser = named::<VotesFormat>(), default_value = "long")]
    format: VotesFormat,
    /// Only the votes of this judge; may be given several times
    #[arg(long = "judge", value_name = "NAME")]
    judges: Vec<String>,
    #[command(flatten)]
    on: OnBenchmark,
    /// The file; without it, standard output
    #[arg(short = 'f', long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

impl ExportVotes {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let rows = vote_rows(&store, &benchmark, &self.judges)?;
        ensure!(!rows.is_empty(), "{} has no such votes", benchmark.name);
        let Some(path) = &self.file else {
            let mut out = BufWriter::new(io::stdout().lock());
            write_votes(self.format, &rows, &mut out)?;
            return Ok(out.flush()?);
        };
        let mut file = NewFile::create(path, self.force)?;
        write_votes(self.format, &rows, &mut file).with_context(|| path.display().to_string())?;
        file.publish()?;
        print_message(&format!("{} votes written to {}", rows.len(), path.display()));
        Ok(())
    }
}
