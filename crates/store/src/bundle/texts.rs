//! In a bundle of texts: what models wrote, without their names, and the way back.
//!
//! `model_alias` gives the names.

use std::collections::{BTreeMap, HashSet};

use super::super::model_alias::model_in_bundle;
use super::{Packed, Packing};
use crate::query::Query;
use crate::{
    Kept, NewPrediction, NewRun, NewSample, NewSampleItem, Result, RunId, RunSamples, SampleEntry,
    Store,
};
use assay_core::benchmark::{Prediction, PredictionName, PredictionStatus};

impl Store {
    /// Gives a bundle the texts of its items and the sample that they are of.
    pub(super) fn copy_texts(
        &mut self,
        packing: &Packing<'_>,
        packed: &Packed,
        bundle: &mut Store,
    ) -> Result<()> {
        let secret = self.bundle_secret()?;
        let benchmark = bundle.the_benchmark(Some(&packing.benchmark.name))?;
        let sample = self.the_sample(packing.benchmark, None)?;
        let wanted: HashSet<&str> = packed.items.iter().map(|(name, _)| name.as_str()).collect();
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
                samples: RunSamples::default(),
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
            let sql =
                "SELECT id FROM prediction WHERE run_id = ?1 AND question_id = ?2 AND pass = ?3";
            Ok(NewSampleItem {
                prediction_id: bundle.one(sql, (kept.get(run), entry.question_id, name.pass.0))?,
                item: name.to_string(),
                shown: entry.shown.clone(),
                stratum: String::new(),
            })
        };
        let items = places.iter().map(item).collect::<Result<Vec<_>>>()?;
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
        Ok(())
    }
}
