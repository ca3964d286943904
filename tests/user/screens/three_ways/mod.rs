//! The law of the steps: whatever is said, keys, plain lines and the flags of a script leave the same rows.
//!
//! A file for each queue says what may be said there, and how keys, lines and flags say it. Here is what they
//! share.

mod adjudicate;
mod extract;
mod review;
mod verify;
mod vote;

use std::collections::BTreeSet;

use assay::benchmark::decision::{Act, ReviewVerdict, WrongReason};
use assay::benchmark::{Choice, Label, Question, QuestionKey};
use assay::queue::Desk;
use assay::store::{Importer, Store, StoreError};
use assay::tui::picture::{ColourDepth, Surface};
use assay::tui::plain::{self, PlainQueue};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::sitting::{Sitting, desk_of, judge};
use crate::harness::Workplace;

/// Why a question is wrong: digits of the checklist, the choice that is right, whether there are words.
#[derive(Clone, Debug)]
struct Reasons {
    digits: BTreeSet<char>,
    right: Option<char>,
    words: bool,
}

/// Words alone are a note on the panel, while a line begins with digits; so there are none without digits.
fn reasons() -> impl Strategy<Value = Reasons> {
    let digits =
        prop::collection::btree_set(prop::sample::select(vec!['2', '4', '8', '9', '0']), 0..4);
    let right = prop::option::of(prop::sample::select(vec!['a', 'c', 'd']));
    (digits, right, any::<bool>()).prop_map(|(digits, right, words)| {
        let right = right.filter(|_| digits.contains(&'4'));
        let words = words && !digits.is_empty();
        Reasons { digits, right, words }
    })
}

impl Reasons {
    /// As they are typed behind a verdict. The empty lines leave what is asked for open, or give the verdict up.
    fn line(&self) -> String {
        let digit = |digit: &char| match self.right {
            Some(right) if *digit == '4' => format!(" 4={right}"),
            _ => format!(" {digit}"),
        };
        let digits: String = self.digits.iter().map(digit).collect();
        format!("{digits}{}\n\n", if self.words { " odd" } else { "" })
    }

    /// Marks them on the panel, if the key of the verdict opens it; leaves it where it asks for more.
    fn press(&self, verdict: &str, sitting: &mut Sitting) {
        let panel = "What is wrong?";
        if !shows(sitting.press(verdict), panel) {
            return;
        }
        for digit in &self.digits {
            if shows_list(sitting.press(&digit.to_string())) {
                sitting.press("esc");
            }
        }
        if let Some(right) = self.right {
            sitting.press(&right.to_ascii_uppercase().to_string()).press("tab");
        }
        if self.words {
            sitting.write("odd");
        }
        if shows(sitting.press("enter"), panel) {
            sitting.press("esc");
        }
    }
}

fn shows(sitting: &mut Sitting, words: &str) -> bool {
    sitting.screen().contains(words)
}

/// Whether a list of categories is open; the card says "Which category is it?" where none is.
fn shows_list(sitting: &mut Sitting) -> bool {
    let lists = ["Which category is #", "Which category is right for #"];
    lists.iter().any(|title| shows(sitting, title))
}

/// Writes the note "small". Where it is in force already, the editor has it, and it is saved as it is.
fn note_by_keys(sitting: &mut Sitting, is_in_force: bool) {
    if shows(sitting.press("n"), "Enter  saves") {
        if !is_in_force {
            sitting.write("small");
        }
        sitting.press("enter");
    }
}

/// Whether the annotator has a note in force on question 1.
fn has_note(sitting: &Sitting, queue: &str) -> bool {
    let desk = sitting.app.session().desks.named(queue).expect("the desk is open");
    desk.history().note("1", 1).is_some()
}

/// One question with four choices, of which B is the reference answer; none where it is open.
fn question(is_open: bool) -> Question {
    let words = if is_open { &[][..] } else { &["one", "two", "three", "four"] };
    let choices =
        Label::all().zip(words).map(|(label, text)| Choice { label, text: (*text).into() });
    let question = Question::new(QuestionKey::new("1").unwrap(), "Which?", choices.collect());
    let answer = Label::from_letter('B').filter(|_| !is_open);
    Question { category: Some("ocr".into()), answer, ..question }
}

fn import_one(importer: &Importer<'_>) -> Result<(), StoreError> {
    importer.keep_questions(&[question(false)]).map(|_| ())
}

/// The question is reviewed by these people.
fn reviewed(store: &mut Store, reviews: &[(&str, char, ReviewVerdict, &[WrongReason])]) {
    for (name, letter, verdict, reasons) in reviews {
        let mut desk = desk_of(name, store);
        judge(store, &mut desk, "1", *letter, *verdict, reasons);
    }
}

/// A database with these questions after some work.
fn new_store(
    place: &Workplace,
    import: impl FnOnce(&Importer<'_>) -> Result<(), StoreError>,
    prepare: impl FnOnce(&mut Store),
) -> Store {
    let mut store = Store::open_or_create(&place.path("assay.db")).unwrap();
    store.import("farm", Some("mmbench"), import).unwrap();
    prepare(&mut store);
    store
}

/// What alice did in a queue, in order; a row that an act names is named by its place.
fn acts(store: &Store, queue: &str) -> Vec<Value> {
    let (mut ids, mut acts) = (Vec::new(), Vec::new());
    store
        .for_each_decision::<StoreError>(
            |row| row.annotator == "alice" && row.queue == queue,
            |row| {
                let mut act = serde_json::to_value(&row.act).unwrap();
                if let Act::Undo { row } | Act::Redo { row } = &row.act {
                    act["row"] = json!(ids.iter().position(|id| id == row));
                }
                ids.push(row.id);
                acts.push(act);
                Ok(())
            },
        )
        .unwrap();
    acts
}

/// Alice before a screen without pictures, after some work.
fn sitting(
    import: impl FnOnce(&Importer<'_>) -> Result<(), StoreError>,
    prepare: impl FnOnce(&mut Store),
) -> Sitting {
    Sitting::before(Surface::for_cells(ColourDepth::None), import, |store, desk| {
        prepare(store);
        *desk = desk_of("alice", store);
    })
}

/// What alice leaves who types these lines.
fn by_lines<Q: PlainQueue>(
    place: &Workplace,
    mut store: Store,
    queue: Q,
    lines: &str,
) -> Vec<Value> {
    let annotator = store.annotator("alice").unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    let desk = Desk::open(&mut store, queue, annotator, benchmark).unwrap();
    plain::run(store, desk, &mut lines.as_bytes(), &mut Vec::new()).unwrap();
    acts(&Store::open(&place.path("assay.db")).unwrap(), Q::NAME)
}

/// What scripts say with these flags for each act, and what their rows hold of it: of both these fields.
fn by_flags(
    place: &Workplace,
    command: &[&str],
    acts: &[Value],
    flags: impl Fn(&Value) -> Option<Vec<(&'static str, String)>>,
    fields: &[&str],
) -> (Vec<Value>, Vec<Value>) {
    let (mut said, mut left) = (Vec::new(), Vec::new());
    let payload =
        |from: &Value| fields.iter().map(|name| from[name].clone()).collect::<Vec<_>>().into();
    for act in acts {
        let Some(flags) = flags(act) else { continue };
        let flags = flags.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value]);
        let flags: Vec<String> = flags.filter(|part| !part.is_empty()).collect();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let row = place.assay(&[&["decide"], command, &["--as", "alice"], &flags[..]].concat());
        left.push(payload(&row.well().json()));
        said.push(payload(act));
    }
    (said, left)
}

/// The flags of the fields of an act that scripts give as they are.
fn fields_as_flags(act: &Value, names: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    let flag = |(flag, name): &(&'static str, &str)| Some((*flag, act[name].as_str()?.to_owned()));
    let reasons = act["reasons"].as_array().into_iter().flatten();
    let reasons = reasons.map(|reason| ("--reason", reason.as_str().unwrap().to_owned()));
    names.iter().filter_map(flag).chain(reasons).collect()
}
