//! The law for the adjudication of a question on which three people differ.

use assay::benchmark::adjudication::QUEUE;
use assay::benchmark::decision::{ReviewVerdict, WrongReason};
use assay::queue::adjudicate::AdjudicateQueue;
use assay::store::Store;
use proptest::prelude::*;
use serde_json::Value;

use super::super::sitting::Sitting;
use super::{Reasons, acts, fields_as_flags, import_one, reasons, shows};
use crate::harness::Workplace;

/// What is said of the question.
#[derive(Clone, Debug)]
enum Said {
    /// A key that is a letter of a line too: a review that is adopted, skip, later, undo.
    Letter(char),
    /// Its reference answer, which bob gives too, is right.
    Keep,
    /// This answer is right, and the text gives it away: erin says so with `d`.
    TextOnly(char),
    /// This answer is right, and the question wrong.
    Wrong(char, Reasons),
    Unclear,
    Note,
}

fn said() -> impl Strategy<Value = Said> {
    let answer = || prop::sample::select(vec!['a', 'b', 'd', 'x', 'z']);
    prop_oneof![
        3 => prop::sample::select(vec!['1', '2', '3', '4']).prop_map(Said::Letter),
        4 => prop::sample::select(vec!['s', 'l', 'u', 'u']).prop_map(Said::Letter),
        2 => Just(Said::Keep),
        3 => answer().prop_map(Said::TextOnly),
        4 => (answer(), reasons()).prop_map(|(answer, mut reasons)| {
            // Without a reason the panel adopts dave's review, while the empty line goes back.
            if answer == 'a' && reasons.digits.is_empty() {
                reasons.digits.insert('2');
            }
            Said::Wrong(answer, reasons)
        }),
        2 => Just(Said::Unclear),
        1 => Just(Said::Note),
    ]
}

fn dispute(store: &mut Store) {
    let reasons = [WrongReason::BadPicture];
    super::reviewed(
        store,
        &[
            ("bob", 'B', ReviewVerdict::Keep, &[]),
            ("dave", 'A', ReviewVerdict::Wrong, &reasons),
            ("erin", 'D', ReviewVerdict::TextOnly, &[]),
        ],
    );
}

fn by_keys(said: &[Said]) -> Vec<Value> {
    let mut sitting = super::sitting(import_one, dispute);
    sitting.press("a");
    for one in said {
        press(&mut sitting, one);
    }
    rows(&sitting)
}

fn rows(sitting: &Sitting) -> Vec<Value> {
    named(acts(&sitting.app.session().store, QUEUE.name))
}

/// The acts, with whether a review is adopted instead of its row.
fn named(mut acts: Vec<Value>) -> Vec<Value> {
    for act in &mut acts {
        if act["act"] == "adjudicate" {
            act["adopted"] = act["adopted"].is_string().into();
        }
    }
    acts
}

/// Presses the keys, as long as what they are meant for is open.
fn press(sitting: &mut Sitting, said: &Said) {
    match said {
        Said::Letter(letter) => {
            sitting.press(&letter.to_string());
        }
        Said::Keep => with_answer('b', sitting, |sitting| {
            sitting.press("y");
        }),
        Said::TextOnly(answer) => with_answer(*answer, sitting, |sitting| {
            if shows(sitting.press("t"), "Why? No reviewer says") {
                sitting.write("odd").press("enter");
            }
        }),
        Said::Wrong(answer, reasons) => {
            with_answer(*answer, sitting, |sitting| reasons.press("w", sitting));
        }
        Said::Unclear => {
            sitting.press("U");
        }
        Said::Note => {
            let is_in_force = super::has_note(sitting, QUEUE.name);
            super::note_by_keys(sitting, is_in_force);
        }
    }
}

/// Says which answer is right, then something else. Where that decides nothing, the answer is taken back: a line
/// says all or nothing.
fn with_answer(answer: char, sitting: &mut Sitting, say: impl FnOnce(&mut Sitting)) {
    if !shows(sitting, "Reviewer 1") {
        return;
    }
    let before = rows(sitting).len();
    say(sitting.press(&answer.to_string()));
    if rows(sitting).len() == before {
        sitting.press(&answer.to_string());
    }
}

fn line(said: &Said) -> String {
    match said {
        Said::Letter(letter) => format!("{letter}\n"),
        Said::Keep => "b y\n".into(),
        Said::TextOnly('d') => "d t\n".into(),
        Said::TextOnly(answer) => format!("{answer} t odd\n"),
        Said::Wrong(answer, reasons) => format!("{answer} w{}", reasons.line()),
        Said::Unclear => "m\n".into(),
        Said::Note => "n small\n".into(),
    }
}

/// The flags that say what an act says; `None` for acts that scripts make otherwise.
fn flags(act: &Value) -> Option<Vec<(&'static str, String)>> {
    if act["act"] != "adjudicate" {
        return None;
    }
    let mut flags = match act["adopted"] == true {
        true => {
            let name = match act["verdict"].as_str()? {
                "keep" => "bob",
                "wrong" => "dave",
                _ => "erin",
            };
            let words = act["note"].as_str().map(|words| ("--note", words.to_owned()));
            [("--adopt", name.to_owned())].into_iter().chain(words).collect()
        }
        false => {
            let names = [
                ("--answer", "answer"),
                ("--verdict", "verdict"),
                ("--corrected", "corrected"),
                ("--category", "category"),
                ("--note", "note"),
                ("--reason", "why"),
            ];
            fields_as_flags(act, &names)
        }
    };
    flags
        .extend((act["guideline_unclear"] == true).then(|| ("--guideline-unclear", String::new())));
    Some(flags)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_lines_and_flags_leave_the_same_rows(said in prop::collection::vec(said(), 1..9)) {
        let keys = by_keys(&said);
        let place = Workplace::new();
        let lines: String = said.iter().map(line).collect();
        let store = super::new_store(&place, import_one, dispute);
        let lines = named(super::by_lines(&place, store, AdjudicateQueue, &lines));
        prop_assert_eq!(&keys, &lines);
        let place = Workplace::new();
        drop(super::new_store(&place, import_one, dispute));
        let fields = [
            "answer",
            "verdict",
            "reasons",
            "corrected",
            "category",
            "why",
            "note",
            "guideline_unclear",
        ];
        let (meant, left) = super::by_flags(&place, &["adjudicate", "1"], &keys, flags, &fields);
        prop_assert_eq!(meant, left);
    }
}
