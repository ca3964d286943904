//! The result of a cleaning, and the outcome of each question: `assay report cleaning`, `assay report outcome`.

use std::collections::BTreeMap;

use crate::benchmark::outcome::{Fate, Outcome, OutcomeCounts, WhyOpen};
use crate::benchmark::provenance::ProvenanceCounts;
use crate::evaluation::RunOptions;
use crate::figures::{percent_number, signed_percent, undefined};
use crate::keyword::Keyword;
use crate::outcomes::QuestionOutcome;
use crate::outcomes::cleaning::{CleanedScore, Cleaning, CleaningRow, ScoreOver};
use crate::report::{Fields, Form, Printout, Table};
use crate::score::Level;

/// The result of cleaning a benchmark: the counts over all questions and by ability, who says what becomes of
/// them, and each image run's score before and after.
pub fn cleaned(benchmark: &str, options: &RunOptions, cleaning: &Cleaning, form: Form) -> Printout {
    let Cleaning { rows, outcome, provenance, unsettled, open, strategy, models } = cleaning;
    let none = CleaningRow::new(Level::Overall, Level::Overall.name(), &[]);
    let (overall, abilities) = parts(rows);
    let overall = overall.unwrap_or(&none);
    let settled_by = who_settles(overall);
    let scoring = options.by(*strategy);
    let tables = vec![
        cleaning_counts(benchmark, cleaning, form),
        said_by(provenance),
        scores(models, format!("Accuracy in % before and after · {scoring}")),
    ];
    Printout::about(benchmark)
        .json("settled_by", settled_by)
        .flat(overall)
        // A question never moves out of all abilities.
        .without(["level", "name", "moved_in", "moved_out"])
        .json("outcome", outcome)
        .json("provenance", provenance)
        .json("abilities", abilities)
        .json("unsettled_questions", unsettled)
        .json("open_questions", open)
        .flat(scoring)
        .json("models", models)
        .with_warnings(warnings(cleaning))
        .tables(tables)
}

/// The counts over all questions and by ability.
pub fn cleaning_counts(benchmark: &str, cleaning: &Cleaning, form: Form) -> Table {
    let none = CleaningRow::new(Level::Overall, Level::Overall.name(), &[]);
    let (overall, abilities) = parts(&cleaning.rows);
    let overall = overall.unwrap_or(&none);
    let title = format!(
        "{benchmark} · cleaning · {} · a suspected question is settled by {}",
        cleaning.outcome.describe(),
        who_settles(overall)
    );
    counts(overall, &abilities, title, form)
}

fn parts(rows: &[CleaningRow]) -> (Option<&CleaningRow>, Vec<&CleaningRow>) {
    let (overall, abilities): (Vec<&CleaningRow>, Vec<&CleaningRow>) =
        rows.iter().partition(|row| row.level == Level::Overall);
    (overall.first().copied(), abilities)
}

fn who_settles(overall: &CleaningRow) -> String {
    let mut settled_by = "more than half of the verifiers".to_owned();
    if overall.adjudicated > 0 {
        settled_by.push_str(", else of the adjudicators");
    }
    if overall.by_reviewers > 0 {
        settled_by.push_str(", and where no expert has decided by more than half of the reviewers");
    }
    settled_by
}

/// What stays as it is, and why.
fn warnings(cleaning: &Cleaning) -> Vec<String> {
    let Cleaning { unsettled, open, models, .. } = cleaning;
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
    warnings
}

/// The counts over all questions and by ability. For people, abilities without a suspected or moved question
/// are left out.
fn counts(overall: &CleaningRow, abilities: &[&CleaningRow], title: String, form: Form) -> Table {
    let is_shown =
        |row: &&CleaningRow| form == Form::Csv || row.suspected + row.moved_in + row.moved_out > 0;
    let shown: Vec<&CleaningRow> = abilities.iter().copied().filter(is_shown).collect();
    let left_out = match abilities.len() - shown.len() {
        0 => String::new(),
        count => format!(" · {count} abilities without a suspected question are left out"),
    };
    Table::over(std::iter::once(overall).chain(shown))
        .text("level", |row| row.level.name())
        .text("ability", |row| &row.name)
        .number("imported", |row| row.imported)
        .each(overall.flagged.keys(), |table, kind| {
            let flagged = |row: &CleaningRow| row.flagged.get(kind).copied().unwrap_or(0);
            table.number(&format!("flagged {kind}"), flagged)
        })
        .with(columns!(number: suspected, verified, removed, fixed, kept, "split" = unsettled))
        .with(columns!(number: "not verified" = not_verified, "moved out" = moved_out))
        .with(columns!(number: "moved in" = moved_in, clean))
        .titled(title + &left_out)
}

fn said_by(counts: &ProvenanceCounts) -> Table {
    Table::over([counts])
        .with(columns!(number: unanimous, "of these reviewed once" = reviewed_once, majority))
        .with(columns!(number: adjudicated, open, "of these not reviewed" = unreviewed))
        .titled("Who says what becomes of a question after its reviews")
}

fn scores(models: &[CleanedScore], title: String) -> Table {
    let rank = |score: &ScoreOver| score.rank.map_or_else(undefined, |rank| rank.to_string());
    let accuracy = |score: &ScoreOver| score.accuracy.map_or_else(undefined, percent_number);
    let difference = |model: &CleanedScore| {
        let both = model.before.accuracy.zip(model.after.accuracy);
        both.map_or_else(undefined, |(before, after)| signed_percent(after - before))
    };
    let mut models: Vec<&CleanedScore> = models.iter().collect();
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

/// The outcome of each question of a benchmark.
pub fn outcomes(benchmark: &str, outcomes: &[QuestionOutcome], form: Form) -> Printout {
    let mut clean: BTreeMap<&str, usize> = BTreeMap::new();
    for one in outcomes {
        *clean.entry(in_clean_benchmark(&one.outcome)).or_default() += 1;
    }
    let counts: OutcomeCounts = outcomes.iter().map(|one| one.outcome.fate).collect();
    let state = |one: &QuestionOutcome| one.question.record.current.final_state();
    // Programs read the columns of CSV by their places.
    let is_csv = form == Form::Csv;
    let title = format!("{benchmark} · {} questions · {}", outcomes.len(), counts.describe());
    let questions = Fields::over(outcomes)
        .text("question", |one| one.question.key())
        .text("category", |one| &one.question.current().category)
        .number("reviews", |one| one.question.record.current.reviews.len())
        .json("adjudications", |one| one.question.record.current.adjudications.len())
        .json("verifications", |one| one.question.record.deciding().verifications.len())
        .json("provenance", |one| state(one).provenance.name())
        .text("verdict", |one| state(one).verdict.map(Keyword::name))
        .text_column("provenance", |one| state(one).provenance.name())
        .text_as("verified", "verifiers", verified)
        .only_if(!is_csv, with_outcome)
        .json("outcome", |one| one.outcome.fate.name())
        .json_if("why", why)
        .json_if("settled_by", settled_by)
        .json("clean", |one| in_clean_benchmark(&one.outcome))
        .only_if(is_csv, |fields| {
            fields.text_column("clean", |one| in_clean_benchmark(&one.outcome))
        })
        .text("answer", |one| one.answer)
        .json("reviewed_since", is_reviewed_since)
        .json("guideline_unclear", is_guideline_unclear)
        .text_column("", remarks)
        .only_if(is_csv, with_outcome)
        .titled(title);
    Printout::about(benchmark)
        .json("outcome", counts)
        .json("clean", clean)
        .list("questions", questions)
}

/// Adds what becomes of a question, and why it is open or who settled it.
fn with_outcome(fields: Fields<&QuestionOutcome>) -> Fields<&QuestionOutcome> {
    fields
        .text_column("outcome", |one| one.outcome.fate.name())
        .text_column("why, or settled by", |one| why(one).or(settled_by(one)))
}

fn why(one: &QuestionOutcome) -> Option<&'static str> {
    one.outcome.why_open().map(Keyword::name)
}

fn settled_by(one: &QuestionOutcome) -> Option<&'static str> {
    one.outcome.settled_by.map(Keyword::name)
}

/// What verifiers say: `keep`, `remove`, `fix` or `split`; `None` where none has decided.
fn verified(one: &QuestionOutcome) -> Option<&'static str> {
    let deciding = one.question.record.deciding();
    let verified = || deciding.verified().map_or("split", Keyword::name);
    (!deciding.verifications.is_empty()).then(verified)
}

/// What becomes of a question in the words of earlier versions, which parted corrected answers from fixed
/// words, and open questions by whether something speaks against them.
fn in_clean_benchmark(outcome: &Outcome) -> &'static str {
    match outcome.fate {
        Fate::Kept | Fate::Open(WhyOpen::Unreviewed | WhyOpen::ReviewedOnce) => "stays",
        Fate::Fixed if outcome.is_corrected() => "corrected",
        Fate::Fixed => "fixed",
        Fate::Open(_) => "unsettled",
        Fate::Removed => "removed",
    }
}

fn is_reviewed_since(one: &QuestionOutcome) -> bool {
    one.question.record.current.is_reviewed_since_adjudicated()
}

fn is_guideline_unclear(one: &QuestionOutcome) -> bool {
    one.question.record.current.adjudications.iter().any(|one| one.decision.guideline_unclear)
}

/// Why a lead should check a question.
fn remarks(one: &QuestionOutcome) -> String {
    let remarks = [
        (is_reviewed_since(one), "reviewed again since it was adjudicated"),
        (is_guideline_unclear(one), "guideline unclear"),
    ];
    let remarks = remarks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words);
    remarks.collect::<Vec<_>>().join(", ")
}
