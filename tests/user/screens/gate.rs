//! The text-only gate by keys: the words alone, a guess of two keys, then the picture.

use assay::benchmark::decision::Act;
use assay::benchmark::gate::{Confidence, TextGuess};
use assay::benchmark::history::ItemState;
use assay::queue::{Desks, ReviewDesk, ReviewQueue};
use assay::store::Guideline;

use super::questions::Language;
use super::sitting::Sitting;

fn open(key: &str) -> Sitting {
    let mut sitting = Sitting::with_gate(Language::English);
    sitting.press("/").write(key).press("enter");
    sitting
}

fn acts(sitting: &Sitting) -> Vec<Act> {
    let rows = sitting.app.session().review().history().rows().iter();
    rows.map(|row| row.act.clone()).collect()
}

#[test]
fn the_picture_comes_after_a_guess_of_two_keys() {
    let mut sitting = open("1");
    let hidden = sitting.screen();
    assert!(hidden.contains("The picture comes after your guess."), "{hidden}");
    assert!(!hidden.contains("80x60") && !hidden.contains("full"), "{hidden}");
    let offered = sitting.press("?").screen();
    assert!(!offered.contains("Zoom in"), "{offered}");
    sitting.press("esc");
    let marked = sitting.press("b").screen();
    assert!(marked.contains("› ") && marked.contains("2 fairly sure"), "{marked}");
    assert!(acts(&sitting).is_empty(), "a mark is not saved");
    let shown = sitting.press("2").screen();
    assert!(shown.contains("80x60"), "the picture is here: {shown}");
    assert!(shown.contains("Your guess  b, fairly sure"), "{shown}");
    let guess = |label| TextGuess::Choice { label, confidence: Confidence::Medium };
    let label = assay::benchmark::Label::from_letter('B').unwrap();
    assert_eq!(acts(&sitting), [Act::Guess(guess(label))]);
    assert!(!sitting.exposures()["1"].gate, "the guess itself was made without a picture");
    assert_eq!(sitting.exposures()["1"].picture, None);
    let judged = sitting.press("b").screen();
    assert!(judged.contains("reference"), "{judged}");
    sitting.press("y");
    let exposure = &sitting.exposures()["1"];
    assert!(exposure.gate && exposure.picture.is_some(), "{exposure:?}");
}

#[test]
fn verdicts_and_confidences_wait_for_a_letter() {
    let mut sitting = open("1");
    assert!(sitting.press("y").screen().contains("first your guess"));
    assert!(sitting.press("2").screen().contains("first a letter marks what you guess"));
    assert!(acts(&sitting).is_empty());
    sitting.press("x");
    assert_eq!(acts(&sitting), [Act::Guess(TextGuess::NoIdea)]);
    assert!(sitting.press("1").screen().contains("nothing to guess"), "{}", sitting.screen());
}

#[test]
fn u_takes_a_mark_back_and_never_a_guess_whose_picture_was_shown() {
    let mut sitting = open("1");
    sitting.press("b u");
    assert!(sitting.screen().contains("the mark is gone"), "{}", sitting.screen());
    assert!(acts(&sitting).is_empty(), "an earlier decision was not taken back");
    let refused = sitting.press("b 3 u").screen();
    assert!(refused.contains("has been shown, so the guess stays"), "{refused}");
    assert!(matches!(
        sitting.app.session().review().history().state("1", 1),
        ItemState::Guessed(_)
    ));
    // The answer is taken back, and then what was decided before the guess, which stays.
    sitting.press("a u u");
    let said = sitting.screen();
    assert!(said.contains("nothing to take back"), "{said}");
    assert!(said.contains("80x60"), "the picture stays: {said}");
}

#[test]
fn a_question_without_a_picture_or_with_pictures_as_choices_asks_for_no_guess() {
    for key in ["3", "6"] {
        let mut sitting = open(key);
        assert!(!sitting.screen().contains("after your guess"), "{key}: {}", sitting.screen());
        sitting.press("b");
        assert!(matches!(acts(&sitting)[..], [Act::Answer { .. }]), "{key}");
    }
}

#[test]
fn browse_hides_the_picture_too() {
    let mut sitting = Sitting::with_gate(Language::English);
    let first_line = |sitting: &mut Sitting| {
        let screen = sitting.press("2").screen();
        screen.lines().nth(1).unwrap_or_default().to_owned()
    };
    let hidden = first_line(&mut sitting);
    assert!(hidden.contains("Where is the sheep?"), "the words begin at the top: {hidden}");
    let shown = first_line(&mut Sitting::fresh(Language::English));
    assert!(!shown.contains("Where is the sheep?"), "the picture is above them: {shown}");
}

#[test]
fn a_changed_guideline_is_announced_once_on_the_screen() {
    let mut sitting = Sitting::in_the_middle(Language::English);
    let said = sitting.press("1").screen();
    assert!(!said.contains("the guideline has changed"), "{said}");
    let session = sitting.press("q").app.session_mut();
    let (alice, farm) =
        (session.review().annotator().clone(), session.review().benchmark().clone());
    session.store.set_review_guideline(&Guideline::new("# Look twice"), None).unwrap();
    let desk = ReviewDesk::open(&mut session.store, ReviewQueue, alice, farm).unwrap();
    session.desks = Desks::new(desk);
    let said = sitting.press("1").screen();
    assert!(said.contains("the guideline has changed since you were here last"), "{said}");
    let again = sitting.press("q 1").screen();
    assert!(!again.contains("the guideline has changed"), "{again}");
}
