//! Which reader takes a file of questions: recognised by its first bytes, or named.
//!
//! A new format is a folder of its own with a [`QuestionReader`], and one line in [`READERS`].

use std::fs;
use std::path::{Path, PathBuf};

use super::error::{FileProblem, FormatError};
use super::huggingface::HuggingFace;
use super::json_lines::JsonLines;
use super::mllm_bench::MllmBench;
use super::questions::{
    QuestionFile, QuestionFormat, QuestionReader, QuestionSink, ReadOptions, Start,
};
use super::seed_bench::SeedBench;
use super::vlmevalkit::VlmevalkitTables;

/// The readers, the most particular one first. The last one takes what none recognises, and says what
/// is wrong with it.
const READERS: [&dyn QuestionReader; 5] =
    [&HuggingFace, &SeedBench, &MllmBench, &JsonLines, &VlmevalkitTables];

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
