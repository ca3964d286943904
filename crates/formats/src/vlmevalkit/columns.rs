//! The columns of the table that are read, by the names in its first line.
//!
//! VLMEvalKit's rule: a name of one capital letter is a choice; every other name counts in lower
//! case (`L2-Category` is `l2-category`). Of two columns with one name the first counts, as for
//! pandas, which renames the second.

use crate::error::{FileProblem, shown};
use crate::open_quote::Shape;
use crate::records::Record;
use crate::warning::Warnings;
use assay_core::benchmark::Label;

/// The names of the columns of the layout, other than its choices.
pub(super) const NAMED: [&str; 12] = [
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
];

/// Names by which the delimiter of a table is recognised.
pub(super) fn known_names() -> Vec<&'static str> {
    NAMED.into_iter().chain(["a", "b", "c", "d"]).collect()
}

/// Used as the delimiter if cells do not have one between them, so that no cell can swallow others.
pub(super) const NO_DELIMITER: u8 = 0;

/// The positions of the columns that are read.
#[derive(Debug, Default)]
pub(super) struct Columns {
    names: Vec<String>,
    /// The separator of cells.
    pub delimiter: u8,
    pub index: usize,
    pub question: usize,
    pub hint: Option<usize>,
    /// The choices in the order of their labels.
    pub choices: Vec<(Label, usize)>,
    pub answer: Option<usize>,
    pub image: Option<usize>,
    pub image_path: Option<usize>,
    pub category: Option<usize>,
    pub l2_category: Option<usize>,
    pub split: Option<usize>,
    pub source: Option<usize>,
    pub comment: Option<usize>,
    /// The index of the question that the row is a pass of.
    pub group_index: Option<usize>,
    /// The columns that the layout does not have, by name and position.
    pub extra: Vec<(String, usize)>,
}

impl Columns {
    /// Reads the first line of a table.
    pub fn read(
        header: &Record<'_>,
        delimiter: u8,
        warnings: &mut Warnings,
    ) -> Result<Self, FileProblem> {
        let names: Option<Vec<String>> = header
            .cells()
            .map(|cell| std::str::from_utf8(cell).ok().map(|name| name.trim().to_owned()))
            .collect();
        let reason = "it is not UTF-8; save the file as UTF-8";
        let names = names.ok_or_else(|| FileProblem::Header { reason: reason.into() })?;
        let mut columns = Columns { names: names.clone(), delimiter, ..Columns::default() };
        let (mut index, mut question) = (None, None);
        for (position, name) in names.iter().enumerate() {
            if let Some(label) = choice_label(name) {
                if columns.choices.iter().any(|&(other, _)| other == label) {
                    note_duplicate(name, warnings);
                } else {
                    columns.choices.push((label, position));
                }
                continue;
            }
            let place = match name.to_lowercase().as_str() {
                "index" => &mut index,
                "question" => &mut question,
                "hint" => &mut columns.hint,
                "answer" => &mut columns.answer,
                "image" => &mut columns.image,
                "image_path" => &mut columns.image_path,
                "category" => &mut columns.category,
                "l2-category" => &mut columns.l2_category,
                "split" => &mut columns.split,
                "source" => &mut columns.source,
                "comment" => &mut columns.comment,
                "g_index" => &mut columns.group_index,
                "" => continue,
                _ => {
                    if columns.extra.iter().any(|(known, _)| known == name) {
                        note_duplicate(name, warnings);
                    } else {
                        columns.extra.push((name.clone(), position));
                    }
                    continue;
                }
            };
            match place {
                Some(_) => note_duplicate(name, warnings),
                None => *place = Some(position),
            }
        }
        columns.choices.sort_unstable();
        columns.index = index.ok_or_else(|| columns.without("index"))?;
        columns.question = question.ok_or_else(|| columns.without("question"))?;
        Ok(columns)
    }

    /// The shape by which rows inside a cell are recognised.
    pub fn shape(&self) -> Shape {
        Shape { columns: self.count(), index: Some(self.index), delimiter: self.delimiter }
    }

    /// The number of columns.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The name of a column as written; its number if it has no name.
    pub fn name(&self, position: usize) -> &str {
        self.names.get(position).map_or("beyond the last", String::as_str)
    }

    /// Whether a column holds pictures: their length and content follow other rules than texts.
    pub fn holds_pictures(&self, position: usize) -> bool {
        self.image == Some(position)
    }

    fn without(&self, column: &'static str) -> FileProblem {
        let found: Vec<String> = self.names.iter().take(20).map(|name| shown(name)).collect();
        FileProblem::MissingColumn { column, found: found.join(", ") }
    }
}

fn choice_label(name: &str) -> Option<Label> {
    let mut letters = name.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(Label::from_letter)
}

fn note_duplicate(name: &str, warnings: &mut Warnings) {
    warnings.note(format!("two columns are named {}; the first one was read", shown(name)));
}
