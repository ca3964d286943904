//! Uniting with another database: which of its rows a merge takes, and which it reports instead.
//!
//! What becomes of each row that is taken is for `decision::taking` to say.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::decision::question_key;
use super::model_alias::NamesInBundles;
use super::{Audit, DecisionRow, MergeProblem, MergedRows, Result, Store, StoreError, View};
use crate::query::{Query, records};
use assay_core::benchmark::queues::queue_named;

/// What is read of a question: stem, hint, choices by label as JSON, its reference answer or its
/// accepted answers, and its pictures by their hashes.
#[derive(PartialEq)]
struct Words {
    stem: String,
    hint: Option<String>,
    choices: String,
    answer: Option<String>,
    pictures: Option<String>,
}

records! { Words { stem, hint, choices, answer, pictures } }

/// The question that a row is about: benchmark, key and hash.
type Place = (String, String, String);

/// What a merge reads of another database.
pub struct OtherHistory {
    rows: Vec<DecisionRow>,
    /// Rows that it should not have.
    problems: Vec<MergeProblem>,
    /// In the order of the rows, which is near that of the questions in the file.
    words: Vec<(Place, Words)>,
    /// The texts of the guidelines that rows name, by version.
    guidelines: BTreeMap<String, String>,
    /// The audits of its benchmarks.
    audits: Vec<Audit>,
    is_bundle: bool,
    /// The number of rows of the file that do not fit their seals or were removed: another program changed it.
    /// What is there is taken where the rules allow it.
    pub changed_by_others: usize,
}

impl OtherHistory {
    /// The number of rows, those that are not taken included.
    pub fn count_rows(&self) -> usize {
        self.rows.len() + self.problems.len()
    }
}

impl View {
    fn read_history(&self) -> Result<OtherHistory> {
        self.at_one_moment(|| {
            let bundle = self.bundle()?;
            let (mut rows, mut problems) = (Vec::new(), Vec::new());
            let changed_by_others = self.changed_rows()?;
            // The decisions that an adjudicator's bundle shows were put there when it was packed.
            let shown = bundle.as_ref().and_then(|(_, queue)| queue_named(queue)?.settles);
            let is_wanted = |row: &DecisionRow| shown != Some(row.queue.as_str());
            let mut guidelines = BTreeMap::new();
            self.for_each_decision::<StoreError>(is_wanted, |row| {
                if let (Some(version), Some(text)) = (&row.guideline, &row.guideline_text) {
                    guidelines.insert(version.clone(), text.clone());
                }
                match &bundle {
                    Some((person, queue)) if row.annotator != *person || row.queue != *queue => {
                        let what = format!("the bundle was made for {person} in the {queue} queue");
                        problems.push(MergeProblem::new(&row, what));
                    }
                    _ => rows.push(row),
                }
                Ok(())
            })?;
            let mut words = Vec::new();
            let mut seen: HashSet<Place> = HashSet::new();
            for row in &rows {
                let place = place(row);
                if !seen.insert(place.clone()) {
                    continue;
                }
                let (benchmark, key, hash) = &place;
                let revisions = self.revisions_with_words(benchmark, key)?;
                let found = revisions.into_iter().find(|(of_revision, _)| of_revision == hash);
                words.extend(found.map(|(_, found)| (place, found)));
            }
            let is_bundle = bundle.is_some();
            let audits = self.all_audits()?;
            Ok(OtherHistory {
                rows,
                problems,
                words,
                guidelines,
                audits,
                is_bundle,
                changed_by_others,
            })
        })
    }

    /// The revisions of a question, by their hashes.
    fn revisions_with_words(&self, benchmark: &str, key: &str) -> Result<Vec<(String, Words)>> {
        // In the order of their indexes: to sort within an aggregate SQLite makes a table for each question.
        let sql = "SELECT content_hash, stem, hint,
               (SELECT json_group_array(json_array(label, text)) FROM
                   (SELECT label, text FROM choice WHERE question_id = question.id ORDER BY label)),
               coalesce(answer, short_answers),
               (SELECT group_concat(hex(hash)) FROM
                   (SELECT hash FROM question_image JOIN image ON image.id = image_id
                       WHERE question_id = question.id ORDER BY position))
            FROM question JOIN benchmark ON benchmark.id = benchmark_id
            WHERE benchmark.name = ?1 AND key = ?2 ORDER BY revision";
        self.all(sql, [benchmark, key])
    }
}

impl Store {
    /// What a merge takes of this database: all of its history, but of a bundle the rows of its person in
    /// its queue. What else is in a bundle was put there when it was packed.
    pub fn history_to_unite(&mut self) -> Result<OtherHistory> {
        self.with_large_cache(|store| store.read_history())
    }

    /// Unites the history with that of another database. Rows that cannot be taken are reported, those on
    /// questions that read otherwise there than here among them.
    ///
    /// # Errors
    /// `Refused` where this database is a bundle: its person would see what others decided.
    pub fn unite(&mut self, other: OtherHistory) -> Result<MergedRows> {
        if let Some((person, _)) = self.bundle()? {
            return Err(format!(
                "{} is a bundle for {person}, which others' decisions do not go into; name the team's \
                 database with --db and merge the bundle into it",
                self.path.display()
            ).into());
        }
        self.with_large_cache(|store| store.take_history(other))
    }

    fn take_history(&mut self, other: OtherHistory) -> Result<MergedRows> {
        let audits = if other.is_bundle { 0 } else { self.take_audits(&other.audits)? };
        let OtherHistory { mut rows, mut problems, words, guidelines, is_bundle, .. } = other;
        let names = NamesInBundles::load(self)?;
        if !is_bundle && words.iter().any(|((_, _, hash), _)| names.question(hash) != hash) {
            let what = "the file is a bundle, but another program removed the mark of whose it is; ask its \
                        person for the file as it was";
            problems.extend(rows.drain(..).map(|row| MergeProblem::new(&row, what.to_owned())));
        }
        let mut changed: HashSet<Place> = HashSet::new();
        let mut hashes: HashMap<Place, String> = HashMap::new();
        for (place, there) in words {
            let (benchmark, key, hash) = &place;
            let revisions = self.revisions_with_words(benchmark, key)?;
            let hash = names.question(hash);
            match revisions.iter().find(|(of_revision, _)| of_revision == hash) {
                Some((_, here)) if there.reads_like(here) => {}
                Some(_) => {
                    changed.insert(place);
                }
                // The database that packed it is not this one, or was put back to a time before: what was
                // decided is not lost where a single revision reads the same.
                None if is_bundle => {
                    let mut alike = revisions.iter().filter(|(_, here)| there.reads_like(here));
                    if let (Some((hash, _)), None) = (alike.next(), alike.next()) {
                        hashes.insert(place, hash.clone());
                    }
                }
                None => {}
            }
        }
        for row in &mut rows {
            if let Some(hash) = hashes.get(&place(row)) {
                row.question_hash.clone_from(hash);
            }
        }
        let (others, rows): (Vec<DecisionRow>, Vec<DecisionRow>) =
            rows.into_iter().partition(|row| changed.contains(&place(row)));
        problems.extend(others.iter().map(|row| {
            let what = format!(
                "question {} reads otherwise there than in this database, though it should be the same; \
                 that file was changed",
                question_key(row)
            );
            MergeProblem::new(row, what)
        }));
        let mut merged = self.merge_decisions(rows, &guidelines, &names)?;
        problems.append(&mut merged.problems);
        Ok(MergedRows { problems, audits, ..merged })
    }
}

fn place(row: &DecisionRow) -> Place {
    (row.benchmark.clone(), question_key(row), row.question_hash.clone())
}

impl Words {
    /// Whether they read the same. A bundle may be without pictures and reference answer.
    fn reads_like(&self, here: &Words) -> bool {
        let pictures_are = self.pictures.is_none() || self.pictures == here.pictures;
        let answer_is = self.answer.is_none() || self.answer == here.answer;
        pictures_are
            && answer_is
            && self.stem == here.stem
            && self.hint == here.hint
            && self.choices == here.choices
    }
}
