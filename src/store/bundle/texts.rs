//! In a bundle of texts: what models wrote, without their names, and the way back.
//!
//! A model has another name in a bundle: a hash of its name under a secret that stays in the team's
//! database. A merge computes the same hash for each model that it knows, so the rows find their texts
//! again.

use std::collections::{BTreeMap, HashSet};

use uuid::Uuid;

use super::Packing;
use crate::benchmark::queues::QUEUE_EXTRACT;
use crate::benchmark::{Prediction, PredictionName, PredictionStatus};
use crate::store::{
    DecisionRow, Kept, NewPrediction, NewRun, NewSample, NewSampleItem, PredictionId, RunId,
    SampleEntry, Store, StoreError,
};

/// The setting with the secret.
const SECRET_SETTING: &str = "bundle-secret";

/// What names of models in bundles begin with.
const PREFIX: &str = "model-";

impl Store {
    /// Gives a bundle the texts of its items, the sample that they are of, and the person's own rows on
    /// them.
    pub(super) fn copy_texts(
        &mut self,
        packing: &Packing<'_>,
        bundle: &mut Store,
    ) -> Result<(), StoreError> {
        let secret = self.bundle_secret()?;
        let benchmark = bundle.the_benchmark(Some(&packing.benchmark.name))?;
        let sample = self.the_sample(packing.benchmark, None)?;
        let wanted: HashSet<&str> = packing.items.iter().map(|(name, _)| name.as_str()).collect();
        let mut entries = self.sample_entries(&sample)?;
        entries.retain(|entry| wanted.contains(entry.item.as_str()));

        let mut runs: BTreeMap<RunId, NewRun> = BTreeMap::new();
        let mut places = Vec::new();
        for entry in &entries {
            let text = self.shown_text_of(entry.prediction_id)?;
            let model = model_in_bundle(&secret, &text.name.model);
            let run = runs.entry(text.run_id).or_insert_with(|| NewRun {
                model: model.clone(),
                input: text.name.input,
                source: Vec::new(),
                predictions: Vec::new(),
            });
            let (pass, order) = (text.name.pass, text.order);
            let status = PredictionStatus::Ok;
            let prediction = Prediction { pass, order, text: text.text, status };
            run.predictions.push(NewPrediction { question_id: text.question_id, prediction });
            let name = PredictionName { model, ..text.name };
            places.push((text.run_id, entry, name));
        }
        let mut kept: BTreeMap<RunId, RunId> = BTreeMap::new();
        for (id, run) in runs {
            let here = match bundle.keep_run(&benchmark, run, true, |_| Vec::new())? {
                Kept::New(run) | Kept::AsBefore(run) | Kept::Replaced { new: run, .. } => run.id,
            };
            kept.insert(id, here);
        }
        let item = |(run, entry, name): &(RunId, &SampleEntry, PredictionName)| {
            Ok(NewSampleItem {
                prediction_id: bundle.prediction_at(kept.get(run).copied(), entry, name)?,
                item: name.to_string(),
                shown: entry.shown.clone(),
                stratum: String::new(),
            })
        };
        let items = places.iter().map(item).collect::<Result<Vec<_>, StoreError>>()?;
        // What it was drawn from, and from which stratum each text, says more than the screen does.
        let new = NewSample {
            name: sample.name,
            seed: sample.seed,
            rate: sample.rate,
            per_item: None,
            filters: serde_json::json!({}),
            items,
        };
        bundle.keep_sample(&benchmark, &new)?;
        self.copy_own_rows(packing, bundle, &secret)
    }

    fn copy_own_rows(
        &self,
        packing: &Packing<'_>,
        bundle: &mut Store,
        secret: &str,
    ) -> Result<(), StoreError> {
        let wanted: HashSet<&str> = packing.items.iter().map(|(name, _)| name.as_str()).collect();
        let is_own = |row: &DecisionRow| {
            row.annotator == packing.annotator.name
                && row.queue == packing.queue
                && row.benchmark == packing.benchmark.name
                && wanted.contains(row.item.as_str())
        };
        let mut rows: Vec<DecisionRow> = Vec::new();
        self.for_each_decision::<StoreError>(is_own, |row| {
            rows.push(renamed(&row, |model| Some(model_in_bundle(secret, model))));
            Ok(())
        })?;
        bundle.import_decisions(rows.into_iter().map(Ok))?;
        Ok(())
    }

    fn prediction_at(
        &self,
        run: Option<RunId>,
        entry: &SampleEntry,
        name: &PredictionName,
    ) -> Result<PredictionId, StoreError> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT id FROM prediction WHERE run_id = ?1 AND question_id = ?2 AND pass = ?3",
            )?
            .query_row((run, entry.question_id, name.pass.0), |row| row.get(0))?)
    }

    /// What names of models are hashed with, made at the first use.
    fn bundle_secret(&mut self) -> Result<String, StoreError> {
        if self.setting(SECRET_SETTING)?.is_none() {
            let secret = format!("{}{}", Uuid::now_v7().simple(), Uuid::now_v7().simple());
            self.write(|transaction| {
                transaction.execute(
                    "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                    [SECRET_SETTING, &secret],
                )?;
                Ok(())
            })?;
        }
        self.setting(SECRET_SETTING)?
            .ok_or_else(|| StoreError::Damaged("the secret of bundles vanished".into()))
    }
}

/// The models of this database by the names that they have in its bundles.
pub(in crate::store) struct ModelNames(BTreeMap<String, String>);

impl ModelNames {
    /// Reads them.
    pub(in crate::store) fn load(store: &Store) -> Result<Self, StoreError> {
        let Some(secret) = store.setting(SECRET_SETTING)? else {
            return Ok(ModelNames(BTreeMap::new()));
        };
        let mut statement = store.connection.prepare("SELECT name FROM model")?;
        let names = statement.query_map([], |row| row.get::<_, String>(0))?;
        let pair = |name: rusqlite::Result<String>| {
            name.map(|name| (model_in_bundle(&secret, &name), name))
        };
        Ok(ModelNames(names.map(pair).collect::<Result<_, _>>()?))
    }

    /// A row with the names that its models have here.
    pub(in crate::store) fn as_here(&self, row: &DecisionRow) -> DecisionRow {
        renamed(row, |model| self.0.get(model).cloned())
    }
}

fn model_in_bundle(secret: &str, model: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("assay model in a bundle");
    hasher.update(secret.as_bytes());
    hasher.update(model.as_bytes());
    format!("{PREFIX}{}", &hasher.finalize().to_hex()[..12])
}

/// A row about a text, with another name for the text's model.
fn renamed(row: &DecisionRow, rename: impl Fn(&str) -> Option<String>) -> DecisionRow {
    let mut row = row.clone();
    if row.queue == QUEUE_EXTRACT
        && let Ok(name) = row.item.parse::<PredictionName>()
        && let Some(model) = rename(&name.model)
    {
        row.item = PredictionName { model, ..name }.to_string();
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Input;

    #[test]
    fn a_model_has_another_name_under_another_secret_and_the_same_one_under_the_same() {
        let one = model_in_bundle("one", "org/model");
        assert_eq!(one, model_in_bundle("one", "org/model"));
        assert_ne!(one, model_in_bundle("two", "org/model"));
        assert_ne!(one, model_in_bundle("one", "org/other"));
        let name = format!("7/{one}/0").parse::<PredictionName>().unwrap();
        assert_eq!((name.model, name.input), (one, Input::Image));
    }
}
