//! Disagreements in lines: the reviews without names, and lines that decide.
//!
//! A number adopts a review; an answer, a verdict and a reason override all.

use super::questions::PlainSteps;
use super::questions::command::{self, Command};
use super::questions::item::Item;
use super::words;
use crate::messages::text;
use crate::terms;
use assay_core::benchmark::decision::{Act, BlindAnswer, WrongReason};
use assay_core::benchmark::{Label, QuestionKind};
use assay_core::visible::visible_line;
use assay_store::{Result, Store};
use assay_workflow::queue::AnonymousReview;
use assay_workflow::queue::OpenedQuestion;
use assay_workflow::queue::adjudicate::{AdjudicateDesk, AdjudicateQueue};
use assay_workflow::queue::steps::{Ask, Input, Verdict};

impl PlainSteps for AdjudicateQueue {
    fn below(_: &AdjudicateDesk, _: &Store, opened: &OpenedQuestion) -> Result<String> {
        let reviews = opened.reviews.iter().zip(1..);
        let lines: Vec<String> =
            reviews.map(|(one, number)| describe(number, one, opened)).collect();
        Ok(lines.join("\n"))
    }

    fn asks_for(item: &Item, _: Ask) -> String {
        let (count, reasons) = (item.opened.reviews.len(), example(item));
        match item.choices().is_empty() {
            true => text!("plain-adjudicate-ask-open", count, reasons),
            false => text!("plain-adjudicate-ask", count, reasons),
        }
    }

    fn read(line: &str, item: &Item, ask: Ask) -> Result<Command, String> {
        let take = |input| Ok(Command::Take(vec![input]));
        match line.parse::<usize>() {
            Ok(0) => return Err(text!("adjudicate-no-review", number = 0)),
            Ok(number) => return take(Input::Adopt(number - 1)),
            Err(_) if line == "m" => return take(Input::GuidelineUnclear),
            Err(_) => {}
        }
        if let Some(inputs) = overriding(line, item) {
            let refused = |why| text!("plain-nothing-saved-why", why);
            return inputs.map(Command::Take).map_err(refused);
        }
        item.read_other(line, &Self::asks_for(item, ask))
    }

    fn help(_: Option<&Item>) -> String {
        text!("plain-adjudicate-help").into()
    }
}

/// A reason as it is typed: with the answer that is right where the checklist has that reason, `4=b`.
fn example(item: &Item) -> String {
    let checklist = item.checklist();
    match checklist.digit(WrongReason::WrongReferenceAnswer) {
        Some(digit) => format!("{digit}=b"),
        None => command::some_digits(checklist),
    }
}

/// `b y WHY`, `x t WHY`, `d w 4=d WHY`, `"2 cm" y WHY`: an answer, a verdict, and why; without an answer where the
/// question is open.
fn overriding(line: &str, item: &Item) -> Option<Result<Vec<Input>, String>> {
    let choices = item.choices();
    let (answer, behind) = match item.checklist().kind {
        QuestionKind::Choice => {
            let (first, rest) = command::first_word(line);
            (Some(answer_named(first, &choices)?), rest)
        }
        QuestionKind::Short => {
            let (answer, rest) = typed_answer(line)?;
            (Some(answer), rest)
        }
        QuestionKind::Open => (None, line),
    };
    let (verdict, rest) = command::first_word(behind);
    let verdict = match verdict {
        "y" | "keep" => Verdict::Keep,
        "t" | "text-only" => Verdict::TextOnly,
        "w" | "wrong" => Verdict::Wrong,
        _ => return None,
    };
    let judged = match verdict {
        Verdict::Wrong if rest.is_empty() => Ok(vec![Input::Verdict(verdict)]),
        Verdict::Wrong => command::wrong_verdict(rest, item.checklist()),
        _ => command::remark(rest)
            .map(|why| why.map(Input::Why).into_iter().chain([Input::Verdict(verdict)]).collect()),
    };
    let answer = answer.map(Input::Answer).into_iter();
    Some(judged.map(|judged| answer.chain(judged).collect()))
}

/// A short answer in quotes, or `x`, and what is behind it.
fn typed_answer(line: &str) -> Option<(BlindAnswer, &str)> {
    match line.strip_prefix('"') {
        Some(quoted) => {
            let (typed, rest) = quoted.split_once('"')?;
            Some((BlindAnswer::Typed(typed.parse().ok()?), rest.trim()))
        }
        None => {
            let (first, rest) = command::first_word(line);
            Some((answer_named(first, &[])?, rest))
        }
    }
}

fn answer_named(word: &str, choices: &[Label]) -> Option<BlindAnswer> {
    match word.to_lowercase().as_str() {
        "x" | "cannot-tell" => return Some(BlindAnswer::CannotTell),
        "z" | "none" => return Some(BlindAnswer::NoneOfTheChoices),
        _ => {}
    }
    let label: Label = word.parse().ok()?;
    choices.contains(&label).then_some(BlindAnswer::Choice(label))
}

/// A review in one line, without a name and harmless.
fn describe(number: usize, one: &AnonymousReview, opened: &OpenedQuestion) -> String {
    let review = &terms::review_in_words(&one.review, opened.question.taxonomy.as_deref());
    let act = Act::Review(review.clone());
    let answer = review.answer.map(|answer| words::answer(answer) + text!("terms-comma"));
    let reasons = match terms::reasons_and_category(&act) {
        reasons if reasons.is_empty() => String::new(),
        reasons => text!("terms-in-brackets", words = terms::list(&reasons)),
    };
    let seconds = (one.attention_ms > 0)
        .then(|| text!("plain-adjudicate-seconds", seconds = one.attention_ms.div_ceil(1000)));
    let note = review.note.as_deref().map(|note| {
        let note = visible_line(note);
        format!("{}{}", text!("terms-semicolon"), text!("adjudicate-note", note))
    });
    let (answer, verdict) = (answer.unwrap_or_default(), terms::verdict(review.verdict));
    let (seconds, note) = (seconds.unwrap_or_default(), note.unwrap_or_default());
    text!("plain-adjudicate-review", number, answer, verdict, reasons, seconds, note)
}
