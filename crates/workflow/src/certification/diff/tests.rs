//! Small versions of a benchmark, and what is said of their differences.

use super::*;
use assay_core::benchmark::{AnswerRule, Choice, Label, PictureRole, QuestionKey, QuestionPicture};

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

fn contents(questions: &[Question]) -> Vec<Content<'_>> {
    questions.iter().map(Content::new).collect()
}

/// The pairs, where each picture is seen as the hills that its bytes name.
fn pairs(old: &[Question], new: &[Question]) -> Vec<(usize, usize)> {
    let mut prints = |_: usize, wanted: HashSet<ImageHash>| {
        let seen = (0..9_u8).flat_map(|scene| (0..2).map(move |copy| (scene, copy)));
        let seen = seen.map(|(scene, copy)| (ImageHash::compute(&[scene, copy]), hills(scene)));
        Ok(seen.filter(|(hash, _)| wanted.contains(hash)).collect::<HashMap<_, _>>())
    };
    matched(&contents(old), &contents(new), &mut prints).unwrap()
}

fn hills(scene: u8) -> Fingerprint {
    let grey = (0..1024_usize).map(|at| (at * (at / 32 + 3 * usize::from(scene)) % 251) as u8);
    Fingerprint::new(&grey.collect::<Vec<_>>()).unwrap()
}

fn changes_of(old: &Question, new: &Question) -> Vec<Change> {
    changes([old, new], [&Content::new(old), &Content::new(new)])
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
fn equal_questions_under_other_keys_are_taken_in_their_order_by_their_answers() {
    let all = |keys: [&str; 2], answers: [char; 2]| -> Vec<Question> {
        let both = keys.into_iter().zip(answers);
        both.map(|(key, answer)| question(key, "Which?", &ANIMALS, answer)).collect()
    };
    let old = all(["a", "b"], ['A', 'A']);
    assert_eq!(pairs(&old, &all(["c", "d"], ['A', 'A'])), [(0, 0), (1, 1)]);
    assert_eq!(pairs(&old, &all(["c", "d"], ['B', 'A'])), [(0, 1), (1, 0)]);
    assert_eq!(pairs(&old[..1], &all(["c", "d"], ['A', 'A'])), [(0, 0)], "the second is added");
}

#[test]
fn of_questions_with_the_same_text_those_whose_pictures_look_alike_are_the_same() {
    let shown = |keys: [&str; 3], pictures: [[u8; 2]; 3]| -> Vec<Question> {
        let both = keys.into_iter().zip(pictures);
        let one = |(key, picture): (&str, [u8; 2])| {
            with_picture(&picture, question(key, "Which?", &ANIMALS, 'A'))
        };
        both.map(one).collect()
    };
    let old = shown(["1", "2", "3"], [[1, 0], [2, 0], [3, 0]]);
    let encoded_again = shown(["7", "8", "9"], [[3, 1], [1, 1], [2, 1]]);
    assert_eq!(pairs(&old, &encoded_again), [(0, 1), (1, 2), (2, 0)]);
    let shifted = shown(["2", "3", "4"], [[1, 1], [2, 1], [3, 1]]);
    assert_eq!(pairs(&old, &shifted), [(0, 0), (1, 1), (2, 2)]);
    // Two look alike: the key decides.
    let twice = shown(["1", "2", "9"], [[1, 1], [1, 1], [3, 1]]);
    assert_eq!(pairs(&old, &twice), [(0, 0), (1, 1), (2, 2)]);
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
        changes_of(&old, &new)
    };
    assert_eq!(changed(&|_| {}), []);
    assert_eq!(changed(&|new| new.answer = Label::from_letter('B')), [Answer]);
    assert_eq!(changed(&|new| new.answer = None), [Answer]);
    assert_eq!(changed(&|new| new.stem.push('!')), [Stem]);
    assert_eq!(changed(&|new| new.stem.push_str(" \r\n")), []);
    assert_eq!(changed(&|new| new.stem = new.stem.replace(' ', "  ")), []);
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

#[test]
fn another_rule_of_a_short_answer_is_not_another_answer() {
    let short = |rule, answer: &str, unit: Option<&str>| {
        let unit = unit.map(str::to_owned);
        let short = ShortAnswer { unit, ..ShortAnswer::new(rule, vec![answer.to_owned()]) };
        Question { short: Some(short), ..question("1", "How long?", &[], 'Z') }
    };
    let old = short(AnswerRule::Numeric, "2.5", None);
    let changed = |rule, answer, unit| changes_of(&old, &short(rule, answer, unit));
    assert_eq!(changed(AnswerRule::Numeric, "2.5", None), []);
    assert_eq!(changed(AnswerRule::Numeric, "2.5", Some("cm")), [Change::Rule]);
    assert_eq!(changed(AnswerRule::Relaxed, "2.5", None), [Change::Rule]);
    assert_eq!(changed(AnswerRule::Numeric, "2.6", None), [Change::Answer]);
    assert_eq!(changed(AnswerRule::Exact, "2.6", None), [Change::Answer, Change::Rule]);
    let to_choices = question("1", "How long?", &["2.5", "3"], 'A');
    assert_eq!(changes_of(&old, &to_choices), [Change::Answer, Change::Choices]);
}
