//! Which reader or which map reads a file of questions: recognised by its content, or named.
//!
//! A new format is a new folder with its [`QuestionReader`], and one line in [`READERS`]; a layout that is only
//! other columns is a table in `assets/layouts`.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::{FormatError, first_few, shell_word};
use super::maps::columns::Columns;
use super::maps::{self, FieldMap, explain, presets};
use super::question_folder::{FoundFile, files_of};
use super::questions::{
    FilePart, Input, QuestionFile, QuestionFormat, QuestionReader, QuestionSink, ReadOptions, Start,
};
use super::{
    arrow_stream::ArrowStream, huggingface, json_lines, mllm_bench, seed_bench, vlmevalkit,
};
use assay_core::keyword::Keyword;

/// The readers, the most specific one first. The last one takes what none recognises, and reports
/// what is wrong with it.
const READERS: [&QuestionReader; 5] = [
    &huggingface::READER,
    &seed_bench::READER,
    &mllm_bench::READER,
    &json_lines::READER,
    &vlmevalkit::READER,
];

/// What is chosen of a benchmark's files, and how they are read.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The format; without it, each file is recognised.
    pub format: Option<QuestionFormat>,
    /// The map; without it, a layout that comes with the program may be recognised.
    pub map: Option<Arc<FieldMap>>,
    pub subset: Option<String>,
    pub split: Option<String>,
    /// Saved maps, which are offered for files that are not recognised.
    pub saved: Vec<Arc<FieldMap>>,
}

/// `--subset all`: the subsets are one benchmark.
const ALL: &str = "all";
/// The problem of a file that no reader and no layout knows.
pub const UNKNOWN_LAYOUT: &str = "the layout is not known";
/// The name of the subset that has none.
const DEFAULT: &str = "default";

/// How files are read.
#[derive(Clone)]
enum How {
    Reader(&'static QuestionReader),
    Map(Arc<FieldMap>),
}

/// Files that are read together by one reader or map.
pub struct QuestionSource {
    how: How,
    /// The files in order; several only if they are shards.
    pub files: Vec<PathBuf>,
    are_shards: bool,
    parts: Arc<HashMap<PathBuf, FilePart>>,
}

impl QuestionSource {
    /// The name of their format or layout.
    pub fn format(&self) -> &str {
        match &self.how {
            How::Reader(reader) => reader.format.name(),
            How::Map(map) => &map.name,
        }
    }

    /// The map by which they are read.
    pub fn map(&self) -> Option<&Arc<FieldMap>> {
        match &self.how {
            How::Reader(_) => None,
            How::Map(map) => Some(map),
        }
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
        let options = &ReadOptions { parts: self.parts.as_ref().clone(), ..options.clone() };
        let input = Input { files: &self.files, options, sink };
        match &self.how {
            How::Reader(reader) => (reader.read)(input),
            How::Map(map) => maps::read(map, input),
        }
    }
}

/// Chooses a reader or a map for each path: the chosen one, else the one that recognises the file. The shards of
/// a data set make one source, a folder those that it holds.
pub fn question_sources(
    paths: &[PathBuf],
    choice: &Choice,
) -> Result<Vec<QuestionSource>, FormatError> {
    let mut sources: Vec<QuestionSource> = Vec::new();
    let mut parts = HashMap::new();
    for path in paths {
        for found in chosen_files(path, choice)? {
            let (file, part) = found;
            let start = Start::read(&file)?;
            let is_shard = start.begins_with(b"PAR1") || ArrowStream::is_one(&start);
            let earlier = sources.iter_mut().rfind(|source| is_shard && source.are_shards);
            parts.insert(file.clone(), part);
            match earlier {
                Some(source) => source.files.push(file),
                None => {
                    let how = how(&file, &start, choice)?;
                    let (files, parts) = (vec![file], Arc::default());
                    sources.push(QuestionSource { how, files, are_shards: is_shard, parts });
                }
            }
        }
    }
    for source in &sources {
        check_subsets(source, &parts, choice)?;
    }
    let parts = Arc::new(parts);
    for source in &mut sources {
        source.parts = parts.clone();
    }
    Ok(sources)
}

/// The first file of some paths that the choice wants.
pub fn first_file(paths: &[PathBuf], choice: &Choice) -> Result<Option<PathBuf>, FormatError> {
    let Some(first) = paths.first() else { return Ok(None) };
    Ok(chosen_files(first, choice)?.into_iter().map(|(file, _)| file).next())
}

/// The files of a path that the choice wants.
fn chosen_files(path: &Path, choice: &Choice) -> Result<Vec<FoundFile>, FormatError> {
    let endings: Vec<&str> = READERS.iter().filter_map(|reader| reader.shards).collect();
    let mut files = files_of(path, &endings, &|file| is_of_known_layout(file, choice))?;
    let mut choose = |what: &str, wanted: Option<&str>, part_of: fn(&FilePart) -> Option<&str>| {
        let Some(wanted) = wanted.filter(|wanted| *wanted != ALL) else { return Ok(()) };
        let named = files.iter().filter_map(|(_, part)| part_of(part).map(str::to_owned));
        let there: BTreeSet<String> = named.collect();
        files.retain(|(_, part)| part_of(part) == Some(wanted));
        if !files.is_empty() {
            return Ok(());
        }
        let there: Vec<String> = there.into_iter().collect();
        let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
        let problem = format!("there is no {what} {wanted}; there are: {there}");
        Err(FormatError::bad_file(path, problem))
    };
    choose("subset", choice.subset.as_deref(), |part| part.subset.as_deref().or(Some(DEFAULT)))?;
    choose("split", choice.split.as_deref(), |part| part.split.as_deref())?;
    Ok(files)
}

/// Whether a file has questions that a reader or a map knows.
fn is_of_known_layout(file: &Path, choice: &Choice) -> bool {
    let Ok(start) = Start::read(file) else { return false };
    let reader = reader_of(&start);
    let Some(columns) = Columns::read(&[file.to_owned()]).ok().filter(|it| it.rows > 0) else {
        return is_document(reader);
    };
    match &choice.map {
        Some(map) => map.missing_part(&columns).is_none(),
        None => is_known(reader, &columns) || !presets::recognize(&columns).is_empty(),
    }
}

/// The reader that recognises the beginning of a file.
fn reader_of(start: &Start) -> &'static QuestionReader {
    let last = READERS[READERS.len() - 1];
    READERS.into_iter().find(|reader| (reader.recognizes)(start)).unwrap_or(last)
}

fn is_document(reader: &QuestionReader) -> bool {
    matches!(reader.format, QuestionFormat::SeedBench | QuestionFormat::MllmBench)
}

/// Refuses several subsets that are not one benchmark.
fn check_subsets(
    source: &QuestionSource,
    parts: &HashMap<PathBuf, FilePart>,
    choice: &Choice,
) -> Result<(), FormatError> {
    let subset = |file: &PathBuf| parts.get(file)?.subset.as_deref();
    let subsets = source.files.iter().map(|file| subset(file).unwrap_or(DEFAULT));
    let subsets: BTreeSet<&str> = subsets.collect();
    let are_joint =
        source.map().is_some_and(|map| map.has_joint_subsets) || choice.subset.is_some();
    if subsets.len() < 2 || are_joint {
        return Ok(());
    }
    let subsets: Vec<&str> = subsets.into_iter().collect();
    let names = first_few(&subsets);
    let problem = format!(
        "the folder has several subsets: {names}; choose one with --subset NAME, or import them together with \
         --subset {ALL}"
    );
    Err(FormatError::bad_file(&source.files[0], problem))
}

/// How a file is read.
fn how(file: &Path, start: &Start, choice: &Choice) -> Result<How, FormatError> {
    if let Some(map) = &choice.map {
        return Ok(How::Map(map.clone()));
    }
    let reader = reader_of(start);
    if let Some(format) = choice.format {
        let named = READERS.into_iter().find(|reader| reader.format == format);
        return Ok(How::Reader(named.unwrap_or(reader)));
    }
    let is_arrow = ArrowStream::is_one(start);
    // What cannot be read here is reported by the reader, by row and column.
    let columns = if is_document(reader) { None } else { Columns::read(&[file.to_owned()]).ok() };
    let Some(columns) = columns.filter(|columns| columns.rows > 0) else {
        return match is_arrow {
            true => Columns::read(&[file.to_owned()]).map(|_| How::Reader(reader)),
            false => Ok(How::Reader(reader)),
        };
    };
    let mut recognized = presets::recognize(&columns);
    match recognized.len() {
        0 => {}
        1 => return Ok(How::Map(recognized.remove(0))),
        _ => {
            let names: Vec<&str> = recognized.iter().map(|map| map.name.as_str()).collect();
            let problem = format!(
                "the columns are those of several layouts: {}; choose one with --map NAME",
                names.join(", ")
            );
            return Err(FormatError::bad_file(file, problem));
        }
    }
    if is_arrow || !is_known(reader, &columns) || presets::is_near_miss(&columns) {
        return Err(unknown(file, &columns, choice));
    }
    Ok(How::Reader(reader))
}

/// Whether the columns have names that the reader knows; MMBench's rows are checked by it.
fn is_known(reader: &QuestionReader, columns: &Columns) -> bool {
    let has = |names: &[&str]| names.iter().any(|name| columns.get(name).is_some());
    let has_index = columns.columns.iter().any(|column| column.name.eq_ignore_ascii_case("index"));
    let (key, stem) = (json_lines::LAYOUT.key, json_lines::LAYOUT.stem);
    let is_table = reader.format == QuestionFormat::Vlmevalkit;
    if explain::are_left_out(columns, is_table) {
        return false;
    }
    match reader.format {
        QuestionFormat::Vlmevalkit => has_index,
        // Records inside a document are read by a map.
        QuestionFormat::Jsonl if has(&["@name", "@list"]) => false,
        QuestionFormat::Jsonl | QuestionFormat::HuggingFace => {
            has_index || (has(key) && has(stem)) || has(&["benchmark"])
        }
        QuestionFormat::SeedBench | QuestionFormat::MllmBench => true,
    }
}

/// The error for a file of an unknown layout: what there is, and what is near.
fn unknown(file: &Path, columns: &Columns, choice: &Choice) -> FormatError {
    let fitting: Vec<&str> =
        choice.saved.iter().filter(|map| map.fits(columns)).map(|map| map.name.as_str()).collect();
    let near = match (fitting.as_slice(), presets::nearest(columns)) {
        ([], Some((map, difference))) => {
            format!(" The nearest layout is {}, {difference}.", map.name)
        }
        ([], None) => String::new(),
        (names, _) => format!(" These saved maps fit: --map {}.", names.join(", --map ")),
    };
    let problem = format!(
        "{UNKNOWN_LAYOUT}; the columns are {}.{near} Say which is which with --map, such as \
         --map key=ID,stem=QUESTION,choices=LIST,answer=COLUMN, or see what they hold and a map to copy: assay \
         import questions --explain {}",
        columns.names(),
        shell_word(&file.display().to_string())
    );
    FormatError::bad_file(file, problem)
}
