//! The grey values of pictures, kept after they were decoded once. A picture that is elsewhere has none:
//! its file may have changed, which only reading it shows.

use std::collections::HashMap;

use super::{Result, Store, View};
use crate::query::Query;
use assay_core::benchmark::ImageHash;

impl View {
    /// The grey values that are kept, 32×32 of a picture, row by row.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn picture_greys(&self) -> Result<HashMap<ImageHash, Vec<u8>>> {
        self.all("SELECT hash, grey FROM picture_grey JOIN image ON image.id = image_id", [])
    }
}

impl Store {
    /// Keeps the grey values of pictures whose bytes are in the database.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn keep_picture_greys(&mut self, greys: &[(ImageHash, Vec<u8>)]) -> Result<()> {
        let sql = "INSERT OR IGNORE INTO picture_grey (image_id, grey)
            SELECT id, ?2 FROM image WHERE hash = ?1
                AND NOT EXISTS (SELECT 1 FROM image_reference WHERE image_id = image.id)";
        self.write(|transaction| {
            greys
                .iter()
                .try_for_each(|(hash, grey)| transaction.change(sql, (hash.as_bytes(), grey)))
        })
    }
}
