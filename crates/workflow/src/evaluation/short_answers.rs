//! The short answers of a run, judged by the rules of their questions. They are read each time and not cached: a
//! corrected reference answer changes what they are worth.

use assay_core::benchmark::{PredictionStatus, ShortAnswer};
use assay_core::score::{ExtractedLabel, Grade};
use assay_core::short::{ShortVerdict, is_graded, judge};
use assay_store::{Place, Result, Run, Store};

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

    /// Calls `each` with the position of every prediction, its question and what it is worth. `short_of` gives what the
    /// answers to a question are compared with.
    pub fn judge<'q>(
        &self,
        store: &Store,
        run: &Run,
        short_of: impl Fn(usize) -> Option<&'q ShortAnswer>,
        mut each: impl FnMut(usize, usize, JudgedShort),
    ) -> Result<()> {
        let mut at = 0;
        store.for_each_text(run, &self.places, |_, text, status| {
            let question = self.questions[at];
            if let Some(short) = short_of(question) {
                each(self.start + at, question, judged(short, text, status));
            }
            at += 1;
        })
    }
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
