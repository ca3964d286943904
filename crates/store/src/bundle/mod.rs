//! Bundles: one person's items of a queue in a file of their own, to be decided apart and merged later.
//!
//! A bundle is a database like any other. It has the questions of the items and their pictures, the rows
//! that the person made on them, and what the queue shows before a decision: [`rows`] those that are
//! to be settled, [`texts`] what models wrote. It has no reference answer unless the queue begins with
//! it, no category that the person is still to choose, no remark of the makers, no name but the person's, no
//! flags and no name of a model. Its questions have the hash of their whole content under a secret
//! (`model_alias`), by which the rows find their way back. Pictures that are elsewhere are copied: their files
//! stay behind.

mod complete;
mod rows;
mod texts;

use std::path::Path;

use chrono::TimeDelta;
use rusqlite::params;

use super::bundle_mark::{BUNDLE_SETTING, ORDER_SETTING, QUEUE_SETTING};
use super::error::json;
use super::model_alias::question_in_bundle;
use super::{
    Annotator, Benchmark, PictureId, Places, QuestionId, Result, SeenWhenOpened, Store, StoreError,
    Transaction, refuse_if,
};
use crate::query::Query;
use assay_core::benchmark::ImageHash;
use assay_core::benchmark::queues::{QUEUE_REVIEW, has_questions_as_items, settled_by};

/// Whose bundle it is, and of what.
#[derive(Clone, Copy)]
pub struct Packing<'a> {
    /// For whom.
    pub annotator: &'a Annotator,
    /// The benchmark.
    pub benchmark: &'a Benchmark,
    /// The queue.
    pub queue: &'static str,
    /// For how long its places are held.
    pub time: TimeDelta,
    /// Takes how many of how many items are in it, and answers whether to go on.
    pub progress: &'a dyn Fn(usize, usize) -> bool,
}

/// What goes into a bundle.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// Its items by name, with the rows of their questions.
    pub items: Vec<(String, QuestionId)>,
    /// The blocks of the items, by name.
    pub blocks: Vec<(String, u32)>,
    /// What the bundle shows, which counts as seen from now on.
    pub seen: Vec<SeenWhenOpened>,
}

/// What the bundle takes of the benchmark. All copies are in the order in which rows refer to each other.
const BENCHMARK: [&str; 2] = [
    "INSERT INTO bundle.benchmark SELECT * FROM main.benchmark WHERE id = ?1",
    "INSERT INTO bundle.setting SELECT * FROM main.setting
     WHERE key IN (SELECT kind || name FROM main.benchmark,
        (SELECT 'taxonomy/' AS kind UNION ALL SELECT 'checklist/') WHERE id = ?1)",
];

/// What it takes after the questions.
const COPIES: [&str; 7] = [
    "INSERT INTO bundle.choice SELECT * FROM main.choice
     WHERE question_id IN (SELECT id FROM temp.packed)",
    "INSERT INTO bundle.image SELECT * FROM main.image WHERE id IN (
        SELECT image_id FROM main.question_image
        WHERE question_id IN (SELECT id FROM temp.packed WHERE shows_pictures))",
    "INSERT INTO bundle.question_image SELECT * FROM main.question_image
     WHERE question_id IN (SELECT id FROM temp.packed WHERE shows_pictures)",
    "INSERT INTO bundle.annotator SELECT * FROM main.annotator WHERE id = ?2",
    // A bundle hides the same pictures until the same guesses, and has the same blocks. It does not say that there
    // is gold.
    "INSERT INTO bundle.assignment (id, queue, benchmark_id, per_item, overlap_share, item_order,
        lease_seconds, disagreement_extra, is_current, created, gate_share, gate_seed, block_size)
     SELECT id, queue, benchmark_id, per_item, overlap_share, item_order,
        lease_seconds, disagreement_extra, is_current, created, gate_share, gate_seed, block_size
     FROM main.assignment
     WHERE benchmark_id = ?1 AND queue = ?3 AND is_current = 1
        AND (gate_share IS NOT NULL OR block_size IS NOT NULL)",
    "INSERT INTO bundle.gate_passed SELECT * FROM main.gate_passed
     WHERE annotator_id = ?2 AND question_id IN (SELECT id FROM temp.packed)",
    "INSERT OR IGNORE INTO bundle.guideline SELECT * FROM main.guideline",
];

/// The questions. What is verified may be the revision before a fix: here it is the current one.
const QUESTIONS: &str = "INSERT INTO bundle.question (id, benchmark_id, key, revision, is_current,
        position, content_hash, stem, hint, category, l2_category, split, source, created,
        short_form)
     SELECT question.id, benchmark_id, key, revision, is_item,
        position, content_hash, stem, hint, iif(hides_category, NULL, category),
        iif(hides_category, NULL, l2_category), split, source, question.created, short_form
     FROM main.question JOIN temp.packed ON packed.id = question.id WHERE benchmark_id = ?1";

/// The same where texts are read: nothing of a question is shown but its words.
const WORDS_OF_QUESTIONS: &str = "INSERT INTO bundle.question (id, benchmark_id, key, revision,
        is_current, position, content_hash, stem, hint, created)
     SELECT question.id, benchmark_id, key, revision,
        is_item, position, content_hash, stem, hint, question.created
     FROM main.question JOIN temp.packed ON packed.id = question.id WHERE benchmark_id = ?1";

/// What it takes besides where questions are the items.
const PASSES: &str = "INSERT INTO bundle.question_pass SELECT * FROM main.question_pass
     WHERE question_id IN (SELECT id FROM temp.packed)";

/// The person's own rows, where they name nothing that has another name in bundles.
const OWN_ROWS: &str = "INSERT INTO bundle.decision SELECT * FROM main.decision
     WHERE annotator_id = ?2 AND queue = ?3 AND question_id IN (SELECT id FROM temp.packed)
     ORDER BY seq";

/// Where a queue begins with the reference answer, as one that settles others' decisions does.
const WITH_REFERENCE: &str = "UPDATE bundle.question SET
        answer = (SELECT answer FROM main.question AS whole WHERE whole.id = question.id),
        short_answers = (SELECT short_answers FROM main.question AS whole WHERE whole.id = question.id),
        comment = (SELECT comment FROM main.question AS whole WHERE whole.id = question.id)
     WHERE id IN (SELECT id FROM temp.packed WHERE is_item)";

/// Why nothing was packed.
pub const STOPPED: &str =
    "stopped before the bundle was complete: nothing is packed, and no place is held";

impl Store {
    /// Takes the places of a bundle's items as `choose` says and writes the bundle. Places and file appear
    /// together: the places are committed once the file is complete under another name, and
    /// [`complete`] gives it its name, after a kill too. Returns how many items it has.
    ///
    /// # Errors
    /// `Refused` where there is such a file, or where `progress` answered that it is to stop.
    pub fn pack(
        &mut self,
        packing: &Packing<'_>,
        path: &Path,
        choose: impl FnOnce(&Store, &Places<'_>) -> Result<Packed>,
    ) -> Result<usize> {
        refuse_if(path.exists(), || {
            format!("{}: there is a file already; name another one", path.display())
        })?;
        self.bundle_secret()?;
        // The transaction keeps the database for itself; what the bundle copies is read beside it.
        let mut source = Store::open(&self.path)?;
        source.view.clock = self.clock.clone();
        let transaction = self.begin()?;
        let (annotator, time) = (packing.annotator, Some(packing.time));
        let places = Places { transaction: &transaction, annotator, time };
        let packed = choose(self, &places)?;
        packed.seen.iter().try_for_each(|seen| places.record_seen(seen))?;
        let part = complete::part_of(path);
        super::remove_database(&part);
        let filled = source.fill(packing, &packed, &part).and_then(|()| {
            transaction.note_bundle(path)?;
            self.commit(transaction)
        });
        if filled.is_err() {
            super::remove_database(&part);
            return filled.map(|()| 0);
        }
        drop(source);
        self.name_bundle(packing, &packed, path)?;
        Ok(packed.items.len())
    }

    fn fill(&mut self, packing: &Packing<'_>, packed: &Packed, path: &Path) -> Result<()> {
        let mut bundle = Store::open_or_create(path)?;
        bundle.set_setting(BUNDLE_SETTING, &packing.annotator.name)?;
        bundle.set_setting(QUEUE_SETTING, packing.queue)?;
        if has_questions_as_items(packing.queue) {
            let names: Vec<&str> = packed.items.iter().map(|(name, _)| name.as_str()).collect();
            bundle.set_setting(ORDER_SETTING, &json(&names)?)?;
        }
        if packing.queue == QUEUE_REVIEW {
            bundle.set_review_guideline(&self.review_guideline()?, None)?;
        }
        drop(bundle);
        self.copy_questions(packing, packed, path)?;
        let mut bundle = Store::open(path)?.with_clock(self.clock.clone());
        bundle.seal_rest()?;
        let packed_ms = self.clock.now().timestamp_millis().unsigned_abs();
        if !has_questions_as_items(packing.queue) {
            self.copy_texts(packing, packed, &mut bundle)?;
        }
        if let Some(settled) = settled_by(packing.queue) {
            self.copy_reviews(packed, settled, &mut bundle, packed_ms)?;
        }
        if names_other_rows(packing.queue) {
            self.copy_own_rows(packing, packed, &mut bundle, packed_ms)?;
        }
        drop(bundle);
        complete::sync(path)
    }

    fn copy_questions(&mut self, packing: &Packing<'_>, packed: &Packed, to: &Path) -> Result<()> {
        let Packing { annotator, benchmark, queue, progress, .. } = *packing;
        let Packed { items, blocks, .. } = packed;
        let name = to.to_str();
        let name = name.ok_or_else(|| StoreError::bad_file(to, "the name is not UTF-8"))?;
        self.change("ATTACH DATABASE ?1 AS bundle", [name])?;
        let confirms_category = self.checklists(benchmark)?.confirms_category;
        let secret = self.bundle_secret()?;
        // Not immediate: this would wait for the database, which `pack` keeps for itself.
        let transaction = Transaction::deferred(&self.view)?;
        let copied = (|| {
            let transaction = &transaction;
            transaction.connection.execute_batch(
                "CREATE TEMP TABLE IF NOT EXISTS packed (
                    id INTEGER PRIMARY KEY, is_item INTEGER NOT NULL, shows_pictures INTEGER NOT NULL,
                    hides_category INTEGER NOT NULL);
                 DELETE FROM temp.packed;",
            )?;
            for (_, id) in items {
                // The review itself hides the picture at a closed gate, and other queues of questions show
                // it, which counts as seen; where texts are read it is not there.
                let shows_pictures =
                    has_questions_as_items(queue) || !transaction.is_gated(annotator, *id)?;
                let hides_category =
                    queue == QUEUE_REVIEW && transaction.asks_category(annotator, *id)?;
                let sql = "INSERT OR IGNORE INTO temp.packed VALUES (?1, 1, ?2, ?3)";
                transaction.change(sql, params![id, shows_pictures, hides_category])?;
            }
            // The revisions that the person's own rows are about.
            transaction.change(
                "INSERT OR IGNORE INTO temp.packed
                 SELECT older.id, 0, shows_pictures, hides_category FROM temp.packed
                 JOIN main.question ON question.id = packed.id
                 JOIN main.question AS older ON older.benchmark_id = question.benchmark_id
                    AND older.key = question.key
                 WHERE EXISTS (SELECT 1 FROM main.decision WHERE question_id = older.id
                        AND annotator_id = ?1 AND queue = ?2)",
                params![annotator.id, queue],
            )?;
            let has_questions = has_questions_as_items(queue);
            let questions = if has_questions { QUESTIONS } else { WORDS_OF_QUESTIONS };
            let copies = BENCHMARK.into_iter().chain([questions]).chain(COPIES);
            let copies = copies.chain(has_questions.then_some(PASSES));
            let copies = copies.chain((!names_other_rows(queue)).then_some(OWN_ROWS));
            let copies = copies.chain(settled_by(queue).map(|_| WITH_REFERENCE));
            for copy in copies {
                refuse_if(!progress(items.len(), items.len()), || STOPPED.to_owned())?;
                // A statement takes the parameters that it names.
                let mut statement = transaction.connection.prepare(copy)?;
                let values: [&dyn rusqlite::ToSql; 3] = [&benchmark.id, &annotator.id, &queue];
                let named = statement.parameter_count();
                statement.execute(&values[..named])?;
            }
            // A person who is new here is known by their first row, which the places are.
            transaction.change(
                "INSERT OR IGNORE INTO bundle.annotator (id, name, seed, created)
                 VALUES (?1, ?2, ?3, ?4)",
                params![annotator.id, annotator.name, annotator.seed.cast_signed(), self.now()],
            )?;
            transaction.hide_hashes(&secret)?;
            for (item, block) in blocks {
                let sql = "INSERT INTO bundle.assignment_block (assignment_id, item, block)
                    SELECT id, ?1, ?2 FROM bundle.assignment WHERE is_current = 1";
                transaction.change(sql, params![item, block])?;
            }
            if queue == QUEUE_REVIEW && confirms_category {
                transaction.pack_names(benchmark)?;
            }
            transaction.copy_referenced()
        })();
        let copied = copied.and_then(|()| transaction.commit());
        self.change("DETACH DATABASE bundle", [])?;
        copied
    }
}

/// Whether rows of a queue name what has another name in bundles: models, or decisions that are settled.
fn names_other_rows(queue: &str) -> bool {
    !has_questions_as_items(queue) || settled_by(queue).is_some()
}

impl Transaction<'_> {
    /// The hash of a question's whole content says its reference answer to a person who tries all choices.
    fn hide_hashes(&self, secret: &str) -> Result<()> {
        let hashes: Vec<(QuestionId, String)> =
            self.all("SELECT id, content_hash FROM bundle.question", [])?;
        for (id, hash) in hashes {
            let sql = "UPDATE bundle.question SET content_hash = ?2 WHERE id = ?1";
            self.change(sql, params![id, question_in_bundle(secret, &hash)])?;
        }
        Ok(())
    }

    /// Gives the bundle the bytes of pictures that are elsewhere.
    fn copy_referenced(&self) -> Result<()> {
        let sql = "SELECT packed.id, packed.hash FROM bundle.image AS packed
            JOIN main.image_reference ON image_id = packed.id ORDER BY packed.id";
        let pictures: Vec<(PictureId, ImageHash)> = self.all(sql, [])?;
        for (id, hash) in pictures {
            let sql = "UPDATE bundle.image SET bytes = ?2 WHERE id = ?1";
            self.change(sql, params![id, self.picture_bytes(hash)?])?;
        }
        Ok(())
    }
}
