//! The pager: one entry of a list on the whole screen, as a text that scrolls, with keys for the next and
//! the previous entry and for its pictures. The screens of passes and of labelled texts use it.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{Canvas, Outcome};
use crate::benchmark::ImageHash;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::chrome::draw_hints;
use crate::tui::widgets::scroll::{TEXT_MOVES, TextWindow};

/// Which entry is open, and how far its text is scrolled.
#[derive(Debug, Default)]
pub(super) struct Pager {
    at: usize,
    count: usize,
    /// Which picture `v` shows.
    picture: usize,
    window: TextWindow,
    lines: Vec<Line<'static>>,
}

/// What an action asks of the screen of the entries.
pub(super) enum PagerOutcome {
    /// To open this entry.
    To(usize),
    /// This outcome.
    Outcome(Outcome),
}

impl Pager {
    /// At an entry of so many.
    pub fn at(at: usize, count: usize) -> Self {
        Pager { at, count, ..Pager::default() }
    }

    /// The open entry.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The actions that apply to an entry with so many pictures.
    pub fn commands(pictures: usize) -> Vec<Action> {
        let mut commands = Vec::new();
        if pictures > 0 {
            commands.push(Action::FullScreen);
        }
        if pictures > 1 {
            commands.extend([Action::NextPicture, Action::PreviousPicture]);
        }
        commands.extend([Action::Right, Action::Left, Action::Back, Action::Palette, Action::Help]);
        commands.extend(TEXT_MOVES);
        commands
    }

    /// Does one of them.
    pub fn update(
        &mut self,
        action: Action,
        mut pictures: impl ExactSizeIterator<Item = ImageHash>,
        session: &mut Session,
    ) -> PagerOutcome {
        let outcome = match action {
            Action::FullScreen => pictures.nth(self.picture).map(Outcome::FullScreen),
            Action::NextPicture | Action::PreviousPicture => {
                let count = pictures.len().max(1);
                let by = if action == Action::NextPicture { 1 } else { count - 1 };
                self.picture = (self.picture + by) % count;
                let words = format!("v shows picture {} of {count}", self.picture + 1);
                session.status = Some(StatusMessage::hint(words));
                None
            }
            Action::Right if self.at + 1 < self.count => return PagerOutcome::To(self.at + 1),
            Action::Left if self.at > 0 => return PagerOutcome::To(self.at - 1),
            movement => {
                self.window.act(movement);
                None
            }
        };
        PagerOutcome::Outcome(outcome.unwrap_or(Outcome::Stay))
    }

    /// The area of the text.
    pub fn body(area: Rect) -> Rect {
        Rect {
            x: area.x + 1,
            y: area.y + 3,
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(4),
        }
    }

    /// Takes the entry's lines, laid out for the width of its body.
    pub fn show(&mut self, lines: Vec<Line<'static>>, area: Rect) {
        self.lines = lines;
        self.fit(area);
    }

    /// Takes note of how many lines are visible.
    pub fn fit(&mut self, area: Rect) {
        self.window.fit(self.lines.len(), Pager::body(area).height);
    }

    /// Draws the line above the text, which begins with `summary`, the text and the keys.
    pub fn draw(
        &self,
        mut summary: Vec<Span<'static>>,
        has_pictures: bool,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        let (area, theme) = (canvas.area, &session.theme);
        summary.push(Span::styled(format!("   {} of {}", self.at + 1, self.count), theme.dim));
        let far = self.window.how_far().map(|far| format!("   {far}"));
        summary.extend(far.map(|far| Span::styled(far, theme.dim)));
        Line::from(summary).render(Rect { y: area.y + 2, height: 1, ..area }, canvas.buffer);
        let body = Pager::body(area);
        for (row, line) in (0..body.height).zip(self.lines.iter().skip(self.window.top())) {
            line.render(Rect { y: body.y + row, height: 1, ..body }, canvas.buffer);
        }
        let mut hints = vec![(Action::Right, "next"), (Action::Left, "previous")];
        if has_pictures {
            hints.insert(0, (Action::FullScreen, "picture"));
        }
        hints.extend([(Action::Back, "back"), (Action::Help, "help")]);
        draw_hints(&hints, KeyContext::Passes, area, session, canvas.buffer);
    }
}
