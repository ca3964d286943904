//! The lines of the home screen in one column, or in two if there is space.

use ratatui::layout::Rect;

use super::Home;
use super::columns::Column;
use super::lines;
use crate::screens::team_lines::team;
use crate::session::Session;

/// The minimum width for two columns.
const WIDE: u16 = 110;

impl Home {
    /// The lines in one column, or in two if there is space.
    pub(super) fn lay_out(&self, area: Rect, session: &Session) -> Vec<Column> {
        let theme = &session.theme;
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
        let is_wide = area.width >= WIDE;
        let left = if is_wide { area.width / 2 } else { area.width };
        let right = if is_wide { area.width - left } else { area.width };
        let me = &session.review().annotator().name;
        let mut own = lines::sections(self, usize::from(left), session);
        let here = self.here().filter(|_| self.bundle.is_none());
        let team = here.map(|work| lines::plain(team(work, usize::from(right), me, theme)));
        let abilities = lines::abilities(self, usize::from(right), theme);
        let figures = self.figures.ready().filter(|_| self.models == 0);
        let hints = match self.bundle {
            Some(queue) => Some(lines::about_bundle(queue, usize::from(right), theme)),
            None => figures.map(|figures| lines::hints(figures, usize::from(right), theme)),
        };
        let beside = vec![team.unwrap_or_default(), abilities, hints.unwrap_or_default()];
        if is_wide {
            let right_area = Rect { x: body.x + left, width: right, ..body };
            return vec![
                Column::new(own, Rect { width: left, ..body }),
                Column::new(beside, right_area),
            ];
        }
        // The outstanding work is first, then the team.
        let rest = own.split_off(2);
        vec![Column::new(own.into_iter().chain(beside).chain(rest).collect(), body)]
    }
}
