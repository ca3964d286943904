//! Pictures: kept once under the hash of their bytes, read one at a time. Their bytes are in the database, or
//! are elsewhere; [`View::picture_bytes`] is the only way to them, and does not give others than were imported.
//!
//! An import copies pictures into the database, or leaves them where they are; a picture within a text cannot be
//! left there. If neither was chosen, picture files are left at first and copied at the end of the import if
//! they are small enough: their size is not known before.

use std::collections::{HashMap, HashSet};
use std::io::Cursor;

use rusqlite::types::ToSqlOutput;
use rusqlite::{MAIN_DB, ToSql, params};
use serde::Serialize;

use super::{PictureId, QuestionId, Result, StoreError, Transaction, View};
use crate::error::damaged;
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
        let found: Option<(Option<PictureReference>, Vec<u8>)> =
            self.find(sql, [hash.as_bytes()])?;
        match found {
            None => Err(unknown(hash)),
            Some((None, bytes)) => Ok(bytes),
            Some((Some(reference), _)) => self
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
        self.find(sql, [hash.as_bytes()])?.map_or(Ok(()), |reference| {
            look_for(&reference)
                .map_err(|problem| StoreError::BrokenReference { reference, problem })
        })
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
        let first = |&id: &QuestionId| {
            Ok(self.question_pictures(id)?.first().map(|picture| (id, picture.hash)))
        };
        questions.iter().map(first).filter_map(Result::transpose).collect()
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

    /// How many of these pictures are elsewhere.
    pub(super) fn referenced_share(
        &self,
        pictures: &HashSet<ImageHash>,
    ) -> Result<ReferencedShare> {
        let sql = "SELECT image_reference.bytes FROM image_reference JOIN image ON id = image_id
            WHERE hash = ?1";
        let mut share = ReferencedShare::default();
        for hash in pictures {
            let size: Option<u64> = self.find(sql, [hash.as_bytes()])?;
            share.pictures += usize::from(size.is_some());
            share.bytes += size.unwrap_or(0);
        }
        Ok(share)
    }
}

fn unknown(hash: ImageHash) -> StoreError {
    StoreError::Unknown { what: format!("no picture {hash}") }
}

records! { PictureFacts { hash, size, bytes } }

/// A reference from the columns `file`, `root`, `row`, `picture_column`, `number`.
impl FromRow for PictureReference {
    const COLUMNS: usize = 5;

    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self> {
        let (file, root): (String, Option<String>) = row.take()?;
        let (row, column, number): (Option<u64>, Option<String>, Option<u32>) = row.take()?;
        match (root, row, column, number) {
            (Some(root), ..) => Ok(PictureReference::File { root: root.into(), path: file.into() }),
            (None, Some(row), Some(column), Some(number)) => {
                Ok(PictureReference::ParquetRow { file: file.into(), row, column, number })
            }
            _ => Err(damaged(format!("the reference to a picture in {file}"))),
        }
    }
}

/// Width and height from the picture's header; `None` for bytes that are not a picture.
fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
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

    /// Keeps a picture once. What is copied already stays so; what was left elsewhere is copied, or from now on
    /// looked for where it was found now.
    pub(super) fn keep_picture(
        &self,
        hash: ImageHash,
        bytes: &[u8],
        reference: Option<&PictureReference>,
    ) -> Result<()> {
        let columns = reference.and_then(columns);
        let kept: &[u8] = if columns.is_some() { &[] } else { bytes };
        let sql = "SELECT id, EXISTS (SELECT 1 FROM image_reference WHERE image_id = id)
            FROM image WHERE hash = ?1";
        let known: Option<(PictureId, bool)> = self.find(sql, [hash.as_bytes()])?;
        let id = match known {
            Some((_, false)) => return Ok(()),
            Some((_, true)) if columns.is_none() => return self.copy_picture(hash, bytes),
            Some((id, true)) => id,
            None => {
                let size = dimensions(bytes);
                let sql = "INSERT INTO image (hash, width, height, bytes) VALUES (?1, ?2, ?3, ?4)";
                let (width, height) = (size.map(|s| s.0), size.map(|s| s.1));
                self.change(sql, params![hash.as_bytes(), width, height, KeptBytes(kept)])?;
                let id = PictureId::last_inserted(self);
                self.write_large(hash, kept)?;
                id
            }
        };
        let Some((file, root, row, column, number)) = columns else { return Ok(()) };
        let sql = "INSERT OR REPLACE INTO image_reference
               (image_id, bytes, file, root, row, picture_column, number)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.change(sql, params![id, bytes.len() as i64, file, root, row, column, number])
    }

    /// Copies a picture that was left elsewhere.
    fn copy_picture(&self, hash: ImageHash, bytes: &[u8]) -> Result<()> {
        let sql = "UPDATE image SET bytes = ?2 WHERE hash = ?1";
        self.change(sql, params![hash.as_bytes(), KeptBytes(bytes)])?;
        self.write_large(hash, bytes)?;
        let sql = "DELETE FROM image_reference
            WHERE image_id = (SELECT id FROM image WHERE hash = ?1)";
        self.change(sql, [hash.as_bytes()])
    }

    /// Writes the bytes of a large picture in their place.
    fn write_large(&self, hash: ImageHash, bytes: &[u8]) -> Result<()> {
        if bytes.len() <= LARGE {
            return Ok(());
        }
        let id: i64 = self.one("SELECT id FROM image WHERE hash = ?1", [hash.as_bytes()])?;
        let mut place = self.connection().blob_open(MAIN_DB, c"image", c"bytes", id, false)?;
        Ok(place.write_at(bytes, 0)?)
    }

    /// Copies the picture files that an import left where they are, if they are together not larger than this.
    pub(super) fn copy_small_ones(&self, newest_before: PictureId, most_bytes: u64) -> Result<()> {
        let sql = "SELECT coalesce(sum(bytes), 0) FROM image_reference
            WHERE image_id > ?1 AND root IS NOT NULL";
        let total: u64 = self.one(sql, [newest_before])?;
        if total > most_bytes {
            return Ok(());
        }
        let sql = "SELECT hash FROM image JOIN image_reference ON image_id = id
            WHERE id > ?1 AND root IS NOT NULL ORDER BY id";
        let pictures: Vec<ImageHash> = self.all(sql, [newest_before])?;
        for hash in pictures {
            self.copy_picture(hash, &self.picture_bytes(hash)?)?;
        }
        Ok(())
    }
}

/// Pictures of more bytes are written into their place: as a value they would be in memory three times.
const LARGE: usize = 4 << 20;

/// A picture as a value; of a large one the place.
struct KeptBytes<'b>(&'b [u8]);

impl ToSql for KeptBytes<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self.0.len() {
            length if length > LARGE => Ok(ToSqlOutput::ZeroBlob(length as u64)),
            _ => self.0.to_sql(),
        }
    }
}

/// What happens to the pictures of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PicturePlacement {
    /// All are copied into the database.
    #[default]
    Copy,
    /// Those that can be found again are left where they are.
    Reference,
    /// Picture files are left where they are if they are together larger than this, in bytes; all others
    /// are copied.
    BySize(u64),
}

/// How many of the pictures of an import were left where they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReferencedShare {
    /// How many.
    pub pictures: usize,
    /// Their size in bytes.
    pub bytes: u64,
}

/// The columns `file`, `root`, `row`, `picture_column` and `number` of a reference.
type ReferenceColumns<'a> = (&'a str, Option<&'a str>, Option<i64>, Option<&'a str>, Option<u32>);

/// `None` for a path that is not UTF-8, which the database cannot hold.
fn columns(reference: &PictureReference) -> Option<ReferenceColumns<'_>> {
    Some(match reference {
        PictureReference::File { root, path } => {
            (path.to_str()?, Some(root.to_str()?), None, None, None)
        }
        PictureReference::ParquetRow { file, row, column, number } => {
            let row = i64::try_from(*row).ok()?;
            (file.to_str()?, None, Some(row), Some(column), Some(*number))
        }
    })
}
