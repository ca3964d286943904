//! A strip of thumbnails: a frame with as many of them as have room, in one row or more.

use ratatui::layout::{Position, Rect};

use super::{Glimpses, Thumbnail};
use crate::screens::Canvas;
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::chrome::draw_frame;
use assay_store::QuestionId;

/// Thumbnails, each with what it opens. The first of them have a tile.
pub(in crate::screens) struct Strip<T> {
    pub thumbnails: Vec<(Thumbnail, T)>,
    outer: Rect,
    tiles: Tiles,
}

impl<T> Default for Strip<T> {
    fn default() -> Self {
        Strip { thumbnails: Vec::new(), outer: Rect::default(), tiles: Tiles::default() }
    }
}

impl<T: PartialEq> Strip<T> {
    /// Sets the area, frame included.
    pub fn fit(&mut self, outer: Rect) {
        self.outer = outer;
        let inner = Rect {
            x: outer.x + 2.min(outer.width),
            y: outer.y + 1.min(outer.height),
            width: outer.width.saturating_sub(3),
            height: outer.height.saturating_sub(2),
        };
        self.tiles = Tiles::new(inner, self.thumbnails.len());
    }

    /// The thumbnails that have a tile, each with its area.
    fn placed(&self) -> impl Iterator<Item = (&Thumbnail, &T, Rect)> {
        let shown = self.thumbnails.iter().take(self.tiles.count).enumerate();
        shown.map(move |(number, (thumbnail, opens))| (thumbnail, opens, self.tiles.tile(number)))
    }

    /// The questions on the screen.
    pub fn questions(&self) -> impl Iterator<Item = QuestionId> {
        self.placed().map(|(thumbnail, ..)| thumbnail.question)
    }

    /// What the thumbnails on the screen open, row by row.
    pub fn rows(&self) -> Vec<Vec<&T>> {
        let all: Vec<&T> = self.placed().map(|(_, opens, _)| opens).collect();
        all.chunks(self.tiles.in_row()).map(<[&T]>::to_vec).collect()
    }

    /// What is under a cell of the screen.
    pub fn at(&self, at: Position) -> Option<&T> {
        self.placed().find(|(.., tile)| tile.contains(at)).map(|(_, opens, _)| opens)
    }

    pub fn draw(
        &self,
        title: &str,
        marked: Option<&T>,
        glimpses: &Glimpses,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        if self.tiles.count == 0 {
            return;
        }
        let theme = &session.theme;
        draw_frame(title, self.outer, theme.border, theme, canvas.buffer);
        for (thumbnail, opens, tile) in self.placed() {
            glimpses.draw(thumbnail, tile, marked == Some(opens), canvas, session);
        }
    }
}

/// Tiles of thumbnails in rows: as few rows as hold them, and not lower than a picture needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tiles {
    area: Rect,
    columns: u16,
    rows: u16,
    count: usize,
}

/// The lowest strip: its frame, a line of words, and a picture that can be recognised.
pub(in crate::screens) const LOWEST_STRIP: u16 = 8;
/// Rows of a tile from which on two rows of tiles are better than one.
const USUAL_TILE: u16 = 7;

impl Tiles {
    /// Tiles for `count` thumbnails; there may be fewer of them than that.
    fn new(area: Rect, count: usize) -> Self {
        let columns = |rows: u16| {
            let picture = (area.height / rows.max(1)).saturating_sub(1);
            // Between a square and four by three in cells that are twice as high as wide, and a column
            // between two.
            (area.width / (picture.saturating_mul(11) / 5 + 2)).max(1)
        };
        let holds = |rows: &u16| usize::from(columns(*rows)) * usize::from(*rows) >= count;
        let most = (area.height / USUAL_TILE).max(1);
        let rows = (1..=most).find(holds).unwrap_or(most);
        let columns = columns(rows);
        let count = count.min(usize::from(columns) * usize::from(rows));
        let columns = columns.min(cells(count.div_ceil(usize::from(rows))).max(1));
        Tiles { area, columns, rows, count: if area.height < 2 { 0 } else { count } }
    }

    /// How many are in a row.
    fn in_row(&self) -> usize {
        usize::from(self.columns.max(1))
    }

    /// A tile, without the column of space to its right.
    fn tile(&self, number: usize) -> Rect {
        let (columns, rows) = (self.columns.max(1), self.rows.max(1));
        let (width, height) = (self.area.width / columns, self.area.height / rows);
        let (column, row) = (cells(number) % columns, cells(number) / columns);
        let x = self.area.x + column * width;
        let y = self.area.y.saturating_add(row.saturating_mul(height));
        Rect { x, y, width: width.saturating_sub(1), height }.intersection(self.area)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_low_strip_is_one_row_and_a_high_one_has_more_rows_only_for_more_thumbnails() {
        let low = Tiles::new(Rect::new(0, 0, 118, 7), 20);
        assert_eq!((low.count, low.in_row()), (7, 7));
        let few = Tiles::new(Rect::new(0, 0, 118, 16), 2);
        assert_eq!((few.count, few.tile(0).height), (2, 16));
        let many = Tiles::new(Rect::new(0, 0, 118, 16), 20);
        assert_eq!((many.count, many.in_row(), many.tile(0).height), (12, 6, 8));
    }

    #[test]
    fn tiles_do_not_overlap_and_stay_inside_at_any_size() {
        for (width, height) in (0..70).flat_map(|width| (0..40).map(move |height| (width, height)))
        {
            let area = Rect::new(3, 2, width, height);
            let tiles = Tiles::new(area, 12);
            let all: Vec<Rect> = (0..tiles.count).map(|number| tiles.tile(number)).collect();
            for (at, tile) in all.iter().enumerate() {
                assert_eq!(tile.intersection(area), *tile, "{width}x{height}");
                assert!(all[..at].iter().all(|before| !before.intersects(*tile)));
            }
        }
    }
}
