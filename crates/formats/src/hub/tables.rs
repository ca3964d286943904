//! Assay's own layout, VLMEvalKit's and MMBench's: their columns, and what a question has in each.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::columns::{NUMBERED, keys, losses, picture, pictures, text, text_column, texts};
use super::{HubColumn, HubTable};
use crate::huggingface::ROLES;
use crate::parquet_write::ColumnKind;
use crate::vlmevalkit::write::rows::{FileRow, first_rows};
use crate::vlmevalkit::write::{Column, extra_columns, text_columns};
use assay_core::benchmark::{Label, Question, QuestionKey};

/// The columns of [`whole`] whose texts are classes in a folder for the hub.
const CLASSES: [&str; 3] = ["category", "l2-category", "split"];

/// The same as [`whole`], with abilities and splits as classes.
pub fn with_classes<'q>(questions: &'q [&'q Question]) -> HubTable<'q> {
    let mut table = whole(questions);
    let columns = table.columns.into_iter().map(|column| {
        match CLASSES.contains(&column.feature.name.as_str()) {
            true => column.into_classes(questions),
            false => column,
        }
    });
    table.columns = columns.collect();
    table
}

/// All data of the questions, as an import reads it back.
pub fn whole<'q>(questions: &'q [&'q Question]) -> HubTable<'q> {
    let labels: BTreeSet<Label> = questions.iter().flat_map(|q| q.labels()).collect();
    let mut columns: Vec<HubColumn<'q>> =
        text_columns(labels.into_iter()).into_iter().map(text_column).collect();
    columns.push(text("passes", |question, _| Some(json!(question.passes).to_string())));
    columns.push(text("extra", |question, _| {
        let extra = || Value::Object(question.extra.clone()).to_string();
        (!question.extra.is_empty()).then(extra)
    }));
    if questions.iter().any(|question| question.short.is_some()) {
        columns.push(text_column(Column::ShortAnswer));
    }
    columns.push(texts(ROLES, |question| {
        question.pictures.iter().map(|picture| picture.role.to_string()).collect()
    }));
    columns.push(pictures("image"));
    HubTable { questions, rows: first_rows(questions), columns, losses: Vec::new() }
}

/// Rows of VLMEvalKit's table, each with its pictures.
pub fn vlmevalkit<'q>(
    questions: &'q [&'q Question],
    rows: Vec<FileRow>,
    columns: Vec<Column>,
) -> HubTable<'q> {
    let column = |column: Column| match column {
        Column::Image => pictures("image"),
        column => text_column(column),
    };
    let columns = columns.into_iter().map(column).collect();
    HubTable { questions, rows, columns, losses: Vec::new() }
}

/// MMBench as lmms-eval reads it. The passes of a question follow each other, so that its picture is
/// written once.
///
/// # Errors
/// If a question has several pictures, or an index is not a whole number.
pub fn mmbench<'q>(
    questions: &'q [&'q Question],
    mut rows: Vec<FileRow>,
) -> Result<HubTable<'q>, String> {
    if let Some(named) = keys(questions, |question| question.pictures.len() > 1) {
        return Err(format!("{named}: several pictures, and this layout holds one; use mmmu"));
    }
    rows.sort_by_key(|row| (row.question, row.pass));
    let labels = Label::all().take(4).chain(questions.iter().flat_map(|q| q.labels()));
    let labels: BTreeSet<Label> = labels.collect();
    let mut columns = vec![text_column(Column::Index).of_kind(ColumnKind::Integer)];
    columns.extend([Column::Question, Column::Hint].map(text_column));
    columns.extend(labels.into_iter().map(Column::Choice).map(text_column));
    columns.extend([Column::Answer, Column::Category].map(text_column));
    columns.push(picture("image", 0));
    columns.push(text_column(Column::Source));
    columns.push(text_column(Column::L2Category).named("L2-category"));
    columns.extend([Column::Comment, Column::Split].map(text_column));
    let extra = extra_columns(questions).0.into_iter().filter(|column| column.name() != "answer");
    columns.extend(extra.map(text_column));
    let losses = losses(
        questions,
        &[
            ("no picture; lmms-eval stops at such a row", |q| q.pictures.is_empty()),
            ("no choices, which MMBench's questions have", |q| q.choices.is_empty()),
            ("no letter as reference answer", |q| q.answer.is_none()),
            ("more than five choices; lmms-eval shows A to E", |q| q.choices.len() > 5),
        ],
    );
    Ok(HubTable { questions, rows, columns, losses })
}

/// The same questions with numbers for keys, which MMBench's layout needs; `None` if they have such
/// keys. The key becomes the extra field `key`.
pub fn numbered(questions: &[&Question]) -> Option<Vec<Question>> {
    let is_number = |question: &&Question| question.key.as_str().parse::<i64>().is_ok();
    if questions.iter().all(is_number) {
        return None;
    }
    let number = |(at, question): (usize, &&Question)| {
        let mut question = (*question).clone();
        question.extra.insert(NUMBERED.into(), question.key.as_str().into());
        if let Some(key) = QuestionKey::new((at + 1).to_string()) {
            question.key = key;
        }
        question.passes.clear();
        question
    };
    Some(questions.iter().enumerate().map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::example::{question, with_pictures};
    use crate::hub::{mmmu::mmmu, seed_bench::seed_bench};
    use assay_core::benchmark::PictureRole;

    #[test]
    fn what_one_picture_cannot_hold_is_refused_by_name() {
        let two = with_pictures(question("7", "Q?", &["a"]), &[PictureRole::Stem; 2]);
        let questions = [&two];
        let refused = mmbench(&questions, first_rows(&questions)).map(|_| ()).unwrap_err();
        assert_eq!(refused, "question 7: several pictures, and this layout holds one; use mmmu");
    }

    #[test]
    fn extra_fields_that_a_layout_does_not_have_are_named_as_lost() {
        let mut one = question("7", "Q?", &["a", "b"]);
        one.answer = Some(Label::A);
        one.extra.insert("img_type".into(), "map".into());
        assert!(mmmu(&[&one]).unwrap().losses.is_empty());
        let expected = ["question 7: extra fields are left out"];
        assert_eq!(seed_bench(&[&one]).losses, expected);
        one.extra.insert("lecture".into(), "l".into());
        assert_eq!(mmmu(&[&one]).unwrap().losses, expected);
    }

    #[test]
    fn keys_that_are_words_become_numbers_and_are_kept() {
        let (word, number) = (question("VAL_1", "Q?", &["a"]), question("7", "Q?", &["a"]));
        assert!(numbered(&[&number]).is_none());
        let renamed = numbered(&[&number, &word]).unwrap();
        assert_eq!((renamed[1].key.as_str(), &renamed[1].extra["key"]), ("2", &"VAL_1".into()));
        let named = keys(&[&renamed[1]], |_| true);
        assert_eq!(named.as_deref(), Some("question VAL_1"), "people know it by its own key");
    }
}
