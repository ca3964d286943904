//! A question's texts in readable form: a mark of a picture in them becomes `[picture 2]`, the
//! number that the picture has next to the question.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::messages::text;
use assay_core::benchmark::picture_marks::{PictureMarks, TextPart};
use assay_core::benchmark::{Choice, Label, PictureRole, QuestionPicture};
use assay_store::BlindQuestion;

/// The stem and the choices of a question with readable marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedTexts<'q> {
    /// The question itself.
    pub stem: MarkedText<'q>,
    /// The choices in order.
    pub choices: Vec<MarkedText<'q>>,
    /// The choices themselves.
    read_from: &'q [Choice],
    pictures: &'q [QuestionPicture],
}

/// A text in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkedText<'q> {
    /// Its parts in order.
    pub parts: Vec<TextPart<'q>>,
}

impl<'q> MarkedTexts<'q> {
    /// The texts of a question.
    pub fn new(question: &'q BlindQuestion) -> Self {
        let available = pictures_of_stem(&question.pictures) + question.withheld_pictures;
        let mut marks = PictureMarks::default();
        let stem = marks.parts(&question.stem);
        let texts = (question.stem.as_str(), question.choices.as_slice());
        Self::read(texts, &question.pictures, available, stem, |text| marks.parts(text))
    }

    /// The texts of a question with the choices as a model saw them. Marks without a number are
    /// counted in the question's own order, which is not known here: in choices they stay
    /// unchanged.
    pub fn as_shown(stem: &'q str, choices: &'q [Choice], pictures: &'q [QuestionPicture]) -> Self {
        let of_choice = |text: &'q str| {
            let mut marks = PictureMarks::default();
            let parts = marks.parts(text);
            if marks.passed > 0 { vec![TextPart::Words(text)] } else { parts }
        };
        let of_stem = PictureMarks::default().parts(stem);
        Self::read((stem, choices), pictures, pictures_of_stem(pictures), of_stem, of_choice)
    }

    /// The texts in parts. If they mark more pictures than are available, the apparent marks may be
    /// other text, such as the name of an element of a page: texts with marks stay unchanged. The mark
    /// of a choice that is a picture is not counted.
    fn read(
        (stem, choices): (&'q str, &'q [Choice]),
        pictures: &'q [QuestionPicture],
        available: usize,
        of_stem: Vec<TextPart<'q>>,
        mut of_choice: impl FnMut(&'q str) -> Vec<TextPart<'q>>,
    ) -> Self {
        let of_choices = choices.iter().map(|choice| {
            own_picture(choice, pictures)
                .unwrap_or_else(|| MarkedText { parts: of_choice(&choice.text) })
        });
        let mut read = MarkedTexts {
            choices: of_choices.collect(),
            stem: MarkedText { parts: of_stem },
            read_from: choices,
            pictures,
        };
        if read.numbers().last().is_some_and(|&last| last > available) {
            let whole = |text| MarkedText { parts: vec![TextPart::Words(text)] };
            read.stem = whole(stem);
            let marked = read.choices.iter_mut().zip(choices);
            marked
                .filter(|(marked, _)| marked.numbers().next().is_some())
                .for_each(|(marked, choice)| *marked = whole(&choice.text));
        }
        read
    }

    /// The texts shown for the choices: their own, or that they are pictures, or that they have neither.
    pub fn shown_choices(&self) -> impl Iterator<Item = (Label, Cow<'q, str>)> + '_ {
        let choices = self.choices.iter().zip(self.read_from).enumerate();
        choices.map(move |(at, (text, Choice { label, .. }))| match text.readable() {
            words if !words.trim().is_empty() => (*label, words),
            _ if self.is_picture_alone(at) => (*label, text!("card-see-picture").into()),
            _ => (*label, text!("card-no-text").into()),
        })
    }

    /// Whether a choice is a picture without words, by its position.
    pub fn is_picture_alone(&self, position: usize) -> bool {
        let choice = self.choices.get(position).zip(self.read_from.get(position));
        choice.is_some_and(|(text, Choice { label, .. })| {
            let is_picture = |one: &QuestionPicture| one.role == PictureRole::Choice(*label);
            text.readable().trim().is_empty() && self.pictures.iter().any(is_picture)
        })
    }

    /// The numbers of the pictures that are marked.
    pub fn numbers(&self) -> BTreeSet<usize> {
        let texts = std::iter::once(&self.stem).chain(&self.choices);
        texts.flat_map(MarkedText::numbers).collect()
    }
}

/// The text of a choice that is a picture, without the mark of that picture; `None` if it does not
/// have exactly one such mark.
fn own_picture<'q>(choice: &'q Choice, pictures: &[QuestionPicture]) -> Option<MarkedText<'q>> {
    let is_picture = pictures.iter().any(|one| one.role == PictureRole::Choice(choice.label));
    let mut parts = PictureMarks::default().parts(&choice.text);
    let count = parts.len();
    parts.retain(|part| !matches!(part, TextPart::Picture(_)));
    (is_picture && count == parts.len() + 1).then_some(MarkedText { parts })
}

/// The pictures that a text can mark: those that are not choices.
fn pictures_of_stem(pictures: &[QuestionPicture]) -> usize {
    pictures.iter().filter(|picture| !matches!(picture.role, PictureRole::Choice(_))).count()
}

impl<'q> MarkedText<'q> {
    /// The text with readable marks.
    pub fn readable(&self) -> Cow<'q, str> {
        match self.parts[..] {
            [] => Cow::Borrowed(""),
            [TextPart::Words(words)] => Cow::Borrowed(words),
            _ => Cow::Owned(self.parts.iter().map(|&part| readable_part(part)).collect()),
        }
    }

    /// The numbers of the pictures that are marked in it, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.parts.iter().filter_map(|part| match part {
            TextPart::Picture(number) => Some(*number),
            TextPart::Words(_) => None,
        })
    }
}

/// A part as it is read.
pub fn readable_part(part: TextPart<'_>) -> Cow<'_, str> {
    match part {
        TextPart::Words(words) => Cow::Borrowed(words),
        TextPart::Picture(number) => Cow::Owned(text!("pictures-mark", number)),
    }
}

/// Only the stem, of a question with `pictures` pictures.
pub fn readable_stem(stem: &str, pictures: usize) -> Cow<'_, str> {
    let text = MarkedText { parts: PictureMarks::default().parts(stem) };
    match text.numbers().max().is_none_or(|last| last <= pictures) {
        true => text.readable(),
        false => Cow::Borrowed(stem),
    }
}
