//! Bundles: one person's questions in a file of their own, to be reviewed apart and merged later.
//!
//! A bundle is a database like any other. It has the person's questions and pictures, and the rows
//! that the person made on them; no reference answer, no remark of the makers, nobody else's rows, no
//! flags and no predictions. Its questions keep the hash of their whole content, by which the rows
//! find their way back. Pictures that lie elsewhere are copied: their files stay behind.

use std::cell::RefCell;
use std::path::Path;

use rusqlite::{Transaction, params};

use super::{Annotator, Benchmark, PictureId, QuestionId, Store, StoreError, picture};
use crate::benchmark::ImageHash;

/// The setting that says for whom a bundle was made.
pub const BUNDLE_SETTING: &str = "bundle-for";

/// What the bundle takes of each table, in the order in which rows refer to each other.
const COPIES: [&str; 12] = [
    "INSERT INTO bundle.benchmark SELECT * FROM main.benchmark WHERE id = ?1",
    "INSERT INTO bundle.setting SELECT * FROM main.setting
     WHERE key = (SELECT 'taxonomy/' || name FROM main.benchmark WHERE id = ?1)",
    "INSERT INTO bundle.question (id, benchmark_id, key, revision, is_current, position,
        content_hash, stem, hint, category, l2_category, split, source, created)
     SELECT id, benchmark_id, key, revision, is_current, position,
        content_hash, stem, hint, category, l2_category, split, source, created
     FROM main.question WHERE id IN (SELECT id FROM temp.packed) AND benchmark_id = ?1",
    "INSERT INTO bundle.choice SELECT * FROM main.choice
     WHERE question_id IN (SELECT id FROM temp.packed)",
    "INSERT INTO bundle.question_pass SELECT * FROM main.question_pass
     WHERE question_id IN (SELECT id FROM temp.packed)",
    "INSERT INTO bundle.image SELECT * FROM main.image WHERE id IN (
        SELECT image_id FROM main.question_image WHERE question_id IN (SELECT id FROM temp.packed))",
    "INSERT INTO bundle.question_image SELECT * FROM main.question_image
     WHERE question_id IN (SELECT id FROM temp.packed)",
    "INSERT INTO bundle.annotator SELECT * FROM main.annotator WHERE id = ?2",
    // A bundle hides the same pictures until the same guesses.
    "INSERT INTO bundle.assignment SELECT * FROM main.assignment
     WHERE benchmark_id = ?1 AND queue = ?3 AND is_current = 1 AND gate_share IS NOT NULL",
    "INSERT INTO bundle.gate_passed SELECT * FROM main.gate_passed
     WHERE annotator_id = ?2 AND question_id IN (SELECT id FROM temp.packed)",
    "INSERT OR IGNORE INTO bundle.guideline SELECT * FROM main.guideline",
    "INSERT INTO bundle.decision SELECT * FROM main.decision
     WHERE annotator_id = ?2 AND queue = ?3 AND question_id IN (SELECT id FROM temp.packed)
     ORDER BY seq",
];

impl Store {
    /// Writes a bundle with these questions of a queue for an annotator.
    ///
    /// # Errors
    /// `Refused` where there is such a file.
    pub fn pack(
        &mut self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
        questions: &[QuestionId],
        path: &Path,
    ) -> Result<(), StoreError> {
        if path.exists() {
            let why = format!("{}: there is a file already; name another one", path.display());
            return Err(StoreError::Refused(why));
        }
        let mut bundle = Store::open_or_create(path)?;
        bundle.set_setting(BUNDLE_SETTING, &annotator.name)?;
        bundle.set_review_guideline(&self.review_guideline()?, None)?;
        drop(bundle);
        let filled = self.fill(annotator, benchmark, queue, questions, path);
        if filled.is_err() {
            super::remove_database(path);
        }
        filled
    }

    fn fill(
        &mut self,
        annotator: &Annotator,
        benchmark: &Benchmark,
        queue: &str,
        questions: &[QuestionId],
        path: &Path,
    ) -> Result<(), StoreError> {
        let name = path.to_str().ok_or_else(|| {
            StoreError::Refused(format!("{}: the name is not UTF-8", path.display()))
        })?;
        self.connection.execute("ATTACH DATABASE ?1 AS bundle", [name])?;
        let copied = self.write(|transaction| {
            transaction.execute_batch(
                "CREATE TEMP TABLE IF NOT EXISTS packed (id INTEGER PRIMARY KEY);
                 DELETE FROM temp.packed;",
            )?;
            let mut insert =
                transaction.prepare("INSERT OR IGNORE INTO temp.packed (id) VALUES (?1)")?;
            for id in questions {
                insert.execute([id])?;
            }
            // The revisions that the person's own rows are about.
            transaction.execute(
                "INSERT OR IGNORE INTO temp.packed (id)
                 SELECT older.id FROM main.question AS packed
                 JOIN main.question AS older ON older.benchmark_id = packed.benchmark_id
                    AND older.key = packed.key
                 WHERE packed.id IN (SELECT id FROM temp.packed) AND EXISTS (
                    SELECT 1 FROM main.decision WHERE question_id = older.id
                        AND annotator_id = ?1 AND queue = ?2)",
                params![annotator.id, queue],
            )?;
            for copy in COPIES {
                // A statement takes the parameters that it names.
                let mut statement = transaction.prepare(copy)?;
                let values: [&dyn rusqlite::ToSql; 3] = [&benchmark.id, &annotator.id, &queue];
                for (at, value) in values[..statement.parameter_count()].iter().enumerate() {
                    statement.raw_bind_parameter(at + 1, value)?;
                }
                statement.raw_execute()?;
            }
            copy_referenced(transaction)
        });
        self.connection.execute("DETACH DATABASE bundle", [])?;
        copied
    }
}

/// Gives the bundle the bytes of pictures that lie elsewhere.
fn copy_referenced(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let mut statement = transaction.prepare(
        "SELECT packed.id, packed.hash FROM bundle.image AS packed
         JOIN main.image_reference ON image_id = packed.id ORDER BY packed.id",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let pictures: Vec<(PictureId, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
    let references = RefCell::default();
    let mut copy = transaction.prepare("UPDATE bundle.image SET bytes = ?2 WHERE id = ?1")?;
    for (id, hash) in pictures {
        if let Some(hash) = ImageHash::from_bytes(&hash) {
            copy.execute(params![id, picture::bytes(transaction, &references, hash)?])?;
        }
    }
    Ok(())
}
