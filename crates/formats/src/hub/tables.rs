//! The layouts: their columns, and what a question has in each.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::{CellValue, Feature, HubColumn, HubTable};
use crate::huggingface::ROLES;
use crate::json_fields::scalar;
use crate::parquet_write::{ColumnKind, ColumnValue};
use crate::python_list;
use crate::vlmevalkit::write::rows::{FileRow, first_rows};
use crate::vlmevalkit::write::{Column, accepted, extra_columns, named_questions, text_columns};
use assay_core::benchmark::picture_marks::{PictureMarks, TextPart};
use assay_core::benchmark::{Label, PictureRole, Question, QuestionKey};

/// MMMU has `image_1` to `image_7`.
const MMMU_PICTURES: usize = 7;

/// The extra fields that MMMU's layout has, and those that SEED-Bench's has.
const MMMU_FIELDS: [&str; 5] =
    ["explanation", "img_type", "topic_difficulty", "question_type", "subfield"];
const SEED_BENCH_FIELDS: [&str; 5] =
    ["data_id", "data_type", "question_type_id", "level", "version"];

/// The columns of [`whole`] whose texts are classes in a folder for the hub.
const CLASSES: [&str; 3] = ["category", "l2-category", "split"];

/// The same as [`whole`], with abilities and splits as classes.
pub fn with_classes<'q>(questions: &'q [&'q Question]) -> HubTable<'q> {
    let mut table = whole(questions);
    let columns = table.columns.into_iter().map(|column| {
        match CLASSES.contains(&column.feature.name.as_str()) {
            true => column.into_classes(questions),
            false => column,
        }
    });
    table.columns = columns.collect();
    table
}

/// All data of the questions, as an import reads it back.
pub fn whole<'q>(questions: &'q [&'q Question]) -> HubTable<'q> {
    let labels: BTreeSet<Label> = questions.iter().flat_map(|q| q.labels()).collect();
    let mut columns: Vec<HubColumn<'q>> =
        text_columns(labels.into_iter()).into_iter().map(text_column).collect();
    columns.push(text("passes", |question, _| Some(json!(question.passes).to_string())));
    columns.push(text("extra", |question, _| {
        let extra = || Value::Object(question.extra.clone()).to_string();
        (!question.extra.is_empty()).then(extra)
    }));
    if questions.iter().any(|question| question.short.is_some()) {
        columns.push(text_column(Column::ShortAnswer));
    }
    columns.push(texts(ROLES, |question| {
        question.pictures.iter().map(|picture| picture.role.to_string()).collect()
    }));
    columns.push(pictures("image"));
    HubTable { questions, rows: first_rows(questions), columns, losses: Vec::new() }
}

/// Rows of VLMEvalKit's table, each with its pictures.
pub fn vlmevalkit<'q>(
    questions: &'q [&'q Question],
    rows: Vec<FileRow>,
    columns: Vec<Column>,
) -> HubTable<'q> {
    let column = |column: Column| match column {
        Column::Image => pictures("image"),
        column => text_column(column),
    };
    let columns = columns.into_iter().map(column).collect();
    HubTable { questions, rows, columns, losses: Vec::new() }
}

/// MMBench as lmms-eval reads it. The passes of a question follow each other, so that its picture is
/// written once.
///
/// # Errors
/// If a question has several pictures, or an index is not a whole number.
pub fn mmbench<'q>(
    questions: &'q [&'q Question],
    mut rows: Vec<FileRow>,
) -> Result<HubTable<'q>, String> {
    if let Some(named) = keys(questions, |question| question.pictures.len() > 1) {
        return Err(format!("{named}: several pictures, and this layout holds one; use mmmu"));
    }
    rows.sort_by_key(|row| (row.question, row.pass));
    let labels = Label::all().take(4).chain(questions.iter().flat_map(|q| q.labels()));
    let labels: BTreeSet<Label> = labels.collect();
    let mut columns = vec![text_column(Column::Index).of_kind(ColumnKind::Integer)];
    columns.extend([Column::Question, Column::Hint].map(text_column));
    columns.extend(labels.into_iter().map(Column::Choice).map(text_column));
    columns.extend([Column::Answer, Column::Category].map(text_column));
    columns.push(picture("image", 0));
    columns.push(text_column(Column::Source));
    columns.push(text_column(Column::L2Category).named("L2-category"));
    columns.extend([Column::Comment, Column::Split].map(text_column));
    columns.extend(extra_columns(questions).0.into_iter().map(text_column));
    let losses = losses(
        questions,
        &[
            ("no picture; lmms-eval stops at such a row", |q| q.pictures.is_empty()),
            ("no choices, which MMBench's questions have", |q| q.choices.is_empty()),
            ("no letter as reference answer", |q| q.answer.is_none()),
            ("more than five choices; lmms-eval shows A to E", |q| q.choices.len() > 5),
        ],
    );
    Ok(HubTable { questions, rows, columns, losses })
}

/// The same questions with numbers for keys, which MMBench's layout needs; `None` if they have such
/// keys. The key becomes the extra field `key`.
pub fn numbered(questions: &[&Question]) -> Option<Vec<Question>> {
    let is_number = |question: &&Question| question.key.as_str().parse::<i64>().is_ok();
    if questions.iter().all(is_number) {
        return None;
    }
    let number = |(at, question): (usize, &&Question)| {
        let mut question = (*question).clone();
        question.extra.insert("key".into(), question.key.as_str().into());
        if let Some(key) = QuestionKey::new((at + 1).to_string()) {
            question.key = key;
        }
        question.passes.clear();
        question
    };
    Some(questions.iter().enumerate().map(number).collect())
}

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
            ("extra fields are left out", |q| has_others(q, &MMMU_FIELDS)),
        ],
    );
    Ok(HubTable { questions, rows: first_rows(questions), columns, losses })
}

/// SEED-Bench, as lmms-eval reads its Parquet files.
pub fn seed_bench<'q>(questions: &'q [&'q Question]) -> HubTable<'q> {
    let most = questions.iter().map(|question| question.choices.len()).max().unwrap_or(0).max(4);
    let dimensions = dimensions(questions);
    let mut columns = vec![text("answer", |question, _| {
        question.answer.and_then(|answer| position_letter(question, answer))
    })];
    for (at, label) in Label::all().take(most).enumerate() {
        let name = format!("choice_{}", label.to_string().to_lowercase());
        columns.push(text(&name, move |q, _| Some(q.choices.get(at)?.text.clone())));
    }
    columns.push(texts("data_id", data_ids));
    columns.push(text("data_type", |question, _| Some(data_type(question))));
    columns.push(text("question", |question, _| {
        let hint = question.hint.as_deref().map(|hint| format!("{hint}\n"));
        Some(hint.unwrap_or_default() + &question.stem)
    }));
    columns.push(text("question_id", |question, _| Some(question.key.to_string())));
    let number = text("question_type_id", move |question, row| {
        let own = extra_text(question, "question_type_id");
        let own = own.map(|text| text.trim_end_matches(".0").to_owned());
        own.filter(|text| is_digits(text))
            .or_else(|| Some(dimensions.get(row.question)?.to_string()))
    });
    columns.push(number.of_kind(ColumnKind::Integer));
    let optional = [
        text_column(Column::Source).named("data_source"),
        text_column(Column::L2Category).named("subpart"),
        extra("level"),
        extra("version"),
    ];
    columns.extend(optional.into_iter().filter(|column| !column.texts(questions).is_empty()));
    columns.push(pictures("image"));
    let losses = losses(
        questions,
        &[
            ("the hint is written before the question", |q| q.hint.is_some()),
            ("no choices, and SEED-Bench's questions have four", |q| q.choices.is_empty()),
            ("no letter as reference answer", |q| q.answer.is_none()),
            ("extra fields are left out", |q| has_others(q, &SEED_BENCH_FIELDS)),
        ],
    );
    HubTable { questions, rows: first_rows(questions), columns, losses }
}

/// The number of each question's category, from 1, in the order in which they appear.
fn dimensions(questions: &[&Question]) -> Vec<u64> {
    let mut known: HashMap<&str, u64> = HashMap::new();
    let mut number = |category| {
        let next = known.len() as u64 + 1;
        *known.entry(category).or_insert(next)
    };
    questions.iter().map(|q| number(q.category.as_deref().unwrap_or_default())).collect()
}

/// The names of its pictures that a question has from SEED-Bench itself, else its key with numbers.
fn data_ids(question: &Question) -> Vec<String> {
    match question.extra.get("data_id") {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(names)) => {
            names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
        }
        _ => {
            let numbers = 1..=question.pictures.len();
            numbers.map(|number| format!("{}_{number}", question.key)).collect()
        }
    }
}

fn data_type(question: &Question) -> String {
    let is_video = question.pictures.iter().any(|picture| picture.role == PictureRole::Frame);
    extra_text(question, "data_type")
        .unwrap_or_else(|| if is_video { "video" } else { "image" }.to_owned())
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

/// The letter of the right choice by its position, which is how these layouts count.
fn position_letter(question: &Question, answer: Label) -> Option<String> {
    let at = question.labels().position(|label| label == answer)?;
    Label::from_index(at).map(|label| label.to_string())
}

fn mmmu_answer(question: &Question) -> Option<String> {
    let letter = question.answer.and_then(|answer| position_letter(question, answer));
    letter.or_else(|| accepted(question.short.as_ref()?))
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

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a question has extra fields without a column in a layout.
fn has_others(question: &Question, fields: &[&str]) -> bool {
    question.extra.keys().any(|name| !fields.contains(&name.as_str()))
}

/// An extra field as text.
fn extra_text(question: &Question, name: &str) -> Option<String> {
    scalar(question.extra.get(name)?)
}

impl<'q> HubColumn<'q> {
    fn new(name: &str, kind: ColumnKind, value: CellValue<'q>) -> Self {
        HubColumn { feature: Feature { name: name.to_owned(), kind, classes: Vec::new() }, value }
    }

    fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.feature.name);
        self
    }

    fn of_kind(mut self, kind: ColumnKind) -> Self {
        self.feature.kind = kind;
        self
    }

    /// The different texts of the questions.
    fn texts(&self, questions: &[&Question]) -> BTreeSet<String> {
        let rows = questions.iter().zip(first_rows(questions));
        let value = |(question, row): (&&Question, FileRow)| match &self.value {
            CellValue::Of(value) => Some(value(question, &row)),
            CellValue::Picture(_) | CellValue::Pictures => None,
        };
        let text = |value| if let ColumnValue::Text(text) = value { Some(text) } else { None };
        rows.filter_map(value).filter_map(text).collect()
    }

    /// The same with a number for each different text, if it has any.
    fn into_classes(self, questions: &[&Question]) -> Self {
        let classes: Vec<String> = self.texts(questions).into_iter().collect();
        let CellValue::Of(text) = self.value else { return self };
        let kind = if classes.is_empty() { self.feature.kind } else { ColumnKind::Integer };
        let feature = Feature { kind, classes: classes.clone(), ..self.feature };
        let value = move |question: &Question, row: &FileRow| match text(question, row) {
            ColumnValue::Text(text) => classes
                .binary_search(&text)
                .map_or(ColumnValue::Missing, |at| ColumnValue::Text(at.to_string())),
            other => other,
        };
        HubColumn { feature, value: CellValue::Of(Box::new(value)) }
    }
}

fn text_column<'q>(column: Column) -> HubColumn<'q> {
    let name = column.name().into_owned();
    let value =
        move |question: &Question, row: &FileRow| column.cell(question, row).to_column_value();
    HubColumn::new(&name, ColumnKind::Text, CellValue::Of(Box::new(value)))
}

fn text<'q>(
    name: &str,
    value: impl Fn(&Question, &FileRow) -> Option<String> + 'q,
) -> HubColumn<'q> {
    let value = move |question: &Question, row: &FileRow| {
        value(question, row).map_or(ColumnValue::Missing, ColumnValue::Text)
    };
    HubColumn::new(name, ColumnKind::Text, CellValue::Of(Box::new(value)))
}

fn extra<'q>(name: &str) -> HubColumn<'q> {
    text_column(Column::Extra(name.to_owned()))
}

fn texts<'q>(name: &str, value: impl Fn(&Question) -> Vec<String> + 'q) -> HubColumn<'q> {
    let value = move |question: &Question, _: &FileRow| {
        let texts = value(question).into_iter().map(|text| Some(text.into_bytes()));
        ColumnValue::List(texts.collect())
    };
    HubColumn::new(name, ColumnKind::Texts, CellValue::Of(Box::new(value)))
}

fn picture<'q>(name: &str, at: usize) -> HubColumn<'q> {
    HubColumn::new(name, ColumnKind::Picture, CellValue::Picture(at))
}

fn pictures<'q>(name: &str) -> HubColumn<'q> {
    HubColumn::new(name, ColumnKind::Pictures, CellValue::Pictures)
}

/// What a layout does not hold, and whether a question has it.
type Loss = (&'static str, fn(&Question) -> bool);

/// What happens to questions, in sentences that name them.
fn losses(questions: &[&Question], found: &[Loss]) -> Vec<String> {
    let sentence =
        |(problem, is_meant): &Loss| Some(format!("{}: {problem}", keys(questions, is_meant)?));
    found.iter().filter_map(sentence).collect()
}

fn keys(questions: &[&Question], is_meant: impl Fn(&Question) -> bool) -> Option<String> {
    let meant: Vec<&str> =
        questions.iter().filter(|q| is_meant(q)).map(|q| q.key.as_str()).collect();
    (!meant.is_empty()).then(|| named_questions(meant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::{Choice, ImageHash, QuestionPicture};

    fn question(key: &str, stem: &str, choices: &[&str]) -> Question {
        let choices = Label::all().zip(choices);
        let choices = choices.map(|(label, text)| Choice { label, text: (*text).into() }).collect();
        Question::new(QuestionKey::new(key).unwrap(), stem, choices)
    }

    fn with_pictures(mut question: Question, roles: &[PictureRole]) -> Question {
        let picture = |(at, role): (usize, &PictureRole)| QuestionPicture {
            hash: ImageHash::compute(&[at as u8]),
            role: *role,
        };
        question.pictures = roles.iter().enumerate().map(picture).collect();
        question
    }

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

    #[test]
    fn what_one_picture_cannot_hold_is_refused_by_name() {
        let two = with_pictures(question("7", "Q?", &["a"]), &[PictureRole::Stem; 2]);
        let questions = [&two];
        let refused = mmbench(&questions, first_rows(&questions)).map(|_| ()).unwrap_err();
        assert_eq!(refused, "question 7: several pictures, and this layout holds one; use mmmu");
    }

    #[test]
    fn extra_fields_that_a_layout_does_not_have_are_named_as_lost() {
        let mut one = question("7", "Q?", &["a", "b"]);
        one.answer = Some(Label::A);
        one.extra.insert("img_type".into(), "map".into());
        assert!(mmmu(&[&one]).unwrap().losses.is_empty());
        let expected = ["question 7: extra fields are left out"];
        assert_eq!(seed_bench(&[&one]).losses, expected);
        one.extra.insert("lecture".into(), "l".into());
        assert_eq!(mmmu(&[&one]).unwrap().losses, expected);
    }

    #[test]
    fn keys_that_are_words_become_numbers_and_are_kept() {
        let (word, number) = (question("VAL_1", "Q?", &["a"]), question("7", "Q?", &["a"]));
        assert!(numbered(&[&number]).is_none());
        let renamed = numbered(&[&number, &word]).unwrap();
        assert_eq!((renamed[1].key.as_str(), &renamed[1].extra["key"]), ("2", &"VAL_1".into()));
    }
}
