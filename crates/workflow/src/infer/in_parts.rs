//! Passes that take several requests: samples of one answer, or the likelihood of each choice.
//!
//! The parts of a pass are asked one after the other, and each is committed as it arrives. With the
//! last one the pass gets its prediction. A pass with a failed request has no prediction; the next
//! call asks only the parts that are missing.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::combined::combined;
use super::options::AskError;
use super::parts::Parts;
use super::pool::Supervisor;
use super::ranking::{Ranking, written};
use super::samples::Samples;
use super::steps::{Asking, Ended, Requests, Step};
use assay_core::benchmark::{Pass, Prediction, PredictionStatus};
use assay_llm::PromptToken;
use assay_store::{NewPrediction, PassPart, QuestionId, RecordedPart, RecordedRequest, StoreError};

/// How a pass ended in this call.
enum PassEnd {
    Whole(NewPrediction),
    Failed,
    Left,
}

/// The calling thread if passes have parts.
pub(super) struct AskingInParts<'a> {
    pub asking: Asking<'a>,
    samples: Samples,
    ranking: Option<Ranking>,
    /// The parts that earlier calls stored for passes without a prediction.
    earlier: HashMap<(QuestionId, Pass), Vec<PassPart>>,
    /// Passes with parts left to ask, none of which is in progress.
    begun: Vec<Step>,
}

impl<'a> AskingInParts<'a> {
    /// Continues with the stored parts of the run.
    pub fn load(
        asking: Asking<'a>,
        samples: Samples,
        ranking: Option<Ranking>,
    ) -> Result<Self, StoreError> {
        let mut earlier: HashMap<_, Vec<PassPart>> = HashMap::new();
        for stored in asking.store.parts_of_open_passes(asking.run)? {
            earlier.entry((stored.question_id, stored.pass)).or_default().push(stored.part);
        }
        Ok(AskingInParts { asking, samples, ranking, earlier, begun: Vec::new() })
    }

    /// The results so far; passes that are incomplete because the call stopped are left.
    pub fn into_asking(mut self) -> Asking<'a> {
        self.asking.summary.left += self.begun.len();
        self.asking
    }

    /// The numbers of the parts of a pass.
    fn numbers(&self, step: &Step) -> RangeInclusive<u32> {
        match self.ranking {
            Some(ranking) => ranking.first_part()..=self.asking.shown_choices(step).count() as u32,
            None => 1..=self.samples.count(),
        }
    }

    /// The result of the request for a part.
    fn row(
        &self,
        (step, parts): (&Step, &Parts),
        number: u32,
        request: RecordedRequest,
        tokens: Option<&[PromptToken]>,
    ) -> RecordedPart {
        let mut row = RecordedPart::from_sample(number, request);
        let (Some(ranking), Some(part), Some(tokens)) = (self.ranking, &mut row.part, tokens)
        else {
            return row;
        };
        let choice = (number as usize).checked_sub(1);
        match choice.and_then(|at| self.asking.shown_choices(step).nth(at)) {
            None => part.text = written(tokens),
            Some((label, choice)) => {
                part.text = label.to_string();
                part.likelihood = Some(ranking.likelihood(tokens, parts.prompt_alone(), choice));
            }
        }
        row
    }

    /// The pass that a step ends, by the majority of its samples or by its most likely choice.
    fn whole(&self, step: &Step, parts: Parts) -> PassEnd {
        if parts.left {
            return PassEnd::Left;
        }
        if parts.failed {
            return PassEnd::Failed;
        }
        let mut there = parts.there;
        there.sort_by_key(|part| part.number);
        let planned = &step.planned;
        let by = self.ranking.map(|ranking| ranking.by);
        match combined(&there, by, || self.asking.shown_choices(step)) {
            Some((status, text)) => {
                let prediction =
                    Prediction { pass: planned.pass, order: planned.order.clone(), text, status };
                let question_id = self.asking.questions.row(step.position);
                PassEnd::Whole(NewPrediction { question_id, prediction })
            }
            None => PassEnd::Failed,
        }
    }
}

impl Supervisor<Requests<'_>> for AskingInParts<'_> {
    type Error = AskError;

    fn next(&mut self) -> Option<Step> {
        if self.asking.is_ending() {
            return None;
        }
        if let Some(step) = self.begun.pop() {
            return Some(step);
        }
        let mut step = self.asking.next()?;
        let place = (self.asking.questions.row(step.position), step.planned.pass);
        let there = self.earlier.remove(&place).unwrap_or_default();
        step.parts = Some(Parts::new(self.numbers(&step), there));
        Some(step)
    }

    fn commit(&mut self, results: Vec<(Step, Ended)>) -> Result<(), AskError> {
        let (mut rows, mut ended, mut error) = (Vec::new(), Vec::new(), None);
        for (mut step, end) in results {
            let mut parts = step.parts.take().unwrap_or_default();
            let tokens = end.prompt_tokens().map(<[PromptToken]>::to_vec);
            match (self.asking.take(&step, end), parts.missing.pop_front()) {
                (Ok(Some(request)), Some(number)) => {
                    let row = self.row((&step, &parts), number, request, tokens.as_deref());
                    parts.failed |= row.part.is_none();
                    // Without the tokens of the prompt no choice can be scored.
                    if parts.failed && self.ranking.is_some() {
                        parts.missing.clear();
                    }
                    parts.there.extend(row.part.clone());
                    rows.push(row);
                }
                (Ok(_), _) => parts.left = true,
                (Err(reason), _) => {
                    parts.left = true;
                    error = Some(reason);
                }
            }
            if parts.left || parts.missing.is_empty() {
                let end = self.whole(&step, parts);
                ended.push((step, end));
            } else {
                step.parts = Some(parts);
                self.begun.push(step);
            }
        }
        let whole: Vec<NewPrediction> = ended
            .iter()
            .filter_map(|(_, end)| match end {
                PassEnd::Whole(prediction) => Some(prediction.clone()),
                PassEnd::Failed | PassEnd::Left => None,
            })
            .collect();
        self.asking.store.record_parts(self.asking.run, &rows, &whole)?;
        for row in &rows {
            self.asking.count_request(&row.request);
        }
        for (step, end) in ended {
            let decides = match &end {
                // Only if there is something to spare: reading an answer takes time.
                PassEnd::Whole(NewPrediction { prediction, .. })
                    if self.asking.schedule.has_more(&step.ticket) =>
                {
                    self.asking.decides(&step, prediction.status, &prediction.text)
                }
                _ => false,
            };
            let summary = &mut self.asking.summary;
            match end {
                PassEnd::Whole(new) if new.prediction.status == PredictionStatus::Refused => {
                    summary.refused += 1;
                }
                PassEnd::Whole(_) => summary.answered += 1,
                PassEnd::Failed => summary.failed += 1,
                PassEnd::Left => summary.left += 1,
            }
            self.asking.schedule.end(step.ticket, decides);
        }
        self.asking.report();
        error.map_or(Ok(()), Err)
    }
}
