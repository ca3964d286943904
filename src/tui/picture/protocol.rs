//! Real pixels: the payloads of the three graphics protocols, encoded by ratatui-image.
//!
//! Encoding takes 15 to 40 ms and happens on the worker thread. ratatui-image's own widgets are not
//! used for drawing: they transmit a kitty picture with whatever cell happens to be drawn first and
//! never again, and leave ghosts of popups on sixel. The [pixel layer](super::pixel_layer) draws them.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

use image::{DynamicImage, RgbaImage};
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::{Rect, Size};
use ratatui::style::Color;
use ratatui::widgets::Widget;
use ratatui_image::Image;
use ratatui_image::protocol::Protocol;
use ratatui_image::protocol::iterm2::Iterm2;
use ratatui_image::protocol::kitty::Kitty;
use ratatui_image::protocol::sixel::Sixel;

use super::mode::{PictureMode, Surface};
use super::payload::{ONE_COLUMN, PLACEHOLDER, Payload};
use super::scale::Canvas;

/// Rows and columns that a placeholder can name: the length of the protocol's table of marks.
const MOST_MARKS: u16 = 297;

/// The encoder refused the picture.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be encoded for this terminal: {0}")]
pub struct Unencodable(String);

impl From<ratatui_image::errors::Errors> for Unencodable {
    fn from(error: ratatui_image::errors::Errors) -> Self {
        Unencodable(error.to_string())
    }
}

/// The cells and the payload for a canvas.
///
/// # Errors
/// [`Unencodable`] when ratatui-image refuses.
pub fn encode(
    canvas: Canvas,
    size: Size,
    surface: &Surface,
) -> Result<(Buffer, Payload), Unencodable> {
    let pixels = DynamicImage::ImageRgba8(canvas.pixels);
    match surface.mode {
        PictureMode::Sixel => {
            Ok(drawn_once(size, Sixel::new(pixels, size, surface.through_tmux)?.data))
        }
        PictureMode::Iterm2 => {
            Ok(drawn_once(size, Iterm2::new(pixels, size, surface.through_tmux)?.data))
        }
        _ => kept(pixels, size, surface),
    }
}

fn drawn_once(size: Size, data: String) -> (Buffer, Payload) {
    let mut cells = Buffer::empty(Rect::from((ratatui::layout::Position::ORIGIN, size)));
    for cell in &mut cells.content {
        cell.set_diff_option(CellDiffOption::Skip);
    }
    (cells, Payload::DrawnOnce(data.into()))
}

fn kept(
    pixels: DynamicImage,
    size: Size,
    surface: &Surface,
) -> Result<(Buffer, Payload), Unencodable> {
    let id = fresh_id();
    // Deflated: about half of the bytes for photographs and a tenth for charts, in memory as on
    // the line.
    let kitty = Kitty::new(pixels, size, id, surface.through_tmux, true)?;
    let first = first_symbol(&Protocol::Kitty(kitty), Rect::new(0, 0, 1, 1));
    let transmission = first.split(PLACEHOLDER).next().unwrap_or_default().into();

    let mut cells = Buffer::empty(Rect::from((ratatui::layout::Position::ORIGIN, size)));
    let [_, red, green, blue] = id.to_be_bytes();
    for row in 0..size.height.min(MOST_MARKS) {
        for column in 0..size.width.min(MOST_MARKS) {
            let symbol = placeholder(row, column);
            let cell = &mut cells[(column, row)];
            cell.set_fg(Color::Rgb(red, green, blue)).set_diff_option(ONE_COLUMN);
            if surface.no_colour {
                // The colour is the picture's number, so it must get through although crossterm
                // drops colours under NO_COLOR.
                cell.set_symbol(&format!("\x1b[38;2;{red};{green};{blue}m{symbol}\x1b[39m"));
            } else {
                cell.set_symbol(&symbol);
            }
        }
    }
    Ok((cells, Payload::Kept { id, transmission }))
}

/// Every cell names its row and column. Cells that leave it out inherit from the cell to their
/// left, which is wrong to the right of a popup.
fn placeholder(row: u16, column: u16) -> String {
    let mark = |number: u16| MARKS.get(usize::from(number)).copied().unwrap_or_default();
    [PLACEHOLDER, mark(row), mark(column)].into_iter().collect()
}

/// The protocol's combining marks for 0, 1, 2, ... ratatui-image keeps its table private, so it is
/// asked to draw one column with every row.
static MARKS: LazyLock<Vec<char>> = LazyLock::new(|| {
    let size = Size::new(1, MOST_MARKS);
    let dot = DynamicImage::ImageRgba8(RgbaImage::new(1, 1));
    let Ok(kitty) = Kitty::new(dot, size, 1, false, false) else { return Vec::new() };
    let mut column = Buffer::empty(Rect::new(0, 0, 1, MOST_MARKS));
    Image::new(&Protocol::Kitty(kitty)).render(column.area, &mut column);
    let mark = |symbol: &str| symbol.chars().skip_while(|&c| c != PLACEHOLDER).nth(1);
    column.content.iter().filter_map(|cell| mark(cell.symbol())).collect()
});

fn first_symbol(protocol: &Protocol, area: Rect) -> String {
    let mut cell = Buffer::empty(area);
    Image::new(protocol).allow_clipping(true).render(area, &mut cell);
    cell.content[0].symbol().to_owned()
}

/// Random, because two programs in one terminal share its pictures; 24 bits, because the cell's
/// colour carries it.
fn fresh_id() -> u32 {
    let random = RandomState::new().build_hasher().finish() as u32;
    (random & 0x00FF_FFFF).max(1)
}

/// Deletes the pictures with these numbers.
pub fn delete(ids: impl IntoIterator<Item = u32>, through_tmux: bool) -> String {
    ids.into_iter()
        .map(|id| {
            if through_tmux {
                format!("\x1bPtmux;\x1b\x1b_Ga=d,d=I,i={id},q=2\x1b\x1b\\\x1b\\")
            } else {
                format!("\x1b_Ga=d,d=I,i={id},q=2\x1b\\")
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::picture::mode::ColourDepth;

    fn surface(mode: PictureMode) -> Surface {
        Surface { mode, ..Surface::for_cells(ColourDepth::True) }
    }

    fn encoded(surface: &Surface) -> (Buffer, Payload) {
        let size = Size::new(5, 3);
        let pixels = RgbaImage::from_pixel(40, 48, image::Rgba([1, 2, 3, 255]));
        encode(Canvas { pixels, grain: (8, 16) }, size, surface).unwrap()
    }

    #[test]
    fn kitty_cells_each_name_their_place_and_their_picture() {
        let (cells, payload) = encoded(&surface(PictureMode::Kitty));
        let Payload::Kept { id, transmission } = payload else { panic!("{payload:?}") };
        assert!(transmission.starts_with(&format!("\x1b_Gq=2,i={id},a=T,U=1")));
        assert!(!transmission.contains(PLACEHOLDER));
        let mut symbols: Vec<&str> =
            cells.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert!(symbols.iter().all(|symbol| symbol.chars().count() == 3));
        symbols.sort_unstable();
        symbols.dedup();
        assert_eq!(symbols.len(), 15, "no two cells are the same");
        assert_eq!(cells[(0, 0)].symbol(), "\u{10EEEE}\u{305}\u{305}");
        assert_eq!(cells[(2, 1)].symbol(), "\u{10EEEE}\u{30D}\u{30E}");
        assert_eq!(MARKS.len(), usize::from(MOST_MARKS));
    }

    #[test]
    fn without_colours_a_kitty_cell_carries_the_number_itself() {
        let (cells, _) = encoded(&Surface { no_colour: true, ..surface(PictureMode::Kitty) });
        assert!(cells[(1, 1)].symbol().starts_with("\x1b[38;2;"));
    }

    #[test]
    fn sixel_and_iterm_leave_their_cells_alone() {
        for (mode, start) in [(PictureMode::Sixel, "\x1bP"), (PictureMode::Iterm2, "\x1b]1337;")] {
            let (cells, payload) = encoded(&surface(mode));
            let Payload::DrawnOnce(data) = payload else { panic!("{payload:?}") };
            assert!(data.contains(start), "{mode}");
            assert!(cells.content.iter().all(|cell| cell.diff_option == CellDiffOption::Skip));
        }
    }

    #[test]
    fn what_was_sent_is_deleted_by_its_number() {
        assert_eq!(delete([7], false), "\x1b_Ga=d,d=I,i=7,q=2\x1b\\");
        assert!(delete([7], true).starts_with("\x1bPtmux;\x1b\x1b_G"));
    }
}
