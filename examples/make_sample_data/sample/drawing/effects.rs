//! Effects on a finished picture: blur, underexposure, tiles.

use tiny_skia::PremultipliedColorU8;

use super::{Canvas, Colour};

impl Canvas {
    /// Blurs the picture as a lens out of focus does: three box blurs, which come close to a
    /// Gaussian one. Opaque pictures only.
    pub fn blur(&mut self, radius: usize) {
        for _ in 0..3 {
            self.box_blur(radius, true);
            self.box_blur(radius, false);
        }
    }

    fn box_blur(&mut self, radius: usize, along_rows: bool) {
        let pixmap = self.pixmap_mut();
        let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
        let (lines, length) = if along_rows { (height, width) } else { (width, height) };
        let (line_step, step) = if along_rows { (width, 1) } else { (1, width) };
        let pixels = pixmap.pixels_mut();
        let window = (2 * radius + 1) as u32;
        for line in 0..lines {
            let start = line * line_step;
            let source: Vec<[u32; 3]> = (0..length)
                .map(|at| pixels[start + at * step])
                .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()].map(u32::from))
                .collect();
            let clamped = |at: isize| source[at.clamp(0, length as isize - 1) as usize];
            let reach = radius as isize;
            let mut sum = [0u32; 3];
            for at in -reach..=reach {
                add(&mut sum, clamped(at));
            }
            for at in 0..length as isize {
                let [red, green, blue] = sum.map(|channel| ((channel + window / 2) / window) as u8);
                pixels[start + at as usize * step] = opaque(red, green, blue);
                add(&mut sum, clamped(at + reach + 1));
                subtract(&mut sum, clamped(at - reach));
            }
        }
    }

    /// Lets this share of the light through (0 black, 1 unchanged). Opaque pictures only.
    pub fn underexpose(&mut self, light: f32) {
        for pixel in self.pixmap_mut().pixels_mut() {
            let dim = |channel: u8| (f32::from(channel) * light).round() as u8;
            *pixel = opaque(dim(pixel.red()), dim(pixel.green()), dim(pixel.blue()));
        }
    }

    /// Lays the picture as a mosaic: square tiles, each a little lighter or darker, with joints
    /// between them.
    pub fn lay_tiles(&self, tile: f32, joint: Colour) -> Canvas {
        let (width, height) = self.size();
        let mut mosaic = Canvas::new(width as u32, height as u32, joint);
        let (columns, rows) = ((width / tile) as u32, (height / tile) as u32);
        for row in 0..rows {
            for column in 0..columns {
                let (x, y) = (column as f32 * tile, row as f32 * tile);
                let centre = ((x + tile / 2.0) as u32, (y + tile / 2.0) as u32);
                let Some(pixel) = self.pixmap().pixel(centre.0, centre.1) else { continue };
                let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()].map(u32::from);
                let colour = Colour::rgb(red << 16 | green << 8 | blue);
                // A fixed scatter of shades, so that neighbouring tiles differ.
                let shade = (row * 7 + column * 13 + row * column * 3) % 5;
                let colour = match shade {
                    0 => colour.lit(0.16),
                    1 => colour.shaded(0.10),
                    2 => colour.lit(0.07),
                    3 => colour.shaded(0.04),
                    _ => colour,
                };
                mosaic.round((x + 1.0, y + 1.0), (tile - 2.0, tile - 2.0), 2.5, colour);
            }
        }
        mosaic
    }
}

fn opaque(red: u8, green: u8, blue: u8) -> PremultipliedColorU8 {
    PremultipliedColorU8::from_rgba(red, green, blue, 255).expect("opaque colours are valid")
}

fn add(sum: &mut [u32; 3], pixel: [u32; 3]) {
    sum.iter_mut().zip(pixel).for_each(|(total, channel)| *total += channel);
}

fn subtract(sum: &mut [u32; 3], pixel: [u32; 3]) {
    sum.iter_mut().zip(pixel).for_each(|(total, channel)| *total -= channel);
}
