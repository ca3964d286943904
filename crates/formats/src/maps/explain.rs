//! What an import would take for what, and a map for files of an unknown layout, as the names and values of
//! their columns suggest it. It is shown and never used without a person's word.

use std::sync::Arc;

use serde_json::Value;

use super::choices_in_text::{TextWithChoices, find};
use super::columns::{Column, Columns, PICTURE_PATH};
use super::places::is_numbered;
use super::{FieldMap, Part, Place, PlaceOfPart, Transform, WithoutChoices, values};
use crate::json_fields::{key_text, scalar};
use crate::json_lines;
use crate::short_answer::SHORT_ANSWER;
use assay_core::benchmark::{AnswerRule, Label};

/// A map that the columns suggest.
pub struct Suggestion {
    /// `None` if no column looks like the question.
    pub map: Option<Arc<FieldMap>>,
    /// Why an import without the map does not read the answers as it does.
    pub stop: Option<String>,
    /// What is not sure about it, in sentences.
    pub doubts: Vec<&'static str>,
}

/// Names of the columns of a part, the most usual one first; case does not count.
const NAMES: [(Part, &str); 12] = [
    (Part::Key, "index|pid|question_id|id|qid|idx|key|uid|questionid|sample_id|data_id"),
    (Part::Stem, "question|query|stem|prompt|problem|text|instruction|input|statement"),
    (Part::Choices, "choices|options|candidates|answer_choices|choice|option"),
    (
        Part::Answer,
        "answer|label|gt_answer|answers|correct_answer|correct answer|gold|target|correct|ground_truth|gt|\
         answer_key|solution",
    ),
    (Part::Image, "image|images|image_path|file_name|img|img_path|image_file|filename|picture"),
    (Part::Hint, "hint|context"),
    (Part::Category, "category|task|sub_task|subtask|subject|topic|type"),
    (Part::L2Category, "l2-category|l2_category"),
    (Part::Split, "split"),
    (Part::Source, "source|dataset"),
    (Part::Precision, "precision"),
    (Part::Unit, "unit"),
];

/// Suggests a map.
pub fn suggest(columns: &Columns) -> Suggestion {
    let mut map = FieldMap { name: "map".to_owned(), ..FieldMap::default() };
    let mut doubts = Vec::new();
    for (part, names) in NAMES {
        let named = column_of(part, names, columns, &map);
        let place = match part {
            Part::Image => pictures(columns).or(named),
            Part::Choices => lettered(columns).or(named),
            _ => named,
        };
        let place = place.map(|place| PlaceOfPart { places: vec![place], transform: None });
        map.parts.extend(place.map(|place| (part, place)));
    }
    map.parts.sort_by_key(|(part, _)| *part);
    if map.place(Part::Stem).is_none() {
        doubts.push("no column looks like the question: name it with stem=COLUMN");
        return Suggestion { map: None, stop: None, doubts };
    }
    if map.place(Part::Key).is_none() {
        doubts.push(
            "no column looks like a key: keys are made of the content, such as q3f2a91c07be4",
        );
    }
    let most_choices = read_choices(&mut map, columns, &mut doubts);
    let stop = read_answers(&mut map, columns, most_choices, &mut doubts);
    Suggestion { map: Some(Arc::new(map)), stop, doubts }
}

/// The column of a part: by its name, by a part of its name, or by its values.
fn column_of(part: Part, names: &str, columns: &Columns, map: &FieldMap) -> Option<Place> {
    let is_free = |column: &&Column| {
        let is_taken = !map.parts_of(&column.name).is_empty();
        let is_named = part != Part::Key || column.is_unique();
        column.filled > 0 && !is_taken && is_named && !column.kind.starts_with("picture")
    };
    let free: Vec<&Column> = columns.columns.iter().filter(is_free).collect();
    let called = |name: &str| free.iter().find(|column| column.name.eq_ignore_ascii_case(name));
    let inside = |name: &str| {
        let is_last = |(_, last): (&str, &str)| last.eq_ignore_ascii_case(name);
        free.iter().find(|column| column.name.rsplit_once('.').is_some_and(is_last))
    };
    let by_name = names.split('|').find_map(called).or_else(|| names.split('|').find_map(inside));
    let is_like = |column: &&&Column| {
        let lower_case = column.name.to_lowercase();
        names.split('|').any(|name| name.len() > 3 && lower_case.contains(name))
    };
    let holds = |column: &&&Column| {
        let mut given = column.values.iter().filter(|value| !values::is_missing(value)).peekable();
        given.peek().is_some()
            && given.all(|value| match part {
                Part::Stem => value.as_str().is_some_and(|text| text.contains('?')),
                Part::Choices => {
                    values::choices(value, None).is_ok() || value.as_str().and_then(find).is_some()
                }
                Part::Answer => value.is_boolean(),
                _ => false,
            })
    };
    let is_main = matches!(part, Part::Stem | Part::Choices | Part::Answer);
    let by_part = || free.iter().find(is_like).filter(|_| is_main);
    // What has the usual name of another part is not taken by its values.
    let has_other_name = |column: &&&Column| {
        let is_name = |name: &str| column.name.eq_ignore_ascii_case(name);
        NAMES.iter().any(|(other, names)| *other != part && names.split('|').any(is_name))
    };
    let by_values = || free.iter().filter(|column| !has_other_name(column)).find(holds);
    let found = by_name.or_else(by_part).or_else(by_values)?;
    Some(Place::Column(found.name.clone()))
}

/// The columns with pictures: one, or several that are numbered. Those with paths come after others.
fn pictures(columns: &Columns) -> Option<Place> {
    let with = columns.columns.iter().filter(|column| column.kind.starts_with("picture"));
    let first = with.min_by_key(|column| column.kind == PICTURE_PATH)?.name.as_str();
    let prefix = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = columns.columns.iter().filter(|column| is_numbered(&column.name, prefix));
    match prefix != first && numbered.count() > 1 {
        true => Some(Place::Numbered(prefix.to_owned())),
        false => Some(Place::Column(first.to_owned())),
    }
}

/// Choices in columns of their own: `A`, `B`, or `option_a`, `option_b`.
fn lettered(columns: &Columns) -> Option<Place> {
    let names = || columns.columns.iter().map(|column| column.name.as_str());
    if names().filter(|name| Place::Letters.is_column(name)).count() > 1 {
        return Some(Place::Letters);
    }
    let prefixes = ["option_", "choice_", "option", "choice", "opt_", "opt"];
    let mut found = prefixes
        .into_iter()
        .find(|prefix| names().filter(|name| is_numbered(name, prefix)).count() > 1);
    if found.is_none() && ["a", "b"].iter().all(|letter| names().any(|name| name == *letter)) {
        found = Some("");
    }
    found.map(|prefix| Place::Numbered(prefix.to_owned()))
}

impl FieldMap {
    /// Whether answers are letters of choices, or texts of them.
    pub fn has_answers_as_letters(&self) -> bool {
        let is_plain = |place: &PlaceOfPart| place.transform.is_none();
        self.without_choices.is_none() && self.place(Part::Answer).is_some_and(is_plain)
    }

    /// The values of a part that is in one column.
    fn values<'c>(&self, part: Part, columns: &'c Columns) -> Vec<&'c Value> {
        match self.place(part).map(|place| place.places.as_slice()) {
            Some([Place::Column(name)]) => columns.values(name),
            _ => Vec::new(),
        }
    }

    fn set_transform(&mut self, part: Part, transform: Transform) {
        if let Some((_, place)) = self.parts.iter_mut().find(|(known, _)| *known == part) {
            place.transform = Some(transform);
        }
    }
}

/// How the choices are read; the most choices of a question.
fn read_choices(map: &mut FieldMap, columns: &Columns, doubts: &mut Vec<&'static str>) -> usize {
    let texts = map.values(Part::Choices, columns);
    let given = || texts.iter().filter(|value| !values::is_missing(value));
    if map.place(Part::Choices).is_none() {
        let stems = map.values(Part::Stem, columns);
        if values::fits(Transform::InStem, &stems) {
            if let Some(stem) = map.place(Part::Stem).cloned() {
                let place = PlaceOfPart { transform: Some(Transform::InStem), ..stem };
                map.parts.push((Part::Choices, place));
                map.parts.sort_by_key(|(part, _)| *part);
            }
            doubts.push("some questions have choices within their text: these are cut out of it");
            return most_of(&choices_by_row(map, columns));
        }
        return 0;
    }
    if given().any(|value| value.is_string()) {
        let transform = match values::fits(Transform::ListInText, &texts) {
            true => Transform::ListInText,
            false => Transform::InText,
        };
        if !values::fits(transform, &texts) {
            doubts.push("how the choices are written is not known");
        }
        map.set_transform(Part::Choices, transform);
    }
    most_of(&choices_by_row(map, columns))
}

/// The most choices of a row, at least two.
fn most_of(choices: &[Vec<String>]) -> usize {
    choices.iter().map(Vec::len).max().unwrap_or(2).max(2)
}

/// The choices of each row.
fn choices_by_row(map: &FieldMap, columns: &Columns) -> Vec<Vec<String>> {
    let Some(place) = map.place(Part::Choices) else { return Vec::new() };
    let owned = |found: TextWithChoices<'_>| found.choices.into_iter().map(str::to_owned).collect();
    let read = |value: &Value| match place.transform {
        Some(Transform::InStem) => value.as_str().and_then(find).map(owned).unwrap_or_default(),
        transform => values::choices(value, transform).unwrap_or_default(),
    };
    match place.places.as_slice() {
        [Place::Column(name)] => columns.values(name).into_iter().map(read).collect(),
        [several] => {
            let found = columns.columns.iter().filter(|column| several.is_column(&column.name));
            let mut found: Vec<&Column> = found.collect();
            found.sort_by_key(|column| (column.name.len(), column.name.as_str()));
            let row = |at: usize| {
                found.iter().filter_map(|column| scalar(column.values.get(at)?)).collect()
            };
            (0..columns.rows).map(row).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether each answer is the text of a choice of its question, and some would name another one as a letter.
fn are_texts_of_choices(answers: &[&Value], choices: &[Vec<String>]) -> bool {
    let mut is_other = false;
    let are_all = answers.iter().zip(choices).all(|(answer, choices)| {
        let Some(text) = scalar(answer).filter(|_| !choices.is_empty()) else { return true };
        let at = choices.iter().position(|choice| choice.trim() == text.trim());
        let letter = text.trim().parse::<Label>().ok().map(Label::index);
        is_other |= at.is_some() && at != letter;
        at.is_some()
    });
    are_all && is_other
}

/// Whether a reader that knows only the usual names would leave out the question, its choices or its answer.
/// A table has its choices in columns named by letters.
pub(crate) fn are_left_out(columns: &Columns, is_table: bool) -> bool {
    let Some(map) = suggest(columns).map else { return false };
    let column = |part| match map.place(part).map(|place| place.places.as_slice()) {
        Some([Place::Column(name)]) => Some(name.to_lowercase()),
        _ => None,
    };
    let answers = map.values(Part::Answer, columns);
    let mut letters = answers.iter().filter_map(|answer| scalar(answer));
    let has_letters = letters.any(|answer| crate::questions::layout::is_letter(&answer));
    let stem = column(Part::Stem);
    if stem.is_some_and(|name| !json_lines::LAYOUT.stem.contains(&&*name)) {
        return true;
    }
    let Some(choices) = map.place(Part::Choices) else { return false };
    let name = column(Part::Choices);
    let is_usual = |name: &String| {
        NAMES
            .iter()
            .any(|(part, names)| *part == Part::Choices && names.split('|').any(|it| it == name))
    };
    // Any list may look like choices.
    let is_in_stem = choices.transform == Some(Transform::InStem);
    if !has_letters && !is_in_stem && name.as_ref().is_some_and(|name| !is_usual(name)) {
        return false;
    }
    let rows = choices_by_row(&map, columns);
    let is_answer = |(answer, choices): (&&Value, &Vec<String>)| {
        let Some(text) = scalar(answer) else { return true };
        let is_number = text.trim().parse().is_ok_and(|number: usize| number <= choices.len());
        is_number || crate::questions::layout::is_letter(&text) || choices.contains(&text)
    };
    let has_other_name = column(Part::Answer).is_some_and(|name| name != "answer");
    if has_other_name && !answers.is_empty() && answers.iter().zip(&rows).all(is_answer) {
        return true;
    }
    let fits = |transform| values::fits(transform, &map.values(Part::Choices, columns));
    match choices.places.as_slice() {
        [Place::Letters] => false,
        [Place::Numbered(prefix)] => {
            let is_seed_bench = prefix == "choice_" && columns.get("question_id").is_some();
            !answers.is_empty() && !is_seed_bench
        }
        _ if is_in_stem => {
            has_letters || !answers.is_empty() && rows.iter().all(|row| !row.is_empty())
        }
        _ if is_table => true,
        _ if choices.transform.is_some_and(fits) => true,
        _ => name.is_some_and(|name| name != "choices" && name != "options"),
    }
}

/// How the answers are read. Returns why an import stops at them.
fn read_answers(
    map: &mut FieldMap,
    columns: &Columns,
    most_choices: usize,
    doubts: &mut Vec<&'static str>,
) -> Option<String> {
    let answers = map.values(Part::Answer, columns);
    let given: Vec<_> =
        answers.iter().copied().filter(|value| !values::is_missing(value)).collect();
    if given.is_empty() {
        doubts.push("no answers were found");
        return None;
    }
    let texts: Vec<String> = given.iter().filter_map(|value| scalar(value)).collect();
    let is_letter = |text: &String| crate::questions::layout::is_letter(text);
    let rule = |rule| Some(WithoutChoices::Short(rule));
    if most_choices == 0 {
        let letters = texts.iter().filter(|text| is_letter(text)).count();
        if letters > 0 {
            return Some(format!(
                "{letters} of {} answers are one letter, and no column looks like choices: name it with \
                 choices=COLUMN; rule=open or --open makes open questions of them",
                texts.len()
            ));
        }
        map.without_choices = if values::fits(Transform::YesNo, &given) {
            map.set_transform(Part::Answer, Transform::YesNo);
            rule(AnswerRule::YesNo)
        } else if values::are_lists(&given) {
            map.set_transform(Part::Answer, Transform::AnyOf);
            rule(AnswerRule::Exact)
        } else if texts.iter().all(|text| text.trim().parse::<f64>().is_ok()) {
            rule(AnswerRule::Numeric)
        } else {
            doubts.push("answers in words are compared by rule=exact; by rule=open nothing is");
            rule(AnswerRule::Exact)
        };
        let is_known = columns.get(SHORT_ANSWER).is_some();
        let sentence =
            "without --map these are open questions; by the map their answers are compared";
        return (!is_known).then(|| sentence.to_owned());
    }
    let are_numbers = values::fits(Transform::Index0, &given);
    let choices = choices_by_row(map, columns);
    let alone = answers.iter().zip(&choices).filter(|(_, choices)| choices.is_empty());
    let alone: Vec<String> = alone.filter_map(|(answer, _)| scalar(answer)).collect();
    if !alone.is_empty() && !alone.iter().any(is_letter) {
        let are_all = alone.iter().all(|text| text.trim().parse::<f64>().is_ok());
        map.without_choices = rule(if are_all { AnswerRule::Numeric } else { AnswerRule::Exact });
        doubts.push("answers without choices are compared by the rule; by rule=open nothing is");
    }
    if (are_numbers || texts.iter().all(is_letter)) && are_texts_of_choices(&answers, &choices) {
        doubts.push(
            "the answers are texts of choices: without choice-text, or by index0 or index1, they are read as letters \
             or numbers of choices",
        );
        map.set_transform(Part::Answer, Transform::ChoiceText);
        return Some(
            "the answers are texts of choices that could be letters or numbers".to_owned(),
        );
    }
    if are_numbers {
        let counts = choices.iter().map(Vec::len).chain(std::iter::repeat(most_choices));
        let numbers = answers.iter().zip(counts).filter_map(|(value, count)| {
            Some((key_text(value)?.trim().parse::<usize>().ok()?, count))
        });
        let (has_zero, has_last) = numbers.fold((false, false), |(zero, last), (number, count)| {
            (zero || number == 0, last || number == count)
        });
        let first = if has_last && !has_zero { Transform::Index1 } else { Transform::Index0 };
        if has_zero == has_last {
            doubts.push("the answers are numbers: is the first choice 0 (index0) or 1 (index1)?");
        }
        map.set_transform(Part::Answer, first);
        return Some("the answers are numbers, which are read as letters without --map".to_owned());
    }
    if values::fits(Transform::Bracketed, &given)
        && !texts.iter().all(|text| text.trim().len() == 1)
    {
        map.set_transform(Part::Answer, Transform::Bracketed);
        return Some("the answers are letters in brackets, which --map reads".to_owned());
    }
    None
}
