//! A picture as a few grey values, for comparing it with others.

use image::{DynamicImage, GrayImage};

use super::decode::{DecodeLimits, decode};

/// The upright picture, scaled to a square of `side` grey values a side, row by row, over white
/// where it is transparent; `None` if it cannot be decoded.
pub fn grey_values(bytes: &[u8], side: u32) -> Option<Vec<u8>> {
    let decoded = decode(bytes, DecodeLimits::default()).ok()?;
    let (width, height) = (decoded.pixels.width(), decoded.pixels.height());
    let has_alpha = decoded.pixels.color().has_alpha();
    let raw = decoded.pixels.as_bytes();
    // One sample instead of three is scaled.
    let grey: Vec<u8> = if has_alpha {
        raw.as_chunks::<4>()
            .0
            .iter()
            .map(|&[rgb @ .., alpha]| over_white(light(rgb), alpha))
            .collect()
    } else {
        raw.as_chunks::<3>().0.iter().map(|&rgb| light(rgb)).collect()
    };
    let small = GrayImage::from_raw(side, side, means(&grey, (width, height), (side, side)))?;
    let mut small = DynamicImage::from(small);
    small.apply_orientation(decoded.orientation);
    Some(small.into_luma8().into_raw())
}

/// The means of equal rectangles of a picture, `across` times `down` of them, row by row. A pixel counts by the part
/// of it that a rectangle covers.
pub(super) fn means(
    grey: &[u8],
    (width, height): (u32, u32),
    (across, down): (u32, u32),
) -> Vec<u8> {
    let (columns, rows) = (covered(width, across), covered(height, down));
    let mut small = Vec::with_capacity(rows.len() * columns.len());
    let mut band = vec![0.0; width as usize];
    for (top, shares) in rows {
        band.fill(0.0);
        let covered = grey.chunks_exact(width as usize).skip(top);
        for (row, share) in covered.zip(shares) {
            band.iter_mut().zip(row).for_each(|(sum, &value)| *sum += share * f32::from(value));
        }
        small.extend(columns.iter().map(|(left, shares)| {
            let sum: f32 = band[*left..].iter().zip(shares).map(|(sum, share)| sum * share).sum();
            (sum + 0.5) as u8
        }));
    }
    small
}

/// For each of `parts` equal parts of a line of `length` pixels the first pixel that it covers, and
/// the shares of the pixels in its mean.
fn covered(length: u32, parts: u32) -> Vec<(usize, Vec<f32>)> {
    let (length, parts) = (u64::from(length), u64::from(parts));
    // In units of one part of a pixel, so that every border is a whole number.
    let part = |number: u64| {
        let (from, to) = (number * length, (number + 1) * length);
        let pixels = from / parts..to.div_ceil(parts);
        let share = |pixel: u64| {
            let within = to.min((pixel + 1) * parts) - from.max(pixel * parts);
            within as f32 / length as f32
        };
        (pixels.start as usize, pixels.map(share).collect())
    };
    (0..parts).map(part).collect()
}

fn light([red, green, blue]: [u8; 3]) -> u8 {
    ((299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000) as u8
}

pub(super) fn over_white(light: u8, alpha: u8) -> u8 {
    let (light, alpha) = (u32::from(light), u32::from(alpha));
    ((light * alpha + 255 * (255 - alpha)) / 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_pixel_counts_by_the_part_that_a_rectangle_covers() {
        assert_eq!(means(&[0, 90, 240], (3, 1), (2, 2)), [30, 190, 30, 190]);
        assert_eq!(
            means(&[10, 20], (1, 2), (4, 4)).chunks(4).map(|row| row[0]).collect::<Vec<_>>(),
            [10, 10, 20, 20]
        );
    }

    #[test]
    fn what_is_transparent_is_white_and_what_is_no_picture_is_nothing() {
        let empty = DynamicImage::ImageRgba8(image::RgbaImage::new(4, 4));
        let grey = grey_values(&written(&empty, image::ImageFormat::Png), 2);
        assert_eq!(grey, Some(vec![255; 4]));
        assert_eq!(grey_values(b"no picture", 2), None);
    }
}
