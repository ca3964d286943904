//! The difference between two texts, line by line or word by word: a longest common subsequence.

use std::fmt;
use std::ops::Range;

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffLine {
    /// In both.
    Same(String),
    /// Only in the first text.
    Removed(String),
    /// Only in the second text.
    Added(String),
}

impl fmt::Display for DiffLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiffLine::Same(line) => write!(f, "  {line}"),
            DiffLine::Removed(line) => write!(f, "- {line}"),
            DiffLine::Added(line) => write!(f, "+ {line}"),
        }
    }
}

/// Where the changed parts have more pairs of lines than this, the longest common subsequence is not
/// looked for: the old part is removed, the new one added.
const MOST_PAIRS: usize = 16_000_000;

/// The lines of both texts in order, each with where it is.
pub fn line_diff(before: &str, after: &str) -> Vec<DiffLine> {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    diff(&before, &after)
}

/// The bytes of the words that only one of two texts has at this place, for each text. Words beside each other are
/// one range.
pub fn different_words(texts: [&str; 2]) -> [Vec<Range<usize>>; 2] {
    let words = texts.map(words);
    let [one, other] =
        words.each_ref().map(|words| words.iter().map(|(_, word)| *word).collect::<Vec<_>>());
    let mut rest = words.each_ref().map(|words| words.iter());
    let mut different = [Vec::<Range<usize>>::new(), Vec::new()];
    for piece in diff(&one, &other) {
        let (sides, is_same) = match piece {
            DiffLine::Same(_) => (0..2, true),
            DiffLine::Removed(_) => (0..1, false),
            DiffLine::Added(_) => (1..2, false),
        };
        for side in sides {
            let Some((start, word)) = rest[side].next().filter(|_| !is_same) else { continue };
            let end = start + word.len();
            match different[side].last_mut() {
                Some(last) if texts[side][last.end..*start].trim().is_empty() => last.end = end,
                _ => different[side].push(*start..end),
            }
        }
    }
    different
}

/// The words of a text with their places. A sign is a word, as is each character of a script that is written
/// without spaces.
fn words(text: &str) -> Vec<(usize, &str)> {
    let is_letter = |c: char| c.is_alphanumeric() && c < '\u{2e80}';
    let mut words: Vec<(usize, &str)> = Vec::new();
    for (start, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let end = start + c.len_utf8();
        match words.last_mut() {
            Some((from, word))
                if *from + word.len() == start && is_letter(c) && word.ends_with(is_letter) =>
            {
                *word = &text[*from..end];
            }
            _ => words.push((start, &text[start..end])),
        }
    }
    words
}

fn diff(before: &[&str], after: &[&str]) -> Vec<DiffLine> {
    let alike = |(one, other): &(&&str, &&str)| one == other;
    let head = before.iter().zip(after).take_while(alike).count();
    let rest = before.len().min(after.len()) - head;
    let tail = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(alike).count();
    let (old, new) = (&before[head..before.len() - tail], &after[head..after.len() - tail]);
    let same = |lines: &[&str]| -> Vec<DiffLine> {
        lines.iter().map(|line| DiffLine::Same((*line).to_owned())).collect()
    };
    let mut diff = same(&before[..head]);
    diff.extend(changed(old, new));
    diff.extend(same(&before[before.len() - tail..]));
    diff
}

fn changed(old: &[&str], new: &[&str]) -> Vec<DiffLine> {
    let removed = |line: &&str| DiffLine::Removed((*line).to_owned());
    let added = |line: &&str| DiffLine::Added((*line).to_owned());
    if old.len().saturating_mul(new.len()) > MOST_PAIRS {
        return old.iter().map(removed).chain(new.iter().map(added)).collect();
    }
    // The length of the longest common subsequence of what begins at each pair of lines.
    let width = new.len() + 1;
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    for at in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            longest[at * width + to] = match old[at] == new[to] {
                true => longest[(at + 1) * width + to + 1] + 1,
                false => longest[(at + 1) * width + to].max(longest[at * width + to + 1]),
            };
        }
    }
    let (mut at, mut to, mut diff) = (0, 0, Vec::new());
    while at < old.len() || to < new.len() {
        let is_same = at < old.len() && to < new.len() && old[at] == new[to];
        let is_removed = to == new.len()
            || at < old.len() && longest[(at + 1) * width + to] >= longest[at * width + to + 1];
        if is_same {
            diff.push(DiffLine::Same(old[at].to_owned()));
            (at, to) = (at + 1, to + 1);
        } else if is_removed {
            diff.push(removed(&old[at]));
            at += 1;
        } else {
            diff.push(added(&new[to]));
            to += 1;
        }
    }
    diff
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(before: &str, after: &str) -> Vec<String> {
        line_diff(before, after).iter().map(DiffLine::to_string).collect()
    }

    #[test]
    fn a_changed_line_is_removed_and_added_between_those_that_stay() {
        let diff = shown("# Look\nkeep it\nend\n", "# Look\nremove it\nend\n");
        assert_eq!(diff, ["  # Look", "- keep it", "+ remove it", "  end"]);
        assert_eq!(shown("a\nb", "a\nb"), ["  a", "  b"]);
        assert_eq!(shown("", "a"), ["+ a"]);
        assert_eq!(shown("a\nx\nb\nc", "b\ny\nc"), ["- a", "- x", "  b", "+ y", "  c"]);
    }

    fn only_in<'t>([one, other]: [&'t str; 2]) -> [Vec<&'t str>; 2] {
        let [of_one, of_other] = different_words([one, other]);
        let words = |text: &'t str, ranges: Vec<Range<usize>>| {
            ranges.into_iter().map(|range| &text[range]).collect::<Vec<_>>()
        };
        [words(one, of_one), words(other, of_other)]
    }

    #[test]
    fn words_that_only_one_text_has_are_found_in_any_script() {
        let found = only_in(["A red bus, late.", "A blue old bus is late."]);
        assert_eq!(found, [vec!["red", ","], vec!["blue old", "is"]]);
        assert_eq!(only_in(["有三只羊。", "有五只狗。"]), [vec!["三", "羊"], vec!["五", "狗"]]);
        assert_eq!(only_in(["the same", "the  same"]), [vec![], Vec::<&str>::new()]);
        assert_eq!(only_in(["", "new words"]), [vec![], vec!["new words"]]);
    }

    proptest! {
        #[test]
        fn what_is_left_of_two_texts_without_their_own_words_is_the_same(
            one in "[ab羊 ,]{0,12}", other in "[ab羊 ,]{0,12}",
        ) {
            let ranges = different_words([&one, &other]);
            let left = |text: &str, ranges: &[Range<usize>]| -> String {
                let is_own = |at: usize| ranges.iter().any(|range| range.contains(&at));
                let common = text.char_indices().filter(|(at, c)| !is_own(*at) && *c != ' ');
                common.map(|(_, c)| c).collect()
            };
            prop_assert_eq!(left(&one, &ranges[0]), left(&other, &ranges[1]));
        }

        #[test]
        fn both_texts_are_in_it_and_it_is_shortest(
            before in prop::collection::vec("[ab]", 0..9),
            after in prop::collection::vec("[ab]", 0..9),
        ) {
            let diff = line_diff(&before.join("\n"), &after.join("\n"));
            let side = |is_wanted: fn(&DiffLine) -> bool| -> Vec<String> {
                let lines = diff.iter().filter(|line| is_wanted(line));
                lines.map(|line| line.to_string()[2..].to_owned()).collect()
            };
            prop_assert_eq!(side(|line| !matches!(line, DiffLine::Added(_))), before.clone());
            prop_assert_eq!(side(|line| !matches!(line, DiffLine::Removed(_))), after.clone());
            let same = diff.iter().filter(|line| matches!(line, DiffLine::Same(_))).count();
            prop_assert_eq!(same, common(&before, &after));
        }
    }

    /// The longest common subsequence, by trying everything.
    fn common(before: &[String], after: &[String]) -> usize {
        match (before, after) {
            ([], _) | (_, []) => 0,
            ([one, before_rest @ ..], [other, after_rest @ ..]) => match one == other {
                true => 1 + common(before_rest, after_rest),
                false => common(before_rest, after).max(common(before, after_rest)),
            },
        }
    }
}
