//! The names of SEED-Bench's dimensions, for files that have only their numbers (the Parquet files).
//!
//! From the README of SEED-Bench. From number 10 on, the two versions have different dimensions.

const FIRST_NINE: [&str; 9] = [
    "Scene Understanding",
    "Instance Identity",
    "Instance Attributes",
    "Instance Location",
    "Instances Counting",
    "Spatial Relation",
    "Instance Interaction",
    "Visual Reasoning",
    "Text Understanding",
];

const VERSION_1: [&str; 3] = ["Action Recognition", "Action Prediction", "Procedure Understanding"];

const VERSION_2: [&str; 18] = [
    "Celebrity Recognition",
    "Landmark Recognition",
    "Chart Understanding",
    "Visual Referring Expression",
    "Science Knowledge",
    "Emotion Recognition",
    "Visual Mathematics",
    "Difference Spotting",
    "Meme Comprehension",
    "Global Video Understanding",
    "Action Recognition",
    "Action Prediction",
    "Procedure Understanding",
    "In-Context Captioning",
    "Interleaved Image-Text Analysis",
    "Text-to-Image Generation",
    "Next Image Prediction",
    "Text-Image Creation",
];

/// The name of a dimension by its number, 1 for the first.
pub(crate) fn name(number: u64, is_version_2: bool) -> Option<&'static str> {
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    let later: &[&str] = if is_version_2 { &VERSION_2 } else { &VERSION_1 };
    FIRST_NINE.get(at).or_else(|| later.get(at.checked_sub(FIRST_NINE.len())?)).copied()
}

/// The number of a dimension by its name.
pub(crate) fn number(name_of: &str, is_version_2: bool) -> Option<u64> {
    (1..=27).find(|number| name(*number, is_version_2) == Some(name_of))
}

#[cfg(test)]
mod tests {
    use super::{name, number};

    #[test]
    fn the_tenth_dimension_differs_between_the_versions() {
        assert_eq!(name(9, true), name(9, false));
        assert_eq!(name(10, true), Some("Celebrity Recognition"));
        assert_eq!(name(10, false), Some("Action Recognition"));
        assert_eq!(name(27, true), Some("Text-Image Creation"));
        assert_eq!((number("Action Recognition", true), number("wool", true)), (Some(20), None));
        assert_eq!((name(13, false), name(28, true), name(0, true)), (None, None, None));
    }
}
