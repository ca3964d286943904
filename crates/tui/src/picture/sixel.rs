//! Pixels as sixel of few bytes, for terminals at the end of a slow line.
//!
//! 256 colours with strong dithering come first: drawings and some photographs are small enough.
//! Others get less dithering, then fewer colours, down to 64; over 20 photographs that halves the
//! bytes, and distinct colours remain distinct. Only then the picture is softened: shrunk and
//! enlarged again, which takes away noise and keeps its size on the screen; at last in blocks of
//! two or three pixels.

use icy_sixel::{EncodeOptions, SixelError, sixel_encode};
use image::imageops::FilterType;
use image::{DynamicImage, RgbaImage};

/// Colours, and how strongly an error is passed on to the neighbours, from fine to coarse.
const STEPS: [(u16, f32); 4] = [(256, 0.875), (256, 0.5), (128, 0.5), (64, 0.5)];
/// The smallest share of the bytes of the first step that each step takes, over 20 photographs: a
/// step that cannot suffice is not tried.
const LEAST_SHARES: [f64; 4] = [1.0, 0.67, 0.59, 0.49];

/// Dithering would bring back the noise that softening takes away.
const WHEN_SOFTENED: (u16, f32) = (64, 0.0);
/// How a picture is softened, increasingly. The number is the factor by which it was too large.
const SOFTENED: [fn(&RgbaImage, f64) -> RgbaImage; 3] =
    [softer, |pixels, _| in_blocks(pixels, 2), |pixels, _| in_blocks(pixels, 3)];

/// A sixel of at most `most_bytes` bytes, or else the smallest that was found. Transparent pixels
/// are left as they are on the screen.
///
/// # Errors
/// When the encoder refuses, which means a picture without pixels.
pub fn small(pixels: &RgbaImage, most_bytes: usize) -> Result<String, SixelError> {
    let mut sixel = encoded(pixels, STEPS[0])?;
    let first = sixel.len() as f64;
    for (step, share) in STEPS.into_iter().zip(LEAST_SHARES).skip(1) {
        if sixel.len() <= most_bytes {
            return Ok(sixel);
        }
        let is_last = step == STEPS[STEPS.len() - 1];
        if is_last || first * share <= most_bytes as f64 {
            sixel = encoded(pixels, step)?;
        }
    }
    for softened in SOFTENED {
        if sixel.len() <= most_bytes {
            break;
        }
        let excess = sixel.len() as f64 / most_bytes.max(1) as f64;
        sixel = encoded(&softened(pixels, excess), WHEN_SOFTENED)?;
    }
    Ok(sixel)
}

/// The picture with the detail of `excess` times fewer pixels.
fn softer(pixels: &RgbaImage, excess: f64) -> RgbaImage {
    let part = excess.sqrt().max(1.25).recip();
    let fewer = |length: u32| ((f64::from(length) * part).round() as u32).max(1);
    let (width, height) = pixels.dimensions();
    // The image crate's own functions are quick in an unoptimised build, too.
    let small = DynamicImage::from(pixels.clone()).thumbnail_exact(fewer(width), fewer(height));
    small.resize_exact(width, height, FilterType::Triangle).into_rgba8()
}

/// Blocks of `block` pixels across and down, each of one colour.
fn in_blocks(pixels: &RgbaImage, block: u32) -> RgbaImage {
    let (width, height) = pixels.dimensions();
    let (columns, rows) = (width.div_ceil(block), height.div_ceil(block));
    let small = DynamicImage::from(pixels.clone()).thumbnail_exact(columns, rows);
    small.resize_exact(width, height, FilterType::Nearest).into_rgba8()
}

fn encoded(pixels: &RgbaImage, (colours, diffusion): (u16, f32)) -> Result<String, SixelError> {
    let options = EncodeOptions { max_colors: colours, diffusion, ..EncodeOptions::default() };
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    sixel_encode(pixels.as_raw(), width, height, &options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use icy_sixel::SixelImage;
    use image::Rgba;

    fn noise(width: u32, height: u32) -> RgbaImage {
        let mut state = 1u32;
        RgbaImage::from_fn(width, height, |x, y| {
            let mut sample = |base: u32| {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                ((base + (state >> 24) % 60) % 256) as u8
            };
            Rgba([sample(x), sample(y), sample(0), 255])
        })
    }

    #[test]
    fn a_drawing_keeps_its_colours() {
        let drawing = RgbaImage::from_fn(120, 60, |x, _| match x {
            0..60 => Rgba([255, 0, 0, 255]),
            _ => Rgba([0, 0, 255, 255]),
        });
        let back = SixelImage::decode(small(&drawing, 1_000).unwrap().as_bytes()).unwrap();
        assert_eq!((back.width, back.height), (120, 60));
        let pixel = |x: usize| &back.pixels[(30 * 120 + x) * 4..][..3];
        assert_eq!((pixel(10), pixel(100)), (&[255, 0, 0][..], &[0, 0, 255][..]));
    }

    #[test]
    fn noise_fits_into_the_bound_and_keeps_its_size() {
        let picture = noise(300, 240);
        let whole = encoded(&picture, STEPS[0]).unwrap().len();
        for part in [2, 3] {
            let sixel = small(&picture, whole / part).unwrap();
            assert!(sixel.len() <= whole / part, "{} of {whole} / {part}", sixel.len());
            let back = SixelImage::decode(sixel.as_bytes()).unwrap();
            assert_eq!((back.width, back.height), (300, 240));
        }
    }
}
