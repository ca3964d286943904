//! Where pictures are: each in the middle of its place, as large as it can be, with a frame that hugs
//! it. Several are in rows of equal height, in which each has the width that its shape needs.
//!
//! The number of columns is chosen for the shapes that the pictures have: panoramas are one below the
//! other, high pictures next to each other.

use ratatui::layout::{Margin, Rect, Size};

use super::mode::Surface;
use super::painted::pane;

/// Up to this number, pictures are side by side for comparison, if that does not make them much
/// smaller.
const COMPARED: usize = 3;
/// How much smaller they may be for that, as a factor.
const PRICE_OF_A_ROW: f64 = 0.75;
/// The columns and rows of a frame.
const BORDERS: u16 = 2;
/// A single picture in less space has no frame.
const SMALLEST_FRAMED: Size = Size { width: 20, height: 10 };

/// A picture in its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    pub picture: Rect,
    /// The picture with its frame; without room for one the same as the picture.
    pub frame: Rect,
}

impl Tile {
    /// A picture that has an area for itself, without a frame.
    pub fn unframed(area: Rect) -> Tile {
        Tile { picture: area, frame: area }
    }

    /// A picture that is alone in an area: the whole of it, or a part that fills it.
    pub fn alone(area: Rect, natural: (u32, u32), (is_whole, surface): (bool, &Surface)) -> Tile {
        let is_small = area.width < SMALLEST_FRAMED.width || area.height < SMALLEST_FRAMED.height;
        match (is_small, is_whole) {
            (true, true) => Tile::unframed(in_the_middle(area, natural, surface)),
            (true, false) => Tile::unframed(area),
            (false, true) => Tile::hugging(area, natural, surface),
            (false, false) => Tile::filled(area),
        }
    }

    /// A frame around an area, for a picture of which a part fills it.
    fn filled(area: Rect) -> Tile {
        let has_room = area.width > BORDERS && area.height > BORDERS;
        let picture = if has_room { area.inner(Margin::new(1, 1)) } else { area };
        Tile { picture, frame: area }
    }

    /// A whole picture of this size in pixels, as large as the area allows, in the middle of it.
    pub fn hugging(area: Rect, natural: (u32, u32), surface: &Surface) -> Tile {
        let filled = Tile::filled(area);
        let picture = in_the_middle(filled.picture, natural, surface);
        let frame = if filled.is_framed() { picture.outer(Margin::new(1, 1)) } else { picture };
        Tile { picture, frame }
    }

    /// Whether there is room for a frame.
    pub fn is_framed(self) -> bool {
        self.frame != self.picture
    }
}

/// The part of a room in which a whole picture is as large as the room allows.
fn in_the_middle(room: Rect, natural: (u32, u32), surface: &Surface) -> Rect {
    let needed = pane(natural, room.as_size(), surface).cells_of_picture();
    let size = needed.unwrap_or(room.as_size());
    let (width, height) = (size.width.min(room.width), size.height.min(room.height));
    let (x, y) = (room.x + (room.width - width) / 2, room.y + (room.height - height) / 2);
    Rect { x, y, width, height }
}

/// Places for pictures of these sizes in pixels, row by row, as large as a grid allows. Places may be
/// empty if there is no space.
pub fn grid(area: Rect, sizes: &[(u32, u32)], surface: &Surface) -> Vec<Tile> {
    let most = cells(sizes.len()).min(area.width.max(1));
    let grids = (1..=most).map(|columns| Grid { area, sizes, surface, columns }.tiles());
    let is_compared = (2..=COMPARED).contains(&sizes.len());
    let grids = grids.chain(is_compared.then(|| side_by_side(area, sizes, surface)));
    let worth = |tiles: &[Tile]| {
        let scale = |tile: &Tile, natural| scale_in(tile.picture, natural, surface);
        worth(tiles.iter().zip(sizes).map(|(tile, &natural)| (tile.frame, scale(tile, natural))))
    };
    let rated = grids.map(|tiles| (worth(&tiles), tiles));
    let best = rated.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map_or_else(Vec::new, |(_, tiles)| tiles)
}

/// A few pictures side by side, each as large as its part of the width allows: those that are high take less
/// of it, and leave the rest to the others.
fn side_by_side(area: Rect, sizes: &[(u32, u32)], surface: &Surface) -> Vec<Tile> {
    let height = area.height.saturating_sub(BORDERS).max(1);
    let needed: Vec<u16> =
        sizes.iter().map(|&size| width_at(size, height, surface).saturating_add(BORDERS)).collect();
    let share =
        |width: u16| needed.iter().map(|&needed| usize::from(needed.min(width))).sum::<usize>();
    // The largest width that all can have.
    let widths: Vec<u16> = (1..=area.width).collect();
    let most = cells(widths.partition_point(|&width| share(width) <= usize::from(area.width)));
    let mut x = area.x + area.width.saturating_sub(cells(share(most))) / 2;
    let tiles = sizes.iter().zip(&needed).map(|(&size, &needed)| {
        let place = Rect { x, width: needed.min(most), ..area }.intersection(area);
        x += place.width;
        Tile::hugging(place, size, surface)
    });
    tiles.collect()
}

/// The columns of a picture with this number of rows.
fn width_at(natural: (u32, u32), height: u16, surface: &Surface) -> u16 {
    let needed = pane(natural, Size::new(u16::MAX, height), surface).cells_of_picture();
    needed.map_or(0, |size| size.width)
}

/// Screen pixels for each pixel of a picture that an area shows as a whole.
pub fn scale_in(area: Rect, natural: (u32, u32), surface: &Surface) -> f64 {
    let scale = pane(natural, area.as_size(), surface).scale_of_whole();
    scale.filter(|_| !area.is_empty()).unwrap_or(0.0)
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
    fn tiles(self) -> Vec<Tile> {
        let heights = self.heights();
        let used: u16 = heights.iter().map(|height| height + BORDERS).sum();
        let mut y = self.area.y + self.area.height.saturating_sub(used) / 2;
        let mut tiles = Vec::with_capacity(self.sizes.len());
        for (row, height) in self.rows().zip(heights) {
            let widths = self.widths(row, height);
            let total = widths.iter().copied().fold(0, u16::saturating_add);
            let mut x = self.area.x + self.area.width.saturating_sub(total) / 2;
            for (&natural, width) in row.iter().zip(widths) {
                let place = Rect { x, y, width, height: height + BORDERS };
                tiles.push(Tile::hugging(place.intersection(self.area), natural, self.surface));
                x = x.saturating_add(width);
            }
            y += height + BORDERS;
        }
        tiles
    }

    fn rows(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.sizes.chunks(usize::from(self.columns))
    }

    /// The rows of the pictures in each row of the grid: as many as the width allows. If there is less
    /// space, those that need more than an equal share of the rest get that share, to have equal sizes.
    fn heights(self) -> Vec<u16> {
        let needs: Vec<u16> = self.rows().map(|row| self.highest(row)).collect();
        let room = self.area.height.saturating_sub(BORDERS * cells(needs.len()));
        let with_share = |share: u16| needs.iter().map(move |&need| need.min(share));
        let fits =
            |share: &u16| with_share(*share).map(usize::from).sum::<usize>() <= usize::from(room);
        let shares: Vec<u16> = (1..=self.area.height).collect();
        let share = shares.partition_point(fits);
        with_share(cells(share)).collect()
    }

    /// The most rows with which the pictures of a row are within the width. The last row may have fewer
    /// pictures than the others: it has them as large as if it were full.
    fn highest(&self, row: &[(u32, u32)]) -> u16 {
        let part = self.part_of(row);
        let heights: Vec<u16> = (1..=self.area.height.saturating_sub(BORDERS)).collect();
        let width = |height: u16| self.width_of(row, height);
        let whole = cells(heights.partition_point(|&height| width(height) <= part));
        // Pictures of one shape may end within a row of cells; others have equal heights.
        let are_alike = row.windows(2).all(|pair| pair[0] == pair[1]);
        let has_more = are_alike && usize::from(whole) < heights.len() && width(whole) < part;
        (whole + u16::from(has_more)).max(1)
    }

    /// The part of the width that a row with fewer pictures than columns has.
    fn part_of(&self, row: &[(u32, u32)]) -> u16 {
        proportional(self.area.width, cells(row.len()), self.columns)
    }

    /// The columns of pictures with this number of rows, with their frames.
    fn width_of(&self, row: &[(u32, u32)], height: u16) -> u16 {
        // Pictures of one shape are the usual ones.
        let alike = row.chunk_by(|one, other| one == other);
        let width = |alike: &[(u32, u32)]| {
            let each = width_at(alike[0], height, self.surface).saturating_add(BORDERS);
            each.saturating_mul(cells(alike.len()))
        };
        alike.map(width).fold(0, u16::saturating_add)
    }

    /// The columns of each picture of a row with its frame; less in proportion where there are fewer.
    fn widths(&self, row: &[(u32, u32)], height: u16) -> Vec<u16> {
        let (total, room) = (self.width_of(row, height), self.part_of(row));
        let width = |&natural: &(u32, u32)| {
            let needed = width_at(natural, height, self.surface).saturating_add(BORDERS);
            if total > room { proportional(needed, room, total) } else { needed }
        };
        row.iter().map(width).collect()
    }
}

fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// A part of a length, rounded down.
fn proportional(length: u16, part: u16, of: u16) -> u16 {
    let part = u32::from(length) * u32::from(part) / u32::from(of.max(1));
    u16::try_from(part).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{PictureMode, View};
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

    fn alike(width: u16, height: u16, natural: (u32, u32), count: usize) -> Vec<Tile> {
        grid(Rect::new(0, 0, width, height), &vec![natural; count], &SURFACE)
    }

    fn columns(tiles: &[Tile]) -> usize {
        tiles.iter().filter(|tile| tile.frame.y == tiles[0].frame.y).count()
    }

    #[test]
    fn four_choices_in_a_wide_pane_make_two_by_two() {
        let tiles = alike(81, 31, (1600, 1200), 4);
        assert_eq!(columns(&tiles), 2);
        assert_eq!(tiles[0].frame.height, 15);
        assert_eq!(tiles[3].frame.as_size(), tiles[0].frame.as_size());
    }

    #[test]
    fn two_photographs_are_side_by_side_and_two_panoramas_are_not() {
        assert_eq!(columns(&alike(78, 36, (800, 600), 2)), 2);
        assert_eq!(columns(&alike(78, 36, (1600, 600), 2)), 1);
    }

    #[test]
    fn two_pictures_of_different_shapes_share_the_width_by_what_each_can_use() {
        let sizes = [(400, 800), (800, 400)];
        let tiles = grid(Rect::new(0, 0, 81, 31), &sizes, &SURFACE);
        let [high, wide] = [tiles[0].picture, tiles[1].picture];
        assert_eq!((high.width, high.height), (29, 29), "as high as the place");
        assert_eq!(wide.width, 81 - 29 - 2 * BORDERS, "the rest of the width");
    }

    #[test]
    fn many_pictures_of_different_shapes_are_in_rows_of_equal_height() {
        let sizes = [(400, 800), (800, 400), (800, 600), (600, 600), (500, 400)];
        let tiles = grid(Rect::new(0, 0, 100, 40), &sizes, &SURFACE);
        let in_row = |y: u16| tiles.iter().filter(move |tile| tile.frame.y == y);
        assert!(columns(&tiles) > 1);
        let height = tiles[0].frame.height;
        assert!(in_row(tiles[0].frame.y).all(|tile| tile.frame.height.abs_diff(height) <= 1));
    }

    #[test]
    fn a_last_row_that_is_not_full_has_pictures_of_the_same_size() {
        let tiles = alike(90, 30, (1600, 1200), 5);
        assert!(tiles.iter().all(|tile| tile.frame.as_size() == tiles[0].frame.as_size()));
    }

    #[test]
    fn a_low_strip_puts_them_in_one_row() {
        assert_eq!(columns(&alike(80, 8, (1600, 1200), 4)), 4);
    }

    #[test]
    fn panoramas_are_one_below_the_other_and_high_pictures_side_by_side() {
        assert_eq!(columns(&alike(78, 36, (4000, 400), 3)), 1);
        assert_eq!(columns(&alike(78, 36, (400, 1600), 3)), 3);
    }

    #[test]
    fn a_frame_hugs_a_picture_of_any_shape() {
        let area = Rect::new(2, 1, 60, 30);
        let tile = Tile::hugging(area, (800, 600), &SURFACE);
        assert_eq!(tile.frame, Rect::new(2, 4, 60, 24));
        assert_eq!(tile.picture, Rect::new(3, 5, 58, 22));
        let high = Tile::hugging(area, (300, 1200), &SURFACE);
        assert_eq!((high.frame.height, high.picture.width), (30, 14));
        let low = Rect::new(0, 0, 2, 9);
        assert!(!Tile::hugging(low, (8, 6), &SURFACE).is_framed());
        assert!(!Tile::alone(Rect::new(0, 0, 60, 9), (8, 6), (true, &SURFACE)).is_framed());
    }

    proptest! {
        #[test]
        fn a_frame_takes_nothing_from_the_picture_and_leaves_no_empty_row_in_any_mode(
            width in 8u16..120, height in 4u16..60, at in 0..PictureMode::ALL.len(),
            natural in (1u32..900, 1u32..900),
        ) {
            let (surface, area) = (surface(PictureMode::ALL[at]), Rect::new(0, 0, width, height));
            let tile = Tile::hugging(area, natural, &surface);
            let shown = |area| scale_in(area, natural, &surface) * f64::from(natural.1);
            // A size rounded to whole units of the painter may be half a unit smaller.
            let unit = f64::from(surface.cell.1) / f64::from(surface.grain().1);
            let (most, hugged) = (shown(Tile::filled(area).picture), shown(tile.picture));
            prop_assert!(hugged >= most * 0.99 - unit / 2.0, "{:?} {:?} {}", surface.mode, tile, most);
            let fit = pane(natural, tile.picture.as_size(), &surface).fit(View::default()).unwrap();
            prop_assert!(tile.picture.width - fit.cells.width <= 1, "{:?} {:?}", tile, fit);
            prop_assert!(tile.picture.height - fit.cells.height <= 1, "{:?} {:?}", tile, fit);
        }

        #[test]
        fn tiles_are_inside_and_never_overlap(
            width in 0u16..200, height in 0u16..60, at in 0..PictureMode::ALL.len(),
            sizes in prop::collection::vec((1u32..5000, 1u32..5000), 0..30),
        ) {
            let area = Rect::new(3, 2, width, height);
            let tiles = grid(area, &sizes, &surface(PictureMode::ALL[at]));
            prop_assert!(tiles.len() == sizes.len() || area.is_empty());
            for (at, Tile { picture, frame }) in tiles.iter().enumerate() {
                prop_assert_eq!(frame.intersection(area).area(), frame.area());
                prop_assert_eq!(picture.intersection(*frame).area(), picture.area());
                let meets = |other: &Tile| !frame.intersection(other.frame).is_empty();
                prop_assert!(frame.is_empty() || !tiles[at + 1..].iter().any(meets));
            }
        }
    }
}
