//! Made pairs of answers: one planted cause is named alone, and the parts always sum to the difference.

use super::*;
use crate::evaluation::AnsweredPass;
use assay_core::benchmark::{AnswerRule, PredictionStatus, ShortAnswer};
use assay_core::extract::RuleSet;
use assay_core::score::{ExtractedLabel, RequiredPasses};
use proptest::collection::vec;
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, prop_compose, proptest};

fn label(index: usize) -> Label {
    Label::from_index(index).unwrap()
}

fn pass(number: u32, answer: usize, text: &str) -> AnsweredPass {
    let mut texts = ["a cat", "a dog", "a hen"];
    texts.rotate_left(number as usize);
    AnsweredPass {
        pass: Pass(number),
        text: text.to_owned(),
        status: PredictionStatus::from_text(text),
        choices: Label::all().zip(texts.map(str::to_owned)).collect(),
        reference: [Some(label((answer + 3 - number as usize) % 3)); 2],
        judged: None,
    }
}

/// A question whose answer is the first choice, answered like this pass by pass.
fn question(key: usize, texts: &[&str]) -> AnsweredQuestion {
    question_with_answer(key, 0, texts)
}

fn question_with_answer(key: usize, answer: usize, texts: &[&str]) -> AnsweredQuestion {
    let passes = texts.iter().zip(0..).filter(|(text, _)| **text != "absent");
    AnsweredQuestion {
        key: key.to_string(),
        stem: format!("What is in picture {key}?"),
        required: RequiredPasses::Rotated(3),
        passes: passes.map(|(text, number)| pass(number, answer, text)).collect(),
        short: None,
        hit: None,
    }
}

fn answered(name: &str, questions: Vec<AnsweredQuestion>) -> Answered {
    Answered {
        name: name.to_owned(),
        rules: RuleSet::VlmevalkitLate,
        judge: None,
        trims: false,
        strategy: Strategy::Circular,
        missing: Missing::Wrong,
        questions,
        warnings: Vec::new(),
    }
}

/// Four questions, of which three are right in every pass.
fn base() -> Answered {
    let right = ["A", "C", "B"];
    let list = vec![
        question(1, &right),
        question(2, &right),
        question(3, &right),
        question(4, &["A", "C", "C"]),
    ];
    answered("a", list)
}

/// The only cause that has points, with its questions; all others have exactly none.
#[track_caller]
fn only_cause(a: Answered, b: Answered) -> (Cause, f64, Vec<String>) {
    let found = reconcile(a, b).unwrap();
    let (with, without): (Vec<Part>, Vec<Part>) =
        found.parts.into_iter().partition(|part| part.points != 0.0 || !part.questions.is_empty());
    assert_eq!(without.len(), 5, "{with:?}");
    let part = with.into_iter().next().unwrap();
    assert!((part.points - found.difference).abs() < 1e-12);
    (part.cause, part.points, part.questions)
}

#[test]
fn another_answer_of_the_model_is_the_answers() {
    let mut b = base();
    b.questions[1].passes[2].text = "C".into();
    assert_eq!(only_cause(base(), b), (Cause::Answers, 25.0, vec!["2".to_owned()]));
}

#[test]
fn under_every_pass_a_cause_names_the_questions_of_which_it_counts_other_passes() {
    let every_pass = |missing, first: [&str; 3]| {
        let list = vec![question(1, &first), question(2, &["A", "C", "B"])];
        Answered { strategy: Strategy::EveryPass, missing, ..answered("a", list) }
    };
    let lacking = ["A", "absent", "B"];
    let left_out = every_pass(Missing::Kit, lacking);
    let (cause, points, questions) = only_cause(every_pass(Missing::Wrong, lacking), left_out);
    assert_eq!((cause, questions), (Cause::Strategy, vec!["1".to_owned()]));
    assert!((points - (500.0 / 6.0 - 100.0)).abs() < 1e-12, "{points}");
    let unread = every_pass(Missing::Wrong, ["A", "who knows?", "B"]);
    let found = reconcile(every_pass(Missing::Wrong, lacking), unread).unwrap();
    assert!(found.parts.iter().all(|part| part.questions.is_empty()), "wrong either way");
}

#[test]
fn a_corrected_key_is_the_reference() {
    let mut b = base();
    b.questions[0] = question_with_answer(1, 1, &["A", "C", "B"]);
    assert_eq!(only_cause(base(), b), (Cause::Reference, 25.0, vec!["1".to_owned()]));
}

#[test]
fn a_choice_that_requires_one_more_pass_is_the_reference() {
    let mut b = base();
    for question in &mut b.questions {
        question.required = RequiredPasses::Rotated(4);
        for pass in &mut question.passes {
            pass.choices.push((label(3), "nan".into()));
        }
    }
    let (cause, points, moved) = only_cause(base(), b);
    assert_eq!((cause, points), (Cause::Reference, 75.0));
    assert_eq!(moved, ["1", "2", "3"]);
}

#[test]
fn a_question_that_only_one_side_has_is_the_questions() {
    let mut b = base();
    b.questions.remove(3);
    assert_eq!(only_cause(base(), b), (Cause::Questions, -25.0, vec!["4".to_owned()]));
}

#[test]
fn an_absent_or_failed_pass_is_the_passes() {
    let mut b = base();
    b.questions[0].passes.remove(1);
    b.questions[1].passes[0] = pass(0, 0, "Failed to obtain answer via API.");
    let (cause, points, moved) = only_cause(base(), b);
    assert_eq!((cause, points), (Cause::Passes, 50.0));
    assert_eq!(moved, ["1", "2"]);
}

#[test]
fn another_strategy_or_treatment_is_the_strategy() {
    let mut b = base();
    b.strategy = Strategy::FirstPass;
    assert_eq!(only_cause(base(), b), (Cause::Strategy, -25.0, vec!["4".to_owned()]));
    let mut b = base();
    b.missing = Missing::Kit;
    let lacking = |mut side: Answered| {
        side.questions[2].passes.remove(2);
        side
    };
    assert_eq!(
        only_cause(lacking(base()), lacking(b)),
        (Cause::Strategy, -25.0, vec!["3".to_owned()])
    );
}

#[test]
fn other_rules_are_the_rules_and_spaces_around_a_key_are_too() {
    let text = "The correct answer is cat, which one sees by its whiskers and ears.";
    let mut a = base();
    a.questions[0].passes[0].text = text.into();
    let mut b = a.clone();
    b.rules = RuleSet::Assay;
    assert_eq!(only_cause(a, b), (Cause::Rules, -25.0, vec!["1".to_owned()]));
    let mut a = base();
    a.questions[0].passes.iter_mut().for_each(|pass| pass.reference[0] = None);
    let b = Answered { rules: RuleSet::Assay, trims: true, ..a.clone() };
    assert_eq!(only_cause(a, b), (Cause::Rules, -25.0, vec!["1".to_owned()]));
}

/// A result file: one row a question with the verdict on its group.
fn results(name: &str, of: &Answered, hits: [bool; 4]) -> Answered {
    let mut results =
        Answered { name: name.to_owned(), judge: Some("its own".into()), ..of.clone() };
    for (question, hit) in results.questions.iter_mut().zip(hits) {
        question.passes.truncate(1);
        question.hit = Some(hit);
    }
    results.strategy = Strategy::FirstPass;
    results
}

#[test]
fn the_verdicts_of_a_result_file_against_our_reading_are_the_rules() {
    let judged = results("r", &base(), [true, true, false, false]);
    assert_eq!(only_cause(judged, base()), (Cause::Rules, -25.0, vec!["3".to_owned()]));
}

#[test]
fn two_result_files_differ_by_the_judge_where_texts_are_equal_and_by_the_answers_elsewhere() {
    let one = results("one", &base(), [true, true, false, false]);
    let other = results("other", &base(), [true, true, true, false]);
    assert_eq!(only_cause(one.clone(), other), (Cause::Rules, -25.0, vec!["3".to_owned()]));
    let mut model = base();
    model.questions[2].passes[0].text = "B".into();
    let other = results("other", &model, [true, true, true, false]);
    assert_eq!(only_cause(one, other), (Cause::Answers, -25.0, vec!["3".to_owned()]));
}

#[test]
fn a_pass_that_shows_the_same_choices_in_another_order_is_no_difference() {
    let mut b = base();
    for question in &mut b.questions {
        for shown in &mut question.passes {
            // The choices turned the other way round, with the same choices answered.
            let texts: Vec<String> = shown.choices.iter().map(|(_, text)| text.clone()).collect();
            let answered = label((shown.text.as_bytes()[0] - b'A') as usize);
            let turned = |old: Label| label((old.index() + 1) % 3);
            shown.choices =
                texts.into_iter().enumerate().map(|(at, text)| (turned(label(at)), text)).collect();
            shown.choices.sort_unstable_by_key(|(label, _)| *label);
            shown.reference = shown.reference.map(|right| right.map(turned));
            shown.text = turned(answered).to_string();
        }
    }
    let found = reconcile(base(), b).unwrap();
    assert!(found.parts.iter().all(|part| part.points == 0.0), "{:?}", found.parts);
}

#[test]
fn questions_with_other_names_are_found_by_their_texts_and_other_questions_are_refused() {
    let mut b = base();
    b.questions.iter_mut().for_each(|question| question.key = format!("VAL_{}", question.key));
    let found = reconcile(base(), b).unwrap();
    assert!(found.difference == 0.0 && found.warnings[0].contains("matched by their texts"));
    let mut other = base();
    other
        .questions
        .iter_mut()
        .for_each(|question| question.stem = format!("Why {}?", question.key));
    let error = reconcile(base(), other).unwrap_err().to_string();
    assert!(error.contains("a and a have no question in common"), "{error}");
}

#[test]
fn a_question_that_only_b_has_is_opened_although_another_one_of_a_has_its_key() {
    let mut b = base();
    b.questions.iter_mut().for_each(|question| question.key = format!("VAL_{}", question.key));
    let more = AnsweredQuestion { stem: "Where is it?".into(), ..question(1, &["B", "B", "B"]) };
    b.questions.push(more);
    let found = reconcile(base(), b).unwrap();
    let opened: Vec<&str> = found.open(Cause::Questions).map(|seen| seen.stem.as_str()).collect();
    assert_eq!(opened, ["Where is it?"]);
}

/// The first question with a short answer: the text, and what is accepted.
fn with_short_answer(mut side: Answered, text: &str, accepted: &str) -> Answered {
    side.questions[0] = AnsweredQuestion {
        required: RequiredPasses::Rotated(1),
        passes: vec![AnsweredPass {
            choices: Vec::new(),
            reference: [Some(ExtractedLabel::ACCEPTED); 2],
            ..pass(0, 0, text)
        }],
        short: Some(ShortAnswer::new(AnswerRule::MathVista, vec![accepted.to_owned()])),
        ..question(1, &[])
    };
    side
}

#[test]
fn a_short_answer_is_judged_by_its_own_rule_whichever_rules_read_the_others() {
    let a = with_short_answer(base(), "It is 42.", "42");
    let b = Answered { rules: RuleSet::Assay, trims: true, ..a.clone() };
    assert!(reconcile(a.clone(), b).unwrap().difference == 0.0);
    let b = with_short_answer(base(), "It is 41.", "42");
    assert_eq!(only_cause(a.clone(), b), (Cause::Answers, 25.0, vec!["1".to_owned()]));
    let corrected = with_short_answer(base(), "It is 42.", "41");
    let found = reconcile(a.clone(), corrected.clone()).unwrap();
    let opened = found.open(Cause::Reference).next().unwrap().b.as_ref().unwrap();
    assert_eq!(opened.passes[0].value.as_deref(), Some("42"));
    assert_eq!((opened.passes[0].label, opened.passes[0].answer), (None, None));
    assert_eq!(only_cause(a, corrected), (Cause::Reference, 25.0, vec!["1".to_owned()]));
}

#[test]
fn a_side_without_a_question_has_no_score() {
    let error = reconcile(base(), answered("b", Vec::new())).unwrap_err().to_string();
    assert!(error.contains("no question in common"), "{error}");
}

fn any_text() -> impl proptest::strategy::Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "A",
        "B",
        "C",
        "a dog",
        "The answer is cat",
        "I cannot say",
        "Failed to obtain answer via API.",
        "absent",
    ])
}

prop_compose! {
    fn any_side()(
        questions in vec((0_usize..3, vec(any_text(), 3)), 4..7),
        lacking in vec(prop::bool::weighted(0.2), 7),
        assay in any::<bool>(),
        first in any::<bool>(),
        missing in prop::sample::select(vec![Missing::Kit, Missing::Wrong, Missing::Exclude]),
    ) -> Answered {
        let all = questions.iter().enumerate().zip(lacking);
        let there = all.filter(|((at, _), lacking)| *at == 0 || !lacking);
        let list = there.map(|((at, (answer, texts)), _)| question_with_answer(at, *answer, texts));
        Answered {
            rules: if assay { RuleSet::Assay } else { RuleSet::VlmevalkitLate },
            strategy: if first { Strategy::FirstPass } else { Strategy::Circular },
            missing,
            ..answered("side", list.collect())
        }
    }
}

proptest! {
    #[test]
    fn the_parts_sum_to_the_difference_and_exchanging_the_sides_turns_every_sign(
        a in any_side(), b in any_side(),
    ) {
        let (Ok(found), Ok(back)) = (reconcile(a.clone(), b.clone()), reconcile(b, a)) else {
            return Ok(());
        };
        let sum: f64 = found.parts.iter().map(|part| part.points).sum();
        prop_assert!((sum - found.difference).abs() < 1e-12, "{sum} {}", found.difference);
        for (part, other) in found.parts.iter().zip(&back.parts) {
            prop_assert!((part.points + other.points).abs() < 1e-12);
            let sorted = |part: &Part| {
                let mut keys = part.questions.clone();
                keys.sort();
                keys
            };
            prop_assert_eq!(sorted(part), sorted(other));
        }
    }

    #[test]
    fn a_side_has_no_difference_from_itself(a in any_side()) {
        if let Ok(found) = reconcile(a.clone(), a) {
            prop_assert!(found.parts.iter().all(|part| part.points == 0.0));
        }
    }
}
