//! A picture as a few grey values, for comparing it with others.

use super::decode::{DecodeLimits, decode};
use super::scale::squeezed;

/// The upright picture, scaled to a square of `side` grey values a side, row by row, over white
/// where it is transparent; `None` if it cannot be decoded.
pub fn grey_values(bytes: &[u8], side: u32) -> Option<Vec<u8>> {
    let decoded = decode(bytes, DecodeLimits::default()).ok()?;
    let small = squeezed(&decoded, side).ok()?;
    let grey = |&image::Rgba([red, green, blue, alpha])| {
        let light = (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000;
        let alpha = u32::from(alpha);
        ((light * alpha + 255 * (255 - alpha)) / 255) as u8
    };
    Some(small.pixels().map(grey).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::DynamicImage;
    use std::io::Cursor;

    fn written(image: &DynamicImage, format: image::ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn a_picture_has_about_the_same_grey_values_in_every_size_and_format() {
        let scene = image::RgbImage::from_fn(200, 120, |x, y| {
            image::Rgb([(x / 2) as u8, (y * 2) as u8, ((x * y) / 100) as u8])
        });
        let scene = DynamicImage::ImageRgb8(scene);
        let large = grey_values(&written(&scene, image::ImageFormat::Png), 32).unwrap();
        let small = scene.thumbnail_exact(80, 48);
        let small = grey_values(&written(&small, image::ImageFormat::Jpeg), 32).unwrap();
        assert_eq!((large.len(), small.len()), (1024, 1024));
        let furthest = large.iter().zip(&small).map(|(one, other)| one.abs_diff(*other)).max();
        assert!(furthest < Some(16), "{furthest:?}");
    }

    #[test]
    fn what_is_transparent_is_white_and_what_is_no_picture_is_nothing() {
        let empty = DynamicImage::ImageRgba8(image::RgbaImage::new(4, 4));
        let grey = grey_values(&written(&empty, image::ImageFormat::Png), 2);
        assert_eq!(grey, Some(vec![255; 4]));
        assert_eq!(grey_values(b"no picture", 2), None);
    }
}
