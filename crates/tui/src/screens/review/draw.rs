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
use crate::picture::{Tile, View};
use crate::screens::Canvas;
use crate::screens::pictures::UNKNOWN_SIZE;
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_frame, tint};
use crate::widgets::question_card::{Card, ability_path, foot, origin};
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
        let (title, tone) = match item.opened.differs() {
            true if item.draft.is_kept_once => {
                let key = session.key_of(context, Action::Keep);
                (text!("card-keep-again", key), theme.alert)
            }
            true => (differs(frame).to_owned(), theme.alert),
            false => (String::new(), theme.border),
        };
        draw_frame(&title, frame, tone, theme, canvas.buffer);
    }
    if item.opened.question.is_gated() {
        draw_gate(layout.picture, context, session, canvas.buffer);
    }
    let natural = item.strip.draw(layout.picture, item.choice_marks(), canvas, session);
    let mut card = item.card(theme, layout);
    let is_in_card = add_foot(item, layout, &mut card, theme);
    draw_captions(item, natural, layout, is_in_card, canvas.buffer, session);
    let scroll = scroll_of(item, &card, layout);
    let more = card.draw(layout.card, scroll, canvas.buffer);
    // Beside a panel every row is needed; there the arrow is enough.
    let is_beside_panel = item.beside_panel.is_some();
    let hidden = card.hidden_below(layout.card, scroll).filter(|_| !is_beside_panel);
    let visible = Rect { height: layout.card.height - u16::from(hidden.is_some()), ..layout.card };
    let compared = draw_answers(item, &card, (visible, scroll), layout, canvas.buffer, theme);
    draw_pictures_in_text(item, &card, (layout.card, scroll), compared, canvas, theme);
    // While a panel is open these keys are text.
    let keys = Some((&session.keymap, context)).filter(|_| !is_beside_panel);
    let more = if is_beside_panel { more } else { more.without_below() };
    more.draw(layout.card, keys, theme, canvas.buffer);
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

/// The title of a frame around answers that differ.
fn differs(frame: Rect) -> &'static str {
    let whole = text!("card-differs");
    if whole.width() <= room_on(frame) { whole } else { text!("card-differs-short") }
}

/// Says in the place of the picture why it is not there.
fn draw_gate(place: Rect, context: KeyContext, session: &Session, buffer: &mut Buffer) {
    let tile = Tile::alone(place, UNKNOWN_SIZE, (true, &session.surface));
    let theme = &session.theme;
    let area = match tile.is_framed() {
        true => draw_frame("", tile.frame, theme.border, theme, buffer),
        false => place,
    };
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
    let inside = layout.inside();
    let whole = |rows: Rect| Rect { x: inside.x, width: inside.width, ..rows };
    if let Some(BlindAnswer::Choice(label)) = item.opened.answer
        && let Some(rows) = card.rows_of_choice(label, area, scroll)
    {
        tint(whole(rows), theme.own_row, theme, buffer);
    }
    let has_no_room = item.beside_panel.is_some_and(|beside| beside.stem_lines.is_some());
    if item.opened.answer.is_none() || item.opened.reveal.is_none() || has_no_room {
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

/// The lower border of the frame shows the origin of a question; what does not fit there is in the card, if
/// there is space.
fn add_foot(item: &Item, layout: &Layout, card: &mut Card, theme: &Theme) -> bool {
    if item.below.is_some() || item.beside_panel.is_some() {
        return false;
    }
    let texts = [ability_path(&item.opened.question), origin(&item.opened.question)];
    let width: usize = texts.iter().map(|text| text.width() + 3).sum();
    let lines = card.height();
    if layout.frame.is_some_and(|frame| width <= usize::from(frame.width)) {
        return false;
    }
    card.append_dim(&texts, theme, layout.card.width);
    let fits = card.height() <= usize::from(layout.card.height);
    if !fits {
        card.truncate(lines);
    }
    fits
}

/// The captions of the pictures and of the question, on the lower borders of their frames.
fn draw_captions(
    item: &Item,
    natural: Option<(u32, u32)>,
    layout: &Layout,
    is_in_card: bool,
    buffer: &mut Buffer,
    session: &Session,
) {
    let write = |frame: Rect, text: &str, buffer: &mut Buffer| {
        let text = cut(text, room_on(frame));
        if frame.height > 0 && !text.is_empty() {
            let y = frame.bottom() - 1;
            buffer.set_string(frame.x + 1, y, format!(" {text} "), session.theme.dim);
        }
    };
    let of_pictures =
        item.strip.placed(layout.picture, &session.surface).last().map(|one| one.tile);
    if let Some(tile) = of_pictures.filter(|tile| tile.is_framed()) {
        let (place, frame) = (layout.picture, tile.frame);
        let whole = caption(item, natural, usize::MAX, session);
        // Below a narrow picture there is room for it.
        let has_rows = !item.strip.shows_all() && frame.bottom() < place.bottom();
        if whole.width() > room_on(frame) && has_rows {
            for (line, y) in
                wrapped(&whole, room_on(place)).iter().zip(frame.bottom()..place.bottom())
            {
                let x = place.x + place.width.saturating_sub(cells(line.width())) / 2;
                buffer.set_string(x, y, line, session.theme.dim);
            }
        } else {
            write(frame, &caption(item, natural, room_on(frame), session), buffer);
        }
    }
    if let Some(frame) = layout.frame {
        let foot =
            if is_in_card { String::new() } else { foot(&item.opened.question, room_on(frame)) };
        let caption = match of_pictures {
            Some(_) => String::new(),
            None => caption(item, natural, room_on(frame), session),
        };
        let parts = [caption, foot];
        let parts = parts.iter().filter(|part| !part.is_empty());
        write(frame, &parts.map(String::as_str).collect::<Vec<_>>().join(" · "), buffer);
    }
}

/// The cells for words on a border of a frame.
fn room_on(frame: Rect) -> usize {
    usize::from(frame.width.saturating_sub(4))
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

/// What a picture is, its size, what draws it and how closely: as much as there is room for.
fn caption(item: &Item, natural: Option<(u32, u32)>, room: usize, session: &Session) -> String {
    if item.strip.is_empty() {
        return String::new();
    }
    let name = item.strip.page_name(item.choice_marks());
    let size = natural.map(|(width, height)| format!("{width}x{height}"));
    let zoom = text!("picture-zoom", factor = format!("{:.1}", item.strip.zoom()));
    let zoom = item.strip.is_zoomed().then_some(&*zoom);
    let (size, mode) = (size.as_deref(), Some(session.surface.mode.words()));
    let joined = |parts: [Option<&str>; 3]| {
        let parts = parts.into_iter().flatten();
        std::iter::once(&*name).chain(parts).collect::<Vec<_>>().join(" · ")
    };
    let whole = joined([size, mode, zoom]);
    let shorter = [[size, None, zoom], [None, None, zoom]].map(joined);
    let fitting = std::iter::once(&whole).chain(&shorter).find(|words| words.width() <= room);
    fitting.unwrap_or(&shorter[1]).clone()
}
