//! The law for votes: two models answered each of many open questions.

use assay::benchmark::vote::QUEUE;
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

/// What is said of a pair: a key that is a letter of a line too, or a note.
#[derive(Clone, Debug)]
enum Said {
    Letter(char),
    Note,
}

fn said() -> impl Strategy<Value = Said> {
    prop_oneof![
        6 => prop::sample::select(vec!['1', '2', '=', '0']).prop_map(Said::Letter),
        // They say nothing where votes have no grades.
        1 => prop::sample::select(vec!['3', '4', '5']).prop_map(Said::Letter),
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

fn drawn(store: &mut Store, grades: bool) {
    answer(store, "gull");
    answer(store, "owl");
    draw(store, grades);
}

fn by_keys(said: &[Said], grades: bool) -> Vec<Value> {
    let mut sitting = super::sitting(import, |store| drawn(store, grades));
    sitting.press("v");
    for one in said {
        press(&mut sitting, one);
    }
    acts(&sitting.app.session().store, QUEUE.name)
}

fn press(sitting: &mut Sitting, said: &Said) {
    match said {
        Said::Letter(letter) => {
            sitting.press(&letter.to_string());
        }
        Said::Note => {
            // A note that is in force is on the card and in the editor.
            if !shows(sitting.press("n"), "small") {
                sitting.write("small");
            }
            sitting.press("enter");
        }
    }
}

fn line(said: &Said) -> String {
    match said {
        Said::Letter(letter) => format!("{letter}\n"),
        Said::Note => "n small\n".into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_lines_and_flags_leave_the_same_rows(
        said in prop::collection::vec(said(), 1..9), grades: bool,
    ) {
        let keys = by_keys(&said, grades);
        let place = Workplace::new();
        let lines: String = said.iter().map(line).collect();
        let store = super::new_store(&place, import, |store| drawn(store, grades));
        prop_assert_eq!(&keys, &super::by_lines(&place, store, VoteQueue, &lines));
        // Scripts vote in the order in which they are shown the pair.
        let place = Workplace::new();
        drop(super::new_store(&place, import, |store| drawn(store, grades)));
        for act in keys.iter().filter(|act| act["act"] == "vote") {
            let next = place.json(&["next", "vote", "--as", "alice"]);
            let item = next["item"].as_str().unwrap().to_owned();
            let vote = act["vote"].as_str().unwrap();
            let row = place.assay(&["decide", "vote", &item, "--as", "alice", "--vote", vote]);
            let row = row.well().json();
            prop_assert_eq!((&row["vote"], &row["item"]), (&act["vote"], &next["item"]));
            let first = if row["order"] == "ab" { "gull" } else { "owl" };
            let shown = next["question"]["answers"][0].as_str().unwrap();
            prop_assert!(shown.starts_with(first), "{shown} {row}");
        }
    }
}
