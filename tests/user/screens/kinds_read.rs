//! What models wrote to questions of other kinds, read by a person in the extract queue.

use assay::benchmark::decision::Act;
use assay::benchmark::{ChoiceOrder, HandLabel, Input, Label, Pass, Prediction, PredictionStatus};
use assay::evaluation::import_run;
use assay::evaluation::sample::{Pool, draw_sample};
use assay::queue::{ExtractDesk, ExtractQueue};
use assay::store::{NewPrediction, NewRun, NewSample, RunSamples, Store};
use assay::tui::session::Session;

use super::kinds::sitting;
use super::questions::Language;
use super::sitting::Sitting;

/// With a model that answered a question in its own words, for alice to read.
fn with_text(store: &mut Store, key: &str, order: ChoiceOrder) {
    let benchmark = store.the_benchmark(None).unwrap();
    let prediction = Prediction {
        pass: Pass(0),
        order,
        text: "Twenty-five of them.".into(),
        status: PredictionStatus::Ok,
    };
    let question_id = store.question_id(&benchmark, key).unwrap();
    let run = NewRun {
        model: "org/model".into(),
        input: Input::Image,
        source: vec![],
        predictions: vec![NewPrediction { question_id, prediction }],
        samples: RunSamples::default(),
    };
    let sheets = store.question_sheets(&benchmark).unwrap();
    import_run(store, &benchmark, &sheets, run, false).unwrap();
    let all = NewSample { name: "all".into(), rate: 1.0, seed: 1, ..NewSample::default() };
    draw_sample(store, &benchmark, &Pool::default(), &[], all).unwrap();
}

/// Opens the queue in which the label of a model's text on a question is chosen; it has no other text.
pub(super) fn open_extract(sitting: &mut Sitting, key: &str) {
    open_extract_as_shown(sitting, key, ChoiceOrder::original(Label::all().take(26)));
}

/// The same where the model saw the choices in this order.
fn open_extract_as_shown(sitting: &mut Sitting, key: &str, order: ChoiceOrder) {
    let Session { store, desks, .. } = sitting.app.session_mut();
    with_text(store, key, order);
    let (annotator, benchmark) =
        (desks.review().annotator().clone(), desks.review().benchmark().clone());
    let sample = store.the_sample(&benchmark, None).unwrap();
    desks.open(ExtractDesk::open(store, ExtractQueue { sample }, annotator, benchmark).unwrap());
}

/// The labels that were chosen, in order.
pub(super) fn extracted(sitting: &Sitting) -> Vec<HandLabel> {
    let rows = sitting.app.session().desks.get::<ExtractQueue>().unwrap().history().rows();
    let label = |act: &Act| match act {
        Act::Extract(extraction) => extraction.label,
        other => panic!("{other:?}"),
    };
    rows.iter().map(|row| label(&row.act)).collect()
}

#[test]
fn a_text_that_chooses_a_choice_beyond_the_ninth_is_labelled_by_typing_it() {
    let mut sitting = sitting(Language::English);
    open_extract(&mut sitting, "6");
    let screen = sitting.press("5 .").screen();
    assert!(screen.contains("Which choice?") && screen.contains("y  25 boats"), "{screen}");
    sitting.press("y");
    assert_eq!(extracted(&sitting), [HandLabel::Choice(Label::from_letter('Y').unwrap())]);
}

#[test]
fn pictures_that_are_choices_have_the_letters_under_which_the_model_saw_them() {
    let mut sitting = sitting(Language::English);
    let order = ChoiceOrder::original(Label::all().take(3)).rotated_left(1);
    open_extract_as_shown(&mut sitting, "3", order);
    let screen = sitting.press("5").screen();
    assert!(screen.contains("a  (see the picture)"), "{screen}");
    let screen = sitting.press("v ] ]").screen();
    assert!(screen.contains("choice a"), "the first behind that of the question: {screen}");
    let screen = sitting.press("]").screen();
    assert!(screen.contains("choice b"), "{screen}");
}
