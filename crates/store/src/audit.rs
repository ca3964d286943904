//! Audits: the order in which questions are drawn to certify an error rate, stored before the first look and never
//! changed. `id` is the hash of all of it, so that copies know each other's audits and a changed one is found.

use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::error::json;
use super::{Benchmark, Result, Store, StoreError, Transaction, View};
use crate::query::{Query, records};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::certify::AuditPopulation;
use assay_core::keyword::Keyword;

/// How much of the hash of a revision is kept.
const HASH_LENGTH: usize = 16;

/// A question in the order of an audit, as it was at its start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditPlace {
    /// Its key.
    pub key: String,
    /// The beginning of the hash of its revision.
    pub hash: String,
    /// Whether a filter, a reviewer or an expert suspected it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flagged: bool,
    /// Whether a person had decided on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decided: bool,
}

/// An audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The hash of the rest.
    pub id: String,
    /// The benchmark.
    pub benchmark: String,
    /// Which questions it is about.
    pub population: AuditPopulation,
    /// The seed of the order.
    pub seed: u64,
    /// Who started it.
    pub by: String,
    /// When.
    pub created: String,
    /// The questions in the order drawn.
    pub places: Vec<AuditPlace>,
}

records! { Audit { id, benchmark, population, seed, by, created, places } }

impl Audit {
    /// The beginning of its id, for people.
    pub fn short_id(&self) -> &str {
        self.id.get(..8).unwrap_or(&self.id)
    }

    fn hash(&self) -> Result<String> {
        let mut hasher = blake3::Hasher::new_derive_key("assay audit");
        let (seed, places) = (self.seed.to_string(), json(&self.places)?);
        for part in
            [&self.benchmark, self.population.name(), &seed, &self.by, &self.created, &places]
        {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        Ok(hasher.finalize().to_hex().to_string())
    }
}

const AUDITS: &str = "SELECT audit.id, benchmark.name, population, seed, by, audit.created, places
    FROM audit JOIN benchmark ON benchmark.id = benchmark_id";

impl View {
    /// The audits of a benchmark, the oldest first.
    pub fn audits(&self, benchmark: &Benchmark) -> Result<Vec<Audit>> {
        let sql = format!("{AUDITS} WHERE benchmark_id = ?1 ORDER BY audit.created, audit.id");
        self.all(&sql, [benchmark.id])
    }

    /// Whether a benchmark has an audit.
    pub fn has_audit(&self, benchmark: &Benchmark) -> Result<bool> {
        self.one("SELECT EXISTS (SELECT 1 FROM audit WHERE benchmark_id = ?1)", [benchmark.id])
    }

    /// Those of all benchmarks.
    pub(super) fn all_audits(&self) -> Result<Vec<Audit>> {
        self.all(&format!("{AUDITS} ORDER BY audit.created, audit.id"), [])
    }

    /// Key, revision and hash of every revision of a benchmark, as audits name them.
    pub fn revision_hashes(&self, benchmark: &Benchmark) -> Result<Vec<(String, u32, String)>> {
        let sql = "SELECT key, revision, substr(content_hash, 1, ?2) FROM question
            WHERE benchmark_id = ?1 ORDER BY id";
        self.all(sql, params![benchmark.id, HASH_LENGTH as i64])
    }

    /// Audits that another program changed or removed.
    pub(super) fn check_audits(&self) -> Result<Vec<String>> {
        let audits = self.all_audits()?;
        let mut faults = Vec::new();
        for audit in &audits {
            if audit.hash()? != audit.id {
                faults.push(format!("audit {} is not as it was started", audit.short_id()));
            }
        }
        for act in self.administrative_acts()? {
            if let AdministrativeAct::Audit { audit: id, .. } = &act.act
                && audits.iter().all(|audit| audit.id != *id)
            {
                faults.push(format!("the audit that act {} started is gone", act.number));
            }
        }
        Ok(faults)
    }
}

impl Store {
    /// Stores the order of an audit.
    ///
    /// # Errors
    /// `Refused` where one is started already and not `again`, and where the team has a lead and `by` is none.
    pub fn start_audit(
        &mut self,
        benchmark: &Benchmark,
        population: AuditPopulation,
        (seed, places): (u64, Vec<AuditPlace>),
        (again, by): (bool, &str),
    ) -> Result<Audit> {
        self.write(|transaction| {
            if let (Some(running), false) = (transaction.audits(benchmark)?.pop(), again) {
                return Err(StoreError::Refused(format!(
                    "audit {} of {} was started at {} by {}, and its order stays (assay audit order); --again \
                     starts another one beside it, which every report says",
                    running.short_id(),
                    benchmark.name,
                    running.created,
                    running.by
                )));
            }
            let (by, created) = (by.to_owned(), transaction.now.clone());
            let benchmark_name = benchmark.name.clone();
            let id = String::new();
            let mut audit =
                Audit { id, benchmark: benchmark_name, population, seed, by, created, places };
            audit.id = audit.hash()?;
            let act = AdministrativeAct::Audit {
                audit: audit.id.clone(),
                questions: audit.places.len(),
                seed,
            };
            transaction.administer(&audit.by, Some(benchmark), &act)?;
            transaction.keep_audit(benchmark, &audit)?;
            Ok(audit)
        })
    }

    /// Keeps the audits of another copy that are not here. Returns how many these are. An audit of a benchmark that is
    /// not here, or one that another program changed, is left out.
    pub(super) fn take_audits(&mut self, audits: &[Audit]) -> Result<usize> {
        if audits.is_empty() {
            return Ok(0);
        }
        self.write(|transaction| {
            let here = transaction.benchmarks()?;
            let mut taken = 0;
            for audit in audits {
                let benchmark = here.iter().find(|one| one.name == audit.benchmark);
                if let Some(benchmark) = benchmark
                    && audit.hash()? == audit.id
                {
                    taken += transaction.keep_audit(benchmark, audit)?;
                }
            }
            Ok(taken)
        })
    }
}

impl Transaction<'_> {
    fn keep_audit(&self, benchmark: &Benchmark, audit: &Audit) -> Result<usize> {
        self.insert(
            "audit",
            &[
                ("id", &audit.id),
                ("benchmark_id", &benchmark.id),
                ("population", &audit.population.name()),
                ("seed", &audit.seed.cast_signed()),
                ("by", &audit.by),
                ("created", &audit.created),
                ("places", &json(&audit.places)?),
            ],
            "ON CONFLICT DO NOTHING",
        )
    }
}
