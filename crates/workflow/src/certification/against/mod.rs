//! What a benchmark shares with something else: the same or nearly the same pictures and texts in another
//! benchmark, a file of questions, another split, or a folder of training pictures.
//!
//! The rules of what is nearly the same are those of [`describe`](crate::describe). Calls: `assay describe
//! --against`, and the screen that shows both sides.

mod collection;
mod sightings;

use std::collections::{BTreeMap, HashMap, HashSet};

use rayon::prelude::*;
use serde::Serialize;

use self::collection::KnownPicture;
pub use self::collection::{AgainstError, Collection};
pub use self::sightings::{LookAlike, LookAlikes, Sighting, look_alikes};
use crate::describe::near_picture::{self, Fingerprint, near_between};
use crate::describe::near_text::{self, are_near_by, near_texts, shared_pairs, word_pairs};
use crate::describe::{Text, text, texts_of};
use assay_core::benchmark::{ImageHash, Question};

/// What both sides share.
#[derive(Debug, Serialize)]
pub struct Shared {
    pub pictures: Vec<SharedPicture>,
    pub texts: Vec<SharedText>,
    /// The questions of the benchmark that share anything.
    pub questions: usize,
    /// The rules of what is nearly the same, and what could not be compared.
    pub rules: BTreeMap<&'static str, &'static str>,
    pub not_compared: Vec<String>,
}

/// A picture that is on both sides.
#[derive(Clone, Debug, Serialize)]
pub struct SharedPicture {
    /// `same` bytes, or `near`.
    pub kind: &'static str,
    /// The bits, of 63, in which the fingerprints differ; 0 for the same bytes.
    pub bits: u32,
    /// The correlation of the grey values.
    pub correlation: f64,
    /// The questions with it.
    pub here: Vec<String>,
    /// The questions or the file with it on the other side.
    pub there: Vec<String>,
    #[serde(skip)]
    pub hashes: [ImageHash; 2],
}

/// A text that is on both sides.
#[derive(Clone, Debug, Serialize)]
pub struct SharedText {
    /// `same`, with choices in any order, or `near`.
    pub kind: &'static str,
    /// The share of pairs of neighbouring words that both have.
    pub shared: f64,
    pub here: Vec<String>,
    pub there: Vec<String>,
}

/// What two collections share.
pub fn shared(here: &Collection, there: &Collection) -> Shared {
    let pictures = shared_pictures(&here.pictures, &there.pictures);
    let (texts, bounded) = shared_texts(&here.questions, &there.questions);
    let keys = pictures.iter().flat_map(|picture| &picture.here);
    let keys: HashSet<&String> = keys.chain(texts.iter().flat_map(|text| &text.here)).collect();
    let unseen = |side: &Collection| {
        side.pictures.iter().filter(|picture| picture.fingerprint.is_none()).count()
    };
    let unseen = unseen(here) + unseen(there);
    let not_compared = [
        (unseen > 0).then(|| {
            format!("damaged pictures or those of one brightness, of which only the bytes were compared: {unseen}")
        }),
        (bounded > 0).then(|| {
            format!("texts that share word pairs with more than 4000 others, of which 4000 were compared: {bounded}")
        }),
    ];
    Shared {
        questions: keys.len(),
        pictures,
        texts,
        rules: BTreeMap::from([
            ("near_picture", near_picture::RULE),
            ("near_text", near_text::RULE),
        ]),
        not_compared: not_compared.into_iter().flatten().collect(),
    }
}

fn shared_pictures(here: &[KnownPicture], there: &[KnownPicture]) -> Vec<SharedPicture> {
    let mut by_hash: HashMap<ImageHash, Vec<&KnownPicture>> = HashMap::new();
    for picture in there {
        by_hash.entry(picture.hash).or_default().push(picture);
    }
    let same = here.iter().filter_map(|picture| {
        let equal = by_hash.get(&picture.hash)?;
        Some(SharedPicture {
            kind: "same",
            bits: 0,
            correlation: 1.0,
            here: picture.named.clone(),
            there: equal.iter().flat_map(|picture| picture.named.clone()).collect(),
            hashes: [picture.hash; 2],
        })
    });
    let prints = |side: &[KnownPicture]| -> Vec<Option<Fingerprint>> {
        side.iter().map(|picture| picture.fingerprint.clone()).collect()
    };
    let near = near_between(&prints(here), &prints(there)).into_iter().filter_map(|near| {
        let [one, other] = [&here[near.pair[0]], &there[near.pair[1]]];
        (one.hash != other.hash).then(|| SharedPicture {
            kind: "near",
            bits: near.bits,
            correlation: near.correlation,
            here: one.named.clone(),
            there: other.named.clone(),
            hashes: [one.hash, other.hash],
        })
    });
    let mut near: Vec<SharedPicture> = near.collect();
    near.sort_by(|one, other| {
        one.bits.cmp(&other.bits).then(other.correlation.total_cmp(&one.correlation))
    });
    same.chain(near).collect()
}

/// The questions with one text.
type ByText<'q> = BTreeMap<Text, Vec<&'q Question>>;

fn by_text(questions: &[Question]) -> ByText<'_> {
    let mut texts = ByText::new();
    for question in questions {
        texts.entry(text(question)).or_default().push(question);
    }
    texts
}

fn shared_texts(here: &[Question], there: &[Question]) -> (Vec<SharedText>, usize) {
    let (ours, theirs) = (by_text(here), by_text(there));
    let found = |kind, shared, one: &[&Question], other: &[&Question]| SharedText {
        kind,
        shared,
        here: one.iter().map(|question| question.key.as_str().to_owned()).collect(),
        there: other.iter().map(|question| question.key.as_str().to_owned()).collect(),
    };
    let same = ours.iter().filter_map(|(text, one)| Some((one, theirs.get(text)?)));
    let mut shared: Vec<SharedText> =
        same.map(|(one, other)| found("same", 1.0, one, other)).collect();
    let all: Vec<(&Text, &[&Question])> =
        ours.iter().chain(&theirs).map(|(text, questions)| (text, questions.as_slice())).collect();
    let pairs: Vec<Vec<u64>> =
        all.par_iter().map(|(_, questions)| word_pairs(texts_of(questions[0]))).collect();
    let (groups, bounded) = near_texts(&pairs);
    let mut near = Vec::new();
    for group in groups {
        let (here, there): (Vec<usize>, Vec<usize>) =
            group.into_iter().partition(|&at| at < ours.len());
        for &one in &here {
            for &other in there.iter().filter(|&&other| all[other].0 != all[one].0) {
                let common = shared_pairs(&pairs[one], &pairs[other]);
                if are_near_by(common) {
                    near.push(found("near", common, all[one].1, all[other].1));
                }
            }
        }
    }
    near.sort_by(|one, other| other.shared.total_cmp(&one.shared));
    shared.extend(near);
    (shared, bounded)
}

#[cfg(test)]
mod tests {
    use super::collection::{Origin, pictures_of};
    use super::*;
    use assay_core::benchmark::{Choice, Label, PictureRole, QuestionKey, QuestionPicture};

    fn question(key: &str, stem: &str, picture: &[u8]) -> Question {
        let choices = Label::all().zip(["the cup", "the spoon", "the plate", "the bowl"]);
        let choices = choices.map(|(label, text)| Choice { label, text: text.into() }).collect();
        let hash = ImageHash::compute(picture);
        let pictures = vec![QuestionPicture { hash, role: PictureRole::Stem }];
        Question { pictures, ..Question::new(QuestionKey::new(key).unwrap(), stem, choices) }
    }

    fn collection(questions: Vec<Question>, greys: &[(&[u8], u8)]) -> Collection {
        let grey = |shift: u8| -> Vec<u8> {
            (0..1024_usize).map(|at| (at * at / 97 % 180) as u8 + shift).collect()
        };
        let known = greys
            .iter()
            .map(|(bytes, shift)| (ImageHash::compute(bytes), Fingerprint::new(&grey(*shift))));
        Collection {
            name: "c".into(),
            pictures: pictures_of(&questions, known.collect()),
            questions,
            origin: Origin::Database,
        }
    }

    #[test]
    fn pictures_and_texts_on_both_sides_are_listed_with_their_distance() {
        let metal = "Which of the objects on the table in front of the old man is made of metal?";
        let glass = "Which of the objects on the table in front of the old man is made of glass?";
        let here = vec![
            question("1", metal, b"one"),
            question("2", "Where is it?", b"two"),
            question("3", "Who is it?", b"one"),
        ];
        let there = vec![
            question("a", glass, b"brighter"),
            question("b", "where is  it?", b"one"),
            question("c", "How many are there?", b"another"),
        ];
        let here = collection(here, &[(b"one", 0)]);
        let there = collection(there, &[(b"brighter", 20), (b"one", 0)]);
        let found = shared(&here, &there);
        let pictures: Vec<_> = found
            .pictures
            .iter()
            .map(|one| (one.kind, one.here.join(" "), one.there.join(" ")))
            .collect();
        assert_eq!(
            pictures,
            [("same", "1 3".into(), "b".into()), ("near", "1 3".into(), "a".into())]
        );
        let texts: Vec<_> = found
            .texts
            .iter()
            .map(|one| (one.kind, one.here.join(" "), one.there.join(" ")))
            .collect();
        assert_eq!(texts, [("same", "2".into(), "b".into()), ("near", "1".into(), "a".into())]);
        assert!(found.texts[1].shared > 0.8 && found.texts[1].shared < 1.0);
        assert_eq!(found.questions, 3);
        assert!(found.not_compared[0].ends_with("compared: 2"), "{:?}", found.not_compared);
    }
}
