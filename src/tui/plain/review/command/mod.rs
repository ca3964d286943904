//! What a typed line means: a letter or a word, and sometimes text behind it.
//!
//! The letters are those of the screens. As nobody has to hold a key down here, an upper-case letter
//! beyond I chooses a choice that has no key there.

mod help;
mod letters;
mod reasons;

pub use self::help::{allowed, help, some_digits};
use self::letters::LETTERS;
pub use self::letters::{Asked, Command};
pub use self::reasons::{reasons, remark, wrong};
use crate::benchmark::decision::{BlindAnswer, ReviewVerdict};
use crate::benchmark::gate::{Confidence, TextGuess};
use crate::benchmark::{Checklist, Label, QuestionKind};
use crate::keyword::Keyword;
use crate::tui::action::Action;
use crate::tui::messages::text;
use crate::tui::terms::letter;
use crate::tui::widgets::wrap::cut;

/// Reads a line. There is no checklist where no question is open.
///
/// # Errors
/// In words for the annotator: why the line means nothing here, and what is allowed.
pub fn read(
    line: &str,
    asked: Asked,
    choices: &[Label],
    checklist: Option<&Checklist>,
) -> Result<Command, String> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(Command::Again);
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let allowed = || allowed(asked, choices, checklist);
    let refused = |why: &str| Err(text!("plain-refused", why = why, allowed = allowed()));
    if asked == Asked::Category && !is_other_act(line) {
        return Ok(Command::Category(line.to_owned()));
    }
    if let Some(label) = choice(first, asked, choices).filter(|_| asked != Asked::Category) {
        return match (asked, choices.contains(&label)) {
            (Asked::Guess, true) => guess(label, rest),
            (Asked::Guess, false) => refused(&text!("plain-no-choice", letter = letter(label))),
            _ if !rest.is_empty() => refused(&text!("plain-one-act", first = first)),
            (Asked::Answer, true) => Ok(Command::Answer(BlindAnswer::Choice(label))),
            (Asked::Answer, false) => refused(&text!("plain-no-choice", letter = letter(label))),
            (Asked::Verdict | Asked::Category, _) => refused(verdict_next(choices)),
            (Asked::Nothing, _) => refused(text!("plain-no-question-open")),
        };
    }
    let word = first.to_lowercase();
    let known = LETTERS.iter().find(|(letter, meaning, _)| word == *letter || word == *meaning);
    let Some(&(.., action)) = known else {
        return refused(&text!("plain-means-nothing", line = cut(line, 40)));
    };
    let needs_verdict = matches!(action, Action::Keep | Action::TextOnly | Action::Wrong);
    let needs_answer = matches!(action, Action::NoneOfTheChoices | Action::CannotTell);
    let needs_question = matches!(
        action,
        Action::Note | Action::Skip | Action::Later | Action::FullScreen | Action::Guideline
    );
    match asked {
        Asked::Guess if needs_verdict => return refused(text!("plain-guess-first")),
        Asked::Category if needs_verdict || needs_answer => {
            return refused(text!("plain-category-first"));
        }
        Asked::Answer if needs_verdict => return refused(text!("plain-answer-first")),
        Asked::Verdict if needs_answer => {
            return refused(verdict_next(choices));
        }
        Asked::Nothing if needs_answer || needs_verdict || needs_question => {
            return refused(text!("plain-no-question-open"));
        }
        _ => {}
    }
    match action {
        Action::Wrong if rest.is_empty() => Ok(Command::Wrong(vec![], None, None)),
        Action::Wrong => match checklist {
            Some(checklist) => wrong(rest, checklist),
            None => refused(text!("plain-no-question-open")),
        },
        Action::Note => {
            remark(rest)?.map(Command::Note).ok_or_else(|| text!("plain-write-note").into())
        }
        Action::FullScreen if rest.is_empty() => Ok(Command::Picture(None)),
        Action::FullScreen => {
            let number = rest.parse().ok().filter(|&number| number > 0).map(Some);
            number.map(Command::Picture).ok_or_else(|| text!("plain-picture-number").into())
        }
        _ if !rest.is_empty() => refused(&text!("plain-one-act", first = first)),
        Action::NoneOfTheChoices | Action::CannotTell if asked == Asked::Guess => {
            Ok(Command::Guess(TextGuess::NoIdea))
        }
        Action::NoneOfTheChoices => Ok(Command::Answer(BlindAnswer::NoneOfTheChoices)),
        Action::CannotTell => Ok(Command::Answer(BlindAnswer::CannotTell)),
        Action::Keep => Ok(Command::Judge(ReviewVerdict::Keep)),
        Action::TextOnly => Ok(Command::Judge(ReviewVerdict::TextOnly)),
        other => Ok(Command::Other(other)),
    }
}

/// Whether a line means an act that is no category: a letter or its word, and text only behind those that
/// take some.
pub fn is_other_act(line: &str) -> bool {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = first.to_lowercase();
    let known = LETTERS.iter().find(|(letter, meaning, _)| word == *letter || word == *meaning);
    known.is_some_and(|(.., action)| {
        rest.trim().is_empty() || matches!(action, Action::Note | Action::FullScreen)
    })
}

/// A guess, and behind the letter how sure the annotator is of it.
fn guess(label: Label, sure: &str) -> Result<Command, String> {
    let confidence = match sure {
        "1" => Some(Confidence::Low),
        "2" => Some(Confidence::Medium),
        "3" => Some(Confidence::High),
        word => Confidence::from_name(&word.to_lowercase()).ok(),
    };
    let guessed = confidence.map(|confidence| TextGuess::Choice { label, confidence });
    guessed.map(Command::Guess).ok_or_else(|| text!("plain-how-sure", letter = letter(label)))
}

/// Why no answer is taken now.
fn verdict_next(choices: &[Label]) -> &'static str {
    match QuestionKind::from_choices(choices.len()).takes_answer() {
        true => text!("plain-verdict-next"),
        false => text!("plain-open-no-answer"),
    }
}

/// The label that a word names: a to i whenever an answer is asked or the letter has no other
/// meaning, upper case from J on where the question has that choice.
fn choice(word: &str, asked: Asked, choices: &[Label]) -> Option<Label> {
    let label: Label = word.parse().ok()?;
    if label.index() >= 9 {
        let is_upper_case = word == label.to_string();
        return (is_upper_case && choices.contains(&label)).then_some(label);
    }
    let takes_label = matches!(asked, Asked::Answer | Asked::Guess);
    let is_guideline = word == "G" || word == "g" && (!takes_label || !choices.contains(&label));
    (!is_guideline).then_some(label)
}

#[cfg(test)]
mod tests;
