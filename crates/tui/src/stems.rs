//! The stems of a benchmark's questions, for lists: read when a list is opened, since no queue needs them.

use std::collections::HashMap;

use super::marked_texts::readable_stem;
use super::session::Session;
use assay_core::benchmark::picture_marks::pictures_marked;
use assay_store::{QuestionEntry, QuestionId};

/// Stems by question, with readable marks of pictures.
#[derive(Debug, Default)]
pub struct Stems(HashMap<QuestionId, String>);

impl Stems {
    /// The stems of the open benchmark; empty if they cannot be read.
    pub fn load(session: &Session) -> Self {
        let benchmark = session.review().benchmark();
        let mut stems = session.store.question_stems(benchmark).unwrap_or_default();
        for (&id, stem) in &mut stems {
            // Few have marks, so that the pictures of few are loaded.
            if pictures_marked(stem) > 0 {
                let pictures = session.store.count_pictures_of_stem(id).unwrap_or_default();
                *stem = readable_stem(stem, pictures).into_owned();
            }
        }
        Stems(stems)
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
