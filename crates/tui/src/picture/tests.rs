//! Sample pictures and the time limit for the tests of this module.

use std::io::Cursor;
use std::time::Duration;

use image::{ImageFormat, Rgb, RgbImage};

/// Longer than any machine should need; a test that waits this long has failed.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A PNG of two gradients.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let shade = |at: u32, of: u32| (at * 255 / of.max(1)) as u8;
    let picture =
        RgbImage::from_fn(width, height, |x, y| Rgb([shade(x, width), shade(y, height), 90]));
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).expect("a PNG in memory");
    bytes.into_inner()
}
