//! Reads pictures from their original locations: files, and rows of Parquet files. The bytes are
//! checked against the hash of the picture, so that a changed file is never taken for it.

use std::fmt;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::error::FormatError;
use super::image_cell::{decode_picture, picture_in_base64};
use super::parquet_rows::values::ColumnValues;
use super::picture_file::{PictureFileProblem, PictureFolder};
use assay_core::benchmark::{ImageHash, PictureReference};

/// Why a picture is not found at its reference.
#[derive(Debug, Error)]
pub enum ReferenceProblem {
    /// No such file or folder.
    #[error("the file is not there any more")]
    Gone,
    /// The file has other content.
    #[error("the file has changed since the import: {0}")]
    Changed(String),
    /// The file is no longer one that is read.
    #[error("{0}")]
    File(PictureFileProblem),
    /// The system refused.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::Error),
}

/// Reads referenced pictures. The last column stays open: the next picture often follows in it.
#[derive(Default)]
pub struct ReferencedPictures {
    open: Option<ColumnValues>,
}

impl fmt::Debug for ReferencedPictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReferencedPictures").field("is_open", &self.open.is_some()).finish()
    }
}

/// Checks that the file of a reference exists, without reading it: only
/// [`ReferencedPictures::read`] finds out whether it still holds the picture.
pub fn look_for(reference: &PictureReference) -> Result<(), ReferenceProblem> {
    let file = match reference {
        PictureReference::File { path, .. } => path,
        PictureReference::ParquetRow { file, .. } => file,
    };
    match file.metadata().map_err(missing)?.is_file() {
        true => Ok(()),
        false => Err(ReferenceProblem::File(PictureFileProblem::NotAFile)),
    }
}

impl ReferencedPictures {
    /// The bytes of the picture with this hash at this reference.
    pub fn read(
        &mut self,
        reference: &PictureReference,
        hash: ImageHash,
    ) -> Result<Vec<u8>, ReferenceProblem> {
        match self.read_once(reference, hash) {
            // The open file may have been replaced by now.
            Err(_) if self.open.take().is_some() => self.read_once(reference, hash),
            other => other,
        }
    }

    fn read_once(
        &mut self,
        reference: &PictureReference,
        hash: ImageHash,
    ) -> Result<Vec<u8>, ReferenceProblem> {
        let bytes = match reference {
            PictureReference::File { root, path } => read_file(root, path)?,
            PictureReference::ParquetRow { file, row, column, number } => {
                self.read_value(file, column, *row, *number)?
            }
        };
        if ImageHash::compute(&bytes) == hash {
            return Ok(bytes);
        }
        Err(ReferenceProblem::Changed("another picture is there".into()))
    }

    fn read_value(
        &mut self,
        file: &Path,
        column: &str,
        row: u64,
        number: u32,
    ) -> Result<Vec<u8>, ReferenceProblem> {
        let known = self.open.take().filter(|open| open.are_of(file, column));
        let open = self.open.insert(match known {
            Some(open) => open,
            None => open_column(file, column)?,
        });
        let is_text = open.is_text;
        let Some(values) = open.row(row).map_err(changed)? else {
            return Err(ReferenceProblem::Changed(format!("it has no row {}", row + 1)));
        };
        let Some(value) = values.get(number as usize) else {
            return Err(ReferenceProblem::Changed(format!("row {} has no such picture", row + 1)));
        };
        if !is_text {
            let in_base64 = picture_in_base64(value.data());
            return Ok(in_base64.unwrap_or_else(|| value.data().to_vec()));
        }
        let mut bytes = Vec::new();
        decode_picture(&String::from_utf8_lossy(value.data()), &mut bytes)
            .map_err(ReferenceProblem::Changed)?;
        Ok(bytes)
    }
}

fn read_file(root: &Path, path: &Path) -> Result<Vec<u8>, ReferenceProblem> {
    let folder = PictureFolder::new(root).map_err(missing)?;
    let mut bytes = Vec::new();
    match folder.read(path, &mut bytes) {
        Ok(()) => Ok(bytes),
        Err(PictureFileProblem::Missing { .. }) => Err(ReferenceProblem::Gone),
        Err(PictureFileProblem::Unreadable(error)) => Err(missing(error)),
        Err(problem) => Err(ReferenceProblem::File(problem)),
    }
}

fn open_column(file: &Path, column: &str) -> Result<ColumnValues, ReferenceProblem> {
    // Checked before opening: opening a pipe would block until its other end is opened.
    if !file.metadata().map_err(missing)?.is_file() {
        return Err(ReferenceProblem::File(PictureFileProblem::NotAFile));
    }
    let without = || ReferenceProblem::Changed(format!("it has no column {column} with pictures"));
    ColumnValues::open(file, column).map_err(changed)?.ok_or_else(without)
}

fn missing(error: io::Error) -> ReferenceProblem {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ReferenceProblem::Gone,
        _ => ReferenceProblem::Unreadable(error),
    }
}

fn changed(error: FormatError) -> ReferenceProblem {
    match error {
        FormatError::Unreadable { source, .. } => missing(source),
        FormatError::BadFile { problem, .. } => ReferenceProblem::Changed(problem),
        other => ReferenceProblem::Changed(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};

    /// A file with two pictures in each of its rows.
    fn write(path: &Path, rows: u8) {
        let columns =
            [("id".to_owned(), ColumnKind::Integer), ("image".to_owned(), ColumnKind::Pictures)];
        let mut writer =
            ParquetWriter::new(&columns, &[], std::fs::File::create(path).unwrap()).unwrap();
        for row in 0..rows {
            let pictures = (0..2).map(|number| Some(bytes(row, number))).collect();
            let row = vec![ColumnValue::Text(row.to_string()), ColumnValue::List(pictures)];
            writer.row(row).unwrap();
        }
        writer.finish().unwrap();
    }

    fn bytes(row: u8, number: u8) -> Vec<u8> {
        vec![row * 2 + number + 1; 30_000]
    }

    fn at(file: &Path, row: u8, number: u8) -> (PictureReference, ImageHash) {
        let reference = PictureReference::ParquetRow {
            file: file.into(),
            row: row.into(),
            column: "image".into(),
            number: number.into(),
        };
        (reference, ImageHash::compute(&bytes(row, number)))
    }

    #[test]
    fn pictures_of_rows_are_found_in_any_order() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.parquet");
        write(&file, 100);
        let mut pictures = ReferencedPictures::default();
        for (row, number) in [(0, 0), (0, 1), (1, 1), (99, 0), (3, 1), (40, 0), (98, 1), (98, 0)] {
            let (reference, hash) = at(&file, row, number);
            assert!(
                pictures.read(&reference, hash).unwrap() == bytes(row, number),
                "{row} {number}"
            );
        }
    }

    #[test]
    fn a_file_that_changed_or_went_is_never_taken_for_the_picture() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.parquet");
        write(&file, 9);
        let (reference, hash) = at(&file, 8, 1);
        let mut pictures = ReferencedPictures::default();
        pictures.read(&reference, hash).unwrap();
        let other = ImageHash::compute(b"other");
        let problem = pictures.read(&reference, other).unwrap_err().to_string();
        assert!(problem.contains("another picture is there"), "{problem}");
        write(&file, 3);
        let problem = ReferencedPictures::default().read(&reference, hash).unwrap_err().to_string();
        assert!(problem.contains("it has no row 9"), "{problem}");
        std::fs::write(&file, "no parquet").unwrap();
        let problem = ReferencedPictures::default().read(&reference, hash).unwrap_err().to_string();
        assert!(problem.contains("has changed since the import"), "{problem}");
        std::fs::remove_file(&file).unwrap();
        let problem = ReferencedPictures::default().read(&reference, hash).unwrap_err();
        assert!(matches!(problem, ReferenceProblem::Gone), "{problem}");
    }

    #[test]
    fn a_picture_file_is_read_from_below_its_folder_only() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("root")).unwrap();
        let (inside, outside) = (dir.path().join("root/1.png"), dir.path().join("2.png"));
        std::fs::write(&inside, b"one").unwrap();
        std::fs::write(&outside, b"two").unwrap();
        let mut pictures = ReferencedPictures::default();
        let mut read = |path: &Path, bytes: &[u8]| {
            let root = dir.path().join("root");
            let reference = PictureReference::File { root, path: path.to_owned() };
            pictures.read(&reference, ImageHash::compute(bytes)).map_err(|error| error.to_string())
        };
        assert_eq!(read(&inside, b"one").as_deref(), Ok(b"one".as_slice()));
        assert!(read(&outside, b"two").unwrap_err().contains("leads out of"));
        assert!(
            read(&dir.path().join("root/9.png"), b"").unwrap_err().contains("not there any more")
        );
    }
}
