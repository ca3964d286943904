//! Lengths of texts and sizes of pictures.

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use assay_core::benchmark::Question;
use assay_core::benchmark::picture_marks::{PictureMarks, TextPart};
use assay_core::statistics::Spread;
use assay_store::PictureFacts;

/// Words as Unicode splits them; a Chinese character is one word, a mark of a picture is not
/// counted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Words {
    /// Of the question alone.
    pub question: Option<Spread>,
    /// Of hint, question and choices.
    pub with_hint_and_choices: Option<Spread>,
    /// Of each choice.
    pub choice: Option<Spread>,
}

impl Words {
    /// Counts the words of these questions.
    pub fn count(questions: &[Question]) -> Self {
        let words = |text: &str| {
            let count = |part| match part {
                TextPart::Words(words) => words.unicode_words().count(),
                TextPart::Picture(_) => 0,
            };
            PictureMarks::default().parts(text).into_iter().map(count).sum::<usize>() as f64
        };
        let stems: Vec<f64> = questions.iter().map(|question| words(&question.stem)).collect();
        let choices: Vec<Vec<f64>> = questions
            .iter()
            .map(|question| question.choices.iter().map(|choice| words(&choice.text)).collect())
            .collect();
        let whole =
            questions.iter().zip(&stems).zip(&choices).map(|((question, stem), choices)| {
                let hint = question.hint.as_deref().map_or(0.0, words);
                stem + hint + choices.iter().sum::<f64>()
            });
        Words {
            with_hint_and_choices: Spread::new(whole),
            question: Spread::new(stems.iter().copied()),
            choice: Spread::new(choices.into_iter().flatten()),
        }
    }
}

/// The sizes of the different pictures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PictureSizes {
    /// The number of different pictures, broken ones included.
    pub pictures: usize,
    /// The number of those in their places that do not have a readable size.
    pub unreadable: usize,
    /// In pixels.
    pub width: Option<Spread>,
    /// In pixels.
    pub height: Option<Spread>,
    /// In millions of pixels.
    pub megapixels: Option<Spread>,
    /// Of the files.
    pub kilobytes: Option<Spread>,
}

impl PictureSizes {
    /// Counts these pictures; `broken` is the number of further, broken ones.
    pub fn count(pictures: &[PictureFacts], broken: usize) -> Self {
        let sizes: Vec<(f64, f64)> = pictures
            .iter()
            .filter_map(|picture| picture.size)
            .map(|(width, height)| (f64::from(width), f64::from(height)))
            .collect();
        PictureSizes {
            pictures: pictures.len() + broken,
            unreadable: pictures.len() - sizes.len(),
            width: Spread::new(sizes.iter().map(|size| size.0)),
            height: Spread::new(sizes.iter().map(|size| size.1)),
            megapixels: Spread::new(sizes.iter().map(|(width, height)| width * height / 1e6)),
            kilobytes: Spread::new(pictures.iter().map(|picture| picture.bytes as f64 / 1e3)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::question;
    use super::*;
    use assay_core::benchmark::ImageHash;

    #[test]
    fn words_are_counted_in_every_script() {
        let mut one = question("1", "Where is the sheep?", &["on the roof", "x"], None);
        one.hint = Some("A farm.".into());
        let words = Words::count(&[one, question("2", "羊在哪里", &["左"], None)]);
        let question = words.question.unwrap();
        assert_eq!((question.n, question.mean), (2, 4.0));
        let whole = words.with_hint_and_choices.unwrap();
        assert_eq!((whole.min, whole.max), (5.0, 10.0));
        assert_eq!(words.choice.unwrap().n, 3);
    }

    #[test]
    fn a_mark_of_a_picture_is_no_word() {
        let one = question("1", "Is <img> like <image 2>?", &["<img>", "no, <img>"], None);
        let words = Words::count(&[one]);
        assert!((words.question.unwrap().mean - 2.0).abs() < 1e-12);
        assert!((words.choice.unwrap().max - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_picture_without_a_size_counts_as_unreadable() {
        let facts = |size, bytes| PictureFacts { hash: ImageHash::compute(b"x"), size, bytes };
        let sizes = PictureSizes::count(&[facts(Some((2000, 1000)), 3000), facts(None, 1000)], 3);
        assert_eq!((sizes.pictures, sizes.unreadable), (5, 1));
        assert!((sizes.megapixels.unwrap().max - 2.0).abs() < 1e-12);
        assert!((sizes.kilobytes.unwrap().mean - 2.0).abs() < 1e-12);
        assert_eq!(PictureSizes::count(&[], 0).width, None);
    }
}
