//! Why scores and benchmarks differ: `assay reconcile`, `assay score --rules all`.

use std::path::Path;

use serde_json::{Map, Value};

use crate::benchmark::Label;
use crate::certification::reconcile::{Cause, Part, Reconciled, Seen, SeenQuestion};
use crate::evaluation::{DifferingQuestion, FileScore, ScoresByRules};
use crate::extract::RuleSet;
use crate::figures::{percent_number, undefined};
use crate::keyword::Keyword as _;
use crate::report::{Columns, Fields, Printout, Table};
use crate::score::{Level, Missing, ResultRow};

/// The longest list of keys, and the longest text, in a table; JSON has all.
const MOST_KEYS: usize = 6;
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
        .text_column("cause", |part: &Part| part.cause.description().trim_end_matches('.'))
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
    match part.questions.is_empty() {
        true => String::new(),
        false => format!("--open {}", part.cause),
    }
}

/// Questions pass by pass, both sides beside each other.
fn opened(questions: &[&SeenQuestion], cause: Cause) -> Table {
    let passes = questions.iter().flat_map(|question| {
        let sides = [question.a.as_ref(), question.b.as_ref()];
        let most = sides.iter().flatten().map(|seen| seen.passes.len()).max();
        (0..most.unwrap_or(0).max(1)).map(move |at| (*question, at))
    });
    let sides: [(&str, SideOf); 2] =
        [("A", |question| question.a.as_ref()), ("B", |question| question.b.as_ref())];
    Table::over(passes)
        .text("question", |(question, at)| (at == 0).then_some(&question.question))
        .number("pass", |(question, at)| {
            let of = |seen: Option<&Seen>| Some(seen?.passes.get(at)?.pass.0);
            of(question.a.as_ref()).or(of(question.b.as_ref()))
        })
        .each(sides, side_columns)
        .titled(format!("The questions of {cause}"))
}

type SideOf = fn(&SeenQuestion) -> Option<&Seen>;

/// What one side says: the verdict on the question, and each pass.
fn side_columns<'s>(
    table: Columns<(&'s SeenQuestion, usize)>,
    (name, of): (&str, SideOf),
) -> Columns<(&'s SeenQuestion, usize)> {
    let pass = |(question, at): (&'s SeenQuestion, usize)| of(question)?.passes.get(at);
    table
        .text(name, |(question, at)| match (of(question), at) {
            (None, 0) => "no such question",
            (Some(Seen { correct: Some(true), .. }), 0) => "right",
            (Some(Seen { correct: Some(false), .. }), 0) => "not right",
            (Some(Seen { correct: None, .. }), 0) => "not counted",
            _ => "",
        })
        .text("label", |row| pass(row).map(|pass| pass.label.unwrap_or('?')))
        .text("answer", |row| pass(row).map(|pass| pass.answer.map_or('?', Label::letter)))
        .text("text", |row| pass(row).map(|pass| shortened(&pass.text)))
}

/// The scores of a file by every rule set, and the questions on which they differ.
pub fn scores_of_all_rules(file: &Path, found: &ScoresByRules, missing: Missing) -> Printout {
    let overall = |score: &FileScore| -> Option<ResultRow> {
        score.score.results.iter().find(|row| row.level == Level::Overall).cloned()
    };
    let fields = |score: &FileScore| {
        serde_json::json!({
            "strategy": score.strategy,
            "missing": missing,
            "rows": score.rows,
            "questions": score.score.questions,
            "undecided": score.score.undecided,
            "results": score.score.results,
            "extraction": score.extraction,
        })
    };
    let rules: Map<String, Value> =
        found.scores.iter().map(|(rules, score)| (rules.to_string(), fields(score))).collect();
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
        .text("question", |question| &question.question)
        .text("answers", |question| &question.answers)
        .each(RuleSet::all(), |table, rules| {
            table.text(rules.name(), move |question| label(question, rules))
        })
        .titled(format!("{} questions on which they differ", found.differing.len()));
    let warnings: Vec<String> = found.warnings.clone();
    Printout::default()
        .json("file", file.display().to_string())
        .json("rules", rules)
        .json("differing", &found.differing)
        .warned(warnings)
        .tables(vec![scores, differing])
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
