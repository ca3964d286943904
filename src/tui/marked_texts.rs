//! A question's texts as people read them: a mark of a picture within them reads `[picture 2]`, which is
//! the number that the picture has beside the question.

use std::borrow::Cow;

use crate::benchmark::PictureRole;
use crate::benchmark::picture_marks::{PictureMarks, TextPart};
use crate::store::BlindQuestion;
use crate::tui::messages::text;

/// The stem and the choices of a question with readable marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedTexts<'q> {
    /// The question itself.
    pub stem: Cow<'q, str>,
    /// The choices in order.
    pub choices: Vec<Cow<'q, str>>,
}

impl<'q> MarkedTexts<'q> {
    /// The texts of a question. Where they mark more pictures than there are, what looks like marks may be
    /// something else, such as the name of an element of a page: they stay as they are.
    pub fn new(question: &'q BlindQuestion) -> Self {
        let is_choice = |role| matches!(role, PictureRole::Choice(_));
        let pictures = question.pictures.iter().filter(|picture| !is_choice(picture.role)).count();
        let choices = question.choices.iter().map(|choice| choice.text.as_str());
        let texts = std::iter::once(question.stem.as_str()).chain(choices);
        let mut marks = PictureMarks::default();
        let parts: Vec<(&str, Vec<TextPart<'_>>)> =
            texts.map(|text| (text, marks.parts(text))).collect();
        let is_marked = parts.iter().flat_map(|(_, parts)| parts).all(|part| match part {
            TextPart::Picture(number) => *number <= pictures,
            TextPart::Words(_) => true,
        });
        let mut read = parts.into_iter().map(|(text, parts)| match is_marked {
            true => readable(text, &parts),
            false => Cow::Borrowed(text),
        });
        MarkedTexts { stem: read.next().unwrap_or_default(), choices: read.collect() }
    }
}

fn readable<'q>(text: &'q str, parts: &[TextPart<'q>]) -> Cow<'q, str> {
    if parts.iter().all(|part| matches!(part, TextPart::Words(_))) {
        return Cow::Borrowed(text);
    }
    let words = parts.iter().map(|part| match part {
        TextPart::Words(words) => Cow::Borrowed(*words),
        TextPart::Picture(number) => Cow::Owned(text!("pictures-mark", number = number)),
    });
    Cow::Owned(words.collect())
}
