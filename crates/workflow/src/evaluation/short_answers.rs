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

/// A prediction of a run that answers a question with a short answer.
#[derive(Debug)]
pub(super) struct ShortPlace {
    /// Its position among the predictions of the run.
    pub position: usize,
    pub question: usize,
    pub place: Place,
}

/// What a short answer is worth.
#[derive(Clone, Debug)]
pub(crate) struct JudgedShort {
    pub label: ExtractedLabel,
    pub grade: Option<Grade>,
    /// What was read, if anything was.
    pub verdict: Option<ShortVerdict>,
}

impl JudgedShort {
    /// Takes the verdict of another program's scorer where nothing was read; returns whether it did.
    pub fn fill_in(&mut self, verdict: Answer) -> bool {
        let fills = is_open(self.label) && verdict != Answer::Nothing;
        if fills {
            self.label = verdict.into();
            self.grade = self.grade.map(|_| Grade::new(f64::from(is_accepted(verdict))));
        }
        fills
    }
}

/// What the short answers at these places of a run are worth, by position. `short_of` gives what the answers to a question
/// are compared with.
pub(super) fn judged_short<'q>(
    store: &Store,
    run: &Run,
    short: &[ShortPlace],
    short_of: impl Fn(usize) -> Option<&'q ShortAnswer>,
) -> Result<HashMap<usize, JudgedShort>> {
    let mut found = HashMap::new();
    // Neighbours are read together.
    for together in short.chunk_by(|one, next| one.position + 1 == next.position) {
        let places: Vec<Place> = together.iter().map(|one| one.place.clone()).collect();
        let mut rest = together.iter();
        store.for_each_text(run, &places, |_, text, status| {
            if let Some(one) = rest.next()
                && let Some(short) = short_of(one.question)
            {
                found.insert(one.position, judged(short, text, status));
            }
        })?;
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
