//! Questions with their reference answers: whole, for checking them and for writing them to files, and as
//! scoring needs them: choices, reference answer and recorded passes, no pictures.
//!
//! Nothing of this may reach an annotator's screen before the blind answer.

use std::collections::HashMap;

use crate::query::{FromRow, Groups, Query, records};
use crate::{Benchmark, QuestionId, Result, View};
use assay_core::benchmark::{
    Choice, ChoiceOrder, Label, Question, QuestionKey, ShortAnswer, SourcePass,
};

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
    coalesce(extra, '{}'), short_form, coalesce(short_answers, '[]')";

records! {
    StoredQuestion { id, question }
    Question {
        key, stem, hint, answer, category, l2_category, split, source, comment, extra, short;
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

    /// The revisions of a benchmark's questions that were the newest at the end of a day or a moment, written as
    /// the database writes moments; without one, the first revision of each.
    pub fn question_revisions(
        &self,
        benchmark: &Benchmark,
        until: Option<&str>,
    ) -> Result<Vec<QuestionId>> {
        let sql = "SELECT id FROM question AS one WHERE benchmark_id = ?1 AND revision =
            (SELECT CASE WHEN ?2 IS NULL THEN min(revision) ELSE max(revision) END FROM question
             WHERE benchmark_id = ?1 AND key = one.key AND (?2 IS NULL OR created < ?2 || '~'))
            ORDER BY position, id";
        self.all(sql, (benchmark.id, until))
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

    /// The current questions of a benchmark in the order of the file.
    pub fn question_sheets(&self, benchmark: &Benchmark) -> Result<Vec<QuestionSheet>> {
        let sql = "SELECT id, key, answer, category, l2_category, split, short_form,
               coalesce(short_answers, '[]') FROM question
            WHERE benchmark_id = ?1 AND is_current = 1 ORDER BY position";
        let mut sheets: Vec<QuestionSheet> = self.all(sql, [benchmark.id])?;
        let QuestionParts { mut choices, mut passes } = self.question_parts(benchmark)?;
        for sheet in &mut sheets {
            sheet.choices = choices.remove(&sheet.id).unwrap_or_default();
            sheet.passes = passes.remove(&sheet.id).unwrap_or_default();
        }
        Ok(sheets)
    }

    /// One revision of a question, current or not.
    pub fn question_sheet(&self, id: QuestionId) -> Result<QuestionSheet> {
        Ok(QuestionSheet::new(id, &self.whole_question(id)?))
    }

    /// The choices of every revision of a benchmark's questions, by the row of the revision.
    pub fn choices_of_revisions(
        &self,
        benchmark: &Benchmark,
    ) -> Result<HashMap<QuestionId, Vec<Choice>>> {
        let sql = "SELECT question_id, label, text FROM question
            JOIN choice ON choice.question_id = question.id
            WHERE benchmark_id = ?1";
        self.in_order(sql, benchmark, |choice: &Choice| choice.label)
    }

    fn all_source_passes(
        &self,
        benchmark: &Benchmark,
    ) -> Result<HashMap<QuestionId, Vec<SourcePass>>> {
        let sql = "SELECT question_id, pass, source_index, choice_order FROM question
            JOIN question_pass ON question_pass.question_id = question.id
            WHERE benchmark_id = ?1";
        self.in_order(sql, benchmark, |pass: &SourcePass| pass.pass)
    }

    /// Rows by the question's revision, put in order: a few each are ordered faster here than all together by
    /// the database.
    fn in_order<T: FromRow, K: Ord>(
        &self,
        sql: &str,
        benchmark: &Benchmark,
        key: impl Fn(&T) -> K,
    ) -> Result<HashMap<QuestionId, Vec<T>>> {
        let Groups(mut groups) = self.all(sql, [benchmark.id])?;
        for rows in groups.values_mut() {
            rows.sort_unstable_by_key(&key);
        }
        Ok(groups)
    }

    /// Earlier revisions that look to a model like the current one, with the current one: stem, hint,
    /// choices and pictures are the same. A corrected reference answer does not make what models
    /// wrote worthless.
    pub fn revisions_alike(
        &self,
        benchmark: &Benchmark,
    ) -> Result<HashMap<QuestionId, QuestionId>> {
        let sql = "SELECT old.id, new.id FROM question old
            JOIN question new ON new.benchmark_id = old.benchmark_id AND new.key = old.key
               AND new.is_current = 1
            WHERE old.benchmark_id = ?1 AND old.is_current = 0
               AND old.stem = new.stem AND old.hint IS new.hint
               AND (SELECT json_group_array(json_array(label, text) ORDER BY label)
                       FROM choice WHERE question_id = old.id)
                   = (SELECT json_group_array(json_array(label, text) ORDER BY label)
                       FROM choice WHERE question_id = new.id)
               AND (SELECT json_group_array(json_array(position, role, image_id) ORDER BY position)
                       FROM question_image WHERE question_id = old.id)
                   = (SELECT json_group_array(json_array(position, role, image_id) ORDER BY position)
                       FROM question_image WHERE question_id = new.id)";
        self.all(sql, [benchmark.id])
    }
}

/// The current revision of a question with all that scoring asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionSheet {
    /// The row of this revision.
    pub id: QuestionId,
    /// The question's name.
    pub key: QuestionKey,
    /// The reference answer; absent in test splits.
    pub answer: Option<Label>,
    /// What short answers are compared with.
    pub short: Option<ShortAnswer>,
    /// The choices in order of their labels.
    pub choices: Vec<Choice>,
    /// The leaf ability.
    pub category: Option<String>,
    /// The L-2 ability.
    pub l2_category: Option<String>,
    /// The split.
    pub split: Option<String>,
    /// The rows of the source file, first pass first.
    pub passes: Vec<SourcePass>,
}

records! { QuestionSheet { id, key, answer, category, l2_category, split, short; choices, passes } }

impl QuestionSheet {
    /// What scoring asks for of a question.
    pub fn new(id: QuestionId, question: &Question) -> Self {
        QuestionSheet {
            id,
            key: question.key.clone(),
            answer: question.answer,
            short: question.short.clone(),
            choices: question.choices.clone(),
            category: question.category.clone(),
            l2_category: question.l2_category.clone(),
            split: question.split.clone(),
            passes: question.passes.clone(),
        }
    }
}

/// The choices of questions, which are named by their rows.
#[derive(Clone, Debug, Default)]
pub struct ChoiceTexts(pub HashMap<QuestionId, Vec<Choice>>);

impl ChoiceTexts {
    /// A question's choices with the labels that they had in an order.
    pub fn shown<'c>(
        &'c self,
        question_id: QuestionId,
        order: &'c ChoiceOrder,
    ) -> impl Iterator<Item = (Label, &'c str)> {
        order.texts(self.0.get(&question_id).map_or(&[], Vec::as_slice))
    }
}
