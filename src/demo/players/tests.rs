//! Tests with requests as clients write them.

use super::*;
use crate::benchmark::{Pass, PredictionStatus};

const STEM: &str = "Which band is on the balloon?";

fn label(letter: char) -> Label {
    Label::from_letter(letter).unwrap()
}

fn pass(number: u32, order: &str, text: &str) -> Prediction {
    let status = match text {
        "no answer" => PredictionStatus::Failed,
        _ => PredictionStatus::Ok,
    };
    let order = order.parse::<ChoiceOrder>().unwrap();
    Prediction { pass: Pass(number), order, text: text.into(), status }
}

/// A question with two equal choices, another whose stem is part of the first one's, and two models.
fn players() -> Players {
    let question = |stem: &str, choices: [&str; 4]| KnownQuestion {
        stem: normalised(stem),
        choices: Label::all().zip(choices.map(str::to_owned)).collect(),
    };
    let questions = vec![
        question("Which band", ["Teal", "Red", "Teal", "White"]),
        question(STEM, ["Teal", "Red", "Teal", "White"]),
    ];
    let passes = vec![
        pass(0, "ABCD", "The answer is B."),
        pass(1, "BCDA", "A"),
        pass(2, "CDAB", "no answer"),
    ];
    let player = |name, input| Player {
        name,
        input,
        answers: vec![vec![pass(0, "ABCD", "D")], passes.clone()],
    };
    let facts = Facts::default();
    Players {
        facts,
        questions,
        models: vec![player("sees", Input::Image), player("reads", Input::Text)],
    }
}

fn ask(model: &str, text: &str) -> Result<String, Declined> {
    let body = json!({"model": model, "messages": [{"role": "user", "content": text}]});
    players().complete(body.to_string().as_bytes()).map(|reply| {
        reply["choices"][0]["message"]["content"].as_str().unwrap_or_default().to_owned()
    })
}

fn prompt(choices: [&str; 4]) -> String {
    let [a, b, c, d] = choices;
    format!("Hint: look\nQuestion:  {STEM}\nA. {a}\nB. {b}\nC. {c}\nD. {d}\nPlease select.\n")
}

#[test]
fn the_order_of_the_choices_decides_which_pass_answers() {
    assert_eq!(
        ask("reads", &prompt(["Teal", "Red", "Teal", "White"])).unwrap(),
        "The answer is B."
    );
    assert_eq!(ask("reads", &prompt(["Red", "Teal", "White", "Teal"])).unwrap(), "A");
}

#[test]
fn an_order_that_was_not_recorded_gets_the_same_choice_under_its_new_letter() {
    let text = ask("reads", &prompt(["White", "Teal", "Teal", "Red"])).unwrap();
    assert_eq!(text, "The answer is (D) Red.");
}

#[test]
fn other_words_around_the_question_are_no_obstacle() {
    let text = format!("A. D. Clever? {STEM} (A) Red (B) Teal (C) White (D) Teal");
    assert_eq!(ask("reads", &text).unwrap(), "A");
}

#[test]
fn a_recorded_failure_fails_without_being_worth_a_retry() {
    let declined = ask("reads", &prompt(["Teal", "White", "Teal", "Red"])).unwrap_err();
    assert_eq!((declined.status, declined.code), (400, "recorded_failure"));
}

#[test]
fn an_unknown_model_or_question_and_the_wrong_input_are_named() {
    let known = prompt(["Teal", "Red", "Teal", "White"]);
    for (model, text, code, word) in [
        ("gpt", known.as_str(), "model_not_found", "sees, reads"),
        ("reads", "What is it?\nA. a\nB. b\n", "question_not_found", "sample"),
        ("reads", STEM, "question_not_found", "choices"),
        ("sees", known.as_str(), "input_not_recorded", "--input image"),
    ] {
        let declined = ask(model, text).unwrap_err();
        assert_eq!((declined.status, declined.code), (404, code));
        assert!(declined.message.contains(word), "{}", declined.message);
    }
}

#[test]
fn a_picture_between_the_texts_asks_the_model_that_sees() {
    let body = json!({"model": "sees", "messages": [{"role": "user", "content": [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,"}},
        {"type": "text", "text": prompt(["Teal", "Red", "Teal", "White"])},
    ]}]});
    let reply = players().complete(body.to_string().as_bytes()).unwrap();
    assert_eq!(reply["choices"][0]["message"]["content"], "The answer is B.");
    assert!(reply["usage"]["prompt_tokens"].as_u64() > Some(10));
}

#[test]
fn labels_are_those_of_the_choices() {
    let question = &players().questions[1];
    let (choice, rest) = question.choice_behind(label('B'), "B. Reddish B. Red C. x").unwrap();
    assert_eq!((choice, rest), ("Red", " C. x"));
    assert!(question.choice_behind(label('B'), "B. Reddish").is_none());
}
