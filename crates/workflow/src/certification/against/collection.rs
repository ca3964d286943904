//! One side of the comparison: a benchmark of the database, a file of questions, or a folder of pictures.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::certification::diff::{DiffError, Version};
use crate::describe::near_picture::Fingerprint;
use crate::describe::{Look, Pictures, examined};
use assay_core::benchmark::{ImageHash, Question};
use assay_formats::image_cell::picture_kind;
use assay_formats::picture_file::PictureFolder;
use assay_store::{Benchmark, Store, StoreError};

/// Why nothing can be compared.
#[derive(Debug, thiserror::Error)]
pub enum AgainstError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Questions(#[from] DiffError),
    #[error("{}: cannot be read: {problem}", folder.display())]
    Folder { folder: PathBuf, problem: io::Error },
    #[error("{}: there is no picture in this folder, nor a file of questions", .0.display())]
    NoPicture(PathBuf),
}

/// One side of the comparison.
#[derive(Debug)]
pub struct Collection {
    /// The benchmark, its split, the file or the folder.
    pub name: String,
    pub(super) questions: Vec<Question>,
    pub(super) pictures: Vec<KnownPicture>,
    pub(super) origin: Origin,
}

/// A picture, and what has it: questions by their keys, or its file.
#[derive(Debug)]
pub(super) struct KnownPicture {
    pub hash: ImageHash,
    pub named: Vec<String>,
    pub fingerprint: Option<Fingerprint>,
}

/// Where pictures are read again.
#[derive(Debug)]
pub(super) enum Origin {
    Database,
    File(Box<Version>),
    Folder(PathBuf),
}

impl Collection {
    /// Whether there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty() && self.pictures.is_empty()
    }

    /// A benchmark of the database, or a split of it.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub fn of_benchmark(
        store: &mut Store,
        benchmark: &Benchmark,
        split: Option<&str>,
        look: Look<'_>,
    ) -> Result<Self, AgainstError> {
        let (questions, Pictures { facts, fingerprints, .. }) =
            examined(store, benchmark, split, look)?;
        let hashes = facts.into_iter().map(|facts| facts.hash);
        let known: HashMap<ImageHash, Option<Fingerprint>> =
            hashes.zip(fingerprints.unwrap_or_default()).collect();
        let split = split.map(|split| format!(", split {split}")).unwrap_or_default();
        Ok(Collection {
            name: format!("{}{split}", benchmark.name),
            pictures: pictures_of(&questions, known),
            questions,
            origin: Origin::Database,
        })
    }

    /// A file of questions, a folder of its parts, or a folder of pictures, with those in its folders.
    ///
    /// # Errors
    /// When it cannot be read, or has neither.
    pub fn read(path: &Path, look: Look<'_>) -> Result<Self, AgainstError> {
        let is_parquet = |path: PathBuf| path.extension().is_some_and(|ending| ending == "parquet");
        let folder_error = |problem| AgainstError::Folder { folder: path.to_owned(), problem };
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(folder_error)?.filter_map(Result::ok);
            if !entries.map(|entry| entry.path()).any(is_parquet) {
                return Self::of_folder(path, look);
            }
        }
        let Look { grey, progress } = look;
        let mut greys: HashMap<ImageHash, Option<Fingerprint>> = HashMap::new();
        let version = Version::read_with(path, None, &mut |hash, bytes| {
            if let Entry::Vacant(new) = greys.entry(hash) {
                new.insert(grey(bytes).and_then(|grey| Fingerprint::new(&grey)));
            }
            progress(greys.len(), greys.len());
        })?;
        let questions = version.questions.clone();
        Ok(Collection {
            name: version.name.clone(),
            pictures: pictures_of(&questions, greys),
            questions,
            origin: Origin::File(Box::new(version)),
        })
    }

    fn of_folder(path: &Path, Look { grey, progress }: Look<'_>) -> Result<Self, AgainstError> {
        let folder_error = |problem| AgainstError::Folder { folder: path.to_owned(), problem };
        let folder = PictureFolder::new(path).map_err(folder_error)?;
        let mut files = Vec::new();
        files_below(path, &mut files).map_err(folder_error)?;
        files.sort_unstable();
        let mut pictures = Vec::new();
        for some in files.chunks(CHUNK) {
            let read = some.par_iter().filter_map(|file| {
                let named = file.strip_prefix(path).unwrap_or(file).display().to_string();
                let mut bytes = Vec::new();
                folder.read(&named, &mut bytes).ok()?;
                let grey = grey(&bytes);
                // A damaged picture is compared by its bytes.
                if grey.is_none() && picture_kind(&bytes).is_none() {
                    return None;
                }
                let fingerprint = grey.and_then(|grey| Fingerprint::new(&grey));
                let hash = ImageHash::compute(&bytes);
                Some(KnownPicture { hash, named: vec![named], fingerprint })
            });
            pictures.par_extend(read);
            progress(pictures.len(), files.len());
        }
        if pictures.is_empty() {
            return Err(AgainstError::NoPicture(path.to_owned()));
        }
        let name = path.display().to_string();
        let origin = Origin::Folder(path.to_owned());
        Ok(Collection { name, questions: Vec::new(), pictures, origin })
    }

    /// The bytes of some of its pictures, for a screen; one that is in the database is read from there.
    ///
    /// # Errors
    /// When a file cannot be read again.
    pub fn picture_bytes(
        &self,
        wanted: &HashSet<ImageHash>,
    ) -> Result<HashMap<ImageHash, Vec<u8>>, AgainstError> {
        match &self.origin {
            Origin::Database => Ok(HashMap::new()),
            Origin::File(version) => Ok(version.picture_bytes(None, wanted.clone())?),
            Origin::Folder(path) => {
                let there = self.pictures.iter().filter(|picture| wanted.contains(&picture.hash));
                let read = there.filter_map(|picture| {
                    let bytes = fs::read(path.join(picture.named.first()?)).ok()?;
                    Some((picture.hash, bytes))
                });
                Ok(read.collect())
            }
        }
    }
}

/// The files of a folder that are read before progress is reported.
const CHUNK: usize = 64;

/// The files in a folder and those below it. Links are not followed: they can lead in a circle.
fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            files_below(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The different pictures of questions, in the order of their first use.
pub(super) fn pictures_of(
    questions: &[Question],
    mut known: HashMap<ImageHash, Option<Fingerprint>>,
) -> Vec<KnownPicture> {
    let mut places: HashMap<ImageHash, usize> = HashMap::new();
    let mut pictures: Vec<KnownPicture> = Vec::new();
    for question in questions {
        for picture in &question.pictures {
            let hash = picture.hash;
            let at = *places.entry(hash).or_insert_with(|| {
                let fingerprint = known.remove(&hash).flatten();
                pictures.push(KnownPicture { hash, named: Vec::new(), fingerprint });
                pictures.len() - 1
            });
            let key = question.key.as_str();
            if pictures[at].named.last().is_none_or(|last| last != key) {
                pictures[at].named.push(key.to_owned());
            }
        }
    }
    pictures
}
