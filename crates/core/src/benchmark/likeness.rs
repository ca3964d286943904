//! Names that look alike: the same letters in another case, with accents, in another script, with other spaces;
//! and texts that read the same.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Letters of other scripts, each behind the Latin letter that it looks like.
const LOOK_LIKE: [(char, &str); 23] = [
    ('a', "аαΑА"),
    ('b', "ВвΒ"),
    ('c', "сС"),
    ('d', "ԁđ"),
    ('e', "еЕΕ"),
    ('h', "һНΗ"),
    ('i', "іІιΙı"),
    ('j', "јЈ"),
    ('k', "кКκΚ"),
    ('l', "łӏ"),
    ('m', "мМΜ"),
    ('n', "Νη"),
    ('o', "оОοΟø"),
    ('p', "рРρΡ"),
    ('q', "ԛ"),
    ('s', "ѕЅ"),
    ('t', "тТτΤ"),
    ('u', "υ"),
    ('v', "νѵ"),
    ('w', "ԝω"),
    ('x', "хХχΧ"),
    ('y', "уУΥ"),
    ('z', "Ζ"),
];

/// Whether two names may be taken for one.
pub fn look_alike(one: &str, other: &str) -> bool {
    skeleton(one) == skeleton(other)
}

/// A text without what programs change unseen: the kind and number of spaces, the ends of lines, and whether an
/// accented letter is one sign of Unicode or two.
pub fn plain_text(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_ascii() { words } else { words.nfc().collect() }
}

/// A name without what may be overlooked in it.
fn skeleton(name: &str) -> String {
    let letters = name.nfkd().filter(|&letter| !is_combining_mark(letter));
    letters.filter(|letter| letter.is_alphanumeric()).flat_map(latin).collect()
}

fn latin(letter: char) -> impl Iterator<Item = char> {
    let found = LOOK_LIKE.iter().find(|(_, others)| others.contains(letter));
    found.map_or(letter, |(latin, _)| *latin).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_may_be_taken_for_one_look_alike() {
        for other in
            ["Alice", "ALICE", "alíce", "аlice", "alicе", "ali ce", "alice\u{200b}", "ａｌｉｃｅ"]
        {
            assert!(look_alike("alice", other), "{other:?}");
        }
        assert!(look_alike("Анна", "анна") && look_alike("Ångström", "angstrom"));
        for other in ["alicia", "alice2", "lice", "bob", "爱丽丝"] {
            assert!(!look_alike("alice", other), "{other:?}");
        }
        assert!(!look_alike("user-1", "user-2") && !look_alike("王芳", "王方"));
    }

    #[test]
    fn spaces_and_the_form_of_accents_do_not_make_another_text() {
        for other in ["Which café?", " Which\r\n  cafe\u{301}?", "Which\u{a0}café?"] {
            assert_eq!(plain_text(other), "Which café?");
        }
        for other in ["which café?", "Which cafe?", "Whichcafé?"] {
            assert_ne!(plain_text(other), "Which café?");
        }
    }
}
