//! What both sides share, pair by pair, for the screen that shows them beside each other.

use std::collections::HashMap;

use super::Shared;
use super::collection::{AgainstError, Collection};
use assay_core::benchmark::{ImageHash, Question};

/// The pairs for a screen.
#[derive(Debug)]
pub struct LookAlikes {
    /// The name of the other side.
    pub other: String,
    pub pairs: Vec<LookAlike>,
    /// The bytes of pictures that the database does not have.
    pub pictures: HashMap<ImageHash, Vec<u8>>,
}

/// One thing that is on both sides.
#[derive(Clone, Debug)]
pub struct LookAlike {
    /// `same-picture`, `near-picture`, `same-text` or `near-text`.
    pub kind: &'static str,
    /// The bits that differ, between pictures.
    pub bits: Option<u32>,
    /// The correlation of pictures, the share of word pairs of texts.
    pub likeness: f64,
    pub here: Sighting,
    pub there: Sighting,
}

/// What one side has.
#[derive(Clone, Debug)]
pub struct Sighting {
    /// The questions, or the file.
    pub names: String,
    pub text: String,
    pub picture: Option<ImageHash>,
}

impl Collection {
    /// The first of its questions with one of these keys.
    fn question(&self, keys: &[String]) -> Option<&Question> {
        let first = keys.first()?;
        self.questions.iter().find(|question| question.key.as_str() == first)
    }

    fn sighting(&self, keys: &[String], picture: Option<ImageHash>) -> Sighting {
        let question = self.question(keys);
        let lines = question.into_iter().flat_map(|question| {
            let choices = question.choices.iter();
            let choices = choices.map(|choice| format!("{}. {}", choice.label, choice.text));
            std::iter::once(question.stem.clone()).chain(choices)
        });
        let shown = question.and_then(|question| question.pictures.first());
        Sighting {
            names: keys.join(", "),
            text: lines.collect::<Vec<_>>().join("\n"),
            picture: picture.or(shown.map(|picture| picture.hash)),
        }
    }
}

/// What is shared, for a screen: the pictures of the other side are read again where they are not in the
/// database.
///
/// # Errors
/// When they cannot be read again.
pub fn look_alikes(
    shared: &Shared,
    here: &Collection,
    there: &Collection,
) -> Result<LookAlikes, AgainstError> {
    let pictures = shared.pictures.iter().map(|picture| LookAlike {
        kind: if picture.kind == "same" { "same-picture" } else { "near-picture" },
        bits: Some(picture.bits),
        likeness: picture.correlation,
        here: here.sighting(&picture.here, Some(picture.hashes[0])),
        there: there.sighting(&picture.there, Some(picture.hashes[1])),
    });
    let texts = shared.texts.iter().map(|text| LookAlike {
        kind: if text.kind == "same" { "same-text" } else { "near-text" },
        bits: None,
        likeness: text.shared,
        here: here.sighting(&text.here, None),
        there: there.sighting(&text.there, None),
    });
    let pairs: Vec<LookAlike> = pictures.chain(texts).collect();
    let wanted = pairs.iter().filter_map(|pair| pair.there.picture).collect();
    Ok(LookAlikes { other: there.name.clone(), pictures: there.picture_bytes(&wanted)?, pairs })
}
