//! A model's text in lines, with the place marked from which its label was read.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::widgets::wrap::wrapped;
use crate::visible::visible;

/// The lines of a text in so many cells; the bytes of `evidence` stand in another style.
pub(super) fn marked_lines(
    text: &str,
    evidence: Option<&Range<usize>>,
    width: usize,
    plain: Style,
    marked: Style,
) -> Vec<Line<'static>> {
    // Breaking into lines changes only white space, so letters are counted without it.
    let solid = |part: &str| visible(part).chars().filter(|c| !c.is_whitespace()).count();
    let found =
        evidence.and_then(|range| Some((text.get(..range.start)?, text.get(range.clone())?)));
    let (start, end) = found.map_or((0, 0), |(before, inside)| {
        let start = solid(before);
        (start, start + solid(inside))
    });
    let mut seen = 0;
    let mut lines = Vec::new();
    for piece in wrapped(text, width) {
        let mut spans: Vec<Span<'static>> = Vec::new();
        let mut current = String::new();
        let mut is_inside = seen > start && seen < end;
        for letter in piece.chars() {
            let here = match letter.is_whitespace() {
                true => seen > start && seen < end,
                false => (start..end).contains(&seen),
            };
            if here != is_inside && !current.is_empty() {
                let style = if is_inside { marked } else { plain };
                spans.push(Span::styled(std::mem::take(&mut current), style));
            }
            is_inside = here;
            current.push(letter);
            seen += usize::from(!letter.is_whitespace());
        }
        spans.push(Span::styled(current, if is_inside { marked } else { plain }));
        lines.push(Line::from(spans));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Modifier;

    /// What is marked, line by line.
    fn marked(text: &str, evidence: Option<&Range<usize>>, width: usize) -> Vec<String> {
        let style = Style::new().add_modifier(Modifier::BOLD);
        let lines = marked_lines(text, evidence, width, Style::new(), style);
        let of_line = |line: &Line<'_>| {
            let spans = line.spans.iter().filter(|span| span.style == style);
            spans.map(|span| span.content.clone()).collect::<String>()
        };
        lines.iter().map(of_line).collect()
    }

    #[test]
    fn evidence_is_marked_across_lines_and_nothing_else_is() {
        let text = "I think the answer is B, surely";
        assert_eq!(marked(text, Some(&(12..23)), 40), ["answer is B"]);
        assert_eq!(marked(text, Some(&(12..23)), 18), ["answer", "is B"]);
        assert_eq!(marked(text, None, 40), [""]);
    }

    #[test]
    fn hostile_and_wide_letters_before_it_do_not_move_the_mark() {
        let text = "\u{1b}[2J答案是\tB";
        let at = text.find('B').unwrap();
        assert_eq!(marked(text, Some(&(at..at + 1)), 40), ["B"]);
    }
}
