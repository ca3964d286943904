//! Merged decisions of other copies: `assay merge`.

use std::collections::BTreeMap;

use crate::formats::error::first_few;
use crate::report::{Fields, Printout};
use crate::store::{MergedRows, Uncounted};

/// A file whose decisions were merged.
#[derive(Debug, Default)]
pub struct MergedFile {
    pub file: String,
    /// The rows of its history.
    pub rows: usize,
    /// Rows that another program changed or removed after they were written.
    pub changed: usize,
    pub merged: MergedRows,
    /// Why it could not be read.
    pub unreadable: Option<String>,
}

/// Merged decisions of other copies.
pub fn merged(files: &[MergedFile]) -> Printout {
    let sum = |count: fn(&MergedFile) -> usize| files.iter().map(count).sum::<usize>();
    let rows = Fields::over(files)
        .text("file", |of| &of.file)
        .number("rows", |of| of.rows)
        .json("changed_by_another_program", |of| of.changed)
        .number("new", |of| of.merged.taken.new)
        .number_as("known", "there already", |of| of.merged.known)
        .json("audits", |of| of.merged.audits)
        .json("problems", |of| &of.merged.problems)
        .number_column("not taken", |of| of.merged.problems.len())
        .json("uncounted", |of| &of.merged.taken.uncounted)
        .number_column("do not count", |of| of.merged.taken.uncounted.len())
        .json("decided_in_two_copies", MergedFile::decided_in_two_copies)
        .json_if("unreadable", |of| of.unreadable.as_ref());
    Printout::default()
        .list("files", rows)
        .json("new", sum(|of| of.merged.taken.new))
        .json("known", sum(|of| of.merged.known))
        .json("problems", sum(|of| of.merged.problems.len()))
        .json("uncounted", sum(|of| of.merged.taken.uncounted.len()))
        .warned(files.iter().flat_map(MergedFile::warnings).collect())
}

impl MergedFile {
    /// Items that one person decided in two copies; the later decision counts.
    fn decided_in_two_copies(&self) -> Vec<String> {
        let twice = self.merged.taken.decided_in_two_copies.iter();
        let describe = |(annotator, queue, item): &(String, String, String)| {
            format!("{annotator} on {item} ({queue})")
        };
        twice.map(describe).collect()
    }

    fn warnings(&self) -> Vec<String> {
        let MergedFile { file, merged, .. } = self;
        if let Some(why) = &self.unreadable {
            return vec![format!("nothing was taken of a file. {why}")];
        }
        let mut warnings = Vec::new();
        if self.changed > 0 {
            warnings.push(format!(
                "{file}: another program changed or removed {} after they were written; what is there was \
                 taken as it is. `assay --db {file} doctor` names them",
                in_rows(self.changed)
            ));
        }
        let refused = merged.problems.iter();
        let refused =
            refused.map(|row| (row.annotator.as_str(), row.item.as_str(), row.problem.as_str()));
        for (words, annotator, count) in by_kind(refused) {
            warnings.push(format!("{file}: {} of {annotator} not taken, {words}", in_rows(count)));
        }
        let uncounted = describe_uncounted(&merged.taken.uncounted).into_iter();
        let further = uncounted.chain(describe_dates(&merged.taken.dated_ahead));
        warnings.extend(further.map(|words| format!("{file}: {words}")));
        if merged.audits > 0 {
            warnings.push(format!(
                "{file}: {} of its audits were not here and are kept; `report audit` reads the one that was \
                 started last, --audit another one",
                merged.audits
            ));
        }
        let twice = self.decided_in_two_copies();
        if let Some(first) = twice.first() {
            warnings.push(format!(
                "{file}: {} items were decided by one person in two copies, for instance {first}; the \
                 later decision counts",
                twice.len()
            ));
        }
        warnings
    }
}

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
        (format!("on {}: {reason}", first_few(&named)), annotator, count)
    };
    kinds.into_iter().map(describe).collect()
}

fn in_rows(count: usize) -> String {
    if count == 1 { "1 row".to_owned() } else { format!("{count} rows") }
}
