//! What a typed line means: a letter or a word, and sometimes text behind it.
//!
//! The letters are those of the screens. As no key is held down here, an upper-case letter
//! beyond I chooses a choice that has no key there.

mod help;
mod reasons;

pub use self::help::{allowed, help, some_digits};
pub use self::reasons::{reasons, remark, wrong, wrong_verdict};
use crate::action::Action;
use crate::messages::text;
use crate::terms::{self, letter};
use crate::widgets::wrap::cut;
use assay_core::benchmark::decision::BlindAnswer;
use assay_core::benchmark::gate::Confidence;
use assay_core::benchmark::review::TypedAnswer;
use assay_core::benchmark::{Checklist, Label, QuestionKind};
use assay_core::keyword::Keyword;
use assay_workflow::queue::steps::{Ask, Input, Refusal};

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// What the annotator says of the item.
    Take(Vec<Input>),
    /// A category, by its name or a part of it.
    Category(String),
    /// A remark.
    Note(String),
    /// Changing the words of the question.
    Fix,
    /// One picture as characters, or all of them.
    Picture(Option<usize>),
    /// An empty line.
    Again,
    /// Skip, later, undo, redo, guideline, help or quit.
    Other(Action),
}

/// Every letter, with the word that means the same.
const LETTERS: [(&str, &str, Action); 14] = [
    ("z", "none", Action::NoneOfTheChoices),
    ("x", "cannot-tell", Action::CannotTell),
    ("y", "keep", Action::Keep),
    ("t", "text-only", Action::TextOnly),
    ("w", "wrong", Action::Wrong),
    ("n", "note", Action::Note),
    ("s", "skip", Action::Skip),
    ("l", "later", Action::Later),
    ("u", "undo", Action::Undo),
    ("r", "redo", Action::Redo),
    ("p", "picture", Action::FullScreen),
    ("g", "guideline", Action::Guideline),
    ("?", "help", Action::Help),
    ("q", "quit", Action::Quit),
];

/// Reads a line. Nothing is asked, and there is no checklist, where no question is open.
///
/// # Errors
/// In words for the annotator: why the line means nothing here, and what is allowed.
pub fn read(
    line: &str,
    ask: Option<Ask>,
    choices: &[Label],
    checklist: Option<&Checklist>,
) -> Result<Command, String> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(Command::Again);
    }
    let (first, rest) = first_word(line);
    let refused =
        |why: &str| Err(text!("plain-refused", why, allowed = allowed(ask, choices, checklist)));
    if ask == Some(Ask::Category) && !is_other_act(line) {
        return Ok(Command::Category(line.to_owned()));
    }
    let is_short = checklist.is_some_and(|checklist| checklist.kind == QuestionKind::Short);
    if let Some(typed) = typed_answer(line).filter(|_| is_short && ask == Some(Ask::Answer)) {
        return match typed.parse() {
            Ok(typed) => Ok(Command::Take(vec![Input::Answer(BlindAnswer::Typed(typed))])),
            Err(_) => refused(&text!("answer-entry-one-line", most = TypedAnswer::LONGEST)),
        };
    }
    if let Some(label) = choice(first, ask, choices).filter(|_| ask != Some(Ask::Category)) {
        let answer = Input::Answer(BlindAnswer::Choice(label));
        return match ask {
            None => refused(text!("plain-no-question-open")),
            Some(Ask::Guess | Ask::Confidence) if !rest.is_empty() => match confidence(rest) {
                Some(sure) => Ok(Command::Take(vec![answer, Input::Confidence(sure)])),
                None => Err(text!("plain-how-sure", letter = letter(label))),
            },
            Some(_) if !rest.is_empty() => refused(&text!("plain-one-act", first)),
            Some(_) => Ok(Command::Take(vec![answer])),
        };
    }
    let Some(action) = action_of(first) else {
        return refused(&text!("plain-means-nothing", line = cut(line, 40)));
    };
    let is_possible = matches!(action, Action::Undo | Action::Redo | Action::Help | Action::Quit)
        || ask.is_some();
    if !is_possible {
        return refused(text!("plain-no-question-open"));
    }
    match (action, checklist) {
        (Action::Wrong, Some(checklist)) if !rest.is_empty() => {
            wrong_verdict(rest, checklist).map(Command::Take)
        }
        (Action::Note, _) => {
            remark(rest)?.map(Command::Note).ok_or_else(|| text!("plain-write-note").into())
        }
        (Action::FullScreen, _) if rest.is_empty() => Ok(Command::Picture(None)),
        (Action::FullScreen, _) => {
            let number = rest.parse().ok().filter(|&number| number > 0).map(Some);
            number.map(Command::Picture).ok_or_else(|| text!("plain-picture-number").into())
        }
        _ if !rest.is_empty() => refused(&text!("plain-one-act", first)),
        (other, _) => Ok(match other.input() {
            Some(input) => Command::Take(vec![input]),
            None => Command::Other(other),
        }),
    }
}

/// How sure the annotator is of a guess: `1`, `2`, `3` or a word.
fn confidence(sure: &str) -> Option<Confidence> {
    match sure {
        "1" => Some(Confidence::Low),
        "2" => Some(Confidence::Medium),
        "3" => Some(Confidence::High),
        word => Confidence::from_name(&word.to_lowercase()).ok(),
    }
}

/// Why the item does not take what a line says, and what is allowed while it asks for this.
pub fn refused(refusal: &Refusal, ask: Ask, allowed: &str) -> String {
    let nothing_saved = |why: String| text!("plain-nothing-saved-why", why);
    let why = match refusal {
        Refusal::GuessFirst | Refusal::LetterFirst => text!("plain-guess-first").to_owned(),
        Refusal::AnswerFirst => text!("plain-answer-first").into(),
        Refusal::CategoryFirst => text!("plain-category-first").into(),
        Refusal::TakesNoAnswer => text!("plain-open-no-answer").into(),
        Refusal::TypeAnswer => text!("plain-type-answer").into(),
        Refusal::NoSuchChoice(label) if !matches!(ask, Ask::Answer | Ask::Guess) => {
            return nothing_saved(text!("plain-right-is-no-choice", letter = letter(*label)));
        }
        Refusal::NoSuchChoice(label) => text!("plain-no-choice", letter = letter(*label)),
        Refusal::IsReference(label) => {
            return nothing_saved(text!("plain-right-is-reference", letter = letter(*label)));
        }
        Refusal::NoSuchReview(number) => return text!("adjudicate-no-review", number),
        Refusal::Undecided(undecided) => return terms::undecided(undecided),
        Refusal::NoteUnchanged => return note_unchanged(),
        Refusal::RightAnswerFirst => return text!("adjudicate-choose-first").into(),
        _ => text!("plain-verdict-next").into(),
    };
    text!("plain-refused", why, allowed)
}

/// Why a note is not saved again.
pub fn note_unchanged() -> String {
    text!("plain-nothing-saved-because", why = text!("note-unchanged"))
}

/// Whether a line means an act and not a category: a letter or its word, and text only behind those that
/// take some.
pub fn is_other_act(line: &str) -> bool {
    let (first, rest) = first_word(line.trim());
    action_of(first).is_some_and(|action| {
        rest.is_empty() || matches!(action, Action::Note | Action::FullScreen)
    })
}

/// The answer that a line types: behind `=`, or the whole line where it means no act and no verdict with its reasons.
fn typed_answer(line: &str) -> Option<&str> {
    let (first, rest) = first_word(line);
    let has_reasons = rest.starts_with(|c: char| c.is_ascii_digit());
    let is_verdict = has_reasons && action_of(first) == Some(Action::Wrong);
    line.strip_prefix('=').or_else(|| (!is_verdict && !is_other_act(line)).then_some(line))
}

/// The first word of a line, and what is behind it.
pub fn first_word(line: &str) -> (&str, &str) {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

/// What a letter or its word does.
fn action_of(word: &str) -> Option<Action> {
    let word = word.to_lowercase();
    let known = LETTERS.iter().find(|(letter, meaning, _)| word == *letter || word == *meaning);
    known.map(|(.., action)| *action)
}

/// The label that a word names: a to i whenever an answer is asked or the letter has no other
/// meaning, upper case from J on where the question has that choice.
fn choice(word: &str, ask: Option<Ask>, choices: &[Label]) -> Option<Label> {
    let label: Label = word.parse().ok()?;
    if label.index() >= 9 {
        let is_upper_case = word == label.to_string();
        return (is_upper_case && choices.contains(&label)).then_some(label);
    }
    let takes_label = matches!(ask, Some(Ask::Answer | Ask::Guess | Ask::Confidence));
    let is_guideline = word == "G" || word == "g" && (!takes_label || !choices.contains(&label));
    (!is_guideline).then_some(label)
}

#[cfg(test)]
mod tests;
