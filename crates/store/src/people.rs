//! The people who decide: their names and orders, who has which role, and who wrote which question.
//!
//! An author is named by a field `author` or `annotator` of the source, which is among the extra
//! fields of the question, or by a command. Both are checked where a decision is written, whatever
//! program asks. That protects against mistakes, not against a person who changes the file with another
//! program.

use std::collections::HashSet;

use rusqlite::params;
use serde::Serialize;

use super::{
    AnnotatorId, Benchmark, QuestionId, QueuedItem, Refusal, Result, Store, Transaction, View,
};
use crate::error::refuse_if;
use crate::query::{Query, records};
use assay_core::benchmark::administration::AdministrativeAct;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::likeness::look_alike;
use assay_core::benchmark::queues::{has_questions_as_items, settled_by};
use assay_core::benchmark::team::Role;
use assay_core::keyword::Keyword;

/// The keys of the questions that a person wrote, some twice. Each part uses an index: the questions are
/// not read. `UNION` would read them in the order of their keys.
const AUTHORED_KEYS: &str = "
    SELECT key FROM question_author WHERE benchmark_id = ?1 AND author = ?2
    UNION ALL SELECT key FROM question WHERE benchmark_id = ?1 AND is_current = 1
        AND extra IS NOT NULL AND extra ->> 'author' = ?2
    UNION ALL SELECT key FROM question WHERE benchmark_id = ?1 AND is_current = 1
        AND extra IS NOT NULL AND extra ->> 'annotator' = ?2";

/// A person who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotator {
    pub(super) id: AnnotatorId,
    /// The name, unique in the database.
    pub name: String,
    /// Seeds the order in which this person sees the items.
    pub seed: u64,
}

/// What an annotator did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnnotatorOverview {
    /// The name.
    pub name: String,
    /// Rows of decisions, those taken back included.
    pub decisions: usize,
    /// When the last one was made.
    pub last: Option<String>,
}

/// A person of the team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The role; `None` if none was given.
    pub role: Option<Role>,
    /// How many questions they wrote.
    pub wrote: usize,
    /// Rows of decisions, those taken back included.
    pub decisions: usize,
    /// When the last one was made.
    pub last: Option<String>,
}

records! {
    Annotator { id, name, seed }
    AnnotatorOverview { name, decisions, last }
    Person { name, role, wrote, decisions, last }
}

impl View {
    /// All people who are known, by name.
    pub fn people(&self) -> Result<Vec<Person>> {
        let sql = "WITH wrote AS MATERIALIZED (
               SELECT author, count(*) AS questions FROM (
                   SELECT author, benchmark_id, key FROM question_author
                   UNION SELECT extra ->> 'author', benchmark_id, key FROM question
                       WHERE is_current = 1 AND extra IS NOT NULL
                   UNION SELECT extra ->> 'annotator', benchmark_id, key FROM question
                       WHERE is_current = 1 AND extra IS NOT NULL)
               GROUP BY author)
            SELECT name, role,
               coalesce((SELECT questions FROM wrote WHERE author = annotator.name), 0),
               count(decision.seq), max(decision.created)
            FROM annotator LEFT JOIN decision ON decision.annotator_id = annotator.id
            GROUP BY annotator.id ORDER BY name";
        self.all(sql, [])
    }

    /// How many people have ever decided an item of a queue, counted up to a number.
    pub fn people_who_decided(
        &self,
        benchmark: &Benchmark,
        queue: &str,
        at_most: usize,
    ) -> Result<usize> {
        // A decision has the name of its queue.
        let sql = "SELECT count(*) FROM (SELECT 1 FROM annotator WHERE EXISTS (
            SELECT 1 FROM decision WHERE annotator_id = annotator.id AND queue = ?2
                AND benchmark_id = ?1 AND payload ->> 'act' = ?2) LIMIT ?3)";
        let count: i64 = self.one(sql, params![benchmark.id, queue, at_most as i64])?;
        Ok(count as usize)
    }

    /// Checks that an annotator may open again what others decided.
    ///
    /// # Errors
    /// `Refused` where a person has a role, and this annotator is not a lead.
    pub fn check_lead(&self, by: &Annotator) -> Result<()> {
        refuse_if(!self.is_lead(&by.name)?, || {
            format!("{} is not a lead; a lead opens decisions of others again: --as LEAD", by.name)
        })
    }

    /// The keys of the questions that an annotator wrote.
    pub fn authored_keys(&self, by: &Annotator, benchmark: &Benchmark) -> Result<HashSet<String>> {
        self.all(AUTHORED_KEYS, params![benchmark.id, by.name])
    }

    /// Whether an annotator wrote the question, in any of its revisions.
    pub(super) fn is_author(&self, name: &str, question_id: QuestionId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM question LEFT JOIN question_author AS author
               ON author.benchmark_id = question.benchmark_id AND author.key = question.key
            WHERE question.id = ?1
               AND ?2 IN (author.author, extra ->> 'author', extra ->> 'annotator'))";
        self.one(sql, params![question_id, name])
    }

    /// Refuses what this person may not decide: questions of their own, and what only experts settle.
    pub(super) fn check_person(&self, by: &Annotator, of: QueuedItem<'_>, act: &Act) -> Result<()> {
        if has_questions_as_items(of.queue) && self.is_author(&by.name, of.question_id)? {
            let (item, name) = (of.item.to_owned(), by.name.clone());
            return Err(Refusal::OwnQuestion { item, name }.into());
        }
        let settled = settled_by(of.queue).filter(|_| act.is_final());
        settled.map_or(Ok(()), |_| self.check_settler(by))
    }

    /// Checks that an annotator may see and settle what others differ on.
    ///
    /// # Errors
    /// `Refused` where a person has a role, and this annotator is neither expert nor lead.
    pub fn check_settler(&self, annotator: &Annotator) -> Result<()> {
        let (has_roles, role) = self.roles_and_own(&annotator.name)?;
        refuse_if(has_roles && !role.is_some_and(Role::settles), || Refusal::NoExpert {
            name: annotator.name.clone(),
            role,
        })
    }

    /// Whether anyone has a role, and that of this person; a person who is not known here has none.
    pub(super) fn roles_and_own(&self, name: &str) -> Result<(bool, Option<Role>)> {
        let sql = "SELECT EXISTS (SELECT 1 FROM annotator WHERE role IS NOT NULL),
            (SELECT role FROM annotator WHERE name = ?1)";
        self.one(sql, [name])
    }

    /// The annotator of this name. A new person is made by the first row of theirs that is written, so that a
    /// command that is refused makes no person.
    pub fn annotator(&self, name: &str) -> Result<Annotator> {
        let name = name.trim();
        refuse_if(name.is_empty(), || "an annotator needs a name: --as NAME".to_owned())?;
        Ok(self.find_annotator(name)?.unwrap_or_else(|| Annotator::from_name(name)))
    }

    /// The annotator of this name, if known.
    pub fn find_annotator(&self, name: &str) -> Result<Option<Annotator>> {
        self.find("SELECT id, name, seed FROM annotator WHERE name = ?1", [name])
    }

    /// Every annotator with counts, by name.
    pub fn annotator_overviews(&self) -> Result<Vec<AnnotatorOverview>> {
        let sql = "SELECT name, count(decision.seq), max(decision.created) FROM annotator
            LEFT JOIN decision ON decision.annotator_id = annotator.id
            GROUP BY annotator.id ORDER BY name";
        self.all(sql, [])
    }

    /// A known annotator whose name looks like this one, where no one has exactly this name.
    pub fn twin_of(&self, name: &str) -> Result<Option<String>> {
        let name = name.trim();
        if self.find_annotator(name)?.is_some() {
            return Ok(None);
        }
        let sql = "SELECT name FROM annotator ORDER BY created, name";
        let names: Vec<String> = self.all(sql, [])?;
        Ok(names.into_iter().find(|known| look_alike(known, name)))
    }
}

impl Store {
    /// Gives a person a role, or takes it away; makes the person known.
    ///
    /// # Errors
    /// `Refused` where the team has a lead and `by` is not one.
    pub fn set_role(&mut self, name: &str, role: Option<Role>, by: &str) -> Result<()> {
        let annotator = self.annotator(name)?;
        self.write(|transaction| {
            let (_, before) = transaction.roles_and_own(&annotator.name)?;
            let name = annotator.name.clone();
            let act = AdministrativeAct::Role { name, role, before };
            transaction.administer(by, None, &act)?;
            transaction.make_known(&annotator)?;
            transaction.change(
                "UPDATE annotator SET role = ?2 WHERE id = ?1",
                params![annotator.id, role.map(Keyword::name)],
            )
        })
    }

    /// Names who wrote these questions, all or none. What the author holds of them is free for others, also
    /// where a bundle is away.
    ///
    /// # Errors
    /// Where the benchmark has no question with one of the keys; `Refused` where the team has a lead and `by`
    /// is not one.
    pub fn name_author(
        &mut self,
        benchmark: &Benchmark,
        keys: &[String],
        author: &str,
        by: &str,
    ) -> Result<()> {
        self.question_ids(benchmark, keys)?;
        self.write(|transaction| {
            let act = AdministrativeAct::Author { name: author.to_owned(), keys: keys.to_vec() };
            transaction.administer(by, Some(benchmark), &act)?;
            transaction.make_name_known(author)?;
            for key in keys {
                let sql = "INSERT INTO question_author (benchmark_id, key, author)
                    VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
                transaction.change(sql, params![benchmark.id, key, author])?;
                let sql = "DELETE FROM lease WHERE benchmark_id = ?1 AND item = ?2
                    AND annotator_id = (SELECT id FROM annotator WHERE name = ?3)";
                transaction.change(sql, params![benchmark.id, key, author])?;
            }
            Ok(())
        })
    }

    /// Takes back that a command named a person as the author of these questions.
    ///
    /// # Errors
    /// `Unknown` where no command did; `Refused` where the team has a lead and `by` is not one.
    pub fn withdraw_author(
        &mut self,
        benchmark: &Benchmark,
        keys: &[String],
        author: &str,
        by: &str,
    ) -> Result<()> {
        self.write(|transaction| {
            let act = AdministrativeAct::NoAuthor { name: author.to_owned(), keys: keys.to_vec() };
            transaction.administer(by, Some(benchmark), &act)?;
            for key in keys {
                let sql = "DELETE FROM question_author
                    WHERE benchmark_id = ?1 AND key = ?2 AND author = ?3";
                transaction.change_known(sql, params![benchmark.id, key, author], || {
                    format!("{author} is not the author of {key} by `assay people author`")
                })?;
            }
            Ok(())
        })
    }
}

impl Annotator {
    fn from_name(name: &str) -> Self {
        let id = AnnotatorId::from_name(name);
        Annotator { id, name: name.to_owned(), seed: seed_of(name).cast_unsigned() }
    }
}

/// Follows from the name alone, so that the same person gets the same order in every copy of a
/// database.
pub(super) fn seed_of(name: &str) -> i64 {
    let hash = blake3::hash(name.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    i64::from_le_bytes(first)
}

impl Transaction<'_> {
    /// Makes a person known of whom a row is about to be written.
    pub(super) fn make_known(&self, annotator: &Annotator) -> Result<()> {
        // Those with another id were found in the database.
        if annotator.id == AnnotatorId::from_name(&annotator.name) {
            let sql = "INSERT INTO annotator (id, name, seed, created) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO NOTHING";
            self.change(
                sql,
                params![annotator.id, annotator.name, annotator.seed.cast_signed(), &self.now],
            )?;
        }
        Ok(())
    }

    /// The same by name, where the person may be known.
    pub(super) fn make_name_known(&self, name: &str) -> Result<()> {
        self.make_known(&Annotator::from_name(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authors_questions_are_found_without_reading_all_of_them() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(&dir.path().join("a.db")).unwrap();
        let plan = format!("EXPLAIN QUERY PLAN {AUTHORED_KEYS}");
        let mut statement = store.connection.prepare(&plan).unwrap();
        let steps: Vec<String> = statement
            .query_map(params![1, "ann"], |row| row.get("detail"))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        for index in ["question_by_author", "question_by_annotator"] {
            assert!(steps.iter().any(|step| step.contains(index)), "{steps:?}");
        }
    }
}
