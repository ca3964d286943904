//! Pictures printed among lines of text: `assay show`, and the plain mode.
//!
//! viuer paints here: it writes to standard output itself, without frames, which is only right if
//! we own the whole screen. It gets a picture of exactly the pixels it will show and both side
//! lengths, since it would not keep the aspect ratio. It may look for kitty and iTerm2 only if our
//! own probe found them: its probe waits without a limit. Our own painters do what it cannot
//! (sixel, tmux, fewer colours), and a screen full of cells, where quadrants show twice as much.
//!
//! No other thread may read the input meanwhile: viuer waits for kitty's answer.

use std::io::{self, Write};

use image::DynamicImage;
use ratatui::layout::Size;

use super::ansi;
use super::decode::{DecodeLimits, Decoded, Undecodable, decode};
use super::fit::View;
use super::mode::{PictureMode, Surface};
use super::painted::{Painted, Unpaintable, paint, pane};
use super::payload::Payload;
use super::scale::canvas;

/// Why a picture could not be printed.
#[derive(Debug, thiserror::Error)]
pub enum NotPainted {
    #[error(transparent)]
    Undecodable(#[from] Undecodable),
    /// The painter.
    #[error(transparent)]
    Unpaintable(#[from] Unpaintable),
    /// viuer, or the terminal.
    #[error("the picture cannot be written: {0}")]
    Io(#[from] io::Error),
    /// viuer, beyond reading and writing.
    #[error("viuer cannot paint the picture: {0}")]
    Viuer(viuer::ViuError),
}

/// Prints a picture at the cursor, at most `most` cells large; the next line follows below it.
/// For a pipe there is [`text`].
///
/// # Errors
/// [`NotPainted`].
pub fn print(bytes: &[u8], most: Size, surface: &Surface) -> Result<(), NotPainted> {
    let decoded = decode(bytes, DecodeLimits::default())?;
    let real_pixels = match surface.mode {
        PictureMode::Kitty => !surface.through_tmux,
        // viuer detects iTerm2 by variables only, which do not pass through SSH.
        PictureMode::Iterm2 => viuer::is_iterm_supported(),
        _ => false,
    };
    if real_pixels && viuer_paints(&decoded, most, surface).is_ok() {
        return Ok(());
    }
    // viuer's blocks need exact colours; with few colours, ours are dithered.
    if real_pixels || surface.mode == PictureMode::Quadrants {
        let blocks = Surface { mode: PictureMode::HalfBlocks256, ..*surface };
        return viuer_paints(&decoded, most, &blocks);
    }
    let painted = paint(&decoded, most, View::default(), surface)?;
    let mut out = io::stdout().lock();
    out.write_all(alone(&painted).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A picture as lines of text, at most `most` cells large, for output where the cursor must not
/// move: a pipe, a screen reader. For surfaces of cells.
///
/// # Errors
/// [`NotPainted`].
pub fn text(bytes: &[u8], most: Size, surface: &Surface) -> Result<String, NotPainted> {
    let decoded = decode(bytes, DecodeLimits::default())?;
    let painted = paint(&decoded, most, View::default(), surface)?;
    let mut text = String::new();
    for row in 0..painted.cells.area.height {
        ansi::push_row(&mut text, &painted.cells, row);
        text.push('\n');
    }
    Ok(text)
}

/// Lets viuer paint with real pixels, or with half blocks in true colour if the surface's grain is
/// theirs.
fn viuer_paints(decoded: &Decoded, area: Size, surface: &Surface) -> Result<(), NotPainted> {
    let fit =
        pane(decoded.natural, area, surface).fit(View::default()).ok_or(Unpaintable::NoRoom)?;
    let pixels = canvas(decoded, &fit, surface).map_err(Unpaintable::from)?.pixels;
    let config = viuer::Config {
        transparent: true,
        absolute_offset: false,
        x: 0,
        y: 0,
        width: Some(u32::from(fit.cells.width)),
        height: Some(u32::from(fit.cells.height)),
        truecolor: true,
        use_kitty: surface.mode == PictureMode::Kitty,
        use_iterm: surface.mode == PictureMode::Iterm2,
        ..viuer::Config::default()
    };
    match viuer::print(&DynamicImage::ImageRgba8(pixels), &config) {
        // A key was typed while kitty confirmed the picture; the picture is there.
        Ok(_) | Err(viuer::ViuError::KittyResponse(_)) => Ok(()),
        Err(viuer::ViuError::Io(error)) => Err(NotPainted::Io(error)),
        Err(error) => Err(NotPainted::Viuer(error)),
    }
}

/// The output of our own painters as text for the terminal.
fn alone(painted: &Painted) -> String {
    let rows = painted.cells.area.height;
    if let Payload::DrawnOnce(data) = &painted.payload {
        // Lines are added first, because a picture over the last line would scroll away.
        let room = "\n".repeat(usize::from(rows) + 1);
        return format!("{room}\x1b[{}A\x1b7{data}\x1b8\x1b[{rows}B\r", rows + 1);
    }
    let mut text = match &painted.payload {
        Payload::Kept { transmission, .. } => transmission.to_string(),
        _ => String::new(),
    };
    for row in 0..rows {
        ansi::push_row(&mut text, &painted.cells, row);
        text.push_str("\r\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::cells;
    use crate::picture::mode::ColourDepth;
    use crate::picture::scale::Canvas;
    use image::{Rgba, RgbaImage};

    fn painted(depth: ColourDepth) -> Painted {
        let surface = Surface::for_cells(depth);
        let (across, down) = surface.grain();
        let pixels = RgbaImage::from_pixel(
            u32::from(across) * 3,
            u32::from(down) * 2,
            Rgba([255, 255, 255, 255]),
        );
        Painted {
            cells: cells::paint(&Canvas { pixels, grain: surface.grain() }, &surface),
            offset: (4, 1),
            area: Size::new(10, 5),
            payload: Payload::None,
            natural: (3, 2),
            in_characters: None,
        }
    }

    #[test]
    fn without_colours_a_printed_picture_is_plain_text() {
        assert_eq!(alone(&painted(ColourDepth::None)), "⣿⣿⣿\r\n⣿⣿⣿\r\n");
    }

    #[test]
    fn pixels_at_the_cursor_make_room_first() {
        let sixel = Painted {
            payload: Payload::DrawnOnce("<pixels>".into()),
            ..painted(ColourDepth::True)
        };
        assert_eq!(alone(&sixel), "\n\n\n\x1b[3A\x1b7<pixels>\x1b8\x1b[2B\r");
    }
}
