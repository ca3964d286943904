//! SEED-Bench's layout, as lmms-eval reads its Parquet files.

use std::collections::HashMap;

use serde_json::Value;

use super::HubTable;
use super::columns::{
    extra, extra_text, has_others, is_digits, losses, pictures, position_letter, text, text_column,
    texts,
};
use crate::parquet_write::ColumnKind;
use crate::seed_bench::dimensions;
use crate::vlmevalkit::write::Column;
use crate::vlmevalkit::write::rows::first_rows;
use assay_core::benchmark::{Label, PictureRole, Question};

/// The number of the first category that SEED-Bench does not have.
const FIRST_OTHER: u64 = 101;
/// The extra fields that the layout has.
const SEED_BENCH_FIELDS: [&str; 5] =
    ["data_id", "data_type", "question_type_id", "level", "version"];

/// SEED-Bench, as lmms-eval reads its Parquet files.
pub fn seed_bench<'q>(questions: &'q [&'q Question]) -> HubTable<'q> {
    let most = questions.iter().map(|question| question.choices.len()).max().unwrap_or(0).max(4);
    let dimensions = dimensions(questions);
    let mut columns = vec![text("answer", |question, _| {
        question.answer.and_then(|answer| position_letter(question, answer))
    })];
    for (at, label) in Label::all().take(most).enumerate() {
        let name = format!("choice_{}", label.to_string().to_lowercase());
        columns.push(text(&name, move |q, _| Some(q.choices.get(at)?.text.clone())));
    }
    columns.push(texts("data_id", data_ids));
    columns.push(text("data_type", |question, _| Some(data_type(question))));
    columns.push(text("question", |question, _| {
        let hint = question.hint.as_deref().map(|hint| format!("{hint}\n"));
        Some(hint.unwrap_or_default() + &question.stem)
    }));
    columns.push(text("question_id", |question, _| Some(question.key.to_string())));
    let number = text("question_type_id", move |question, row| {
        let own = extra_text(question, "question_type_id");
        let own = own.map(|text| text.trim_end_matches(".0").to_owned());
        own.filter(|text| is_digits(text))
            .or_else(|| Some((*dimensions.get(row.question)?)?.to_string()))
    });
    columns.push(number.of_kind(ColumnKind::Integer));
    let is_other = |q: &&Question| q.category.is_some() && dimension(q).is_none();
    let categories = questions.iter().any(is_other).then(|| text_column(Column::Category));
    let optional = [
        text_column(Column::Source).named("data_source"),
        text_column(Column::L2Category).named("subpart"),
        extra("level"),
        extra("version"),
    ];
    let optional = optional.into_iter().chain(categories);
    columns.extend(optional.filter(|column| !column.texts(questions).is_empty()));
    columns.push(pictures("image"));
    let losses = losses(
        questions,
        &[
            ("the hint is written before the question", |q| q.hint.is_some()),
            ("no choices, and SEED-Bench's questions have four", |q| q.choices.is_empty()),
            ("no letter as reference answer", |q| q.answer.is_none()),
            ("the comment is left out", |q| q.comment.is_some()),
            ("extra fields are left out", |q| has_others(q, &SEED_BENCH_FIELDS)),
        ],
    );
    HubTable { questions, rows: first_rows(questions), columns, losses }
}

/// The number of each question's category: that of SEED-Bench's dimension with this name, for others from 101 on
/// in the order in which they appear.
fn dimensions(questions: &[&Question]) -> Vec<Option<u64>> {
    let mut known: HashMap<&str, u64> = HashMap::new();
    let mut other = |category| {
        let next = FIRST_OTHER + known.len() as u64;
        *known.entry(category).or_insert(next)
    };
    questions
        .iter()
        .map(|q| dimension(q).or_else(|| q.category.as_deref().map(&mut other)))
        .collect()
}

/// The number of the dimension of SEED-Bench that is a question's category.
fn dimension(question: &Question) -> Option<u64> {
    let is_version_2 = question.l2_category.is_some()
        || ["level", "version"].iter().any(|name| question.extra.contains_key(*name));
    dimensions::number(question.category.as_deref()?, is_version_2)
}

/// The names of its pictures that a question has from SEED-Bench itself, else its key with numbers.
fn data_ids(question: &Question) -> Vec<String> {
    match question.extra.get("data_id") {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(names)) => {
            names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
        }
        _ => {
            let numbers = 1..=question.pictures.len();
            numbers.map(|number| format!("{}_{number}", question.key)).collect()
        }
    }
}

fn data_type(question: &Question) -> String {
    let is_video = question.pictures.iter().any(|picture| picture.role == PictureRole::Frame);
    extra_text(question, "data_type")
        .unwrap_or_else(|| if is_video { "video" } else { "image" }.to_owned())
}
