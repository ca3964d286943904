//! Breaking text into lines of terminal cells: words for Latin scripts, characters for CJK, and never
//! inside a character that a reader sees as one.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::visible::visible;

/// The lines of `text`, each at most `width` cells wide, made harmless first (see
/// [`crate::visible`]). Line feeds and leading spaces are kept, so that code stays code.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let text = visible(text);
    text.split('\n').flat_map(|line| wrapped_line(line.trim_end(), width)).collect()
}

fn wrapped_line(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut current = String::new();
    let mut used = 0;
    for word in line.split_word_bounds() {
        let mut cells = word.width();
        if used + cells > width && !current.trim().is_empty() {
            lines.push(std::mem::take(&mut current).trim_end().to_owned());
            used = 0;
            if word.trim().is_empty() {
                continue;
            }
        }
        if used == 0 && !lines.is_empty() && word.trim().is_empty() {
            continue; // the space at which the line was broken
        }
        if used + cells > width {
            cells = push_by_grapheme(word, width, &mut current, used, &mut lines);
            used = cells;
            continue;
        }
        current.push_str(word);
        used += cells;
    }
    lines.push(current);
    lines
}

/// Breaks a word that is wider than a line; returns the cells used in the last one.
fn push_by_grapheme(
    word: &str,
    width: usize,
    current: &mut String,
    mut used: usize,
    lines: &mut Vec<String>,
) -> usize {
    for grapheme in word.graphemes(true) {
        let cells = grapheme.width();
        if used + cells > width {
            lines.push(std::mem::take(current));
            used = 0;
        }
        current.push_str(grapheme);
        used += cells;
    }
    used
}

/// The start of `text` that fits into `width` cells, with `…` where something was cut off; one
/// line, made harmless.
pub fn cut(text: &str, width: usize) -> String {
    let text = crate::visible::visible_line(text);
    if text.width() <= width {
        return text.into_owned();
    }
    let mut kept = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let cells = grapheme.width();
        if used + cells + 1 > width {
            break;
        }
        kept.push_str(grapheme);
        used += cells;
    }
    if width > 0 {
        kept.push('…');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_stay_whole_where_they_fit() {
        assert_eq!(wrapped("Where is the sheep?", 10), ["Where is", "the sheep?"]);
    }

    #[test]
    fn chinese_breaks_between_characters() {
        assert_eq!(wrapped("图中有几只羊？", 8), ["图中有几", "只羊？"]);
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken_between_graphemes() {
        assert_eq!(
            wrapped("e\u{301}e\u{301}e\u{301}👩\u{200d}🚀x", 4),
            ["e\u{301}e\u{301}e\u{301}", "👩\u{200d}🚀x"]
        );
    }

    #[test]
    fn code_keeps_its_indentation() {
        assert_eq!(wrapped("for x in y:\n    print(x)", 20), ["for x in y:", "    print(x)"]);
    }

    #[test]
    fn what_is_cut_off_is_marked() {
        assert_eq!(cut("第一个问题", 5), "第一…");
        assert_eq!(cut("short", 5), "short");
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_asked_and_nothing_but_space_is_lost(
            text in "[a-zA-Z \n中文字é👩\u{200d}🚀]{0,80}", width in 2usize..40,
        ) {
            let lines = wrapped(&text, width);
            prop_assert!(lines.iter().all(|line| line.width() <= width), "{lines:?}");
            let solid = |s: &str| s.split_whitespace().collect::<String>();
            prop_assert_eq!(solid(&lines.concat()), solid(&visible(&text)));
        }
    }
}
