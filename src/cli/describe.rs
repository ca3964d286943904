//! `assay describe`: the composition of a benchmark.

use std::path::Path;

use anyhow::{bail, ensure};
use clap::Args;

use super::annotate::{SessionFlags, has_terminal};
use super::{PrintOn, ProgressLine, Shared, WrongUsage};
use crate::certification::against::{AgainstError, Collection, look_alikes, shared};
use crate::describe::{Look, load, load_with_pictures, near_picture};
use crate::keyword::did_you_mean;
use crate::report::documents::description as documents;
use crate::store::{Benchmark, Store};
use crate::tui::picture::grey_values;

#[derive(Debug, Args)]
pub(crate) struct Describe {
    #[command(flatten)]
    on: PrintOn,
    /// Only questions of this split
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Do not look for pictures that are nearly the same, which decodes every picture the first time
    #[arg(long)]
    no_near_pictures: bool,
    /// What it shares with another benchmark of the database, a file of questions, another of its splits or a
    /// folder of pictures: the same or nearly the same pictures and texts
    #[arg(long, value_name = "OTHER", conflicts_with = "no_near_pictures")]
    against: Option<String>,
    /// Show both sides of what is shared beside each other on a screen
    #[arg(long, requires = "against")]
    look: bool,
}

impl Describe {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let split = self.split.as_deref();
        if let Some(other) = &self.against {
            return self.compare(shared, store, &benchmark, other);
        }
        let description = if self.no_near_pictures {
            load(&store, &benchmark, split)?
        } else {
            let line = ProgressLine::new("pictures");
            let grey = |bytes: &[u8]| grey_values(bytes, near_picture::SIDE as u32);
            let look = Look { grey: &grey, progress: &mut |done, all| line.show(done, all, None) };
            let described = load_with_pictures(&mut store, &benchmark, split, look);
            line.finish();
            described?
        };
        if let (0, Some(split)) = (description.questions, &self.split) {
            bail!(no_such_split(&store, &benchmark, split)?);
        }
        self.on.print(&documents::description(&description))
    }

    /// What the benchmark shares with something else.
    fn compare(
        &self,
        flags: &Shared,
        mut store: Store,
        benchmark: &Benchmark,
        other: &str,
    ) -> anyhow::Result<()> {
        let problem = "--look needs a terminal; without it the same pairs are printed as a table";
        ensure!(!self.look || has_terminal(), problem);
        let split = self.split.as_deref();
        let here = examined("pictures", |look| {
            Collection::of_benchmark(&mut store, benchmark, split, look)
        })?;
        if let (true, Some(split)) = (here.is_empty(), split) {
            bail!(no_such_split(&store, benchmark, split)?);
        }
        let known = store.benchmarks()?.into_iter().find(|known| known.name == other);
        let there =
            examined("pictures of the other side", |look| match (&known, Path::new(other)) {
                (_, path) if path.exists() => Collection::read(path, look),
                (Some(known), _) => Collection::of_benchmark(&mut store, known, None, look),
                (None, _) => Collection::of_benchmark(&mut store, benchmark, Some(other), look),
            })?;
        let is_split = known.is_none() && !Path::new(other).exists() && !there.is_empty();
        if is_split && split.is_none() {
            let problem = format!(
                "{other} is a split of {} itself; name the one to compare with --split",
                benchmark.name
            );
            bail!(WrongUsage(problem));
        }
        if there.is_empty() {
            let names: Vec<String> =
                store.benchmarks()?.into_iter().map(|known| known.name).collect();
            bail!(
                "{other}: there is no such file or folder, no benchmark of this name (there are: {}), and {}",
                names.join(", "),
                no_such_split(&store, benchmark, other)?
            );
        }
        let found = shared(&here, &there);
        if self.look {
            let pairs = look_alikes(&found, &here, &there)?;
            drop(store);
            let session = SessionFlags::of_benchmark(&benchmark.name).open(flags, false)?;
            return match session {
                Some(session) => session.look_at(pairs),
                None => Ok(()),
            };
        }
        self.on.print(&documents::shared(&found, &here.name, &there.name))
    }
}

/// What looks at the pictures of a collection, with the progress of it.
fn examined<T>(
    words: &str,
    read: impl FnOnce(Look<'_>) -> Result<T, AgainstError>,
) -> Result<T, AgainstError> {
    let line = ProgressLine::new(words);
    let grey = |bytes: &[u8]| grey_values(bytes, near_picture::SIDE as u32);
    let read = read(Look { grey: &grey, progress: &mut |done, all| line.show(done, all, None) });
    line.finish();
    read
}

fn no_such_split(store: &Store, benchmark: &Benchmark, split: &str) -> anyhow::Result<String> {
    let entries = store.question_entries(benchmark)?;
    let mut splits: Vec<String> = entries.into_iter().filter_map(|entry| entry.split).collect();
    splits.sort_unstable();
    splits.dedup();
    let there_are = match splits.as_slice() {
        [] => "its questions have no split".to_owned(),
        some => format!("there are: {}", some.join(", ")),
    };
    let meant = did_you_mean(split, splits.iter().map(String::as_str));
    Ok(format!("{} has no question of split {split}; {there_are}{meant}", benchmark.name))
}
