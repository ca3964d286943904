//! The law for the review, with a gate, with categories that are chosen, on open questions and on those with a short
//! answer, which is typed.

use assay::benchmark::{AnswerRule, PictureRole, QuestionPicture, ShortAnswer};
use assay::queue::ReviewQueue;
use assay::store::{Importer, QUEUE_REVIEW, Store, StoreError};
use proptest::prelude::*;
use serde_json::Value;

use super::super::questions::picture;
use super::super::sitting::{Sitting, gate_every_question};
use super::{Reasons, acts, fields_as_flags, question, reasons, shows_list};
use crate::harness::Workplace;

/// What the benchmark asks beside answer and verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    Plain,
    Gate,
    Category,
    /// A question without choices.
    Open,
    /// A question that takes a number in centimetres.
    Short,
}

/// What is said of the question.
#[derive(Clone, Debug)]
enum Said {
    /// A key that is a letter of a line too.
    Letter(char),
    Guess(char, char),
    /// An answer that is typed.
    Typed(&'static str),
    Wrong(Reasons),
    Category,
    Note,
}

fn said() -> impl Strategy<Value = Said> {
    prop_oneof![
        4 => prop::sample::select(vec!['a', 'b', 'd', 'x', 'z']).prop_map(Said::Letter),
        3 => prop::sample::select(vec!['y', 't', 's', 'l', 'u']).prop_map(Said::Letter),
        4 => reasons().prop_map(Said::Wrong),
        2 => Just(Said::Category),
        1 => Just(Said::Note),
    ]
}

/// A gate asks for the guess first.
fn conversation() -> impl Strategy<Value = (Rules, Vec<Said>)> {
    let rules = [Rules::Plain, Rules::Gate, Rules::Category, Rules::Open, Rules::Short];
    let rules = prop::sample::select(rules.to_vec());
    let guess = (prop::sample::select(vec!['a', 'b', 'x']), prop::sample::select(vec!['1', '3']));
    (rules, guess, prop::collection::vec(said(), 1..9)).prop_map(
        |(rules, (letter, sure), mut said)| {
            // An open question has no right answer to give.
            for one in &mut said {
                match (one, rules) {
                    (Said::Wrong(Reasons { right, .. }), Rules::Open | Rules::Short) => {
                        *right = None;
                    }
                    // Letters are text here.
                    (one @ Said::Letter('a' | 'd'), Rules::Short) => *one = Said::Typed("25 mm"),
                    (one @ (Said::Letter('b') | Said::Category), Rules::Short) => {
                        *one = Said::Typed("7");
                    }
                    _ => {}
                }
            }
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
    let mut question = question(matches!(rules, Rules::Open | Rules::Short));
    if rules == Rules::Short {
        let length = ShortAnswer::new(AnswerRule::Numeric, vec!["2.5".into()]);
        question.short = Some(ShortAnswer { unit: Some("cm".into()), ..length });
    }
    if rules == Rules::Gate {
        let hash = importer.keep_picture(&picture(8, 8, true))?;
        question.pictures = vec![QuestionPicture { hash, role: PictureRole::Stem }];
    }
    importer.keep_questions(&[question])?;
    Ok(())
}

fn prepare(store: &mut Store, rules: Rules) {
    if rules == Rules::Category {
        store.set_setting("checklist/farm", "confirm-category = true\n").unwrap();
    }
    if rules == Rules::Gate {
        gate_every_question(store);
    }
}

fn new_store(place: &Workplace, rules: Rules) -> Store {
    super::new_store(place, |importer| import(importer, rules), |store| prepare(store, rules))
}

fn by_keys(rules: Rules, said: &[Said]) -> Vec<Value> {
    let mut sitting =
        super::sitting(|importer| import(importer, rules), |store| prepare(store, rules));
    sitting.press("1");
    for one in said {
        press(&mut sitting, one);
    }
    acts(&sitting.app.session().store, QUEUE_REVIEW)
}

/// Presses the keys, as long as what they are meant for is open.
fn press(sitting: &mut Sitting, said: &Said) {
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
        Said::Typed(text) => {
            // Enter or the first digit opens the field.
            let (key, rest) = if text.len() == 1 { ("enter", *text) } else { text.split_at(1) };
            if is_open(sitting) && super::shows(sitting.press(key), "Your answer to") {
                sitting.write(rest).press("enter");
            }
        }
        Said::Wrong(reasons) => reasons.press("w", sitting),
        Said::Category => {
            let is_open = is_open(sitting);
            if shows_list(sitting) || is_open && shows_list(sitting.press("enter")) {
                sitting.write("style").press("enter");
            }
        }
        Said::Note => {
            let is_in_force = super::has_note(sitting, QUEUE_REVIEW);
            super::note_by_keys(sitting, is_in_force);
        }
    }
}

/// Whether a question is on the screen. At the end of the queue Enter opens the next queue, and digits choose.
fn is_open(sitting: &mut Sitting) -> bool {
    !sitting.screen().contains("u undoes the last")
}

fn line(said: &Said) -> String {
    match said {
        Said::Letter(letter) => format!("{letter}\n"),
        Said::Guess(letter, sure) => format!("{letter} {sure}\n"),
        Said::Typed(text) => format!("{text}\n"),
        Said::Wrong(reasons) => format!("w{}", reasons.line()),
        Said::Category => "style\n".into(),
        Said::Note => "n small\n".into(),
    }
}

/// The flags that say what an act says; `None` for acts that scripts make otherwise.
fn flags(act: &Value) -> Option<Vec<(&'static str, String)>> {
    match act["act"].as_str()? {
        "guess" => {
            let names = [("--guess", "guess"), ("--confidence", "confidence")];
            Some(fields_as_flags(act, &names))
        }
        "review" => {
            let names = [
                ("--answer", "answer"),
                ("--verdict", "verdict"),
                ("--corrected", "corrected"),
                ("--category", "category"),
                ("--note", "note"),
            ];
            let as_typed = |(flag, value): (&'static str, String)| {
                let typed = value.strip_prefix("typed ").map(str::to_owned);
                (flag, typed.unwrap_or(value))
            };
            Some(fields_as_flags(act, &names).into_iter().map(as_typed).collect())
        }
        _ => None,
    }
}

#[test]
fn the_bar_says_that_an_answer_is_typed_and_digits_and_points_begin_it() {
    for first in ["enter", "2", ".", "-"] {
        let mut sitting = super::sitting(|importer| import(importer, Rules::Short), |_| ());
        let screen = sitting.press("1").screen();
        assert!(screen.contains("answer…") && !screen.contains(" ok "), "{screen}");
        let refused = sitting.press("y").screen();
        assert!(refused.contains("has no choices: Enter or a digit opens"), "{refused}");
        let typed = if first == "enter" { "" } else { first };
        assert!(super::shows(sitting.press(first), "Your answer to"), "{first}");
        sitting.write("5 cm").press("enter");
        let saved = acts(&sitting.app.session().store, QUEUE_REVIEW);
        assert_eq!(saved.len(), 1, "{saved:?}");
        assert_eq!(saved[0]["answer"], format!("typed {typed}5 cm"));
        assert!(!sitting.screen().contains("answer…"), "the verdict is next");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_lines_and_flags_leave_the_same_rows((rules, said) in conversation()) {
        let keys = by_keys(rules, &said);
        let place = Workplace::new();
        let lines: String = said.iter().map(line).collect();
        let store = new_store(&place, rules);
        prop_assert_eq!(&keys, &super::by_lines(&place, store, ReviewQueue, &lines));
        let place = Workplace::new();
        drop(new_store(&place, rules));
        let fields =
            ["guess", "confidence", "answer", "verdict", "reasons", "corrected", "category", "note"];
        let (meant, left) = super::by_flags(&place, &["review", "1"], &keys, flags, &fields);
        prop_assert_eq!(meant, left);
    }
}
