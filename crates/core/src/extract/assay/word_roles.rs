//! The roles that words have in a sentence about an answer, in English and Chinese.

use std::sync::LazyLock;

use super::word_keys::token_key;

/// The role of a word in a sentence about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// "answer".
    Answer,
    /// "response": an answer where a colon or "is" follows.
    Heading,
    /// "option", "choice": words before a label.
    Option,
    /// "correct", "best", "closest": words for the choice that is taken.
    Praise,
    /// "is", "would be": ties a subject to its answer.
    Link,
    /// "choose", "select", "go with".
    Choose,
    /// "matches", "corresponds to".
    Match,
    /// "not", "isn't", "rather than".
    Negation,
    /// "wrong", "eliminated": denies the mention before it.
    Dismissal,
    /// "therefore", "so", "in conclusion".
    Conclusion,
    /// "and", "or": joins two answers into none.
    Joint,
    /// Words that may be between any of these without changing them.
    Filler,
    /// Any other word.
    Other,
}

/// The words of each role, lower-case and without a plural `s`. Chinese ones are single characters,
/// because that is how Chinese is tokenised: 答案是B is 答, 案, 是, B.
const WORDS: [(Role, &str); 12] = [
    (Role::Answer, "answer answered ans boxed fbox 答 案"),
    (Role::Heading, "solution prediction response assistant output result"),
    (Role::Option, "option choice letter alternative selection label 项"),
    (
        Role::Praise,
        "correct right best closest final appropriate suitable accurate nearest fitting \
         plausible correctly 确 对",
    ),
    (
        Role::Link,
        "is are was were be been being would should will must may might could seem appear become \
         equal 是 为 即 应 该",
    ),
    (
        Role::Choose,
        "choose chose chosen choosing select selected selecting pick picked picking guess 选 择",
    ),
    (
        Role::Match,
        "match matches matching correspond corresponding fit represent describe align 符",
    ),
    (
        Role::Negation,
        "not isn't wasn't aren't don't doesn't didn't can't cannot couldn't wouldn't shouldn't \
         won't never neither nor without eliminate eliminating exclude excluding discard unlike \
         than instead except 不 非 没 除",
    ),
    (
        Role::Dismissal,
        "incorrect wrong false eliminated excluded discarded ruled invalid unlikely implausible \
         impossible 错",
    ),
    (
        Role::Conclusion,
        "therefore thus hence so consequently conclusion conclude concluding finally overall \
         accordingly summary ultimately 此 以 故 综",
    ),
    (Role::Joint, "and or 和 或 与 及"),
    (
        Role::Filler,
        "the a an this that my your our to of for with as at on in by from question given following \
         based image picture it we you one most more likely probably clearly indeed then also \
         only i'd i'll i'm there here which problem among provided above listed i single \
         simply 的 正 题 本 所",
    ),
];

static ROLES: LazyLock<Vec<(u64, Role)>> = LazyLock::new(|| {
    let words = WORDS.iter().flat_map(|(role, words)| {
        words.split_whitespace().map(move |word| (token_key(word), *role))
    });
    let mut roles: Vec<(u64, Role)> = words.collect();
    // Of a word that is in two lists, the first role counts.
    roles.sort_by_key(|(key, _)| *key);
    roles.dedup_by_key(|(key, _)| *key);
    roles
});

/// The role of the word with this key.
pub fn role(key: u64) -> Role {
    let roles = &*ROLES;
    match roles.binary_search_by_key(&key, |(key, _)| *key) {
        Ok(at) => roles[at].1,
        Err(_) => Role::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::word_keys::key;
    use super::*;

    #[test]
    fn a_word_has_one_role() {
        let words = WORDS.iter().flat_map(|(_, words)| words.split_whitespace());
        let mut keys: Vec<u64> = words.map(token_key).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn roles_are_found_in_both_languages() {
        assert_eq!(role(key("Answers")), Role::Answer);
        assert_eq!(role(u64::from(u32::from('选'))), Role::Choose);
        assert_eq!(role(key("sheep")), Role::Other);
    }
}
