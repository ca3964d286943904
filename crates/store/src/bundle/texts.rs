//! In a bundle of texts: what models wrote, without their names, and the way back.
//!
//! `model_alias` gives the names.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::model_alias::model_in_bundle;
use super::{Packed, Packing};
use crate::query::Query;
use crate::{
    Kept, NewPrediction, NewRun, NewSample, NewSampleItem, PairEntry, PredictionId, Result, RunId,
    RunSamples, Store,
};
use assay_core::benchmark::queues::QUEUE_VOTE;
use assay_core::benchmark::vote::Ballot;
use assay_core::benchmark::{PairName, Prediction, PredictionName, PredictionStatus};
use assay_core::keyword::Keyword;

/// Copied predictions by their rows here: the row in the bundle, and the name that it has there.
type Copied = HashMap<PredictionId, (PredictionId, PredictionName)>;

impl Store {
    /// Gives a bundle the texts of its items and the sample that they are of.
    pub(super) fn copy_texts(
        &mut self,
        packing: &Packing<'_>,
        packed: &Packed,
        bundle: &mut Store,
    ) -> Result<()> {
        let wanted: HashSet<&str> = packed.items.iter().map(|(name, _)| name.as_str()).collect();
        if packing.queue == QUEUE_VOTE {
            return self.copy_pairs(packing, &wanted, bundle);
        }
        let sample = self.the_sample(packing.benchmark, None)?;
        let mut entries = self.sample_entries(&sample)?;
        entries.retain(|entry| wanted.contains(entry.item.as_str()));
        let ids = entries.iter().map(|entry| entry.prediction_id);
        let copied = self.copy_predictions(packing, ids, bundle)?;
        let items = entries.iter().filter_map(|entry| {
            let (prediction_id, name) = copied.get(&entry.prediction_id)?;
            Some(NewSampleItem {
                prediction_id: *prediction_id,
                second_id: None,
                item: name.to_string(),
                shown: entry.shown.clone(),
                stratum: String::new(),
            })
        });
        // What it was drawn from, and from which stratum each text, says more than the screen does.
        let new = NewSample {
            name: sample.name,
            seed: sample.seed,
            rate: sample.rate,
            per_item: None,
            filters: serde_json::json!({}),
            items: items.collect(),
        };
        let benchmark = bundle.the_benchmark(Some(&packing.benchmark.name))?;
        bundle.keep_sample(&benchmark, &new)?;
        Ok(())
    }

    /// Gives a bundle the pairs of answers that are its items.
    fn copy_pairs(
        &mut self,
        packing: &Packing<'_>,
        wanted: &HashSet<&str>,
        bundle: &mut Store,
    ) -> Result<()> {
        let mut entries = self.pair_entries(packing.benchmark)?;
        entries.retain(|entry| wanted.contains(entry.item.as_str()));
        let ids = entries.iter().flat_map(|entry| entry.answers);
        let copied = self.copy_predictions(packing, ids, bundle)?;
        let item = |entry: &PairEntry| {
            let [(first, a), (second, b)] =
                [copied.get(&entry.answers[0])?, copied.get(&entry.answers[1])?];
            let (key, turn) = (a.key.clone(), u16::try_from(a.pass.0).ok()?);
            let name = PairName { key, models: [a.model.clone(), b.model.clone()], turn };
            Some(NewSampleItem {
                prediction_id: *first,
                second_id: Some(*second),
                item: name.to_string(),
                shown: entry.shown.clone(),
                stratum: String::new(),
            })
        };
        let benchmark = bundle.the_benchmark(Some(&packing.benchmark.name))?;
        for ballot in Ballot::all() {
            let of_kind = entries.iter().filter(|entry| entry.ballot == ballot);
            let new = NewSample {
                name: format!("votes: {ballot}"),
                rate: 1.0,
                filters: serde_json::json!({ "queue": QUEUE_VOTE, "ballot": ballot.name() }),
                items: of_kind.filter_map(item).collect(),
                ..NewSample::default()
            };
            if !new.items.is_empty() {
                bundle.keep_sample(&benchmark, &new)?;
            }
        }
        Ok(())
    }

    /// Gives a bundle predictions, as runs of models that have other names there.
    fn copy_predictions(
        &mut self,
        packing: &Packing<'_>,
        ids: impl Iterator<Item = PredictionId>,
        bundle: &mut Store,
    ) -> Result<Copied> {
        let secret = self.bundle_secret()?;
        let benchmark = bundle.the_benchmark(Some(&packing.benchmark.name))?;
        let mut runs: BTreeMap<RunId, NewRun> = BTreeMap::new();
        let (mut places, mut known) = (Vec::new(), HashSet::new());
        for id in ids.filter(|id| known.insert(*id)) {
            let text = self.shown_text_of(id)?;
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
            places.push((id, text.run_id, text.question_id, name));
        }
        let mut kept: BTreeMap<RunId, RunId> = BTreeMap::new();
        for (id, run) in runs {
            let here = match bundle.keep_run(&benchmark, run, true, |_| Vec::new())? {
                Kept::New(run) | Kept::AsBefore(run) | Kept::Replaced { new: run, .. } => run.id,
            };
            kept.insert(id, here);
        }
        let copied = places.into_iter().map(|(id, run, question_id, name)| {
            let sql =
                "SELECT id FROM prediction WHERE run_id = ?1 AND question_id = ?2 AND pass = ?3";
            let copy = bundle.one(sql, (kept.get(&run), question_id, name.pass.0))?;
            Ok((id, (copy, name)))
        });
        copied.collect()
    }
}
