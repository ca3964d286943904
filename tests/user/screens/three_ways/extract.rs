//! The law for the extraction: a model wrote the same about each of many questions.

use assay::benchmark::{
    ChoiceOrder, Input, Label, Pass, Prediction, PredictionStatus, Question, QuestionKey,
};
use assay::evaluation::import_run;
use assay::evaluation::sample::{Pool, draw_sample};
use assay::queue::{Desk, ExtractQueue};
use assay::store::{
    Importer, NewPrediction, NewRun, NewSample, QUEUE_EXTRACT, RunSamples, Store, StoreError,
};
use assay::tui::session::Session;
use proptest::prelude::*;
use serde_json::Value;

use super::super::sitting::Sitting;
use super::{acts, fields_as_flags, question, shows};
use crate::harness::Workplace;

/// More than there are inputs: the conversation in lines ends with the last text.
const QUESTIONS: usize = 12;

/// What is said of a text: a key that is a letter of a line too, or a note.
#[derive(Clone, Debug)]
enum Said {
    Letter(char),
    Note,
}

fn said() -> impl Strategy<Value = Said> {
    prop_oneof![
        // There is no choice `e`.
        4 => prop::sample::select(vec!['a', 'b', 'd', 'e']).prop_map(Said::Letter),
        3 => prop::sample::select(vec!['z', 'r', 'm', 'o']).prop_map(Said::Letter),
        4 => prop::sample::select(vec!['s', 'l', 'u']).prop_map(Said::Letter),
        2 => Just(Said::Note),
    ]
}

fn keys() -> impl Iterator<Item = String> {
    (1..=QUESTIONS).map(|number| number.to_string())
}

fn import(importer: &Importer<'_>) -> Result<(), StoreError> {
    let one = |key: String| Question { key: QuestionKey::new(&key).unwrap(), ..question(false) };
    importer.keep_questions(&keys().map(one).collect::<Vec<_>>()).map(|_| ())
}

fn answer(store: &mut Store) {
    let benchmark = store.the_benchmark(None).unwrap();
    let predictions = keys().map(|key| NewPrediction {
        question_id: store.question_id(&benchmark, &key).unwrap(),
        prediction: Prediction {
            pass: Pass(0),
            order: ChoiceOrder::original(Label::all().take(4)),
            text: "Two, I think.".into(),
            status: PredictionStatus::Ok,
        },
    });
    let run = NewRun {
        model: "m".into(),
        input: Input::Image,
        source: vec![],
        predictions: predictions.collect(),
        samples: RunSamples::default(),
    };
    let sheets = store.question_sheets(&benchmark).unwrap();
    import_run(store, &benchmark, &sheets, run, false).unwrap();
    let all = NewSample { name: "all".into(), rate: 1.0, seed: 1, ..NewSample::default() };
    draw_sample(store, &benchmark, &Pool::default(), &[], all).unwrap();
}

fn queue(store: &Store) -> ExtractQueue {
    let benchmark = store.the_benchmark(None).unwrap();
    ExtractQueue { sample: store.the_sample(&benchmark, None).unwrap() }
}

fn by_keys(said: &[Said]) -> Vec<Value> {
    let mut sitting = super::sitting(import, answer);
    let Session { store, desks, .. } = sitting.app.session_mut();
    let (annotator, benchmark) =
        (desks.review().annotator().clone(), desks.review().benchmark().clone());
    let queue = queue(store);
    desks.open(Desk::open(store, queue, annotator, benchmark).unwrap());
    sitting.press("5");
    for one in said {
        press(&mut sitting, one);
    }
    acts(&sitting.app.session().store, QUEUE_EXTRACT)
}

fn press(sitting: &mut Sitting, said: &Said) {
    match said {
        Said::Letter(letter) => {
            sitting.press(&letter.to_string());
        }
        Said::Note => {
            // The note is nowhere else on the screen.
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

/// The flags that say what an act says; `None` for acts that scripts make otherwise.
fn flags(act: &Value) -> Option<Vec<(&'static str, String)>> {
    (act["act"] == "extract").then(|| fields_as_flags(act, &[("--label", "label")]))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_lines_and_flags_leave_the_same_rows(said in prop::collection::vec(said(), 1..9)) {
        let keys = by_keys(&said);
        let place = Workplace::new();
        let lines: String = said.iter().map(line).collect();
        let store = super::new_store(&place, import, answer);
        let queue = queue(&store);
        prop_assert_eq!(&keys, &super::by_lines(&place, store, queue, &lines));
        let place = Workplace::new();
        drop(super::new_store(&place, import, answer));
        let (meant, left) =
            super::by_flags(&place, &["extract", "1/m/0"], &keys, flags, &["label", "shown"]);
        // Scripts say `none` and read `Z`.
        let in_history = |row: Value| match row[0] == "Z" {
            true => Value::from(vec![Value::from("none"), row[1].clone()]),
            false => row,
        };
        prop_assert_eq!(meant, left.into_iter().map(in_history).collect::<Vec<_>>());
    }
}
