//! Marks of pictures within a text: where an interleaved question means which of its pictures.
//!
//! Benchmarks write them as `<img>` (SEED-Bench), `<image>` or `<ImageHere>`, each the next picture, or
//! with a number, as in `<image 2>`. The text is data; it stays as it is, only what is shown changes.

/// A part of a text with marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPart<'t> {
    /// Words.
    Words(&'t str),
    /// The picture of this number, from 1.
    Picture(usize),
}

/// The marks of a question's texts, numbered across them in their order.
#[derive(Clone, Debug, Default)]
pub struct PictureMarks {
    /// How many marks without a number there were.
    pub passed: usize,
}

const WITHOUT_NUMBER: [&str; 3] = ["img", "image", "imagehere"];

impl PictureMarks {
    /// The parts of the next text.
    pub fn parts<'t>(&mut self, text: &'t str) -> Vec<TextPart<'t>> {
        let mut parts = Vec::new();
        let (mut words, mut from) = (0, 0);
        while let Some(start) = text[from..].find('<').map(|at| from + at) {
            from = start + 1;
            let Some(end) = text[from..].find('>').map(|at| from + at) else { break };
            if let Some(number) = self.number(&text[from..end]) {
                parts.push(TextPart::Words(&text[words..start]));
                parts.push(TextPart::Picture(number));
                (words, from) = (end + 1, end + 1);
            }
        }
        parts.push(TextPart::Words(&text[words..]));
        parts.retain(|part| *part != TextPart::Words(""));
        parts
    }

    /// The picture that is meant by what is between `<` and `>`.
    fn number(&mut self, inside: &str) -> Option<usize> {
        let name = inside.trim().to_ascii_lowercase();
        if WITHOUT_NUMBER.contains(&&*name) {
            self.passed += 1;
            return Some(self.passed);
        }
        let number = name.strip_prefix("image").or_else(|| name.strip_prefix("img"))?;
        let number = number.trim_start_matches([' ', '_', '-']);
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| number.parse().ok()).flatten().filter(|number| *number > 0)
    }
}

/// How many pictures a text asks for: the highest number of a mark in it.
pub fn pictures_marked(text: &str) -> usize {
    let numbers = PictureMarks::default().parts(text).into_iter().map(|part| match part {
        TextPart::Picture(number) => number,
        TextPart::Words(_) => 0,
    });
    numbers.max().unwrap_or(0)
}

/// A text in which marks with a number have another one.
pub fn with_marks_numbered(text: &str, other: impl Fn(usize) -> usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((words, behind)) = rest.split_once('<') {
        out += words;
        let mark = behind.split_once('>').and_then(|(inside, behind)| {
            let mut marks = PictureMarks::default();
            let number = marks.number(inside).filter(|_| marks.passed == 0)?;
            Some((number, behind))
        });
        rest = match mark {
            Some((number, behind)) => {
                out += &format!("<image {}>", other(number));
                behind
            }
            None => {
                out.push('<');
                behind
            }
        };
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::TextPart::{Picture, Words};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_without_a_number_are_counted_across_the_texts() {
        let mut marks = PictureMarks::default();
        assert_eq!(
            marks.parts("<img>: a cat. <img>: a"),
            [Picture(1), Words(": a cat. "), Picture(2), Words(": a")]
        );
        assert_eq!(marks.parts("like <ImageHere>"), [Words("like "), Picture(3)]);
        assert_eq!(marks.parts(""), []);
    }

    #[test]
    fn a_mark_with_a_number_means_that_picture() {
        let mut marks = PictureMarks::default();
        let parts = marks.parts("<image 2><image_1> <IMG-12>");
        assert_eq!(parts, [Picture(2), Picture(1), Words(" "), Picture(12)]);
        assert_eq!(pictures_marked("<image 2> or <image 1>"), 2);
    }

    #[test]
    fn only_marks_with_a_number_are_renumbered() {
        let text = "a < b, <image 3> or <img_1>, <image> and <b><IMG-3";
        let expected = "a < b, <image 4> or <image 2>, <image> and <b><IMG-3";
        assert_eq!(with_marks_numbered(text, |number| number + 1), expected);
    }

    #[test]
    fn what_is_no_mark_stays_words() {
        for text in [
            "a < b > c",
            "<img src=\"x\">",
            "<image 0>",
            "<images>",
            "<img",
            "<image 99999999999999999999>",
        ] {
            assert_eq!(PictureMarks::default().parts(text), [Words(text)], "{text}");
            assert_eq!(pictures_marked(text), 0);
        }
    }

    proptest! {
        #[test]
        fn words_and_marks_come_back_in_their_order(
            texts in prop::collection::vec(("[a-zé <>]{0,6}", 1usize..30), 0..6)
        ) {
            // `>` alone closes nothing, `<` alone is taken out: it could begin a mark.
            let texts: Vec<(String, usize)> =
                texts.into_iter().map(|(words, mark)| (words.replace('<', ""), mark)).collect();
            let parts: Vec<String> =
                texts.iter().map(|(words, mark)| format!("{words}<image {mark}>")).collect();
            let text = parts.concat();
            let mut expected = Vec::new();
            for (words, mark) in &texts {
                expected.extend([Words(words), Picture(*mark)]);
            }
            expected.retain(|part| *part != Words(""));
            prop_assert_eq!(PictureMarks::default().parts(&text), expected);
        }
    }
}
