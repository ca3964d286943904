//! Pictures made of characters: our own painters for terminals without pixels.
//!
//! They write into a ratatui buffer, so that pictures are diffed and clipped, are covered by popups, and pass
//! through tmux and slow lines like any other text.

use image::Rgba;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::dither::{Palette, dithered, stippled};
use super::mode::{PictureMode, Surface};
use super::scale::Canvas;

/// Glyphs by their filled quadrants: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
const QUADRANTS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];
/// The dots of a braille cell, row by row, as bits of its code point.
const DOTS: [u32; 8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
const BRAILLE: u32 = 0x2800;

/// Paints the canvas with the mode's glyphs; cells outside of the picture stay empty.
pub fn paint(canvas: &Canvas, surface: &Surface) -> Buffer {
    match surface.mode {
        PictureMode::HalfBlocks256 => half_blocks(canvas, Palette::TwoHundredForty),
        PictureMode::HalfBlocks16 => half_blocks(canvas, Palette::Sixteen),
        PictureMode::Glyphs => dots(canvas, surface.light_background),
        PictureMode::Quadrants | PictureMode::Kitty | PictureMode::Sixel | PictureMode::Iterm2 => {
            quadrants(canvas)
        }
    }
}

fn grid(canvas: &Canvas) -> Buffer {
    let width = canvas.pixels.width() / u32::from(canvas.grain.0.max(1));
    let height = canvas.pixels.height() / u32::from(canvas.grain.1.max(1));
    Buffer::empty(Rect::new(0, 0, width as u16, height as u16))
}

/// Every cell gets the one of eight splits with the smallest error of its two mean colours. The
/// other eight patterns are the same splits with the colours exchanged.
fn quadrants(canvas: &Canvas) -> Buffer {
    let mut buffer = grid(canvas);
    for at in buffer.area.positions() {
        let pixel = |across: u32, down: u32| {
            let (x, y) = (u32::from(at.x) * 2 + across, u32::from(at.y) * 2 + down);
            *canvas.pixels.get_pixel(x, y)
        };
        let four = [pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1)];
        let (glyph, front, back) = quadrant(four);
        buffer[at].set_char(glyph).set_fg(front).set_bg(back);
    }
    buffer
}

fn quadrant(four: [Rgba<u8>; 4]) -> (char, Color, Color) {
    let opaque = (0..4).filter(|&at| four[at].0[3] != 0).fold(0, |mask, at| mask | 1 << at);
    if opaque == 0 {
        return (' ', Color::Reset, Color::Reset);
    }
    if opaque != 0b1111 {
        return (QUADRANTS[opaque], colour(mean(&four, opaque)), Color::Reset);
    }
    let splits = (0..8usize).map(|mask| {
        let (front, back) = (mean(&four, mask), mean(&four, !mask & 0b1111));
        let error: u32 = (0..4)
            .map(|at| distance(four[at], if mask >> at & 1 == 1 { front } else { back }))
            .sum();
        (error, mask, front, back)
    });
    let Some((_, mask, front, back)) = splits.min_by_key(|&(error, mask, ..)| (error, mask)) else {
        return (' ', Color::Reset, Color::Reset);
    };
    if mask == 0 {
        // One colour for all four: a space is the shortest thing to send.
        return (' ', Color::Reset, colour(back));
    }
    (QUADRANTS[mask], colour(front), colour(back))
}

fn mean(four: &[Rgba<u8>; 4], mask: usize) -> [u8; 3] {
    let chosen = || (0..4).filter(move |at| mask >> at & 1 == 1);
    let count = chosen().count().max(1) as u32;
    [0, 1, 2].map(|channel| {
        let sum: u32 = chosen().map(|at| u32::from(four[at].0[channel])).sum();
        ((sum + count / 2) / count) as u8
    })
}

/// Squared distance with the eye's unequal weights for red, green and blue.
fn distance(pixel: Rgba<u8>, other: [u8; 3]) -> u32 {
    let square = |channel: usize| u32::from(pixel.0[channel].abs_diff(other[channel])).pow(2);
    2 * square(0) + 4 * square(1) + 3 * square(2)
}

fn colour([red, green, blue]: [u8; 3]) -> Color {
    Color::Rgb(red, green, blue)
}

fn half_blocks(canvas: &Canvas, palette: Palette) -> Buffer {
    let mut buffer = grid(canvas);
    let colours = dithered(&canvas.pixels, palette);
    let width = canvas.pixels.width() as usize;
    for position in buffer.area.positions() {
        let at = usize::from(position.y) * 2 * width + usize::from(position.x);
        let cell = &mut buffer[position];
        match (colours[at], colours[at + width]) {
            (Some(upper), Some(lower)) if upper == lower => cell.set_bg(upper),
            (Some(upper), Some(lower)) => cell.set_char('▀').set_fg(upper).set_bg(lower),
            (Some(upper), None) => cell.set_char('▀').set_fg(upper),
            (None, Some(lower)) => cell.set_char('▄').set_fg(lower),
            (None, None) => cell,
        };
    }
    buffer
}

/// Eight dots a cell, as dense as the picture is bright (or dark, where ink is dark). Braille keeps
/// letters and lines of a chart legible, which a character per brightness does not.
fn dots(canvas: &Canvas, light_background: bool) -> Buffer {
    let mut buffer = grid(canvas);
    let stretch = contrast(canvas);
    let ink = stippled(canvas.pixels.dimensions(), |x, y| {
        let pixel = *canvas.pixels.get_pixel(x, y);
        let bright = stretch(luminance(pixel));
        (pixel.0[3] != 0).then_some(if light_background { 1.0 - bright } else { bright })
    });
    let width = canvas.pixels.width() as usize;
    for position in buffer.area.positions() {
        let corner = usize::from(position.y) * 4 * width + usize::from(position.x) * 2;
        let filled = |at: &usize| ink[corner + at / 2 * width + at % 2] == Some(true);
        let bits: u32 = (0..8).filter(filled).map(|at| DOTS[at]).sum();
        if let (1.., Some(glyph)) = (bits, char::from_u32(BRAILLE + bits)) {
            buffer[position].set_char(glyph);
        }
    }
    buffer
}

/// There are few dots, so they are spread over the actual range of brightness of the picture.
fn contrast(canvas: &Canvas) -> impl Fn(f32) -> f32 + use<> {
    let bright =
        canvas.pixels.pixels().filter(|pixel| pixel.0[3] != 0).map(|&pixel| luminance(pixel));
    let (low, high) = bright.fold((1.0f32, 0.0f32), |(low, high), l| (low.min(l), high.max(l)));
    let (low, range) = if high - low < 0.1 { (0.0, 1.0) } else { (low, high - low) };
    move |luminance| ((luminance - low) / range).clamp(0.0, 1.0)
}

fn luminance(pixel: Rgba<u8>) -> f32 {
    let [red, green, blue, _] = pixel.0.map(f32::from);
    (0.299 * red + 0.587 * green + 0.114 * blue) / 255.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::mode::ColourDepth;
    use image::RgbaImage;

    const RED: Rgba<u8> = Rgba([200, 0, 0, 255]);
    const BLUE: Rgba<u8> = Rgba([0, 0, 200, 255]);
    const CLEAR: Rgba<u8> = Rgba([0, 0, 0, 0]);

    fn painted(rows: &[&[Rgba<u8>]], depth: ColourDepth) -> Buffer {
        let surface = Surface::for_cells(depth);
        let pixels = RgbaImage::from_fn(rows[0].len() as u32, rows.len() as u32, |x, y| {
            rows[y as usize][x as usize]
        });
        paint(&Canvas { pixels, grain: surface.grain() }, &surface)
    }

    #[test]
    fn each_quadrant_pattern_is_found() {
        for mask in 1..15usize {
            let at = |bit: usize| if mask >> bit & 1 == 1 { RED } else { BLUE };
            let cell =
                painted(&[&[at(0), at(1)], &[at(2), at(3)]], ColourDepth::True)[(0, 0)].clone();
            let same =
                cell.symbol() == QUADRANTS[mask].to_string() && cell.fg == Color::Rgb(200, 0, 0);
            let turned = cell.symbol() == QUADRANTS[15 - mask].to_string()
                && cell.bg == Color::Rgb(200, 0, 0);
            assert!(same || turned, "{mask:04b}: {cell:?}");
        }
    }

    #[test]
    fn one_colour_needs_no_glyph() {
        let cell = painted(&[&[RED, RED], &[RED, RED]], ColourDepth::True)[(0, 0)].clone();
        assert_eq!((cell.symbol(), cell.bg), (" ", Color::Rgb(200, 0, 0)));
    }

    #[test]
    fn what_lies_outside_of_the_picture_keeps_the_terminals_background() {
        let cell = painted(&[&[CLEAR, RED], &[CLEAR, RED]], ColourDepth::True)[(0, 0)].clone();
        assert_eq!((cell.symbol(), cell.fg, cell.bg), ("▐", Color::Rgb(200, 0, 0), Color::Reset));
        let cell = painted(&[&[CLEAR], &[RED]], ColourDepth::TwoHundredFiftySix)[(0, 0)].clone();
        assert_eq!((cell.symbol(), cell.bg), ("▄", Color::Reset));
    }

    #[test]
    fn without_colours_brightness_becomes_dots() {
        let grey = |shade: u8| Rgba([shade, shade, shade, 255]);
        let row = [grey(0), grey(0), grey(128), grey(128), grey(255), grey(255)];
        let buffer = painted(&[row.as_slice(); 4], ColourDepth::None);
        let counted = |column: u16| {
            let glyph = buffer[(column, 0)].symbol().chars().next().map_or(0, u32::from);
            glyph.saturating_sub(BRAILLE).count_ones()
        };
        assert_eq!((buffer[(0, 0)].symbol(), buffer[(2, 0)].symbol()), (" ", "⣿"));
        assert!((3..=5).contains(&counted(1)), "{buffer:?}");
    }
}
