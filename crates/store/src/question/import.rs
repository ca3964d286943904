//! Importing the questions and pictures of one file, all in one transaction.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use rusqlite::{Transaction, params};
use serde::Serialize;

use super::insert::{NewRevision, insert, keep_extra, keep_passes};
use super::revise::revision_like;
use crate::query::Query;
use crate::{
    BenchmarkId, PictureId, PicturePlacement, QuestionId, ReferencedShare, Store, StoreError,
    benchmark, checklist, picture, picture_placement,
};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{ImageHash, PictureReference, Question};

/// What an import changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportOutcome {
    /// Questions that were not there before.
    pub new: usize,
    /// Questions that got a new revision.
    pub changed: usize,
    /// Questions that read as before.
    pub unchanged: usize,
    /// Questions of the benchmark that the file does not have; they stay as they are.
    pub absent: usize,
}

/// Takes the questions and pictures of one file, all in one transaction.
pub struct Importer<'a> {
    transaction: &'a Transaction<'a>,
    benchmark_id: BenchmarkId,
    now: String,
    kept: RefCell<HashSet<ImageHash>>,
    newest_picture: PictureId,
    placement: Cell<PicturePlacement>,
}

impl Store {
    /// Imports into the benchmark of this name, which is made if it is new. Whatever `work` did is
    /// undone if it fails.
    pub fn import<T, E: From<StoreError>>(
        &mut self,
        name: &str,
        taxonomy: Option<&str>,
        work: impl FnOnce(&Importer<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.leave_log()? {
            let result = self.import_at_once(name, taxonomy, work);
            self.return_to_log()?;
            return result;
        }
        // A file can be imported again, so bulk import need not wait for the disk at each page.
        let relaxed = self.connection.pragma_update(None, "synchronous", "NORMAL");
        relaxed.map_err(StoreError::from)?;
        let result = self.import_at_once(name, taxonomy, work);
        let strict = self.connection.pragma_update(None, "synchronous", "FULL");
        strict.map_err(StoreError::from)?;
        result
    }

    fn import_at_once<T, E: From<StoreError>>(
        &mut self,
        name: &str,
        taxonomy: Option<&str>,
        work: impl FnOnce(&Importer<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let now = self.now();
        let transaction = self.begin()?;
        let benchmark_id = benchmark::find_or_make(&transaction, name, taxonomy, &now)?;
        let newest_picture = picture::newest(&transaction)?;
        let importer = Importer {
            transaction: &transaction,
            benchmark_id,
            now,
            kept: RefCell::default(),
            newest_picture,
            placement: Cell::default(),
        };
        let result = work(&importer)?;
        picture::drop_unused_since(&transaction, newest_picture)?;
        self.commit(transaction)?;
        Ok(result)
    }
}

impl Importer<'_> {
    /// Gives the benchmark a taxonomy, `own` being its TOML where it does not come with the program.
    pub fn set_taxonomy(&self, taxonomy: &Taxonomy, own: Option<&str>) -> Result<(), StoreError> {
        benchmark::set_taxonomy(self.transaction, self.benchmark_id, taxonomy, own)
    }

    /// The benchmark's taxonomy as it is stored: its own in TOML, else the name of one that comes with the
    /// program.
    pub fn taxonomy(&self) -> Result<Option<String>, StoreError> {
        benchmark::taxonomy_text(self.transaction, self.benchmark_id)
    }

    /// The benchmark's own checklist in TOML.
    pub fn checklist(&self) -> Result<Option<String>, StoreError> {
        checklist::own_text(self.transaction, self.benchmark_id)
    }

    /// Gives the benchmark a checklist of its own, in TOML that was read as one.
    pub fn set_checklist(&self, text: &str) -> Result<(), StoreError> {
        checklist::set_own_text(self.transaction, self.benchmark_id, text)
    }

    /// Says what happens to the pictures that are kept from now on; without this they are copied.
    pub fn place_pictures(&self, placement: PicturePlacement) {
        self.placement.set(placement);
    }

    /// Keeps a copy of a picture once, whatever the number of questions that show it.
    pub fn keep_picture(&self, bytes: &[u8]) -> Result<ImageHash, StoreError> {
        self.keep_picture_from(bytes, None)
    }

    /// Keeps a picture once, which can be found again at this place: a copy, or the place alone.
    pub fn keep_picture_from(
        &self,
        bytes: &[u8],
        place: Option<&PictureReference>,
    ) -> Result<ImageHash, StoreError> {
        let hash = ImageHash::compute(bytes);
        if self.kept.borrow_mut().insert(hash) {
            let place = place.filter(|place| match self.placement.get() {
                PicturePlacement::Copy => false,
                PicturePlacement::Reference => true,
                PicturePlacement::BySize(_) => matches!(place, PictureReference::File { .. }),
            });
            picture_placement::keep(self.transaction, hash, bytes, place)?;
        }
        Ok(hash)
    }

    /// Settles where the pictures of the import get to, when its questions are kept. Returns how many were
    /// left where they are.
    pub fn settle_pictures(&self) -> Result<ReferencedShare, StoreError> {
        picture::drop_unused_since(self.transaction, self.newest_picture)?;
        if let PicturePlacement::BySize(most_bytes) = self.placement.get() {
            picture_placement::copy_small_ones(self.transaction, self.newest_picture, most_bytes)?;
        }
        picture_placement::referenced_share(self.transaction, &self.kept.borrow())
    }

    /// Keeps the questions of a file in their order: new ones, new revisions of changed ones, and
    /// nothing for those that read as before.
    pub fn keep_questions(&self, questions: &[Question]) -> Result<ImportOutcome, StoreError> {
        let mut outcome = ImportOutcome::default();
        let known: i64 = self.transaction.one(
            "SELECT count(*) FROM question WHERE benchmark_id = ?1 AND is_current = 1",
            [self.benchmark_id],
        )?;
        let created = &self.now;
        for (position, question) in questions.iter().enumerate() {
            self.keep_question(question, position, created, &mut outcome)?;
        }
        outcome.absent = known as usize - outcome.changed - outcome.unchanged;
        Ok(outcome)
    }

    fn keep_question(
        &self,
        question: &Question,
        position: usize,
        created: &str,
        outcome: &mut ImportOutcome,
    ) -> Result<(), StoreError> {
        let hash = question.content_hash();
        let sql = "SELECT id, content_hash FROM question
            WHERE benchmark_id = ?1 AND key = ?2 AND is_current = 1";
        let current: Option<(QuestionId, String)> =
            self.transaction.find(sql, params![self.benchmark_id, question.key.as_str()])?;
        match current {
            Some((id, known)) if known == hash => {
                outcome.unchanged += 1;
                keep_extra(self.transaction, id, &question.extra)?;
                return keep_passes(self.transaction, id, &question.passes);
            }
            Some((id, _)) => {
                // The file may have the words from before a fix: the fix stays.
                if let Some(known) = revision_like(self.transaction, id, question)? {
                    outcome.unchanged += 1;
                    keep_extra(self.transaction, known, &question.extra)?;
                    return keep_passes(self.transaction, known, &question.passes);
                }
                self.transaction
                    .change("UPDATE question SET is_current = 0 WHERE id = ?1", [id])?;
                outcome.changed += 1;
            }
            None => outcome.new += 1,
        }
        let place = NewRevision { benchmark_id: self.benchmark_id, position, is_current: true };
        insert(self.transaction, question, &place, &hash, created)?;
        Ok(())
    }
}
