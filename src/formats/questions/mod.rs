//! Which reader takes a file of questions: recognised by its first bytes, or named.
//!
//! A reader makes [`Question`]s of its files and hands each picture over as soon as it is decoded; the
//! questions follow at the end, because pictures and passes of one may be anywhere. A new format is a
//! folder of its own with a [`QuestionReader`], and one line in [`READERS`]. What readers share is in
//! [`intake`].

mod answer;
pub(super) mod intake;

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

pub(super) use answer::read_answer;

pub use super::bad_rows::SkippedRow;
use super::error::{FileProblem, FormatError};
use super::huggingface::HuggingFace;
use super::json_lines::JsonLines;
use super::mllm_bench::MllmBench;
use super::seed_bench::SeedBench;
use super::vlmevalkit::VlmevalkitTables;
use crate::benchmark::{ImageHash, Question};
use crate::keyword::keywords;

/// The start of a file that is looked at, in bytes.
const START: u64 = 64 * 1024;

/// The layout of files of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionFormat {
    /// VLMEvalKit's table of text, pictures in it
    Vlmevalkit,
    /// Hugging Face's Parquet files: MMBench, SEED-Bench and others, pictures in them or beside them
    HuggingFace,
    /// SEED-Bench's JSON, versions 1 and 2; pictures in files
    SeedBench,
    /// MLLM-Bench's questions.json: open questions, pictures in files
    MllmBench,
    /// JSON lines, or a list: a question an object, pictures in it or in files
    Jsonl,
}

keywords! { QuestionFormat {
    Vlmevalkit = "vlmevalkit",
    HuggingFace = "huggingface",
    SeedBench = "seed-bench",
    MllmBench = "mllm-bench",
    Jsonl = "jsonl",
} }

/// The readers, the most particular one first. The last one takes what none recognises, and says what
/// is wrong with it.
const READERS: [&dyn QuestionReader; 5] =
    [&HuggingFace, &SeedBench, &MllmBench, &JsonLines, &VlmevalkitTables];

/// Keeps a picture's bytes and returns their hash.
pub type KeepPicture<'a> =
    dyn FnMut(&[u8]) -> Result<ImageHash, Box<dyn std::error::Error + Send + Sync>> + 'a;

/// How to read files.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The folder that paths of picture files are relative to. Without it a table's files are not read,
    /// and those of other formats are looked for beside the file that names them.
    pub image_root: Option<PathBuf>,
    /// Whether bad rows are left out and listed; otherwise the first one is an error.
    pub skip_bad: bool,
    /// Whether questions are read and marked whose picture files are not there; otherwise these are an
    /// error that lists them.
    pub allow_missing_pictures: bool,
}

/// What a reader hands over while it reads.
pub struct QuestionSink<'a> {
    /// Takes each picture: the bytes exactly as in the file, the same one as often as it occurs, also those
    /// of rows that are found to be bad later.
    pub keep_picture: &'a mut KeepPicture<'a>,
    /// Takes the number of bytes read so far.
    pub progress: &'a mut dyn FnMut(u64),
}

/// What was read.
#[derive(Debug)]
pub struct QuestionFile {
    /// The questions in the order of the file. No two have the same key.
    pub questions: Vec<Question>,
    /// The rows, bad ones included.
    pub rows: usize,
    /// The different pictures that the questions have.
    pub pictures: usize,
    /// Whether the file has pictures at all.
    pub picture_column: bool,
    /// The rows that were left out, in the order of the file.
    pub skipped: Vec<SkippedRow>,
    /// What was unusual, in sentences.
    pub warnings: Vec<String>,
    /// The fields that are not part of the format, which were kept as extra fields.
    pub extra_fields: Vec<String>,
}

/// The beginning of a file, by which its format is recognised.
pub struct Start {
    bytes: Vec<u8>,
}

impl Start {
    /// Reads the beginning of a file; a folder has none.
    pub fn read(path: &Path) -> Result<Self, FormatError> {
        let unreadable = |source| FormatError::Unreadable { file: path.to_owned(), source };
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        if file.metadata().map_err(unreadable)?.is_dir() {
            return Err(FormatError::BadFile { file: path.into(), problem: FileProblem::Folder });
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

    /// Whether it is JSON in whose beginning a field of this name comes up.
    pub fn has_field(&self, name: &str) -> bool {
        let quoted = format!("\"{name}\"");
        self.is_json() && memchr::memmem::find(&self.bytes, quoted.as_bytes()).is_some()
    }
}

/// Reads one format of questions.
pub trait QuestionReader: Sync {
    /// Which.
    fn format(&self) -> QuestionFormat;

    /// Whether a file is of this format, by its beginning.
    fn recognizes(&self, start: &Start) -> bool;

    /// The ending of the files in a folder that are read as one, as `parquet`; nothing for a format
    /// of single files.
    fn shard_ending(&self) -> Option<&'static str> {
        None
    }

    /// Reads files: one, or the shards of one data set.
    fn read(
        &self,
        files: &[PathBuf],
        options: &ReadOptions,
        sink: QuestionSink<'_>,
    ) -> Result<QuestionFile, FormatError>;
}

/// Files that are read together by one reader.
pub struct QuestionSource {
    reader: &'static dyn QuestionReader,
    /// The files in order; several only where they are shards.
    pub files: Vec<PathBuf>,
}

impl QuestionSource {
    /// Their format.
    pub fn format(&self) -> QuestionFormat {
        self.reader.format()
    }

    /// What messages call it: its file, or the first of its files and how many more there are.
    pub fn name(&self) -> String {
        let first = self.files.first().map(|file| file.display().to_string()).unwrap_or_default();
        match self.files.len() {
            0 | 1 => first,
            more => format!("{first} and {} more files", more - 1),
        }
    }

    /// The size of the files in bytes, as far as it is known.
    pub fn size(&self) -> u64 {
        self.files.iter().filter_map(|file| file.metadata().ok()).map(|found| found.len()).sum()
    }

    /// Reads the files.
    pub fn read(
        &self,
        options: &ReadOptions,
        sink: QuestionSink<'_>,
    ) -> Result<QuestionFile, FormatError> {
        self.reader.read(&self.files, options, sink)
    }
}

/// Chooses a reader for each path: the one of `format`, else the one that recognises the file. The
/// shards of a data set make one source, a folder those that it holds.
pub fn question_sources(
    paths: &[PathBuf],
    format: Option<QuestionFormat>,
) -> Result<Vec<QuestionSource>, FormatError> {
    let mut sources: Vec<QuestionSource> = Vec::new();
    for path in paths {
        for file in files_of(path)? {
            let reader = match format {
                Some(format) => READERS.into_iter().find(|reader| reader.format() == format),
                None => {
                    let start = Start::read(&file)?;
                    READERS.into_iter().find(|reader| reader.recognizes(&start))
                }
            };
            let reader = reader.unwrap_or(READERS[READERS.len() - 1]);
            let earlier = sources.iter_mut().find(|source| {
                reader.shard_ending().is_some() && source.format() == reader.format()
            });
            match earlier {
                Some(source) => source.files.push(file),
                None => sources.push(QuestionSource { reader, files: vec![file] }),
            }
        }
    }
    Ok(sources)
}

/// The file, or the shards that a folder holds, in the order of their names.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, FormatError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let endings: Vec<&str> = READERS.iter().filter_map(|reader| reader.shard_ending()).collect();
    let unreadable = |source| FormatError::Unreadable { file: path.to_owned(), source };
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let ending = file.extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| endings.contains(&ending)) && file.is_file() {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(FormatError::BadFile { file: path.into(), problem: FileProblem::Folder });
    }
    files.sort_unstable();
    Ok(files)
}
