//! The layouts of well-known benchmarks that come with the program: one table each in `assets/layouts`. A file
//! has a layout if it has the columns that the layout needs and their values can be read as it says.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use super::columns::Columns;
use super::{FieldMap, Place, PlaceOfPart, Transform, values};
use crate::json_fields::scalar;

macro_rules! layouts {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../../../assets/layouts/", $name, ".toml")))),+]
    };
}

const LAYOUTS: &[(&str, &str)] = layouts! {
    "mmmu" "mmmu-pro" "mmmu-pro-vision" "mmstar" "scienceqa" "ai2d" "blink" "cv-bench" "muirbench" "mathvista"
    "realworldqa" "pope" "pope-lines" "mme" "yes-no" "hallusionbench" "ocrbench" "docvqa" "textvqa" "mmvp" "mm-vet"
    "mm-vet-document" "imagefolder"
};

static PRESETS: LazyLock<Vec<Arc<FieldMap>>> = LazyLock::new(|| {
    let read = |(name, text): &(&str, &str)| FieldMap::from_toml(name, text).ok().map(Arc::new);
    LAYOUTS.iter().filter_map(read).collect()
});

/// All layouts that come with the program.
pub fn all() -> &'static [Arc<FieldMap>] {
    &PRESETS
}

/// The layout with this name.
pub fn named(name: &str) -> Option<Arc<FieldMap>> {
    PRESETS.iter().find(|map| map.name == name).cloned()
}

/// The layouts that these columns have: of those that fit, the ones that need the most columns.
pub fn recognize(columns: &Columns) -> Vec<Arc<FieldMap>> {
    let fitting: Vec<&Arc<FieldMap>> = PRESETS.iter().filter(|map| map.fits(columns)).collect();
    let most = fitting.iter().map(|map| map.needs.len()).max();
    fitting.into_iter().filter(|map| Some(map.needs.len()) == most).cloned().collect()
}

/// The layout of whose columns the fewest are missing, less than a third of them, and what is missing or other.
pub fn nearest(columns: &Columns) -> Option<(Arc<FieldMap>, String)> {
    let missing = |map: &FieldMap| {
        let missing = map.needs.iter().filter(|name| columns.get(name).is_none());
        missing.cloned().collect::<Vec<String>>()
    };
    let found = PRESETS.iter().map(|map| (map, missing(map)));
    // Two or three usual names say nothing, and neither do other kinds of questions.
    let is_other =
        |map: &FieldMap| map.without.iter().any(|name| columns.has(name)) || columns.has("A");
    let near = found.filter(|(map, missing)| {
        map.needs.len() > 4 && missing.len() * 3 < map.needs.len() && !is_other(map)
    });
    let (map, missing) =
        near.min_by_key(|(map, missing)| (missing.len(), Reverse(map.needs.len())))?;
    let difference = match (missing.as_slice(), map.misfit(columns)) {
        ([], Some(place)) => format!("whose values of {place} are other ones"),
        ([], None) => "which does not have all of these columns".to_owned(),
        (missing, _) => format!("which has {} too", missing.join(", ")),
    };
    Some((map.clone(), difference))
}

/// Whether the columns are those of a layout, but hold other values.
pub fn is_near_miss(columns: &Columns) -> bool {
    PRESETS.iter().any(|map| map.needs.len() > 4 && map.has_columns(columns))
}

impl FieldMap {
    fn has_columns(&self, columns: &Columns) -> bool {
        let is_there = |name: &String| columns.has(name);
        let is_shared = |name: &String| {
            let mut seen = HashSet::new();
            let mut texts = columns.values(name).into_iter().filter_map(scalar);
            texts.any(|text| !seen.insert(text))
        };
        self.needs.iter().all(is_there)
            && !self.without.iter().any(is_there)
            && self.shared.as_ref().is_none_or(is_shared)
    }

    /// Whether these columns have what the map needs, and values that can be read as it says.
    pub fn fits(&self, columns: &Columns) -> bool {
        self.has_columns(columns) && self.misfit(columns).is_none()
    }

    /// The first place whose values cannot be read as the map says.
    fn misfit(&self, columns: &Columns) -> Option<&PlaceOfPart> {
        let is_other = |place: &&PlaceOfPart| {
            let values = place.places.iter().filter_map(|place| match place {
                Place::Column(path) => Some(columns.values(path)),
                _ => None,
            });
            let found = values.into_iter().find(|values| !values.is_empty()).unwrap_or_default();
            // Under usual names, numbers from 1 on are no sign of a count from 0.
            let is_unsure = self.needs.len() < 5
                && place.transform == Some(Transform::Index0)
                && !found.iter().any(|value| scalar(value).as_deref() == Some("0"));
            is_unsure || place.transform.is_some_and(|it| !values::fits(it, &found))
        };
        self.parts.iter().map(|(_, place)| place).find(is_other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_can_be_read_and_says_whose_it_is() {
        assert_eq!(all().len(), LAYOUTS.len());
        for (map, (name, text)) in all().iter().zip(LAYOUTS) {
            assert_eq!(&map.name, name);
            assert!(!map.title.is_empty() && map.needs.len() > 1, "{name}");
            assert!(text.lines().count() <= 40, "{name}");
        }
    }
}
