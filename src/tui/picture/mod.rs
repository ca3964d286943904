//! Pictures in the terminal.
//!
//! A picture goes through these rooms: [`decode`](mod@decode) reads the file within limits, [`fit`]
//! says where it lies and which part is seen, [`scale`] makes a canvas of it, and a painter puts
//! the canvas on the screen: [`cells`] with characters, [`protocol`] with real pixels. All this happens
//! on one worker thread behind the [`service`]. Screens meet the [`stage`]: they show a picture in
//! an area, and finish the frame; [`layer`] then makes real pixels right under popups, and after
//! them. [`fullscreen`] is the one place that writes to the terminal itself, through viuer.
//!
//! Nothing here knows of questions, of the store or of keys.

mod ansi;
mod cache;
pub mod cells;
pub mod decode;
mod dither;
pub mod fit;
pub mod fullscreen;
mod grid;
mod kept;
pub mod layer;
pub mod mode;
mod notice;
pub mod painted;
pub mod protocol;
#[cfg(test)]
mod sample;
pub mod scale;
pub mod service;
pub mod stage;
mod wishes;
mod worker;

pub use fit::{Look, View};
pub use grid::grid;
pub use mode::{ColourDepth, PictureMode, Surface};
pub use notice::describe;
pub use service::{Loader, PictureService, PictureState, Request, THREAD_NAME, Waker};
pub use stage::{PictureStage, Shown};
