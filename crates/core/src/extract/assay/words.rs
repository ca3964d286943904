//! The words that single rules use by name, as keys.

use super::word_keys::{ascii_key, number_key};

/// LaTeX commands for typesetting, which have no meaning for the rules, with spaces between them.
pub const SETS_TYPE: &str = "text textbf textit texttt textrm mathrm mathbf mathit mathsf left right \
                             displaystyle quad qquad circ degree begin end aligned frac dfrac tfrac \
                             mathbb bf rm";

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

/// The key of a word that a rule uses by name, computed when the program is compiled.
macro_rules! key {
    ($word:literal) => {
        const { $crate::extract::assay::word_keys::ascii_key($word.as_bytes()) }
    };
}

pub(super) use key;

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
    /// Words that begin a new clause.
    PRONOUNS = "we" "you" "i" "it" "they" "he" "she" "there";
    /// Words that begin a new clause after a comma.
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
    /// Words before a yes or no that do not change it: "absolutely yes".
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
    /// Words that are named by a following letter: "angle A".
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
    /// Words that deny the answer after them: "the wrong answers are A and B".
    WRONG = "wrong" "incorrect" "unlikely" "implausible";
    /// Words that are directly before a label: "closest to C".
    NEXT_TO = "closest" "nearest" "closer";
    /// Words by which a model corrects itself: "no wait, C".
    CORRECTIONS = "wait" "actually" "correction" "sorry" "meant" "mistake" "oops" "rather";
    /// Words that mark an earlier answer: "my first answer was D".
    EARLIER = "first" "initial" "initially" "original" "originally" "previous" "previously";
    /// Words that present several answers as alternatives: "could be A, could be C".
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
    /// Further words that follow a label and not the article *A*.
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
    /// Articles and units, which texts and choices give or leave out freely, as they do `°` and `%`.
    LEFT_OUT = "an" "the" "degree" "percent";
    /// See [`is_yes_or_no`].
    YES_OR_NO = "yes" "no" "true" "false";
}
