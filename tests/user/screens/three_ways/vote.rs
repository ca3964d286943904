//! The law for votes: two models answered each of many open questions.

use std::collections::BTreeSet;

use assay::benchmark::vote::{Ballot, QUEUE};
use assay::benchmark::{Question, QuestionKey};
use assay::queue::VoteQueue;
use assay::store::{Importer, Store, StoreError};
use proptest::prelude::*;
use serde_json::Value;

use super::super::sitting::Sitting;
use super::{acts, question, shows};
use crate::harness::Workplace;
use crate::people_vote::{answer, draw};

/// More than there are inputs: no conversation runs out of pairs.
const QUESTIONS: usize = 12;

/// What is said of a pair: a vote with its reasons, a key that is a letter of a line too, or a note.
#[derive(Clone, Debug)]
enum Said {
    /// A key for the vote, and both scores.
    Vote {
        key: char,
        scores: [char; 2],
        digits: BTreeSet<char>,
        words: bool,
    },
    Letter(char),
    Note,
}

fn said() -> impl Strategy<Value = Said> {
    let digit = || prop::sample::select(vec!['1', '2', '5']);
    let digits = prop::collection::btree_set(prop::sample::select(vec!['1', '4', '8']), 0..3);
    let key = prop::sample::select(vec!['1', '2', '=', '0']);
    let vote = (key, digit(), digit(), digits, any::<bool>());
    let vote = vote.prop_map(|(key, first, second, digits, words)| Said::Vote {
        key,
        scores: [first, second],
        digits,
        words,
    });
    prop_oneof![
        6 => vote,
        4 => prop::sample::select(vec!['s', 'l', 'u']).prop_map(Said::Letter),
        2 => Just(Said::Note),
    ]
}

fn keys() -> impl Iterator<Item = String> {
    (1..=QUESTIONS).map(|number| number.to_string())
}

fn import(importer: &Importer<'_>) -> Result<(), StoreError> {
    let one = |key: String| Question { key: QuestionKey::new(&key).unwrap(), ..question(true) };
    importer.keep_questions(&keys().map(one).collect::<Vec<_>>()).map(|_| ())
}

fn drawn(store: &mut Store, ballot: Ballot) {
    answer(store, "gull");
    answer(store, "owl");
    draw(store, ballot);
}

/// The keys of a vote, with spaces between them.
fn votes(key: char, scores: [char; 2], ballot: Ballot) -> String {
    match ballot {
        Ballot::Scores => format!("{} {}", scores[0], scores[1]),
        _ => key.to_string(),
    }
}

fn by_keys(said: &[Said], ballot: Ballot) -> Vec<Value> {
    let mut sitting = super::sitting(import, |store| drawn(store, ballot));
    sitting.press("v");
    for one in said {
        press(&mut sitting, one, ballot);
    }
    acts(&sitting.app.session().store, QUEUE.name)
}

fn press(sitting: &mut Sitting, said: &Said, ballot: Ballot) {
    match said {
        Said::Letter(letter) => {
            sitting.press(&letter.to_string());
        }
        Said::Note => {
            // A note that is in force is in the editor.
            if !shows(sitting.press("n"), "small") {
                sitting.write("small");
            }
            sitting.press("enter");
        }
        Said::Vote { key, scores, digits, words } => {
            if *words || !digits.is_empty() {
                sitting.press("w");
                for digit in digits {
                    sitting.press(&digit.to_string());
                }
                if *words {
                    sitting.write("odd");
                }
                sitting.press("enter");
            }
            sitting.press(&votes(*key, *scores, ballot));
        }
    }
}

fn line(said: &Said, ballot: Ballot) -> String {
    match said {
        Said::Letter(letter) => format!("{letter}\n"),
        Said::Note => "n small\n".into(),
        Said::Vote { key, scores, digits, words } => {
            let mut line = votes(*key, *scores, ballot);
            for digit in digits {
                line.extend([' ', *digit]);
            }
            line + if *words { " odd\n" } else { "\n" }
        }
    }
}

/// The flags that say a vote.
fn flags(act: &Value) -> Vec<String> {
    let scores = act["scores"].as_array().map(|both| format!("{},{}", both[0], both[1]));
    let mut flags = match scores {
        Some(scores) => vec!["--scores".into(), scores],
        None => vec!["--vote".into(), act["vote"].as_str().unwrap().to_owned()],
    };
    for reason in act["own_reasons"].as_array().into_iter().flatten() {
        flags.extend(["--reason".to_owned(), reason.as_str().unwrap().to_owned()]);
    }
    flags.extend(act["note"].as_str().into_iter().flat_map(|note| ["--note".into(), note.into()]));
    flags
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_lines_and_flags_leave_the_same_rows(
        said in prop::collection::vec(said(), 1..9),
        ballot in prop::sample::select(vec![Ballot::Better, Ballot::Grades, Ballot::Scores]),
    ) {
        let keys = by_keys(&said, ballot);
        let place = Workplace::new();
        let lines: String = said.iter().map(|one| line(one, ballot)).collect();
        let store = super::new_store(&place, import, |store| drawn(store, ballot));
        prop_assert_eq!(&keys, &super::by_lines(&place, store, VoteQueue, &lines));
        // Scripts vote in the order in which they are shown the pair.
        let place = Workplace::new();
        drop(super::new_store(&place, import, |store| drawn(store, ballot)));
        for act in keys.iter().filter(|act| act["act"] == "vote") {
            let next = place.json(&["next", "vote", "--as", "alice"]);
            let item = next["item"].as_str().unwrap();
            let flags = flags(act);
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            let row = place.assay(&[&["decide", "vote", item, "--as", "alice"], &*flags].concat());
            let row = row.well().json();
            for field in ["vote", "scores", "own_reasons", "note"] {
                prop_assert_eq!(&row[field], &act[field]);
            }
            let first = if row["order"] == "ab" { "gull" } else { "owl" };
            let shown = next["question"]["answers"][0].as_str().unwrap();
            prop_assert!(shown.starts_with(first), "{shown} {row}");
        }
    }
}
