//! Whether two picture files are one picture, only encoded again: at another quality, in another format or size, with
//! fewer colours.
//!
//! Both are reduced to the size of the smaller one. Compression and scaling leave errors of either sign beside each
//! other, which the mean of a few neighbouring pixels takes out; another digit or a mark does not. So the largest mean
//! difference counts: of brightness over 3×3 pixels, and of colour, which JPEG keeps for every second pixel, over 9×9.
//! The limits were measured (`benches/re_encoded.py`).

use image::{DynamicImage, GrayImage};

use super::decode::{DecodeLimits, Decoded, decode, swaps_sides};
use super::grey::{means, over_white};

/// The longest side at which pictures are compared.
const LONGEST: u32 = 640;
/// The side of the square over which brightness is averaged, and the most by which its mean differs, of 255.
const BRIGHTNESS: (usize, i32) = (3, 25);
/// The same for red and blue without their brightness.
const COLOUR: (usize, i32) = (9, 30);

/// Whether two files are one picture, encoded again. Not if one of them cannot be decoded.
pub fn are_the_same(one: &[u8], other: &[u8]) -> bool {
    let decoded = [one, other].map(|bytes| decode(bytes, DecodeLimits::default()).ok());
    let [Some(one), Some(other)] = decoded else { return false };
    let Some(size) = common_size(one.natural, other.natural) else { return false };
    let (Some(one), Some(other)) = (planes(&one, size), planes(&other, size)) else { return false };
    let difference = |colour: usize| -> Vec<i32> {
        let both = one[colour].iter().zip(&other[colour]);
        both.map(|(one, other)| 1000 * (i32::from(*one) - i32::from(*other))).collect()
    };
    let [red, green, blue] = [0, 1, 2].map(difference);
    let light: Vec<i32> = (0..red.len())
        .map(|at| (299 * red[at] + 587 * green[at] + 114 * blue[at]) / 1000)
        .collect();
    let without_light = |colour: &[i32]| -> Vec<i32> {
        colour.iter().zip(&light).map(|(colour, light)| colour - light).collect()
    };
    let width = size.0 as usize;
    let is_within =
        |plane: &[i32], (side, most): (usize, i32)| largest_mean(plane, width, side) <= 1000 * most;
    is_within(&light, BRIGHTNESS)
        && [red, blue].iter().all(|colour| is_within(&without_light(colour), COLOUR))
}

/// The size at which two pictures are compared; `None` if their shapes differ by more than rounding.
fn common_size(one: (u32, u32), other: (u32, u32)) -> Option<(u32, u32)> {
    let (width, height) = (one.0.min(other.0), one.1.min(other.1));
    let fits = |(across, down): (u32, u32)| {
        let scaled = f64::from(across) * f64::from(height) / f64::from(down);
        (scaled - f64::from(width)).abs() <= 1.5
    };
    let scale = (f64::from(LONGEST) / f64::from(width.max(height))).min(1.0);
    let scaled = |side: u32| ((f64::from(side) * scale).round() as u32).max(1);
    (fits(one) && fits(other)).then(|| (scaled(width), scaled(height)))
}

/// Red, green and blue of the upright picture in this size, over white.
fn planes(decoded: &Decoded, (width, height): (u32, u32)) -> Option<[Vec<u8>; 3]> {
    let shape = (decoded.pixels.width(), decoded.pixels.height());
    let lies = swaps_sides(decoded.orientation);
    let (across, down) = if lies { (height, width) } else { (width, height) };
    let whole = decoded.pixels.to_rgba8();
    let plane = |colour: usize| {
        let values: Vec<u8> =
            whole.pixels().map(|dot| over_white(dot.0[colour], dot.0[3])).collect();
        let reduced = GrayImage::from_raw(across, down, means(&values, shape, (across, down)))?;
        let mut upright = DynamicImage::from(reduced);
        upright.apply_orientation(decoded.orientation);
        Some(upright.into_luma8().into_raw())
    };
    Some([plane(0)?, plane(1)?, plane(2)?])
}

/// The largest mean of a square of this side, whatever its sign; at the edge a square is cut. Sums are carried on
/// from row to row and from pixel to pixel.
fn largest_mean(values: &[i32], width: usize, side: usize) -> i32 {
    let (height, half) = (values.len() / width, side / 2);
    // How much of a window that ends here is within this length.
    let within = |end: usize, length: usize| (end + 1).min(length) - (end + 1).saturating_sub(side);
    let row = |y: usize| &values[y * width..(y + 1) * width];
    let mut sums = vec![0_i32; width];
    let mut largest = 0;
    for bottom in 0..height + half {
        if bottom < height {
            sums.iter_mut().zip(row(bottom)).for_each(|(sum, value)| *sum += value);
        }
        if bottom >= side {
            sums.iter_mut().zip(row(bottom - side)).for_each(|(sum, value)| *sum -= value);
        }
        let mut sum = 0;
        for right in 0..width + half {
            sum += sums.get(right).copied().unwrap_or(0);
            sum -= right.checked_sub(side).map_or(0, |left| sums[left]);
            if bottom >= half && right >= half {
                let count = within(bottom, height) * within(right, width);
                largest = largest.max(sum.abs() / count as i32);
            }
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::codecs::jpeg::JpegEncoder;
    use image::imageops::FilterType;
    use image::{ImageFormat, Rgb, RgbImage};
    use std::io::Cursor;

    fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn png(picture: &RgbImage) -> Vec<u8> {
        written(&picture.clone().into(), ImageFormat::Png)
    }

    fn jpeg(picture: &RgbImage, quality: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(picture).unwrap();
        bytes
    }

    /// Hills of colour behind a diagram: bars on a white ground with a line of strokes, as letters are, above.
    fn diagram(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            let bar = x * 8 / width;
            let tall = height / 6 + (bar * 37 % 5) * height / 8;
            let is_stroke =
                y > height / 20 && y < height / 20 + 9 && x / 3 * 7 % 5 < 2 && x % 9 + y % 7 < 9;
            if is_stroke {
                Rgb([20, 20, 20])
            } else if height - y < tall && x * 8 % width > width / 8 {
                Rgb([60, 110, 190])
            } else if y > height / 2 {
                let hill = (f64::from(x) / 23.0).sin() * (f64::from(y) / 31.0).cos();
                Rgb([(170.0 + 60.0 * hill) as u8, 190, (150.0 - 40.0 * hill) as u8])
            } else {
                Rgb([255, 255, 255])
            }
        })
    }

    fn scaled(picture: &RgbImage, by: f64) -> RgbImage {
        let side = |side: u32| (f64::from(side) * by).round() as u32;
        let (width, height) = (side(picture.width()), side(picture.height()));
        image::imageops::resize(picture, width, height, FilterType::CatmullRom)
    }

    #[test]
    fn a_picture_that_was_encoded_again_is_the_same() {
        let picture = diagram(481, 360);
        let first = png(&picture);
        for quality in [95, 75, 50, 40] {
            assert!(are_the_same(&first, &jpeg(&picture, quality)), "quality {quality}");
        }
        for by in [0.5, 2.0, 0.8] {
            assert!(are_the_same(&first, &png(&scaled(&picture, by))), "scaled by {by}");
        }
        assert!(are_the_same(&jpeg(&picture, 90), &jpeg(&scaled(&picture, 0.5), 50)), "both");
        assert!(are_the_same(&first, &written(&picture.clone().into(), ImageFormat::WebP)));
        let mut fewer = picture.clone();
        fewer.pixels_mut().for_each(|dot| dot.0 = dot.0.map(|value| value / 24 * 24 + 12));
        assert!(are_the_same(&first, &png(&fewer)), "eleven levels of each colour");
    }

    #[test]
    fn an_edit_is_another_picture_also_after_it_was_encoded_again() {
        let picture = diagram(480, 360);
        let first = png(&picture);
        let edited = |edit: &dyn Fn(&mut RgbImage)| {
            let mut edited = picture.clone();
            edit(&mut edited);
            edited
        };
        let fill = |picture: &mut RgbImage, at: (u32, u32), size: (u32, u32), colour: [u8; 3]| {
            for (x, y) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
                picture.put_pixel(at.0 + x, at.1 + y, Rgb(colour));
            }
        };
        let edits = [
            ("a mark in a corner", edited(&|it| fill(it, (466, 346), (8, 8), [0; 3]))),
            ("another digit", edited(&|it| fill(it, (100, 40), (3, 9), [20; 3]))),
            ("another frame", edited(&|it| *it = image::imageops::rotate180(&*it))),
            // As bright as the blue of the bars.
            ("another colour", edited(&|it| fill(it, (190, 340), (24, 15), [200, 60, 95]))),
        ];
        for (what, edited) in edits {
            assert!(!are_the_same(&first, &png(&edited)), "{what}");
            assert!(!are_the_same(&first, &jpeg(&edited, 50)), "{what}, JPEG of quality 50");
            assert!(!are_the_same(&first, &jpeg(&scaled(&edited, 0.5), 75)), "{what}, half");
        }
    }

    #[test]
    fn the_largest_mean_is_that_of_the_whole_square_and_at_the_edge_of_its_part() {
        // Five wide, four high.
        let mut values = vec![0; 20];
        values[7] = -900;
        assert_eq!(largest_mean(&values, 5, 3), 150, "two rows of three at the upper edge");
        values[0] = 800;
        assert_eq!(largest_mean(&values, 5, 3), 200, "four in the corner");
        assert_eq!(largest_mean(&values, 5, 1), 900);
        assert_eq!(largest_mean(&[-7], 1, 9), 7);
        assert_eq!(largest_mean(&[30; 6], 3, 9), 30);
    }

    #[test]
    fn another_shape_or_no_picture_is_not_the_same() {
        let picture = diagram(200, 100);
        let wide = image::imageops::resize(&picture, 200, 110, FilterType::Triangle);
        assert!(!are_the_same(&png(&picture), &png(&wide)));
        assert!(!are_the_same(&png(&picture), b"no picture"));
        assert_eq!(common_size((481, 360), (241, 180)), Some((241, 180)));
        assert_eq!(common_size((4000, 3000), (2000, 1500)), Some((640, 480)));
        assert_eq!(common_size((480, 360), (360, 480)), None);
    }
}
