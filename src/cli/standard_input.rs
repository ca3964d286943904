//! Standard input in place of a file: `-`. It is copied to a temporary file, because readers look
//! at the beginning of a file before they read it, and read archives from their end.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use tempfile::TempDir;

use super::in_full;

/// Its name in messages, and the name of the file.
const NAME: &str = "standard input";

/// The content of standard input as a file, which is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Spooled {
    path: PathBuf,
    _folder: TempDir,
}

impl Spooled {
    /// Reads standard input to its end if the argument is `-`.
    pub fn from_argument(argument: &Path) -> anyhow::Result<Option<Self>> {
        if argument != Path::new("-") {
            return Ok(None);
        }
        let folder = TempDir::with_prefix("assay-")?;
        let spooled = Spooled { path: folder.path().join(NAME), _folder: folder };
        let copy = || io::copy(&mut io::stdin().lock(), &mut File::create_new(&spooled.path)?);
        copy().context("standard input cannot be kept in a temporary file")?;
        Ok(Some(spooled))
    }

    /// The same for several files, of which one may be standard input: the files to read.
    pub fn from_arguments(arguments: &[PathBuf]) -> anyhow::Result<(Vec<PathBuf>, Option<Self>)> {
        let mut paths = arguments.to_vec();
        let mut of_input = paths.iter_mut().filter(|path| *path == Path::new("-"));
        let Some(first) = of_input.next() else { return Ok((paths, None)) };
        if of_input.next().is_some() {
            bail!("standard input can be read once only; name - once");
        }
        let spooled = Self::from_argument(first)?;
        if let Some(spooled) = &spooled {
            first.clone_from(&spooled.path);
        }
        Ok((paths, spooled))
    }

    /// A text with the file's name replaced by its name for users.
    pub fn name_in_text(spooled: Option<&Self>, text: &str) -> String {
        match spooled {
            Some(spooled) => text.replace(&*spooled.path.to_string_lossy(), NAME),
            None => text.to_owned(),
        }
    }

    /// A result with the file's name in its error replaced by its name for users.
    pub fn name_in_error<T>(
        spooled: Option<&Self>,
        result: anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        result.map_err(|error| {
            let text = in_full(&error);
            let named = Self::name_in_text(spooled, &text);
            if named == text { error } else { anyhow!(named) }
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}
