//! The data of each question that requests need, by its position in the prepared benchmark.

use crate::evaluation::PreparedBenchmark;
use assay_core::benchmark::Question;
use assay_store::{Benchmark, QuestionId, Store, StoreError, StoredQuestion};

/// The questions with what a request needs, by their position.
pub(super) struct Questions(Vec<StoredQuestion>);

impl Questions {
    /// Loads a benchmark, prepared and complete, as it is at one moment. The questions and the data
    /// in their other tables are read on two threads.
    pub fn load(
        store: &Store,
        benchmark: &Benchmark,
    ) -> Result<(PreparedBenchmark, Self), StoreError> {
        let database = store.path();
        store.at_one_moment(|| {
            let questions = std::thread::scope(|scope| {
                // What is read at a later moment has the parts of all these revisions.
                let parts = scope.spawn(|| Store::open(database)?.question_parts(benchmark));
                let mut questions = store.questions_without_parts(benchmark)?;
                let parts =
                    parts.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
                parts.join(&mut questions);
                Ok::<_, StoreError>(questions)
            })?;
            let prepared = PreparedBenchmark::from_questions(store, benchmark, &questions)?;
            Ok((prepared, Questions(questions)))
        })
    }

    /// The row of the revision of a question.
    pub fn row(&self, position: usize) -> QuestionId {
        self.0[position].id
    }

    pub fn question(&self, position: usize) -> &Question {
        &self.0[position].question
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_questions::small_question as question;
    use assay_core::benchmark::{Choice, Label};

    fn import(store: &mut Store, questions: &[Question]) {
        store.import::<_, StoreError>("b", None, |into| into.keep_questions(questions)).unwrap();
    }

    #[test]
    fn a_benchmark_is_loaded_as_it_is_at_one_moment_whole_and_prepared_alike() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open_or_create(&folder.path().join("b.db")).unwrap();
        let with_choices = |stem: &str| {
            let choices =
                Label::all().take(2).map(|label| Choice { label, text: format!("{stem} {label}") });
            let choices = choices.collect();
            Question { choices, ..question("1", stem) }
        };
        import(&mut store, &[with_choices("One?"), question("2", "Two?"), question("3", "Three?")]);
        import(
            &mut store,
            &[with_choices("Which one?"), question("2", "Two?"), question("3", "Three?")],
        );
        let benchmark = store.the_benchmark(None).unwrap();
        let (prepared, questions) = Questions::load(&store, &benchmark).unwrap();
        let whole = store.whole_questions(&benchmark).unwrap();
        assert_eq!(questions.0, whole);
        assert_eq!(whole[0].question, with_choices("Which one?"));
        let sheets: Vec<_> = prepared.questions().iter().map(|one| one.sheet.clone()).collect();
        assert_eq!(sheets, store.question_sheets(&benchmark).unwrap());
    }
}
