//! Writing one revision of a question.

use rusqlite::params;
use serde_json::{Value, json};

use crate::query::Query;
use crate::{BenchmarkId, QuestionId, Result, Transaction};
use assay_core::benchmark::{Extra, Question, SourcePass};

/// Where a revision belongs.
pub(super) struct NewRevision {
    pub benchmark_id: BenchmarkId,
    /// In the order of the file.
    pub position: usize,
    /// Whether it is current from now on; then no other may be.
    pub is_current: bool,
}

fn written(extra: &Extra) -> Option<String> {
    (!extra.is_empty()).then(|| Value::Object(extra.clone()).to_string())
}

impl Transaction<'_> {
    /// Adds the next revision of a question. Returns its row.
    pub(super) fn insert_question(
        &self,
        question: &Question,
        place: &NewRevision,
        hash: &str,
    ) -> Result<QuestionId> {
        let short = question.short.as_ref();
        let sql = "INSERT INTO question (benchmark_id, key, revision, is_current, position,
               content_hash, stem, hint, answer, category, l2_category, split, source,
               comment, created, extra, short_form, short_answers)
            VALUES (?1, ?2,
               (SELECT 1 + coalesce(max(revision), 0) FROM question
                WHERE benchmark_id = ?1 AND key = ?2),
               ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
               ?16, ?17)";
        self.change(
            sql,
            params![
                place.benchmark_id,
                question.key.as_str(),
                place.is_current,
                place.position as i64,
                hash,
                question.stem,
                question.hint,
                question.answer.map(|label| label.to_string()),
                question.category,
                question.l2_category,
                question.split,
                question.source,
                question.comment,
                &self.now,
                written(&question.extra),
                short.map(|short| json!(short.without_answers()).to_string()),
                short.map(|short| json!(short.answers).to_string()),
            ],
        )?;
        let id = QuestionId::last_inserted(self);
        for choice in &question.choices {
            self.change(
                "INSERT INTO choice (question_id, label, text) VALUES (?1, ?2, ?3)",
                params![id, choice.label.to_string(), choice.text],
            )?;
        }
        for (position, picture) in question.pictures.iter().enumerate() {
            let sql = "INSERT INTO question_image (question_id, position, role, image_id)
                SELECT ?1, ?2, ?3, id FROM image WHERE hash = ?4";
            let place =
                params![id, position as i64, picture.role.to_string(), picture.hash.as_bytes()];
            self.change_known(sql, place, || {
                format!("question {} names a picture that was not kept", question.key)
            })?;
        }
        self.keep_passes(id, &question.passes)?;
        Ok(id)
    }

    /// Fields that have no column of their own are not part of the question's content: a file with other ones
    /// changes them, one without any takes none away.
    pub(super) fn keep_extra(&self, id: QuestionId, extra: &Extra) -> Result<()> {
        if let Some(text) = written(extra) {
            self.change(
                "UPDATE question SET extra = ?2 WHERE id = ?1 AND extra IS NOT ?2",
                params![id, text],
            )?;
        }
        Ok(())
    }

    /// Which rows a source file has is not part of the question's content: a file with more passes adds
    /// them, one with fewer takes none away.
    pub(super) fn keep_passes(&self, id: QuestionId, passes: &[SourcePass]) -> Result<()> {
        for pass in passes {
            let sql = "INSERT INTO question_pass (question_id, pass, source_index, choice_order)
                VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (question_id, pass) DO UPDATE
                SET source_index = excluded.source_index, choice_order = excluded.choice_order
                WHERE source_index <> excluded.source_index
                   OR choice_order <> excluded.choice_order";
            self.change(sql, params![id, pass.pass.0, pass.index, pass.order.to_string()])?;
        }
        Ok(())
    }
}
