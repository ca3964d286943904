//! Whether an import copies pictures into the database or only references them, and the messages
//! about that.

use clap::ValueEnum;

use crate::formats::question_formats::QuestionSource;
use crate::report::documents::import::PicturesKept;
use crate::store::{PicturePlacement, ReferencedShare};

/// The total size, in bytes, above which pictures are referenced and not copied, unless an option
/// asks for a copy. 1 GB takes some seconds to copy, twice that where the database has questions
/// already, and each backup copies it again.
const COPIED_UP_TO: u64 = 1_000_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Pictures {
    /// The database keeps their bytes, and the files are not needed any more
    Copy,
    /// The database keeps their place: a file, or a row of a Parquet file, which must stay as it is
    Reference,
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

/// The report on `pictures` pictures.
pub(super) fn kept(
    choice: Option<Pictures>,
    pictures: usize,
    referenced: ReferencedShare,
) -> PicturesKept {
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
pub(super) fn warning(choice: Option<Pictures>, kept: &PicturesKept) -> Option<String> {
    (choice == Some(Pictures::Reference) && kept.copied > 0).then(|| {
        format!(
            "{} pictures are copied: they are within a text, or the database had a copy of them before",
            kept.copied
        )
    })
}
