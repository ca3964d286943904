//! The drawing table: a canvas with shapes, inks, lettering and a few darkroom effects.
//!
//! Everything that the pictures of the sample share technically lives here; what they show lives
//! in `pictures`. Nothing here reads a clock, a random source or a font of the system, so the same
//! program draws the same picture everywhere.

pub mod canvas;
pub mod effects;
pub mod ink;
pub mod lettering;

pub use canvas::{Canvas, Point};
pub use ink::{Colour, Ink, across, down, glow};
pub use lettering::Lettering;
