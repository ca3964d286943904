//! The questions as a grid of small pictures, each with its key and its signs. The pictures are
//! prepared by the picture thread; the picture of each question is looked up once.

use std::collections::HashMap;
use std::ops::Range;

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::Browse;
use super::draw::signs;
use super::list::QuestionList;
use crate::action::Action;
use crate::picture::View;
use crate::screens::Canvas;
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::wrap::{cut, draw_lines, styled_lines};
use assay_core::benchmark::ImageHash;
use assay_store::QuestionId;

/// The grid as it is laid out.
#[derive(Debug, Default)]
pub struct Grid {
    area: Rect,
    columns: u16,
    rows: u16,
    len: usize,
    /// The first visible row.
    top: usize,
    /// The first picture of each question that was visible, if it has one.
    pictures: HashMap<QuestionId, Option<ImageHash>>,
}

/// Columns of a tile: five on a screen of 120, three on one of 80.
const TILE_WIDTH: u16 = 23;
/// Rows of a tile, of which two are words: a picture of usual aspect fills the rest.
const TILE_HEIGHT: u16 = 10;
/// The rows of words below a picture.
const WORDS: u16 = 2;

impl Grid {
    /// Sets the area and the marked question, which stays visible.
    pub fn lay_out(&mut self, area: Rect, questions: &QuestionList, marked: usize) {
        self.area = area;
        self.len = questions.len();
        self.columns = (area.width / TILE_WIDTH).max(1);
        self.rows = ((area.height + TILE_HEIGHT / 3) / TILE_HEIGHT).max(1);
        let row = marked / usize::from(self.columns);
        let lowest = (row + 1).saturating_sub(usize::from(self.rows));
        let all = self.len.div_ceil(usize::from(self.columns));
        let last_top = all.saturating_sub(usize::from(self.rows));
        self.top = self.top.clamp(lowest, row.max(lowest)).min(last_top);
    }

    /// Loads the pictures of the visible questions and of the next page.
    pub fn load(&mut self, questions: &QuestionList, session: &Session) {
        let items = session.review().items();
        let soon = self.in_sight().start..self.in_sight().end + self.page();
        let ids = soon.filter_map(|place| Some(items[questions.at(place)?.position].id));
        // A picture that is hidden in the review until a guess is hidden here.
        let annotator = session.review().annotator();
        let is_hidden = |id: &QuestionId| session.store.is_gated(annotator, *id).unwrap_or(true);
        let unknown = ids.filter(|id| !self.pictures.contains_key(id) && !is_hidden(id));
        let unknown: Vec<QuestionId> = unknown.collect();
        // If the database cannot be read, the grid only shows the words.
        let found = session.store.first_pictures(&unknown).unwrap_or_default();
        let known = unknown.into_iter().map(|id| (id, found.get(&id).copied()));
        self.pictures.extend(known);
    }

    fn page(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// The visible positions.
    pub fn in_sight(&self) -> Range<usize> {
        let first = self.top * usize::from(self.columns);
        first.min(self.len)..(first + self.page()).min(self.len)
    }

    /// The place that is marked after a movement.
    pub fn after(&self, movement: Action, marked: usize) -> usize {
        // A grid that was never laid out, on a screen too small for it, has no columns.
        let (row, last) = (usize::from(self.columns.max(1)), self.len.saturating_sub(1));
        let on = |by: usize| if marked + by <= last { marked + by } else { marked };
        match movement {
            Action::Left => marked.saturating_sub(1),
            Action::Right => on(1),
            Action::Up | Action::ScrollUp => marked.checked_sub(row).unwrap_or(marked),
            // From above a shorter last row it moves to its end.
            Action::Down | Action::ScrollDown if marked / row < last / row => {
                (marked + row).min(last)
            }
            Action::PageUp => marked.checked_sub(self.page()).unwrap_or(marked % row),
            Action::PageDown => (marked + self.page()).min(last),
            Action::First => 0,
            Action::Last => last,
            _ => marked,
        }
    }

    /// The place of the tile at this position of the screen.
    pub fn at(&self, position: Position) -> Option<usize> {
        self.in_sight().find(|&place| self.tile(place).contains(position))
    }

    /// The tile of a place, with the column of space to its right and the row below it.
    fn tile(&self, place: usize) -> Rect {
        let (columns, rows) = (self.columns.max(1), self.rows.max(1));
        let shown = cells(place.saturating_sub(self.in_sight().start));
        let (width, height) = (self.area.width / columns, self.area.height / rows);
        let tile = Rect {
            x: self.area.x + shown % columns * width,
            y: self.area.y.saturating_add((shown / columns).saturating_mul(height)),
            width,
            height,
        };
        tile.intersection(self.area)
    }

    /// Draws the tiles and prepares the pictures of the next page.
    pub fn draw(&self, browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
        for place in self.in_sight() {
            self.draw_tile(place, browse, canvas, session);
        }
        let sight = self.in_sight();
        let (size, items) = (picture_of(self.tile(sight.start)), session.review().items());
        for place in sight.end..(sight.end + self.page()).min(self.len) {
            let id = browse.questions.at(place).map(|listed| items[listed.position].id);
            if let Some(hash) = id.and_then(|id| self.pictures.get(&id).copied().flatten()) {
                canvas.pictures.prepare(canvas.buffer, size, hash);
            }
        }
    }

    fn draw_tile(&self, place: usize, browse: &Browse, canvas: &mut Canvas<'_>, session: &Session) {
        let Some(listed) = browse.questions.at(place) else { return };
        let is_marked = place == browse.list.marked();
        let (theme, tile) = (&session.theme, self.tile(place));
        let entry = &session.review().items()[listed.position];
        let stem = browse.questions.stem(entry);
        let picture = picture_of(tile);
        match self.pictures.get(&entry.id).copied().flatten() {
            Some(hash) => {
                let style = theme.dim.into();
                canvas.pictures.show(canvas.buffer, picture, hash, View::default(), style);
            }
            None => {
                let lines = styled_lines(stem, usize::from(picture.width), theme.dim);
                draw_lines(&lines, picture, canvas.buffer);
            }
        }
        if is_marked {
            let height = (picture.bottom() + WORDS).min(tile.bottom()) - tile.top();
            let marks = vec![Line::styled("▌", theme.focus); usize::from(height)];
            // A line styles its whole row, and the colours of a picture's cells name the picture.
            draw_lines(&marks, Rect { width: picture.x - tile.x, height, ..tile }, canvas.buffer);
        }
        let width = usize::from(picture.width);
        let signs = signs(listed);
        let used: usize = signs.iter().map(|(_, sign)| sign.width()).sum();
        let key = cut(entry.key.as_str(), width.saturating_sub(used + 1));
        let gap = width.saturating_sub(used + key.width());
        let of_key = if is_marked { theme.selected } else { theme.key };
        let mut words = vec![Span::styled(key, of_key), Span::raw(" ".repeat(gap))];
        words.extend(signs.map(|(meaning, sign)| Span::styled(sign, theme.style(meaning))));
        let row = |number: u16| {
            Rect { y: picture.bottom() + number, height: 1, ..picture }.intersection(tile)
        };
        Line::from(words).render(row(0), canvas.buffer);
        Line::styled(cut(stem, width), theme.dim).render(row(1), canvas.buffer);
    }
}

/// The picture of a tile: right of the mark, above the words, with space around it.
fn picture_of(tile: Rect) -> Rect {
    let below = WORDS + u16::from(tile.height >= TILE_HEIGHT);
    Rect {
        x: tile.x + 1.min(tile.width),
        width: tile.width.saturating_sub(2),
        height: tile.height.saturating_sub(below),
        ..tile
    }
}
