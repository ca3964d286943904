//! SEED-Bench's items as JSON lines: copies of the published document with one item per line,
//! without the names of the dimensions.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use super::item;
use super::pictures::Files;
use crate::MAX_ROW_BYTES;
use crate::error::{FormatError, RowProblem};
use crate::json_fields::{Fields, key_text};
use crate::json_lines::unreadable;
use crate::json_records::JsonRecords;
use crate::python::without_lone_surrogates;
use crate::questions::intake::Intake;
use crate::questions::{QuestionFile, Start};

/// Fields by which an object is an item.
const OF_ITEMS: [&str; 3] = ["question_id", "data_id", "choice_a"];

/// Whether a file begins with an item instead of the document that has the list of them.
pub(super) fn begin_here(start: &Start) -> bool {
    start.fields().iter().any(|field| OF_ITEMS.contains(&field.as_str()))
}

/// Reads the items; `name` is what messages call the file.
pub(super) fn read(
    source: File,
    name: &Path,
    mut pictures: Files,
    mut intake: Intake<'_>,
) -> Result<QuestionFile, FormatError> {
    let mut records = JsonRecords::new(BufReader::with_capacity(1 << 20, source), MAX_ROW_BYTES);
    let mut bytes = 0;
    while let Some(record) = records.next_record().map_err(|error| unreadable(name, error))? {
        bytes += record.text.len() as u64 + 1;
        intake.begin_row(record.line)?;
        match serde_json::from_str::<Fields>(&without_lone_surrogates(record.text)) {
            Ok(fields) => {
                let known = fields.get("question_id").and_then(key_text);
                let question = item::question(fields, &mut pictures, &mut intake);
                intake.end_row(known, question)?;
            }
            Err(error) => {
                let problem = RowProblem::NotJson { reason: error.to_string() };
                intake.end_row(None, Err(problem.into()))?;
            }
        }
        intake.progress(bytes);
    }
    intake.finish()
}
