//! Pictures: kept once under the hash of their bytes, read one at a time.

use std::collections::HashMap;
use std::io::Cursor;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::error::damaged;
use super::open::open_reader;
use super::{PictureId, QuestionId, Store, StoreError};
use crate::benchmark::{ImageHash, QuestionPicture};

/// A read-only connection for pictures alone, for a worker thread beside the screens.
#[derive(Debug)]
pub struct PictureReader {
    connection: Connection,
}

impl PictureReader {
    /// Opens the database for reading pictures.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(PictureReader { connection: open_reader(path)? })
    }

    /// The bytes of a picture as they lay in the source file.
    pub fn bytes(&self, hash: ImageHash) -> Result<Vec<u8>, StoreError> {
        bytes(&self.connection, hash)
    }
}

/// What is known of a picture without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureFacts {
    /// The hash of its bytes.
    pub hash: ImageHash,
    /// Width and height as in its header; nothing where it has none.
    pub size: Option<(u32, u32)>,
    /// The length of its file.
    pub bytes: u64,
}

impl Store {
    /// What is known of these pictures, in their order. No picture is read.
    ///
    /// # Errors
    /// Where one is not there.
    pub fn picture_facts(&self, pictures: &[ImageHash]) -> Result<Vec<PictureFacts>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT width, height, length(bytes) FROM image WHERE hash = ?1")?;
        let facts = |&hash: &ImageHash| {
            let (width, height, bytes): (Option<u32>, Option<u32>, i64) = statement
                .query_row([hash.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?
                .ok_or_else(|| StoreError::Unknown { what: format!("no picture {hash}") })?;
            Ok(PictureFacts { hash, size: width.zip(height), bytes: bytes.unsigned_abs() })
        };
        pictures.iter().map(facts).collect()
    }

    /// The bytes of a picture as they lay in the source file.
    pub fn picture_bytes(&self, hash: ImageHash) -> Result<Vec<u8>, StoreError> {
        bytes(&self.connection, hash)
    }

    /// Width and height of a picture as in its header; nothing where it has none.
    pub fn picture_size(&self, hash: ImageHash) -> Result<Option<(u32, u32)>, StoreError> {
        let size: Option<(Option<u32>, Option<u32>)> = self
            .connection
            .prepare_cached("SELECT width, height FROM image WHERE hash = ?1")?
            .query_row([hash.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(size.and_then(|(width, height)| width.zip(height)))
    }

    /// The first picture of each of these questions that has one. No picture is read.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn first_pictures(
        &self,
        questions: &[QuestionId],
    ) -> Result<HashMap<QuestionId, ImageHash>, StoreError> {
        let mut first = HashMap::new();
        for &id in questions {
            let hash = self.question_pictures(id)?.first().map(|picture| picture.hash);
            first.extend(hash.map(|hash| (id, hash)));
        }
        Ok(first)
    }

    /// The pictures of a question in order.
    pub(super) fn question_pictures(
        &self,
        id: QuestionId,
    ) -> Result<Vec<QuestionPicture>, StoreError> {
        question_pictures(&self.connection, id)
    }
}

/// The pictures of a question in order.
pub(super) fn question_pictures(
    connection: &Connection,
    id: QuestionId,
) -> Result<Vec<QuestionPicture>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT image.hash, question_image.role
         FROM question_image JOIN image ON image.id = question_image.image_id
         WHERE question_image.question_id = ?1 ORDER BY question_image.position",
    )?;
    let mut rows = statement.query([id])?;
    let mut pictures = Vec::new();
    while let Some(row) = rows.next()? {
        pictures.push(read_picture(row, 0)?);
    }
    Ok(pictures)
}

/// A picture's hash and role, from these two columns.
pub(super) fn read_picture(
    row: &rusqlite::Row<'_>,
    column: usize,
) -> Result<QuestionPicture, StoreError> {
    let hash = row.get_ref(column)?.as_blob().map_err(damaged)?;
    let hash = ImageHash::from_bytes(hash)
        .ok_or_else(|| StoreError::Damaged("a picture hash of the wrong length".into()))?;
    let role = row.get_ref(column + 1)?.as_str().map_err(damaged)?;
    Ok(QuestionPicture { hash, role: role.parse().map_err(damaged)? })
}

fn bytes(connection: &Connection, hash: ImageHash) -> Result<Vec<u8>, StoreError> {
    connection
        .prepare_cached("SELECT bytes FROM image WHERE hash = ?1")?
        .query_row([hash.as_bytes()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| StoreError::Unknown { what: format!("no picture {hash}") })
}

pub(super) fn keep(
    transaction: &Transaction<'_>,
    hash: ImageHash,
    bytes: &[u8],
) -> Result<(), StoreError> {
    let is_known: bool = transaction
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM image WHERE hash = ?1)")?
        .query_row([hash.as_bytes()], |row| row.get(0))?;
    if is_known {
        return Ok(());
    }
    let size = dimensions(bytes);
    transaction
        .prepare_cached("INSERT INTO image (hash, width, height, bytes) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![hash.as_bytes(), size.map(|s| s.0), size.map(|s| s.1), bytes])?;
    Ok(())
}

/// Width and height from the picture's header; nothing for bytes that are no picture.
fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let reader = image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    reader.into_dimensions().ok()
}

pub(super) fn newest(transaction: &Transaction<'_>) -> Result<PictureId, StoreError> {
    let newest =
        transaction.query_row("SELECT coalesce(max(id), 0) FROM image", [], |row| row.get(0))?;
    Ok(newest)
}

/// Pictures are streamed in before it is known whether their question is kept.
pub(super) fn drop_unused_since(
    transaction: &Transaction<'_>,
    newest_before: PictureId,
) -> Result<usize, StoreError> {
    let dropped = transaction.execute(
        "DELETE FROM image WHERE id > ?1
         AND NOT EXISTS (SELECT 1 FROM question_image WHERE image_id = image.id)",
        [newest_before],
    )?;
    Ok(dropped)
}
