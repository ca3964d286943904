//! Where the pictures of an import get to: copied into the database, or left where they are.
//!
//! A picture within a text cannot be left there. Where neither was chosen, picture files are left at first
//! and copied at the end of the import if they are small enough: their size is not known before.

use std::collections::HashSet;

use rusqlite::params;
use serde::Serialize;

use super::picture::dimensions;
use super::{PictureId, Result, Transaction, View};
use crate::query::Query;
use assay_core::benchmark::{ImageHash, PictureReference};

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
type Columns<'a> = (&'a str, Option<&'a str>, Option<i64>, Option<&'a str>, Option<u32>);

/// `None` for a path that is not UTF-8, which the database cannot hold.
fn columns(reference: &PictureReference) -> Option<Columns<'_>> {
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

impl View {
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

impl Transaction<'_> {
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
            Some((id, true)) if columns.is_none() => return self.copy_picture(id, bytes),
            Some((id, true)) => id,
            None => {
                let size = dimensions(bytes);
                self.change(
                    "INSERT INTO image (hash, width, height, bytes) VALUES (?1, ?2, ?3, ?4)",
                    params![hash.as_bytes(), size.map(|s| s.0), size.map(|s| s.1), kept],
                )?;
                PictureId::last_inserted(self)
            }
        };
        let Some((file, root, row, column, number)) = columns else { return Ok(()) };
        let sql = "INSERT OR REPLACE INTO image_reference
               (image_id, bytes, file, root, row, picture_column, number)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.change(sql, params![id, bytes.len() as i64, file, root, row, column, number])
    }

    /// Copies a picture that was left elsewhere.
    fn copy_picture(&self, id: PictureId, bytes: &[u8]) -> Result<()> {
        self.change("UPDATE image SET bytes = ?2 WHERE id = ?1", params![id, bytes])?;
        self.change("DELETE FROM image_reference WHERE image_id = ?1", [id])
    }

    /// Copies the picture files that an import left where they are, if they are together not larger than this.
    pub(super) fn copy_small_ones(&self, newest_before: PictureId, most_bytes: u64) -> Result<()> {
        let sql = "SELECT coalesce(sum(bytes), 0) FROM image_reference
            WHERE image_id > ?1 AND root IS NOT NULL";
        let total: u64 = self.one(sql, [newest_before])?;
        if total > most_bytes {
            return Ok(());
        }
        let sql = "SELECT id, hash FROM image JOIN image_reference ON image_id = id
            WHERE id > ?1 AND root IS NOT NULL ORDER BY id";
        let pictures: Vec<(PictureId, ImageHash)> = self.all(sql, [newest_before])?;
        for (id, hash) in pictures {
            self.copy_picture(id, &self.picture_bytes(hash)?)?;
        }
        Ok(())
    }
}
