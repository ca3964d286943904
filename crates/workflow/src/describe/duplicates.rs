//! Duplicates in a benchmark: pictures, questions, and near duplicates of both.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use rayon::prelude::*;
use serde::Serialize;

use super::near_picture::{self, near_pictures};
use super::near_text::{self, near_texts, word_pairs};
use super::{Pictures, key, texts_of};
use assay_core::benchmark::likeness::plain_text;
use assay_core::benchmark::{ImageHash, Question};

/// Duplicates of every kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duplicates {
    /// Several questions show the same picture.
    pub same_picture: Duplication,
    /// Question, hint and choices read the same.
    pub same_text: Duplication,
    /// The same text about the same pictures.
    pub same_question: Duplication,
    /// Texts that are nearly the same.
    pub near_text: Duplication,
    /// Different pictures that look nearly the same; `None` if pictures were not examined.
    pub near_picture: Option<Duplication>,
}

/// Duplicates of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duplication {
    /// The rule by which two are duplicates.
    pub rule: &'static str,
    /// Groups of questions, by their keys in the order of the benchmark.
    pub groups: Vec<Vec<String>>,
    /// Questions in these groups.
    pub questions: usize,
    /// What could not be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<String>,
}

impl Duplication {
    fn new(
        rule: &'static str,
        questions: &[Question],
        groups: impl IntoIterator<Item = BTreeSet<usize>>,
    ) -> Self {
        // In order, each once.
        let groups: BTreeSet<BTreeSet<usize>> =
            groups.into_iter().filter(|group| group.len() > 1).collect();
        let all: BTreeSet<&usize> = groups.iter().flatten().collect();
        let keys = |group: &BTreeSet<usize>| group.iter().map(|&at| key(&questions[at])).collect();
        Duplication {
            rule,
            questions: all.len(),
            groups: groups.iter().map(keys).collect(),
            not_compared: None,
        }
    }
}

impl Duplicates {
    /// Finds the duplicates among these questions.
    pub fn find(questions: &[Question], pictures: &Pictures) -> Self {
        let texts: Vec<Text> = questions.par_iter().map(text).collect();
        let hashes = |question: &Question| -> BTreeSet<ImageHash> {
            question.pictures.iter().map(|picture| picture.hash).collect()
        };
        let shown = questions
            .iter()
            .zip(0..)
            .flat_map(|(question, at)| hashes(question).into_iter().map(move |hash| (hash, at)));
        let whole = questions.iter().zip(&texts).map(|(question, text)| (text, hashes(question)));
        let by_text = alike(texts.iter().zip(0..));
        Duplicates {
            same_picture: Duplication::new(
                "the bytes of a picture are the same",
                questions,
                alike(shown),
            ),
            same_question: Duplication::new(
                "the same text about the same pictures",
                questions,
                alike(whole.zip(0..)),
            ),
            near_text: near_text(questions, &by_text),
            near_picture: near_picture(questions, pictures),
            same_text: Duplication::new(
                "question, hint and choices read the same, in any order of choices",
                questions,
                by_text,
            ),
        }
    }
}

/// The text that is compared: question and hint, and the choices in alphabetic order.
pub type Text = (String, String, Vec<String>);

/// The text of a question as it is compared.
pub fn text(question: &Question) -> Text {
    let folded = |text: &str| plain_text(text).to_lowercase();
    let mut choices: Vec<String> =
        question.choices.iter().map(|choice| folded(&choice.text)).collect();
    choices.sort_unstable();
    (folded(&question.stem), question.hint.as_deref().map(folded).unwrap_or_default(), choices)
}

/// The questions that share a value, group after group; single ones too.
fn alike<T: Eq + Hash>(values: impl IntoIterator<Item = (T, usize)>) -> Vec<BTreeSet<usize>> {
    let mut groups: HashMap<T, BTreeSet<usize>> = HashMap::new();
    for (value, at) in values {
        groups.entry(value).or_default().insert(at);
    }
    groups.into_values().collect()
}

/// Near duplicates among different texts: questions with the same one are compared once.
fn near_text(questions: &[Question], by_text: &[BTreeSet<usize>]) -> Duplication {
    let mut different: Vec<&BTreeSet<usize>> = by_text.iter().collect();
    different.sort();
    let first: Vec<usize> = different.iter().filter_map(|group| group.first().copied()).collect();
    let pairs: Vec<Vec<u64>> =
        first.par_iter().map(|&at| word_pairs(texts_of(&questions[at]))).collect();
    let (groups, bounded) = near_texts(&pairs);
    let members =
        |group: Vec<usize>| group.into_iter().flat_map(|at| different[at].clone()).collect();
    let groups = groups.into_iter().map(members);
    let mut found = Duplication::new(near_text::RULE, questions, groups);
    found.not_compared = (bounded > 0).then(|| {
        format!("{bounded} texts share word pairs with too many others and were compared with 4000")
    });
    found
}

/// Near duplicates among different pictures. Similar pictures within one question, such as the
/// frames of a video, are not reported.
fn near_picture(questions: &[Question], pictures: &Pictures) -> Option<Duplication> {
    let fingerprints = pictures.fingerprints.as_ref()?;
    let mut shown_by: HashMap<ImageHash, Vec<usize>> = HashMap::new();
    for (number, question) in questions.iter().enumerate() {
        for picture in &question.pictures {
            shown_by.entry(picture.hash).or_default().push(number);
        }
    }
    let questions_of = |group: Vec<usize>| {
        let hashes = group.into_iter().map(|at| &pictures.facts[at].hash);
        hashes.filter_map(|hash| shown_by.get(hash)).flatten().copied().collect()
    };
    let groups = near_pictures(fingerprints).into_iter().map(questions_of);
    let mut found = Duplication::new(near_picture::RULE, questions, groups);
    let without = fingerprints.iter().filter(|fingerprint| fingerprint.is_none()).count();
    found.not_compared = (without > 0).then(|| {
        format!("{without} pictures are damaged or of one brightness and were not compared")
    });
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{picture, question};
    use super::super::near_picture::Fingerprint;
    use super::*;
    use assay_core::benchmark::PictureRole::{Frame, Stem};
    use assay_store::PictureFacts;

    fn found(questions: &[Question]) -> Duplicates {
        Duplicates::find(questions, &Pictures::default())
    }

    #[test]
    fn the_same_words_with_choices_in_another_order_are_the_same_text() {
        let questions = [
            question("a", "Where is it?", &["left", "right"], Some('A')),
            question("b", "where  is it? ", &["Right", "left"], Some('B')),
            question("c", "Where is it?", &["left", "above"], Some('A')),
        ];
        let found = found(&questions);
        assert_eq!(found.same_text.groups, [["a", "b"]]);
        assert_eq!(found.same_text.questions, 2);
    }

    #[test]
    fn a_duplicate_of_text_and_picture_is_more_than_one_of_the_text() {
        let shown = |key, bytes: &[u8]| {
            let pictures = vec![picture(bytes, Stem)];
            Question { pictures, ..question(key, "Which colour?", &["red", "blue"], Some('A')) }
        };
        let found = found(&[shown("1", b"sea"), shown("2", b"sky"), shown("3", b"sea")]);
        assert_eq!(found.same_text.groups, [["1", "2", "3"]]);
        assert_eq!(found.same_question.groups, [["1", "3"]]);
        assert_eq!(found.same_picture.groups, [["1", "3"]]);
        assert!(found.near_text.groups.is_empty(), "the same text is not a near one");
        assert_eq!(found.near_picture, None, "no picture was looked at");
    }

    #[test]
    fn near_texts_bring_all_questions_that_have_them() {
        let stem = "Which of the objects on the table in front of the old man is made of metal?";
        let other = "Which of the objects on the table in front of the old man is made of glass?";
        let choices = &["the cup", "the spoon", "the plate", "the bowl"];
        let questions = [("1", stem), ("2", other), ("3", stem)]
            .map(|(key, stem)| question(key, stem, choices, None));
        assert_eq!(found(&questions).near_text.groups, [["1", "2", "3"]]);
    }

    #[test]
    fn near_pictures_of_different_questions_are_found_and_frames_of_one_video_are_not() {
        let grey = |shift: u8| -> Vec<u8> {
            (0..1024_usize).map(|at| (at * at / 97 % 180) as u8 + shift).collect()
        };
        let bytes: [&[u8]; 3] = [b"one", b"brighter", b"brightest"];
        let facts = bytes.map(|bytes| PictureFacts {
            hash: ImageHash::compute(bytes),
            size: None,
            bytes: 1,
        });
        let pictures = Pictures {
            facts: facts.to_vec(),
            fingerprints: Some([0, 20, 40].map(|shift| Fingerprint::new(&grey(shift))).to_vec()),
            broken: Vec::new(),
        };
        let with = |key, shown: &[&[u8]]| {
            let pictures = shown.iter().map(|bytes| picture(bytes, Frame)).collect();
            Question { pictures, ..question(key, key, &["a"], None) }
        };
        let video = [with("1", &bytes)];
        assert!(Duplicates::find(&video, &pictures).near_picture.unwrap().groups.is_empty());
        let two = [with("1", &bytes[..1]), with("2", &bytes[1..])];
        assert_eq!(Duplicates::find(&two, &pictures).near_picture.unwrap().groups, [["1", "2"]]);
    }
}
