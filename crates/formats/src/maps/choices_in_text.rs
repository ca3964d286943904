//! Choices that are written within a text: `Options: A: red, B: blue`, one on each line as `A. red`, or
//! `(a) open (b) closed`.

use assay_core::benchmark::Label;

/// The parts of a text with choices in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextWithChoices<'t> {
    /// What is before the choices, without the word that announces them.
    pub before: &'t str,
    pub choices: Vec<&'t str>,
    /// What is behind the line of the last choice, if each choice has its own line.
    pub behind: &'t str,
}

/// What is around the letter of a choice.
const STYLES: [(&str, &str); 4] = [("(", ")"), ("", "."), ("", ":"), ("", ")")];
/// Words before the choices.
const ANNOUNCED: [&str; 6] = ["Options:", "Choices:", "options:", "choices:", "Options", "Choices"];

/// The most marks of A in a text that are tried: each costs a look at the whole text.
const MOST_STARTS: usize = 64;

/// Finds the longest row of choices from A on, at least two; `None` if there is none.
pub(super) fn find(text: &str) -> Option<TextWithChoices<'_>> {
    let rows =
        STYLES.iter().flat_map(|style| [true, false].map(|capital| row(text, style, capital)));
    let marks = rows.max_by_key(Vec::len).filter(|marks| marks.len() > 1)?;
    let has_own_lines = marks
        .iter()
        .skip(1)
        .all(|&(at, _)| text[..at].trim_end_matches([' ', '\t']).ends_with('\n'));
    let ends = marks.iter().skip(1).map(|&(at, _)| at).chain([text.len()]);
    let mut choices: Vec<&str> =
        marks.iter().zip(ends).map(|(&(_, from), to)| &text[from..to]).collect();
    let mut behind = "";
    if let Some(last) = choices.last_mut()
        && has_own_lines
        && let Some((line, rest)) = last.trim_start().split_once('\n')
    {
        (*last, behind) = (line, rest.trim());
    }
    let choices =
        choices.into_iter().map(|text| text.trim().trim_end_matches([',', ';']).trim_end());
    let mut before = text[..marks[0].0].trim_end();
    if let Some(rest) = ANNOUNCED.iter().find_map(|word| before.strip_suffix(word)) {
        before = rest.trim_end();
    }
    Some(TextWithChoices { before, choices: choices.collect(), behind })
}

/// The marks of one style in a row: where each begins and ends. Of several rows the longest counts, of equally
/// long ones the one with more marks at the beginning of a line, and of these the last: a stem may speak of a
/// plan A, and a choice of 5 A.
fn row(text: &str, style: &(&str, &str), capital: bool) -> Vec<(usize, usize)> {
    let begins_line = |&&(at, _): &&(usize, usize)| text[..at].ends_with('\n');
    let rank = |marks: &[(usize, usize)]| (marks.len(), marks.iter().filter(begins_line).count());
    let mut best = Vec::new();
    let mut from = 0;
    for _ in 0..MOST_STARTS {
        let Some(first) = mark(text, style, Label::A, capital, from) else { break };
        let mut marks = vec![first];
        for label in Label::all().skip(1) {
            let Some(next) = mark(text, style, label, capital, marks[marks.len() - 1].1) else {
                break;
            };
            marks.push(next);
        }
        // Where no B follows, none follows a later A.
        let is_alone = marks.len() == 1;
        if rank(&marks) >= rank(&best) {
            best = marks;
        }
        if is_alone {
            break;
        }
        from = first.1;
    }
    best
}

/// The first mark of a label from a position on: it begins a word, and is no part of one.
fn mark(
    text: &str,
    (open, close): &(&str, &str),
    label: Label,
    capital: bool,
    from: usize,
) -> Option<(usize, usize)> {
    let letter = if capital { label.letter() } else { label.letter().to_ascii_lowercase() };
    let written = format!("{open}{letter}{close}");
    let found = text[from..].match_indices(&written).map(|(at, _)| from + at);
    let mut marks = found.map(|at| (at, at + written.len()));
    marks.find(|&(at, end)| {
        let is_after_gap =
            text[..at].chars().next_back().is_none_or(|c| c.is_whitespace() || c == ',');
        let is_before_gap = text[end..].chars().next().is_none_or(char::is_whitespace);
        is_after_gap && (is_before_gap || !open.is_empty())
    })
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
        assert_eq!(find(""), None);
    }
}
