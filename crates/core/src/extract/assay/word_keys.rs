//! Keys that compare words, numbers and signs in one step.

/// Equal for words that read the same: case and a plural or possessive `s` do not count.
///
/// FNV-1a over the lower-cased letters. A collision would only make one text read wrongly.
pub fn key(word: &str) -> u64 {
    if word.is_ascii() {
        return ascii_key(word.as_bytes());
    }
    ascii_key(word.replace('’', "'").to_lowercase().as_bytes())
}

pub const fn ascii_key(word: &[u8]) -> u64 {
    let len = word.len();
    let ends_in_s = len > 2 && word[len - 1].eq_ignore_ascii_case(&b's');
    let stem = if ends_in_s && word[len - 2] == b'\'' {
        len - 2
    } else if ends_in_s && len > 3 && !word[len - 2].eq_ignore_ascii_case(&b's') {
        len - 1
    } else {
        len
    };
    fnv(word, stem)
}

const fn fnv(bytes: &[u8], len: usize) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut i = 0;
    while i < len {
        hash = (hash ^ bytes[i].to_ascii_lowercase() as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// As [`key`], but inflected forms of a verb are equal too: `flip`, `flipped`, `flipping`; and an
/// adverb is equal to its adjective.
pub fn loose_key(word: &str) -> u64 {
    let lowered = word.to_lowercase();
    let mut stem = lowered.as_str();
    for ending in ["'s", "ing", "ed", "es", "ly", "s", "e"] {
        if let Some(shorter) = stem.strip_suffix(ending).filter(|rest| rest.len() > 2) {
            stem = shorter;
            break;
        }
    }
    let bytes = stem.as_bytes();
    let doubled = bytes.len() > 3 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    let stem = if doubled { &bytes[..bytes.len() - 1] } else { bytes };
    let stem = stem.strip_suffix(b"e").unwrap_or(stem);
    fnv(stem, stem.len())
}

/// Equal for numbers of the same value: thousands separators and closing zeros do not count.
pub fn number_key(number: &str) -> u64 {
    let plain = plain_number(number);
    fnv(plain.as_bytes(), plain.len())
}

/// A number in ASCII without separators and closing zeros.
pub fn plain_number(number: &str) -> String {
    let mut plain: String = number
        .chars()
        .filter_map(|c| match c {
            '0'..='9' | '.' => Some(c),
            '\u{FF10}'..='\u{FF19}' => char::from_digit(u32::from(c) - 0xFF10, 10),
            '．' => Some('.'),
            '-' | '−' | '‐'..='―' => Some('-'),
            _ => None,
        })
        .collect();
    if plain.contains('.') {
        plain.truncate(plain.trim_end_matches('0').trim_end_matches('.').len());
        if plain.starts_with('.') {
            plain.insert(0, '0');
        }
    }
    plain
}

/// The key of a sign; `&` reads as "and". Signs that only part a text have the key 0 and are not compared.
pub const fn sign_key(sign: char) -> u64 {
    match sign {
        '&' => ascii_key(b"and"),
        '+' | '=' | '<' | '>' | '×' | '÷' | '±' => 0x20_0000 + sign as u64,
        '∠' | '△' | '⊙' => 0,
        _ if sign as u32 > 0x2100 => 0x20_0000 + sign as u64,
        _ => 0,
    }
}

/// The key of a token that is this word or sign.
pub fn token_key(word: &str) -> u64 {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if u32::from(c) >= 0x3400 => u64::from(u32::from(c)),
        _ => key(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_plural_and_possessive_do_not_count() {
        assert_eq!(key("Grasshoppers"), key("grasshopper"));
        assert_eq!(key("Cat's"), key("cat"));
        assert_eq!(key("cat’s"), key("cat"));
        assert_ne!(key("glass"), key("glas"));
    }
}
