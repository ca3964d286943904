//! The fields of one JSON object as they are written, and values inside them.
//!
//! A value inside an object is named by a path: `seed_all.question_id`, `choices.0.message`. Values
//! stay as they are written until their text is needed.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::MAX_TEXT_BYTES;
use crate::python::python_text;

/// The fields of a record in their order, their values as they are written.
pub(crate) struct RawFields<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> RawFields<'a> {
    /// The fields of an object; `None` for any other value.
    pub fn from_value(value: &'a RawValue) -> Option<Self> {
        value.get().starts_with('{').then(|| serde_json::from_str(value.get()).ok()).flatten()
    }

    /// The value of a field, `null` counting as none.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.first(|known| known == name)
    }

    /// The value of the first field whose name is wanted, `null` counting as none.
    pub fn first(&self, is_wanted: impl Fn(&str) -> bool) -> Option<&'a RawValue> {
        let found = self.0.iter().find(|(name, _)| is_wanted(name));
        found.map(|&(_, value)| value).filter(|value| value.get() != "null")
    }

    /// The value at a path.
    pub fn at(&self, path: &str) -> Option<&'a RawValue> {
        match path.split_once('.') {
            Some((first, rest)) => inside(self.get(first)?, rest),
            None => self.get(path),
        }
    }
}

/// The value at a path inside another, `null` counting as none.
pub(crate) fn inside<'a>(value: &'a RawValue, path: &str) -> Option<&'a RawValue> {
    path.split('.').try_fold(value, |value, name| match value.get().starts_with('[') {
        true => {
            let elements: Vec<&'a RawValue> = serde_json::from_str(value.get()).ok()?;
            elements.get(name.parse::<usize>().ok()?).copied()
        }
        false => RawFields::from_value(value)?.get(name),
    })
}

/// The text of a value as Python prints it; `None` for a missing one, and for an empty text, which
/// other forms of the same table cannot distinguish from a missing one.
pub(crate) fn text_of(value: &RawValue) -> Result<Option<Cow<'_, str>>, String> {
    let written = value.get();
    if written == "null" || written == r#""""# {
        return Ok(None);
    }
    let plain = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text = match plain.filter(|text| !text.contains('\\')) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(python_text(value)?),
    };
    if text.len() > MAX_TEXT_BYTES {
        return Err(format!("the text has more than {} MB", MAX_TEXT_BYTES / 1_000_000));
    }
    Ok(Some(text))
}

impl<'de: 'a, 'a> Deserialize<'de> for RawFields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = RawFields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(Name(name)) = map.next_key()? {
                    fields.push((name, map.next_value()?));
                }
                Ok(RawFields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// A name that is borrowed if it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_through_objects_and_lists() {
        let record = r#"{"a": {"b": [{"c": 7}, {"c": null}]}, "d": "x"}"#;
        let fields: RawFields<'_> = serde_json::from_str(record).unwrap();
        let at = |path: &str| fields.at(path).map(RawValue::get);
        assert_eq!(at("a.b.0.c"), Some("7"));
        assert_eq!(at("d"), Some(r#""x""#));
        for path in ["a.b.1.c", "a.b.2.c", "a.b.c", "d.e", "e", "a.x"] {
            assert_eq!(at(path), None, "{path}");
        }
    }
}
