//! Lines as people type them, and what they mean.

use super::help::{example, range};
use super::*;
use assay_core::benchmark::decision::WrongReason;
use assay_core::benchmark::{Checklists, QuestionKind};
use assay_workflow::queue::steps::Verdict;

fn labels(letters: &str) -> Vec<Label> {
    letters.chars().filter_map(Label::from_letter).collect()
}

fn choice() -> &'static Checklist {
    Checklists::built_in().for_kind(QuestionKind::Choice)
}

fn blind(line: &str) -> Result<Command, String> {
    read(line, Some(Ask::Answer), &labels("ABCD"), Some(choice()))
}

fn verdict(line: &str) -> Result<Command, String> {
    read(line, Some(Ask::Verdict), &labels("ABCD"), Some(choice()))
}

fn answer(letter: char) -> Input {
    Input::Answer(BlindAnswer::Choice(Label::from_letter(letter).unwrap()))
}

fn chosen(letter: char) -> Command {
    Command::Take(vec![answer(letter)])
}

#[test]
fn letters_and_words_mean_the_same() {
    assert_eq!(blind(" b "), Ok(chosen('B')));
    assert_eq!(blind("B"), Ok(chosen('B')));
    assert_eq!(blind("x"), Ok(Command::Take(vec![Input::Answer(BlindAnswer::CannotTell)])));
    assert_eq!(verdict("y"), Ok(Command::Take(vec![Input::Verdict(Verdict::Keep)])));
    assert_eq!(verdict("Keep"), verdict("y"));
    assert_eq!(blind("later"), Ok(Command::Other(Action::Later)));
    assert_eq!(blind(""), Ok(Command::Again));
}

#[test]
fn what_means_nothing_is_refused_with_what_is_asked() {
    assert!(read("y", None, &[], None).unwrap_err().contains("q quits"));
    assert!(read("b", None, &[], None).unwrap_err().contains("No question is open"));
    assert_eq!(
        blind("\u{1b}[A").unwrap_err(),
        "\"^[[A\" means nothing here. Your answer? a to d, z none of the choices, \
         x cannot tell from the picture."
    );
}

#[test]
fn a_guess_is_a_letter_with_how_sure_one_is_behind_it() {
    let guess = |line| read(line, Some(Ask::Guess), &labels("ABCD"), Some(choice()));
    let sure = Command::Take(vec![answer('A'), Input::Confidence(Confidence::High)]);
    assert_eq!(guess("a 3").as_ref(), Ok(&sure));
    assert_eq!(guess("A high"), Ok(sure));
    assert_eq!(guess("x"), Ok(Command::Take(vec![Input::Answer(BlindAnswer::CannotTell)])));
    assert!(guess("a 4").unwrap_err().contains("a 1"));
    assert_eq!(guess("s"), Ok(Command::Other(Action::Skip)));
}

#[test]
fn one_line_is_one_act() {
    assert!(blind("b y").is_err());
    assert!(verdict("y now").is_err());
    assert!(blind("u u").is_err());
}

#[test]
fn g_is_the_guideline_unless_it_is_a_choice() {
    let guideline = Ok(Command::Other(Action::Guideline));
    assert_eq!(blind("g"), guideline);
    let seven = labels("ABCDEFG");
    assert_eq!(read("g", Some(Ask::Answer), &seven, Some(choice())), Ok(chosen('G')));
    assert_eq!(read("G", Some(Ask::Answer), &seven, Some(choice())), guideline);
    assert_eq!(read("g", Some(Ask::Verdict), &seven, Some(choice())), guideline);
}

#[test]
fn a_choice_beyond_i_is_chosen_by_its_upper_case_letter() {
    let many = labels("ABCDEFGHIJKL");
    assert_eq!(read("L", Some(Ask::Answer), &many, Some(choice())), Ok(chosen('L')));
    assert_eq!(
        read("l", Some(Ask::Answer), &many, Some(choice())),
        Ok(Command::Other(Action::Later))
    );
    assert_eq!(blind("L"), Ok(Command::Other(Action::Later)));
}

fn wrong(reasons: &[WrongReason], more: &[Input]) -> Command {
    let mut inputs = vec![Input::Verdict(Verdict::Wrong)];
    inputs.extend(reasons.iter().map(|reason| Input::Reason(*reason, true)));
    inputs.extend(more.iter().cloned().chain([Input::Done]));
    Command::Take(inputs)
}

#[test]
fn reasons_are_digits_and_a_remark_may_follow() {
    use WrongReason::{BadPicture, Other, UnanswerableFromPicture, WrongReferenceAnswer};
    assert_eq!(verdict("w"), Ok(Command::Take(vec![Input::Verdict(Verdict::Wrong)])));
    assert_eq!(
        verdict("w 7, 4 4"),
        Ok(wrong(&[WrongReferenceAnswer, UnanswerableFromPicture], &[]))
    );
    assert_eq!(
        verdict("w 80 it is upside down"),
        Ok(wrong(&[BadPicture, Other], &[Input::Words("it is upside down".into())]))
    );
    assert!(verdict("w because").unwrap_err().contains("for example 1 2"));
}

#[test]
fn a_checklist_of_ones_own_gives_the_examples_their_digits_and_has_no_others() {
    let own = "[choice]\nfurther = [\"bad-picture\", \"wrong-reference-answer\", \"other\"]";
    let checklists = Checklists::own(own).unwrap();
    let checklist = Some(checklists.for_kind(QuestionKind::Choice));
    let verdict = |line| read(line, Some(Ask::Verdict), &labels("AB"), checklist);
    assert!(verdict("w why").unwrap_err().contains("for example 1 2"));
    assert!(verdict("zz").unwrap_err().contains("w 2=c)"));
    assert!(verdict("w 1 4").unwrap_err().starts_with("No reason has the digit 4"));
    let only = Checklists::own("[choice]\nfurther = [\"other\"]").unwrap();
    let only = only.for_kind(QuestionKind::Choice);
    assert_eq!((some_digits(only), example(only)), ("1".to_owned(), "1".to_owned()));
}

#[test]
fn behind_reason_4_goes_the_answer_that_is_right() {
    use WrongReason::{Other, UnanswerableFromPicture, WrongReferenceAnswer};
    let right = Input::Right(Label::from_letter('C'));
    assert_eq!(
        verdict("w 7, 4=c 0 it is, see the map"),
        Ok(wrong(
            &[WrongReferenceAnswer, UnanswerableFromPicture, Other],
            &[Input::Words("it is, see the map".into()), right.clone()]
        ))
    );
    assert_eq!(verdict("w 4=C"), Ok(wrong(&[WrongReferenceAnswer], &[right])));
    assert_eq!(verdict("w 0 here 4=c"), Ok(wrong(&[Other], &[Input::Words("here 4=c".into())])));
    assert!(verdict("w 4=right").unwrap_err().contains("4=c"));
}

#[test]
fn a_note_keeps_its_words_and_loses_control_characters() {
    assert_eq!(blind("n  two \u{1b}[Dwords"), Ok(Command::Note("two [Dwords".into())));
    assert!(blind("n").unwrap_err().contains("n TEXT"));
    assert!(blind(&format!("n {}", "x".repeat(4001))).unwrap_err().contains("4001"));
}

#[test]
fn the_help_names_every_letter_once() {
    for (letter, ..) in LETTERS {
        let lines = help().lines().filter(|line| line.starts_with(&format!("{letter}, "))).count();
        assert_eq!(lines, 1, "{letter}");
    }
}

#[test]
fn choices_with_gaps_are_listed_one_by_one() {
    assert_eq!(range(&labels("ABD")).unwrap(), "a, b, d");
    assert_eq!(range(&labels("ABCD")).unwrap(), "a to d");
    assert_eq!(range(&[]), None);
}
