//! Guidelines by version: `assay guideline` and its commands.

use serde::Serialize;

use super::Document;
use crate::benchmark::line_diff::{DiffLine, line_diff};
use crate::queue::guidelines::Outdated;
use crate::report::{Form, Table};
use crate::store::GuidelineVersion;

/// The versions that a database knows, the oldest first.
#[derive(Debug, Serialize)]
pub struct Guidelines {
    versions: Vec<VersionRow>,
}

#[derive(Debug, Serialize)]
struct VersionRow {
    version: String,
    created: String,
    author: Option<String>,
    /// The queues in which it is in force.
    in_force: Vec<String>,
    /// Rows of decisions that name it, those taken back included.
    rows: usize,
    /// Its first line with text.
    title: String,
}

impl Guidelines {
    /// The document about these versions; `in_force` are queues with the version in force in each.
    pub fn new(versions: Vec<GuidelineVersion>, in_force: &[(&'static str, String)]) -> Self {
        let row = |known: GuidelineVersion| {
            let version = known.guideline.version;
            let queues = in_force.iter().filter(|(_, current)| *current == version);
            let title = known.guideline.text.lines().find(|line| !line.trim().is_empty());
            VersionRow {
                in_force: queues.map(|(queue, _)| (*queue).to_owned()).collect(),
                title: title.unwrap_or_default().trim_start_matches('#').trim().to_owned(),
                version,
                created: known.created,
                author: known.author,
                rows: known.rows,
            }
        };
        Guidelines { versions: versions.into_iter().map(row).collect() }
    }
}

impl Document for Guidelines {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over(&self.versions)
            .text("version", |row| &row.version)
            .text("since", |row| &row.created)
            .text("author", |row| row.author.as_ref())
            .text("in force for", |row| row.in_force.join(", "))
            .number("rows", |row| row.rows)
            .text("title", |row| &row.title)
            .into()
    }
}

/// The differences between two versions, line by line.
#[derive(Debug, Serialize)]
pub struct GuidelineDifference {
    from: String,
    to: String,
    removed: usize,
    added: usize,
    /// Every line of both, with `-` before what was removed and `+` before what was added.
    lines: Vec<String>,
}

impl GuidelineDifference {
    /// The difference between two versions.
    pub fn new(from: &GuidelineVersion, to: &GuidelineVersion) -> Self {
        let lines = line_diff(&from.guideline.text, &to.guideline.text);
        let count =
            |is_wanted: fn(&DiffLine) -> bool| lines.iter().filter(|line| is_wanted(line)).count();
        GuidelineDifference {
            from: from.guideline.version.clone(),
            to: to.guideline.version.clone(),
            removed: count(|line| matches!(line, DiffLine::Removed(_))),
            added: count(|line| matches!(line, DiffLine::Added(_))),
            lines: lines.iter().map(DiffLine::to_string).collect(),
        }
    }
}

impl Document for GuidelineDifference {
    fn tables(&self, _: Form) -> Vec<Table> {
        let title = format!(
            "{} → {}: {} lines removed, {} added",
            self.from, self.to, self.removed, self.added
        );
        Table::over(&self.lines).text("line", |line| line).titled(title).into()
    }
}

/// Decisions that were made under another version than the one in force, and whether they were
/// opened again.
#[derive(Debug, Serialize)]
pub struct OutdatedDocument {
    benchmark: String,
    #[serde(flatten)]
    outdated: Outdated,
    /// Whether they were opened again.
    requeued: bool,
}

impl OutdatedDocument {
    /// The document about these decisions.
    pub fn new(benchmark: &str, outdated: Outdated, requeued: bool) -> Self {
        OutdatedDocument { benchmark: benchmark.to_owned(), outdated, requeued }
    }
}

impl Document for OutdatedDocument {
    fn tables(&self, _: Form) -> Vec<Table> {
        let decisions = &self.outdated.decisions;
        let what = match self.requeued {
            true => "decisions opened again",
            false => "decisions in force were made under another version of their guideline",
        };
        let title = format!("{} · {} {what}", self.benchmark, decisions.len());
        Table::over(decisions)
            .text("queue", |one| one.queue)
            .text("item", |one| &one.item)
            .text("annotator", |one| &one.annotator)
            .text("outcome", |one| &one.outcome)
            .text("decided", |one| &one.decided)
            .text("version", |one| one.version.clone().unwrap_or_else(|| "none named".into()))
            .titled(title)
            .into()
    }
}
