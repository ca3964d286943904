//! Pictures in the terminal.
//!
//! The path of a picture: [`decode`](mod@decode) reads the file within limits, [`fit`] computes
//! where it is shown and which part is visible, [`scale`] makes a canvas of it, and a painter turns
//! the canvas into cells: [`cells`] with characters, [`protocol`] with real pixels,
//! [`png`](mod@png) and [`sixel`] with few bytes. [`painted`] is the result. All this happens on
//! one worker thread behind the [`service`]; the two threads share `requests`. Screens use the
//! [`panes`] only: they show a picture in an area and finish the frame; the [`pixel_layer`] then
//! sends real pixels, also under and after popups. [`fullscreen`] is the only file that writes to
//! the terminal itself, through viuer.
//!
//! This module does not depend on questions, the store or keys.

mod ansi;
mod cache;
pub mod cells;
pub mod decode;
mod dither;
pub mod fit;
pub mod fullscreen;
mod grey;
mod grid;
pub mod mode;
mod notice;
pub mod painted;
pub mod panes;
pub mod payload;
pub mod pixel_layer;
pub mod png;
pub mod protocol;
pub mod re_encoded;
mod requests;
pub mod scale;
pub mod service;
pub mod sixel;
mod terminal_cache;
#[cfg(test)]
mod tests;
mod worker;

pub(crate) use dither::{near_in_256, rgb_in_256};
pub use fit::{Look, Pane, View};
pub use grey::grey_values;
pub use grid::{Tile, grid, scale_in, worth};
pub use mode::{ColourDepth, PictureMode, Surface};
pub use panes::PicturePanes;
pub use requests::{Loader, PictureState, Request, Waker};
pub use service::{PictureService, THREAD_NAME};
