//! A model's text laid out in lines, each piece knowing its bytes, so that mentions and evidence can be
//! marked and a cursor can go from word to word.

use std::ops::Range;

use ratatui::text::{Line, Span};
use regex::Regex;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::messages::text;
use crate::theme::Theme;
use crate::widgets::wrap::pieces;
use assay_core::benchmark::Choice;
use assay_core::visible::visible_line;

/// Texts longer than this are cut on the screen, and it is said: no one reads a megabyte, and an
/// answer is at the end or the beginning.
const LONGEST: usize = 200_000;

/// A piece of text between two places where a line may break.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    bytes: Range<usize>,
    shown: String,
}

/// A text in lines of one width.
#[derive(Clone, Debug, Default)]
pub(super) struct TextLines {
    /// The pieces of each line.
    lines: Vec<Range<usize>>,
    pieces: Vec<Piece>,
    /// Said in the first line instead of what is folded away.
    folded: Option<usize>,
    is_cut: bool,
}

impl TextLines {
    /// Lays `text` out from the byte `from` on; what is before it is folded into one line.
    pub fn lay_out(text: &str, from: usize, width: u16) -> Self {
        let width = usize::from(width).max(4);
        let end = text.floor_char_boundary(from.saturating_add(LONGEST));
        let folded = (from > 0).then(|| text[..from].chars().count());
        let mut laid = TextLines { folded, is_cut: end < text.len(), ..TextLines::default() };
        let mut start = from;
        for line in text[from..end].split('\n') {
            laid.line(line, start, width);
            start += line.len() + 1;
        }
        laid
    }

    fn line(&mut self, line: &str, mut start: usize, width: usize) {
        let (mut first, mut used) = (self.pieces.len(), 0);
        for part in pieces(line).flat_map(|piece| parts(piece, width)) {
            let shown = visible_line(part).into_owned();
            if used + shown.trim_end().width() > width && self.pieces.len() > first {
                self.lines.push(first..self.pieces.len());
                (first, used) = (self.pieces.len(), 0);
            }
            used += shown.width();
            self.pieces.push(Piece { bytes: start..start + part.len(), shown });
            start += part.len();
        }
        self.lines.push(first..self.pieces.len());
    }

    /// How many lines there are, the notes on what is left out included.
    pub fn height(&self) -> usize {
        self.lines.len() + usize::from(self.folded.is_some()) + usize::from(self.is_cut)
    }

    /// The lines, with mentions of labels and choices marked, the evidence as the own choice, and the piece
    /// under the cursor as selected.
    pub fn lines(
        &self,
        mentions: &[Range<usize>],
        evidence: Option<&Range<usize>>,
        cursor: Option<usize>,
        theme: &Theme,
    ) -> Vec<Line<'static>> {
        let span = |at: usize| {
            let Piece { bytes, shown } = &self.pieces[at];
            let meets = |range: &Range<usize>| range.start < bytes.end && bytes.start < range.end;
            let tone = match (cursor == Some(at), evidence.is_some_and(meets)) {
                (true, _) => theme.selected,
                (_, true) => theme.own_row,
                _ if mentions.iter().any(meets) => theme.matched,
                _ => theme.text,
            };
            Span::styled(shown.clone(), tone)
        };
        let folded = self.folded.map(|count| text!("extract-folded", count));
        let cut = self.is_cut.then(|| text!("extract-cut-after", bytes = LONGEST));
        let [folded, cut] =
            [folded, cut].map(|note| note.map(|words| Line::styled(words, theme.dim)));
        let lines = self.lines.iter().map(|row| row.clone().map(span).collect::<Line<'_>>());
        folded.into_iter().chain(lines).chain(cut).collect()
    }

    /// How many pieces there are to go to.
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// The bytes from one piece to another, spaces at the end left out.
    pub fn bytes(&self, first: usize, last: usize) -> Option<Range<usize>> {
        let (first, last) = (first.min(last), first.max(last));
        let end = self.pieces.get(last)?;
        let spaces = end.shown.len() - end.shown.trim_end().len();
        let range = self.pieces.get(first)?.bytes.start..end.bytes.end.saturating_sub(spaces);
        (!range.is_empty()).then_some(range)
    }

    /// The piece that begins where a piece of the same text in other lines does, or the last one before it.
    pub fn piece_of(&self, other: &TextLines, piece: usize) -> usize {
        let start = other.pieces.get(piece).map_or(0, |piece| piece.bytes.start);
        self.pieces.partition_point(|piece| piece.bytes.start <= start).saturating_sub(1)
    }

    /// The line of a piece, counted as [`Self::lines`] does.
    pub fn line_of(&self, piece: usize) -> usize {
        let line = self.lines.iter().position(|row| row.contains(&piece)).unwrap_or(0);
        line + usize::from(self.folded.is_some())
    }

    /// The piece at about the same place some lines further.
    pub fn vertically(&self, piece: usize, by: isize) -> usize {
        let Some(line) = self.lines.iter().position(|row| row.contains(&piece)) else {
            return piece;
        };
        let column = piece - self.lines[line].start;
        let mut target = line as isize + by;
        while let Some(row) = usize::try_from(target).ok().and_then(|at| self.lines.get(at)) {
            if let Some(last) = row.clone().last() {
                return (row.start + column).min(last);
            }
            target += by.signum();
        }
        piece
    }
}

/// A piece cut into parts that fit into a line.
fn parts(piece: &str, width: usize) -> Vec<&str> {
    if visible_line(piece).trim_end().width() <= width {
        return vec![piece];
    }
    let mut parts = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (at, grapheme) in piece.grapheme_indices(true) {
        let cells = visible_line(grapheme).width();
        if used + cells > width && at > start {
            parts.push(&piece[start..at]);
            (start, used) = (at, 0);
        }
        used += cells;
    }
    parts.push(&piece[start..]);
    parts
}

/// Where the text mentions a label as a word, or the text of a choice.
pub(super) fn mentions(text: &str, choices: &[Choice]) -> Vec<Range<usize>> {
    let letters: String = choices.iter().map(|choice| choice.label.letter()).collect();
    let texts = choices.iter().map(|choice| choice.text.trim()).filter(|text| !text.is_empty());
    let mut patterns: Vec<String> =
        texts.map(|text| format!("(?i:{})", regex::escape(text))).collect();
    if !letters.is_empty() {
        patterns.push(format!(r"\b[{letters}]\b"));
    }
    // Choices come from data: one that is too long for the machine is not marked.
    let found = patterns.iter().filter_map(|pattern| Regex::new(pattern).ok());
    found
        .flat_map(|regex| regex.find_iter(text).map(|found| found.range()).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::Label;
    use proptest::prelude::*;

    #[test]
    fn labels_and_choices_are_found_where_they_are_mentioned() {
        let choices = [
            Choice { label: Label::A, text: "dog".into() },
            Choice { label: Label::from_letter('B').unwrap(), text: "a cat".into() },
        ];
        let text = "A Cat, so B.";
        let found: Vec<&str> = mentions(text, &choices).into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, ["A Cat", "A", "B"]);
    }

    #[test]
    fn a_selection_is_the_bytes_from_word_to_word() {
        let text = "It is a cat.\nSurely.";
        let laid = TextLines::lay_out(text, 0, 40);
        assert_eq!(laid.bytes(3, 2).map(|at| &text[at]), Some("a cat."));
        assert_eq!(laid.vertically(1, 1), 4);
        assert_eq!(laid.line_of(4), 1);
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_every_byte_but_line_feeds_is_in_a_piece(
            text in "[a-z \n中文é👩\u{1b}]{0,80}", width in 4u16..30,
        ) {
            let laid = TextLines::lay_out(&text, 0, width);
            for row in &laid.lines {
                let pieces = laid.pieces[row.clone()].iter();
                let line: String = pieces.map(|piece| piece.shown.as_str()).collect();
                prop_assert!(line.trim_end().width() <= usize::from(width), "{line:?}");
                prop_assert!(!line.contains('\x1b'));
            }
            let covered: usize = laid.pieces.iter().map(|piece| piece.bytes.len()).sum();
            prop_assert_eq!(covered + text.matches('\n').count(), text.len());
        }
    }
}
