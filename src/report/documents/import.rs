//! What imports of questions, predictions and labels did: `assay import`.

use serde::Serialize;

use crate::import::Taken;
use crate::import::answers::ImportedAnswers;
use crate::import::explanation::Explanation;
use crate::import::labels::ImportedLabels;
use crate::import::pictures::PicturesKept;
use crate::import::predictions::ImportedPredictions;
use crate::import::questions::{ImportedQuestions, SkippedInFile};
use crate::import::votes::ImportedVotes;
use crate::report::{Columns, Fields, Printout, Table};
use crate::store::{Kept, ReferencedShare};

/// What an import of questions did.
pub fn questions(imported: &ImportedQuestions) -> Printout {
    let summary = Table::over([imported])
        .text("benchmark", |imported| &imported.benchmark)
        .text("format", |imported| imported.formats.join(", "))
        .with(columns!(number: questions, rows, "pictures" = images))
        .text("kept", |imported| kept(&imported.pictures))
        .with(columns!(number: "new" = outcome.new, "changed" = outcome.changed))
        .with(columns!(number: "unchanged" = outcome.unchanged, "not in the file" = outcome.absent))
        .number("rows skipped", |imported| imported.skipped.len())
        .text("taxonomy", |imported| imported.taxonomy.as_ref())
        .text("extra fields", |imported| imported.extra_fields.join(", "))
        .table();
    Printout::default()
        .flat(imported)
        .with_warnings(imported.warnings.clone())
        .tables(summary)
        .filled([skipped_rows(&imported.skipped)])
}

/// What an import of questions would take for what.
pub fn explanation(explanation: &Explanation) -> Printout {
    let Explanation { recognized, nearest, saved_maps, map, command, .. } = explanation;
    let columns = Table::over(&explanation.columns)
        .text("column", |column| &column.column)
        .text("holds", |column| column.kind)
        .number("in rows", |column| column.filled)
        .text("examples", |column| column.examples.join(" | "))
        .text("taken for", |column| column.taken_for.join(", "))
        .table();
    let saved = (!saved_maps.is_empty()).then(|| saved_maps.join(", "));
    let facts = [
        ("layout", recognized.clone()),
        ("nearest layout", nearest.clone()),
        ("saved maps that fit", saved),
        ("map", map.clone()),
        ("import with", command.clone()),
    ];
    let facts: Vec<(&str, String)> =
        facts.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
    let facts = Table::over(&facts)
        .text("about", |(name, _)| *name)
        .text(&explanation.file, |(_, text)| text)
        .table();
    Printout::default()
        .flat(explanation)
        .with_warnings(explanation.notes.clone())
        .tables(columns)
        .tables(facts)
}

/// What an import of predictions did.
pub fn predictions(imported: &ImportedPredictions) -> Printout {
    let ImportedPredictions { import, linked, kept, .. } = imported;
    let is_new = matches!(kept, Some(Kept::New(_) | Kept::Replaced { .. }));
    let replaced = match kept {
        Some(Kept::Replaced { old, .. }) => Some(&old.created),
        _ => None,
    };
    let outcome = match kept {
        None => "nothing was written",
        Some(Kept::Replaced { .. }) => "took the place of the old ones",
        Some(Kept::New(_)) => "new",
        Some(Kept::AsBefore(_)) => "there already",
    };
    let run = Fields::over([imported])
        .text("benchmark", |imported| &imported.benchmark)
        .text("model", |_| &import.model)
        .text("input", |_| import.input)
        .json("read", |_| linked.rows)
        .number("rows", |imported| imported.predictions)
        .number("questions", |_| linked.questions)
        .number_as("questions_without", "without", |imported| imported.questions_without)
        .number("passes", |_| linked.passes)
        .json("new", |_| is_new)
        .json("replaced", |_| replaced)
        .number("failed", |imported| imported.failed)
        .number_as("unknown", "of no question", |_| linked.unknown)
        .json("dry_run", |_| import.dry_run)
        .text_column("", |_| outcome);
    let printout = Printout::default().record(run).warned(linked.warnings.clone());
    if imported.scorers.is_empty() {
        return printout;
    }
    let scorers = Table::over(&imported.scorers)
        .text("extractor", |(name, _)| name)
        .number("labels", |(_, labels)| *labels);
    printout.json("scorers", &imported.scorers).tables(scorers)
}

/// What an import of a judge's labels did.
pub fn labels(imported: &ImportedLabels) -> Printout {
    let table = Table::over(&imported.extractors)
        .text("extractor", |(extractor, _)| extractor)
        .number("labels", |(_, labels)| *labels);
    Printout::default().flat(imported).with_warnings(imported.warnings.clone()).tables(table)
}

/// What an import of a model's answers did.
pub fn answers(imported: &ImportedAnswers) -> Printout {
    judged(imported, &imported.taken, |summary| {
        summary
            .text("model", |imported| &imported.model)
            .with(columns!(number: answers, new, changed))
    })
}

/// What an import of votes did.
pub fn votes(imported: &ImportedVotes) -> Printout {
    judged(imported, &imported.taken, |summary| {
        summary
            .number("questions", |imported| imported.questions)
            .text("models", |imported| imported.models.join(", "))
            .text("judges", |imported| imported.judges.join(", "))
            .with(columns!(number: votes, new, "without a verdict" = unresolved))
    })
}

/// What an import of answers or of votes on them did, with its own columns.
fn judged<'i, I: Serialize>(
    imported: &'i I,
    taken: &Taken,
    columns: impl FnOnce(Columns<&'i I>) -> Columns<&'i I>,
) -> Printout {
    let summary = Table::over([imported])
        .text("benchmark", |_| &taken.benchmark)
        .with(columns)
        .number("of unknown questions", |_| taken.of_unknown_questions)
        .number("rows skipped", |_| taken.skipped.len())
        .table();
    Printout::default()
        .flat(imported)
        .with_warnings(taken.warnings.clone())
        .tables(summary)
        .filled([skipped_rows(&taken.skipped)])
}

/// The rows that were left out.
fn skipped_rows(rows: &[SkippedInFile]) -> Table {
    Table::over(rows)
        .text("file", |skipped| &skipped.file)
        .number("row", |skipped| skipped.row.row)
        .number("line", |skipped| skipped.row.line)
        .text("index", |skipped| skipped.row.index.as_ref())
        .text("why it was skipped", |skipped| &skipped.row.reason)
        .table()
}

fn kept(PicturesKept { copied, referenced, reason }: &PicturesKept) -> String {
    let ReferencedShare { pictures, bytes } = *referenced;
    let size = format!("{:.1} MB", bytes as f64 / 1e6);
    match (*copied, pictures) {
        (0, 0) => String::new(),
        (_, 0) => format!("copied ({reason})"),
        (0, _) => format!("referenced: {size} ({reason})"),
        (copied, _) => format!("{pictures} referenced: {size} ({reason}); {copied} copied"),
    }
}
