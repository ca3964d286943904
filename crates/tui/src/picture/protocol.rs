//! Real pixels: the payloads of the three graphics protocols. kitty and iTerm2 take a small [PNG](png),
//! sixel a small [sixel].
//!
//! Encoding takes 5 to 40 ms and happens on the worker thread. ratatui-image's own widgets are not
//! used for drawing: they transmit a kitty picture only once, with the cell that is drawn first,
//! and leave ghosts of popups on sixel. The [pixel layer](super::pixel_layer) draws them.

use std::fmt::Write;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

use image::{DynamicImage, RgbaImage};
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::Color;
use ratatui::widgets::Widget;
use ratatui_image::Image;
use ratatui_image::protocol::Protocol;
use ratatui_image::protocol::kitty::Kitty;

use super::mode::{PictureMode, Surface};
use super::payload::{ONE_COLUMN, PLACEHOLDER, Payload};
use super::scale::{Canvas, Unscalable, shrunk};
use super::{png, sixel};

/// Rows and columns that a placeholder can name: the length of the protocol's table of marks.
const MOST_MARKS: u16 = 297;
/// Bytes of a PNG that make at most 250,000 on the line: written in base64, with 29,000 for the
/// placeholders of a picture beside a short text.
const MOST_BYTES: usize = 163_000;
/// Bytes of a sixel for at most 250,000 at 120x40.
const MOST_SIXEL_BYTES: usize = 228_000;
/// Pixels of the largest picture at 120x40. Larger ones may have more bytes, in proportion.
const USUAL_PIXELS: usize = 560_000;
/// Bytes of a PNG in one piece of a kitty picture: 4,096 characters, as the protocol demands.
const BYTES_OF_A_PIECE: usize = 3_072;

/// The encoder refused the picture.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be encoded for this terminal: {0}")]
pub enum Unencodable {
    Png(#[from] ::png::EncodingError),
    Sixel(#[from] icy_sixel::SixelError),
    Unscalable(#[from] Unscalable),
}

/// The cells and the payload for a canvas. `not_enlarged` gives the pixels of the picture itself, if
/// it is enlarged on the canvas: kitty can enlarge them, and they take fewer bytes.
///
/// # Errors
/// [`Unencodable`].
pub fn encode(
    canvas: Canvas,
    size: Size,
    surface: &Surface,
    not_enlarged: impl FnOnce() -> Result<Option<RgbaImage>, Unscalable>,
) -> Result<(Buffer, Payload), Unencodable> {
    match surface.mode {
        PictureMode::Sixel => {
            let most_bytes = in_proportion(MOST_SIXEL_BYTES, &canvas.pixels);
            let sixel = sixel::small(&canvas.pixels, most_bytes)?;
            Ok(drawn_once(size, emptied(size) + &sixel))
        }
        PictureMode::Iterm2 => {
            let dimensions = canvas.pixels.dimensions();
            let png = small_png(canvas.pixels, || Ok(None))?;
            Ok(drawn_once(size, inline_file(&png, dimensions, size)))
        }
        _ => Ok(kept(&small_png(canvas.pixels, not_enlarged)?, size, surface)),
    }
}

/// A PNG that may be sent over a slow line: exact if it is small enough, else without enlargement,
/// else with a palette, else with fewer pixels too.
fn small_png(
    canvas: RgbaImage,
    not_enlarged: impl FnOnce() -> Result<Option<RgbaImage>, Unscalable>,
) -> Result<Vec<u8>, Unencodable> {
    let most_bytes = in_proportion(MOST_BYTES, &canvas);
    let mut pixels = canvas;
    let mut exact = png::exact(&pixels)?;
    if exact.len() > most_bytes
        && let Some(own) = not_enlarged()?
    {
        pixels = own;
        exact = png::exact(&pixels)?;
    }
    if exact.len() <= most_bytes {
        return Ok(exact);
    }
    let mut bytes = png::indexed(&pixels, most_bytes)?;
    // Noise as strong as the picture.
    while bytes.len() > most_bytes && pixels.width() > 1 {
        let factor = (most_bytes as f64 / bytes.len() as f64).sqrt().min(0.95);
        pixels = shrunk(pixels, factor)?;
        bytes = png::indexed(&pixels, most_bytes)?;
    }
    Ok(bytes)
}

/// `bytes` for a picture of usual size; more for a larger one, in proportion.
fn in_proportion(bytes: usize, canvas: &RgbaImage) -> usize {
    let count = canvas.width() as usize * canvas.height() as usize;
    bytes * count.max(USUAL_PIXELS) / USUAL_PIXELS
}

/// Empties the cells below and right of the cursor, which stays.
fn emptied(size: Size) -> String {
    let mut data = String::with_capacity(usize::from(size.height) * 12);
    for _ in 0..size.height {
        let _ = write!(data, "\x1b[{}X\x1b[1B", size.width);
    }
    let _ = write!(data, "\x1b[{}A", size.height);
    data
}

fn drawn_once(size: Size, data: String) -> (Buffer, Payload) {
    let mut cells = Buffer::empty(Rect::from((Position::ORIGIN, size)));
    for cell in &mut cells.content {
        cell.set_diff_option(CellDiffOption::Skip);
    }
    (cells, Payload::DrawnOnce(data.into()))
}

/// iTerm2's inline file, over cells that are emptied first.
fn inline_file(png: &[u8], (width, height): (u32, u32), size: Size) -> String {
    let mut data = emptied(size);
    data.reserve(png.len() * 4 / 3 + 128);
    let _ = write!(
        data,
        "\x1b]1337;File=inline=1;size={};width={width}px;height={height}px;doNotMoveCursor=1:",
        png.len()
    );
    base64_simd::STANDARD.encode_append(png, &mut data);
    data.push('\x07');
    data
}

/// A command to kitty, which tmux passes on if it has to.
pub fn kitty_command(command: &str, through_tmux: bool) -> String {
    match through_tmux {
        true => format!("\x1bPtmux;\x1b\x1b_G{command}\x1b\x1b\\\x1b\\"),
        false => format!("\x1b_G{command}\x1b\\"),
    }
}

/// kitty's transmission with a virtual placement over these cells: kitty fits the picture into them
/// and keeps its aspect.
fn transmission(png: &[u8], id: u32, size: Size, through_tmux: bool) -> String {
    let Size { width, height } = size;
    let pieces = png.chunks(BYTES_OF_A_PIECE);
    let last = pieces.len().saturating_sub(1);
    let command = |(number, piece)| {
        let head = match number {
            0 => format!("i={id},a=T,U=1,f=100,t=d,c={width},r={height},"),
            _ => String::new(),
        };
        let has_more = u8::from(number < last);
        let data = base64_simd::STANDARD.encode_to_string(piece);
        kitty_command(&format!("q=2,{head}m={has_more};{data}"), through_tmux)
    };
    pieces.enumerate().map(command).collect()
}

fn kept(png: &[u8], size: Size, surface: &Surface) -> (Buffer, Payload) {
    let id = fresh_id();
    let transmission = transmission(png, id, size, surface.through_tmux).into();

    let mut cells = Buffer::empty(Rect::from((Position::ORIGIN, size)));
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
    (cells, Payload::Kept { id, transmission })
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

/// Random, because two programs in one terminal share its pictures; 24 bits, because the cell's
/// colour carries it.
fn fresh_id() -> u32 {
    let random = RandomState::new().build_hasher().finish() as u32;
    (random & 0x00FF_FFFF).max(1)
}

/// Deletes the pictures with these numbers.
pub fn delete(ids: impl IntoIterator<Item = u32>, through_tmux: bool) -> String {
    let command = |id| kitty_command(&format!("a=d,d=I,i={id},q=2"), through_tmux);
    ids.into_iter().map(command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::mode::ColourDepth;

    fn surface(mode: PictureMode) -> Surface {
        Surface { mode, ..Surface::for_cells(ColourDepth::True) }
    }

    fn encoded(surface: &Surface) -> (Buffer, Payload) {
        let size = Size::new(5, 3);
        let pixels = RgbaImage::from_pixel(40, 48, image::Rgba([1, 2, 3, 255]));
        encode(Canvas { pixels, grain: (8, 16) }, size, surface, || Ok(None)).unwrap()
    }

    #[test]
    fn kitty_cells_each_name_their_place_and_their_picture() {
        let (cells, payload) = encoded(&surface(PictureMode::Kitty));
        let Payload::Kept { id, transmission } = payload else { panic!("{payload:?}") };
        assert!(transmission.starts_with(&format!("\x1b_Gq=2,i={id},a=T,U=1,f=100,t=d,c=5,r=3,")));
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

    /// A photograph's noise, as large as beside a short text at 120x40.
    fn noisy(spread: u32) -> RgbaImage {
        let mut state = 7u32;
        RgbaImage::from_fn(846, 648, |x, y| {
            let mut sample = |base: u32| {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                (base / 4 + (state >> 24) % spread).min(255) as u8
            };
            image::Rgba([sample(x), sample(y), sample(x + y), 255])
        })
    }

    fn sent(payload: &Payload) -> usize {
        payload.bytes()
    }

    #[test]
    fn a_photograph_takes_at_most_250_kb_on_the_line_however_noisy_it_is() {
        for mode in [PictureMode::Kitty, PictureMode::Iterm2] {
            for spread in [12, 90] {
                let canvas = Canvas { pixels: noisy(spread), grain: (9, 18) };
                let size = Size::new(94, 36);
                let (cells, payload) = encode(canvas, size, &surface(mode), || Ok(None)).unwrap();
                let of_cells: usize = cells.content.iter().map(|cell| cell.symbol().len()).sum();
                let bytes = sent(&payload) + of_cells;
                assert!((50_000..=250_000).contains(&bytes), "{mode} {spread}: {bytes}");
            }
        }
    }

    #[test]
    fn an_enlarged_photograph_is_sent_with_its_own_pixels_only_where_the_canvas_takes_too_many() {
        let small = || Ok(Some(RgbaImage::from_pixel(100, 100, image::Rgba([9, 9, 9, 255]))));
        let of = |pixels| {
            let canvas = Canvas { pixels, grain: (9, 18) };
            let kitty = surface(PictureMode::Kitty);
            sent(&encode(canvas, Size::new(94, 36), &kitty, small).unwrap().1)
        };
        assert!(of(noisy(90)) < 2_000, "its own pixels");
        let quiet = image::imageops::crop_imm(&noisy(3), 0, 0, 300, 300).to_image();
        assert!(of(quiet) > 20_000, "the canvas, which is small enough");
    }

    #[test]
    fn what_was_sent_is_deleted_by_its_number() {
        assert_eq!(delete([7], false), "\x1b_Ga=d,d=I,i=7,q=2\x1b\\");
        assert!(delete([7], true).starts_with("\x1bPtmux;\x1b\x1b_G"));
    }
}
