//! Scaling of pixels: a part of a picture at another size, and means of blocks.
//!
//! A crate of its own because the resizer is generic and is compiled into the crate that calls it: here it is
//! optimised in development builds too, where a picture otherwise took 70 ms instead of one.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{
    CropBox, FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer, SrcCropping,
};

/// Beyond this enlargement pixels are shown as sharp squares.
pub const CRISP_BEYOND: f64 = 4.0;

/// Samples of a picture, row by row: three for each pixel, or four with alpha.
#[derive(Clone, Copy, Debug)]
pub struct Raster<'s> {
    pub samples: &'s [u8],
    /// Width and height.
    pub size: (u32, u32),
    pub has_alpha: bool,
}

/// A rectangle in fractions of a picture: 0 to 1 in both directions.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// A picture could not be scaled; it means that its pixels contradict its size.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be scaled: {0}")]
pub struct Unscalable(String);

impl Unscalable {
    fn because(why: &dyn std::fmt::Display) -> Self {
        Unscalable(why.to_string())
    }
}

/// The samples of a part of a picture at another size.
///
/// # Errors
/// [`Unscalable`] when the raster is inconsistent.
pub fn resized(raster: Raster<'_>, part: Part, size: (u32, u32)) -> Result<Vec<u8>, Unscalable> {
    let (width, height) = (f64::from(raster.size.0), f64::from(raster.size.1));
    let left = (part.left * width).clamp(0.0, width);
    let top = (part.top * height).clamp(0.0, height);
    let cropping = CropBox {
        left,
        top,
        width: (part.width * width).min(width - left),
        height: (part.height * height).min(height - top),
    };
    let enlargement = f64::from(size.0) / cropping.width.max(f64::MIN_POSITIVE);
    let options = ResizeOptions {
        algorithm: sharpest(enlargement),
        cropping: SrcCropping::Crop(cropping),
        ..ResizeOptions::default()
    };
    match raster.has_alpha {
        true => resized_by::<U8x4>(raster, size, &options),
        false => resized_by::<U8x3>(raster, size, &options),
    }
}

/// `P` is the layout of a pixel. It is a type, not a value: for all thirteen that the resizer knows its code would
/// be many times as large.
fn resized_by<P: PixelTrait>(
    raster: Raster<'_>,
    (width, height): (u32, u32),
    options: &ResizeOptions,
) -> Result<Vec<u8>, Unscalable> {
    let source = TypedImageRef::<P>::from_buffer(raster.size.0, raster.size.1, raster.samples)
        .map_err(|error| Unscalable::because(&error))?;
    let mut samples = vec![0; width as usize * height as usize * P::size()];
    let mut target = TypedImage::<P>::from_buffer(width, height, &mut samples)
        .map_err(|error| Unscalable::because(&error))?;
    let done = Resizer::new().resize_typed(&source, &mut target, options);
    done.map_err(|error| Unscalable::because(&error))?;
    Ok(samples)
}

/// Lanczos keeps letters sharp when a picture shrinks; enlarged, it would ring around them.
fn sharpest(enlargement: f64) -> ResizeAlg {
    if enlargement > CRISP_BEYOND {
        ResizeAlg::Nearest
    } else if enlargement > 1.0 {
        ResizeAlg::Convolution(FilterType::CatmullRom)
    } else {
        ResizeAlg::Convolution(FilterType::Lanczos3)
    }
}

/// The means of blocks of `factor` by `factor` pixels; those at the right and at the bottom may be smaller.
///
/// 12 megapixels take 19 ms; the image crate's thumbnail takes 69 ms.
pub fn averaged(raster: Raster<'_>, factor: usize) -> Vec<u8> {
    let width = raster.size.0 as usize;
    match raster.has_alpha {
        true => means_of::<4>(raster.samples, width, factor),
        false => means_of::<3>(raster.samples, width, factor),
    }
}

fn means_of<const CHANNELS: usize>(samples: &[u8], width: usize, factor: usize) -> Vec<u8> {
    let columns = width.div_ceil(factor);
    let mut sums = vec![[0u32; CHANNELS]; columns];
    let mut means = Vec::with_capacity(samples.len() / factor / factor + columns * CHANNELS);
    for band in samples.chunks(width * CHANNELS * factor) {
        sums.fill([0; CHANNELS]);
        for row in band.chunks_exact(width * CHANNELS) {
            for (block, sum) in row.chunks(factor * CHANNELS).zip(&mut sums) {
                for pixel in block.chunks_exact(CHANNELS) {
                    for (sum, sample) in sum.iter_mut().zip(pixel) {
                        *sum += u32::from(*sample);
                    }
                }
            }
        }
        let rows = band.len() / (width * CHANNELS);
        for (column, sum) in sums.iter().enumerate() {
            let count = (rows * factor.min(width - column * factor)) as u32;
            means.extend(sum.iter().map(|sum| ((sum + count / 2) / count) as u8));
        }
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_pixels_become_their_mean_also_at_the_edges() {
        // Three columns and three rows in blocks of two.
        let samples = [10, 20, 50, 30, 41, 70, 100, 101, 7];
        assert_eq!(means_of::<1>(&samples, 3, 2), [25, 60, 101, 7]);
        let coloured = [0, 200, 2, 100, 4, 0, 6, 0];
        assert_eq!(means_of::<2>(&coloured, 2, 2), [3, 75]);
    }

    #[test]
    fn pixels_that_do_not_fill_their_size_are_an_error() {
        let whole = Part { left: 0.0, top: 0.0, width: 1.0, height: 1.0 };
        let raster = |samples| Raster { samples, size: (2, 2), has_alpha: false };
        assert_eq!(resized(raster(&[7; 12]), whole, (1, 1)).unwrap(), [7; 3]);
        assert!(resized(raster(&[7; 11]), whole, (1, 1)).is_err());
    }
}
