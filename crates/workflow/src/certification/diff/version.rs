//! The versions of a benchmark that are compared: a file, or a state of the database.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use chrono::{NaiveDate, NaiveTime};

use super::DiffError;
use crate::outcomes::clean_benchmark::{Selection, selected_questions};
use assay_core::benchmark::outcome::Policy;
use assay_core::benchmark::{ImageHash, Question};
use assay_core::keyword::keywords;
use assay_formats::question_formats::{Choice, question_sources};
use assay_formats::questions::QuestionSink;
use assay_formats::{BadRow, ReadOptions};
use assay_store::{Benchmark, Store};

keywords! {
    /// A state of a benchmark in the database.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum State {
        /// Every question as it was first imported.
        Original = "original",
        /// The questions as they are now.
        Current = "current",
        /// The clean benchmark, as `export questions --clean` writes it.
        Clean = "clean",
    }
}

/// Which version is meant.
#[derive(Clone, Debug)]
pub enum VersionName {
    /// A file of questions, or a folder of its parts.
    File(PathBuf),
    State(State),
    /// The newest revisions at the end of this day or at this moment, `2026-11-01` or `2026-11-01T12:00`.
    At(String),
}

/// One version of a benchmark.
#[derive(Debug)]
pub struct Version {
    /// The file, or the state.
    pub name: String,
    pub questions: Vec<Question>,
    /// Rows of the file that contradict their question or cannot be read; they are left out.
    pub skipped: Vec<BadRow>,
    pub warnings: Vec<String>,
    /// The file and the folder of its pictures, to read them again.
    file: Option<(PathBuf, Option<PathBuf>)>,
}

impl VersionName {
    /// A file if there is one of this name, else a state or a moment.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn find(name: &str) -> Result<Self, DiffError> {
        use assay_core::keyword::Keyword as _;
        if Path::new(name).exists() {
            return Ok(VersionName::File(name.into()));
        }
        let (day, time) = name.split_once('T').unwrap_or((name, "00:00"));
        let is_moment = day.len() == 10
            && NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok()
            && ["%H:%M", "%H:%M:%S", "%H:%M:%S%.fZ"]
                .iter()
                .any(|f| NaiveTime::parse_from_str(time, f).is_ok());
        match (State::from_name(name), is_moment) {
            (Ok(state), _) => Ok(VersionName::State(state)),
            (Err(_), true) => Ok(VersionName::At(name.to_owned())),
            (Err(_), false) => Err(DiffError::NoVersion(name.to_owned())),
        }
    }

    /// Whether it is a state of the database.
    pub fn is_stored(&self) -> bool {
        !matches!(self, VersionName::File(_))
    }

    /// The file.
    pub fn file(&self) -> Option<&Path> {
        match self {
            VersionName::File(path) => Some(path),
            VersionName::State(_) | VersionName::At(_) => None,
        }
    }
}

impl Version {
    /// Reads a file. Picture files that are not there do not matter here; rows that cannot be read are listed.
    ///
    /// # Errors
    /// When the file cannot be read, or has no question.
    pub fn read(file: &Path, image_root: Option<PathBuf>) -> Result<Self, DiffError> {
        Self::read_with(file, image_root, &mut |_, _| {})
    }

    /// As [`Version::read`]; `take` is given each picture, as often as it occurs.
    ///
    /// # Errors
    /// As [`Version::read`].
    pub fn read_with(
        file: &Path,
        image_root: Option<PathBuf>,
        take: &mut dyn FnMut(ImageHash, &[u8]),
    ) -> Result<Self, DiffError> {
        let options = ReadOptions {
            image_root: image_root.clone(),
            skip_bad: true,
            allow_missing_pictures: true,
            ..ReadOptions::default()
        };
        let mut version = Version {
            file: Some((file.to_owned(), image_root)),
            ..Version::new(file.display().to_string(), Vec::new())
        };
        for source in question_sources(&[file.to_owned()], &Choice::default())? {
            let sink = QuestionSink {
                keep_picture: &mut |bytes, _| {
                    let hash = ImageHash::compute(bytes);
                    take(hash, bytes);
                    Ok(hash)
                },
                progress: &mut |_| {},
            };
            let read = source.read(&options, sink)?;
            version.questions.extend(read.questions);
            version.skipped.extend(read.skipped);
            version.warnings.extend(read.warnings);
        }
        version.unless_empty()
    }

    fn new(name: String, questions: Vec<Question>) -> Self {
        Version { name, questions, skipped: Vec::new(), warnings: Vec::new(), file: None }
    }

    /// Loads a state of a benchmark from the database.
    ///
    /// # Errors
    /// When the database cannot be read, or the benchmark had no question then.
    pub fn load(
        store: &Store,
        benchmark: &Benchmark,
        name: &VersionName,
    ) -> Result<Self, DiffError> {
        let selected = |clean| -> Result<Vec<Question>, DiffError> {
            let selection = Selection { clean, verdicts: Vec::new() };
            let selected = selected_questions(store, benchmark, &selection)?.questions;
            Ok(selected.into_iter().map(|stored| stored.question).collect())
        };
        let revisions = |until: Option<&str>| -> Result<Vec<Question>, DiffError> {
            let ids = store.question_revisions(benchmark, until)?;
            Ok(ids.into_iter().map(|id| store.whole_question(id)).collect::<Result<_, _>>()?)
        };
        let (state, questions) = match name {
            VersionName::State(State::Original) => ("original", revisions(None)?),
            VersionName::At(moment) => (moment.as_str(), revisions(Some(moment))?),
            VersionName::State(State::Clean) => ("clean", selected(Some(Policy::default()))?),
            VersionName::State(State::Current) => ("current", selected(None)?),
            VersionName::File(path) => return Version::read(path, None),
        };
        Version::new(format!("{} ({state})", benchmark.name), questions).unless_empty()
    }

    fn unless_empty(self) -> Result<Self, DiffError> {
        if self.questions.is_empty() { Err(DiffError::Empty(self.name)) } else { Ok(self) }
    }

    /// Takes each of some of its pictures once; one that is not there any more is left out.
    ///
    /// # Errors
    /// When the file cannot be read again.
    pub(super) fn each_picture(
        &self,
        store: Option<&Store>,
        mut wanted: HashSet<ImageHash>,
        take: &mut dyn FnMut(ImageHash, &[u8]),
    ) -> Result<(), DiffError> {
        match (&self.file, store) {
            (Some((file, image_root)), _) if !wanted.is_empty() => {
                Version::read_with(file, image_root.clone(), &mut |hash, bytes| {
                    if wanted.remove(&hash) {
                        take(hash, bytes);
                    }
                })?;
            }
            (None, Some(store)) => {
                let read = |hash| Some((hash, store.picture_bytes(hash).ok()?));
                wanted.into_iter().filter_map(read).for_each(|(hash, bytes)| take(hash, &bytes));
            }
            _ => {}
        }
        Ok(())
    }

    /// The bytes of some of its pictures.
    ///
    /// # Errors
    /// When the file cannot be read again.
    pub(in crate::certification) fn picture_bytes(
        &self,
        store: Option<&Store>,
        wanted: HashSet<ImageHash>,
    ) -> Result<HashMap<ImageHash, Vec<u8>>, DiffError> {
        let mut found = HashMap::new();
        self.each_picture(store, wanted, &mut |hash, bytes| {
            found.insert(hash, bytes.to_owned());
        })?;
        Ok(found)
    }
}
