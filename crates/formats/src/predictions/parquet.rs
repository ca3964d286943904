//! Predictions as Parquet: VLMEvalKit's columns, or any that are named, or lists of scores of the
//! choices. Pictures are skipped.

use std::path::Path;

use super::table::holds_pictures;
use super::{KnownColumn, TextTable, choice_scores};
use crate::error::{ReadError, shown};
use crate::json_fields;
use crate::parquet_rows::ParquetFile;
use crate::parquet_rows::fields::value;
use crate::parquet_rows::schema::Shape;
use crate::{MAX_ROWS, MAX_TEXT_BYTES};
use assay_core::keyword::Keyword as _;
use assay_core::score::RankBy;

pub(super) fn read(path: &Path, rank_by: RankBy) -> Result<TextTable, ReadError> {
    let mut file = ParquetFile::open(path)?;
    // Only texts and numbers: bytes and pictures are not unpacked.
    file.columns.retain(|column| {
        let has_pictures = matches!(column.shape, Shape::Bytes | Shape::Picture | Shape::Pictures);
        !has_pictures && !holds_pictures(&column.name)
    });
    let mut table = TextTable::new(file.columns.iter().map(|column| column.name.clone()));
    let binary = file.unreadable.iter();
    let binary = binary.map(|(name, shape)| format!("{} ({shape})", shown(name)));
    let others: Vec<String> = binary.collect();
    if !others.is_empty() {
        table
            .warnings
            .push(format!("columns with binary data are not read: {}", others.join(", ")));
    }
    while let Some(row) = file.next_row()? {
        if table.rows() == MAX_ROWS {
            return Err(format!("there are more than {MAX_ROWS} rows; split the file").into());
        }
        for (at, field) in row.iter().enumerate() {
            let value = value(field);
            let text = value.map(|value| json_fields::scalar(&value).unwrap_or(value.to_string()));
            match text {
                Some(text) if text.len() > MAX_TEXT_BYTES => {
                    let (row, column) = (table.rows() + 1, shown(&file.columns[at].name));
                    let most = MAX_TEXT_BYTES / 1_000_000;
                    let problem = format!("a text of more than {most} MB");
                    return Err(format!("row {row}, column {column}: {problem}").into());
                }
                text => table.push_cell(text.as_deref().filter(|text| !text.is_empty())),
            }
        }
    }
    read_scores(&mut table, rank_by)?;
    Ok(table)
}

/// If columns have lists of scores of the choices, the letters of the best become the predictions.
fn read_scores(table: &mut TextTable, rank_by: RankBy) -> Result<(), String> {
    let place = |name: &str| table.columns().iter().position(|column| column == name);
    if choice_scores::COLUMNS.iter().all(|name| place(name).is_none()) {
        return Ok(());
    }
    let mut counted = choice_scores::Counted::default();
    let (mut predictions, mut scored) = (Vec::new(), Vec::new());
    for row in 0..table.rows() {
        let field = |name: &str| serde_json::from_str(table.present(row, place(name)?)?).ok();
        let answer = choice_scores::answer(field, rank_by, &mut counted)
            .map_err(|problem| format!("row {}: {problem}", row + 1))?;
        let (letter, letters) = answer.map(|one| (one.prediction, one.scored)).unzip();
        predictions.push(letter.flatten());
        scored.push(letters);
    }
    if place(KnownColumn::Prediction.name()).is_none() && counted.records > 0 {
        table.add_filled_column(KnownColumn::Prediction.name(), &predictions);
        table.add_filled_column(KnownColumn::Scored.name(), &scored);
        table.warnings.extend(counted.warning(rank_by));
    }
    Ok(())
}
