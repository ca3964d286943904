//! The second benchmark of the sample: a question or two of each kind that a table cannot hold. Open
//! questions, choices that are pictures, frames of a video, pictures within the text, pictures of different
//! shapes side by side, views of a point cloud, twelve choices.
//!
//! No simulated model answers them. `questions` has the words, `pictures` and `point_cloud` the
//! drawings; this file writes them as JSON lines.

mod pictures;
mod point_cloud;
mod questions;

use std::collections::HashMap;

use assay::benchmark::decision::WrongReason;
use assay::benchmark::taxonomy::Taxonomy;
use assay::benchmark::{
    Choice, ChoiceOrder, Extra, ImageHash, Label, Pass, PictureRole, Question, QuestionKey,
    QuestionPicture, SourcePass,
};
use assay::formats::json_lines::write::{WriteLinesError, write_lines};

use super::picture::Picture;
use super::question::Language;

/// A question of another kind, in both languages.
pub struct KindQuestion {
    /// The L-3 ability, named as in the MMBench taxonomy.
    pub category: &'static str,
    /// The question itself, in English and in Chinese.
    pub stem: [&'static str; 2],
    /// The choices, A first, in English and in Chinese; none for an open question.
    pub choices: [&'static [&'static str]; 2],
    /// The reference answer.
    pub answer: Option<char>,
    /// Its pictures in order.
    pub pictures: Vec<(Picture, PictureRole)>,
    /// The criterion that it violates on purpose, and why.
    pub missed: Option<(WrongReason, &'static str)>,
}

/// The questions in the order of their keys, which begin at 1.
pub fn questions() -> Vec<KindQuestion> {
    questions::all()
}

/// The benchmark in a language, as JSON lines.
pub fn json_lines(language: Language) -> Vec<u8> {
    let mut files: HashMap<ImageHash, Vec<u8>> = HashMap::new();
    let mut encoded: HashMap<&str, ImageHash> = HashMap::new();
    let mut hash_of = |picture: &Picture| {
        *encoded.entry(picture.name).or_insert_with(|| {
            let bytes = picture.encode_in(language);
            let hash = ImageHash::compute(&bytes);
            files.insert(hash, bytes);
            hash
        })
    };
    let made: Vec<Question> = questions()
        .iter()
        .enumerate()
        .map(|(position, question)| made(question, position + 1, language, &mut hash_of))
        .collect();
    let mut lines = Vec::new();
    let written =
        write_lines(&made, &mut |hash| Ok::<_, WriteLinesError>(files[&hash].clone()), &mut lines);
    written.expect("writing to memory");
    lines
}

fn made(
    question: &KindQuestion,
    number: usize,
    language: Language,
    hash_of: &mut impl FnMut(&Picture) -> ImageHash,
) -> Question {
    let words = usize::from(language == Language::Chinese);
    let key = QuestionKey::new(number.to_string()).expect("a number has digits");
    let choices = question.choices[words].iter().zip(Label::all());
    let choices: Vec<Choice> =
        choices.map(|(text, label)| Choice { label, text: (*text).to_owned() }).collect();
    let (_, level2, _) =
        Taxonomy::mmbench().leaf(question.category).expect("abilities are MMBench's");
    let pictures = question.pictures.iter();
    let source = ["Assay sample (made up)", "Assay 示例（虚构）"][words];
    Question {
        stem: question.stem[words].to_owned(),
        hint: None,
        passes: vec![SourcePass {
            pass: Pass::FIRST,
            index: key.as_str().to_owned(),
            order: ChoiceOrder::original(choices.iter().map(|choice| choice.label)),
        }],
        key,
        choices,
        answer: question.answer.and_then(Label::from_letter),
        short: None,
        category: Some(question.category.to_owned()),
        l2_category: Some(level2.name.clone()),
        split: Some("dev".to_owned()),
        source: Some(source.to_owned()),
        comment: None,
        pictures: pictures
            .map(|(picture, role)| QuestionPicture { hash: hash_of(picture), role: *role })
            .collect(),
        extra: Extra::new(),
    }
}
