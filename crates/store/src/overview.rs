//! Counts for `assay status`.

use serde::Serialize;

use super::{Result, View};
use crate::query::{Query, records};

/// What a benchmark holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BenchmarkOverview {
    /// Its name.
    pub name: String,
    /// Current questions.
    pub questions: usize,
    /// Current questions with a reference answer.
    pub with_answer: usize,
    /// Older revisions that are kept because decisions may speak of them.
    pub older_revisions: usize,
    /// Rows of the source files, all CircularEval passes counted.
    pub rows: usize,
    /// Different pictures of the current questions.
    pub pictures: usize,
    /// Rows of decisions.
    pub decisions: usize,
}

/// What an annotator did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnnotatorOverview {
    /// The name.
    pub name: String,
    /// Rows of decisions, those taken back included.
    pub decisions: usize,
    /// When the last one was made.
    pub last: Option<String>,
}

records! {
    BenchmarkOverview {
        name, questions, with_answer, older_revisions, rows, pictures, decisions,
    }
    AnnotatorOverview { name, decisions, last }
}

impl View {
    /// Every benchmark with its counts.
    pub fn benchmark_overviews(&self) -> Result<Vec<BenchmarkOverview>> {
        let sql = "SELECT name,
               (SELECT count(*) FROM question WHERE benchmark_id = b.id AND is_current = 1),
               (SELECT count(answer) FROM question WHERE benchmark_id = b.id AND is_current = 1),
               (SELECT count(*) FROM question WHERE benchmark_id = b.id AND is_current = 0),
               (SELECT count(*) FROM question_pass JOIN question ON question.id = question_id
                   WHERE benchmark_id = b.id AND is_current = 1),
               (SELECT count(DISTINCT image_id) FROM question_image
                   JOIN question ON question.id = question_id
                   WHERE benchmark_id = b.id AND is_current = 1),
               (SELECT count(*) FROM decision WHERE benchmark_id = b.id)
            FROM benchmark b ORDER BY id";
        self.all(sql, [])
    }

    /// Every annotator with counts, by name.
    pub fn annotator_overviews(&self) -> Result<Vec<AnnotatorOverview>> {
        let sql = "SELECT name, count(decision.seq), max(decision.created) FROM annotator
            LEFT JOIN decision ON decision.annotator_id = annotator.id
            GROUP BY annotator.id ORDER BY name";
        self.all(sql, [])
    }
}
