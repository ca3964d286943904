//! Names that several commands need: the annotator, and the benchmark.

use clap::Args;

use super::{Output, Shared, config, warn};
use crate::report::{Form, Printout};
use crate::store::{Annotator, Benchmark, Store, StoreError};

/// `--benchmark` of a command.
#[derive(Debug, Args)]
pub(crate) struct OnBenchmark {
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
}

impl OnBenchmark {
    /// The benchmark of a database.
    pub(crate) fn find(&self, store: &Store) -> Result<Benchmark, StoreError> {
        store.the_benchmark(self.benchmark.as_deref())
    }

    /// The database and its benchmark.
    pub(crate) fn open(&self, shared: &Shared) -> anyhow::Result<(Store, Benchmark)> {
        let store = shared.open()?;
        let benchmark = self.find(&store)?;
        Ok((store, benchmark))
    }
}

/// `--benchmark` and `--output` of a command that prints what it finds.
#[derive(Debug, Args)]
pub(crate) struct PrintOn {
    #[command(flatten)]
    on: OnBenchmark,
    #[command(flatten)]
    pub output: Output,
}

impl PrintOn {
    /// The database and its benchmark.
    pub(crate) fn open(&self, shared: &Shared) -> anyhow::Result<(Store, Benchmark)> {
        self.on.open(shared)
    }

    /// The form of the result.
    pub(crate) fn form(&self) -> Form {
        self.output.form
    }

    /// Prints the warnings, then the result.
    pub(crate) fn print(&self, printout: &Printout) -> anyhow::Result<()> {
        self.output.print(printout)
    }
}

/// `--as` and `--benchmark` of a command that decides.
#[derive(Debug, Args)]
pub(crate) struct Decider {
    /// Who decides
    #[arg(long = "as", value_name = "NAME")]
    annotator: Option<String>,
    #[command(flatten)]
    on: OnBenchmark,
}

impl Decider {
    /// The database, its benchmark and the person, and what else is read at the same moment.
    pub(crate) fn open_and<T>(
        &self,
        shared: &Shared,
        read: impl FnOnce(&Store, &Benchmark, &Annotator) -> Result<T, StoreError>,
    ) -> anyhow::Result<(Store, Benchmark, Annotator, T)> {
        let configured = config::annotator()?;
        let store = shared.open()?;
        let (benchmark, person, found) = store.at_one_moment(|| {
            let benchmark = self.on.find(&store)?;
            let person =
                store.annotator(&annotator(self.annotator.clone(), configured, &store)?)?;
            let found = read(&store, &benchmark, &person)?;
            Ok((benchmark, person, found))
        })?;
        Ok((store, benchmark, person, found))
    }

    /// The database, its benchmark and the person.
    pub(crate) fn open(&self, shared: &Shared) -> anyhow::Result<(Store, Benchmark, Annotator)> {
        let (store, benchmark, person, ()) = self.open_and(shared, |_, _, _| Ok(()))?;
        Ok((store, benchmark, person))
    }
}

/// `--as` of a command that changes the work of others.
#[derive(Debug, Default, Args)]
pub(crate) struct Acting {
    /// Who does this; a lead, once the team has one. Without it, the annotator of the configuration, else the
    /// login name
    #[arg(long = "as", value_name = "NAME")]
    by: Option<String>,
}

impl Acting {
    /// The name of the person who acts.
    pub(crate) fn name(&self, store: &Store) -> anyhow::Result<String> {
        Ok(chosen(self.by.clone(), config::annotator()?, store)?.trim().to_owned())
    }
}

/// `--days`: how long items are held for a person who works offline.
#[derive(Debug, Args)]
pub(crate) struct HeldFor {
    /// How long the items of an assigned queue are held for the person who has them
    #[arg(long, value_name = "DAYS", default_value_t = 14)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=366))]
    pub days: u32,
}

/// The person whom [`name`] names.
pub(crate) fn person(given: Option<String>, store: &Store) -> anyhow::Result<Annotator> {
    let configured = config::annotator()?;
    Ok(store.at_one_moment(|| store.annotator(&annotator(given, configured, store)?))?)
}

/// The annotator's name: the one given, else that of the configuration, with a warning if another person has
/// a name that looks like it.
pub(crate) fn name(given: Option<String>, store: &Store) -> anyhow::Result<String> {
    Ok(annotator(given, config::annotator()?, store)?)
}

/// The annotator's name as [`chosen`] says, with a warning if another person has a name that looks
/// like it.
fn annotator(
    given: Option<String>,
    configured: Option<String>,
    store: &Store,
) -> Result<String, StoreError> {
    let name = chosen(given, configured, store)?;
    warn_of_twins([&name], store)?;
    Ok(name)
}

/// The annotator's name: the one given, else the one in the configuration, else that of the person whom a
/// bundle is for, else the user's own.
pub(crate) fn chosen(
    given: Option<String>,
    configured: Option<String>,
    store: &Store,
) -> Result<String, StoreError> {
    match given.or(configured) {
        Some(name) => Ok(name),
        None => Ok(store.bundle()?.map_or_else(|| config::login().1, |(person, _)| person)),
    }
}

/// A warning if no one has this name, but a person has one that looks like it.
pub(crate) fn twin(name: &str, store: &Store) -> Result<Option<String>, StoreError> {
    let known = store.twin_of(name)?;
    Ok(known.map(|known| {
        format!(
            "{name} has decided nothing here, but {known} has a name that looks like it; these are two \
             people. If {known} is meant, write the name like that"
        )
    }))
}

/// Warns of names that look like those of other people, before new people are made.
pub(crate) fn warn_of_twins<'a>(
    names: impl IntoIterator<Item = &'a String>,
    store: &Store,
) -> Result<(), StoreError> {
    for name in names {
        twin(name, store)?.as_deref().into_iter().for_each(warn);
    }
    Ok(())
}
