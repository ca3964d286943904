//! Whether an import copies pictures into the database or only references them, and the messages
//! about that.

use serde::Serialize;

use assay_core::keyword::keywords;
use assay_formats::question_formats::QuestionSource;
use assay_store::{PicturePlacement, ReferencedShare};

/// The total size, in bytes, above which pictures are referenced and not copied, unless an option
/// asks for a copy. 1 GB takes some seconds to copy, twice that where the database has questions
/// already, and each backup copies it again.
const COPIED_UP_TO: u64 = 1_000_000_000;

keywords! {
    /// What the database keeps of pictures.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Pictures {
        /// The database keeps their bytes, and the files are not needed any more
        Copy = "copy",
        /// The database keeps their place: a file, or a row of a Parquet file, which must stay as it is
        Reference = "reference",
    }
}

/// How the database stores pictures.
#[derive(Debug, Default, Serialize)]
pub struct PicturesKept {
    /// Pictures of which it has the bytes.
    pub copied: usize,
    /// Pictures that are referenced and not copied.
    pub referenced: ReferencedShare,
    pub reason: String,
}

impl PicturesKept {
    /// The report on `pictures` pictures.
    pub(super) fn new(
        choice: Option<Pictures>,
        pictures: usize,
        referenced: ReferencedShare,
    ) -> Self {
        let gigabytes = COPIED_UP_TO / 1_000_000_000;
        let reason = match (choice, referenced.pictures) {
            (Some(Pictures::Reference), 0) => "within a text, or copied before".to_owned(),
            (Some(_), _) => "as asked for".to_owned(),
            (None, 0) => format!("not more than {gigabytes} GB, or within a text"),
            (None, _) => format!("more than {gigabytes} GB; --pictures copy copies them"),
        };
        PicturesKept { copied: pictures.saturating_sub(referenced.pictures), referenced, reason }
    }

    /// A warning about pictures that could not be referenced.
    pub(super) fn warning(&self, choice: Option<Pictures>) -> Option<String> {
        (choice == Some(Pictures::Reference) && self.copied > 0).then(|| {
            format!(
                "{} pictures are copied: they are within a text, or the database had a copy of them before",
                self.copied
            )
        })
    }
}

/// Whether the pictures of these files are copied or referenced.
pub(super) fn placement(choice: Option<Pictures>, sources: &[QuestionSource]) -> PicturePlacement {
    let size: u64 = sources.iter().map(QuestionSource::size).sum();
    match choice {
        Some(Pictures::Copy) => PicturePlacement::Copy,
        Some(Pictures::Reference) => PicturePlacement::Reference,
        None if size > COPIED_UP_TO => PicturePlacement::Reference,
        None => PicturePlacement::BySize(COPIED_UP_TO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_why_pictures_are_where_they_are() {
        let kept = |choice, referenced| {
            PicturesKept::new(choice, 5, ReferencedShare { pictures: referenced, bytes: 9 })
        };
        assert_eq!(kept(None, 0).reason, "not more than 1 GB, or within a text");
        assert_eq!(kept(None, 5).copied, 0);
        let wanted = Some(Pictures::Reference);
        assert_eq!(kept(wanted, 5).warning(wanted), None);
        assert!(kept(wanted, 2).warning(wanted).unwrap().starts_with("3 pictures are copied"));
        assert_eq!(kept(Some(Pictures::Copy), 0).warning(Some(Pictures::Copy)), None);
    }
}
