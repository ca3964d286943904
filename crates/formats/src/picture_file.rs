//! Picture files named by a data file, read only from one folder and the folders in it.
//!
//! A data file is untrusted: the paths in it may not leave the folder that the user named. A path
//! with `..` is refused as written; everything else is resolved, symbolic links included, and must
//! then be in the folder. Only regular files of a bounded size are read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::MAX_PICTURE_BYTES;
use assay_core::benchmark::PictureReference;

/// The folder that a data file is in.
pub(super) fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// The folder that picture files may be read from.
#[derive(Clone, Debug)]
pub struct PictureFolder {
    /// The folder, links resolved.
    pub root: PathBuf,
}

/// Why a picture file was not read.
#[derive(Debug, thiserror::Error)]
pub enum PictureFileProblem {
    /// No such file in the folder that was searched.
    #[error("there is no such file in {}", folder.display())]
    Missing { folder: PathBuf },
    /// The path, or a link on it, leads out of the folder.
    #[error("it leads out of {}", folder.display())]
    Outside { folder: PathBuf },
    /// A folder, a device, a pipe.
    #[error("it is not a regular file")]
    NotAFile,
    /// Larger than [`MAX_PICTURE_BYTES`].
    #[error("it is larger than {} MB", MAX_PICTURE_BYTES / 1_000_000)]
    TooLarge,
    #[error("the file is empty")]
    Empty,
    /// The system refused.
    #[error("it cannot be read: {0}")]
    Unreadable(io::Error),
}

impl PictureFolder {
    /// Resolves the folder; an error if it does not exist.
    pub fn new(root: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(root)?;
        if !root.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(PictureFolder { root })
    }

    /// The reference to the file with this path.
    pub fn reference(&self, path: &str) -> PictureReference {
        PictureReference::File { root: self.root.clone(), path: self.root.join(path) }
    }

    /// The names of the entries of a folder in this one, sorted; `None` if there is no such folder.
    pub fn entries(&self, folder: &str) -> Option<Vec<String>> {
        let folder = self.resolve(Path::new(folder)).ok()?;
        let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        Some(names)
    }

    /// Reads a file in the folder into `into`, which is emptied first.
    pub fn read(
        &self,
        path: impl AsRef<Path>,
        into: &mut Vec<u8>,
    ) -> Result<(), PictureFileProblem> {
        into.clear();
        let file = self.open(path.as_ref())?;
        file.take(MAX_PICTURE_BYTES + 1)
            .read_to_end(into)
            .map_err(PictureFileProblem::Unreadable)?;
        match into.len() as u64 {
            0 => Err(PictureFileProblem::Empty),
            length if length > MAX_PICTURE_BYTES => Err(PictureFileProblem::TooLarge),
            _ => Ok(()),
        }
    }

    fn open(&self, path: &Path) -> Result<File, PictureFileProblem> {
        let resolved = self.resolve(path)?;
        // Checked before opening: opening a pipe would block until its other end is opened.
        let metadata = fs::metadata(&resolved).map_err(PictureFileProblem::Unreadable)?;
        if !metadata.is_file() {
            return Err(PictureFileProblem::NotAFile);
        }
        File::open(&resolved).map_err(PictureFileProblem::Unreadable)
    }

    /// The place of a path, links resolved, which is in the folder.
    fn resolve(&self, path: &Path) -> Result<PathBuf, PictureFileProblem> {
        let outside = || PictureFileProblem::Outside { folder: self.root.clone() };
        if path.components().any(|part| part == Component::ParentDir) {
            return Err(outside());
        }
        let resolved =
            fs::canonicalize(self.root.join(path)).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => {
                    PictureFileProblem::Missing { folder: self.root.clone() }
                }
                _ => PictureFileProblem::Unreadable(error),
            })?;
        if resolved.starts_with(&self.root) { Ok(resolved) } else { Err(outside()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with_a_picture() -> (tempfile::TempDir, PictureFolder) {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir_all(place.path().join("pictures/sub")).unwrap();
        fs::write(place.path().join("pictures/sub/1.png"), b"inside").unwrap();
        fs::write(place.path().join("secret.png"), b"secret").unwrap();
        let folder = PictureFolder::new(&place.path().join("pictures")).unwrap();
        (place, folder)
    }

    #[test]
    fn a_file_below_the_folder_is_read_by_relative_and_by_absolute_path() {
        let (place, folder) = folder_with_a_picture();
        let mut bytes = Vec::new();
        folder.read("sub/1.png", &mut bytes).unwrap();
        assert_eq!(bytes, b"inside");
        let absolute = place.path().join("pictures/sub/1.png");
        folder.read(absolute.to_str().unwrap(), &mut bytes).unwrap();
        assert_eq!(bytes, b"inside");
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let (place, folder) = folder_with_a_picture();
        let absolute = place.path().join("secret.png");
        let mut paths = vec!["../secret.png", "sub/../../secret.png", "sub/../sub/1.png"];
        paths.push(absolute.to_str().unwrap());
        #[cfg(unix)]
        {
            let link = place.path().join("pictures/link.png");
            std::os::unix::fs::symlink(&absolute, link).unwrap();
            std::os::unix::fs::symlink(place.path(), place.path().join("pictures/up")).unwrap();
            paths.extend(["link.png", "up/secret.png"]);
        }
        for path in paths {
            let problem = folder.read(path, &mut Vec::new()).unwrap_err();
            assert!(matches!(problem, PictureFileProblem::Outside { .. }), "{path}: {problem}");
        }
    }

    #[test]
    fn what_is_no_picture_file_is_refused_without_waiting() {
        let (place, folder) = folder_with_a_picture();
        fs::write(place.path().join("pictures/empty.png"), b"").unwrap();
        let problem = |path: &str| folder.read(path, &mut Vec::new()).unwrap_err().to_string();
        assert_eq!(problem("sub"), "it is not a regular file");
        assert_eq!(problem("empty.png"), "the file is empty");
        assert!(problem("absent.png").starts_with("there is no such file in "));
    }
}
