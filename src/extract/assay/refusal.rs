//! Where a model refuses: it speaks of itself and of what it cannot do.
//!
//! "It cannot be determined" is no refusal: it says something about the question, and is often one of
//! the choices.

use std::ops::Range;

/// Phrases in lower case with straight apostrophes.
const PHRASES: [&str; 29] = [
    "i'm sorry",
    "i am sorry",
    "sorry, i",
    "sorry, but",
    "i apologize",
    "i can't help",
    "i cannot help",
    "i can't assist",
    "i cannot assist",
    "i can't provide",
    "i cannot provide",
    "i can't see",
    "i cannot see",
    "i can't view",
    "i cannot view",
    "i can't determine",
    "i cannot determine",
    "i can't answer",
    "i cannot answer",
    "i can't process",
    "i cannot process",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "as an ai",
    "抱歉",
    "无法回答",
    "我无法",
];

/// How much of a text is searched: refusals come first.
const REACH: usize = 600;

/// The bytes of a refusal.
pub fn refusal(text: &str) -> Option<Range<usize>> {
    let reach = text.floor_char_boundary(REACH);
    let lowered: String = text[..reach]
        .chars()
        .map(|c| if c == '’' { '\'' } else { c.to_ascii_lowercase() })
        .collect();
    let (at, phrase) = PHRASES.iter().find_map(|phrase| Some((lowered.find(phrase)?, phrase)))?;
    // A typographic apostrophe takes three bytes, a straight one, one.
    let place = |to: usize| {
        let chars = lowered[..to].chars().count();
        text.char_indices().nth(chars).map_or(text.len(), |(byte, _)| byte)
    };
    Some(place(at)..place(at + phrase.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_found_where_it_stands() {
        let text = "Well. I’m sorry, but I can’t help.";
        assert_eq!(&text[refusal(text).unwrap()], "I’m sorry");
        assert_eq!(refusal("It cannot be determined."), None);
    }
}
