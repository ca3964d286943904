//! What people and extractors read from the same texts, gathered for `agreement::extraction`.

use std::collections::{BTreeMap, HashSet};

use super::{Benchmark, QUEUE_EXTRACT, QUEUE_REVIEW, Sample, ShownText, Store, StoreError};
use crate::agreement::extraction::{ReadText, Readings};
use crate::agreement::review::ReviewedQuestion;
use crate::benchmark::HandLabel;
use crate::benchmark::decision::Act;
use crate::extract::{Answer, BuiltIn, Extractor};

/// The readings, and what could not be taken in.
#[derive(Clone, Debug)]
pub struct GatheredReadings {
    /// Everybody's readings.
    pub readings: Readings,
    /// Labels whose text is not in this database (any more).
    pub without_text: usize,
}

/// A text that people read: the prediction's name and the hash of what was shown.
type Shown = (String, String);

impl Store {
    /// Every text that a person read, or those of a sample, with what the built-in extractors and
    /// the language models read from it.
    pub fn gather_readings(
        &self,
        benchmark: &Benchmark,
        sample: Option<&Sample>,
    ) -> Result<GatheredReadings, StoreError> {
        let wanted: Option<HashSet<Shown>> = match sample {
            Some(sample) => {
                let entries = self.sample_entries(sample)?;
                Some(entries.into_iter().map(|entry| (entry.item, entry.shown)).collect())
            }
            None => None,
        };
        let mut people: BTreeMap<Shown, Vec<(String, HandLabel)>> = BTreeMap::new();
        for in_force in self.decisions_in_force(benchmark, QUEUE_EXTRACT)? {
            let Act::Extract(extraction) = in_force.row.act else { continue };
            let shown = (in_force.row.item, extraction.shown);
            if wanted.as_ref().is_none_or(|wanted| wanted.contains(&shown)) {
                people.entry(shown).or_default().push((in_force.annotator, extraction.label));
            }
        }

        let mut texts = Vec::new();
        let mut without_text = 0;
        for ((item, shown), people) in people {
            let name = item.parse().map_err(super::question::damaged)?;
            match self.shown_text(benchmark, &name, Some(&shown))? {
                Some(text) => texts.push((text, people)),
                None => without_text += people.len(),
            }
        }
        let readings = self.with_extractors(&texts)?;
        Ok(GatheredReadings { readings, without_text })
    }

    fn with_extractors(
        &self,
        texts: &[(ShownText, Vec<(String, HandLabel)>)],
    ) -> Result<Readings, StoreError> {
        let kept: Vec<Vec<(String, Answer)>> = texts
            .iter()
            .map(|(text, _)| self.extractions_of(text.prediction_id))
            .collect::<Result<_, _>>()?;
        let mut models: Vec<&String> = kept.iter().flatten().map(|(name, _)| name).collect();
        models.sort_unstable();
        models.dedup();
        let extractors = BuiltIn::all()
            .map(Extractor::BuiltIn)
            .chain(models.iter().map(|name| Extractor::Model((*name).clone())))
            .collect();
        let mut readings = Readings { extractors, texts: Vec::with_capacity(texts.len()) };
        for ((text, people), kept) in texts.iter().zip(&kept) {
            let choices = text.prepared_choices();
            let built_in = BuiltIn::all().map(|of| Some(of.read(&text.text, &choices).answer));
            let by_model = models.iter().map(|&model| {
                kept.iter().find(|(name, _)| name == model).map(|(_, answer)| *answer)
            });
            readings.texts.push(ReadText {
                item: text.name.to_string(),
                model: text.name.model.clone(),
                order: text.order.clone(),
                answer: self.reference(text.question_id)?.answer,
                people: people.clone(),
                extractors: built_in.chain(by_model).collect(),
            });
        }
        Ok(readings)
    }

    /// The current questions of a benchmark that anybody reviewed, with the reviews in force.
    pub fn reviewed_questions(
        &self,
        benchmark: &Benchmark,
    ) -> Result<Vec<ReviewedQuestion>, StoreError> {
        let mut reviews: BTreeMap<(String, u32), Vec<_>> = BTreeMap::new();
        for in_force in self.decisions_in_force(benchmark, QUEUE_REVIEW)? {
            if let Act::Review(review) = in_force.row.act {
                let question = (in_force.row.item, in_force.row.revision);
                reviews.entry(question).or_default().push((in_force.annotator, review));
            }
        }
        let mut questions = Vec::new();
        for entry in self.question_entries(benchmark)? {
            let key = entry.key.as_str().to_owned();
            let Some(reviews) = reviews.remove(&(key.clone(), entry.revision)) else { continue };
            let answer = self.reference(entry.id)?.answer;
            questions.push(ReviewedQuestion { key, answer, reviews });
        }
        Ok(questions)
    }
}
