//! A value of a column of Arrow's messages.

use std::ops::Range;

use serde_json::{Map, Value};

use super::buffers::{Batch, Buffer};
use super::schema::{DEEPEST, Field, Kind};
use super::{ArrowStream, broken};
use crate::image_cell::{UNKNOWN_KIND, data_url};
use crate::python::python_float;

/// The longest list in a value.
const MAX_LIST: u64 = 100_000;
/// The longest text that a view itself holds, and the size of a view.
const SHORT: u64 = 12;
const VIEW: u64 = 16;

/// The values of a field in a batch.
#[derive(Default)]
pub(super) struct Column {
    valid: Buffer,
    offsets: Buffer,
    values: Buffer,
    parts: Vec<Buffer>,
    inner: Vec<Column>,
}

impl Column {
    /// Takes the buffers of a field in the order of the format. `None` if there are too few.
    pub fn new(field: &Field, batch: &mut Batch) -> Option<Self> {
        if field.dictionary.is_none() {
            return Self::of_values(field, batch);
        }
        let (valid, values) = (batch.buffers.next()?, batch.buffers.next()?);
        Some(Column { valid, values, ..Column::default() })
    }

    /// Takes the buffers of a field's values, which may be those of its dictionary.
    pub fn of_values(field: &Field, batch: &mut Batch) -> Option<Self> {
        let mut column = Column::default();
        if matches!(field.kind, Kind::Null) {
            return Some(column);
        }
        column.valid = batch.buffers.next()?;
        if let Kind::Long { offset: Some(_), .. } | Kind::List { .. } = field.kind {
            column.offsets = batch.buffers.next()?;
        }
        if !matches!(field.kind, Kind::List { .. } | Kind::FixedList { .. } | Kind::Struct) {
            column.values = batch.buffers.next()?;
        }
        if let Kind::Long { offset: None, .. } = field.kind {
            for _ in 0..batch.parts.next()? {
                column.parts.push(batch.buffers.next()?);
            }
        }
        let inner = field.inner.iter().map(|field| Column::new(field, batch));
        column.inner = inner.collect::<Option<_>>()?;
        Some(column)
    }
}

impl ArrowStream {
    /// The value at a position of a column.
    pub(super) fn value(
        &self,
        field: &Field,
        column: &Column,
        at: u64,
        depth: usize,
    ) -> Result<Value, String> {
        let Some((id, bytes)) = field.dictionary else {
            return self.plain_value(field, column, at, depth);
        };
        if self.is_null(column, at)? {
            return Ok(Value::Null);
        }
        let mut at = self.source.number(&column.values, at, bytes)?;
        for (rows, values) in self.dictionaries.get(&id).into_iter().flatten() {
            if at < *rows {
                return self.plain_value(field, values, at, depth);
            }
            at -= rows;
        }
        Err(format!("column {:?} has a value that is not in its dictionary", field.name))
    }

    fn plain_value(
        &self,
        field: &Field,
        column: &Column,
        at: u64,
        depth: usize,
    ) -> Result<Value, String> {
        if depth > DEEPEST {
            return Err("lists or structs are nested too deep".into());
        }
        if matches!(field.kind, Kind::Null) || self.is_null(column, at)? {
            return Ok(Value::Null);
        }
        let number = |at, bytes| self.source.number(&column.values, at, bytes);
        Ok(match field.kind {
            Kind::Null => Value::Null,
            Kind::Bool => Value::Bool(number(at / 8, 1)? >> (at % 8) & 1 == 1),
            Kind::Integer { bytes, is_signed } => {
                let number = number(at, bytes)?;
                let unused = 64 - 8 * bytes as u32;
                match is_signed {
                    true => (((number << unused) as i64) >> unused).into(),
                    false => number.into(),
                }
            }
            Kind::Float { bytes } => {
                let number = number(at, bytes)?;
                let number = match bytes {
                    4 => f32::from_bits(number as u32).to_string().parse().unwrap_or(f64::NAN),
                    _ => f64::from_bits(number),
                };
                match number {
                    number if number.is_nan() => Value::Null,
                    number if number.is_finite() => number.into(),
                    number => python_float(number).into(),
                }
            }
            Kind::Long { is_text, offset } => {
                let bytes = match offset {
                    Some(size) => {
                        let (from, length) = self.range(column, at, size)?;
                        self.source.bytes(&column.values, from, length)?
                    }
                    None => self.viewed(column, at)?,
                };
                match is_text {
                    true => String::from_utf8_lossy(&bytes).into_owned().into(),
                    false => data_url(UNKNOWN_KIND, &bytes).into(),
                }
            }
            Kind::List { .. } | Kind::FixedList { .. } => {
                let elements = self.elements(field, column, at)?;
                let (field, column) = (&field.inner[0], &column.inner[0]);
                let values = elements.map(|at| self.value(field, column, at, depth + 1));
                Value::Array(values.collect::<Result<_, _>>()?)
            }
            Kind::Struct => {
                let parts = field.inner.iter().zip(&column.inner);
                let named = parts.map(|(field, column)| {
                    Ok((field.name.clone(), self.value(field, column, at, depth + 1)?))
                });
                Value::Object(named.collect::<Result<Map<_, _>, String>>()?)
            }
        })
    }

    fn is_null(&self, column: &Column, at: u64) -> Result<bool, String> {
        if column.valid.length == 0 {
            return Ok(false);
        }
        let byte = self.source.number(&column.valid, at / 8, 1)?;
        Ok(byte >> (at % 8) & 1 == 0)
    }

    /// The range of a text or a list in its values.
    fn range(&self, column: &Column, at: u64, size: u64) -> Result<(u64, u64), String> {
        let offset = |at| self.source.number(&column.offsets, at, size);
        let (from, to) = (offset(at)?, offset(at.saturating_add(1))?);
        let length = to.checked_sub(from).ok_or("offsets go back")?;
        Ok((from, length))
    }

    /// The bytes of a value that is given by its length and its place, or itself if it is short.
    fn viewed(&self, column: &Column, at: u64) -> Result<Vec<u8>, String> {
        let view = at.checked_mul(VIEW).ok_or_else(broken)?;
        let number = |at: u64| self.source.number(&column.values, view / 4 + at, 4);
        let length = number(0)?;
        if length <= SHORT {
            return self.source.bytes(&column.values, view + 4, length);
        }
        let part = column.parts.get(number(2)? as usize).ok_or_else(broken)?;
        self.source.bytes(part, number(3)?, length)
    }

    /// The positions of the elements of a list.
    fn elements(&self, field: &Field, column: &Column, at: u64) -> Result<Range<u64>, String> {
        let (from, length) = match field.kind {
            Kind::FixedList { length } => (at.saturating_mul(length), length),
            Kind::List { offset } => self.range(column, at, offset)?,
            _ => (0, 0),
        };
        if length > MAX_LIST {
            return Err("a list has more than 100,000 elements".into());
        }
        self.source.count(8 * length)?;
        Ok(from..from.saturating_add(length))
    }
}
