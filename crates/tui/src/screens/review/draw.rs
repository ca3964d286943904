//! Drawing the review screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::commands::CONFIDENCES;
use super::item::Item;
use super::layout::Layout;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::picture::View;
use crate::screens::Canvas;
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::question_card::{Card, ability_path, foot, origin};
use crate::widgets::wrap::{cut, wrapped};

/// A picture in the text of which fewer rows are visible is left out: it would be a dot.
const FEWEST_ROWS: u16 = 2;

/// Draws the pictures and the card of a question.
pub fn draw(
    item: &Item,
    layout: &Layout,
    context: KeyContext,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    let theme = &session.theme;
    for area in layout.frame.iter().flat_map(|frame| [frame.picture, frame.card]) {
        Block::bordered().border_style(theme.border).render(area, canvas.buffer);
    }
    // The mat shows where a dark picture ends.
    canvas.buffer.set_style(layout.picture, theme.mat);
    if item.opened.question.is_gated() {
        draw_gate(layout.picture, context, session, canvas.buffer);
    }
    let natural = item.strip.draw(layout.picture, item.marks().into(), canvas, session);
    let mut card = item.card(theme, layout);
    let is_in_card = add_foot(item, layout, &mut card, theme);
    draw_captions(item, natural, layout, is_in_card, canvas.buffer, session);
    let scroll = scroll_of(item, &card, layout);
    let more = card.draw(layout.card, scroll, canvas.buffer);
    let hidden = card.hidden_below(layout.card, scroll);
    draw_pictures_in_text(item, &card, (layout.card, scroll, hidden.is_some()), canvas, theme);
    let keys = Some((&session.keymap, context));
    more.without_below().draw(layout.card, keys, theme, canvas.buffer);
    if let Some(hidden) = hidden {
        let scrolls = if item.beside.is_some() { Action::ScrollDown } else { Action::PageDown };
        let key = session.keymap.key_for(context, scrolls);
        let key = key.map(|key| format!(" · {key}")).unwrap_or_default();
        let row = Rect { y: layout.card.bottom() - 1, height: 1, ..layout.card };
        Clear.render(row, canvas.buffer);
        let words = cut(&format!("▾ {hidden}{key}"), usize::from(row.width));
        canvas.buffer.set_string(row.x, row.y, words, theme.key);
    }
}

/// Says in the place of the picture why it is not there.
fn draw_gate(area: Rect, context: KeyContext, session: &Session, buffer: &mut Buffer) {
    let key = |action| session.key_of(context, action);
    let [low, medium, high] = CONFIDENCES.map(key);
    let none = key(Action::CannotTell);
    let words = text!("gate-why-hidden", low, medium, high, none);
    let width = usize::from(area.width.saturating_sub(4)).clamp(8, 56);
    let lines = wrapped(&words, width);
    let top = area.y + area.height.saturating_sub(cells(lines.len())) / 2;
    let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let x = area.x + area.width.saturating_sub(cells(widest)) / 2;
    for (y, line) in (top..area.bottom()).zip(&lines) {
        buffer.set_stringn(x, y, line, usize::from(area.width), session.theme.text);
    }
}

/// The pictures that are within the text, as far as their places are visible. `is_cut` if the last row
/// shows what is hidden below.
fn draw_pictures_in_text(
    item: &Item,
    card: &Card,
    (area, scroll, is_cut): (Rect, usize, bool),
    canvas: &mut Canvas<'_>,
    theme: &Theme,
) {
    let visible = Rect { height: area.height - u16::from(is_cut), ..area };
    for (number, place) in card.pictures(area, scroll) {
        let place = place.intersection(visible);
        let Some(hash) = item.strip.numbered(number).filter(|_| place.height >= FEWEST_ROWS) else {
            continue;
        };
        canvas.pictures.show(canvas.buffer, place, hash, View::default(), theme.dim.into());
    }
}

/// The frame shows the origin of a question; what does not fit is in the card, if there is space.
fn add_foot(item: &Item, layout: &Layout, card: &mut Card, theme: &Theme) -> bool {
    let Some(frame) = layout.frame.filter(|_| item.below.is_none()) else { return false };
    let texts = [ability_path(&item.opened.question), origin(&item.opened.question)];
    let width: usize = texts.iter().map(|text| text.width() + 3).sum();
    let lines = card.height();
    if width <= usize::from(frame.card.width) {
        return false;
    }
    card.append_dim(&texts, theme, layout.card.width);
    let fits = card.height() <= usize::from(layout.card.height);
    if !fits {
        card.truncate(lines);
    }
    fits
}

/// The captions of the pictures and of the question, below each or in one line.
fn draw_captions(
    item: &Item,
    natural: Option<(u32, u32)>,
    layout: &Layout,
    is_in_card: bool,
    buffer: &mut Buffer,
    session: &Session,
) {
    let theme = &session.theme;
    let mut write = |area: Rect, text: &str| {
        let text = cut(text, usize::from(area.width.saturating_sub(4)));
        if area.height > 0 && !text.is_empty() {
            buffer.set_string(area.x + 1, area.y, format!(" {text} "), theme.dim);
        }
    };
    let caption = caption(item, natural, session);
    match layout.frame {
        Some(frame) => {
            write(layout.caption, &caption);
            if is_in_card {
                return;
            }
            let below = Rect { y: frame.card.bottom().saturating_sub(1), height: 1, ..frame.card };
            write(below, &foot(&item.opened.question, usize::from(below.width.saturating_sub(4))));
        }
        None => {
            let room = usize::from(layout.caption.width).saturating_sub(caption.width() + 7);
            let parts = [caption, foot(&item.opened.question, room)];
            let parts = parts.iter().filter(|part| !part.is_empty());
            write(layout.caption, &parts.map(String::as_str).collect::<Vec<_>>().join(" · "));
        }
    }
}

/// The scroll position, moved so that the marked choice is in sight.
fn scroll_of(item: &Item, card: &Card, layout: &Layout) -> usize {
    let rows = usize::from(layout.card.height);
    match item.cursor.and_then(|cursor| card.lines_of_choice(cursor)) {
        Some((start, _)) if start < item.scroll => start,
        Some((_, end)) if end > item.scroll + rows => end - rows,
        _ => item.scroll,
    }
}

fn caption(item: &Item, natural: Option<(u32, u32)>, session: &Session) -> String {
    if item.strip.is_empty() {
        return String::new();
    }
    let mut parts = vec![item.strip.page_name(item.marks().into())];
    parts.extend(natural.map(|(width, height)| format!("{width}x{height}")));
    parts.push(session.surface.mode.words().to_owned());
    if item.strip.is_zoomed() {
        parts.push(text!("picture-zoom", factor = format!("{:.1}", item.strip.zoom())));
    }
    parts.join(" · ")
}
