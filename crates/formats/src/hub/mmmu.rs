//! MMMU's layout: choices as the text of a list, and marks where the pictures belong.

use std::collections::BTreeSet;

use super::HubTable;
use super::columns::{
    extra, extra_text, has_others, is_digits, keys, losses, picture, position_letter, text,
};
use crate::python_list;
use crate::vlmevalkit::write::accepted;
use crate::vlmevalkit::write::rows::{FileRow, first_rows};
use assay_core::benchmark::picture_marks::{PictureMarks, TextPart};
use assay_core::benchmark::{AnswerRule, PictureRole, Question, ShortAnswer};

/// MMMU has `image_1` to `image_7`.
const MMMU_PICTURES: usize = 7;

/// The extra fields that the layout has.
const MMMU_FIELDS: [&str; 5] =
    ["explanation", "img_type", "topic_difficulty", "question_type", "subfield"];

/// MMMU: choices as the text of a list, and marks where the pictures belong.
///
/// # Errors
/// If a question has more than seven pictures.
pub fn mmmu<'q>(questions: &'q [&'q Question]) -> Result<HubTable<'q>, String> {
    if let Some(named) = keys(questions, |question| question.pictures.len() > MMMU_PICTURES) {
        return Err(format!("{named}: more than seven pictures, and this layout holds seven"));
    }
    let are_numbers = questions.iter().all(|q| is_digits(q.key.as_str()));
    let id = move |question: &Question, row: &FileRow| mmmu_id(question, row, are_numbers);
    let mut columns = vec![
        text("id", move |question, row| Some(id(question, row))),
        text("question", |question, _| Some(with_marks(question).0)),
        text("options", |question, _| Some(python_list::literal(&with_marks(question).1))),
        extra("explanation"),
    ];
    let numbers = 0..MMMU_PICTURES;
    columns.extend(numbers.map(|at| picture(&format!("image_{}", at + 1), at)));
    columns.extend([
        extra("img_type"),
        text("answer", |question, _| mmmu_answer(question)),
        extra("topic_difficulty"),
        text("question_type", |question, _| {
            let is_open = question.choices.is_empty();
            Some(if is_open { "open" } else { "multiple-choice" }.to_owned())
        }),
        text("subfield", |question, _| {
            extra_text(question, "subfield").or_else(|| question.category.clone())
        }),
    ]);
    let keys = questions.iter().zip(first_rows(questions));
    if keys.into_iter().any(|(question, row)| id(question, &row) != question.key.as_str()) {
        columns.push(text("key", |question, _| Some(question.key.to_string())));
    }
    let losses = losses(
        questions,
        &[
            ("the hint is written before the question", |q| q.hint.is_some()),
            ("no reference answer", |q| mmmu_answer(q).is_none()),
            ("the L-2 ability, the source or the comment is left out", |q| {
                q.l2_category.is_some() || q.source.is_some() || q.comment.is_some()
            }),
            ("the short answer is read by MMMU's rule, without precision and unit", |q| {
                let is_other = |short: &ShortAnswer| {
                    let has_more = short.precision.is_some() || short.unit.is_some();
                    short.rule != AnswerRule::MmmuOpen || has_more
                };
                q.short.as_ref().is_some_and(is_other)
            }),
            ("extra fields are left out", |q| has_others(q, &MMMU_FIELDS)),
        ],
    );
    Ok(HubTable { questions, rows: first_rows(questions), columns, losses })
}

/// lmms-eval takes the subject from an id of the form `validation_Math_12`.
fn mmmu_id(question: &Question, row: &FileRow, are_numbers: bool) -> String {
    let key = question.key.as_str();
    let has_form = key.split_once('_').and_then(|(_, rest)| rest.rsplit_once('_'));
    if has_form.is_some_and(|(subject, number)| !subject.is_empty() && is_digits(number)) {
        return key.to_owned();
    }
    let number = if are_numbers { key.to_owned() } else { (row.question + 1).to_string() };
    let words = |text: Option<&str>, usual: &str, gap: &str| {
        let words: Vec<&str> = text.unwrap_or(usual).split_whitespace().collect();
        words.join(gap)
    };
    let split = words(question.split.as_deref(), "validation", "").replace('_', "");
    format!("{split}_{}_{number}", words(question.category.as_deref(), "all", "_"))
}

fn mmmu_answer(question: &Question) -> Option<String> {
    let letter = question.answer.and_then(|answer| position_letter(question, answer));
    letter.or_else(|| {
        let short = question.short.as_ref()?;
        match short.answers.as_slice() {
            // Else it is read as several answers.
            [only] if python_list::looks_like_a_list(only.as_bytes()) => {
                Some(python_list::literal(&short.answers))
            }
            _ => accepted(short),
        }
    })
}

/// The question and its choices with a numbered mark for each picture, where the text has one or else
/// before the question and in its choice.
fn with_marks(question: &Question) -> (String, Vec<String>) {
    let mut marks = PictureMarks::default();
    let mut marked = BTreeSet::new();
    let mut number = |text: &str| -> String {
        let parts = marks.parts(text).into_iter().map(|part| match part {
            TextPart::Words(words) => words.to_owned(),
            TextPart::Picture(number) => {
                marked.insert(number);
                format!("<image {number}>")
            }
        });
        parts.collect()
    };
    let mut stem = number(&question.stem);
    if let Some(hint) = &question.hint {
        stem = format!("{}\n{stem}", number(hint));
    }
    let mut choices: Vec<String> =
        question.choices.iter().map(|choice| number(&choice.text)).collect();
    let mut before = String::new();
    for (at, picture) in question.pictures.iter().enumerate() {
        let mark = format!("<image {}>", at + 1);
        if marked.contains(&(at + 1)) {
            continue;
        }
        let choice = match picture.role {
            PictureRole::Choice(label) => question.labels().position(|known| known == label),
            PictureRole::Stem | PictureRole::Frame => None,
        };
        match choice.and_then(|at| choices.get_mut(at)) {
            Some(choice) => *choice = String::from(format!("{mark} {choice}").trim()),
            None => before = before + &mark + " ",
        }
    }
    (before + &stem, choices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::example::{question, with_pictures};
    use assay_core::benchmark::Label;

    #[test]
    fn pictures_without_a_mark_get_one_where_they_belong() {
        let stem = PictureRole::Stem;
        let plain = with_pictures(question("1", "Which?", &["left", "right"]), &[stem, stem]);
        assert_eq!(with_marks(&plain).0, "<image 1> <image 2> Which?");
        let marked =
            with_pictures(question("1", "Is <img> like <image 2>?", &["a"]), &[stem, stem]);
        assert_eq!(with_marks(&marked).0, "Is <image 1> like <image 2>?");
        let roles = [stem, PictureRole::Choice(Label::A)];
        let choices = with_pictures(question("1", "Which?", &["", "none"]), &roles);
        let expected = ("<image 1> Which?".to_owned(), vec!["<image 2>".to_owned(), "none".into()]);
        assert_eq!(with_marks(&choices), expected);
    }

    #[test]
    fn one_answer_that_is_a_list_stays_one() {
        let mut one = question("1", "Which two?", &[]);
        let answers = vec!["[1, 2]".to_owned()];
        let rule = AnswerRule::List;
        one.short = Some(ShortAnswer { rule, answers, precision: None, unit: None });
        assert_eq!(mmmu_answer(&one).as_deref(), Some("['[1, 2]']"));
        assert!(mmmu(&[&one]).unwrap().losses[0].contains("MMMU's rule"));
    }

    #[test]
    fn an_id_names_split_subject_and_number_as_lmms_eval_expects() {
        let mut one = question("241", "Q?", &["a"]);
        one.category = Some("action recognition".into());
        let row = &first_rows(&[&one])[0];
        assert_eq!(mmmu_id(&one, row, true), "validation_action_recognition_241");
        let other = question("x", "Q?", &["a"]);
        assert_eq!(mmmu_id(&other, row, false), "validation_all_1");
        let own = question("dev_Art_Theory_3", "Q?", &["a"]);
        assert_eq!(mmmu_id(&own, row, false), "dev_Art_Theory_3");
    }
}
