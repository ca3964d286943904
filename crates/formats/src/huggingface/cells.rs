//! The pictures of a Parquet row.

use parquet::data_type::ByteArray;
use parquet::record::Field;

use crate::image_cell::picture_in_base64;

/// A picture as Hugging Face keeps it: its bytes, or a path relative to the Parquet file.
#[derive(Clone, Debug)]
pub(super) enum Picture {
    /// The bytes of its file.
    Bytes(ByteArray),
    /// Base64, if the pictures are in a text column.
    Text(String),
    /// The path of its file.
    File(String),
}

/// The pictures of a column, in order.
pub(super) fn pictures(field: &Field, into: &mut Vec<Picture>) {
    match field {
        Field::Group(row) => {
            let (mut bytes, mut path) = (None, None);
            for (name, value) in row.get_column_iter() {
                match (name.as_str(), value) {
                    ("bytes", Field::Bytes(found)) => bytes = Some(of_bytes(found)),
                    ("bytes", Field::Str(text)) => bytes = Some(Picture::Text(text.clone())),
                    ("path", Field::Str(text)) => path = Some(Picture::File(text.clone())),
                    ("path", Field::Bytes(text)) => {
                        path =
                            Some(Picture::File(String::from_utf8_lossy(text.data()).into_owned()));
                    }
                    _ => {}
                }
            }
            into.extend([bytes, path].into_iter().flatten().find(|picture| !picture.is_empty()));
        }
        Field::ListInternal(list) => list.elements().iter().for_each(|one| pictures(one, into)),
        Field::Bytes(bytes) if !bytes.is_empty() => into.push(of_bytes(bytes)),
        Field::Str(text) if !text.trim().is_empty() => into.push(Picture::Text(text.clone())),
        _ => {}
    }
}

impl Picture {
    /// The bytes, if it is kept as such.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Picture::Bytes(bytes) => Some(bytes.data()),
            Picture::Text(_) | Picture::File(_) => None,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Picture::Bytes(bytes) => bytes.is_empty(),
            Picture::Text(text) => text.trim().is_empty(),
            Picture::File(path) => path.is_empty(),
        }
    }
}

/// A picture, or the base64 of one: some writers do not mark a column as text.
fn of_bytes(bytes: &ByteArray) -> Picture {
    let text = std::str::from_utf8(bytes.data()).ok();
    match text.filter(|_| picture_in_base64(bytes.data()).is_some()) {
        Some(text) => Picture::Text(text.to_owned()),
        None => Picture::Bytes(bytes.clone()),
    }
}
