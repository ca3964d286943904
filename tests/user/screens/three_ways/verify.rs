//! The law for the verification of a suspected question.

use assay::benchmark::decision::{ReviewVerdict, WrongReason};
use assay::queue::VerifyQueue;
use assay::store::{QUEUE_VERIFY, Store};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::sitting::Sitting;
use super::{Reasons, acts, fields_as_flags, import_one, reasons, shows};
use crate::harness::Workplace;

/// What is said of the question.
#[derive(Clone, Debug)]
enum Said {
    /// A key that is a letter of a line too.
    Letter(char),
    Remove(Reasons),
    /// The question gets other words.
    Fix,
    Note,
}

fn said() -> impl Strategy<Value = Said> {
    // The answer that is right is no part of a verification.
    let reasons = reasons().prop_map(|reasons| Reasons { right: None, ..reasons });
    prop_oneof![
        4 => prop::sample::select(vec!['a', 'b', 'd', 'x', 'z']).prop_map(Said::Letter),
        4 => prop::sample::select(vec!['y', 't', 's', 'l', 'u']).prop_map(Said::Letter),
        3 => reasons.prop_map(Said::Remove),
        2 => Just(Said::Fix),
        1 => Just(Said::Note),
    ]
}

/// Half of them begin with the answer that all else needs.
fn conversation() -> impl Strategy<Value = Vec<Said>> {
    let answer = prop::option::of(prop::sample::select(vec!['a', 'b', 'x']).prop_map(Said::Letter));
    (answer, prop::collection::vec(said(), 1..9))
        .prop_map(|(answer, said)| answer.into_iter().chain(said).collect())
}

fn suspect(store: &mut Store) {
    let reasons = [WrongReason::BadPicture];
    super::reviewed(store, &[("bob", 'A', ReviewVerdict::Wrong, &reasons)]);
}

fn by_keys(said: &[Said]) -> Vec<Value> {
    let mut sitting = super::sitting(import_one, suspect);
    sitting.press("7");
    for one in said {
        press(&mut sitting, one);
    }
    acts(&sitting.app.session().store, QUEUE_VERIFY)
}

/// Presses the keys, as long as what they are meant for is open.
fn press(sitting: &mut Sitting, said: &Said) {
    match said {
        Said::Letter(letter) => {
            sitting.press(&letter.to_string());
        }
        Said::Remove(reasons) => reasons.press("r", sitting),
        Said::Fix => {
            if shows(sitting.press("F"), "Fix the question") {
                sitting.write(" Really?").press("ctrl-s").press("enter");
            }
        }
        Said::Note => {
            let is_in_force = super::has_note(sitting, QUEUE_VERIFY);
            super::note_by_keys(sitting, is_in_force);
        }
    }
}

fn line(said: &Said) -> String {
    match said {
        Said::Letter(letter) => format!("{letter}\n"),
        // `r` alone brings back what was taken back, before there is a verdict to give.
        Said::Remove(reasons) => format!("remove{}", reasons.line()),
        Said::Fix => "fix\nstem: Which? Really?\nsave\nsave\n".into(),
        Said::Note => "n small\n".into(),
    }
}

/// The flags that say what an act says; `None` for acts that scripts make otherwise.
fn flags(act: &Value, place: &Workplace) -> Option<Vec<(&'static str, String)>> {
    if act["act"] != "verify" {
        return None;
    }
    let names = [("--answer", "answer"), ("--verdict", "verdict"), ("--note", "note")];
    let mut flags = fields_as_flags(act, &names);
    if let Some(stem) = act["fix"]["stem"].as_str() {
        let file = place.path("edit.json");
        std::fs::write(&file, json!({ "stem": stem }).to_string()).unwrap();
        flags.push(("--edit", file.display().to_string()));
    }
    Some(flags)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_lines_and_flags_leave_the_same_rows(said in conversation()) {
        let keys = by_keys(&said);
        let place = Workplace::new();
        let lines: String = said.iter().map(line).collect();
        let store = super::new_store(&place, import_one, suspect);
        let queue = VerifyQueue::default();
        prop_assert_eq!(&keys, &super::by_lines(&place, store, queue, &lines));
        let place = Workplace::new();
        drop(super::new_store(&place, import_one, suspect));
        let fields = ["answer", "verdict", "reasons", "note", "fix"];
        let flags = |act: &Value| flags(act, &place);
        let (meant, left) = super::by_flags(&place, &["verify", "1"], &keys, flags, &fields);
        prop_assert_eq!(meant, left);
    }
}
