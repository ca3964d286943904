//! A picture of the sample: its name, the function that draws it, and its file format.

use std::collections::HashSet;
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ExtendedColorType, ImageEncoder, RgbImage, RgbaImage};

use super::drawing::{Canvas, words};
use super::indexed::Palette;
use super::question::{Language, Question};

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// PNG with a palette of 256 colours: charts, writing, flat scenes. Opaque.
    Indexed,
    /// PNG in full colour, with an alpha channel where the picture is transparent.
    FullColour,
    /// JPEG at quality 90. Opaque.
    Jpeg,
}

/// One picture. Questions that name the same picture share it.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// What the picture is called.
    pub name: &'static str,
    /// The file format.
    pub format: Format,
    draw: fn() -> Canvas,
}

impl Picture {
    /// A picture for which 256 colours are enough.
    pub const fn indexed(name: &'static str, draw: fn() -> Canvas) -> Self {
        Picture { name, format: Format::Indexed, draw }
    }

    /// A picture with gradients too fine for a palette, or a transparent one.
    pub const fn full_colour(name: &'static str, draw: fn() -> Canvas) -> Self {
        Picture { name, format: Format::FullColour, draw }
    }

    /// A picture that goes into a JPEG file.
    pub const fn jpeg(name: &'static str, draw: fn() -> Canvas) -> Self {
        Picture { name, format: Format::Jpeg, draw }
    }

    /// The bytes of the file.
    pub fn encode(&self) -> Vec<u8> {
        self.encoded(self.drawn())
    }

    /// The bytes of the file with Chinese words in the picture; `None` if it has no words.
    pub fn encode_in_chinese(&self) -> Option<Vec<u8>> {
        let (drawn, differs) = words::in_chinese(|| self.drawn());
        differs.then(|| self.encoded(drawn))
    }

    /// The bytes of the file as the questions of a language show it.
    pub fn encode_in(&self, language: Language) -> Vec<u8> {
        let chinese = match language {
            Language::English => None,
            Language::Chinese => self.encode_in_chinese(),
        };
        chinese.unwrap_or_else(|| self.encode())
    }

    fn encoded(&self, drawn: RgbaImage) -> Vec<u8> {
        let opaque = drawn.pixels().all(|pixel| pixel.0[3] == 255);
        match self.format {
            Format::Indexed => Palette::from_picture(&drawn).png(&drawn),
            Format::Jpeg => jpeg(&without_alpha(drawn)),
            Format::FullColour if opaque => {
                let rgb = without_alpha(drawn);
                smallest_png(&rgb, rgb.dimensions(), ExtendedColorType::Rgb8)
            }
            Format::FullColour => {
                smallest_png(&drawn, drawn.dimensions(), ExtendedColorType::Rgba8)
            }
        }
    }

    fn drawn(&self) -> RgbaImage {
        let pixmap = (self.draw)().into_pixmap();
        let (width, height) = (pixmap.width(), pixmap.height());
        RgbaImage::from_raw(width, height, pixmap.take_demultiplied())
            .expect("four bytes for each pixel")
    }
}

fn without_alpha(picture: RgbaImage) -> RgbImage {
    DynamicImage::ImageRgba8(picture).into_rgb8()
}

fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    JpegEncoder::new_with_quality(&mut file, 90)
        .write_image(picture, picture.width(), picture.height(), ExtendedColorType::Rgb8)
        .expect("writing to memory");
    file.into_inner()
}

/// Tries the filters that suit drawings; the best one differs from picture to picture.
fn smallest_png(bytes: &[u8], (width, height): (u32, u32), colour: ExtendedColorType) -> Vec<u8> {
    [FilterType::NoFilter, FilterType::Up, FilterType::Adaptive]
        .into_iter()
        .map(|filter| {
            let mut file = Cursor::new(Vec::new());
            PngEncoder::new_with_quality(&mut file, CompressionType::Best, filter)
                .write_image(bytes, width, height, colour)
                .expect("writing to memory");
            file.into_inner()
        })
        .min_by_key(Vec::len)
        .expect("there is more than one filter")
}

/// The pictures of some questions, each once, in the order of their first use.
pub fn all(questions: &[Question]) -> Vec<Picture> {
    let mut names = HashSet::new();
    let pictures = questions.iter().flat_map(|question| question.pictures);
    pictures.filter(|picture| names.insert(picture.name)).copied().collect()
}
