//! Guidelines by version: `assay guideline` and its commands.

use crate::benchmark::line_diff::{DiffLine, line_diff};
use crate::queue::guidelines::Outdated;
use crate::report::{Fields, Printout, Table};
use crate::store::GuidelineVersion;

/// The versions that a database knows, the oldest first, and the queues in which each is in force.
pub fn versions(versions: &[GuidelineVersion], in_force: &[(&str, String)]) -> Printout {
    let queues = |known: &GuidelineVersion| -> Vec<&str> {
        let here = in_force.iter().filter(|(_, version)| *version == known.guideline.version);
        here.map(|(queue, _)| *queue).collect()
    };
    let title = |known: &GuidelineVersion| {
        let first = known.guideline.text.lines().find(|line| !line.trim().is_empty());
        first.unwrap_or_default().trim_start_matches('#').trim().to_owned()
    };
    let rows = Fields::over(versions)
        .text("version", |known| &known.guideline.version)
        .text_as("created", "since", |known| &known.created)
        .text("author", |known| &known.author)
        .json("in_force", queues)
        .text_column("in force for", |known| queues(known).join(", "))
        .number("rows", |known| known.rows)
        .text("title", title);
    Printout::default().list("versions", rows)
}

/// The differences between two versions, line by line: `-` before what was removed, `+` before what was added.
pub fn difference(from: &GuidelineVersion, to: &GuidelineVersion) -> Printout {
    let lines = line_diff(&from.guideline.text, &to.guideline.text);
    let removed = lines.iter().filter(|line| matches!(line, DiffLine::Removed(_))).count();
    let added = lines.iter().filter(|line| matches!(line, DiffLine::Added(_))).count();
    let lines: Vec<String> = lines.iter().map(DiffLine::to_string).collect();
    let (from, to) = (&from.guideline.version, &to.guideline.version);
    let title = format!("{from} → {to}: {removed} lines removed, {added} added");
    Printout::default()
        .json("from", from)
        .json("to", to)
        .json("removed", removed)
        .json("added", added)
        .json("lines", &lines)
        .tables(Table::over(&lines).text("line", |line| line).titled(title))
}

/// Decisions that were made under another version than the one in force, and whether they were opened again.
pub fn outdated(benchmark: &str, outdated: &Outdated, requeued: bool) -> Printout {
    let decisions = &outdated.decisions;
    let what = match requeued {
        true => "decisions opened again",
        false => "decisions in force were made under another version of their guideline",
    };
    let table = Table::over(decisions)
        .text("queue", |one| one.queue)
        .text("item", |one| &one.item)
        .text("annotator", |one| &one.annotator)
        .text("outcome", |one| &one.outcome)
        .text("decided", |one| &one.decided)
        .text("version", |one| one.version.clone().unwrap_or_else(|| "none named".into()))
        .titled(format!("{benchmark} · {} {what}", decisions.len()));
    Printout::default()
        .json("benchmark", benchmark)
        .flat(outdated)
        .json("requeued", requeued)
        .tables(table)
}
