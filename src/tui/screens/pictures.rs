//! The pictures of one question: a strip to leaf through, the first page all of them at once.

use ratatui::layout::Rect;

use crate::benchmark::{ImageHash, PictureRole};
use crate::store::BlindQuestion;
use crate::tui::messages::text;
use crate::tui::picture::{Look, PicturePanes, Shown, View, grid};
use crate::tui::screens::Canvas;
use crate::tui::session::Session;

/// Which of a question's pictures is looked at, and how closely.
#[derive(Clone, Debug)]
pub struct PictureStrip {
    pictures: Vec<(ImageHash, PictureRole)>,
    /// The page: with several pictures, page 0 shows all of them.
    page: usize,
    view: View,
}

/// A picture in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Which picture.
    pub hash: ImageHash,
    /// The part of it.
    pub view: View,
    /// Where it goes.
    pub area: Rect,
    /// Its name, on a page with several where there is room; it goes below the area.
    pub name: Option<String>,
}

impl PictureStrip {
    /// The strip at its first page.
    pub fn new(question: &BlindQuestion) -> Self {
        let pictures = question.pictures.iter().map(|picture| (picture.hash, picture.role));
        PictureStrip { pictures: pictures.collect(), page: 0, view: View::default() }
    }

    /// A strip of pictures without a question, at one of them; else at the page with all.
    pub fn from_hashes(pictures: impl Iterator<Item = ImageHash>, number: Option<usize>) -> Self {
        let pictures: Vec<_> = pictures.map(|hash| (hash, PictureRole::Stem)).collect();
        let page = number.filter(|_| pictures.len() > 1).map_or(0, |number| number + 1);
        PictureStrip { pictures, page, view: View::default() }
    }

    /// The same for a whole screen: each picture as large as it can be.
    #[must_use]
    pub fn filling(self) -> Self {
        PictureStrip { view: View::FILLING, ..self }
    }

    /// Whether there is no picture.
    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// How many pictures there are.
    pub fn len(&self) -> usize {
        self.pictures.len()
    }

    /// Whether a part of a picture fills the pane.
    pub fn is_zoomed(&self) -> bool {
        !self.view.is_whole()
    }

    /// Leafs through the pages, around at the ends.
    pub fn turn(&mut self, by: isize) {
        let pages = if self.len() > 1 { self.len() + 1 } else { 1 };
        self.page = (self.page as isize + by).rem_euclid(pages as isize) as usize;
        self.view = self.view.whole();
    }

    fn shows_all(&self) -> bool {
        self.len() > 1 && self.page == 0
    }

    /// The picture that zooming and the full screen mean: on the page with all, the first.
    pub fn current(&self) -> Option<ImageHash> {
        let index = self.page.saturating_sub(usize::from(self.len() > 1));
        self.pictures.get(index).map(|picture| picture.0)
    }

    /// Looks closer or elsewhere; on the page with all pictures, closer goes to the first one.
    pub fn look(&mut self, look: Look, pictures: &PicturePanes) {
        if self.shows_all() {
            if look == Look::Closer {
                self.page = 1;
            }
            return;
        }
        if let Some(hash) = self.current() {
            self.view = pictures.view_after(hash, self.view, look);
        }
    }

    /// The pictures of this page in their places within `area`; `cell` is the size of a cell in
    /// screen pixels.
    pub fn placed(&self, area: Rect, cell: (u16, u16)) -> Vec<Placed> {
        if area.is_empty() {
            return Vec::new();
        }
        if !self.shows_all() {
            let placed = |hash| Placed { hash, view: self.view, area, name: None };
            return self.current().map(placed).into_iter().collect();
        }
        let tiles = grid(area, self.len(), cell);
        let numbered = self.pictures.iter().zip(tiles).enumerate();
        let placed = numbered.map(|(number, (&(hash, role), tile))| {
            let name = match role {
                PictureRole::Choice(label) => label.letter().to_ascii_lowercase().to_string(),
                PictureRole::Stem | PictureRole::Frame => (number + 1).to_string(),
            };
            // A name takes a row, which a tile of one row has not.
            let (height, name) = match tile.height {
                0 | 1 => (tile.height, None),
                rows => (rows - 1, Some(name)),
            };
            Placed { hash, view: View::default(), area: Rect { height, ..tile }, name }
        });
        placed.filter(|placed| !placed.area.is_empty()).collect()
    }

    /// Draws the pictures of this page; returns the size in pixels where there is one and it is
    /// known.
    pub fn draw(
        &self,
        area: Rect,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) -> Option<(u32, u32)> {
        let theme = &session.theme;
        let mut natural = None;
        for Placed { hash, view, area, name } in self.placed(area, session.surface.cell) {
            let shown = canvas.pictures.show(canvas.buffer, area, hash, view, theme.dim.into());
            if let Shown::Picture { natural: size } = shown
                && !self.shows_all()
            {
                natural = Some(size);
            }
            if let Some(name) = name {
                let x = area.x + area.width.saturating_sub(name.len() as u16) / 2;
                canvas.buffer.set_string(x, area.bottom(), name, theme.key);
            }
        }
        natural
    }

    /// `2/3`, or `all 3` on the page with all of them.
    pub fn page_name(&self) -> String {
        match (self.shows_all(), self.len()) {
            (true, all) => text!("pictures-all", all = all),
            (false, 0) => text!("pictures-no-picture").into(),
            (false, 1) => "1/1".into(),
            (false, several) => format!("{}/{several}", self.page),
        }
    }

    /// How much larger than fitted the picture is shown.
    pub fn zoom(&self) -> f64 {
        self.view.factor()
    }
}
