//! Standard input in place of a file: `-`. It is copied to a temporary file, because readers look
//! at the beginning of a file before they read it, and read archives from their end.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use tempfile::TempDir;

use super::in_full;

/// Its name in messages, and the name of the file.
const NAME: &str = "standard input";

/// The files of a command, of which one may be standard input.
#[derive(Debug)]
pub(super) struct InputFiles {
    /// The files to read.
    pub paths: Vec<PathBuf>,
    /// Holds the content of standard input, and is removed when this is dropped.
    folder: Option<TempDir>,
}

impl InputFiles {
    /// Reads standard input to its end if one of the paths is `-`.
    pub fn new(paths: Vec<PathBuf>) -> anyhow::Result<Self> {
        let mut files = InputFiles { paths, folder: None };
        let mut of_input = files.paths.iter_mut().filter(|path| *path == Path::new("-"));
        let Some(path) = of_input.next() else { return Ok(files) };
        ensure!(of_input.next().is_none(), "standard input can be read once only; name - once");
        let folder = TempDir::with_prefix("assay-")?;
        *path = folder.path().join(NAME);
        let copy = || io::copy(&mut io::stdin().lock(), &mut File::create_new(&*path)?);
        copy().context("standard input cannot be kept in a temporary file")?;
        files.folder = Some(folder);
        Ok(files)
    }

    /// A text with the file of standard input replaced by its name for users.
    pub fn name_in_text(&self, text: &str) -> String {
        match &self.folder {
            Some(folder) => text.replace(&*folder.path().join(NAME).to_string_lossy(), NAME),
            None => text.to_owned(),
        }
    }

    /// A result with the same replaced in its error.
    pub fn name_in_error<T>(
        &self,
        result: Result<T, impl Into<anyhow::Error>>,
    ) -> anyhow::Result<T> {
        result.map_err(|error| {
            let error: anyhow::Error = error.into();
            let text = in_full(&error);
            let named = self.name_in_text(&text);
            if named == text { error } else { anyhow!(named) }
        })
    }
}
