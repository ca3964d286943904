//! Taking back an administrative act: what was in force before it is in force again, as a separate act. And one
//! such act that reaches into the queues: naming the author of questions, who from then on does not decide on
//! them, and whose decisions count no more.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::correction::administrative_row;
use super::registry::RegisteredQueue;
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::History;
use assay_core::benchmark::queues::{has_questions_as_items, queue_named};
use assay_store::{
    Annotator, Benchmark, DecisionRow, RecordedAct, Result, Store, StoreError, refuse_if,
};

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
        AdministrativeAct::Audit { .. } => {
            return Err(StoreError::Refused(
                "the order of an audit stays as it was fixed: assay audit start --again draws another one"
                    .into(),
            ));
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

/// Names who wrote these questions, all or none. Decisions that the author made on them before are opened
/// again, and wait for others. Returns the questions that had such decisions.
///
/// # Errors
/// Where the benchmark has no question with one of the keys.
pub fn name_author(
    store: &mut Store,
    benchmark: &Benchmark,
    keys: &[String],
    author: &Annotator,
    by: &str,
) -> Result<Vec<String>> {
    store.name_author(benchmark, keys, &author.name, by)?;
    let mut rows = Vec::new();
    for queue in RegisteredQueue::all().filter(|queue| has_questions_as_items(queue.name)) {
        for decision in store.current_decisions(benchmark, queue.name)? {
            let row = decision.row;
            if decision.annotator != author.name || !keys.contains(&row.item) {
                continue;
            }
            let act = Act::Requeue { row: row.id, by: by.to_owned() };
            let about = (queue.name, row.id, row.item);
            rows.push((author.clone(), administrative_row(store, about, act, None, SCREEN)?));
        }
    }
    // The place is free at once: the author cannot take it.
    store.requeue(&rows, TimeDelta::zero())?;
    let keys: BTreeSet<String> = rows.into_iter().map(|(_, decision)| decision.item).collect();
    Ok(keys.into_iter().collect())
}

/// Takes back that a person was named as the author of these questions: decisions of theirs that this opened
/// again count as before. Returns the questions on which enough others have decided meanwhile, so that they
/// do not.
///
/// # Errors
/// `Unknown` where no command named them.
pub fn withdraw_author(
    store: &mut Store,
    benchmark: &Benchmark,
    keys: &[String],
    author: &Annotator,
    by: &str,
) -> Result<Vec<String>> {
    store.withdraw_author(benchmark, keys, &author.name, by)?;
    let mut opened = Vec::new();
    let is_opened = |row: &DecisionRow| {
        row.annotator == author.name
            && row.benchmark == benchmark.name
            && keys.contains(&row.item)
            && matches!(row.act, Act::Requeue { .. })
            && row.exposure.screen == SCREEN
    };
    store.for_each_decision::<StoreError>(is_opened, |row| {
        opened.push(row);
        Ok(())
    })?;
    let mut left = Vec::new();
    for row in opened {
        let Some(queue) = queue_named(&row.queue) else { continue };
        let history: History = store.history(author, queue.name, benchmark)?.into_iter().collect();
        let revision = history.row(row.id).map(|row| row.revision);
        let deciding = revision.and_then(|at| history.deciding_row(&row.item, at));
        if deciding.is_none_or(|deciding| deciding.id != row.id) {
            continue;
        }
        let act = Act::Undo { row: row.id };
        let about = (queue.name, row.id, row.item.clone());
        let decision = administrative_row(store, about, act, None, SCREEN)?;
        match store.decide(author, &decision) {
            Ok(_) => {}
            Err(StoreError::NotAllowed(_)) => left.push(row.item),
            Err(other) => return Err(other),
        }
    }
    Ok(left)
}

/// What the rows name as the screen on which they were made.
const SCREEN: &str = "author";
