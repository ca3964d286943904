//! `assay diff`: what changed between two versions of a benchmark, and the scores of the models on both.

use std::path::PathBuf;

use clap::Args;

use super::scoring_flags::{ChosenScoring, settle};
use super::{PrintOn, Shared};
use crate::certification::diff::restate::{AskedRun, Restated, asked_runs, restate};
use crate::certification::diff::{Look, Version, VersionName, difference};
use crate::describe::near_picture;
use crate::evaluation::{FileError, FileInput, FileOptions, Purpose};
use crate::formats::predictions::Compat;
use crate::report::documents::differences::{BothVersions, changes};
use crate::score::RankBy;
use crate::tui::picture::grey_values;
use crate::tui::picture::re_encoded::are_the_same;

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The old version: a file of questions, or a state of the database: original, current, clean, or a day on
    /// which it was current, 2026-11-01
    old: String,
    /// The new version, named in the same way
    new: String,
    /// Score every model of the database on both versions
    #[arg(long)]
    restate: bool,
    /// Score these prediction files on both versions, without a database
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "restate")]
    predictions: Vec<PathBuf>,
    #[command(flatten)]
    on: PrintOn,
    /// The folder that paths of picture files are relative to
    #[arg(long, value_name = "DIR")]
    image_root: Option<PathBuf>,
    #[command(flatten)]
    scoring: ChosenScoring,
}

impl Diff {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let names = [VersionName::find(&self.old)?, VersionName::find(&self.new)?];
        let needs_database = self.restate || names.iter().any(VersionName::is_stored);
        let database = needs_database.then(|| self.on.open(shared)).transpose()?;
        let version = |name: &VersionName| match (name.file(), &database) {
            (None, Some((store, benchmark))) => Version::load(store, benchmark, name),
            (file, _) => Version::read(file.unwrap_or(self.old.as_ref()), self.image_root.clone()),
        };
        let (old, new) = (version(&names[0])?, version(&names[1])?);
        let store = database.as_ref().map(|(store, _)| store);
        let grey = |bytes: &[u8]| grey_values(bytes, near_picture::SIDE as u32);
        let look = Look { grey: &grey, are_the_same: &are_the_same };
        let found = difference(&old, &new, store, look)?;
        let runs = match &database {
            Some((store, benchmark)) if self.restate => {
                let chosen = self.scoring.setting();
                let options = settle(chosen, store, benchmark, None, Purpose::Scores)?;
                asked_runs(store, benchmark, &options)?
            }
            _ => self.runs_of_files(&names[0])?,
        };
        let restated: Option<Vec<Restated>> = (self.restate || !self.predictions.is_empty())
            .then(|| restate(&old, &new, &found, &runs));
        let both = BothVersions { old: &old, new: &new, found: &found, restated };
        self.on.print(&changes(&both))
    }

    /// The answers in prediction files; where a file has no reference answers, its data set is the old version.
    fn runs_of_files(&self, old: &VersionName) -> anyhow::Result<Vec<AskedRun>> {
        let setting = self.scoring.setting();
        let options = FileOptions {
            rules: setting.rules.unwrap_or_default(),
            strategy: setting.strategy,
            missing: setting.missing.unwrap_or_default(),
        };
        let run = |file: &PathBuf,
                   dataset: Option<&std::path::Path>|
         -> Result<AskedRun, FileError> {
            let mut input = FileInput::read(file, dataset, Compat::default(), RankBy::default())?;
            let scoring = input.scoring(options)?;
            let name = file.display().to_string();
            Ok(AskedRun::from_file(scoring.answered(name, options, false)))
        };
        let answered = self.predictions.iter().map(|file| match (run(file, None), old.file()) {
            (Err(FileError::Rows { .. }), Some(dataset)) => run(file, Some(dataset)),
            (answered, _) => answered,
        });
        Ok(answered.collect::<Result<_, _>>()?)
    }
}
