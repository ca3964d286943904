//! A picture prepared for the screen: cells, and for real pixels the data for the terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::decode::Decoded;
use super::fit::{Pane, View};
use super::mode::{PictureMode, Surface};
use super::payload::Payload;
use super::{cells, protocol, scale};

/// A picture for one area and one view.
#[derive(Clone, Debug)]
pub struct Painted {
    /// The cells that it covers; the upper left one is at 0, 0.
    pub cells: Buffer,
    /// Their position within [`area`](Self::area).
    pub offset: (u16, u16),
    /// The area for which it was painted.
    pub area: Size,
    /// Pixels for the terminal.
    pub payload: Payload,
    /// Width and height of the whole picture, in pixels.
    pub natural: (u32, u32),
    /// The same picture in characters, for what only they can do; `None` if the cells are the picture.
    pub in_characters: Option<Buffer>,
}

impl Painted {
    /// Memory that it takes, in bytes; exact enough for the bound of a cache.
    pub fn bytes(&self) -> usize {
        let characters = self.in_characters.as_ref().map_or(0, |cells| cells.content.len());
        let cells = self.cells.content.len() + characters;
        cells * size_of::<ratatui::buffer::Cell>() + self.payload.bytes()
    }

    /// Whether at least three quarters of its cells are seen in an area for which it was not painted.
    pub fn shows_most_in(&self, area: Rect) -> bool {
        let size = self.cells.area;
        let seen =
            usize::from(size.width.min(area.width)) * usize::from(size.height.min(area.height));
        seen * 4 >= self.cells.content.len() * 3
    }

    /// The screen cells it covers when it is shown in `area`; if this is not the area it was
    /// painted for, it is centred again.
    pub fn place_in(&self, area: Rect) -> Rect {
        let size = self.cells.area;
        let shift = |offset: u16, painted: u16, room: u16, length: u16| {
            if painted == room { offset } else { room.saturating_sub(length) / 2 }
        };
        Rect {
            x: area.x + shift(self.offset.0, self.area.width, area.width, size.width),
            y: area.y + shift(self.offset.1, self.area.height, area.height, size.height),
            width: size.width,
            height: size.height,
        }
    }
}

/// Why a decoded picture could not be painted.
#[derive(Debug, thiserror::Error)]
pub enum Unpaintable {
    /// See [`scale::Unscalable`].
    #[error(transparent)]
    Unscalable(#[from] scale::Unscalable),
    /// See [`protocol::Unencodable`].
    #[error(transparent)]
    Unencodable(#[from] protocol::Unencodable),
    /// The pane has no cell.
    #[error("there is no room for the picture")]
    NoRoom,
}

/// The pixels of the largest screen for which pictures are painted, across and down (8K).
const MOST_PIXELS: (u16, u16) = (7_680, 4_320);

/// The pane for a picture on this surface: what [`paint`] fits it into.
pub fn pane(natural: (u32, u32), area: Size, surface: &Surface) -> Pane {
    let mut room = area;
    let of_screen = surface.mode.has_real_pixels().then_some(MOST_PIXELS);
    let of_sixel = surface.sixel_limit.filter(|_| surface.mode == PictureMode::Sixel);
    for (width, height) in of_screen.into_iter().chain(of_sixel) {
        room.width = room.width.min(width / surface.cell.0.max(1)).max(1);
        room.height = room.height.min(height / surface.cell.1.max(1)).max(1);
    }
    Pane { natural, area: room, cell: surface.cell, grain: surface.grain() }
}

/// Paints a decoded picture for an area.
///
/// # Errors
/// [`Unpaintable`].
pub fn paint(
    decoded: &Decoded,
    area: Size,
    view: View,
    surface: &Surface,
) -> Result<Painted, Unpaintable> {
    let pane = pane(decoded.natural, area, surface);
    let fit = pane.fit(view).ok_or(Unpaintable::NoRoom)?;
    let canvas = scale::canvas(decoded, &fit, surface)?;
    let (cells, payload) = if surface.mode.has_real_pixels() {
        let not_enlarged = || scale::not_enlarged(decoded, &fit);
        protocol::encode(canvas, fit.cells, surface, not_enlarged)?
    } else {
        (cells::paint(&canvas, surface), Payload::None)
    };
    let margin =
        (area.width.saturating_sub(pane.area.width), area.height.saturating_sub(pane.area.height));
    Ok(Painted {
        cells,
        offset: (fit.offset.0 + margin.0 / 2, fit.offset.1 + margin.1 / 2),
        area,
        payload,
        natural: decoded.natural,
        in_characters: surface.mode.has_real_pixels().then(|| {
            let cells = Surface { mode: PictureMode::Quadrants, ..*surface };
            let painted = paint(decoded, fit.cells, view, &cells);
            painted.map_or_else(|_| Buffer::default(), |painted| painted.cells)
        }),
    })
}
