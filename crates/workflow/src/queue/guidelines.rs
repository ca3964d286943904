//! Versions of guidelines: which decisions were made under another version than the one in force, and
//! opening them again.
//!
//! What is requeued gets a separate row in the history of the person who decided it; nothing is taken away.
//! The item waits for that person again, and what was decided before no longer counts.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use serde::Serialize;

use super::correction::administrative_row;
use super::definition::Queue;
use super::desk::{Desk, OpenDesk};
use super::registry::RegisteredQueue;
use assay_core::benchmark::decision::Act;
use assay_store::{
    Annotator, Benchmark, Guideline, GuidelineVersion, InForce, Result, Store, StoreError,
};

/// A decision in force that was made under another version of the guideline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutdatedDecision {
    /// The queue.
    pub queue: &'static str,
    /// The item.
    pub item: String,
    /// Who decided.
    pub annotator: String,
    /// What was decided.
    pub outcome: String,
    /// When.
    pub decided: String,
    /// The version under which it was decided; `None` if the row names none.
    pub version: Option<String>,
    #[serde(skip)]
    row: InForce,
}

/// What is outdated in a benchmark.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Outdated {
    /// The version in force of each queue that was looked at.
    pub in_force: BTreeMap<&'static str, String>,
    /// The decisions, by queue and in the order of the histories.
    pub decisions: Vec<OutdatedDecision>,
}

/// Which decisions are meant.
#[derive(Clone, Debug, Default)]
pub struct OutdatedFilter {
    /// Only this queue.
    pub queue: Option<String>,
    /// Only those of these people; those of all if none is named.
    pub people: Vec<String>,
    /// Only those made under this version; the beginning of it is enough.
    pub version: Option<String>,
}

/// The decisions in force that were made under another version of their queue's guideline than the one
/// in force.
///
/// # Errors
/// `Unknown` where there is no such queue.
pub fn outdated(store: &Store, benchmark: &Benchmark, wanted: &OutdatedFilter) -> Result<Outdated> {
    let queues: Vec<&RegisteredQueue> = match &wanted.queue {
        Some(name) => vec![RegisteredQueue::named(name)?],
        None => RegisteredQueue::all().collect(),
    };
    let mut found = Outdated::default();
    for queue in queues {
        // Without a sample of texts there is nothing to extract, nor a guideline.
        let Ok(guideline) = (queue.guideline)(store, benchmark) else { continue };
        let versions = store.guidelines_of_rows(benchmark, queue.name)?;
        for row in store.current_decisions(benchmark, queue.name)? {
            let version = versions.get(&row.row.id).cloned();
            let is_wanted = wanted.people.is_empty() || wanted.people.contains(&row.annotator);
            let is_of_version = wanted.version.as_ref().is_none_or(|begin| {
                version.as_ref().is_some_and(|version| version.starts_with(begin.as_str()))
            });
            if version.as_ref() == Some(&guideline.version) || !is_wanted || !is_of_version {
                continue;
            }
            found.decisions.push(OutdatedDecision {
                queue: queue.name,
                item: row.row.item.clone(),
                annotator: row.annotator.clone(),
                outcome: row
                    .row
                    .act
                    .final_act()
                    .map(|last| last.outcome.to_string())
                    .unwrap_or_default(),
                decided: row.row.created.clone(),
                version,
                row,
            });
        }
        found.in_force.insert(queue.name, guideline.version);
    }
    Ok(found)
}

/// Opens outdated decisions again, all or none: a row in the history of each person says so. Where the
/// queue limits the number of people, each place is kept for its person for this number of days.
///
/// # Errors
/// `Refused` where the team has roles and this is not a lead.
pub fn requeue(store: &mut Store, outdated: &Outdated, lead: &Annotator, days: u32) -> Result<()> {
    store.check_lead(lead)?;
    let mut rows = Vec::new();
    for one in &outdated.decisions {
        let guideline = outdated.in_force.get(one.queue).cloned();
        let row = one.row.row.id;
        let act = Act::Requeue { row, by: lead.name.clone() };
        let about = (one.queue, row, one.item.clone());
        let decision = administrative_row(store, about, act, guideline, "requeue")?;
        rows.push((store.annotator(&one.annotator)?, decision));
    }
    store.requeue(&rows, TimeDelta::days(i64::from(days)))
}

/// The queues of one benchmark, or of all, with the version of the guideline that is in force in each.
pub fn versions_in_force(
    store: &Store,
    benchmark: Option<&str>,
) -> Result<Vec<(&'static str, String)>> {
    let mut versions = BTreeSet::new();
    for benchmark in store.benchmarks_named(benchmark)? {
        versions.extend(RegisteredQueue::all().filter_map(|queue| {
            let guideline = (queue.guideline)(store, &benchmark).ok()?;
            Some((queue.name, guideline.version))
        }));
    }
    Ok(versions.into_iter().collect())
}

/// The version that begins with `begin`.
///
/// # Errors
/// `Unknown` if no version, or more than one, begins with it.
pub fn version_beginning<'k>(
    known: &'k [GuidelineVersion],
    begin: &str,
) -> Result<&'k GuidelineVersion> {
    let begins = |one: &&GuidelineVersion| one.guideline.version.starts_with(begin);
    let found: Vec<&GuidelineVersion> = known.iter().filter(begins).collect();
    let what = match found.as_slice() {
        [one] => return Ok(one),
        [] => {
            format!("no version of a guideline begins with {begin}; `assay guideline` lists them")
        }
        several => {
            let versions = several.iter().map(|one| one.guideline.version.as_str());
            let versions = versions.collect::<Vec<_>>().join(", ");
            format!("{} versions begin with {begin}; write more of it: {versions}", several.len())
        }
    };
    Err(StoreError::Unknown { what })
}

impl<Q: Queue> Desk<Q> {
    /// Whether the guideline is another one than the one that was announced to this annotator last, or under which
    /// they decided last; from now on this one is announced. Nothing is new to a person who begins.
    pub fn has_new_guideline(&self, store: &mut Store) -> Result<bool> {
        let Guideline { version, .. } = self.guideline();
        let (annotator, queue) = (self.annotator(), Q::NAME);
        let last = match store.guideline_seen(annotator, queue)? {
            Some(seen) => Some(seen),
            None => {
                let newest = store.newest_decisions(annotator, queue, self.benchmark(), None, 1)?;
                newest.into_iter().next().and_then(|row| row.guideline)
            }
        };
        if last.as_ref() != Some(version) {
            store.record_guideline_seen(annotator, queue, version)?;
        }
        Ok(last.is_some_and(|last| last != *version))
    }
}
