//! Missing picture files that a data file names: collected over the whole file, so that one message
//! lists them.
//!
//! Without permission they end the import when all are known. With it the questions are read
//! without them and marked by the extra field `missing_pictures`.

use std::collections::BTreeSet;
use std::fmt;

use assay_core::benchmark::{Extra, MISSING_PICTURES};

/// The number of missing files that a message lists.
const LISTED: usize = 20;

/// The missing picture files of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingPictures {
    files: usize,
    rows: BTreeSet<usize>,
    listed: Vec<(usize, String)>,
    /// Those of the files that are on the web.
    on_the_web: usize,
}

impl MissingPictures {
    /// Notes a file that a row names, as messages show it.
    pub(super) fn note(&mut self, row: usize, path: String) {
        self.files += 1;
        self.rows.insert(row);
        self.on_the_web += usize::from(path.contains("http://") || path.contains("https://"));
        if self.listed.len() < LISTED {
            self.listed.push((row, path));
        }
    }

    /// The warning if missing files are allowed.
    pub(super) fn warning(&self) -> Option<String> {
        (self.files > 0).then(|| {
            format!(
                "missing picture files: {}; the {} rows that name them are marked by the extra field \
                 {MISSING_PICTURES}",
                self.files,
                self.rows.len()
            )
        })
    }
}

impl fmt::Display for MissingPictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.files;
        write!(f, "missing picture files: {count}, which {} rows name:", self.rows.len())?;
        for (row, path) in &self.listed {
            write!(f, "\n  row {row}: {path}")?;
        }
        if count > self.listed.len() {
            write!(f, "\n  and {} more", count - self.listed.len())?;
        }
        if self.on_the_web > 0 {
            write!(
                f,
                "\n{} of them are web addresses, which are not fetched; --fetch --fetch-host HOST fetches those of \
                 a host",
                self.on_the_web
            )?;
        }
        write!(
            f,
            "\nname the folder that they are in with --image-root DIR, or import the questions without \
             them with --allow-missing-pictures, which marks these questions"
        )
    }
}

/// Marks a question by the files that are missing.
pub(super) fn mark(extra: &mut Extra, missing: Vec<String>) {
    if !missing.is_empty() {
        extra.insert(MISSING_PICTURES.to_owned(), missing.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_lists_the_first_files_and_says_what_to_do() {
        let mut missing = MissingPictures::default();
        (1..=30).for_each(|row| missing.note(row, format!("“images/{row}.png”")));
        let message = missing.to_string();
        assert!(
            message
                .starts_with("missing picture files: 30, which 30 rows name:\n  row 1: “images/1")
        );
        assert!(message.contains("row 20: “images/20.png”\n  and 10 more\n"), "{message}");
        assert!(message.contains("--allow-missing-pictures"), "{message}");
    }
}
