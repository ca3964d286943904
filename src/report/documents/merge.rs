//! Merged decisions of other copies: `assay merge`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::report::{Form, Table};
use crate::store::{MergeProblem, MergedRows, StoreError, TakenRows, Uncounted};

/// Merged decisions of other copies.
#[derive(Debug, Default, Serialize)]
pub struct Merged {
    files: Vec<MergedFile>,
    /// Rows that were not there before.
    new: usize,
    /// Rows that were already there with the same content.
    known: usize,
    /// Rows that were not taken.
    problems: usize,
    /// Decisions that were added to the history and do not count.
    uncounted: usize,
    /// Warnings, one sentence each.
    pub warnings: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
struct MergedFile {
    file: String,
    rows: usize,
    /// Rows that another program changed or removed after they were written.
    changed_by_another_program: usize,
    new: usize,
    known: usize,
    problems: Vec<MergeProblem>,
    uncounted: Vec<Uncounted>,
    /// Items that one person decided in two copies; the later decision counts.
    decided_in_two_copies: Vec<String>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
}

impl Merged {
    /// Adds a file that could not be read.
    pub fn add_unreadable(&mut self, file: String, why: &StoreError) {
        let why = why.to_string();
        self.warnings.push(format!("nothing was taken of a file. {why}"));
        self.files.push(MergedFile { file, unreadable: Some(why), ..MergedFile::default() });
    }

    /// Whether a file could not be read.
    pub fn has_unreadable(&self) -> bool {
        self.files.iter().any(|file| file.unreadable.is_some())
    }

    /// Adds the result for a file's rows, with the number of those that another program had changed
    /// or removed.
    pub fn add(&mut self, file: String, rows: usize, changed: usize, merged: MergedRows) {
        if changed > 0 {
            self.warnings.push(format!(
                "{file}: another program changed or removed {} after they were written; what is there was \
                 taken as it is. `assay --db {file} doctor` names them",
                in_rows(changed)
            ));
        }
        let MergedRows { taken, known, problems } = merged;
        let TakenRows { new, decided_in_two_copies, uncounted, dated_ahead, .. } = taken;
        self.new += new;
        self.known += known;
        self.problems += problems.len();
        self.uncounted += uncounted.len();
        let refused = problems
            .iter()
            .map(|row| (row.annotator.as_str(), row.item.as_str(), row.problem.as_str()));
        for (words, annotator, count) in by_kind(refused) {
            self.warnings
                .push(format!("{file}: {} of {annotator} not taken, {words}", in_rows(count)));
        }
        for words in describe_uncounted(&uncounted).into_iter().chain(describe_dates(&dated_ahead))
        {
            self.warnings.push(format!("{file}: {words}"));
        }
        let twice: Vec<String> = decided_in_two_copies
            .into_iter()
            .map(|(annotator, queue, item)| format!("{annotator} on {item} ({queue})"))
            .collect();
        if let Some(first) = twice.first() {
            self.warnings.push(format!(
                "{file}: {} items were decided by one person in two copies, for instance {first}; the \
                 later decision counts",
                twice.len()
            ));
        }
        let decided_in_two_copies = twice;
        self.files.push(MergedFile {
            file,
            rows,
            changed_by_another_program: changed,
            new,
            known,
            problems,
            uncounted,
            decided_in_two_copies,
            unreadable: None,
        });
    }
}

/// The maximum number of items that a message names.
const MOST_NAMED: usize = 5;

/// Describes merged decisions that do not count: one sentence for each reason and annotator.
pub fn describe_uncounted(uncounted: &[Uncounted]) -> Vec<String> {
    let all = uncounted.iter();
    let all = all.map(|one| (one.annotator.as_str(), one.item.as_str(), one.reason.as_str()));
    let groups = by_kind(all).into_iter();
    groups
        .map(|(words, annotator, count)| match count {
            1 => format!("1 decision of {annotator} is in the history and does not count, {words}"),
            _ => format!(
                "{count} decisions of {annotator} are in the history and do not count, {words}"
            ),
        })
        .collect()
}

/// Describes rows with a date in the future: one sentence for each annotator.
pub fn describe_dates(dated_ahead: &BTreeMap<String, usize>) -> Vec<String> {
    let groups = dated_ahead.iter();
    groups
        .map(|(annotator, &count)| {
            format!(
                "{} of {annotator} dated more than a day ahead; check the clock of that computer. What the \
                 same person decided in another copy counts instead",
                in_rows(count)
            )
        })
        .collect()
}

/// Rows of one annotator for one reason: the items named, behind them the reason of the first, with the
/// annotator and the count. A reason that names its item or row is the same for all.
fn by_kind<'r>(
    rows: impl Iterator<Item = (&'r str, &'r str, &'r str)>,
) -> Vec<(String, &'r str, usize)> {
    let mut kinds: BTreeMap<(&str, String), (&str, Vec<&str>)> = BTreeMap::new();
    for (annotator, item, reason) in rows {
        let kind = reason.replace(item, "").replace(|letter: char| letter.is_ascii_hexdigit(), "");
        kinds.entry((annotator, kind)).or_insert((reason, Vec::new())).1.push(item);
    }
    let describe = |((annotator, _), (reason, items)): (_, (&str, Vec<&str>))| {
        let count = items.len();
        let mut named = items;
        named.dedup();
        let more = named.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        named.truncate(MOST_NAMED);
        (format!("on {}{more}: {reason}", named.join(", ")), annotator, count)
    };
    kinds.into_iter().map(describe).collect()
}

fn in_rows(count: usize) -> String {
    if count == 1 { "1 row".to_owned() } else { format!("{count} rows") }
}

impl Document for Merged {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over(&self.files)
            .text("file", |file| &file.file)
            .number("rows", |file| file.rows)
            .number("new", |file| file.new)
            .number("there already", |file| file.known)
            .number("not taken", |file| file.problems.len())
            .number("do not count", |file| file.uncounted.len())
            .into()
    }
}
