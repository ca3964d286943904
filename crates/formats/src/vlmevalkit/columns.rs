//! The columns of the table that are read, by the names in its first line.
//!
//! VLMEvalKit's rule: a name of one capital letter is a choice; every other name counts in lower
//! case (`L2-Category` is `l2-category`). Of two columns with one name the first counts, as for
//! pandas, which renames the second.

use crate::bad_rows::{Refusal, in_field};
use crate::error::{named_twice, shown_names};
use crate::open_quote::Shape;
use crate::records::Record;
use crate::short_answer::SHORT_ANSWER;
use crate::warning::Warnings;
use assay_core::benchmark::Label;

/// The names of the columns of the layout, other than its choices.
pub(super) const NAMED: [&str; 13] = [
    "index",
    "question",
    "hint",
    "answer",
    "image",
    "image_path",
    "category",
    "l2-category",
    "split",
    "source",
    "comment",
    "g_index",
    SHORT_ANSWER,
];

/// Names by which the delimiter of a table is recognised.
pub(super) fn known_names() -> Vec<&'static str> {
    NAMED.into_iter().chain(["a", "b", "c", "d"]).collect()
}

/// The positions of the columns that are read.
#[derive(Debug)]
pub(super) struct Columns {
    pub names: Vec<String>,
    /// The separator of cells; `None` if cells do not have one between them, so that no cell can swallow
    /// others.
    delimiter: Option<u8>,
    pub index: usize,
    pub question: usize,
    /// Those of [`NAMED`].
    named: Vec<(&'static str, usize)>,
    /// The choices in the order of their labels.
    pub choices: Vec<(Label, usize)>,
    /// The columns that the layout does not have, by name and position.
    pub extra: Vec<(String, usize)>,
}

/// The cells of one row.
pub(super) struct Cells<'a> {
    pub record: &'a Record<'a>,
    pub columns: &'a Columns,
}

impl Columns {
    /// Reads the first line of a table.
    pub fn read(
        header: &Record<'_>,
        delimiter: Option<u8>,
        warnings: &mut Warnings,
    ) -> Result<Self, String> {
        let header: Option<Vec<String>> = header
            .cells()
            .map(|cell| std::str::from_utf8(cell).ok().map(|name| name.trim().to_owned()))
            .collect();
        let not_utf8 = || bad_header("it is not UTF-8; save the file as UTF-8");
        let header = header.ok_or_else(not_utf8)?;
        let (mut named, mut choices, mut extra) = (Vec::new(), Vec::new(), Vec::new());
        for (position, name) in header.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let lower_case = name.to_lowercase();
            let known = NAMED.into_iter().find(|known| *known == lower_case);
            let is_first = match (Label::from_text(name), known) {
                (Some(label), _) => add(&mut choices, label, position),
                (None, Some(known)) => add(&mut named, known, position),
                (None, None) => add(&mut extra, name.clone(), position),
            };
            if !is_first {
                warnings.note(named_twice(name));
            }
        }
        choices.sort_unstable();
        let required = |wanted: &'static str| {
            position(&named, wanted).ok_or_else(|| {
                format!(
                    "there is no column {wanted:?}; the columns are {}. Expected the layout of \
                     VLMEvalKit: index, question, A, B, .., answer, image",
                    shown_names(&header)
                )
            })
        };
        let (index, question) = (required("index")?, required("question")?);
        Ok(Columns { names: header, delimiter, index, question, named, choices, extra })
    }

    /// The position of a column of [`NAMED`].
    pub fn position(&self, name: &str) -> Option<usize> {
        position(&self.named, name)
    }

    /// The shape by which rows inside a cell are recognised; `None` if no cell can hold rows.
    pub fn shape(&self) -> Option<Shape> {
        let delimiter = self.delimiter?;
        Some(Shape { columns: self.names.len(), index: Some(self.index), delimiter })
    }

    /// The name of a column as written.
    pub fn name(&self, position: usize) -> &str {
        self.names.get(position).map_or("beyond the last", String::as_str)
    }

    /// Whether a column holds pictures: their length and content follow other rules than texts.
    pub fn holds_pictures(&self, position: usize) -> bool {
        self.position("image") == Some(position)
    }

    /// A problem of the cell in a column.
    pub fn refusal(&self, position: usize, problem: impl Into<String>) -> Refusal {
        in_field(self.name(position), problem)
    }
}

/// The problem of a first line that cannot be read.
pub(super) fn bad_header(reason: &str) -> String {
    format!("the first line cannot be read as the names of columns: {reason}")
}

fn position(named: &[(&'static str, usize)], wanted: &str) -> Option<usize> {
    named.iter().find(|(name, _)| *name == wanted).map(|&(_, position)| position)
}

/// Adds a column; `false` if there is one of this name.
fn add<N: PartialEq>(columns: &mut Vec<(N, usize)>, name: N, position: usize) -> bool {
    let is_first = columns.iter().all(|(other, _)| *other != name);
    columns.extend(is_first.then_some((name, position)));
    is_first
}
