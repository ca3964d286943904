//! Where the pictures of an import get to: copied into the database, or left where they lie.
//!
//! A picture that lies in a text cannot be left there. Where nobody chose, picture files are left at first
//! and copied at the end of the import if they are small enough: their size is not known before.

use std::cell::RefCell;
use std::collections::HashSet;

use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;

use super::picture::{bytes, dimensions};
use super::{PictureId, StoreError};
use assay_core::benchmark::{ImageHash, PictureReference};
use assay_formats::referenced_picture::ReferencedPictures;

/// What happens to the pictures of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PicturePlacement {
    /// All are copied into the database.
    #[default]
    Copy,
    /// Those that can be found again are left where they lie.
    Reference,
    /// Picture files are left where they lie if they are together larger than this, in bytes; all others
    /// are copied.
    BySize(u64),
}

/// How many of the pictures of an import were left where they lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReferencedShare {
    /// So many.
    pub pictures: usize,
    /// Their size in bytes.
    pub bytes: u64,
}

/// Keeps a picture once. What is copied already stays so; what was left elsewhere is copied, or from now on
/// looked for where it was found now.
pub(super) fn keep(
    transaction: &Transaction<'_>,
    hash: ImageHash,
    bytes: &[u8],
    reference: Option<&PictureReference>,
) -> Result<(), StoreError> {
    let columns = reference.and_then(columns);
    let kept: &[u8] = if columns.is_some() { &[] } else { bytes };
    let known: Option<(PictureId, bool)> = transaction
        .prepare_cached(
            "SELECT id, EXISTS (SELECT 1 FROM image_reference WHERE image_id = id)
             FROM image WHERE hash = ?1",
        )?
        .query_row([hash.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let id = match known {
        Some((_, false)) => return Ok(()),
        Some((id, true)) if columns.is_none() => return copy(transaction, id, bytes),
        Some((id, true)) => id,
        None => {
            let size = dimensions(bytes);
            transaction
                .prepare_cached(
                    "INSERT INTO image (hash, width, height, bytes) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![hash.as_bytes(), size.map(|s| s.0), size.map(|s| s.1), kept])?;
            PictureId::last_inserted(transaction)
        }
    };
    let Some(Columns { file, root, row, column, number }) = columns else { return Ok(()) };
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO image_reference
                (image_id, bytes, file, root, row, picture_column, number)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![id, bytes.len() as i64, file, root, row, column, number])?;
    Ok(())
}

/// A reference as the columns of its row.
struct Columns<'a> {
    file: &'a str,
    root: Option<&'a str>,
    row: Option<i64>,
    column: Option<&'a str>,
    number: Option<u32>,
}

/// Nothing for a path that is not UTF-8, which the database cannot hold.
fn columns(reference: &PictureReference) -> Option<Columns<'_>> {
    match reference {
        PictureReference::File { root, path } => {
            let (file, root) = (path.to_str()?, Some(root.to_str()?));
            Some(Columns { file, root, row: None, column: None, number: None })
        }
        PictureReference::ParquetRow { file, row, column, number } => Some(Columns {
            file: file.to_str()?,
            root: None,
            row: Some(i64::try_from(*row).ok()?),
            column: Some(column),
            number: Some(*number),
        }),
    }
}

/// Copies a picture that was left elsewhere.
fn copy(transaction: &Transaction<'_>, id: PictureId, bytes: &[u8]) -> Result<(), StoreError> {
    transaction
        .prepare_cached("UPDATE image SET bytes = ?2 WHERE id = ?1")?
        .execute(params![id, bytes])?;
    transaction.prepare_cached("DELETE FROM image_reference WHERE image_id = ?1")?.execute([id])?;
    Ok(())
}

/// Copies the picture files that an import left where they lie, if they are together not larger than this.
pub(super) fn copy_small_ones(
    transaction: &Transaction<'_>,
    newest_before: PictureId,
    most_bytes: u64,
) -> Result<(), StoreError> {
    let total: i64 = transaction.query_row(
        "SELECT coalesce(sum(bytes), 0) FROM image_reference
         WHERE image_id > ?1 AND root IS NOT NULL",
        [newest_before],
        |row| row.get(0),
    )?;
    if total.unsigned_abs() > most_bytes {
        return Ok(());
    }
    let mut statement = transaction.prepare(
        "SELECT id, hash FROM image JOIN image_reference ON image_id = id
         WHERE id > ?1 AND root IS NOT NULL ORDER BY id",
    )?;
    let rows = statement.query_map([newest_before], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let pictures: Vec<(PictureId, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
    let references = RefCell::<ReferencedPictures>::default();
    for (id, hash) in pictures {
        if let Some(hash) = ImageHash::from_bytes(&hash) {
            copy(transaction, id, &bytes(transaction, &references, hash)?)?;
        }
    }
    Ok(())
}

/// How many of these pictures lie elsewhere.
pub(super) fn referenced_share(
    transaction: &Transaction<'_>,
    pictures: &HashSet<ImageHash>,
) -> Result<ReferencedShare, StoreError> {
    let mut statement = transaction.prepare_cached(
        "SELECT image_reference.bytes FROM image_reference JOIN image ON id = image_id
         WHERE hash = ?1",
    )?;
    let mut share = ReferencedShare::default();
    for hash in pictures {
        let size: Option<i64> =
            statement.query_row([hash.as_bytes()], |row| row.get(0)).optional()?;
        share.pictures += usize::from(size.is_some());
        share.bytes += size.unwrap_or(0).unsigned_abs();
    }
    Ok(share)
}
