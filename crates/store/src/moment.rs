//! Reading the database as it is at one moment. What was decided, and what of it counts, is read once
//! in it, however many figures are made from it.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::{Benchmark, BenchmarkId, Result, View};
use assay_core::benchmark::history::History;

/// All rows of a queue, by annotator in the order in which they first decided.
pub type Histories = Arc<Vec<(String, History)>>;

/// What is read: a name for it, the benchmark, and the name of the queue, empty where it is about all of them.
type Subject = (&'static str, BenchmarkId, String);

/// What was read at the moment that is looked at; `None` while the database may change.
#[derive(Debug, Default)]
pub(super) struct Moment(RefCell<Option<HashMap<Subject, Arc<dyn Any + Send + Sync>>>>);

impl View {
    /// Runs `read` over the database as it is when this is called, whatever others write meanwhile. Inside,
    /// nothing can be written. One within another, or within a transaction, is at the moment of the outer one.
    pub fn at_one_moment<T>(&self, read: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.moment.0.borrow().is_some() || !self.connection.is_autocommit() {
            return read();
        }
        let transaction = self.connection.unchecked_transaction()?;
        // A transaction sees the database as it is at its first read.
        let read_once = "SELECT count(*) FROM sqlite_schema";
        transaction.prepare_cached(read_once)?.query_row([], |_| Ok(()))?;
        self.moment.0.replace(Some(HashMap::new()));
        let end = EndOfMoment(&self.moment);
        let found = read();
        drop(end);
        transaction.finish()?;
        found
    }

    /// What `read` gives, read only if it was not yet read at this moment. `what` names it: a name has one type.
    pub fn once_at_a_moment<T: Any + Send + Sync>(
        &self,
        what: &'static str,
        benchmark: &Benchmark,
        queue: &str,
        read: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        let subject = (what, benchmark.id, queue.to_owned());
        let known = self.moment.0.borrow().as_ref().and_then(|known| known.get(&subject).cloned());
        if let Some(Ok(known)) = known.map(Arc::downcast) {
            return Ok(known);
        }
        let found = Arc::new(read()?);
        if let Some(known) = self.moment.0.borrow_mut().as_mut() {
            known.insert(subject, Arc::clone(&found) as _);
        }
        Ok(found)
    }
}

/// Forgets what was read, also where reading panics.
struct EndOfMoment<'m>(&'m Moment);

impl Drop for EndOfMoment<'_> {
    fn drop(&mut self) {
        self.0.0.replace(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_questions::small_question;
    use crate::{Store, StoreError};
    use assay_core::benchmark::Question;
    use assay_core::benchmark::queues::QUEUE_REVIEW;

    fn store_of(questions: &[Question]) -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open_or_create(&folder.path().join("a.db")).unwrap();
        store.import::<_, StoreError>("b", None, |into| into.keep_questions(questions)).unwrap();
        (folder, store)
    }

    #[test]
    fn histories_are_read_once_at_a_moment_and_anew_after_it() {
        let (_folder, store) = store_of(&[small_question("1", "Where?")]);
        let benchmark = store.the_benchmark(None).unwrap();
        let read = || store.histories(&benchmark, QUEUE_REVIEW).unwrap();
        let (one, other) = store.at_one_moment(|| Ok((read(), read()))).unwrap();
        assert!(Arc::ptr_eq(&one, &other));
        assert!(!Arc::ptr_eq(&one, &read()));
        let later = store.at_one_moment(|| Ok(read())).unwrap();
        assert!(!Arc::ptr_eq(&one, &later));
    }

    #[test]
    fn a_moment_within_another_sees_what_the_outer_one_sees() {
        let (folder, store) = store_of(&[small_question("1", "Where?")]);
        let benchmark = store.the_benchmark(None).unwrap();
        let mut other = Store::open(&folder.path().join("a.db")).unwrap();
        let count = || store.question_entries(&benchmark).map(|entries| entries.len());
        let inside = store.at_one_moment(|| {
            let more = [small_question("1", "Where?"), small_question("2", "When?")];
            other.import::<_, StoreError>("b", None, |into| into.keep_questions(&more))?;
            store.at_one_moment(count)
        });
        assert_eq!((inside.unwrap(), count().unwrap()), (1, 2));
    }

    #[test]
    fn a_failure_ends_the_moment() {
        let (_folder, store) = store_of(&[small_question("1", "Where?")]);
        let benchmark = store.the_benchmark(None).unwrap();
        let failed = store.at_one_moment(|| Err::<(), _>(StoreError::Damaged("on purpose".into())));
        assert!(failed.is_err());
        let read = || store.histories(&benchmark, QUEUE_REVIEW).unwrap();
        assert!(!Arc::ptr_eq(&read(), &read()));
    }
}
