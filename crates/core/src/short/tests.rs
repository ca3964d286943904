//! Each rule on cases whose scores the peers' own functions gave (lmms-eval 0.6 and VLMEvalKit, Python 3.11);
//! `tests/live/short_answers.py` compares thousands.

use super::*;
use crate::keyword::Keyword;

fn reference(rule: AnswerRule, answers: &[&str]) -> ShortAnswer {
    ShortAnswer::new(rule, answers.iter().map(|&answer| answer.to_owned()).collect())
}

#[track_caller]
fn assert_scores(rule: AnswerRule, cases: &[(&str, &[&str], Option<f64>)]) {
    for (text, answers, expected) in cases {
        let score = judge(&reference(rule, answers), text).map(|verdict| verdict.score);
        let is_equal = match (score, expected) {
            (Some(score), Some(expected)) => (score - expected).abs() < 1e-9,
            (score, expected) => score.is_none() && expected.is_none(),
        };
        assert!(is_equal, "{rule}: {text:?} for {answers:?} gives {score:?}, not {expected:?}");
    }
}

#[test]
fn every_rule_judges() {
    for rule in AnswerRule::all() {
        assert_eq!(RULES.iter().filter(|(named, ..)| *named == rule).count(), 1, "{rule}");
        assert_eq!(
            judge(&reference(rule, &["2"]), " \n"),
            None,
            "{rule}: an empty answer says nothing"
        );
    }
}

#[test]
fn ocrbench_looks_for_an_accepted_answer_within_the_text() {
    let yes = Some(1.0);
    assert_scores(
        AnswerRule::Contains,
        &[
            ("The sign says STOP here.", &["stop"], yes),
            ("open\nnow", &["Open now"], yes),
            ("open  now", &["open now"], Some(0.0)),
            ("clos", &["closed", "clo"], yes),
        ],
    );
    assert_scores(
        AnswerRule::ContainsFormula,
        &[("So it is x^{2} +\n1.", &["x ^ { 2 } + 1"], yes), ("X^{2}", &["x ^ { 2 }"], Some(0.0))],
    );
}

#[test]
fn chartqa_takes_numbers_within_a_twentieth_of_the_reference_and_other_texts_as_they_are() {
    let (yes, no) = (Some(1.0), Some(0.0));
    assert_scores(
        AnswerRule::Relaxed,
        &[
            ("104.9", &["100"], yes),
            ("95", &["100"], yes),
            ("105.1", &["100"], no),
            ("5%", &["0.05"], yes),
            ("5%", &["5"], no),
            ("0", &["0"], yes),
            ("0.0", &["0"], no),
            ("Asia", &["asia"], yes),
            ("Asia.", &["asia"], no),
            ("The answer is 100.", &["100"], no),
        ],
    );
}

#[test]
fn mathvista_cuts_integers_rounds_floats_and_compares_lists_as_they_are_written() {
    let yes = Some(1.0);
    assert_scores(
        AnswerRule::MathVista,
        &[
            ("3.9", &["3"], yes),
            ("+3", &["3"], yes),
            ("The number missing in the sequence is 14.", &["14"], yes),
            ("nan", &["3"], None),
            ("１４", &["14"], yes),
            ("[1,2]", &["[1, 2]"], Some(0.0)),
            ("It is at its peak in [1, 2].", &["[1, 2]"], yes),
            ("The answer is \"left\".", &["left"], yes),
        ],
    );
    let float = |decimals, answer, text| {
        let precision = Some(decimals);
        let short = ShortAnswer { precision, ..reference(AnswerRule::MathVista, &[answer]) };
        judge(&short, text).map(|verdict| (verdict.value.clone(), verdict.is_right()))
    };
    assert_eq!(float(2, "0.12", "0.125"), Some(("0.12".into(), true)));
    assert_eq!(float(1, "1.5", "1.50"), Some(("1.5".into(), true)));
    assert_eq!(
        float(1, "0.6", "The fraction is 0.6, that is six of ten."),
        Some(("0.6".into(), true))
    );
    assert_eq!(float(1, "0.6", "no number"), None);
    let without_precision = reference(AnswerRule::MathVista, &["1.50"]);
    assert_eq!(value_kind(&without_precision), ValueKind::Float(2));
    let is_right = |text| judge(&without_precision, text).is_some_and(|verdict| verdict.is_right());
    assert!(is_right("1.5") && is_right("It is 1.496.") && !is_right("1.6"));
}

#[test]
fn mmmu_takes_the_ends_of_sentences_and_all_numbers() {
    let (yes, no) = (Some(1.0), Some(0.0));
    assert_scores(
        AnswerRule::MmmuOpen,
        &[
            ("The answer is 1,234.567.", &["1234.57"], yes),
            ("So x = 12\nThus it is a cat", &["cat"], yes),
            ("It is because", &["c"], no),
            ("Therefore the result is c ", &["c"], yes),
            // As its patterns have it.
            ("3.14e5 m", &["3"], yes),
            ("1,234,5678", &["1234"], yes),
            ("about 5.", &["5.0"], yes),
            ("about 5.", &["6", "five"], no),
            ("there are ４２ of them", &["42"], yes),
            ("There are ٣.", &["3"], yes),
        ],
    );
}

#[test]
fn vqa_counts_the_people_who_gave_the_normalised_answer() {
    let people = |given: &'static str, count: usize, other: &'static str| {
        let mut answers = vec![given; count];
        answers.resize(10, other);
        answers
    };
    let cases = [
        ("The two dogs", people("2 dogs", 3, "cat"), 0.9),
        ("2 dogs.", people("2 dogs", 2, "cat"), 0.6),
        ("dont-know", people("don't know", 1, "x"), 0.3),
        ("1,000", people("1000", 4, "x"), 1.0),
        ("it is 5. ok", people("it is 5 ok", 10, ""), 1.0),
        ("cow", people("2 dogs", 3, "cat"), 0.0),
    ];
    for (text, answers, expected) in &cases {
        assert_scores(AnswerRule::Vqa, &[(text, answers, Some(*expected))]);
    }
    assert_scores(AnswerRule::Vqa, &[("Two!", &["2", "couple"], Some(1.0))]);
}

#[test]
fn anls_is_0_below_one_half() {
    assert_scores(
        AnswerRule::Anls,
        &[
            ("Hello  World", &["hello world"], Some(1.0)),
            ("helo", &["goodbye", "hello"], Some(0.8)),
            ("hexxx", &["hello"], Some(0.0)),
            ("STRASSE", &["straße"], Some(5.0 / 7.0)),
        ],
    );
}

#[test]
fn yes_and_no_together_or_neither_say_nothing() {
    assert_scores(
        AnswerRule::YesNo,
        &[
            ("Yes, it is.", &["Yes"], Some(1.0)),
            ("No.", &["Yes"], Some(0.0)),
            ("(yes)", &["1"], Some(1.0)),
            ("n", &["no"], Some(1.0)),
            ("no, yes", &["Yes"], None),
            ("It is not.", &["No"], None),
            ("noise", &["No"], None),
        ],
    );
}

#[test]
fn a_number_is_read_at_the_end_in_its_unit_and_to_its_precision() {
    let length = ShortAnswer {
        precision: Some(1),
        unit: Some("cm".into()),
        ..reference(AnswerRule::Numeric, &["2.5"])
    };
    let right = |text: &str| judge(&length, text).is_some_and(|verdict| verdict.is_right());
    for text in [
        "2.5",
        "2.5 cm",
        "25 mm",
        "It is 2.46 cm long.",
        "２.５ cm",
        "\\boxed{2.5}",
        "5 - 2.5 = 2.5",
    ] {
        assert!(right(text), "{text}");
    }
    for text in ["2.5 m", "25", "-2.5", "2.56", "long", "2.5 kg"] {
        assert!(!right(text), "{text}");
    }
    let three = reference(AnswerRule::Numeric, &["3"]);
    for text in ["three", "The answer is 3, not 4.", "There are 2 + 1 = 3", "3.0", "3 of 3"] {
        assert!(judge(&three, text).is_some_and(|verdict| verdict.is_right()), "{text}");
    }
    assert!(!judge(&three, "3.4").is_some_and(|verdict| verdict.is_right()));
    assert_eq!(judge(&three, "x3 and none"), None);
}

#[test]
fn words_and_lists_are_compared_without_case_and_spaces() {
    let (yes, no) = (Some(1.0), Some(0.0));
    let cases: [(&str, &[&str], _); 3] =
        [(" red  Car. ", &["Red car"], yes), ("red", &["Red car"], no), ("b", &["a", "B"], yes)];
    assert_scores(AnswerRule::Exact, &cases);
    let lists: [(&str, &[&str], _); 4] = [
        ("The years are [2007, 2008].", &["[2007, 2008]"], yes),
        ("2007, 2008.0", &["[2007, 2008]"], yes),
        ("[2008, 2007]", &["[2007, 2008]"], no),
        ("['a', \"B\"]", &["A; b"], yes),
    ];
    assert_scores(AnswerRule::List, &lists);
}

#[test]
fn the_thoughts_of_a_model_are_not_its_answer() {
    let two = reference(AnswerRule::Exact, &["two"]);
    assert!(
        judge(&two, "<think>Is it three?</think> two").is_some_and(|verdict| verdict.is_right())
    );
    assert_eq!(judge(&two, "<think>Is it two"), None, "it was cut off");
}

#[test]
fn typed_answers_are_equal_where_the_rule_says_so() {
    let typed = |text: &str| BlindAnswer::Typed(text.parse().unwrap());
    let length = ShortAnswer { unit: Some("m".into()), ..reference(AnswerRule::Numeric, &["7"]) };
    let canonical = |text: &str| canonical(typed(text), Some(&length));
    assert_eq!(canonical("700 cm"), typed("7"), "a right answer is the accepted one");
    assert_eq!(canonical("1 m"), canonical("100 cm"));
    assert_ne!(canonical("1"), canonical("7"));
    assert_eq!(super::canonical(BlindAnswer::CannotTell, Some(&length)), BlindAnswer::CannotTell);
    let is_same = |own, right| says_the_same(typed(own), typed(right), Some(&length));
    assert!(is_same("700 cm", "7 m") && is_same("900 cm", "9"), "the reference or another one");
    assert!(!is_same("9", "7") && !is_same("x", "7"));
    let is_right = |own| is_reference(own, None, Some(&length));
    assert_eq!(is_right(typed("7.0 m")), Some(true));
    assert_eq!(is_right(BlindAnswer::CannotTell), Some(false));
    assert_eq!(is_reference(typed("7"), None, Some(&length.without_answers())), None);
    assert_eq!(is_reference(BlindAnswer::Choice(Label::A), Some(Label::A), None), Some(true));
}
