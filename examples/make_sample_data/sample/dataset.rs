//! The benchmark as VLMEvalKit reads it: one TSV row per question, pictures in base64.

use std::collections::HashMap;

use assay::benchmark::taxonomy::Taxonomy;

use super::picture::Picture;
use super::question::{Language, Question, label_of};

/// The `source` of every question.
pub fn source(language: Language) -> &'static str {
    match language {
        Language::English => "Assay sample (made up)",
        Language::Chinese => "Assay 示例（虚构）",
    }
}

/// A comment in a language.
fn comment(english: &'static str, language: Language) -> &'static str {
    match (language, english) {
        (Language::English, _) | (_, "") => english,
        (_, "Shares its picture with the question before it.") => "与上一题共用图片。",
        (_, "Small print: zoom in.") => "字很小：请放大。",
        (_, "Transparent picture.") => "透明图片。",
        (_, "A very small picture.") => "很小的图片。",
        (_, "Two pictures in one cell.") => "一个单元格中有两张图片。",
        (_, "Three pictures in one cell.") => "一个单元格中有三张图片。",
        (_, other) => panic!("the comment {other:?} has no Chinese words"),
    }
}

/// How many choice columns there are.
pub const CHOICES: usize = 4;

/// The columns up to the reference answer.
pub const QUESTION: [&str; 8] = ["index", "question", "hint", "A", "B", "C", "D", "answer"];

/// The columns after it. In the data set the picture is after the category.
pub const ABOUT: [&str; 5] = ["category", "source", "l2-category", "comment", "split"];

/// The data set in a language. Rows that share a picture point to the first that has it.
pub fn tsv(questions: &[Question], language: Language, files: &HashMap<&str, Vec<u8>>) -> Vec<u8> {
    let taxonomy = Taxonomy::mmbench();
    let mut table = writer();
    let (category, rest) = ABOUT.split_at(1);
    table
        .write_record([&QUESTION, category, &["image"], rest].concat())
        .expect("writing to memory");
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (position, question) in questions.iter().enumerate() {
        let index = position + 1;
        let image = image_cell(question.pictures, index, &mut seen, files);
        let mut row = question_cells(question, language, index, 0);
        row.extend(about_cells(question, taxonomy, language));
        row.insert(QUESTION.len() + 1, image);
        table.write_record(row).expect("writing to memory");
    }
    table.into_inner().expect("writing to memory")
}

/// A table of tab-separated values in memory.
pub fn writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().delimiter(b'\t').from_writer(Vec::new())
}

/// The cells of the columns [`QUESTION`] in a CircularEval pass: the choices rotated left by the
/// number of the pass.
pub fn question_cells(
    question: &Question,
    language: Language,
    index: usize,
    pass: usize,
) -> Vec<String> {
    let words = question.wording(language);
    let count = words.choices.len();
    let mut row = vec![index.to_string(), words.stem.to_owned(), words.hint.to_owned()];
    for position in 0..CHOICES {
        let shown = (position < count).then(|| words.choices[(position + pass) % count]);
        row.push(shown.unwrap_or_default().to_owned());
    }
    row.push(label_of((question.answer + count - pass) % count).to_string());
    row
}

/// The cells of the columns [`ABOUT`].
pub fn about_cells(question: &Question, taxonomy: &Taxonomy, language: Language) -> Vec<String> {
    let (_, level2, _) = taxonomy.leaf(question.category).expect("abilities are MMBench's");
    let (source, comment) = (source(language), comment(question.comment, language));
    [question.category, source, &level2.name, comment, question.split.name()]
        .map(str::to_owned)
        .to_vec()
}

/// The cell of one picture, of a picture that an earlier row has, or of several pictures.
fn image_cell<'a>(
    pictures: &[Picture],
    index: usize,
    seen: &mut HashMap<&'a str, usize>,
    files: &HashMap<&'a str, Vec<u8>>,
) -> String {
    let text = |picture: &Picture| base64_simd::STANDARD.encode_to_string(&files[picture.name]);
    match pictures {
        [only] => match seen.get(only.name) {
            Some(first) => first.to_string(),
            None => {
                seen.insert(only.name, index);
                text(only)
            }
        },
        several => {
            let cells: Vec<String> =
                several.iter().map(|picture| format!("'{}'", text(picture))).collect();
            format!("[{}]", cells.join(", "))
        }
    }
}
