//! What the columns of Arrow's messages hold.

use crate::flatbuffer::Table;

/// The deepest nesting of lists and structs.
pub(super) const DEEPEST: usize = 8;

/// What a column holds. Texts and bytes (`Long`) and lists have offsets of so many bytes; texts without are short
/// ones themselves, or places in parts of the column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Null,
    Bool,
    Integer { bytes: u64, is_signed: bool },
    Float { bytes: u64 },
    Long { is_text: bool, offset: Option<u64> },
    List { offset: u64 },
    FixedList { length: u64 },
    Struct,
}

/// A column, or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    pub kind: Kind,
    /// The number of its dictionary, and the size of the positions in it that stand for values.
    pub dictionary: Option<(u64, u64)>,
    pub inner: Vec<Field>,
}

impl Field {
    /// Reads a field; `left` is the number of fields that there may be still.
    pub fn new(field: &Table<'_>, depth: usize, left: &mut usize) -> Result<Self, String> {
        let name = field.text(0).unwrap_or_default();
        let broken = || format!("the type of column {name:?} is damaged");
        let inner = field.tables(5).unwrap_or_default();
        if depth > DEEPEST || *left < inner.len() + 1 {
            return Err(broken());
        }
        *left -= 1;
        let whole = |kind: &Table<'_>, at: usize, usual: u64| {
            let bits = kind.number(at, 4).unwrap_or(usual);
            matches!(bits, 8 | 16 | 32 | 64).then_some(bits / 8).ok_or_else(broken)
        };
        let kind = field.table(3).ok_or_else(broken)?;
        let number = field.number(2, 1).unwrap_or(0);
        let kind = match number {
            1 => Kind::Null,
            2 => Kind::Integer {
                bytes: whole(&kind, 0, 0)?,
                is_signed: kind.number(1, 1) == Some(1),
            },
            3 if kind.number(0, 2).unwrap_or(0) > 0 => {
                Kind::Float { bytes: if kind.number(0, 2) == Some(1) { 4 } else { 8 } }
            }
            4 | 5 => Kind::Long { is_text: number == 5, offset: Some(4) },
            19 | 20 => Kind::Long { is_text: number == 20, offset: Some(8) },
            23 | 24 => Kind::Long { is_text: number == 24, offset: None },
            6 => Kind::Bool,
            // Days, times and moments as numbers.
            8 => Kind::Integer {
                bytes: if kind.number(0, 2) == Some(0) { 4 } else { 8 },
                is_signed: true,
            },
            9 => Kind::Integer { bytes: whole(&kind, 1, 32)?, is_signed: true },
            10 | 18 => Kind::Integer { bytes: 8, is_signed: true },
            12 | 17 => Kind::List { offset: 4 },
            21 => Kind::List { offset: 8 },
            13 => Kind::Struct,
            16 => Kind::FixedList { length: kind.number(0, 4).ok_or_else(broken)? },
            other => {
                let kind = match other {
                    3 => "numbers of 16 bits",
                    7 => "decimal numbers",
                    14 => "values of several types",
                    15 => "bytes of a fixed length",
                    22 => "values with the numbers of their repetitions",
                    _ => "an unusual type",
                };
                return Err(format!("column {name:?} has {kind}, which are not read"));
            }
        };
        let dictionary = match field.table(4) {
            None => None,
            Some(of) => {
                let bytes = of.table(1).map_or(Ok(4), |index| whole(&index, 0, 0))?;
                Some((of.number(0, 8).unwrap_or(0), bytes))
            }
        };
        let is_list = matches!(kind, Kind::List { .. } | Kind::FixedList { .. });
        if is_list && inner.len() != 1 {
            return Err(broken());
        }
        let inner = inner.iter().map(|field| Field::new(field, depth + 1, left));
        let inner = inner.collect::<Result<_, _>>()?;
        Ok(Field { name, kind, dictionary, inner })
    }

    /// This field, or the one in it, whose values are in the dictionary with this number.
    pub fn with_dictionary(&self, id: u64) -> Option<&Self> {
        match self.dictionary {
            Some((own, _)) if own == id => Some(self),
            _ => self.inner.iter().find_map(|field| field.with_dictionary(id)),
        }
    }
}
