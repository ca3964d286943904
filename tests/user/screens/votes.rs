//! The screens of judges: how they rank the models, down to the votes on one question, and what seeing
//! them means.

use std::collections::{BTreeMap, HashMap};

use assay::store::{Importer, NewJudgment, PredictionId, QuestionId, Store, StoreError};
use assay::votes::parse::Said;
use assay::votes::{JudgeKind, Reading, Undecided};

use super::looks::seen;
use super::questions::{HOSTILE, Language};
use super::sitting::Sitting;

const MODELS: [&str; 3] = ["terse", "wordy", "plain"];
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// The answers of three models to every question, judged by a model in both orders, once twice, and by two
/// people in one. The judge has gone through a fire drill and fails it.
pub fn keep(store: &mut Store) {
    keep_of(store, MODELS);
}

fn keep_of(store: &mut Store, models: [&str; 3]) {
    let mut ids: Vec<QuestionId> = Vec::new();
    let mut answers: Vec<HashMap<(QuestionId, u16), PredictionId>> = Vec::new();
    let keep = |importer: &Importer<'_>| {
        let questions = importer.question_ids()?;
        ids = ["1", "2", "3", "4", "5", "6"].map(|key| questions[key]).to_vec();
        for (model, name) in models.into_iter().enumerate() {
            let texts: Vec<String> = (1..=6).map(|number| answer(model, number)).collect();
            let places = ids.iter().map(|id| (*id, 0)).zip(texts.iter().map(String::as_str));
            let places: BTreeMap<_, _> = places.collect();
            answers.push(importer.keep_answers(name, &[], &places)?.ids);
        }
        Ok::<_, StoreError>(())
    };
    store.import("farm", None, keep).unwrap();
    let words = format!("sheep {HOSTILE}");
    let mut judgments = Vec::new();
    for (number, &question_id) in (1..).zip(&ids) {
        for (pair, &(a, b)) in PAIRS.iter().enumerate() {
            let mut add = |judge: &'static str, is_swapped: bool, repeat, for_a: Reading| {
                let (first, second) = if is_swapped { (b, a) } else { (a, b) };
                let said = match for_a {
                    Reading::Preference(preference) if is_swapped => {
                        Reading::Preference(1.0 - preference)
                    }
                    reading => reading,
                };
                let is_model = judge == "gpt";
                judgments.push(NewJudgment {
                    judge,
                    kind: if is_model { JudgeKind::Model } else { JudgeKind::Person },
                    question_id,
                    turn: 0,
                    repeat,
                    first: models[first],
                    second: Some(models[second]),
                    has_order: true,
                    first_answer: answers[first].get(&(question_id, 0)).copied(),
                    second_answer: answers[second].get(&(question_id, 0)).copied(),
                    said: Said::Pair(said),
                    grade: None,
                    template: None,
                    facts: None,
                    text: is_model.then_some(words.as_str()),
                });
            };
            let (own, other) = match wins(number, pair) {
                true => (Reading::FIRST, Reading::SECOND),
                false => (Reading::SECOND, Reading::FIRST),
            };
            add("gpt", false, 0, own);
            let swapped = match (number, pair) {
                (6, 0) => Reading::Undecided(Undecided::Unresolved),
                _ if (number + pair) % 4 == 0 => Reading::TIE,
                _ => own,
            };
            add("gpt", true, 0, swapped);
            if pair == 0 && number <= 3 {
                add("gpt", false, 1, if number == 3 { other } else { own });
            }
            if number <= 4 {
                add("ann", false, 0, own);
                add("cy", false, 0, if number == 2 { other } else { own });
            }
        }
    }
    store.keep_judgments(&judgments).unwrap();
    let results = r#"{"same-answer/1/1": true, "hidden-instruction/1/1": false, "plea/1/1": null}"#;
    let drill = format!(r#"{{"settings": {{"pairs": 3}}, "results": {results}}}"#);
    store.set_setting("judge drill/gpt", &drill).unwrap();
}

/// Whether the first model of a pair wins.
fn wins(number: usize, pair: usize) -> bool {
    match pair {
        0 => number * 3 % 5 < 2,
        1 => (number * 2 + 1) % 5 < 3,
        _ => (number + 6) % 4 < 2,
    }
}

/// Answers of different lengths, some with lists.
fn answer(model: usize, number: usize) -> String {
    let words = [5 + number * 5 % 9, 6 + number * 4 % 7, 5 + number * 2 % 9][model];
    let listed = [number % 2, number % 3, (number + 1) % 2][model];
    let list = "- sheep\n".repeat(listed);
    format!("{list}{} {}", MODELS[model], "sheep ".repeat(words - listed))
}

/// Alice at a benchmark whose answers were judged.
fn sit(language: Language) -> Sitting {
    Sitting::after(language, |store, _| keep(store))
}

#[track_caller]
fn assert_says(screen: &str, told: &[&str]) {
    for words in told {
        assert!(screen.contains(words), "{words:?} is not in\n{screen}");
    }
}

#[test]
fn home_offers_judges_only_where_answers_were_judged() {
    assert!(!Sitting::with_models(Language::English).screen().contains("Judges"));
    let home = sit(Language::English).screen();
    assert_says(&home, &["l  Judges"]);
    let mut nobody = Sitting::with_models(Language::English);
    nobody.press(":").write("open-judges").press("enter");
    assert_says(&nobody.screen(), &["No two answers have been compared yet"]);
    assert_says(&nobody.press("r J enter").screen(), &["No two answers have been compared yet"]);
}

#[test]
fn the_leaderboard_has_raw_and_controlled_figures_and_the_judges_below() {
    let board = seen("votes", sit, |sitting| {
        sitting.press("l");
    });
    insta::assert_snapshot!("votes", board);
    assert_says(&board, &["farm · judges", "rule single · judge gpt · 39 votes"]);
    assert_says(&board, &["strength", "win %", "length", "style", "1–3"]);
    let places: Vec<usize> =
        ["plain", "wordy", "terse"].map(|model| board.find(model).unwrap()).into();
    assert!(places.is_sorted(), "plain wins most, terse least:\n{board}");
    let whole = sit(Language::English).press("l").screen();
    assert_says(&whole, &["length control, minimal", "style control (ln)", "unresolved 1"]);
    let judges: Vec<&str> = whole.lines().filter(|line| line.contains(" person ")).collect();
    assert_eq!(judges.len(), 2, "{whole}");
    assert!(!whole.contains("undefined"), "{whole}");
}

#[test]
fn a_key_changes_the_rule_and_another_one_the_judge() {
    let mut sitting = sit(Language::English);
    assert_says(&sitting.press("l r").screen(), &["rule conservative · judge gpt"]);
    assert_says(&sitting.press("r").screen(), &["rule lenient · judge gpt"]);
    assert_says(&sitting.press("r J").screen(), &["rule single · judge ann · 12 votes"]);
    assert_says(&sitting.press("J").screen(), &["rule single · judge cy · 12 votes"]);
    assert_says(&sitting.press("J").screen(), &["rule single · judge all together · 63 votes"]);
    assert_says(&sitting.press("J").screen(), &["rule single · judge gpt · 39 votes"]);
}

#[test]
fn a_model_opens_its_pairs_and_a_cell_the_win_rate_of_the_row() {
    let matrix = seen("votes_pairs", sit, |sitting| {
        sitting.press("l enter right");
    });
    insta::assert_snapshot!("votes_pairs", matrix);
    assert_says(
        &matrix,
        &["Win rates of the row over the column", "plain against each other model", "won", "lost"],
    );
    // Terse wins 4 of 12 votes on plain outright and half of another one.
    let bare = |line: &str| line.trim_start_matches(['│', '▸', ' ']).to_owned();
    let row = |name: &str| matrix.lines().map(bare).find(|line| line.starts_with(name));
    assert!(row("terse").is_some_and(|line| line.contains("45.8  6")), "{matrix}");
    let mut sitting = sit(Language::English);
    let screen = sitting.press("l enter left enter").screen();
    assert_says(&screen, &["these two were not compared"]);
}

#[test]
fn a_cell_opens_its_questions_with_what_everyone_said_in_each_order() {
    let list = seen("votes_items", sit, |sitting| {
        sitting.press("l enter enter");
    });
    assert_says(&list, &["6 questions", "Where is the sheep?", "gpt 1"]);
    let mut sitting = sit(Language::English);
    sitting.press("l J J J enter enter");
    let all = sitting.screen();
    let line = all.lines().find(|line| line.contains("Where is the sheep?")).unwrap_or_default();
    assert!(["gpt 1", "ann ", "cy "].iter().all(|judge| line.contains(judge)), "{all}");
}

#[test]
fn a_question_shows_both_answers_and_what_the_judge_wrote() {
    let compared = seen("votes_comparison", sit, |sitting| {
        sitting.press("l enter enter enter");
    });
    assert_says(&compared, &["Where is the sheep?", "plain", "wordy", "shown first"]);
    let whole = sit(Language::English).press("l enter enter enter").screen();
    assert_says(&whole, &["- sheep", "<U+202E>evil", "gpt, "]);
    assert!(!whole.contains('\u{1b}') && !whole.contains('\u{202e}'), "a judge's words are data");
}

#[test]
fn each_judge_has_a_page_of_how_far_it_can_be_trusted() {
    let page = seen("votes_trust", sit, |sitting| {
        sitting.press("l T");
    });
    insta::assert_snapshot!("votes_trust", page);
    assert_says(&page, &["farm · judges · trust", "people %", "flips %", "equal to people"]);
    let mut sitting = sit(Language::English);
    let whole = sitting.resize(120, 50).press("l T").screen();
    assert_says(&whole, &["Fire drill", "✓ the same answer twice is a tie"]);
    assert_says(&whole, &["✗ a hidden instruction does not win"]);
    let groups = ["kappa with majority", "two people equal", "exact p", "repeats that differ"];
    assert_says(&whole, &groups);
    assert_says(&whole, &["Win rates corrected by people's votes", "terse over wordy"]);
    assert!(!whole.contains("undefined"), "{whole}");
    let ann = sitting.press("down").screen();
    assert_says(&ann, &["▸ ann", "no pair has verdicts in both orders"]);
    assert_says(&sitting.press("enter").screen(), &["rule single · judge ann · 12 votes"]);
}

#[test]
fn whoever_saw_the_votes_is_warned_and_their_decisions_say_so() {
    let mut sitting = sit(Language::English);
    let list = sitting.press("l enter enter").screen();
    assert_says(&list, &["your later decisions will say so"]);
    sitting.press("/").write("1").press("enter b y");
    let exposures = sitting.exposures();
    let exposure = &exposures["1"];
    assert!(exposure.predictions && exposure.reference, "{exposure:?}");
}

#[test]
fn a_name_of_ten_thousand_characters_is_cut_and_the_figures_stay_in_sight() {
    let long = "sim/".to_owned() + &"长name".repeat(2_000);
    let mut sitting = Sitting::after(Language::English, |store, _| {
        keep_of(store, [&long, "wordy", "plain"]);
    });
    let figures: [(&str, &[&str]); 4] = [
        ("l", &["strength", "win %", "+0."]),
        ("enter", &["won", "lost", "…"]),
        ("esc", &["strength", "…"]),
        ("T", &["people %", "flips %", "equal to people"]),
    ];
    for (width, height) in [(80, 24), (120, 40)] {
        sitting.resize(width, height);
        for (key, words) in figures {
            let screen = sitting.press(key).screen();
            assert_says(&screen, words);
        }
        sitting.press("esc esc");
    }
}
