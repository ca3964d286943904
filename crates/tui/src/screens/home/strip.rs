//! A strip of the home screen: questions as thumbnails in a frame.

use ratatui::layout::{Position, Rect};

use super::entries::{Entry, Opens, Section};
use crate::screens::Canvas;
use crate::screens::thumbnails::{Glimpses, Thumbnail, Tiles};
use crate::session::Session;
use crate::widgets::chrome::draw_frame;
use assay_store::QuestionId;

/// Thumbnails, the first of which have a tile.
#[derive(Default)]
pub(super) struct Strip {
    pub thumbnails: Vec<(Thumbnail, Opens)>,
    outer: Rect,
    tiles: Tiles,
}

impl Strip {
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
    fn placed(&self) -> impl Iterator<Item = (&(Thumbnail, Opens), Rect)> {
        let shown = self.thumbnails.iter().take(self.tiles.count()).enumerate();
        shown.map(move |(number, thumbnail)| (thumbnail, self.tiles.tile(number)))
    }

    /// The questions on the screen.
    pub fn questions(&self) -> impl Iterator<Item = QuestionId> + '_ {
        self.placed().map(|((thumbnail, _), _)| thumbnail.question)
    }

    /// The entries, row by row.
    pub fn entries(&self, section: Section) -> Vec<Vec<Entry>> {
        let entry =
            |((_, opens), _): (&(Thumbnail, Opens), Rect)| Entry { section, opens: opens.clone() };
        let entries: Vec<Entry> = self.placed().map(entry).collect();
        entries.chunks(self.tiles.in_row()).map(<[Entry]>::to_vec).collect()
    }

    /// What is under a cell of the screen.
    pub fn opens_at(&self, at: Position) -> Option<&Opens> {
        self.placed().find(|(_, tile)| tile.contains(at)).map(|((_, opens), _)| opens)
    }

    pub fn draw(
        &self,
        title: &str,
        marked: Option<&Opens>,
        glimpses: &Glimpses,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        if self.tiles.count() == 0 {
            return;
        }
        let theme = &session.theme;
        draw_frame(title, self.outer, theme.border, theme, canvas.buffer);
        for ((thumbnail, opens), tile) in self.placed() {
            glimpses.draw(thumbnail, tile, marked == Some(opens), canvas, session);
        }
    }
}
