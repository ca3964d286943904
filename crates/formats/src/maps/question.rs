//! A question from a row, by a map.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::columns::{Columns, is_picture};
use super::rows::{self, Row};
use super::values::{self, Answer};
use super::{FieldMap, Part, PlaceOfPart, Transform, WithoutChoices, choices_in_text, pictures};
use crate::MAX_TEXT_BYTES;
use crate::bad_rows::{Refusal, in_field};
use crate::error::{FormatError, NO_QUESTION, text_too_long};
use crate::json_fields::{Fields, key_text, scalar};
use crate::questions::intake::Intake;
use crate::questions::layout::{self, new_question, take_extra};
use crate::questions::{Input, QuestionFile, QuestionSink, ReadOptions};
use assay_core::benchmark::{Choice, Extra, ImageHash, Question, QuestionPicture, ShortAnswer};

/// The extra field with what follows the choices in a question's text: how to answer.
const INSTRUCTION: &str = "instruction";
const WITHHELD: &str = "the answer is withheld, as in a test split; read as no answer";

/// How many rows are read to see whether a file can be.
const FIRST_ROWS: usize = 100;

/// Reads files of one kind by a map.
pub(crate) fn read(map: &FieldMap, input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let (files, options) = (input.files, input.options);
    let columns = check(map, files)?;
    let mut intake = Intake::new(input)?;
    intake.key = map.place(Part::Key).map_or_else(|| "key".to_owned(), PlaceOfPart::to_string);
    let mut making = Making { map, columns, contents: HashMap::new(), pictures: HashMap::new() };
    let part_of = |file: &Path| options.parts.get(file).cloned().unwrap_or_default();
    let warnings = rows::for_each(files, &part_of, &mut |file, row| {
        file.clone_into(&mut intake.bad.file);
        intake.begin_row(row.line)?;
        let bytes = row.bytes;
        let (key, made) = match &row.fields {
            Ok(fields) => {
                let given = making.value(Part::Key, fields);
                (
                    given.and_then(|(_, key)| key_text(&key)),
                    making.question(&row, fields, &mut intake),
                )
            }
            Err(problem) => (None, Err(problem.clone().into())),
        };
        intake.end_row(key, made)?;
        (intake.sink.progress)(bytes);
        Ok(options.most_rows.is_none_or(|most| intake.row.row < most))
    })?;
    for warning in warnings {
        intake.warnings.note(warning);
    }
    let mut read = intake.finish()?;
    let without = read.questions.iter().filter(|question| question.pictures.is_empty()).count();
    if read.pictures > 0 && without > 0 {
        let all = read.questions.len();
        read.warnings.push(format!("{without} of {all} questions have no picture"));
    }
    Ok(read)
}

/// Reads the first rows of a file by a map, and keeps nothing.
///
/// # Errors
/// As an import.
pub fn try_first_rows(
    map: &FieldMap,
    file: &Path,
    image_root: Option<&Path>,
) -> Result<(), FormatError> {
    let options = ReadOptions {
        image_root: image_root.map(Path::to_owned),
        most_rows: Some(FIRST_ROWS),
        ..ReadOptions::default()
    };
    let sink = QuestionSink {
        keep_picture: &mut |bytes, _| Ok(ImageHash::compute(bytes)),
        progress: &mut |_| {},
    };
    read(map, Input { files: &[file.to_owned()], options: &options, sink }).map(drop)
}

/// Checks that the first rows have a column for each part that a person named. Returns the columns.
fn check(map: &FieldMap, files: &[PathBuf]) -> Result<Columns, FormatError> {
    let columns = Columns::read(files)?;
    // Rows that cannot be read are refused one by one.
    if columns.rows == 0 {
        return Ok(columns);
    }
    let Some((part, place)) = map.missing_part(&columns) else { return Ok(columns) };
    let problem = format!(
        "there is no column {place} for the part {part}; the columns are {}. Name others with --map, or see what \
         there is: assay import questions --explain FILE",
        columns.names()
    );
    Err(FormatError::bad_file(&files[0], problem))
}

/// Makes questions of rows.
struct Making<'m> {
    map: &'m FieldMap,
    /// Those of the first rows.
    columns: Columns,
    /// How often a content was there, by its hash.
    contents: HashMap<String, u32>,
    /// The pictures of each question, which a later row of a table may share by naming it.
    pictures: HashMap<String, Vec<QuestionPicture>>,
}

impl Making<'_> {
    fn question(
        &mut self,
        row: &Row,
        fields: &Fields,
        intake: &mut Intake<'_>,
    ) -> Result<Question, Refusal> {
        let mut stem = self.text(Part::Stem, fields)?.unwrap_or_default();
        let (choices, instruction) = self.choices(fields, &mut stem)?;
        if stem.trim().is_empty() {
            let place = self.map.place(Part::Stem).and_then(|place| place.places.first());
            return Err(in_field(&place.map(ToString::to_string).unwrap_or_default(), NO_QUESTION));
        }
        let mut question = new_question("question", "-", stem, choices)?;
        question.hint = self.text(Part::Hint, fields)?;
        question.category = self.text(Part::Category, fields)?;
        question.l2_category = self.text(Part::L2Category, fields)?;
        question.split = self.text(Part::Split, fields)?;
        question.source = self.text(Part::Source, fields)?;
        question.comment = self.text(Part::Comment, fields)?;
        let kept = self.answer(fields, &mut question, intake)?;
        question.pictures = pictures::take(self.map, &self.pictures, (row, fields), intake)?;
        pictures::check_marks(&mut question, self.map, (row, fields), intake);
        question.extra = self.extra(row, fields, intake);
        question.extra.extend(kept.map(|answer| ("answer".to_owned(), answer)));
        question.extra.extend(instruction.map(|text| (INSTRUCTION.to_owned(), text.into())));
        self.name(&mut question, fields, intake)?;
        Ok(question)
    }

    /// Gives the question its key: that of its row, else a hash of what it shows.
    fn name(
        &mut self,
        question: &mut Question,
        fields: &Fields,
        intake: &mut Intake<'_>,
    ) -> Result<(), Refusal> {
        let key = match self.value(Part::Key, fields) {
            Some((column, key)) => {
                let expected = "expected a text or a number";
                key_text(&key).ok_or_else(|| {
                    in_field(&column, format!("found {}; {expected}", values::found(&key)))
                })?
            }
            None => {
                if self.map.place(Part::Key).is_some() {
                    intake.note("the row has no key; it is made of the content");
                }
                let mut shown =
                    Question::new(question.key.clone(), &*question.stem, question.choices.clone());
                shown.hint.clone_from(&question.hint);
                shown.pictures.clone_from(&question.pictures);
                let hash = format!("q{:.12}", shown.content_hash());
                let count = self.contents.entry(hash.clone()).or_default();
                *count += 1;
                if *count > 1 {
                    intake.note("a question shows what an earlier one shows; its key has a number behind it");
                    format!("{hash}-{count}")
                } else {
                    hash
                }
            }
        };
        let named =
            new_question(&intake.key, &key, question.stem.clone(), question.choices.clone())?;
        (question.key, question.passes) = (named.key, named.passes);
        self.pictures.insert(key, question.pictures.clone());
        Ok(())
    }

    /// The value of a part, and its column; `None` if it is missing in all its places.
    fn value<'f>(&self, part: Part, fields: &'f Fields) -> Option<(String, Cow<'f, Value>)> {
        let is_none = match part {
            Part::Answer => values::is_absent,
            _ => values::is_missing,
        };
        let mut found = self.map.place(part)?.places.iter().filter_map(|at| at.value(fields));
        found.find(|(_, value)| !is_none(value))
    }

    /// The text of a part; the entries of a list are joined.
    fn text(&self, part: Part, fields: &Fields) -> Result<Option<String>, Refusal> {
        let Some((column, value)) = self.value(part, fields) else { return Ok(None) };
        let text = match &*value {
            Value::Array(list) => list
                .iter()
                .map(scalar)
                .collect::<Option<Vec<String>>>()
                .map(|texts| texts.join(", ")),
            value => scalar(value),
        };
        match text {
            Some(text) if text.len() > MAX_TEXT_BYTES => Err(in_field(&column, text_too_long())),
            Some(text) => Ok(Some(text)),
            None => Err(in_field(&column, "found a struct; expected a text")),
        }
    }

    /// The choices, and what follows those that are cut out of the stem.
    fn choices(
        &self,
        fields: &Fields,
        stem: &mut String,
    ) -> Result<(Vec<Choice>, Option<String>), Refusal> {
        let Some(places) = self.map.place(Part::Choices) else { return Ok((Vec::new(), None)) };
        for place in &places.places {
            let is_other = |name: &str| self.map.parts_of(name).len() > 1;
            let choices = place.choices(fields, &self.columns, &is_other)?;
            if !choices.is_empty() {
                return Ok((choices, None));
            }
        }
        if places.transform != Some(Transform::InStem) {
            let Some((column, value)) = self.value(Part::Choices, fields) else {
                return Ok((Vec::new(), None));
            };
            // `datasets` fills the fields that a row does not have with null.
            if let Value::Object(texts) = &*value
                && !texts.contains_key("text")
            {
                return Ok((layout::by_letter(&column, texts)?, None));
            }
            let choices = values::choices(&value, places.transform).and_then(values::lettered);
            return Ok((choices.map_err(|problem| in_field(&column, problem))?, None));
        }
        let Some(found) = choices_in_text::find(stem) else { return Ok((Vec::new(), None)) };
        let texts = found.choices.iter().map(|&text| text.to_owned()).collect();
        let instruction = (!found.behind.is_empty()).then(|| found.behind.to_owned());
        *stem = found.before.to_owned();
        Ok((values::lettered(texts)?, instruction))
    }

    /// Reads the answer. Returns it as it is for a question that it cannot be compared with.
    fn answer(
        &self,
        fields: &Fields,
        question: &mut Question,
        intake: &mut Intake<'_>,
    ) -> Result<Option<Value>, Refusal> {
        let transform = self.map.place(Part::Answer).and_then(|place| place.transform);
        let given = self.value(Part::Answer, fields);
        let wrong = |problem: String| match &given {
            Some((column, _)) => in_field(column, problem),
            None => Refusal::from(problem),
        };
        if question.choices.is_empty() {
            return self.short_answer(fields, transform, question, intake);
        }
        let Some((_, value)) = &given else { return Ok(None) };
        question.answer =
            match values::answer(value, transform, &question.choices).map_err(wrong)? {
                Answer::Withheld => {
                    intake.note(WITHHELD);
                    None
                }
                Answer::Choice(label) => Some(label),
                Answer::Words(words) => {
                    values::named(&words, &question.choices, intake).map_err(wrong)?
                }
            };
        Ok(None)
    }

    fn short_answer(
        &self,
        fields: &Fields,
        transform: Option<Transform>,
        question: &mut Question,
        intake: &mut Intake<'_>,
    ) -> Result<Option<Value>, Refusal> {
        let given = self.value(Part::Answer, fields);
        let Some(WithoutChoices::Short(rule)) = self.map.without_choices else {
            let value = given.map(|(_, value)| value.into_owned());
            if self.map.without_choices.is_none()
                && value.as_ref().and_then(Value::as_str).is_some_and(layout::is_letter)
            {
                intake.letter_without_choices();
            }
            return Ok(value);
        };
        let answers = match &given {
            Some((_, value)) if values::is_withheld(value, transform) => {
                intake.note(WITHHELD);
                Vec::new()
            }
            Some((column, value)) => {
                values::accepted(value, transform).map_err(|problem| in_field(column, problem))?
            }
            None => Vec::new(),
        };
        let is_in_stem = self.map.place(Part::Choices).and_then(|place| place.transform)
            == Some(Transform::InStem);
        if is_in_stem && answers.iter().any(|answer| layout::is_letter(answer)) {
            intake.note("no choices are found in the question, and its answer is a letter: taken as a short answer");
        }
        let precision = match self.value(Part::Precision, fields) {
            None => None,
            Some((column, value)) => {
                let decimals = key_text(&value).and_then(|text| text.parse::<u8>().ok());
                let decimals = decimals.filter(|decimals| *decimals <= ShortAnswer::MOST_DECIMALS);
                let expected = || in_field(&column, "expected a number of decimals, at most 15");
                Some(decimals.ok_or_else(expected)?)
            }
        };
        let unit = self.text(Part::Unit, fields)?;
        let rule = rule.within_category(question.category.as_deref());
        question.short = Some(ShortAnswer { rule, answers, precision, unit });
        Ok(None)
    }

    /// Whether a part takes a column.
    fn takes(&self, name: &str) -> bool {
        let mut places = self.map.parts.iter().flat_map(|(_, place)| &place.places);
        name.starts_with('@') || places.any(|place| place.is_column(name))
    }

    /// The fields that no part took.
    fn extra(&self, row: &Row, fields: &Fields, intake: &mut Intake<'_>) -> Extra {
        let left = fields.iter().filter(|(name, _)| !self.takes(name));
        let (pictures, left): (Vec<_>, Vec<_>) = left.partition(|(_, value)| is_picture(value));
        if !pictures.is_empty() || row.pictures.iter().any(|(name, _)| !self.takes(name)) {
            intake.note("a column has pictures that the layout or the map does not name; not read");
        }
        let left = left.into_iter().map(|(name, value)| (name.clone(), without_pictures(value)));
        take_extra(&mut left.collect())
    }
}

/// A value; if it is a struct, without the pictures in it.
fn without_pictures(value: &Value) -> Value {
    match value {
        Value::Object(parts) => {
            let kept = parts.iter().filter(|(_, value)| !is_picture(value));
            kept.map(|(name, value)| (name.clone(), value.clone())).collect()
        }
        other => other.clone(),
    }
}
