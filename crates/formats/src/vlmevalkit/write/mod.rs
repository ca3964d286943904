//! Writes questions in VLMEvalKit's layout.
//!
//! The rows of a file are chosen in [`rows`], its columns and their cells here, the cells of
//! pictures in `picture_cells`; [`losses`] reports what the layout cannot express. A file of
//! questions written here reads back as the same questions.

mod losses;
mod picture_cells;
pub mod rows;

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::Write;

pub use losses::{losses, named_questions};
use picture_cells::PictureCells;
use rows::FileRow;

use super::columns::NAMED;
use super::numbering::{can_be_later_pass, number};
use serde_json::{Value, json};

use crate::python_list;
use crate::short_answer::SHORT_ANSWER;
use crate::written_rows::{Cell, RowWriter, WriteError};
use assay_core::benchmark::{ImageHash, Label, Pass, Question, ShortAnswer};

/// A column of the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    Index,
    /// The question itself.
    Question,
    /// Context given before it.
    Hint,
    /// The choice that the row shows at this label.
    Choice(Label),
    /// The label of the right choice in this row.
    Answer,
    /// What short answers are compared with, as a JSON object.
    ShortAnswer,
    /// The leaf ability.
    Category,
    /// The pictures, or the index of the row that has them.
    Image,
    /// Where the question was taken from.
    Source,
    /// The L-2 ability.
    L2Category,
    /// A comment by the authors of the benchmark.
    Comment,
    Split,
    /// The index of the question that the row is a pass of.
    GroupIndex,
    /// The pass of the row; only if its index does not show it.
    Pass,
    /// What a model wrote.
    Prediction,
    /// A field of the source that the layout does not have.
    Extra(String),
}

const ANSWER: &str = "answer";

impl Column {
    /// The name in the first line.
    pub fn name(&self) -> Cow<'_, str> {
        let name = match self {
            Column::Choice(label) => return Cow::Owned(label.to_string()),
            Column::Extra(name) => name,
            Column::Index => "index",
            Column::Question => "question",
            Column::Hint => "hint",
            Column::Answer => ANSWER,
            Column::ShortAnswer => SHORT_ANSWER,
            Column::Category => "category",
            Column::Image => "image",
            Column::Source => "source",
            Column::L2Category => "l2-category",
            Column::Comment => "comment",
            Column::Split => "split",
            Column::GroupIndex => "g_index",
            Column::Pass => "pass",
            Column::Prediction => "prediction",
        };
        Cow::Borrowed(name)
    }

    /// The cell of a row. Pictures and predictions are not part of question and row: their cells
    /// are missing here.
    pub fn cell<'a>(&self, question: &'a Question, row: &'a FileRow) -> Cell<'a> {
        match self {
            Column::Index => Cell::index(&row.index),
            Column::Question => Cell::text(&question.stem),
            Column::Hint => Cell::optional(question.hint.as_deref()),
            Column::Choice(label) => {
                let original = row.order.shown().find(|(shown, _)| shown == label);
                let choice = original.and_then(|(_, original)| question.choice(original));
                Cell::optional(choice.map(|choice| choice.text.as_str()))
            }
            Column::Answer => {
                let answer = question.answer.and_then(|answer| row.order.shown_label_of(answer));
                let label = answer.map(|label| label.to_string());
                let text = label.or_else(|| accepted(question.short.as_ref()?));
                text.map_or(Cell::Missing, |text| Cell::Text(text.into()))
            }
            Column::ShortAnswer => match &question.short {
                Some(short) => Cell::Text(json!(short).to_string().into()),
                None => Cell::Missing,
            },
            Column::Category => Cell::optional(question.category.as_deref()),
            Column::Source => Cell::optional(question.source.as_deref()),
            Column::L2Category => Cell::optional(question.l2_category.as_deref()),
            Column::Comment => Cell::optional(question.comment.as_deref()),
            Column::Split => Cell::optional(question.split.as_deref()),
            Column::GroupIndex => Cell::index(question.key.as_str()),
            Column::Pass => Cell::Number(row.pass.0.into()),
            Column::Extra(name) => match question.extra.get(name) {
                None | Some(Value::Null) => Cell::Missing,
                Some(Value::String(text)) => Cell::text(text),
                Some(other) => Cell::Text(other.to_string().into()),
            },
            Column::Image | Column::Prediction => Cell::Missing,
        }
    }
}

/// The accepted short answers as VLMEvalKit and MMMU have them: the only one, or the text of a list.
pub fn accepted(short: &ShortAnswer) -> Option<String> {
    match short.answers.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        several => Some(python_list::literal(several)),
    }
}

fn has_reference(question: &Question) -> bool {
    question.answer.is_some() || question.short.as_ref().is_some_and(ShortAnswer::has_reference)
}

/// The columns of a file of these rows, in VLMEvalKit's order; those in which every cell would be empty are
/// left out, and so is [`Column::Prediction`].
pub fn columns(questions: &[&Question], rows: &[FileRow]) -> Vec<Column> {
    let has = |field: fn(&Question) -> bool| questions.iter().any(|question| field(question));
    let has_label = |label: &Label| questions.iter().any(|q| q.choice(*label).is_some());
    let mut columns = vec![Column::Index, Column::Question];
    let mut add = |column, is_there: bool| columns.extend(is_there.then_some(column));
    add(Column::Hint, has(|question| question.hint.is_some()));
    Label::all().filter(has_label).for_each(|label| add(Column::Choice(label), true));
    add(Column::Answer, has(has_reference));
    add(Column::ShortAnswer, has(|question| question.short.is_some()));
    add(Column::Category, has(|question| question.category.is_some()));
    add(Column::Image, has(|question| !question.pictures.is_empty()));
    add(Column::Source, has(|question| question.source.is_some()));
    add(Column::L2Category, has(|question| question.l2_category.is_some()));
    add(Column::Comment, has(|question| question.comment.is_some()));
    add(Column::Split, has(|question| question.split.is_some()));
    add(Column::GroupIndex, needs_group_index(questions, rows));
    columns
}

/// The columns of all texts of questions with these labels, in the order of our own forms.
pub fn text_columns(labels: impl Iterator<Item = Label>) -> Vec<Column> {
    let before = [Column::Index, Column::Question, Column::Hint];
    let behind = [
        Column::Answer,
        Column::Category,
        Column::L2Category,
        Column::Split,
        Column::Source,
        Column::Comment,
    ];
    before.into_iter().chain(labels.map(Column::Choice)).chain(behind).collect()
}

/// The columns of the fields that the layout does not have. Fields whose names have another meaning
/// for a reader of the layout are left out, and named in the second list. Answers in words have the column of
/// answers if no question needs it.
pub fn extra_columns(questions: &[&Question]) -> (Vec<Column>, Vec<String>) {
    let mut seen: HashSet<&str> = HashSet::new();
    let is_letter = |words: &Value| words.as_str().is_some_and(crate::questions::layout::is_letter);
    let needs_answer =
        |q: &&Question| has_reference(q) || q.extra.get(ANSWER).is_some_and(is_letter);
    let needs_answer = questions.iter().any(needs_answer);
    let names = questions.iter().flat_map(|question| question.extra.keys().map(String::as_str));
    let names = names.filter(|name| seen.insert(name));
    let (kept, left_out): (Vec<&str>, Vec<&str>) = names.partition(|name| {
        let is_letter = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_uppercase());
        let name = name.trim().to_lowercase();
        let has_meaning = NAMED.contains(&&*name) || OF_PREDICTIONS.contains(&&*name);
        let has_meaning = has_meaning && (needs_answer || name != ANSWER);
        !is_letter && !name.is_empty() && !has_meaning
    });
    let column = |name: &str| Column::Extra(name.to_owned());
    (kept.into_iter().map(column).collect(), left_out.into_iter().map(str::to_owned).collect())
}

/// Names of columns that have a meaning for a reader of predictions.
const OF_PREDICTIONS: [&str; 5] = ["pass", "prediction", "hit", "log", "id"];

/// Writes the rows. `bytes` gives a picture's bytes; one picture is in memory at a time. Returns the
/// indices of rows whose pictures are longer than an import accepts.
pub fn write_questions<'a, W: Write + Send, E: From<WriteError>>(
    questions: &[&'a Question],
    rows: &'a [FileRow],
    columns: &[Column],
    bytes: &mut impl FnMut(ImageHash) -> Result<Vec<u8>, E>,
    out: &mut RowWriter<W>,
) -> Result<Vec<String>, E> {
    let image = columns.iter().position(|column| *column == Column::Image);
    let mut pictures = PictureCells::default();
    for row in rows {
        let question = questions[row.question];
        let mut cells: Vec<Cell<'_>> =
            columns.iter().map(|column| column.cell(question, row)).collect();
        if let Some(at) = image {
            cells[at] = pictures.cell(question, &row.index, bytes)?;
        }
        out.row(&cells)?;
    }
    Ok(pictures.too_long)
}

/// Passes name their question. So do first rows if their index alone would look like that of a
/// pass.
fn needs_group_index(questions: &[&Question], rows: &[FileRow]) -> bool {
    let is_large = |q: &&Question| number(q.key.as_str()).is_some_and(can_be_later_pass);
    questions.iter().any(is_large) || rows.iter().any(|row| row.pass != Pass::FIRST)
}
