//! Pictures for all workers of a call, as they are sent: read over a few connections, and kept
//! while the passes of their question are asked.
//!
//! Each connection has its own page cache: with one for each of hundreds of workers they took 90
//! MB.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::pool::lock;
use super::question_prompt::PromptError;
use assay_core::benchmark::ImageHash;
use assay_llm::{Picture, PictureFormat};
use assay_store::{Result, Store};

/// The number of pictures that are read at once. Reading one takes a hundredth of the time of a
/// request.
const CONNECTIONS: usize = 4;

/// The number of bytes of pictures that are kept in half of the cache.
const MOST_KEPT: usize = 16 << 20;

/// Reads pictures for many threads.
#[derive(Debug, Default)]
pub(crate) struct SharedPictures {
    database: PathBuf,
    /// The formats that the server accepts.
    pub taken: Vec<PictureFormat>,
    /// Opened when first needed.
    stores: [Mutex<Option<Store>>; CONNECTIONS],
    next: AtomicUsize,
    kept: Mutex<Kept>,
}

/// The pictures that were used last, in two generations: the older one is dropped whole.
#[derive(Debug, Default)]
struct Kept {
    younger: HashMap<ImageHash, Picture>,
    older: HashMap<ImageHash, Picture>,
    /// The bytes of the younger ones.
    bytes: usize,
}

impl SharedPictures {
    /// The pictures of a database, for a server that accepts these formats.
    pub fn new(database: PathBuf, taken: Vec<PictureFormat>) -> Self {
        SharedPictures { database, taken, ..SharedPictures::default() }
    }

    /// A picture in one of these formats. It is kept if they are those that the server accepts.
    ///
    /// # Errors
    /// If it cannot be read or sent.
    pub fn picture(
        &self,
        hash: ImageHash,
        taken: &[PictureFormat],
    ) -> Result<Picture, PromptError> {
        if taken != self.taken {
            return Ok(Picture::new(&self.bytes(hash)?, taken)?);
        }
        if let Some(picture) = lock(&self.kept).get(hash) {
            return Ok(picture);
        }
        let picture = Picture::new(&self.bytes(hash)?, taken)?;
        lock(&self.kept).keep(hash, picture.clone());
        Ok(picture)
    }

    /// The bytes of a picture as they are stored.
    fn bytes(&self, hash: ImageHash) -> Result<Vec<u8>> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % CONNECTIONS;
        let mut store = lock(&self.stores[turn]);
        let store = match &mut *store {
            Some(store) => store,
            none => none.insert(Store::open_to_read(&self.database)?),
        };
        store.picture_bytes(hash)
    }
}

impl Kept {
    fn get(&mut self, hash: ImageHash) -> Option<Picture> {
        if let Some(picture) = self.younger.get(&hash) {
            return Some(picture.clone());
        }
        let picture = self.older.remove(&hash)?;
        self.keep(hash, picture.clone());
        Some(picture)
    }

    fn keep(&mut self, hash: ImageHash, picture: Picture) {
        self.bytes += picture.base64.len();
        self.younger.insert(hash, picture);
        if self.bytes > MOST_KEPT {
            self.older = std::mem::take(&mut self.younger);
            self.bytes = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::keyword::Keyword;

    #[test]
    fn pictures_that_were_used_last_are_kept_within_a_bound() {
        let picture = |size: usize| {
            let bytes = [b"GIF89a\x01\x00\x01\x00\x00\x00\x00;".to_vec(), vec![7; size]].concat();
            Picture::new(&bytes, PictureFormat::ALL).unwrap()
        };
        let hash = |number: u32| ImageHash::compute(&number.to_le_bytes());
        let mut kept = Kept::default();
        for number in 0..100 {
            kept.keep(hash(number), picture(1 << 20));
            assert!(kept.get(hash(0)).is_some(), "the first is used again and again: {number}");
        }
        assert!(kept.get(hash(99)).is_some() && kept.get(hash(50)).is_none());
        assert!(kept.younger.len() + kept.older.len() <= 30);
    }
}
