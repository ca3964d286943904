//! The data that a terminal with real pixels is sent in addition to the cells, and the marks in
//! those cells by which the pixel layer recognises a picture.

use std::num::NonZeroU16;
use std::sync::Arc;

use ratatui::buffer::CellDiffOption;

/// The character that kitty reserves for its pictures.
pub(super) const PLACEHOLDER: char = '\u{10EEEE}';

/// A cell whose symbol carries escape sequences still takes one column.
pub(super) const ONE_COLUMN: CellDiffOption = CellDiffOption::ForcedWidth(NonZeroU16::MIN);

/// The data that the terminal is sent in addition to the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// Nothing: the cells are the picture.
    None,
    /// Pixels that the terminal keeps under a number below 2^24, and the escape sequences that transmit
    /// them; the cells are placeholders that refer to the number.
    Kept { id: u32, transmission: Arc<str> },
    /// Pixels that are drawn at the cursor and forgotten.
    DrawnOnce(Arc<str>),
}

impl Payload {
    /// The length of the sent data.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Payload::None => 0,
            Payload::Kept { transmission: data, .. } | Payload::DrawnOnce(data) => data.len(),
        }
    }
}
