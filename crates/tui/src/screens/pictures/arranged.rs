//! Where the pictures of a page are: one in the middle, several in a grid; choices apart from the
//! pictures that they are about, which are above or next to them, whichever shows all of them larger.

use std::ops::RangeInclusive;

use ratatui::layout::{Position, Rect};

use super::{PictureStrip, Placed};
use crate::picture::{Surface, Tile, View, grid, scale_in, worth};
use crate::widgets::cells::share;
use assay_core::benchmark::{Label, PictureRole};

/// The share of the page, in tenths, that pictures of the question may have next to or above
/// choices that are pictures.
const TENTHS_OF_STEM: RangeInclusive<u16> = 2..=6;

impl PictureStrip {
    fn place(&self, number: usize, tile: Tile, view: View) -> Placed {
        Placed { hash: self.pictures[number].hash, view, tile, number }
    }

    /// A picture alone on its page. A part of it fills the area.
    pub(super) fn alone(&self, number: usize, area: Rect, surface: &Surface) -> Placed {
        let view = self.view;
        let tile = match view.fills() {
            true => Tile::unframed(area),
            false => Tile::alone(area, self.sizes[number], (view.is_whole(), surface)),
        };
        self.place(number, tile, view)
    }

    /// The pictures of this page in their places within `area`, as they are painted on this surface.
    pub fn placed(&self, area: Rect, surface: &Surface) -> Vec<Placed> {
        if area.is_empty() || self.is_empty() {
            return Vec::new();
        }
        if !self.shows_all() {
            return vec![self.alone(self.number(), area, surface)];
        }
        let is_choice =
            |number: &usize| matches!(self.pictures[*number].role, PictureRole::Choice(_));
        let (choices, others): (Vec<usize>, Vec<usize>) = (0..self.len()).partition(is_choice);
        if choices.is_empty() || others.is_empty() {
            let all: Vec<usize> = (0..self.len()).collect();
            return self.tiles(&all, area, surface);
        }
        let placed = halves(area).map(|(first, second)| {
            let mut placed = self.tiles(&others, first, surface);
            placed.extend(self.tiles(&choices, second, surface));
            placed
        });
        let best = placed.max_by(|one, other| {
            let of_worth = || self.worth(one, surface).total_cmp(&self.worth(other, surface));
            one.len().cmp(&other.len()).then_with(of_worth)
        });
        best.unwrap_or_default()
    }

    fn tiles(&self, numbers: &[usize], area: Rect, surface: &Surface) -> Vec<Placed> {
        let sizes: Vec<(u32, u32)> = numbers.iter().map(|&number| self.sizes[number]).collect();
        let tiles = grid(area, &sizes, surface).into_iter().zip(numbers);
        let placed = tiles.map(|(tile, &number)| self.place(number, tile, View::default()));
        placed.filter(|placed| !placed.tile.picture.is_empty()).collect()
    }

    /// The scale of these pictures, in screen pixels for each of their pixels, and how well a few
    /// can be compared. The question's own pictures count as much as those that are choices,
    /// however many these are.
    fn worth(&self, placed: &[Placed], surface: &Surface) -> f64 {
        let is_choice =
            |one: &&Placed| matches!(self.pictures[one.number].role, PictureRole::Choice(_));
        let scale = |one: &Placed| scale_in(one.tile.picture, self.sizes[one.number], surface);
        let of = |group: Vec<&Placed>| {
            (!group.is_empty()).then(|| worth(group.iter().map(|one| (one.tile.frame, scale(one)))))
        };
        let (choices, others): (Vec<&Placed>, Vec<&Placed>) = placed.iter().partition(is_choice);
        match (of(choices), of(others)) {
            (Some(choices), Some(others)) => (choices * others).sqrt(),
            (one, other) => one.or(other).unwrap_or(0.0),
        }
    }

    /// The value of the pictures of this page within `area`, see [`PictureStrip::worth`]: 0 if one
    /// does not fit.
    pub fn scale_in(&self, area: Rect, surface: &Surface) -> f64 {
        let placed = self.placed(area, surface);
        let shown = if self.shows_all() { self.len() } else { 1 };
        if placed.len() < shown { 0.0 } else { self.worth(&placed, surface) }
    }

    /// The choice whose picture is at a place on the screen, on a page with several.
    pub fn choice_at(&self, at: Position, area: Rect, surface: &Surface) -> Option<Label> {
        let mut placed = self.placed(area, surface).into_iter().filter(|_| self.shows_all());
        let hit = placed.find(|placed| placed.tile.frame.contains(at))?;
        match self.pictures[hit.number].role {
            PictureRole::Choice(label) => Some(label),
            PictureRole::Stem | PictureRole::Frame => None,
        }
    }
}

/// The ways to divide a page: for the pictures of the question, and below or next to them for those
/// that are choices.
fn halves(area: Rect) -> impl Iterator<Item = (Rect, Rect)> {
    let beside = TENTHS_OF_STEM.map(move |tenths| {
        let width = share(area.width, tenths, 10);
        let right = (width + 1).min(area.width);
        let second = Rect { x: area.x + right, width: area.width - right, ..area };
        (Rect { width, ..area }, second)
    });
    let above = TENTHS_OF_STEM.map(move |tenths| {
        let height = share(area.height, tenths, 10);
        let second = Rect { y: area.y + height, height: area.height - height, ..area };
        (Rect { height, ..area }, second)
    });
    beside.chain(above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::screens::review::layout::{TextNeeds, lay_out};
    use assay_core::benchmark::{ImageHash, QuestionPicture};

    /// A picture and four choices that are pictures, with these sizes.
    fn strip(of_question: (u32, u32), of_choices: (u32, u32)) -> PictureStrip {
        let roles = Label::all().take(4).map(PictureRole::Choice);
        let hash = |number: usize| ImageHash::compute(&[number as u8]);
        let pictures = std::iter::once(PictureRole::Stem).chain(roles).enumerate();
        let pictures = pictures.map(|(at, role)| QuestionPicture { hash: hash(at), role });
        let pictures: Vec<QuestionPicture> = pictures.collect();
        let size = |asked| if asked == hash(0) { of_question } else { of_choices };
        PictureStrip::from_pictures(&pictures, None).with_sizes(|asked| Some(size(asked)))
    }

    fn scales(strip: &PictureStrip, area: Rect) -> Vec<f64> {
        let surface = Surface::for_cells(ColourDepth::True);
        let placed = strip.placed(area, &surface);
        placed
            .iter()
            .map(|one| scale_in(one.tile.picture, strip.sizes[one.number], &surface))
            .collect()
    }

    #[test]
    fn a_short_question_with_choices_that_are_pictures_leaves_most_of_a_wide_screen_to_them() {
        let (strip, surface) =
            (strip((480, 480), (320, 320)), Surface::for_cells(ColourDepth::True));
        let pictures = |area: Rect| strip.scale_in(area, &surface);
        let text = |_| TextNeeds { lines: 10, overhang: 0 };
        let layout = lay_out(Rect::new(0, 0, 120, 40), Some(&pictures), &text);
        assert!(layout.picture.width > layout.card.width, "{layout:?}");
    }

    #[test]
    fn a_picture_and_its_choices_are_parted_as_their_shapes_ask() {
        let low = Rect::new(0, 0, 80, 14);
        let square = scales(&strip((480, 480), (320, 320)), low);
        assert!(square[0] >= 0.36, "beside its choices it is as high as the page: {square:?}");
        assert!(square[1..].iter().all(|scale| *scale > 0.27), "{square:?}");
        let panorama = scales(&strip((1600, 200), (320, 320)), Rect::new(0, 0, 78, 36));
        assert!(panorama[0] > 0.36, "above them it is as wide as the page: {panorama:?}");
    }

    #[test]
    fn each_picture_has_a_place_wherever_there_is_room_for_all() {
        let surface = Surface::for_cells(ColourDepth::True);
        let areas = (12..90).flat_map(|width| (6..50).map(move |height| (width, height)));
        for (width, height) in areas.step_by(7) {
            let area = Rect::new(3, 2, width, height);
            let placed = strip((480, 480), (320, 320)).placed(area, &surface);
            assert_eq!(placed.len(), 5, "{width}x{height}");
            for (at, one) in placed.iter().enumerate() {
                let frame = one.tile.frame;
                assert_eq!(frame.intersection(area), frame);
                assert!(placed[at + 1..].iter().all(|other| !frame.intersects(other.tile.frame)));
            }
        }
    }
}
