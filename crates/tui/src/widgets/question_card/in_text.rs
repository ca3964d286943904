//! Pictures within the text of a card, at their marks: one below the other, or beside each other, each below
//! the words before it.

use ratatui::layout::{Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Card;
use crate::marked_texts::{MarkedText, readable_part};
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::columns::with_gap;
use crate::widgets::wrap::styled_lines;
use assay_core::benchmark::picture_marks::TextPart;

/// Cells between two pictures beside each other.
const GAP: usize = 3;

/// The pictures that go into the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PicturesInText {
    /// Their columns and rows, by number; empty if they are next to the text.
    pub sizes: Vec<Size>,
    /// How many of the stem are beside each other.
    pub columns: usize,
}

/// The same, borrowed.
#[derive(Clone, Copy, Debug, Default)]
pub struct InText<'a> {
    pub sizes: &'a [Size],
    pub columns: usize,
}

impl PicturesInText {
    pub fn borrowed(&self) -> InText<'_> {
        InText { sizes: &self.sizes, columns: self.columns }
    }
}

/// The width of each of several pictures beside each other.
pub fn column_width(width: usize, columns: usize) -> usize {
    ((width + GAP) / columns.max(1)).saturating_sub(GAP)
}

/// Lines that are free for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// The number of the picture, from 1.
    number: usize,
    line: usize,
    indent: u16,
    size: Size,
}

impl Card {
    /// The stem, broken after the mark of each picture that goes into the text.
    pub(super) fn stem(
        &mut self,
        stem: &MarkedText<'_>,
        width: usize,
        in_text: InText<'_>,
        theme: &Theme,
    ) {
        let style = Style::from(theme.text).bold();
        if in_text.sizes.is_empty() {
            return self.text(&stem.readable(), width, style);
        }
        let (segments, rest) = segments(stem, in_text.sizes.len());
        for row in segments.chunks(in_text.columns.max(1)) {
            let column = column_width(width, in_text.columns);
            let blocks =
                row.iter().map(|(words, _)| (styled_lines(words.trim(), column, style), column));
            self.lines.extend(with_gap(&blocks.collect::<Vec<_>>(), &Span::raw(" ".repeat(GAP))));
            let indents = (0..).step_by(column + GAP);
            let pictures: Vec<(usize, usize)> =
                row.iter().map(|(_, number)| *number).zip(indents).collect();
            self.gaps(&pictures, in_text);
        }
        if !rest.trim().is_empty() {
            self.text(rest.trim(), width, style);
        }
    }

    /// Leaves room for pictures beside each other, each with its indent, at the first of their marks.
    pub(super) fn gaps(&mut self, pictures: &[(usize, usize)], in_text: InText<'_>) {
        let line = self.lines.len();
        for &(number, indent) in pictures {
            let is_placed = self.gaps.iter().any(|gap| gap.number == number);
            let size = number.checked_sub(1).and_then(|at| in_text.sizes.get(at));
            let Some(&size) = size.filter(|_| !is_placed) else { continue };
            self.gaps.push(Gap { number, line, indent: cells(indent), size });
            let end = line + usize::from(size.height);
            self.lines.resize(self.lines.len().max(end), Line::default());
        }
    }

    /// Where the pictures within the text are when the card is drawn from line `scroll` on: as much of each
    /// place as is visible.
    pub fn pictures(&self, area: Rect, scroll: usize) -> impl Iterator<Item = (usize, Rect)> + '_ {
        let scroll = scroll.min(self.last_scroll(area.height));
        self.gaps.iter().filter_map(move |gap| {
            let start = gap.line.max(scroll);
            let end =
                (gap.line + usize::from(gap.size.height)).min(scroll + usize::from(area.height));
            let height = cells(end.checked_sub(start).filter(|rows| *rows > 0)?);
            let (x, y) = (area.x + gap.indent, area.y + cells(start - scroll));
            let place = Rect { x, y, width: gap.size.width, height };
            Some((gap.number, place.intersection(area)))
        })
    }
}

/// The words up to each picture that goes into the text, at the first of its marks; and the words behind the
/// last one.
fn segments(stem: &MarkedText<'_>, pictures: usize) -> (Vec<(String, usize)>, String) {
    let (mut segments, mut words) = (Vec::<(String, usize)>::new(), String::new());
    let mut parts = stem.parts.iter().copied().peekable();
    while let Some(part) = parts.next() {
        words.push_str(&readable_part(part));
        let TextPart::Picture(number) = part else { continue };
        let is_placed = segments.iter().any(|(_, placed)| *placed == number);
        if is_placed || !(1..=pictures).contains(&number) {
            continue;
        }
        // Closing punctuation stays next to the mark.
        if let Some(TextPart::Words(next)) = parts.peek_mut() {
            let (closing, rest) = next.split_at(closing_signs(next));
            words.push_str(closing);
            *next = rest;
        }
        segments.push((std::mem::take(&mut words), number));
    }
    (segments, words)
}

/// The number of bytes of the closing punctuation at the start of a text.
fn closing_signs(text: &str) -> usize {
    const SIGNS: &str = "?!.,;:)]}'\"%。，、；：？！）】」』》”’";
    text.find(|sign| !SIGNS.contains(sign)).unwrap_or(text.len())
}
