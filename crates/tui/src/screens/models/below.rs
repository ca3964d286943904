//! The abilities of the marked model, below the list if there is space: L-2 abilities with their
//! leaves, in as many columns as fit.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::data::ModelsData;
use crate::messages::text;
use crate::screens::Canvas;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::share::{bar, figure};
use crate::widgets::wrap::{cut, padded, right_aligned};
use assay_core::score::comparison::Share;

/// The minimum number of rows: a heading and a few abilities.
const FEWEST: u16 = 5;
/// Columns of an ability with its bar.
const COLUMN: u16 = 58;

/// The rows of the list: all of them, or half of the space if the abilities have the rest.
pub(super) fn list_height(models: usize, room: u16) -> u16 {
    match room.checked_sub(cells(models).saturating_add(1)) {
        Some(rest) if rest >= FEWEST => cells(models),
        _ if cells(models) > room => room.div_ceil(2).max(room.saturating_sub(12)),
        _ => room,
    }
}

/// Draws the abilities of a model; the rows that are left below them.
pub(super) fn draw(
    data: &ModelsData,
    model: usize,
    area: Rect,
    canvas: &mut Canvas<'_>,
    theme: &Theme,
) -> Rect {
    let Some(marked) = data.models.get(model).filter(|_| area.height >= FEWEST) else {
        return Rect { height: 0, ..area };
    };
    let title = text!("models-by-ability", model = marked.model);
    let title = cut(&title, usize::from(area.width));
    canvas.buffer.set_string(area.x, area.y, title, theme.heading);
    let columns = (area.width / COLUMN).clamp(1, 3);
    let width = area.width / columns;
    let mut lines = lines(data, model, usize::from(width.saturating_sub(2)), theme);
    let rows = usize::from(area.height - 1);
    let room = rows * usize::from(columns);
    if lines.len() > room {
        let left_out = lines.len() - (room - 1);
        lines.truncate(room - 1);
        let words = text!("models-more", left_out = left_out);
        lines.push(Line::styled(words, theme.dim));
    }
    // Columns of equal height, none longer than the area.
    let height = lines.len().div_ceil(usize::from(columns)).max(1);
    for (at, line) in lines.into_iter().enumerate() {
        let x = area.x + cells(at / height) * width;
        let y = area.y + 1 + cells(at % height);
        line.render(Rect { x, y, width: width.saturating_sub(2), height: 1 }, canvas.buffer);
    }
    let used = cells(height) + 2;
    Rect { y: area.y + used, height: area.height.saturating_sub(used), ..area }
}

/// An ability with its share; leaves are indented.
struct Entry<'d> {
    name: &'d str,
    share: Share,
    indent: usize,
    count: String,
}

fn lines(data: &ModelsData, model: usize, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let marked = &data.models[model];
    let entry = |name, share: Share, indent| {
        let (correct, counted) = (share.correct, share.counted);
        let count = text!("models-correct-of", correct = correct, counted = counted);
        Entry { name, share, indent, count }
    };
    let mut entries = Vec::new();
    for (at, column) in data.columns.iter().enumerate() {
        let title = terms::ability(&data.compared.taxonomy, &column.title);
        entries.push(entry(title, marked.abilities[at], 0));
        let leaves = data.leaf_names.iter().zip(&marked.leaves);
        let leaves = leaves.filter(|((of, _), _)| *of == at);
        entries.extend(leaves.map(|((_, name), share)| entry(name, *share, 2)));
    }
    let counts = entries.iter().map(|entry| entry.count.width()).max().unwrap_or(0);
    let names = entries.iter().map(|entry| entry.indent + entry.name.width()).max().unwrap_or(0);
    // Space, figure, space. A name is more important than the length of a bar.
    let room = width.saturating_sub(counts + 1 + 5 + 1);
    let bar_width = room.saturating_sub(names).clamp(4, 16);
    let name_width = room.saturating_sub(bar_width);
    entries.iter().map(|entry| line(entry, (name_width, bar_width, counts), theme)).collect()
}

fn line(entry: &Entry<'_>, widths: (usize, usize, usize), theme: &Theme) -> Line<'static> {
    let (name_width, bar_width, counts) = widths;
    let name = cut(entry.name, name_width.saturating_sub(entry.indent));
    let name = padded(&format!("{}{name}", " ".repeat(entry.indent)), name_width);
    let tone = if entry.indent == 0 { theme.text } else { theme.dim };
    let mut spans = vec![
        Span::styled(format!("{name} "), tone),
        Span::styled(format!("{} ", figure(entry.share)), theme.text),
    ];
    spans.extend(bar(entry.share, bar_width, theme));
    spans.push(Span::styled(right_aligned(&entry.count, counts), theme.dim));
    Line::from(spans)
}
