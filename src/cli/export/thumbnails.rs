//! Small pictures for the rows of a spreadsheet: each at most 240x180 pixels, as JPEG, at most 200
//! MB in one file. The first picture of a question represents it.

use std::collections::HashMap;
use std::rc::Rc;

use anyhow::bail;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, RgbImage};

use super::target::Rows;
use crate::benchmark::ImageHash;
use crate::cli::{WrongUsage, warn};
use crate::formats::written_rows::RowForm;
use crate::store::Store;
use crate::tui::picture::decode::{DecodeLimits, decode};

/// The name of the column.
pub(super) const COLUMN: &str = "picture";
/// The most pixels across and down.
const LARGEST: (u32, u32) = (240, 180);
/// The quality of a JPEG: a photograph takes 10 to 20 kB.
const QUALITY: u8 = 80;
/// The most bytes of all pictures of a file, which is put together in memory.
const MOST_BYTES: usize = 200 << 20;

/// Refuses text formats, which cannot contain pictures.
pub(super) fn refuse_text(form: RowForm) -> anyhow::Result<()> {
    if form != RowForm::Xlsx {
        bail!(WrongUsage("--with-pictures is for a spreadsheet: --file FILE.xlsx".into()));
    }
    Ok(())
}

/// The small pictures of one file.
pub(super) struct Thumbnails<'s> {
    store: &'s Store,
    made: HashMap<ImageHash, Option<Rc<[u8]>>>,
    bytes: usize,
    /// How many pictures cannot be read.
    broken: usize,
    /// The number of pictures left out because the file is full.
    left_out: usize,
}

impl<'s> Thumbnails<'s> {
    pub fn new(store: &'s Store) -> Self {
        Thumbnails { store, made: HashMap::new(), bytes: 0, broken: 0, left_out: 0 }
    }

    /// Inserts a picture into a row, 1 for the first below the names, and this column.
    pub fn put(
        &mut self,
        hash: ImageHash,
        (row, column): (usize, usize),
        out: &mut Rows<'_>,
    ) -> anyhow::Result<()> {
        if let Some(file) = self.thumbnail(hash)? {
            out.picture(row, column, &file)?;
        }
        Ok(())
    }

    fn thumbnail(&mut self, hash: ImageHash) -> anyhow::Result<Option<Rc<[u8]>>> {
        if let Some(known) = self.made.get(&hash) {
            return Ok(known.clone());
        }
        let bytes = self.store.picture_bytes(hash)?;
        let mut made = small_jpeg(&bytes);
        match &made {
            None => self.broken += 1,
            Some(file) if self.bytes + file.len() > MOST_BYTES => {
                self.left_out += 1;
                made = None;
            }
            Some(file) => self.bytes += file.len(),
        }
        let made: Option<Rc<[u8]>> = made.map(Rc::from);
        self.made.insert(hash, made.clone());
        Ok(made)
    }

    /// Says what is missing.
    pub fn report(&self) {
        if self.broken > 0 {
            warn(&format!("{} pictures cannot be read: their cells are empty", self.broken));
        }
        if self.left_out > 0 {
            let most = MOST_BYTES >> 20;
            warn(&format!(
                "a spreadsheet gets at most {most} MB of pictures: {} are left out",
                self.left_out
            ));
        }
    }
}

/// The picture as a small JPEG, transparent parts white; `None` if it cannot be read.
fn small_jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    let decoded = decode(bytes, DecodeLimits::default()).ok()?;
    let mut picture = decoded.pixels;
    picture.apply_orientation(decoded.orientation);
    if picture.width() > LARGEST.0 || picture.height() > LARGEST.1 {
        // Whole blocks first, which is quick; then what keeps letters readable.
        picture = picture.thumbnail(2 * LARGEST.0, 2 * LARGEST.1);
        let filter = image::imageops::FilterType::Lanczos3;
        picture = picture.resize(LARGEST.0, LARGEST.1, filter);
    }
    let mut file = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut file, QUALITY);
    on_white(picture).write_with_encoder(encoder).ok()?;
    Some(file)
}

fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        let over = |sample: u8| {
            let (sample, alpha) = (u32::from(sample), u32::from(alpha));
            ((sample * alpha + 255 * (255 - alpha) + 127) / 255) as u8
        };
        image::Rgb([over(red), over(green), over(blue)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, Rgba, RgbaImage};
    use std::io::Cursor;

    fn png(picture: RgbaImage) -> Vec<u8> {
        let mut file = Vec::new();
        let picture = DynamicImage::from(picture);
        picture.write_to(&mut Cursor::new(&mut file), ImageFormat::Png).unwrap();
        file
    }

    #[test]
    fn a_large_picture_becomes_small_and_keeps_its_shape() {
        let large = RgbaImage::from_fn(1600, 800, |x, y| Rgba([x as u8, y as u8, 90, 255]));
        let small = image::load_from_memory(&small_jpeg(&png(large)).unwrap()).unwrap();
        assert_eq!((small.width(), small.height()), (240, 120));
    }

    #[test]
    fn what_is_small_stays_as_large_and_what_is_transparent_is_white() {
        let drawing = RgbaImage::from_pixel(40, 30, Rgba([0, 0, 0, 0]));
        let small = image::load_from_memory(&small_jpeg(&png(drawing)).unwrap()).unwrap();
        assert_eq!((small.width(), small.height()), (40, 30));
        assert!(small.to_rgb8().pixels().all(|pixel| pixel.0.iter().all(|&one| one > 250)));
        assert_eq!(small_jpeg(b"GIF89a"), None);
    }
}
