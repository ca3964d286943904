//! `assay describe`: the composition of a benchmark.

use anyhow::bail;
use clap::Args;

use super::{OnBenchmark, Output, ProgressLine, Shared};
use crate::describe::{Look, load, load_with_pictures, near_picture};
use crate::keyword::did_you_mean;
use crate::report::documents::description as documents;
use crate::store::{Benchmark, Store};
use crate::tui::picture::grey_values;

#[derive(Debug, Args)]
pub(crate) struct Describe {
    #[command(flatten)]
    on: OnBenchmark,
    /// Only questions of this split
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Do not look for pictures that are nearly the same, which decodes every picture the first time
    #[arg(long)]
    no_near_pictures: bool,
    #[command(flatten)]
    output: Output,
}

impl Describe {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let split = self.split.as_deref();
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
        self.output.print(&documents::description(&description))
    }
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
