//! Several pictures side by side: choices that are pictures, frames of a video.
//!
//! The columns are chosen for the shapes that the pictures have, and a row is as high as its
//! pictures need: panoramas are one below the other, high pictures next to each other.

use ratatui::layout::{Rect, Size};

use super::fit::View;
use super::mode::Surface;
use super::painted::pane;

/// Up to this number, pictures are side by side for comparison, if that does not make them much
/// smaller.
const COMPARED: usize = 3;
/// How much smaller they may be for that, as a factor.
const PRICE_OF_A_ROW: f64 = 0.75;

/// Areas for pictures of these sizes in pixels, row by row, as large as a grid allows, with a
/// column and a row of space between them. The last row of each area is for a name; an area is no
/// higher than its picture needs when it is painted on this surface. Areas may be empty if there is
/// no space.
pub fn grid(area: Rect, sizes: &[(u32, u32)], surface: &Surface) -> Vec<Rect> {
    let most = cells(sizes.len()).min(area.width.max(1));
    let grids = (1..=most).map(|columns| Grid { area, sizes, surface, columns });
    let best = grids.max_by(|one, other| one.worth().total_cmp(&other.worth()));
    best.map_or_else(Vec::new, Grid::tiles)
}

/// Screen pixels for each pixel of a picture that an area shows as a whole.
pub fn scale_in(area: Rect, natural: (u32, u32), surface: &Surface) -> f64 {
    let fit = pane(natural, area.as_size(), surface).fit(View::default());
    fit.map_or(0.0, |fit| fit.scale)
}

/// How well several areas show pictures with these scales: the geometric mean, so that no picture
/// becomes tiny for the others, and less if a few pictures are not side by side.
pub fn worth(shown: impl ExactSizeIterator<Item = (Rect, f64)>) -> f64 {
    let count = shown.len();
    let (mut sum, mut is_row, mut end) = (0.0, true, 0);
    for (area, scale) in shown {
        sum += scale.max(f64::MIN_POSITIVE).ln();
        is_row &= area.x >= end;
        end = area.right();
    }
    let mean = (sum / count.max(1) as f64).exp();
    let is_compared = (2..=COMPARED).contains(&count);
    if is_compared && !is_row { mean * PRICE_OF_A_ROW } else { mean }
}

/// A grid with a number of columns.
#[derive(Clone, Copy)]
struct Grid<'s> {
    area: Rect,
    sizes: &'s [(u32, u32)],
    surface: &'s Surface,
    columns: u16,
}

impl Grid<'_> {
    fn worth(self) -> f64 {
        let tiles = self.tiles().into_iter().zip(self.sizes);
        let scale = |tile, natural| scale_in(without_name(tile), natural, self.surface);
        worth(tiles.map(|(tile, &natural)| (tile, scale(tile, natural))))
    }

    fn tiles(self) -> Vec<Rect> {
        let width = share(self.area.width, self.columns);
        let rows = self.sizes.chunks(usize::from(self.columns));
        let heights = self.heights(width);
        let used = heights.iter().sum::<u16>() + cells(heights.len()).saturating_sub(1);
        let mut y = self.area.y + self.area.height.saturating_sub(used) / 2;
        let mut tiles = Vec::with_capacity(self.sizes.len());
        for (row, height) in rows.zip(heights) {
            for (at, &size) in (0..).zip(row) {
                // Its name is right below the picture.
                let needed = self.need(size, width).min(height);
                let (x, y) = (self.area.x + at * (width + 1), y + (height - needed) / 2);
                let tile = Rect { x, y, width, height: needed };
                tiles.push(tile.intersection(self.area));
            }
            y += height + 1;
        }
        tiles
    }

    /// The heights of the rows: what their pictures need; if there is less space, those that need
    /// more than an equal share of the rest get that share, to have equal sizes.
    fn heights(self, width: u16) -> Vec<u16> {
        let rows = self.sizes.chunks(usize::from(self.columns));
        let needs: Vec<u16> = rows
            .map(|row| row.iter().map(|&size| self.need(size, width)).max().unwrap_or(0))
            .collect();
        let gaps = cells(needs.len()).saturating_sub(1);
        let room = usize::from(self.area.height.saturating_sub(gaps));
        let with_share = |share: u16| needs.iter().map(move |&need| need.min(share));
        let fits = |&share: &u16| with_share(share).map(usize::from).sum::<usize>() <= room;
        let highest = needs.iter().copied().max().unwrap_or(0);
        let share = (0..=highest).rev().find(fits).unwrap_or(0);
        with_share(share).collect()
    }

    /// The rows of a picture as wide as a column, with its name.
    fn need(self, natural: (u32, u32), width: u16) -> u16 {
        let area = Size::new(width, self.area.height);
        let fit = pane(natural, area, self.surface).fit(View::default());
        fit.map_or(self.area.height, |fit| fit.cells.height.saturating_add(1))
    }
}

/// A tile without the row of its name.
fn without_name(tile: Rect) -> Rect {
    Rect { height: tile.height.saturating_sub(1), ..tile }
}

fn share(length: u16, parts: u16) -> u16 {
    length.saturating_sub(parts - 1) / parts
}

fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PictureMode;
    use assay_core::keyword::Keyword;
    use proptest::prelude::*;

    /// Quadrants in cells of 8×16 screen pixels.
    const SURFACE: Surface = surface(PictureMode::Quadrants);

    const fn surface(mode: PictureMode) -> Surface {
        Surface {
            mode,
            cell: Surface::USUAL_CELL,
            through_tmux: false,
            sixel_limit: None,
            light_background: false,
            no_colour: false,
        }
    }

    fn alike(width: u16, height: u16, natural: (u32, u32), count: usize) -> Vec<Rect> {
        grid(Rect::new(0, 0, width, height), &vec![natural; count], &SURFACE)
    }

    fn columns(tiles: &[Rect]) -> usize {
        tiles.iter().filter(|tile| tile.y == tiles[0].y).count()
    }

    #[test]
    fn four_choices_in_a_wide_pane_make_two_by_two() {
        let tiles = alike(81, 31, (1600, 1200), 4);
        assert_eq!(tiles[0], Rect::new(0, 0, 40, 15));
        assert_eq!(tiles[3], Rect::new(41, 16, 40, 15));
    }

    #[test]
    fn two_photographs_are_side_by_side_and_two_panoramas_are_not() {
        assert_eq!(columns(&alike(78, 36, (800, 600), 2)), 2);
        assert_eq!(columns(&alike(78, 36, (1600, 600), 2)), 1);
    }

    #[test]
    fn pictures_of_one_shape_are_equally_large_and_names_are_right_below_them() {
        let tiles = alike(78, 36, (1600, 600), 2);
        assert_eq!(tiles[0].as_size(), tiles[1].as_size());
        let sizes = [(400, 800), (800, 400), (400, 800), (400, 800)];
        let tiles = grid(Rect::new(0, 0, 81, 31), &sizes, &SURFACE);
        assert!(tiles[1].height < tiles[0].height, "{tiles:?}");
        assert_eq!(tiles[1].y - tiles[0].y, (tiles[0].height - tiles[1].height) / 2);
    }

    #[test]
    fn a_low_strip_puts_them_in_one_row() {
        assert_eq!(columns(&alike(80, 8, (1600, 1200), 4)), 4);
    }

    #[test]
    fn panoramas_lie_one_below_the_other_and_high_pictures_side_by_side() {
        assert_eq!(columns(&alike(78, 36, (4000, 400), 3)), 1);
        assert_eq!(columns(&alike(78, 36, (400, 1600), 3)), 3);
    }

    #[test]
    fn a_row_is_as_high_as_its_pictures_need_and_the_others_have_the_rest() {
        let sizes = [(4000, 200), (4000, 300), (800, 600), (800, 600)];
        let area = Rect::new(0, 0, 81, 31);
        let tiles = Grid { area, sizes: &sizes, surface: &SURFACE, columns: 2 }.tiles();
        assert!(tiles[0].height <= 4, "{tiles:?}");
        assert!(tiles[2].height >= 15, "{tiles:?}");
        let largest = scale_in(without_name(tiles[2]), sizes[2], &SURFACE);
        assert!((largest - 320.0 / 800.0).abs() < 0.03, "as wide as its column: {largest}");
    }

    proptest! {
        #[test]
        fn the_name_is_right_below_a_picture_however_small_in_every_mode(
            width in 20u16..160, height in 8u16..60, at in 0..PictureMode::ALL.len(),
            sizes in prop::collection::vec((1u32..60, 1u32..60), 2..9),
        ) {
            let surface = surface(PictureMode::ALL[at]);
            for (tile, &natural) in grid(Rect::new(0, 0, width, height), &sizes, &surface).iter().zip(&sizes) {
                prop_assume!(tile.height > 1 && tile.width > 0);
                let fit = pane(natural, without_name(*tile).as_size(), &surface).fit(View::default()).unwrap();
                let below = tile.height - 1 - fit.offset.1 - fit.cells.height;
                prop_assert_eq!(below, 0, "{:?} {:?} {:?}", surface.mode, natural, tile);
            }
        }

        #[test]
        fn a_tile_is_high_enough_for_its_picture_in_every_mode(
            width in 8u16..120, height in 4u16..60, at in 0..PictureMode::ALL.len(),
            natural in (1u32..900, 1u32..900),
        ) {
            let (surface, area) = (surface(PictureMode::ALL[at]), Rect::new(0, 0, width, height));
            let tile = without_name(grid(area, &[natural], &surface)[0]);
            let shown = |area| scale_in(area, natural, &surface) * f64::from(natural.1);
            // A size rounded to whole units of the painter may be half a unit smaller.
            let unit = f64::from(surface.cell.1) / f64::from(surface.grain().1);
            let lost = shown(without_name(area)) - shown(tile);
            prop_assert!(lost <= unit / 2.0 + 1e-9, "{:?} {:?} {}", surface.mode, tile, lost);
        }

        #[test]
        fn tiles_lie_inside_and_never_overlap(
            width in 0u16..200, height in 0u16..60,
            sizes in prop::collection::vec((1u32..5000, 1u32..5000), 0..30),
        ) {
            let area = Rect::new(3, 2, width, height);
            let tiles = grid(area, &sizes, &SURFACE);
            prop_assert!(tiles.len() == sizes.len() || area.is_empty());
            for (at, tile) in tiles.iter().enumerate() {
                prop_assert_eq!(tile.intersection(area).area(), tile.area());
                let meets = |other: &Rect| !tile.intersection(*other).is_empty();
                prop_assert!(tile.is_empty() || !tiles[at + 1..].iter().any(meets));
            }
        }
    }
}
