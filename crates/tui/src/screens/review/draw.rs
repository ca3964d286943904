//! Drawing the review screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
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
use crate::widgets::chrome::{draw_frame, tint};
use crate::widgets::question_card::{Card, ability_path, foot, origin};
use crate::widgets::scroll_hint::MARGIN;
use crate::widgets::wrap::{cut, wrapped};
use assay_core::benchmark::decision::BlindAnswer;

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
    if let Some(frame) = layout.frame {
        draw_frame("", frame.picture, theme.border, theme, canvas.buffer);
        let (title, tone) = match item.opened.differs() {
            true => (text!("card-differs"), theme.alert),
            false => ("", theme.border),
        };
        draw_frame(title, frame.card, tone, theme, canvas.buffer);
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
    let visible = Rect { height: layout.card.height - u16::from(hidden.is_some()), ..layout.card };
    let compared = draw_answers(item, &card, (visible, scroll), layout, canvas.buffer, theme);
    draw_pictures_in_text(item, &card, (layout.card, scroll), compared, canvas, theme);
    let keys = Some((&session.keymap, context));
    more.without_below().draw(layout.card, keys, theme, canvas.buffer);
    if let Some(hidden) = hidden {
        let key = session.keymap.key_for(context, Action::PageDown);
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

/// Tints the choice that is saved, and keeps what compares it with the reference answer in sight. Returns the
/// rows that are left to the rest.
fn draw_answers(
    item: &Item,
    card: &Card,
    (area, scroll): (Rect, usize),
    layout: &Layout,
    buffer: &mut Buffer,
    theme: &Theme,
) -> Rect {
    let whole = |rows: Rect| Rect { x: rows.x - 1, width: rows.width + 1 + MARGIN, ..rows };
    if let Some(BlindAnswer::Choice(label)) = item.opened.answer
        && let Some(rows) = card.rows_of_choice(label, area, scroll)
    {
        tint(whole(rows), theme.own_row, theme, buffer);
    }
    if item.opened.answer.is_none() || item.opened.reveal.is_none() {
        return area;
    }
    let rows = card.draw_comparison(area, scroll, buffer);
    if item.opened.differs() && layout.frame.is_none() {
        buffer.set_style(whole(rows), Style::from(theme.alert).reversed());
    }
    match rows.y == area.y {
        true => Rect { y: rows.bottom(), height: area.height - rows.height, ..area },
        false => Rect { height: rows.y - area.y, ..area },
    }
}

/// The pictures that are within the text, as far as their places are visible.
fn draw_pictures_in_text(
    item: &Item,
    card: &Card,
    (area, scroll): (Rect, usize),
    visible: Rect,
    canvas: &mut Canvas<'_>,
    theme: &Theme,
) {
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
    let is_alone = item.below.is_none() && item.beside_panel.is_none();
    let Some(frame) = layout.frame.filter(|_| is_alone) else { return false };
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

/// The scroll position, moved so that the marked choice is in sight, or the answers that are compared now.
pub(super) fn scroll_of(item: &Item, card: &Card, layout: &Layout) -> usize {
    if let Some(beside) = item.beside_panel {
        return beside.scroll;
    }
    let rows = usize::from(layout.card.height);
    match item.cursor.and_then(|cursor| card.lines_of_choice(cursor)) {
        Some((start, _)) if start < item.scroll => start,
        Some((_, end)) if end > item.scroll + rows => end - rows,
        None if !item.was_scrolled && item.opened.reveal.is_some() => {
            card.scroll_to_answers(item.marks(), item.scroll, rows.saturating_sub(1))
        }
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
