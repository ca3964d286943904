//! Pixels as a PNG of few bytes, for terminals at the end of a slow line.
//!
//! A PNG without loss is tried first: drawings and most photographs are small enough. A photograph
//! whose noise takes more bytes than it may is rounded: each pixel is predicted from its neighbours,
//! as PNG does, and what is left is rounded to multiples of a step. The error of a sample is half of a
//! step at most and does not add up. Even parts, where steps would show as bands, have a step of a
//! third. This keeps edges and letters as sharp as they are; fewer pixels or fewer colours would not.

use image::{DynamicImage, RgbaImage};
use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress,
    create_comp_flags_from_zip_params,
};
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

/// Red, green, blue.
const CHANNELS: usize = 3;
/// The colour that means transparent. Pixels of this colour become black.
const NOTHING: [u8; 3] = [0, 0, 1];
/// The steps in even and in uneven parts, from fine to coarse: the largest errors are 4, 7 and 10
/// of 255 in uneven parts and 1, 2 and 3 in even ones.
const STEPS: [Steps; 3] =
    [Steps { even: 3, uneven: 9 }, Steps { even: 5, uneven: 15 }, Steps { even: 7, uneven: 21 }];
/// How many times too large a PNG without loss may be for each of the [`STEPS`] to suffice, mostly.
const SAVINGS: [f64; 2] = [1.35, 1.7];
/// A sample is in an even part if it differs from its four neighbours by less than this altogether.
const EVEN: u32 = 10;
/// The predictor is chosen by every eighth row.
const SAMPLED_ROWS: usize = 8;

#[derive(Clone, Copy)]
struct Steps {
    even: i32,
    uneven: i32,
}

/// Samples of a picture without alpha, row by row.
struct Raster {
    samples: Vec<u8>,
    size: (u32, u32),
    has_margin: bool,
}

/// How a sample is predicted; both are filters of PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Predictor {
    /// The mean of left and above.
    Average,
    /// Left, above or their corner, whichever is nearest to left + above - corner.
    Paeth,
}

/// A PNG without loss. Pixels are either opaque or transparent.
///
/// # Errors
/// When the encoder refuses, which means a picture without pixels.
pub fn exact(pixels: &RgbaImage) -> Result<Vec<u8>, EncodingError> {
    let raster = Raster::new(pixels);
    let mut bytes = Vec::new();
    let mut encoder = raster.encoder(&mut bytes);
    encoder.set_filter(raster.best_predictor().filter());
    encoder.set_deflate_compression(DeflateCompression::FdeflateUltraFast);
    encoder.write_header()?.write_image_data(&raster.samples)?;
    Ok(bytes)
}

/// A PNG of at most so many bytes, or else the smallest that rounding makes. `exact_bytes` is the
/// length of the one without loss.
///
/// # Errors
/// When the encoder refuses, which means a picture without pixels.
pub fn rounded(
    pixels: &RgbaImage,
    exact_bytes: usize,
    most_bytes: usize,
) -> Result<Vec<u8>, EncodingError> {
    let raster = Raster::new(pixels);
    let predictor = raster.best_predictor();
    let excess = exact_bytes as f64 / most_bytes.max(1) as f64;
    let first = SAVINGS.iter().take_while(|&&saving| excess > saving).count();
    let is_even = raster.even_parts();
    let mut bytes = Vec::new();
    for steps in &STEPS[first..] {
        let deflated = deflated(&raster.rounded_residuals(predictor, *steps, &is_even));
        bytes.clear();
        let mut writer = raster.encoder(&mut bytes).write_header()?;
        writer.write_chunk(png::chunk::IDAT, &deflated)?;
        drop(writer);
        if bytes.len() <= most_bytes {
            break;
        }
    }
    Ok(bytes)
}

impl Raster {
    fn new(pixels: &RgbaImage) -> Self {
        let size = pixels.dimensions();
        let mut samples = DynamicImage::ImageRgba8(pixels.clone()).into_rgb8().into_raw();
        let mut has_margin = false;
        let (mut from, mut to) = (0, 0);
        let raw = pixels.as_raw();
        while to < samples.len() {
            if raw[from + 3] == 0 {
                has_margin = true;
                samples[to..to + CHANNELS].copy_from_slice(&NOTHING);
            } else if samples[to + 2] == 1 && samples[to] == 0 && samples[to + 1] == 0 {
                samples[to + 2] = 0;
            }
            from += 4;
            to += CHANNELS;
        }
        Raster { samples, size, has_margin }
    }

    fn encoder<'a>(&self, bytes: &'a mut Vec<u8>) -> Encoder<'a, &'a mut Vec<u8>> {
        let mut encoder = Encoder::new(bytes, self.size.0, self.size.1);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        if self.has_margin {
            encoder.set_trns(NOTHING.map(|sample| [0, sample]).concat());
        }
        encoder
    }

    fn row_bytes(&self) -> usize {
        self.size.0 as usize * CHANNELS
    }

    fn best_predictor(&self) -> Predictor {
        let row = self.row_bytes();
        let (mut of_paeth, mut of_average) = (0u64, 0u64);
        for y in (1..self.size.1 as usize).step_by(SAMPLED_ROWS) {
            let above = &self.samples[(y - 1) * row..y * row];
            let here = &self.samples[y * row..(y + 1) * row];
            let mut at = CHANNELS;
            while at < row {
                let left = i32::from(here[at - CHANNELS]);
                let up = i32::from(above[at]);
                let sample = i32::from(here[at]);
                let paeth = paeth(left, up, i32::from(above[at - CHANNELS]));
                of_paeth += u64::from(sample.abs_diff(paeth));
                of_average += u64::from(sample.abs_diff((left + up) >> 1));
                at += 1;
            }
        }
        if of_average < of_paeth { Predictor::Average } else { Predictor::Paeth }
    }

    /// For each sample, whether it is in an even part.
    fn even_parts(&self) -> Vec<bool> {
        let (row, samples) = (self.row_bytes(), &self.samples);
        let mut is_even = vec![false; samples.len()];
        let last = samples.len().saturating_sub(row);
        let mut at = 0;
        while at < samples.len() {
            let own = samples[at];
            let mut around = 0;
            if at >= CHANNELS {
                around += u32::from(own.abs_diff(samples[at - CHANNELS]));
            }
            if at >= row {
                around += u32::from(own.abs_diff(samples[at - row]));
            }
            if at + CHANNELS < samples.len() {
                around += u32::from(own.abs_diff(samples[at + CHANNELS]));
            }
            if at < last {
                around += u32::from(own.abs_diff(samples[at + row]));
            }
            is_even[at] = around < EVEN;
            at += 1;
        }
        is_even
    }

    /// The rows as PNG stores them: the filter's number, then what the predictor is wrong by.
    fn rounded_residuals(&self, predictor: Predictor, steps: Steps, is_even: &[bool]) -> Vec<u8> {
        let row = self.row_bytes();
        let rows = self.size.1 as usize;
        let mut residuals = vec![0; self.samples.len() + rows];
        // What the terminal will see, from which it predicts: the row above and this one.
        let (mut above, mut seen) = (vec![0u8; row], vec![0u8; row]);
        let is_paeth = predictor == Predictor::Paeth;
        for y in 0..rows {
            let samples = &self.samples[y * row..(y + 1) * row];
            let even = &is_even[y * row..(y + 1) * row];
            let line = &mut residuals[y * (row + 1)..(y + 1) * (row + 1)];
            line[0] = predictor.number();
            let mut pixel = 0;
            while pixel < row {
                let is_nothing = self.has_margin
                    && samples[pixel] == NOTHING[0]
                    && samples[pixel + 1] == NOTHING[1]
                    && samples[pixel + 2] == NOTHING[2];
                let mut at = pixel;
                while at < pixel + CHANNELS {
                    let up = i32::from(above[at]);
                    let (mut left, mut corner) = (0, 0);
                    if at >= CHANNELS {
                        left = i32::from(seen[at - CHANNELS]);
                        corner = i32::from(above[at - CHANNELS]);
                    }
                    let predicted =
                        if is_paeth { paeth(left, up, corner) } else { (left + up) >> 1 };
                    let error = i32::from(samples[at]) - predicted;
                    let mut rounded = error;
                    if !is_nothing {
                        let step = if even[at] { steps.even } else { steps.uneven };
                        if error >= 0 {
                            rounded = (error + step / 2) / step * step;
                            if predicted + rounded > 255 {
                                // Between the last step and the end of the range: the step before.
                                rounded -= step;
                            }
                        } else {
                            rounded = -((step / 2 - error) / step * step);
                            if predicted + rounded < 0 {
                                rounded += step;
                            }
                        }
                    }
                    seen[at] = (predicted + rounded) as u8;
                    line[at + 1] = rounded as u8;
                    at += 1;
                }
                if !is_nothing && seen[pixel..at] == NOTHING {
                    // Rounded to the transparent colour: it becomes its neighbour in blue.
                    seen[at - 1] = 2;
                    line[at] = line[at].wrapping_add(1);
                }
                pixel += CHANNELS;
            }
            std::mem::swap(&mut above, &mut seen);
        }
        residuals
    }
}

/// Left, above or their corner, whichever is nearest to left + above - corner.
fn paeth(left: i32, above: i32, corner: i32) -> i32 {
    let (mut to_left, mut to_above) = (above - corner, left - corner);
    let mut to_corner = to_left + to_above;
    // By hand: in an unoptimised build the library's `abs` is most of the time.
    if to_left < 0 {
        to_left = -to_left;
    }
    if to_above < 0 {
        to_above = -to_above;
    }
    if to_corner < 0 {
        to_corner = -to_corner;
    }
    if to_left <= to_above && to_left <= to_corner {
        left
    } else if to_above <= to_corner {
        above
    } else {
        corner
    }
}

impl Predictor {
    fn filter(self) -> Filter {
        match self {
            Predictor::Average => Filter::Avg,
            Predictor::Paeth => Filter::Paeth,
        }
    }

    /// As PNG writes it before each row.
    fn number(self) -> u8 {
        match self {
            Predictor::Average => 3,
            Predictor::Paeth => 4,
        }
    }
}

/// In zlib's form. Only runs of one byte are looked for: longer matches hardly occur among rounded
/// residuals, and looking for them takes three times as long.
fn deflated(bytes: &[u8]) -> Vec<u8> {
    let flags = create_comp_flags_from_zip_params(1, 1, CompressionStrategy::RLE as i32);
    let mut compressor = CompressorOxide::new(flags);
    let mut deflated = vec![0; bytes.len() / 2 + 1024];
    let (mut read, mut written) = (0, 0);
    loop {
        let (status, taken, made) =
            compress(&mut compressor, &bytes[read..], &mut deflated[written..], TDEFLFlush::Finish);
        read += taken;
        written += made;
        if status != TDEFLStatus::Okay {
            deflated.truncate(written);
            return deflated;
        }
        deflated.resize(deflated.len() * 2, 0);
    }
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
    fn without_loss_every_opaque_pixel_comes_back_and_the_margin_stays_transparent() {
        let mut pixels = noise(40, 30);
        pixels.put_pixel(20, 20, Rgba([0, 0, 1, 255]));
        let back = read_back(&exact(&pixels).unwrap());
        for (x, y, pixel) in pixels.enumerate_pixels() {
            match (pixel.0, (x, y)) {
                ([.., 0], _) => assert_eq!(back.get_pixel(x, y).0[3], 0),
                (_, (20, 20)) => assert_eq!(back.get_pixel(x, y).0, [0, 0, 0, 255]),
                _ => assert_eq!(back.get_pixel(x, y), pixel, "{x} {y}"),
            }
        }
    }

    #[test]
    fn rounding_saves_bytes_and_no_sample_is_far_from_what_it_was() {
        let pixels = noise(90, 70);
        let whole = exact(&pixels).unwrap().len();
        let small = rounded(&pixels, whole, whole * 3 / 4).unwrap();
        assert!(small.len() <= whole * 3 / 4, "{} of {whole}", small.len());
        let back = read_back(&small);
        for (one, two) in pixels.pixels().zip(back.pixels()) {
            assert_eq!(one.0[3], two.0[3]);
            let is_near = |c: usize| one.0[c].abs_diff(two.0[c]) <= 21;
            assert!(one.0[3] == 0 || (0..3).all(is_near), "{one:?} {two:?}");
        }
    }

    #[test]
    fn an_even_part_is_rounded_by_no_more_than_the_eye_misses() {
        let sky = RgbaImage::from_fn(200, 100, |x, y| {
            Rgba([100 + (x / 20) as u8, 150 + (y / 9) as u8, 220, 255])
        });
        let back = read_back(&rounded(&sky, 100, 1).unwrap());
        let worst = sky.as_raw().iter().zip(back.as_raw()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst <= Some(3), "{worst:?}");
    }

    #[test]
    fn what_cannot_be_made_small_enough_is_as_small_as_it_can_be() {
        let pixels = noise(60, 60);
        let whole = exact(&pixels).unwrap().len();
        let least = rounded(&pixels, whole, 1).unwrap();
        assert!(least.len() < rounded(&pixels, whole, whole).unwrap().len());
    }
}
