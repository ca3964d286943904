//! Columns of layouts: how each is made of questions, and what a layout loses.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{CellValue, Feature, HubColumn};
use crate::json_fields::scalar;
use crate::parquet_write::{ColumnKind, ColumnValue};
use crate::vlmevalkit::write::rows::{FileRow, first_rows};
use crate::vlmevalkit::write::{Column, named_questions};
use assay_core::benchmark::{Label, Question};

/// The extra field with the key of a question to which a layout gave a number.
pub(super) const NUMBERED: &str = "key";

/// The letter of the right choice by its position, which is how these layouts count.
pub(super) fn position_letter(question: &Question, answer: Label) -> Option<String> {
    let at = question.labels().position(|label| label == answer)?;
    Label::from_index(at).map(|label| label.to_string())
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a question has extra fields without a column in a layout.
pub(super) fn has_others(question: &Question, fields: &[&str]) -> bool {
    question.extra.keys().any(|name| !fields.contains(&name.as_str()))
}

/// An extra field as text.
pub(super) fn extra_text(question: &Question, name: &str) -> Option<String> {
    scalar(question.extra.get(name)?)
}

impl<'q> HubColumn<'q> {
    pub(super) fn new(name: &str, kind: ColumnKind, value: CellValue<'q>) -> Self {
        HubColumn { feature: Feature { name: name.to_owned(), kind, classes: Vec::new() }, value }
    }

    pub(super) fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.feature.name);
        self
    }

    pub(super) fn of_kind(mut self, kind: ColumnKind) -> Self {
        self.feature.kind = kind;
        self
    }

    /// The different texts of the questions.
    pub(super) fn texts(&self, questions: &[&Question]) -> BTreeSet<String> {
        let rows = questions.iter().zip(first_rows(questions));
        let value = |(question, row): (&&Question, FileRow)| match &self.value {
            CellValue::Of(value) => Some(value(question, &row)),
            CellValue::Picture(_) | CellValue::Pictures => None,
        };
        let text = |value| if let ColumnValue::Text(text) = value { Some(text) } else { None };
        rows.filter_map(value).filter_map(text).collect()
    }

    /// The same with a number for each different text, if it has any.
    pub(super) fn into_classes(self, questions: &[&Question]) -> Self {
        let classes: Vec<String> = self.texts(questions).into_iter().collect();
        let CellValue::Of(text) = self.value else { return self };
        let kind = if classes.is_empty() { self.feature.kind } else { ColumnKind::Integer };
        let feature = Feature { kind, classes: classes.clone(), ..self.feature };
        let value = move |question: &Question, row: &FileRow| match text(question, row) {
            ColumnValue::Text(text) => classes
                .binary_search(&text)
                .map_or(ColumnValue::Missing, |at| ColumnValue::Text(at.to_string())),
            other => other,
        };
        HubColumn { feature, value: CellValue::Of(Box::new(value)) }
    }
}

pub(super) fn text_column<'q>(column: Column) -> HubColumn<'q> {
    let name = column.name().into_owned();
    let value =
        move |question: &Question, row: &FileRow| column.cell(question, row).to_column_value();
    HubColumn::new(&name, ColumnKind::Text, CellValue::Of(Box::new(value)))
}

pub(super) fn text<'q>(
    name: &str,
    value: impl Fn(&Question, &FileRow) -> Option<String> + 'q,
) -> HubColumn<'q> {
    let value = move |question: &Question, row: &FileRow| {
        value(question, row).map_or(ColumnValue::Missing, ColumnValue::Text)
    };
    HubColumn::new(name, ColumnKind::Text, CellValue::Of(Box::new(value)))
}

pub(super) fn extra<'q>(name: &str) -> HubColumn<'q> {
    text_column(Column::Extra(name.to_owned()))
}

pub(super) fn texts<'q>(
    name: &str,
    value: impl Fn(&Question) -> Vec<String> + 'q,
) -> HubColumn<'q> {
    let value = move |question: &Question, _: &FileRow| {
        let texts = value(question).into_iter().map(|text| Some(text.into_bytes()));
        ColumnValue::List(texts.collect())
    };
    HubColumn::new(name, ColumnKind::Texts, CellValue::Of(Box::new(value)))
}

pub(super) fn picture<'q>(name: &str, at: usize) -> HubColumn<'q> {
    HubColumn::new(name, ColumnKind::Picture, CellValue::Picture(at))
}

pub(super) fn pictures<'q>(name: &str) -> HubColumn<'q> {
    HubColumn::new(name, ColumnKind::Pictures, CellValue::Pictures)
}

/// What a layout does not hold, and whether a question has it.
pub(super) type Loss = (&'static str, fn(&Question) -> bool);

/// What happens to questions, in sentences that name them.
pub(super) fn losses(questions: &[&Question], found: &[Loss]) -> Vec<String> {
    let sentence =
        |(problem, is_meant): &Loss| Some(format!("{}: {problem}", keys(questions, is_meant)?));
    found.iter().filter_map(sentence).collect()
}

pub(super) fn keys(
    questions: &[&Question],
    is_meant: impl Fn(&Question) -> bool,
) -> Option<String> {
    let meant: Vec<&str> = questions.iter().filter(|q| is_meant(q)).map(|q| own_key(q)).collect();
    (!meant.is_empty()).then(|| named_questions(meant))
}

/// The key by which people know a question.
fn own_key(question: &Question) -> &str {
    question.extra.get(NUMBERED).and_then(Value::as_str).unwrap_or(question.key.as_str())
}
