//! What has another name in bundles: models, the hashes of questions' whole content, with the reference
//! answer, and the rows that are settled, whose ids say when they were made. Each is hashed again under a
//! secret that stays in the team's database, so that nothing can be tried against it.
//!
//! A merge computes the same for all that it knows, so the rows find their texts and questions again.

use std::collections::HashMap;

use uuid::{Builder, Uuid};

use super::{DecisionRow, Result, Store, StoreError};
use crate::query::Query;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::queues::{QUEUE_EXTRACT, QUEUE_VOTE, QUEUES};
use assay_core::benchmark::{PairName, PredictionName};

/// The setting with the secret.
const SECRET_SETTING: &str = "bundle-secret";

/// What names of models in bundles begin with.
const PREFIX: &str = "model-";

impl Store {
    /// What names of models are hashed with, made at the first use.
    pub(super) fn bundle_secret(&mut self) -> Result<String> {
        if self.setting(SECRET_SETTING)?.is_none() {
            let secret = format!("{}{}", Uuid::now_v7().simple(), Uuid::now_v7().simple());
            self.write(|transaction| {
                transaction.change(
                    "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                    [SECRET_SETTING, &secret],
                )
            })?;
        }
        self.setting(SECRET_SETTING)?
            .ok_or_else(|| StoreError::Damaged("the secret of bundles vanished".into()))
    }
}

/// The models and questions of this database by the names that they have in its bundles.
#[derive(Default)]
pub(super) struct NamesInBundles {
    models: HashMap<String, String>,
    questions: HashMap<String, String>,
    /// The rows that may be adopted, by what their ids in bundles have in common.
    rows: HashMap<Uuid, Uuid>,
}

impl NamesInBundles {
    /// Reads them.
    pub(super) fn load(store: &Store) -> Result<Self> {
        let Some(secret) = store.setting(SECRET_SETTING)? else { return Ok(Self::default()) };
        let read = |sql: &str, name_in_bundle: fn(&str, &str) -> String| {
            let names: Vec<String> = store.all(sql, [])?;
            let pair = |name: String| (name_in_bundle(&secret, &name), name);
            Ok::<_, StoreError>(names.into_iter().map(pair).collect())
        };
        let mut rows = HashMap::new();
        for settled in QUEUES.iter().filter_map(|queue| queue.settles) {
            let sql = "SELECT id FROM decision WHERE queue = ?1 AND payload ->> 'act' = ?1";
            let ids: Vec<Uuid> = store.all(sql, [settled])?;
            let named = |id| (without_moment(row_in_bundle(&secret, id, 0)), id);
            rows.extend(ids.into_iter().map(named));
        }
        Ok(NamesInBundles {
            models: read("SELECT name FROM model", model_in_bundle)?,
            questions: read("SELECT content_hash FROM question", question_in_bundle)?,
            rows,
        })
    }

    /// The hash that a question has here.
    pub(super) fn question<'h>(&'h self, hash: &'h str) -> &'h str {
        self.questions.get(hash).map_or(hash, String::as_str)
    }

    /// A row with the names that its model and its question have here.
    pub(super) fn as_here(&self, row: DecisionRow) -> DecisionRow {
        let mut row = renamed(row, |model| self.models.get(model).cloned());
        if let Some(adopted) = adopted_row(&mut row.act) {
            *adopted = self.rows.get(&without_moment(*adopted)).copied().unwrap_or(*adopted);
        }
        if let Some(hash) = self.questions.get(&row.question_hash) {
            row.question_hash.clone_from(hash);
        }
        row
    }
}

/// A row of another copy as a bundle that is packed at this moment names it.
pub(super) fn as_in_bundle(secret: &str, row: DecisionRow, packed_ms: u64) -> DecisionRow {
    let mut row = renamed(row, |model| Some(model_in_bundle(secret, model)));
    if let Some(adopted) = adopted_row(&mut row.act) {
        *adopted = row_in_bundle(secret, *adopted, packed_ms);
    }
    row.question_hash = question_in_bundle(secret, &row.question_hash);
    row
}

/// The id that a row which is settled has in a bundle: its moment is that of packing.
pub(super) fn row_in_bundle(secret: &str, id: Uuid, packed_ms: u64) -> Uuid {
    let hash = hash_in_bundle("assay decision in a bundle", secret, id.as_bytes());
    let mut random = [0; 10];
    random.copy_from_slice(&hash.as_bytes()[..10]);
    Builder::from_unix_timestamp_millis(packed_ms, &random).into_uuid()
}

/// A UUID of version 7 without its first 48 bits.
fn without_moment(id: Uuid) -> Uuid {
    Uuid::from_u128(id.as_u128() & (u128::MAX >> 48))
}

/// The row that a decision adopts.
fn adopted_row(act: &mut Act) -> Option<&mut Uuid> {
    match act {
        Act::Adjudicate(settled) => settled.adopted.as_mut(),
        _ => None,
    }
}

fn hash_in_bundle(context: &str, secret: &str, name: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    hasher.update(secret.as_bytes()).update(name).finalize()
}

pub(super) fn question_in_bundle(secret: &str, content_hash: &str) -> String {
    let hash = hash_in_bundle("assay question in a bundle", secret, content_hash.as_bytes());
    hash.to_hex().to_string()
}

pub(super) fn model_in_bundle(secret: &str, model: &str) -> String {
    let hash = hash_in_bundle("assay model in a bundle", secret, model.as_bytes());
    format!("{PREFIX}{}", &hash.to_hex()[..12])
}

/// A row about texts, with other names for their models.
fn renamed(mut row: DecisionRow, rename: impl Fn(&str) -> Option<String>) -> DecisionRow {
    if row.queue == QUEUE_VOTE
        && let Ok(name) = row.item.parse::<PairName>()
    {
        let models = name.models.map(|model| rename(&model).unwrap_or(model));
        row.item = PairName { models, ..name }.to_string();
    }
    if row.queue == QUEUE_EXTRACT
        && let Ok(name) = row.item.parse::<PredictionName>()
        && let Some(model) = rename(&name.model)
    {
        row.item = PredictionName { model, ..name }.to_string();
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::Input;

    #[test]
    fn a_model_has_another_name_under_another_secret_and_the_same_one_under_the_same() {
        let one = model_in_bundle("one", "org/model");
        assert_eq!(one, model_in_bundle("one", "org/model"));
        assert_ne!(one, model_in_bundle("two", "org/model"));
        assert_ne!(one, model_in_bundle("one", "org/other"));
        let name = format!("7/{one}/0").parse::<PredictionName>().unwrap();
        assert_eq!((name.model, name.input), (one, Input::Image));
    }
}
