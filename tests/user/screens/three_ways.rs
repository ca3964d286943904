//! The law of the steps: whatever is said, keys, plain lines and the flags of a script leave the same rows.

use std::collections::BTreeSet;

use assay::benchmark::decision::Act;
use assay::benchmark::gate::TextGate;
use assay::benchmark::{Choice, Label, PictureRole, Question, QuestionKey, QuestionPicture};
use assay::queue::{ReviewDesk, ReviewQueue};
use assay::store::{Importer, NewAssignment, QUEUE_REVIEW, Store, StoreError};
use assay::tui::picture::{ColourDepth, Surface};
use assay::tui::plain::{self, PlainReview};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::questions::picture;
use super::sitting::{Sitting, desk_of};
use crate::harness::Workplace;

/// What the benchmark asks beside answer and verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    Plain,
    Gate,
    Category,
    /// A question without choices.
    Open,
}

/// What is said of the question.
#[derive(Clone, Debug)]
enum Said {
    /// A key that is a letter of a line too.
    Letter(char),
    Guess(char, char),
    Wrong {
        digits: BTreeSet<char>,
        right: Option<char>,
        words: bool,
    },
    Category,
    Note,
}

fn said() -> impl Strategy<Value = Said> {
    let digits =
        prop::collection::btree_set(prop::sample::select(vec!['2', '4', '8', '9', '0']), 0..4);
    let wrong =
        (digits, prop::option::of(prop::sample::select(vec!['a', 'c', 'd'])), any::<bool>());
    prop_oneof![
        4 => prop::sample::select(vec!['a', 'b', 'd', 'x', 'z']).prop_map(Said::Letter),
        3 => prop::sample::select(vec!['y', 't', 's', 'l', 'u']).prop_map(Said::Letter),
        4 => wrong.prop_map(|(digits, right, words)| {
            let right = right.filter(|_| digits.contains(&'4'));
            // Words alone are a note on the panel; a line begins with digits.
            let words = words && !digits.is_empty();
            Said::Wrong { digits, right, words }
        }),
        2 => Just(Said::Category),
        1 => Just(Said::Note),
    ]
}

/// A gate asks for the guess first.
fn conversation() -> impl Strategy<Value = (Rules, Vec<Said>)> {
    let rules = prop::sample::select(vec![Rules::Plain, Rules::Gate, Rules::Category, Rules::Open]);
    let guess = (prop::sample::select(vec!['a', 'b', 'x']), prop::sample::select(vec!['1', '3']));
    (rules, guess, prop::collection::vec(said(), 1..9)).prop_map(
        |(rules, (letter, sure), mut said)| {
            // A panel opens with the note in force, and saves it only if it has changed.
            // An open question has no right answer to give.
            for one in &mut said {
                if let (Said::Wrong { right, .. }, Rules::Open) = (one, rules) {
                    *right = None;
                }
            }
            let mut has_note = false;
            said.retain(|one| {
                !matches!(one, Said::Note) || !std::mem::replace(&mut has_note, true)
            });
            if rules == Rules::Gate {
                let guess =
                    if letter == 'x' { Said::Letter('x') } else { Said::Guess(letter, sure) };
                said.splice(..0, [Said::Letter('y'), guess]);
            }
            (rules, said)
        },
    )
}

fn import(importer: &Importer<'_>, rules: Rules) -> Result<(), StoreError> {
    let words = if rules == Rules::Open { &[][..] } else { &["one", "two", "three", "four"] };
    let choices =
        Label::all().zip(words).map(|(label, text)| Choice { label, text: (*text).into() });
    let question = Question::new(QuestionKey::new("1").unwrap(), "Which?", choices.collect());
    let mut question = Question { category: Some("ocr".into()), ..question };
    if rules != Rules::Open {
        question.answer = Label::from_letter('B');
    }
    if rules == Rules::Gate {
        let hash = importer.keep_picture(&picture(8, 8, true))?;
        question.pictures = vec![QuestionPicture { hash, role: PictureRole::Stem }];
    }
    importer.keep_questions(&[question])?;
    Ok(())
}

fn prepare(store: &mut Store, rules: Rules) {
    let benchmark = store.the_benchmark(None).unwrap();
    if rules == Rules::Category {
        store.set_setting("checklist/farm", "confirm-category = true\n").unwrap();
    }
    if rules == Rules::Gate {
        let assignment = NewAssignment {
            queue: QUEUE_REVIEW,
            per_item: 2,
            people: vec![],
            overlap: None,
            order: None,
            lease_seconds: 900,
            disagreement_extra: 0,
            gate: Some(TextGate { share: 1.0, seed: 1 }),
            agreed_sample: None,
            gold: None,
            blocks: None,
        };
        store.assign(&benchmark, &assignment, "alice").unwrap();
    }
}

fn new_store(place: &Workplace, rules: Rules) -> Store {
    let mut store = Store::open_or_create(&place.path("assay.db")).unwrap();
    store.import("farm", Some("mmbench"), |importer| import(importer, rules)).unwrap();
    prepare(&mut store, rules);
    store
}

/// The acts in order; a row that an act names is named by its place.
fn acts(store: &Store) -> Vec<Value> {
    let (mut ids, mut acts) = (Vec::new(), Vec::new());
    store
        .for_each_decision::<StoreError>(
            |_| true,
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

fn by_keys(rules: Rules, said: &[Said]) -> Vec<Value> {
    let surface = Surface::for_cells(ColourDepth::None);
    let mut sitting = Sitting::before(
        surface,
        |importer| import(importer, rules),
        |store, desk| {
            prepare(store, rules);
            *desk = desk_of("alice", store);
        },
    );
    sitting.press("1");
    for one in said {
        press(&mut sitting, one);
    }
    acts(&sitting.app.session().store)
}

/// Presses the keys, as long as what they are meant for is open.
fn press(sitting: &mut Sitting, said: &Said) {
    let shows = |sitting: &mut Sitting, words: &str| sitting.screen().contains(words);
    // The card says "Which category is it?" where no list is open.
    let lists = ["Which category is #", "Which category is right for #"];
    let shows_list = |sitting: &mut Sitting| lists.iter().any(|title| shows(sitting, title));
    if !matches!(said, Said::Category) && shows_list(sitting) {
        sitting.press("esc");
    }
    match said {
        Said::Letter(letter) => {
            sitting.press(&letter.to_string());
        }
        Said::Guess(letter, sure) => {
            sitting.press(&format!("{letter} {sure}"));
        }
        Said::Wrong { digits, right, words } => {
            let panel = "What is wrong with #";
            if !shows(sitting.press("w"), panel) {
                return;
            }
            for digit in digits {
                if shows_list(sitting.press(&digit.to_string())) {
                    sitting.press("esc");
                }
            }
            if let Some(right) = right {
                sitting.press(&right.to_ascii_uppercase().to_string()).press("tab");
            }
            if *words {
                sitting.write("odd");
            }
            if shows(sitting.press("enter"), panel) {
                sitting.press("esc");
            }
        }
        Said::Category => {
            if shows_list(sitting) || shows_list(sitting.press("enter")) {
                sitting.write("style").press("enter");
            }
        }
        Said::Note => {
            if shows(sitting.press("n"), "Enter saves") {
                sitting.write("small").press("enter");
            }
        }
    }
}

fn by_lines(rules: Rules, said: &[Said]) -> Vec<Value> {
    let place = Workplace::new();
    let mut store = new_store(&place, rules);
    let annotator = store.annotator("alice").unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    let desk = ReviewDesk::open(&mut store, ReviewQueue, annotator, benchmark).unwrap();
    let lines: String = said.iter().map(line).collect();
    plain::run::<PlainReview>(store, desk, &mut lines.as_bytes(), &mut Vec::new()).unwrap();
    acts(&Store::open(&place.path("assay.db")).unwrap())
}

fn line(said: &Said) -> String {
    match said {
        Said::Letter(letter) => format!("{letter}\n"),
        Said::Guess(letter, sure) => format!("{letter} {sure}\n"),
        Said::Wrong { digits, right, words } => {
            let digit = |digit: &char| match right {
                Some(right) if *digit == '4' => format!(" 4={right}"),
                _ => format!(" {digit}"),
            };
            let digits: String = digits.iter().map(digit).collect();
            // The empty line leaves what is asked for open, or gives the verdict up.
            format!("w{digits}{}\n\n", if *words { " odd" } else { "" })
        }
        Said::Category => "style\n".into(),
        Said::Note => "n small\n".into(),
    }
}

/// The flags that say what an act says; `None` for acts that scripts make otherwise.
fn flags(act: &Value) -> Option<Vec<String>> {
    let text = |name: &str| act[name].as_str().map(str::to_owned);
    let mut flags = Vec::new();
    match act["act"].as_str()? {
        "guess" => {
            let sure = text("confidence").map(|sure| ("--confidence", sure));
            flags.extend([("--guess", text("guess")?)].into_iter().chain(sure));
        }
        "review" => {
            for name in ["answer", "verdict", "corrected", "category", "note"] {
                let flag = ["--answer", "--verdict", "--corrected", "--category", "--note"]
                    .into_iter()
                    .find(|flag| flag.ends_with(name))?;
                flags.extend(text(name).map(|value| (flag, value)));
            }
            let reasons = act["reasons"].as_array().into_iter().flatten();
            flags.extend(reasons.map(|reason| ("--reason", reason.as_str().unwrap().to_owned())));
        }
        _ => return None,
    }
    Some(flags.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value]).collect())
}

/// What a script leaves that says everything of each act at once.
fn by_flags(rules: Rules, acts: &[Value]) -> (Vec<Value>, Vec<Value>) {
    let place = Workplace::new();
    drop(new_store(&place, rules));
    let (mut said, mut left) = (Vec::new(), Vec::new());
    for act in acts {
        let Some(flags) = flags(act) else { continue };
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let row = place.assay(&[&["decide", "review", "1", "--as", "alice"], &flags[..]].concat());
        let row = row.well().json();
        // What the row has beside the act: who, when, where.
        let said_of_it = [
            "guess",
            "confidence",
            "answer",
            "verdict",
            "reasons",
            "corrected",
            "category",
            "note",
        ];
        let payload =
            |from: &Value| -> Value { said_of_it.map(|name| from[name].clone()).to_vec().into() };
        left.push(payload(&row));
        said.push(payload(act));
    }
    (said, left)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn keys_lines_and_flags_leave_the_same_rows((rules, said) in conversation()) {
        let keys = by_keys(rules, &said);
        prop_assert_eq!(&keys, &by_lines(rules, &said));
        let (meant, left) = by_flags(rules, &keys);
        prop_assert_eq!(meant, left);
    }
}
