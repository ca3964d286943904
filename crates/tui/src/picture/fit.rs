//! The position of a picture in its pane, and its visible part; pure geometry.
//!
//! Everything is computed in screen pixels, so that the aspect ratio is right for any cell size,
//! and then rounded to the *grain* of the mode: the units into which one cell is divided (its own
//! pixels for real pixels, 2x2 for quadrants, 1x2 for half blocks). Zooming crops the source
//! before it is scaled: it shows more detail in every mode, not larger blocks.

use ratatui::layout::Size;

/// Small pictures are enlarged up to this many screen pixels per picture pixel.
const LARGEST_FIT: f64 = 4.0;
/// Zooming ends at this many screen pixels per picture pixel.
const LARGEST_ZOOM: f64 = 16.0;
const ZOOM_STEP: f64 = 1.5;
/// How much smaller a picture may be so that it takes a column or a row less.
const PART_LEFT_OUT: f64 = 0.01;
/// The centre is kept in whole parts of this, so that a view can be compared and hashed.
const CENTRE_PARTS: f64 = 10_000.0;

/// The visible part of a picture. The default shows the whole picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    step: u8,
    centre: (u16, u16),
    /// A small picture is enlarged as far as there is room.
    fills: bool,
}

impl Default for View {
    fn default() -> Self {
        View { step: 0, centre: (5_000, 5_000), fills: false }
    }
}

/// One step of zooming or moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// One step closer.
    Closer,
    /// One step back.
    Farther,
    /// The whole picture again.
    Whole,
    /// A quarter of the visible part to the left.
    Left,
    /// A quarter of the visible part to the right.
    Right,
    /// A quarter of the visible part up.
    Up,
    /// A quarter of the visible part down.
    Down,
    /// At this place of the pane, in ten thousandths of its width and height: it becomes the centre.
    /// From the whole picture it is one step closer.
    Place(u16, u16),
    /// The picture moved by this much, as a hand drags it: to the right and down, in ten thousandths
    /// of the pane's width and height.
    Drag(i16, i16),
}

/// The area into which a picture is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pane {
    /// Width and height of the picture, in pixels.
    pub natural: (u32, u32),
    /// The area, in cells.
    pub area: Size,
    /// Width and height of one cell, in screen pixels.
    pub cell: (u16, u16),
    /// Units into which a cell is divided, across and down.
    pub grain: (u16, u16),
}

/// A rectangle in fractions of the picture: 0 to 1 in both directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crop {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// The position and the scale of a picture in its pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// First column and row that the picture touches, from the pane's upper left cell.
    pub offset: (u16, u16),
    /// Columns and rows that it touches.
    pub cells: Size,
    /// Its upper left corner within those cells, in units of the grain.
    pub inset: (u32, u32),
    /// Its width and height in units of the grain, at least 1.
    pub units: (u32, u32),
    /// The part of the picture that is seen.
    pub crop: Crop,
    /// Screen pixels per picture pixel.
    pub scale: f64,
}

impl View {
    /// The whole picture, as large as it can be.
    pub const FILLING: View = View { step: 0, centre: (5_000, 5_000), fills: true };

    /// The whole picture, after a part of it.
    #[must_use]
    pub fn whole(self) -> View {
        View { fills: self.fills, ..View::default() }
    }

    /// Whether the whole picture is seen.
    pub fn is_whole(self) -> bool {
        self.step == 0
    }

    /// Whether a small picture is enlarged as far as there is room.
    pub fn fills(self) -> bool {
        self.fills
    }

    /// How much larger than fitted, 1 for the whole picture.
    pub fn factor(self) -> f64 {
        ZOOM_STEP.powi(i32::from(self.step))
    }

    /// The view after one look, kept within the picture and the limits of zooming.
    #[must_use]
    pub fn after(self, look: Look, pane: &Pane) -> View {
        match look {
            Look::Whole => self.whole(),
            Look::Closer if pane.scale(self) >= pane.largest_scale(self) => self,
            Look::Closer => View { step: self.step + 1, ..self }.within(pane),
            Look::Farther if self.step <= 1 => self.whole(),
            Look::Farther => View { step: self.step - 1, ..self }.within(pane),
            Look::Left => self.centred((0.25, 0.5), pane),
            Look::Right => self.centred((0.75, 0.5), pane),
            Look::Up => self.centred((0.5, 0.25), pane),
            Look::Down => self.centred((0.5, 0.75), pane),
            Look::Place(x, y) => {
                let closer = if self.is_whole() { self.after(Look::Closer, pane) } else { self };
                let centre = pane.centre_at(self, pane.in_picture(self, (x, y)));
                View { centre, ..closer }.within(pane)
            }
            Look::Drag(x, y) => {
                let Some(Fit { cells, .. }) = pane.fit(self) else { return self };
                let moved = |by: i16, pane: u16, seen: u16| {
                    0.5 - f64::from(by) / 10_000.0 * f64::from(pane) / f64::from(seen)
                };
                let across = moved(x, pane.area.width, cells.width);
                self.centred((across, moved(y, pane.area.height, cells.height)), pane)
            }
        }
    }

    /// The same with another centre, a place in its visible part.
    fn centred(self, place: (f64, f64), pane: &Pane) -> View {
        View { centre: pane.centre_at(self, place), ..self }.within(pane)
    }

    fn within(self, pane: &Pane) -> View {
        View { centre: pane.centre_at(self, (0.5, 0.5)), ..self }
    }
}

/// A value across and a value down from two others each.
fn both<A, B, T>(one: (A, A), other: (B, B), value: impl Fn(A, B) -> T) -> (T, T) {
    (value(one.0, other.0), value(one.1, other.1))
}

impl Pane {
    /// Puts the picture into the pane: as large as it can be, centred both ways, not distorted.
    /// `None` when there is no room or no picture.
    pub fn fit(&self, view: View) -> Option<Fit> {
        if !self.has_room() {
            return None;
        }
        let (room, scale) = (self.units_of_room(), self.scale(view));
        let units = both(self.seen_pixels(scale), self.unit_pixels(), |seen, unit| seen / unit);
        let units = both(units, room, |units, room| (units.round() as u32).clamp(1, room));
        let corner = both(room, units, |room, units| (room - units) / 2);
        let grain = (u32::from(self.grain.0), u32::from(self.grain.1));
        let first = both(corner, grain, |corner, grain| corner / grain);
        let end = both(corner, units, |corner, units| corner + units);
        let end = both(end, grain, u32::div_ceil);
        let (width, height) = both(end, first, |end, first| (end - first) as u16);
        Some(Fit {
            offset: (first.0 as u16, first.1 as u16),
            cells: Size { width, height },
            inset: both(corner, grain, |corner, grain| corner % grain),
            units,
            crop: self.crop(view),
            scale,
        })
    }

    /// Whether there are a picture and room for it.
    fn has_room(&self) -> bool {
        let lengths = [self.area.width, self.area.height, self.grain.0, self.grain.1];
        !lengths.contains(&0) && self.natural.0 > 0 && self.natural.1 > 0
    }

    /// Screen pixels for each pixel of the whole picture; `None` when there is no room or no picture.
    ///
    /// A layout asks for this and [`Self::cells_of_picture`] some thousand times, so both compute no more.
    pub fn scale_of_whole(&self) -> Option<f64> {
        self.has_room().then(|| self.fitted_scale(View::default()))
    }

    /// The fewest columns and rows that hold the whole picture at the size that it has in the pane, but for a
    /// hundredth.
    pub fn cells_of_picture(&self) -> Option<Size> {
        let scale = self.scale_of_whole()?;
        let cells = |pixels: f64, cell: u16| {
            (pixels * (1.0 - PART_LEFT_OUT) / f64::from(cell.max(1))).ceil().max(1.0) as u16
        };
        let (width, height) = both(self.seen_pixels(scale), self.cell, cells);
        Some(Size { width, height })
    }

    /// A position in the pane, in ten thousandths, as a fraction of the visible part of the
    /// picture.
    fn in_picture(&self, view: View, (x, y): (u16, u16)) -> (f64, f64) {
        let from_centre = |place: u16, room: f64| (f64::from(place) / CENTRE_PARTS - 0.5) * room;
        both(
            both((x, y), self.room_pixels(), from_centre),
            self.seen_pixels(self.scale(view)),
            |from, seen| (0.5 + from / seen.max(1.0)).clamp(0.0, 1.0),
        )
    }

    /// The centre for a place in the visible part of the picture, given as fractions of that part.
    fn centre_at(&self, view: View, place: (f64, f64)) -> (u16, u16) {
        let Crop { left, top, width, height } = self.crop(view);
        let parts = |start: f64, length: f64| {
            ((start + length).clamp(0.0, 1.0) * CENTRE_PARTS).round() as u16
        };
        both((left, top), (width * place.0, height * place.1), parts)
    }

    fn units_of_room(&self) -> (u32, u32) {
        let area = (self.area.width, self.area.height);
        both(area, self.grain, |cells, units| u32::from(cells) * u32::from(units))
    }

    fn unit_pixels(&self) -> (f64, f64) {
        both(self.cell, self.grain, |cell, units| f64::from(cell.max(1)) / f64::from(units.max(1)))
    }

    fn room_pixels(&self) -> (f64, f64) {
        both(self.units_of_room(), self.unit_pixels(), |units, unit| f64::from(units) * unit)
    }

    fn natural_pixels(&self) -> (f64, f64) {
        (f64::from(self.natural.0.max(1)), f64::from(self.natural.1.max(1)))
    }

    fn fitted_scale(&self, view: View) -> f64 {
        let (room, natural) = (self.room_pixels(), self.natural_pixels());
        let largest = if view.fills { f64::INFINITY } else { LARGEST_FIT };
        (room.0 / natural.0).min(room.1 / natural.1).min(largest)
    }

    fn largest_scale(&self, view: View) -> f64 {
        LARGEST_ZOOM.max(self.fitted_scale(view))
    }

    fn scale(&self, view: View) -> f64 {
        (self.fitted_scale(view) * view.factor()).min(self.largest_scale(view))
    }

    fn seen_pixels(&self, scale: f64) -> (f64, f64) {
        both(self.room_pixels(), self.natural_pixels(), |room, natural| room.min(natural * scale))
    }

    fn crop(&self, view: View) -> Crop {
        let scale = self.scale(view);
        let (width, height) =
            both(self.seen_pixels(scale), self.natural_pixels(), |seen, natural| {
                (seen / (natural * scale)).clamp(0.0, 1.0)
            });
        let (left, top) = both(view.centre, (width, height), |centre, part| {
            (f64::from(centre) / CENTRE_PARTS - part / 2.0).clamp(0.0, 1.0 - part)
        });
        Crop { left, top, width, height }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LOOKS: [Look; 7] =
        [Look::Closer, Look::Farther, Look::Whole, Look::Left, Look::Right, Look::Up, Look::Down];

    fn pane(natural: (u32, u32), area: (u16, u16)) -> Pane {
        Pane { natural, area: Size::new(area.0, area.1), cell: (8, 16), grain: (2, 2) }
    }

    #[test]
    fn a_wide_picture_fills_the_width_and_is_centred_down() {
        let fit = pane((1600, 400), (50, 21)).fit(View::default()).unwrap();
        assert_eq!((fit.offset, fit.cells), ((0, 7), Size::new(50, 7)));
        assert_eq!(fit.units.0, 100);
    }

    #[test]
    fn a_small_picture_is_enlarged_four_times_at_most() {
        let fit = pane((8, 8), (60, 20)).fit(View::default()).unwrap();
        assert!((fit.scale - 4.0).abs() < 1e-9);
        assert_eq!(fit.cells, Size::new(4, 2));
        assert_eq!(fit.offset, (28, 9));
    }

    #[test]
    fn on_the_whole_screen_a_small_picture_fills_it() {
        let pane = pane((8, 8), (60, 20));
        let fit = pane.fit(View::FILLING).unwrap();
        assert_eq!(fit.cells, Size::new(40, 20));
        let view = View::FILLING.after(Look::Closer, &pane).after(Look::Whole, &pane);
        assert_eq!(view, View::FILLING);
    }

    #[test]
    fn zooming_uses_the_empty_room_first_and_then_crops() {
        let pane = pane((400, 1600), (100, 20));
        let closer = View::default().after(Look::Closer, &pane);
        let (whole, fit) = (pane.fit(View::default()).unwrap(), pane.fit(closer).unwrap());
        assert!(fit.cells.width > whole.cells.width);
        assert!((fit.crop.width - 1.0).abs() < 1e-9);
        assert!((fit.crop.height - 1.0 / 1.5).abs() < 1e-9);
    }

    #[test]
    fn panning_stops_at_the_edge() {
        let pane = pane((1000, 1000), (40, 20));
        let mut view = View::default().after(Look::Closer, &pane).after(Look::Closer, &pane);
        for _ in 0..20 {
            view = view.after(Look::Left, &pane);
        }
        assert!(pane.fit(view).unwrap().crop.left.abs() < 1e-3);
        let back = view.after(Look::Right, &pane);
        assert!(pane.fit(back).unwrap().crop.left > 0.01, "the way back takes one key");
    }

    #[test]
    fn a_dragged_picture_moves_as_far_as_the_hand() {
        let pane = pane((1000, 1000), (40, 20));
        let mut view = View::default();
        for _ in 0..4 {
            view = view.after(Look::Closer, &pane);
        }
        let before = pane.fit(view).unwrap();
        // A quarter of the pane to the left: what is that far to the right of the centre comes there.
        let after = pane.fit(view.after(Look::Drag(-2_500, 0), &pane)).unwrap();
        let part = 0.25 * f64::from(pane.area.width) / f64::from(before.cells.width);
        assert!((after.crop.left - before.crop.left - part * before.crop.width).abs() < 1e-3);
        let back = view.after(Look::Drag(-2_500, 0), &pane).after(Look::Drag(2_500, 0), &pane);
        assert!((pane.fit(back).unwrap().crop.left - before.crop.left).abs() < 1e-3);
    }

    #[test]
    fn stepping_back_to_the_start_shows_the_whole_picture_again() {
        let pane = pane((1000, 700), (40, 20));
        let view = View::default().after(Look::Closer, &pane).after(Look::Right, &pane);
        assert_eq!(view.after(Look::Farther, &pane), View::default());
    }

    #[test]
    fn a_click_brings_the_place_to_the_centre_one_step_closer_at_first() {
        let pane = pane((1000, 1000), (40, 20));
        let view = View::default().after(Look::Place(7_500, 5_000), &pane);
        let crop = pane.fit(view).unwrap().crop;
        assert!((crop.width - 1.0 / 1.5).abs() < 1e-3);
        assert!((crop.left + crop.width - 1.0).abs() < 1e-3, "as far as the edge allows");
        let closer = view.after(Look::Closer, &pane).after(Look::Closer, &pane);
        let before = pane.fit(closer).unwrap().crop;
        let moved = pane.fit(closer.after(Look::Place(2_500, 5_000), &pane)).unwrap().crop;
        assert!((moved.width - before.width).abs() < 1e-9);
        assert!((before.left - before.width / 4.0 - moved.left).abs() < 1e-3);
        // A click next to a narrow picture means its edge.
        let narrow = Pane { natural: (100, 4000), ..pane };
        assert!(!View::default().after(Look::Place(0, 5_000), &narrow).is_whole());
    }

    #[test]
    fn without_room_there_is_no_fit() {
        assert_eq!(pane((10, 10), (0, 5)).fit(View::default()), None);
        assert_eq!(pane((0, 10), (5, 5)).fit(View::default()), None);
    }

    proptest! {
        #[test]
        fn a_fit_stays_inside_keeps_the_aspect_and_is_centred(
            natural in (1u32..5000, 1u32..5000),
            area in (1u16..240, 1u16..80),
            cell in (4u16..20, 8u16..40),
            grain in prop::sample::select(vec![(1u16, 1u16), (1, 2), (2, 2), (9, 18)]),
            looks in prop::collection::vec(prop::sample::select(LOOKS.to_vec()), 0..12),
        ) {
            let pane = Pane { natural, area: Size::new(area.0, area.1), cell, grain };
            let view = looks.iter().fold(View::default(), |view, &look| view.after(look, &pane));
            let fit = pane.fit(view).unwrap();

            prop_assert!(fit.offset.0 + fit.cells.width <= area.0);
            prop_assert!(fit.offset.1 + fit.cells.height <= area.1);
            prop_assert!(fit.cells.width > 0 && fit.cells.height > 0);
            prop_assert!(fit.inset.0 < u32::from(grain.0) && fit.inset.1 < u32::from(grain.1));
            let end = fit.inset.0 + fit.units.0;
            prop_assert!(end <= u32::from(fit.cells.width) * u32::from(grain.0));
            prop_assert!(end > (u32::from(fit.cells.width) - 1) * u32::from(grain.0));

            let Crop { left, top, width, height } = fit.crop;
            prop_assert!(left >= 0.0 && top >= 0.0 && width > 0.0 && height > 0.0);
            prop_assert!(left + width <= 1.0 + 1e-9 && top + height <= 1.0 + 1e-9);

            // Shown and cropped sides agree up to the rounding to whole units.
            let unit = pane.unit_pixels();
            let shown = (f64::from(fit.units.0) * unit.0, f64::from(fit.units.1) * unit.1);
            let meant = (
                f64::from(natural.0) * width * fit.scale,
                f64::from(natural.1) * height * fit.scale,
            );
            prop_assert!((shown.0 - meant.0).abs() <= unit.0, "{shown:?} {meant:?}");
            prop_assert!((shown.1 - meant.1).abs() <= unit.1, "{shown:?} {meant:?}");

            let before = u32::from(fit.offset.0) * u32::from(grain.0) + fit.inset.0;
            let after = u32::from(area.0) * u32::from(grain.0) - before - fit.units.0;
            prop_assert!(before.abs_diff(after) <= 1);
        }
    }
}
