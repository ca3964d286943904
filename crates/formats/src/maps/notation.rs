//! Maps as a text: `key=pid,choices=options:list-in-text,image=image_*,rule=exact`. Each entry names a part of
//! a question, the columns that may have it, the best first, and how the values are read.

use std::fmt;
use std::str::FromStr;

use super::{FieldMap, Part, Place, PlaceOfPart, Transform, WithoutChoices};
use assay_core::benchmark::AnswerRule;
use assay_core::keyword::{Keyword, did_you_mean};

/// The entry that says what questions without choices are.
const RULE: &str = "rule";
const OPEN: &str = "open";

impl FromStr for FieldMap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::from_entries(entries(text).into_iter())?.with_stem()
    }
}

/// The entries of a text. A comma ends one where the next begins with a name and `=`.
fn entries(text: &str) -> Vec<&str> {
    let begins_entry = |rest: &str| {
        let name = rest.split_once('=').map_or("", |(name, _)| name);
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !name.is_empty() && name.chars().all(is_name)
    };
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(',').filter(|(at, _)| begins_entry(&text[at + 1..])) {
        found.push(&text[start..at]);
        start = at + 1;
    }
    found.push(&text[start..]);
    found
}

impl FieldMap {
    /// Some parts of a map, which replace those of another one.
    pub fn parts_from(text: &str) -> Result<Self, String> {
        Self::from_entries(entries(text).into_iter())
    }

    /// A map if it says where the question is.
    pub(super) fn with_stem(self) -> Result<Self, String> {
        let stem = self.place(Part::Stem);
        let is_in_stem = |place: &&PlaceOfPart| place.transform == Some(Transform::InStem);
        if let (Some(stem), Some(choices)) = (stem, self.place(Part::Choices).filter(is_in_stem))
            && choices.places != stem.places
        {
            return Err(format!(
                "choices={choices}: in-stem cuts choices out of the question itself, stem={stem}; in-text reads \
                 those of another column"
            ));
        }
        match stem {
            Some(_) => Ok(self),
            None => Err("the map does not say which column has the question: stem=COLUMN".into()),
        }
    }

    /// The parts that entries such as `answer=label:index0` name.
    pub(super) fn from_entries<'e>(entries: impl Iterator<Item = &'e str>) -> Result<Self, String> {
        let mut map = FieldMap { name: "map".to_owned(), ..FieldMap::default() };
        for entry in entries {
            let Some((name, value)) = entry.split_once('=').filter(|(_, value)| !value.is_empty())
            else {
                let expected = "PART=COLUMN, as in key=pid,stem=query,answer=label:index0";
                return Err(format!("expected {expected}, found {entry:?}"));
            };
            if name == RULE {
                map.without_choices = Some(without_choices(value)?);
                continue;
            }
            let part = Part::from_name(name).map_err(|error| {
                let meant = did_you_mean(name, Part::all().map(Part::name).chain([RULE]));
                format!("{error}{meant}")
            })?;
            if map.place(part).is_some() {
                return Err(format!("the part {part} is named twice"));
            }
            let place = PlaceOfPart::from_text(value);
            if let Some(other) = place.transform.filter(|transform| transform.part() != part) {
                let meant = other.part();
                return Err(format!("{name}={value}: {other} is a way to read the part {meant}"));
            }
            map.parts.push((part, place));
            map.asked.push(part);
        }
        map.parts.sort_by_key(|(part, _)| *part);
        Ok(map)
    }

    /// Its entries, by their names.
    pub(super) fn entries(&self) -> Vec<(String, String)> {
        let named = self.parts.iter().map(|(part, place)| (part.to_string(), place.to_string()));
        let rule = self.without_choices.map(|kind| match kind {
            WithoutChoices::Open => OPEN,
            WithoutChoices::Short(rule) => rule.name(),
        });
        named.chain(rule.map(|rule| (RULE.to_owned(), rule.to_owned()))).collect()
    }

    /// Takes the entries of another map instead of its own.
    pub fn override_with(&mut self, other: FieldMap) {
        self.parts.retain(|(part, _)| other.place(*part).is_none());
        self.parts.extend(other.parts);
        self.parts.sort_by_key(|(part, _)| *part);
        self.asked.extend(other.asked);
        self.without_choices = other.without_choices.or(self.without_choices);
    }
}

fn without_choices(rule: &str) -> Result<WithoutChoices, String> {
    if rule == OPEN {
        return Ok(WithoutChoices::Open);
    }
    let found = AnswerRule::from_name(rule).map(WithoutChoices::Short);
    found.map_err(|error| format!("{error}; or {OPEN}, where nothing is compared"))
}

impl Transform {
    /// The part whose values are written so.
    fn part(self) -> Part {
        match self {
            Transform::ListInText | Transform::InStem | Transform::InText => Part::Choices,
            _ => Part::Answer,
        }
    }
}

impl PlaceOfPart {
    fn from_text(text: &str) -> Self {
        let named = text.rsplit_once(':').and_then(|(places, name)| {
            Some((places, Transform::from_name(name).ok()?))
                .filter(|(places, _)| !places.is_empty())
        });
        let (places, transform) =
            named.map_or((text, None), |(places, transform)| (places, Some(transform)));
        PlaceOfPart { places: places.split('|').map(Place::from_text).collect(), transform }
    }
}

impl Place {
    fn from_text(text: &str) -> Self {
        match text.strip_suffix('*') {
            _ if text == "A..Z" => Place::Letters,
            _ if text.starts_with('=') => Place::Text(text[1..].to_owned()),
            _ if text.contains('{') && text.contains('}') => Place::Text(text.to_owned()),
            Some(prefix) => Place::Numbered(prefix.to_owned()),
            None => Place::Column(text.to_owned()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Column(name) => f.write_str(name),
            Place::Numbered(prefix) => write!(f, "{prefix}*"),
            Place::Letters => f.write_str("A..Z"),
            Place::Text(text) if text.contains('{') => f.write_str(text),
            Place::Text(text) => write!(f, "={text}"),
        }
    }
}

impl fmt::Display for PlaceOfPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = self.places.iter().map(Place::to_string).collect();
        f.write_str(&places.join("|"))?;
        self.transform.map_or(Ok(()), |transform| write!(f, ":{transform}"))
    }
}

/// As `--map` has it.
impl fmt::Display for FieldMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries();
        let entries: Vec<String> =
            entries.iter().map(|(part, text)| format!("{part}={text}")).collect();
        f.write_str(&entries.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_written_as_it_is_read() {
        for text in [
            "key=pid,stem=query,choices=options:list-in-text,answer=label:index0,image=image_*",
            "key={set}_{id},stem=question,choices=A..Z,image=image|={id}.jpg,rule=yes-no",
            "stem==What, then?,answer=a:b:bracketed,category=meta.task,rule=open",
        ] {
            let map: FieldMap = text.parse().unwrap();
            let shown = map.to_string();
            assert_eq!(shown.parse::<FieldMap>().unwrap(), map, "{shown}");
            assert_eq!(FieldMap::from_toml("map", &map.to_toml()).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn a_wrong_entry_says_what_is_expected() {
        let error = |text: &str| text.parse::<FieldMap>().unwrap_err();
        assert!(error("stem=q,anwser=x").ends_with("did you mean answer?"));
        assert!(error("pid").starts_with("expected PART=COLUMN"));
        assert!(error("key=pid").contains("stem=COLUMN"));
        assert!(error("stem=a,stem=b").contains("twice"));
        assert!(error("stem=q,rule=near").contains("or open"));
        assert!(error("stem=q,choices=o:index0").ends_with("to read the part answer"));
        assert!(error("stem=q,choices=o:in-stem").contains("in-text reads"));
    }
}
