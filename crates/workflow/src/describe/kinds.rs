//! What questions show: one picture, several, a video, picture choices.

use std::collections::BTreeMap;

use serde::Serialize;

use super::texts_of;
use assay_core::benchmark::picture_marks::pictures_marked;
use assay_core::benchmark::{PictureRole, Question, QuestionKind};
use assay_core::keyword::keywords;

keywords! {
    /// What a question shows; the first of these that fits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Presentation: Display {
        /// The choices are pictures.
        PictureChoices = "picture-choices",
        /// Frames of a video.
        Video = "video",
        /// Pictures at marks in the text.
        Interleaved = "interleaved",
        /// Several pictures next to the text.
        SeveralPictures = "several-pictures",
        /// One picture next to the text.
        OnePicture = "one-picture",
        /// Text only.
        NoPicture = "no-picture",
    }
}

impl Presentation {
    /// The kind of a question.
    pub fn from_question(question: &Question) -> Self {
        let has =
            |is: fn(PictureRole) -> bool| question.pictures.iter().any(|picture| is(picture.role));
        match question.pictures.len() {
            0 => Presentation::NoPicture,
            _ if has(|role| matches!(role, PictureRole::Choice(_))) => Presentation::PictureChoices,
            _ if has(|role| role == PictureRole::Frame) => Presentation::Video,
            _ if texts_of(question).any(|text| pictures_marked(text) > 0) => {
                Presentation::Interleaved
            }
            1 => Presentation::OnePicture,
            _ => Presentation::SeveralPictures,
        }
    }
}

/// The number of questions of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KindCount {
    pub kind: Presentation,
    /// Questions of it.
    pub questions: usize,
    /// Those of them that are open: with neither choices nor a rule for short answers.
    pub open: usize,
}

/// The kinds that occur.
pub(super) fn count(questions: &[Question]) -> Vec<KindCount> {
    let mut counts: BTreeMap<Presentation, KindCount> = BTreeMap::new();
    for question in questions {
        let kind = Presentation::from_question(question);
        let count = counts.entry(kind).or_insert(KindCount { kind, questions: 0, open: 0 });
        count.questions += 1;
        count.open += usize::from(question.kind() == QuestionKind::Open);
    }
    counts.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{picture, question};
    use super::*;
    use PictureRole::{Choice, Frame, Stem};
    use assay_core::benchmark::Label;

    #[test]
    fn each_question_is_of_the_first_kind_that_fits() {
        let shown = |stem: &str, roles: &[PictureRole]| {
            let mut question = question("1", stem, &["a", "b"], None);
            question.pictures = roles.iter().map(|&role| picture(b"x", role)).collect();
            Presentation::from_question(&question)
        };
        assert_eq!(shown("Which?", &[]), Presentation::NoPicture);
        assert_eq!(shown("Which?", &[Stem]), Presentation::OnePicture);
        assert_eq!(shown("Which?", &[Stem, Stem]), Presentation::SeveralPictures);
        assert_eq!(shown("In <img> which?", &[Stem]), Presentation::Interleaved);
        assert_eq!(shown("Which?", &[Frame, Frame]), Presentation::Video);
        let mut marked = question("1", "Which?", &["like <img>", "like <img>"], None);
        marked.pictures = vec![picture(b"x", Stem), picture(b"y", Stem)];
        assert_eq!(Presentation::from_question(&marked), Presentation::Interleaved);
        assert_eq!(shown("<img>?", &[Stem, Choice(Label::A)]), Presentation::PictureChoices);
    }

    #[test]
    fn open_questions_are_counted_within_their_kind() {
        let open = question("1", "Tell a story.", &[], None);
        let closed = question("2", "Which?", &["a"], None);
        let expected = KindCount { kind: Presentation::NoPicture, questions: 2, open: 1 };
        assert_eq!(count(&[open, closed]), [expected]);
    }
}
