//! SEED-Bench's questions as JSON, versions 1 and 2.
//!
//! The document is an object with the list `questions` (or the list alone) and the names of the
//! dimensions; the items as JSON lines are read by [`lines`]. A dimension is the category; in
//! version 2 the subpart is the L-2 ability. Level, version, `data_id`, `data_type`, `segment` and
//! the dimension's number stay extra fields.

pub(super) mod dimensions;
pub(super) mod item;
mod lines;
mod pictures;

use std::collections::HashMap;
use std::path::PathBuf;

use serde_json::Value;

use super::error::FormatError;
use super::questions::intake::Intake;
use super::questions::{
    QuestionFile, QuestionFormat, QuestionReader, QuestionSink, ReadOptions, Start,
};
use pictures::Files;

/// Reads SEED-Bench's JSON.
pub struct SeedBench;

impl QuestionReader for SeedBench {
    fn format(&self) -> QuestionFormat {
        QuestionFormat::SeedBench
    }

    fn recognizes(&self, start: &Start) -> bool {
        let names_it =
            ["question_type_id", "question_id"].iter().any(|field| start.has_field(field));
        names_it && ["choice_a", "data_id"].iter().all(|field| start.has_field(field))
    }

    fn read(
        &self,
        paths: &[PathBuf],
        options: &ReadOptions,
        sink: QuestionSink<'_>,
    ) -> Result<QuestionFile, FormatError> {
        let (opened, mut intake) = Intake::open(&paths[0], options, sink)?;
        let mut files = Files::new(&intake);
        if lines::begin_here(&Start::read(&paths[0])?) {
            return lines::read(opened, &paths[0], files, intake);
        }
        let expected = "SEED-Bench's list of questions";
        let others = intake.take_list(opened, expected, "question_id", |fields, intake| {
            item::question(fields, &mut files, intake)
        })?;
        let mut read = intake.finish()?;
        // The file's own names of its dimensions come after the questions.
        if let Some(Value::Object(types)) = others.get("question_type") {
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
}
