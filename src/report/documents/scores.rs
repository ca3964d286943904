//! The scores of the models in the database and of a prediction file: `assay eval`, `assay score`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::json;

use crate::benchmark::taxonomy::Taxonomy;
use crate::evaluation::{FileScore, FileScoring, RunOptions, RunScore, RunScores, SampleCounts};
use crate::extract::RuleSet;
use crate::figures::{percent, percent_number, undefined};
use crate::formats::written_rows::Cell;
use crate::keyword::Keyword;
use crate::report::{Form, Printout, Table};
use crate::score::{
    ExtractionCounts, Level, Missing, NOTHING_COUNTED, ResultRow, Strategy, Undecided,
};
use crate::store::Benchmark;
use crate::visible::Harmless;

/// The scores of the models over a benchmark.
pub fn run_scores(
    benchmark: &Benchmark,
    options: &RunOptions,
    scores: &RunScores,
    form: Form,
) -> Printout {
    let RunScores { strategy, scores: models } = scores;
    let table = match form {
        Form::Csv => tidy_runs(&benchmark.name, options, *strategy, models),
        _ => {
            let scoring = options.by(*strategy);
            let title = format!("{} · {scoring} · accuracy in %", benchmark.name);
            table_of_runs(benchmark.taxonomy(), models).titled(title)
        }
    };
    Printout::about(&benchmark.name)
        .json("rules", options.rules)
        .json("extractor", &options.extractor)
        .json("strategy", strategy)
        .json("missing", options.missing)
        .json("models", models)
        .with_warnings(grouped_warnings(models))
        .tables(table)
}

/// The warnings with the same sentence: the model, the number in front, and the whole warning.
type Alike<'a> = Vec<(&'a str, &'a str, &'a str)>;

/// The warnings of all models, each with the model's name; one that several models share is listed
/// once.
fn grouped_warnings(models: &[RunScore]) -> Vec<String> {
    let mut groups: Vec<(&str, Alike<'_>)> = Vec::new();
    for score in models {
        for warning in &score.warnings {
            let (count, sentence) = without_count_and_names(warning);
            let entry = (score.model.as_str(), count, warning.as_str());
            match groups.iter_mut().find(|(known, _)| *known == sentence) {
                Some((_, found)) => found.push(entry),
                None => groups.push((sentence, vec![entry])),
            }
        }
    }
    let describe = |(sentence, found): (&str, Alike<'_>)| match found[..] {
        [(model, _, warning)] => format!("{model}: {warning}"),
        _ => {
            let each = found.iter().map(|(model, count, _)| format!("{model} {count}"));
            let each: Vec<String> = each.map(|entry| entry.trim_end().to_owned()).collect();
            format!("{} models: {sentence} ({})", found.len(), each.join(", "))
        }
    };
    groups.into_iter().map(describe).collect()
}

/// A warning in its parts: the number in front, and the sentence without the names of questions behind it.
fn without_count_and_names(warning: &str) -> (&str, &str) {
    let digits = warning.len() - warning.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, rest) = warning.split_at(digits);
    let sentence = match rest.rfind(" (") {
        Some(at) if rest.ends_with(')') => &rest[..at],
        _ => rest,
    };
    (count, sentence.trim_start())
}

/// Every figure of every model on a separate line.
fn tidy_runs(
    benchmark: &str,
    options: &RunOptions,
    strategy: Strategy,
    models: &[RunScore],
) -> Table {
    let is_named = models.iter().any(|score| score.scored_by.is_some());
    let basis = |score: &RunScore| {
        let mut basis = vec![
            ("benchmark", benchmark.to_owned()),
            ("model", score.model.clone()),
            ("input", score.input.to_string()),
            ("rules", options.rules.to_string()),
            ("extractor", options.extractor.clone().unwrap_or_default()),
            ("strategy", strategy.to_string()),
            ("missing", options.missing.to_string()),
        ];
        basis.extend(is_named.then(|| ("scored_by", score.scored_by.clone().unwrap_or_default())));
        basis
    };
    let scores = models.iter().map(|score| Scored {
        basis: basis(score),
        results: &score.results,
        extraction: &score.extraction,
    });
    tidy(&scores.collect::<Vec<_>>())
}

/// One row a model: overall and the L-2 abilities in the order of the benchmark's taxonomy.
fn table_of_runs(taxonomy: &Taxonomy, models: &[RunScore]) -> Table {
    let share = |score: &RunScore, level: Level, name: &str| {
        let mut rows = score.results.iter();
        let row = rows.find(|row| row.split == "all" && row.level == level && row.name == name);
        row.map(|row| row.accuracy().map_or_else(undefined, percent_number))
    };
    let match_rate =
        |score: &RunScore| score.extraction.match_rate.map_or_else(undefined, percent_number);
    let is_named = models.iter().any(|score| score.scored_by.is_some());
    Table::over(models)
        .text("model", |score| &score.model)
        .text("input", |score| score.input.to_string())
        .number("questions", |score| score.questions)
        .number("overall", |score| share(score, Level::Overall, "overall"))
        .only_if(models.iter().any(|score| has_means(&score.results)), |table| {
            table.number("mean score", |score| mean_score(score).map(percent_number))
        })
        .each(l2_columns(taxonomy, models), |table, (name, title)| {
            table.number(&title, |score| share(score, Level::L2, &name))
        })
        .number("match rate", match_rate)
        .number("undecided", |score| score.undecided.missing_passes + score.undecided.not_extracted)
        .only_if(is_named, |table| table.text("scored by", |score| score.scored_by.as_ref()))
        .table()
}

/// Whether short answers have grades, so that a mean says more than an accuracy.
fn has_means(results: &[ResultRow]) -> bool {
    results.iter().any(|row| row.mean_score.is_some())
}

/// The mean of the scores of all questions.
fn mean_score(score: &RunScore) -> Option<f64> {
    let mut rows = score.results.iter();
    rows.find(|row| row.split == "all" && row.level == Level::Overall)?.mean_score
}

/// The L-2 abilities in the data with their titles: the taxonomy's first, by its order and
/// abbreviations, others behind them by name.
fn l2_columns(taxonomy: &Taxonomy, models: &[RunScore]) -> Vec<(String, String)> {
    let known: Vec<&str> =
        taxonomy.l1.iter().flat_map(|l1| &l1.l2).map(|l2| l2.abbreviation.as_str()).collect();
    let rows = models.iter().flat_map(|score| &score.results);
    let rows = rows.filter(|row| row.level == Level::L2 && row.split == "all");
    let columns: BTreeSet<(usize, &String, &String)> = rows
        .map(|row| {
            let title = taxonomy.level2(&row.name).map_or(&row.name, |(_, l2)| &l2.abbreviation);
            let place = known.iter().position(|known| known == title).unwrap_or(known.len());
            (place, &row.name, title)
        })
        .collect();
    columns.into_iter().map(|(_, name, title)| (name.clone(), title.clone())).collect()
}

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
    warnings.extend(samples.map(|samples| describe_samples(&samples)));
    warnings.extend(score.warnings);
    let short_answers = Some(score.short_answers).filter(|by_rule| !by_rule.is_empty());
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
            vec![tidy(&[Scored { basis, results, extraction }])]
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
        .json_if("short_answers", short_answers)
        .json("undecided", score.undecided)
        .json("results", score.results)
        .json("extraction", extraction)
        .warned(warnings)
        .tables(tables)
}

fn describe_samples(samples: &SampleCounts) -> String {
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
        .with(columns!(number: questions, correct))
        .number("accuracy", |row| row.accuracy().map_or_else(undefined, percent))
        .number("95 % from", |row| row.wilson95().map(|(low, _)| percent(low)))
        .number("to", |row| row.wilson95().map(|(_, high)| percent(high)))
        .only_if(has_means(results), |table| {
            table.number("mean score", |row| row.mean_score.map(percent))
        })
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
        let mut line = json!({"index": index, "label": row.label, "step": row.step});
        if let Some(short) = row.short {
            line["value"] = short.value.as_str().into();
            line["score"] = short.score.into();
        }
        write_line(&line, out)?;
    }
    Ok(())
}

/// Writes a JSON line for each question, in the order of their indices.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_questions(scoring: &FileScoring<'_>, out: &mut impl Write) -> io::Result<()> {
    scoring.judged_questions().try_for_each(|judged| write_line(&judged, out))
}

fn write_line(line: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(Harmless::json(&mut *out), line)?;
    out.write_all(b"\n")
}

/// One score: its subject and basis, its rows, and the number of labels that were read.
#[derive(Clone, Debug)]
struct Scored<'a> {
    /// Named cells at the start of each row: file or model, rules, strategy, missing.
    basis: Vec<(&'static str, String)>,
    /// The rows.
    results: &'a [ResultRow],
    /// The counts of extracted labels.
    extraction: &'a ExtractionCounts,
}

/// All rows of these scores, whose bases have the same names.
fn tidy(scores: &[Scored<'_>]) -> Table {
    let basis = scores.iter().take(1).flat_map(|score| score.basis.iter().map(|(name, _)| *name));
    let rows = scores.iter().flat_map(|score| score.results.iter().map(move |row| (score, row)));
    Table::over(rows)
        .each(basis.enumerate(), |table, (at, name)| {
            table.text(name, |(score, _)| &score.basis[at].1)
        })
        .text("split", |(_, row)| &row.split)
        .text("level", |(_, row)| row.level.name())
        .text("name", |(_, row)| &row.name)
        .number("questions", |(_, row)| row.questions)
        .number("correct", |(_, row)| row.correct)
        .number("accuracy", |(_, row)| row.accuracy())
        .number("wilson_low", |(_, row)| row.wilson95().map(|(low, _)| low))
        .number("wilson_high", |(_, row)| row.wilson95().map(|(_, high)| high))
        .only_if(scores.iter().any(|score| has_means(score.results)), |table| {
            table.number("mean_score", |(_, row)| row.mean_score)
        })
        .text("undefined", |(_, row)| row.accuracy().is_none().then_some(NOTHING_COUNTED))
        .number("read", |(score, _)| score.extraction.matched)
        .number("unread", |(score, _)| score.extraction.unmatched)
        .number("none", |(score, _)| score.extraction.none)
        .number("refused", |(score, _)| score.extraction.refused)
        .number("failed", |(score, _)| score.extraction.failed)
        .number("match_rate", |(score, _)| score.extraction.match_rate)
        .table()
}
