//! All passes of one question side by side, with the evidence marked from which each label was read;
//! below each other where the screen is narrow.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::board::{Board, sign};
use super::questions::tone;
use super::sheet::Sheet;
use crate::tui::action::Action;
use crate::tui::keymap::Place;
use crate::tui::screens::frame::draw_head;
use crate::tui::screens::{Canvas, Screen, Step};
use crate::tui::session::Session;
use crate::tui::widgets::abreast::{GAP_CELLS, abreast};
use crate::tui::widgets::chrome::{Echo, draw_hints};
use crate::tui::widgets::scroll::{TEXT_MOVES, TextWindow};

/// A question with one model's passes.
pub(super) struct Passes {
    board: Arc<Board>,
    model: usize,
    /// The questions that are leafed through.
    questions: Vec<usize>,
    at: usize,
    sheet: Sheet,
    /// Which picture `v` shows.
    picture: usize,
    window: TextWindow,
    lines: Vec<Line<'static>>,
}

/// Narrower than this a text is hard to read, and the passes stand below each other.
const NARROWEST: usize = 26;

impl Passes {
    /// Opens a question; where that fails, the screen below says so.
    pub fn open(
        board: Arc<Board>,
        model: usize,
        questions: Vec<usize>,
        at: usize,
        session: &mut Session,
    ) -> Option<Passes> {
        let question = *questions.get(at)?;
        match Sheet::read(&board, model, question, session) {
            Ok(sheet) => {
                let (window, lines) = (TextWindow::default(), Vec::new());
                Some(Passes { board, model, questions, at, sheet, picture: 0, window, lines })
            }
            Err(error) => {
                session.echo = Some(Echo::error(error.to_string()));
                None
            }
        }
    }

    /// Shows another question of the list.
    fn turn(&mut self, by: isize, session: &mut Session) {
        let Some(at) = self.at.checked_add_signed(by).filter(|&at| at < self.questions.len())
        else {
            return;
        };
        match Sheet::read(&self.board, self.model, self.questions[at], session) {
            Ok(sheet) => {
                (self.at, self.sheet, self.picture) = (at, sheet, 0);
                self.window = TextWindow::default();
            }
            Err(error) => session.echo = Some(Echo::error(error.to_string())),
        }
    }

    fn lay_out(&self, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let mut lines = self.sheet.head(width, theme);
        lines.push(Line::default());
        let passes = self.sheet.passes();
        let beside = (width + GAP_CELLS) / (NARROWEST + GAP_CELLS);
        let beside = beside.clamp(1, passes.max(1));
        // Rows of the same length look best: four passes are two and two, not three and one.
        let beside = passes.div_ceil(passes.div_ceil(beside).max(1)).max(1);
        let gap = if beside > 1 { GAP_CELLS } else { 0 };
        let column = (width + gap) / beside - gap;
        for first in (0..passes).step_by(beside) {
            let blocks: Vec<(Vec<Line<'static>>, usize)> = (first..(first + beside).min(passes))
                .map(|pass| (self.sheet.pass(pass, column, theme), column))
                .collect();
            lines.extend(abreast(&blocks, theme));
            lines.push(Line::default());
        }
        lines
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

impl Screen for Passes {
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
        self.lines = self.lay_out(usize::from(body.width), session);
        self.window.fit(self.lines.len(), body.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let line = &self.board.models()[self.model];
        let question = self.questions[self.at];
        let key = &self.board.compared().questions()[question].key;
        let what = format!("{} · #{key}", line.model);
        draw_head("models", Some(&what), Some(&self.board.told()), canvas, session);
        let judgement = line.judgements[question];
        let decided = judgement.map_or("not asked".into(), |one| one.decided_by.to_string());
        let mut spans = vec![
            Span::styled(format!(" {} {decided}", sign(judgement)), tone(judgement, theme)),
            Span::styled(format!("   {} of {}", self.at + 1, self.questions.len()), theme.dim),
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
