//! The words that the rules know, in English and Chinese, and keys that compare words in one step.

use std::sync::LazyLock;

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

/// The key that a token has which is this word or sign.
fn token_key(word: &str) -> u64 {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if u32::from(c) >= 0x3400 => u64::from(u32::from(c)),
        _ => key(word),
    }
}

/// LaTeX commands for typesetting, which have no meaning for the rules.
pub const SETS_TYPE: [&str; 25] = [
    "text",
    "textbf",
    "textit",
    "texttt",
    "textrm",
    "mathrm",
    "mathbf",
    "mathit",
    "mathsf",
    "left",
    "right",
    "displaystyle",
    "quad",
    "qquad",
    "circ",
    "degree",
    "begin",
    "end",
    "aligned",
    "frac",
    "dfrac",
    "tfrac",
    "mathbb",
    "bf",
    "rm",
];

/// Equal for words that read the same: case and a plural or possessive `s` do not count.
///
/// FNV-1a over the lower-cased letters. A collision would make one text read wrongly, nothing
/// more.
pub fn key(word: &str) -> u64 {
    if word.is_ascii() {
        return ascii_key(word.as_bytes());
    }
    ascii_key(word.replace('’', "'").to_lowercase().as_bytes())
}

const fn ascii_key(word: &[u8]) -> u64 {
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
    }
    plain
}

/// The key of a sign. Signs that only part a text have the key 0 and are not compared.
pub const fn sign_key(sign: char) -> u64 {
    match sign {
        '&' => AND,
        '+' | '=' | '<' | '>' | '×' | '÷' | '±' => 0x20_0000 + sign as u64,
        '∠' | '△' | '⊙' => 0,
        _ if sign as u32 > 0x2100 => 0x20_0000 + sign as u64,
        _ => 0,
    }
}

/// Whether a choice of this one word means something else within a sentence: "there is no
/// difference", 不是.
pub fn is_yes_or_no(key: u64) -> bool {
    const CHINESE: [u64; 4] = ['是' as u64, '否' as u64, '对' as u64, '错' as u64];
    YES_OR_NO.contains(&key) || CHINESE.contains(&key)
}

/// "I don't think so", "not really".
pub const DENYING_PHRASES: [[u64; 2]; 3] = [
    [ascii_key(b"think"), ascii_key(b"not")],
    [ascii_key(b"don't"), ascii_key(b"think")],
    [ascii_key(b"not"), ascii_key(b"really")],
];

/// The key of the number that a word says: of 3 for "three".
pub fn number_word(key: u64) -> Option<u64> {
    let number = NUMBER_WORDS.iter().position(|word| *word == key)?;
    Some(number_key(&number.to_string()))
}

/// Declares lists of keys.
macro_rules! key_lists {
    ($($(#[$doc:meta])* $name:ident = $($word:literal)+;)*) => {
        $($(#[$doc])* pub const $name: &[u64] = &[$(ascii_key($word.as_bytes()),)+];)*
    };
}

key_lists! {
    /// Words that open a clause with what the question gives: "given that", "let".
    GIVES = "given" "since" "if" "let" "suppose" "assume" "assuming" "because" "as" "when"
        "where" "consider" "considering" "with" "know" "known";
    /// Words that begin a clause of their own.
    PRONOUNS = "we" "you" "i" "it" "they" "he" "she" "there";
    /// Words that begin a clause of their own behind a comma.
    SUBJECTS = "we" "you" "i" "it" "they" "he" "she" "there" "this" "then" "the" "one" "so";
    /// Words for what is to be done: "we can use".
    PLANNED = "use" "find" "calculate" "determine" "compute" "apply" "solve" "substitute" "subtract"
        "multiply" "divide" "add" "count" "look" "know" "compare" "call" "consider"
        "connect" "draw" "extend" "identify" "examine" "check";
    /// Words before what is to be done.
    PLANS = "can" "could" "need" "must" "should" "would" "will" "let's" "let" "first" "next" "to" "then";
    /// Words that open a question.
    ASKS = "is" "are" "can" "could" "do" "does" "would";
    /// Words that ask for something other than a yes or a no.
    ASKS_FOR = "what" "which" "how" "who" "where" "when" "why";
    /// Words before an "if" that leaves open what follows: "say if it is a cat".
    LEAVES_OPEN = "say" "tell" "know" "determine" "decide" "check" "sure" "see";
    /// Words between which and a yes or no nothing is said: "absolutely yes".
    ASSURES = "absolutely" "definitely" "certainly" "probably" "well" "oh" "of" "course" "i" "think"
        "hmm" "so" "indeed";
    /// Words that bind a subordinate clause to its main clause.
    SUBORDINATES = "if" "when" "since" "because" "as" "due" "while" "whereas" "although"
        "though" "unlike" "compared" "after" "given";
    /// Words that begin a clause about a noun.
    RELATIVES = "that" "which" "who" "where";
    /// Words that open a sentence with a phrase before its main clause.
    OPENINGS = "in" "based" "according" "from" "looking" "considering" "assuming";
    /// Words that a restated choice gains or loses: `decrease` against `it would likely decrease`.
    FUNCTION_WORDS = "it" "would" "will" "may" "might" "could" "can" "should" "also" "likely"
        "most" "probably" "be" "is" "are" "was" "were" "been" "has" "have" "had" "do" "does"
        "did" "to" "of" "in" "on" "at" "for" "by" "with" "its" "their";
    /// Words that compare: whether a comparison affirms a question depends on how it was asked.
    COMPARISONS = "more" "fewer" "less" "greater" "higher" "lower" "larger" "smaller" "bigger"
        "longer" "shorter" "than" "same" "equal";
    /// Words that a letter behind them is the name of: "angle A".
    NAMED_BY_LETTERS = "angle" "point" "triangle" "vertex" "side" "line" "segment" "circle"
        "arc" "node" "island" "figure" "vitamin" "hepatitis";
    /// Words that may be between a negation and the choice that it denies: "does not look like".
    LEADS_ON = "look" "like" "show" "depict" "contain" "include" "have" "see" "any" "be" "that"
        "show" "shown" "color" "colour" "really";
    /// Words that make "not" an affirmation: "not only".
    NOT_ONLY = "only" "just" "merely" "simply";
    /// Words before "out" that exclude: "rule out".
    RULES = "rule" "ruled" "ruling";
    /// Articles and the like: words before a noun without a meaning for the rules.
    ARTICLES = "a" "an" "the" "any";
    /// Words by which a guess is given: "probably B".
    GUESSES = "likely" "probably" "perhaps" "maybe" "definitely" "say" "think" "believe"
        "suspect" "leave" "leaving";
    /// Words that deny the answer behind them: "the wrong answers are A and B".
    WRONG = "wrong" "incorrect" "unlikely" "implausible";
    /// Words that are closest to a label: "closest to C".
    NEXT_TO = "closest" "nearest" "closer";
    /// Words by which a model corrects itself: "no wait, C".
    CORRECTIONS = "wait" "actually" "correction" "sorry" "meant" "mistake" "oops" "rather";
    /// Words that make an answer one of the past: "my first answer was D".
    EARLIER = "first" "initial" "initially" "original" "originally" "previous" "previously";
    /// Words that put several answers side by side: "could be A, could be C".
    ALTERNATIVES = "could" "might" "may" "maybe" "possibly" "perhaps" "possible";
    /// Words for all choices together: "none of the above".
    ALL_CHOICES = "above" "options" "choices" "answers" "these" "them" "given" "provided"
        "listed";
    /// Words for the choices that were not taken: "none of the other options".
    OTHERS = "other" "rest" "remaining";
    /// Words that leave a statement open.
    HEDGES = "i" "can't" "may" "might" "unclear" "unable" "determine" "determined" "provide"
        "provided" "information" "difficult" "possible" "either" "depend" "question";
    /// Words that a value may have before it: "about 80".
    APPROXIMATIONS = "approximately" "about" "around" "roughly" "nearly" "exactly";
    /// Words that give the reason for a label: "B because".
    REASONS = "because" "since" "as";
    /// Further words that come behind a label and not behind the article *A*.
    FOLLOWS_A_LABEL = "with" "which" "has" "for" "but" "in" "here";
    /// Words before the outcome of a count: "a total of 3".
    RESULTS = "total" "giving";
    /// Words that a sentence cannot end with.
    DANGLING = "the" "a" "an" "of" "to" "in" "on" "at" "by" "for" "with" "from" "and" "or" "that"
        "which" "this" "is" "are" "was" "we" "it" "if" "then" "so" "as" "because" "since"
        "while" "between" "find" "give" "need" "their" "its";
    /// Words before a number of things that were mentioned before: "the two triangles".
    KNOWN = "the" "these" "those" "both" "all" "of";
    /// Numbers as words, from zero.
    NUMBER_WORDS = "zero" "one" "two" "three" "four" "five" "six" "seven" "eight" "nine" "ten"
        "eleven" "twelve";
    /// Words that affirm at the start of a text.
    AFFIRMS = "yes" "yep" "yeah" "yup" "true";
    /// Words that deny at the start of a text.
    DENIES = "no" "nope" "nah" "false";
    /// See [`is_yes_or_no`].
    YES_OR_NO = "yes" "no" "true" "false";
}

/// Keys of words that a rule asks for by name.
macro_rules! named_keys {
    ($($(#[$doc:meta])* $name:ident = $word:literal;)*) => {
        $($(#[$doc])* pub const $name: u64 = ascii_key($word.as_bytes());)*
    };
}

named_keys! {
    /// "and".
    AND = "and";
    /// "Ans.", whose point ends no sentence.
    ANS = "ans";
    /// "but", which turns from what is not to what is.
    BUT = "but";
    /// "go", which chooses only before "with".
    GO = "go";
    /// "going", as "go".
    GOING = "going";
    /// "than", which compares and denies only behind "rather".
    THAN = "than";
    /// "with".
    WITH = "with";
    /// "was", the past of a link.
    WAS = "was";
    /// "can", which ties a label to its dismissal: "B can be ruled out".
    CAN = "can";
    /// "boxed", also for the tags that box an answer.
    BOXED = "boxed";
    /// "least", which turns praise around: "the least likely answer".
    LEAST = "least";
    MOST = "most";
    LIKELY = "likely";
    ONE = "one";
    THERE = "there";
    /// "left with", what remains.
    LEFT = "left";
    RATHER = "rather";
    INSTEAD = "instead";
    /// ", followed by".
    FOLLOWED = "followed";
    TO = "to";
    DOUBT = "doubt";
    IF = "if";
    WHERE = "where";
    /// "whether", which leaves open what follows.
    WHETHER = "whether";
    BECAUSE = "because";
    GIVEN = "given";
    LET = "let";
    SUPPOSE = "suppose";
    ASSUME = "assume";
    /// "anything but".
    ANYTHING = "anything";
    OUT = "out";
    /// "it", also in "it's".
    IT = "it";
    /// "is".
    IS = "is";
    /// "none".
    NONE = "none";
    /// "right", which is also a direction and an angle.
    RIGHT = "right";
    /// `√` and `\sqrt`.
    SQRT = "sqrt";
    /// "degrees", left out like `°`.
    DEGREE = "degree";
    /// "percent", left out like `%`.
    PERCENT = "percent";
    YES = "yes";
    NO = "no";
    TRUE = "true";
    FALSE = "false";
    A = "a";
    AN = "an";
    THE = "the";
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
