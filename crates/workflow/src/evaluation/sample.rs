//! Drawing a sample of texts for people to read.

use std::collections::{BTreeMap, HashSet};

use rayon::prelude::*;

use super::{current_runs, labels};
use assay_core::benchmark::Input;
use assay_core::extract::{Answer, BuiltIn, Choices};
use assay_core::keyword::{Keyword, keywords};
use assay_core::statistics::{Drawn, draw_stratified};
use assay_store::{
    Benchmark, NewSample, NewSampleItem, Place, Result, Run, Sample, ShownText, Store, StoreError,
    TextPlace,
};

keywords! {
    /// By what texts are parted before they are drawn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Stratum {
        /// By the model that wrote them.
        Model = "model",
        /// By the question's leaf ability.
        Category = "category",
        /// By its L-2 ability.
        L2 = "l2",
        /// By its split.
        Split = "split",
    }
}

impl Stratum {
    fn value(self, text: &ShownText) -> &str {
        let of_question = match self {
            Stratum::Model => return &text.name.model,
            Stratum::Category => &text.category,
            Stratum::L2 => &text.l2_category,
            Stratum::Split => &text.split,
        };
        of_question.as_deref().unwrap_or("none given")
    }
}

/// What to draw from.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Only texts from which these rules read nothing; without rules, all texts.
    pub unmatched_by: Option<BuiltIn>,
    /// Only texts of these models; all where there are none named.
    pub models: Vec<String>,
    /// Only texts written with this input.
    pub input: Input,
}

/// Where the texts are, and how many were left out because they answer open questions.
type PoolPlaces = (HashSet<TextPlace>, usize);

/// A kept sample, and how many of how many each stratum gave.
#[derive(Clone, Debug)]
pub struct DrawnSample {
    /// The sample.
    pub sample: Sample,
    /// The strata in the order of their names.
    pub strata: Vec<Drawn<NewSampleItem>>,
}

/// How many texts are looked at at once.
const BATCH: usize = 4_096;

/// Draws a sample from texts that `parted` part, and keeps it as `new`, which has no items yet. The same texts
/// and seed give the same sample in every copy of a database.
pub fn draw_sample(
    store: &mut Store,
    benchmark: &Benchmark,
    pool: &Pool,
    parted: &[Stratum],
    mut new: NewSample,
) -> Result<DrawnSample> {
    let mut strata: BTreeMap<String, Vec<NewSampleItem>> = BTreeMap::new();
    let mut batch = Vec::with_capacity(BATCH);
    let mut take = |batch: &mut Vec<ShownText>| {
        let texts = std::mem::take(batch).into_par_iter();
        let hard: Vec<ShownText> = texts.filter(|text| pool.is_hard(text)).collect();
        for text in hard {
            let parts: Vec<&str> = parted.iter().map(|stratum| stratum.value(&text)).collect();
            let item = NewSampleItem {
                item: text.name.to_string(),
                shown: text.shown(),
                prediction_id: text.prediction_id,
                second_id: None,
                stratum: parts.join(" · "),
            };
            strata.entry(item.stratum.clone()).or_default().push(item);
        }
    };
    let (places, open_questions) = pool.places(store, benchmark)?;
    let is_wanted = |place: TextPlace| places.contains(&place);
    store.for_each_shown_text::<StoreError>(benchmark, is_wanted, |text| {
        batch.push(text);
        if batch.len() == BATCH {
            take(&mut batch);
        }
        Ok(())
    })?;
    take(&mut batch);
    if strata.is_empty() {
        return Err(StoreError::Refused(pool.why_empty(benchmark, open_questions)));
    }

    let strata = draw_stratified(strata, new.rate, new.seed);
    new.items = strata.iter().flat_map(|stratum| &stratum.drawn).cloned().collect();
    if new.items.is_empty() {
        let available: usize = strata.iter().map(|stratum| stratum.available).sum();
        let why = format!("{} of {available} texts is none; raise --rate", new.rate);
        return Err(StoreError::Refused(why));
    }
    new.filters = pool.filters(parted);
    let sample = store.keep_sample(benchmark, &new)?;
    Ok(DrawnSample { sample, strata })
}

impl Pool {
    /// The texts of the wanted models, without those from which a rule set reads something: its
    /// labels are cached. Answers to open questions have no label and are left out.
    pub fn places(&self, store: &mut Store, benchmark: &Benchmark) -> Result<PoolPlaces> {
        let (mut places, mut open_questions) = PoolPlaces::default();
        let is_wanted = |run: &Run| self.models.is_empty() || self.models.contains(&run.model);
        let runs = current_runs(store, benchmark, Some(self.input))?;
        for run in runs.into_iter().filter(is_wanted) {
            let labels = match self.unmatched_by {
                Some(BuiltIn::Rules(rules)) => Some(labels(store, benchmark, &run, rules)?),
                Some(BuiltIn::Lexical) | None => None,
            };
            let label = |at: usize| labels.as_ref().and_then(|labels| labels.get(at));
            let is_unread = |at| label(at).is_none_or(|label| label.answer == Answer::Nothing);
            for (at, place) in store.places(&run)?.into_iter().enumerate() {
                if place.is_of_open_question() {
                    open_questions += 1;
                } else if is_unread(at) {
                    let Place { question_id, pass, .. } = place;
                    places.insert(TextPlace { run_id: run.id, question_id, pass });
                }
            }
        }
        Ok((places, open_questions))
    }

    /// Whether it is a case for people. Rule sets have been asked before.
    fn is_hard(&self, text: &ShownText) -> bool {
        self.unmatched_by.filter(|by| *by == BuiltIn::Lexical).is_none_or(|lexical| {
            lexical.read(&text.text, &Choices::from_shown(&text.choices)).answer == Answer::Nothing
        })
    }

    fn why_empty(&self, benchmark: &Benchmark, open_questions: usize) -> String {
        let open = match open_questions {
            0 => String::new(),
            1 => "; one text answers an open question, which has no label".to_owned(),
            several => format!("; {several} texts answer open questions, which have no label"),
        };
        let (name, input) = (&benchmark.name, self.input);
        match self.unmatched_by.map(BuiltIn::name) {
            None if open_questions > 0 => format!(
                "{name} has no predictions with input {input} about questions with choices to draw from{open}"
            ),
            Some(rules) => format!(
                "{rules} reads a label from every text of {name} with input {input}; --only all draws from \
                 all{open}"
            ),
            None => format!(
                "{name} has no predictions with input {input} to draw from; import some with \
                 `assay import predictions FILE --model NAME`"
            ),
        }
    }

    fn filters(&self, strata: &[Stratum]) -> serde_json::Value {
        let strata: Vec<&str> = strata.iter().map(|stratum| stratum.name()).collect();
        serde_json::json!({
            "only": if self.unmatched_by.is_some() { "unmatched" } else { "all" },
            "rules": self.unmatched_by.map(BuiltIn::name),
            "models": self.models,
            "input": self.input,
            "stratify": strata,
        })
    }
}
