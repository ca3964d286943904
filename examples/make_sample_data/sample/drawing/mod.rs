//! Drawing: a canvas with shapes, inks, lettering and a few effects.
//!
//! This is the part that all pictures of the sample share; their content is in `pictures`. Nothing
//! here reads a clock, a random source or a font of the system, so the same program draws the same
//! picture everywhere.

pub mod canvas;
pub mod effects;
pub mod ink;
pub mod lettering;
mod strokes;
pub mod words;

pub use canvas::{Canvas, Point};
pub use ink::{Colour, Ink, across, down, glow};
pub use lettering::Lettering;
