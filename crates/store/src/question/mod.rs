//! Questions by revision: listing them, and showing them blind. Importing is next door, and so are
//! the sheets that scoring works with and the whole questions that files are written from.

mod import;
mod insert;
mod revise;
mod whole;

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::params;

use super::{Annotator, Benchmark, QuestionId, Refusal, Result, StoreError, View};
use crate::query::{Query, records};
use assay_core::benchmark::category_names::is_same_category;
use assay_core::benchmark::decision::BlindAnswer;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{
    Checklist, Checklists, Choice, Label, QuestionKey, QuestionKind, QuestionPicture, ShortAnswer,
    SourcePass,
};
use assay_core::keyword::did_you_mean;
use assay_core::short::is_reference;

pub use import::{ImportOutcome, Importer};
pub(super) use revise::noted_revisions;
pub use revise::{AskAgain, FixedQuestion};
pub use whole::{ChoiceTexts, QuestionParts, QuestionSheet, StoredQuestion};

/// A question as queues know it, without its texts and pictures and without the reference answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionEntry {
    /// The row of this revision.
    pub id: QuestionId,
    /// The question's name.
    pub key: QuestionKey,
    /// Which revision is current.
    pub revision: u32,
    /// The leaf ability.
    pub category: Option<String>,
    /// The L-2 ability.
    pub l2_category: Option<String>,
    /// The split.
    pub split: Option<String>,
}

/// A question as an annotator sees it before deciding: there is no reference answer in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlindQuestion {
    /// The row of this revision.
    pub id: QuestionId,
    /// The question's name.
    pub key: QuestionKey,
    /// Which revision this is.
    pub revision: u32,
    /// The question.
    pub stem: String,
    /// Context given before it.
    pub hint: Option<String>,
    /// The choices.
    pub choices: Vec<Choice>,
    /// By which rule a short answer to it is compared; the accepted answers are not in it.
    pub short: Option<ShortAnswer>,
    /// The leaf ability.
    pub category: Option<String>,
    /// The L-2 ability.
    pub l2_category: Option<String>,
    /// Its benchmark's taxonomy.
    pub taxonomy: Option<Arc<Taxonomy>>,
    /// Its benchmark's checklists.
    pub checklists: Arc<Checklists>,
    /// The split.
    pub split: Option<String>,
    /// Where it was taken from.
    pub source: Option<String>,
    /// Its pictures in order; none where they are withheld.
    pub pictures: Vec<QuestionPicture>,
    /// How many pictures are withheld until the annotator has guessed from the text.
    pub withheld_pictures: usize,
    /// Whether the category is withheld until the annotator has chosen one.
    pub asks_category: bool,
}

impl BlindQuestion {
    /// What it asks for.
    pub fn kind(&self) -> QuestionKind {
        QuestionKind::new(self.choices.len(), self.short.is_some())
    }

    /// What reviewers check of it, and what it can be wrong for.
    pub fn checklist(&self) -> &Checklist {
        self.checklists.for_kind(self.kind())
    }

    /// Its benchmark's taxonomy, an empty one where the benchmark has none.
    pub fn taxonomy(&self) -> &Taxonomy {
        self.taxonomy.as_deref().unwrap_or(Taxonomy::empty())
    }

    /// Takes the category away, which the annotator is to choose.
    pub(super) fn withhold_category(&mut self) {
        (self.category, self.l2_category) = (None, None);
        self.asks_category = true;
    }

    /// Whether its category is this one, in whichever spelling.
    pub fn has_category(&self, name: &str) -> bool {
        let of_data = self.category.as_deref();
        of_data.is_some_and(|of_data| is_same_category(self.taxonomy(), of_data, name))
    }

    /// Whether its pictures are withheld: the annotator is to guess from the text.
    pub fn is_gated(&self) -> bool {
        self.withheld_pictures > 0
    }
}

/// What is shown after the blind answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reveal {
    /// The reference answer, where there is one.
    pub answer: Option<Label>,
    /// The accepted answers of a question with a short answer.
    pub short: Option<ShortAnswer>,
    /// The remark of the benchmark's makers.
    pub comment: Option<String>,
}

impl Reveal {
    /// Whether an annotator's answer is the reference answer; `None` if there is none.
    pub fn accepts(&self, own: BlindAnswer) -> Option<bool> {
        is_reference(own, self.answer, self.short.as_ref())
    }
}

records! {
    Choice { label, text }
    QuestionEntry { id, key, revision, category, l2_category, split }
    QuestionPicture { hash, role }
    Reveal { answer, short, comment }
    SourcePass { pass, index, order }
}

/// Answered by an index alone, in its order: whole rows take three times as long.
const QUESTION_ENTRIES: &str =
    "SELECT id, key, revision, category, l2_category, split FROM question
     WHERE benchmark_id = ?1 AND is_current = 1 ORDER BY position";

impl View {
    /// The current questions of a benchmark in the order of the file.
    pub fn question_entries(&self, benchmark: &Benchmark) -> Result<Vec<QuestionEntry>> {
        self.all(QUESTION_ENTRIES, [benchmark.id])
    }

    /// The stems of the current questions of a benchmark.
    pub fn question_stems(&self, benchmark: &Benchmark) -> Result<HashMap<QuestionId, String>> {
        // In the order of the file's pages, which is quicker than by any index.
        self.all(
            "SELECT id, stem FROM question NOT INDEXED WHERE benchmark_id = ?1 AND is_current = 1",
            [benchmark.id],
        )
    }

    /// The row of the current revision of a question.
    pub fn question_id(&self, benchmark: &Benchmark, key: &str) -> Result<QuestionId> {
        self.find(
            "SELECT id FROM question WHERE benchmark_id = ?1 AND key = ?2 AND is_current = 1",
            params![benchmark.id, key],
        )?
        .map_or_else(|| Err(self.unknown_key(benchmark, key)?), Ok)
    }

    /// The rows of the current revisions of questions.
    pub(super) fn question_ids(
        &self,
        benchmark: &Benchmark,
        keys: &[String],
    ) -> Result<Vec<QuestionId>> {
        keys.iter().map(|key| self.question_id(benchmark, key)).collect()
    }

    /// Why there is no question, with the key that was most likely meant.
    fn unknown_key(&self, benchmark: &Benchmark, key: &str) -> Result<StoreError> {
        let sql = "SELECT key FROM question WHERE benchmark_id = ?1 AND is_current = 1";
        let keys: Vec<String> = self.all(sql, [benchmark.id])?;
        let meant = did_you_mean(key, keys.iter().map(String::as_str));
        let what = format!("{} has no question with the key {key}{meant}", benchmark.name);
        Ok(StoreError::Unknown { what })
    }

    /// A question without its reference answer.
    pub fn blind_question(&self, id: QuestionId) -> Result<BlindQuestion> {
        self.at_one_moment(|| {
            let pictures = self.question_pictures(id)?;
            Ok(BlindQuestion { pictures, ..self.text_of_question(id)? })
        })
    }

    /// The same without its pictures, which are only counted.
    pub(super) fn question_without_pictures(&self, id: QuestionId) -> Result<BlindQuestion> {
        let sql = "SELECT count(*) FROM question_image WHERE question_id = ?1";
        let withheld_pictures = self.one(sql, [id])?;
        Ok(BlindQuestion { withheld_pictures, ..self.text_of_question(id)? })
    }

    fn text_of_question(&self, id: QuestionId) -> Result<BlindQuestion> {
        let sql = "SELECT key, revision, stem, hint, category, l2_category, split, source, short_form, '[]'
            FROM question WHERE id = ?1";
        let ((key, revision, stem, hint), (category, l2_category, split, source, short)) = self
            .find(sql, [id])?
            .ok_or_else(|| StoreError::Unknown { what: format!("no question row {id}") })?;
        let benchmark = self.benchmark_of(id)?;
        Ok(BlindQuestion {
            id,
            key,
            revision,
            stem,
            hint,
            choices: self.choices(id)?,
            short,
            category,
            l2_category,
            checklists: self.checklists(&benchmark)?,
            taxonomy: benchmark.taxonomy,
            split,
            source,
            pictures: Vec::new(),
            withheld_pictures: 0,
            asks_category: false,
        })
    }

    /// The reference answer, for an annotator who has committed an answer to this very revision, or
    /// where the question takes none. Before that it is refused: the store keeps the annotator blind,
    /// not the view.
    pub fn reveal(&self, id: QuestionId, annotator: &Annotator) -> Result<Reveal> {
        if self.lacks_answer(annotator, id)? {
            return Err(Refusal::AnswerFirst.into());
        }
        self.reference(id)
    }

    /// The reference answer without asking who wants to know: for leads' screens and exports.
    pub fn reference(&self, id: QuestionId) -> Result<Reveal> {
        let sql = "SELECT answer, short_form, coalesce(short_answers, '[]'), comment
            FROM question WHERE id = ?1";
        self.one(sql, [id])
    }

    pub(super) fn choices(&self, id: QuestionId) -> Result<Vec<Choice>> {
        self.all("SELECT label, text FROM choice WHERE question_id = ?1 ORDER BY label", [id])
    }

    fn source_passes(&self, id: QuestionId) -> Result<Vec<SourcePass>> {
        let sql = "SELECT pass, source_index, choice_order FROM question_pass
            WHERE question_id = ?1 ORDER BY pass";
        self.all(sql, [id])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn the_list_of_questions_is_read_from_an_index_alone_and_in_its_order() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(&dir.path().join("a.db")).unwrap();
        let plan = format!("EXPLAIN QUERY PLAN {QUESTION_ENTRIES}");
        let mut statement = store.connection.prepare(&plan).unwrap();
        let steps = statement.query_map([1], |row| row.get::<_, String>("detail")).unwrap();
        let steps: Vec<String> = steps.collect::<Result<_, _>>().unwrap();
        assert_eq!(steps.len(), 1, "{steps:?}");
        assert!(steps[0].contains("USING COVERING INDEX question_listed"), "{steps:?}");
    }
}
