//! Rows of another copy on their way into the history: what is looked at before the transaction in which they
//! are taken, and taking them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rusqlite::params;
use serde::Serialize;
use uuid::Uuid;

use super::arrival::{check_form, check_guideline_text, question_key};
use super::content::checked_payload;
use super::void::{TakenDecision, Uncounted};
use super::{DecisionRow, SELECT, WrittenRow};
use crate::clock::latest_plausible;
use crate::error::refuse_if;
use crate::model_alias::NamesInBundles;
use crate::query::Query;
use crate::{
    AnnotatorId, Guideline, QuestionId, QueuedItem, Result, Store, StoreError, Transaction, View,
};
use assay_core::benchmark::decision::QUEUE_VERIFY;

/// What an import of history did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenRows {
    /// Rows that were not there before.
    pub new: usize,
    /// Those of them whose revision has another number here; its content is the same.
    pub renumbered: usize,
    /// Items on which one person decided in two copies: the annotator, the queue and the item.
    pub decided_in_two_copies: BTreeSet<(String, String, String)>,
    /// Decisions that are in the history now and do not count.
    pub uncounted: Vec<Uncounted>,
    /// How many rows of each annotator are dated more than a day ahead.
    pub dated_ahead: BTreeMap<String, usize>,
}

/// A row that a merge did not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MergeProblem {
    /// The row.
    pub row: Uuid,
    /// Who made it.
    pub annotator: String,
    /// The item.
    pub item: String,
    /// Why it was not taken.
    pub problem: String,
}

impl MergeProblem {
    /// A row that is not taken, and why.
    pub(crate) fn new(row: &DecisionRow, problem: String) -> Self {
        let (annotator, item) = (row.annotator.clone(), row.item.clone());
        MergeProblem { row: row.id, annotator, item, problem }
    }
}

/// A row that another copy brings.
pub(super) struct Arriving {
    pub row: DecisionRow,
    /// Its act as it is stored, or why this program could not have written the row.
    payload: Result<String, String>,
}

impl Arriving {
    pub(super) fn new(row: DecisionRow) -> Self {
        let payload = match check_form(&row) {
            Ok(()) => checked_payload(&row.act).map_err(|why| why.to_string()),
            Err(why) => Err(format!("row {}: {why}", row.id)),
        };
        Arriving { row, payload }
    }
}

/// Rows being taken in one transaction.
pub(super) struct Taking<'t> {
    transaction: &'t Transaction<'t>,
    taken: TakenRows,
    /// The decisions among them.
    decisions: Vec<TakenDecision>,
    /// The rows that did not count before, by their ids.
    void_before: BTreeSet<Uuid>,
    /// A row with a later moment was dated by a wrong clock.
    latest: String,
    /// The people who are known by now.
    people: HashMap<String, AnnotatorId>,
    /// The rows that were there before.
    known: HashSet<Uuid>,
    /// Whether any item is held: leases end with the decision.
    has_leases: bool,
    /// The questions of the rows before.
    questions: HashMap<Question, (QuestionId, u32)>,
}

/// The question that a row is about: benchmark, key, content hash and number of the revision.
type Question = (String, String, String, u32);

impl<'t> Taking<'t> {
    pub(super) fn begin(transaction: &'t Transaction<'t>) -> Result<Self> {
        let known: Vec<String> = transaction.all("SELECT id FROM decision", [])?;
        Ok(Taking {
            transaction,
            taken: TakenRows::default(),
            decisions: Vec::new(),
            void_before: transaction.void_rows()?.into_iter().map(|void| void.row).collect(),
            latest: latest_plausible(),
            people: HashMap::new(),
            known: known.iter().filter_map(|id| id.parse().ok()).collect(),
            has_leases: transaction.one("SELECT EXISTS (SELECT 1 FROM lease)", [])?,
            questions: HashMap::new(),
        })
    }

    /// Takes a row, or leaves everything as it was. Whether it was not there before.
    pub(super) fn take_whole(&mut self, arriving: &Arriving) -> Result<bool> {
        // Nothing is written before a row is refused, but where a fix makes another revision. A savepoint copies
        // each page that changes after it.
        if arriving.row.queue != QUEUE_VERIFY {
            return self.take(arriving);
        }
        self.transaction.change("SAVEPOINT one_row", [])?;
        let taken = self.take(arriving);
        if taken.is_err() {
            self.transaction.change("ROLLBACK TO one_row", [])?;
            self.people.clear();
            self.known.remove(&arriving.row.id);
            self.questions.clear();
        }
        self.transaction.change("RELEASE one_row", [])?;
        taken
    }

    /// Takes a row. Whether it was not there before.
    pub(super) fn take(&mut self, arriving: &Arriving) -> Result<bool> {
        let Some(question_id) = self.write(arriving)? else { return Ok(false) };
        let row = &arriving.row;
        if row.created > self.latest {
            *self.taken.dated_ahead.entry(row.annotator.clone()).or_default() += 1;
        }
        if row.act.is_final() {
            self.decisions.push(TakenDecision {
                row: row.id,
                annotator: row.annotator.clone(),
                queue: row.queue.clone(),
                item: row.item.clone(),
                question_id,
            });
        }
        Ok(true)
    }

    /// What was taken, once it is all there.
    pub(super) fn end(mut self) -> Result<TakenRows> {
        self.taken.uncounted = self.transaction.uncounted(self.decisions, &self.void_before)?;
        Ok(self.taken)
    }

    /// Writes a row that is not there yet. Returns the row of its question; `None` where the row was there.
    fn write(&mut self, arriving: &Arriving) -> Result<Option<QuestionId>> {
        let Arriving { row, payload } = arriving;
        let transaction = self.transaction;
        let payload = payload.as_ref().map_err(|why| StoreError::Refused(why.clone()))?;
        if self.known.contains(&row.id) {
            transaction.check_same(row)?;
            return Ok(None);
        }
        let (question_id, revision) = self.question_meant(row)?;
        let of = QueuedItem::new(&row.queue, question_id, &row.item);
        transaction.check_row(row, of, self.people.get(&row.annotator).copied())?;
        if let (Some(version), Some(text)) = (&row.guideline, &row.guideline_text) {
            let (version, text) = (version.clone(), text.clone());
            transaction.keep_guideline(&Guideline { version, text })?;
        }
        let annotator_id = self.person(&row.annotator)?;
        WrittenRow {
            id: row.id,
            of,
            annotator_id,
            payload,
            supersedes: row.supersedes,
            guideline: row.guideline.as_deref(),
            exposure: &row.exposure,
            active_ms: row.active_ms,
            created: &row.created,
        }
        .append(transaction)?;
        // The lease under which it was made in another copy.
        if self.has_leases && !row.act.leaves_item_open() {
            transaction.end_lease(of, annotator_id)?;
        }
        transaction.revise(&row.queue, question_id, &row.act)?;
        if transaction.has_a_twin(row, question_id, annotator_id)? {
            let place = (row.annotator.clone(), row.queue.clone(), row.item.clone());
            self.taken.decided_in_two_copies.insert(place);
        }
        if row.queue == QUEUE_VERIFY {
            self.questions.clear(); // another revision may be meant now
        }
        self.known.insert(row.id);
        self.taken.new += 1;
        self.taken.renumbered += usize::from(revision != row.question_revision);
        Ok(Some(question_id))
    }

    /// The revision here with the content that a row is about: its row and its number.
    fn question_meant(&mut self, row: &DecisionRow) -> Result<(QuestionId, u32)> {
        let key = question_key(row);
        let hash = row.question_hash.clone();
        let question = (row.benchmark.clone(), key, hash, row.question_revision);
        if let Some(&known) = self.questions.get(&question) {
            return Ok(known);
        }
        let meant = self.transaction.revision_meant(row, &question.1)?;
        self.questions.insert(question, meant);
        Ok(meant)
    }

    /// Makes a person known.
    fn person(&mut self, name: &str) -> Result<AnnotatorId> {
        if let Some(&id) = self.people.get(name) {
            return Ok(id);
        }
        self.transaction.make_name_known(name)?;
        let id = self.transaction.one("SELECT id FROM annotator WHERE name = ?1", [name])?;
        self.people.insert(name.to_owned(), id);
        Ok(id)
    }
}

impl View {
    /// Checks that a row that is there already says the same.
    ///
    /// # Errors
    /// `Refused` where it says something else.
    fn check_same(&self, row: &DecisionRow) -> Result<()> {
        let sql = format!("{SELECT} WHERE decision.id = ?1");
        let mut known: DecisionRow = self.one(&sql, [row.id.to_string()])?;
        known.guideline_text.clone_from(&row.guideline_text);
        // Revisions are counted by each database for itself; the hash says which one is meant.
        known.question_revision = row.question_revision;
        refuse_if(known != *row, || {
            format!(
                "row {} is already there and says something else; history is not rewritten",
                row.id
            )
        })
    }

    /// The revision here with the content that the row is about: its row and its number.
    fn revision_meant(&self, row: &DecisionRow, key: &str) -> Result<(QuestionId, u32)> {
        let sql = "SELECT question.id, revision FROM question
            JOIN benchmark ON benchmark.id = benchmark_id
            WHERE benchmark.name = ?1 AND key = ?2 AND content_hash = ?3
            ORDER BY revision = ?4 DESC LIMIT 1";
        let found =
            self.find(sql, params![row.benchmark, key, row.question_hash, row.question_revision])?;
        found.ok_or_else(|| StoreError::Unknown {
            what: format!(
                "row {}: this database has no question {} of {} with the same content; \
                 import the questions first, and merge a bundle into the database that packed it",
                row.id, row.item, row.benchmark
            ),
        })
    }

    /// Whether another row of the same annotator on the same item follows the same row: in one copy of a
    /// database that cannot be.
    fn has_a_twin(&self, row: &DecisionRow, id: QuestionId, by: AnnotatorId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM question AS one
            CROSS JOIN question ON question.benchmark_id = one.benchmark_id
                AND question.key = one.key
            CROSS JOIN decision ON decision.question_id = question.id
            WHERE one.id = ?1 AND decision.queue = ?2 AND decision.item = ?3
                AND annotator_id = ?4 AND decision.supersedes IS ?5 AND decision.id <> ?6)";
        let before = row.supersedes.map(|id| id.to_string());
        self.one(sql, params![id, row.queue, row.item, by, before, row.id.to_string()])
    }
}

/// What a merge of history did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedRows {
    /// What was taken.
    pub taken: TakenRows,
    /// Rows that were there already and say the same.
    pub known: usize,
    /// Rows that were not taken.
    pub problems: Vec<MergeProblem>,
    /// Audits that were not here.
    pub audits: usize,
}

impl Store {
    /// Unites the history with rows of other copies. Rows are known by their ids, so that the order of
    /// merging and merging again change nothing. A row that cannot be taken, for instance because its
    /// question has another content here, is reported, and the others are taken all the same.
    /// `guidelines` are those that the rows name, by version, with their texts.
    pub(crate) fn merge_decisions(
        &mut self,
        rows: Vec<DecisionRow>,
        guidelines: &BTreeMap<String, String>,
        names: &NamesInBundles,
    ) -> Result<MergedRows> {
        // While the transaction is open others wait: what a row says by itself is looked at before.
        let rows: Vec<Arriving> =
            rows.into_iter().map(|row| Arriving::new(names.as_here(row))).collect();
        let guidelines = guidelines.iter().filter(|(_, text)| check_guideline_text(text).is_ok());
        let guideline = |(version, text): (&String, &String)| {
            Some(Guideline::new(text.as_str())).filter(|guideline| guideline.version == *version)
        };
        self.write(|transaction| {
            // The row that has a text may be one that is not taken.
            for guideline in guidelines.filter_map(guideline) {
                transaction.keep_guideline(&guideline)?;
            }
            let mut taking = Taking::begin(transaction)?;
            let mut merged = MergedRows::default();
            for arriving in &rows {
                match taking.take_whole(arriving) {
                    Ok(is_new) => merged.known += usize::from(!is_new),
                    Err(
                        problem @ (StoreError::Refused(_)
                        | StoreError::NotAllowed(_)
                        | StoreError::Unknown { .. }
                        | StoreError::Damaged(_)),
                    ) => {
                        let problem = problem.to_string();
                        merged.problems.push(MergeProblem::new(&arriving.row, problem));
                    }
                    Err(error) => return Err(error),
                }
            }
            merged.taken = taking.end()?;
            Ok(merged)
        })
    }

    /// Takes rows of history from another copy of the database, all or nothing; rows that are
    /// already there are left alone.
    pub fn import_decisions(
        &mut self,
        rows: impl IntoIterator<Item = Result<DecisionRow>>,
    ) -> Result<TakenRows> {
        let names = NamesInBundles::load(self)?;
        self.write(|transaction| {
            let mut taking = Taking::begin(transaction)?;
            for row in rows {
                taking.take(&Arriving::new(names.as_here(row?)))?;
            }
            taking.end()
        })
    }
}
