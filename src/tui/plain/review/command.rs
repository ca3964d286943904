//! What a typed line means: a letter or a word, and sometimes text behind it.
//!
//! The letters are those of the screens. As nobody has to hold a key down here, an upper-case letter
//! beyond I chooses a choice that has no key there.

use crate::benchmark::decision::{BlindAnswer, ReviewVerdict, WrongReason};
use crate::benchmark::gate::{Confidence, TextGuess};
use crate::benchmark::{Checklist, Label, QuestionKind};
use crate::keyword::Keyword;
use crate::tui::action::Action;
use crate::tui::messages::text;
use crate::tui::terms;
use crate::tui::terms::letter;
use crate::tui::widgets::wrap::cut;

/// A remark longer than this, in characters, is refused.
const LONGEST_REMARK: usize = 4000;

/// What is asked for when a line is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A guess from the text, before the picture.
    Guess,
    /// The blind answer.
    Answer,
    /// The category, chosen before that of the data is shown.
    Category,
    /// What becomes of the question.
    Verdict,
    /// Nothing: all is done.
    Nothing,
}

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The blind answer.
    Answer(BlindAnswer),
    /// The guess from the text.
    Guess(TextGuess),
    /// A verdict without reasons.
    Judge(ReviewVerdict),
    /// The question is wrong: why, which answer is right, and a remark. Without reasons these are asked
    /// for.
    Wrong(Vec<WrongReason>, Option<Label>, Option<String>),
    /// A category, by its name or a part of it.
    Category(String),
    /// A remark.
    Note(String),
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
    if asked == Asked::Category && !is_other_act(first, rest) {
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
fn is_other_act(first: &str, rest: &str) -> bool {
    let word = first.to_lowercase();
    let known = LETTERS.iter().find(|(letter, meaning, _)| word == *letter || word == *meaning);
    known.is_some_and(|(.., action)| {
        rest.is_empty() || matches!(action, Action::Note | Action::FullScreen)
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

/// Reads reasons, the answer that is right behind the reason of a wrong reference answer as in `4=c 7`,
/// and the remark behind them.
///
/// # Errors
/// In words for the annotator.
pub fn wrong(text: &str, checklist: &Checklist) -> Result<Command, String> {
    let digit = checklist.digit(WrongReason::WrongReferenceAnswer);
    let behind = digit.and_then(|digit| Some((digit, text.split_once(&format!("{digit}="))?)));
    let Some((digit, (before, after))) = behind else {
        return reasons(text, checklist).map(|(reasons, note)| Command::Wrong(reasons, None, note));
    };
    let is_reason = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
    if !before.chars().all(is_reason) {
        // It is a part of the remark.
        return reasons(text, checklist).map(|(reasons, note)| Command::Wrong(reasons, None, note));
    }
    let end = after.find(|c: char| c == ',' || c.is_whitespace()).unwrap_or(after.len());
    let (right, rest) = after.split_at(end);
    let right: Label = right.parse().map_err(|_| text!("plain-right-letter", digit = digit))?;
    let (reasons, note) = reasons(&format!("{before}{digit} {rest}"), checklist)?;
    Ok(Command::Wrong(reasons, Some(right), note))
}

/// Reads the digits of reasons, and the remark behind them.
///
/// # Errors
/// In words for the annotator.
pub fn reasons(
    text: &str,
    checklist: &Checklist,
) -> Result<(Vec<WrongReason>, Option<String>), String> {
    let is_reason = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
    let end = text.find(|c| !is_reason(c)).unwrap_or(text.len());
    let (digits, note) = text.split_at(end);
    let mut reasons = digits
        .chars()
        .filter(char::is_ascii_digit)
        .map(|digit| checklist.reason(digit).ok_or(digit))
        .collect::<Result<Vec<WrongReason>, char>>()
        .map_err(|digit| text!("plain-no-such-reason", digit = digit))?;
    reasons.sort_unstable();
    reasons.dedup();
    if reasons.is_empty() {
        return Err(text!("plain-reasons-are-digits", digits = some_digits(checklist)));
    }
    Ok((reasons, remark(note)?))
}

/// A remark as it is stored; nothing if there is none.
///
/// # Errors
/// When it is too long.
pub fn remark(text: &str) -> Result<Option<String>, String> {
    let remark: String = text.trim().chars().filter(|c| !c.is_control()).collect();
    let length = remark.chars().count();
    if length > LONGEST_REMARK {
        return Err(text!("plain-remark-too-long", most = LONGEST_REMARK, length = length));
    }
    Ok((!remark.is_empty()).then_some(remark))
}

/// What is asked for, and what may be typed. There is no checklist where no question is open.
pub fn allowed(asked: Asked, choices: &[Label], checklist: Option<&Checklist>) -> String {
    match asked {
        Asked::Guess => {
            let choices = range(choices).unwrap_or_default();
            text!("plain-ask-guess", choices = choices)
        }
        Asked::Answer => {
            let choices =
                range(choices).map(|range| range + text!("terms-comma")).unwrap_or_default();
            text!("plain-ask-answer", choices = choices)
        }
        Asked::Verdict if !QuestionKind::from_choices(choices.len()).takes_answer() => {
            let digits = checklist.map(some_digits).unwrap_or_default();
            text!("plain-ask-open-verdict", digits = digits)
        }
        Asked::Category => text!("plain-ask-category").into(),
        Asked::Verdict => {
            let example = checklist.map(example).unwrap_or_default();
            text!("plain-ask-verdict", example = example)
        }
        Asked::Nothing => text!("plain-ask-nothing").into(),
    }
}

/// The digits of the first reasons, as an example of several.
pub fn some_digits(checklist: &Checklist) -> String {
    let digits: Vec<String> = checklist.reasons().take(2).map(|(key, _)| key.to_string()).collect();
    digits.join(" ")
}

/// Reasons as they are typed, for example `4=c 7`.
fn example(checklist: &Checklist) -> String {
    let digit = |reason| checklist.digit(reason);
    let right = digit(WrongReason::WrongReferenceAnswer).map(|digit| format!("{digit}=c"));
    let another = digit(WrongReason::UnanswerableFromPicture).map(String::from);
    match [right, another].into_iter().flatten().collect::<Vec<_>>() {
        none if none.is_empty() => some_digits(checklist),
        reasons => reasons.join(" "),
    }
}

/// The choices in short: `a to d`, or `a, b, d` where there are gaps.
fn range(choices: &[Label]) -> Option<String> {
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
            Action::Wrong => {
                text!("plain-help-wrong")
            }
            Action::Note => text!("plain-help-note"),
            Action::FullScreen => text!("plain-help-picture"),
            action => action.sentence(),
        };
        help.push_str(&text!("plain-help-line", letter = letter, word = word, sentence = sentence));
    }
    help.push_str(text!("plain-help-end"));
    help
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Checklists;

    fn labels(letters: &str) -> Vec<Label> {
        letters.chars().filter_map(Label::from_letter).collect()
    }

    fn choice() -> &'static Checklist {
        Checklists::built_in().for_kind(QuestionKind::Choice)
    }

    fn blind(line: &str) -> Result<Command, String> {
        read(line, Asked::Answer, &labels("ABCD"), Some(choice()))
    }

    fn verdict(line: &str) -> Result<Command, String> {
        read(line, Asked::Verdict, &labels("ABCD"), Some(choice()))
    }

    fn chosen(letter: char) -> Command {
        Command::Answer(BlindAnswer::Choice(Label::from_letter(letter).unwrap()))
    }

    #[test]
    fn letters_and_words_mean_the_same() {
        assert_eq!(blind(" b "), Ok(chosen('B')));
        assert_eq!(blind("B"), Ok(chosen('B')));
        assert_eq!(blind("x"), Ok(Command::Answer(BlindAnswer::CannotTell)));
        assert_eq!(verdict("y"), Ok(Command::Judge(ReviewVerdict::Keep)));
        assert_eq!(verdict("Keep"), verdict("y"));
        assert_eq!(blind("later"), Ok(Command::Other(Action::Later)));
        assert_eq!(blind(""), Ok(Command::Again));
    }

    #[test]
    fn what_is_not_asked_is_refused_with_what_is() {
        assert_eq!(
            blind("y").unwrap_err(),
            "First your answer. Your answer? a to d, z none of the choices, \
             x cannot tell from the picture."
        );
        assert!(blind("e").unwrap_err().starts_with("There is no choice e."));
        assert!(verdict("b").unwrap_err().contains("y keep"));
        assert!(verdict("z").unwrap_err().contains("given already"));
        assert!(read("y", Asked::Nothing, &[], Some(choice())).unwrap_err().contains("q quits"));
        assert!(blind("\u{1b}[A").unwrap_err().starts_with("\"^[[A\" means nothing here."));
    }

    #[test]
    fn a_guess_is_a_letter_with_how_sure_one_is_behind_it() {
        let guess = |line| read(line, Asked::Guess, &labels("ABCD"), Some(choice()));
        let sure = TextGuess::Choice { label: Label::A, confidence: Confidence::High };
        assert_eq!(guess("a 3"), Ok(Command::Guess(sure)));
        assert_eq!(guess("A high"), Ok(Command::Guess(sure)));
        assert_eq!(guess("x"), Ok(Command::Guess(TextGuess::NoIdea)));
        assert_eq!(guess("none"), Ok(Command::Guess(TextGuess::NoIdea)));
        assert!(guess("a").unwrap_err().contains("a 1"), "{:?}", guess("a"));
        assert!(guess("a 4").unwrap_err().contains("a 1"));
        assert!(guess("e 1").unwrap_err().starts_with("There is no choice e."));
        assert!(guess("y").unwrap_err().starts_with("First your guess."));
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
        assert_eq!(read("g", Asked::Answer, &seven, Some(choice())), Ok(chosen('G')));
        assert_eq!(read("G", Asked::Answer, &seven, Some(choice())), guideline);
        assert_eq!(read("g", Asked::Verdict, &seven, Some(choice())), guideline);
    }

    #[test]
    fn a_choice_beyond_i_is_chosen_by_its_upper_case_letter() {
        let many = labels("ABCDEFGHIJKL");
        assert_eq!(read("L", Asked::Answer, &many, Some(choice())), Ok(chosen('L')));
        assert_eq!(
            read("l", Asked::Answer, &many, Some(choice())),
            Ok(Command::Other(Action::Later))
        );
        assert_eq!(blind("L"), Ok(Command::Other(Action::Later)));
    }

    #[test]
    fn reasons_are_digits_and_a_remark_may_follow() {
        use WrongReason::{BadPicture, Other, UnanswerableFromPicture, WrongReferenceAnswer};
        let wrong = |reasons: &[WrongReason], note: Option<&str>| {
            Ok(Command::Wrong(reasons.to_vec(), None, note.map(Into::into)))
        };
        assert_eq!(verdict("w"), wrong(&[], None));
        assert_eq!(
            verdict("w 7, 4 4"),
            wrong(&[WrongReferenceAnswer, UnanswerableFromPicture], None)
        );
        assert_eq!(
            verdict("w 80 it is upside down"),
            wrong(&[BadPicture, Other], Some("it is upside down"))
        );
        assert!(verdict("w because").unwrap_err().contains("for example 1 2"));
    }

    #[test]
    fn a_checklist_of_ones_own_gives_the_examples_their_digits_and_has_no_others() {
        let own = "[choice]\nfurther = [\"bad-picture\", \"wrong-reference-answer\", \"other\"]";
        let checklist = Some(Checklists::own(own).unwrap().for_kind(QuestionKind::Choice));
        let verdict = |line| read(line, Asked::Verdict, &labels("AB"), checklist);
        assert!(verdict("w why").unwrap_err().contains("for example 1 2"));
        assert!(verdict("z").unwrap_err().contains("w 2=c)"));
        assert!(verdict("w 1 4").unwrap_err().starts_with("No reason has the digit 4"));
        let only = Checklists::own("[choice]\nfurther = [\"other\"]").unwrap();
        let only = only.for_kind(QuestionKind::Choice);
        assert_eq!((some_digits(only), example(only)), ("1".to_owned(), "1".to_owned()));
    }

    #[test]
    fn behind_reason_4_goes_the_answer_that_is_right() {
        use WrongReason::{Other, UnanswerableFromPicture, WrongReferenceAnswer};
        let right = Label::from_letter('C');
        assert_eq!(
            verdict("w 7, 4=c 0 it is, see the map"),
            Ok(Command::Wrong(
                vec![WrongReferenceAnswer, UnanswerableFromPicture, Other],
                right,
                Some("it is, see the map".into())
            ))
        );
        assert_eq!(verdict("w 4=C"), Ok(Command::Wrong(vec![WrongReferenceAnswer], right, None)));
        assert_eq!(
            verdict("w 0 here 4=c"),
            Ok(Command::Wrong(vec![Other], None, Some("here 4=c".into())))
        );
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
            let lines =
                help().lines().filter(|line| line.starts_with(&format!("{letter}, "))).count();
            assert_eq!(lines, 1, "{letter}");
        }
    }

    #[test]
    fn choices_with_gaps_are_listed_one_by_one() {
        assert_eq!(range(&labels("ABD")).unwrap(), "a, b, d");
        assert_eq!(range(&labels("ABCD")).unwrap(), "a to d");
        assert_eq!(range(&[]), None);
    }
}
