//! The common parts of readers of questions: a reader makes [`Question`]s of its files and passes
//! each picture on as soon as it is decoded; the questions follow at the end, because pictures and
//! passes of one may be anywhere. Which reader takes a file is in [`super::question_formats`].

pub(super) mod intake;
pub(super) mod layout;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::MAX_JSON_BYTES;
use super::benchmark_settings::BenchmarkSettings;
use super::error::{BadRow, FOLDER, FormatError, ReadError};
use super::json_records::{JsonRecords, ListInDocument};
use assay_core::benchmark::{ImageHash, PictureReference, Question};
use assay_core::keyword::keywords;

/// The number of bytes at the start of a file that are examined.
const START: u64 = 64 * 1024;

keywords! {
    /// The layout of files of questions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum QuestionFormat {
        /// VLMEvalKit's table, tab-separated or a spreadsheet, pictures in it
        Vlmevalkit = "vlmevalkit",
        /// Hugging Face's Parquet files, shards or a folder of them
        HuggingFace = "huggingface",
        /// SEED-Bench's JSON, versions 1 and 2
        SeedBench = "seed-bench",
        /// MLLM-Bench's questions.json
        MllmBench = "mllm-bench",
        /// JSON lines as `export questions --format jsonl` writes them, or other people's
        Jsonl = "jsonl",
    }
}

/// Stores a picture's bytes and returns their hash. If they can be found again without the reader,
/// their location is passed as well: a separate file, or a row of a Parquet file.
pub type KeepPicture<'a> = dyn FnMut(
        &[u8],
        Option<&PictureReference>,
    ) -> Result<ImageHash, Box<dyn std::error::Error + Send + Sync>>
    + 'a;

/// The place of a file in a data set of several files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilePart {
    pub subset: Option<String>,
    pub split: Option<String>,
}

/// How to read files.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The folder that paths of picture files are relative to. Without it a table's files are not
    /// read, and those of other formats are searched next to the file that names them.
    pub image_root: Option<PathBuf>,
    /// Whether bad rows are left out and listed; otherwise the first one is an error.
    pub skip_bad: bool,
    /// Whether questions with missing picture files are read and marked; otherwise these are an
    /// error that lists them.
    pub allow_missing_pictures: bool,
    /// Fetches pictures from the web; without it their addresses are listed as missing files.
    pub fetch: Option<FetchPicture>,
    /// Whether questions that have a letter as their answer and no choices are open questions.
    pub open: bool,
    /// How many rows are read by a map, to see whether they can be; without it, all.
    pub most_rows: Option<usize>,
    /// The parts of the data set that the files are.
    pub parts: HashMap<PathBuf, FilePart>,
}

/// The picture at a web address, or why it is not there.
type Fetched = Result<Vec<u8>, String>;

/// Fetches the picture at a web address.
#[derive(Clone)]
pub struct FetchPicture(pub Arc<dyn Fn(&str) -> Fetched + Send + Sync>);

impl fmt::Debug for FetchPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FetchPicture")
    }
}

/// Receives what a reader passes on while it reads.
pub struct QuestionSink<'a> {
    /// Takes each picture: the bytes exactly as in the file, the same picture as often as it
    /// occurs, also those of rows that are found to be bad later.
    pub keep_picture: &'a mut KeepPicture<'a>,
    /// Takes the number of bytes read so far.
    pub progress: &'a mut dyn FnMut(u64),
}

/// The result of reading a file.
#[derive(Debug)]
pub struct QuestionFile {
    /// The questions in the order of the file. No two have the same key.
    pub questions: Vec<Question>,
    /// The number of rows, bad ones included.
    pub rows: usize,
    /// The number of different pictures of the questions.
    pub pictures: usize,
    /// Whether the file has pictures at all.
    pub picture_column: bool,
    /// The rows that were left out, in the order of the file.
    pub skipped: Vec<BadRow>,
    /// Warnings, as sentences.
    pub warnings: Vec<String>,
    /// The fields that are not part of the format, which were kept as extra fields.
    pub extra_fields: Vec<String>,
    /// The settings of the benchmark that the file contains.
    pub settings: BenchmarkSettings,
    /// The pictures that were fetched, by their web addresses.
    pub fetched: BTreeMap<String, ImageHash>,
}

/// Opens a file of questions.
pub(super) fn open(file: &Path) -> Result<File, FormatError> {
    File::open(file).map_err(FormatError::unreadable(file))
}

/// The error for a file whose JSON objects cannot be read.
pub(super) fn not_json(error: ReadError, file: &Path) -> FormatError {
    match error {
        ReadError::Malformed(reason) => {
            FormatError::bad_file(file, format!("it cannot be read as JSON: {reason}"))
        }
        error @ ReadError::Io(_) => error.in_file(file),
    }
}

/// The JSON objects of a file, or those of a list in its document.
pub(super) fn records_of(
    file: &Path,
    list: Option<ListInDocument>,
) -> Result<JsonRecords<BufReader<File>>, FormatError> {
    let source = BufReader::with_capacity(1 << 20, open(file)?);
    Ok(JsonRecords::within(list, source, MAX_JSON_BYTES))
}

/// The beginning of a file, by which its format is recognised.
pub struct Start {
    bytes: Vec<u8>,
}

impl Start {
    /// Reads the beginning of a file; that of a folder is empty.
    pub fn read(path: &Path) -> Result<Self, FormatError> {
        let unreadable = FormatError::unreadable(path);
        let mut bytes = Vec::new();
        let file = open(path)?;
        if file.metadata().map_err(&unreadable)?.is_dir() {
            return Err(FormatError::bad_file(path, FOLDER));
        }
        file.take(START).read_to_end(&mut bytes).map_err(unreadable)?;
        Ok(Start { bytes })
    }

    /// Whether the file begins with these bytes.
    pub fn begins_with(&self, bytes: &[u8]) -> bool {
        self.bytes.starts_with(bytes)
    }

    /// Whether it looks like JSON: an object or a list.
    pub fn is_json(&self) -> bool {
        let text = self.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.bytes);
        matches!(text.trim_ascii_start(), [b'{' | b'[', ..])
    }

    /// Whether it is JSON with a field of this name in its beginning.
    pub fn has_field(&self, name: &str) -> bool {
        let quoted = format!("\"{name}\"");
        self.is_json() && memchr::memmem::find(&self.bytes, quoted.as_bytes()).is_some()
    }
}

/// What a reader is given.
pub(super) struct Input<'f, 's> {
    /// One file, or the shards of one data set.
    pub files: &'f [PathBuf],
    pub options: &'f ReadOptions,
    pub sink: QuestionSink<'s>,
}

/// Reads one format of questions.
pub(super) struct QuestionReader {
    pub format: QuestionFormat,
    /// Whether a file is of this format, by its beginning.
    pub recognizes: fn(&Start) -> bool,
    /// The file name extension of the files in a folder that are read as one, as `parquet`; `None`
    /// for a format of single files.
    pub shards: Option<&'static str>,
    pub read: fn(Input<'_, '_>) -> Result<QuestionFile, FormatError>,
}
