//! Recognises refusals (the model says what it cannot do, or that it sees no picture), the answer
//! that none of the choices is right, and the answer that the question cannot be decided.
//!
//! "It cannot be determined" is not a refusal: it is about the question, and is often one of the
//! choices.

use std::ops::Range;

use super::tokens::{Kind, Token};
use super::words::{self, key};
use super::{Answer, Extraction, Reading};
use crate::benchmark::Label;

/// The texts in which a phrase counts as a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Firmness {
    /// Anywhere in the text.
    Firm,
    /// Only in a short text that says nothing else: in a longer one the model goes on to answer.
    Brief,
}

/// Phrases in lower case with straight apostrophes, as alternatives.
const FIRM: &str = "i'm sorry | i am sorry | sorry, i | sorry, but | i apologize | i can't help | \
    i cannot help | i can't assist | i cannot assist | i can't provide | i cannot provide | \
    i can't see | i cannot see | i can't view | i cannot view | i can't determine | \
    i cannot determine | i can't answer | i cannot answer | i can't process | i cannot process | \
    i'm unable | i am unable | i'm not able | i am not able | as an ai | 抱歉 | 对不起 | \
    无法回答 | 不能回答 | 我无法";

const BRIEF: &str = "i'm an ai | i am an ai | cannot view images | cannot see images | \
    i don't know | i do not know | i'm not sure | i am not sure | i don't see an | \
    i do not see an | i don't have | i do not have | i don't feel comfortable | \
    i'm not comfortable | unable to answer | unable to determine | unable to see | \
    unable to view | cannot determine | can't determine | cannot answer | can't answer | \
    cannot be answered | can't be answered | no image was | no image is | no image provided | \
    no image attached | there is no image | provide the image | provide an image | \
    upload the image | share the image | attach the image | 无法判断 | 无法确定 | 我不知道 | \
    看不到图";

/// "I can't determine the exact number, but it looks like 3", and not "I'm sorry, but I can't".
fn goes_on_to_answer(rest: &str) -> bool {
    const TURNS: [&str; 4] = ["but it ", "but the ", "owever, the ", "owever, it "];
    TURNS.iter().any(|turn| rest.contains(turn)) || rest.starts_with(" for the ")
}

/// Phrases of choices and texts for a question that cannot be decided.
const UNDECIDED: &str = "cannot be determined | can't be determined | cannot determine | \
    can't determine | unable to determine | not possible to determine | \
    impossible to determine | impossible to tell | cannot tell | cannot say | can't say | \
    not sure | not certain | i don't know | can't tell | not enough information | \
    enough information to | insufficient information | 无法判断 | 无法确定 | 不能确定";

/// The length of text that is searched for firm phrases: refusals come first.
const REACH: usize = 600;
/// The longest text, in bytes, that a brief phrase refuses.
const BRIEF_TEXT: usize = 240;

/// A refusal; or the choice that says that the question cannot be decided, if the text does. A
/// phrase that is the text of a choice is neither.
pub fn refused(reading: &Reading, firmness: Firmness) -> Option<Extraction> {
    let lowered = lowered(reading.text);
    let firm = own_phrase(&lowered, reading, FIRM);
    let refusal = match firmness {
        Firmness::Firm => Some(firm.filter(|place| !goes_on_to_answer(&lowered[place.end..]))?),
        Firmness::Brief if reading.text.len() <= BRIEF_TEXT => {
            firm.or_else(|| own_phrase(&lowered, reading, BRIEF))
        }
        Firmness::Brief => firm,
    };
    let is_undecided = |text: &str| first(&self::lowered(text), UNDECIDED).is_some();
    let undecided = first(&lowered, UNDECIDED)
        .and_then(|place| Some((place, only_choice(reading, is_undecided)?)));
    let (answer, step, place) = match undecided {
        Some((place, label)) => (Answer::Label(label), "undecided", place),
        None => (Answer::Refused, "refusal", refusal?),
    };
    // A typographic apostrophe takes three bytes, a straight one, one.
    let byte = |to: usize| {
        let chars = lowered[..to].chars().count();
        let at = reading.text.char_indices().nth(chars).map_or(reading.text.len(), |(at, _)| at);
        reading.offset + at
    };
    Some(Extraction::found(answer, step, byte(place.start)..byte(place.end)))
}

fn only_choice(reading: &Reading, says: impl Fn(&str) -> bool) -> Option<Label> {
    let mut saying = reading.choices.prepared().filter(|choice| says(choice.text));
    let first = saying.next()?;
    saying.next().is_none().then_some(first.label)
}

/// The place of the first of these phrases that is the model's own and not a part of a choice.
fn own_phrase(lowered: &str, reading: &Reading, phrases: &str) -> Option<Range<usize>> {
    let found = first(lowered, phrases)?;
    let choices =
        reading.choices.prepared().map(|choice| self::lowered(choice.text.trim_end_matches('.')));
    let quoting: Vec<String> = choices.filter(|choice| first(choice, phrases).is_some()).collect();
    if quoting.is_empty() {
        return Some(found);
    }
    let own = quoting
        .iter()
        .fold(lowered.to_owned(), |text, choice| text.replace(choice, &"\0".repeat(choice.len())));
    first(&own, phrases)
}

/// The first characters of the text in lower case, with straight apostrophes.
fn lowered(text: &str) -> String {
    let reach = text[..text.floor_char_boundary(REACH)].chars();
    reach.map(|c| if c == '’' { '\'' } else { c.to_ascii_lowercase() }).collect()
}

/// The place of the first of these phrases that the text has.
fn first(lowered: &str, phrases: &str) -> Option<Range<usize>> {
    let find = |phrase: &str| lowered.find(phrase).map(|at| at..at + phrase.len());
    phrases.split(" | ").find_map(find)
}

/// "None of the above", "none of the options match", 以上都不是: the choice that says so, or none.
pub fn none_of_them(reading: &Reading) -> Option<Extraction> {
    let tokens = &reading.tokens;
    let place = (0..tokens.len()).find_map(|at| none_phrase(&tokens[at..]).map(|n| at..at + n))?;
    let says_none = |text: &str| {
        let tokens = super::tokens::tokens(text);
        let is_only_none = tokens.len() == 1 && tokens[0].key == key!("none");
        is_only_none || (0..tokens.len()).any(|at| none_phrase(&tokens[at..]).is_some())
    };
    let answer = only_choice(reading, says_none).map_or(Answer::NoneOfThem, Answer::Label);
    Some(reading.found(answer, "none", &place))
}

/// The length of "none of the above" or 以上都不是 if the tokens begin with it.
fn none_phrase(tokens: &[Token]) -> Option<usize> {
    const ABOVE: [u64; 2] = ['以' as u64, '上' as u64];
    const NOT: [u64; 2] = ['不' as u64, '非' as u64];
    let near = &tokens[..tokens.len().min(8)];
    let first = near.first()?.key;
    if first == key!("none") {
        let near = &near[..near.len().min(6)];
        let end = near.iter().position(|token| words::ALL_CHOICES.contains(&token.key))?;
        let is_of_the_rest = near[..end].iter().any(|token| words::OTHERS.contains(&token.key));
        return (!is_of_the_rest).then_some(end + 1);
    }
    if first == ABOVE[0] && near.get(1)?.key == ABOVE[1] {
        let phrase = near.iter().take_while(|token| token.kind == Kind::Word);
        return phrase.map(|t| t.key).position(|key| NOT.contains(&key)).map(|at| at + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_found_anywhere_in_the_text() {
        let text = lowered("Well. I’m sorry, but I can’t help.");
        assert_eq!(&text[first(&text, FIRM).unwrap()], "i'm sorry");
        let text = lowered("It cannot be determined.");
        assert_eq!(first(&text, FIRM), None);
        assert_eq!(first(&text, BRIEF), None);
    }
}
