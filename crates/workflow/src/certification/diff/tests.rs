//! Small versions of a benchmark, and what is said of their differences.

use super::*;
use assay_core::benchmark::{Choice, PictureRole, QuestionKey, QuestionPicture};

fn question(key: &str, stem: &str, choices: &[&str], answer: char) -> Question {
    let choice = |(label, text): (Label, &&str)| Choice { label, text: (*text).to_owned() };
    let choices = Label::all().zip(choices).map(choice).collect();
    let answer = Label::from_letter(answer);
    Question { answer, ..Question::new(QuestionKey::new(key).unwrap(), stem, choices) }
}

fn with_picture(bytes: &[u8], question: Question) -> Question {
    let picture = QuestionPicture { hash: ImageHash::compute(bytes), role: PictureRole::Stem };
    Question { pictures: vec![picture], ..question }
}

const ANIMALS: [&str; 3] = ["cat", "dog", "hen"];

fn which(key: &str, answer: char) -> Question {
    question(key, &format!("Which animal is in picture {key}?"), &ANIMALS, answer)
}

fn pairs(old: &[Question], new: &[Question]) -> Vec<(usize, usize)> {
    matched(old, new).iter().map(|pair| (pair.old, pair.new)).collect()
}

#[test]
fn a_question_under_another_key_is_found_by_its_content() {
    let old = [which("1", 'A'), which("2", 'A'), which("3", 'A')];
    let mut new = [which("3", 'A'), which("1", 'B'), which("2", 'A')];
    for (question, key) in new.iter_mut().zip(["7", "8", "9"]) {
        question.key = QuestionKey::new(key).unwrap();
    }
    assert_eq!(pairs(&old, &new), [(0, 1), (1, 2), (2, 0)]);
}

#[test]
fn keys_that_were_shifted_do_not_hide_that_the_questions_are_the_same() {
    let asks = |key: &str, what: &str, choices: &[&str]| question(key, what, choices, 'A');
    let old = [asks("1", "Who?", &["he", "she"]), asks("2", "Where?", &["here", "there"])];
    let new = [asks("2", "Who?", &["he", "she"]), asks("3", "Where?", &["here", "there"])];
    assert_eq!(pairs(&old, &new), [(0, 0), (1, 1)]);
}

#[test]
fn two_questions_with_the_same_text_and_no_picture_are_not_guessed() {
    let old = [question("a", "Which?", &ANIMALS, 'A'), question("b", "Which?", &ANIMALS, 'A')];
    let new = [question("c", "Which?", &ANIMALS, 'A'), question("d", "Which?", &ANIMALS, 'A')];
    assert_eq!(pairs(&old, &new), []);
    let shown = |questions: [Question; 2]| {
        let [one, other] = questions;
        [with_picture(b"1", one), with_picture(b"2", other)]
    };
    assert_eq!(pairs(&shown(old), &shown(new)), [(0, 0), (1, 1)]);
}

#[test]
fn benchmarks_that_share_nothing_have_no_pair_although_their_keys_are_equal() {
    let other = question("1", "What is the sum?", &["3", "4"], 'B');
    assert_eq!(pairs(&[which("1", 'A')], &[other]), []);
}

#[test]
fn each_kind_of_change_is_named() {
    use Change::{Answer, Category, Choices, Order, Picture, Stem};
    let old = with_picture(b"1", which("1", 'A'));
    let changed = |change: &dyn Fn(&mut Question)| {
        let mut new = old.clone();
        change(&mut new);
        changes(&old, &new)
    };
    assert_eq!(changed(&|_| {}), []);
    assert_eq!(changed(&|new| new.answer = Label::from_letter('B')), [Answer]);
    assert_eq!(changed(&|new| new.answer = None), [Answer]);
    assert_eq!(changed(&|new| new.stem.push('!')), [Stem]);
    assert_eq!(changed(&|new| new.stem.push_str(" \r\n")), []);
    assert_eq!(changed(&|new| new.hint = Some("Look.".into())), [Stem]);
    assert_eq!(changed(&|new| new.category = Some("ocr".into())), [Category]);
    assert_eq!(changed(&|new| new.pictures.clear()), [Picture]);
    assert_eq!(changed(&|new| new.choices[1].text = "wolf".into()), [Choices]);
    assert_eq!(
        changed(&|new| new.choices[0].text = "a cat".into()),
        [Choices],
        "still the right one"
    );
    // The right choice is still the cat, now at B.
    let turned = |new: &mut Question| {
        new.choices[0].text = "hen".into();
        new.choices[1].text = "cat".into();
        new.choices[2].text = "dog".into();
        new.answer = Label::from_letter('B');
    };
    assert_eq!(changed(&turned), [Order]);
    let turned_and_wrong = |new: &mut Question| {
        turned(new);
        new.answer = Label::from_letter('A');
    };
    assert_eq!(changed(&turned_and_wrong), [Answer, Order]);
}
