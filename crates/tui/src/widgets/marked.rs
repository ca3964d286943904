//! A model's text in lines, with the evidence of labels marked.

use std::collections::BTreeSet;
use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::Line;

use super::wrap::wrapped_runs;
use crate::messages::text;
use crate::theme::Theme;
use assay_core::visible::visible;

/// Bytes of a text, and their style.
pub type Mark = (Range<usize>, Style);

/// The lines of a text in a number of cells. Where marks overlap, the later one overrides the
/// earlier one; marks that do not fit the text are left out.
pub fn marked_lines(text: &str, marks: &[Mark], width: usize, plain: Style) -> Vec<Line<'static>> {
    let marks = || marks.iter().filter(|(bytes, _)| text.get(bytes.clone()).is_some());
    let ends = marks().flat_map(|(bytes, _)| [bytes.start, bytes.end]);
    let ends: BTreeSet<usize> = ends.chain([0, text.len()]).collect();
    let run = |(&start, &end): (&usize, &usize)| {
        let covering = marks().filter(|(bytes, _)| bytes.start <= start && end <= bytes.end);
        let style = covering.fold(plain, |style, (_, mark)| style.patch(*mark));
        (visible(&text[start..end]).into_owned(), style)
    };
    let runs: Vec<_> = ends.iter().zip(ends.iter().skip(1)).map(run).collect();
    wrapped_runs(&runs, width).into_iter().map(Line::from).collect()
}

/// Longer texts, in bytes, are cut on the screen, with a line that says so.
const LONGEST: usize = 200_000;

/// A model's text below a rule.
pub fn answer_lines(text: &str, marks: &[Mark], width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled("┄".repeat(width), theme.border)];
    let shown = &text[..text.floor_char_boundary(LONGEST)];
    match text.trim().is_empty() {
        true => lines.push(Line::styled(text!("detail-empty"), theme.dim)),
        false => lines.extend(marked_lines(shown, marks, width, theme.text.into())),
    }
    if shown.len() < text.len() {
        lines.push(Line::styled(text!("extract-cut-after", bytes = LONGEST), theme.dim));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Modifier;

    /// The marked texts, line by line.
    fn marked(text: &str, evidence: Option<Range<usize>>, width: usize) -> Vec<String> {
        let style = Style::new().add_modifier(Modifier::BOLD);
        let marks: Vec<Mark> = evidence.into_iter().map(|bytes| (bytes, style)).collect();
        let lines = marked_lines(text, &marks, width, Style::new());
        let of_line = |line: &Line<'_>| {
            let spans = line.spans.iter().filter(|span| span.style == style);
            spans.map(|span| span.content.clone()).collect::<String>()
        };
        lines.iter().map(of_line).collect()
    }

    #[test]
    fn evidence_is_marked_across_lines_and_nothing_else_is() {
        let text = "I think the answer is B, surely";
        assert_eq!(marked(text, Some(12..23), 40), ["answer is B"]);
        assert_eq!(marked(text, Some(12..23), 18), ["answer", "is B"]);
        assert_eq!(marked(text, None, 40), [""]);
    }

    #[test]
    fn hostile_and_wide_letters_before_it_do_not_move_the_mark() {
        let text = "\u{1b}[2J答案是\tB";
        let at = text.find('B').unwrap();
        assert_eq!(marked(text, Some(at..at + 1), 40), ["B"]);
    }

    #[test]
    fn where_two_marks_overlap_both_are_seen() {
        let marks = [(0..4, Style::new().bold()), (2..6, Style::new().underlined())];
        let lines = marked_lines("abcdefgh", &marks, 20, Style::new());
        let found: Vec<_> =
            lines[0].spans.iter().map(|span| (&*span.content, span.style)).collect();
        let both = Style::new().bold().underlined();
        assert_eq!(found[1], ("cd", both));
        assert_eq!((found[0].0, found[2].0, found[3].0), ("ab", "ef", "gh"));
        assert_eq!(marked_lines("é", &[(1..2, Style::new().bold())], 9, Style::new()).len(), 1);
    }
}
