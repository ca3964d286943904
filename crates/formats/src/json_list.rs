//! One JSON document that is a list of objects, or an object with such a list in it: the objects
//! are passed on one by one, so that only one of them is in memory.

use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::Deserializer as _;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::error::{FileProblem, FormatError};

/// A larger file is not a file of questions.
const MAX_BYTES: u64 = 4_000_000_000;

/// Receives the objects. A value is not an object if the list holds something else.
type Take<'a> = dyn FnMut(Value) -> Result<(), FormatError> + 'a;

/// Passes on the elements of the list, which is the document itself or its field `name`. Returns
/// the other fields that are objects.
pub(super) fn for_each(
    file: &Path,
    source: impl Read,
    name: &'static str,
    expected: &'static str,
    take: &mut Take<'_>,
) -> Result<Map<String, Value>, FormatError> {
    let bad_file = |problem| FormatError::BadFile { file: file.to_owned(), problem };
    let mut outcome = Ok(());
    let mut list = List { name, take, outcome: &mut outcome, found: false, others: Map::new() };
    let mut source = std::io::BufReader::new(source.take(MAX_BYTES));
    skip_byte_order_mark(&mut source)
        .map_err(|source| FormatError::Unreadable { file: file.to_owned(), source })?;
    let mut json = serde_json::Deserializer::from_reader(source);
    let read = json.deserialize_any(&mut list).and_then(|()| json.end());
    let (found, others) = (list.found, list.others);
    outcome?;
    read.map_err(|error| bad_file(FileProblem::Json { reason: error.to_string() }))?;
    if !found {
        return Err(bad_file(FileProblem::NoList { name, expected }));
    }
    Ok(others)
}

fn skip_byte_order_mark(source: &mut impl std::io::BufRead) -> std::io::Result<()> {
    if source.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
        source.consume(3);
    }
    Ok(())
}

struct List<'a, 't> {
    name: &'static str,
    take: &'a mut Take<'t>,
    /// Why the receiver stopped.
    outcome: &'a mut Result<(), FormatError>,
    found: bool,
    others: Map<String, Value>,
}

impl List<'_, '_> {
    fn elements<'de, A: SeqAccess<'de>>(&mut self, mut list: A) -> Result<(), A::Error> {
        self.found = true;
        while let Some(element) = list.next_element::<Value>()? {
            if let Err(error) = (self.take)(element) {
                *self.outcome = Err(error);
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for &mut List<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of objects, or an object with one")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        self.elements(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(field) = fields.next_key::<String>()? {
            if field == self.name {
                fields.next_value_seed(Elements(&mut *self))?;
            } else if self.others.len() < 100 {
                let value: Value = fields.next_value()?;
                if value.is_object() {
                    self.others.insert(field, value);
                }
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// The list in the field.
struct Elements<'a, 'b, 't>(&'a mut List<'b, 't>);

impl<'de> DeserializeSeed<'de> for Elements<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Elements<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of objects in the field {:?}", self.0.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        self.0.elements(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Vec<String>, Vec<String>), String> {
        let mut found = Vec::new();
        let mut take = |value: Value| {
            found.push(value.to_string());
            Ok(())
        };
        let others =
            for_each(Path::new("q.json"), text.as_bytes(), "questions", "a list", &mut take);
        let others = others.map_err(|error| error.to_string())?;
        Ok((found, others.keys().cloned().collect()))
    }

    #[test]
    fn a_list_and_an_object_with_a_list_give_the_same() {
        let expected = vec!["{\"a\":1}".to_owned(), "{\"a\":2}".to_owned()];
        assert_eq!(read("\u{feff}[{\"a\":1},{\"a\":2}]"), Ok((expected.clone(), vec![])));
        let text = "{\"types\":{\"x\":1},\"n\":3,\"questions\":[{\"a\":1},{\"a\":2}],\"l\":{}}";
        assert_eq!(read(text), Ok((expected, vec!["types".into(), "l".into()])));
    }

    #[test]
    fn damage_is_named_with_its_line() {
        for (text, wanted) in [
            ("[{\"a\":1},\n{\"a\"", "EOF while parsing an object at line 2"),
            ("{\"rows\":[]}", "there is no list \"questions\" in it; expected a list"),
            ("{\"questions\":{}}", "expected a list of objects in the field \"questions\""),
            ("[] []", "trailing characters"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(wanted) && error.starts_with("q.json: "), "{error}");
        }
    }
}
