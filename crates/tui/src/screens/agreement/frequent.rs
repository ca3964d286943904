//! The cells off the diagonal with the most texts, below the matrix if there is space.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::messages::text;
use crate::screens::Canvas;
use crate::theme::Theme;
use crate::widgets::share::{bar, figure};
use crate::widgets::wrap::{cut, padded, right_aligned};
use assay_core::score::comparison::Share;

/// The minimum number of rows: a heading and a few cells.
const FEWEST: u16 = 4;
const COUNT: usize = 8;
const BAR: usize = 30;

/// Texts with one label by people and another by the extractor.
pub(super) struct Difference {
    pub people: String,
    pub read: String,
    pub texts: usize,
}

/// Draws as many as fit, the most frequent first; each with its share of all differences.
pub(super) fn draw(
    mut differences: Vec<Difference>,
    area: Rect,
    canvas: &mut Canvas<'_>,
    theme: &Theme,
) {
    differences.retain(|one| one.texts > 0);
    if area.height < FEWEST || differences.is_empty() {
        return;
    }
    let all = differences.iter().map(|one| one.texts).sum();
    differences.sort_by_key(|one| std::cmp::Reverse(one.texts));
    let width = usize::from(area.width);
    let title = cut(&text!("matrix-most-frequent", count = all), width);
    canvas.buffer.set_string(area.x, area.y, title, theme.heading);
    let words: Vec<String> = differences
        .iter()
        .map(|one| text!("matrix-difference", people = one.people, read = one.read))
        .collect();
    let longest = words.iter().map(|words| unicode_width::UnicodeWidthStr::width(&**words)).max();
    let name = longest.unwrap_or(0).min(width.saturating_sub(COUNT + 7 + BAR));
    for ((one, words), y) in differences.iter().zip(&words).zip(area.y + 1..area.bottom()) {
        let share = Share { counted: all, correct: one.texts };
        let mut spans = vec![
            Span::styled(padded(&cut(words, name), name), theme.text),
            Span::styled(right_aligned(&one.texts.to_string(), COUNT), theme.text),
            Span::styled(format!(" {} ", figure(share)), theme.dim),
        ];
        spans.extend(bar(share, BAR, theme));
        Line::from(spans).render(Rect { y, height: 1, ..area }, canvas.buffer);
    }
}
