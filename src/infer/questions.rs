//! What a request needs of each question, by its position in the prepared benchmark.

use std::collections::HashMap;

use crate::benchmark::Question;
use crate::scoring::{PreparedBenchmark, ScoredQuestion};
use crate::store::{Benchmark, QuestionId, Store, StoreError, StoredQuestion};

/// The questions with what a request needs, by their position.
pub(super) struct Questions(Vec<StoredQuestion>);

impl Questions {
    /// The questions of a benchmark, each at its place.
    ///
    /// # Errors
    /// When a question was changed since the benchmark was prepared: nothing is asked then.
    pub fn load(
        store: &Store,
        benchmark: &Benchmark,
        prepared: &PreparedBenchmark,
    ) -> Result<Self, StoreError> {
        Self::new(store.whole_questions(benchmark)?, prepared)
    }

    /// Loads a benchmark, prepared and whole, on two threads: each takes a quarter of a second for 50,000
    /// questions.
    ///
    /// # Errors
    /// As [`Questions::load`].
    pub fn load_with_benchmark(
        store: &Store,
        benchmark: &Benchmark,
    ) -> Result<(PreparedBenchmark, Self), StoreError> {
        let database = store.path();
        std::thread::scope(|scope| {
            let whole = scope.spawn(|| Store::open(database)?.whole_questions(benchmark));
            let prepared = PreparedBenchmark::load(store, benchmark)?;
            let whole = whole.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            let questions = Self::new(whole, &prepared)?;
            Ok((prepared, questions))
        })
    }

    fn new(whole: Vec<StoredQuestion>, prepared: &PreparedBenchmark) -> Result<Self, StoreError> {
        let mut by_row: HashMap<_, _> =
            whole.into_iter().map(|stored| (stored.id, stored)).collect();
        let question = |question: &ScoredQuestion| {
            let changed = || {
                let key = &question.sheet.key;
                StoreError::Refused(format!("question {key} was changed meanwhile; run it again"))
            };
            by_row.remove(&question.sheet.id).ok_or_else(changed)
        };
        Ok(Questions(prepared.questions().iter().map(question).collect::<Result<_, _>>()?))
    }

    /// The row of the revision of a question.
    pub fn row(&self, position: usize) -> QuestionId {
        self.0[position].id
    }

    /// A question.
    pub fn question(&self, position: usize) -> &Question {
        &self.0[position].question
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_questions::small_question as question;

    fn import(store: &mut Store, questions: &[Question]) {
        store.import::<_, StoreError>("b", None, |into| into.keep_questions(questions)).unwrap();
    }

    #[test]
    fn a_question_changed_while_the_plan_was_made_stops_the_call_instead_of_moving_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open_or_create(&folder.path().join("b.db")).unwrap();
        import(&mut store, &[question("1", "One?"), question("2", "Two?")]);
        let benchmark = store.the_benchmark(None).unwrap();
        let prepared = PreparedBenchmark::load(&store, &benchmark).unwrap();
        let questions = Questions::load(&store, &benchmark, &prepared).unwrap();
        assert_eq!(questions.question(1).stem, "Two?");

        import(&mut store, &[question("1", "Which one?"), question("2", "Two?")]);
        let refused = Questions::load(&store, &benchmark, &prepared).err().unwrap();
        assert_eq!(refused.to_string(), "question 1 was changed meanwhile; run it again");
    }
}
