//! SEED-Bench's questions as JSON, versions 1 and 2.
//!
//! The document is an object with the list `questions` (or the list alone) and the names of the
//! dimensions; copies of it as JSON lines lack these names. A dimension is the category; in version 2
//! the subpart is the L-2 ability. Level, version, `data_id`, `data_type`, `segment` and the
//! dimension's number stay extra fields.

pub(super) mod dimensions;
pub(super) mod item;

use std::collections::HashMap;

use serde_json::Value;

use super::bad_rows::Refusal;
use super::error::FormatError;
use super::json_records::ListInDocument;
use super::questions::intake::Intake;
use super::questions::{Input, QuestionFile, QuestionFormat, QuestionReader, Start, records_of};
use assay_core::benchmark::{ImageHash, Question};

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
        let by_number = types.iter().filter_map(|(name, number)| Some((number.as_u64()?, name)));
        let names: HashMap<u64, &String> = by_number.collect();
        for question in &mut read.questions {
            let number = item::dimension_of(&question.extra);
            if let Some(name) = number.and_then(|number| names.get(&number)) {
                question.category = Some((*name).clone());
            }
        }
    }
    Ok(read)
}

/// File name extensions that `data_id` may leave out, as in version 1.
const ENDINGS: [&str; 6] = ["", ".jpg", ".jpeg", ".png", ".webp", ".JPEG"];
/// The number of folders directly in the named one that are searched.
const MOST_FOLDERS: usize = 50;

/// Finds the files that `data_id` names: in the named folder or a folder directly in it, with or without an
/// extension. The frames of a video are the pictures of a folder with its name.
struct Files {
    /// The named folder and those directly in it.
    folders: Vec<String>,
}

impl Files {
    /// Lists the folders that may hold pictures: published archives unpack to one folder each.
    fn new(intake: &Intake<'_>) -> Self {
        let below = intake.entries(".").unwrap_or_default();
        let below = below.into_iter().filter(|name| intake.entries(name).is_some());
        let below = below.take(MOST_FOLDERS).map(|name| name + "/");
        Files { folders: std::iter::once(String::new()).chain(below).collect() }
    }

    fn candidates(&self, name: &str) -> Vec<String> {
        let with = |folder: &String| {
            let folder = folder.clone();
            ENDINGS.iter().map(move |ending| format!("{folder}{name}{ending}"))
        };
        self.folders.iter().flat_map(with).collect()
    }

    /// The pictures in the folder of a video's frames: one with the name of the video or of the question.
    fn frames(&self, name: &str, question: &Question, intake: &Intake<'_>) -> Option<Vec<String>> {
        let without_ending = name.rsplit_once('.').map_or(name, |(before, _)| before);
        for folder in &self.folders {
            for video in [name, without_ending, question.key.as_str()] {
                let folder = format!("{folder}{video}");
                if let Some(mut frames) = intake.entries(&folder) {
                    frames.sort_by_key(|frame| (number_in(frame), frame.clone()));
                    return Some(
                        frames.into_iter().map(|name| format!("{folder}/{name}")).collect(),
                    );
                }
            }
        }
        None
    }

    /// Takes in the pictures of a question with these names.
    fn take(
        &self,
        names: &[String],
        question: &Question,
        intake: &mut Intake<'_>,
    ) -> Result<Vec<Option<ImageHash>>, Refusal> {
        let is_video = question
            .extra
            .get("data_type")
            .and_then(Value::as_str)
            .is_some_and(|kind| kind.eq_ignore_ascii_case("video"));
        if let ([video], true) = (names, is_video)
            && let Some(frames) = self.frames(video, question, intake)
        {
            let frame =
                |path: String| intake.picture_file("data_id", &path, std::slice::from_ref(&path));
            return frames.into_iter().map(frame).collect();
        }
        let file = |name: &String| intake.picture_file("data_id", name, &self.candidates(name));
        names.iter().map(file).collect()
    }
}

/// The last number in a name, so that frame 10 follows frame 9.
fn number_in(name: &str) -> u64 {
    let digits = name.rsplit(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}
