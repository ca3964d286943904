//! Maps: which columns of a file are which parts of a question, and how their values are read. A map is given
//! (`--map key=pid,stem=query`), saved under a name, or a preset for a published layout ([`presets`]). Adding a
//! layout is adding a table to `assets/layouts`.
//!
//! - [`columns`]: the columns of a file with examples of their values
//! - [`presets`]: the layouts that come with the program, and which of them a file has
//! - `rows`: the rows of files of any kind
//! - `places`, `values`, `choices_in_text`: where values are, and how they are read
//! - `question`, `pictures`: a question from a row
//! - [`explain`]: what an import would take for what, and a map for an unknown file

mod choices_in_text;
pub mod columns;
pub mod explain;
mod notation;
mod pictures;
mod places;
pub mod presets;
mod question;
mod rows;
mod values;

use serde::Deserialize;

use assay_core::benchmark::AnswerRule;
use assay_core::keyword::{Keyword, keywords};

pub(super) use question::read;
pub use question::try_first_rows;

keywords! {
    /// A part of a question that a map finds in columns.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Part: Display {
        /// Its name; without it, a hash of its content
        Key = "key",
        Stem = "stem",
        Hint = "hint",
        Choices = "choices",
        Answer = "answer",
        Image = "image",
        Category = "category",
        L2Category = "l2-category",
        Split = "split",
        Source = "source",
        Comment = "comment",
        /// The number of decimals of a number
        Precision = "precision",
        Unit = "unit",
    }
}

keywords! {
    /// How a value is read.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Transform: Display {
        /// The number of the choice, 0 for the first
        Index0 = "index0",
        /// The number of the choice, 1 for the first
        Index1 = "index1",
        /// The letter of the choice in brackets or before a full stop, as in (B)
        Bracketed = "bracketed",
        /// The text of the choice, even if it reads like a letter
        ChoiceText = "choice-text",
        /// yes or no, true or false, 1 or 0
        YesNo = "yes-no",
        /// A list of accepted answers, which may be a text such as ['2', 'two']
        AnyOf = "any-of",
        /// A list in a text, as Python or JSON writes it
        ListInText = "list-in-text",
        /// Choices within the question's text, which are cut out of it
        InStem = "in-stem",
        /// Choices within a text, as in (a) open (b) closed
        InText = "in-text",
    }
}

/// What a question without choices is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutChoices {
    /// Answered in words that nothing is compared with; its answer stays an extra field.
    Open,
    /// Answered shortly, and compared by this rule.
    Short(AnswerRule),
}

/// Where a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a column, or in a field of a struct by its path: `metadata.skills`.
    Column(String),
    /// In all columns with this beginning and a number or a letter behind it, in order: `image_*`.
    Numbered(String),
    /// In the columns that are named by one capital letter: `A..Z`.
    Letters,
    /// A text with the values of columns in it: `{category}_{set_id}`.
    Text(String),
}

/// The places of a part in order of preference, and how its values are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceOfPart {
    pub places: Vec<Place>,
    pub transform: Option<Transform>,
}

/// The columns of a file as parts of questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldMap {
    /// What it is called in messages: the name of a preset or a saved map, else `map`.
    pub name: String,
    /// Which benchmark has this layout.
    pub title: String,
    /// The columns by which a file is recognised.
    needs: Vec<String>,
    /// Columns that a file with this layout does not have.
    without: Vec<String>,
    /// A column whose values several rows share, so that it is no key.
    shared: Option<String>,
    /// Whether the subsets of a folder are parts of one benchmark.
    pub has_joint_subsets: bool,
    parts: Vec<(Part, PlaceOfPart)>,
    /// The parts that a person named, whose columns must be there.
    asked: Vec<Part>,
    pub without_choices: Option<WithoutChoices>,
}

/// A map as a file: a preset, or a saved one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    #[serde(default)]
    title: String,
    #[serde(default)]
    needs: Vec<String>,
    #[serde(default)]
    without: Vec<String>,
    shared: Option<String>,
    #[serde(default)]
    joint_subsets: bool,
    map: toml::Table,
}

impl FieldMap {
    /// Reads a map from TOML.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, String> {
        let file: MapFile = toml::from_str(text).map_err(|error| error.to_string())?;
        let entry = |(part, value): (&String, &toml::Value)| match value.as_str() {
            Some(text) => Ok(format!("{part}={text}")),
            None => Err(format!("the part {part} is not a text")),
        };
        let entries = file.map.iter().map(entry).collect::<Result<Vec<_>, String>>()?;
        let mut map = Self::from_entries(entries.iter().map(String::as_str))?.with_stem()?;
        name.clone_into(&mut map.name);
        let named: Vec<String> = map.columns().map(str::to_owned).collect();
        map.needs = if file.needs.is_empty() { named } else { file.needs };
        if !file.title.is_empty() {
            map.asked = vec![Part::Stem];
        }
        (map.title, map.without, map.shared, map.has_joint_subsets) =
            (file.title, file.without, file.shared, file.joint_subsets);
        Ok(map)
    }

    /// The map as TOML, to be saved.
    pub fn to_toml(&self) -> String {
        let mut table = toml::Table::new();
        for (part, text) in self.entries() {
            table.insert(part, text.into());
        }
        let mut file = toml::Table::new();
        file.insert("map".to_owned(), toml::Value::Table(table));
        file.to_string()
    }

    /// The place of a part.
    fn place(&self, part: Part) -> Option<&PlaceOfPart> {
        self.parts.iter().find(|(known, _)| *known == part).map(|(_, place)| place)
    }

    /// The columns that it names, without fields of structs and without those in texts.
    fn columns(&self) -> impl Iterator<Item = &str> {
        let places = self.parts.iter().flat_map(|(_, place)| &place.places);
        places.filter_map(|place| match place {
            Place::Column(name) if !name.starts_with('@') => Some(name.as_str()),
            _ => None,
        })
    }

    /// What a column is taken for: the parts that name it.
    pub fn parts_of(&self, column: &str) -> Vec<String> {
        let parts =
            self.parts.iter().filter(|(_, place)| place.places.iter().any(|it| it.is_in(column)));
        parts.map(|(part, _)| part.name().to_owned()).collect()
    }
}
