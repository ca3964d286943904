//! Pictures: kept once under the hash of their bytes, read one at a time. Their bytes are in the database, or
//! lie elsewhere; [`bytes`] is the only way to them, and does not give others than were imported. Which way
//! is taken at an import is in [`super::picture_placement`].

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Cursor;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction};

use super::connection::open_reader;
use super::error::damaged;
use super::{PictureId, QuestionId, Store, StoreError};
use assay_core::benchmark::{ImageHash, PictureReference, QuestionPicture};
use assay_formats::referenced_picture::{ReferencedPictures, look_for};

/// A read-only connection for pictures alone, for a worker thread beside the screens.
#[derive(Debug)]
pub struct PictureReader {
    connection: Connection,
    references: RefCell<ReferencedPictures>,
}

impl PictureReader {
    /// Opens the database for reading pictures.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(PictureReader { connection: open_reader(path)?, references: RefCell::default() })
    }

    /// The bytes of a picture as they lay in the source file.
    ///
    /// # Errors
    /// `BrokenReference` where they lie elsewhere and are not there any more.
    pub fn bytes(&self, hash: ImageHash) -> Result<Vec<u8>, StoreError> {
        bytes(&self.connection, &self.references, hash)
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
        let mut statement = self.connection.prepare_cached(
            "SELECT width, height, coalesce(image_reference.bytes, length(image.bytes))
                 FROM image LEFT JOIN image_reference ON image_id = image.id WHERE hash = ?1",
        )?;
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
    ///
    /// # Errors
    /// `BrokenReference` where they lie elsewhere and are not there any more.
    pub fn picture_bytes(&self, hash: ImageHash) -> Result<Vec<u8>, StoreError> {
        bytes(&self.connection, &self.references, hash)
    }

    /// Whether a picture is where it is kept, without reading it: the file of one that lies elsewhere is
    /// there, whatever is in it.
    ///
    /// # Errors
    /// `BrokenReference` where it is not.
    pub fn look_for_picture(&self, hash: ImageHash) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT file, root, row, picture_column, number
             FROM image JOIN image_reference ON image_id = image.id WHERE hash = ?1",
        )?;
        let found = statement.query_row([hash.as_bytes()], read_reference).optional()?;
        let Some(reference) = found.flatten() else { return Ok(()) };
        look_for(&reference).map_err(|problem| StoreError::BrokenReference { reference, problem })
    }

    /// How many pictures lie elsewhere: the database has no copy of them.
    pub fn referenced_pictures(&self) -> Result<usize, StoreError> {
        let count = "SELECT count(*) FROM image_reference";
        let count: i64 = self.connection.query_row(count, [], |row| row.get(0))?;
        Ok(count.unsigned_abs() as usize)
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

    /// How many pictures a question has that are none of its choices.
    pub fn count_pictures_of_stem(&self, question: QuestionId) -> Result<usize, StoreError> {
        let count: i64 = self
            .connection
            .prepare_cached(
                "SELECT count(*) FROM question_image
                 WHERE question_id = ?1 AND role NOT LIKE 'choice %'",
            )?
            .query_row([question], |row| row.get(0))?;
        Ok(count.unsigned_abs() as usize)
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

/// The bytes of a picture, from the database or from where they lie.
pub(super) fn bytes(
    connection: &Connection,
    references: &RefCell<ReferencedPictures>,
    hash: ImageHash,
) -> Result<Vec<u8>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT file, root, row, picture_column, number, image.bytes
         FROM image LEFT JOIN image_reference ON image_id = image.id WHERE hash = ?1",
    )?;
    let found = statement
        .query_row([hash.as_bytes()], |row| match read_reference(row)? {
            Some(reference) => Ok(Err(reference)),
            None => Ok(Ok(row.get(5)?)),
        })
        .optional()?
        .ok_or_else(|| StoreError::Unknown { what: format!("no picture {hash}") })?;
    match found {
        Ok(bytes) => Ok(bytes),
        Err(reference) => references
            .borrow_mut()
            .read(&reference, hash)
            .map_err(|problem| StoreError::BrokenReference { reference, problem }),
    }
}

/// A reference from the columns `file`, `root`, `row`, `picture_column`, `number`; nothing where they are null.
fn read_reference(row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<PictureReference>> {
    let Some(file) = row.get::<_, Option<String>>(0)? else { return Ok(None) };
    Ok(Some(match row.get::<_, Option<String>>(1)? {
        Some(root) => PictureReference::File { root: root.into(), path: file.into() },
        None => PictureReference::ParquetRow {
            file: file.into(),
            row: row.get::<_, i64>(2)?.unsigned_abs(),
            column: row.get(3)?,
            number: row.get(4)?,
        },
    }))
}

/// Width and height from the picture's header; nothing for bytes that are no picture.
pub(super) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
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
