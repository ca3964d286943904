//! Thumbnails: small pictures of questions in rows, each above a line of words and, where it was decided,
//! with a coloured corner. What is known of the questions is read on another thread, the pictures are
//! prepared by the picture thread.

use std::collections::HashMap;

use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::Canvas;
use super::background::Figures;
use crate::marked_texts::readable_stem;
use crate::picture::View;
use crate::picture::painted::pane;
use crate::session::Session;
use crate::theme::{Theme, Tone};
use crate::widgets::cells::cells;
use crate::widgets::chrome::tint;
use crate::widgets::wrap::{cut, draw_lines, styled_lines};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{ImageHash, PictureRole};
use assay_store::{BlindQuestion, QuestionId, Store, StoreError};

/// What became of a question: a sign and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    Kept,
    Flagged,
    /// Put off or skipped.
    Open,
}

impl Settled {
    /// What an act that ends an item makes of it.
    pub fn by(act: &Act) -> Self {
        match act {
            Act::Skip | Act::Later => Settled::Open,
            act if act.is_flag() => Settled::Flagged,
            _ => Settled::Kept,
        }
    }

    pub fn sign(self) -> &'static str {
        match self {
            Settled::Kept => "✓",
            Settled::Flagged => "⚑",
            Settled::Open => "○",
        }
    }

    pub fn tone(self, theme: &Theme) -> Tone {
        match self {
            Settled::Kept => theme.agree,
            Settled::Flagged => theme.alert,
            Settled::Open => theme.dim,
        }
    }
}

/// A question in small.
#[derive(Clone, Debug)]
pub(super) struct Thumbnail {
    pub question: QuestionId,
    /// The line below the picture.
    pub words: String,
    /// What became of it, if it was decided.
    pub settled: Option<Settled>,
}

/// What is shown of a question.
struct Glimpse {
    picture: Option<ImageHash>,
    stem: String,
}

impl From<BlindQuestion> for Glimpse {
    fn from(question: BlindQuestion) -> Self {
        let pictures = question.pictures.iter();
        let pictures = pictures.filter(|one| !matches!(one.role, PictureRole::Choice(_))).count();
        Glimpse {
            picture: question.pictures.first().map(|picture| picture.hash),
            stem: readable_stem(&question.stem, pictures).into_owned(),
        }
    }
}

/// What is known of the questions of thumbnails.
#[derive(Default)]
pub(super) struct Glimpses {
    wanted: Vec<QuestionId>,
    known: Figures<HashMap<QuestionId, Glimpse>>,
}

impl Glimpses {
    /// Reads these questions, unless they are those that were read last. A picture that is hidden in the
    /// review until a guess is hidden here.
    pub fn want(&mut self, questions: Vec<QuestionId>, session: &Session) {
        if self.wanted == questions {
            return;
        }
        self.wanted.clone_from(&questions);
        let annotator = session.review().annotator().clone();
        self.known.start::<StoreError>(session, Store::open_to_read, move |store, _| {
            // One that cannot be read is shown by its words alone.
            let glimpse = |id| Some((id, store.question_at_gate(&annotator, id).ok()?.into()));
            Ok(questions.into_iter().filter_map(glimpse).collect())
        });
    }

    pub fn collect(&mut self) -> bool {
        self.known.collect()
    }

    pub fn is_running(&self) -> bool {
        self.known.is_running()
    }

    /// Draws a thumbnail into its tile.
    pub fn draw(
        &self,
        thumbnail: &Thumbnail,
        tile: Rect,
        is_marked: bool,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        let theme = &session.theme;
        let picture = Rect { height: tile.height.saturating_sub(1), ..tile };
        let glimpse = self.known.ready().and_then(|known| known.get(&thumbnail.question));
        let mut place = picture;
        match glimpse.map(|glimpse| (glimpse.picture, &glimpse.stem)) {
            Some((Some(hash), _)) => {
                let (view, notices) = (View::default(), theme.faint.into());
                let natural = canvas.pictures.show(canvas.buffer, picture, hash, view, notices);
                let surface = canvas.pictures.service.surface();
                let fit = natural.and_then(|of| pane(of, picture.as_size(), &surface).fit(view));
                if let Some(fit) = fit {
                    let (x, y) = (picture.x + fit.offset.0, picture.y + fit.offset.1);
                    place = Rect::from((Position { x, y }, fit.cells));
                }
            }
            Some((None, stem)) => {
                let lines = styled_lines(stem, usize::from(picture.width), theme.dim);
                draw_lines(&lines, picture, canvas.buffer);
            }
            None => {}
        }
        if let Some(settled) = thumbnail.settled.filter(|_| place.height > 1) {
            let corner = format!(" {} ", settled.sign());
            let x = place.right().saturating_sub(cells(corner.width())).max(place.x);
            let style = Style::from(settled.tone(theme)).add_modifier(Modifier::REVERSED);
            let area = Rect { x, height: 1, ..place }.intersection(picture);
            Line::styled(corner, style).render(area, canvas.buffer);
        }
        let below = Rect { y: picture.bottom(), height: tile.height.min(1), ..tile };
        let sign = if is_marked { "▸" } else { " " };
        let settled = thumbnail
            .settled
            .map(|settled| Span::styled(format!("{} ", settled.sign()), settled.tone(theme)));
        let used = 1 + settled.as_ref().map_or(0, Span::width);
        let words = cut(&thumbnail.words, usize::from(tile.width).saturating_sub(used));
        let sign = Span::styled(sign, theme.key);
        let words = Span::styled(words, theme.dim);
        let line: Line<'_> = [Some(sign), settled, Some(words)].into_iter().flatten().collect();
        line.render(below, canvas.buffer);
        if is_marked {
            tint(below, theme.selected, theme, canvas.buffer);
        }
    }
}

/// Tiles of thumbnails in rows: as few rows as hold them, and not lower than a picture needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tiles {
    area: Rect,
    columns: u16,
    rows: u16,
    count: usize,
}

/// Rows of the lowest tile, one of which is words.
pub(super) const LOWEST_TILE: u16 = 6;
/// Rows of a tile from which on two rows of tiles are better than one.
const USUAL_TILE: u16 = 8;

impl Tiles {
    /// Tiles for `count` thumbnails; there may be fewer of them than that.
    pub fn new(area: Rect, count: usize) -> Self {
        let columns = |rows: u16| {
            let picture = (area.height / rows.max(1)).saturating_sub(1);
            // Four by three in cells that are twice as high as wide, and a column between two.
            (area.width / (picture.saturating_mul(8) / 3 + 2)).max(1)
        };
        let holds = |rows: &u16| usize::from(columns(*rows)) * usize::from(*rows) >= count;
        let most = (area.height / USUAL_TILE).max(1);
        let rows = (1..=most).find(holds).unwrap_or(most);
        let columns = columns(rows);
        let count = count.min(usize::from(columns) * usize::from(rows));
        Tiles { area, columns, rows, count: if area.height < 2 { 0 } else { count } }
    }

    /// How many thumbnails have a tile.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many are in a row.
    pub fn in_row(&self) -> usize {
        usize::from(self.columns.max(1))
    }

    /// A tile, without the column of space to its right.
    pub fn tile(&self, number: usize) -> Rect {
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
        assert_eq!((low.count(), low.in_row()), (6, 6));
        let few = Tiles::new(Rect::new(0, 0, 118, 16), 2);
        assert_eq!((few.count(), few.tile(0).height), (2, 16));
        let many = Tiles::new(Rect::new(0, 0, 118, 16), 20);
        assert_eq!((many.count(), many.in_row(), many.tile(0).height), (10, 5, 8));
    }

    #[test]
    fn tiles_do_not_overlap_and_stay_inside_at_any_size() {
        for (width, height) in (0..70).flat_map(|width| (0..40).map(move |height| (width, height)))
        {
            let area = Rect::new(3, 2, width, height);
            let tiles = Tiles::new(area, 12);
            let all: Vec<Rect> = (0..tiles.count()).map(|number| tiles.tile(number)).collect();
            for (at, tile) in all.iter().enumerate() {
                assert_eq!(tile.intersection(area), *tile, "{width}x{height}");
                assert!(all[..at].iter().all(|before| !before.intersects(*tile)));
            }
        }
    }
}
