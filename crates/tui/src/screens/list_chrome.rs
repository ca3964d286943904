//! The frame of the screens of figures: the title and the basis of the figures above, the keys
//! below, a notice if there is no list.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Canvas, Screen};
use crate::session::Session;
use crate::widgets::chrome::{draw_action_bar, draw_frame, draw_title};
use crate::widgets::wrap::{cut, draw_line, draw_lines, styled_lines};

/// The area between the column heads and the keys, within the frame if there is space for one. The
/// column to its right is left for arrows that say that it scrolls.
pub(super) fn body(area: Rect) -> Rect {
    let edge = u16::from(has_frame(area));
    Rect {
        x: area.x + edge,
        y: area.y + 3 + edge,
        width: area.width.saturating_sub(1 + edge),
        height: area.height.saturating_sub(5 + edge),
    }
}

/// The frame of the figures of a screen of this area.
pub(super) fn frame(area: Rect) -> Rect {
    Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area }
}

/// Whether there is space for frames around the figures.
pub(super) fn has_frame(area: Rect) -> bool {
    area.width >= 60 && area.height >= 20
}

/// The lines above the figures.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    /// The subject; cut first if the title does not fit.
    pub name: String,
    /// The rest of the title.
    pub rest: String,
    /// The right end of the title.
    pub right: String,
    /// What the figures are computed from.
    pub basis: String,
}

impl Head {
    /// The title of a screen of the open benchmark, or of a part of it.
    pub fn new(what: &str, part: Option<&str>, basis: String, session: &Session) -> Self {
        let notice = session.notice_in_title();
        let part = part.map(|part| format!(" · {part}")).unwrap_or_default();
        Head {
            name: session.review().benchmark().name.clone(),
            rest: format!(" · {what}{part}{notice}"),
            right: session.review().annotator().name.clone(),
            basis,
        }
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let (area, theme) = (canvas.area, &session.theme);
        let line = |y| Rect { y, height: 1, ..area };
        draw_title((&self.name, &self.rest), &self.right, line(area.y), theme, canvas.buffer);
        let basis = cut(&self.basis, usize::from(area.width.saturating_sub(2)));
        draw_line(&Line::styled(format!(" {basis}"), theme.dim), line(area.y + 1), canvas.buffer);
    }
}

/// The action bar.
pub(super) fn draw_bar(screen: &dyn Screen, canvas: &mut Canvas<'_>, session: &Session) {
    let commands = screen.commands(session);
    draw_action_bar(&commands, screen.key_context(), canvas.area, session, canvas.buffer);
}

/// A text in place of the figures.
pub(super) fn draw_notice(words: &str, canvas: &mut Canvas<'_>, session: &Session) {
    if has_frame(canvas.area) {
        let theme = &session.theme;
        draw_frame("", frame(canvas.area), theme.border, theme, canvas.buffer);
    }
    let area = body(canvas.area);
    let area = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..area };
    draw_lines(
        &styled_lines(words, usize::from(area.width), session.theme.dim),
        area,
        canvas.buffer,
    );
}
