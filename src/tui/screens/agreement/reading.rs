//! The screen of one text: the question and everybody's labels beside what the model wrote, or around
//! it where the screen is narrow.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::board::Board;
use super::sheet::Sheet;
use crate::agreement::extraction::ComparedText;
use crate::tui::action::Action;
use crate::tui::keymap::Place;
use crate::tui::screens::frame::draw_head;
use crate::tui::screens::{Canvas, Screen, Step};
use crate::tui::session::Session;
use crate::tui::widgets::abreast::{GAP_CELLS, abreast};
use crate::tui::widgets::chrome::{Echo, draw_hints};
use crate::tui::widgets::scroll::{TEXT_MOVES, TextWindow};

/// From this width on question and text stand side by side.
const WIDE: usize = 96;

/// A text of a list that can be leafed through.
pub(super) struct Reading {
    board: Arc<Board>,
    extractor: usize,
    listed: Vec<ComparedText>,
    at: usize,
    sheet: Sheet,
    /// Which picture `v` shows.
    picture: usize,
    window: TextWindow,
    lines: Vec<Line<'static>>,
    /// The width and the place for which the lines are laid out.
    laid_out_for: Option<(usize, usize)>,
}

impl Reading {
    /// Opens a text of the list; where that fails, the screen below says so.
    pub fn open(
        board: Arc<Board>,
        extractor: usize,
        listed: Vec<ComparedText>,
        at: usize,
        session: &mut Session,
    ) -> Option<Reading> {
        match Sheet::read(&board, extractor, listed.get(at)?, session) {
            Ok(sheet) => Some(Reading {
                board,
                extractor,
                listed,
                at,
                sheet,
                picture: 0,
                window: TextWindow::default(),
                lines: Vec::new(),
                laid_out_for: None,
            }),
            Err(error) => {
                session.echo = Some(Echo::error(error.to_string()));
                None
            }
        }
    }

    /// Shows another text of the list.
    fn turn(&mut self, by: isize, session: &mut Session) {
        let Some(at) = self.at.checked_add_signed(by).filter(|&at| at < self.listed.len()) else {
            return;
        };
        match Sheet::read(&self.board, self.extractor, &self.listed[at], session) {
            Ok(sheet) => {
                (self.at, self.sheet, self.picture) = (at, sheet, 0);
                self.window = TextWindow::default();
            }
            Err(error) => session.echo = Some(Echo::error(error.to_string())),
        }
    }

    fn lay_out(&self, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let below = |parts: [Vec<Line<'static>>; 2]| parts.join(&Line::default());
        if width < WIDE {
            let text = below([self.sheet.text(width, theme), self.sheet.labels(width, theme)]);
            return below([self.sheet.question(width, theme), text]);
        }
        let left = width * 2 / 5;
        let right = width - left - GAP_CELLS;
        let beside = below([self.sheet.question(left, theme), self.sheet.labels(left, theme)]);
        abreast(&[(beside, left), (self.sheet.text(right, theme), right)], theme)
    }
}

fn body(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        y: area.y + 3,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(4),
    }
}

impl Screen for Reading {
    fn place(&self) -> Place {
        Place::Passes
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let mut commands = Vec::new();
        if self.sheet.pictures().len() > 0 {
            commands.push(Action::FullScreen);
        }
        if self.sheet.pictures().len() > 1 {
            commands.extend([Action::NextPicture, Action::PreviousPicture]);
        }
        commands.extend([Action::Right, Action::Left, Action::Back, Action::Palette, Action::Help]);
        commands.extend(TEXT_MOVES);
        commands
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Step {
        match action {
            Action::FullScreen => {
                if let Some(hash) = self.sheet.pictures().nth(self.picture) {
                    return Step::FullScreen(hash);
                }
            }
            Action::NextPicture | Action::PreviousPicture => {
                let count = self.sheet.pictures().len().max(1);
                let by = if action == Action::NextPicture { 1 } else { count - 1 };
                self.picture = (self.picture + by) % count;
                let words = format!("v shows picture {} of {count}", self.picture + 1);
                session.echo = Some(Echo::hint(words));
            }
            Action::Right => self.turn(1, session),
            Action::Left => self.turn(-1, session),
            movement => self.window.act(movement),
        }
        Step::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let body = body(area);
        let wanted = Some((usize::from(body.width), self.at));
        if self.laid_out_for != wanted {
            self.lines = self.lay_out(usize::from(body.width), session);
            self.laid_out_for = wanted;
        }
        self.window.fit(self.lines.len(), body.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let compared = &self.listed[self.at];
        let name = &self.board.extractors()[self.extractor].extractor;
        let what = format!("{name} · {}", self.board.text(compared.text).item);
        draw_head("agreement", Some(&what), Some(&self.board.basis()), canvas, session);
        let (sign, tone) = match compared.read == compared.reference {
            true => ("✓ as people", theme.agree),
            false => ("✗ otherwise", theme.disagree),
        };
        let labels =
            format!("people {}, {name} {}", compared.reference.name(), compared.read.name());
        let mut spans = vec![
            Span::styled(format!(" {sign}"), tone),
            Span::styled(format!("   {labels}"), theme.text),
            Span::styled(format!("   {} of {}", self.at + 1, self.listed.len()), theme.dim),
        ];
        let far = self.window.how_far().map(|far| format!("   {far}"));
        spans.extend(far.map(|far| Span::styled(far, theme.dim)));
        Line::from(spans).render(Rect { y: area.y + 2, height: 1, ..area }, canvas.buffer);
        let body = body(area);
        for (row, line) in (0..body.height).zip(self.lines.iter().skip(self.window.top())) {
            line.render(Rect { y: body.y + row, height: 1, ..body }, canvas.buffer);
        }
        let mut hints = vec![(Action::Right, "next"), (Action::Left, "previous")];
        if self.sheet.pictures().len() > 0 {
            hints.insert(0, (Action::FullScreen, "picture"));
        }
        hints.extend([(Action::Back, "back"), (Action::Help, "help")]);
        draw_hints(&hints, Place::Passes, area, session, canvas.buffer);
    }
}
