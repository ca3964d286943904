//! Which reader reads a file of questions: recognised by its first bytes, or named.
//!
//! A new format is a new folder with its [`QuestionReader`], and one line in [`READERS`].

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{FOLDER, FormatError, shown};
use super::questions::{
    Input, QuestionFile, QuestionFormat, QuestionReader, QuestionSink, ReadOptions, Start,
};
use super::{huggingface, json_lines, mllm_bench, seed_bench, vlmevalkit};

/// The readers, the most specific one first. The last one takes what none recognises, and reports
/// what is wrong with it.
const READERS: [&QuestionReader; 5] = [
    &huggingface::READER,
    &seed_bench::READER,
    &mllm_bench::READER,
    &json_lines::READER,
    &vlmevalkit::READER,
];

/// Files that are read together by one reader.
pub struct QuestionSource {
    reader: &'static QuestionReader,
    /// The files in order; several only if they are shards.
    pub files: Vec<PathBuf>,
}

impl QuestionSource {
    /// Their format.
    pub fn format(&self) -> QuestionFormat {
        self.reader.format
    }

    /// What messages call it: its file, or the first of its files and the number of the others.
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
        (self.reader.read)(Input { files: &self.files, options, sink })
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
                Some(format) => READERS.into_iter().find(|reader| reader.format == format),
                None => {
                    let start = Start::read(&file)?;
                    READERS.into_iter().find(|reader| (reader.recognizes)(&start))
                }
            };
            let reader = reader.unwrap_or(READERS[READERS.len() - 1]);
            let earlier = sources
                .iter_mut()
                .find(|source| reader.shards.is_some() && source.format() == reader.format);
            match earlier {
                Some(source) => source.files.push(file),
                None => sources.push(QuestionSource { reader, files: vec![file] }),
            }
        }
    }
    Ok(sources)
}

/// The file, or the shards in a folder, in the order of their names. If the folder itself has none,
/// as that of a whole repository, its only folder with shards counts.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, FormatError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = FormatError::unreadable(path);
    let found = shards_in(path).map_err(&unreadable)?;
    if !found.is_empty() {
        return Ok(found);
    }
    let mut folders: Vec<(String, Vec<PathBuf>)> = Vec::new();
    for folder in visible_entries(path).map_err(&unreadable)?.into_iter().filter(|e| e.is_dir()) {
        let found = shards_in(&folder).map_err(&unreadable)?;
        if !found.is_empty() {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            folders.push((name, found));
        }
    }
    let problem = match folders.len() {
        0 => FOLDER.to_owned(),
        1 => return Ok(folders.remove(0).1),
        _ => {
            let names: Vec<String> = folders.into_iter().map(|(name, _)| shown(&name)).collect();
            let names = names.join(", ");
            format!(
                "this folder has no Parquet file, but its folders {names} have: name one of them"
            )
        }
    };
    Err(FormatError::bad_file(path, problem))
}

/// The shards directly in a folder, sorted.
fn shards_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let endings: Vec<&str> = READERS.iter().filter_map(|reader| reader.shards).collect();
    let is_shard = |file: &PathBuf| {
        let ending = file.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| endings.contains(&ending)) && file.is_file()
    };
    Ok(visible_entries(folder)?.into_iter().filter(is_shard).collect())
}

/// The entries of a folder, sorted, without hidden files: some systems create one next to each
/// file.
fn visible_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<DirEntry>>>()?;
    entries.retain(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    let mut paths: Vec<PathBuf> = entries.iter().map(DirEntry::path).collect();
    paths.sort_unstable();
    Ok(paths)
}
