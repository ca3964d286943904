//! Several pictures side by side: choices that are pictures, frames of a video.

use ratatui::layout::Rect;

/// Pictures are wider than high as a rule; a grid is chosen for this aspect.
const USUAL_ASPECT: f64 = 4.0 / 3.0;

/// Areas for `count` pictures, row by row, as large as a grid allows, with a column and a row of
/// space between them. `cell` is the size of a cell in screen pixels. Areas may be empty where there
/// is no room.
pub fn grid(area: Rect, count: usize, cell: (u16, u16)) -> Vec<Rect> {
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    let columns = (1..=count.min(area.width.max(1))).max_by(|&one, &two| {
        picture_width(area, count, one, cell).total_cmp(&picture_width(area, count, two, cell))
    });
    let Some(columns) = columns else { return Vec::new() };
    let (width, height) = tile(area, count, columns);
    (0..count)
        .map(|at| Rect {
            x: area.x + at % columns * (width + 1),
            y: area.y + at / columns * (height + 1),
            width,
            height,
        })
        .map(|tile| tile.intersection(area))
        .collect()
}

fn tile(area: Rect, count: u16, columns: u16) -> (u16, u16) {
    let share = |length: u16, parts: u16| length.saturating_sub(parts - 1) / parts;
    (share(area.width, columns), share(area.height, count.div_ceil(columns)))
}

/// The width in pixels of a picture of usual aspect in such a grid.
fn picture_width(area: Rect, count: u16, columns: u16, cell: (u16, u16)) -> f64 {
    let (width, height) = tile(area, count, columns);
    let width = f64::from(width) * f64::from(cell.0);
    width.min(f64::from(height) * f64::from(cell.1) * USUAL_ASPECT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn four_choices_in_a_wide_pane_make_two_by_two() {
        let tiles = grid(Rect::new(0, 0, 81, 31), 4, (8, 16));
        assert_eq!(tiles[0], Rect::new(0, 0, 40, 15));
        assert_eq!(tiles[3], Rect::new(41, 16, 40, 15));
    }

    #[test]
    fn a_low_strip_puts_them_in_one_row() {
        let tiles = grid(Rect::new(0, 0, 80, 8), 4, (8, 16));
        assert!(tiles.iter().all(|tile| tile.y == 0));
    }

    proptest! {
        #[test]
        fn tiles_lie_inside_and_never_overlap(
            width in 0u16..200, height in 0u16..60, count in 0usize..30,
        ) {
            let area = Rect::new(3, 2, width, height);
            let tiles = grid(area, count, (8, 16));
            prop_assert!(tiles.len() == count || area.is_empty());
            for (at, tile) in tiles.iter().enumerate() {
                prop_assert_eq!(tile.intersection(area).area(), tile.area());
                let meets = |other: &Rect| !tile.intersection(*other).is_empty();
                prop_assert!(tile.is_empty() || !tiles[at + 1..].iter().any(meets));
            }
        }
    }
}
