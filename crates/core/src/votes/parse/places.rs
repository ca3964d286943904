//! Where in a text a verdict is.

use std::str::FromStr;

use serde_json::{Map, Value};

/// Words before a vote that are part of the line and not of the vote.
const LABELS: [&str; 5] = ["my vote", "final vote", "vote", "verdict", "final verdict"];

/// Where the prompt asks for the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Alone in the last line.
    LastLine,
    /// In double square brackets.
    Brackets,
    /// The value of this key of a JSON object.
    Json(String),
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        match (text, text.strip_prefix("json:")) {
            ("last-line", _) => Ok(Place::LastLine),
            ("brackets", _) => Ok(Place::Brackets),
            (_, Some(key)) if !key.is_empty() => Ok(Place::Json(key.to_owned())),
            _ => Err(format!("expected the place last-line, brackets or json:KEY, not `{text}`")),
        }
    }
}

impl Place {
    /// What the text means at this place; `None` if it means nothing there or several things.
    pub fn only<T: PartialEq>(&self, text: &str, meaning: impl Fn(&str) -> Option<T>) -> Option<T> {
        match self {
            Place::LastLine => {
                let lines = text.lines().map(bare).filter(|line| !line.is_empty());
                meaning(lines.clone().next_back()?)?;
                same(lines.filter_map(meaning).map(Some))
            }
            Place::Brackets => {
                let inside = text.split("[[").skip(1).filter_map(|rest| rest.split_once("]]"));
                same(inside.filter_map(|(found, _)| meaning(found.trim())).map(Some))
            }
            Place::Json(key) => match object(text)?.get(key)? {
                Value::String(found) => meaning(found.trim()),
                Value::Number(found) => meaning(&found.to_string()),
                _ => None,
            },
        }
    }
}

/// The value that all have; `None` if there are none, one is missing, or two differ.
pub(super) fn same<T: PartialEq>(mut values: impl Iterator<Item = Option<T>>) -> Option<T> {
    let first = values.next()??;
    values.all(|value| value.as_ref() == Some(&first)).then_some(first)
}

/// A line without the marks and the label around a vote.
fn bare(line: &str) -> &str {
    let is_mark = |c: char| c.is_whitespace() || "*_`'\"‘’“”.#~".contains(c);
    let line = line.trim_matches(is_mark);
    let Some((label, vote)) = line.split_once(':') else { return line };
    let label = label.trim_matches(is_mark);
    let labelled = LABELS.iter().any(|known| known.eq_ignore_ascii_case(label));
    if labelled { vote.trim_matches(is_mark) } else { line }
}

/// The JSON object in a text, with or without a fence around it. An object that names a key twice is
/// none: readers would take the last.
fn object(text: &str) -> Option<Map<String, Value>> {
    let (from, to) = (text.find('{')?, text.rfind('}')?);
    let slice = text.get(from..=to)?;
    let Value::Object(object) = serde_json::from_str(slice).ok()? else { return None };
    let written = |key: &String| slice.matches(&format!("\"{key}\"")).count();
    object.keys().all(|key| written(key) == 1 || !key.is_ascii()).then_some(object)
}
