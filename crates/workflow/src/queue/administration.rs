//! Taking back an administrative act: what was in force before it is in force again, as a separate act.

use super::authors::{name_author, withdraw_author};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_store::{Benchmark, RecordedAct, Result, Store, StoreError, refuse_if};

/// Takes back the act of this number. Returns what cannot be brought back, one sentence each.
///
/// # Errors
/// `Refused` where the team has a lead and `by` is none, where what the act put into force was changed since,
/// and where an act is taken back in another way; `Unknown` where there is no such act.
pub fn take_back(store: &mut Store, number: i64, by: &str) -> Result<Vec<String>> {
    let found = store.administrative_acts()?.into_iter().find(|act| act.number == number);
    let Some(recorded) = found else {
        let what = format!("there is no act {number}; assay people acts lists them");
        return Err(StoreError::Unknown { what });
    };
    let changed = |is_in_force: bool| {
        refuse_if(!is_in_force, || {
            let act = &recorded.act;
            format!("act {number} ({act}) was followed by another one: take that back first")
        })
    };
    match &recorded.act {
        AdministrativeAct::Role { name, role, before } => {
            let people = store.people()?;
            let person = people.iter().find(|person| person.name == *name);
            changed(person.is_some_and(|person| person.role == *role))?;
            store.set_role(name, *before, by)?;
        }
        AdministrativeAct::Author { name, keys } => {
            let (benchmark, author) = (benchmark(store, &recorded)?, store.annotator(name)?);
            let left = withdraw_author(store, &benchmark, keys, &author, by)?;
            let message = |key| {
                format!("{key}: enough others have decided, so {name}'s decision does not count")
            };
            return Ok(left.into_iter().map(message).collect());
        }
        AdministrativeAct::NoAuthor { name, keys } => {
            let (benchmark, author) = (benchmark(store, &recorded)?, store.annotator(name)?);
            name_author(store, &benchmark, keys, &author, by)?;
        }
        AdministrativeAct::Assignment { queue, now, before, .. } => {
            let benchmark = benchmark(store, &recorded)?;
            changed(store.assignment_number(&benchmark, queue)? == *now)?;
            store.restore_assignment(&benchmark, queue, *before, by)?;
        }
        AdministrativeAct::Checklist { now, before } => {
            let benchmark = benchmark(store, &recorded)?;
            changed(store.own_checklists(&benchmark)? == *now)?;
            store.set_checklists(&benchmark, before.as_deref(), by)?;
        }
        AdministrativeAct::Scoring { now, before } => {
            let benchmark = benchmark(store, &recorded)?;
            changed(store.scoring_setting(&benchmark)? == *now)?;
            store.set_scoring_setting(&benchmark, before.as_deref(), by)?;
        }
        AdministrativeAct::Guideline { now, before } => {
            changed(store.review_guideline_version()? == *now)?;
            store.restore_guideline(before.as_deref(), by)?;
        }
        AdministrativeAct::GiveBack { name, queue, .. } => {
            return Err(StoreError::Refused(format!(
                "places come back by packing again: assay pack --for {name} --queue {queue} --file FILE"
            )));
        }
        AdministrativeAct::RemovePictures { copy, .. } => {
            return Err(StoreError::Refused(format!(
                "the pictures are in {copy}, which is the database as it was before"
            )));
        }
    }
    Ok(Vec::new())
}

fn benchmark(store: &Store, recorded: &RecordedAct) -> Result<Benchmark> {
    store.the_benchmark(recorded.benchmark.as_deref())
}
