//! The pictures of a Parquet row.

use parquet::data_type::ByteArray;
use parquet::record::{Field, RowAccessor};

/// A picture as Hugging Face keeps it: its bytes, or a path beside the Parquet file.
#[derive(Clone, Debug)]
pub(super) enum Picture {
    /// The bytes of its file.
    Bytes(ByteArray),
    /// Base64, where a column of text has pictures.
    Text(String),
    /// The path of its file.
    File(String),
}

/// The pictures of a column, in order.
pub(super) fn pictures(field: &Field, into: &mut Vec<Picture>) {
    match field {
        Field::Group(row) => {
            let (mut bytes, mut path) = (None, None);
            for (at, (name, value)) in row.get_column_iter().enumerate() {
                match (name.as_str(), value) {
                    (_, Field::Null) => {}
                    ("bytes", _) => bytes = row.get_bytes(at).ok().cloned(),
                    (_, Field::Str(text)) => path = Some(text.clone()),
                    (_, Field::Bytes(text)) => {
                        path = Some(String::from_utf8_lossy(text.data()).into_owned());
                    }
                    _ => {}
                }
            }
            match (bytes.filter(|bytes| !bytes.is_empty()), path.filter(|path| !path.is_empty())) {
                (Some(bytes), _) => into.push(Picture::Bytes(bytes)),
                (None, Some(path)) => into.push(Picture::File(path)),
                (None, None) => {}
            }
        }
        Field::ListInternal(list) => list.elements().iter().for_each(|one| pictures(one, into)),
        Field::Bytes(bytes) if !bytes.is_empty() => into.push(Picture::Bytes(bytes.clone())),
        Field::Str(text) if !text.trim().is_empty() => into.push(Picture::Text(text.clone())),
        _ => {}
    }
}
