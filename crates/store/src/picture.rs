//! Pictures: kept once under the hash of their bytes, read one at a time. Their bytes are in the database, or
//! are elsewhere; [`View::picture_bytes`] is the only way to them, and does not give others than were imported. Which way
//! is taken at an import is in [`super::picture_placement`].

use std::collections::HashMap;
use std::io::Cursor;

use super::{PictureId, QuestionId, Result, StoreError, Transaction, View};
use crate::query::{Columns, FromRow, Query, records};
use assay_core::benchmark::{ImageHash, PictureReference, QuestionPicture};
use assay_formats::referenced_picture::look_for;

/// What is known of a picture without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureFacts {
    /// The hash of its bytes.
    pub hash: ImageHash,
    /// Width and height as in its header; `None` if it has none.
    pub size: Option<(u32, u32)>,
    /// The length of its file.
    pub bytes: u64,
}

impl View {
    /// What is known of these pictures, in their order. No picture is read.
    ///
    /// # Errors
    /// Where one is not there.
    pub fn picture_facts(&self, pictures: &[ImageHash]) -> Result<Vec<PictureFacts>> {
        let sql = "SELECT hash, width, height, coalesce(image_reference.bytes, length(image.bytes))
            FROM image LEFT JOIN image_reference ON image_id = image.id WHERE hash = ?1";
        let facts =
            |&hash: &ImageHash| self.find(sql, [hash.as_bytes()])?.ok_or_else(|| unknown(hash));
        pictures.iter().map(facts).collect()
    }

    /// The bytes of a picture as they were in the source file.
    ///
    /// # Errors
    /// `BrokenReference` where they are elsewhere and are not there any more.
    pub fn picture_bytes(&self, hash: ImageHash) -> Result<Vec<u8>> {
        let sql = "SELECT file, root, row, picture_column, number, image.bytes
            FROM image LEFT JOIN image_reference ON image_id = image.id WHERE hash = ?1";
        let found: Option<(StoredReference, Vec<u8>)> = self.find(sql, [hash.as_bytes()])?;
        match found {
            None => Err(unknown(hash)),
            Some((StoredReference(None), bytes)) => Ok(bytes),
            Some((StoredReference(Some(reference)), _)) => self
                .references
                .borrow_mut()
                .read(&reference, hash)
                .map_err(|problem| StoreError::BrokenReference { reference, problem }),
        }
    }

    /// Whether a picture is where it is kept, without reading it: the file of one that is elsewhere is
    /// there, whatever is in it.
    ///
    /// # Errors
    /// `BrokenReference` where it is not.
    pub fn look_for_picture(&self, hash: ImageHash) -> Result<()> {
        let sql = "SELECT file, root, row, picture_column, number
            FROM image JOIN image_reference ON image_id = image.id WHERE hash = ?1";
        let found: Option<StoredReference> = self.find(sql, [hash.as_bytes()])?;
        let Some(reference) = found.and_then(|found| found.0) else { return Ok(()) };
        look_for(&reference).map_err(|problem| StoreError::BrokenReference { reference, problem })
    }

    /// How many pictures are elsewhere: the database has no copy of them.
    pub fn referenced_pictures(&self) -> Result<usize> {
        self.one("SELECT count(*) FROM image_reference", [])
    }

    /// Width and height of a picture as in its header; `None` if it has none.
    pub fn picture_size(&self, hash: ImageHash) -> Result<Option<(u32, u32)>> {
        let sql = "SELECT width, height FROM image WHERE hash = ?1";
        Ok(self.find::<Option<_>>(sql, [hash.as_bytes()])?.flatten())
    }

    /// The first picture of each of these questions that has one. No picture is read.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn first_pictures(
        &self,
        questions: &[QuestionId],
    ) -> Result<HashMap<QuestionId, ImageHash>> {
        let mut first = HashMap::new();
        for &id in questions {
            let hash = self.question_pictures(id)?.first().map(|picture| picture.hash);
            first.extend(hash.map(|hash| (id, hash)));
        }
        Ok(first)
    }

    /// How many pictures a question has that are none of its choices.
    pub fn count_pictures_of_stem(&self, question: QuestionId) -> Result<usize> {
        let sql = "SELECT count(*) FROM question_image
            WHERE question_id = ?1 AND role NOT LIKE 'choice %'";
        self.one(sql, [question])
    }

    /// The pictures of a question in order.
    pub(super) fn question_pictures(&self, id: QuestionId) -> Result<Vec<QuestionPicture>> {
        let sql = "SELECT image.hash, question_image.role
            FROM question_image JOIN image ON image.id = question_image.image_id
            WHERE question_image.question_id = ?1 ORDER BY question_image.position";
        self.all(sql, [id])
    }

    pub(super) fn newest_picture(&self) -> Result<PictureId> {
        self.one("SELECT coalesce(max(id), 0) FROM image", [])
    }
}

fn unknown(hash: ImageHash) -> StoreError {
    StoreError::Unknown { what: format!("no picture {hash}") }
}

records! { PictureFacts { hash, size, bytes } }

/// A reference from the columns `file`, `root`, `row`, `picture_column`, `number`; `None` where they are null.
struct StoredReference(Option<PictureReference>);

impl FromRow for StoredReference {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self> {
        let (file, root): (Option<String>, Option<String>) = row.take()?;
        let (row, column, number): (Option<u64>, Option<String>, Option<u32>) = row.take()?;
        let reference = |file: String| match root {
            Some(root) => Some(PictureReference::File { root: root.into(), path: file.into() }),
            None => {
                let (row, column, number) = (row?, column?, number?);
                Some(PictureReference::ParquetRow { file: file.into(), row, column, number })
            }
        };
        Ok(StoredReference(file.and_then(reference)))
    }
}

/// Width and height from the picture's header; `None` for bytes that are not a picture.
pub(super) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let reader = image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    reader.into_dimensions().ok()
}

impl Transaction<'_> {
    /// Pictures are streamed in before it is known whether their question is kept.
    pub(super) fn drop_unused_since(&self, newest_before: PictureId) -> Result<()> {
        let sql = "DELETE FROM image WHERE id > ?1
            AND NOT EXISTS (SELECT 1 FROM question_image WHERE image_id = image.id)";
        self.change(sql, [newest_before])
    }
}
