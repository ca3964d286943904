//! The values of a row as JSON values.

use parquet::record::Field;
use serde_json::Value;

use crate::image_cell::{UNKNOWN_KIND, data_url};
use crate::json_fields;
use crate::python::python_float;

/// A scalar as JSON; `None` for null and for anything that is not a scalar.
pub fn scalar(field: &Field) -> Option<Value> {
    Some(match field {
        Field::Null | Field::Group(_) | Field::ListInternal(_) | Field::MapInternal(_) => {
            return None;
        }
        // A float that is not a number is a missing cell of pandas.
        Field::Float(number) if number.is_nan() => return None,
        Field::Double(number) if number.is_nan() => return None,
        Field::Float(number) => float(shortest(*number)),
        Field::Double(number) => float(*number),
        Field::Float16(number) => float(f64::from(*number)),
        // The crate writes a whole number as `7.`.
        Field::Decimal(_) => {
            let text = field.to_string();
            Value::String(text.strip_suffix('.').unwrap_or(&text).to_owned())
        }
        Field::Str(text) => Value::String(text.clone()),
        Field::Bytes(bytes) => Value::String(text_of(bytes.data())),
        // Truth values and whole numbers are written as in JSON, moments are not.
        other => {
            let text = other.to_string();
            text.parse().unwrap_or(Value::String(text))
        }
    })
}

/// A 32-bit float by its shortest decimal digits: 0.1, not 0.10000000149011612.
fn shortest(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| f64::from(number))
}

/// JSON has no infinite numbers; this is Python's text for one.
fn float(number: f64) -> Value {
    if number.is_finite() { Value::from(number) } else { Value::String(python_float(number)) }
}

/// Bytes that are not UTF-8 become a data URL.
fn text_of(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| data_url(UNKNOWN_KIND, bytes), str::to_owned)
}

/// A value as JSON; `None` for null.
pub fn value(field: &Field) -> Option<Value> {
    let inner = |field: &Field| value(field).unwrap_or(Value::Null);
    match field {
        Field::ListInternal(list) => Some(list.elements().iter().map(inner).collect()),
        Field::Group(row) => {
            let fields = row.get_column_iter();
            Some(fields.map(|(name, field)| (name.clone(), inner(field))).collect())
        }
        Field::MapInternal(map) => {
            let entry = |(key, field): &(Field, Field)| {
                let key = inner(key);
                (json_fields::scalar(&key).unwrap_or_default(), inner(field))
            };
            Some(map.entries().iter().map(entry).collect())
        }
        other => scalar(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_they_were_written() {
        let text = |field: Field| json_fields::scalar(&scalar(&field).unwrap()).unwrap();
        assert_eq!(text(Field::Float(0.1)), "0.1");
        assert_eq!(text(Field::Double(f64::NEG_INFINITY)), "-inf");
        let decimal = |bytes: [u8; 4], scale| {
            Field::Decimal(parquet::data_type::Decimal::Int32 { value: bytes, precision: 9, scale })
        };
        assert_eq!(text(decimal(7_i32.to_be_bytes(), 0)), "7");
        assert_eq!(text(decimal((-150_i32).to_be_bytes(), 2)), "-1.50");
    }

    #[test]
    fn what_is_null_in_a_struct_keeps_its_name() {
        let fields = vec![("a".to_owned(), Field::Null), ("b".to_owned(), Field::Int(1))];
        let group = Field::Group(parquet::record::Row::new(fields));
        assert_eq!(value(&group), Some(serde_json::json!({"a": null, "b": 1})));
    }

    #[test]
    fn bytes_that_are_no_text_are_kept_whole() {
        assert_eq!(text_of("猫".as_bytes()), "猫");
        assert_eq!(text_of(&[0xFF, 0]), "data:application/octet-stream;base64,/wA=");
    }
}
