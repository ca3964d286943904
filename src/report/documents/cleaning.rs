//! The result of a cleaning: `assay report cleaning`.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};

use super::Document;
use crate::benchmark::outcome::OutcomeCounts;
use crate::benchmark::provenance_counts::ProvenanceCounts;
use crate::evaluation::RunOptions;
use crate::extract::RuleSet;
use crate::figures::{describe_scoring, percent_number, signed_percent, undefined};
use crate::outcomes::cleaning::{CleanedScore, Cleaning, CleaningRow, ScoreOver};
use crate::report::{Form, Table};
use crate::score::{Level, Missing, Strategy};

/// The result of cleaning a benchmark.
#[derive(Debug, Serialize)]
pub struct CleaningDocument {
    benchmark: String,
    /// How several verifiers settle a question.
    settled_by: String,
    /// The counts over all questions.
    #[serde(flatten, serialize_with = "counts_alone")]
    overall: CleaningRow,
    /// What becomes of the questions.
    outcome: OutcomeCounts,
    /// Who says what becomes of the questions after their reviews.
    provenance: ProvenanceCounts,
    /// The counts by ability.
    abilities: Vec<CleaningRow>,
    /// Questions whose verifiers are split.
    unsettled_questions: Vec<String>,
    /// Suspected questions that are not verified.
    open_questions: Vec<String>,
    /// The rules that extract labels.
    rules: RuleSet,
    /// The extractor whose labels fill in where the rules find nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    extractor: Option<String>,
    /// How passes make a score.
    strategy: Strategy,
    /// How missing passes are treated.
    missing: Missing,
    /// Each image run's score before and after.
    models: Vec<CleanedScore>,
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// The counts of the overall row: without its name, and a question never moves out of all abilities.
fn counts_alone<S: Serializer>(row: &CleaningRow, serializer: S) -> Result<S::Ok, S::Error> {
    let mut counts = serde_json::to_value(row).map_err(S::Error::custom)?;
    if let Some(counts) = counts.as_object_mut() {
        for name in ["level", "name", "moved_in", "moved_out"] {
            counts.shift_remove(name);
        }
    }
    counts.serialize(serializer)
}

impl CleaningDocument {
    /// The document of a cleaning.
    pub fn new(benchmark: &str, options: RunOptions, cleaning: Cleaning) -> Self {
        let RunOptions { rules, extractor, missing, .. } = options;
        let Cleaning { rows, outcome, provenance, unsettled, open, strategy, models } = cleaning;
        let (overall, abilities): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.level == Level::Overall);
        let overall = overall.into_iter().next();
        let overall =
            overall.unwrap_or_else(|| CleaningRow::new(Level::Overall, Level::Overall.name(), &[]));
        let mut settled_by = "more than half of the verifiers".to_owned();
        if overall.adjudicated > 0 {
            settled_by.push_str(", else of the adjudicators");
        }
        if overall.by_reviewers > 0 {
            settled_by
                .push_str(", and where no expert has decided by more than half of the reviewers");
        }
        let mut warnings = Vec::new();
        if !unsettled.is_empty() {
            let keys = unsettled.join(", ");
            warnings.push(format!("verifiers are split on {keys}: these stay as they were"));
        }
        if !open.is_empty() {
            let count = open.len();
            warnings.push(format!("{count} suspected questions are not verified: they stay"));
        }
        let stale: usize = models.iter().map(|model| model.stale).sum();
        if stale > 0 {
            warnings.push(format!(
                "{stale} answers are to the words before a fix: left out after cleaning, ask again"
            ));
        }
        CleaningDocument {
            benchmark: benchmark.to_owned(),
            settled_by,
            overall,
            outcome,
            provenance,
            abilities,
            unsettled_questions: unsettled,
            open_questions: open,
            rules,
            extractor,
            strategy,
            missing,
            models,
            warnings,
        }
    }
}

impl Document for CleaningDocument {
    fn tables(&self, form: Form) -> Vec<Table> {
        vec![counts(self, form), provenance(&self.provenance), scores(self)]
    }
}

/// The counts over all questions and by ability. For people, abilities without a suspected or moved question
/// are left out.
fn counts(document: &CleaningDocument, form: Form) -> Table {
    let is_shown =
        |row: &&CleaningRow| form == Form::Csv || row.suspected + row.moved_in + row.moved_out > 0;
    let abilities: Vec<&CleaningRow> = document.abilities.iter().filter(is_shown).collect();
    let left_out = match document.abilities.len() - abilities.len() {
        0 => String::new(),
        count => format!(" · {count} abilities without a suspected question are left out"),
    };
    let title = format!(
        "{} · cleaning · {} · a suspected question is settled by {}{left_out}",
        document.benchmark,
        document.outcome.describe(),
        document.settled_by
    );
    Table::over(std::iter::once(&document.overall).chain(abilities))
        .text("level", |row| row.level.name())
        .text("ability", |row| &row.name)
        .number("imported", |row| row.imported)
        .each(document.overall.flagged.keys(), |table, kind| {
            let flagged = |row: &CleaningRow| row.flagged.get(kind).copied().unwrap_or(0);
            table.number(&format!("flagged {kind}"), flagged)
        })
        .number("suspected", |row| row.suspected)
        .number("verified", |row| row.verified)
        .number("removed", |row| row.removed)
        .number("fixed", |row| row.fixed)
        .number("kept", |row| row.kept)
        .number("split", |row| row.unsettled)
        .number("not verified", |row| row.not_verified)
        .number("moved out", |row| row.moved_out)
        .number("moved in", |row| row.moved_in)
        .number("clean", |row| row.clean)
        .titled(title)
}

fn provenance(counts: &ProvenanceCounts) -> Table {
    Table::over([counts])
        .number("unanimous", |counts| counts.unanimous)
        .number("of these reviewed once", |counts| counts.reviewed_once)
        .number("majority", |counts| counts.majority)
        .number("adjudicated", |counts| counts.adjudicated)
        .number("open", |counts| counts.open)
        .number("of these not reviewed", |counts| counts.unreviewed)
        .titled("Who says what becomes of a question after its reviews")
}

fn scores(document: &CleaningDocument) -> Table {
    let CleaningDocument { rules, strategy, missing, .. } = *document;
    let scoring = describe_scoring(rules, document.extractor.as_deref(), strategy, missing);
    let title = format!("Accuracy in % before and after · {scoring}");
    let rank = |score: &ScoreOver| score.rank.map_or_else(undefined, |rank| rank.to_string());
    let accuracy = |score: &ScoreOver| score.accuracy.map_or_else(undefined, percent_number);
    let difference = |model: &CleanedScore| {
        let both = model.before.accuracy.zip(model.after.accuracy);
        both.map_or_else(undefined, |(before, after)| signed_percent(after - before))
    };
    let mut models: Vec<&CleanedScore> = document.models.iter().collect();
    models.sort_by_key(|model| model.after.rank.unwrap_or(usize::MAX));
    Table::over(models)
        .text("model", |model| &model.model)
        .number("rank before", |model| rank(&model.before))
        .number("n before", |model| model.before.n)
        .number("before", |model| accuracy(&model.before))
        .number("rank after", |model| rank(&model.after))
        .number("n after", |model| model.after.n)
        .number("after", |model| accuracy(&model.after))
        .number("difference", difference)
        .number("stale, left out", |model| model.stale)
        .titled(title)
}
