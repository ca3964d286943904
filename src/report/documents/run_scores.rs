//! The scores of the models in the database: `assay eval`.

use std::collections::BTreeSet;

use crate::benchmark::taxonomy::Taxonomy;
use crate::evaluation::{RunOptions, RunScore, RunScores};
use crate::figures::{describe_scoring, percent_number, undefined};
use crate::report::score_rows::{self, Scored};
use crate::report::{Form, Printout, Table};
use crate::score::{Level, Strategy};
use crate::store::Benchmark;

/// The scores of the models over a benchmark.
pub fn run_scores(
    benchmark: &Benchmark,
    options: &RunOptions,
    scores: &RunScores,
    form: Form,
) -> Printout {
    let RunScores { strategy, scores: models } = scores;
    let table = match form {
        Form::Csv => tidy(&benchmark.name, options, *strategy, models),
        _ => {
            let RunOptions { rules, extractor, missing, .. } = options;
            let scoring = describe_scoring(*rules, extractor.as_deref(), *strategy, *missing);
            let title = format!("{} · {scoring} · accuracy in %", benchmark.name);
            table(benchmark.taxonomy(), models).titled(title)
        }
    };
    Printout::default()
        .json("benchmark", &benchmark.name)
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
fn tidy(benchmark: &str, options: &RunOptions, strategy: Strategy, models: &[RunScore]) -> Table {
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
    score_rows::tidy(&scores.collect::<Vec<_>>())
}

/// One row a model: overall and the L-2 abilities in the order of the benchmark's taxonomy.
fn table(taxonomy: &Taxonomy, models: &[RunScore]) -> Table {
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
        .each(l2_columns(taxonomy, models), |table, (name, title)| {
            table.number(&title, |score| share(score, Level::L2, &name))
        })
        .number("match rate", match_rate)
        .number("undecided", |score| score.undecided.missing_passes + score.undecided.not_extracted)
        .only_if(is_named, |table| table.text("scored by", |score| score.scored_by.as_ref()))
        .table()
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
