//! The extract screen: reading what a model wrote.

use assay::benchmark::decision::Act;
use assay::benchmark::{ChoiceOrder, HandLabel, Input, Label, Pass, Prediction, PredictionStatus};
use assay::evaluation::import_run;
use assay::evaluation::sample::{Pool, draw_sample};
use assay::queue::{ExtractDesk, ExtractQueue};
use assay::store::{NewPrediction, NewRun, NewSample, QUEUE_EXTRACT, RunSamples, Store};
use assay::tui::session::Session;

use super::looks;
use super::questions::{HOSTILE, Language};
use super::sitting::Sitting;

/// What the model wrote about each question, in the second pass: A shows the original choice B.
fn texts() -> [(&'static str, usize, String); 5] {
    let thought = "<think>The dog is left. Or is it?\nPerhaps B.</think>";
    let long = "One shop sold more. ".repeat(200);
    [
        ("1", 4, format!("{thought}It stands behind the dog.")),
        ("2", 2, "I'm sorry, but I cannot see any picture.".into()),
        ("3", 3, "Lemons are yellow, 柠檬是黄色的, so A.".into()),
        ("4", 2, HOSTILE.into()),
        ("5", 4, format!("{long}So both.")),
    ]
}

fn keep_run(store: &mut Store) {
    let benchmark = store.the_benchmark(None).unwrap();
    let predictions = texts().map(|(key, choices, text)| NewPrediction {
        question_id: store.question_id(&benchmark, key).unwrap(),
        prediction: Prediction {
            pass: Pass(1),
            order: ChoiceOrder::original(Label::all().take(choices)).rotated_left(1),
            text,
            status: PredictionStatus::Ok,
        },
    });
    let run = NewRun {
        model: "org/model".into(),
        input: Input::Image,
        source: vec![],
        predictions: predictions.into(),
        samples: RunSamples::default(),
    };
    let sheets = store.question_sheets(&benchmark).unwrap();
    import_run(store, &benchmark, &sheets, run, false).unwrap();
    let all = NewSample { name: "all".into(), rate: 1.0, seed: 1, ..NewSample::default() };
    draw_sample(store, &benchmark, &Pool::default(), &[], all).unwrap();
}

/// Alice with a sample of five texts before her.
fn sitting(hints: bool) -> Sitting {
    let mut sitting = with_texts(Language::English);
    sitting.app.session_mut().hints = hints;
    sitting
}

fn with_texts(language: Language) -> Sitting {
    let mut sitting = Sitting::fresh(language);
    put_texts_before(&mut sitting);
    sitting
}

/// Draws a sample of what a model wrote about questions 1 to 5, for alice to read.
pub fn put_texts_before(sitting: &mut Sitting) {
    let Session { store, desks, .. } = sitting.app.session_mut();
    keep_run(store);
    let review = desks.review();
    let (annotator, benchmark) = (review.annotator().clone(), review.benchmark().clone());
    let sample = store.the_sample(&benchmark, None).unwrap();
    let desk = ExtractDesk::open(store, ExtractQueue { sample }, annotator, benchmark).unwrap();
    desks.open(desk);
}

/// Skips until the text on the desk is about this question.
/// Puts texts off until the one about this stem is open; several are divided by `|`.
fn go_to(sitting: &mut Sitting, stem: &str) {
    sitting.press("5");
    for _ in 0..5 {
        let screen = sitting.screen();
        if stem.split('|').any(|stem| screen.contains(stem)) {
            return;
        }
        sitting.press("l");
    }
    panic!("no text about {stem}");
}

fn labels(sitting: &Sitting) -> Vec<HandLabel> {
    let history = sitting.app.session().desks.get::<ExtractQueue>().unwrap().history();
    let label = |act: &Act| match act {
        Act::Extract(extraction) => Some(extraction.label),
        _ => None,
    };
    history.rows().iter().filter_map(|row| label(&row.act)).collect()
}

#[test]
fn one_key_reads_a_text_and_brings_the_next() {
    let mut sitting = sitting(false);
    assert!(sitting.screen().contains("5 texts left of 5"));
    sitting.press("5 a z r m o");
    let expected = [
        HandLabel::Choice(Label::A),
        HandLabel::NoneOfTheChoices,
        HandLabel::Refusal,
        HandLabel::Several,
        HandLabel::OffTopic,
    ];
    assert_eq!(labels(&sitting), expected);
    assert!(sitting.screen().contains("All 5 texts are read"), "{}", sitting.screen());
    sitting.press("u");
    assert!(sitting.screen().contains("taken back") && sitting.screen().contains("4 of 5"));
    sitting.press("ctrl-r");
    assert!(sitting.screen().contains("decided: off-topic"), "{}", sitting.screen());
}

#[test]
fn nothing_on_the_screen_tells_the_model_the_reference_or_a_rules_reading() {
    let mut sitting = sitting(false);
    go_to(&mut sitting, "Where is the sheep?");
    let screen = sitting.screen();
    assert!(!screen.contains("org/model") && !screen.contains("reference"), "{screen}");
    // The choices stand as they were shown: the original B first.
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text}: {screen}"));
    assert!(at("behind the dog") < at("left of the dog"));
}

#[test]
fn a_picture_without_which_the_reader_is_to_guess_in_the_review_stays_hidden() {
    let mut sitting = Sitting::with_gate(Language::English);
    put_texts_before(&mut sitting);
    go_to(&mut sitting, "Where is the sheep?");
    for key in ["P", "v"] {
        let screen = sitting.press(key).screen();
        assert!(screen.contains("the picture is hidden until you have guessed"), "{key}: {screen}");
        assert!(!screen.contains("80x60"), "{key}: {screen}");
    }
}

#[test]
fn reasoning_is_folded_until_it_is_asked_for() {
    let mut sitting = sitting(false);
    go_to(&mut sitting, "Where is the sheep?");
    assert!(sitting.screen().contains("characters of reasoning folded"));
    assert!(!sitting.screen().contains("Perhaps B."));
    sitting.press("p");
    assert!(sitting.screen().contains("Perhaps B."));
}

#[test]
fn a_long_text_scrolls_and_hostile_text_is_harmless() {
    let mut sitting = sitting(false);
    go_to(&mut sitting, "Read the table");
    assert!(!sitting.screen().contains("both."));
    sitting.press("pagedown pagedown pagedown pagedown pagedown");
    assert!(sitting.screen().contains("both."), "{}", sitting.screen());
    sitting.press("q");
    go_to(&mut sitting, "evil");
    assert!(!sitting.screen().contains('\u{1b}') && !sitting.screen().contains('\u{202e}'));
}

#[test]
fn the_words_that_decided_can_be_marked() {
    let mut sitting = sitting(false);
    go_to(&mut sitting, "What colour");
    sitting.press("tab right right space a");
    let newest = {
        let session = sitting.app.session();
        let desk = session.desks.get::<ExtractQueue>().unwrap();
        let (who, of) = (desk.annotator(), desk.benchmark());
        session.store.newest_decisions(who, QUEUE_EXTRACT, of, None, 1).unwrap().remove(0)
    };
    let Act::Extract(extraction) = newest.act else { panic!("{newest:?}") };
    let (start, end) = extraction.evidence.expect("evidence");
    assert_eq!(&texts()[2].2[start..end], "yellow,");
    assert_eq!(newest.item, "3/org/model/1");
    assert!(!newest.exposure.reference && newest.exposure.screen == "extract");
}

#[test]
fn the_picture_is_shown_only_on_request_and_goes_with_the_decision() {
    let mut sitting = sitting(false);
    go_to(&mut sitting, "Where is the sheep?");
    let before = sitting.look();
    let screen = sitting.press("P").screen();
    assert!(!screen.contains("reference"), "{screen}");
    assert_ne!(sitting.look(), before);
    assert_eq!(sitting.press("P").look(), before, "hidden again");
    sitting.press("a");
    let hidden = sitting.look();
    sitting.press("P");
    assert_ne!(sitting.look(), hidden, "it was hidden for the next text");
    sitting.press("P z");
    let session = sitting.app.session();
    let desk = session.desks.get::<ExtractQueue>().unwrap();
    let (who, of) = (desk.annotator(), desk.benchmark());
    for decision in session.store.newest_decisions(who, QUEUE_EXTRACT, of, None, 2).unwrap() {
        assert_eq!(decision.exposure.picture.as_deref(), Some("beside the text"));
        assert!(decision.exposure.cells.is_some() && !decision.exposure.reference);
    }
}

#[test]
fn the_screen_with_the_picture_as_it_looks() {
    looks::keep("extract_picture", with_texts, |sitting| {
        go_to(sitting, "Where is the sheep?|羊在哪里");
        sitting.press("P");
    });
}

#[test]
fn hints_are_told_with_the_decision() {
    let mut sitting = sitting(true);
    sitting.press("5 a");
    let session = sitting.app.session();
    let desk = session.desks.get::<ExtractQueue>().unwrap();
    let (who, of) = (desk.annotator(), desk.benchmark());
    let newest = session.store.newest_decisions(who, QUEUE_EXTRACT, of, None, 1).unwrap().remove(0);
    assert_eq!(newest.exposure.screen, "extract-hints");
}

#[test]
fn the_guideline_of_this_queue_is_one_key_away() {
    let mut sitting = sitting(false);
    sitting.press("5 G");
    assert!(sitting.screen().contains("Reading labels from what models wrote"));
    sitting.press("g a");
    assert_eq!(labels(&sitting).len(), 1);
}

#[test]
fn the_screen_as_it_looks() {
    for hints in [false, true] {
        looks::keep(&format!("extract_hints_{hints}"), with_texts, |sitting| {
            sitting.app.session_mut().hints = hints;
            go_to(sitting, "What colour|什么颜色");
        });
    }
}
