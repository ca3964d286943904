//! The values of a Parquet row as questions need them: texts, JSON values, pictures.

use parquet::data_type::ByteArray;
use parquet::record::{Field, RowAccessor};
use serde_json::Value;

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

/// A scalar as JSON has it; nothing for null and for what is no scalar.
pub(super) fn scalar(field: &Field) -> Option<Value> {
    Some(match field {
        Field::Null | Field::Group(_) | Field::ListInternal(_) | Field::MapInternal(_) => {
            return None;
        }
        Field::Bool(truth) => Value::Bool(*truth),
        Field::Byte(number) => Value::from(*number),
        Field::Short(number) => Value::from(*number),
        Field::Int(number) => Value::from(*number),
        Field::Long(number) => Value::from(*number),
        Field::UByte(number) => Value::from(*number),
        Field::UShort(number) => Value::from(*number),
        Field::UInt(number) => Value::from(*number),
        Field::ULong(number) => Value::from(*number),
        // A float that is not a number is a missing cell of pandas.
        Field::Float(number) if number.is_nan() => return None,
        Field::Double(number) if number.is_nan() => return None,
        Field::Float(number) => Value::from(f64::from(*number)),
        Field::Double(number) => Value::from(*number),
        Field::Str(text) => Value::String(text.clone()),
        Field::Bytes(bytes) => Value::String(String::from_utf8_lossy(bytes.data()).into_owned()),
        other => Value::String(other.to_string()),
    })
}

/// A scalar or a list of scalars as JSON has it; nothing for null.
pub(super) fn value(field: &Field) -> Option<Value> {
    match field {
        Field::ListInternal(list) => {
            Some(list.elements().iter().map(|one| scalar(one).unwrap_or(Value::Null)).collect())
        }
        other => scalar(other),
    }
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
