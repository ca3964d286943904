//! The score of a prediction file, its rows and its questions: `assay score`.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::evaluation::{FileScore, FileScoring, SampleCounts};
use crate::extract::RuleSet;
use crate::figures::{percent, undefined};
use crate::formats::written_rows::Cell;
use crate::keyword::Keyword;
use crate::report::score_rows::{self, Scored};
use crate::report::{Form, Printout, Table, columns};
use crate::score::{ExtractionCounts, Missing, ResultRow, Undecided};
use crate::visible::Harmless;

/// The score of a prediction file, and the labels it comes from; in CSV one table of plain numbers. Warnings
/// about the file come first.
pub fn file_score(
    file: &Path,
    found: FileScore,
    rules: RuleSet,
    missing: Missing,
    form: Form,
) -> Printout {
    let FileScore { strategy, rows, score, samples, extraction, file_warnings: mut warnings } =
        found;
    warnings.extend(samples.map(|samples| sentence(&samples)));
    warnings.extend(score.warnings);
    let file = file.display().to_string();
    let tables = match form {
        Form::Csv => {
            let basis = vec![
                ("file", file.clone()),
                ("rules", rules.to_string()),
                ("strategy", strategy.to_string()),
                ("missing", missing.to_string()),
            ];
            let (results, extraction) = (&score.results, &extraction);
            vec![score_rows::tidy(&[Scored { basis, results, extraction }])]
        }
        _ => {
            let title = format!(
                "{file} · rules {rules} · strategy {strategy} · missing {missing} · {rows} rows · {} questions",
                score.questions
            );
            vec![scores(&score.results).titled(title), labels(&extraction, score.undecided)]
        }
    };
    Printout::default()
        .json("file", file)
        .json("rules", rules)
        .json("strategy", strategy)
        .json("missing", missing)
        .json("rows", rows)
        .json("questions", score.questions)
        .json_if("samples", samples)
        .json("undecided", score.undecided)
        .json("results", score.results)
        .json("extraction", extraction)
        .warned(warnings)
        .tables(tables)
}

fn sentence(samples: &SampleCounts) -> String {
    let mean = samples.mean_accuracy.map(percent);
    let mean = mean.map_or_else(String::new, |mean| {
        format!("; the mean over all samples, which Inspect AI reports, is {mean}")
    });
    let mode = samples.mode_accuracy.map(percent);
    let mode = mode.map_or_else(String::new, |mode| {
        format!("; by the most frequent score, as Inspect AI's reducer mode counts, it is {mode}")
    });
    format!(
        "questions have up to {} samples (epochs): the majority of their labels counts, of equals the first{mean}{mode}",
        samples.most
    )
}

fn scores(results: &[ResultRow]) -> Table {
    Table::over(results)
        .text("split", |row| &row.split)
        .text("level", |row| row.level.name())
        .text("name", |row| &row.name)
        .number("questions", |row| row.questions)
        .number("correct", |row| row.correct)
        .number("accuracy", |row| row.accuracy().map_or_else(undefined, percent))
        .number("95 % from", |row| row.wilson95().map(|(low, _)| percent(low)))
        .number("to", |row| row.wilson95().map(|(_, high)| percent(high)))
        .table()
}

fn labels(extraction: &ExtractionCounts, undecided: Undecided) -> Table {
    Table::over([extraction])
        .with(
            columns!(number: "read" = matched, "unread" = unmatched, "none of the choices" = none),
        )
        .with(columns!(number: refused, failed))
        .number("match rate", |counts| counts.match_rate.map_or_else(undefined, percent))
        .number("undecided: passes missing", |_| undecided.missing_passes)
        .number("undecided: unread", |_| undecided.not_extracted)
        .titled("Rows by what the rules read from them")
}

/// Writes a JSON line for each row, in the order of the file. An index is a number if it reads as one.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_rows(scoring: &FileScoring<'_>, out: &mut impl Write) -> io::Result<()> {
    for row in scoring.rows() {
        let index = Cell::index(row.index);
        write_line(&json!({"index": index, "label": row.label, "step": row.step}), out)?;
    }
    Ok(())
}

/// Writes a JSON line for each question, in the order of their indices.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_questions(scoring: &FileScoring<'_>, out: &mut impl Write) -> io::Result<()> {
    for judged in scoring.judged_questions() {
        let passes = judged
            .passes
            .into_iter()
            .map(|(pass, label, answer)| json!({"pass": pass, "label": label, "answer": answer}));
        let line = json!({
            "question": judged.question,
            "correct": judged.judgement.correct,
            "counted": judged.judgement.counted,
            "decided_by": judged.judgement.decided_by,
            "passes": passes.collect::<Vec<_>>(),
        });
        write_line(&line, out)?;
    }
    Ok(())
}

fn write_line(line: &Value, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(Harmless::json(&mut *out), line)?;
    out.write_all(b"\n")
}
