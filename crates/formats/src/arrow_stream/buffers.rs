//! The buffers of a batch: stretches of the file, packed or not. What is packed is unpacked as a whole when one of
//! its values is read, and kept until the next batch; of the parts of columns, which are many, the last ones.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::rc::Rc;
use std::vec::IntoIter;

use crate::MAX_CELL_BYTES;
use crate::parquet_rows::{MAX_PAGE_BYTES, codec};
use crate::unpacked_limit::UnpackedLimit;

/// The most bytes of unpacked parts that are kept.
const MOST_KEPT: usize = 64 << 20;
const CUT_OFF: &str = "the file ends inside a value; was it cut off?";
const OUTSIDE: &str = "a value is outside its column";

/// How buffers are packed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Codec {
    Lz4,
    Zstd,
}

impl Codec {
    pub fn new(number: u64) -> Result<Self, String> {
        match number {
            0 => Ok(Codec::Lz4),
            1 => Ok(Codec::Zstd),
            _ => Err("its batches are packed in an unknown way".into()),
        }
    }
}

/// A stretch of the file, or what it unpacks to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Buffer {
    start: u64,
    stored: u64,
    /// The number of its bytes, unpacked.
    pub length: u64,
    codec: Option<Codec>,
    /// Whether it is one of the parts of a column.
    is_part: bool,
}

impl Buffer {
    pub fn as_part(self) -> Self {
        Buffer { is_part: true, ..self }
    }
}

/// The buffers of a batch that no column has taken yet.
pub(super) struct Batch {
    pub rows: u64,
    pub buffers: IntoIter<Buffer>,
    /// The numbers of parts of the columns that have such.
    pub parts: IntoIter<u64>,
}

/// The file.
pub(super) struct Source {
    file: File,
    pub length: u64,
    /// The size of the values of all rows: many may be the same place of the file.
    values: RefCell<UnpackedLimit>,
    unpacked: RefCell<Unpacked>,
}

/// Unpacked buffers by where they are stored.
#[derive(Default)]
struct Unpacked {
    buffers: HashMap<u64, Rc<Vec<u8>>>,
    bytes: usize,
    /// Where the parts are stored, the oldest first, and their bytes.
    parts: VecDeque<u64>,
    in_parts: usize,
}

impl Source {
    pub fn new(file: File) -> Self {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let values = RefCell::new(UnpackedLimit::new(length));
        Source { file, length, values, unpacked: RefCell::default() }
    }

    /// Bytes of the file that are no values.
    pub fn metadata(&self, start: u64, length: u64) -> Result<Vec<u8>, String> {
        if start.checked_add(length).is_none_or(|end| end > self.length) {
            return Err(CUT_OFF.into());
        }
        let mut bytes = vec![0; length as usize];
        self.file.read_exact_at(&mut bytes, start).map_err(|_| CUT_OFF)?;
        Ok(bytes)
    }

    /// Up to 8 bytes of the file as a number.
    pub fn metadata_number(&self, start: u64) -> Result<u64, String> {
        let mut number = [0; 8];
        let length = self.length.saturating_sub(start).min(8);
        number[..length as usize].copy_from_slice(&self.metadata(start, length)?);
        Ok(u64::from_le_bytes(number))
    }

    /// The buffer that is stored here; a packed one begins with its unpacked length, or -1 if it is not packed.
    pub fn buffer(&self, start: u64, stored: u64, codec: Option<Codec>) -> Result<Buffer, String> {
        let plain = Buffer { start, stored, length: stored, codec: None, is_part: false };
        if codec.is_none() || stored == 0 {
            return Ok(plain);
        }
        let stored = stored.checked_sub(8).ok_or(OUTSIDE)?;
        let plain = Buffer { start: start + 8, stored, length: stored, ..plain };
        match self.metadata_number(start)? {
            u64::MAX => Ok(plain),
            length => Ok(Buffer { length, codec, ..plain }),
        }
    }

    /// Forgets what was unpacked.
    pub fn forget(&self) {
        self.unpacked.take();
    }

    /// A number of up to 8 bytes in a buffer, by its position.
    pub fn number(&self, buffer: &Buffer, at: u64, bytes: u64) -> Result<u64, String> {
        let mut number = [0; 8];
        let part = number.get_mut(..bytes as usize).ok_or("a number has more than 8 bytes")?;
        self.fill(buffer, at.checked_mul(bytes).ok_or(OUTSIDE)?, part)?;
        Ok(u64::from_le_bytes(number))
    }

    /// Bytes of a value.
    pub fn bytes(&self, buffer: &Buffer, from: u64, length: u64) -> Result<Vec<u8>, String> {
        if length > MAX_CELL_BYTES as u64 {
            return Err("a value is longer than 100 MB".into());
        }
        if from.checked_add(length).is_none_or(|end| end > buffer.length) {
            return Err(OUTSIDE.into());
        }
        self.count(length)?;
        let mut bytes = vec![0; length as usize];
        self.fill(buffer, from, &mut bytes)?;
        Ok(bytes)
    }

    /// Counts bytes of values.
    pub fn count(&self, bytes: u64) -> Result<(), String> {
        self.values.borrow_mut().take(bytes)
    }

    fn fill(&self, buffer: &Buffer, from: u64, into: &mut [u8]) -> Result<(), String> {
        let end = from.checked_add(into.len() as u64).filter(|end| *end <= buffer.length);
        let end = end.ok_or(OUTSIDE)?;
        let Some(codec) = buffer.codec else {
            let start = buffer.start.saturating_add(from);
            return self.file.read_exact_at(into, start).map_err(|_| CUT_OFF.into());
        };
        let unpacked = self.unpacked(buffer, codec)?;
        into.copy_from_slice(unpacked.get(from as usize..end as usize).ok_or(OUTSIDE)?);
        Ok(())
    }

    fn unpacked(&self, buffer: &Buffer, codec: Codec) -> Result<Rc<Vec<u8>>, String> {
        let mut kept = self.unpacked.borrow_mut();
        if let Some(known) = kept.buffers.get(&buffer.start) {
            return Ok(known.clone());
        }
        let length = usize::try_from(buffer.length).unwrap_or(usize::MAX);
        if length.saturating_add(kept.bytes) > MAX_PAGE_BYTES {
            return Err(
                "a batch unpacks to more than 512 MB; write it with fewer rows in a batch".into()
            );
        }
        let packed = self.metadata(buffer.start, buffer.stored)?;
        let unpacked = match codec {
            Codec::Lz4 => codec::lz4_frame(&packed, length),
            Codec::Zstd => codec::zstd(&packed, length),
        };
        let unpacked =
            unpacked.map_err(|problem| format!("a column cannot be unpacked: {problem}"))?;
        let unpacked = Rc::new(unpacked);
        kept.keep(buffer, unpacked.clone());
        Ok(unpacked)
    }
}

impl Unpacked {
    fn keep(&mut self, buffer: &Buffer, unpacked: Rc<Vec<u8>>) {
        if buffer.is_part {
            self.parts.push_back(buffer.start);
            self.in_parts += unpacked.len();
        }
        self.bytes += unpacked.len();
        self.buffers.insert(buffer.start, unpacked);
        while self.in_parts > MOST_KEPT && self.parts.len() > 1 {
            let oldest = self.parts.pop_front().and_then(|start| self.buffers.remove(&start));
            let freed = oldest.map_or(0, |unpacked| unpacked.len());
            (self.bytes, self.in_parts) = (self.bytes - freed, self.in_parts - freed);
        }
    }
}
