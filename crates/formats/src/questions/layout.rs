//! Layouts of questions as JSON objects. Most layouts differ only in the names of their fields: a
//! [`Layout`] is the table of these names. Pictures, and what else a layout has, are read by its own file.

use serde_json::Value;

use super::intake::Intake;
use crate::MAX_TEXT_BYTES;
use crate::bad_rows::{Refusal, in_field};
use crate::error::{NO_QUESTION, shown, text_too_long};
use crate::image_cell::is_missing_to_pandas;
use crate::json_fields::{Fields, key_text, scalar, take, take_text, unexpected};
use crate::short_answer::SHORT_ANSWER;
use assay_core::benchmark::{Choice, Extra, Label, Question, QuestionKey};

/// Names of a field, in order of preference.
type Names = &'static [&'static str];

/// The names of the fields of a question; empty for what a layout does not have.
pub(crate) struct Layout {
    pub key: Names,
    pub stem: Names,
    pub hint: Names,
    pub category: Names,
    pub l2_category: Names,
    pub split: Names,
    pub source: Names,
    pub comment: Names,
    /// What is before the letter in the names of the choices, as in `choice_a`; choices without a
    /// text are left out then. If it is empty, the letters are the names.
    pub choice: &'static str,
}

impl Layout {
    /// Makes a question of the fields that the layout has, and takes these out.
    pub fn question(
        &self,
        fields: &mut Fields,
        intake: &mut Intake<'_>,
    ) -> Result<Question, Refusal> {
        let Some((name, key)) = take(fields, self.key) else {
            let problem = "there is none; expected the question's name";
            return Err(in_field(self.key[0], problem));
        };
        let key = key_text(&key).ok_or_else(|| unexpected(name, &key, "a text or a number"))?;
        let stem = take_text(fields, self.stem)?.unwrap_or_default();
        let choices = self.choices(fields)?;
        let mut question = new_question(name, &key, stem, choices)?;
        let mut text = |names| bounded(fields, names);
        question.hint = text(self.hint)?;
        question.category = text(self.category)?;
        question.l2_category = text(self.l2_category)?;
        question.split = text(self.split)?;
        question.source = text(self.source)?;
        question.comment = text(self.comment)?;
        question.answer = answer(fields, &question.choices, intake)?;
        Ok(question)
    }

    /// The letters as fields, else a list or an object with the name `choices` or `options`. A choice
    /// that is null is left out.
    fn choices(&self, fields: &mut Fields) -> Result<Vec<Choice>, Refusal> {
        let mut choices = Vec::new();
        for label in Label::all() {
            let capital = format!("{}{label}", self.choice);
            let text = match self.choice {
                "" => take_text(fields, &[&capital])?,
                _ => take_text(fields, &[&capital.to_lowercase(), &capital])?
                    .filter(|text| !text.is_empty()),
            };
            choices.extend(text.map(|text| Choice { label, text }));
        }
        if !choices.is_empty() {
            return Ok(choices);
        }
        match take(fields, &["choices", "options"]) {
            None => Ok(Vec::new()),
            Some((name, Value::Array(texts))) => lettered(name, &texts),
            Some((name, Value::Object(texts))) => by_letter(name, &texts),
            Some((name, other)) => Err(unexpected(name, &other, "a list or an object of choices")),
        }
    }
}

/// The key of a question: one line of at most 256 bytes, without the spaces around it.
pub(crate) fn question_key(text: &str) -> Result<QuestionKey, String> {
    let text = text.trim();
    if text.len() > 256 || text.contains(['\n', '\r', '\t']) {
        let found = shown(text);
        let expected = "a number or a name on one line, of at most 256 bytes";
        return Err(format!("found {found}; expected {expected}"));
    }
    QuestionKey::new(text).ok_or_else(|| {
        "the cell is empty; every row needs a name of its own, such as a number".to_owned()
    })
}

/// A question with only its key, its text and its choices, and with one row in its file.
pub(crate) fn new_question(
    field: &str,
    key: &str,
    stem: String,
    choices: Vec<Choice>,
) -> Result<Question, Refusal> {
    let key = question_key(key).map_err(|problem| in_field(field, problem))?;
    if stem.trim().is_empty() {
        return Err(in_field("question", NO_QUESTION));
    }
    let texts = choices.iter().map(|choice| choice.text.as_str());
    if texts.chain([stem.as_str()]).any(|text| text.len() > MAX_TEXT_BYTES) {
        return Err(text_too_long().into());
    }
    let question = Question::new(key, stem, choices);
    Ok(Question { passes: vec![question.own_row()], ..question })
}

fn bounded(fields: &mut Fields, names: Names) -> Result<Option<String>, Refusal> {
    match take_text(fields, names)? {
        Some(text) if text.len() > MAX_TEXT_BYTES => Err(in_field(names[0], text_too_long())),
        text => Ok(text),
    }
}

/// Choices in order, labelled from A.
fn lettered(name: &str, texts: &[Value]) -> Result<Vec<Choice>, Refusal> {
    if texts.len() > Label::COUNT {
        let problem = format!("found {} choices; expected at most 26 choices", texts.len());
        return Err(in_field(name, problem));
    }
    let choice = |(label, value): (Label, &Value)| {
        let text = scalar(value).ok_or_else(|| unexpected(name, value, "a list of texts"))?;
        Ok(Choice { label, text })
    };
    Label::all().zip(texts).map(choice).collect()
}

/// Choices by their letters.
pub(crate) fn by_letter(name: &str, texts: &Fields) -> Result<Vec<Choice>, Refusal> {
    let mut choices: Vec<Choice> = Vec::new();
    for (letter, value) in texts.iter().filter(|(_, value)| !value.is_null()) {
        let wrong = |expected: &str| {
            in_field(name, format!("found {}; expected {expected}", shown(letter)))
        };
        let label: Label =
            letter.parse().map_err(|_| wrong("the letters of the choices, A to Z"))?;
        let text = scalar(value).ok_or_else(|| unexpected(name, value, "a text"))?;
        if choices.iter().any(|choice| choice.label == label) {
            return Err(wrong("each letter once"));
        }
        choices.push(Choice { label, text });
    }
    choices.sort_unstable_by_key(|choice| choice.label);
    Ok(choices)
}

/// The letter of the right choice, or its text. An answer in words to a question without choices
/// stays as an extra field.
fn answer(
    fields: &mut Fields,
    choices: &[Choice],
    intake: &mut Intake<'_>,
) -> Result<Option<Label>, Refusal> {
    if choices.is_empty() {
        let is_short = fields.get(SHORT_ANSWER).is_some_and(|short| !short.is_null());
        let answer = fields.get("answer").and_then(scalar).filter(|_| !is_short);
        match answer.filter(|answer| !is_missing_to_pandas(answer.trim())) {
            Some(answer) if is_letter(&answer) => intake.letter_without_choices(),
            Some(_) => intake.note(ANSWER_WITHOUT_CHOICES),
            None => {}
        }
        return Ok(None);
    }
    let Some(found) = take_text(fields, &["answer"])? else { return Ok(None) };
    let mut same = choices.iter().filter(|choice| choice.text == found);
    if found.trim().chars().count() > 1
        && let (Some(choice), None) = (same.next(), same.next())
    {
        intake.note("the answer was the text of a choice; read as its letter");
        return Ok(Some(choice.label));
    }
    read_answer(&found, choices, intake).map_err(|problem| in_field("answer", problem))
}

/// The fields that no part of the question took.
pub(crate) fn take_extra(fields: &mut Fields) -> Extra {
    let mut extra = match fields.shift_remove("extra") {
        Some(Value::Object(extra)) => extra,
        Some(other) => Extra::from_iter([("extra".to_owned(), other)]),
        None => Extra::new(),
    };
    extra.extend(std::mem::take(fields).into_iter().filter(|(_, value)| !value.is_null()));
    extra
}

/// Whether an answer is one letter, in brackets or not, which only a question with choices has.
pub(crate) fn is_letter(answer: &str) -> bool {
    bracketed(answer).is_some()
}

/// The letter in `(B)`, `b)`, `B.`, or alone.
pub(crate) fn bracketed(text: &str) -> Option<Label> {
    let letter = text.trim().trim_start_matches('(').trim_end_matches([')', '.', ':']);
    letter.to_ascii_uppercase().parse().ok()
}

/// The message for a question that has an answer but no choices.
pub(crate) const ANSWER_WITHOUT_CHOICES: &str = "a question without choices has an answer in words, which stays an extra field; to have it compared, import by \
     --map with answer=COLUMN and rule=exact or another rule";

/// Reads the letter of the right choice. Words for a missing value are not an answer, and neither
/// is anything in a question without choices; both are noted.
pub(crate) fn read_answer(
    found: &str,
    choices: &[Choice],
    intake: &mut Intake<'_>,
) -> Result<Option<Label>, String> {
    let answer = found.trim();
    if is_missing_to_pandas(answer) {
        if !answer.is_empty() {
            intake.note("the answer is a word for a missing value; read as no answer");
        }
        return Ok(None);
    }
    if choices.is_empty() {
        if is_letter(found) {
            intake.letter_without_choices();
        }
        intake.note(ANSWER_WITHOUT_CHOICES);
        return Ok(None);
    }
    let label = answer.parse::<Label>().ok();
    let label = label.filter(|label| choices.iter().any(|choice| choice.label == *label));
    let Some(label) = label else {
        let labels: Vec<String> = choices.iter().map(|choice| choice.label.to_string()).collect();
        let by_number = if answer.parse::<f64>().is_ok() {
            "if it is the number of a choice, say so by the map that --explain prints; else "
        } else {
            ""
        };
        return Err(format!(
            "found {}, which is not among the choices {}; {by_number}correct it, or leave the cell empty",
            shown(found),
            labels.join(", ")
        ));
    };
    if answer.len() != found.len() {
        intake.note("the answer had spaces around it");
    }
    if answer.starts_with(|c: char| c.is_ascii_lowercase()) {
        intake.note("the answer was a small letter; read as the capital");
    }
    Ok(Some(label))
}
