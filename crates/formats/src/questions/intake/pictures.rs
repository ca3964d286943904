//! Takes in the pictures of rows: decodes them or reads them from a file in one folder, checks them,
//! and passes them on to [`KeepPicture`]. One picture is in memory at a time.
//!
//! [`KeepPicture`]: crate::questions::KeepPicture

use std::borrow::Cow;

use super::Intake;
use crate::MAX_PICTURE_BYTES;
use crate::bad_rows::{Refusal, in_field};
use crate::error::{FormatError, cell_too_long, shown};
use crate::image_cell::{decode_picture, picture_kind};
use crate::picture_file::PictureFileProblem;
use crate::picture_header;
use assay_core::benchmark::{ImageHash, PictureReference};

/// Whether a text names a picture on the web.
pub(crate) fn is_web_address(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("http://") || text.starts_with("https://")
}

/// What an address of a file begins with.
const FILE_ADDRESS: &str = "file://";

/// The path of a file, which may be written as an address: `file:///data/a%20b.png`.
fn path_of(text: &str) -> Cow<'_, str> {
    let Some(path) = text.strip_prefix(FILE_ADDRESS) else { return text.into() };
    let path = path.strip_prefix("localhost").unwrap_or(path).as_bytes();
    let mut bytes = Vec::with_capacity(path.len());
    let mut at = 0;
    while let Some(&byte) = path.get(at) {
        let escaped = path.get(at + 1..at + 3).filter(|_| byte == b'%');
        let escaped = escaped.and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}

impl Intake<'_> {
    /// Sets the locations of the pictures that are taken in next from base64 or bytes, in their order.
    /// Without this they are in a text, where they cannot be found again.
    pub fn next_are_at(&mut self, locations: impl IntoIterator<Item = PictureReference>) {
        self.locations.clear();
        self.locations.extend(locations);
    }

    /// Takes in a picture in base64, with or without `data:image/png;base64,` before it.
    pub fn base64(&mut self, field: &str, text: &str) -> Result<ImageHash, Refusal> {
        decode_picture(text, &mut self.picture).map_err(|problem| {
            let found = shown(text);
            let advice = "expected a picture in base64, so export it again";
            in_field(field, format!("found {found}: {problem}; {advice}"))
        })?;
        let location = self.locations.pop_front();
        self.keep_picture(location.as_ref())
    }

    /// Takes in a picture's bytes.
    pub fn bytes(&mut self, field: &str, bytes: &[u8]) -> Result<ImageHash, Refusal> {
        if bytes.len() as u64 > MAX_PICTURE_BYTES {
            return Err(in_field(field, cell_too_long()));
        }
        self.picture.clear();
        self.picture.extend_from_slice(bytes);
        let location = self.locations.pop_front();
        self.keep_picture(location.as_ref())
    }

    /// Takes in the first of the files that exists. `None` if none does and the question is to be
    /// marked for it, unless bad rows are left out.
    pub fn picture_file(
        &mut self,
        field: &str,
        name: &str,
        candidates: &[String],
    ) -> Result<Option<ImageHash>, Refusal> {
        if is_web_address(name) {
            return self.web_picture(field, name);
        }
        let found = shown(name);
        if self.folder.is_none() && !self.allows_missing {
            let advice =
                "but no folder of pictures was named; say where they are with --image-root DIR";
            return Err(in_field(field, format!("found {found}, {advice}")));
        }
        let unusable = |problem| in_field(field, format!("found {found}: {problem}"));
        for path in candidates {
            let Some(folder) = &self.folder else { break };
            let path = path_of(path);
            match folder.read(&*path, &mut self.picture) {
                Ok(()) => {
                    let location = folder.reference(&path);
                    return self.keep_picture(Some(&location)).map(Some);
                }
                Err(PictureFileProblem::Missing { .. } | PictureFileProblem::NotAFile) => {}
                Err(problem) => return Err(unusable(problem)),
            }
        }
        if let Some(folder) = &self.folder
            && self.bad.skip
            && !self.allows_missing
        {
            return Err(unusable(PictureFileProblem::Missing { folder: folder.root.clone() }));
        }
        self.missing_in_file.note(self.row.row, found);
        self.missing.push(name.to_owned());
        Ok(None)
    }

    /// Takes in a picture from the web, which is fetched once in a file. `None` if it is not fetched and the
    /// question is to be marked for it.
    fn web_picture(&mut self, field: &str, url: &str) -> Result<Option<ImageHash>, Refusal> {
        if let Some(hash) = self.fetched.get(url) {
            return Ok(Some(*hash));
        }
        let fetched = self.fetch.as_ref().map(|fetch| (fetch.0)(url));
        let problem = match fetched {
            Some(Ok(bytes)) if picture_kind(&bytes).is_some() => {
                self.picture = bytes;
                let hash = self.keep_picture(None)?;
                self.fetched.insert(url.to_owned(), hash);
                return Ok(Some(hash));
            }
            Some(Ok(_)) => Some("what the server sends is not a picture".to_owned()),
            Some(Err(problem)) => Some(problem),
            None if self.bad.skip => Some("it is not fetched without --fetch".to_owned()),
            None => None,
        };
        if let Some(problem) = problem.filter(|_| !self.allows_missing) {
            return Err(in_field(field, format!("found {}: {problem}", shown(url))));
        }
        self.missing_in_file.note(self.row.row, shown(url));
        self.missing.push(url.to_owned());
        Ok(None)
    }

    /// The names of the folders and files directly in a folder of pictures, sorted; `None` if there
    /// is no such folder.
    pub fn entries(&self, folder: &str) -> Option<Vec<String>> {
        self.folder.as_ref()?.entries(folder)
    }

    /// Whether picture files are missing, which is noted.
    ///
    /// # Errors
    /// If they are required.
    pub fn finish_pictures(&mut self) -> Result<bool, FormatError> {
        let Some(sentence) = self.missing_in_file.warning() else { return Ok(false) };
        if !self.allows_missing {
            let missing = std::mem::take(&mut self.missing_in_file);
            return Err(FormatError::MissingPictures { file: self.bad.file.clone(), missing });
        }
        self.warnings.note(sentence);
        Ok(true)
    }

    fn keep_picture(&mut self, location: Option<&PictureReference>) -> Result<ImageHash, Refusal> {
        if picture_kind(&self.picture).is_none() {
            self.note(picture_header::unknown_kind(&self.picture));
        } else if let Some(flaw) = picture_header::flaw(&self.picture) {
            self.note(flaw);
        } else if picture_header::is_animated(&self.picture) {
            self.note("a picture is animated; its first frame is shown");
        }
        let kept = (self.sink.keep_picture)(&self.picture, location);
        kept.map_err(|source| {
            Refusal::File(FormatError::PictureNotKept { file: self.bad.file.clone(), source })
        })
    }
}
