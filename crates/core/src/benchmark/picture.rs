//! Pictures of questions: their hash, their role in the question, and the location of those that the database has
//! no copy of.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::Label;
use crate::keyword::{UnexpectedText, written_as_text};

/// The BLAKE3 hash of a picture's bytes as they are in the file. It identifies the picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImageHash([u8; 32]);

impl ImageHash {
    /// The hash of these bytes.
    pub fn compute(bytes: &[u8]) -> Self {
        ImageHash(*blake3::hash(bytes).as_bytes())
    }

    /// The hash as it is stored.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A hash read back from the store; `None` unless it is 32 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(ImageHash)
    }
}

impl fmt::Display for ImageHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ImageHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ImageHash({self})")
    }
}

written_as_text!(ImageHash);

impl FromStr for ImageHash {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        blake3::Hash::from_hex(text)
            .map(|hash| ImageHash(*hash.as_bytes()))
            .map_err(|_| UnexpectedText::new("64 hexadecimal digits", text))
    }
}

/// The role of a picture in its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PictureRole {
    /// It belongs to the question itself.
    Stem,
    /// It is the choice with this label.
    Choice(Label),
    /// It is a frame of a video, in order.
    Frame,
}

impl fmt::Display for PictureRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureRole::Stem => f.write_str("stem"),
            PictureRole::Choice(label) => write!(f, "choice {label}"),
            PictureRole::Frame => f.write_str("frame"),
        }
    }
}

impl FromStr for PictureRole {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let role = match text.strip_prefix("choice ") {
            Some(label) => label.parse().ok().map(PictureRole::Choice),
            None if text == "stem" => Some(PictureRole::Stem),
            None if text == "frame" => Some(PictureRole::Frame),
            None => None,
        };
        role.ok_or_else(|| UnexpectedText::new("stem, choice A .. choice Z or frame", text))
    }
}

/// A picture of a question with its role.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuestionPicture {
    /// Which picture.
    pub hash: ImageHash,
    /// Its role.
    pub role: PictureRole,
}

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
    fn a_role_reads_back_as_it_was_written() {
        for role in [PictureRole::Stem, PictureRole::Frame, PictureRole::Choice(Label::A)] {
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        for text in ["", "Stem", "choice", "choice a1", "frames"] {
            assert!(text.parse::<PictureRole>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_hash_is_blake3_of_the_bytes() {
        // From `printf abc | b3sum`.
        let expected = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";
        assert_eq!(ImageHash::compute(b"abc").to_string(), expected);
    }

    #[test]
    fn a_hash_reads_back_as_it_was_written() {
        let hash = ImageHash::compute(b"picture");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert_eq!(ImageHash::from_bytes(hash.as_bytes()), Some(hash));
        assert_eq!(ImageHash::from_bytes(&hash.as_bytes()[..31]), None);
        assert_eq!(serde_json::to_value(hash).unwrap(), hash.to_string());
        assert!("0123".parse::<ImageHash>().is_err());
    }

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
