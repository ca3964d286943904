//! From decoded pixels to a canvas of exactly the size that a painter needs.
//!
//! Crop, scale, turn upright, lay transparent pictures on a checkerboard: in this order, so that
//! only the small result is ever turned, and so that the squares of the checkerboard stay squares
//! at every zoom.

use assay_scaling::{CRISP_BEYOND, Part, Raster, averaged, resized};
use image::metadata::Orientation;
use image::{DynamicImage, RgbImage, RgbaImage};

pub use assay_scaling::Unscalable;

use super::decode::{Decoded, swaps_sides};
use super::fit::{Crop, Fit};
use super::mode::Surface;

/// Transparent parts are mostly the paper of a drawing in dark ink: both squares are light.
const SQUARES: [u8; 2] = [255, 222];

/// Pixels for the cells of one picture. Those outside of the picture are transparent (alpha 0),
/// those of the picture are opaque (alpha 255): so there are no black stripes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// The pixels; width and height are whole cells.
    pub pixels: RgbaImage,
    /// Units per cell, across and down.
    pub grain: (u16, u16),
}

/// Paints the visible part of a picture onto a canvas.
///
/// # Errors
/// [`Unscalable`] when the raster is inconsistent.
pub fn canvas(decoded: &Decoded, fit: &Fit, surface: &Surface) -> Result<Canvas, Unscalable> {
    let grain = surface.grain();
    let upright = upright(decoded, fit.crop, fit.units)?;

    let mut pixels = RgbaImage::new(
        u32::from(fit.cells.width) * u32::from(grain.0),
        u32::from(fit.cells.height) * u32::from(grain.1),
    );
    if !decoded.pixels.color().has_alpha() {
        lay_in(&upright, &mut pixels, fit.inset);
        return Ok(Canvas { pixels, grain });
    }
    let square = square_in_units(surface.cell, grain);
    for (x, y, pixel) in upright.enumerate_pixels() {
        let paper = SQUARES[((x / square.0 + y / square.1) % 2) as usize];
        let [red, green, blue, alpha] = pixel.0;
        let over = |sample: u8| {
            let mixed =
                u32::from(sample) * u32::from(alpha) + u32::from(paper) * u32::from(255 - alpha);
            ((mixed + 127) / 255) as u8
        };
        let opaque = image::Rgba([over(red), over(green), over(blue), 255]);
        pixels.put_pixel(fit.inset.0 + x, fit.inset.1 + y, opaque);
    }
    Ok(Canvas { pixels, grain })
}

/// Copies an opaque picture row by row, which is quick in an unoptimised build, too.
fn lay_in(picture: &RgbaImage, canvas: &mut RgbaImage, (left, top): (u32, u32)) {
    let (row, line) = (picture.width() as usize * 4, canvas.width() as usize * 4);
    let first = top as usize * line + left as usize * 4;
    let lines: &mut [u8] = canvas;
    for (number, from) in picture.as_raw().chunks_exact(row.max(1)).enumerate() {
        let start = first + number * line;
        lines[start..start + row].copy_from_slice(from);
    }
}

/// The visible part of an enlarged picture in its own pixels, for a terminal that enlarges it
/// itself; `None` if the canvas shows more: the picture is not enlarged, or is transparent, or its
/// single pixels are to be seen.
///
/// # Errors
/// [`Unscalable`] when the raster is inconsistent.
pub fn not_enlarged(decoded: &Decoded, fit: &Fit) -> Result<Option<RgbaImage>, Unscalable> {
    let is_enlarged = fit.scale > 1.0 && fit.scale <= CRISP_BEYOND;
    if !is_enlarged || decoded.pixels.color().has_alpha() {
        return Ok(None);
    }
    let length = |part: f64, natural: u32| ((part * f64::from(natural)).round() as u32).max(1);
    let seen =
        (length(fit.crop.width, decoded.natural.0), length(fit.crop.height, decoded.natural.1));
    upright(decoded, fit.crop, seen).map(Some)
}

/// A part of a picture as it is shown, of this width and height.
fn upright(decoded: &Decoded, crop: Crop, size: (u32, u32)) -> Result<RgbaImage, Unscalable> {
    let stored = if swaps_sides(decoded.orientation) { (size.1, size.0) } else { size };
    let mut part = scaled(&decoded.pixels, stored_crop(decoded.orientation, crop), stored)?;
    part.apply_orientation(decoded.orientation);
    Ok(part.into_rgba8())
}

/// The same pixels, fewer by this factor on each side.
///
/// # Errors
/// [`Unscalable`] when the raster is inconsistent.
pub fn shrunk(pixels: RgbaImage, factor: f64) -> Result<RgbaImage, Unscalable> {
    let fewer = |length: u32| ((f64::from(length) * factor).round() as u32).max(1);
    let size = (fewer(pixels.width()), fewer(pixels.height()));
    let whole = Crop { left: 0.0, top: 0.0, width: 1.0, height: 1.0 };
    Ok(scaled(&DynamicImage::ImageRgba8(pixels), whole, size)?.into_rgba8())
}

/// The same picture with at most this many pixels, if it has more: the version that is kept while
/// the picture is not zoomed. It averages whole blocks, which is harmless where a sharper filter follows.
pub fn reduced(decoded: &Decoded, most_pixels: u64) -> Option<Decoded> {
    let (width, height) = (decoded.pixels.width(), decoded.pixels.height());
    let count = u64::from(width) * u64::from(height);
    if count <= most_pixels {
        return None;
    }
    let factor = (count as f64 / most_pixels as f64).sqrt().ceil() as u32;
    let size = (width.div_ceil(factor), height.div_ceil(factor));
    let raster = raster_of(&decoded.pixels);
    let samples = averaged(raster, factor as usize);
    Some(Decoded { pixels: image_of(samples, size, raster.has_alpha)?, ..*decoded })
}

fn raster_of(pixels: &DynamicImage) -> Raster<'_> {
    Raster {
        samples: pixels.as_bytes(),
        size: (pixels.width(), pixels.height()),
        has_alpha: pixels.color().has_alpha(),
    }
}

/// The picture of these samples, row by row.
fn image_of(samples: Vec<u8>, size: (u32, u32), has_alpha: bool) -> Option<DynamicImage> {
    let (width, height) = size;
    match has_alpha {
        true => RgbaImage::from_raw(width, height, samples).map(DynamicImage::from),
        false => RgbImage::from_raw(width, height, samples).map(DynamicImage::from),
    }
}

/// A square as wide as a cell, in units of the grain.
fn square_in_units(cell: (u16, u16), grain: (u16, u16)) -> (u32, u32) {
    let height = u32::from(cell.0) * u32::from(grain.1) / u32::from(cell.1.max(1));
    (u32::from(grain.0).max(1), height.max(1))
}

fn scaled(pixels: &DynamicImage, crop: Crop, size: (u32, u32)) -> Result<DynamicImage, Unscalable> {
    let Crop { left, top, width, height } = crop;
    let raster = raster_of(pixels);
    let samples = resized(raster, Part { left, top, width, height }, size)?;
    // The samples fill the size: that is what they were resized to.
    Ok(image_of(samples, size, raster.has_alpha).unwrap_or_default())
}

/// The part of the stored picture that corresponds to a part of the upright one.
fn stored_crop(orientation: Orientation, crop: Crop) -> Crop {
    let Crop { left, top, width, height } = crop;
    let (right, bottom) = (1.0 - left - width, 1.0 - top - height);
    let (left, top, width, height) = match orientation {
        Orientation::NoTransforms => (left, top, width, height),
        Orientation::FlipHorizontal => (right, top, width, height),
        Orientation::FlipVertical => (left, bottom, width, height),
        Orientation::Rotate180 => (right, bottom, width, height),
        Orientation::Rotate90 => (top, right, height, width),
        Orientation::Rotate270 => (bottom, left, height, width),
        Orientation::Rotate90FlipH => (top, left, height, width),
        Orientation::Rotate270FlipH => (bottom, right, height, width),
    };
    Crop { left: left.max(0.0), top: top.max(0.0), width, height }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::fit::{Look, Pane, View};
    use crate::picture::mode::ColourDepth;
    use ratatui::layout::Size;

    fn decoded(image: DynamicImage, orientation: Orientation) -> Decoded {
        let mut upright = image.clone();
        upright.apply_orientation(orientation);
        let natural = (upright.width(), upright.height());
        Decoded { pixels: image, orientation, natural }
    }

    fn gradient() -> DynamicImage {
        RgbImage::from_fn(60, 40, |x, y| image::Rgb([x as u8 * 4, y as u8 * 6, 0])).into()
    }

    #[test]
    fn a_turned_picture_shows_the_same_part_as_one_stored_upright() {
        let surface = Surface::for_cells(ColourDepth::True);
        for number in 1..=8 {
            let orientation = Orientation::from_exif(number).unwrap();
            let turned = decoded(gradient(), orientation);
            let mut image = gradient();
            image.apply_orientation(orientation);
            let upright = decoded(image, Orientation::NoTransforms);

            let pane = Pane {
                natural: turned.natural,
                area: Size::new(10, 4),
                cell: (8, 16),
                grain: (2, 2),
            };
            let mut view = View::default();
            for look in [Look::Closer, Look::Closer, Look::Closer, Look::Left, Look::Up] {
                view = view.after(look, &pane);
            }
            let fit = pane.fit(view).unwrap();
            let (one, two) = (
                canvas(&turned, &fit, &surface).unwrap(),
                canvas(&upright, &fit, &surface).unwrap(),
            );
            for (one, two) in one.pixels.pixels().zip(two.pixels.pixels()) {
                let worst = one.0.iter().zip(two.0).map(|(a, b)| a.abs_diff(b)).max().unwrap();
                assert!(worst <= 3, "orientation {number}: {one:?} {two:?}");
            }
        }
    }

    #[test]
    fn a_transparent_picture_lies_on_a_checkerboard_and_its_margin_stays_free() {
        let clear = decoded(RgbaImage::new(64, 16).into(), Orientation::NoTransforms);
        let pane = Pane { natural: (64, 16), area: Size::new(8, 2), cell: (8, 16), grain: (2, 2) };
        let fit = pane.fit(View::default()).unwrap();
        let canvas = canvas(&clear, &fit, &Surface::for_cells(ColourDepth::True)).unwrap();
        let mut shades: Vec<u8> = canvas
            .pixels
            .pixels()
            .filter(|pixel| pixel.0[3] == 255)
            .map(|pixel| pixel.0[0])
            .collect();
        shades.sort_unstable();
        shades.dedup();
        assert_eq!(shades, [222, 255]);
        assert!(canvas.pixels.pixels().any(|pixel| pixel.0[3] == 0));
    }

    #[test]
    fn a_large_picture_is_kept_smaller_and_keeps_its_aspect() {
        let large = decoded(gradient(), Orientation::NoTransforms);
        let kept = reduced(&large, 600).unwrap();
        assert_eq!((kept.pixels.width(), kept.pixels.height()), (30, 20));
        assert_eq!(kept.natural, (60, 40));
        assert!(reduced(&large, 2400).is_none());
    }
}
