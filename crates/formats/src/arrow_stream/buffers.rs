//! The buffers of a batch: stretches of the file, packed or not. What is packed is unpacked as a whole into a file
//! without a name when one of its values is read, until the next batch, so that memory does not grow with it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, remove_file};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::sync::atomic::{AtomicU32, Ordering};
use std::vec::IntoIter;

use lz4_flex::frame::FrameDecoder;
use ruzstd::decoding::StreamingDecoder;

use crate::MAX_CELL_BYTES;
use crate::unpacked_limit::UnpackedLimit;

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

    /// Unpacks as many bytes as there must be.
    fn unpack(self, packed: impl Read, length: u64, into: &mut File) -> io::Result<()> {
        let packed = BufReader::with_capacity(1 << 16, packed);
        let copied = match self {
            Codec::Lz4 => io::copy(&mut FrameDecoder::new(packed).take(length), into)?,
            Codec::Zstd => {
                let decoder = StreamingDecoder::new(packed);
                let decoder = decoder.map_err(|error| io::Error::other(error.to_string()))?;
                io::copy(&mut decoder.take(length), into)?
            }
        };
        match copied {
            copied if copied == length => Ok(()),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
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

/// What was unpacked of a batch.
struct Unpacked {
    /// A file without a name.
    file: Option<File>,
    length: u64,
    /// Where buffers are in it, by where they are stored.
    places: HashMap<u64, u64>,
    limit: UnpackedLimit,
}

impl Source {
    pub fn new(file: File) -> Self {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let limit = UnpackedLimit::new(length);
        let unpacked =
            Unpacked { file: None, length: 0, places: HashMap::new(), limit: limit.clone() };
        Source { file, length, values: RefCell::new(limit), unpacked: RefCell::new(unpacked) }
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
        let plain = Buffer { start, stored, length: stored, codec: None };
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
        self.unpacked.borrow_mut().forget();
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
        let end = from.checked_add(into.len() as u64);
        end.filter(|end| *end <= buffer.length).ok_or(OUTSIDE)?;
        let read = match buffer.codec {
            None => self.file.read_exact_at(into, buffer.start.saturating_add(from)),
            Some(codec) => {
                let mut unpacked = self.unpacked.borrow_mut();
                let (file, start) = unpacked.place(&self.file, buffer, codec)?;
                file.read_exact_at(into, start.saturating_add(from))
            }
        };
        read.map_err(|_| CUT_OFF.into())
    }
}

impl Unpacked {
    fn forget(&mut self) {
        self.places.clear();
        self.limit.give_back(self.length);
        self.length = 0;
    }

    /// The file with what a buffer unpacks to, and where it begins.
    fn place(
        &mut self,
        mut packed: &File,
        buffer: &Buffer,
        codec: Codec,
    ) -> Result<(&File, u64), String> {
        let wrong = |error: io::Error| format!("a column cannot be unpacked: {error}");
        if self.file.is_none() {
            self.file = Some(nameless().map_err(wrong)?);
        }
        let file = self.file.as_mut().ok_or(CUT_OFF)?;
        if let Some(start) = self.places.get(&buffer.start) {
            return Ok((&*file, *start));
        }
        self.limit.take(buffer.length)?;
        let start = self.length;
        self.length += buffer.length;
        self.places.insert(buffer.start, start);
        packed.seek(SeekFrom::Start(buffer.start)).map_err(wrong)?;
        file.seek(SeekFrom::Start(start)).map_err(wrong)?;
        codec.unpack(packed.take(buffer.stored), buffer.length, file).map_err(wrong)?;
        Ok((&*file, start))
    }
}

/// A file in the folder for such that no other program can open.
fn nameless() -> io::Result<File> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("assay-{}-{number}", std::process::id()));
    let file =
        OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    remove_file(path)?;
    Ok(file)
}
