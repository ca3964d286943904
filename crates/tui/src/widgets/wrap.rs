//! Breaking text into lines of terminal cells: words for Latin scripts, characters for CJK, and never
//! inside a character that a reader sees as one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use assay_core::visible::visible;

/// A text in exactly `width` cells: cut at its end, or padded with blanks.
pub fn padded(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let rest = width.saturating_sub(text.width());
    text + &" ".repeat(rest)
}

/// Draws as many lines as fit, one below the other.
pub fn draw_lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        draw_line(line, Rect { y, height: 1, ..area }, buffer);
    }
}

/// Words wrapped to the right of a text, which has the `indent` cells before them in the first line.
pub fn hanging(
    left: &str,
    of_left: impl Into<Style>,
    words: &str,
    of_words: impl Into<Style>,
    (indent, width): (usize, usize),
) -> Vec<Line<'static>> {
    let mark = vec![Span::styled(padded(left, indent), of_left)];
    behind_mark(mark, wrapped(words, width.saturating_sub(indent)), of_words).collect()
}

/// Draws a line; one that has no room ends with a sign. Blanks at its end need no room.
pub fn draw_line(line: &Line<'_>, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    line.render(area, buffer);
    let is_cut = || line.to_string().trim_end().width() > usize::from(area.width);
    if area.width > 1 && area.height > 0 && line.width() > usize::from(area.width) && is_cut() {
        let last = (area.right() - 1, area.y);
        let before = &mut buffer[(last.0 - 1, last.1)];
        if before.symbol().width() > 1 {
            before.set_symbol(" ");
        }
        buffer[last].set_symbol("…");
    }
}

/// A text with blanks before it, at least `width` cells wide.
pub fn right_aligned(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width())) + text
}

/// The lines of `text`, broken as [`wrapped`] does, in one style.
pub fn styled_lines(text: &str, width: usize, style: impl Into<Style>) -> Vec<Line<'static>> {
    let style = style.into();
    wrapped(text, width).into_iter().map(|piece| Line::styled(piece, style)).collect()
}

/// A text in lines with a mark before the first one, and blanks below it.
pub fn behind_mark(
    mark: Vec<Span<'static>>,
    pieces: Vec<String>,
    style: impl Into<Style>,
) -> impl Iterator<Item = Line<'static>> {
    let style = style.into();
    let blanks = " ".repeat(mark.iter().map(Span::width).sum());
    let mut mark = Some(mark);
    pieces.into_iter().map(move |piece| {
        let mut spans = mark.take().unwrap_or_else(|| vec![Span::raw(blanks.clone())]);
        spans.push(Span::styled(piece, style));
        Line::from(spans)
    })
}

/// The lines of a harmless text in runs of one style each, broken as [`wrapped`] does.
pub fn wrapped_runs(runs: &[(String, Style)], width: usize) -> Vec<Vec<Span<'static>>> {
    let text: String = runs.iter().map(|(text, _)| text.as_str()).collect();
    let letters =
        runs.iter().flat_map(|(text, style)| text.chars().map(move |letter| (letter, *style)));
    let mut letters = letters.peekable();
    let mut style = Style::default();
    // Breaking lines only drops blanks.
    let mut style_of = |letter: char| {
        let known = match letter.is_whitespace() {
            true => letters.next_if(|(known, _)| known.is_whitespace()),
            false => letters.find(|(known, _)| !known.is_whitespace()),
        };
        style = known.map_or(style, |(_, style)| style);
        style
    };
    let of_line = |line: &String| {
        let mut spans: Vec<Span<'static>> = Vec::new();
        for letter in line.chars() {
            let style = style_of(letter);
            match spans.last_mut() {
                Some(last) if last.style == style => last.content.to_mut().push(letter),
                _ => spans.push(Span::styled(letter.to_string(), style)),
            }
        }
        spans
    };
    wrapped(&text, width).iter().map(of_line).collect()
}

/// The lines of `text`, each at most `width` cells wide, made harmless first (see
/// [`assay_core::visible`]). Line feeds and leading spaces are kept, so that code stays code.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let text = visible(text);
    text.split('\n').flat_map(|line| wrapped_line(line.trim_end(), width)).collect()
}

fn wrapped_line(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut current = String::new();
    for piece in pieces(line) {
        let solid = piece.trim_end();
        if current.width() + solid.width() > width && !current.trim().is_empty() {
            lines.push(std::mem::take(&mut current).trim_end().to_owned());
        }
        // Code that is indented beyond the line begins at its edge.
        if current.width() >= width && current.trim().is_empty() {
            current.clear();
        }
        if current.width() + solid.width() > width {
            push_by_grapheme(solid, width, &mut current, &mut lines);
            current.push_str(&piece[solid.len()..]);
        } else {
            current.push_str(piece);
        }
    }
    lines.push(current.trim_end().to_owned());
    lines
}

/// The parts of a line between which it may be broken (Unicode Standard Annex 14), spaces at their
/// ends.
pub fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    unicode_linebreak::linebreaks(line).map(move |(end, _)| {
        let piece = &line[start..end];
        start = end;
        piece
    })
}

/// Breaks a piece that is wider than a line.
fn push_by_grapheme(piece: &str, width: usize, current: &mut String, lines: &mut Vec<String>) {
    for grapheme in piece.graphemes(true) {
        if current.width() + grapheme.width() > width {
            lines.push(std::mem::take(current));
        }
        current.push_str(grapheme);
    }
}

/// The longest end of `text` that fits into `width` cells.
pub fn end_of(text: &str, width: usize) -> &str {
    let mut rest = text.chars();
    while rest.as_str().width() > width {
        rest.next();
    }
    rest.as_str()
}

/// The start of `text` that fits into `width` cells, with `…` if text was cut off; one line, made
/// harmless.
pub fn cut(text: &str, width: usize) -> String {
    let text = assay_core::visible::visible_line(text);
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

/// The part of a harmless line that is visible after `start` columns were scrolled away on its
/// left; `…` if text is hidden.
pub fn window(line: &str, start: usize, width: usize) -> String {
    let mut column = 0;
    let mut seen = String::new();
    for grapheme in line.graphemes(true) {
        if column >= start {
            seen.push_str(grapheme);
        } else if column + grapheme.width() > start {
            // Half of a wide character is scrolled away.
            seen.push(' ');
        }
        column += grapheme.width();
    }
    let is_cut = start > 0 && !line.is_empty();
    let seen = match seen.graphemes(true).next().filter(|_| is_cut) {
        Some(first) => {
            format!("…{}{}", " ".repeat(first.width().saturating_sub(1)), &seen[first.len()..])
        }
        None if is_cut => "…".to_owned(),
        None => seen,
    };
    cut(&seen, width)
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
    fn brackets_and_stops_stay_with_their_words() {
        assert_eq!(wrapped("Assay sample (made up).", 14), ["Assay sample", "(made up)."]);
        assert_eq!(wrapped("图中（左）有几只羊？", 6), ["图中", "（左）", "有几只", "羊？"]);
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken_between_graphemes() {
        assert_eq!(
            wrapped("e\u{301}e\u{301}e\u{301}👩🚀x", 4),
            ["e\u{301}e\u{301}e\u{301}", "👩🚀", "x"]
        );
    }

    #[test]
    fn code_keeps_its_indentation() {
        assert_eq!(wrapped("for x in y:\n    print(x)", 20), ["for x in y:", "    print(x)"]);
        assert_eq!(wrapped("   ab", 2), ["ab"]);
    }

    #[test]
    fn what_is_cut_off_is_marked() {
        assert_eq!(cut("第一个问题", 5), "第一…");
        assert_eq!(cut("short", 5), "short");
    }

    #[test]
    fn a_window_shows_a_part_of_a_line_and_where_it_is_cut() {
        assert_eq!(window("print(x)", 0, 20), "print(x)");
        assert_eq!(window("print(x)", 0, 4), "pri…");
        assert_eq!(window("print(x)", 2, 4), "…nt…");
        assert_eq!(window("print(x)", 20, 4), "…");
        assert_eq!(window("一二三", 1, 9), "…二三");
        assert_eq!(window("", 3, 4), "");
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
