//! The pictures of one question: a strip to leaf through, the first page all of them at once.
//!
//! The role of a picture determines its name and its place: choices that are pictures are a grid
//! below or next to the picture that they are about, with their letters and marks on their frames;
//! the frames of a video have a position and play. [`arranged`] computes the positions.

mod arranged;

use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Widget};
use unicode_width::UnicodeWidthStr;

use super::choice_marks::ChoiceMarks;
use crate::messages::text;
use crate::picture::{Look, PicturePanes, Surface, Tile, View};
use crate::screens::Canvas;
use crate::session::Session;
use crate::terms::letter;
use crate::theme::{Theme, Tone};
use crate::widgets::bars::position_line;
use crate::widgets::chrome::draw_frame;
use assay_core::benchmark::{ImageHash, Label, PictureRole, QuestionPicture};
use assay_store::Store;

/// How long a frame is shown: benchmarks sample a few seconds of video as eight frames or so.
const EACH_FRAME: Duration = Duration::from_millis(500);

/// Pictures of unknown size are laid out like a large photograph.
pub const UNKNOWN_SIZE: (u32, u32) = (1600, 1200);
/// The longest line that shows the position of a frame.
const LONGEST_LINE: usize = 16;

/// The selected picture of a question, and its zoom.
#[derive(Clone, Debug)]
pub struct PictureStrip {
    pictures: Vec<QuestionPicture>,
    /// Width and height in pixels.
    sizes: Vec<(u32, u32)>,
    /// The page: with several pictures, page 0 shows all of them.
    page: usize,
    view: View,
    /// When the next frame of a video is due, while frames play.
    next_frame: Option<Instant>,
}

/// The position and the scale of a picture in its pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Which picture.
    pub hash: ImageHash,
    /// The part of it.
    pub view: View,
    pub tile: Tile,
    /// Its number among the question's pictures.
    number: usize,
}

impl PictureStrip {
    /// The strip of these pictures, at one of them by number from 0; else at its first page.
    pub fn from_pictures(pictures: &[QuestionPicture], number: Option<usize>) -> Self {
        let page = number.filter(|_| pictures.len() > 1).map_or(0, |number| number + 1);
        PictureStrip {
            pictures: pictures.to_vec(),
            sizes: vec![UNKNOWN_SIZE; pictures.len()],
            page,
            view: View::default(),
            next_frame: None,
        }
    }

    /// The strip of pictures of a question at its first page.
    pub fn load(pictures: &[QuestionPicture], store: &Store) -> Self {
        let size = |hash| store.picture_size(hash).ok().flatten();
        PictureStrip::from_pictures(pictures, None).with_sizes(size)
    }

    /// The same with the sizes of its pictures, as far as they are known: the layout of several
    /// depends on them.
    #[must_use]
    pub fn with_sizes(self, size: impl Fn(ImageHash) -> Option<(u32, u32)>) -> Self {
        let sizes = self.pictures.iter().map(|picture| size(picture.hash).unwrap_or(UNKNOWN_SIZE));
        PictureStrip { sizes: sizes.collect(), ..self }
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

    /// Whether the strip shows its first page without zoom.
    pub fn is_at_start(&self) -> bool {
        self.page == 0 && !self.is_zoomed()
    }

    /// The picture of a number, from 1.
    pub fn numbered(&self, number: usize) -> Option<ImageHash> {
        self.pictures.get(number.checked_sub(1)?).map(|picture| picture.hash)
    }

    /// Leafs through the pages, wrapping at the ends.
    pub fn turn(&mut self, by: isize) {
        self.stop();
        let pages = if self.len() > 1 { self.len() + 1 } else { 1 };
        self.page = (self.page as isize + by).rem_euclid(pages as isize) as usize;
        self.view = self.view.whole();
    }

    /// Goes to the picture that is a choice, if there is one.
    pub fn turn_to_choice(&mut self, label: Label) {
        let at = self.first_in_role(PictureRole::Choice(label));
        if let Some(at) = at.filter(|_| self.len() > 1) {
            self.turn(at as isize + 1 - self.page as isize);
        }
    }

    /// Whether the page shows several pictures.
    pub fn shows_all(&self) -> bool {
        self.len() > 1 && self.page == 0
    }

    /// The number of the picture that zooming and the full screen mean: on the page with all, the first.
    fn number(&self) -> usize {
        self.page.saturating_sub(usize::from(self.len() > 1))
    }

    /// The picture that zooming and the full screen mean: on the page with all, the first.
    pub fn current(&self) -> Option<ImageHash> {
        self.pictures.get(self.number()).map(|picture| picture.hash)
    }

    /// Looks closer or elsewhere; on the page with all pictures, closer goes to the first one.
    pub fn look(&mut self, look: Look, pictures: &PicturePanes) {
        if self.shows_all() {
            if look == Look::Closer {
                self.page = 1;
            }
            return;
        }
        self.stop();
        if let Some(hash) = self.current() {
            self.view = pictures.view_after(hash, self.view, look);
        }
    }

    /// Whether there are frames to play.
    pub fn is_video(&self) -> bool {
        self.count(PictureRole::Frame) > 1
    }

    /// Plays the frames from the one on the page, or from the first; or stops.
    pub fn toggle_play(&mut self) {
        if self.next_frame.is_some() || !self.is_video() {
            return self.stop();
        }
        if self.following_frame().is_none() {
            self.page = self.first_in_role(PictureRole::Frame).unwrap_or(0) + 1;
        }
        self.view = self.view.whole();
        self.next_frame = Some(Instant::now() + EACH_FRAME);
    }

    /// Stops playing.
    pub fn stop(&mut self) {
        self.next_frame = None;
    }

    /// The time until the next frame; `None` if none plays.
    pub fn until_next_frame(&self) -> Option<Duration> {
        self.next_frame.map(|due| due.saturating_duration_since(Instant::now()))
    }

    /// Shows the next frame if it is due. If the previous one is not on the screen yet, it is shown for
    /// its time first, so that none is left out.
    pub fn play_on(&mut self, is_loading: bool) {
        self.play_on_at(Instant::now(), is_loading);
    }

    fn play_on_at(&mut self, now: Instant, is_loading: bool) {
        if self.next_frame.is_none_or(|due| due > now) {
            return;
        }
        self.next_frame = Some(now + EACH_FRAME);
        if is_loading {
            return;
        }
        self.page = self.following_frame().unwrap_or(self.page);
        if self.following_frame().is_none() {
            self.stop();
        }
    }

    /// The page of the frame after the one on the page.
    fn following_frame(&self) -> Option<usize> {
        let role = |page: usize| self.pictures.get(page - 1).map(|picture| picture.role);
        let is_frame = |page| role(page) == Some(PictureRole::Frame);
        let here = self.page;
        (here > 0 && is_frame(here) && is_frame(here + 1)).then_some(here + 1)
    }

    fn first_in_role(&self, role: PictureRole) -> Option<usize> {
        self.pictures.iter().position(|picture| picture.role == role)
    }

    fn count(&self, role: PictureRole) -> usize {
        self.pictures.iter().filter(|picture| picture.role == role).count()
    }

    /// Draws the pictures of this page in their frames; returns the size in pixels if there is one and
    /// it is known.
    pub fn draw(
        &self,
        area: Rect,
        marks: ChoiceMarks,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) -> Option<(u32, u32)> {
        let theme = &session.theme;
        let mut natural = None;
        for placed in self.placed_as_known(area, canvas.pictures, &session.surface) {
            let Placed { hash, view, tile, .. } = placed;
            if tile.is_framed() {
                self.draw_frame(&placed, marks, theme, canvas.buffer);
            } else {
                // The mat shows where a dark picture ends.
                canvas.buffer.set_style(tile.picture, theme.mat);
            }
            let size =
                canvas.pictures.show(canvas.buffer, tile.picture, hash, view, theme.dim.into());
            natural = size.filter(|_| !self.shows_all());
        }
        if let Some(page) = self.following_frame() {
            let next = self.alone(page - 1, area, &session.surface);
            canvas.pictures.prepare(canvas.buffer, next.tile.picture, next.hash);
        }
        natural
    }

    /// See [`PictureStrip::placed`]. A photograph that its file turns has, once it is decoded, another
    /// shape than its header says.
    fn placed_as_known(
        &self,
        area: Rect,
        pictures: &PicturePanes,
        surface: &Surface,
    ) -> Vec<Placed> {
        let decoded = self.current().filter(|_| !self.shows_all());
        let decoded = decoded.and_then(|hash| pictures.service.natural(hash));
        match decoded {
            Some(size) if self.sizes[self.number()] != size => {
                self.clone().with_sizes(|_| Some(size)).placed(area, surface)
            }
            _ => self.placed(area, surface),
        }
    }

    /// The frame of a picture; on a page with several with its name, for a choice with its marks.
    fn draw_frame(&self, placed: &Placed, marks: ChoiceMarks, theme: &Theme, buffer: &mut Buffer) {
        let frame = placed.tile.frame;
        if !self.shows_all() {
            draw_frame("", frame, theme.border, theme, buffer);
            return;
        }
        let room = usize::from(frame.width.saturating_sub(4));
        let (name, tone) = self.tile_name(placed.number, room, marks, theme);
        let border = if tone == theme.key { theme.border } else { tone };
        let border = Style { bg: None, ..Style::from(border) }.not_reversed();
        let block = Block::bordered().border_type(BorderType::Rounded).border_style(border);
        block.title(Line::styled(format!(" {name} "), tone)).render(frame, buffer);
    }

    /// The name on a frame: that of its picture, or only its number if that is too long.
    fn tile_name(
        &self,
        number: usize,
        room: usize,
        marks: ChoiceMarks,
        theme: &Theme,
    ) -> (String, Tone) {
        if let PictureRole::Choice(label) = self.pictures[number].role {
            let name = format!("{}{}", marks.signs(label), letter(label));
            return (name, marks.tone(label, theme));
        }
        let name = Some(self.name(number)).filter(|name| name.width() <= room);
        (name.unwrap_or_else(|| self.position(number).0.to_string()), theme.key)
    }

    /// Which of the pictures in its role a picture is, from 1, and how many there are.
    fn position(&self, number: usize) -> (usize, usize) {
        let role = self.pictures[number].role;
        let before = self.pictures.iter().take(number + 1).filter(|picture| picture.role == role);
        (before.count(), self.count(role))
    }

    /// `picture 2 of 3`, `frame 3 of 8`, `choice b`.
    fn name(&self, number: usize) -> String {
        let (at, of) = self.position(number);
        match self.pictures[number].role {
            PictureRole::Choice(label) => text!("pictures-choice", letter = letter(label)),
            PictureRole::Frame => text!("pictures-frame", at, of),
            PictureRole::Stem if of == 1 => text!("pictures-only").into(),
            PictureRole::Stem => text!("pictures-picture", at, of),
        }
    }

    /// `picture 2 of 3`, or `all 3` on the page with all of them.
    pub fn page_name(&self, marks: ChoiceMarks) -> String {
        match (self.shows_all(), self.len()) {
            (true, all) if self.count(PictureRole::Frame) == all => {
                text!("pictures-all-frames", all)
            }
            (true, all) => text!("pictures-all", all),
            (false, 0) => text!("pictures-no-picture").into(),
            (false, 1) => "1/1".into(),
            (false, _) => {
                let number = self.number();
                let name = self.name(number);
                match self.pictures[number].role {
                    PictureRole::Choice(label) => format!("{}{name}", marks.signs(label)),
                    PictureRole::Frame => {
                        let (at, of) = self.position(number);
                        format!("{name} {}", position_line(at, of, LONGEST_LINE))
                    }
                    PictureRole::Stem => name,
                }
            }
        }
    }

    /// How much larger than fitted the picture is shown.
    pub fn zoom(&self) -> f64 {
        self.view.factor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_frame_has_its_time_and_one_that_is_late_gets_it_too() {
        let frame = |number: u8| QuestionPicture {
            hash: ImageHash::compute(&[number]),
            role: PictureRole::Frame,
        };
        let mut strip = PictureStrip::from_pictures(&[0, 1, 2].map(frame), None);
        let start = Instant::now();
        let after = |frames: u32| start + EACH_FRAME * frames;
        let page_after = |strip: &mut PictureStrip, now, is_loading| {
            strip.play_on_at(now, is_loading);
            (strip.page, strip.next_frame)
        };
        assert_eq!(page_after(&mut strip, after(9), false), (0, None), "nothing plays");
        strip.toggle_play();
        strip.next_frame = Some(after(1));
        let middle = start + EACH_FRAME / 2;
        assert_eq!(page_after(&mut strip, middle, false), (1, Some(after(1))));
        assert_eq!(page_after(&mut strip, after(1), false), (2, Some(after(2))));
        assert_eq!(page_after(&mut strip, after(1), false), (2, Some(after(2))), "it has its time");
        assert_eq!(page_after(&mut strip, after(2), true), (2, Some(after(3))), "it is not there");
        assert_eq!(page_after(&mut strip, after(3), false), (3, None), "the last one ends it");
    }
}
