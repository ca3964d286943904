//! The locations of pictures that the database has no copy of: a file, or a value in a Parquet file.

use std::fmt;
use std::path::{Path, PathBuf};

/// The location of the bytes of a picture. Paths are absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureReference {
    /// A separate file, below a folder that it may not lead out of.
    File {
        /// The folder.
        root: PathBuf,
        /// The file.
        path: PathBuf,
    },
    /// A value of a column of a Parquet file: bytes, or base64 in a text.
    ParquetRow {
        /// The file.
        file: PathBuf,
        /// The row, 0 for the first of the file.
        row: u64,
        /// The name of the column.
        column: String,
        /// Which of the pictures that the column has in this row, 0 for the first.
        number: u32,
    },
}

impl PictureReference {
    /// The file that must be there.
    pub fn file(&self) -> &Path {
        match self {
            PictureReference::File { path, .. } => path,
            PictureReference::ParquetRow { file, .. } => file,
        }
    }
}

/// For messages; rows and pictures are counted from 1.
impl fmt::Display for PictureReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureReference::File { path, .. } => write!(f, "{}", path.display()),
            PictureReference::ParquetRow { file, row, column, number } => {
                write!(f, "{}, row {}, column {column}", file.display(), row + 1)?;
                match number {
                    0 => Ok(()),
                    further => write!(f, ", picture {}", further + 1),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_names_its_place_as_people_count() {
        let row = |number| PictureReference::ParquetRow {
            file: "/data/a.parquet".into(),
            row: 11,
            column: "image".into(),
            number,
        };
        assert_eq!(row(0).to_string(), "/data/a.parquet, row 12, column image");
        assert_eq!(row(2).to_string(), "/data/a.parquet, row 12, column image, picture 3");
        let file = PictureReference::File { root: "/data".into(), path: "/data/1.png".into() };
        assert_eq!(
            (file.to_string().as_str(), file.file()),
            ("/data/1.png", Path::new("/data/1.png"))
        );
    }
}
