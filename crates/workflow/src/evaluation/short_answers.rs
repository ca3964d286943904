//! The short answers of a run, judged by the rules of their questions. They are read each time and not cached: a
//! corrected reference answer changes what they are worth.

use std::collections::HashMap;

use serde::Serialize;

use super::fallback::is_open;
use assay_core::benchmark::{Pass, PredictionStatus, ShortAnswer};
use assay_core::extract::Answer;
use assay_core::score::{ExtractedLabel, Grade, first_few};
use assay_core::short::{ShortVerdict, is_graded, judge};
use assay_store::{Place, QuestionId, Result, Run, Store};

/// Neighbouring predictions of a run that answer questions with short answers.
#[derive(Debug)]
pub(super) struct ShortPlaces {
    /// The position of the first one among the predictions of the run.
    start: usize,
    /// Their places.
    places: Vec<Place>,
    /// Their questions.
    questions: Vec<usize>,
}

/// What a short answer is worth.
#[derive(Clone, Debug)]
pub(crate) struct JudgedShort {
    pub label: ExtractedLabel,
    pub grade: Option<Grade>,
    /// What was read, if anything was.
    pub verdict: Option<ShortVerdict>,
}

impl ShortPlaces {
    /// Finds them among the places of a run. `question_of` gives the question at a place, if that has a short answer.
    pub fn find(places: &[Place], question_of: impl Fn(&Place) -> Option<usize>) -> Vec<Self> {
        let mut found: Vec<ShortPlaces> = Vec::new();
        for (position, place) in places.iter().enumerate() {
            let Some(question) = question_of(place) else { continue };
            match found.last_mut() {
                Some(last) if last.start + last.places.len() == position => {
                    last.places.push(place.clone());
                    last.questions.push(question);
                }
                _ => found.push(ShortPlaces {
                    start: position,
                    places: vec![place.clone()],
                    questions: vec![question],
                }),
            }
        }
        found
    }

    /// Calls `each` with the position of every prediction and what it is worth. `short_of` gives what the answers to a
    /// question are compared with.
    pub fn judge<'q>(
        &self,
        store: &Store,
        run: &Run,
        short_of: impl Fn(usize) -> Option<&'q ShortAnswer>,
        mut each: impl FnMut(usize, JudgedShort),
    ) -> Result<()> {
        let mut at = 0;
        store.for_each_text(run, &self.places, |_, text, status| {
            if let Some(short) = short_of(self.questions[at]) {
                each(self.start + at, judged(short, text, status));
            }
            at += 1;
        })
    }
}

impl JudgedShort {
    /// Takes the verdict of another program's scorer where nothing was read; returns whether it did.
    pub fn fill_in(&mut self, verdict: Answer) -> bool {
        let is_missing = self.verdict.is_none() && is_open(self.label);
        if is_missing && verdict != Answer::Nothing {
            self.label = verdict.into();
            self.grade = self.grade.map(|_| Grade::new(f64::from(is_accepted(verdict))));
        }
        is_missing && verdict != Answer::Nothing
    }
}

/// The short answers of a run, by the positions of the predictions.
pub(super) fn judged_short<'q>(
    store: &Store,
    run: &Run,
    short: &[ShortPlaces],
    short_of: impl Fn(usize) -> Option<&'q ShortAnswer>,
) -> Result<HashMap<usize, JudgedShort>> {
    let mut found = HashMap::new();
    for places in short {
        places.judge(store, run, &short_of, |at, judged| drop(found.insert(at, judged)))?;
    }
    Ok(found)
}

/// How often a scorer of another program says of short answers what their rules say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScorerAgreement {
    pub scorer: String,
    /// The answers on which it has a verdict.
    pub answers: usize,
    /// Those on which the rule has the same one; an answer from which nothing is read is not right.
    pub same: usize,
    /// The questions of the others.
    pub different: Vec<String>,
}

impl ScorerAgreement {
    /// A sentence, if there are different verdicts.
    pub fn warning(&self) -> Option<String> {
        let ScorerAgreement { scorer, answers, different, .. } = self;
        let keys: Vec<&str> = different.iter().map(String::as_str).collect();
        let (count, first) = (keys.len(), first_few(&keys));
        (count > 0).then(|| {
            format!(
                "{scorer} has verdicts on {answers} short answers, on {count} of them another one than the \
                 rule ({first})"
            )
        })
    }
}

/// The same of every scorer, with what the rules make of the answers.
pub(super) fn agreement_of_scorers(
    store: &Store,
    run: &Run,
    judged: &HashMap<(QuestionId, Pass), (&str, &JudgedShort)>,
) -> Result<Vec<ScorerAgreement>> {
    let mut found = Vec::new();
    for scorer in store.extractors()? {
        let (mut answers, mut different) = (0, Vec::new());
        for said in store.extractions(run, &scorer)? {
            let Some((key, judged)) = judged.get(&(said.question_id, said.pass)) else { continue };
            answers += 1;
            if is_accepted(said.answer) != is_accepted(judged.label.answer) {
                different.push((*key).to_owned());
            }
        }
        if answers > 0 {
            let same = answers - different.len();
            found.push(ScorerAgreement { scorer, answers, same, different });
        }
    }
    Ok(found)
}

fn is_accepted(answer: Answer) -> bool {
    answer == Answer::Label(ExtractedLabel::ACCEPTED)
}

/// What a text is worth as a short answer.
pub(crate) fn judged(short: &ShortAnswer, text: &str, status: PredictionStatus) -> JudgedShort {
    let verdict = (status == PredictionStatus::Ok).then(|| judge(short, text)).flatten();
    let grade = verdict.as_ref().map_or(0.0, |verdict| verdict.score);
    JudgedShort {
        label: ExtractedLabel::from_short_answer(status, verdict.as_ref()),
        grade: is_graded(short.rule).then(|| Grade::new(grade)),
        verdict,
    }
}
