//! What the screens of figures have around them: the title and the basis of the figures above, the
//! keys below.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Canvas, Screen};
use crate::session::Session;
use crate::widgets::chrome::{draw_action_bar, draw_title};
use crate::widgets::wrap::{cut, draw_line};

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
