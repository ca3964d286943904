//! Takes in the pictures of rows: decodes or reads them from a file in one folder, checks them, and
//! passes them on to [`KeepPicture`]. One picture is in memory at a time.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::{KeepPicture, ReadOptions};
use crate::MAX_PICTURE_BYTES;
use crate::bad_rows::Refusal;
use crate::error::{FormatError, RowProblem, shown};
use crate::image_cell::{decode_picture, picture_kind};
use crate::missing_pictures::MissingPictures;
use crate::picture_file::{PictureFileProblem, PictureFolder};
use crate::picture_header;
use crate::warning::Warnings;
use assay_core::benchmark::{ImageHash, PictureReference};

/// Takes in the pictures of one file.
pub(crate) struct PictureIntake<'a> {
    file: PathBuf,
    folder: Option<PictureFolder>,
    skip_bad: bool,
    allow_missing: bool,
    keep: &'a mut KeepPicture<'a>,
    bytes: Vec<u8>,
    /// The locations of the pictures in the cells of the row, in order; empty if they are in a
    /// text.
    locations: VecDeque<PictureReference>,
    missing: MissingPictures,
}

impl<'a> PictureIntake<'a> {
    /// For a file; picture files are searched in `folder` if the options do not name a folder.
    pub fn new(
        file: &Path,
        folder: Option<&Path>,
        options: &ReadOptions,
        keep: &'a mut KeepPicture<'_>,
    ) -> Result<Self, FormatError> {
        let open = |folder: &Path| {
            PictureFolder::new(folder)
                .map_err(|source| FormatError::NoPictureFolder { folder: folder.into(), source })
        };
        let folder = options.image_root.as_deref().or(folder).map(open).transpose()?;
        Ok(PictureIntake {
            file: file.to_owned(),
            folder,
            skip_bad: options.skip_bad,
            allow_missing: options.allow_missing_pictures,
            keep,
            bytes: Vec::new(),
            locations: VecDeque::new(),
            missing: MissingPictures::default(),
        })
    }

    /// Sets the locations of the pictures that [`PictureIntake::base64`] and
    /// [`PictureIntake::bytes`] take in next, in their order. Without this they are in a text,
    /// where they cannot be found again.
    pub fn next_are_at(&mut self, locations: impl IntoIterator<Item = PictureReference>) {
        self.locations.clear();
        self.locations.extend(locations);
    }

    /// Takes in a picture in base64, with or without `data:image/png;base64,` before it.
    pub fn base64(
        &mut self,
        text: &str,
        row: usize,
        warnings: &mut Warnings,
    ) -> Result<ImageHash, Refusal> {
        decode_picture(text, &mut self.bytes)
            .map_err(|problem| RowProblem::BadBase64 { found: shown(text), problem })?;
        let location = self.locations.pop_front();
        self.keep(location.as_ref(), row, warnings)
    }

    /// Takes in a picture's bytes.
    pub fn bytes(
        &mut self,
        bytes: &[u8],
        row: usize,
        warnings: &mut Warnings,
    ) -> Result<ImageHash, Refusal> {
        if bytes.len() as u64 > MAX_PICTURE_BYTES {
            return Err(RowProblem::CellTooLong.into());
        }
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        let location = self.locations.pop_front();
        self.keep(location.as_ref(), row, warnings)
    }

    /// Takes in the first of these files that exists. `None` if none does, which is noted under
    /// `name`, unless bad rows are left out.
    pub fn file(
        &mut self,
        name: &str,
        candidates: &[String],
        row: usize,
        warnings: &mut Warnings,
    ) -> Result<Option<ImageHash>, Refusal> {
        let found = shown(name);
        let Some(folder) = &self.folder else {
            if self.allow_missing {
                self.missing.note(row, shown(name));
                return Ok(None);
            }
            return Err(RowProblem::NoPictureFolder { found }.into());
        };
        let mut read = None;
        for path in candidates {
            match folder.read(path, &mut self.bytes) {
                Ok(()) => read = Some(folder.reference(path)),
                Err(PictureFileProblem::Missing { .. } | PictureFileProblem::NotAFile) => continue,
                Err(problem) => return Err(RowProblem::BadPictureFile { found, problem }.into()),
            }
            break;
        }
        if let Some(location) = read {
            return self.keep(Some(&location), row, warnings).map(Some);
        }
        if self.skip_bad && !self.allow_missing {
            let folder = folder.path().to_owned();
            let problem = PictureFileProblem::Missing { folder };
            return Err(RowProblem::BadPictureFile { found, problem }.into());
        }
        self.missing.note(row, shown(name));
        Ok(None)
    }

    /// The folder that picture files are searched in.
    pub fn folder(&self) -> Option<&PictureFolder> {
        self.folder.as_ref()
    }

    /// The end of the file: the warning about missing pictures.
    ///
    /// # Errors
    /// If required files are missing.
    pub fn finish(&mut self) -> Result<Option<String>, FormatError> {
        if self.missing.is_empty() || self.allow_missing {
            return Ok(self.missing.warning());
        }
        let missing = std::mem::take(&mut self.missing);
        Err(FormatError::MissingPictures { file: self.file.clone(), missing })
    }

    fn keep(
        &mut self,
        location: Option<&PictureReference>,
        row: usize,
        warnings: &mut Warnings,
    ) -> Result<ImageHash, Refusal> {
        if picture_kind(&self.bytes).is_none() {
            let sentence =
                "a picture is none of JPEG, PNG, GIF, WebP and BMP; it was kept as it is";
            warnings.note_row(sentence, row);
        } else if let Some(flaw) = picture_header::flaw(&self.bytes) {
            warnings.note_row(flaw, row);
        }
        let kept = (self.keep)(&self.bytes, location);
        kept.map_err(|source| {
            Refusal::File(FormatError::PictureNotKept { file: self.file.clone(), source })
        })
    }
}
