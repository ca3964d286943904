//! The ids of rows: one type for each table, so that none can be passed for another.
//!
//! Outside the store an id is only compared and handed back. It means nothing in another database,
//! so no file and no output names a question or a prediction by it.

use std::fmt;

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use super::View;
use super::people::seed_of;

macro_rules! row_ids {
    ($($(#[$documentation:meta])* $name:ident),* $(,)?) => {$(
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(i64);

        impl $name {
            /// The row that was inserted last, which must be one of this table.
            #[allow(dead_code, reason = "not every table is inserted into row by row")]
            pub(in crate) fn last_inserted(view: &View) -> Self {
                Self(view.connection.last_insert_rowid())
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                i64::column_result(value).map(Self)
            }
        }

        crate::query::plain!($name);

        /// The number, for messages.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

impl AnnotatorId {
    /// A person who is not known here: SQLite numbers rows from 1.
    pub(crate) const NOBODY: AnnotatorId = AnnotatorId(0);

    /// Of a person who is not known yet. It follows from the name, so that two programs that meet a new name at
    /// the same time mean the same row; it is above all ids that SQLite gives out.
    pub(crate) fn from_name(name: &str) -> Self {
        const FIRST: i64 = 1 << 61;
        AnnotatorId(seed_of(name) & (FIRST - 1) | FIRST)
    }
}

row_ids! {
    /// The row of an annotator.
    AnnotatorId,
    /// The row of an assignment.
    AssignmentId,
    /// The row of a benchmark.
    BenchmarkId,
    /// The row of a judge.
    JudgeId,
    /// The row of a layout: the places of a run's predictions.
    LayoutId,
    /// The row of a model.
    ModelId,
    /// The row of a picture.
    PictureId,
    /// The row of a prediction.
    PredictionId,
    /// The row of one revision of a question.
    QuestionId,
    /// The row of a run.
    RunId,
    /// The row of a sample.
    SampleId,
}

impl AssignmentId {
    /// The number by which a row of history names an assignment.
    pub(super) fn number(self) -> i64 {
        self.0
    }
}

impl QuestionId {
    /// The bytes by which layouts and content hashes name a question, little end first.
    pub(super) fn to_le_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// The question that a layout names by these bytes.
    pub(super) fn from_le_bytes(bytes: [u8; 8]) -> Self {
        QuestionId(i64::from_le_bytes(bytes))
    }
}

impl PredictionId {
    /// Smaller than the id of every prediction.
    pub(super) const BEFORE_ALL: PredictionId = PredictionId(0);
    /// No prediction has a larger id.
    pub(super) const AFTER_ALL: PredictionId = PredictionId(i64::MAX);
}

#[doc(hidden)]
impl QuestionId {
    /// An id for tests that need a question and no database.
    pub const EXAMPLE: QuestionId = QuestionId(1);
}
