//! Extractions by extractors that are not rule sets: a language model, the nearest words, a person.
//!
//! What rule sets read can be read again at any time and is only cached (`run::labels`); what costs
//! money or a person's attention is kept here, once per prediction and extractor.

use std::collections::BTreeSet;

use rusqlite::params;

use super::{Benchmark, QUEUE_EXTRACT, QuestionId, Result, Run, Store, StoreError, View};
use crate::query::{Columns, FromRow, Query, records};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{Answer, Pass};

/// What an extractor read from one prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredExtraction {
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// The pass.
    pub pass: Pass,
    /// What the text says.
    pub answer: Answer,
    /// Why: for instance the model's reply. Free text of the extractor's own.
    pub evidence: Option<String>,
}

records! { StoredExtraction { question_id, pass, answer, evidence } }

impl View {
    /// What an extractor read from predictions of a run.
    pub fn extractions(&self, run: &Run, extractor: &str) -> Result<Vec<StoredExtraction>> {
        let sql = "SELECT question_id, pass, outcome, evidence FROM prediction
            JOIN extraction ON prediction_id = prediction.id AND extractor = ?2
            WHERE run_id = ?1 ORDER BY question_id, pass";
        self.all(sql, params![run.id, extractor])
    }

    /// The extractors of which anything is kept, by name.
    pub fn extractors(&self) -> Result<Vec<String>> {
        self.all("SELECT DISTINCT extractor FROM extraction ORDER BY extractor", [])
    }

    /// The people whose label of a text that a model wrote is in force, by name.
    pub fn people_who_read(&self, benchmark: &Benchmark) -> Result<Vec<String>> {
        let in_force = self.decisions_in_force(benchmark, QUEUE_EXTRACT)?.into_iter();
        let labels = in_force.filter(|in_force| matches!(in_force.row.act, Act::Extract(_)));
        let people: BTreeSet<String> = labels.map(|in_force| in_force.annotator).collect();
        Ok(people.into_iter().collect())
    }
}

impl Store {
    /// Keeps what extractors read from predictions of runs, durably: all of it or nothing. A later
    /// extraction by the same extractor takes the place of an earlier one.
    pub fn keep_all_extractions(
        &mut self,
        batches: &[(Run, String, Vec<StoredExtraction>)],
    ) -> Result<()> {
        self.write(|transaction| {
            let sql =
                "INSERT INTO extraction (prediction_id, extractor, outcome, evidence, created)
                SELECT id, ?4, ?5, ?6, ?7 FROM prediction
                WHERE run_id = ?1 AND question_id = ?2 AND pass = ?3
                ON CONFLICT (prediction_id, extractor) DO UPDATE SET
                   outcome = excluded.outcome, evidence = excluded.evidence,
                   created = excluded.created";
            for (run, extractor, extractions) in batches {
                for StoredExtraction { question_id, pass, answer, evidence } in extractions {
                    let (outcome, now) = (outcome(*answer), &transaction.now);
                    let row =
                        params![run.id, question_id, pass.0, extractor, outcome, evidence, now];
                    transaction.change_known(sql, row, || {
                        format!("{} has no pass {pass} of that question", run.model)
                    })?;
                }
            }
            Ok(())
        })
    }
}

const NONE_OF_THEM: &str = "none";
const REFUSED: &str = "refused";
const NOTHING: &str = "nothing";

fn outcome(answer: Answer) -> String {
    match answer {
        Answer::Label(label) => label.to_string(),
        Answer::NoneOfThem => NONE_OF_THEM.into(),
        Answer::Refused => REFUSED.into(),
        Answer::Nothing => NOTHING.into(),
    }
}

fn answer(outcome: &str) -> Option<Answer> {
    match outcome {
        NONE_OF_THEM => Some(Answer::NoneOfThem),
        REFUSED => Some(Answer::Refused),
        NOTHING => Some(Answer::Nothing),
        label => label.parse().ok().map(Answer::Label),
    }
}

impl FromRow for Answer {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self> {
        let outcome = row.text()?;
        answer(outcome).ok_or_else(|| StoreError::Damaged(format!("the extraction {outcome:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::Label;

    #[test]
    fn an_outcome_reads_back_as_it_was_written() {
        let others = [Answer::NoneOfThem, Answer::Refused, Answer::Nothing];
        for stored in Label::all().map(Answer::Label).chain(others) {
            assert_eq!(answer(&outcome(stored)), Some(stored));
        }
    }
}
