//! The sample benchmark in `sample_data/`: that it is what its generator makes, and that it holds
//! what its README promises.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use assay::benchmark::decision::WrongReason;
use assay::benchmark::own_reason::Reason;
use assay::benchmark::taxonomy::Taxonomy;
use assay::benchmark::{Checklists, QuestionKind};
use image::GenericImageView;

#[path = "../../examples/make_sample_data/sample/mod.rs"]
mod sample;

use sample::planted::Plant;
use sample::question::{Language, Question};
use sample::{Sample, comparison};

/// Made once for all tests: drawing everything takes about three seconds in a debug build.
static SAMPLE: LazyLock<Sample> = LazyLock::new(Sample::make);

type Row = HashMap<String, String>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data")
}

/// The rows of a committed file by column.
fn rows(name: &str) -> Vec<Row> {
    let mut table = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .from_path(folder().join(name))
        .expect("the file is committed");
    table.deserialize().collect::<Result<_, _>>().expect("sound rows")
}

fn is_planted_as(question: &Question, text_only: bool) -> bool {
    question
        .plant
        .as_ref()
        .is_some_and(|plant| matches!(plant, Plant::TextOnly { .. }) == text_only)
}

/// How many runs of one kind are right about a question under CircularEval, and how many there are.
fn right_runs(position: usize, with_pictures: bool) -> (usize, usize) {
    let runs: Vec<_> =
        SAMPLE.runs.iter().filter(|run| run.model.sees_pictures == with_pictures).collect();
    let question = &SAMPLE.questions[position];
    (runs.iter().filter(|run| run.is_right(question, position)).count(), runs.len())
}

#[test]
fn the_committed_files_are_what_the_generator_makes() {
    for (name, made) in &SAMPLE.files {
        let found = std::fs::read(folder().join(name)).unwrap_or_default();
        let difference = comparison::difference(name, made, &found);
        assert_eq!(difference, None, "{name}: run `cargo run --example make_sample_data`");
    }
}

#[test]
fn every_leaf_ability_has_two_sound_questions_in_both_files() {
    let taxonomy = Taxonomy::mmbench();
    for name in ["sample_en.tsv", "sample_zh.tsv"] {
        let mut sound: BTreeMap<String, usize> = BTreeMap::new();
        let rows = rows(name);
        assert!(rows.len() >= 44, "{} questions", rows.len());
        for (row, question) in rows.iter().zip(&SAMPLE.questions) {
            let (_, level2, leaf) = taxonomy.leaf(&row["category"]).expect("an ability of MMBench");
            assert_eq!(row["l2-category"], level2.name);
            if question.plant.is_none() {
                *sound.entry(leaf.name.clone()).or_default() += 1;
            }
        }
        assert_eq!(sound.len(), 20, "{sound:?}");
        assert!(sound.values().all(|count| *count >= 2), "{sound:?}");
    }
}

#[test]
fn the_chinese_file_asks_the_same_questions_in_chinese() {
    let (english, chinese) = (rows("sample_en.tsv"), rows("sample_zh.tsv"));
    assert_eq!(english.len(), chinese.len());
    for (english, chinese) in english.iter().zip(&chinese) {
        for column in ["index", "answer", "category", "l2-category", "split"] {
            assert_eq!(english[column], chinese[column], "{column} of {}", english["index"]);
        }
        for column in ["question", "hint", "A", "B", "C", "D", "source", "comment"] {
            let (english, chinese) = (&english[column], &chinese[column]);
            assert_eq!(english.is_empty(), chinese.is_empty(), "{column}: {english} / {chinese}");
        }
        let ideographs =
            |text: &str| text.chars().any(|sign| ('\u{4e00}'..'\u{9fff}').contains(&sign));
        for column in ["question", "source", "comment"] {
            let text = &chinese[column];
            assert!(text.is_empty() || ideographs(text), "{text}");
        }
    }
}

#[test]
fn words_in_the_pictures_of_the_chinese_questions_are_chinese() {
    let (english, chinese) = (rows("sample_en.tsv"), rows("sample_zh.tsv"));
    let differ = english.iter().zip(&chinese).filter(|(one, other)| one["image"] != other["image"]);
    let differ: Vec<&str> = differ.map(|(row, _)| row["index"].as_str()).collect();
    let lettered = [
        "1", "12", "22", "23", "24", "29", "35", "36", "45", "46", "47", "48", "49", "53", "57",
        "58", "59",
    ];
    assert_eq!(differ, lettered, "a blueprint, books, a shop sign, charts, maps and so on");
    // A name that a choice or a question reads off its picture is not left in English.
    let names = regex::Regex::new("[A-Za-z]{2,}").unwrap();
    for row in &chinese {
        for column in ["question", "hint", "A", "B", "C", "D"] {
            let formula = row[column].contains(" = ");
            assert!(formula || !names.is_match(&row[column]), "{}", row[column]);
        }
    }
}

#[test]
fn every_answer_is_the_label_of_a_choice() {
    let mut counts = BTreeSet::new();
    for row in rows("sample_en.tsv") {
        let choices = ["A", "B", "C", "D"].iter().filter(|label| !row[**label].is_empty()).count();
        counts.insert(choices);
        let answer = row["answer"].bytes().next().expect("an answer") - b'A';
        assert!(usize::from(answer) < choices, "{}", row["index"]);
    }
    assert_eq!(counts, BTreeSet::from([2, 3, 4]));
}

#[test]
fn pictures_decode_and_come_in_the_promised_kinds() {
    let rows = rows("sample_en.tsv");
    let (mut pointers, mut lists, mut portraits, mut transparent) = (0, 0, 0, 0);
    let mut sizes = BTreeSet::new();
    let mut formats = BTreeSet::new();
    for row in &rows {
        let cell = &row["image"];
        if cell.len() <= 64 {
            let target = rows.iter().find(|other| &other["index"] == cell).expect("the row exists");
            assert!(target["image"].len() > 64, "a pointer goes to a picture, not to a pointer");
            pointers += 1;
            continue;
        }
        let files = comparison::files_in(cell);
        assert!(!files.is_empty(), "{}", row["index"]);
        lists += usize::from(files.len() > 1);
        for file in files {
            let picture = image::load_from_memory(&file).expect("a sound picture");
            let (width, height) = picture.dimensions();
            let (longer, shorter) = (width.max(height), width.min(height));
            assert!(longer <= 1280 && (shorter >= 360 || longer == 96), "{width}x{height}");
            portraits += usize::from(height > width);
            transparent += usize::from(picture.to_rgba8().pixels().any(|pixel| pixel.0[3] < 255));
            sizes.insert((width, height));
            formats.insert(format!("{:?}", image::guess_format(&file).expect("a known format")));
        }
    }
    assert!(pointers >= 3 && lists >= 2 && portraits >= 5 && transparent >= 1);
    assert!(sizes.contains(&(96, 96)) && sizes.contains(&(1280, 960)) && sizes.len() >= 12);
    assert_eq!(formats, BTreeSet::from(["Jpeg".to_owned(), "Png".to_owned()]));
}

#[test]
fn the_embedded_folder_stays_small() {
    let total: usize = SAMPLE.files.values().map(Vec::len).sum();
    assert!(total < 4_500_000, "{total} bytes");
}

#[test]
fn the_answer_file_names_what_was_planted() {
    let text = std::fs::read_to_string(folder().join("planted.toml")).expect("committed");
    let file: toml::Table = text.parse().expect("TOML");
    let planted = file["planted"].as_array().expect("a list");
    for (kind, text_only) in [("text-only", true), ("wrong", false)] {
        let named: BTreeSet<usize> = planted
            .iter()
            .filter(|entry| entry["kind"].as_str() == Some(kind))
            .map(|entry| entry["key"].as_str().and_then(|key| key.parse().ok()).expect("a number"))
            .collect();
        let made: BTreeSet<usize> = (1..=SAMPLE.questions.len())
            .filter(|index| is_planted_as(&SAMPLE.questions[index - 1], text_only))
            .collect();
        assert!(made.len() >= 4, "{kind}");
        assert_eq!(named, made, "{kind}");
    }
}

#[test]
fn text_only_questions_and_no_others_are_answered_by_most_blind_models() {
    for (position, question) in SAMPLE.questions.iter().enumerate() {
        let (right, models) = right_runs(position, false);
        let most = right * 2 > models;
        assert_eq!(most, is_planted_as(question, true), "question {}", position + 1);
    }
}

#[test]
fn wrong_questions_and_no_others_are_missed_by_every_seeing_model() {
    for (position, question) in SAMPLE.questions.iter().enumerate() {
        let (right, _) = right_runs(position, true);
        assert_eq!(right == 0, is_planted_as(question, false), "question {}", position + 1);
    }
}

#[test]
fn prediction_files_hold_every_pass_rotated_to_the_left() {
    check_passes(Language::English, "sample_en.tsv", "predictions");
    check_passes(Language::Chinese, "sample_zh.tsv", "predictions/zh");
}

fn check_passes(language: Language, questions: &str, folder: &str) {
    let base = rows(questions);
    for run in &SAMPLE.runs {
        let predictions = rows(&format!("{folder}/{}.tsv", run.model.name));
        let expected: usize = SAMPLE.questions.iter().map(|one| one.english.choices.len()).sum();
        assert_eq!(predictions.len(), expected);
        for row in predictions {
            let index: usize = row["index"].parse().expect("a number");
            let (pass, position) = (index / 1_000_000, index % 1_000_000 - 1);
            let (question, base) = (&SAMPLE.questions[position], &base[position]);
            let count = question.english.choices.len();
            assert_eq!(row["A"], question.wording(language).choices[pass % count]);
            assert_eq!(row[&row["answer"]], base[&base["answer"]], "{index}");
            assert!(!row["prediction"].is_empty());
        }
    }
}

#[test]
fn questions_of_other_kinds_are_the_same_in_both_languages() {
    let lines = |name: &str| -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(folder().join(name)).expect("committed");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (english, chinese) = (lines("kinds_en.jsonl"), lines("kinds_zh.jsonl"));
    assert_eq!(english.len(), 9);
    assert_eq!(english.len(), chinese.len());
    for (english, chinese) in english.iter().zip(&chinese) {
        for field in ["index", "answer", "category", "l2-category", "pictures"] {
            assert_eq!(english[field], chinese[field], "{field}");
        }
        // The chart of the rain has words.
        let has_words = english["question"].as_str().unwrap().contains("rain");
        assert_eq!(english["image"] != chinese["image"], has_words, "{}", english["index"]);
        let ideographs =
            |text: &str| text.chars().any(|sign| ('\u{4e00}'..'\u{9fff}').contains(&sign));
        assert!(ideographs(chinese["question"].as_str().unwrap()), "{chinese}");
        assert!(!ideographs(english["question"].as_str().unwrap()), "{english}");
        let choices = |line: &serde_json::Value| -> Vec<String> {
            let letters = ('A'..='Z').map(String::from);
            letters.filter(|letter| line.get(letter).is_some()).collect()
        };
        assert_eq!(choices(english), choices(chinese));
    }
    let has = |role: &str| {
        let roles = |line: &serde_json::Value| line["pictures"].to_string().contains(role);
        english.iter().filter(|line| roles(line)).count()
    };
    assert_eq!((has("choice D"), has("frame")), (2, 1));
    let open =
        english.iter().filter(|line| line.get("A").is_none() && line.get("answer").is_none());
    assert_eq!(open.count(), 2);
    assert!(english.iter().any(|line| line.get("L").is_some() && line["answer"] == "K"));
}

#[test]
fn what_an_open_question_misses_on_purpose_is_a_criterion_of_its_checklist() {
    let text = std::fs::read_to_string(folder().join("planted.toml")).expect("committed");
    let file: toml::Table = text.parse().expect("TOML");
    let planted = file["planted_kinds"].as_array().expect("a list");
    assert_eq!(planted.len(), 1);
    let missed = planted[0]["reason"].as_str().and_then(|name| WrongReason::from_name(name).ok());
    let criteria = &Checklists::built_in().for_kind(QuestionKind::Open).criteria;
    assert!(missed.is_some_and(|missed| criteria.contains(&missed)), "{planted:?}");
}
