//! Drawing the review screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Borders, Widget};

use super::item::{Item, layout_of};
use super::layout::Layout;
use super::pictures::PictureStrip;
use crate::store::BlindQuestion;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::Canvas;
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::question_card::{Card, origin};
use crate::tui::widgets::wrap::cut;

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
        draw_frame(frame.picture, theme, canvas.buffer);
        draw_frame(frame.card, theme, canvas.buffer);
    }
    let natural = item.strip.draw(layout.picture, canvas, session);
    if layout.caption.height > 0 && layout.picture.width > 0 {
        let caption = cut(
            &caption(item, natural, layout, session),
            usize::from(layout.caption.width.saturating_sub(4)),
        );
        let text = format!(" {caption} ");
        canvas.buffer.set_string(layout.caption.x + 1, layout.caption.y, text, theme.dim);
    }
    let card = item.card(theme, layout);
    let more = card.draw(layout.card, scroll_of(item, &card, layout), canvas.buffer);
    more.draw(layout.card, (&session.keymap, context), theme, canvas.buffer);
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

fn draw_frame(area: Rect, theme: &Theme, buffer: &mut Buffer) {
    Block::new().borders(Borders::ALL).border_style(theme.border).render(area, buffer);
}

fn caption(item: &Item, natural: Option<(u32, u32)>, layout: &Layout, session: &Session) -> String {
    let mut parts = vec![item.strip.page_name()];
    parts.extend(natural.map(|(width, height)| format!("{width}x{height}")));
    parts.push(session.surface.mode.to_string());
    if item.strip.is_zoomed() {
        parts.push(format!("{:.1}x, 0 fits", item.strip.zoom()));
    }
    if layout.caption_tells_origin() {
        parts.push(origin(&item.question));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}

/// Prepares the pictures of the questions that may come next.
pub fn prepare_neighbours(questions: &[BlindQuestion], canvas: &mut Canvas<'_>, session: &Session) {
    for question in questions {
        let layout = layout_of(question, canvas.area, session);
        let strip = PictureStrip::new(question);
        for placed in strip.placed(layout.picture, session.surface.cell) {
            canvas.pictures.prepare(canvas.buffer, placed.area, placed.hash);
        }
    }
}
