//! A small benchmark of questions that are hard to show, in English and in Chinese.

use std::io::Cursor;

use assay::benchmark::{
    Choice, ChoiceOrder, Label, Pass, PictureRole, Question, QuestionKey, QuestionPicture,
    SourcePass,
};
use assay::store::{Importer, StoreError};
use assay::tui::messages;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// The language of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Chinese,
}

impl Language {
    /// The same language for the program.
    pub fn of_the_program(self) -> messages::Language {
        match self {
            Language::English => messages::Language::English,
            Language::Chinese => messages::Language::Chinese,
        }
    }
}

/// Text that would clear the screen, hide itself and turn the rest of the line around.
pub const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;gone\u{7}\u{202e}evil\u{200b}\r\n\tend";

/// Imports the questions: `1` has a picture, `2` two of them, `3` none, in `4` every field is
/// hostile, `5` is long, `6` has choices that are pictures.
pub fn import(importer: &Importer<'_>, language: Language) -> Result<(), StoreError> {
    let square = importer.keep_picture(&picture(80, 60, true))?;
    let stripe = importer.keep_picture(&picture(60, 80, false))?;
    let mut questions = match language {
        Language::English => english(),
        Language::Chinese => chinese(),
    };
    let stem = |hash| QuestionPicture { hash, role: PictureRole::Stem };
    questions[0].pictures = vec![stem(square)];
    questions[1].pictures = vec![stem(square), stem(stripe)];
    questions[3].pictures = vec![stem(stripe)];
    questions[4].pictures = vec![stem(stripe)];
    questions[5].pictures = [square, stripe]
        .into_iter()
        .zip(Label::all())
        .map(|(hash, label)| QuestionPicture { hash, role: PictureRole::Choice(label) })
        .collect();
    importer.keep_questions(&questions)?;
    Ok(())
}

fn english() -> Vec<Question> {
    let long = "Read the table in the picture. Which of the shops sold more bread in the last week \
                of March than in the first one, although it was closed on two days?";
    let mut questions = vec![
        question(
            "1",
            "Where is the sheep?",
            &["left of the dog", "behind the dog", "in front of the dog", "on the roof"],
        ),
        question("2", "Which picture was taken in the evening?", &["the first", "the second"]),
        question("3", "What colour is a ripe lemon?", &["blue", "yellow", "black"]),
        hostile(),
        question(
            "5",
            long,
            &[
                "the one in the old town",
                "the one by the river, which also sells cakes and has a garden",
                "both",
                "neither of them",
            ],
        ),
        question("6", "Which drawing shows a square?", &["", ""]),
    ];
    questions[0].hint = Some("The picture shows a farm.".into());
    questions
}

fn chinese() -> Vec<Question> {
    let long =
        "请看图中的表格。哪一家商店在三月最后一周卖出的面包比第一周多，尽管它有两天没有营业？";
    let mut questions = vec![
        question("1", "羊在哪里？", &["狗的左边", "狗的后面", "狗的前面", "屋顶上"]),
        question("2", "哪一张照片是晚上拍的？", &["第一张", "第二张"]),
        question("3", "成熟的柠檬是什么颜色？", &["蓝色", "黄色", "黑色"]),
        hostile(),
        question(
            "5",
            long,
            &["老城里的那一家", "河边的那一家，它也卖蛋糕，还有一个花园", "两家都是", "两家都不是"],
        ),
        question("6", "哪一幅画是正方形？", &["", ""]),
    ];
    questions[0].hint = Some("这张照片拍的是一个农场。".into());
    questions
}

pub fn question(key: &str, stem: &str, choices: &[&str]) -> Question {
    let choices: Vec<Choice> = choices
        .iter()
        .zip(Label::all())
        .map(|(text, label)| Choice { label, text: (*text).into() })
        .collect();
    let categories = ["spatial_relationship", "image_scene", "attribute_recognition"];
    let number: usize = key.parse().unwrap();
    let order = ChoiceOrder::original(choices.iter().map(|choice| choice.label));
    let pass = SourcePass { pass: Pass(0), index: key.into(), order };
    Question {
        passes: vec![pass],
        answer: Label::from_letter('B'),
        category: Some(categories[number % 3].into()),
        split: Some(if number < 4 { "dev" } else { "test" }.into()),
        ..Question::new(QuestionKey::new(key).unwrap(), stem, choices)
    }
}

fn hostile() -> Question {
    let text = || Some(HOSTILE.to_owned());
    Question {
        hint: text(),
        category: text(),
        l2_category: text(),
        split: text(),
        source: text(),
        comment: text(),
        ..question("4", HOSTILE, &[HOSTILE, HOSTILE])
    }
}

/// White, with a black square in the middle or a black stripe at the bottom: large plain areas, so
/// that every machine paints the same cells.
pub fn picture(width: u32, height: u32, is_square: bool) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let is_black = match is_square {
            true => x.abs_diff(width / 2) < height / 4 && y.abs_diff(height / 2) < height / 4,
            false => y > height * 2 / 3,
        };
        if is_black { Rgb([0, 0, 0]) } else { Rgb([255, 255, 255]) }
    });
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(picture).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}
