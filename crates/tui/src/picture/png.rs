//! Pixels as a PNG of few bytes, for terminals at the end of a slow line.
//!
//! A PNG without loss is tried first: drawings and most photographs are small enough. Other pictures get a
//! palette of at most 255 colours and the transparent one, dithered while that is small enough, then fewer
//! colours without dithering, whose indices compress better.

use image::{DynamicImage, RgbaImage};
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use quantette::deps::palette::Srgb;
use quantette::dither::FloydSteinberg;
use quantette::{ImageRef, PaletteSize, Pipeline};

/// Colours, and how strongly an error is passed on to the neighbours, from fine to coarse.
const PALETTES: [(u8, f32); 3] = [(255, 0.5), (128, 0.0), (32, 0.0)];

/// A PNG without loss.
///
/// # Errors
/// When the encoder refuses, which means a picture without pixels.
pub fn exact(pixels: &RgbaImage) -> Result<Vec<u8>, EncodingError> {
    let has_margin = pixels.pixels().any(|pixel| pixel.0[3] == 0);
    let (colour, samples) = match has_margin {
        true => (ColorType::Rgba, pixels.as_raw().clone()),
        false => (ColorType::Rgb, DynamicImage::from(pixels.clone()).into_rgb8().into_raw()),
    };
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(colour);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(Filter::Adaptive);
    encoder.set_deflate_compression(DeflateCompression::FdeflateUltraFast);
    encoder.write_header()?.write_image_data(&samples)?;
    Ok(bytes)
}

/// An indexed PNG of at most this many bytes, or else the one with the fewest colours.
///
/// # Errors
/// When the encoder refuses, which means a picture without pixels.
pub fn indexed(pixels: &RgbaImage, most_bytes: usize) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    for (colours, diffusion) in PALETTES {
        bytes = with_palette(pixels, colours, diffusion)?;
        if bytes.len() <= most_bytes {
            break;
        }
    }
    Ok(bytes)
}

fn with_palette(pixels: &RgbaImage, colours: u8, diffusion: f32) -> Result<Vec<u8>, EncodingError> {
    let (width, height) = pixels.dimensions();
    let opaque = pixels.pixels().map(|pixel| Srgb::new(pixel.0[0], pixel.0[1], pixel.0[2]));
    let opaque: Vec<Srgb<u8>> = opaque.collect();
    let refused = |error: &dyn std::fmt::Display| {
        EncodingError::IoError(std::io::Error::other(error.to_string()))
    };
    let image = ImageRef::new(width, height, &opaque).map_err(|error| refused(&error))?;
    let size = PaletteSize::try_from(colours).map_err(|error| refused(&error))?;
    let ditherer = FloydSteinberg::with_error_diffusion(diffusion).filter(|_| diffusion > 0.0);
    let found = Pipeline::new().palette_size(size).ditherer(ditherer).input_image(image);
    let (palette, mut indices) = found.output_srgb8_indexed_image().into_parts();
    // The entry behind the colours is transparent.
    let transparent = palette.len() as u8;
    for (index, pixel) in indices.iter_mut().zip(pixels.pixels()) {
        if pixel.0[3] == 0 {
            *index = transparent;
        }
    }
    let entries = palette.iter().flat_map(|colour| [colour.red, colour.green, colour.blue]);
    let entries: Vec<u8> = entries.chain([0, 0, 0]).collect();
    let alphas: Vec<u8> = palette.iter().map(|_| u8::MAX).chain([0]).collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(entries);
    encoder.set_trns(alphas);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(4));
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    fn noise(width: u32, height: u32) -> RgbaImage {
        let mut state = 1u32;
        RgbaImage::from_fn(width, height, |x, y| {
            let mut sample = |base: u32| {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                ((base + (state >> 24) % 60) % 256) as u8
            };
            Rgba([sample(x), sample(y), sample(0), if x < 3 { 0 } else { 255 }])
        })
    }

    fn read_back(bytes: &[u8]) -> RgbaImage {
        image::load_from_memory(bytes).unwrap().to_rgba8()
    }

    #[test]
    fn without_loss_every_pixel_comes_back_and_the_margin_stays_transparent() {
        let pixels = noise(40, 30);
        assert_eq!(read_back(&exact(&pixels).unwrap()), pixels);
    }

    #[test]
    fn a_palette_saves_bytes_keeps_the_margin_and_changes_no_colour_much() {
        let pixels = noise(90, 70);
        let whole = exact(&pixels).unwrap().len();
        let small = indexed(&pixels, whole / 2).unwrap();
        assert!(small.len() <= whole / 2, "{} of {whole}", small.len());
        let mut off = 0;
        for (one, two) in pixels.pixels().zip(read_back(&small).pixels()) {
            assert_eq!(one.0[3], two.0[3]);
            let channels = if one.0[3] == 0 { 0..0 } else { 0..3 };
            off += channels.map(|c| u64::from(one.0[c].abs_diff(two.0[c]))).sum::<u64>();
        }
        let mean = off as f64 / (87.0 * 70.0 * 3.0);
        assert!(mean < 12.0, "{mean} of 255");
    }

    #[test]
    fn a_drawing_of_few_colours_keeps_them() {
        let drawing = RgbaImage::from_fn(60, 40, |x, y| match (x / 20, y / 20) {
            (0, _) => Rgba([200, 10, 10, 255]),
            (1, 0) => Rgba([10, 200, 10, 255]),
            _ => Rgba([255, 255, 255, 255]),
        });
        assert_eq!(read_back(&indexed(&drawing, 10_000).unwrap()), drawing);
    }

    #[test]
    fn what_cannot_be_made_small_enough_is_as_small_as_it_can_be() {
        let pixels = noise(60, 60);
        let least = indexed(&pixels, 1).unwrap();
        assert!(least.len() < indexed(&pixels, usize::MAX).unwrap().len());
    }
}
