//! How the values of columns are read: choices, answers, keys.

use serde_json::Value;

use super::{Transform, choices_in_text};
use crate::error::shown;
use crate::image_cell::is_missing_to_pandas;
use crate::json_fields::scalar;
use crate::python_list;
use crate::questions::intake::Intake;
use crate::questions::layout::{bracketed, read_answer};
use assay_core::benchmark::{Choice, Label};

/// What test splits have in place of an answer.
const WITHHELD: [&str; 3] = ["?", "hidden", "-1"];
/// What pandas prints for a missing value.
const PRINTED_BY_PANDAS: [&str; 3] = ["nan", "NaN", "<NA>"];

/// A value as messages show it.
pub(super) fn found(value: &Value) -> String {
    shown(&value.to_string())
}

/// Whether a value is none: null, an empty text or list, or a word for a missing value.
pub(super) fn is_missing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => is_missing_to_pandas(text.trim()),
        Value::Array(list) => list.is_empty(),
        // A picture that is not there.
        Value::Object(parts) => parts.values().all(Value::is_null),
        _ => false,
    }
}

/// Whether a choice or an answer is none. Words such as None and NA are some.
pub(super) fn is_absent(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().is_empty() || PRINTED_BY_PANDAS.contains(&text.trim()),
        value => is_missing(value),
    }
}

/// Whether a short answer is withheld: -1 may be a number.
pub(super) fn is_withheld(answer: &Value, transform: Option<Transform>) -> bool {
    let answer = answer.as_array().filter(|list| list.len() == 1).map_or(answer, |list| &list[0]);
    scalar(answer).is_some_and(|text| {
        WITHHELD.contains(&text.trim())
            && (text.trim() != "-1" || transform == Some(Transform::YesNo))
    })
}

/// The field of a struct by its path; of a list of structs, the list of their fields.
pub(super) fn at_path(value: &Value, path: &str) -> Option<Value> {
    path.split('.').try_fold(value.clone(), |value, name| match &value {
        Value::Array(list) => {
            let fields: Vec<Value> = list.iter().filter_map(|it| it.get(name)).cloned().collect();
            (!fields.is_empty()).then(|| fields.into())
        }
        value => value.get(name).cloned(),
    })
}

/// A list that is written in a text, as Python or JSON does.
pub(super) fn list_in_text(text: &str) -> Result<Vec<String>, String> {
    let text = text.trim();
    if !python_list::looks_like_a_list(text.as_bytes()) {
        return Err(format!("found {}; expected a list such as ['..', '..']", shown(text)));
    }
    if let Ok(Value::Array(list)) = serde_json::from_str(text)
        && let Some(texts) = list.iter().map(scalar).collect()
    {
        return Ok(texts);
    }
    let texts =
        python_list::parse(text).map_err(|problem| python_list::bad_list(text, &problem))?;
    Ok(texts.into_iter().map(Into::into).collect())
}

/// The texts of choices: a list, a list in a text, choices within a text, or an object that has the list
/// as `text`.
pub(super) fn choices(value: &Value, transform: Option<Transform>) -> Result<Vec<String>, String> {
    let expected = "expected a list of texts";
    match value {
        Value::Array(list) => {
            let texts = list.iter().map(scalar).collect::<Option<Vec<String>>>();
            texts.ok_or_else(|| format!("found {}; {expected}", found(value)))
        }
        Value::Object(object) => match object.get("text") {
            Some(list @ Value::Array(_)) => choices(list, None),
            _ => {
                let texts = Label::all().filter_map(|label| object.get(&label.to_string()));
                let texts = texts
                    .filter(|text| !text.is_null())
                    .map(scalar)
                    .collect::<Option<Vec<String>>>();
                texts.filter(|texts| !texts.is_empty()).ok_or_else(|| expected.to_owned())
            }
        },
        Value::String(text) if transform == Some(Transform::InText) => {
            let found = choices_in_text::find(text).ok_or("there are no choices in the text")?;
            Ok(found.choices.into_iter().map(str::to_owned).collect())
        }
        Value::String(text) => list_in_text(text),
        other => Err(format!("found {}; {expected}", found(other))),
    }
}

/// Choices with their letters.
pub(super) fn lettered(texts: Vec<String>) -> Result<Vec<Choice>, String> {
    let count = texts.len();
    if count > Label::COUNT {
        return Err(format!("found {count} choices; expected at most 26 choices"));
    }
    let named = Label::all().zip(texts).map(|(label, text)| Choice { label, text });
    Ok(named.collect())
}

/// What an answer says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Nothing: a test split.
    Withheld,
    /// This choice.
    Choice(Label),
    /// A letter or the text of a choice, to be found among the choices.
    Words(String),
}

/// Reads the answer to a question with choices.
pub(super) fn answer(
    value: &Value,
    transform: Option<Transform>,
    choices: &[Choice],
) -> Result<Answer, String> {
    let text = match value {
        Value::Array(list) if list.len() == 1 => scalar(&list[0]),
        other => scalar(other),
    };
    let text =
        text.ok_or_else(|| format!("found {}; expected a text or a number", found(value)))?;
    let text = text.trim();
    let is_choice = choices.iter().any(|choice| choice.text.trim() == text);
    if (WITHHELD.contains(&text) || is_missing_to_pandas(text)) && !is_choice {
        return Ok(Answer::Withheld);
    }
    let said = shown(text);
    match transform {
        Some(Transform::Index0 | Transform::Index1) => {
            let first = usize::from(transform == Some(Transform::Index1));
            let number = whole_number(text).and_then(|number| number.checked_sub(first));
            let has_number = |choice: &&Choice| Some(choice.label.index()) == number;
            let choice = choices.iter().find(has_number).ok_or_else(|| {
                let last = choices.last().map_or(0, |choice| choice.label.index()) + first;
                format!("found {said}; expected the number of a choice, {first} to {last}")
            })?;
            Ok(Answer::Choice(choice.label))
        }
        Some(Transform::Bracketed) => match bracketed(text) {
            Some(label) if choices.iter().any(|choice| choice.label == label) => {
                Ok(Answer::Choice(label))
            }
            _ => Err(format!("found {said}; expected the letter of a choice in brackets")),
        },
        Some(Transform::ChoiceText) => {
            let mut same = choices.iter().filter(|choice| choice.text.trim() == text);
            match (same.next(), same.next()) {
                (Some(choice), None) => Ok(Answer::Choice(choice.label)),
                (Some(_), Some(_)) => {
                    Err(format!("found {said}, which is the text of two choices"))
                }
                _ => Err(format!("found {said}; expected the text of a choice")),
            }
        }
        Some(Transform::YesNo) => {
            let word = yes_no(text).ok_or_else(|| format!("found {said}; expected yes or no"))?;
            let mut same = choices.iter().filter(|choice| yes_no(&choice.text) == Some(word));
            let choice = same.next().ok_or_else(|| format!("no choice says {word}"))?;
            Ok(Answer::Choice(choice.label))
        }
        _ => Ok(Answer::Words(text.to_owned())),
    }
}

/// The choice that words name: a letter, in brackets or not, or its text where that cannot be a letter or a number.
pub(super) fn named(
    words: &str,
    choices: &[Choice],
    intake: &mut Intake<'_>,
) -> Result<Option<Label>, String> {
    let mut same = choices.iter().filter(|choice| choice.text.trim() == words);
    let same = same.next().filter(|_| same.next().is_none());
    let is_label = |label: Label| choices.iter().any(|choice| choice.label == label);
    let letter = words.parse::<Label>().ok().filter(|label| is_label(*label));
    let say = |how: &str| format!("found {}, {how}", shown(words));
    match (letter, same, bracketed(words)) {
        (Some(letter), Some(other), _) if other.label != letter => intake.note(
            "the answer is a letter, and also the text of another choice; read as the letter; the transform \
             choice-text reads texts",
        ),
        (None, Some(_), _) if whole_number(words).is_some_and(|at| at <= choices.len()) => {
            return Err(say(
                "which is the text of a choice and may be the number of one; say which by answer=COLUMN:choice-text, \
                 index0 or index1",
            ));
        }
        (None, Some(choice), _) => return Ok(Some(choice.label)),
        (None, None, Some(label)) if is_label(label) => return Ok(Some(label)),
        _ => {}
    }
    read_answer(words, choices, intake)
}

/// Reads the accepted answers to a question without choices.
pub(super) fn accepted(value: &Value, transform: Option<Transform>) -> Result<Vec<String>, String> {
    match (value, transform) {
        (Value::Array(list), _) => {
            let texts = list.iter().map(scalar).collect::<Option<Vec<String>>>();
            texts.ok_or_else(|| format!("found {}; expected a list of texts", found(value)))
        }
        (Value::String(text), Some(Transform::AnyOf))
            if python_list::looks_like_a_list(text.trim().as_bytes()) =>
        {
            list_in_text(text)
        }
        (other, transform) => {
            let text =
                scalar(other).ok_or_else(|| format!("found {}; expected a text", found(other)))?;
            if transform != Some(Transform::YesNo) {
                return Ok(vec![text]);
            }
            let said = yes_no(&text)
                .ok_or_else(|| format!("found {}; expected yes or no", shown(&text)))?;
            Ok(vec![said.to_owned()])
        }
    }
}

/// The whole number in a text, `2.0` being 2.
fn whole_number(text: &str) -> Option<usize> {
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}

fn yes_no(text: &str) -> Option<&'static str> {
    match text.trim().trim_end_matches('.').to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" | "1.0" => Some("yes"),
        "no" | "false" | "0" | "0.0" => Some("no"),
        _ => None,
    }
}

/// Whether all values are lists, or texts of lists.
pub(super) fn are_lists(values: &[&Value]) -> bool {
    let is_text = |text: &str| python_list::looks_like_a_list(text.as_bytes());
    values.iter().all(|value| value.is_array() || value.as_str().is_some_and(is_text))
}

/// Whether values can be read by a transform. Values that are missing say nothing.
pub(super) fn fits(transform: Transform, values: &[&Value]) -> bool {
    let given = || values.iter().filter(|value| !is_missing(value));
    let texts = || given().filter_map(|value| scalar(value));
    let all = |is_meant: &dyn Fn(&str) -> bool| {
        let is_one = |text: &str| WITHHELD.contains(&text.trim()) || is_meant(text);
        given().all(|value| scalar(value).is_some_and(|text| is_one(&text)))
    };
    match transform {
        Transform::Index0 | Transform::Index1 => all(&|text| whole_number(text.trim()).is_some()),
        Transform::Bracketed => {
            all(&|text| bracketed(text).is_some()) && texts().any(|text| text.contains([')', '.']))
                || texts().all(|text| WITHHELD.contains(&text.trim()))
        }
        Transform::YesNo => all(&|text| yes_no(text).is_some()) && given().next().is_some(),
        Transform::ListInText => given().all(|value| choices(value, None).is_ok()),
        Transform::InStem | Transform::InText => {
            texts().any(|text| choices_in_text::find(&text).is_some())
        }
        Transform::ChoiceText | Transform::AnyOf => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn two() -> Vec<Choice> {
        lettered(vec!["B".into(), "cat".into()]).unwrap()
    }

    fn label(letter: char) -> Answer {
        Answer::Choice(Label::from_letter(letter).unwrap())
    }

    #[test]
    fn an_answer_is_read_as_the_map_says() {
        let read = |value, transform| answer(&value, Some(transform), &two()).unwrap();
        assert_eq!(read(json!("1"), Transform::Index0), label('B'));
        assert_eq!(read(json!(1.0), Transform::Index1), label('A'));
        assert_eq!(read(json!("(b)"), Transform::Bracketed), label('B'));
        assert_eq!(read(json!("B"), Transform::ChoiceText), label('A'));
        assert_eq!(read(json!("hidden"), Transform::Bracketed), Answer::Withheld);
        assert_eq!(answer(&json!("B"), None, &two()).unwrap(), Answer::Words("B".into()));
    }

    #[test]
    fn a_number_or_letter_that_no_choice_has_is_refused_with_what_was_expected() {
        let error = |value, transform| answer(&value, Some(transform), &two()).unwrap_err();
        assert_eq!(
            error(json!(2), Transform::Index0),
            "found “2”; expected the number of a choice, 0 to 1"
        );
        assert!(error(json!(0), Transform::Index1).ends_with("1 to 2"));
        assert!(error(json!("(C)"), Transform::Bracketed).contains("“(C)”"));
        assert!(error(json!("dog"), Transform::ChoiceText).contains("the text of a choice"));
    }

    #[test]
    fn a_list_in_a_text_is_pythons_or_jsons() {
        assert_eq!(list_in_text(r#"['a', "it's"]"#).unwrap(), ["a", "it's"]);
        assert_eq!(list_in_text("[1, 2.5]").unwrap(), ["1", "2.5"]);
        assert!(list_in_text("['a'").unwrap_err().contains("expected a list"));
        assert!(list_in_text("['a' 'b']").unwrap_err().contains("character 6"));
    }

    #[test]
    fn accepted_answers_are_one_text_or_a_list() {
        assert_eq!(accepted(&json!("['2', 'two']"), Some(Transform::AnyOf)).unwrap(), ["2", "two"]);
        assert_eq!(accepted(&json!("[2, 5]"), None).unwrap(), ["[2, 5]"]);
        assert_eq!(accepted(&json!(["a", 1]), None).unwrap(), ["a", "1"]);
        assert_eq!(accepted(&json!("1"), Some(Transform::YesNo)).unwrap(), ["yes"]);
    }
}
