//! The values of a row as JSON has them.

use parquet::record::Field;
use serde_json::Value;

/// A scalar as JSON has it; nothing for null and for what is no scalar.
pub fn scalar(field: &Field) -> Option<Value> {
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
pub fn value(field: &Field) -> Option<Value> {
    match field {
        Field::ListInternal(list) => {
            Some(list.elements().iter().map(|one| scalar(one).unwrap_or(Value::Null)).collect())
        }
        other => scalar(other),
    }
}
