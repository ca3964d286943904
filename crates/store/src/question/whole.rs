//! Whole questions, reference answers included: for checking them and for writing them to files.

use std::collections::HashMap;

use crate::query::{Groups, Query, records};
use crate::{Benchmark, QuestionId, Result, View};
use assay_core::benchmark::{Choice, Question, SourcePass};

/// A question with its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredQuestion {
    /// The row of this revision.
    pub id: QuestionId,
    /// The question.
    pub question: Question,
}

/// What questions have in tables of their own, by the row of the revision.
#[derive(Debug)]
pub struct QuestionParts {
    choices: HashMap<QuestionId, Vec<Choice>>,
    passes: HashMap<QuestionId, Vec<SourcePass>>,
}

impl QuestionParts {
    /// Gives questions their choices and passes.
    pub fn join(mut self, questions: &mut [StoredQuestion]) {
        for StoredQuestion { id, question } in questions {
            question.choices = self.choices.remove(id).unwrap_or_default();
            question.passes = self.passes.remove(id).unwrap_or_default();
        }
    }
}

const COLUMNS: &str = "id, key, stem, hint, answer, category, l2_category, split, source, comment,
    coalesce(extra, '{}')";

records! {
    StoredQuestion { id, question }
    Question {
        key, stem, hint, answer, category, l2_category, split, source, comment, extra;
        choices, pictures, passes
    }
}

impl View {
    /// A revision of a question with its pictures and the rows of its source file.
    pub fn whole_question(&self, id: QuestionId) -> Result<Question> {
        let sql = format!("SELECT {COLUMNS} FROM question WHERE id = ?1");
        let StoredQuestion { mut question, .. } = self.one(&sql, [id])?;
        question.choices = self.choices(id)?;
        question.pictures = self.question_pictures(id)?;
        question.passes = self.source_passes(id)?;
        Ok(question)
    }

    /// The current questions of a benchmark in the order of the file, as they are at one moment.
    pub fn whole_questions(&self, benchmark: &Benchmark) -> Result<Vec<StoredQuestion>> {
        self.at_one_moment(|| {
            let mut questions = self.questions_without_parts(benchmark)?;
            self.question_parts(benchmark)?.join(&mut questions);
            Ok(questions)
        })
    }

    /// The current questions of a benchmark without choices and passes; see
    /// [`View::question_parts`].
    pub fn questions_without_parts(&self, benchmark: &Benchmark) -> Result<Vec<StoredQuestion>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM question
            WHERE benchmark_id = ?1 AND is_current = 1 ORDER BY position, id"
        );
        let mut questions: Vec<StoredQuestion> = self.all(&sql, [benchmark.id])?;
        let sql = "SELECT question_id, image.hash, role FROM question
            JOIN question_image ON question_image.question_id = question.id
            JOIN image ON image.id = question_image.image_id
            WHERE benchmark_id = ?1 AND is_current = 1
            ORDER BY question_id, question_image.position";
        let Groups::<QuestionId, _>(mut pictures) = self.all(sql, [benchmark.id])?;
        for StoredQuestion { id, question } in &mut questions {
            question.pictures = pictures.remove(id).unwrap_or_default();
        }
        Ok(questions)
    }

    /// The choices and passes of every revision of a benchmark's questions. A revision never changes, so
    /// that these are whole for questions that were read before.
    pub fn question_parts(&self, benchmark: &Benchmark) -> Result<QuestionParts> {
        let choices = self.choices_of_revisions(benchmark)?;
        Ok(QuestionParts { choices, passes: self.all_source_passes(benchmark)? })
    }
}
