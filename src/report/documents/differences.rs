//! Why scores and benchmarks differ: `assay reconcile`, `assay score --rules all`, `assay diff`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::benchmark::{Label, Pass};
use crate::certification::diff::restate::Restated;
use crate::certification::diff::{Change, Changed, Difference, Version};
use crate::certification::reconcile::{Cause, Part, Reconciled, Seen, SeenQuestion};
use crate::evaluation::{DifferingQuestion, FileScore, ScoresByRules};
use crate::extract::RuleSet;
use crate::figures::{percent_number, undefined};
use crate::keyword::Keyword as _;
use crate::report::documents::scores::file_score;
use crate::report::{Columns, Fields, Form, Printout, Table};
use crate::score::{Level, Missing, NOTHING_COUNTED, ResultRow};

/// The longest list of keys, and the longest text, in a table; JSON has all.
const MOST_KEYS: usize = 6;
const MOST_ROWS: usize = 40;
const LONGEST_TEXT: usize = 48;

/// Why two scores differ; with a cause, its questions as both sides have them.
pub fn reconciled(found: &Reconciled, open: Option<Cause>) -> Printout {
    let [a, b] = &found.sides;
    let table = Table::over(["A", "B"].into_iter().zip(&found.sides))
        .text("", |(name, _)| name)
        .text("what", |(_, side)| &side.name)
        .number("score", |(_, side)| points(side.score))
        .number("counted", |(_, side)| side.questions)
        .text("rules", |(_, side)| &side.rules)
        .text("strategy", |(_, side)| side.strategy.name())
        .text("missing", |(_, side)| side.missing.name())
        .table();
    let parts = Fields::over(&found.parts)
        .json("cause", |part: &Part| part.cause)
        .text_column("cause", |part: &Part| part.cause.description().trim().trim_end_matches('.'))
        .json("points", |part: &Part| part.points)
        .number_column("points", |part: &Part| signed(part.points))
        .json("questions", |part: &Part| &part.questions)
        .number_column("questions", |part: &Part| part.questions.len())
        .text_column("first", |part: &Part| some(&part.questions))
        .text_column("look at them", |part: &Part| look(part))
        .titled(format!(
            "Difference A minus B: {} points, shared out among its causes",
            signed(found.difference)
        ));
    let mut printout = Printout::default()
        .json("a", a)
        .json("b", b)
        .json("difference", found.difference)
        .tables(table)
        .list("parts", parts);
    if let Some(cause) = open {
        let questions: Vec<&SeenQuestion> = found.open(cause).collect();
        printout = printout.tables(opened(&questions, cause)).json("opened", &questions);
    }
    printout.warned(found.warnings.clone())
}

/// The option that shows the questions of a part.
fn look(part: &Part) -> String {
    if part.questions.is_empty() { String::new() } else { format!("--open {}", part.cause) }
}

/// Questions pass by pass, both sides beside each other.
fn opened(questions: &[&SeenQuestion], cause: Cause) -> Table {
    let passes = questions.iter().flat_map(|question| {
        let sides = [question.a.as_ref(), question.b.as_ref()].into_iter().flatten();
        let passes = sides.flat_map(|seen| seen.passes.iter().map(|pass| pass.pass));
        let passes: BTreeSet<Pass> = passes.collect();
        let first = passes.first().copied().unwrap_or_default();
        let rest = passes.into_iter().filter(move |pass| *pass != first);
        std::iter::once(first).chain(rest).map(move |pass| (*question, pass, pass == first))
    });
    let sides: [(&str, SideOf); 2] =
        [("A", |question| question.a.as_ref()), ("B", |question| question.b.as_ref())];
    Table::over(passes)
        .text("question", |(question, _, is_first)| is_first.then_some(&question.question))
        .number("pass", |(_, pass, _)| pass.0)
        .each(sides, side_columns)
        .titled(format!("The questions of {cause}: {}", questions.len()))
}

/// A pass of a question, and whether it is the first row of it.
type PassRow<'s> = (&'s SeenQuestion, Pass, bool);
type SideOf = fn(&SeenQuestion) -> Option<&Seen>;

/// What one side says: the verdict on the question, and each pass.
fn side_columns<'s>(
    table: Columns<PassRow<'s>>,
    (name, of): (&str, SideOf),
) -> Columns<PassRow<'s>> {
    let pass = |(question, wanted, _): PassRow<'s>| {
        of(question)?.passes.iter().find(|pass| pass.pass == wanted)
    };
    table
        .text(name, |(question, _, is_first)| match (of(question), is_first) {
            (None, true) => "no such question".to_owned(),
            (Some(Seen { correct: Some(true), .. }), true) => "right".to_owned(),
            (Some(Seen { correct: Some(false), decided_by: Some(by), .. }), true) => by.to_string(),
            (Some(Seen { correct: Some(false), .. }), true) => "not right".to_owned(),
            (Some(Seen { correct: None, .. }), true) => "not counted".to_owned(),
            _ => String::new(),
        })
        .text("label", |row| {
            pass(row).map(|pass| {
                let label = || pass.label.unwrap_or('?').to_string();
                pass.value.as_deref().map_or_else(label, shortened)
            })
        })
        .text("answer", |row| {
            pass(row).map(|pass| {
                let answer = || pass.answer.map_or('?', Label::letter).to_string();
                pass.accepted.as_deref().map_or_else(answer, shortened)
            })
        })
        .text("text", |row| pass(row).map(|pass| shortened(&pass.text)))
}

/// The scores of a file by every rule set, and the questions on which they differ.
pub fn scores_of_all_rules(file: &Path, found: &ScoresByRules, missing: Missing) -> Printout {
    let overall = |score: &FileScore| -> Option<ResultRow> {
        score.score.results.iter().find(|row| row.level == Level::Overall).cloned()
    };
    let rules: BTreeMap<&str, Printout> = found
        .scores
        .iter()
        .map(|(rules, score)| {
            (rules.name(), file_score(file, score.clone(), *rules, missing, Form::Json))
        })
        .collect();
    let title = format!("{} · missing {missing} · accuracy in %", file.display());
    let scores = Table::over(&found.scores)
        .text("rules", |(rules, _)| rules.name())
        .text("strategy", |(_, score)| score.strategy.name())
        .number("questions", |(_, score)| score.score.questions)
        .number("correct", |(_, score)| overall(score).map(|row| row.correct))
        .number("overall", |(_, score)| {
            overall(score).and_then(|row| row.accuracy()).map_or_else(undefined, percent_number)
        })
        .number("match rate", |(_, score)| {
            score.extraction.match_rate.map_or_else(undefined, percent_number)
        })
        .titled(title);
    let label = |question: &DifferingQuestion, rules: RuleSet| {
        let labels = question.labels.get(rules.name()).cloned().unwrap_or_default();
        let is_right = question.correct.get(rules.name()) == Some(&true);
        if is_right { format!("{labels} right") } else { labels }
    };
    let differing = Table::over(&found.differing)
        .with(columns!(text &: question, answers))
        .each(RuleSet::all(), |table, rules| {
            table.text(rules.name(), move |question| label(question, rules))
        })
        .titled(format!("Questions on which they differ: {}", found.differing.len()));
    Printout::default()
        .json("file", file.display().to_string())
        .json("rules", rules)
        .json("differing", &found.differing)
        .warned(found.warnings.clone())
        .tables(vec![scores, differing])
}

/// Two versions of a benchmark and what is said of them.
pub struct BothVersions<'a> {
    pub old: &'a Version,
    pub new: &'a Version,
    pub found: &'a Difference,
    /// The scores on both, where they were asked for.
    pub restated: Option<Vec<Restated>>,
}

/// What changed between two versions of a benchmark.
pub fn changes(both: &BothVersions<'_>) -> Printout {
    let BothVersions { old, new, found, restated } = both;
    let versions = [("old", *old), ("new", *new)];
    let warnings = versions.iter().flat_map(|(_, version)| {
        version.warnings.iter().map(|warning| format!("{}: {warning}", version.name))
    });
    let has_none = |one: &&Restated| one.questions == [0, 0];
    let without = restated.iter().flatten().filter(has_none).map(|one| {
        format!("{}: none of its answers is to a question of these versions that has a reference answer", one.model)
    });
    let warnings = warnings.chain(without);
    let skipped: Vec<Value> = versions
        .iter()
        .flat_map(|(name, version)| version.skipped.iter().map(move |row| (*name, row)))
        .map(|(name, row)| serde_json::json!({"version": name, "row": row.row, "index": row.index, "reason": row.reason}))
        .collect();
    let rows = versions.iter().flat_map(|(_, version)| {
        version.skipped.iter().map(move |row| (version.name.as_str(), row))
    });
    let skipped_table = Table::over(rows)
        .text("file", |(file, _)| file)
        .number("row", |(_, row)| row.row)
        .text("index", |(_, row)| row.index.as_ref())
        .text("problem", |(_, row)| &row.reason)
        .titled("Rows that contradict their question or cannot be read: they are left out");
    let mut tables = vec![summary(both), changed(&found.changed), skipped_table];
    tables[1..].iter_mut().for_each(|table| table.rows.truncate(MOST_ROWS));
    let printout = Printout::default()
        .json("old", &old.name)
        .json("new", &new.name)
        .flat(found)
        .json("skipped", skipped)
        .filled(tables)
        .warned(warnings.collect());
    match restated {
        Some(restated) => printout.list("restated", restated_scores(restated)),
        None => printout.json("restated", [(); 0]),
    }
}

/// The number of questions of each kind, with the first of them.
fn summary(both: &BothVersions<'_>) -> Table {
    let found = both.found;
    let row = |what: &str, keys: Vec<String>| (what.to_owned(), keys.len(), some(&keys));
    let renamed = found.renamed.iter().map(|one| format!("{} → {}", one.old, one.new)).collect();
    let mut rows = vec![
        ("unchanged".to_owned(), found.unchanged, String::new()),
        row("added", found.added.clone()),
        row("removed", found.removed.clone()),
        row("under another key", renamed),
    ];
    for change in Change::all() {
        let with = found.changed.iter().filter(|changed| changed.what.contains(&change));
        let keys: Vec<String> = with.map(|changed| changed.key.clone()).collect();
        rows.push(row(change.description().trim().trim_end_matches('.'), keys));
    }
    rows.retain(|(_, count, _)| *count > 0);
    let counts = [both.old, both.new].map(|version| version.questions.len());
    Table::over(&rows)
        .text("what", |(what, ..)| what)
        .number("questions", |(_, count, _)| *count)
        .text("first", |(.., first)| first)
        .titled(format!("{} ({}) → {} ({})", both.old.name, counts[0], both.new.name, counts[1]))
}

fn changed(changed: &[Changed]) -> Table {
    let what = |changed: &Changed| {
        let names: Vec<&str> = changed.what.iter().map(|change| change.name()).collect();
        names.join(", ")
    };
    Table::over(changed)
        .text("question", |changed| &changed.key)
        .text("now", |changed| changed.new_key.as_ref())
        .text("changed", what)
        .titled(format!("Changed questions, at most {MOST_ROWS}; -o json has all"))
}

/// The scores before and after, the best after first.
fn restated_scores(restated: &[Restated]) -> Fields<&Restated> {
    let share = |share: Option<f64>| {
        share.map_or_else(|| serde_json::json!({"undefined": NOTHING_COUNTED}), Value::from)
    };
    let percent = |share: Option<f64>| share.map_or_else(undefined, percent_number);
    Fields::over(restated)
        .text("model", |one: &Restated| &one.model)
        .json("before", |one: &Restated| share(one.scores[0]))
        .number_column("before", |one: &Restated| percent(one.scores[0]))
        .json("after", |one: &Restated| share(one.scores[1]))
        .number_column("after", |one: &Restated| percent(one.scores[1]))
        .number_as("place_before", "place", |one: &Restated| one.places[0])
        .number_as("place_after", "place after", |one: &Restated| one.places[1])
        .number_as("questions_before", "counted", |one: &Restated| one.questions[0])
        .number_as("questions_after", "counted after", |one: &Restated| one.questions[1])
        .json("ask_again", |one: &Restated| &one.ask_again)
        .number_column("ask again", |one: &Restated| one.ask_again.len())
        .text_column("first", |one: &Restated| some(&one.ask_again))
        .titled("Scores in % before and after; what must be asked again is left out after")
}

/// Points with one decimal place.
fn points(score: f64) -> String {
    percent_number(score / 100.0)
}

/// Points with their sign, exact zeros without one.
fn signed(points: f64) -> String {
    if points == 0.0 { "0".to_owned() } else { format!("{points:+.2}") }
}

/// The first keys of a list.
fn some(keys: &[String]) -> String {
    let shown = keys.iter().take(MOST_KEYS).cloned().collect::<Vec<_>>().join(", ");
    if keys.len() > MOST_KEYS { format!("{shown}, ..") } else { shown }
}

/// The beginning of a text, in one line.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(LONGEST_TEXT).collect();
    if short.len() < line.len() { format!("{short}…") } else { short }
}
