//! The stems of a benchmark's questions, for lists: read when a list is opened, since no queue needs them.

use std::collections::HashMap;

use super::session::Session;
use crate::store::{QuestionEntry, QuestionId};

/// Stems by question.
#[derive(Debug, Default)]
pub struct Stems(HashMap<QuestionId, String>);

impl Stems {
    /// The stems of the benchmark that is open; none where they cannot be read.
    pub fn load(session: &Session) -> Self {
        let benchmark = session.review().benchmark();
        Stems(session.store.question_stems(benchmark).unwrap_or_default())
    }

    /// The stem of a question.
    pub fn stem(&self, entry: &QuestionEntry) -> &str {
        self.0.get(&entry.id).map_or("", String::as_str)
    }

    /// Whether there is one for each of these questions.
    pub fn cover(&self, entries: &[QuestionEntry]) -> bool {
        entries.iter().all(|entry| self.0.contains_key(&entry.id))
    }
}
