//! Seals: a hash of each decision as it was written, which covers the seal before it.
//!
//! A row that another program changed, moved, added or removed no longer fits its seal, and `assay doctor`
//! names it (`store::check`). A seal is made where its row is written, so each database has its own; rows
//! that arrive from another copy are sealed here again. There is no key: a program that computes the seals
//! of all later rows anew is not found (docs/security.md).

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;

use super::{Result, Store, Transaction, View};
use crate::query::Query;

/// The seal that a row should have: the seal before it and everything that the row says, with the names
/// instead of the numbers of other rows. In SQL, over [`SEALED_ROWS`].
pub(super) const SEAL: &str = "assay_seal(
    (SELECT seal FROM decision_seal AS before WHERE before.seq < decision.seq
        ORDER BY before.seq DESC LIMIT 1),
    decision.seq, decision.id, decision.queue, benchmark.name, question.key, question.content_hash,
    decision.item, annotator.name, decision.payload, decision.supersedes, decision.guideline,
    decision.exposure, decision.active_ms, decision.created)";

/// The tables of [`SEAL`]. A row that names a missing one is sealed, too.
pub(super) const SEALED_ROWS: &str = "decision
    LEFT JOIN benchmark ON benchmark.id = decision.benchmark_id
    LEFT JOIN question ON question.id = decision.question_id
    LEFT JOIN annotator ON annotator.id = decision.annotator_id";

/// Makes `assay_seal` known to a connection.
pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("assay_seal", -1, flags, |values| Ok(hash(values).to_vec()))
}

fn hash(values: &Context<'_>) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("assay seal of a decision");
    for at in 0..values.len() {
        let number;
        let (kind, bytes): (u8, &[u8]) = match values.get_raw(at) {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(integer) => {
                number = integer.to_le_bytes();
                (1, &number)
            }
            ValueRef::Real(real) => {
                number = real.to_le_bytes();
                (2, &number)
            }
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(blob) => (4, blob),
        };
        hasher.update(&[kind]);
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    *hasher.finalize().as_bytes()
}

impl View {
    /// How many rows are not what they were when they were written, those that were removed included.
    pub(super) fn changed_rows(&self) -> Result<usize> {
        let sql = format!(
            "SELECT (SELECT count(*) FROM {SEALED_ROWS}
               LEFT JOIN decision_seal AS own ON own.seq = decision.seq WHERE own.seal IS NOT {SEAL})
            + (SELECT count(*) FROM decision_seal WHERE seq NOT IN (SELECT seq FROM decision))"
        );
        self.one(&sql, [])
    }
}

impl Store {
    /// Seals the rows behind the last seal, in their order: those that were copied as a whole.
    pub(super) fn seal_rest(&mut self) -> Result<()> {
        let sql =
            "SELECT seq FROM decision WHERE seq > (SELECT coalesce(max(seq), 0) FROM decision_seal)
            ORDER BY seq";
        self.write(|transaction| {
            let unsealed: Vec<i64> = transaction.all(sql, [])?;
            unsealed.into_iter().try_for_each(|seq| transaction.seal(seq))
        })
    }
}

impl Transaction<'_> {
    /// Seals the row that was written last.
    pub(super) fn seal_last(&self) -> Result<()> {
        self.seal(self.connection.last_insert_rowid())
    }

    fn seal(&self, seq: i64) -> Result<()> {
        let sql = format!(
            "INSERT INTO decision_seal (seq, seal)
            VALUES (?1, (SELECT {SEAL} FROM {SEALED_ROWS} WHERE decision.seq = ?1))"
        );
        self.change(&sql, [seq])
    }
}
