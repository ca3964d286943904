//! `assay import guideline`: the instructions for reviewers, written by the team.

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::{Shared, print_message};
use crate::store::Guideline;

/// A longer text is no guideline that anybody reads.
const LONGEST: u64 = 1 << 20;

#[derive(Debug, Args)]
pub(crate) struct ImportGuideline {
    /// A Markdown file
    file: PathBuf,
}

impl ImportGuideline {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let place = || self.file.display().to_string();
        let file = std::fs::File::open(&self.file).with_context(place)?;
        let mut text = String::new();
        let read = file.take(LONGEST + 1).read_to_string(&mut text).with_context(place)?;
        if read as u64 > LONGEST {
            bail!("{}: a guideline has at most {LONGEST} bytes", place());
        }
        if text.trim().is_empty() {
            bail!("{}: the file is empty; expected a guideline in Markdown", place());
        }
        let guideline = Guideline::new(text);
        shared.open()?.set_review_guideline(&guideline)?;
        print_message(&format!(
            "guideline {} is in force; earlier decisions keep theirs",
            guideline.version
        ));
        Ok(())
    }
}
