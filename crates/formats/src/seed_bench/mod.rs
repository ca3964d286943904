//! SEED-Bench's questions as JSON, versions 1 and 2.
//!
//! The document is an object with the list `questions` (or the list alone) and the names of the
//! dimensions; copies of it as JSON lines lack these names. A dimension is the category; in version 2
//! the subpart is the L-2 ability. Level, version, `data_id`, `data_type`, `segment` and the
//! dimension's number stay extra fields.

mod dimensions;
pub(super) mod item;
mod pictures;

use std::collections::HashMap;

use serde_json::Value;

use super::error::FormatError;
use super::json_records::ListInDocument;
use super::questions::intake::Intake;
use super::questions::{Input, QuestionFile, QuestionFormat, QuestionReader, Start, records_of};
use pictures::Files;

/// Fields by which an object is an item, not the document with the list of them.
const OF_ITEMS: [&str; 3] = ["question_id", "data_id", "choice_a"];

/// The list of items.
const ITEMS: ListInDocument = ListInDocument {
    name: "questions",
    expected: "SEED-Bench's list of questions",
    beside: "question_type",
};

/// Reads SEED-Bench's JSON.
pub(super) const READER: QuestionReader = QuestionReader {
    format: QuestionFormat::SeedBench,
    recognizes: |start| {
        let names_it =
            ["question_type_id", "question_id"].iter().any(|field| start.has_field(field));
        names_it && ["choice_a", "data_id"].iter().all(|field| start.has_field(field))
    },
    shards: None,
    read,
};

fn read(input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let file = &input.files[0];
    let start = Start::read(file)?;
    let is_item =
        !start.has_field(ITEMS.name) && OF_ITEMS.iter().any(|field| start.has_field(field));
    let mut records = records_of(file, (!is_item).then_some(ITEMS))?;
    let mut intake = Intake::new(input)?;
    let files = Files::new(&intake);
    intake.take_records(&mut records, item::LAYOUT.key, |fields, intake| {
        item::question(
            fields,
            &|names, question, intake| files.take(names, question, intake),
            intake,
        )
    })?;
    let mut read = intake.finish()?;
    // The file's own names of its dimensions come after the questions.
    if let Some(Value::Object(types)) = records.into_beside() {
        let names: HashMap<u64, &str> = types
            .iter()
            .filter_map(|(name, number)| Some((number.as_u64()?, name.as_str())))
            .collect();
        for question in &mut read.questions {
            let number = item::dimension_of(&question.extra);
            if let Some(name) = number.and_then(|number| names.get(&number)) {
                question.category = Some((*name).to_owned());
            }
        }
    }
    Ok(read)
}
