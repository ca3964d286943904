//! The frame of the screens of figures: the title and the basis of the figures above, the keys
//! below, a notice if there is no list.

use ratatui::layout::Rect;

use super::{Canvas, Screen};
use crate::session::Session;
use crate::widgets::chrome::{draw_action_bar, draw_title};
use crate::widgets::wrap::{cut, wrapped};

/// The area between the column heads and the keys.
pub(super) fn body(area: Rect) -> Rect {
    Rect { y: area.y + 3, height: area.height.saturating_sub(5), ..area }
}

/// The title line and, below it, the basis of the figures.
pub(super) fn draw_head(
    what: &str,
    part: Option<&str>,
    basis: Option<&str>,
    canvas: &mut Canvas<'_>,
    session: &Session,
) {
    let area = canvas.area;
    let theme = &session.theme;
    let notice = session.notice.as_ref().map(|n| format!(" · {n}")).unwrap_or_default();
    let part = part.map(|part| format!(" · {part}")).unwrap_or_default();
    let title = (&*session.review().benchmark().name, &*format!(" · {what}{part}{notice}"));
    let who = &session.review().annotator().name;
    draw_title(title, who, Rect { height: 1, ..area }, theme, canvas.buffer);
    if let Some(basis) = basis {
        let words = cut(basis, usize::from(area.width.saturating_sub(2)));
        canvas.buffer.set_string(area.x + 1, area.y + 1, words, theme.dim);
    }
}

/// The action bar.
pub(super) fn draw_bar(screen: &dyn Screen, canvas: &mut Canvas<'_>, session: &Session) {
    let bar = Rect { y: canvas.area.bottom() - 1, height: 1, ..canvas.area };
    let keys = (&session.keymap, screen.key_context());
    let commands = screen.commands(session);
    let status = session.status.as_ref();
    draw_action_bar(status, &commands, keys, bar, &session.theme, canvas.buffer);
}

/// A text in place of the figures.
pub(super) fn draw_notice(words: &str, canvas: &mut Canvas<'_>, session: &Session) {
    let area = canvas.area;
    let lines = wrapped(words, usize::from(area.width.saturating_sub(4)));
    for (row, line) in (0..area.height.saturating_sub(5)).zip(lines) {
        canvas.buffer.set_string(area.x + 2, area.y + 3 + row, line, session.theme.dim);
    }
}
