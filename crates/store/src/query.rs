//! Queries in one call each, and the values that columns hold.
//!
//! A statement is prepared once for each connection. [`FromRow`] reads a value from the next columns of a row:
//! a number or a text, a word or a hash of the domain, a tuple, or one of the store's own types, whose columns
//! are listed once, beside it.

use std::collections::HashMap;
use std::hash::Hash;

use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Connection, Params, Row, ToSql};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::error::damaged;
use super::{DraftKind, Exposure, FlagKind, SourceFile, StoreError};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewVerdict};
use assay_core::benchmark::team::{ItemPriority, Role};
use assay_core::benchmark::{
    ChoiceOrder, ImageHash, Input, Label, Pass, PictureRole, PredictionStatus, QuestionKey,
};
use assay_core::keyword::Keyword;

/// Statements with their parameters.
pub(crate) trait Query {
    /// The first row.
    fn one<T: FromRow>(&self, sql: &str, parameters: impl Params) -> Result<T, StoreError>;

    /// The first row, where there is one.
    fn find<T: FromRow>(&self, sql: &str, parameters: impl Params)
    -> Result<Option<T>, StoreError>;

    /// All rows.
    fn all<T: FromRow, C: FromIterator<T>>(
        &self,
        sql: &str,
        parameters: impl Params,
    ) -> Result<C, StoreError>;

    /// Calls `work` with each row, of which it reads what it needs.
    fn each<E: From<StoreError>>(
        &self,
        sql: &str,
        parameters: impl Params,
        work: impl FnMut(&mut Columns<'_, '_>) -> Result<(), E>,
    ) -> Result<(), E>;

    /// Changes the database. Returns the number of rows that it changed.
    fn change(&self, sql: &str, parameters: impl Params) -> Result<usize, StoreError>;

    /// Adds a row, its values by column. `on_conflict` is the end of the statement. Returns the number of rows
    /// that were added or changed.
    fn insert(
        &self,
        table: &str,
        row: &[(&str, &dyn ToSql)],
        on_conflict: &str,
    ) -> Result<usize, StoreError>;
}

impl Query for Connection {
    fn one<T: FromRow>(&self, sql: &str, parameters: impl Params) -> Result<T, StoreError> {
        self.find(sql, parameters)?.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
    }

    fn find<T: FromRow>(
        &self,
        sql: &str,
        parameters: impl Params,
    ) -> Result<Option<T>, StoreError> {
        let mut statement = self.prepare_cached(sql)?;
        statement.query_and_then(parameters, read)?.next().transpose()
    }

    fn all<T: FromRow, C: FromIterator<T>>(
        &self,
        sql: &str,
        parameters: impl Params,
    ) -> Result<C, StoreError> {
        self.prepare_cached(sql)?.query_and_then(parameters, read)?.collect()
    }

    fn each<E: From<StoreError>>(
        &self,
        sql: &str,
        parameters: impl Params,
        mut work: impl FnMut(&mut Columns<'_, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut statement = self.prepare_cached(sql).map_err(StoreError::from)?;
        let mut rows = statement.query(parameters).map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            work(&mut Columns { row, next: 0 })?;
        }
        Ok(())
    }

    fn change(&self, sql: &str, parameters: impl Params) -> Result<usize, StoreError> {
        Ok(self.prepare_cached(sql)?.execute(parameters)?)
    }

    fn insert(
        &self,
        table: &str,
        row: &[(&str, &dyn ToSql)],
        on_conflict: &str,
    ) -> Result<usize, StoreError> {
        let columns: Vec<&str> = row.iter().map(|(column, _)| *column).collect();
        let places = vec!["?"; row.len()].join(", ");
        let columns = columns.join(", ");
        let sql = format!("INSERT INTO {table} ({columns}) VALUES ({places}) {on_conflict}");
        let values: Vec<&dyn ToSql> = row.iter().map(|(_, value)| *value).collect();
        self.change(&sql, values.as_slice())
    }
}

fn read<T: FromRow>(row: &Row<'_>) -> Result<T, StoreError> {
    T::from_row(&mut Columns { row, next: 0 })
}

/// The columns of a row, from the next one on.
pub(crate) struct Columns<'r, 's> {
    row: &'r Row<'s>,
    next: usize,
}

impl<'r> Columns<'r, '_> {
    /// Reads a value from the next columns.
    pub fn take<T: FromRow>(&mut self) -> Result<T, StoreError> {
        T::from_row(self)
    }

    /// The next column as a text that is not copied.
    pub fn text(&mut self) -> Result<&'r str, StoreError> {
        self.column()?.as_str().map_err(damaged)
    }

    /// The same where the column may be empty.
    pub fn optional_text(&mut self) -> Result<Option<&'r str>, StoreError> {
        self.column()?.as_str_or_null().map_err(damaged)
    }

    /// The next column as a type that rusqlite reads.
    pub fn plain<T: FromSql>(&mut self) -> Result<T, StoreError> {
        self.next += 1;
        Ok(self.row.get(self.next - 1)?)
    }

    fn column(&mut self) -> Result<ValueRef<'r>, StoreError> {
        self.next += 1;
        Ok(self.row.get_ref(self.next - 1)?)
    }

    fn json<T: DeserializeOwned>(&mut self) -> Result<T, StoreError> {
        serde_json::from_str(self.text()?).map_err(damaged)
    }
}

/// A value that is read from one or more columns.
pub(crate) trait FromRow: Sized {
    /// Reads it from the next columns.
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self, StoreError>;
}

/// Types that rusqlite reads.
macro_rules! plain {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::query::FromRow for $type {
            fn from_row(
                row: &mut $crate::query::Columns<'_, '_>,
            ) -> Result<Self, $crate::StoreError> {
                row.plain()
            }
        }
    )+};
}

/// Types that are read from one column in the same way.
macro_rules! columns {
    ($($type:ty),+: |$row:ident| $read:expr) => {$(
        impl FromRow for $type {
            fn from_row($row: &mut Columns<'_, '_>) -> Result<Self, StoreError> {
                $read
            }
        }
    )+};
}

/// Structures whose fields are columns, in this order.
macro_rules! records {
    ($($type:ident { $($field:ident),+ $(,)? })+) => {$(
        impl $crate::query::FromRow for $type {
            fn from_row(
                row: &mut $crate::query::Columns<'_, '_>,
            ) -> Result<Self, $crate::StoreError> {
                Ok($type { $($field: row.take()?),+ })
            }
        }
    )+};
}

pub(crate) use {plain, records};

plain!(bool, i64, u32, f64, String, Vec<u8>);
columns!(usize: |row| row.take::<i64>().map(|number| number as usize));
// SQLite has signed numbers: a seed is stored with the same bits.
columns!(u64: |row| row.take::<i64>().map(i64::cast_unsigned));
columns!(Pass: |row| row.take().map(Pass));
columns!(DraftKind, FlagKind, Input, ItemPriority, PredictionStatus, ReviewVerdict, Role:
    |row| Self::from_name(row.text()?).map_err(damaged));
columns!(BlindAnswer, Label, PictureRole, Uuid: |row| row.text()?.parse().map_err(damaged));
columns!(Act, AdministrativeAct, Exposure, Map<String, Value>, Value, Vec<SourceFile>:
    |row| row.json());
columns!(ChoiceOrder: |row| row.text()?.to_owned().try_into().map_err(damaged));
columns!(QuestionKey: |row| {
    QuestionKey::new(row.text()?).ok_or_else(|| damaged("a question without a key"))
});
columns!(ImageHash: |row| {
    let bytes = row.column()?.as_blob().map_err(damaged)?;
    ImageHash::from_bytes(bytes).ok_or_else(|| damaged("a picture hash of the wrong length"))
});

/// `None` if the first of its columns is empty; then it has only this one.
impl<T: FromRow> FromRow for Option<T> {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self, StoreError> {
        let start = row.next;
        match row.column()? {
            ValueRef::Null => Ok(None),
            _ => {
                row.next = start;
                row.take().map(Some)
            }
        }
    }
}

/// Tuples, whose parts are next to each other.
macro_rules! tuples {
    ($(($($part:ident),+)),+) => {$(
        impl<$($part: FromRow),+> FromRow for ($($part,)+) {
            fn from_row(row: &mut Columns<'_, '_>) -> Result<Self, StoreError> {
                Ok(($(row.take::<$part>()?,)+))
            }
        }
    )+};
}

tuples!((A, B), (A, B, C), (A, B, C, D), (A, B, C, D, E), (A, B, C, D, E, F));

/// Rows by what they have in common.
pub(crate) struct Groups<K, V>(pub HashMap<K, Vec<V>>);

impl<K: Eq + Hash, V> FromIterator<(K, V)> for Groups<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(rows: I) -> Self {
        let mut groups: HashMap<K, Vec<V>> = HashMap::new();
        for (key, value) in rows {
            groups.entry(key).or_default().push(value);
        }
        Groups(groups)
    }
}
