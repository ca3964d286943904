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
use super::{AuditPlace, DraftKind, Exposure, FlagKind, Result, SourceFile, StoreError};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewVerdict};
use assay_core::benchmark::team::{ItemPriority, Role};
use assay_core::benchmark::vote::Ballot;
use assay_core::benchmark::{
    ChoiceOrder, ImageHash, Input, Label, Pass, PictureRole, PredictionStatus, QuestionKey,
    ShortAnswer,
};
use assay_core::certify::AuditPopulation;
use assay_core::keyword::Keyword;
use assay_core::votes::JudgeKind;

/// Statements with their parameters.
pub(crate) trait Query {
    /// The connection that is asked.
    fn connection(&self) -> &Connection;

    /// The first row.
    fn one<T: FromRow>(&self, sql: &str, parameters: impl Params) -> Result<T> {
        self.find(sql, parameters)?.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
    }

    /// The first row, where there is one.
    fn find<T: FromRow>(&self, sql: &str, parameters: impl Params) -> Result<Option<T>> {
        let mut statement = self.connection().prepare_cached(sql)?;
        statement.query_and_then(parameters, read)?.next().transpose()
    }

    /// All rows.
    fn all<T: FromRow, C: FromIterator<T>>(&self, sql: &str, parameters: impl Params) -> Result<C> {
        self.connection().prepare_cached(sql)?.query_and_then(parameters, read)?.collect()
    }

    /// Calls `work` with each row, of which it reads what it needs.
    fn each<E: From<StoreError>>(
        &self,
        sql: &str,
        parameters: impl Params,
        mut work: impl FnMut(&mut Columns<'_, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut statement = self.connection().prepare_cached(sql).map_err(StoreError::from)?;
        let mut rows = statement.query(parameters).map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            work(&mut Columns { row, next: 0 })?;
        }
        Ok(())
    }

    /// Changes the database.
    fn change(&self, sql: &str, parameters: impl Params) -> Result<()> {
        self.count_changed(sql, parameters).map(drop)
    }

    /// Changes what must be there.
    fn change_known(
        &self,
        sql: &str,
        parameters: impl Params,
        unknown: impl FnOnce() -> String,
    ) -> Result<()> {
        match self.count_changed(sql, parameters)? {
            0 => Err(StoreError::Unknown { what: unknown() }),
            _ => Ok(()),
        }
    }

    /// Changes the database. Returns how many rows were added, changed or removed.
    fn count_changed(&self, sql: &str, parameters: impl Params) -> Result<usize> {
        Ok(self.connection().prepare_cached(sql)?.execute(parameters)?)
    }

    /// Adds a row, its values by column. `on_conflict` is the end of the statement. Returns the number of rows
    /// that were added or changed.
    fn insert(&self, table: &str, row: &[(&str, &dyn ToSql)], on_conflict: &str) -> Result<usize> {
        let columns: Vec<&str> = row.iter().map(|(column, _)| *column).collect();
        let places = vec!["?"; row.len()].join(", ");
        let columns = columns.join(", ");
        let sql = format!("INSERT INTO {table} ({columns}) VALUES ({places}) {on_conflict}");
        let values: Vec<&dyn ToSql> = row.iter().map(|(_, value)| *value).collect();
        self.count_changed(&sql, values.as_slice())
    }
}

impl Query for Connection {
    fn connection(&self) -> &Connection {
        self
    }
}

fn read<T: FromRow>(row: &Row<'_>) -> Result<T> {
    T::from_row(&mut Columns { row, next: 0 })
}

/// The columns of a row, from the next one on.
pub(crate) struct Columns<'r, 's> {
    row: &'r Row<'s>,
    next: usize,
}

impl<'r> Columns<'r, '_> {
    /// Reads a value from the next columns.
    pub fn take<T: FromRow>(&mut self) -> Result<T> {
        T::from_row(self)
    }

    /// The next column as a text that is not copied.
    pub fn text(&mut self) -> Result<&'r str> {
        self.column()?.as_str().map_err(damaged)
    }

    /// The next column as a type that rusqlite reads.
    pub fn plain<T: FromSql>(&mut self) -> Result<T> {
        self.next += 1;
        Ok(self.row.get(self.next - 1)?)
    }

    fn column(&mut self) -> Result<ValueRef<'r>> {
        self.next += 1;
        Ok(self.row.get_ref(self.next - 1)?)
    }

    fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        serde_json::from_str(self.text()?).map_err(damaged)
    }
}

/// A value that is read from one or more columns.
pub(crate) trait FromRow: Sized {
    /// How many columns it is read from, where it may be absent.
    const COLUMNS: usize = 1;

    /// Reads it from the next columns.
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self>;
}

/// Types that rusqlite reads.
macro_rules! plain {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::query::FromRow for $type {
            fn from_row(
                row: &mut $crate::query::Columns<'_, '_>,
            ) -> $crate::Result<Self> {
                row.plain()
            }
        }
    )+};
}

/// Types that are read from one column in the same way.
macro_rules! columns {
    ($($type:ty),+: |$row:ident| $read:expr) => {$(
        impl FromRow for $type {
            fn from_row($row: &mut Columns<'_, '_>) -> Result<Self> {
                $read
            }
        }
    )+};
}

/// Structures whose fields are columns, in this order; with their number where the structure may be absent.
/// Fields behind a semicolon are read from other tables later.
macro_rules! records {
    ($($type:ident $([$columns:literal])? {
        $($field:ident),+ $(; $($later:ident),+)? $(,)?
    })+) => {$(
        impl $crate::query::FromRow for $type {
            $(const COLUMNS: usize = $columns;)?

            fn from_row(
                row: &mut $crate::query::Columns<'_, '_>,
            ) -> $crate::Result<Self> {
                Ok($type {
                    $($field: row.take()?,)+
                    $($($later: Default::default(),)+)?
                })
            }
        }
    )+};
}

pub(crate) use {plain, records};

plain!(bool, i64, u16, u32, f64, String, Vec<u8>);
columns!(usize: |row| row.take::<i64>().map(|number| number as usize));
// SQLite has signed numbers: a seed is stored with the same bits.
columns!(u64: |row| row.take::<i64>().map(i64::cast_unsigned));
columns!(Pass: |row| row.take().map(Pass));
columns!(AuditPopulation, Ballot, DraftKind, FlagKind, Input, JudgeKind, ItemPriority, PredictionStatus, ReviewVerdict, Role:
    |row| Self::from_name(row.text()?).map_err(damaged));
columns!(BlindAnswer, ChoiceOrder, Label, PictureRole, Uuid: |row| row.text()?.parse().map_err(damaged));
columns!(Act, AdministrativeAct, Exposure, Map<String, Value>, Value, Vec<AuditPlace>, Vec<SourceFile>:
    |row| row.json());
columns!(QuestionKey: |row| {
    QuestionKey::new(row.text()?).ok_or_else(|| damaged("a question without a key"))
});
columns!(ImageHash: |row| {
    let bytes = row.column()?.as_blob().map_err(damaged)?;
    ImageHash::from_bytes(bytes).ok_or_else(|| damaged("a picture hash of the wrong length"))
});

/// Two columns: the rule, and the accepted answers as a list.
impl FromRow for ShortAnswer {
    const COLUMNS: usize = 2;

    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self> {
        let form: ShortAnswer = row.json()?;
        Ok(ShortAnswer { answers: row.json()?, ..form })
    }
}

/// `None` if the first of its columns is empty.
impl<T: FromRow> FromRow for Option<T> {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self> {
        let start = row.next;
        match row.column()? {
            ValueRef::Null => {
                row.next = start + T::COLUMNS;
                Ok(None)
            }
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
            const COLUMNS: usize = 0 $(+ $part::COLUMNS)+;

            fn from_row(row: &mut Columns<'_, '_>) -> Result<Self> {
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
