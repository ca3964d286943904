//! Labels and the texts of choices: a label in front of its text, `(B) cat`, `B: cat`, `B (No)`, `H2`; and
//! letters within a text, "Both A and B", which are not labels.

use std::ops::Range;

use super::Reading;
use super::cue::{Form, LetterMention, Strength, cue, is_chinese};
use super::restated::{ChoiceKeys, Closeness, Comparable, Restated, places};
use super::tokens::{Kind, Token};
use crate::benchmark::Label;

/// The largest number of signs between a label and its choice's text: `B (No)` and `B: (No)`.
const SIGNS: usize = 2;

/// The end of a choice's text if it follows its label, with a sign between them: of `B) 10 cm`,
/// `B (No)` and `B. No`. Without a sign, *A* would be an article.
pub fn end_of_its_text(
    tokens: &[Token],
    label_place: &Range<usize>,
    label: Label,
    restated: &mut Restated,
) -> Option<usize> {
    let from = text_behind(tokens, label_place)?;
    let end = restated.end(label, from)?;
    let closes = tokens.get(end).is_some_and(|token| match token.kind {
        Kind::Sign(')' | '"') => true,
        // The question mark of the choice, not of the sentence.
        Kind::Sign('?') => restated.ends_with_a_question(label),
        _ => false,
    });
    Some(if closes { end + 1 } else { end })
}

/// The position at which the text of a choice would begin after its label.
pub fn text_behind(tokens: &[Token], label_place: &Range<usize>) -> Option<usize> {
    let is_sign =
        |token: &&Token| matches!(token.kind, Kind::Sign('.' | ':' | '-' | '(' | '"' | '=' | ','));
    let signs = tokens[label_place.end..].iter().take(SIGNS).take_while(is_sign).count();
    (signs > 0 || is_closed(tokens, label_place)).then_some(label_place.end + signs)
}

/// Whether a sign closes the label: `B)`, `[B]`.
pub fn is_closed(tokens: &[Token], label_place: &Range<usize>) -> bool {
    matches!(tokens[label_place.end - 1].kind, Kind::Sign(')' | ']' | '"' | '>'))
}

/// A label and its text without a space: `B(No)`, and `Answer: H2` where H is 2.
pub fn run_together(
    tokens: &[Token],
    at: usize,
    label: Label,
    restated: &mut Restated,
) -> Option<LetterMention> {
    let next = tokens.get(at + 1).filter(|next| next.glued)?;
    if tokens[at].glued && at > 0 && !is_chinese(&tokens[at - 1]) {
        return None;
    }
    let is_bracket = next.is_sign('(');
    let is_alone = tokens.get(at + 2).is_none_or(|after| after.kind == Kind::Break);
    let end = match next.kind {
        _ if is_bracket => end_of_its_text(tokens, &(at..at + 1), label, restated)?,
        Kind::Number if is_alone => restated.end(label, at + 1)?,
        _ => return None,
    };
    let cue = cue(tokens, 0, at, end);
    let mention = LetterMention { label, tokens: at..end, form: Form::Marked, cue };
    (is_bracket || cue.strength == Strength::Stated).then_some(mention)
}

/// The ranges in which the text restates a choice that contains letters: "Both A and B", `K > 0`.
pub fn quoted_letters(reading: &Reading) -> Vec<Range<usize>> {
    let choices = reading.choices.prepared().filter(|choice| has_a_lone_letter(choice.text));
    let choices = choices.map(|c| ChoiceKeys::new(c.label, c.text, Closeness::Words));
    let choices: Vec<ChoiceKeys> = choices.filter(ChoiceKeys::is_phrase).collect();
    if choices.is_empty() {
        return Vec::new();
    }
    let is_within_a_sentence = |(place, label): &(Range<usize>, Label)| {
        let mut tokens = reading.tokens[place.clone()].iter();
        !tokens.any(Token::is_end)
            || reading.choices.text(*label).is_some_and(|text| text.contains(['.', ';', '?', '\n']))
    };
    let comparable = Comparable::new(reading.text, &reading.tokens, Closeness::Words);
    let places = places(&comparable, &choices).filter(is_within_a_sentence);
    places.map(|(place, _)| place).collect()
}

/// Whether a Latin letter is a word of the text; the article does not count.
fn has_a_lone_letter(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_word =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    let is_lone = |at: usize| !is_word(at.checked_sub(1)) && !is_word(Some(at + 1));
    let is_article = |at: usize| bytes[at] == b'a' && bytes.get(at + 1) == Some(&b' ');
    (0..bytes.len()).any(|at| bytes[at].is_ascii_alphabetic() && is_lone(at) && !is_article(at))
}

/// The choice whose text is this letter: `(d)`.
pub fn choice_of_letter(reading: &Reading, letter: char) -> Option<Label> {
    let is_letter = |text: &str| text.trim_matches(['(', ')', '.', ' ']).chars().eq([letter]);
    reading.choices.prepared().find(|choice| is_letter(choice.text)).map(|choice| choice.label)
}
