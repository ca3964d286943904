//! Questions with more than nine choices: their letters mean the choices, whatever else a key means.

use assay::benchmark::decision::Act;
use assay::benchmark::{HandLabel, Label};

use super::kinds::{open, sitting};
use super::kinds_read::{extracted, open_extract};
use super::questions::Language;
use super::sitting::Sitting;

fn acts(sitting: &Sitting) -> Vec<Act> {
    sitting.app.session().review().history().rows().iter().map(|row| row.act.clone()).collect()
}

#[test]
fn a_letter_that_is_a_choice_is_never_taken_for_another_key() {
    let mut sitting = sitting(Language::English);
    open(&mut sitting, "6");
    for letter in 'j'..='z' {
        let screen = sitting.press(&letter.to_string()).screen();
        let asked = format!("answers {letter}");
        assert!(screen.contains("Which choice?") && screen.contains(&asked), "{letter}: {screen}");
        // A key that is held down repeats itself.
        sitting.press(&letter.to_string());
        let screen = sitting.press("esc").screen();
        assert!(screen.contains("How many boats") && screen.contains("#6"), "{letter}: {screen}");
    }
    assert_eq!(acts(&sitting), [], "no letter has decided anything");
}

#[test]
fn enter_answers_with_the_letter_that_was_pressed() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "6").press("l").screen();
    assert!(screen.contains("l  12 boats"), "{screen}");
    assert!(sitting.press("enter").screen().contains("saved l"));
    let screen = sitting.press("u l s").screen();
    let has_other_act = screen.contains(" Tab ");
    assert!(screen.contains("answers s") && !has_other_act, "another letter: {screen}");
    assert!(sitting.press("enter").screen().contains("saved s"));
    let screen = sitting.press("u v l").screen();
    assert!(screen.contains("answers l"), "over the picture on the whole screen: {screen}");
    assert!(sitting.press("enter").screen().contains("saved l"));
}

#[test]
fn tab_does_what_the_key_does_elsewhere() {
    let mut sitting = sitting(Language::English);
    open(&mut sitting, "6").press("l");
    assert_eq!(acts(&sitting), []);
    sitting.press("tab");
    assert_eq!(acts(&sitting), [Act::Later]);
    open(&mut sitting, "6").press("x");
    assert_eq!(acts(&sitting).len(), 1);
    sitting.press("tab");
    assert!(matches!(acts(&sitting).last(), Some(Act::Answer { .. })), "{:?}", acts(&sitting));
}

#[test]
fn after_the_answer_and_on_other_questions_the_keys_mean_what_they_always_mean() {
    let mut sitting = sitting(Language::English);
    open(&mut sitting, "6").press("a l");
    assert_eq!(acts(&sitting).last(), Some(&Act::Later));
    open(&mut sitting, "5").press("l");
    assert_eq!(acts(&sitting).len(), 3);
}

#[test]
fn a_text_that_chooses_choice_l_is_labelled_so_and_not_put_off() {
    let mut sitting = sitting(Language::English);
    open_extract(&mut sitting, "6");
    let screen = sitting.press("5 l").screen();
    assert!(screen.contains("answers l"), "{screen}");
    sitting.press("enter");
    assert_eq!(extracted(&sitting), [HandLabel::Choice(Label::from_letter('L').unwrap())]);
}
