//! What may be typed, in words.

use super::LETTERS;
use crate::action::Action;
use crate::messages::text;
use crate::terms::{self, letter};
use assay_core::benchmark::decision::WrongReason;
use assay_core::benchmark::{Checklist, Label, QuestionKind};
use assay_workflow::queue::steps::Ask;

/// What is asked for, and what may be typed. There is no checklist where no question is open.
pub fn allowed(ask: Option<Ask>, choices: &[Label], checklist: Option<&Checklist>) -> String {
    let Some(ask) = ask else { return text!("plain-ask-nothing").into() };
    let kind = checklist.map(|checklist| checklist.kind);
    match ask {
        Ask::Guess | Ask::Confidence => {
            let choices = range(choices).unwrap_or_default();
            text!("plain-ask-guess", choices)
        }
        Ask::Answer if kind == Some(QuestionKind::Short) => text!("plain-ask-short").into(),
        Ask::Answer => {
            let choices =
                range(choices).map(|range| range + text!("terms-comma")).unwrap_or_default();
            text!("plain-ask-answer", choices)
        }
        Ask::Category => text!("plain-ask-category").into(),
        _ if choices.is_empty() && kind != Some(QuestionKind::Short) => {
            let digits = checklist.map(some_digits).unwrap_or_default();
            text!("plain-ask-open-verdict", digits)
        }
        _ => {
            let example = checklist.map(example).unwrap_or_default();
            text!("plain-ask-verdict", example)
        }
    }
}

/// The digits of the first reasons, as an example of several.
pub fn some_digits(checklist: &Checklist) -> String {
    let digits: Vec<String> = checklist.reasons().take(2).map(|(key, _)| key.to_string()).collect();
    digits.join(" ")
}

/// Reasons as they are typed, for example `4=c 7`.
pub(super) fn example(checklist: &Checklist) -> String {
    let digit = |reason| checklist.digit(reason);
    let right = digit(WrongReason::WrongReferenceAnswer).map(|digit| match checklist.kind {
        QuestionKind::Choice => format!("{digit}=c"),
        QuestionKind::Short | QuestionKind::Open => digit.to_string(),
    });
    let another = digit(WrongReason::UnanswerableFromPicture).map(String::from);
    match [right, another].into_iter().flatten().collect::<Vec<_>>() {
        none if none.is_empty() => some_digits(checklist),
        reasons => reasons.join(" "),
    }
}

/// The choices in short: `a to d`, or `a, b, d` where there are gaps.
pub(super) fn range(choices: &[Label]) -> Option<String> {
    let (first, last) = (choices.first()?, choices.last()?);
    if choices.len() > 2 && last.index() - first.index() + 1 == choices.len() {
        return Some(text!("plain-range", first = letter(*first), last = letter(*last)));
    }
    let letters: Vec<String> = choices.iter().map(|&label| letter(label)).collect();
    Some(terms::list(&letters))
}

/// Everything that can be typed.
pub fn help() -> String {
    let mut help = String::from(text!("plain-help-begin"));
    help.push_str(text!("plain-help-choices"));
    for (letter, word, action) in LETTERS {
        let sentence = match action {
            Action::Wrong => text!("plain-help-wrong"),
            Action::Note => text!("plain-help-note"),
            Action::FullScreen => text!("plain-help-picture"),
            action => action.sentence(),
        };
        help.push_str(&text!("plain-help-line", letter, word, sentence));
    }
    help.push_str(text!("plain-help-end"));
    help
}
