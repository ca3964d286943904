//! The result of a cleaning: `assay report cleaning`.

use serde::Serialize;

use super::Document;
use crate::benchmark::outcome::OutcomeCounts;
use crate::benchmark::provenance_counts::ProvenanceCounts;
use crate::extract::RuleSet;
use crate::figures::{describe_scoring, percent_number, signed_percent, undefined};
use crate::report::table::number;
use crate::report::{Align, Form, Table};
use crate::score::{Level, Missing, Strategy};
use crate::scoring::RunOptions;
use crate::scoring::cleaning::{CleanedScore, Cleaning, CleaningRow, ScoreOver};

/// The result of cleaning a benchmark.
#[derive(Debug, Serialize)]
pub struct CleaningDocument {
    benchmark: String,
    /// How several verifiers settle a question.
    settled_by: String,
    /// The counts over all questions.
    #[serde(flatten)]
    overall: Overall,
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
    warnings: Vec<String>,
}

/// The counts of the overall row without its name.
#[derive(Debug, Serialize)]
struct Overall {
    imported: usize,
    flagged: std::collections::BTreeMap<&'static str, usize>,
    suspected: usize,
    verified: usize,
    adjudicated: usize,
    removed: usize,
    by_reviewers: usize,
    fixed: usize,
    kept: usize,
    unsettled: usize,
    not_verified: usize,
    clean: usize,
}

impl CleaningDocument {
    /// The document of a cleaning.
    pub fn new(benchmark: &str, options: RunOptions, cleaning: Cleaning) -> Self {
        let RunOptions { rules, extractor, missing, .. } = options;
        let Cleaning { rows, outcome, provenance, unsettled, open, strategy, models } = cleaning;
        let overall = rows.iter().find(|row| row.level == Level::Overall);
        let count = |of: fn(&CleaningRow) -> usize| overall.map_or(0, of);
        let overall = Overall {
            imported: count(|row| row.imported),
            flagged: overall.map(|row| row.flagged.clone()).unwrap_or_default(),
            suspected: count(|row| row.suspected),
            verified: count(|row| row.verified),
            adjudicated: count(|row| row.adjudicated),
            removed: count(|row| row.removed),
            by_reviewers: count(|row| row.by_reviewers),
            fixed: count(|row| row.fixed),
            kept: count(|row| row.kept),
            unsettled: count(|row| row.unsettled),
            not_verified: count(|row| row.not_verified),
            clean: count(|row| row.clean),
        };
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
            abilities: rows.into_iter().filter(|row| row.level != Level::Overall).collect(),
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

    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
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
    let kinds: Vec<&str> = document.overall.flagged.keys().copied().collect();
    let titles: Vec<String> = kinds.iter().map(|kind| format!("flagged {kind}")).collect();
    let left = ["level", "ability"].map(|name| (name, Align::Left));
    let right = |name| (name, Align::Right);
    let columns = left
        .into_iter()
        .chain([right("imported")])
        .chain(titles.iter().map(|title| right(title.as_str())))
        .chain(["suspected", "verified", "removed", "fixed", "kept", "split"].map(right))
        .chain(["not verified", "moved out", "moved in", "clean"].map(right));
    let title = format!(
        "{} · cleaning · {} · a suspected question is settled by {}{left_out}",
        document.benchmark,
        document.outcome.describe(),
        document.settled_by
    );
    let mut table = Table::new(columns).titled(title);
    let overall = &document.overall;
    let first = [overall.suspected, overall.verified, overall.removed, overall.fixed];
    // A question moves from ability to ability, never out of all of them.
    let last = [overall.kept, overall.unsettled, overall.not_verified, 0, 0, overall.clean];
    let numbers = std::iter::once(overall.imported)
        .chain(overall.flagged.values().copied())
        .chain(first)
        .chain(last);
    let names = ["overall".to_owned(), "overall".to_owned()];
    table.row(names.into_iter().chain(numbers.map(|number| number.to_string())));
    for row in abilities {
        let numbers = std::iter::once(row.imported)
            .chain(kinds.iter().map(|kind| row.flagged.get(kind).copied().unwrap_or(0)))
            .chain([row.suspected, row.verified, row.removed, row.fixed, row.kept])
            .chain([row.unsettled, row.not_verified, row.moved_out, row.moved_in, row.clean]);
        let names = [row.level.name().to_owned(), row.name.clone()];
        table.row(names.into_iter().chain(numbers.map(|number| number.to_string())));
    }
    table
}

fn provenance(counts: &ProvenanceCounts) -> Table {
    let columns = [
        number("unanimous", |counts: &&ProvenanceCounts| counts.unanimous.to_string()),
        number("of these reviewed once", |counts| counts.reviewed_once.to_string()),
        number("majority", |counts| counts.majority.to_string()),
        number("adjudicated", |counts| counts.adjudicated.to_string()),
        number("open", |counts| counts.open.to_string()),
        number("of these not reviewed", |counts| counts.unreviewed.to_string()),
    ];
    Table::from_rows([counts], &columns)
        .titled("Who says what becomes of a question after its reviews")
}

fn scores(document: &CleaningDocument) -> Table {
    let CleaningDocument { rules, strategy, missing, .. } = *document;
    let scoring = describe_scoring(rules, document.extractor.as_deref(), strategy, missing);
    let title = format!("Accuracy in % before and after · {scoring}");
    let mut table = Table::new([
        ("model", Align::Left),
        ("rank before", Align::Right),
        ("n before", Align::Right),
        ("before", Align::Right),
        ("rank after", Align::Right),
        ("n after", Align::Right),
        ("after", Align::Right),
        ("difference", Align::Right),
        ("stale, left out", Align::Right),
    ])
    .titled(title);
    let mut models: Vec<&CleanedScore> = document.models.iter().collect();
    models.sort_by_key(|model| model.after.rank.unwrap_or(usize::MAX));
    for model in models {
        let rank = |score: &ScoreOver| score.rank.map_or_else(undefined, |rank| rank.to_string());
        let accuracy = |score: &ScoreOver| score.accuracy.map_or_else(undefined, percent_number);
        let both = model.before.accuracy.zip(model.after.accuracy);
        table.row([
            model.model.clone(),
            rank(&model.before),
            model.before.n.to_string(),
            accuracy(&model.before),
            rank(&model.after),
            model.after.n.to_string(),
            accuracy(&model.after),
            both.map_or_else(undefined, |(before, after)| signed_percent(after - before)),
            model.stale.to_string(),
        ]);
    }
    table
}
