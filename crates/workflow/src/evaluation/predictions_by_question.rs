//! The predictions of a run, by the questions as they are now: for writing files.

use std::collections::HashMap;

use assay_core::benchmark::Prediction;
use assay_store::{Benchmark, QuestionId, Result, Run, Store, StoredQuestion};

/// The predictions of one run by question.
#[derive(Clone, Debug, Default)]
pub struct PredictionsByQuestion {
    by_question: Vec<Vec<Prediction>>,
    outdated: usize,
}

impl PredictionsByQuestion {
    /// The predictions of a run about these questions, which are the current ones of its benchmark.
    pub fn load(
        store: &Store,
        benchmark: &Benchmark,
        run: &Run,
        questions: &[StoredQuestion],
    ) -> Result<PredictionsByQuestion> {
        let ids = questions.iter().map(|stored| stored.id);
        let positions = positions_of_revisions(store, benchmark, ids)?;
        let mut by_question = vec![Vec::new(); questions.len()];
        let mut outdated = 0;
        store.for_each_prediction(run, |question_id, prediction| {
            match positions.get(&question_id) {
                Some(&at) => by_question[at].push(prediction),
                None => outdated += 1,
            }
        })?;
        Ok(PredictionsByQuestion { by_question, outdated })
    }

    /// The predictions about the question at this position, by pass.
    pub fn question(&self, position: usize) -> &[Prediction] {
        self.by_question.get(position).map_or(&[], Vec::as_slice)
    }

    /// All predictions with the positions of their questions: first passes first.
    pub fn by_pass(&self) -> Vec<(usize, &Prediction)> {
        let mut all = Vec::new();
        for (at, predictions) in self.by_question.iter().enumerate() {
            all.extend(predictions.iter().map(|prediction| (at, prediction)));
        }
        all.sort_by_key(|(at, prediction)| (prediction.pass, *at));
        all
    }

    /// A warning about predictions on revisions of their question that read differently from the current one;
    /// they are left out.
    pub fn outdated_warning(&self, run: &Run) -> Option<String> {
        (self.outdated > 0).then(|| {
            format!(
                "{}: {} predictions were made on an earlier revision of their question, which reads \
                 differently: they are left out",
                run.model, self.outdated
            )
        })
    }
}

/// The positions of these questions, which are the current ones of a benchmark, by their rows and by those
/// of earlier revisions that read the same.
pub fn positions_of_revisions(
    store: &Store,
    benchmark: &Benchmark,
    questions: impl Iterator<Item = QuestionId>,
) -> Result<HashMap<QuestionId, usize>> {
    let mut positions: HashMap<QuestionId, usize> =
        questions.enumerate().map(|(at, id)| (id, at)).collect();
    for (old, new) in store.revisions_alike(benchmark)? {
        if let Some(&at) = positions.get(&new) {
            positions.insert(old, at);
        }
    }
    Ok(positions)
}
