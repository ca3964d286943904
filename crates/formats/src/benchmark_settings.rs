//! What belongs to a benchmark rather than to its questions, as Assay's own question files carry
//! it: the taxonomy and the checklist. docs/formats.md describes it.
//!
//! Files have it only if a reader would not find the same without it, so most files contain only
//! questions. In JSON lines it is a separate record,
//! `{"benchmark": {"taxonomy": .., "checklist": ..}}`; in Parquet it is in the metadata next to the schema.

use serde_json::{Map, Value, json};

use super::MAX_TEXT_BYTES;
use super::bad_rows::{Refusal, in_field};
use super::error::{shown, text_too_long};
use super::json_fields::{Fields, kind, unexpected};

/// The prefix of the names in the metadata next to a schema.
const ENTRY: &str = "assay.";
/// The only field of the record.
const FIELD: &str = "benchmark";
const TAXONOMY: &str = "taxonomy";
const CHECKLIST: &str = "checklist";

/// The taxonomy and the checklist of a benchmark, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchmarkSettings {
    /// The name of a built-in taxonomy, or a custom taxonomy of the benchmark in TOML.
    pub taxonomy: Option<String>,
    /// The benchmark's custom checklist in TOML.
    pub checklist: Option<String>,
}

impl BenchmarkSettings {
    /// Whether it has neither of the two.
    pub fn is_empty(&self) -> bool {
        self.taxonomy.is_none() && self.checklist.is_none()
    }

    /// What is in it, for messages: `taxonomy and checklist`. `None` if it is empty.
    pub fn describe(&self) -> Option<String> {
        let names: Vec<&str> = self.named().map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }

    /// As the record of JSON lines.
    pub(super) fn to_record(&self) -> Value {
        let fields: Map<String, Value> =
            self.named().map(|(name, text)| (name.to_owned(), text.into())).collect();
        json!({ FIELD: fields })
    }

    /// The texts that are there, with their names.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let texts = [(TAXONOMY, &self.taxonomy), (CHECKLIST, &self.checklist)];
        texts.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?)))
    }

    /// As entries of the metadata next to a schema.
    pub(super) fn entries(&self) -> impl Iterator<Item = (String, String)> {
        self.named().map(|(name, text)| (format!("{ENTRY}{name}"), text.to_owned()))
    }

    /// Reads the entries, each by its name.
    pub(super) fn from_entries(entry: impl Fn(&str) -> Option<String>) -> Self {
        let text = |name: &str| entry(&format!("{ENTRY}{name}"));
        BenchmarkSettings { taxonomy: text(TAXONOMY), checklist: text(CHECKLIST) }
    }

    /// Whether these are the fields of the record and not of a question or an answer.
    pub(super) fn is_record<N: AsRef<str>>(mut names: impl Iterator<Item = N>) -> bool {
        names.next().is_some_and(|name| name.as_ref() == FIELD) && names.next().is_none()
    }

    /// Reads the record; `None` if these are other fields. Fields in it that are not known come from a
    /// later version of the program.
    pub(super) fn from_record(record: &Fields) -> Option<Result<Self, Refusal>> {
        let text = |fields: &Fields, name: &str| match fields.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.len() > MAX_TEXT_BYTES => {
                Err(in_field(FIELD, text_too_long()))
            }
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => {
                let found = format!("{} as {}", kind(other), shown(name));
                Err(in_field(FIELD, format!("found {found}; expected a text in TOML")))
            }
        };
        Self::is_record(record.keys()).then(|| match record.get(FIELD) {
            Some(Value::Object(fields)) => Ok(BenchmarkSettings {
                taxonomy: text(fields, TAXONOMY)?,
                checklist: text(fields, CHECKLIST)?,
            }),
            other => Err(unexpected(FIELD, other.unwrap_or(&Value::Null), "an object")),
        })
    }
}
