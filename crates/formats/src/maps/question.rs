//! A question from a row, by a map.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::columns::{Columns, is_picture};
use super::rows::{self, Row};
use super::values::{self, Answer};
use super::{
    FieldMap, Part, Place, PlaceOfPart, Transform, WithoutChoices, choices_in_text, is_letter,
    is_numbered,
};
use crate::MAX_TEXT_BYTES;
use crate::bad_rows::{Refusal, in_field};
use crate::error::{FormatError, text_too_long};
use crate::huggingface::records::take;
use crate::json_fields::{Fields, key_text, scalar};
use crate::json_lines::pictures;
use crate::questions::intake::Intake;
use crate::questions::layout::{self, new_question, read_answer, take_extra};
use crate::questions::{Input, QuestionFile};
use assay_core::benchmark::picture_marks::{pictures_marked, with_marks_numbered};
use assay_core::benchmark::{Extra, PictureRole, Question, QuestionPicture, ShortAnswer};

/// The extra field with what follows the choices in a question's text: how to answer.
const INSTRUCTION: &str = "instruction";

/// Reads files of one kind by a map.
pub(crate) fn read(map: &FieldMap, input: Input<'_, '_>) -> Result<QuestionFile, FormatError> {
    let (files, options) = (input.files, input.options);
    check(map, files)?;
    let mut intake = Intake::new(input)?;
    intake.key = map.place(Part::Key).map_or_else(|| "key".to_owned(), PlaceOfPart::to_string);
    let mut making = Making { map, contents: HashMap::new(), pictures: HashMap::new() };
    let part_of = |file: &std::path::Path| options.parts.get(file).cloned().unwrap_or_default();
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
        Ok(true)
    })?;
    for warning in warnings {
        intake.warnings.note(warning);
    }
    intake.finish()
}

/// Checks that the first rows have a column for each part that a person named.
fn check(map: &FieldMap, files: &[std::path::PathBuf]) -> Result<(), FormatError> {
    let columns = Columns::read(files)?;
    let Some((part, place)) = map.missing_part(&columns) else { return Ok(()) };
    let problem = format!(
        "there is no column {place} for the part {part}; the columns are {}. Name others with --map, or see what \
         there is: assay import questions --explain FILE",
        columns.names()
    );
    Err(FormatError::bad_file(&files[0], problem))
}

impl FieldMap {
    /// The first of the parts that a person named for which there is no column.
    pub(crate) fn missing_part(&self, columns: &Columns) -> Option<(Part, &PlaceOfPart)> {
        let is_there = |name: &str| name.starts_with('@') || columns.has(name);
        let is_found = |place: &Place| match place {
            Place::Column(name) => is_there(name),
            Place::Numbered(prefix) => columns.columns.iter().any(|c| is_numbered(&c.name, prefix)),
            Place::Letters => columns.columns.iter().any(|column| is_letter(&column.name)),
            Place::Text(text) => {
                text_of(text, &mut |name| is_there(name).then(String::new)).is_some()
            }
        };
        let mut asked = self.parts.iter().filter(|(part, _)| self.asked.contains(part));
        let missing = asked.find(|(_, place)| !place.places.iter().any(is_found))?;
        Some((missing.0, &missing.1))
    }
}

/// Makes questions of rows.
struct Making<'m> {
    map: &'m FieldMap,
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
        let choices = self.choices(fields, &mut stem)?;
        let instruction = choices.1;
        let choices =
            values::lettered(choices.0).map_err(|problem| self.in_part(Part::Choices, problem))?;
        let mut question = new_question("question", "-", stem, choices)?;
        question.hint = self.text(Part::Hint, fields)?;
        question.category = self.text(Part::Category, fields)?;
        question.l2_category = self.text(Part::L2Category, fields)?;
        question.split = self.text(Part::Split, fields)?;
        question.source = self.text(Part::Source, fields)?;
        question.comment = self.text(Part::Comment, fields)?;
        let kept = self.answer(fields, &mut question, intake)?;
        question.pictures = self.take_pictures(row, fields, intake)?;
        if let Some(there) = self.numbers_of_pictures(row, fields) {
            renumber_marks(&mut question, &there, intake);
        }
        let texts = question.choices.iter().map(|choice| choice.text.as_str());
        let texts: Vec<&str> = [question.stem.as_str()].into_iter().chain(texts).collect();
        if pictures_marked(&texts.join("\n")) > question.pictures.len() + intake.missing.len() {
            intake
                .note("the question has more marks of pictures, such as <image 1>, than pictures");
        }
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
        let named = new_question("key", &key, question.stem.clone(), question.choices.clone())?;
        (question.key, question.passes) = (named.key, named.passes);
        self.pictures.insert(key, question.pictures.clone());
        Ok(())
    }

    /// The problem of a part, with its first column.
    fn in_part(&self, part: Part, problem: String) -> Refusal {
        let place = self.map.place(part).and_then(|place| place.places.first());
        in_field(&place.map(Place::to_string).unwrap_or_default(), problem)
    }

    /// The value of a part, and its column; `None` if it is missing in all its places.
    fn value(&self, part: Part, fields: &Fields) -> Option<(String, Value)> {
        self.map.place(part)?.places.iter().find_map(|place| value_at(place, fields))
    }

    /// The text of a part; the entries of a list are joined.
    fn text(&self, part: Part, fields: &Fields) -> Result<Option<String>, Refusal> {
        let Some((column, value)) = self.value(part, fields) else { return Ok(None) };
        let text = match &value {
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

    /// The texts of the choices, and what follows those that are cut out of the stem.
    fn choices(
        &self,
        fields: &Fields,
        stem: &mut String,
    ) -> Result<(Vec<String>, Option<String>), Refusal> {
        let transform = self.map.place(Part::Choices).and_then(|place| place.transform);
        let Some((column, value)) = self.value(Part::Choices, fields) else {
            return Ok((Vec::new(), None));
        };
        if transform != Some(Transform::InStem) {
            let choices = values::choices(&value, transform);
            return Ok((choices.map_err(|problem| in_field(&column, problem))?, None));
        }
        let Some(found) = choices_in_text::find(stem) else { return Ok((Vec::new(), None)) };
        let choices = found.choices.iter().map(|&text| text.to_owned()).collect();
        let instruction = (!found.behind.is_empty()).then(|| found.behind.to_owned());
        *stem = found.before.to_owned();
        Ok((choices, instruction))
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
                    intake.note("the answer is withheld, as in a test split; read as no answer");
                    None
                }
                Answer::Choice(label) => Some(label),
                Answer::Words(words) => {
                    let mut same = question.choices.iter().filter(|choice| choice.text == words);
                    match (same.next(), same.next()) {
                        (Some(choice), None) if words.chars().count() > 1 => Some(choice.label),
                        _ => read_answer(&words, &question.choices, intake).map_err(wrong)?,
                    }
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
            let value = given.map(|(_, value)| value);
            if self.map.without_choices.is_none()
                && value.as_ref().and_then(Value::as_str).is_some_and(layout::is_letter)
            {
                intake.letter_without_choices();
            }
            return Ok(value);
        };
        let answers = match &given {
            Some((column, value)) => {
                values::accepted(value, transform).map_err(|problem| in_field(column, problem))?
            }
            None => Vec::new(),
        };
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

    fn take_pictures(
        &self,
        row: &Row,
        fields: &Fields,
        intake: &mut Intake<'_>,
    ) -> Result<Vec<QuestionPicture>, Refusal> {
        let Some(place) = self.map.place(Part::Image) else { return Ok(Vec::new()) };
        let stem = |hash| QuestionPicture { hash, role: PictureRole::Stem };
        for (at, found) in place.places.iter().enumerate() {
            let is_named = |name: &str| match found {
                Place::Column(column) => name == column,
                Place::Numbered(prefix) => is_numbered(name, prefix),
                Place::Letters | Place::Text(_) => false,
            };
            let mut given: Vec<_> =
                row.pictures.iter().filter(|(name, _)| is_named(name)).collect();
            if !given.is_empty() {
                given.sort_by_key(|(name, _)| (name.len(), name.as_str()));
                let hashes = given.into_iter().map(|(name, picture)| take(name, picture, intake));
                let hashes = hashes.collect::<Result<Vec<_>, _>>()?;
                return Ok(hashes.into_iter().flatten().map(stem).collect());
            }
            let Some((column, value)) = value_at(found, fields) else { continue };
            if let Some(shared) = key_text(&value).and_then(|name| self.pictures.get(&name)) {
                return Ok(shared.clone());
            }
            // The paths of further places are where the file may be as well.
            let others = place.places[at + 1..].iter().filter_map(|place| value_at(place, fields));
            let others: Vec<String> = others.filter_map(|(_, value)| scalar(&value)).collect();
            return pictures::take_value(&column, &value, &others, intake);
        }
        Ok(Vec::new())
    }

    /// The numbers of the pictures that are there, if those of numbered columns between them are missing.
    fn numbers_of_pictures(&self, row: &Row, fields: &Fields) -> Option<Vec<usize>> {
        let [Place::Numbered(prefix)] = self.map.place(Part::Image)?.places.as_slice() else {
            return None;
        };
        let filled = fields.iter().filter(|(_, value)| !values::is_missing(value));
        let names = filled.map(|(name, _)| name).chain(row.pictures.iter().map(|(name, _)| name));
        let numbers = names.filter_map(|name| name.strip_prefix(prefix)?.parse().ok());
        let numbers: BTreeSet<usize> = numbers.collect();
        let has_gap = numbers.first() > Some(&0) && numbers.last() > Some(&numbers.len());
        has_gap.then(|| numbers.into_iter().collect())
    }

    /// Whether a part takes a column.
    fn takes(&self, name: &str) -> bool {
        let mut places = self.map.parts.iter().flat_map(|(_, place)| &place.places);
        name.starts_with('@')
            || places.any(|place| match place {
                Place::Column(column) => column == name,
                Place::Numbered(prefix) => is_numbered(name, prefix),
                Place::Letters => is_letter(name),
                Place::Text(_) => false,
            })
    }

    /// The fields that no part took.
    fn extra(&self, row: &Row, fields: &Fields, intake: &mut Intake<'_>) -> Extra {
        let left = fields.iter().filter(|(name, _)| !self.takes(name));
        let (pictures, left): (Vec<_>, Vec<_>) = left.partition(|(_, value)| is_picture(value));
        if !pictures.is_empty() || row.pictures.iter().any(|(name, _)| !self.takes(name)) {
            intake.note("a column has pictures that the layout or the map does not name; not read");
        }
        let left = left.into_iter().map(|(name, value)| (name.clone(), value.clone()));
        take_extra(&mut left.collect())
    }
}

/// Gives marks with a number, such as `<image 3>`, the number of that picture among those that are there.
fn renumber_marks(question: &mut Question, there: &[usize], intake: &mut Intake<'_>) {
    let number =
        |marked| there.iter().position(|number| *number == marked).unwrap_or(there.len()) + 1;
    let texts = question.choices.iter_mut().map(|choice| &mut choice.text);
    for text in texts.chain([&mut question.stem]).chain(question.hint.as_mut()) {
        let renumbered = with_marks_numbered(text, number);
        if *text != renumbered {
            intake.note("a picture between others is missing; the marks behind it, such as <image 3>, are renumbered");
            *text = renumbered;
        }
    }
}

/// The value at a place, and its column; `None` if it is missing.
fn value_at(place: &Place, fields: &Fields) -> Option<(String, Value)> {
    let found = match place {
        Place::Column(path) => (path.clone(), inside(path, fields)?.clone()),
        Place::Numbered(prefix) => {
            let mut names: Vec<&String> =
                fields.keys().filter(|name| is_numbered(name, prefix)).collect();
            names.sort_by_key(|name| (name.len(), name.as_str()));
            (format!("{prefix}*"), list_of(names.into_iter(), fields))
        }
        Place::Letters => {
            let mut names: Vec<&String> = fields.keys().filter(|name| is_letter(name)).collect();
            names.sort();
            ("A..Z".to_owned(), list_of(names.into_iter(), fields))
        }
        Place::Text(text) => {
            let value = |name: &str| scalar(inside(name, fields)?);
            (text.clone(), text_of(text, &mut |name| value(name)).map(Value::String)?)
        }
    };
    (!values::is_missing(&found.1)).then_some(found)
}

/// The values of columns that are not missing.
fn list_of<'n>(names: impl Iterator<Item = &'n String>, fields: &Fields) -> Value {
    let values = names.filter_map(|name| fields.get(name));
    values.filter(|value| !values::is_missing(value)).cloned().collect()
}

/// The value of a column, or of a field inside it by its path.
fn inside<'f>(path: &str, fields: &'f Fields) -> Option<&'f Value> {
    if let Some(value) = fields.get(path) {
        return Some(value);
    }
    let mut names = path.split('.');
    let first = fields.get(names.next()?)?;
    names.try_fold(first, |value, name| value.get(name))
}

/// A text in which names in braces are replaced by values; `None` if one is missing.
fn text_of(text: &str, value: &mut dyn FnMut(&str) -> Option<String>) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}')?;
        out += before;
        out += &value(name)?;
        rest = behind;
    }
    Some(out + rest)
}
