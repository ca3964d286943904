//! Choices that are written within a text: `Options: A: red, B: blue`, one on each line as `A. red`, or
//! `(a) open (b) closed`.

use assay_core::benchmark::Label;

/// The parts of a text with choices in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextWithChoices<'t> {
    /// What is before the choices, without the word that announces them.
    pub before: &'t str,
    pub choices: Vec<&'t str>,
    /// The lines behind the last choice, if the others have one line each.
    pub behind: &'t str,
}

/// What is around the letter of a choice.
const STYLES: [(&str, &str); 8] =
    [("(", ")"), ("[", "]"), ("", "."), ("", ":"), ("", ")"), ("（", "）"), ("", "："), ("", "、")];
/// Words before the choices.
const ANNOUNCED: [&str; 6] = ["answer choices", "options", "choices", "option", "choice", "选项"];
const SENTENCE_ENDS: [char; 6] = ['.', '?', '!', '。', '？', '！'];
const SEPARATORS: [char; 5] = [',', ';', '|', '，', '；'];

/// The most marks of A in a text that are tried: each costs a look at the whole text.
const MOST_STARTS: usize = 32;

/// What is before the letter of a choice, the surest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Before {
    Words,
    SentenceEnd,
    Separator,
    Line,
    Announced,
}

/// The letters of choices from A on: where each begins, and where it ends with its punctuation.
type Marks = Vec<(usize, usize)>;

/// Finds the choices from A on, at least two; `None` if there are none.
///
/// Of several rows of letters the one counts that is announced, then the longest, then the one whose letters are
/// at the beginning of lines or behind commas, then the last: a stem may speak of a plan A, a choice of 5 A.
pub(super) fn find(text: &str) -> Option<TextWithChoices<'_>> {
    let mut best = (None, Marks::new());
    for least in [Before::Words, Before::Separator, Before::Line] {
        for style in &STYLES {
            for capital in [true, false] {
                let (first, marks) = row(text, style, capital, least);
                let rank = (first == Before::Announced, marks.len(), least, first);
                if marks.len() > 1 && is_list(text, first, &marks) && Some(rank) >= best.0 {
                    best = (Some(rank), marks);
                }
            }
        }
    }
    let marks = best.1;
    let (begin, _) = *marks.first()?;
    let ends = marks.iter().skip(1).map(|&(at, _)| at).chain([text.len()]);
    let choices = marks.iter().zip(ends).map(|(&(_, from), to)| text[from..to].trim());
    let mut choices: Vec<&str> = choices.collect();
    let mut behind = "";
    if let Some((last, others)) = choices.split_last_mut()
        && others.iter().all(|choice| !choice.contains('\n'))
        && let Some((line, rest)) = last.split_once('\n')
    {
        (*last, behind) = (line, rest.trim());
    }
    let choices = choices.into_iter().map(|text| text.trim_end_matches(SEPARATORS).trim_end());
    Some(TextWithChoices {
        before: without_announcement(&text[..begin]),
        choices: choices.collect(),
        behind,
    })
}

/// Whether letters are choices: in "which is larger, (A) or (B)?" they are words of the question.
fn is_list(text: &str, first: Before, marks: &Marks) -> bool {
    let is_behind_colon = || text[..marks[0].0].trim_end().ends_with([':', '：']);
    let goes_on = || text.trim_end().ends_with(['?', '？']);
    first >= Before::Line || (first > Before::Words || is_behind_colon()) && !goes_on()
}

/// The longest row of one style, in which at least this is before each letter but A, and what is before A.
fn row(text: &str, style: &(&str, &str), capital: bool, least: Before) -> (Before, Marks) {
    let mut best = (Before::Words, Marks::new());
    let mut from = 0;
    for _ in 0..MOST_STARTS {
        let Some(start) = mark(text, style, Label::A, capital, (from, Before::Words)) else {
            break;
        };
        let mut marks = vec![start];
        for label in Label::all().skip(1) {
            let behind = marks[marks.len() - 1].1;
            let Some(next) = mark(text, style, label, capital, (behind, least)) else { break };
            marks.push(next);
        }
        // Where no B follows, none follows a later A.
        let is_alone = marks.len() == 1;
        let first = before(text, start.0);
        let rank = |first: Before, marks: &Marks| (first == Before::Announced, marks.len(), first);
        if rank(first, &marks) >= rank(best.0, &best.1) {
            best = (first, marks);
        }
        if is_alone {
            break;
        }
        from = start.1;
    }
    best
}

/// The first mark of a label from a position on that has at least this before it. It begins a word and is no
/// part of one.
fn mark(
    text: &str,
    (open, close): &(&str, &str),
    label: Label,
    capital: bool,
    (from, least): (usize, Before),
) -> Option<(usize, usize)> {
    let letter = if capital { label.letter() } else { label.letter().to_ascii_lowercase() };
    let written = format!("{open}{letter}{close}");
    let found = text[from..].match_indices(&written).map(|(at, _)| from + at);
    let mut marks = found.map(|at| (at, at + written.len()));
    marks.find(|&(at, end)| {
        let is_gap = |c: char| {
            c.is_whitespace() || SEPARATORS.contains(&c) || matches!(c, '?' | '？' | '。' | '：')
        };
        let is_after_gap = text[..at].chars().next_back().is_none_or(is_gap);
        let is_before_gap = text[end..].chars().next().is_none_or(char::is_whitespace);
        let before = before(text, at);
        let needs_no_gap = !open.is_empty()
            || !close.is_ascii()
            || before >= Before::Line
            || before == Before::Separator && *close != ".";
        is_after_gap && before >= least && (is_before_gap || needs_no_gap)
    })
}

/// What is before a position.
fn before(text: &str, at: usize) -> Before {
    let before = text[..at].trim_end_matches([' ', '\t']);
    match before.chars().next_back() {
        _ if announcement(before).is_some() => Before::Announced,
        None | Some('\n') => Before::Line,
        Some(c) if SEPARATORS.contains(&c) => Before::Separator,
        Some(c) if SENTENCE_ENDS.contains(&c) => Before::SentenceEnd,
        Some(_) => Before::Words,
    }
}

/// What is before the word at the end of a text that announces choices.
fn announcement(text: &str) -> Option<&str> {
    let text = text.trim_end().trim_end_matches([':', '：']);
    ANNOUNCED.iter().find_map(|word| {
        let (before, end) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
        let is_word = before.chars().next_back().is_none_or(|c| !c.is_ascii_alphanumeric());
        (is_word && end.eq_ignore_ascii_case(word)).then_some(before)
    })
}

/// A text without the word at its end that announces choices, unless this is a part of a sentence.
fn without_announcement(text: &str) -> &str {
    let is_alone = |before: &&str| {
        let words = before.trim_end_matches([' ', '\t']);
        words.is_empty() || words.ends_with('\n') || words.ends_with(SENTENCE_ENDS)
    };
    announcement(text).filter(is_alone).unwrap_or(text).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (&str, Vec<&str>, &str) {
        let TextWithChoices { before, choices, behind } = find(text).unwrap();
        (before, choices, behind)
    }

    #[test]
    fn choices_are_found_in_the_styles_of_published_benchmarks() {
        let mmstar = "Which colour?\nOptions: A: red, B: blue and green, C: none";
        assert_eq!(found(mmstar), ("Which colour?", vec!["red", "blue and green", "none"], ""));
        let realworldqa =
            "Where to?\n\nA. Left\nB. Right\nC. On\nPlease answer with the letter only.";
        let expected =
            ("Where to?", vec!["Left", "Right", "On"], "Please answer with the letter only.");
        assert_eq!(found(realworldqa), expected);
        assert_eq!(found("(a) Open (b) Closed"), ("", vec!["Open", "Closed"], ""));
        assert_eq!(found("So?\nA) 1\nB) 2"), ("So?", vec!["1", "2"], ""));
    }

    #[test]
    fn choices_may_begin_like_letters_and_have_commas_and_colons_in_them() {
        let text = "Which?\nOptions: A: A: x, B: B, or C: both, C: 3, 4, and 5, D: 1:2";
        assert_eq!(found(text).1, ["A: x", "B, or C: both", "3, 4, and 5", "1:2"]);
        assert_eq!(found("What? A: A: x, B: y"), ("What?", vec!["A: x", "y"], ""));
        let text = "Options: A: vitamin B: good, B: none, C: other";
        assert_eq!(found(text).1, ["vitamin B: good", "none", "other"]);
        let text = "How long?\nChoices:\nA:145°\nB:35°\nAnswer with the letter.";
        assert_eq!(found(text), ("How long?", vec!["145°", "35°"], "Answer with the letter."));
        let text = "Which? CHOICES: A: yes, B: no\nAnswer with the letter.";
        assert_eq!(found(text), ("Which?", vec!["yes", "no"], "Answer with the letter."));
        assert_eq!(found("是什么？选项：A、红 B、蓝"), ("是什么？", vec!["红", "蓝"], ""));
        let text = "Which of the options: (A) one, (B) two";
        assert_eq!(found(text), ("Which of the options:", vec!["one", "two"], ""));
        assert_eq!(found("So?\nA. one\nmore\nB. two\nmore").1, ["one\nmore", "two\nmore"]);
    }

    #[test]
    fn a_letter_in_the_stem_is_not_a_choice() {
        let text = "Is plan A: good?\nA: yes\nB: no";
        assert_eq!(found(text), ("Is plan A: good?", vec!["yes", "no"], ""));
        let text = "How much?\nA. 5 A. at most\nB. None";
        assert_eq!(found(text), ("How much?", vec!["5 A. at most", "None"], ""));
        let many = "A. ".repeat(300_000);
        assert_eq!(find(&many), None);
        assert!(find(&format!("{many}\nB. end")).is_some());
        assert_eq!(find("Is vitamin A. in it, or B.B. King?"), None);
        assert_eq!(find("Only (A) one"), None);
        assert_eq!(find("Is point A. closer or point B. closer?"), None);
        assert_eq!(find("Which is larger, (A) or (B) in the picture?"), None);
        assert_eq!(find("Look at A: a cat, and B: a dog."), None);
        let text = "Is (A) or (B) closer?\n(A) the left\n(B) the right";
        assert_eq!(found(text), ("Is (A) or (B) closer?", vec!["the left", "the right"], ""));
        assert_eq!(find(""), None);
    }
}
