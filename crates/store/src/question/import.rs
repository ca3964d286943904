//! Importing the questions and pictures of one file, all in one transaction.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use rusqlite::params;
use serde::Serialize;

use super::insert::NewRevision;
use crate::query::Query;
use crate::{
    Benchmark, PictureId, PicturePlacement, QuestionId, ReferencedShare, Result, Store, StoreError,
    Transaction, checklist,
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
    benchmark: Benchmark,
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
        self.relaxed(|store| store.import_at_once(name, taxonomy, work))
    }

    fn import_at_once<T, E: From<StoreError>>(
        &mut self,
        name: &str,
        taxonomy: Option<&str>,
        work: impl FnOnce(&Importer<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let transaction = self.begin()?;
        let benchmark = transaction.find_or_make_benchmark(name, taxonomy)?;
        let newest_picture = transaction.one("SELECT coalesce(max(id), 0) FROM image", [])?;
        let importer = Importer {
            transaction: &transaction,
            benchmark,
            kept: RefCell::default(),
            newest_picture,
            placement: Cell::default(),
        };
        let result = work(&importer)?;
        transaction.drop_unused_since(newest_picture)?;
        self.commit(transaction)?;
        Ok(result)
    }
}

impl Importer<'_> {
    /// The benchmark into which is imported.
    pub fn benchmark(&self) -> &Benchmark {
        &self.benchmark
    }

    pub(crate) fn transaction(&self) -> &Transaction<'_> {
        self.transaction
    }

    /// The rows of the benchmark's current questions by their keys.
    pub fn question_ids(&self) -> Result<HashMap<String, QuestionId>> {
        let sql = "SELECT key, id FROM question WHERE benchmark_id = ?1 AND is_current = 1";
        self.transaction.all(sql, [self.benchmark.id])
    }

    /// Gives the benchmark a taxonomy, `own` being its TOML where it does not come with the program.
    pub fn set_taxonomy(&self, taxonomy: &Taxonomy, own: Option<&str>) -> Result<()> {
        self.transaction.set_taxonomy(&self.benchmark, taxonomy, own)
    }

    /// The benchmark's taxonomy as it is stored: its own in TOML, else the name of one that comes with the
    /// program.
    pub fn taxonomy(&self) -> Result<Option<String>> {
        self.transaction.taxonomy_text(&self.benchmark)
    }

    /// The benchmark's own checklist in TOML.
    pub fn checklist(&self) -> Result<Option<String>> {
        self.transaction.own_checklists(&self.benchmark)
    }

    /// Gives the benchmark a checklist of its own, in TOML that was read as one.
    pub fn set_checklist(&self, text: &str) -> Result<()> {
        self.transaction.put(&checklist::key(&self.benchmark), Some(text))
    }

    /// Says what happens to the pictures that are kept from now on; without this they are copied.
    pub fn place_pictures(&self, placement: PicturePlacement) {
        self.placement.set(placement);
    }

    /// Keeps a copy of a picture once, whatever the number of questions that show it.
    pub fn keep_picture(&self, bytes: &[u8]) -> Result<ImageHash> {
        self.keep_picture_from(bytes, None)
    }

    /// Keeps a picture once, which can be found again at this place: a copy, or the place alone.
    pub fn keep_picture_from(
        &self,
        bytes: &[u8],
        place: Option<&PictureReference>,
    ) -> Result<ImageHash> {
        let hash = ImageHash::compute(bytes);
        if self.kept.borrow_mut().insert(hash) {
            let place = place.filter(|place| match self.placement.get() {
                PicturePlacement::Copy => false,
                PicturePlacement::Reference => true,
                PicturePlacement::BySize(_) => matches!(place, PictureReference::File { .. }),
            });
            self.transaction.keep_picture(hash, bytes, place)?;
        }
        Ok(hash)
    }

    /// Settles where the pictures of the import get to, when its questions are kept. Returns how many were
    /// left where they are.
    pub fn settle_pictures(&self) -> Result<ReferencedShare> {
        self.transaction.drop_unused_since(self.newest_picture)?;
        if let PicturePlacement::BySize(most_bytes) = self.placement.get() {
            self.transaction.copy_small_ones(self.newest_picture, most_bytes)?;
        }
        self.transaction.referenced_share(&self.kept.borrow())
    }

    /// Keeps the questions of a file in their order: new ones, new revisions of changed ones, and
    /// no change for those that read as before.
    pub fn keep_questions(&self, questions: &[Question]) -> Result<ImportOutcome> {
        let mut outcome = ImportOutcome::default();
        let known: i64 = self.transaction.one(
            "SELECT count(*) FROM question WHERE benchmark_id = ?1 AND is_current = 1",
            [self.benchmark.id],
        )?;
        for (position, question) in questions.iter().enumerate() {
            self.keep_question(question, position, &mut outcome)?;
        }
        outcome.absent = known as usize - outcome.changed - outcome.unchanged;
        Ok(outcome)
    }

    fn keep_question(
        &self,
        question: &Question,
        position: usize,
        outcome: &mut ImportOutcome,
    ) -> Result<()> {
        let hash = question.content_hash();
        let sql = "SELECT id, content_hash FROM question
            WHERE benchmark_id = ?1 AND key = ?2 AND is_current = 1";
        let current: Option<(QuestionId, String)> =
            self.transaction.find(sql, params![self.benchmark.id, question.key.as_str()])?;
        let reads_alike = match &current {
            Some((id, known)) if *known == hash => Some(*id),
            // The file may have the words from before a fix: the fix stays.
            Some((id, _)) => self.transaction.revision_like(*id, question)?,
            None => None,
        };
        if let Some(id) = reads_alike {
            outcome.unchanged += 1;
            self.transaction.keep_extra(id, &question.extra)?;
            return self.transaction.keep_passes(id, &question.passes);
        }
        match current {
            Some((id, _)) => {
                let sql = "UPDATE question SET is_current = 0 WHERE id = ?1";
                self.transaction.change(sql, [id])?;
                outcome.changed += 1;
            }
            None => outcome.new += 1,
        }
        let place = NewRevision { benchmark_id: self.benchmark.id, position, is_current: true };
        self.transaction.insert_question(question, &place, &hash)?;
        Ok(())
    }
}
