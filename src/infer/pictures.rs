//! Pictures for all workers of a call, over a few connections.
//!
//! Each connection has a page cache of its own: with one for each of hundreds of workers they took 90 MB.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::benchmark::ImageHash;
use crate::store::{PictureReader, StoreError};

/// How many pictures are read at once. Reading one takes a hundredth of the time that a request does.
const CONNECTIONS: usize = 4;

/// Reads pictures for many threads.
#[derive(Debug)]
pub(super) struct SharedPictures {
    database: PathBuf,
    /// Opened when they are needed first.
    readers: [Mutex<Option<PictureReader>>; CONNECTIONS],
    next: AtomicUsize,
}

impl SharedPictures {
    /// The pictures of a database.
    pub fn new(database: PathBuf) -> Self {
        SharedPictures { database, readers: Default::default(), next: AtomicUsize::new(0) }
    }

    /// The bytes of a picture as they are stored.
    pub fn bytes(&self, hash: ImageHash) -> Result<Vec<u8>, StoreError> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % CONNECTIONS;
        let mut reader = self.readers[turn].lock().unwrap_or_else(PoisonError::into_inner);
        let reader = match &mut *reader {
            Some(reader) => reader,
            none => none.insert(PictureReader::open(&self.database)?),
        };
        reader.bytes(hash)
    }
}
